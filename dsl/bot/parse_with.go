package bot

import "github.com/boundary-lsp/boundary-lsp/dsl/text"

// with reads `with { key: value, … }`, over several lines perhaps; indent is
// the column of the line that opens it. ok is false where an error stands in
// it.
func (p *parser) with(indent int) (w *With, ok bool) {
	w = p.withs.one()
	w.Span = p.take()
	ok = true
	if p.kind() != TokLBrace {
		p.fail("E002", "missing-brace", p.span(), "with is followed by a map in braces: with { key: \"value\" }")
		w.Open = text.Span{Start: p.last, End: p.last}
		w.Close = w.Open
		ok = false
		for k := p.kind(); k != TokLBrace; k = p.kind() {
			if k == tokEOL {
				return w, false
			}
			p.take()
		}
	}
	w.Open = p.take()
	from := p.li
	mark := p.propS.mark()
	cols := len(p.cols)
	for _, l := range p.levels {
		if l.col <= indent {
			p.cols = append(p.cols, l.col)
		}
	}
	defer func() { p.cols = p.cols[:cols] }()
	for {
		switch p.kind() {
		case TokRBrace:
			w.Close = p.take()
		case tokEOL:
			if p.withGoesOn(indent) {
				ok = p.aligned(cols) && ok
				continue
			}
			e := p.fail("E002", "unclosed-with", text.Span{Start: w.Open.Start, End: w.Open.End}, "the brace is not closed; write } behind the last entry")
			e.Fix = p.closer(p.last, " }")
			ok = false
			w.Close = text.Span{Start: p.last, End: p.last}
		case TokComma:
			p.take()
			continue
		default:
			entry, good := p.withEntry()
			ok = ok && good
			if entry != nil {
				p.propS.push(entry)
			}
			continue
		}
		break
	}
	w.Entries = p.propS.pop(mark)
	w.Span.End = p.last
	if p.li > from && !w.Close.Empty() {
		p.braceColumn(w, from, indent)
	}
	return w, ok
}

// aligned reports a line inside braces that is shallower than the line before
// it and on no level: the engine counts indentation there too. The levels are
// p.cols from cols on.
func (p *parser) aligned(cols int) bool {
	ln := p.lines[p.li]
	col, popped := int(ln.indent), false
	for len(p.cols) > cols && p.cols[len(p.cols)-1] > col {
		p.cols, popped = p.cols[:len(p.cols)-1], true
	}
	if len(p.cols) > cols && p.cols[len(p.cols)-1] == col {
		return true
	}
	if !popped {
		p.cols = append(p.cols, col)
		return true
	}
	if p.kind() == TokRBrace || ln.tab {
		return true
	}
	p.fail("E003", "misaligned", p.lead(p.li), "the line stands between two levels")
	return false
}

// withGoesOn moves to the next line where the braces go on there: not at an
// edge, not at a declaration, and not left of the line that opens them, unless
// with the closing brace.
func (p *parser) withGoesOn(indent int) bool {
	if p.li+1 >= len(p.lines) {
		return false
	}
	p.li++
	ln := p.lines[p.li]
	i, end := p.i, p.end
	p.open()
	if !ln.orphan && (p.kind() == TokRBrace || int(ln.indent) >= indent && !p.endsWith(int(ln.indent), indent)) {
		return true
	}
	p.li--
	p.i, p.end = i, end
	return false
}

// endsWith reports whether the line at the cursor is none of a with block.
func (p *parser) endsWith(indent, edge int) bool {
	if p.edgeShaped() {
		return true
	}
	word := p.word()
	if word == "" || indent > edge {
		return false
	}
	if _, known := KindOf(word); known && p.shape() != shapeNone && p.after() != TokColon {
		return true
	}
	if info := workflowBody.Prop(word); info != nil && p.after() == TokColon {
		_, i := p.skip(p.i + 1)
		k, _ := p.skip(i + 1)
		return k == tokEOL || info.Form != FormString && k != TokString && k != TokRaw && k != TokBlock
	}
	return false
}

