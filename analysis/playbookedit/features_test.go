package playbookedit_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/analysis/outline"
	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

func TestHover(t *testing.T) {
	for name, tc := range map[string]struct {
		fixture, mark string
		contains      []string
	}{
		"a load's path leads to its file":               {"triage", "path", []string{"module `packs/text.star`"}},
		"a parameter has its kind and where it is from": {"triage", "issue", []string{"external text (`issue`)", "kind `text`, required", "supplied at launch: external text", "What the reporter wrote"}},
		"a choice is plain":                             {"triage", "branch", []string{"string", "kind `choice`", "default `\"main\"`"}},
		"a use of a parameter":                          {"triage", "useissue", []string{"external text (`issue`)"}},
		"a joined text":                                 {"triage", "body", []string{"joined text: 2 plain pieces, external: `issue`"}},
		"a constructor has its table":                   {"triage", "param", []string{"`param(name, *, kind = \"text\"", "`choices`: a list of strings", "launch parameter `\"issue\"`, kind `text`, required"}},
		"an argument has its row":                       {"triage", "docarg", []string{"`doc`: a string, default `\"\"`", "Shown to the launcher."}},
		"a marker shows itself":                         {"triage", "open", []string{playbook.ExternalOpen}},
		"a function has its docstring and flow":         {"triage", "ask", []string{"`ask(text, note = \"none\")`", "Asks about a text.", "external text in → external text out"}},
		"a loaded function":                             {"triage", "usesection", []string{"`section(title, text)`", "A section of a prompt.", "external text in → external text out"}},
		"a keyword of a function is its parameter":      {"triage", "kwtext", []string{"`text`: external text (`issue`)"}},
		"a node in an after":                            {"triage", "rfix", []string{"node `fix`", "line 19"}},
		"an agent":                                      {"triage", "usefixer", []string{"`fixer`: agent"}},
		"the operator of a conversion":                  {"converted", "percent", []string{"**PB001**", "\"Title: \" + value"}},
		"the function of a conversion":                  {"converted", "str", []string{"**PB001**"}},
	} {
		t.Run(name, func(t *testing.T) {
			m := fixture(t, tc.fixture)
			at := m.mark(t, tc.mark)
			md, span, ok := playbookedit.Hover(m, at.ID, at.Span.Start)
			if !ok {
				t.Fatal("no hover")
			}
			for _, want := range tc.contains {
				if !strings.Contains(md, want) {
					t.Errorf("no %q in\n%s", want, md)
				}
			}
			if !span.Covers(at.Span) {
				t.Errorf("span %v, want %v", span, at.Span)
			}
		})
	}
}

