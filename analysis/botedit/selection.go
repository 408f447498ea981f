package botedit

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/boundary-lsp/boundary-lsp/analysis/outline"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Selection gives the spans around a byte offset of a bot from the inside out:
// each holds the one before and is larger (authoring.md 6, S4). The last one is
// the file.
func Selection(f *bot.File, off int) []text.Span {
	s := &selection{t: f.Text, f: f, off: off}
	s.word()
	s.edges(f.Orphans)
	s.decls(f.Decls)
	return s.chain()
}

// SelectionOf is Selection for a text that is known by its symbols: word, line,
// paragraph, the symbols around.
func SelectionOf(t *text.Text, symbols []outline.Symbol, off int) []text.Span {
	s := &selection{t: t, off: off}
	s.word()
	s.line()
	s.paragraph(text.Span{End: t.Len()})
	var walk func(list []outline.Symbol)
	walk = func(list []outline.Symbol) {
		for _, y := range list {
			if y.Span.Contains(off) {
				s.add(y.Span)
				walk(y.Children)
			}
		}
	}
	walk(symbols)
	return s.chain()
}

// selection collects the spans that hold an offset.
type selection struct {
	t    *text.Text
	f    *bot.File
	off  int
	list []text.Span
}

func (s *selection) add(span text.Span) {
	if span.Contains(s.off) && !span.Empty() {
		s.list = append(s.list, span)
	}
}

// chain orders the spans; of those that do not nest the smaller stays.
func (s *selection) chain() []text.Span {
	slices.SortStableFunc(s.list, func(a, b text.Span) int { return a.Len() - b.Len() })
	var out []text.Span
	for _, x := range append(s.list, text.Span{End: s.t.Len()}) {
		if n := len(out); n == 0 || x.Covers(out[n-1]) && x.Len() > out[n-1].Len() {
			out = append(out, x)
		}
	}
	return out
}

func wordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

func (s *selection) word() {
	src := s.t.String()
	a, b := s.off, s.off
	for a > 0 {
		r, n := utf8.DecodeLastRuneInString(src[:a])
		if !wordRune(r) {
			break
		}
		a -= n
	}
	for b < len(src) {
		r, n := utf8.DecodeRuneInString(src[b:])
		if !wordRune(r) {
			break
		}
		b += n
	}
	s.add(text.Span{Start: a, End: b})
}

// textOf is the text of a line without the blanks around it.
func (s *selection) textOf(line int) text.Span {
	span := s.t.Line(line)
	src := s.t.Slice(span)
	span.Start += len(src) - len(strings.TrimLeft(src, " \t"))
	span.End -= len(src) - len(strings.TrimRight(src, " \t\r"))
	if span.End < span.Start {
		span.End = span.Start
	}
	return span
}

func (s *selection) line() { s.add(s.textOf(s.t.LineAt(s.off))) }

// paragraph adds the lines around that are not blank, as far as they lie in
// the lines of a span.
func (s *selection) paragraph(in text.Span) {
	first, last := s.t.LineAt(in.Start), s.t.LineAt(in.End)
	a := s.t.LineAt(s.off)
	b := a
	if s.textOf(a).Empty() {
		return
	}
	for a > first && !s.textOf(a-1).Empty() {
		a--
	}
	for b < last && !s.textOf(b+1).Empty() {
		b++
	}
	s.add(text.Span{Start: s.textOf(a).Start, End: s.textOf(b).End})
}

func (s *selection) decls(list []*bot.Decl) {
	for i, d := range list {
		if !d.Span.Contains(s.off) {
			if c := s.attached(d); c.Contains(s.off) && c.Len() > d.Span.Len() {
				s.line() // among its comments
				s.add(c)
			}
			continue
		}
		s.add(d.Span)
		s.add(s.attached(d))
		s.add(d.Header)
		s.ident(d.Keyword)
		s.ident(d.Name)
		s.members(d)
		s.props(d.Props)
		s.edges(d.Edges)
		s.with(d.With)
		s.body(d)
		s.decls(d.Decls)
		if i+1 < len(list) && list[i+1].Span.Start > s.off {
			break
		}
	}
}

// attached is a declaration with the comment lines directly above it.
func (s *selection) attached(d *bot.Decl) text.Span {
	line := s.t.LineAt(d.Span.Start)
	if s.textOf(line).Start != d.Span.Start {
		return d.Span
	}
	first := d.Span.Start
	for line--; line >= 0; line-- {
		at := s.textOf(line)
		if at.Empty() || s.t.String()[at.Start] != '#' {
			break
		}
		first = at.Start
	}
	return text.Span{Start: first, End: d.Span.End}
}

// members adds the body of a declaration: from its first line to its last.
func (s *selection) members(d *bot.Decl) {
	span := text.Span{Start: -1}
	grow := func(x text.Span) {
		if span.Start < 0 || x.Start < span.Start {
			span.Start = x.Start
		}
		span.End = max(span.End, x.End)
	}
	for _, p := range d.Props {
		grow(p.Span)
	}
	for _, c := range d.Decls {
		grow(c.Span)
	}
	for _, e := range d.Edges {
		grow(e.Span)
	}
	if span.Start >= 0 {
		s.add(span)
	}
}

func (s *selection) ident(id bot.Ident) {
	if !id.Missing() {
		s.add(id.Span)
	}
}

