package bot

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// ExprKind says what a node of an expression is.
type ExprKind uint8

// The nodes of expressions (bot-language.md 11). ExprCall covers map, filter
// and reduce, whose last argument is the body of a lambda.
const (
	ExprBool ExprKind = iota
	ExprInt
	ExprFloat
	ExprString
	ExprPath
	ExprUnary
	ExprBinary
	ExprCall
	ExprIndex
	ExprList
	ExprObject
)

// Expr is a node of an expression. Spans are byte offsets in the text that was
// parsed; Decode and its map lead from there to the file.
type Expr struct {
	Kind ExprKind
	Span text.Span
	// Op is the operator, `||`, `&&` and `!` also where words are written, or
	// the name of the function.
	Op string
	// OpSpan is where Op stands.
	OpSpan text.Span
	// Text is the value of a string and the spelling of a number.
	Text string
	// Path are the words of a path in order.
	Path []Ident
	// Args are the operands, arguments or elements; of an index the value and
	// the subscript; of an object the values.
	Args []*Expr
	// Params are the parameters of a lambda, whose body is the last of Args.
	Params []Ident
}

// ExprError is what is wrong with an expression that does not parse. Kind is
// in kebab-case, Message holds no text from the expression, Got does.
type ExprError struct {
	Span    text.Span
	Kind    string
	Message string
	Got     string
}

// Error makes ExprError an error.
func (e *ExprError) Error() string { return e.Message }

// ExprFunction is a function of the expression language.
type ExprFunction struct {
	Name string
	// Min and Max are the numbers of arguments, a lambda among them; Max is
	// -1 where there is no upper bound.
	Min, Max int
	// Lambda is the number of parameters of the last argument, 0 where that
	// is an ordinary expression.
	Lambda int
}

// exprFunctions are sorted by name.
var exprFunctions = [...]ExprFunction{
	{"concat", 1, -1, 0}, {"contains", 2, 2, 0}, {"filter", 2, 2, 1},
	{"flatten", 1, 1, 0}, {"floor", 1, 1, 0}, {"if", 3, 3, 0},
	{"join", 2, 2, 0}, {"keys", 1, 1, 0}, {"length", 1, 1, 0},
	{"map", 2, 2, 1}, {"max", 1, -1, 0}, {"min", 1, -1, 0},
	{"reduce", 3, 3, 2}, {"round", 1, 1, 0}, {"slice", 3, 3, 0},
	{"sort", 1, 1, 0}, {"sum", 1, 1, 0}, {"tail", 2, 2, 0},
	{"unique", 1, 1, 0}, {"values", 1, 1, 0},
}

// ExprFunctions are all functions, sorted by name; the slice is the caller's.
func ExprFunctions() []ExprFunction { return slices.Clone(exprFunctions[:]) }

// LookupExprFunction gives the function of that name.
func LookupExprFunction(name string) (ExprFunction, bool) {
	i, ok := slices.BinarySearchFunc(exprFunctions[:], name, func(f ExprFunction, name string) int {
		return strings.Compare(f.Name, name)
	})
	if !ok {
		return ExprFunction{}, false
	}
	return exprFunctions[i], true
}

// ExprNamespaces are the leading words that name something but the input.
var ExprNamespaces = []string{"vars", "input", "outputs", "artifacts", "loop", "run"}

// Walk calls f for e and everything below it, parents first, until f returns
// false for a node, whose operands are then left out.
func (e *Expr) Walk(f func(*Expr) bool) {
	if e == nil || !f(e) {
		return
	}
	for _, a := range e.Args {
		a.Walk(f)
	}
}

// Refs calls f for every path that reads something from outside, lambda
// parameters left out.
func (e *Expr) Refs(f func(*Expr)) { e.refs(nil, f) }

func (e *Expr) refs(bound []string, f func(*Expr)) {
	if e == nil {
		return
	}
	if e.Kind == ExprPath {
		if len(e.Path) > 0 && !slices.Contains(bound, e.Path[0].Text) {
			f(e)
		}
		return
	}
	for i, a := range e.Args {
		inner := bound
		if len(e.Params) > 0 && i == len(e.Args)-1 {
			inner = slices.Clone(bound)
			for _, p := range e.Params {
				inner = append(inner, p.Text)
			}
		}
		a.refs(inner, f)
	}
}

// maxExprDepth is how deep the engine lets expressions nest.
const maxExprDepth = 256

// MaxExpr is the longest expression in bytes that is read. Longer ones have an
// error of the kind "too-long", which says nothing about the engine's verdict.
const MaxExpr = 64 << 10

// ParseExpr parses an expression. Exactly one of the results is nil.
func ParseExpr(s string) (*Expr, *ExprError) {
	if len(s) > MaxExpr {
		return nil, &ExprError{Kind: "too-long", Message: "the expression is too long to be read here"}
	}
	p := exprParser{src: s}
	p.next()
	e := p.or()
	if p.err == nil && p.tok.kind != exprEOF {
		p.fail("trailing", "the expression ends before this; join the parts by an operator")
	}
	if p.err != nil {
		return nil, p.err
	}
	return e, nil
}

type exprParser struct {
	src   string
	at    int
	tok   exprToken
	last  int // end of the token before tok
	depth int
	err   *ExprError
}

// fail records the first error, at the current token.
func (p *exprParser) fail(kind, message string) {
	p.failAt(p.tok.span, kind, message)
}

