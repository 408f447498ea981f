package playbookedit_test

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
)

var update = flag.Bool("update", false, "rewrite the golden file of the ways")

// The golden file has the hover of each mark, in the order of the text.
func TestHoverShowsTheWayThatExternalTextTook(t *testing.T) {
	m := fixture(t, "way")
	var b strings.Builder
	for _, id := range slices.Sorted(maps.Keys(m.marks)) {
		marks := m.marks[id]
		names := slices.SortedFunc(maps.Keys(marks), func(a, b string) int { return marks[a].Start - marks[b].Start })
		for _, name := range names {
			md, _, _ := playbookedit.Hover(m, id, marks[name].Start)
			again, _, _ := playbookedit.Hover(m.change(id, m.files[id]), id, marks[name].Start)
			if md != again {
				t.Errorf("%s: asked twice:\n%s", name, cmp.Diff(md, again))
			}
			b.WriteString("## " + name + "\n\n" + md + "\n\n")
		}
	}
	golden := filepath.Join("..", "..", "testdata", "lsp", "playbook", "way.golden")
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestALongWayLosesItsMiddle(t *testing.T) {
	src := "x0 = param(\"issue\")\n"
	for i := range 30 {
		src += "x" + string(rune('a'+i%26)) + string(rune('0'+i/26)) + " = \"a\" + " + previous(i) + "\n"
	}
	src += "last = " + previous(30) + "\nplaybook(\"p\", steps = [])\n"
	m := workspace(map[string]string{"playbook.star": src})
	md, _, ok := playbookedit.Hover(m, "playbook.star", strings.Index(src, "last"))
	if !ok || !strings.Contains(md, "more steps") || strings.Count(md, "\n- ") != 13 {
		t.Errorf("hover %v\n%s", ok, md)
	}
	if !strings.Contains(md, "- line 1: supplied at launch") || !strings.HasSuffix(md, "assigned to `last`") {
		t.Errorf("the ends are not there:\n%s", md)
	}
}

func previous(i int) string {
	if i == 0 {
		return "x0"
	}
	i--
	return "x" + string(rune('a'+i%26)) + string(rune('0'+i/26))
}
