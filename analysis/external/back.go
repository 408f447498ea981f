package external

import (
	"fmt"
	"strings"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
)

// tracking gathers the places that a value may have come from.
type tracking struct {
	*tracer
	at  visit
	out []visit
}

// back lists the points that may lead to a point, each with what happened in
// between, in the order of the text.
func (t *tracer) back(v visit) []visit {
	k := &tracking{tracer: t, at: v}
	switch n := v.node.(type) {
	case *syntax.AssignStmt:
		k.augmented(n)
	case syntax.Expr:
		k.expr(n)
		k.stored(n)
	}
	return k.out
}

// from adds the value of e, a part of it for a selector, unless it cannot hold
// what is looked for. words say what happened at node; "" for nothing worth
// saying.
func (k *tracking) from(e syntax.Expr, m *module, sel *selector, node syntax.Node, in *module, words string) bool {
	stack := k.at.stack
	if m != k.at.mod || scopeOf(m, e) != scopeOf(k.at.mod, k.at.node) {
		// A variable of an outer function, or another one's store: nobody
		// knows which call that was.
		stack = nil
	}
	return k.add(visit{point: point{e, stack, sel, k.at.join}, mod: m}, node, in, words)
}

// add adds a visit, with the joining that its value allows.
func (k *tracking) add(v visit, node syntax.Node, in *module, words string) bool {
	e, ok := v.node.(syntax.Expr)
	if ok {
		val := k.fact(e)
		if !k.holds(val) {
			return false
		}
		if v.sel == nil && !k.label.conversion && val.isOnly(kExt) && !val.joined {
			if v.join == mustJoin {
				return false
			}
			v.join = neverJoins
		}
	}
	if words != "" {
		v.step = step(in, node, words)
	}
	k.out = append(k.out, v)
	return true
}

// same adds the value of a part of the expression at hand that passes on as it
// is.
func (k *tracking) same(e syntax.Expr, words string) {
	if e != nil {
		k.from(e, k.at.mod, k.at.sel, k.at.node, k.at.mod, words)
	}
}

// joined adds what is joined with other text at the point at hand.
func (k *tracking) joined(e syntax.Expr, sel *selector, words string) {
	if k.at.join == neverJoins {
		return
	}
	saved := k.at.join
	k.at.join = mayJoin
	k.from(e, k.at.mod, sel, k.at.node, k.at.mod, words)
	k.at.join = saved
}

func (k *tracking) expr(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Ident:
		k.name(e)
	case *syntax.ParenExpr:
		k.same(e.X, "")
	case *syntax.UnaryExpr:
		k.same(e.X, "")
	case *syntax.CondExpr:
		k.same(e.True, "")
		k.same(e.False, "")
	case *syntax.BinaryExpr:
		k.binary(e)
	case *syntax.ListExpr:
		k.display(e.List, "put into a list")
	case *syntax.TupleExpr:
		k.display(e.List, "put into a tuple")
	case *syntax.DictExpr:
		k.dict(e)
	case *syntax.Comprehension:
		_, sel := k.at.sel.within()
		body := e.Body
		if d, ok := body.(*syntax.DictEntry); ok {
			body = d.Value
			k.from(d.Key, k.at.mod, sel, e, k.at.mod, "made a key of a dict")
		}
		k.from(body, k.at.mod, sel, e, k.at.mod, "collected by a comprehension")
	case *syntax.IndexExpr:
		k.from(e.X, k.at.mod, k.part(k.at.sel, k.key(e.Y)), e, k.at.mod, "taken out with an index or key")
	case *syntax.SliceExpr:
		_, sel := k.at.sel.within()
		if k.at.sel != nil {
			sel = k.part(sel, selectorKey{})
		}
		k.from(e.X, k.at.mod, sel, e, k.at.mod, "cut out")
	case *syntax.DotExpr:
		k.from(e.X, k.at.mod, k.part(k.at.sel, fieldKey(e.Name.Name)), e, k.at.mod, "taken out as field "+finding.Quote(e.Name.Name))
	case *syntax.CallExpr:
		k.call(e)
	}
}

