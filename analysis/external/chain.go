package external

import (
	"strings"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// chain is "…" % E and "…".format(…) → a + chain.
func (f *fixer) chain() {
	if !f.textOnly(nil) {
		return
	}
	var pieces []piece
	var lit *syntax.Literal
	ok := false
	switch n := f.node.(type) {
	case *syntax.BinaryExpr:
		if lit = literalOf(n.X); n.Op == syntax.PERCENT && lit != nil {
			pieces, ok = percentPieces(lit, n.Y)
		}
	case *syntax.CallExpr:
		if dot, isDot := n.Fn.(*syntax.DotExpr); isDot && dot.Name.Name == "format" {
			if lit = literalOf(dot.X); lit != nil {
				pieces, ok = formatPieces(lit, n.Args)
			}
		}
	}
	if !ok {
		return
	}
	parts, preferred, ok := f.joinPieces(lit, pieces)
	if !ok || len(parts) == 0 {
		return
	}
	f.offer("join-with-plus", "Join with +", preferred, f.mod, text.Edit{Span: f.span, New: strings.Join(parts, " + ")})
}

// literalOf is the one string literal that e is, with no parentheses.
func literalOf(e syntax.Expr) *syntax.Literal {
	if l, ok := e.(*syntax.Literal); ok && l.Token == syntax.STRING {
		return l
	}
	return nil
}

// piece is a part of a format: text, given by runs of the decoded literal, or
// an operand under a verb.
type piece struct {
	runs    [][2]int // byte ranges of the literal's value
	operand syntax.Expr
	verb    byte // 's', 'r', or 'd'
}

// percentPieces takes a % format apart; ok is false where some operand is
// missing, surplus with a call in it, or not plainly an expression.
func percentPieces(lit *syntax.Literal, y syntax.Expr) (out []piece, ok bool) {
	f := lit.Value.(string)
	verbs, ok := parsePercent(f)
	if !ok {
		return nil, false
	}
	var list []syntax.Expr
	keyed := map[string]syntax.Expr{}
	if p, isParen := y.(*syntax.ParenExpr); isParen {
		if t, isTuple := p.X.(*syntax.TupleExpr); isTuple {
			y = t
		}
	}
	switch y := y.(type) {
	case *syntax.TupleExpr:
		list = y.List
	case *syntax.DictExpr:
		for _, x := range y.List {
			d, isEntry := x.(*syntax.DictEntry)
			if !isEntry || literalOf(d.Key) == nil {
				return nil, false
			}
			k := literalOf(d.Key).Value.(string)
			if keyed[k] != nil {
				return nil, false
			}
			keyed[k] = d.Value
		}
		list = nil
	default:
		list = []syntax.Expr{y}
	}
	isDict := len(keyed) > 0
	uses := map[syntax.Expr]int{}
	index, from := 0, 0
	var run [][2]int
	for _, v := range verbs {
		run = append(run, [2]int{from, v.start})
		from = v.end
		if v.verb == '%' {
			if v.keyed {
				return nil, false
			}
			run = append(run, [2]int{v.start, v.start + 1})
			continue
		}
		var e syntax.Expr
		switch {
		case v.keyed:
			e = keyed[v.key]
		case !isDict && index < len(list):
			e = list[index]
			index++
		}
		verb := v.verb
		switch verb {
		case 's', 'r':
		case 'd', 'i':
			verb = 'd'
		default:
			return nil, false
		}
		if e == nil {
			return nil, false
		}
		uses[e]++
		out = append(out, piece{runs: run}, piece{operand: e, verb: verb})
		run = nil
	}
	out = append(out, piece{runs: append(run, [2]int{from, len(f)})})
	if index < len(list) {
		return nil, false
	}
	for _, e := range keyed {
		list = append(list, e)
	}
	return out, usesAllow(uses, list)
}

// usesAllow reports whether operands that are dropped or used twice have no
// call in them.
func usesAllow(uses map[syntax.Expr]int, list []syntax.Expr) bool {
	for _, e := range list {
		if uses[e] != 1 && hasCall(e) {
			return false
		}
	}
	return true
}

// formatPieces takes a format() string apart.
func formatPieces(lit *syntax.Literal, args []syntax.Expr) (out []piece, ok bool) {
	f := lit.Value.(string)
	fields, ok := parseFields(f)
	if !ok {
		return nil, false
	}
	var pos, all []syntax.Expr
	named := map[string]syntax.Expr{}
	for _, a := range args {
		if isStarred(a) {
			return nil, false
		}
		if b, isNamed := a.(*syntax.BinaryExpr); isNamed && b.Op == syntax.EQ {
			named[b.X.(*syntax.Ident).Name] = b.Y
			all = append(all, b.Y)
			continue
		}
		pos = append(pos, a)
		all = append(all, a)
	}
	uses := map[syntax.Expr]int{}
	auto, from := 0, 0
	hasAuto, hasNumber := false, false
	for _, x := range fields {
		runs, good := braces(f, from, x.start)
		n, isNumber := decimal(x.name)
		var e syntax.Expr
		switch {
		case x.auto:
			hasAuto = true
			n = auto
			auto++
			fallthrough
		case isNumber:
			hasNumber = hasNumber || !x.auto
			if n < len(pos) {
				e = pos[n]
			}
		default:
			e = named[x.name]
		}
		if e == nil || x.bad || !good || hasAuto && hasNumber {
			return nil, false
		}
		uses[e]++
		out = append(out, piece{runs: runs}, piece{operand: e, verb: x.conv[0]})
		from = x.end
	}
	runs, good := braces(f, from, len(f))
	return append(out, piece{runs: runs}), good && usesAllow(uses, all)
}

// braces are the runs of the text between two fields: of {{ and }} one stays.
func braces(f string, from, to int) (runs [][2]int, ok bool) {
	start := from
	for i := from; i < to; i++ {
		if f[i] == '{' || f[i] == '}' {
			if i+1 >= to || f[i+1] != f[i] {
				return nil, false
			}
			runs = append(runs, [2]int{start, i + 1})
			i++
			start = i + 1
		}
	}
	return append(runs, [2]int{start, to}), true
}

// joinPieces writes the operands of the chain.
func (f *fixer) joinPieces(lit *syntax.Literal, pieces []piece) (parts []string, preferred, ok bool) {
	raw, ok := readRaw(lit)
	if !ok {
		return nil, false, false
	}
	preferred = true
	for _, p := range pieces {
		if p.operand == nil {
			s, empty, ok := raw.cut(p.runs)
			if !ok {
				return nil, false, false
			}
			if !empty {
				parts = append(parts, s)
			}
			continue
		}
		s, sure, ok := f.wrap(p.operand, p.verb)
		if !ok {
			return nil, false, false
		}
		preferred = preferred && sure
		parts = append(parts, s)
	}
	return parts, preferred, true
}

// wrap is an operand of the chain: as it is if it is text, in str() or repr()
// if it is something plain. sure is false where the chain may fail or change
// what is said.
func (f *fixer) wrap(e syntax.Expr, verb byte) (s string, sure, ok bool) {
	v := f.fact(e)
	if v.kinds == 0 || v.has(kUnknown|kBytes) {
		return "", false, false
	}
	if v.has(kTuple) && f.isWholeOperand(e) {
		return "", false, false
	}
	if v.has(kExt) {
		if verb == 'd' || v.has(kObjects|kTuple|kStruct) {
			return "", false, false
		}
		return f.operand(e), verb == 's' && v.isOnly(kText), true
	}
	name := "str"
	switch {
	case verb == 's' && v.isOnly(kStr):
		return f.operand(e), true, true
	case verb == 'r':
		name = "repr"
	case verb == 'd' && !v.isOnly(kInt):
		return "", false, false
	}
	if !f.means(name, f.span.Start) {
		return "", false, false
	}
	if p, isParen := e.(*syntax.ParenExpr); isParen {
		if _, isTuple := p.X.(*syntax.TupleExpr); !isTuple {
			e = p.X
		}
	}
	return name + "(" + f.source(e) + ")", true, true
}

// isWholeOperand reports whether e is all of what stands behind a %: a tuple
// there would be several operands.
func (f *fixer) isWholeOperand(e syntax.Expr) bool {
	b, ok := f.node.(*syntax.BinaryExpr)
	return ok && b.Y == e
}

// rawText is a literal's source, unit by unit: each decoded byte range with
// the source that stands for it.
type rawText struct {
	open, close string
	body        string
	at          []int // by decoded offset: source offset in body, -1 inside a unit
}

// readRaw maps a literal's value to its source; ok is false where that is not
// plain enough.
func readRaw(lit *syntax.Literal) (*rawText, bool) {
	raw, value := lit.Raw, lit.Value.(string)
	n := strings.IndexAny(raw, `"'`)
	if n < 0 {
		return nil, false
	}
	quote := raw[n : n+1]
	if strings.HasPrefix(raw[n:], strings.Repeat(quote, 3)) && len(raw) >= n+6 {
		quote = strings.Repeat(quote, 3)
	}
	t := &rawText{open: raw[:n] + quote, close: quote, body: raw[n+len(quote) : len(raw)-len(quote)]}
	isRaw := strings.Contains(raw[:n], "r")
	t.at = make([]int, len(value)+1)
	for i := range t.at {
		t.at[i] = -1
	}
	dec := 0
	for i := 0; i < len(t.body); {
		size, width := 1, 1
		switch {
		case strings.HasPrefix(t.body[i:], "\r\n"):
			size = 2
		case t.body[i] == '\\' && !isRaw:
			var ok bool
			if size, width, ok = escape(t.body[i:]); !ok {
				return nil, false
			}
		}
		if dec > len(value) || dec+width > len(value) {
			return nil, false
		}
		t.at[dec] = i
		i += size
		dec += width
	}
	if dec != len(value) {
		return nil, false
	}
	t.at[dec] = len(t.body)
	return t, true
}

// escape is the size in source of an escape, and of what it stands for.
func escape(s string) (size, width int, ok bool) {
	if len(s) < 2 {
		return 0, 0, false
	}
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}
	switch c := s[1]; {
	case c == '\n':
		return 2, 0, true
	case c == '\r':
		return 0, 0, false
	case digits[c] > 0:
		size = 2 + digits[c]
	case c >= '0' && c <= '7':
		size = 2
		for size < 4 && size < len(s) && s[size] >= '0' && s[size] <= '7' {
			size++
		}
	default:
		size = 2
	}
	if size > len(s) {
		return 0, 0, false
	}
	v, ok := readLiteral(`"` + s[:size] + `"`)
	if !ok && s[1] == '\'' {
		return 2, 1, true
	}
	return size, len(v), ok
}

