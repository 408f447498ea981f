package external_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
)

// Objects that hold each other are united while others are: what stands for
// some of them may have got another name meanwhile. Taken by its old one, each
// became a name of the other, and looking either up never ended.
func TestUnitingObjectsThatHoldEachOtherEnds(t *testing.T) {
	for _, n := range []int{10, 20, 40, 80} {
		body := lines(n, func(i int) string {
			if i == 0 {
				return "def f0(x): return str(x)"
			}
			return fmt.Sprintf("def f%d(x): return f%d([x]) + f%d((x,))", i, i-1, i-1)
		}) + fmt.Sprintf("p = f%d(v)\n", n-1)
		ws := workspace(map[string]string{entry: adversary(body)})
		found := external.AnalyzeCoarse(context.Background(), ws, entry).Findings[entry]
		if !slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Code == "PB001" && f.Severity == finding.Error }) {
			t.Errorf("n = %d: PB001 is not found", n)
		}
	}
}