func (k *tracking) binary(e *syntax.BinaryExpr) {
	words := ""
	switch {
	case e.Op == syntax.PLUS && k.fact(e).has(kText):
		k.joined(e.X, nil, "joined with `+`")
		k.joined(e.Y, nil, "joined with `+`")
		return
	case e.Op == syntax.AND, e.Op == syntax.OR:
	default:
		words = "put together with `" + e.Op.String() + "`"
	}
	sel := k.at.sel
	if e.Op == syntax.PLUS && sel != nil {
		// The items of the right side have moved.
		k.at.sel = k.part(sel.rest, selectorKey{})
	}
	k.same(e.X, words)
	k.same(e.Y, words)
	k.at.sel = sel
}

// display adds the items of a list or tuple that is written out: the one that
// is meant, or all where that cannot be.
func (k *tracking) display(list []syntax.Expr, words string) {
	key, sel := k.at.sel.within()
	if key.known && key.c.kind == kInt {
		i := int(key.c.n)
		if i < 0 {
			i += len(list)
		}
		if i >= 0 && i < len(list) && k.from(list[i], k.at.mod, sel, k.at.node, k.at.mod, words) {
			return
		}
	}
	for _, x := range list {
		k.from(x, k.at.mod, sel, k.at.node, k.at.mod, words)
	}
}

// dict adds the values under the key that is meant, and the keys: what goes
// through a dict may give these out.
func (k *tracking) dict(e *syntax.DictExpr) {
	key, sel := k.at.sel.within()
	for _, x := range e.List {
		if d, ok := x.(*syntax.DictEntry); ok && k.key(d.Key).fits(key) {
			k.from(d.Value, k.at.mod, sel, d, k.at.mod, "put into a dict"+k.under(d.Key))
		}
		if d, ok := x.(*syntax.DictEntry); ok {
			k.from(d.Key, k.at.mod, sel, d, k.at.mod, "made a key of a dict")
		}
	}
}

// under names a key that is known.
func (k *tracking) under(e syntax.Expr) string {
	if l, ok := e.(*syntax.Literal); ok {
		return " under " + finding.Quote(l.Raw)
	}
	return ""
}

// stored adds what was put later into the objects that an expression may be.
func (k *tracking) stored(e syntax.Expr) {
	key, sel := k.at.sel.within()
	k.fact(e).objs.each(func(l uint32, _ struct{}) bool {
		for _, s := range k.stores[k.find(l)] {
			switch s.how {
			case storesItem:
				if s.key.fits(key) {
					k.from(s.value, s.mod, sel, s.node, s.mod, s.words)
				}
			case storesAll:
				k.from(s.value, s.mod, k.part(sel, selectorKey{}), s.node, s.mod, s.words)
			case storesSame:
				k.from(s.value, s.mod, k.at.sel, s.node, s.mod, s.words)
			}
		}
		return true
	})
}

// name adds what a variable was given: at an identifier that is given the
// value that, else what can reach the use.
func (k *tracking) name(id *syntax.Ident) {
	if s := k.sites[id]; s != nil {
		k.source(s)
		return
	}
	for _, s := range k.given(k.at.mod, id, firstOf(id)) {
		k.source(s)
	}
}

// given is reaching; a loose search does not look at the order, as the coarse
// mode does not.
func (k *tracking) given(m *module, node syntax.Node, first *syntax.Ident) []*source {
	if k.loose {
		return k.sources[first]
	}
	return k.reaching(m, node, first)
}

func (k *tracking) augmented(s *syntax.AssignStmt) {
	id, ok := unparen(s.LHS).(*syntax.Ident)
	if !ok {
		return
	}
	words := "joined with `" + s.Op.String() + "`"
	if k.fact(id).has(kText) {
		k.joined(s.RHS, nil, words)
		if k.at.join == neverJoins {
			return
		}
	} else {
		if v := k.fact(id); v.has(kStruct | kTuple) {
			// A new value; lists and dicts are changed, see stored.
			sel := k.at.sel
			if sel != nil && v.has(kTuple) {
				sel = k.part(sel.rest, selectorKey{})
			}
			k.from(s.RHS, k.at.mod, sel, s, k.at.mod, "put together with `"+s.Op.String()+"`")
		}
		words = ""
	}
	saved := k.at.join
	if words != "" {
		k.at.join = mayJoin
	}
	for _, src := range k.given(k.at.mod, s, firstOf(id)) {
		n := len(k.out)
		k.source(src)
		if words == "" {
			continue
		}
		// Two things happen in one move: the value was given, then joined.
		for i := n; i < len(k.out); i++ {
			k.out[i].then = step(k.at.mod, s, words)
		}
	}
	k.at.join = saved
}

