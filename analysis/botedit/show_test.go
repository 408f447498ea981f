package botedit_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/botedit"
	"github.com/boundary-lsp/boundary-lsp/analysis/outline"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// The marks of symbols, folds, selection, links, calls, lenses and inlay hints
// hold.
func TestShowingMarks(t *testing.T) {
	files, err := filepath.Glob("../../testdata/authoring/marker_*.txtar")
	if err != nil || len(files) != 57 {
		t.Fatalf("%d vectors, %v", len(files), err)
	}
	if total := showMarks(t, files); total != 28 {
		t.Errorf("%d marks", total)
	}
}

// So do those of this package.
func TestMoreShowingMarks(t *testing.T) {
	files, err := filepath.Glob("testdata/show/*.txtar")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	if total := showMarks(t, files); total < 40 {
		t.Errorf("%d marks", total)
	}
}

func showMarks(t *testing.T, files []string) (total int) {
	t.Helper()
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m := unpack(t, src)
		for _, line := range m.lines {
			w := split(line)
			if len(w) < 4 {
				continue
			}
			check := m.shower(w)
			if check == nil {
				continue
			}
			total++
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar")+"/"+line, check)
		}
	}
	return total
}

func (m *marks) shower(w []string) func(t *testing.T) {
	if w[0] == "-" {
		return m.whole(w[1], w[2], w[3:])
	}
	file, at, want := w[0], w[1], w[3:]
	switch w[2] {
	case "selection":
		return func(t *testing.T) {
			rest := want[1:]
			for _, s := range m.chain(t, file, m.offset(t, file, at)) {
				if len(rest) > 0 && m.span(m.path(file), s) == rest[0] {
					rest = rest[1:]
				}
			}
			if len(rest) > 0 {
				t.Errorf("no %v in %v", rest, m.spans(file, m.chain(t, file, m.offset(t, file, at))))
			}
		}
	case "link":
		return func(t *testing.T) {
			off := m.offset(t, file, at)
			for _, l := range botedit.Links(m.snap, m.path(file)) {
				if l.Span.Contains(off) {
					m.same(t, []string{"=", want[1]}, []string{strings.TrimPrefix(l.Target, m.dir+"/")})
					return
				}
			}
			if want[0] != "none" {
				t.Error("no link")
			}
		}
	case "calls":
		return func(t *testing.T) {
			var got []string
			for _, c := range botedit.PrepareCalls(m.snap, m.path(file), m.offset(t, file, at)) {
				find := botedit.OutgoingCalls
				if want[0] == "in" {
					find = botedit.IncomingCalls
				}
				for _, n := range find(m.snap, c.Unit, c.Name) {
					got = append(got, n.Name)
				}
			}
			m.same(t, want[1:], got)
		}
	case "lens", "inlay":
		return func(t *testing.T) {
			got := m.above(t, w[2], file, m.offset(t, file, at))
			for _, part := range want[1:] {
				if !slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, part) }) {
					t.Errorf("no %q in %q", part, got)
				}
			}
			if want[0] == "none" && len(got) > 0 {
				t.Errorf("got %q", got)
			}
		}
	}
	return nil
}

// chain gives the selection at an offset, which has to nest strictly.
func (m *marks) chain(t *testing.T, file string, off int) []text.Span {
	t.Helper()
	f, err := m.snap.Bot(m.path(file))
	if err != nil {
		t.Fatal(err)
	}
	list := botedit.Selection(f, off)
	nested(t, f.Text, list, off)
	return list
}

func nested(t *testing.T, src *text.Text, list []text.Span, off int) {
	t.Helper()
	if len(list) == 0 || list[len(list)-1] != (text.Span{End: src.Len()}) {
		t.Errorf("at %d the chain %v does not end with the file", off, list)
	}
	for i, s := range list {
		if !s.Contains(off) || i > 0 && (!s.Covers(list[i-1]) || s.Len() <= list[i-1].Len()) {
			t.Errorf("at %d: %v", off, list)
		}
	}
}

func (m *marks) spans(file string, list []text.Span) []string {
	var out []string
	for _, s := range list {
		out = append(out, m.span(m.path(file), s))
	}
	return out
}

// above are the titles of lenses, or the texts of inlay hints, on a line.
func (m *marks) above(t *testing.T, feature, file string, off int) []string {
	t.Helper()
	src, p := m.text(file), m.path(file)
	var got []string
	add := func(at int, s string) {
		if src.LineAt(at) == src.LineAt(off) {
			got = append(got, s)
		}
	}
	if feature == "inlay" {
		for _, l := range analysis.Inlays(m.snap, p, true) {
			add(l.At, l.Text)
		}
		for _, l := range botedit.Types(m.snap, p, text.Span{End: src.Len()}) {
			add(l.At, ": "+l.Type)
		}
		return got
	}
	for _, l := range analysis.Lenses(m.snap, p, true) {
		add(l.Span.Start, l.Title)
	}
	for _, c := range botedit.Counts(m.snap, p) {
		add(c.Span.Start, fmt.Sprintf("%d references", len(c.Places)))
	}
	for _, s := range botedit.Workflows(m.snap, p) {
		add(s.Start, "show graph")
	}
	return got
}

