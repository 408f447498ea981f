package bot

import (
	"slices"
	"strconv"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// check reports a scalar that is not what its property takes.
func (p *parser) check(prop *Prop, info *PropInfo, v *Value) {
	ok := true
	switch info.Form {
	case FormString, FormPrompt, FormExpr:
		ok = v.Kind == String || v.Kind == Word && info.Form != FormExpr
	case FormIdent, FormPromptName, FormChecked, FormWordOrBlock:
		ok = v.Kind == Word
	case FormDotted:
		ok = v.Kind == Word || v.Kind == Dotted && !strings.HasSuffix(v.Text, "*")
	case FormStringOrIdent:
		ok = v.Kind == String || v.Kind == Word || v.Kind == Dotted
	case FormInt:
		ok = v.Kind == Int && !overflows(v.Text)
	case FormNumber:
		ok = v.Kind == Int || v.Kind == Float
	case FormStringOrNumber:
		ok = v.Kind != Dotted
	case FormBool, FormEnum, FormEnumOrEnv:
		p.checkWord(prop, info, v)
		return
	case FormLiteral:
		p.literal(prop, v)
		return
	case FormCursorValue:
		ok = v.Kind != Dotted && v.Kind != Number
	case FormSecret:
		ok = v.Kind == String
	case FormJSON:
		ok = v.Kind != Dotted && v.Kind != Number && (v.Kind != Word || jsonWord(v.Text))
	case FormAttachment, FormPort:
		p.checkType(prop, info, v)
		return
	case FormIdentOrList:
		ok = v.Kind == Word
	case FormCapacity:
		ok = v.Kind == Int
	default:
		ok = false
	}
	if ok {
		return
	}
	prop.Broken = true
	e := p.fail("E002", "wrong-value", v.Span, wants(info))
	e.Got = p.got(v)
	switch {
	case info.Form.Quotable() && v.Kind != String:
		e.Kind = "unquoted"
		p.quote(e, v.Span)
	case v.Kind == String && v.Form == Quoted:
		// A name in quotes.
		inner := p.text(v.Inner)
		if inner != "" && wordEnd(inner, 0) == len(inner) && (info.Form == FormIdent || info.Form == FormPromptName || info.Form == FormChecked || info.Form == FormDotted) {
			e.Kind, e.Fix = "quoted-name", edit(v.Span, inner)
		}
	}
}

// got is the source of a value, for messages: at most its first line.
func (p *parser) got(v *Value) string {
	s := p.text(v.Span)
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		s = s[:i]
	}
	return s
}

// wants says what a property takes.
func wants(info *PropInfo) string {
	switch info.Form {
	case FormInt, FormCapacity:
		return "an integer is expected"
	case FormNumber:
		return "a number is expected"
	case FormString, FormPrompt, FormSecret:
		return "a string is expected"
	case FormExpr:
		return "a quoted expression is expected"
	case FormStringOrIdent, FormCursorValue, FormStringOrNumber:
		return "a string or a word is expected"
	case FormBool:
		return "true or false is expected"
	case FormLiteral:
		return "a literal is expected: a quoted string, a number, true or false"
	case FormMap:
		return "a map is expected: { KEY: \"value\" } or a deeper block"
	case FormJSON:
		return "a JSON value is expected"
	}
	if info.Form.IsList() {
		return "a list is expected: [a, b]"
	}
	return "a name without quotes is expected"
}

// checkWord checks a value that is one of a few words.
func (p *parser) checkWord(prop *Prop, info *PropInfo, v *Value) {
	got := v.Text
	if v.Kind == String && info.Form != FormBool {
		if info.Form == FormEnumOrEnv {
			return
		}
		got, _ = p.f.Decode(v)
	}
	list := info.Words
	if info.Form == FormBool {
		list = boolWords
	}
	if (v.Kind == Word || v.Kind == String) && slices.Contains(list, got) {
		return
	}
	span := v.Span
	if v.Kind == String {
		span = v.Inner
	}
	p.badWord(prop, info, span, got)
}

