package external

import (
	"slices"

	"go.starlark.net/syntax"
)

// operator reports an operation that external text does not have (PB007).
func (it *interp) operator(node syntax.Node, ext *Value, what string) {
	r := it.reports.add(it, codeOperator, node, ext.origins)
	r.hard = true
	r.say(what)
}

// mayOperate is operator for what fails only if there are elements enough.
func (it *interp) mayOperate(node syntax.Node, ext *Value, what string) {
	it.reports.add(it, codeOperator, node, ext.origins).say(what)
}

// nonText notes that the placeholders of v's sites meet, at node, something
// that takes them for more than text: no fix then (12, use condition).
func (it *interp) nonText(v *Value, node syntax.Node) {
	if v.conv != nil && v.has(kCarrier) && !it.st.dead {
		it.reports.nonText(it, v.conv, node)
	}
}

// nonTextDeep is nonText for everything that lies in v.
func (it *interp) nonTextDeep(v *Value, node syntax.Node) {
	if it.st.dead {
		return
	}
	if conv := it.deep(v).conv; conv != nil {
		it.reports.nonText(it, conv, node)
	}
}

// hashable reports a key that external text makes unhashable, at node, and
// says whether some possibility of it can be a key.
func (it *interp) hashable(key *Value, node syntax.Node) bool {
	if it.st.dead {
		return false
	}
	if key.deepKinds&kExt != 0 {
		it.reports.add(it, codeUnhashable, node, key.deepOrigins)
	}
	if key.deepConv != nil && key.deepKinds&kCarrier != 0 {
		it.reports.nonText(it, key.deepConv, node)
	}
	return key.kinds&^(kExt|kObjects) != 0
}

func (it *interp) binaryExpr(e *syntax.BinaryExpr) *Value {
	switch e.Op {
	case syntax.AND, syntax.OR:
		return it.logic(e)
	}
	x := it.eval(e.X)
	y := it.eval(e.Y)
	if it.st.dead {
		return bottom
	}
	return it.binary(e.Op, x, y, e, e)
}

// binary is x op y. node is what a report stands at; site is the converting
// expression of a %.
func (it *interp) binary(op syntax.Token, x, y *Value, node, site syntax.Node) *Value {
	if it.st.dead || x.kinds == 0 || y.kinds == 0 {
		return bottom
	}
	switch op {
	case syntax.PLUS:
		return it.plus(x, y, node)
	case syntax.EQL, syntax.NEQ:
		it.compare(x, y, node, op == syntax.NEQ)
		return openBool
	case syntax.IN, syntax.NOT_IN:
		return it.contains(x, y, node, op == syntax.NOT_IN)
	case syntax.LT, syntax.GT, syntax.LE, syntax.GE:
		it.nonTextDeep(x, node)
		it.nonTextDeep(y, node)
		if it.ordersExternal(x, y, 0) {
			it.operator(node, pickExt(x, y), typesOf(x, y, op.String()))
		}
		return openBool
	case syntax.PERCENT:
		if x.has(kExt) {
			it.operator(node, x, typesOf(x, y, "%"))
			x = x.keep(^kExt)
			if x.kinds == 0 {
				return unknown
			}
		}
		return it.percent(x, y, node, site)
	}
	return it.arithmetic(op, x, y, node)
}

func pickExt(x, y *Value) *Value {
	if x.has(kExt) {
		return x
	}
	return y
}

// typesOf names an operation by the types of its operands.
func typesOf(x, y *Value, op string) string {
	name := func(v *Value) string {
		if v.has(kExt) {
			return "external_text"
		}
		return typeName(v.kinds)
	}
	return name(x) + " " + op + " " + name(y)
}

