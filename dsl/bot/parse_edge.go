package bot

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// edgeShaped reports whether words joined by dots and an arrow stand at the
// cursor.
func (p *parser) edgeShaped() bool { return p.edgeShapedAt(p.i) }

func (p *parser) edgeShapedAt(i int) bool {
	k, i := p.skip(i)
	for k == TokWord {
		if k, i = p.skip(i + 1); k != TokDot {
			return k == TokArrow
		}
		k, i = p.skip(i + 1)
	}
	return false
}

// wrongArrow is the span of `=>`, `- >` or `-->` at the cursor, empty without
// one.
func (p *parser) wrongArrow() text.Span {
	s := p.span()
	rest := p.src[s.Start:min(s.Start+64, len(p.src))]
	n := 0
	switch {
	case strings.HasPrefix(rest, "=>"), strings.HasPrefix(rest, "–>"), strings.HasPrefix(rest, "—>"), strings.HasPrefix(rest, "→"):
		n = strings.IndexAny(rest, ">→")
		if strings.HasPrefix(rest, "→") {
			n = len("→") - 1
		}
	case strings.HasPrefix(rest, "-"):
		t := strings.TrimLeft(rest, "-")
		t = strings.TrimLeft(t, " \t")
		if !strings.HasPrefix(t, ">") {
			return text.Span{Start: s.Start, End: s.Start}
		}
		n = len(rest) - len(t)
	default:
		return text.Span{Start: s.Start, End: s.Start}
	}
	return text.Span{Start: s.Start, End: s.Start + n + 1}
}

// moveTo takes the tokens before off.
func (p *parser) moveTo(off int) {
	for p.i < p.end && p.toks[p.i].Span.Start < off {
		p.take()
	}
}

// graphLine reads a line of a workflow or group: properties, edges, nodes.
func (p *parser) graphLine(d *Decl, b *BlockInfo) {
	for {
		if p.kind() != TokWord {
			p.stray(d, b)
			return
		}
		word := p.word()
		info := b.Prop(word)
		next := p.after()
		switch {
		case p.edgeShaped():
			p.edgeLine(d)
			return
		case next == TokColon || info != nil && p.looksLikeProp():
			prop, done := p.graphProp(d, b, info)
			p.propS.push(prop)
			if done {
				return
			}
		case next == TokWord && p.nodeLine(d):
			return
		default:
			p.edgeLine(d)
			return
		}
		switch {
		case p.kind() == tokEOL:
			p.li++
			return
		case p.kind() == TokWord && (p.after() == TokColon || p.edgeShaped()):
			continue
		case p.rawRest():
		case p.kind() == TokWord:
			p.fail("E002", "unexpected", p.span(), "an edge or a property is expected here").Got = p.word()
		default:
			p.unexpected("E001", "unexpected behind a value")
		}
		d.Broken = true
		p.dropLine()
		return
	}
}

// looksLikeProp reports whether the line, which begins with the name of a
// property and lacks the colon, is that property rather than half an edge.
func (p *parser) looksLikeProp() bool {
	switch p.after() {
	case TokWord, TokString, TokRaw, TokInt, TokFloat, TokLBracket, TokLBrace, tokEOL:
		return true
	}
	return false
}

// graphProp reads a property of a workflow. The engine takes an unknown name
// as the beginning of an edge.
func (p *parser) graphProp(d *Decl, b *BlockInfo, info *PropInfo) (*Prop, bool) {
	if info != nil {
		return p.property(d, b)
	}
	prop := p.props.one()
	prop.Name, prop.Unknown = p.ident(), true
	prop.Span = prop.Name.Span
	code := "E002"
	if _, ok := Renamed(prop.Name.Text); ok {
		code = "E012"
	}
	p.unknown(prop, code)
	prop.Colon = p.take()
	prop.Span.End = p.last
	done := p.unknownValue(prop)
	return prop, done
}