var boolWords = []string{"true", "false"}

// badWord reports a word that is none of the accepted ones.
func (p *parser) badWord(prop *Prop, info *PropInfo, span text.Span, got string) {
	prop.Broken = true
	list := info.Words
	if info.Form == FormBool {
		list = boolWords
	}
	e := p.fail("E020", "bad-word", span, "expected one of "+strings.Join(list, ", "))
	e.Got = got
	e.Want, _ = Nearest(got, list)
	if info.Form == FormBool {
		switch got {
		case "yes", "on", `"true"`:
			e.Want = "true"
		case "no", "off", `"false"`:
			e.Want = "false"
		}
	}
	if e.Want != "" {
		e.Fix = edit(span, e.Want)
	}
}

// literal checks a default or the value of a preset.
func (p *parser) literal(prop *Prop, v *Value) {
	switch {
	case v.Kind == String, v.Kind == Word && (v.Text == "true" || v.Text == "false"):
		return
	case v.Kind == Int:
		if !overflows(v.Text) {
			return
		}
		p.fail("E020", "overflow", v.Span, "the integer does not fit into 64 bits").Got = v.Text
		prop.Broken = true
		return
	case v.Kind == Float:
		if len(v.Text) < 300 {
			return
		}
		if _, err := strconv.ParseFloat(v.Text, 64); err == nil {
			return
		}
		p.fail("E020", "overflow", v.Span, "the number is too large").Got = v.Text
		prop.Broken = true
		return
	}
	prop.Broken = true
	e := p.fail("E002", "unquoted", v.Span, wants(&PropInfo{Form: FormLiteral}))
	e.Got = p.got(v)
	p.quote(e, v.Span)
}

func jsonWord(s string) bool { return s == "true" || s == "false" || s == "null" }

// typed reads the type of a var or schema field with what follows it.
func (p *parser) typed(prop *Prop, b *BlockInfo) {
	schema := b != varsBlock
	if p.kind() != TokWord {
		prop.Broken = true
		e := p.fail("E021", "missing-type", p.span(), "a type is expected: "+typeList(schema))
		e.Got = p.text(p.span())
		if p.kind() == tokEOL {
			return
		}
		if p.kind() != TokEquals {
			v := p.rest()
			p.skipLine()
			p.last = v.End
			return
		}
	} else {
		prop.Value = p.typeWord(1)
		p.checkKnownType(prop, prop.Value, schema)
	}
	mark, errs := p.constrS.mark(), len(p.f.Errors)
	for p.kind() == TokLBracket {
		c, ok := p.constraint()
		p.constrS.push(c)
		if !ok {
			break
		}
	}
	prop.Constraints = p.constrS.pop(mark)
	prop.Broken = prop.Broken || len(p.f.Errors) > errs
	if p.kind() == TokEquals && !schema {
		p.take()
		if p.kind() == tokEOL {
			prop.Broken = true
			p.fail("E002", "missing-value", p.span(), "the default is missing")
			return
		}
		field := Prop{}
		p.scalarValue(&field, &PropInfo{Form: FormLiteral})
		prop.Default = field.Value
		prop.Broken = prop.Broken || field.Broken
	}
}

func typeList(schema bool) string {
	s := strings.Join(Types, ", ")
	if schema {
		s += ", file"
	}
	return s
}

// typeWord reads a type: a word and up to n pairs of brackets without space.
func (p *parser) typeWord(n int) *Value {
	v := p.values.one()
	v.Kind, v.Closed = Word, true
	v.Span = p.take()
	for ; n > 0 && p.i+1 < p.end && p.toks[p.i].Kind == TokLBracket && p.toks[p.i+1].Kind == TokRBracket; n-- {
		p.take()
		v.Span.End = p.take().End
	}
	v.Text = p.text(v.Span)
	return v
}

