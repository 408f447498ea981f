package bot

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// call parses the arguments of a function whose name has been read.
func (p *exprParser) call(name exprToken) *Expr {
	f, known := LookupExprFunction(name.text)
	if !known {
		p.failAt(name.span, "unknown-function", "there is no function of that name")
		return nil
	}
	p.next()
	e := &Expr{Kind: ExprCall, Op: name.text, OpSpan: name.span}
	if f.Lambda > 0 {
		p.lambdaCall(e, f)
	} else if !p.is(")") {
		for {
			e.Args = append(e.Args, p.or())
			if p.err != nil || !p.accept(",") {
				break
			}
		}
	}
	p.expect(")", "the call is not closed; write , between arguments and ) behind the last")
	if p.err != nil {
		return nil
	}
	e.Span = text.Span{Start: name.span.Start, End: p.last}
	return e
}

// lambdaCall parses the arguments of map, filter and reduce.
func (p *exprParser) lambdaCall(e *Expr, f ExprFunction) {
	for range f.Min - 1 {
		e.Args = append(e.Args, p.or())
		p.expect(",", "a comma and the next argument are missing; the last argument is a lambda such as x => x.name")
		if p.err != nil {
			return
		}
	}
	param := func() {
		if slices.Contains(ExprNamespaces, p.tok.text) {
			p.fail("reserved-parameter", "a parameter of a lambda may not have the name of a namespace; rename it")
			return
		}
		e.Params = append(e.Params, Ident{p.tok.text, p.tok.span})
		p.next()
	}
	start := p.tok.span
	switch {
	case p.tok.kind == exprWord:
		param()
	case p.accept("("):
		for p.tok.kind == exprWord {
			param()
			if !p.accept(",") {
				break
			}
		}
		p.expect(")", "the parameters of the lambda are not closed; write ) and =>")
	default:
		p.fail("expected", "the last argument is a lambda such as x => x.name")
	}
	p.expect("=>", "an arrow => is missing behind the parameters of the lambda")
	if p.err == nil && len(e.Params) != f.Lambda {
		p.failAt(start, "lambda-parameters", "the lambda takes "+strconv.Itoa(f.Lambda)+" parameters here")
	}
	if p.err == nil {
		e.Args = append(e.Args, p.or())
	}
}

// elements parses a list up to its closing bracket.
func (p *exprParser) elements(start int, closing string) *Expr {
	e := &Expr{Kind: ExprList}
	for p.err == nil && !p.is(closing) {
		e.Args = append(e.Args, p.or())
		if !p.accept(",") {
			break
		}
	}
	p.expect(closing, "the list is not closed; write , between elements and ] behind the last")
	if p.err != nil {
		return nil
	}
	e.Span = text.Span{Start: start, End: p.last}
	return e
}

// object parses `key: value` pairs up to the closing brace.
func (p *exprParser) object(start int) *Expr {
	e := &Expr{Kind: ExprObject}
	for p.err == nil && !p.is("}") {
		switch p.tok.kind {
		case exprWord, exprString, exprBool:
			p.next()
		default:
			p.fail("unexpected", "an expression has no {{…}} around its references; write vars.x, input.x or outputs.node.field")
		}
		p.expect(":", "a colon is missing behind the key")
		if p.err != nil {
			return nil
		}
		e.Args = append(e.Args, p.or())
		if !p.accept(",") {
			break
		}
	}
	p.expect("}", "the object is not closed; write } behind the last value")
	if p.err != nil {
		return nil
	}
	e.Span = text.Span{Start: start, End: p.last}
	return e
}

type exprTokenKind uint8

const (
	exprEOF exprTokenKind = iota
	exprWord
	exprInt
	exprFloat
	exprString
	exprBool
	exprOp
)

type exprToken struct {
	kind exprTokenKind
	span text.Span
	text string // of a string its value, of a word operator the sign
}

// exprOps are the operators and brackets, longer ones first.
var exprOps = [...]string{
	"&&", "||", "==", "!=", "<=", ">=", "=>",
	".", ",", "(", ")", "[", "]", "{", "}", ":", "+", "-", "*", "/", "%", "<", ">", "!",
}

// next reads the next token.
func (p *exprParser) next() {
	if p.err != nil {
		return
	}
	p.last = p.tok.span.End
	for p.at < len(p.src) && strings.IndexByte(" \t\r\n", p.src[p.at]) >= 0 {
		p.at++
	}
	start := p.at
	set := func(k exprTokenKind, value string) {
		p.tok = exprToken{k, text.Span{Start: start, End: p.at}, value}
	}
	if start == len(p.src) {
		set(exprEOF, "")
		return
	}
	switch c := p.src[start]; {
	case c == '"' || c == '\'':
		p.quoted(c)
		return
	case exprDigit(c):
		p.number()
		return
	case exprLetter(c):
		for p.at < len(p.src) && (exprLetter(p.src[p.at]) || exprDigit(p.src[p.at])) {
			p.at++
		}
		switch w := p.src[start:p.at]; w {
		case "true", "false":
			set(exprBool, w)
		case "and":
			set(exprOp, "&&")
		case "or":
			set(exprOp, "||")
		case "not":
			set(exprOp, "!")
		default:
			set(exprWord, w)
		}
		return
	}
	for _, op := range exprOps {
		if strings.HasPrefix(p.src[start:], op) {
			p.at += len(op)
			set(exprOp, op)
			return
		}
	}
	_, size := utf8.DecodeRuneInString(p.src[start:])
	at := text.Span{Start: start, End: start + size}
	switch p.src[start] {
	case '=':
		p.failAt(at, "lone-operator", "a single = compares nothing; write ==")
	case '&':
		p.failAt(at, "lone-operator", "a single & joins nothing; write && or and")
	case '|':
		p.failAt(at, "lone-operator", "a single | joins nothing; write || or or")
	default:
		p.failAt(at, "character", "the expression language has no such character; text stands in single quotes")
	}
}

func (p *exprParser) quoted(quote byte) {
	start := p.at
	var b strings.Builder
	for at := start + 1; at < len(p.src); at++ {
		c := p.src[at]
		switch {
		case c == quote:
			p.at = at + 1
			p.tok = exprToken{exprString, text.Span{Start: start, End: p.at}, b.String()}
			return
		case c == '\\' && at+1 < len(p.src):
			at++
			switch p.src[at] {
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			default:
				b.WriteByte(p.src[at])
			}
		default:
			b.WriteByte(c)
		}
	}
	p.failAt(text.Span{Start: start, End: len(p.src)}, "unclosed-string", "the string is not closed")
}

func (p *exprParser) number() {
	start, kind := p.at, exprInt
	for p.at < len(p.src) {
		c := p.src[p.at]
		if c == '.' && kind == exprInt && p.at+1 < len(p.src) && exprDigit(p.src[p.at+1]) {
			kind = exprFloat
		} else if !exprDigit(c) {
			break
		}
		p.at++
	}
	p.tok = exprToken{kind, text.Span{Start: start, End: p.at}, p.src[start:p.at]}
	if kind == exprInt {
		if _, err := strconv.ParseInt(p.tok.text, 10, 64); err != nil {
			p.fail("number", "the number does not fit into 64 bits")
		}
	}
}

func exprDigit(c byte) bool { return c >= '0' && c <= '9' }

func exprLetter(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
