package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis/botedit"
	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// definition answers textDocument/definition.
func (v *view) definition(ctx context.Context, p protocol.DefinitionParams) (any, error) {
	if file, t, ok := v.botText(p.TextDocument.URI); ok {
		origin, to := botedit.Definition(v.snap, file, v.offset(t, p.Position))
		if v.client.definitionLinks {
			return v.links(t, origin, to), ctx.Err()
		}
		list := make([]botedit.Location, 0, len(to))
		for _, x := range to {
			list = append(list, x.Location)
		}
		return v.places(list), ctx.Err()
	}
	b, off, ok := v.at(ctx, p.TextDocumentPositionParams)
	if !ok {
		return []protocol.Location{}, nil
	}
	_, to := playbookedit.Definition(b, b.id, off)
	return b.locations(to), nil
}

// links are targets as clients take them that show what leads there.
func (v *view) links(t *text.Text, origin text.Span, to []botedit.Target) []protocol.LocationLink {
	out := make([]protocol.LocationLink, 0, len(to))
	from := v.rang(t, origin)
	for _, x := range to {
		at := v.text(x.Path)
		if at == nil {
			continue
		}
		out = append(out, protocol.LocationLink{
			OriginSelectionRange: &from, TargetURI: v.uri(x.Path),
			TargetRange: v.rang(at, x.Whole), TargetSelectionRange: v.rang(at, x.Span),
		})
	}
	return out
}