// readLiteral is the value of a string literal.
func readLiteral(src string) (string, bool) {
	e, err := playbook.FileOptions().ParseExpr("", src, 0)
	if err != nil {
		return "", false
	}
	l, ok := e.(*syntax.Literal)
	if !ok || l.Token != syntax.STRING {
		return "", false
	}
	return l.Value.(string), true
}

// cut writes the literal of some runs of the value, and checks that it reads
// back as they do.
func (t *rawText) cut(runs [][2]int) (s string, empty, ok bool) {
	var b strings.Builder
	width := 0
	for _, r := range runs {
		from, to := t.at[r[0]], t.at[r[1]]
		if from < 0 || to < 0 {
			return "", false, false
		}
		b.WriteString(t.body[from:to])
		width += r[1] - r[0]
	}
	if width == 0 {
		return "", true, true
	}
	s = t.open + b.String() + t.close
	v, ok := readLiteral(s)
	return s, false, ok && len(v) == width && v == t.value(runs)
}

// value is what the runs stand for.
func (t *rawText) value(runs [][2]int) string {
	whole, _ := readLiteral(t.open + t.body + t.close)
	var b strings.Builder
	for _, r := range runs {
		if r[1] <= len(whole) {
			b.WriteString(whole[r[0]:r[1]])
		}
	}
	return b.String()
}

