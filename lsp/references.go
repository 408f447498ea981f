package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis/botedit"
	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
)

// references answers textDocument/references.
func (v *view) references(ctx context.Context, p protocol.ReferenceParams) (any, error) {
	if file, t, ok := v.botText(p.TextDocument.URI); ok {
		list := botedit.References(v.snap, file, v.offset(t, p.Position), p.Context.IncludeDeclaration)
		return v.places(list), ctx.Err()
	}
	b, off, ok := v.at(ctx, p.TextDocumentPositionParams)
	if !ok {
		return []protocol.Location{}, nil
	}
	list := playbookedit.References(b, b.id, off, p.Context.IncludeDeclaration)
	return b.locations(list), ctx.Err()
}
