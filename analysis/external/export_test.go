package external

import (
	"context"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// AnalyzeCoarse is Analyze with a budget that is hit at once.
func AnalyzeCoarse(ctx context.Context, ws Workspace, entry string) *Result {
	return analyze(ctx, ws, entry, 1)
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
