package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis/botedit"
	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// documentHighlights answers textDocument/documentHighlight.
func (v *view) documentHighlights(ctx context.Context, p protocol.DocumentHighlightParams) (any, error) {
	out := []protocol.DocumentHighlight{}
	if file, t, ok := v.botText(p.TextDocument.URI); ok {
		for _, h := range botedit.Highlights(v.snap, file, v.offset(t, p.Position)) {
			out = append(out, v.highlight(t, h.Span, h.Write))
		}
		return out, ctx.Err()
	}
	b, off, ok := v.at(ctx, p.TextDocumentPositionParams)
	if !ok {
		return out, nil
	}
	for _, h := range playbookedit.Highlights(b, b.id, off) {
		out = append(out, v.highlight(b.text, h.Span, h.Write))
	}
	return out, nil
}

func (v *view) highlight(t *text.Text, span text.Span, write bool) protocol.DocumentHighlight {
	kind := protocol.DocumentHighlightKindRead
	if write {
		kind = protocol.DocumentHighlightKindWrite
	}
	return protocol.DocumentHighlight{Range: v.rang(t, span), Kind: kind}
}
