package lsp

import (
	"context"
	"encoding/json"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
)

// nodeArgument is the argument of the commands that lenses run.
type nodeArgument struct {
	URI  string `json:"uri"`
	Node string `json:"node"` // its name in the unit
}

// codeLenses answers textDocument/codeLens: above each member its write
// reasons, and the insertion of its paragraph where that is missing
// (boundary-class.md 12); above a playbook its preview and its sample values
// (playbook.md 13.9).
func (v *view) codeLenses(ctx context.Context, p protocol.CodeLensParams) (any, error) {
	out := []protocol.CodeLens{}
	path, ok := v.path(p.TextDocument.URI)
	if !ok || !v.settings.Load().CodeLens {
		return out, nil
	}
	if b, ok := v.booksAt(ctx, path); ok {
		return v.playbookLenses(b)
	}
	t := v.text(path)
	if t == nil {
		return out, nil
	}
	for _, l := range analysis.Lenses(v.snap, path, v.open(path)) {
		name := commandShowReasons
		if l.Fix != nil {
			if name = commandInsertParagraph; !v.client.applyEdit {
				continue
			}
		}
		raw, err := json.Marshal(nodeArgument{string(v.uri(path)), l.Node})
		if err != nil {
			return nil, err
		}
		out = append(out, protocol.CodeLens{
			Range:   v.rang(t, l.Span),
			Command: protocol.Command{Title: l.Title, Command: name, Arguments: []protocol.LSPAny{raw}},
		})
	}
	return out, nil
}

func (v *view) playbookLenses(b *books) (any, error) {
	out := []protocol.CodeLens{}
	arg, err := v.entryArgument(b.path)
	if err != nil {
		return nil, err
	}
	for _, l := range playbookedit.Lenses(b, b.id) {
		add := func(title, name string) {
			out = append(out, protocol.CodeLens{
				Range:   v.rang(b.text, l.Span),
				Command: protocol.Command{Title: title, Command: name, Arguments: []protocol.LSPAny{arg}},
			})
		}
		add("Preview prompts", commandRender)
		if !l.Written && v.client.applyEdit {
			add("Write sample values", commandWriteSample)
		}
	}
	return out, nil
}
