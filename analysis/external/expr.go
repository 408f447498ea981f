package external

import (
	"math/big"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// eval is the value of an expression. It is bottom in a dead state, and the
// state may be dead afterwards.
func (it *interp) eval(e syntax.Expr) *Value {
	it.tick()
	if it.st.dead {
		return bottom
	}
	v := it.expr(e)
	it.spend(v.width() / 16)
	if it.st.dead {
		return bottom
	}
	if _, ok := e.(*syntax.Literal); !ok {
		it.fact(e, v)
	}
	return v
}

func (it *interp) expr(e syntax.Expr) *Value {
	switch e := e.(type) {
	case *syntax.Literal:
		if it.fr.fn == nil && it.coarse == nil && it.turns == 1 && it.many == 0 {
			return literal(e) // seen once
		}
		v, ok := it.literals[e]
		if !ok {
			v = literal(e)
			it.literals[e] = v
		}
		return v
	case *syntax.Ident:
		return it.read(e)
	case *syntax.ParenExpr:
		return it.eval(e.X)
	case *syntax.ListExpr:
		return it.alloc(e, 0, knownList(it.evalAll(e.List)))
	case *syntax.TupleExpr:
		return it.tuple(it.evalAll(e.List))
	case *syntax.DictExpr:
		return it.dictExpr(e)
	case *syntax.Comprehension:
		return it.comprehension(e)
	case *syntax.LambdaExpr:
		if res, ok := e.Function.(*resolve.Function); ok {
			return it.closure(e, res)
		}
	case *syntax.CondExpr:
		return it.condExpr(e)
	case *syntax.UnaryExpr:
		return it.unary(e)
	case *syntax.BinaryExpr:
		return it.binaryExpr(e)
	case *syntax.DotExpr:
		x := it.eval(e.X)
		return it.attr(x, e.Name.Name, e)
	case *syntax.IndexExpr:
		x := it.eval(e.X)
		i := it.eval(e.Y)
		return it.index(x, i, e)
	case *syntax.SliceExpr:
		return it.sliceExpr(e)
	case *syntax.CallExpr:
		return it.callExpr(e)
	}
	return unknown
}

func (it *interp) evalAll(list []syntax.Expr) []*Value {
	out := make([]*Value, len(list))
	for i, e := range list {
		out[i] = it.eval(e)
	}
	return out
}

// tuple is a tuple of known length; a very long one is joined.
func (it *interp) tuple(items []*Value) *Value {
	if len(items) <= maxItems {
		return tupleOf(items...)
	}
	return tupleRest(joinAll(items))
}

func literal(e *syntax.Literal) *Value {
	switch v := e.Value.(type) {
	case string:
		if e.Token == syntax.BYTES {
			return openBytes
		}
		return strConst(v)
	case int64:
		return intConst(v)
	case *big.Int:
		return openInt
	}
	return openFloat
}

func (it *interp) dictExpr(e *syntax.DictExpr) *Value {
	o := emptyDict()
	for _, x := range e.List {
		d, ok := x.(*syntax.DictEntry)
		if !ok {
			continue
		}
		k := it.eval(d.Key)
		v := it.eval(d.Value)
		if it.st.dead {
			return bottom
		}
		if it.hashable(k, d.Key) {
			o = it.putKey(o, k, v, true)
		}
	}
	return it.alloc(e, 0, o)
}

// condExpr joins both arms, each in its narrowed state.
func (it *interp) condExpr(e *syntax.CondExpr) *Value {
	it.eval(e.Cond)
	start := it.st
	it.assume(e.Cond, true)
	v := it.eval(e.True)
	end := it.st
	it.st = start
	it.assume(e.Cond, false)
	w := it.eval(e.False)
	if it.over {
		return bottom
	}
	it.st = joinStates(end, it.st)
	return join(v, w)
}

// logic is `and` and `or`: the part of a that decides, joined with b.
func (it *interp) logic(e *syntax.BinaryExpr) *Value {
	x := it.eval(e.X)
	start := it.st
	it.assume(e.X, e.Op == syntax.AND)
	y := it.eval(e.Y)
	if it.over {
		return bottom
	}
	right := it.st
	it.st = start
	it.assume(e.X, e.Op != syntax.AND)
	part := truthy(x)
	if e.Op == syntax.AND {
		part = falsy(x)
	}
	it.st = joinStates(right, it.st)
	return join(part, y)
}

// truthy is what v may be where it counts as true.
func truthy(v *Value) *Value {
	w := v.keep(^kNone)
	return w.filterConsts(func(c constant) bool { return c.n != 0 || c.s != "" })
}

// falsy is what v may be where it counts as false. An empty string carries no
// placeholder.
func falsy(v *Value) *Value {
	w := v.keep(^(kFunc | kMethod | kModule | kTool | kAgent | kNodes | kPlaybook))
	return w.filterConsts(func(c constant) bool { return c.n == 0 && c.s == "" }).plain()
}

func (v *Value) filterConsts(keep func(constant) bool) *Value {
	if len(v.consts) == 0 {
		return v
	}
	w := *v
	w.consts = nil
	left := v.open
	for _, c := range v.consts {
		if keep(c) {
			w.consts = append(w.consts, c)
			left |= c.kind
		}
	}
	w.kinds = v.kinds&^kScalars | left&v.kinds
	if len(w.consts) == len(v.consts) {
		return v
	}
	return mk(w)
}

func (it *interp) unary(e *syntax.UnaryExpr) *Value {
	if e.X == nil {
		return unknown
	}
	x := it.eval(e.X)
	if e.Op == syntax.NOT {
		return boolFor(x)
	}
	if x.has(kExt) {
		it.operator(e, x, e.Op.String()+" external_text")
	}
	it.nonText(x, e)
	if c, ok := x.single(); ok && c.kind == kInt && it.coarse == nil {
		switch e.Op {
		case syntax.MINUS:
			return intConst(-c.n)
		case syntax.PLUS:
			return x
		}
	}
	out := bottom
	if x.has(kInt) {
		out = join(out, convertedInt(x.conv))
	}
	if x.has(kFloat) {
		out = join(out, openFloat)
	}
	return orUnknown(out, x)
}

// boolFor is an open bool, or bottom for an operand that is never reached.
func boolFor(operands ...*Value) *Value { return orReach(openBool, operands...) }

func orReach(v *Value, operands ...*Value) *Value {
	for _, x := range operands {
		if x.kinds == 0 {
			return bottom
		}
	}
	return v
}

// orUnknown is the result of an operation: Unknown where no possibility of
// its operands succeeds (10.5), bottom where an operand is never reached.
func orUnknown(v *Value, operands ...*Value) *Value {
	if v.kinds != 0 {
		return v
	}
	return orReach(unknown, operands...)
}

var (
	stringMethods = nameSet(starlark.String(""))
	bytesMethods  = nameSet(starlark.Bytes(""))
	listMethods   = nameSet(starlark.NewList(nil))
	dictMethods   = nameSet(starlark.NewDict(0))
	setMethods    = nameSet(starlark.NewSet(0))
	jsonMethods   = map[string]bool{"encode": true, "encode_indent": true, "decode": true, "indent": true}
)

func nameSet(v starlark.HasAttrs) map[string]bool {
	set := map[string]bool{}
	for _, n := range v.AttrNames() {
		set[n] = true
	}
	return set
}

var methodsOf = []struct {
	kind  kinds
	names map[string]bool
}{
	{kStr, stringMethods}, {kBytes, bytesMethods}, {kList, listMethods},
	{kDict, dictMethods}, {kSet, setMethods}, {kModule, jsonMethods},
}

// attr is x.name, for the expression node that asks for it.
func (it *interp) attr(x *Value, name string, node syntax.Expr) *Value {
	if name == playbook.HoleName {
		return unknown
	}
	out := bottom
	if x.has(kExt) {
		out = join(out, it.externalMethod(x, name, node))
	}
	it.nonText(x, node)
	for _, m := range methodsOf {
		if x.has(m.kind) && m.names[name] {
			out = join(out, it.method(x.keep(m.kind).keepOnly(m.kind), m.kind, name))
		}
	}
	if x.has(kStruct) {
		if v, ok := x.fields.field(x, name); ok {
			out = join(out, v)
		}
	}
	if x.has(kUnknown) {
		out = join(out, unknown)
	}
	return orUnknown(out, x)
}

// keepOnly is keep without Unknown.
func (v *Value) keepOnly(k kinds) *Value {
	w := v.keep(k)
	if !w.has(kUnknown) {
		return w
	}
	c := *w
	c.kinds &^= kUnknown
	return mk(c)
}

// index is x[i].
func (it *interp) index(x, i *Value, node syntax.Expr) *Value {
	out := bottom
	if x.has(kExt) {
		it.operator(node, x, "external_text[…]")
	}
	it.nonText(x, node)
	it.nonText(i, node)
	if x.has(kDict) {
		if it.hashable(i, node) {
			for _, o := range it.objects(x, kDict) {
				v, _ := it.lookup(o, i)
				out = join(out, v)
			}
		}
	}
	if k := x.kinds & (kList | kTuple | kStr | kBytes | kOther); k != 0 && i.has(kExt) {
		it.operator(node, i, typeName(k)+"[external_text]")
	}
	ints, all := i.constsOf(kInt)
	pickFrom := func(at func(int) (*Value, bool), any *Value) {
		if !all {
			if i.has(kInt | kUnknown) {
				out = join(out, any)
			}
			return
		}
		for _, c := range ints {
			if v, ok := at(int(c.n)); ok {
				out = join(out, v)
			}
		}
	}
	if x.has(kTuple) && x.tuple != nil {
		pickFrom(func(n int) (*Value, bool) { return x.tuple.at(x, n) }, x.tuple.all(x))
	}
	for _, o := range it.objects(x, kList) {
		pickFrom(o.at, o.elements())
	}
	if i.has(kInt | kUnknown) {
		if x.has(kStr) {
			out = join(out, convertedStr(x.conv))
		}
		if x.has(kBytes) {
			out = join(out, convertedInt(x.conv))
		}
		if x.has(kOther) && x.elem != nil {
			out = join(out, x.elem)
		}
	}
	if x.has(kUnknown) {
		out = join(out, unknown)
	}
	return orUnknown(out, x, i)
}

func convertedInt(sites *ids) *Value {
	if sites == nil {
		return openInt
	}
	return mk(Value{kinds: kInt, open: kInt, conv: sites})
}

func convertedBytes(sites *ids) *Value {
	if sites == nil {
		return openBytes
	}
	return mk(Value{kinds: kBytes, open: kBytes, conv: sites})
}

// at is the item of a list; ok is false where there is none.
func (o *object) at(n int) (*Value, bool) {
	if !o.known {
		v := o.elements()
		return v, v != bottom
	}
	if n < 0 {
		n += len(o.items)
	}
	if n < 0 || n >= len(o.items) {
		return bottom, false
	}
	return o.items[n], true
}

// lookup is o[key] of a dict, and whether the key is surely there.
func (it *interp) lookup(o *object, key *Value) (v *Value, certain bool) {
	consts, all := key.constsOf(kStr | kInt | kBool)
	if all && key.kinds&^(kStr|kInt|kBool) == 0 && len(consts) > 0 {
		v, certain = bottom, true
		for _, c := range consts {
			w, sure := o.lookup(c)
			v, certain = join(v, w), certain && sure
		}
		return v, certain
	}
	return o.values(), false
}

// putKey is o with o[key] = v.
func (it *interp) putKey(o *object, key, v *Value, certain bool) *object {
	consts, all := key.constsOf(kStr | kInt | kBool)
	if !all || key.kinds&^(kStr|kInt|kBool) != 0 {
		return o.putRest(key, v)
	}
	for _, c := range consts {
		o = o.put(c, v, certain && len(consts) == 1)
	}
	return o
}

func (it *interp) sliceExpr(e *syntax.SliceExpr) *Value {
	x := it.eval(e.X)
	lo, hi, step := noneValue, noneValue, noneValue
	for _, b := range []struct {
		e syntax.Expr
		v **Value
	}{{e.Lo, &lo}, {e.Hi, &hi}, {e.Step, &step}} {
		if b.e != nil {
			*b.v = it.eval(b.e)
			if (*b.v).has(kExt) {
				it.operator(e, *b.v, "a slice bound of external_text")
			}
			it.nonText(*b.v, e)
		}
	}
	if it.st.dead {
		return bottom
	}
	if x.has(kExt) {
		it.operator(e, x, "external_text[…:…]")
	}
	it.nonText(x, e)
	out := bottom
	if x.has(kStr) {
		out = join(out, convertedStr(x.conv))
	}
	if x.has(kBytes) {
		out = join(out, convertedBytes(x.conv))
	}
	if x.has(kTuple) && x.tuple != nil {
		if items, ok := slice(x.tuple.items, x.tuple.known, lo, hi, step); ok {
			out = join(out, tupleOf(items...))
		} else {
			out = join(out, tupleRest(x.tuple.all(x)))
		}
	}
	for _, o := range it.objects(x, kList) {
		if items, ok := slice(o.items, o.known, lo, hi, step); ok {
			out = join(out, it.alloc(e, 0, knownList(items)))
		} else {
			out = join(out, it.alloc(e, 0, restList(o.elements())))
		}
	}
	if x.has(kOther) {
		out = join(out, x.keepOnly(kOther))
	}
	if x.has(kUnknown) {
		out = join(out, unknown)
	}
	return orUnknown(out, x)
}

// slice cuts known items with known bounds.
func slice(items []*Value, known bool, lo, hi, step *Value) ([]*Value, bool) {
	by := 1
	if !step.isOnly(kNone) {
		c, ok := step.single()
		if !ok || c.kind != kInt || c.n == 0 {
			return nil, false
		}
		// No list is longer than maxItems.
		by = int(min(max(c.n, -maxItems), maxItems))
	}
	least, most, from, to := 0, len(items), 0, len(items)
	if by < 0 {
		least, most, from, to = -1, len(items)-1, len(items)-1, -1
	}
	bound := func(v *Value, deflt int) (int, bool) {
		if v.isOnly(kNone) {
			return deflt, true
		}
		c, ok := v.single()
		n := int(c.n)
		if n < 0 {
			n += len(items)
		}
		return min(max(n, least), most), ok && c.kind == kInt
	}
	from, ok1 := bound(lo, from)
	to, ok2 := bound(hi, to)
	if !known || !ok1 || !ok2 {
		return nil, false
	}
	var out []*Value
	for i := from; by > 0 && i < to || by < 0 && i > to; i += by {
		out = append(out, items[i])
	}
	return out, true
}
