package playbookedit

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// seen is what the features take from a context.
type seen struct {
	Callee     text.Span
	Place      int
	Keyword    string
	Bare       bool
	Receiver   bool
	Open       int
	Inside     string
	Comment    bool
	Statement  bool
	InString   bool
	StringFrom int
	Word       text.Span
	Dot        int
}

func what(c *context) seen {
	s := seen{Comment: c.comment, Word: c.word, Dot: c.dot}
	if c.comment {
		return s // nothing else is looked at
	}
	s.Statement, s.InString = c.statement, c.str != nil
	if c.str != nil {
		s.StringFrom = c.str.inner.Start
	}
	if f, inside := c.call(); f != nil {
		s.Callee, s.Place, s.Keyword, s.Bare, s.Receiver = f.callee, f.place, f.keyword, f.bare, f.receiver
		s.Open = c.toks[f.start].span.Start
		for _, g := range inside {
			s.Inside += string(g.open)
		}
	}
	return s
}

func TestTheContextIsThatOfAllTokensBefore(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "*playbook*", "*.txtar"))
	if err != nil || len(files) == 0 {
		files, err = filepath.Glob(filepath.Join("..", "..", "testdata", "lsp", "playbook", "*.txtar"))
	}
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	sources := []string{
		"f(\nx = 1\ng(a, b = [",
		"x = \"\"\"a\nb = f(\n\"\"\"\ny = g(",
		"def f(a):\n    \"\"\"doc\nh(\n    \"\"\"\n    return a(",
		"x = [\n]\n(a,\n# f(\nz.q(\"w",
		"\ufeffx = f(1,\n  y = \"a",
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range txtar.Parse(data).Files {
			if filepath.Ext(f.Name) == ".star" {
				sources = append(sources, string(f.Data))
			}
		}
	}
	for _, src := range sources {
		x := newIndex(playbook.Parse("playbook.star", []byte(src)))
		for off := range len(src) + 1 {
			if diff := cmp.Diff(what(contextAt(x.f.Source, 0, off)), what(x.context(off))); diff != "" {
				t.Fatalf("at %d (-all +some):\n%s\n%q", off, diff, src[:off])
			}
		}
	}
}
