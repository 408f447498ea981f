package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
)

// hover answers textDocument/hover; null where there is nothing to say.
func (v *view) hover(ctx context.Context, p protocol.HoverParams) (any, error) {
	path, ok := v.path(p.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	t := v.text(path)
	if t == nil {
		return nil, nil
	}
	markdown, span, ok := analysis.Hover(v.snap, path, v.offset(t, p.Position), v.open(path))
	if !ok {
		var b *books
		if b, ok = v.booksAt(ctx, path); ok {
			markdown, span, ok = playbookedit.Hover(b, b.id, v.offset(t, p.Position))
		}
	}
	if !ok {
		return nil, nil
	}
	r := v.rang(t, span)
	return &protocol.Hover{Contents: v.markup(markdown), Range: &r}, nil
}

// markup is Markdown in the form that the client takes.
func (v *view) markup(markdown string) *protocol.MarkupContent {
	if v.client.plainHover {
		return &protocol.MarkupContent{Kind: protocol.MarkupKindPlainText, Value: plain(markdown)}
	}
	return &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: markdown}
}

// plain takes the marks out of our own Markdown, which knows only bold and
// code.
func plain(markdown string) string {
	return strings.NewReplacer("**", "", "`", "").Replace(markdown)
}
