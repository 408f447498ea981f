package bot

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
	"github.com/google/go-cmp/cmp"
)

const examples = "../../testdata/bot/examples"

func readFile(t testing.TB, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func exampleFiles(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob(examples + "/*.bot")
	if err != nil || len(files) < 15 {
		t.Fatalf("examples: %d files, %v", len(files), err)
	}
	return append(files, examples+"/lib/release_parts.bot")
}

func example(t testing.TB, name string) *File {
	t.Helper()
	return Parse(text.New(readFile(t, filepath.Join(examples, name))))
}

// codes lists a file's errors as `CODE line:column`, warnings as BOT117.
func codes(f *File) []string {
	list := []string{}
	for _, e := range f.Errors {
		at := f.Text.LineCol(e.Span.Start)
		code := e.Code
		if e.Warning {
			code = "reads-differently"
		}
		list = append(list, fmt.Sprintf("%s %d:%d", code, at.Line, at.Column))
	}
	return list
}

// TestExamplesHaveTheErrorsOfTheNewestEngine compares with the column "Newest"
// of the examples' README, parse stage.
func TestExamplesHaveTheErrorsOfTheNewestEngine(t *testing.T) {
	want := map[string][]string{
		"08-bad-indentation.bot": {"E003 5:1", "E003 13:1", "E003 17:1"},
		"10-bad-edges.bot":       {"E030 20:22", "E002 25:7", "E002 26:9"},
		"11-bad-properties.bot": {
			"E021 5:9", "E002 7:16", "E002 7:17", "E014 9:1", "E020 13:23", "E011 15:1", "E020 19:9",
			"E012 22:3", "E020 24:12", "E020 25:13", "E002 26:15", "E012 27:3",
		},
		"12-bracket-traps.bot": {"E002 7:10", "E004 13:12", "reads-differently 21:15"},
		"15-bad-strings.bot":   {"E012 8:8", "E004 14:12", "E003 19:1", "reads-differently 19:2"},
	}
	for _, path := range exampleFiles(t) {
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			f := Parse(text.New(readFile(t, path)))
			w := want[name]
			if w == nil {
				w = []string{}
			}
			if d := cmp.Diff(w, codes(f)); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestBrokenExamplesKeepEveryDeclarationAndEdge is the last paragraph of the
// examples' README.
func TestBrokenExamplesKeepEveryDeclarationAndEdge(t *testing.T) {
	cases := []struct{ file, decls, edges string }{
		{"08-bad-indentation.bot", "schema bad, schema good, agent first, agent second, workflow indentation",
			"first->second, second->done"},
		{"10-bad-edges.bot", "schema out, agent one, agent two, agent island, workflow edges",
			"one->two, one->two, one->done, two->one, two->done, two->done, two->"},
		{"11-bad-properties.bot", "vars, vars, schema shape, agent done, router fail, agent worker, workflow properties",
			"worker->done"},
		{"12-bracket-traps.bot", "agent one, agent two, agent three, workflow brackets",
			"one->two, two->three, three->done"},
		{"15-bad-strings.bot", "schema out, tool first, tool second, prompt third, agent fourth, workflow strings",
			"first->second, second->fourth, fourth->done"},
	}
	for _, c := range cases {
		t.Run(c.file, func(t *testing.T) {
			f := example(t, c.file)
			var decls, edges []string
			for _, d := range f.Decls {
				decls = append(decls, strings.TrimSpace(d.Kind.Keyword()+" "+d.Name.Text))
				for _, e := range d.Edges {
					edges = append(edges, refs(e))
				}
			}
			if d := cmp.Diff(c.decls, strings.Join(decls, ", ")); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(c.edges, strings.Join(edges, ", ")); d != "" {
				t.Error(d)
			}
			if len(f.Orphans) > 0 {
				t.Errorf("%d edges outside the workflow", len(f.Orphans))
			}
		})
	}
}

func refs(e *Edge) string {
	var list []string
	for _, r := range e.Refs {
		list = append(list, r.Text)
	}
	return strings.Join(list, "->")
}
