package botindex

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// origin leads a span of a decoded text to its file.
type origin func(text.Span) (path string, span text.Span)

// text reads the templates of a string.
func (b *builder) text(f *bot.UnitFile, v *bot.Value, sc scope) {
	if v == nil || v.Kind != bot.String {
		return
	}
	s, m := f.File.Decode(v)
	if !strings.Contains(s, "{{") {
		return
	}
	b.x.texts[f.Path] = append(b.x.texts[f.Path], Text{Value: v})
	b.templates(s, func(x text.Span) (string, text.Span) { return f.Path, m.SourceSpan(x) }, sc)
}

// templates reads the references of a text. One that the engine refuses hides
// none of those behind it; one over two lines is read, as the engine does
// (bot-language.md 12.1).
func (b *builder) templates(s string, at origin, sc scope) {
	sc.role = Template
	for i := 0; ; {
		n := strings.Index(s[i:], "{{")
		if n < 0 {
			return
		}
		start := i + n
		end := strings.Index(s[start+2:], "}}")
		if end < 0 {
			return
		}
		inner := s[start+2 : start+2+end]
		if n := strings.LastIndex(inner, "{{"); n >= 0 {
			i = start + 2 + n
			continue
		}
		i = start + 2 + end + 2
		b.reference(split(inner, start+2), at, sc)
	}
}

// split gives the words of a template.
func split(inner string, at int) []bot.Ident {
	trim := func(s string) string {
		t := strings.TrimLeft(s, " \t\r\n")
		at += len(s) - len(t)
		return strings.TrimRight(t, " \t\r\n")
	}
	p := trim(inner)
	if rest, ok := strings.CutPrefix(p, "!"); ok {
		at++
		p = trim(rest)
	}
	var list []bot.Ident
	for w := range strings.SplitSeq(p, ".") {
		list = append(list, bot.Ident{Text: w, Span: text.Span{Start: at, End: at + len(w)}})
		at += len(w) + 1
	}
	return list
}

// reference notes what the words of a reference name.
func (b *builder) reference(ws []bot.Ident, at origin, sc scope) {
	if len(ws) < 2 {
		return
	}
	note := func(i int, k Kind, s *Symbol) {
		if i < len(ws) {
			p, span := at(ws[i].Span)
			b.at(p, span, ws[i].Text, k, sc.role, s)
		}
	}
	field := func(i int, schema *Symbol) {
		if i < len(ws) {
			p, span := at(ws[i].Span)
			b.field(p, span, ws[i].Text, schema, sc.role)
		}
	}
	name := ws[1].Text
	unit := func(k Kind) { note(1, k, b.symbol(k, nil, name)) }
	switch ws[0].Text {
	case "vars":
		unit(Var)
	case "input":
		field(1, sc.input)
	case "outputs":
		b.outputs(ws, at, sc, note, field)
	case "artifacts":
		unit(Artifact)
	case "attachments":
		unit(Attachment)
		note(2, Member, nil)
	case "secrets":
		unit(Secret)
		note(2, Member, nil)
	case "loop":
		unit(Loop)
		note(2, Member, nil)
	case "each":
		aliases := b.routers[name]
		if b.x.symbols[key{Foreach, nil, name}] != nil || len(aliases) == 0 {
			unit(Foreach)
		}
		for _, a := range aliases {
			if b.x.symbols[key{Foreach, nil, name}] == nil {
				note(1, Alias, a)
			}
		}
		note(2, Member, nil)
	case "run":
		note(1, Member, nil)
	case "params":
		if g := b.groupOf(sc.group); g != nil {
			note(1, Param, b.symbol(Param, g, name))
		} else {
			note(1, Param, nil)
		}
	default:
		return
	}
	note(0, Namespace, nil)
}

func (b *builder) outputs(ws []bot.Ident, at origin, sc scope, note func(int, Kind, *Symbol), field func(int, *Symbol)) {
	p, _ := at(ws[1].Span)
	placed := make([]bot.Ident, 0, 3)
	for _, w := range ws[1:min(len(ws), 4)] {
		_, span := at(w.Span)
		placed = append(placed, bot.Ident{Text: w.Text, Span: span})
	}
	n, taken := b.nodeWords(p, placed, sc.group, sc.role)
	i := 1 + taken
	if i >= len(ws) {
		return
	}
	switch f := ws[i].Text; {
	case n == nil:
		field(i, nil)
	case f == "history", n.Decl != nil && n.Decl.Kind == bot.KindAwaitAnswers:
		note(i, Member, nil)
	case n.Decl != nil && n.Decl.Kind == bot.KindRouter:
		if a := b.x.symbols[key{Alias, n, f}]; a != nil {
			note(i, Alias, a)
		} else {
			note(i, Member, nil)
		}
	default:
		field(i, n.Output)
	}
}

