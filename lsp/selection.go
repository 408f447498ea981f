package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// selectionRanges answers textDocument/selectionRange: one chain for each
// position, at least the position itself.
func (v *view) selectionRanges(ctx context.Context, p protocol.SelectionRangeParams) (any, error) {
	out := []protocol.SelectionRange{}
	b, ok := v.books(ctx, p.TextDocument.URI)
	if !ok {
		return out, nil
	}
	for _, at := range p.Positions {
		off := v.offset(b.text, at)
		spans := playbookedit.Selection(b, b.id, off)
		var chain *protocol.SelectionRange
		for i := len(spans) - 1; i >= 0; i-- {
			chain = &protocol.SelectionRange{Range: v.rang(b.text, spans[i]), Parent: chain}
		}
		if chain == nil {
			chain = &protocol.SelectionRange{Range: v.rang(b.text, text.Span{Start: off, End: off})}
		}
		out = append(out, *chain)
	}
	return out, nil
}