func TestDefinition(t *testing.T) {
	for mark, want := range map[string]string{
		"useissue":   "issue",
		"usetext":    "text",
		"usesection": "defsection",
		"from":       "defsection",
		"usefixer":   "fixer",
		"rfix":       "nfix",
		"kwtext":     "",
		"param":      "",
	} {
		t.Run(mark, func(t *testing.T) {
			m := fixture(t, "triage")
			at := m.mark(t, mark)
			from, to := playbookedit.Definition(m, at.ID, at.Span.End)
			if from != at.Span {
				t.Errorf("from %v, want %v", from, at.Span)
			}
			var targets []playbookedit.Location
			if want != "" {
				targets = append(targets, m.mark(t, want))
			}
			if diff := cmp.Diff(targets, to); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	m := fixture(t, "triage")
	at := m.mark(t, "path")
	if _, to := playbookedit.Definition(m, at.ID, at.Span.Start+3); len(to) != 1 || to[0].ID != "packs/text.star" {
		t.Errorf("the path leads to %v", to)
	}
	links := playbookedit.Links(m, at.ID)
	if diff := cmp.Diff([]playbookedit.Link{{Span: at.Span, Target: "packs/text.star"}}, links); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
}

func TestReferences(t *testing.T) {
	for mark, want := range map[string][]string{
		"defsection": {"packs/text.star:01 section", "triage.playbook.star:01 section", "triage.playbook.star:19 section"},
		"to":         {"packs/text.star:05 heading", "triage.playbook.star:01 head", "triage.playbook.star:01 heading", "triage.playbook.star:20 head"},
		"text":       {"triage.playbook.star:14 text", "triage.playbook.star:16 text", "triage.playbook.star:18 text"},
		"rfix":       {"triage.playbook.star:19 fix", "triage.playbook.star:20 fix"},
		"pissue":     {"triage.params.json:01 issue", "triage.playbook.star:05 issue"},
		"docarg":     nil,
	} {
		t.Run(mark, func(t *testing.T) {
			m := fixture(t, "triage")
			at := m.mark(t, mark)
			var got []string
			for _, l := range playbookedit.References(m, at.ID, at.Span.Start, true) {
				got = append(got, m.shown(l))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if n := len(playbookedit.References(m, at.ID, at.Span.Start, false)); want != nil && n != len(want)-1 {
				t.Errorf("%d references without the declaration, want %d", n, len(want)-1)
			}
		})
	}
}

func TestHighlightsTellReadsFromWrites(t *testing.T) {
	m := fixture(t, "triage")
	at := m.mark(t, "useissue")
	want := []playbookedit.Highlight{{Span: m.mark(t, "issue").Span, Write: true}, {Span: at.Span}}
	if diff := cmp.Diff(want, playbookedit.Highlights(m, at.ID, at.Span.Start)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSymbols(t *testing.T) {
	m := fixture(t, "triage")
	var got []string
	var walk func(list []outline.Symbol, depth string)
	walk = func(list []outline.Symbol, depth string) {
		for _, y := range list {
			if !y.Span.Covers(y.Selection) {
				t.Errorf("%s selects outside of itself", y.Name)
			}
			got = append(got, strings.TrimSpace(depth+y.Name+" "+y.Detail))
			walk(y.Children, depth+"> ")
		}
	}
	walk(playbookedit.Symbols(m, "triage.playbook.star"), "")
	want := []string{
		"triage playbook", "> issue text", "> branch choice", "> fixer agent", "> > shell tool",
		"> ask", "> body", "> fix step", "> ship gate",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	found := playbookedit.WorkspaceSymbols(m, "SECT", 10)
	if len(found) != 1 || found[0].Name != "section" || found[0].ID != "packs/text.star" {
		t.Errorf("workspace symbols %+v", found)
	}
	if n := len(playbookedit.WorkspaceSymbols(m, "", 3)); n != 3 {
		t.Errorf("%d workspace symbols, want at most 3", n)
	}
}

func TestAParallelContainsItsSteps(t *testing.T) {
	m := workspace(map[string]string{"playbook.star": `a = agent("a")
one = step("one", agent = a, prompt = "1")
both = parallel("both", steps = [one, step("two", agent = a, prompt = "2")])
`})
	list := playbookedit.Symbols(m, "playbook.star")
	if len(list) != 2 || list[1].Name != "both" || len(list[1].Children) != 2 || list[1].Children[1].Name != "two" || list[1].Kind != outline.Event {
		t.Errorf("symbols %+v", list)
	}
	for _, c := range list[1].Children {
		if !list[1].Span.Covers(c.Span) {
			t.Errorf("%s at %v does not lie in its parent at %v", c.Name, c.Span, list[1].Span)
		}
	}
}

func TestFoldsAndSelections(t *testing.T) {
	m := fixture(t, "triage")
	src := m.files["triage.playbook.star"]
	line := func(off int) int { return strings.Count(src[:off], "\n") + 1 }
	var got [][3]int
	for _, f := range playbookedit.Folds(m, "triage.playbook.star") {
		got = append(got, [3]int{line(f.Span.Start), line(f.Span.End), int(f.Kind)})
	}
	want := [][3]int{{3, 4, int(outline.Comment)}, {8, 12, int(outline.Region)}, {14, 16, int(outline.Region)}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("folds (-want +got):\n%s", diff)
	}
	at := m.mark(t, "usetext")
	spans := playbookedit.Selection(m, at.ID, at.Span.Start+1)
	var texts []string
	for i, s := range spans {
		if i > 0 && !s.Covers(spans[i-1]) {
			t.Errorf("%v does not hold %v", s, spans[i-1])
		}
		texts = append(texts, strings.SplitN(src[s.Start:s.End], "\n", 2)[0])
	}
	want2 := []string{"text", `"Ask: " + text`, `return "Ask: " + text`, `def ask(text, note = "none"):`, `load("//packs/text.star", "section", head = "heading")`}
	if diff := cmp.Diff(want2, texts); diff != "" {
		t.Errorf("selections (-want +got):\n%s", diff)
	}
}

func TestTokensShowWhatIsExternal(t *testing.T) {
	m := fixture(t, "triage")
	src := m.files["triage.playbook.star"]
	all := playbookedit.Tokens(m, "triage.playbook.star", text.Span{End: len(src)})
	types, mods := playbookedit.TokenTypes(), playbookedit.TokenModifiers()
	shown := map[string]string{}
	last := 0
	for _, k := range all {
		if k.Span.Start < last {
			t.Errorf("the token at %d is out of order", k.Span.Start)
		}
		last = k.Span.End
		s := types[k.Type]
		for i, name := range mods {
			if k.Mods&(1<<i) != 0 {
				s += " " + name
			}
		}
		shown[src[k.Span.Start:k.Span.End]] = s
	}
	for name, want := range map[string]string{
		"issue": "variable external", "branch": "variable", "section": "function readonly", "head": "variable readonly",
		"param": "function defaultLibrary", "EXTERNAL_OPEN": "variable defaultLibrary", "fixer": "variable", "body": "variable external",
		"doc": "parameter", "ask": "function",
	} {
		if shown[name] != want {
			t.Errorf("%s is %q, want %q", name, shown[name], want)
		}
	}
	at := m.mark(t, "body")
	part := playbookedit.Tokens(m, at.ID, at.Span)
	if len(part) != 1 || part[0].Span != at.Span {
		t.Errorf("tokens of a part: %v", part)
	}
	c := fixture(t, "converted")
	csrc := c.files["playbook.star"]
	converted := false
	for _, k := range playbookedit.Tokens(c, "playbook.star", text.Span{End: len(csrc)}) {
		if csrc[k.Span.Start:k.Span.End] == "long" && k.Mods&playbookedit.ModConverted != 0 {
			converted = true
		}
	}
	if !converted {
		t.Error("a converted string is not shown as one")
	}
}

func TestInlaysAndLenses(t *testing.T) {
	m := fixture(t, "triage")
	src := m.files["triage.playbook.star"]
	var got []string
	for _, l := range playbookedit.Inlays(m, "triage.playbook.star", text.Span{End: len(src)}) {
		got = append(got, src[:l.At][strings.LastIndexByte(src[:l.At], '\n')+1:]+l.Text)
	}
	if diff := cmp.Diff([]string{"issue: external", "body: external"}, got); diff != "" {
		t.Errorf("inlays (-want +got):\n%s", diff)
	}
	c := fixture(t, "converted")
	hints := playbookedit.Inlays(c, "playbook.star", text.Span{End: 8})
	if len(hints) != 1 || hints[0].Text != ": external?" {
		t.Errorf("inlays %v", hints)
	}
	lenses := playbookedit.Lenses(m, "triage.playbook.star")
	want := []playbookedit.Lens{{Span: m.mark(t, "book").Span, Sample: "triage.params.json", Written: true}}
	if diff := cmp.Diff(want, lenses); diff != "" {
		t.Errorf("lenses (-want +got):\n%s", diff)
	}
	if list := playbookedit.Lenses(m, "packs/text.star"); len(list) > 0 {
		t.Errorf("a module has lenses: %v", list)
	}
}

func TestSampleValuesFitTheParameters(t *testing.T) {
	m := workspace(map[string]string{"playbook.star": `a = param("a")
b = param("b", kind = "int", default = 7)
c = param("c", kind = "flag")
d = param("d", kind = "choice", choices = ["x", "y"])
e = param("e", default = "it is")
playbook("p", steps = [])
`})
	got, err := playbookedit.Sample(m, "playbook.star")
	if err != nil {
		t.Fatal(err)
	}
	want := "{\n  \"a\": \"sample text\",\n  \"b\": 7,\n  \"c\": true,\n  \"d\": \"x\",\n  \"e\": \"it is\"\n}\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := playbook.DecodeLaunch([]byte(got)); err != nil {
		t.Error(err)
	}
}

func TestFormatChangesNothingButTheLayout(t *testing.T) {
	for name, tc := range map[string]struct{ src, want string }{
		"spaces":              {"x=1\ny = [ 1,2 ]\n", "x = 1\ny = [1, 2]\n"},
		"comments stay":       {"x=1 # why\n# and\n", "x = 1  # why\n# and\n"},
		"CRLF stays":          {"x=1\r\ny=2\r\n", "x = 1\r\ny = 2\r\n"},
		"a mark stays":        {"\ufeffx=1\n", "\ufeffx = 1\n"},
		"a broken file stays": {"x=1\ny = (\n", "x=1\ny = (\n"},
		"what is right stays": {"x = 1\n", "x = 1\n"},
		"an empty file stays": {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			edits, err := playbookedit.Format(playbook.Parse("playbook.star", []byte(tc.src)))
			if broken := strings.HasPrefix(name, "a broken"); errors.Is(err, playbookedit.ErrBroken) != broken || err != nil && !broken {
				t.Fatal(err)
			}
			got, err := text.Apply(tc.src, edits)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if edits, _ := playbookedit.Format(playbook.Parse("playbook.star", []byte(got))); len(edits) > 0 {
				t.Errorf("formatted again: %v", edits)
			}
		})
	}
}