// nodeLine reads the header of a node in a group or, misplaced, in a workflow;
// false where the line is none.
func (p *parser) nodeLine(d *Decl) bool {
	kind, ok := KindOf(p.word())
	if !ok || kind == KindVars || kind == KindAttachments || p.shape() != shapeNamed {
		return false
	}
	if d.Kind != KindGroup || !kind.IsNode() {
		p.misplaced(kind, "E002")
		d.Broken = true
	}
	p.declS.push(p.decl(kind, false))
	return true
}

// edgeLine reads edges from the cursor to the end of the line, with the lines
// of their with blocks and misplaced clauses.
func (p *parser) edgeLine(d *Decl) {
	for {
		e, errs := p.edge(d)
		p.edgeS.push(e)
		if p.kind() == tokEOL {
			p.continued(d, e)
			p.li++
			return
		}
		if p.kind() == TokWord && p.edgeShaped() {
			continue
		}
		if p.kind() == TokWord && p.after() == TokColon && (d.Kind == KindWorkflow || d.Kind == KindGroup) {
			p.graphLine(d, bodies[d.Kind])
			return
		}
		if !errs {
			e.Broken = true
			switch {
			case p.rawRest():
			case p.kind() == TokWord:
				p.fail("E002", "unexpected", p.span(), "a clause of an edge is when, else, as or with; another edge needs its arrow").Got = p.word()
			default:
				p.unexpected("E001", "unexpected in an edge")
			}
		}
		e.Span.End = max(e.Span.End, p.last)
		p.dropLine()
		return
	}
}

// ref reads the name of a node.
func (p *parser) ref() Ident {
	if p.kind() != TokWord {
		s := p.span()
		return Ident{Span: text.Span{Start: s.Start, End: s.Start}}
	}
	span := p.take()
	blanks := false
	for p.kind() == TokDot {
		k, i := p.skip(p.i + 1)
		if k != TokWord {
			break
		}
		blanks = blanks || i != p.i+1 || p.toks[p.i].Span.Start != span.End
		p.i = i
		span.End = p.take().End
	}
	id := Ident{p.text(span), span}
	if blanks {
		id.Text = strings.Map(dropBlanks, id.Text)
	}
	return id
}

// edge reads one edge; reported says that an error stands in it already.
func (p *parser) edge(d *Decl) (e *Edge, reported bool) {
	e = p.edges.one()
	mark := p.identS.mark()
	first := p.ref()
	p.identS.push(first)
	e.Span = first.Span
	broken := func() { e.Broken, reported = true, true }
	for {
		if p.kind() == TokArrow {
			p.take()
		} else {
			if s := p.wrongArrow(); !s.Empty() {
				f := p.fail("E002", "wrong-arrow", text.Span{Start: s.Start, End: s.End}, "an arrow is written ->")
				f.Got, f.Fix = p.text(s), edit(s, "->")
				broken()
				p.moveTo(s.End)
			} else if len(p.identS.since(mark)) == 1 {
				f := p.fail("E002", "missing-arrow", p.span(), "an edge is expected: a -> b")
				f.Got = first.Text
				broken()
				s := p.span()
				p.identS.push(Ident{Span: text.Span{Start: s.Start, End: s.Start}})
				break
			} else {
				break
			}
		}
		target := p.ref()
		p.identS.push(target)
		if target.Missing() {
			if !reported {
				p.fail("E002", "missing-target", p.span(), "the arrow leads nowhere; name a node, done or fail")
			}
			broken()
			break
		}
	}
	if !reported || p.kind() == TokWord {
		reported = p.clauses(e, mark) || reported
	}
	e.Refs = p.identS.pop(mark)
	e.Span.End = max(p.last, e.Span.End, e.Refs[len(e.Refs)-1].Span.End)
	return e, reported
}

