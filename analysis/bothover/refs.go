package bothover

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/botdocs"
	"github.com/boundary-lsp/boundary-lsp/analysis/botindex"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// reference says what a place in a reference resolves to, whether it is there
// when it is read, and how it is put in (authoring.md 4, H8).
func (h *hover) reference(p *page, o *botindex.Occurrence) {
	ref, at := h.dotted(o)
	if len(ref) > 1 && ref[0] == "outputs" {
		h.output(p, o, ref)
	}
	if len(ref) > 1 && ref[0] == "input" && o.Kind == botindex.Field {
		for _, s := range o.Symbols {
			if s.Owner != nil && s.Owner.Kind == botindex.Schema {
				p.line("Reads " + quote("input."+s.Name) + typed(s))
			}
		}
	}
	if o.Role != botindex.Template || o.Kind == botindex.Namespace {
		return
	}
	raw := h.raw(o.Path, at)
	if raw {
		p.line("`!` puts it in as it is, without quotes")
	}
	f, d := h.declarationOf(o.Path, o.Span)
	if f == nil || d == nil || d.Kind != bot.KindTool {
		return
	}
	for _, x := range d.Props {
		if x.Value == nil || !x.Value.Span.Covers(o.Span) {
			continue
		}
		switch {
		case x.Name.Text == "command" && !raw:
			p.line("In a command it is shell-quoted: one word, of a `string[]` one for each element, of a `json` its compact text")
		case x.Name.Text == "script":
			p.line("In a script it becomes a JSON literal of its value")
		}
	}
}

func typed(s *botindex.Symbol) string {
	if t := typeText(s); t != "" {
		return ", " + "`" + strings.TrimPrefix(t, ": ") + "`"
	}
	return ""
}

// dotted gives the words of the reference that holds a place, up to it, and
// where the first of them stands.
func (h *hover) dotted(o *botindex.Occurrence) (words []string, start int) {
	words, start = []string{o.Name}, o.Span.Start
	for at := o; len(words) < 8; {
		at = h.before(at)
		if at == nil {
			break
		}
		words = append(words, at.Name)
		start = at.Span.Start
	}
	slices.Reverse(words)
	return words, start
}

// raw reports whether the reference that begins at an offset stands behind
// `{{!`.
func (h *hover) raw(file string, at int) bool {
	src := h.source(file)
	if at > len(src) {
		return false
	}
	s := strings.TrimRight(src[:at], " \t")
	s, ok := strings.CutSuffix(s, "!")
	return ok && strings.HasSuffix(strings.TrimRight(s, " \t"), "{{")
}

// output describes what is read of a node, and whether that node runs before
// those that read it. ref ends with the place.
func (h *hover) output(p *page, o *botindex.Occurrence, ref []string) {
	readers, own := h.nodesAt(o)
	has := func(n string) bool { return h.x.Node(n) != nil }
	// In a group each use reads its own node.
	named := func(reader string) (name string, taken int, declared bool) {
		prefix := ""
		if i := strings.LastIndexByte(reader, '.'); i >= 0 {
			prefix = reader[:i]
		}
		return bot.NodePath(ref[1:], prefix, has)
	}
	first := ""
	if len(readers) > 0 {
		first = readers[0]
	}
	name, taken, declared := named(first)
	if !declared {
		return
	}
	n := h.x.Node(name)
	if rest := ref[1+taken:]; len(rest) > 0 && n.Output != nil {
		if f := h.x.Symbol(botindex.Field, n.Output, rest[0]); f != nil && f.Declared() {
			p.line("Reads the output of " + quote(name) + ", schema " + quote(n.Output.Name) + typed(f))
		}
	}
	var before, not []string
	for i, r := range readers {
		if i == maxNames {
			break
		}
		node, _, ok := named(r)
		switch {
		case !ok:
		case own && r == node, h.graph().Before(r)[node]:
			before = append(before, upstream(node, "is upstream of", r))
		default:
			not = append(not, upstream(node, "is not upstream of", r))
		}
	}
	p.list("Order", append(before, not...), maxNames)
}

func upstream(node, verb, reader string) string {
	return quote(node) + " " + verb + " " + quote(reader)
}

// nodesAt are the graph's nodes that read what stands at a place; own says that
// they have run by then, as the source of an edge has.
func (h *hover) nodesAt(o *botindex.Occurrence) (names []string, own bool) {
	if o.Prompt != nil {
		for _, r := range h.x.Readers(o.Prompt) {
			if r.Symbol.Decl != nil {
				names = append(names, h.graphNames(r.Symbol)...)
			}
		}
		return unique(names), false
	}
	f, d := h.declarationOf(o.Path, o.Span)
	if f == nil || d == nil {
		return nil, false
	}
	if n := h.x.NodeOf(d); n != nil {
		return h.graphNames(n), false
	}
	e := edgeOf(f, d, o.Span)
	for _, a := range h.graph().Arrows {
		if e != nil && a.Edge == e && a.Last {
			names = append(names, a.From)
		}
	}
	return names, true
}

// engine describes words of the engine in references and expressions
// (authoring.md 4, H14).
func (h *hover) engine(p *page, o *botindex.Occurrence) {
	switch o.Kind {
	case botindex.Namespace:
		p.line(botdocs.Docs(botdocs.Namespace, o.Name))
	case botindex.Function:
		p.line(botdocs.Docs(botdocs.Function, o.Name))
	case botindex.Member:
		ns := "outputs"
		if ref, _ := h.dotted(o); len(ref) > 1 {
			ns = ref[0]
		}
		if ns == "input" && strings.HasPrefix(o.Name, "_") {
			ns = "outputs"
		}
		p.line(botdocs.Docs(botdocs.Member, ns+"."+o.Name))
	}
}

// env describes an environment variable; the value on this machine is never
// looked at (authoring.md 4, H13).
func (h *hover) env(p *page, o *botindex.Occurrence) {
	p.head(clean("${"+o.Name+"}"), "environment variable; its value is not read")
	p.line(botdocs.Docs(botdocs.Environment, o.Name))
	_, d := h.declarationOf(o.Path, o.Span)
	src := h.source(o.Path)
	switch {
	case d != nil && d.Kind == bot.KindSecrets:
		p.line("a default of it would be a secret, and is not shown")
	case o.Span.Start >= 2 && strings.HasPrefix(src[o.Span.Start-2:], "${"):
		line := src[o.Span.Start-2:]
		if n := strings.IndexByte(line, '\n'); n >= 0 {
			line = line[:n]
		}
		if refs := bot.EnvRefs(line); len(refs) > 0 && refs[0].Name == o.Name {
			if refs[0].HasDefault {
				p.line("default " + quote(refs[0].Default) + ", where it is unset or empty")
			} else {
				p.line("without a default")
			}
		}
	}
	s := o.Symbol()
	if s == nil {
		return
	}
	var others []string
	for _, r := range s.Refs {
		if r == o || len(others) > maxNames {
			continue
		}
		if t := h.snap.File(r.Path).Text; t != nil {
			others = append(others, quote(h.where(r.Path))+", line "+count(t.LineCol(r.Span.Start).Line))
		}
	}
	if len(others) == 0 {
		p.line("used nowhere else")
	}
	p.list("Used too", unique(others), maxNames)
}

// spanIn is the inner span of a value: without quotes.
func spanIn(v *bot.Value) text.Span {
	if v.Kind == bot.String {
		return v.Inner
	}
	return v.Span
}
