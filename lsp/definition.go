package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
)

// definition answers textDocument/definition.
func (v *view) definition(ctx context.Context, p protocol.DefinitionParams) (any, error) {
	b, off, ok := v.at(ctx, p.TextDocumentPositionParams)
	if !ok {
		return []protocol.Location{}, nil
	}
	_, to := playbookedit.Definition(b, b.id, off)
	return b.locations(to), nil
}

// documentLinks answers textDocument/documentLink: the paths of loads.
func (v *view) documentLinks(ctx context.Context, p protocol.DocumentLinkParams) (any, error) {
	out := []protocol.DocumentLink{}
	b, ok := v.books(ctx, p.TextDocument.URI)
	if !ok {
		return out, nil
	}
	for _, l := range playbookedit.Links(b, b.id) {
		target := v.uri(b.Path(l.Target))
		out = append(out, protocol.DocumentLink{Range: v.rang(b.text, l.Span), Target: &target})
	}
	return out, nil
}
