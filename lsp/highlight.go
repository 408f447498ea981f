package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
)

// documentHighlights answers textDocument/documentHighlight.
func (v *view) documentHighlights(ctx context.Context, p protocol.DocumentHighlightParams) (any, error) {
	out := []protocol.DocumentHighlight{}
	b, off, ok := v.at(ctx, p.TextDocumentPositionParams)
	if !ok {
		return out, nil
	}
	for _, h := range playbookedit.Highlights(b, b.id, off) {
		kind := protocol.DocumentHighlightKindRead
		if h.Write {
			kind = protocol.DocumentHighlightKindWrite
		}
		out = append(out, protocol.DocumentHighlight{Range: v.rang(b.text, h.Span), Kind: kind})
	}
	return out, nil
}
