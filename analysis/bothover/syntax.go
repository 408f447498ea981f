package bothover

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/botdocs"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// syntax describes what is no name: arrows, properties, words
// (authoring.md 4, H9 to H11).
func (h *hover) syntax(f *bot.File) (string, text.Span, bool) {
	if md, span, ok := h.arrows(f, f.Orphans); ok {
		return md, span, true
	}
	for _, d := range f.Decls {
		if d.Span.Contains(h.off) {
			if md, span, ok := h.inside(f, d); ok {
				return md, span, true
			}
		}
	}
	return "", text.Span{}, false
}

func (h *hover) inside(f *bot.File, d *bot.Decl) (string, text.Span, bool) {
	if md, span, ok := h.arrows(f, d.Edges); ok {
		return md, span, true
	}
	for _, n := range d.Decls {
		if n.Span.Contains(h.off) {
			if md, span, ok := h.inside(f, n); ok {
				return md, span, true
			}
		}
	}
	return h.props(f, d.Kind, d.Kind.Keyword(), nil, d.Props)
}

func (h *hover) arrows(f *bot.File, edges []*bot.Edge) (string, text.Span, bool) {
	if h.x == nil {
		return "", text.Span{}, false
	}
	unit := h.x.Unit.File(h.file)
	if unit == nil {
		return "", text.Span{}, false
	}
	for _, e := range edges {
		if !e.Span.Contains(h.off) {
			continue
		}
		if i, span, ok := arrowAt(f.Text.String(), e, h.off); ok {
			return h.edge(unit, e, i), span, true
		}
	}
	return "", text.Span{}, false
}

// props looks into the properties of a declaration or block. block is the name
// that botdocs knows the block by, path leads to it from the declaration.
func (h *hover) props(f *bot.File, k bot.Kind, block string, path []string, list []*bot.Prop) (string, text.Span, bool) {
	info := bot.Block(k, path...)
	for _, p := range list {
		if !p.Span.Contains(h.off) || p.Name.Missing() || p.Unknown {
			continue
		}
		in := info.Prop(p.Name.Text)
		inner := p.Name.Text
		switch {
		case in != nil && p.Name.Span.Contains(h.off):
			return botdocs.PropertyDocs(block, in), p.Name.Span, true
		case in == nil:
			inner = block
			if info != nil && info.Entry != nil {
				entry := *info.Entry
				entry.Name = block
				in = &entry
			}
		}
		if p.Value != nil && in != nil && p.Value.Span.Contains(h.off) {
			if md, span := h.value(f, in, p.Value); md != "" {
				return md, span, true
			}
		}
		if len(p.Block) > 0 {
			next := append(path[:len(path):len(path)], p.Name.Text)
			if md, span, ok := h.props(f, k, inner, next, p.Block); ok {
				return md, span, true
			}
		}
	}
	return "", text.Span{}, false
}

// value describes the word under the cursor in a value.
func (h *hover) value(f *bot.File, in *bot.PropInfo, v *bot.Value) (string, text.Span) {
	if v.Kind == bot.List {
		for _, item := range v.Items {
			if item.Span.Contains(h.off) && item.Kind != bot.List {
				return h.value(f, in, item)
			}
		}
		return "", text.Span{}
	}
	span := spanIn(v)
	if !span.Contains(h.off) || span.Empty() {
		return "", text.Span{}
	}
	word := strings.TrimSpace(f.ValueText(v))
	if word == "" || strings.ContainsAny(word, "\n") {
		return "", text.Span{}
	}
	switch in.Name {
	case "tools", "tool_policy", "agent_tools":
		return botdocs.Docs(botdocs.Tool, word), span
	case "capabilities":
		return botdocs.Docs(botdocs.Capability, word), span
	case "backend", "default_backend":
		if strings.Contains(word, "{{") || strings.Contains(word, "$") {
			return "", text.Span{}
		}
		if md := botdocs.Docs(botdocs.Backend, word); md != "" {
			return md, span
		}
		return quote(word) + " backend\n\nno name that is known here; the `tools:` list is taken never to reach it, so nothing bounds the node", span
	}
	return botdocs.WordDocs(in, word), span
}
