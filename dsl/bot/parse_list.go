package bot

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// list reads an inline list. One that goes on over deeper lines is read to its
// end with one error.
func (p *parser) list(prop *Prop, form Form) *Value {
	v := p.values.one()
	v.Kind = List
	indent, from, open := int(p.lines[p.li].indent), p.li, p.i
	v.Span = p.take()
	errs := len(p.f.Errors)
	mark := p.valueS.mark()
	for {
		k := p.kind()
		if k == TokRBracket {
			v.Span.End = p.take().End
			v.Closed = true
			break
		}
		if k == tokEOL {
			if !p.goesOn(indent, TokRBracket) {
				break
			}
			continue
		}
		if k == TokComma {
			p.fail("E002", "missing-element", p.span(), "an element is missing in front of the comma").Got = ","
			prop.Broken = true
			p.take()
			continue
		}
		p.valueS.push(p.element(prop, form))
		if k := p.kind(); k == TokComma {
			p.take()
		} else if k != TokRBracket && k != tokEOL && form != FormMixedList {
			p.fail("E002", "missing-comma", p.span(), "a comma stands between the elements").Fix = insert(p.last, ",")
			prop.Broken = true
		}
	}
	v.Items = p.valueS.pop(mark)
	v.Span.End = p.last
	switch {
	case p.li > from:
		// One error for the whole list.
		if p.quiet == 0 {
			p.f.Errors = p.f.Errors[:errs]
		}
		prop.Broken = true
		e := p.fail("E002", "list-lines", text.Span{Start: v.Span.Start, End: p.lineText(from)}, "a list stands on one line, or one element a line with dashes")
		if !v.Closed {
			e.Kind, e.Message = "unclosed-list", "the list is not closed; write ] at its end"
		} else if !p.hasComment(open, p.i) {
			parts := make([]string, len(v.Items))
			for i, item := range v.Items {
				parts[i] = p.text(item.Span)
			}
			e.Fix = edit(v.Span, "["+strings.Join(parts, ", ")+"]")
		}
	case !v.Closed:
		prop.Broken = true
		e := p.fail("E002", "unclosed-list", v.Span, "the list is not closed; write ] at its end")
		e.Fix = p.closer(v.Span.End, "]")
	}
	return v
}

func (p *parser) hasComment(from, to int) bool {
	for i := from; i < to; i++ {
		if p.toks[i].Kind == TokComment {
			return true
		}
	}
	return false
}

// goesOn moves to the next line where the bracket that is open goes on there:
// the line is deeper than indent and no property, or begins with the closer.
func (p *parser) goesOn(indent int, closer TokenKind) bool {
	if p.li+1 >= len(p.lines) {
		return false
	}
	ln := p.lines[p.li+1]
	first := p.toks[ln.first].Kind
	if first != closer {
		if int(ln.indent) <= indent || ln.orphan {
			return false
		}
		if first == TokWord && closer == TokRBracket {
			i := int(ln.first) + 1
			for i < int(ln.end) && p.toks[i].Kind == TokSpace {
				i++
			}
			if i < int(ln.end) && (p.toks[i].Kind == TokColon || p.toks[i].Kind == TokArrow) {
				return false
			}
		}
	}
	p.li++
	p.open()
	return true
}

// element reads an element of a list.
func (p *parser) element(prop *Prop, form Form) *Value {
	start := p.span().Start
	v := p.scalar()
	if k := p.kind(); v == nil || k == TokBad || k == TokDot || k == TokStar || k == TokColon || k == TokEquals ||
		p.i < p.end && k == TokWord && p.toks[p.i].Span.Start == v.Span.End {
		for k := p.kind(); k != TokComma && k != TokRBracket && k != tokEOL; k = p.kind() {
			p.take()
		}
		s := text.Span{Start: start, End: max(p.last, start)}
		v = p.values.one()
		*v = Value{Kind: BadValue, Span: s, Text: p.text(s), Closed: true}
		prop.Broken = true
		e := p.fail("E002", "bad-element", s, "this is no element of a list")
		e.Got = v.Text
		if form != FormIdentList && form != FormIdentOrList {
			e.Kind, e.Message = "unquoted", "text of several tokens is quoted"
			p.quote(e, s)
		}
		return v
	}
	ok := true
	switch form {
	case FormToolList, FormSkillList:
		ok = v.Kind == Word || v.Kind == Dotted || v.Kind == String
	case FormStringList:
		ok = v.Kind == String || v.Kind == Word
	case FormIdentList, FormIdentOrList:
		ok = v.Kind == Word
	case FormMixedList:
		ok = v.Kind == String || v.Kind == Word || v.Kind == Dotted && !strings.HasSuffix(v.Text, "*")
	case FormCapacity:
		ok = v.Kind == String || v.Kind == Word
	}
	if !v.Closed {
		prop.Broken = true
		return v
	}
	if !ok && p.quiet == 0 {
		prop.Broken = true
		e := p.fail("E002", "bad-element", v.Span, "an element of another kind is expected")
		e.Got = p.got(v)
		if form != FormIdentList && form != FormIdentOrList {
			p.quote(e, v.Span)
		} else if s := p.text(v.Inner); v.Kind == String && s != "" && wordEnd(s, 0) == len(s) {
			e.Kind, e.Fix = "quoted-name", edit(v.Span, s)
		}
	}
	return v
}

