package external

import (
	"context"
	"time"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// AnalyzeCoarse is Analyze with a budget that is hit at once.
func AnalyzeCoarse(ctx context.Context, ws Workspace, entry string) *Result {
	return analyze(ctx, ws, entry, 1)
}

// AnalyzeFlood is Analyze where the coarse mode too had too much to do.
func AnalyzeFlood(ctx context.Context, ws Workspace, entry string) *Result {
	it := newFloodInterp(ctx, ws)
	it.runFlood(it.module(entry))
	it.unknownSteps()
	return it.result(entry, []string{"flood"})
}

// CoarseEffort is what the coarse mode spends on an entry, without a look at the
// clock, and what it may spend.
func CoarseEffort(ctx context.Context, ws Workspace, entry string) (spent, budget int) {
	it := newCoarseInterp(ctx, ws)
	it.deadline = it.deadline.Add(time.Hour)
	it.execute(it.module(entry))
	return it.effort, it.budget
}

// FloodEffort is what AnalyzeFlood spends.
func FloodEffort(ctx context.Context, ws Workspace, entry string) int {
	it := newFloodInterp(ctx, ws)
	it.runFlood(it.module(entry))
	return it.effort
}

// StillParses is what fixes ask before they are offered.
func StillParses(f *playbook.File, edit text.Edit, node syntax.Node) bool {
	m := &module{id: f.ID, file: f}
	return m.stillParses(edit, node)
}

// ElementParses is the same for an edit in an element of a large statement.
func ElementParses(f *playbook.File, edit text.Edit, node syntax.Node) (parses, known bool) {
	m := &module{id: f.ID, file: f}
	return m.elementParses(edit, node)
}

// MaxSteps is the budget of Analyze.
const MaxSteps = maxSteps

// AnalyzeWithin is Analyze with another budget.
func AnalyzeWithin(ctx context.Context, ws Workspace, entry string, steps int) *Result {
	return analyze(ctx, ws, entry, steps)
}

// Taken is how many calls a result has from what is kept of earlier analyses.
func Taken(r *Result) int { return r.run.taken }

// Spent is what an analysis counted against its budgets.
func Spent(r *Result) (steps, effort int) { return r.run.steps, r.run.effort }

// Kept is how many calls are kept of a file's functions, about how large they
// are, and how large they may be.
func Kept(f *playbook.File) (calls, size, room int) {
	m := &module{file: f}
	k := m.keptOf()
	for _, list := range k.of {
		for _, c := range list {
			calls++
			size += c.size()
		}
	}
	return calls, size, size + k.room
}