func (s *selection) props(list []*bot.Prop) {
	for _, p := range list {
		if !p.Span.Contains(s.off) {
			continue
		}
		s.add(p.Span)
		s.ident(p.Name)
		if line := s.t.Line(s.t.LineAt(p.Span.Start)); p.Span.End > line.End {
			s.add(text.Span{Start: p.Span.Start, End: s.textOf(s.t.LineAt(p.Span.Start)).End})
		}
		s.value(p.Value)
		s.value(p.Default)
		for _, c := range p.Constraints {
			s.add(c.Span)
			for _, v := range c.Values {
				s.value(v)
			}
		}
		if n := len(p.Block); n > 0 {
			s.add(text.Span{Start: p.Block[0].Span.Start, End: p.Block[n-1].Span.End})
			s.props(p.Block)
		}
	}
}

func (s *selection) value(v *bot.Value) {
	if v == nil || !v.Span.Contains(s.off) {
		return
	}
	s.add(v.Span)
	for _, x := range v.Items {
		s.value(x)
	}
	s.props(v.Entries)
	if v.Kind != bot.String {
		return
	}
	s.add(v.Inner)
	if s.t.LineAt(v.Inner.Start) < s.t.LineAt(v.Inner.End) && v.Inner.Contains(s.off) {
		s.lines(v.Inner)
	}
	s.dotted(v.Inner)
	decoded, m := s.f.Decode(v)
	s.templates(decoded, m.SourceSpan)
}

// dotted adds the words that dots join around the offset, within a span: a
// reference of an expression.
func (s *selection) dotted(in text.Span) {
	src := s.t.Slice(in)
	part := func(r rune) bool { return r == '.' || wordRune(r) }
	at := min(max(s.off-in.Start, 0), len(src))
	a := strings.LastIndexFunc(src[:at], func(r rune) bool { return !part(r) })
	if a >= 0 {
		_, n := utf8.DecodeRuneInString(src[a:])
		a += n
	} else {
		a = 0
	}
	b := strings.IndexFunc(src[at:], func(r rune) bool { return !part(r) })
	if b = at + b; b < at {
		b = len(src)
	}
	s.add(text.Span{Start: in.Start + a, End: in.Start + b})
}

// lines adds the line and the paragraph in a text over several lines.
func (s *selection) lines(in text.Span) {
	cut := func(x text.Span) text.Span {
		return text.Span{Start: max(x.Start, in.Start), End: min(x.End, in.End)}
	}
	s.add(cut(s.textOf(s.t.LineAt(s.off))))
	n := len(s.list)
	s.paragraph(in)
	if len(s.list) > n {
		s.list[n] = cut(s.list[n])
	}
}

func (s *selection) body(d *bot.Decl) {
	if d.Body == nil || !d.Body.Span.Contains(s.off) {
		return
	}
	b := d.Body.Span
	if at := s.textOf(s.t.LineAt(b.Start)); at.Start >= b.Start {
		b.Start = at.Start
	}
	s.add(b)
	s.lines(b)
	decoded, m := s.f.BodyText(d.Body)
	s.templates(decoded, m.SourceSpan)
}

// templates adds the template around: the words before each dot, the inside,
// the braces.
func (s *selection) templates(decoded string, at func(text.Span) text.Span) {
	if !strings.Contains(decoded, "{{") {
		return
	}
	for _, t := range bot.Templates(decoded) {
		whole := at(t.Span)
		if !whole.Contains(s.off) {
			continue
		}
		s.add(whole)
		if t.Span.Len() >= 4 && t.Fault != "unclosed" {
			s.add(at(text.Span{Start: t.Span.Start + 2, End: t.Span.End - 2}))
		}
		if !t.PathSpan.Empty() {
			s.add(at(t.PathSpan))
		}
	}
}

func (s *selection) edges(list []*bot.Edge) {
	for i, e := range list {
		if !e.Span.Contains(s.off) {
			continue
		}
		s.add(e.Span)
		for _, r := range e.Refs {
			s.ident(r)
		}
		if w := e.When; w != nil {
			s.add(w.Span)
			s.ident(w.Field)
			s.value(w.Expr)
		}
		s.add(e.Else)
		if l := e.Loop; l != nil {
			s.add(l.Span)
			s.ident(l.Name)
			s.ident(l.Item)
			s.value(l.Cap)
			s.value(l.In)
		}
		s.with(e.With)
		s.run(list, i)
	}
}

// run adds the edges around that no blank line parts.
func (s *selection) run(list []*bot.Edge, i int) {
	joined := func(a, b *bot.Edge) bool {
		for line := s.t.LineAt(a.Span.End) + 1; line < s.t.LineAt(b.Span.Start); line++ {
			if s.textOf(line).Empty() {
				return false
			}
		}
		return true
	}
	a, b := i, i
	for a > 0 && joined(list[a-1], list[a]) {
		a--
	}
	for b+1 < len(list) && joined(list[b], list[b+1]) {
		b++
	}
	s.add(text.Span{Start: list[a].Span.Start, End: list[b].Span.End})
}

func (s *selection) with(w *bot.With) {
	if w == nil || !w.Span.Contains(s.off) {
		return
	}
	s.add(w.Span)
	if !w.Open.Empty() && !w.Close.Empty() {
		s.add(text.Span{Start: w.Open.Start, End: w.Close.End})
	}
	if n := len(w.Entries); n > 0 {
		s.add(text.Span{Start: w.Entries[0].Span.Start, End: w.Entries[n-1].Span.End})
	}
	s.props(w.Entries)
}
