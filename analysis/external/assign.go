package external

import "go.starlark.net/syntax"

func (it *interp) assignStmt(s *syntax.AssignStmt) {
	if s.Op == syntax.EQ {
		v := it.eval(s.RHS)
		it.assign(s.LHS, v, s.RHS)
		return
	}
	op := augmented[s.Op]
	switch lhs := unparen(s.LHS).(type) {
	case *syntax.Ident:
		x := it.eval(lhs)
		y := it.eval(s.RHS)
		v := it.inPlace(op, x, y, s)
		if !it.st.dead {
			it.write(lhs, v)
		}
	case *syntax.IndexExpr:
		x := it.eval(lhs.X)
		i := it.eval(lhs.Y)
		old := it.index(x, i, lhs)
		y := it.eval(s.RHS)
		v := it.inPlace(op, old, y, s)
		it.setIndex(x, i, v, lhs)
	case *syntax.DotExpr:
		x := it.eval(lhs)
		y := it.eval(s.RHS)
		it.inPlace(op, x, y, s)
	default:
		it.eval(s.RHS)
	}
}

var augmented = map[syntax.Token]syntax.Token{
	syntax.PLUS_EQ: syntax.PLUS, syntax.MINUS_EQ: syntax.MINUS, syntax.STAR_EQ: syntax.STAR,
	syntax.SLASH_EQ: syntax.SLASH, syntax.SLASHSLASH_EQ: syntax.SLASHSLASH, syntax.PERCENT_EQ: syntax.PERCENT,
	syntax.AMP_EQ: syntax.AMP, syntax.PIPE_EQ: syntax.PIPE, syntax.CIRCUMFLEX_EQ: syntax.CIRCUMFLEX,
	syntax.LTLT_EQ: syntax.LTLT, syntax.GTGT_EQ: syntax.GTGT,
}

// inPlace is x op= y: lists and dicts are changed, all else is x op y.
func (it *interp) inPlace(op syntax.Token, x, y *Value, s *syntax.AssignStmt) *Value {
	if it.st.dead {
		return bottom
	}
	switch {
	case op == syntax.PLUS && x.has(kList) && y.has(kObjects|kTuple|kOther|kUnknown):
		es := it.iterable(y.keep(kObjects|kTuple|kOther), s)
		it.change(x, kList, func(o *object) *object { return extended(o, es) })
		out := x.keepOnly(kList)
		rest := x.keepOnly(^kList)
		if rest.kinds != 0 {
			out = join(out, it.binary(op, rest, y, s, s))
		}
		if left := y.keepOnly(^(kObjects | kTuple | kOther | kUnknown)); left.kinds != 0 {
			it.binary(op, x.keepOnly(kList), left, s, s)
		}
		return out
	case op == syntax.PIPE && x.has(kDict) && y.has(kDict):
		for _, from := range it.objects(y, kDict) {
			it.change(x, kDict, func(o *object) *object { return updated(o, from) })
		}
		out := x.keepOnly(kDict)
		if rest := x.keepOnly(^kDict); rest.kinds != 0 {
			out = join(out, it.binary(op, rest, y, s, s))
		}
		if left := y.keepOnly(^kDict); left.kinds != 0 {
			it.binary(op, x.keepOnly(kDict), left, s, s)
		}
		return out
	}
	return it.binary(op, x, y, s, s)
}

// extended is a list with more elements at its end.
func extended(o *object, es elements) *object {
	if o.known && es.known {
		items := append(append([]*Value(nil), o.items...), es.seq...)
		return withItems(o, items)
	}
	c := o.spread().clone()
	c.rest = join(c.rest, es.elem)
	if es.known {
		for _, v := range es.seq {
			c.rest = join(c.rest, v)
		}
	}
	return c
}

// withItems is o as a list of these items.
func withItems(o *object, items []*Value) *object {
	c := knownList(items)
	c.many, c.frozen = o.many, o.frozen
	return c
}

// updated is a dict with the entries of another put into it.
func updated(o, from *object) *object {
	for _, e := range from.entries {
		o = o.put(e.key, e.val, e.certain)
	}
	if from.restKey != nil {
		o = o.putRest(from.restKey, from.rest)
	}
	return o
}

// assign binds a pattern; src is the expression the value came from.
func (it *interp) assign(lhs syntax.Expr, v *Value, src syntax.Expr) {
	if it.st.dead {
		return
	}
	switch lhs := lhs.(type) {
	case *syntax.Ident:
		it.write(lhs, v)
	case *syntax.ParenExpr:
		it.assign(lhs.X, v, src)
	case *syntax.TupleExpr:
		it.unpack(lhs.List, v, src)
	case *syntax.ListExpr:
		it.unpack(lhs.List, v, src)
	case *syntax.IndexExpr:
		x := it.eval(lhs.X)
		i := it.eval(lhs.Y)
		it.setIndex(x, i, v, lhs)
	case *syntax.DotExpr:
		x := it.eval(lhs.X)
		if x.has(kExt) {
			it.operator(lhs, x, "assignment to a field of external_text")
		}
		it.nonText(x, lhs)
	}
}

func (it *interp) unpack(list []syntax.Expr, v *Value, src syntax.Expr) {
	es := it.iterable(v, src)
	for i, lhs := range list {
		elem := es.elem
		if es.known {
			elem = orReach(unknown, v)
			if len(es.seq) == len(list) {
				elem = es.seq[i]
			}
		}
		it.assign(lhs, elem, src)
	}
}

// setIndex is x[i] = v.
func (it *interp) setIndex(x, i, v *Value, node syntax.Expr) {
	if it.st.dead {
		return
	}
	if x.has(kExt) {
		it.operator(node, x, "assignment to external_text[…]")
	}
	it.nonText(x, node)
	it.nonText(i, node)
	if x.has(kDict) && it.hashable(i, node) {
		it.change(x, kDict, func(o *object) *object { return it.putKey(o, i, v, true) })
	}
	if !x.has(kList) {
		return
	}
	if i.has(kExt) {
		it.operator(node, i, "list[external_text]")
	}
	ints, all := i.constsOf(kInt)
	it.change(x, kList, func(o *object) *object {
		if !o.known {
			c := o.clone()
			c.rest = join(c.rest, v)
			return c
		}
		items := append([]*Value(nil), o.items...)
		if all && len(ints) == 1 && i.isOnly(kInt) {
			n := int(ints[0].n)
			if n < 0 {
				n += len(items)
			}
			if n < 0 || n >= len(items) {
				return o
			}
			items[n] = v
			return withItems(o, items)
		}
		for n := range items {
			items[n] = join(items[n], v)
		}
		return withItems(o, items)
	})
}