// expr reads an expression.
func (b *builder) expr(f *bot.UnitFile, v *bot.Value, sc scope) {
	if v == nil || v.Kind != bot.String {
		return
	}
	s, m := f.File.Decode(v)
	if strings.TrimSpace(s) == "" {
		return
	}
	b.x.texts[f.Path] = append(b.x.texts[f.Path], Text{Value: v, Expr: true})
	at := func(x text.Span) (string, text.Span) { return f.Path, m.SourceSpan(x) }
	b.templates(s, at, sc)
	e, err := bot.ParseExpr(masked(s))
	if err != nil {
		b.x.Unread = append(b.x.Unread, Unread{f.Path, v.Span})
		return
	}
	sc.role = Expression
	b.walk(e, at, sc, nil)
}

// mask stands for a template in an expression: a group's parameter, which is
// replaced before the expression is read.
const mask = '_'

func masked(s string) string {
	if !strings.Contains(s, "{{") {
		return s
	}
	out := []byte(s)
	for _, t := range bot.Templates(s) {
		for i := t.Span.Start; i < t.Span.End; i++ {
			out[i] = mask
		}
	}
	return string(out)
}

// walk notes the paths, functions and lambdas of an expression. bound are the
// parameters around it, the innermost last.
func (b *builder) walk(e *bot.Expr, at origin, sc scope, bound []*Symbol) {
	if e == nil {
		return
	}
	switch e.Kind {
	case bot.ExprPath:
		b.path(e.Path, at, sc, bound)
		return
	case bot.ExprCall:
		p, span := at(e.OpSpan)
		b.at(p, span, e.Op, Function, sc.role, nil)
	}
	inner := bound
	for _, id := range e.Params {
		s := &Symbol{Kind: Lambda, Name: id.Text}
		p, span := at(id.Span)
		b.at(p, span, id.Text, Lambda, Declares, s)
		b.x.ordered[Lambda] = append(b.x.ordered[Lambda], s)
		inner = append(inner[:len(inner):len(inner)], s)
	}
	for i, a := range e.Args {
		if i == len(e.Args)-1 {
			b.walk(a, at, sc, inner)
		} else {
			b.walk(a, at, sc, bound)
		}
	}
}

func (b *builder) path(ws []bot.Ident, at origin, sc scope, bound []*Symbol) {
	if len(ws) == 0 || strings.Trim(ws[0].Text, string(mask)) == "" {
		return
	}
	for i := len(bound) - 1; i >= 0; i-- {
		if bound[i].Name == ws[0].Text {
			p, span := at(ws[0].Span)
			b.at(p, span, ws[0].Text, Lambda, sc.role, bound[i])
			return
		}
	}
	p, span := at(ws[0].Span)
	if slices.Contains(bot.ExprNamespaces, ws[0].Text) {
		if len(ws) == 1 {
			b.at(p, span, ws[0].Text, Namespace, sc.role, nil) // no field, whatever the schema has
		}
		b.reference(ws, at, sc)
		return
	}
	b.field(p, span, ws[0].Text, sc.input, Bare)
}

// env notes the names in ${…}.
func (b *builder) env(f *bot.UnitFile, v *bot.Value) {
	if v == nil || v.Kind != bot.String {
		return
	}
	s, m := f.File.Decode(v)
	b.envRefs(s, 0, func(x text.Span) (string, text.Span) { return f.Path, m.SourceSpan(x) }, 0)
}

func (b *builder) envRefs(s string, shift int, at origin, depth int) {
	if !strings.Contains(s, "$") || depth > 32 {
		return
	}
	for _, r := range bot.EnvRefs(s) {
		start := r.Span.Start + strings.Index(s[r.Span.Start:], r.Name)
		p, span := at(text.Span{Start: start, End: start + len(r.Name)}.Shift(shift))
		b.at(p, span, r.Name, Env, Template, b.symbol(Env, nil, r.Name))
		if r.HasDefault {
			inner := r.Span.End - 1 - len(r.Default)
			b.envRefs(r.Default, shift+inner, at, depth+1)
		}
	}
}

func (b *builder) envOf(f *bot.UnitFile, d *bot.Decl, prop string) {
	if p := d.Prop(prop); p != nil {
		b.env(f, p.Value)
	}
}
