package botedit_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/analysis/botedit"
)

var able = botedit.Options{RenameFiles: true}

// The marks of definition, references, highlight and rename hold.
func TestNavigationMarks(t *testing.T) {
	files, err := filepath.Glob("../../testdata/authoring/marker_*.txtar")
	if err != nil || len(files) != 57 {
		t.Fatalf("%d vectors, %v", len(files), err)
	}
	if total := runMarks(t, files); total != 66 {
		t.Errorf("%d marks", total)
	}
}

// So do those of this package, for what the vectors do not reach.
func TestMoreNavigationMarks(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < 3 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	runMarks(t, files)
}

func runMarks(t *testing.T, files []string) (total int) {
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
			check := m.checker(w[2])
			if check == nil {
				continue
			}
			total++
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar")+"/"+line, func(t *testing.T) {
				check(t, w[0], m.offset(t, w[0], w[1]), w[3:])
			})
		}
	}
	return total
}

type checking func(t *testing.T, file string, off int, want []string)

func (m *marks) checker(feature string) checking {
	switch feature {
	case "define":
		return func(t *testing.T, file string, off int, want []string) {
			_, to := botedit.Definition(m.snap, m.path(file), off)
			var list []botedit.Location
			for _, x := range to {
				if !x.Whole.Covers(x.Span) {
					t.Errorf("%v is not within %v", x.Span, x.Whole)
				}
				list = append(list, x.Location)
			}
			m.same(t, want, m.places(list))
		}
	case "refs":
		return func(t *testing.T, file string, off int, want []string) {
			m.same(t, want, m.places(botedit.References(m.snap, m.path(file), off, true)))
		}
	case "highlight":
		return func(t *testing.T, file string, off int, want []string) {
			var got []string
			for _, h := range botedit.Highlights(m.snap, m.path(file), off) {
				kind := "/r"
				if h.Write {
					kind = "/w"
				}
				got = append(got, m.span(m.path(file), h.Span)+kind)
			}
			m.same(t, want, got)
		}
	case "prepare":
		return func(t *testing.T, file string, off int, want []string) {
			span, _, err := botedit.PrepareRename(m.snap, m.path(file), off, able)
			if refused(t, err, want) {
				return
			}
			m.same(t, want, []string{m.span(m.path(file), span)})
		}
	case "rename":
		return func(t *testing.T, file string, off int, want []string) {
			c, err := botedit.Rename(m.snap, m.path(file), off, want[0], able)
			if refused(t, err, want[1:]) {
				return
			}
			var got []string
			for _, e := range c.Edits {
				got = append(got, m.place(e.Path, e.Span))
				if e.New != want[0] {
					t.Errorf("%s becomes %q", m.place(e.Path, e.Span), e.New)
				}
			}
			m.same(t, want[1:], got)
		}
	}
	return nil
}

// refused reports whether an error is what was expected, or was not expected.
func refused(t *testing.T, err error, want []string) bool {
	t.Helper()
	switch {
	case want[0] != "refused":
		if err != nil {
			t.Fatalf("refused: %v", err)
		}
		return false
	case err == nil:
		t.Errorf("not refused, want %q", want[1])
	case !strings.Contains(err.Error(), want[1]):
		t.Errorf("refused with %q, want %q in it", err, want[1])
	}
	return true
}

func (m *marks) places(list []botedit.Location) []string {
	var out []string
	for _, l := range list {
		out = append(out, m.place(l.Path, l.Span))
	}
	return out
}

func (m *marks) same(t *testing.T, want, got []string) {
	t.Helper()
	if want[0] == "none" {
		if len(got) > 0 {
			t.Errorf("got %v, want nothing", got)
		}
		return
	}
	if diff := cmp.Diff(sorted(want[1:]), sorted(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