// concatConverted is SEP.join([str(x) for x in XS]) → concat([x for x in XS], sep = SEP).
func (f *fixer) concatConverted() {
	call, ok := f.node.(*syntax.CallExpr)
	if !ok || len(call.Args) != 1 || !isUniversalName(call.Fn, "str") || isStarred(call.Args[0]) || isKeyword(call.Args[0]) {
		return
	}
	comp, ok := f.mod.parent(call).(*syntax.Comprehension)
	if !ok || comp.Curly || comp.Body != call {
		return
	}
	join, ok := f.mod.parent(comp).(*syntax.CallExpr)
	if !ok || len(join.Args) != 1 || join.Args[0] != comp || !f.textOnly(join) {
		return
	}
	dot, ok := join.Fn.(*syntax.DotExpr)
	if !ok || dot.Name.Name != "join" || !f.plainString(dot.X) {
		return
	}
	e := call.Args[0]
	v := f.fact(e)
	if v.kinds == 0 || v.deepConv != nil || v.has(kObjects|kTuple|kStruct|kUnknown) || !f.means("concat", f.span.Start) {
		return
	}
	elem := f.source(e)
	if broken(e, elem) || looserThanPlus(e) {
		elem = "(" + elem + ")"
	}
	span := f.mod.file.Span(comp)
	src := f.mod.file.Source
	list := src[span.Start:f.span.Start] + elem + src[f.span.End:span.End]
	f.offer("use-concat", "Use concat", v.isOnly(kText), f.mod,
		text.Edit{Span: f.mod.file.Span(join), New: "concat(" + list + ", sep = " + f.source(dot.X) + ")"})
}