var kindNames = map[outline.Kind]string{
	outline.Class: "Class", outline.Event: "Event", outline.String: "String", outline.Struct: "Struct",
	outline.Field: "Field", outline.Namespace: "Namespace", outline.Variable: "Variable", outline.Enum: "Enum",
	outline.EnumMember: "EnumMember", outline.Module: "Module", outline.Interface: "Interface", outline.Function: "Function",
}

// whole checks a mark about a document or the workspace.
func (m *marks) whole(feature, name string, want []string) func(t *testing.T) {
	switch feature {
	case "symbols":
		return func(t *testing.T) {
			var got []string
			for _, y := range m.outline(t, name) {
				got = append(got, y.Name)
			}
			if !slices.Equal(got, want[1:]) {
				t.Errorf("got %q, want %q", got, want[1:])
			}
		}
	case "symbol":
		return func(t *testing.T) { m.symbol(t, name, want[0], want[1:]) }
	case "wsymbols":
		return func(t *testing.T) {
			found, err := botedit.Search(context.Background(), m.snap, name)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range found {
				got = append(got, f.Name)
			}
			switch want[0] {
			case "none":
				if len(got) > 0 {
					t.Errorf("got %q", got)
				}
			case "first":
				if len(got) == 0 || got[0] != want[1] {
					t.Errorf("got %q", got)
				}
			case "=":
				if !slices.Equal(got, want[1:]) {
					t.Errorf("got %q, want %q", got, want[1:])
				}
			default:
				for _, w := range want[1:] {
					if !slices.Contains(got, w) {
						t.Errorf("no %s in %q", w, got)
					}
				}
			}
		}
	case "folds":
		return func(t *testing.T) {
			f, err := m.snap.Bot(m.path(name))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, x := range outline.BotFolds(f) {
				kind := map[outline.FoldKind]string{outline.Comment: "/comment", outline.Imports: "/imports"}[x.Kind]
				got = append(got, fmt.Sprintf("%d-%d%s", f.Text.LineAt(x.Span.Start)+1, f.Text.LineAt(x.Span.End)+1, kind))
			}
			for _, w := range want[1:] {
				if !slices.Contains(got, w) {
					t.Errorf("no %s in %q", w, got)
				}
			}
		}
	case "links":
		return func(t *testing.T) {
			var got []string
			for _, l := range botedit.Links(m.snap, m.path(name)) {
				got = append(got, strings.TrimPrefix(l.Target, m.dir+"/"))
			}
			m.same(t, want, got)
		}
	}
	return nil
}

func (m *marks) outline(t *testing.T, name string) []outline.Symbol {
	t.Helper()
	f, err := m.snap.Bot(m.path(name))
	if err != nil {
		t.Fatal(err)
	}
	acting := analysis.Acting(m.snap, m.path(name), true)
	return outline.Bot(f, func(name int) bool { return acting[name] != nil })
}

func (m *marks) symbol(t *testing.T, file, name string, want []string) {
	t.Helper()
	var walk func(list []outline.Symbol, parent string) bool
	walk = func(list []outline.Symbol, parent string) bool {
		for _, y := range list {
			if y.Name != name {
				if walk(y.Children, y.Name) {
					return true
				}
				continue
			}
			for _, w := range want {
				switch key, value, _ := strings.Cut(w, "="); {
				case key == "kind" && kindNames[y.Kind] != value, key == "parent" && parent != value:
					t.Errorf("%s: kind %s, parent %s", w, kindNames[y.Kind], parent)
				case strings.HasPrefix(w, "detail~") && !strings.Contains(y.Detail, strings.Trim(w[7:], `"`)):
					t.Errorf("%s: detail %q", w, y.Detail)
				}
			}
			return true
		}
		return false
	}
	if !walk(m.outline(t, file), "") {
		t.Errorf("no symbol %s", name)
	}
}

// Selection nests at every place of every vector, and in broken text.
func TestSelectionsNest(t *testing.T) {
	files, err := filepath.Glob("../../testdata/authoring/*.txtar")
	if err != nil || len(files) != 186 {
		t.Fatalf("%d vectors, %v", len(files), err)
	}
	n := 0
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m := unpack(t, src)
		for _, name := range m.files {
			src := m.text(name)
			switch workspace.Kind(name) {
			case workspace.Bot:
				for off := range src.Len() + 1 {
					m.chain(t, name, off)
					n++
				}
			case workspace.Markdown:
				for off := range src.Len() + 1 {
					nested(t, src, botedit.SelectionOf(src, outline.Markdown(src), off), off)
				}
			case workspace.Config:
				for off := range src.Len() + 1 {
					nested(t, src, botedit.SelectionOf(src, outline.TOML(src), off), off)
				}
			}
		}
	}
	if n < 10000 {
		t.Errorf("%d places", n)
	}
}
