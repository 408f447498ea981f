package external

import (
	"slices"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"
)

// typeKinds are the kinds that a type() name stands for; exact says that no
// other type shares them.
func typeKinds(name string) (k kinds, exact bool) {
	for _, t := range typeNames {
		if t.name == name {
			return t.kind, t.kind != kOther
		}
	}
	if name == "builtin_function_or_method" {
		return kFunc, false
	}
	return kOther, false
}

var typeNames = []struct {
	kind kinds
	name string
}{
	{kNone, "NoneType"}, {kBool, "bool"}, {kInt, "int"}, {kFloat, "float"}, {kStr, "string"},
	{kBytes, "bytes"}, {kExt, "external_text"}, {kList, "list"}, {kTuple, "tuple"}, {kDict, "dict"},
	{kSet, "set"}, {kStruct, "struct"}, {kFunc, "function"}, {kMethod, "external_text_method"},
	{kModule, "module"}, {kTool, "tool"}, {kAgent, "agent"}, {kStep, "step"}, {kGate, "gate"},
	{kParallel, "parallel"}, {kPlaybook, "playbook"}, {kOther, "other"},
}

// typeName is the type() of the first of the kinds.
func typeName(k kinds) string {
	for _, t := range typeNames {
		if t.kind&k != 0 {
			return t.name
		}
	}
	return "value"
}

// assume narrows the state by a condition that was found true or false
// (10.5). Where a name has no possibility left the state is dead.
func (it *interp) assume(cond syntax.Expr, truth bool) {
	if it.st.dead {
		return
	}
	switch e := cond.(type) {
	case *syntax.ParenExpr:
		it.assume(e.X, truth)
	case *syntax.UnaryExpr:
		if e.Op == syntax.NOT {
			it.assume(e.X, !truth)
		}
	case *syntax.BinaryExpr:
		switch e.Op {
		case syntax.AND, syntax.OR:
			it.assumeBoth(e, truth)
		case syntax.EQL:
			it.assumeEqual(e, truth)
		case syntax.NEQ:
			it.assumeEqual(e, !truth)
		case syntax.IN:
			it.assumeIn(e, truth)
		case syntax.NOT_IN:
			it.assumeIn(e, !truth)
		}
	}
}

func (it *interp) assumeBoth(e *syntax.BinaryExpr, truth bool) {
	if truth == (e.Op == syntax.AND) {
		it.assume(e.X, truth)
		it.assume(e.Y, truth)
		return
	}
	start := it.st
	it.assume(e.X, truth)
	first := it.st
	it.st = start
	it.assume(e.X, !truth)
	it.assume(e.Y, truth)
	it.st = joinStates(first, it.st)
}

func (it *interp) assumeEqual(e *syntax.BinaryExpr, truth bool) {
	x, y := unparen(e.X), unparen(e.Y)
	if isLiteralString(x) || isNone(x) {
		x, y = y, x
	}
	if id, ok := x.(*syntax.Ident); ok && isNone(y) {
		it.narrow(id, kNone, true, truth)
		return
	}
	if lit, isLit := y.(*syntax.Literal); isLit && lit.Token == syntax.STRING {
		if id, ok := typeOperand(x); ok {
			k, exact := typeKinds(lit.Value.(string))
			it.narrow(id, k, exact, truth)
		}
	}
}

// typeOperand is the name x of type(x).
func typeOperand(e syntax.Expr) (id *syntax.Ident, ok bool) {
	call, ok := e.(*syntax.CallExpr)
	if !ok || len(call.Args) != 1 || !isUniversal(call.Fn, "type") {
		return nil, false
	}
	id, ok = unparen(call.Args[0]).(*syntax.Ident)
	return id, ok
}

// assumeIn narrows by type(x) in a display of type names: it is == with any of
// them, and not in is != with all.
func (it *interp) assumeIn(e *syntax.BinaryExpr, truth bool) {
	id, ok := typeOperand(unparen(e.X))
	if !ok {
		return
	}
	var list []syntax.Expr
	switch y := unparen(e.Y).(type) {
	case *syntax.TupleExpr:
		list = y.List
	case *syntax.ListExpr:
		list = y.List
	}
	var any, sure kinds
	for _, x := range list {
		lit, ok := unparen(x).(*syntax.Literal)
		if !ok || lit.Token != syntax.STRING {
			return
		}
		k, exact := typeKinds(lit.Value.(string))
		any |= k
		if exact && k != kFunc {
			sure |= k
		}
	}
	switch {
	case len(list) == 0:
	case truth:
		it.narrow(id, any, true, true)
	default:
		it.narrow(id, sure, true, false)
	}
}

// narrow keeps the kinds k of a name, or takes them away.
func (it *interp) narrow(id *syntax.Ident, k kinds, exact, keep bool) {
	b, _ := id.Binding.(*resolve.Binding)
	if b == nil {
		return
	}
	switch b.Scope {
	case resolve.Universal, resolve.Predeclared, resolve.Undefined:
		return
	}
	v := it.get(b)
	if v == nil || v.kinds == 0 {
		return
	}
	w := v
	switch {
	case !keep && k == kFunc:
		return
	case keep:
		w = v.keep(k)
	case exact:
		w = v.keep(^k)
	}
	if w == v {
		return
	}
	if w.kinds == 0 {
		it.st = deadState
		return
	}
	l, local, _ := it.variable(b)
	switch {
	case local:
		it.st.locals = it.st.locals.with(l, w)
	case it.coarse == nil:
		// Not a write: the variable keeps its value.
		if s, ok := it.st.store.get(l); ok && !s.many {
			it.st.store = it.st.store.with(l, &slot{val: w})
		}
	}
}

func unparen(e syntax.Expr) syntax.Expr {
	for {
		p, ok := e.(*syntax.ParenExpr)
		if !ok {
			return e
		}
		e = p.X
	}
}

func isLiteralString(e syntax.Expr) bool {
	l, ok := e.(*syntax.Literal)
	return ok && l.Token == syntax.STRING
}

func isNone(e syntax.Expr) bool { return isUniversal(e, "None") }

// isUniversal reports whether e is a name of Starlark's own, spelt so.
func isUniversal(e syntax.Expr, names ...string) bool {
	return isBound(e, resolve.Universal, names...)
}

func isPredeclared(e syntax.Expr, names ...string) bool {
	return isBound(e, resolve.Predeclared, names...)
}

func isBound(e syntax.Expr, scope resolve.Scope, names ...string) bool {
	id, ok := unparen(e).(*syntax.Ident)
	if !ok || !slices.Contains(names, id.Name) {
		return false
	}
	b, _ := id.Binding.(*resolve.Binding)
	return b != nil && b.Scope == scope
}
