package analysis

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// What fits is what a look at all edits that were taken says.
func TestEditsFitThatTouchNoneOfThoseTaken(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	both := map[bool]int{}
	for range 300 {
		list := taken{}
		var all []finding.Edit
		for range 40 {
			at := rng.IntN(200)
			e := finding.Edit{Path: []string{"a", "b"}[rng.IntN(2)], Span: text.Span{Start: at, End: at + rng.IntN(4)}, New: []string{"", "x"}[rng.IntN(2)]}
			want := !slices.ContainsFunc(all, func(have finding.Edit) bool {
				return have != e && have.Path == e.Path && e.Span.Start <= have.Span.End && have.Span.Start <= e.Span.End
			})
			if got := list.fits([]finding.Edit{e}); got != want {
				t.Fatalf("%v fits: %t, want %t, beside %v", e, got, want, all)
			}
			if both[want]++; want {
				list.add([]finding.Edit{e})
				all = append(all, e)
			}
		}
	}
	if both[true] == 0 || both[false] == 0 {
		t.Errorf("tried were %v", both)
	}
}

func TestAnAnalysisOfAPlaybookEndsWithTheSession(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "playbook.star")
	src := "v = param(\"v\")\nplaybook(\"p\", steps = [step(\"s\", agent = agent(\"b\"), prompt = str(v))])\n"
	if err := os.WriteFile(file, []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for _, want := range []int{1, 0} {
		snap := workspace.NewSession(workspace.Options{Dir: dir, Context: ctx}).Snapshot()
		if got := len(OwnFindings(snap, workspace.Key(file))); got != want {
			t.Errorf("%d findings, want %d", got, want)
		}
		cancel()
	}
}
