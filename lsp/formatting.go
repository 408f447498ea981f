package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot/format"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// formatting answers textDocument/formatting. The layout is not a matter of
// the client's options (authoring.md 1.6).
func (v *view) formatting(_ context.Context, p protocol.DocumentFormattingParams) (any, error) {
	path, ok := v.path(p.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	return v.layout(analysis.Format(v.snap, path)), nil
}

// rangeFormatting answers textDocument/rangeFormatting, for bots.
func (v *view) rangeFormatting(_ context.Context, p protocol.DocumentRangeFormattingParams) (any, error) {
	path, ok := v.path(p.TextDocument.URI)
	t := v.text(path)
	if !ok || t == nil {
		return nil, nil
	}
	return v.layout(analysis.FormatRange(v.snap, path, v.span(t, p.Range))), nil
}

// layout is the answer for a layout: null for a document that is left alone.
func (v *view) layout(l analysis.Layout) any {
	if l.Left != nil && l.Left.Code == "CFG403" {
		v.log.Error("the document cannot be laid out", zap.String("path", l.Path), zap.String("why", l.Left.Message), zap.String("panic", l.Panic))
	}
	if l.Left != nil || l.Problem != nil || l.Foreign {
		return nil
	}
	return v.textEdits(l.Path, l.Edits)
}

// typeFormatting answers textDocument/onTypeFormatting, for bots.
func (v *view) typeFormatting(_ context.Context, p protocol.DocumentOnTypeFormattingParams) (any, error) {
	path, ok := v.path(p.TextDocument.URI)
	t := v.text(path)
	if !ok || t == nil {
		return nil, nil
	}
	return v.textEdits(path, analysis.FormatTyped(v.snap, path, v.offset(t, p.Position), p.Ch)), nil
}

func (v *view) textEdits(path string, edits []text.Edit) []protocol.TextEdit {
	t := v.text(path)
	out := make([]protocol.TextEdit, len(edits))
	for i, e := range edits {
		out[i] = protocol.TextEdit{Range: v.rang(t, e.Span), NewText: e.New}
	}
	return out
}

// typeTriggers are the characters behind which a client asks for the layout.
func typeTriggers() protocol.DocumentOnTypeFormattingOptions {
	list := format.Triggers()
	return protocol.DocumentOnTypeFormattingOptions{FirstTriggerCharacter: list[0], MoreTriggerCharacter: list[1:]}
}
