package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/outline"
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
}

// documentSymbols answers textDocument/documentSymbol, as a tree where the
// client takes one.
func (v *view) documentSymbols(_ context.Context, p protocol.DocumentSymbolParams) (any, error) {
	path, ok := v.path(p.TextDocument.URI)
	if !ok {
		return []protocol.DocumentSymbol{}, nil
	}
	h := v.snap.File(path)
	var list []outline.Symbol
	if h.Err == nil {
		switch workspace.Kind(path) {
		case workspace.Bot:
			if f, err := v.snap.Bot(path); err == nil {
				acting := analysis.Acting(v.snap, path, v.open(path))
				list = outline.Bot(f, func(name int) bool { return acting[name] != nil })
			}
		case workspace.Markdown:
			list = outline.Markdown(h.Text)
		case workspace.Config:
			list = outline.TOML(h.Text)
		}
	}
	if v.client.hierarchicalSymbols {
		return v.symbolTree(h.Text, list), nil
	}
	return v.flatSymbols(h.Text, v.uri(path), list, "", []protocol.SymbolInformation{}), nil
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