// withEntry reads `key: value`; nil where there is no key.
func (p *parser) withEntry() (e *Prop, ok bool) {
	if p.kind() != TokWord {
		p.unexpected("E002", "an entry of with is a name, a colon and a value")
		p.skipEntry()
		return nil, false
	}
	e = p.props.one()
	e.Name = p.ident()
	e.Span = e.Name.Span
	if p.kind() == TokColon {
		e.Colon = p.take()
	} else {
		e.Broken = true
		e.Colon = text.Span{Start: p.last, End: p.last}
		f := p.fail("E002", "missing-colon", p.span(), "a colon stands behind the name")
		f.Got = e.Name.Text
		switch p.kind() {
		case TokString, TokRaw, TokInt, TokFloat:
			f.Fix = insert(p.last, ":")
		case TokRBrace, tokEOL, TokComma:
			return e, false
		default:
			p.skipEntry()
			return e, false
		}
	}
	start := p.span().Start
	v := p.scalar()
	k := p.kind()
	sound := v != nil && (v.Kind == String || v.Kind == Int || v.Kind == Float || v.Kind == Word && (v.Text == "true" || v.Text == "false"))
	next := k == TokComma || k == TokRBrace || k == tokEOL || k == TokWord && p.after() == TokColon
	switch {
	case v == nil && next:
		p.fail("E002", "missing-value", p.span(), "the value is missing").Got = e.Name.Text
		e.Broken = true
	case sound && v.Kind == String && !v.Closed:
		e.Value, e.Broken = v, true
	case sound && next:
		e.Value = v
	default:
		if !next || v == nil {
			p.skipEntry()
		}
		s := text.Span{Start: start, End: p.last}
		f := p.fail("E002", "unquoted", s, "the value is a quoted string, a number, true or false")
		f.Got = p.text(s)
		p.quote(f, s)
		e.Broken = true
		if v == nil || !next {
			v = p.values.one()
			*v = Value{Kind: BadValue, Span: s, Text: f.Got, Closed: true}
		}
		e.Value = v
	}
	e.Span.End = max(e.Span.End, p.last)
	return e, !e.Broken
}

// skipEntry moves to the comma or brace behind the entry, or the line's end.
func (p *parser) skipEntry() {
	for open := 0; ; p.take() {
		switch k := p.kind(); {
		case k == tokEOL, open == 0 && (k == TokComma || k == TokRBrace):
			return
		case k == TokLBrace:
			open++
		case k == TokRBrace:
			open--
		}
	}
}

// braceColumn compares the column of the line that closes a with block with
// that of the line that opens it: the engine counts indentation inside braces
// too, so it ends the block too early or too late (bot-language.md 3.1).
func (p *parser) braceColumn(w *With, from, indent int) {
	ln := &p.lines[p.li]
	col := int(ln.indent)
	if col == indent || p.quiet > 0 || p.lead(from).Len() == p.lead(p.li).Len() {
		return
	}
	var e *Error
	if col > indent {
		e = p.fail("", "deep-brace", w.Close, "the engine ends the block at this brace, because its line is deeper than the one that opens it")
		e.Warning = true
		before := trimRight(p.src, int(ln.start), w.Close.Start)
		if before > p.lead(p.li).End {
			e.Fix = edit(text.Span{Start: before, End: w.Close.Start}, p.f.Text.EOL()+spaces(indent))
		} else {
			e.Fix = edit(p.lead(p.li), spaces(indent))
		}
		return
	}
	e = p.fail("", "shallow-brace", w.Close, "the engine misses the end of the block at this brace, because its line is shallower than the one that opens it")
	e.Fix = edit(p.lead(p.li), spaces(indent))
	open := false
	for _, l := range p.levels {
		open = open || l.col == col
	}
	switch {
	case !open:
		e.Code = "E002"
	case p.li+1 >= len(p.lines):
		e.Warning = true
	case int(p.lines[p.li+1].indent) > col:
		e.Code = "E001"
	default:
		e.Code = "E002"
	}
}