// dashes reads a dashed list below the present line; false where there is
// none.
func (p *parser) dashes(prop *Prop, info *PropInfo) bool {
	indent := int(p.lines[p.li].indent)
	if p.li+1 >= len(p.lines) {
		return false
	}
	next := p.lines[p.li+1]
	if p.toks[next.first].Kind != TokDash || int(next.indent) < indent {
		return false
	}
	p.li++
	level := int(next.indent) == indent
	if level {
		// As YAML has it.
		p.fail("E002", "shallow-dash", p.toks[next.first].Span, "the elements of a dashed list stand deeper than its name")
		prop.Broken = true
	}
	v := p.values.one()
	*v = Value{Kind: List, Dashed: true, Closed: true, Span: p.toks[next.first].Span}
	mark := p.valueS.mark()
	for ; p.li < len(p.lines); p.li++ {
		ln := p.lines[p.li]
		if int(ln.indent) <= indent && !(level && int(ln.indent) == indent && p.toks[ln.first].Kind == TokDash) {
			break
		}
		p.open()
		switch {
		case p.kind() != TokDash:
			p.unexpected("E002", "a line of a dashed list begins with a dash")
			prop.Broken = true
			p.skipLine()
		default:
			if ln.indent != next.indent && !ln.tab {
				p.fail("E003", "stray-indent", p.lead(p.li), "the elements of a dashed list stand in one column").Fix = edit(p.lead(p.li), spaces(int(next.indent)))
				prop.Broken = true
			}
			p.take()
			if k := p.kind(); k == tokEOL || k == TokComma || k == TokRBracket {
				p.fail("E002", "missing-element", p.span(), "an element stands behind the dash")
				prop.Broken = true
				p.skipLine()
				break
			}
			p.valueS.push(p.element(prop, info.Form))
			if p.kind() != tokEOL {
				p.unexpected("E002", "one element stands behind a dash")
				prop.Broken = true
				p.skipLine()
			}
		}
		v.Span.End = max(p.last, v.Span.End)
	}
	v.Items = p.valueS.pop(mark)
	prop.Value = v
	prop.Span.End = max(prop.Span.End, v.Span.End)
	p.last = prop.Span.End
	return true
}

// anyValue reads a value of any form on one line, maps and lists among them;
// nil where there is none.
func (p *parser) anyValue(depth int) *Value {
	k := p.kind()
	if k != TokLBracket && k != TokLBrace {
		return p.scalar()
	}
	v := p.values.one()
	v.Span = p.take()
	closer := TokRBracket
	v.Kind = List
	if k == TokLBrace {
		closer, v.Kind = TokRBrace, Map
	}
	if depth >= maxDepth {
		p.skipLine()
		return v
	}
	values, props := p.valueS.mark(), p.propS.mark()
	for {
		switch k := p.kind(); {
		case k == closer:
			v.Closed = true
			p.take()
		case k == TokComma:
			p.take()
			continue
		case k == tokEOL:
		case v.Kind == Map && (k == TokWord || k == TokString) && p.after() == TokColon:
			p.propS.push(p.entry(depth))
			continue
		case v.Kind == List:
			if item := p.anyValue(depth + 1); item != nil {
				p.valueS.push(item)
				continue
			}
		}
		break
	}
	v.Items, v.Entries = p.valueS.pop(values), p.propS.pop(props)
	v.Span.End = p.last
	return v
}

// entry reads `key: value` of an inline map.
func (p *parser) entry(depth int) *Prop {
	e := p.props.one()
	if p.kind() == TokString {
		v := p.stringValue()
		e.Name, e.Span = Ident{p.text(v.Inner), v.Inner}, v.Span
	} else {
		e.Name = p.ident()
		e.Span = e.Name.Span
	}
	p.kind()
	e.Colon = p.take()
	e.Value = p.anyValue(depth + 1)
	if e.Value == nil {
		e.Broken = true
	}
	e.Span.End = p.last
	return e
}

// checkNested reports what is wrong in an inline map or a JSON value, which is
// read already: the cursor stands behind its last readable part.
func (p *parser) checkNested(prop *Prop, form Form, v *Value) {
	if v == nil || p.quiet > 0 {
		return
	}
	if v.Closed && p.sound(form, v) {
		if form == FormJSON {
			p.twice(prop, v)
		}
		return
	}
	prop.Broken = true
	s := p.span()
	switch {
	case v.Closed:
		p.fail("E002", "bad-value", v.Span, "a value in the map is missing or of another kind").Got = p.got(v)
	case s.Empty():
		e := p.fail("E002", "unclosed-map", v.Span, "the bracket is not closed on its line")
		e.Fix = p.closer(v.Span.End, map[ValueKind]string{Map: "}", List: "]"}[v.Kind])
	default:
		p.fail("E002", "bad-value", s, "this does not belong into a map or list").Got = p.text(s)
		p.skipLine()
	}
}

// sound reports whether the parts of the value are what its form takes.
func (p *parser) sound(form Form, v *Value) bool {
	for _, e := range v.Entries {
		if e.Value == nil || !e.Value.Closed {
			return false
		}
		if form == FormMap && e.Value.Kind != String && e.Value.Kind != Word && e.Value.Kind != Dotted {
			return false
		}
		if form == FormJSON && !p.sound(form, e.Value) {
			return false
		}
	}
	for _, item := range v.Items {
		if !p.sound(form, item) {
			return false
		}
	}
	switch v.Kind {
	case Word:
		return form != FormJSON || jsonWord(v.Text)
	case Dotted, Number:
		return form != FormJSON
	}
	return v.Closed
}

// twice reports keys that a JSON object holds twice.
func (p *parser) twice(prop *Prop, v *Value) {
	seen := map[string]bool{}
	for _, e := range v.Entries {
		if seen[e.Name.Text] {
			p.fail("E014", "repeated-key", e.Name.Span, "the object has that key already").Got = e.Name.Text
			prop.Broken = true
		}
		seen[e.Name.Text] = true
		p.twice(prop, e.Value)
	}
	for _, item := range v.Items {
		p.twice(prop, item)
	}
}