// clauses reads the clauses of an edge. A further arrow behind one is an
// error; what it leads to is kept. mark is that of the edge's refs.
func (p *parser) clauses(e *Edge, mark int) (reported bool) {
	arrow := p.last
	from := -1 // start of the clauses before a further arrow
	fail := func(code, kind string, span text.Span, message string) *Error {
		e.Broken, reported = true, true
		return p.fail(code, kind, span, message)
	}
	for {
		start := p.span().Start
		gap := text.Span{Start: p.last, End: start}
		second := func(name string) {
			f := fail("E030", "repeated-clause", text.Span{Start: start, End: start + len(name)}, "the edge has this clause already")
			f.Got, f.Fix = name, edit(text.Span{Start: gap.Start, End: p.last}, "")
		}
		word := p.word()
		switch {
		case word == "when" && p.after() != TokColon:
			w, ok := p.when()
			if !ok {
				e.Broken, reported = true, true
			}
			if e.When != nil {
				second("when")
				break
			}
			e.When = w
			if !e.Else.Empty() {
				f := fail("E031", "when-and-else", text.Span{Start: start, End: start + len("when")}, "an edge has a guard or is the default, not both")
				f.Fix = edit(text.Span{Start: e.Else.Start, End: start}, "")
			}
		case word == "else" && p.after() != TokColon:
			s := p.take()
			if !e.Else.Empty() {
				second("else")
				break
			}
			e.Else = s
			if e.When != nil {
				f := fail("E031", "when-and-else", s, "an edge has a guard or is the default, not both")
				f.Fix = edit(text.Span{Start: gap.Start, End: s.End}, "")
			}
		case word == "as" && p.after() != TokColon:
			l, foreach, ok := p.loop()
			if !ok {
				e.Broken, reported = true, true
			}
			switch {
			case e.Loop != nil && e.Foreach != foreach:
				fail("C118", "foreach-and-loop", l.Span, "an edge repeats by a loop or by a foreach, not by both")
			case e.Loop != nil:
				second("as")
			default:
				e.Loop, e.Foreach = l, foreach
			}
		case word == "with" && p.after() != TokColon:
			w, ok := p.with(int(p.lines[p.li].indent))
			if !ok {
				e.Broken, reported = true, true
			}
			if e.With != nil {
				second("with")
				break
			}
			e.With = w
		case p.kind() == TokArrow && from >= 0:
			clause := text.Span{Start: from, End: p.last}
			f := fail("E032", "clause-before-arrow", clause, "clauses stand behind the last arrow of a chain")
			f.Got = p.text(clause)
			for p.accept(TokArrow) {
				target := p.ref()
				p.identS.push(target)
				if target.Missing() {
					return true
				}
			}
			if p.quiet == 0 && !strings.Contains(f.Got, "\n") {
				f.Fix = []text.Edit{
					{Span: text.Span{Start: arrow, End: clause.End}},
					{Span: text.Span{Start: p.last, End: p.last}, New: " " + f.Got},
				}
			}
			arrow, from = p.last, -1
			continue
		default:
			return reported
		}
		if from < 0 {
			from = start
		}
	}
}

// when reads a guard.
func (p *parser) when() (*When, bool) {
	w := p.whens.one()
	w.Span = p.take()
	ok := true
	switch p.kind() {
	case TokString, TokRaw, TokBlock:
		w.Expr = p.stringValue()
		if ok = w.Expr.Closed; ok && w.Expr.Inner.Empty() {
			p.fail("E002", "empty-guard", w.Expr.Span, "the expression is empty")
			ok = false
		}
	default:
		if p.word() == "not" && p.after() != TokColon {
			p.take()
			w.Not = true
		}
		if w.Field = p.ident(); w.Field.Missing() {
			message := "a guard is a bool field or a quoted expression"
			if k := p.kind(); w.Not && (k == TokString || k == TokRaw) {
				message = `write the negation into the expression: when "!(…)"`
				p.fail("E002", "negated-expression", p.span(), message)
				w.Expr = p.stringValue()
			} else {
				p.fail("E002", "missing-guard", p.span(), message)
			}
			ok = false
		}
	}
	w.Span.End = p.last
	return w, ok
}