// plainString reports whether e is always a string without placeholders, and
// evaluating it does nothing.
func (f *fixer) plainString(e syntax.Expr) bool {
	v := f.fact(e)
	return v.isOnly(kStr) && v.conv == nil && !hasCall(e)
}

// mendJoin is SEP.join([A, B]) → A + SEP + B and SEP.join(XS) → concat(XS, sep = SEP).
func (f *fixer) mendJoin() {
	call, ok := f.node.(*syntax.CallExpr)
	if !ok || len(call.Args) != 1 || isStarred(call.Args[0]) || isKeyword(call.Args[0]) {
		return
	}
	dot, ok := call.Fn.(*syntax.DotExpr)
	if !ok || dot.Name.Name != "join" || !f.plainString(dot.X) {
		return
	}
	var items []syntax.Expr
	display := true
	switch x := call.Args[0].(type) {
	case *syntax.ListExpr:
		items = x.List
	case *syntax.TupleExpr:
		items = x.List
	default:
		display = false
	}
	if !display {
		f.joinToConcat(call, dot.X)
		return
	}
	var parts []string
	preferred := true
	sep, isLit := dot.X.(*syntax.Literal)
	noSep := isLit && sep.Value == ""
	for i, e := range items {
		v := f.fact(e)
		if v.kinds == 0 || v.has(kUnknown) || v.kinds&kText == 0 {
			return
		}
		preferred = preferred && v.isOnly(kText)
		if i > 0 && !noSep {
			parts = append(parts, f.operand(dot.X))
		}
		parts = append(parts, f.operand(e))
	}
	if len(parts) == 0 {
		return
	}
	s := strings.Join(parts, " + ")
	if len(parts) > 1 && f.bindsTighter(call) {
		s = "(" + s + ")"
	}
	f.offer("join-with-plus", "Join with +", preferred, f.mod, text.Edit{Span: f.span, New: s})
}

// bindsTighter reports whether a call stands where a sum would need
// parentheses.
func (f *fixer) bindsTighter(call syntax.Expr) bool {
	switch p := f.mod.parent(call).(type) {
	case *syntax.DotExpr:
		return true
	case *syntax.IndexExpr:
		return p.X == call
	case *syntax.SliceExpr:
		return p.X == call
	case *syntax.CallExpr:
		return p.Fn == call
	case *syntax.UnaryExpr:
		return p.Op != syntax.NOT && !isStarred(p)
	case *syntax.BinaryExpr:
		switch p.Op {
		case syntax.STAR, syntax.SLASH, syntax.SLASHSLASH, syntax.PERCENT:
			return true
		case syntax.MINUS, syntax.PLUS:
			return p.Y == call && p.Op == syntax.MINUS
		}
	}
	return false
}

func (f *fixer) joinToConcat(call *syntax.CallExpr, sep syntax.Expr) {
	if !f.means("concat", f.span.Start) {
		return
	}
	elem := f.joined(call)
	if elem.conv != nil || elem.has(kUnknown) || !elem.has(kText) {
		return
	}
	preferred := elem.isOnly(kText)
	list := f.fact(call.Args[0])
	preferred = preferred && list.isOnly(kList|kTuple)
	if !list.has(kList | kTuple) {
		return
	}
	f.offer("use-concat", "Use concat", preferred, f.mod,
		text.Edit{Span: f.span, New: "concat(" + f.source(call.Args[0]) + ", sep = " + f.source(sep) + ")"})
}

// joined is what a join call joins, over all runs.
func (f *fixer) joined(call syntax.Node) *Value {
	out := bottom
	for _, it := range f.runs {
		own := it.mods[f.mod.id]
		if own.file == f.mod.file {
			if v := it.joins[call]; v != nil {
				out = join(out, v)
			}
			continue
		}
		for n, v := range it.joins {
			if own.file.Span(n) == f.span {
				out = join(out, v)
			}
		}
	}
	return out
}