// plus is x + y (10.6).
func (it *interp) plus(x, y *Value, node syntax.Node) *Value {
	out := bottom
	if (x.has(kExt) && y.has(kText|kUnknown)) || (y.has(kExt) && x.has(kText|kUnknown)) {
		out = join(out, joinedText(x, y))
	}
	for _, side := range [][2]*Value{{x, y}, {y, x}} {
		ext, other := side[0], side[1]
		if left := other.kinds &^ (kText | kUnknown); ext.has(kExt) && left != 0 {
			what := "external_text + " + typeName(left)
			if ext == y {
				what = typeName(left) + " + external_text"
			}
			it.operator(node, ext, what)
			break
		}
	}
	if x.kinds&^(kText|kUnknown) != 0 {
		it.nonText(y.keep(^kExt), node)
	}
	if y.kinds&^(kText|kUnknown) != 0 {
		it.nonText(x.keep(^kExt), node)
	}
	if x.has(kStr) && y.has(kStr) {
		out = join(out, it.concatStrings(x, y))
	}
	if x.has(kUnknown) || y.has(kUnknown) {
		out = join(out, unknown)
		if c := union(strConv(x), strConv(y)); c != nil {
			out = join(out, convertedStr(c))
		}
	}
	if x.has(kBytes) && y.has(kBytes) {
		out = join(out, convertedBytes(union(strConv(x), strConv(y))))
	}
	out = join(out, numbers(syntax.PLUS, x, y, it.coarse == nil))
	if x.has(kTuple) && y.has(kTuple) && x.tuple != nil && y.tuple != nil {
		if x.tuple.known && y.tuple.known {
			out = join(out, it.tuple(append(append([]*Value(nil), x.tuple.items...), y.tuple.items...)))
		} else {
			out = join(out, tupleRest(join(x.tuple.all(x), y.tuple.all(y))))
		}
	}
	if x.has(kStruct) && y.has(kStruct) {
		out = join(out, sumOfStructs(x, y))
	}
	if xs, ys := it.objects(x, kList), it.objects(y, kList); len(xs) > 0 && len(ys) > 0 {
		var o *object
		for _, a := range xs {
			for _, b := range ys {
				var sum *object
				if a.known && b.known {
					sum = knownList(append(append([]*Value(nil), a.items...), b.items...))
				} else {
					sum = restList(join(a.elements(), b.elements()))
				}
				o = joinObjects(sum, o, false)
			}
		}
		out = join(out, it.alloc(node, 0, o))
	}
	return orUnknown(out, x, y)
}

// sumOfStructs is x + y: the fields of both, those of y where it surely has
// one of the name.
func sumOfStructs(x, y *Value) *Value {
	if x.fields == nil || y.fields == nil {
		return join(x.keepOnly(kStruct), y.keepOnly(kStruct))
	}
	a, b := x.fields.unfolded(x), y.fields.unfolded(y)
	if b.known {
		c := *a
		c.names, c.items = nil, nil
		for i, name := range a.names {
			if _, over := slices.BinarySearch(b.names, name); !over {
				c.names, c.items = append(c.names, name), append(c.items, a.items[i])
			}
		}
		a = &c
	}
	sum := *joinFields(a, b, nil)
	sum.known = a.known && b.known
	return mk(Value{kinds: kStruct, fields: &sum})
}

func strConv(v *Value) *ids {
	if v.has(kCarrier) {
		return v.conv
	}
	return nil
}

// joinedText is external text joined with text.
func joinedText(x, y *Value) *Value {
	v := Value{kinds: kExt, joined: true}
	for _, w := range []*Value{x, y} {
		v.origins = union(v.origins, w.origins)
		v.conv = union(v.conv, w.conv)
	}
	return mk(v)
}

func (it *interp) concatStrings(x, y *Value) *Value {
	conv := union(strConv(x), strConv(y))
	xs, allX := x.constsOf(kStr)
	ys, allY := y.constsOf(kStr)
	if !allX || !allY || conv != nil || it.coarse != nil || len(xs)*len(ys) > maxConsts {
		return convertedStr(conv)
	}
	out := bottom
	for _, a := range xs {
		for _, b := range ys {
			if len(a.s)+len(b.s) > maxConstLen {
				return openStr
			}
			out = join(out, strConst(a.s+b.s))
		}
	}
	return out
}