// source adds what one place gives to a variable.
func (k *tracking) source(s *source) {
	name := finding.Quote(s.id.Name)
	switch s.kind {
	case fromAssignment, fromLoop, fromClause:
		sel := k.at.sel
		for i := len(s.path) - 1; i >= 0; i-- {
			key := selectorKey{}
			if s.path[i] >= 0 {
				key = indexKey(s.path[i])
			}
			sel = k.part(sel, key)
		}
		words := "assigned to "
		if s.kind != fromAssignment {
			words = "taken in a loop as "
		}
		k.from(s.rhs, s.mod, sel, s.id, s.mod, words+name)
	case fromAugmented:
		k.add(visit{point: point{s.stmt, k.stackFor(s), k.at.sel, k.at.join}, mod: s.mod}, nil, nil, "")
	case fromModule:
		k.loaded(s)
	case fromCall:
		k.parameter(s)
	}
}

// stackFor is the stack at a source of the variable at hand.
func (k *tracking) stackFor(s *source) *callStack {
	if s.mod == k.at.mod && scopeOf(s.mod, s.stmt) == scopeOf(k.at.mod, k.at.node) {
		return k.at.stack
	}
	return nil
}

func (k *tracking) loaded(s *source) {
	load, _ := s.stmt.(*syntax.LoadStmt)
	m := k.it.loads[load]
	if m == nil || m.res == nil {
		return
	}
	for _, b := range m.res.Globals {
		if b.First == nil || b.First.Name != s.from.Name {
			continue
		}
		for _, src := range k.sources[b.First] {
			n := len(k.out)
			k.source(src)
			for i := n; i < len(k.out); i++ {
				k.out[i].stack = nil
				k.out[i].then = step(s.mod, s.id, "loaded from "+finding.Quote(m.id))
			}
		}
	}
}

// parameter adds the arguments of the calls that may have given a parameter.
func (k *tracking) parameter(s *source) {
	p := s.fn.params[s.param]
	var inside *callStack
	if s.mod == k.at.mod && scopeOf(k.at.mod, k.at.node) == s.fn.node {
		inside = k.at.stack
	}
	first := len(k.out)
	count := 0
	for _, c := range k.calls[s.fn] {
		if inside != nil && inside.call != c.call {
			continue
		}
		n := len(k.out)
		k.argument(s, c)
		if len(k.out) > n {
			count++
		}
		for i := n; i < len(k.out); i++ {
			k.out[i].stack = nil
			if inside != nil {
				k.out[i].stack = inside.out
			}
		}
	}
	if count > 1 {
		for i := first; i < len(k.out); i++ {
			k.out[i].step.Text += fmt.Sprintf(", by one of %d calls", count)
		}
	}
	if p.deflt != nil {
		k.from(p.deflt, s.mod, k.at.sel, p.id, s.mod, "the default of "+finding.Quote(p.id.Name))
	}
}

// argument adds what one call passes for a parameter.
func (k *tracking) argument(s *source, c site) {
	p, sel := s.fn.params[s.param], k.at.sel
	words := "passed to " + finding.Quote(functionName(s.fn)) + " as " + finding.Quote(p.id.Name)
	add := func(e syntax.Expr, sel *selector) {
		k.from(e, c.mod, sel, c.call, c.mod, words)
	}
	if c.back {
		for _, a := range c.call.Args {
			if name, val := keywordOf(a); name == nil {
				add(val, k.part(sel, selectorKey{}))
			}
		}
		return
	}
	key, within := sel.within()
	i := 0
	for _, a := range c.call.Args {
		if u, ok := a.(*syntax.UnaryExpr); ok && u.X != nil {
			if u.Op == syntax.STAR {
				add(u.X, k.part(within, selectorKey{}))
				if !p.star {
					add(u.X, k.part(sel, selectorKey{}))
				}
				continue
			}
			if u.Op == syntax.STARSTAR {
				if p.starStar {
					add(u.X, sel)
				} else {
					add(u.X, k.part(sel, fieldKey(p.id.Name)))
				}
				continue
			}
		}
		name, val := keywordOf(a)
		if name != nil {
			if _, own := s.fn.index[name.Name]; !own && p.starStar && fieldKey(name.Name).fits(key) {
				add(val, within)
			} else if own && !p.star && !p.starStar && name.Name == p.id.Name {
				add(val, sel)
			}
			continue
		}
		switch {
		case i < len(s.fn.places):
			if s.fn.places[i] == s.param {
				add(val, sel)
			}
		case p.star && indexKey(i-len(s.fn.places)).fits(key):
			add(val, within)
		}
		i++
	}
}

