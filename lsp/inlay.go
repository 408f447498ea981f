package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis"
)

// inlayHints answers textDocument/inlayHint: the write reasons behind a
// member's header (boundary-class.md 12).
func (v *view) inlayHints(_ context.Context, p protocol.InlayHintParams) (any, error) {
	out := []protocol.InlayHint{}
	path, ok := v.path(p.TextDocument.URI)
	if !ok || !v.settings.Load().InlayHints {
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
	return out, nil
}
