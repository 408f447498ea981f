package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
)

// formatting answers textDocument/formatting. The layout of Starlark is not a
// matter of the client's options.
func (v *view) formatting(ctx context.Context, p protocol.DocumentFormattingParams) (any, error) {
	out := []protocol.TextEdit{}
	b, ok := v.books(ctx, p.TextDocument.URI)
	if !ok {
		return out, nil
	}
	for _, e := range playbookedit.Format(b, b.id) {
		out = append(out, protocol.TextEdit{Range: v.rang(b.text, e.Span), NewText: e.New})
	}
	return out, nil
}
