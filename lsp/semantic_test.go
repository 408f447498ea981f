package lsp_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/boundary-lsp/boundary-lsp/lsp/lsptest"
)

// The tokens that a client has after each delta are those in full, and the
// delta is what the mark says.
func TestDeltasOfBotTokens(t *testing.T) {
	for _, encoding := range []string{"utf-16", "utf-8", "utf-32"} {
		t.Run(encoding, func(t *testing.T) {
			a, err := txtar.ParseFile(filepath.Join("..", "testdata", "tokens", "deltas.txtar"))
			if err != nil {
				t.Fatal(err)
			}
			s := serve(t, "")
			s.Initialize(full(with([]string{encoding}, "general", "positionEncodings")), nil)
			docs := map[string]*lsptest.Doc{}
			marks := ""
			for _, f := range a.Files {
				if f.Name == "deltas" {
					marks = strings.TrimSpace(string(f.Data))
					continue
				}
				p := filepath.Join(s.Root, filepath.FromSlash(f.Name))
				if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(p, f.Data, 0o644); err != nil {
					t.Fatal(err)
				}
				docs[f.Name] = s.Open(f.Name, string(f.Data))
			}
			main := docs["main.bot"]
			var have semanticTokens
			s.Must("textDocument/semanticTokens/full", object{"textDocument": main.ID()}, &have)
			data := have.Data
			for mark := range strings.SplitSeq(marks, "\n") {
				want := edit(t, docs, mark)
				var delta, whole semanticTokens
				s.Must("textDocument/semanticTokens/full/delta", object{"textDocument": main.ID(), "previousResultId": have.ResultID}, &delta)
				got := "same"
				for _, e := range delta.Edits {
					got = fmt.Sprintf("%d -%d +%d", e.Start, e.DeleteCount, len(e.Data))
					data = slices.Concat(data[:e.Start], e.Data, data[e.Start+e.DeleteCount:])
				}
				if got != want && encoding == "utf-16" {
					t.Errorf("%s: the delta is %s", mark, got)
				}
				have.ResultID = delta.ResultID
				s.Must("textDocument/semanticTokens/full", object{"textDocument": main.ID()}, &whole)
				if diff := cmp.Diff(whole.Data, data); diff != "" {
					t.Fatalf("%s (-full +delta):\n%s", mark, diff)
				}
				have.ResultID = whole.ResultID
			}
		})
	}
}

// edit makes the edit of a mark and gives what the mark says of the delta.
func edit(t *testing.T, docs map[string]*lsptest.Doc, mark string) string {
	t.Helper()
	name, rest, _ := strings.Cut(mark, " ")
	at, rest, _ := strings.Cut(rest, " ")
	quoted, err := strconv.QuotedPrefix(rest)
	if err != nil {
		t.Fatalf("%s: %v", mark, err)
	}
	insert, _ := strconv.Unquote(quoted)
	var from, to [2]int
	if _, err := fmt.Sscanf(at, "%d:%d-%d:%d", &from[0], &from[1], &to[0], &to[1]); err != nil {
		t.Fatalf("%s: %v", mark, err)
	}
	d := docs[name]
	offset := func(at [2]int) int {
		lines := strings.SplitAfter(d.Text, "\n")
		return len(strings.Join(lines[:at[0]-1], "")) + len(string([]rune(lines[at[0]-1])[:at[1]-1]))
	}
	d.Replace(offset(from), offset(to), insert)
	return strings.TrimSpace(strings.TrimPrefix(rest, quoted))
}

// legendOf is the legend that a server announces.
type legendOf struct {
	Capabilities struct {
		SemanticTokensProvider struct {
			Legend struct{ TokenTypes, TokenModifiers []string }
		}
	}
}

// read writes tokens out: text, type and modifiers.
func (l *legendOf) read(t *testing.T, d *lsptest.Doc, data []int) []string {
	t.Helper()
	legend := l.Capabilities.SemanticTokensProvider.Legend
	var list []string
	var at lsptest.Position
	for n := range slices.Chunk(data, 5) {
		if n[0] > 0 {
			at.Character = 0
		}
		at.Line, at.Character = at.Line+n[0], at.Character+n[1]
		s := d.Slice(lsptest.Range{Start: at, End: lsptest.Position{Line: at.Line, Character: at.Character + n[2]}}) + " " + legend.TokenTypes[n[3]]
		for i, m := range legend.TokenModifiers {
			if n[4]&(1<<i) != 0 {
				s += " " + m
			}
		}
		list = append(list, s)
	}
	return list
}

