package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/botedit"
	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
)

// inlayHints answers textDocument/inlayHint: the write reasons behind a
// member's header (boundary-class.md 12), and types that differ from those of
// the fields they are handed to (authoring.md 8, L4); in playbooks what is external behind
// a name (playbook.md 13.8), where the settings ask for it.
func (v *view) inlayHints(ctx context.Context, p protocol.InlayHintParams) (any, error) {
	out := []protocol.InlayHint{}
	path, ok := v.path(p.TextDocument.URI)
	if !ok {
		return out, nil
	}
	if b, ok := v.booksAt(ctx, path); ok {
		return v.playbookInlays(b, p.Range), nil
	}
	if !v.settings.Load().InlayHints {
		return out, nil
	}
	t := v.text(path)
	if t == nil {
		return out, nil
	}
	span, yes := v.span(t, p.Range), true
	for _, l := range analysis.Inlays(v.snap, path, v.open(path)) {
		if !span.Contains(l.At) {
			continue
		}
		out = append(out, protocol.InlayHint{
			Position: v.position(t, l.At), Label: protocol.String(l.Text), PaddingLeft: &yes,
		})
	}
	if workspace.Kind(path) == workspace.Bot {
		for _, l := range botedit.Types(v.snap, path, span) {
			out = append(out, protocol.InlayHint{
				Position: v.position(t, l.At), Label: protocol.String(" : " + l.Type), Kind: protocol.InlayHintKindType,
			})
		}
	}
	return out, ctx.Err()
}

func (v *view) playbookInlays(b *books, r protocol.Range) []protocol.InlayHint {
	out := []protocol.InlayHint{}
	if !v.settings.Load().PlaybookInlays {
		return out
	}
	for _, l := range playbookedit.Inlays(b, b.id, v.span(b.text, r)) {
		out = append(out, protocol.InlayHint{
			Position: v.position(b.text, l.At), Label: protocol.String(l.Text), Kind: protocol.InlayHintKindType,
		})
	}
	return out
}
