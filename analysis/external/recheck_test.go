package external_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// What is parsed again around an edit says what the whole file would.
func TestAnEditIsJudgedByWhatIsAroundIt(t *testing.T) {
	first, n := programs(t)
	rng := rand.New(rand.NewPCG(first, 11))
	news := []string{
		"x", "a + b", "(", ")", "]", "x,", "x, y", "*y", "**y", "k = 1", `"`, `"""`, "'s'", "# c", "\n", "x\n", "", "lambda: x", "not x", "x if y else z",
		"x; y = 1", "\\\n", "x.", "1: 2", "x for x in y", "pass", "return", "é", "\x00", "\xff",
	}
	refused, alone := 0, 0
	for seed := first; seed < first+n; seed++ {
		src := playbooktest.Generate(seed).Files[playbooktest.EntryID]
		switch rng.IntN(4) {
		case 0:
			src = strings.ReplaceAll(src, "\n", "\r\n")
		case 1:
			src = "\ufeff" + strings.TrimSuffix(src, "\n") + "; z = 1; y = [1, {2: f(3)}]; w = (4)"
		}
		f := playbook.Parse(playbooktest.EntryID, []byte(src))
		if !f.Whole {
			t.Fatalf("seed %d does not parse", seed)
		}
		var nodes []syntax.Expr
		syntax.Walk(f.Tree, func(n syntax.Node) bool {
			if load, ok := n.(*syntax.LoadStmt); ok && load != nil {
				return false
			}
			if e, ok := n.(syntax.Expr); ok {
				nodes = append(nodes, e)
			}
			return true
		})
		for range 20 {
			node := nodes[rng.IntN(len(nodes))]
			edit := text.Edit{Span: f.Span(node), New: news[rng.IntN(len(news))]}
			after, err := text.Apply(src, []text.Edit{edit})
			if err != nil {
				t.Fatal(err)
			}
			want := playbook.Parse(playbooktest.EntryID, []byte(after)).Whole
			if !want {
				refused++
			}
			if got := external.StillParses(f, edit, node); got != want {
				t.Fatalf("seed %d: %q instead of %q parses: %t, judged %t in\n%s", seed, edit.New, src[edit.Span.Start:edit.Span.End], want, got, src)
			}
			if got, known := external.ElementParses(f, edit, node); known {
				alone++
				if got && !want {
					t.Fatalf("seed %d: %q instead of %q in an element does not parse in\n%s", seed, edit.New, src[edit.Span.Start:edit.Span.End], src)
				}
			}
		}
	}
	if refused == 0 || alone == 0 {
		t.Errorf("%d edits were refused and %d judged as elements, want some of each", refused, alone)
	}
}
