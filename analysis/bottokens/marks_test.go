package bottokens_test

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/bottokens"
)

// The marks of tokens hold.
func TestTokenMarks(t *testing.T) {
	if total := runMarks(t, vectors(t, "../../testdata/authoring/marker_*.txtar", 57)); total != 28 {
		t.Errorf("%d marks", total)
	}
}

// So do those of this package, for what the vectors do not reach.
func TestMoreTokenMarks(t *testing.T) {
	if total := runMarks(t, vectors(t, "testdata/*.txtar", 3)); total < 100 {
		t.Errorf("%d marks", total)
	}
}

func runMarks(t *testing.T, files []string) (total int) {
	t.Helper()
	for _, file := range files {
		v := read(t, file)
		for _, line := range v.marks {
			w := words.FindAllString(line, -1)
			if len(w) < 4 || w[2] != "token" {
				continue
			}
			total++
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar")+"/"+line, func(t *testing.T) {
				p := path.Join(dir, w[0])
				at := span(t, v.snap.File(p).Text, w[1])
				var got []string
				for _, tok := range bottokens.Of(v.snap, p) {
					switch {
					case tok.Span == at:
						got = append(got, spell(tok))
					case tok.Span.Start < at.End && at.Start < tok.Span.End:
						got = append(got, "other range: "+spell(tok))
					}
				}
				want := []string{strings.Join(sorted(w[3:]), " ")}
				if w[3] == "none" {
					want = nil
				}
				for i := range got {
					got[i] = strings.Join(sorted(strings.Fields(got[i])), " ")
				}
				if !slices.Equal(want, got) {
					t.Errorf("got %q, want %q", got, want)
				}
			})
		}
	}
	return total
}

// sorted puts the modifiers behind the type into one order.
func sorted(w []string) []string {
	w = slices.Clone(w)
	slices.Sort(w[1:])
	return w
}