func functionName(fn *function) string {
	if d, ok := fn.node.(*syntax.DefStmt); ok {
		return d.Name.Name
	}
	return "lambda"
}

// returned adds what a function gives back.
func (k *tracking) returned(call *syntax.CallExpr, fn *function) {
	words := "returned by " + finding.Quote(functionName(fn))
	stack := k.push(k.at.stack, call)
	for _, s := range fn.res.Body {
		syntax.Walk(s, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.DefStmt, *syntax.LambdaExpr:
				return false
			case *syntax.ReturnStmt:
				if n.Result != nil {
					k.add(visit{point: point{n.Result, stack, k.at.sel, k.at.join}, mod: fn.mod}, n.Result, fn.mod, words)
				}
			}
			return true
		})
	}
}

func (k *tracking) call(e *syntax.CallExpr) {
	for _, c := range k.fact(e.Fn).callees {
		switch {
		case c.fn != nil:
			k.returned(e, c.fn)
		case c.recvKind != 0:
			k.methodCall(e, c)
		default:
			k.builtinCall(e, c.name)
		}
	}
}

// methodCall adds what a method of a list or dict takes out.
func (k *tracking) methodCall(e *syntax.CallExpr, c callee) {
	words := "taken out with `" + c.name + "`"
	if c.recvKind&kObjects == 0 {
		// Of a string: only a placeholder comes through.
		words = "passed through `" + c.name + "`"
		for _, a := range e.Args {
			_, val := keywordOf(a)
			k.from(val, k.at.mod, nil, e, k.at.mod, words)
		}
	}
	var sel *selector
	switch c.name {
	case "get", "setdefault", "pop":
		key := selectorKey{}
		if len(e.Args) > 0 {
			key = k.key(e.Args[0])
		}
		sel = k.part(k.at.sel, key)
		if len(e.Args) > 1 {
			k.same(e.Args[1], "")
		}
	}
	if d, ok := unparen(e.Fn).(*syntax.DotExpr); ok {
		k.from(d.X, k.at.mod, sel, e, k.at.mod, words)
	}
}

// builtinCall adds what a builtin or a constructor passes on.
func (k *tracking) builtinCall(e *syntax.CallExpr, name string) {
	words := "passed through `" + strings.ReplaceAll(name, "`", "'") + "`"
	if name == "param" {
		// The author's default may be another parameter.
		words = "the default of a parameter"
	}
	key, within := k.at.sel.within()
	position := 0
	for _, a := range e.Args {
		if u, ok := a.(*syntax.UnaryExpr); ok && (u.Op == syntax.STAR || u.Op == syntax.STARSTAR) && u.X != nil {
			a = u.X
		}
		arg, val := keywordOf(a)
		switch {
		case name == "concat":
			if arg == nil {
				k.joined(val, nil, "joined by `concat`")
			}
		case name == "struct" || name == "dict" && arg != nil:
			if arg == nil {
				k.from(val, k.at.mod, k.at.sel, e, k.at.mod, words)
			} else if fieldKey(arg.Name).fits(key) {
				k.from(val, k.at.mod, within, e, k.at.mod, "put into a "+name+" as "+finding.Quote(arg.Name))
			}
		case name == "zip" && within != nil:
			if indexKey(position).fits(within.key) {
				k.from(val, k.at.mod, k.part(within.rest, selectorKey{}), e, k.at.mod, words)
			}
		case name == "enumerate" && within != nil:
			k.from(val, k.at.mod, k.part(within.rest, selectorKey{}), e, k.at.mod, words)
		case name == "getattr" && position == 0 && len(e.Args) > 1:
			k.from(val, k.at.mod, k.part(k.at.sel, k.key(e.Args[1])), e, k.at.mod, words)
		case name == "list" || name == "tuple" || name == "reversed" || name == "sorted":
			sel := k.at.sel
			if sel != nil && (name == "reversed" || name == "sorted") {
				sel = k.part(within, selectorKey{})
			}
			k.from(val, k.at.mod, sel, e, k.at.mod, words)
		default:
			k.from(val, k.at.mod, nil, e, k.at.mod, words)
		}
		position++
	}
}
