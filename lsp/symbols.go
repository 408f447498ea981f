package lsp

import (
	"context"
	"path"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/botedit"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/outline"
	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// symbolKinds are the protocol's numbers of the outline's kinds.
var symbolKinds = map[outline.Kind]protocol.SymbolKind{
	outline.Class:      protocol.SymbolKindClass,
	outline.Event:      protocol.SymbolKindEvent,
	outline.String:     protocol.SymbolKindString,
	outline.Struct:     protocol.SymbolKindStruct,
	outline.Field:      protocol.SymbolKindField,
	outline.Namespace:  protocol.SymbolKindNamespace,
	outline.Variable:   protocol.SymbolKindVariable,
	outline.Enum:       protocol.SymbolKindEnum,
	outline.EnumMember: protocol.SymbolKindEnumMember,
	outline.Module:     protocol.SymbolKindModule,
	outline.Interface:  protocol.SymbolKindInterface,
	outline.Function:   protocol.SymbolKindFunction,
	outline.Property:   protocol.SymbolKindProperty,
	outline.Object:     protocol.SymbolKindObject,
}

// documentSymbols answers textDocument/documentSymbol, as a tree where the
// client takes one.
func (v *view) documentSymbols(ctx context.Context, p protocol.DocumentSymbolParams) (any, error) {
	file, ok := v.path(p.TextDocument.URI)
	if !ok {
		return []protocol.DocumentSymbol{}, nil
	}
	h := v.snap.File(file)
	var list []outline.Symbol
	if h.Err == nil {
		switch workspace.Kind(file) {
		case workspace.Bot:
			if f, err := v.snap.Bot(file); err == nil {
				acting := analysis.Acting(v.snap, file, v.open(file))
				list = outline.Bot(f, func(name int) bool { return acting[name] != nil })
			}
		case workspace.Markdown:
			list = outline.Markdown(h.Text)
		case workspace.Config:
			list = outline.TOML(h.Text)
		}
	}
	if b, ok := v.booksAt(ctx, file); ok {
		list = playbookedit.Symbols(b, b.id)
	}
	if v.client.hierarchicalSymbols {
		return v.symbolTree(h.Text, list), nil
	}
	return v.flatSymbols(h.Text, v.uri(file), list, "", []protocol.SymbolInformation{}), nil
}

func (v *view) symbolTree(t *text.Text, list []outline.Symbol) []protocol.DocumentSymbol {
	out := make([]protocol.DocumentSymbol, 0, len(list))
	for _, s := range list {
		d := protocol.DocumentSymbol{
			Name: finding.Cut(s.Name), Kind: symbolKinds[s.Kind],
			Range: v.rang(t, s.Span), SelectionRange: v.rang(t, s.Selection),
		}
		if s.Detail != "" {
			detail := finding.Cut(s.Detail)
			d.Detail = &detail
		}
		if len(s.Children) > 0 {
			d.Children = v.symbolTree(t, s.Children)
		}
		out = append(out, d)
	}
	return out
}

func (v *view) flatSymbols(t *text.Text, u uri.URI, list []outline.Symbol, container string, out []protocol.SymbolInformation) []protocol.SymbolInformation {
	for _, s := range list {
		info := protocol.SymbolInformation{Location: protocol.Location{URI: u, Range: v.rang(t, s.Span)}}
		info.Name, info.Kind = finding.Cut(s.Name), symbolKinds[s.Kind]
		if container != "" {
			info.ContainerName = &container
		}
		out = append(out, info)
		out = v.flatSymbols(t, u, s.Children, info.Name, out)
	}
	return out
}

// workspaceSymbols answers workspace/symbol: what the bots and playbooks of the
// workspace folders declare, in one order (authoring.md 6, S2).
func (v *view) workspaceSymbols(ctx context.Context, p protocol.WorkspaceSymbolParams) (any, error) {
	r := botedit.NewRanking(p.Query)
	bots, err := botedit.Search(ctx, v.snap, p.Query)
	if err != nil {
		return nil, err
	}
	for _, f := range bots {
		r.Add(f)
	}
	for _, b := range v.allBooks(ctx) {
		for _, y := range playbookedit.WorkspaceSymbols(b, p.Query, botedit.MaxFound) {
			r.Add(botedit.Found{Name: y.Name, Kind: y.Kind, Container: y.Container, Path: b.Path(y.ID), Span: y.Selection})
		}
	}
	out := []protocol.SymbolInformation{}
	for _, f := range r.Best() {
		t := v.text(f.Path)
		if t == nil {
			continue
		}
		info := protocol.SymbolInformation{Location: protocol.Location{URI: v.uri(f.Path), Range: v.rang(t, f.Span)}}
		info.Name, info.Kind = finding.Cut(f.Name), symbolKinds[f.Kind]
		if f.Container != "" {
			container := finding.Cut(f.Container)
			info.ContainerName = &container
		}
		out = append(out, info)
	}
	return out, ctx.Err()
}

// allBooks are the roots that the workspace folders and the open playbooks lie
// in, each once.
func (v *view) allBooks(ctx context.Context) []*books {
	var list []*books
	roots := map[string]bool{}
	add := func(root string) {
		if !roots[root] {
			roots[root] = true
			list = append(list, v.booksOf(ctx, root))
		}
	}
	for _, dir := range v.snap.Folders() {
		add(v.snap.Root(path.Join(dir, workspace.ConfigName)))
	}
	for _, file := range v.snap.Opened() {
		if workspace.Kind(file) == workspace.Playbook && v.snap.IsPlaybook(file) {
			add(v.snap.PlaybookRoot(file))
		}
	}
	return list
}
