package external

import (
	"go.starlark.net/syntax"
)

// argument is one argument of a call.
type argument struct {
	name  string // "" for a positional one
	key   *syntax.Ident
	val   *Value
	expr  syntax.Expr // what a report points at; with its stars if it has any
	maybe bool        // an entry of **d that may not be there
}

// arguments are those of one call, with *xs and **d taken apart as far as they
// are known.
type arguments struct {
	pos   []argument
	named []argument
	star  *argument // the elements of *xs where their number is not known
	kw    *argument // the values of **d under keys that are not known
	keys  *argument // keys of **d that carry placeholders
}

func (it *interp) callExpr(e *syntax.CallExpr) *Value {
	fn := it.eval(e.Fn)
	a := it.takeArguments()
	it.arguments(a, e)
	v := bottom
	if !it.st.dead {
		v = it.callValue(fn, a, e)
	}
	it.spare = append(it.spare, a)
	return v
}

// takeArguments gives arguments to be filled. Nobody holds on to those of a
// call that is over.
func (it *interp) takeArguments() *arguments {
	n := len(it.spare)
	if n == 0 {
		return &arguments{pos: make([]argument, 0, 4), named: make([]argument, 0, 6)}
	}
	a := it.spare[n-1]
	it.spare = it.spare[:n-1]
	*a = arguments{pos: a.pos[:0], named: a.named[:0]}
	return a
}

func (it *interp) arguments(a *arguments, e *syntax.CallExpr) {
	for _, x := range e.Args {
		switch x := x.(type) {
		case *syntax.UnaryExpr:
			if x.Op == syntax.STAR && x.X != nil {
				it.spreadList(a, it.eval(x.X), x)
				continue
			}
			if x.Op == syntax.STARSTAR && x.X != nil {
				it.spreadDict(a, it.eval(x.X), x)
				continue
			}
		case *syntax.BinaryExpr:
			if id, ok := x.X.(*syntax.Ident); ok && x.Op == syntax.EQ {
				a.named = append(a.named, argument{name: id.Name, key: id, val: it.eval(x.Y), expr: x.Y})
				continue
			}
		}
		a.pos = append(a.pos, argument{val: it.eval(x), expr: x})
	}
}

func (it *interp) spreadList(a *arguments, v *Value, x *syntax.UnaryExpr) {
	es := it.iterable(v, x.X)
	if es.known && a.star == nil {
		for _, w := range es.seq {
			a.pos = append(a.pos, argument{val: w, expr: x})
		}
		return
	}
	a.star = &argument{val: es.elem, expr: x}
}

func (it *interp) spreadDict(a *arguments, v *Value, x *syntax.UnaryExpr) {
	if v.has(kExt) {
		it.operator(x.X, v, "**external_text")
	}
	it.nonText(v, x)
	objs := it.objects(v, kDict)
	single := len(objs) == 1 && v.isOnly(kDict)
	for _, o := range objs {
		for _, e := range o.entries {
			if e.key.kind == kStr {
				a.named = append(a.named, argument{name: e.key.s, val: e.val, expr: x, maybe: !single || !e.certain})
			}
		}
		if o.rest != nil {
			a.kw = joinArgument(a.kw, o.rest, x)
			if o.restKey != nil && o.restKey.conv != nil {
				a.keys = joinArgument(a.keys, o.restKey, x)
			}
		}
	}
	if v.has(kUnknown) {
		a.kw = joinArgument(a.kw, unknown, x)
	}
}

// joinArgument is an argument that may be v as well; old may be nil.
func joinArgument(old *argument, v *Value, x syntax.Expr) *argument {
	if old != nil {
		v = join(old.val, v)
	}
	return &argument{val: v, expr: x}
}

// unknownKey is the name of an argument under kw.
func (a *arguments) unknownKey() *Value {
	if a.keys == nil {
		return openStr
	}
	return convertedStr(a.keys.val.conv)
}

// at is the argument given as the i'th or by name; nil where there is none.
func (a *arguments) at(i int, name string) *Value {
	if i >= 0 && i < len(a.pos) {
		return a.pos[i].val
	}
	out := bottom
	if i >= 0 && a.star != nil {
		out = join(out, a.star.val)
	}
	for _, n := range a.named {
		if n.name == name && name != "" {
			out = join(out, n.val)
		}
	}
	if a.kw != nil && name != "" {
		out = join(out, a.kw.val)
	}
	if out == bottom {
		return nil
	}
	return out
}

// everything lists all values that are passed.
func (a *arguments) everything() []*Value {
	var out []*Value
	for _, p := range a.pos {
		out = append(out, p.val)
	}
	for _, n := range a.named {
		out = append(out, n.val)
	}
	for _, r := range []*argument{a.star, a.kw} {
		if r != nil {
			out = append(out, r.val)
		}
	}
	return out
}

func positional(vals ...*Value) *arguments {
	a := &arguments{}
	for _, v := range vals {
		a.pos = append(a.pos, argument{val: v})
	}
	return a
}