// numbers is arithmetic on ints and floats.
func numbers(op syntax.Token, x, y *Value, fold bool) *Value {
	if a, ok := x.single(); ok && fold && a.kind == kInt {
		if b, ok := y.single(); ok && b.kind == kInt && small(a.n) && small(b.n) {
			switch op {
			case syntax.PLUS:
				return intConst(a.n + b.n)
			case syntax.MINUS:
				return intConst(a.n - b.n)
			case syntax.STAR:
				return intConst(a.n * b.n)
			}
		}
	}
	out := bottom
	if x.has(kInt) && y.has(kInt) {
		out = convertedInt(union(strConv(x), strConv(y)))
		if op == syntax.SLASH {
			out = openFloat
		}
	}
	if x.has(kFloat) && y.has(kFloat|kInt) || y.has(kFloat) && x.has(kFloat|kInt) {
		out = join(out, openFloat)
	}
	return out
}

func small(n int64) bool { return n < 1<<30 && n > -(1<<30) }

// arithmetic is every operator that external text does not have at all.
func (it *interp) arithmetic(op syntax.Token, x, y *Value, node syntax.Node) *Value {
	if x.has(kExt) || y.has(kExt) {
		it.operator(node, pickExt(x, y), typesOf(x, y, op.String()))
	}
	it.nonText(x.keep(^kExt), node)
	it.nonText(y.keep(^kExt), node)
	out := numbers(op, x, y, it.coarse == nil)
	switch op {
	case syntax.STAR:
		out = join(out, it.repeated(x, y, node))
		out = join(out, it.repeated(y, x, node))
	case syntax.PIPE:
		if x.has(kDict) && y.has(kDict) {
			var sum *object
			for _, a := range it.objects(x, kDict) {
				for _, b := range it.objects(y, kDict) {
					c := a.clone()
					c.many, c.frozen = false, false
					sum = joinObjects(updated(c, b), sum, false)
				}
			}
			if sum != nil {
				out = join(out, it.alloc(node, 0, sum))
			}
		}
		fallthrough
	case syntax.AMP, syntax.CIRCUMFLEX, syntax.MINUS:
		if x.has(kSet) && y.has(kSet) {
			elem := bottom
			for _, v := range []*Value{x, y} {
				for _, o := range it.objects(v, kSet) {
					elem = join(elem, o.elements())
				}
			}
			out = join(out, it.alloc(node, 1, setOf(elem)))
		}
	}
	if x.has(kUnknown) || y.has(kUnknown) {
		out = join(out, unknown)
	}
	return orUnknown(out, x, y)
}

// repeated is seq * n.
func (it *interp) repeated(seq, n *Value, node syntax.Node) *Value {
	out := bottom
	if !n.has(kInt) {
		return out
	}
	if seq.has(kStr) {
		out = join(out, convertedStr(seq.conv))
	}
	if seq.has(kBytes) {
		out = join(out, convertedBytes(seq.conv))
	}
	times := func(items []*Value, known bool) ([]*Value, bool) {
		c, ok := n.single()
		if !known || !ok || c.n < 0 || c.n > 64 || int64(len(items))*c.n > 256 {
			return nil, false
		}
		var all []*Value
		for i := int64(0); i < c.n; i++ {
			all = append(all, items...)
		}
		return all, true
	}
	if seq.has(kTuple) && seq.tuple != nil {
		if items, ok := times(seq.tuple.items, seq.tuple.known); ok {
			out = join(out, tupleOf(items...))
		} else {
			out = join(out, tupleRest(seq.tuple.all(seq)))
		}
	}
	for _, o := range it.objects(seq, kList) {
		if items, ok := times(o.items, o.known); ok {
			out = join(out, it.alloc(node, 0, knownList(items)))
		} else {
			out = join(out, it.alloc(node, 0, restList(o.elements())))
		}
	}
	return out
}