func TestWhatAClientDoesNotListIsLeftOutOfTheLegend(t *testing.T) {
	const src = "dsl: 2\r\n\r\nprompt p:\r\n  🙂 UNTRUSTED INPUT BOUNDARY: {{vars.x}} {{run.id}}\r\n"
	for _, c := range []struct {
		name                string
		types, mods         []string
		wantTypes, wantMods []string
		want                []string
	}{
		{
			"a client that lists some, in an order of its own",
			[]string{"macro", "unknown", "property", "keyword", "string"}, []string{"external", "defaultLibrary"},
			[]string{"keyword", "property", "string", "macro"}, []string{"defaultLibrary", "external"},
			[]string{
				"dsl keyword", "prompt keyword", "🙂 UNTRUSTED INPUT BOUNDARY:  string", "{{ macro", "}} macro",
				"{{ macro", "id property defaultLibrary", "}} macro",
			},
		},
		{
			"a client that lists nothing", nil, nil,
			[]string{
				"keyword", "class", "struct", "function", "variable", "property", "enumMember", "type", "namespace", "event",
				"parameter", "string", "number", "comment", "operator", "macro",
			},
			[]string{"declaration", "readonly", "deprecated", "defaultLibrary", "boundary", "external", "converted"},
			[]string{
				"dsl keyword", "2 number", "prompt keyword", "p function declaration",
				"🙂 UNTRUSTED INPUT BOUNDARY:  string boundary", "{{ macro", "vars namespace", "}} macro",
				"{{ macro", "run namespace", "id property defaultLibrary", "}} macro",
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := serve(t, "")
			caps := full()
			if c.types != nil {
				lsptest.Set(caps, c.types, "textDocument", "semanticTokens", "tokenTypes")
				lsptest.Set(caps, c.mods, "textDocument", "semanticTokens", "tokenModifiers")
			}
			var l legendOf
			s.Must("initialize", object{"processId": nil, "rootUri": lsptest.URI(s.Root), "capabilities": caps}, &l)
			s.Notify("initialized", object{})
			legend := l.Capabilities.SemanticTokensProvider.Legend
			if diff := cmp.Diff([][]string{c.wantTypes, c.wantMods}, [][]string{legend.TokenTypes, legend.TokenModifiers}); diff != "" {
				t.Errorf("legend (-want +got):\n%s", diff)
			}
			d := s.Open("main.bot", src)
			var got semanticTokens
			s.Must("textDocument/semanticTokens/full", object{"textDocument": d.ID()}, &got)
			if diff := cmp.Diff(c.want, l.read(t, d, got.Data)); diff != "" {
				t.Errorf("tokens (-want +got):\n%s", diff)
			}
		})
	}
}

func TestARangeOfBotTokensIsAPartOfAll(t *testing.T) {
	s, d := kitServer(t, full())
	var l legendOf
	l.Capabilities.SemanticTokensProvider.Legend.TokenTypes = make([]string, 16)
	var got, whole semanticTokens
	s.Must("textDocument/semanticTokens/range", object{"textDocument": d.ID(), "range": span(4, 8, 20)}, &got)
	want := []string{"{{ ", "vars ", "topic ", "}} "}
	if diff := cmp.Diff(want, l.read(t, d, got.Data)); diff != "" {
		t.Errorf("range (-want +got):\n%s", diff)
	}
	s.Must("textDocument/semanticTokens/full", object{"textDocument": d.ID()}, &whole)
	s.Must("textDocument/semanticTokens/range", object{"textDocument": d.ID(), "range": lsptest.Range{End: d.At(len(d.Text))}}, &got)
	if diff := cmp.Diff(whole.Data, got.Data); diff != "" {
		t.Errorf("all (-full +range):\n%s", diff)
	}
}

func TestTokensOfAPromptFileAndOfOtherMarkdown(t *testing.T) {
	s, _ := kitServer(t, full())
	var l legendOf
	l.Capabilities.SemanticTokensProvider.Legend.TokenTypes = make([]string, 16)
	for name, want := range map[string][]string{
		"kit/prompts/ask.md": {"{{ ", "vars ", "topic ", "}} "}, "README.md": nil, "kit/notes.toml": nil, ".boundary.toml": nil,
	} {
		d := s.Open(name, "About {{vars.topic}}.\n")
		var got semanticTokens
		s.Must("textDocument/semanticTokens/full", object{"textDocument": d.ID()}, &got)
		if diff := cmp.Diff(want, l.read(t, d, got.Data)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