// loop reads `as name(…)` or `as foreach name(item in "…")`.
func (p *parser) loop() (l *Loop, foreach, ok bool) {
	l = p.loops.one()
	l.Span = p.take()
	ok = true
	fail := func(kind, message string) {
		if ok {
			p.fail("E002", kind, p.span(), message)
		}
		ok = false
	}
	l.Name = p.ident()
	if l.Name.Text == "foreach" && p.kind() == TokWord {
		foreach = true
		l.Name = p.ident()
	}
	if l.Name.Missing() {
		fail("half-loop", "a loop has a name and a cap: as again(3)")
	}
	if p.kind() != TokLParen {
		fail("half-loop", "a loop has a cap: as again(3)")
		l.Span.End = p.last
		return l, foreach, ok
	}
	p.take()
	switch k := p.kind(); {
	case foreach:
		if l.Item = p.ident(); l.Item.Missing() {
			fail("half-loop", `a foreach names the item and the array: as foreach each(item in "…")`)
		}
		if p.word() == "in" {
			p.take()
		} else {
			fail("half-loop", `a foreach names the item and the array: as foreach each(item in "…")`)
		}
		if k := p.kind(); k == TokString || k == TokRaw {
			l.In = p.stringValue()
			ok = ok && l.In.Closed
		} else {
			fail("half-loop", "the array of a foreach is a quoted template")
		}
	case k == TokInt:
		l.Cap = p.scalar()
		if l.Cap.Kind != Int || overflows(l.Cap.Text) {
			p.fail("E002", "bad-cap", l.Cap.Span, "the cap of a loop is an integer, a quoted template, or unbounded").Got = l.Cap.Text
			ok = false
		}
	case k == TokString, k == TokRaw:
		l.Cap = p.stringValue()
		ok = l.Cap.Closed && ok
	case p.word() == "unbounded":
		p.take()
		l.Unbounded = true
		if p.kind() == TokInt {
			l.Cap = p.scalar()
		}
	default:
		fail("bad-cap", "the cap of a loop is an integer, a quoted template, or unbounded")
		for k := p.kind(); k != TokRParen && k != tokEOL && k != TokArrow && k != TokLBrace; k = p.kind() {
			p.take()
		}
	}
	if !p.accept(TokRParen) {
		if ok {
			p.fail("E002", "missing-paren", p.span(), "a parenthesis closes the cap").Fix = p.closer(p.last, ")")
		}
		ok = false
	}
	l.Span.End = p.last
	return l, foreach, ok
}

// continued reads the clauses of an edge that stand on the deeper lines below
// it, where the engine does not look for them.
func (p *parser) continued(d *Decl, e *Edge) {
	for p.li+1 < len(p.lines) {
		indent := int(p.lines[p.li].indent)
		if e.With != nil {
			indent = min(indent, p.column(e.Span.Start))
		}
		ln := p.lines[p.li+1]
		if int(ln.indent) <= indent || ln.orphan {
			return
		}
		word := ""
		if t := p.toks[ln.first]; t.Kind == TokWord {
			word = p.text(t.Span)
		}
		switch word {
		case "when", "as", "with", "else":
		default:
			return
		}
		p.li++
		p.open()
		if k := p.after(); k == TokColon || k == TokArrow {
			p.li--
			p.open()
			p.skipLine()
			return
		}
		if !ln.tab {
			f := p.fail("E003", "continued-edge", p.lead(p.li), "an edge stands on one line with its clauses")
			if !p.hasCommentBefore(p.li) {
				f.Fix = edit(text.Span{Start: e.Span.End, End: p.toks[ln.first].Span.Start}, " ")
			}
		}
		e.Broken = true
		mark := p.identS.mark()
		p.clauses(e, mark)
		p.identS.pop(mark)
		e.Span.End = max(e.Span.End, p.last)
		if p.kind() != tokEOL {
			p.skipLine()
		}
	}
}

// hasCommentBefore reports whether a comment or a blank line stands between
// the line and the one before it.
func (p *parser) hasCommentBefore(li int) bool {
	return p.lines[li].blank || p.hasComment(int(p.lines[li-1].first), int(p.lines[li].first))
}

// column is the number of bytes before off on its line.
func (p *parser) column(off int) int {
	return off - (strings.LastIndexByte(p.src[:off], '\n') + 1)
}
