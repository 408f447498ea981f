package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/botedit"
	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

// nodeArgument is the argument of the commands that lenses run.
type nodeArgument struct {
	URI  string `json:"uri"`
	Node string `json:"node"` // its name in the unit
}

// codeLenses answers textDocument/codeLens: above each member its write
// reasons, and the insertion of its paragraph where that is missing
// (boundary-class.md 12); above nodes, prompts and schemas the number of their
// references, above a workflow its graph (authoring.md 8, L3), lenses of one
// name in this order; above a playbook its preview and its sample values
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
	if workspace.Kind(path) == workspace.Bot {
		more, err := v.nameLenses(path, t)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	slices.SortStableFunc(out, func(a, b protocol.CodeLens) int {
		return cmp.Or(cmp.Compare(a.Range.Start.Line, b.Range.Start.Line), cmp.Compare(a.Range.Start.Character, b.Range.Start.Character))
	})
	return out, ctx.Err()
}

// Commands of clients that show something; a lens of another client shows its
// title and runs nothing.
const (
	clientShowReferences = "editor.action.showReferences"
	clientShowGraph      = "boundary.showGraph"
)

// nameLenses are the lenses of names and of workflows.
func (v *view) nameLenses(path string, t *text.Text) ([]protocol.CodeLens, error) {
	var out []protocol.CodeLens
	add := func(span text.Span, title, command string, args ...any) error {
		c := protocol.Command{Title: title}
		if slices.Contains(v.client.commands, command) {
			c.Command = command
			for _, a := range args {
				raw, err := rpc.Marshal(a)
				if err != nil {
					return err
				}
				c.Arguments = append(c.Arguments, raw)
			}
		}
		out = append(out, protocol.CodeLens{Range: v.rang(t, span), Command: c})
		return nil
	}
	for _, n := range botedit.Counts(v.snap, path) {
		title := fmt.Sprintf("%d references", len(n.Places))
		if len(n.Places) == 1 {
			title = "1 reference"
		}
		if err := add(n.Span, title, clientShowReferences, v.uri(path), v.position(t, n.Span.Start), v.places(n.Places)); err != nil {
			return nil, err
		}
	}
	for _, span := range botedit.Workflows(v.snap, path) {
		if err := add(span, "show graph", clientShowGraph, v.uri(path)); err != nil {
			return nil, err
		}
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