// typeAliases are the types of other languages by what they are here.
var typeAliases = map[string]string{
	"str": "string", "text": "string", "boolean": "bool", "integer": "int", "number": "int", "double": "float",
	"list": "string[]", "array": "string[]", "object": "json", "map": "json", "any": "json",
}

func (p *parser) checkKnownType(prop *Prop, v *Value, schema bool) {
	if slices.Contains(Types, v.Text) || schema && v.Text == "file" || p.quiet > 0 {
		return
	}
	prop.Broken = true
	p.badType(v, append(slices.Clone(Types), "file")[:len(Types)+btoi(schema)], "a type is one of "+typeList(schema))
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (p *parser) badType(v *Value, list []string, message string) {
	e := p.fail("E021", "unknown-type", v.Span, message)
	e.Got = v.Text
	if e.Want = typeAliases[v.Text]; e.Want == "" || !slices.Contains(list, e.Want) {
		e.Want, _ = Nearest(v.Text, list)
	}
	if e.Want != "" {
		e.Fix = edit(v.Span, e.Want)
	}
}

// checkType checks the type of an attachment or of a contract's port; that of
// a port may be a schema, so any word will do.
func (p *parser) checkType(prop *Prop, info *PropInfo, v *Value) {
	if v.Kind != Word {
		prop.Broken = true
		p.fail("E021", "unknown-type", v.Span, "a type is expected").Got = p.got(v)
		return
	}
	if info.Form == FormAttachment {
		if !slices.Contains(info.Words, v.Text) {
			prop.Broken = true
			p.badType(v, info.Words, "an attachment is a file or an image")
		}
		return
	}
	for p.i+1 < p.end && p.toks[p.i].Kind == TokLBracket && p.toks[p.i+1].Kind == TokRBracket {
		p.take()
		v.Span.End = p.take().End
	}
	v.Text = p.text(v.Span)
}

// constraint reads `[enum: "a", "b"]` or `[matching: "RE"]`; ok is false where
// it is unclosed.
func (p *parser) constraint() (c *Constraint, ok bool) {
	c = &Constraint{}
	c.Span = p.take()
	c.Name = p.ident()
	if w := c.Name.Text; w != "enum" && w != "matching" {
		e := p.fail("E002", "unknown-constraint", c.Name.Span, "a constraint is [enum: \"a\", \"b\"] or [matching: \"PATTERN\"]")
		e.Got = w
		if e.Want, _ = Nearest(w, []string{"enum", "matching"}); e.Want != "" {
			e.Fix = edit(c.Name.Span, e.Want)
		}
	} else if p.kind() != TokColon {
		p.fail("E002", "missing-colon", p.span(), "a colon stands behind the name").Fix = insert(p.last, ":")
	}
	p.accept(TokColon)
	mark := p.valueS.mark()
	for k := p.kind(); k != TokRBracket && k != tokEOL; k = p.kind() {
		if k == TokComma {
			p.take()
			continue
		}
		start := p.span().Start
		v := p.scalar()
		if v == nil || v.Kind != String || p.kind() == TokBad {
			for k := p.kind(); k != TokComma && k != TokRBracket && k != tokEOL; k = p.kind() {
				p.take()
			}
			s := text.Span{Start: start, End: p.last}
			e := p.fail("E020", "unquoted-member", s, "the values of a constraint are quoted")
			e.Got = p.text(s)
			p.quote(e, s)
			if v == nil {
				continue
			}
		}
		p.valueS.push(v)
		if k := p.kind(); k != TokComma && k != TokRBracket && k != tokEOL {
			p.fail("E002", "missing-comma", p.span(), "a comma stands between the values").Fix = insert(p.last, ",")
		}
	}
	c.Values = p.valueS.pop(mark)
	if ok = p.accept(TokRBracket); !ok {
		p.fail("E002", "unclosed-constraint", p.span(), "the constraint is not closed; write ] at its end").Fix = p.closer(p.last, "]")
	}
	c.Span.End = p.last
	return c, ok
}