func (p *exprParser) failAt(s text.Span, kind, message string) {
	if p.err != nil {
		return
	}
	p.err = &ExprError{Span: s, Kind: kind, Message: message, Got: p.src[s.Start:s.End]}
	p.tok = exprToken{kind: exprEOF, span: text.Span{Start: len(p.src), End: len(p.src)}}
	p.at = len(p.src)
}

func (p *exprParser) enter() bool {
	p.depth++
	if p.depth > maxExprDepth {
		p.fail("too-deep", "the expression nests more than 256 levels deep; move parts of it into fields of a compute node")
	}
	return p.err == nil
}

func (p *exprParser) leave() { p.depth-- }

// is reports whether the current token is that operator or bracket.
func (p *exprParser) is(op string) bool { return p.tok.kind == exprOp && p.tok.text == op }

func (p *exprParser) accept(op string) bool {
	if !p.is(op) {
		return false
	}
	p.next()
	return true
}

func (p *exprParser) expect(op, message string) bool {
	if p.accept(op) {
		return true
	}
	p.fail("expected", message)
	return false
}

// binary parses operands joined by any of the operators.
func (p *exprParser) binary(operand func() *Expr, ops ...string) *Expr {
	left := operand()
	for p.err == nil && p.tok.kind == exprOp && slices.Contains(ops, p.tok.text) {
		op := p.tok
		p.next()
		right := operand()
		if p.err != nil {
			return nil
		}
		left = &Expr{
			Kind: ExprBinary, Op: op.text, OpSpan: op.span, Args: []*Expr{left, right},
			Span: text.Span{Start: left.Span.Start, End: right.Span.End},
		}
	}
	return left
}

func (p *exprParser) or() *Expr {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	return p.binary(p.and, "||")
}

func (p *exprParser) and() *Expr { return p.binary(p.not, "&&") }

func (p *exprParser) not() *Expr {
	if p.is("!") {
		return p.unary1(p.not)
	}
	return p.compare()
}

// unary1 parses an operator in front of an operand.
func (p *exprParser) unary1(operand func() *Expr) *Expr {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	op := p.tok
	p.next()
	e := operand()
	if p.err != nil {
		return nil
	}
	return &Expr{
		Kind: ExprUnary, Op: op.text, OpSpan: op.span, Args: []*Expr{e},
		Span: text.Span{Start: op.span.Start, End: e.Span.End},
	}
}

func (p *exprParser) compare() *Expr {
	left := p.sum()
	if p.err != nil || p.tok.kind != exprOp {
		return left
	}
	switch p.tok.text {
	case "==", "!=", "<", "<=", ">", ">=":
		op := p.tok
		p.next()
		right := p.sum()
		if p.err != nil {
			return nil
		}
		return &Expr{
			Kind: ExprBinary, Op: op.text, OpSpan: op.span, Args: []*Expr{left, right},
			Span: text.Span{Start: left.Span.Start, End: right.Span.End},
		}
	}
	return left
}

func (p *exprParser) sum() *Expr     { return p.binary(p.product, "+", "-") }
func (p *exprParser) product() *Expr { return p.binary(p.negative, "*", "/", "%") }

func (p *exprParser) negative() *Expr {
	if p.is("-") {
		return p.unary1(p.negative)
	}
	return p.postfix()
}

func (p *exprParser) postfix() *Expr {
	e := p.primary()
	for p.err == nil && (p.is("[") || p.is(".")) {
		var index *Expr
		if p.accept(".") {
			if p.tok.kind != exprWord {
				p.fail("expected", "a name is missing behind the dot")
				return nil
			}
			index = &Expr{Kind: ExprString, Span: p.tok.span, Text: p.tok.text}
			p.next()
		} else {
			p.next()
			index = p.or()
			p.expect("]", "the bracket [ is not closed; write ] behind the subscript")
		}
		if p.err != nil {
			return nil
		}
		e = &Expr{Kind: ExprIndex, Args: []*Expr{e, index}, Span: text.Span{Start: e.Span.Start, End: p.last}}
	}
	return e
}

func (p *exprParser) primary() *Expr {
	t := p.tok
	leaf := func(k ExprKind) *Expr {
		p.next()
		return &Expr{Kind: k, Span: t.span, Text: t.text}
	}
	switch t.kind {
	case exprInt:
		return leaf(ExprInt)
	case exprFloat:
		return leaf(ExprFloat)
	case exprString:
		return leaf(ExprString)
	case exprBool:
		return leaf(ExprBool)
	case exprWord:
		return p.word()
	case exprEOF:
		p.fail("unfinished", "the expression ends where a value should follow")
		return nil
	}
	switch t.text {
	case "(":
		p.next()
		e := p.or()
		p.expect(")", "the parenthesis ( is not closed; write ) behind the group")
		return e
	case "[":
		p.next()
		return p.elements(t.span.Start, "]")
	case "{":
		p.next()
		return p.object(t.span.Start)
	}
	p.fail("unexpected", "a value should stand here: a number, a string, a path, a call or a group in parentheses")
	return nil
}

// word parses a path or a call.
func (p *exprParser) word() *Expr {
	first := p.tok
	p.next()
	if p.is("(") {
		return p.call(first)
	}
	e := &Expr{Kind: ExprPath, Span: first.span, Path: []Ident{{first.text, first.span}}}
	for p.accept(".") {
		if p.tok.kind != exprWord {
			p.fail("expected", "a name is missing behind the dot")
			return nil
		}
		e.Path = append(e.Path, Ident{p.tok.text, p.tok.span})
		e.Span.End = p.tok.span.End
		p.next()
	}
	return e
}
