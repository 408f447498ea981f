package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/botedit"
	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
	"github.com/boundary-lsp/boundary-lsp/analysis/rule"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

// linkData is what documentLink/resolve needs: a path, or a rule's code.
type linkData struct {
	Path string `json:"path,omitempty"`
	Code string `json:"code,omitempty"`
}

// documentLinks answers textDocument/documentLink: the paths of loads; in bots,
// their prompts and .boundary.toml what authoring.md 8 (L1) lists. The targets
// of the latter are given when a link is resolved.
func (v *view) documentLinks(ctx context.Context, p protocol.DocumentLinkParams) (any, error) {
	out := []protocol.DocumentLink{}
	if b, ok := v.books(ctx, p.TextDocument.URI); ok {
		for _, l := range playbookedit.Links(b, b.id) {
			target := v.uri(b.Path(l.Target))
			out = append(out, protocol.DocumentLink{Range: v.rang(b.text, l.Span), Target: &target})
		}
		return out, nil
	}
	file, t, ok := v.botText(p.TextDocument.URI)
	if !ok {
		return out, nil
	}
	type link struct {
		span text.Span
		data linkData
	}
	var list []link
	if workspace.Kind(file) == workspace.Config {
		if c := v.snap.Config(file); c.Path == file {
			for _, x := range c.Paths {
				if v.snap.Exists(x.V) {
					list = append(list, link{x.Span, linkData{Path: x.V}})
				}
			}
		}
	}
	for _, l := range botedit.Links(v.snap, file) {
		list = append(list, link{l.Span, linkData{Path: l.Target}})
	}
	for _, l := range analysis.CodeLinks(v.snap, file) {
		list = append(list, link{l.Span, linkData{Code: l.Code}})
	}
	slices.SortStableFunc(list, func(a, b link) int { return cmp.Compare(a.span.Start, b.span.Start) })
	for _, l := range list {
		raw, err := json.Marshal(l.data)
		if err != nil {
			return nil, err
		}
		out = append(out, protocol.DocumentLink{Range: v.rang(t, l.span), Data: raw})
	}
	return out, ctx.Err()
}

// resolveDocumentLink answers documentLink/resolve.
func (v *view) resolveDocumentLink(_ context.Context, p protocol.DocumentLink) (any, error) {
	if p.Target != nil {
		return p, nil
	}
	var data linkData
	if len(p.Data) == 0 || json.Unmarshal(p.Data, &data) != nil {
		return nil, rpc.InvalidParams(protocol.MethodDocumentLinkResolve, errNotOurs)
	}
	var target uri.URI
	if r, ok := rule.Get(data.Code); ok {
		target = uri.URI(pages + r.DocPath())
	} else if data.Path != "" {
		target = v.uri(workspace.Key(data.Path))
	} else {
		return nil, rpc.InvalidParams(protocol.MethodDocumentLinkResolve, errNotOurs)
	}
	p.Target = &target
	return p, nil
}