// callValue calls whatever fn may be: each callee in a copy of the state
// (10.5). node is the call, or the call of the builtin that calls back.
func (it *interp) callValue(fn *Value, args *arguments, node syntax.Node) *Value {
	if it.st.dead || fn.kinds == 0 {
		return bottom
	}
	out := bottom
	if fn.has(kMethod) {
		it.reports.methodsCalled(it, fn.methods, node)
		out = join(out, unknown)
	}
	if fn.has(kUnknown) {
		out = join(out, unknown)
	}
	if fn.has(kExt) {
		it.operator(node, fn, "a call of external_text")
	}
	it.nonText(fn, node)
	if len(fn.callees) == 1 && fn.isOnly(kFunc) {
		return it.call(&fn.callees[0], args, node)
	}
	start := it.st
	end := deadState
	if out.kinds != 0 || len(fn.callees) == 0 {
		end = start
	}
	for i := range fn.callees {
		it.st = start
		out = join(out, it.call(&fn.callees[i], args, node))
		end = joinStates(end, it.st)
	}
	if it.over {
		end = deadState
	}
	it.st = end
	if it.st.dead {
		return bottom
	}
	return orUnknown(out, fn)
}

// call calls one callee.
func (it *interp) call(c *callee, args *arguments, node syntax.Node) *Value {
	it.tick()
	if it.st.dead {
		return bottom
	}
	switch {
	case c.name == anyFunction:
		return it.flood.call(args)
	case c.fn != nil:
		return it.callFunction(c, args, node)
	case c.recvKind != 0:
		return it.callMethod(c, args, node)
	}
	if sig, ok := signatures[c.name]; ok {
		return it.construct(sig, args, node)
	}
	return it.callBuiltin(c.name, args, node)
}

// callFunction calls a def or lambda.
func (it *interp) callFunction(c *callee, args *arguments, node syntax.Node) *Value {
	fn := c.fn
	if it.coarse != nil {
		return it.coarse.call(it, c, args, node)
	}
	it.unkept()
	fn.seen = fn.seen || !it.view.apart
	if fn.active > 0 {
		// Fails at run time, whatever the arguments (9.4).
		fn.called = true
		for r := it.rec; r != nil; r = r.outer {
			r.dirty = true
		}
		return unknown
	}
	if it.calls >= maxCalls {
		it.stop("calls too deep")
		return bottom
	}
	cx := it.places.chain(it.cx, node, 0)
	saved := it.cx
	it.cx = cx
	params, ok := it.bind(c, args)
	it.cx = saved
	if !ok {
		return unknown
	}
	fn.called = fn.called || !it.uncall || node != fn.node
	it.noteExternal(fn, params, node)
	if m := fn.recall(it, c, params); m != nil {
		return it.replay(m)
	}
	if len(fn.memos) >= maxMemos {
		it.view.shared = true
		return it.callShared(c, params, node)
	}
	enter := it.enter
	if it.mayKeep(c, cx) {
		enter = it.enterKept
	}
	ret, m := enter(c, params, cx)
	if m != nil {
		fn.memos = append(fn.memos, m)
	}
	return ret
}

// enter executes the body in a context and gives a memo of it where it may be
// used again.
func (it *interp) enter(c *callee, params []*Value, cx *chain) (*Value, *memo) {
	fn := c.fn
	before := it.st
	fr, saved, turns := it.fr, it.cx, it.turns
	rec := &recorder{chain: cx, outer: it.rec}
	it.rec = rec
	it.fr = &frame{fn: fn, mod: fn.mod, env: c.env, chain: cx, ret: bottom, exit: deadState}
	it.cx = cx
	it.st.locals = nil
	many := it.many
	it.cells(fn, cx)
	for i, p := range fn.params {
		it.write(p.id, params[i])
	}
	fn.active++
	it.calls++
	it.block(fn.res.Body)
	it.calls--
	fn.active--
	f := it.fr
	if !it.st.dead {
		f.ret = join(f.ret, noneValue)
		f.exit = joinStates(f.exit, it.st)
	}
	it.fr, it.cx, it.turns, it.many, it.rec = fr, saved, turns, many, rec.outer
	if it.over {
		it.st = deadState
		return bottom, nil
	}
	it.st = f.exit
	rec.handUp(it)
	m := rec.memo(it, c, params, f.ret, f.exit.dead)
	if f.exit.dead {
		it.st = before
		it.die()
		return bottom, m
	}
	it.st.locals = before.locals
	return f.ret, m
}

// cells prepares the captured variables of a new frame: where its context has
// run before, they stand for several (10.4).
func (it *interp) cells(fn *function, cx *chain) {
	for _, b := range fn.res.Locals {
		l, local, ok := it.variable(b)
		if local || !ok {
			continue
		}
		if s, exists := it.st.store.get(l); exists || it.many > 0 || cx.many {
			n := &slot{many: true}
			if s != nil {
				n.val = s.val
			}
			it.save(l, n)
		}
	}
}

// noteExternal remembers the calls that bring external text into a function,
// for the related places of PB001.
func (it *interp) noteExternal(fn *function, params []*Value, node syntax.Node) {
	if len(fn.extern) >= maxRelated {
		return
	}
	for _, v := range params {
		if v.deepKinds&kExt != 0 {
			for _, n := range fn.extern {
				if n == node {
					return
				}
			}
			if _, ok := node.(*syntax.CallExpr); ok {
				fn.extern = append(fn.extern, node)
				it.reports.module(node, it.fr.mod)
			}
			return
		}
	}
}

// unknownArgs are the arguments for a function that nobody calls. Defaults are
// joined by bind, since these arguments are only possible.
func (it *interp) unknownArgs(fn *function) *arguments {
	a := &arguments{
		star: &argument{val: unknown},
		kw:   &argument{val: unknown},
	}
	for _, p := range fn.params {
		if p.id != nil && !p.star && !p.starStar {
			a.named = append(a.named, argument{name: p.id.Name, val: unknown, maybe: true})
		}
	}
	return a
}
