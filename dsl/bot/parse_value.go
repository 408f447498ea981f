package bot

import (
	"strconv"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// value reads the value of a known property, its form being info's, and its
// block. done says that the lines of a block have been consumed.
func (p *parser) value(d *Decl, b *BlockInfo, prop *Prop, info *PropInfo) (done bool) {
	k := p.kind()
	switch {
	case info.Form == FormType:
		p.typed(prop, b)
		return false
	case info.Form == FormBlock, info.Form.IsBlock() && k == tokEOL:
		return p.blockValue(d, prop, info)
	case k == tokEOL && info.Form.IsList():
		if p.dashes(prop, info) {
			return true
		}
		return p.missingValue(prop, info)
	case k == tokEOL:
		return p.missingValue(prop, info)
	case k == TokLBracket && info.Form.IsList():
		prop.Value = p.list(prop, info.Form)
	case k == TokLBrace && info.Form == FormMap, (k == TokLBrace || k == TokLBracket) && info.Form == FormJSON:
		prop.Value = p.anyValue(0)
		p.checkNested(prop, info.Form, prop.Value)
	default:
		p.scalarValue(prop, info)
	}
	if (info.Form == FormPort || info.Form == FormAttachment || info.Form == FormSecret) &&
		p.kind() == tokEOL && p.deeper(int(p.lines[p.li].indent)) {
		return p.deepBlock(d, prop, info.Block)
	}
	return false
}

// missingValue reports a property without a value; a block below it belongs to
// it and is read as it comes.
func (p *parser) missingValue(prop *Prop, info *PropInfo) bool {
	prop.Broken = true
	code := "E002"
	switch info.Form {
	case FormBool, FormEnum, FormEnumOrEnv:
		code = "E020"
	}
	p.fail(code, "missing-value", p.span(), "the value is missing").Got = prop.Name.Text
	indent := int(p.lines[p.li].indent)
	if !p.deeper(indent) {
		return false
	}
	var inner Decl
	return p.quietBlock(&inner, prop)
}

// quietBlock reads the block below the present line without checking it.
func (p *parser) quietBlock(d *Decl, prop *Prop) bool {
	p.quiet++
	defer func() { p.quiet-- }()
	return p.deepBlock(d, prop, generic)
}

// deepBlock reads the deeper lines that follow as the property's block.
func (p *parser) deepBlock(d *Decl, prop *Prop, b *BlockInfo) bool {
	indent, header := int(p.lines[p.li].indent), p.li
	p.skipLine()
	p.li++
	prop.HasBlock = true
	prop.Block = p.block(d, b, indent, header, false)
	for _, inner := range prop.Block {
		prop.Broken = prop.Broken || inner.Broken
	}
	prop.Span.End = max(prop.Span.End, p.lineText(p.li-1))
	p.last = prop.Span.End
	return true
}

// blockValue reads a property whose value is a block.
func (p *parser) blockValue(d *Decl, prop *Prop, info *PropInfo) bool {
	indent := int(p.lines[p.li].indent)
	if p.kind() != tokEOL {
		v := p.rest()
		e := p.fail("E002", "block-value", v, "the value is a block; its lines stand below, deeper")
		e.Got = p.text(v)
		prop.Broken = true
		prop.Value = p.anyValue(0)
		return false
	}
	if p.deeper(indent) {
		return p.deepBlock(d, prop, info.Block)
	}
	if info.Form == FormSecret {
		return false
	}
	if info.Form == FormPort || info.Form == FormAttachment {
		prop.Broken = true
		p.fail("E021", "missing-type", p.span(), "the type is missing").Got = prop.Name.Text
		return false
	}
	prop.HasBlock = true
	next := p.li + 1
	empty := next >= len(p.lines) || p.lines[next].blank || int(p.lines[next].indent) < indent
	if !empty || info.Block != nil && info.Block.filled {
		p.fail("E002", "missing-body", p.span(), "the block is empty; indent its lines below it").Got = prop.Name.Text
		prop.Broken = true
	}
	return false
}

// scalarValue reads and checks a value that is no list and no block.
func (p *parser) scalarValue(prop *Prop, info *PropInfo) {
	start := p.span().Start
	v := p.scalar()
	junk := p.kind() != tokEOL
	if junk && v != nil && p.kind() == TokWord && p.after() == TokColon && p.i > 0 && p.toks[p.i-1].Kind == TokSpace {
		junk = false // the next property
	}
	if junk && info.Form == FormPort && v != nil {
		junk = false
	}
	if junk && v != nil && (v.Kind == String || !info.Form.Quotable() && p.toks[p.i].Span.Start > v.Span.End) {
		junk = false // the block reports it
	}
	if v == nil || junk {
		span := text.Span{Start: start, End: p.rest().End}
		got := p.text(span)
		v = p.values.one()
		*v = Value{Kind: BadValue, Span: span, Text: got, Closed: true}
		prop.Value, prop.Broken = v, true
		p.skipLine()
		p.last = span.End
		p.badText(prop, info, span)
		return
	}
	prop.Value = v
	if !v.Closed {
		prop.Broken = true
		return
	}
	if p.quiet == 0 {
		p.check(prop, info, v)
	}
}

// badText reports a value that consists of tokens that make no value.
func (p *parser) badText(prop *Prop, info *PropInfo, span text.Span) {
	got := p.text(span)
	switch info.Form {
	case FormBool, FormEnum:
		p.badWord(prop, info, span, got)
		return
	case FormLiteral:
		if len(got) > 1 && got[0] == '-' && got[1] >= '0' && got[1] <= '9' {
			p.negative(span)
			return
		}
	}
	e := p.fail("E002", "bad-value", span, "this is no value; "+wants(info))
	e.Got = got
	if info.Form.Quotable() {
		e.Kind, e.Message = "unquoted", "text of several tokens is quoted"
		p.quote(e, span)
	}
}

// negative reports a number with a sign, twice as the engine does.
func (p *parser) negative(span text.Span) {
	p.fail("E002", "negative-number", text.Span{Start: span.Start, End: span.Start + 1}, "a number has no sign").Got = p.text(span)
	p.fail("E002", "negative-number", text.Span{Start: span.Start + 1, End: span.End}, "a name is expected behind the sign").Got = p.text(span)
}

// quote makes the fix that puts the span into quotes, unless it holds what
// would change its meaning.
func (p *parser) quote(e *Error, span text.Span) {
	if s := p.text(span); !strings.ContainsAny(s, "\"\\`\n") && s != "" {
		e.Fix = edit(span, `"`+s+`"`)
	}
}

// scalar reads a string, a number or dotted words; nil at anything else.
func (p *parser) scalar() *Value {
	switch p.kind() {
	case TokString, TokRaw, TokBlock:
		return p.stringValue()
	case TokInt, TokFloat:
		v := p.values.one()
		v.Kind, v.Closed = Int, true
		if p.kind() == TokFloat {
			v.Kind = Float
		}
		v.Span = p.take()
		if p.i < p.end && p.toks[p.i].Kind == TokWord {
			v.Kind = Number
			v.Span.End = p.take().End
		}
		v.Text = p.text(v.Span)
		return v
	case TokWord:
		return p.dotted()
	}
	return nil
}

// dotted reads words joined by dots, with a final .* perhaps.
func (p *parser) dotted() *Value {
	v := p.values.one()
	v.Kind, v.Closed = Word, true
	v.Span = p.take()
	blanks := false
	for p.kind() == TokDot {
		k, i := p.skip(p.i + 1)
		if k != TokWord && k != TokStar {
			break
		}
		blanks = blanks || p.toks[p.i].Span.Start != v.Span.End || i != p.i+1
		p.take()
		p.kind()
		v.Span.End = p.take().End
		v.Kind = Dotted
		if k == TokStar {
			break
		}
	}
	v.Text = p.text(v.Span)
	if blanks {
		v.Text = strings.Map(dropBlanks, v.Text)
	}
	return v
}

func dropBlanks(r rune) rune {
	if r == ' ' || r == '\t' {
		return -1
	}
	return r
}

// stringValue reads the string at the cursor in any of its forms and reports
// what is wrong inside it.
func (p *parser) stringValue() *Value {
	v := p.values.one()
	v.Kind, v.Closed = String, true
	kind := p.kind()
	s := p.take()
	v.Span = s
	switch kind {
	case TokString:
		v.Inner = text.Span{Start: s.Start + 1, End: s.End - 1}
		if v.Closed = closedQuote(p.text(s)); !v.Closed {
			v.Inner.End = s.End
			e := p.fail("E004", "unclosed-string", s, "the string is not closed; write a quote at its end")
			e.Got, e.Fix = p.text(s), insert(s.End, `"`)
		}
		if p.f.decodes {
			p.escapes(v.Inner)
		}
	case TokRaw:
		v.Form = Raw
		v.Inner = text.Span{Start: s.Start + 1, End: s.End - 1}
		if s.Len() < 2 || p.src[s.End-1] != '`' {
			v.Closed, v.Inner.End = false, s.End
		}
		if r := p.rawFault(p.i - 1); r != nil {
			v.Closed = false
			if r.early {
				p.fail("E012", "early-closer", r.at, "a raw string holds no backtick: it ends before this; use a block scalar, or write the text without backticks").Got = p.text(r.at)
			}
		}
		v.Inner.End = max(v.Inner.End, v.Inner.Start)
	case TokBlock:
		v.Form = BlockScalar
		p.scalarText(v)
	}
	return v
}

// closedQuote reports whether a quoted string ends with its closing quote.
func closedQuote(s string) bool {
	if len(s) < 2 || s[len(s)-1] != '"' {
		return false
	}
	n := 0
	for i := len(s) - 2; i > 0 && s[i] == '\\'; i-- {
		n++
	}
	return n%2 == 0
}

// closer inserts a closing bracket at off, behind what has been read, unless a
// string that is not closed would swallow it.
func (p *parser) closer(off int, s string) []text.Edit {
	i := p.i - 1
	for i >= 0 && p.toks[i].Span.Start >= off {
		i--
	}
	if i >= 0 {
		switch t := p.toks[i]; {
		case t.Kind == TokString && !closedQuote(p.text(t.Span)),
			t.Kind == TokRaw && (t.Span.Len() < 2 || p.src[t.Span.End-1] != '`'):
			return nil
		}
	}
	return insert(off, s)
}

// escapes reports the unknown escapes of a string that decodes them.
func (p *parser) escapes(s text.Span) {
	for at := s.Start; at < s.End; {
		n := strings.IndexByte(p.src[at:s.End], '\\')
		if n < 0 || at+n+1 >= s.End {
			return
		}
		at += n
		if _, ok := escape(p.src[at+1]); !ok {
			pair := text.Span{Start: at, End: p.lx.errorEnd(at + 1)}
			if pair.End > at+2 && p.src[at+1] < 0x80 {
				pair.End = at + 2
			}
			e := p.fail("E005", "unknown-escape", pair, `the escapes are \" \\ \n \t \r \0; write the backslash twice`)
			e.Got, e.Fix = p.text(pair), insert(at, `\`)
		}
		at += 2
	}
}

// scalarText gives a block scalar its lines.
func (p *parser) scalarText(v *Value) {
	bar := v.Span
	i := p.i
	for i < p.end && p.toks[i].Kind != TokText {
		i++
	}
	p.i = p.end
	if i < p.end {
		v.Inner = p.toks[i].Span
		first := skipSpaces(p.src, v.Inner.Start, v.Inner.End)
		v.Indent = first - v.Inner.Start
		v.Span.End = trimBlank(p.src, first, v.Inner.End)
		p.last = v.Span.End
		return
	}
	// Without content. The engine takes a line that is no deeper than the key
	// as content.
	v.Inner = text.Span{Start: bar.End, End: bar.End}
	if p.li+1 < len(p.lines) {
		e := p.fail("", "swallowing-scalar", bar, "the engine takes the lines below as the text of this block; write \"\" for an empty string, or indent the text")
		e.Warning, e.Fix = true, edit(bar, `""`)
	}
}

// overflows reports whether the digits exceed 64 bits.
func overflows(s string) bool {
	if len(s) < 19 {
		return false
	}
	_, err := strconv.ParseInt(s, 10, 64)
	return err != nil
}
