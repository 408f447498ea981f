package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
)

// references answers textDocument/references.
func (v *view) references(ctx context.Context, p protocol.ReferenceParams) (any, error) {
	b, off, ok := v.at(ctx, p.TextDocumentPositionParams)
	if !ok {
		return []protocol.Location{}, nil
	}
	list := playbookedit.References(b, b.id, off, p.Context.IncludeDeclaration)
	return b.locations(list), ctx.Err()
}
