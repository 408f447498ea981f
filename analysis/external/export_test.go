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
