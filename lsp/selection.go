package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis/botedit"
	"github.com/boundary-lsp/boundary-lsp/analysis/outline"
	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// selectionRanges answers textDocument/selectionRange: one chain for each
// position, at least the position itself.
func (v *view) selectionRanges(ctx context.Context, p protocol.SelectionRangeParams) (any, error) {
	out := []protocol.SelectionRange{}
	t, around := v.selector(ctx, p)
	if around == nil {
		return out, nil
	}
	for _, at := range p.Positions {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		off := v.offset(t, at)
		spans := around(off)
		var chain *protocol.SelectionRange
		for i := len(spans) - 1; i >= 0; i-- {
			chain = &protocol.SelectionRange{Range: v.rang(t, spans[i]), Parent: chain}
		}
		if chain == nil {
			chain = &protocol.SelectionRange{Range: v.rang(t, text.Span{Start: off, End: off})}
		}
		out = append(out, *chain)
	}
	return out, nil
}

// selector gives the function that finds the spans around an offset of a
// document, nil for a document that is none of ours.
func (v *view) selector(ctx context.Context, p protocol.SelectionRangeParams) (*text.Text, func(off int) []text.Span) {
	if b, ok := v.books(ctx, p.TextDocument.URI); ok {
		return b.text, func(off int) []text.Span { return playbookedit.Selection(b, b.id, off) }
	}
	file, t, ok := v.botText(p.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	switch workspace.Kind(file) {
	case workspace.Bot:
		f, err := v.snap.Bot(file)
		if err != nil {
			return nil, nil
		}
		return t, func(off int) []text.Span { return botedit.Selection(f, off) }
	case workspace.Config:
		symbols := outline.TOML(t)
		return t, func(off int) []text.Span { return botedit.SelectionOf(t, symbols, off) }
	}
	symbols := outline.Markdown(t)
	return t, func(off int) []text.Span { return botedit.SelectionOf(t, symbols, off) }
}
