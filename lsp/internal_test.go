package lsp

import (
	"strings"
	"testing"
	"unicode/utf8"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
	"go.uber.org/zap"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

func TestSpansAreCarriedToALaterText(t *testing.T) {
	span := func(s, of string) text.Span {
		i := strings.Index(s, of)
		return text.Span{Start: i, End: i + len(of)}
	}
	for name, tc := range map[string]struct {
		before, after, of string
		ok                bool
	}{
		"nothing changed":              {"a bb c", "a bb c", "bb", true},
		"behind a change":              {"a bb c", "aaa bb c", "bb", true},
		"in front of a change":         {"a bb c", "a bb ccc", "bb", true},
		"changed":                      {"a bb c", "a bxb c", "bb", false},
		"next to a change":             {"a bb c", "a bbx c", "bb", false},
		"repeated text grows in it":    {"a bb c", "a bbb c", "bb", false},
		"the whole text is another":    {"a bb c", "xyz", "bb", false},
		"the text is cut in front":     {"a bb c", "bb c", "bb", false},
		"the text is cut far in front": {"a b bb c", "a bb c", "bb c", false},
	} {
		t.Run(name, func(t *testing.T) {
			d := between(text.New(tc.before), text.New(tc.after))
			got, ok := d.carry(span(tc.before, tc.of))
			if ok && tc.after[got.Start:got.End] != tc.of {
				t.Errorf("carried to %v, which is %q", got, tc.after[got.Start:got.End])
			}
			if ok != tc.ok {
				t.Errorf("carried: %v", ok)
			}
		})
	}
	if _, ok := between(nil, text.New("a")).carry(text.Span{}); ok {
		t.Error("carried from a text that was not there")
	}
}

// Edits of one change give the same text whether they are applied together or
// one by one.
func FuzzApplyEdits(f *testing.F) {
	f.Add("a\r\nb🦊\rc\n", uint32(1), uint32(2), uint32(0), uint32(1), "\n", "🦊")
	f.Add("", uint32(9), uint32(9), uint32(0), uint32(0), "x", "\r")
	f.Add("a\rb", uint32(1), uint32(0), uint32(1), uint32(0), "\n", "\n")
	f.Fuzz(func(t *testing.T, src string, l1, c1, l2, c2 uint32, new1, new2 string) {
		at := func(l, c uint32) *protocol.Range {
			p := protocol.Position{Line: l, Character: c}
			return &protocol.Range{Start: p, End: protocol.Position{Line: l, Character: c + 1}}
		}
		// A message holds valid text only.
		if c1 == ^uint32(0) || c2 == ^uint32(0) || !utf8.ValidString(src+"x"+new1+"x"+new2) {
			return
		}
		edits := []rpc.Edit{{Range: at(l1, c1), Text: new1}, {Range: at(l2, c2), Text: new2}, {Range: at(0, 0), Text: ""}}
		for _, enc := range []text.Encoding{text.UTF8, text.UTF16, text.UTF32} {
			together, err := applyEdits(text.New(src), edits, enc)
			if err != nil {
				t.Fatal(err)
			}
			one := text.New(src)
			for _, e := range edits {
				if one, err = applyEdits(one, []rpc.Edit{e}, enc); err != nil {
					t.Fatal(err)
				}
			}
			if together.String() != one.String() {
				t.Fatalf("together %q, one by one %q", together.String(), one.String())
			}
		}
	})
}

func TestSettingsAreReadInEveryForm(t *testing.T) {
	for name, tc := range map[string]struct {
		raw  string
		want settings
	}{
		"absent":                {"", settings{true, true, true, false, false}},
		"null":                  {"null", settings{true, true, true, false, false}},
		"a list":                {"[1]", settings{true, true, true, false, false}},
		"the section":           {`{"codeLens": false}`, settings{true, true, false, false, false}},
		"within an object":      {`{"boundary": {"workspaceDiagnostics": false}}`, settings{false, true, true, false, false}},
		"with dots":             {`{"boundary.inlayHints": false}`, settings{true, false, true, false, false}},
		"of a wrong type":       {`{"codeLens": "no", "inlayHints": null}`, settings{true, true, true, false, false}},
		"with unknown settings": {`{"trace": {"server": "off"}, "codeLens": false}`, settings{true, true, false, false, false}},
		"below playbook":        {`{"playbook": {"inlayHints": true}}`, settings{true, true, true, true, false}},
		"below it with dots":    {`{"boundary.playbook.previewOnSave": true}`, settings{true, true, true, false, true}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := defaultSettings().with([]byte(tc.raw), zap.NewNop()); *got != tc.want {
				t.Errorf("settings %+v", *got)
			}
		})
	}
}

func TestPlacesOfDocuments(t *testing.T) {
	for name, tc := range map[string]struct {
		uri      uri.URI
		language string
		ok       bool
	}{
		"a file":                           {"file:///a/b.bot", "bot", true},
		"a file, whatever its language":    {"file:///a/b.bot", "plaintext", true},
		"a drive":                          {"file:///c%3A/x.bot", "bot", true},
		"an untitled bot":                  {"untitled:Untitled-1", "bot", true},
		"an untitled page":                 {"untitled:Untitled-1", "markdown", true},
		"an untitled text":                 {"untitled:Untitled-1", "plaintext", false},
		"a document of a repository":       {"git:/a/b.bot?x", "bot", false},
		"a cell of a notebook":             {"vscode-notebook-cell:/a#1", "bot", false},
		"nonsense":                         {"::", "bot", false},
		"the URI that is not there at all": {"", "bot", false},
	} {
		t.Run(name, func(t *testing.T) {
			if path, ok := place(tc.uri, tc.language); ok != tc.ok {
				t.Errorf("place %q, %v", path, ok)
			}
		})
	}
	one, _ := place("file:///c%3A/x.bot", "")
	two, _ := place("file:///C:/x.bot", "")
	if one != two {
		t.Errorf("one file has two places, %s and %s", one, two)
	}
}
