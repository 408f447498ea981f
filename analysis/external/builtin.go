package external

import (
	"slices"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// refuse reports that a builtin got external text where it takes none
// (PB007) and gives the rest of v.
func (it *interp) refuse(v *Value, name string, node syntax.Node) *Value {
	if v == nil {
		return bottom
	}
	if v.has(kExt) {
		it.operator(node, v, name+"(external_text)")
	}
	it.nonText(v, node)
	return v.keep(^kExt)
}

// plainArgument is an argument that no external text may be, nor one with a
// placeholder that is more than text there.
type plainArgument struct {
	at   int // -1 where it is given by name only
	name string
}

// plainArguments are those of the builtins and of the methods of json, besides
// what each of them is about.
var plainArguments = map[string][]plainArgument{
	"enumerate":          {{1, "start"}},
	"sorted":             {{2, "reverse"}},
	"hasattr":            {{1, ""}},
	"json.encode_indent": {{-1, "prefix"}, {-1, "indent"}},
	"json.indent":        {{-1, "prefix"}, {-1, "indent"}},
}

func (it *interp) refusePlain(name string, list []plainArgument, a *arguments, node syntax.Node) {
	for _, p := range list {
		if v := a.at(p.at, p.name); v != nil {
			it.refuse(v, name, node)
		}
	}
}

// callBuiltin calls one of Starlark's own functions, or struct.
func (it *interp) callBuiltin(name string, a *arguments, node syntax.Node) *Value {
	x := a.at(0, "x")
	it.refusePlain(name, plainArguments[name], a, node)
	reach := func(v *Value) *Value {
		if x == nil {
			return v
		}
		return orReach(v, x)
	}
	switch name {
	case "str", "repr":
		return it.stringOf(name, x, node)
	case "print", "fail":
		return it.printed(name, a, node)
	case "type":
		return it.typeOf(x, node)
	case "bool":
		return reach(openBool)
	case "len", "int", "ord", "hash", "float", "abs", "bytes", "chr":
		return it.scalar(name, x, a, node)
	case "range":
		var conv *ids
		for _, v := range a.everything() {
			conv = union(conv, it.refuse(v, name, node).conv)
		}
		return reach(mk(Value{kinds: kOther, elem: convertedInt(conv)}))
	case "any", "all":
		if x != nil {
			it.iterable(x, node)
		}
		return reach(openBool)
	case "list", "tuple", "set", "reversed", "enumerate":
		return it.sequence(name, x, a.at(1, "start"), node)
	case "zip":
		return it.zip(a, node)
	case "sorted":
		return it.sorted(a, node)
	case "min", "max":
		return it.extreme(a, node)
	case "dict":
		return it.dict(a, node)
	case "struct":
		return it.structCall(a)
	case "getattr":
		return it.getattr(x, a, node)
	case "hasattr":
		if x != nil {
			if x.has(kExt) && !it.st.dead {
				it.reports.add(it, codeHasattr, node, x.origins)
			}
			it.nonText(x, node)
		}
		return reach(openBool)
	case "dir":
		if x != nil {
			it.nonText(x, node)
		}
		return it.alloc(node, 0, restList(fieldNames(x)))
	}
	return unknown
}

// fieldNames is a name that dir gives.
func fieldNames(x *Value) *Value {
	switch {
	case x == nil || !x.has(kStruct) || x.fields == nil:
		return openStr
	case x.fields.self:
		return convertedStr(x.conv)
	case x.fields.rest == nil:
		return openStr
	}
	return convertedStr(x.fields.rest.deepConv)
}

// stringOf is str and repr.
func (it *interp) stringOf(name string, x *Value, node syntax.Node) *Value {
	if x == nil {
		return unknown
	}
	if x.kinds == 0 {
		return bottom
	}
	out := bottom
	text := x.keepOnly(kStr)
	rest := x
	if name == "str" && text.kinds != 0 {
		it.nonText(text, node)
		out = join(out, text)
		rest = x.keepOnly(^kStr)
	}
	if rest.kinds != 0 {
		out = join(out, convertedStr(it.convert(node, name, rest)))
	}
	return out
}

// printed is print and fail; the latter ends the path.
func (it *interp) printed(name string, a *arguments, node syntax.Node) *Value {
	var from *ids
	ext := false
	sep := a.at(-1, "sep")
	// What is given by name is no text to be shown.
	shown := arguments{pos: a.pos, star: a.star}
	for _, v := range shown.everything() {
		if d := it.deep(v); d.ext {
			ext = true
			from = union(from, d.origins)
		}
	}
	if ext && !it.st.dead {
		it.reports.add(it, codePrinted, node, from).say(name)
	}
	if sep != nil {
		if sep.has(kExt) {
			it.operator(node, sep, name+"(sep = external_text)")
		}
		it.nonText(sep, node)
	}
	if name == "fail" {
		it.die()
		return bottom
	}
	return noneValue
}

func (it *interp) typeOf(x *Value, node syntax.Node) *Value {
	if x == nil {
		return unknown
	}
	it.nonText(x, node)
	if x.has(kFunc | kOther | kUnknown) {
		return openStr
	}
	out := bottom
	for _, t := range typeNames {
		if x.has(t.kind) {
			out = join(out, strConst(t.name))
		}
	}
	return out
}

// scalar is a builtin that makes a number or bytes of its argument.
func (it *interp) scalar(name string, x *Value, a *arguments, node syntax.Node) *Value {
	if x == nil {
		for _, v := range a.everything() {
			it.refuse(v, name, node)
		}
		return unknown
	}
	v := it.refuse(x, name, node)
	for i, p := range a.pos {
		if i > 0 {
			it.refuse(p.val, name, node)
		}
	}
	if v.kinds == 0 {
		return orReach(unknown, x)
	}
	switch name {
	case "len", "hash":
		return openInt
	case "int":
		return convertedInt(v.keepOnly(kInt).conv)
	case "float":
		return openFloat
	case "abs":
		return orUnknown(join(v.keepOnly(kFloat), v.withoutConsts().keepOnly(kInt)), v)
	case "ord":
		return convertedInt(v.conv)
	case "bytes":
		conv := strConv(v)
		if v.has(kObjects | kTuple | kOther) {
			elem := it.iterable(v.keepOnly(kObjects|kTuple|kOther), node).elem
			conv = union(conv, it.refuse(elem, name, node).conv)
		}
		return convertedBytes(conv)
	}
	// chr
	if ints, _ := v.constsOf(kInt); len(ints) > 0 && !it.st.dead {
		for _, c := range ints {
			if c.n == playbook.Noncharacter {
				it.reports.add(it, codeNoncharacter, node, nil)
			}
		}
	}
	return convertedStr(strConv(v))
}

// sequence is the builtins that make a sequence of an iterable; start is the
// second argument of enumerate.
func (it *interp) sequence(name string, x, start *Value, node syntax.Node) *Value {
	if x == nil {
		if name == "tuple" {
			return tupleOf()
		}
		if name == "set" {
			return it.alloc(node, 0, setOf(bottom))
		}
		return it.alloc(node, 0, knownList(nil))
	}
	es := it.iterable(x, node)
	if es.failed || x.kinds == 0 {
		return orReach(unknown, x)
	}
	switch name {
	case "tuple":
		if es.known {
			return it.tuple(es.seq)
		}
		return tupleRest(es.elem)
	case "set":
		it.hashable(es.elem, node)
		return it.alloc(node, 0, setOf(es.elem))
	}
	items := append([]*Value(nil), es.seq...)
	elem := es.elem
	switch name {
	case "reversed":
		for i := range items {
			items[i] = es.seq[len(es.seq)-1-i]
		}
	case "enumerate":
		first := constant{kind: kInt}
		if start != nil {
			first, _ = start.single()
		}
		for i, v := range items {
			if it.coarse != nil || first.kind != kInt || !small(first.n) {
				items[i] = tupleOf(openInt, v)
				continue
			}
			items[i] = tupleOf(intConst(first.n+int64(i)), v)
		}
		elem = tupleOf(openInt, es.elem)
	}
	return it.alloc(node, 0, listOf(items, es.known, elem))
}

// listOf is a known list, or one of any number of elem.
func listOf(items []*Value, known bool, elem *Value) *object {
	if known {
		return knownList(items)
	}
	return restList(elem)
}

func (it *interp) zip(a *arguments, node syntax.Node) *Value {
	var rows [][]*Value
	var elems []*Value
	known := a.star == nil
	n := -1
	for _, p := range a.pos {
		es := it.iterable(p.val, node)
		elems = append(elems, es.elem)
		rows = append(rows, es.seq)
		known = known && es.known
		if n < 0 || len(es.seq) < n {
			n = len(es.seq)
		}
	}
	if a.star != nil {
		es := it.iterable(a.star.val, node)
		rest := es.elem
		for _, e := range elems {
			rest = join(rest, e)
		}
		return it.alloc(node, 0, restList(tupleRest(rest)))
	}
	var items []*Value
	for i := 0; known && i < n; i++ {
		row := make([]*Value, len(rows))
		for j := range rows {
			row[j] = rows[j][i]
		}
		items = append(items, tupleOf(row...))
	}
	return it.alloc(node, 0, listOf(items, known, tupleOf(elems...)))
}

// ordered checks the comparisons of sorted, min and max, and calls key, which
// is nil where none is given.
func (it *interp) ordered(es elements, key *Value, node syntax.Node) {
	keys := es
	if key != nil && !key.isOnly(kNone) {
		f := key.keepOnly(^kNone)
		k := bottom
		if !es.known || len(es.seq) > 0 {
			it.repeatCall(func() {
				k = join(k, it.callValue(f, positional(es.elem), node))
			})
		}
		keys = elements{elem: k}
		if es.known && len(es.seq) < 2 {
			return
		}
		if es.known {
			keys.seq, keys.known = []*Value{k, k}, true
		}
	}
	if it.st.dead {
		return
	}
	it.nonTextDeep(keys.elem, node)
	if !keys.known {
		if it.ordersExternal(keys.elem, keys.elem, 0) {
			it.mayOperate(node, deepExtOf(keys.elem), "ordering external_text")
		}
		return
	}
	if len(keys.seq) > maxUnroll {
		if it.ordersExternal(keys.elem, keys.elem, 0) {
			it.operator(node, deepExtOf(keys.elem), "ordering external_text")
		}
		return
	}
	for i, x := range keys.seq {
		for _, y := range keys.seq[i+1:] {
			if it.ordersExternal(x, y, 0) {
				it.operator(node, deepExtOf(keys.elem), "ordering external_text")
				return
			}
		}
	}
}

// deepExtOf is a value with the origins of all external text in v.
func deepExtOf(v *Value) *Value {
	return &Value{kinds: kExt, origins: v.deepOrigins}
}

// repeatCall runs a callback that is called once per element.
func (it *interp) repeatCall(f func()) {
	it.repeat(&loop{}, f)
}

func (it *interp) sorted(a *arguments, node syntax.Node) *Value {
	x := a.at(0, "iterable")
	if x == nil {
		return unknown
	}
	es := it.iterable(x, node)
	if es.failed {
		return unknown
	}
	it.ordered(es, a.at(1, "key"), node)
	if es.known && len(es.seq) < 2 {
		return it.alloc(node, 0, knownList(es.seq))
	}
	return it.alloc(node, 0, restList(es.elem))
}

func (it *interp) extreme(a *arguments, node syntax.Node) *Value {
	var es elements
	switch {
	case len(a.pos) == 1 && a.star == nil:
		es = it.iterable(a.pos[0].val, node)
		if es.failed {
			return unknown
		}
	case a.star != nil:
		es.elem = a.star.val
		for _, p := range a.pos {
			es.elem = join(es.elem, p.val)
		}
		// A single argument is what holds the elements.
		one := a.star.val
		if len(a.pos) == 1 {
			one = a.pos[0].val
		}
		if one = one.keep(^kExt); len(a.pos) < 2 && one.kinds != 0 {
			if in := it.iterable(one, node); !in.failed {
				es.elem = join(es.elem, in.elem)
			}
		}
	default:
		es.known, es.elem = true, bottom
		for _, p := range a.pos {
			es.seq = append(es.seq, p.val)
			es.elem = join(es.elem, p.val)
		}
	}
	it.ordered(es, a.at(-1, "key"), node)
	if it.st.dead {
		return bottom
	}
	return es.elem
}

func (it *interp) dict(a *arguments, node syntax.Node) *Value {
	o := emptyDict()
	if len(a.pos) > 0 || a.star != nil {
		o = it.pairsInto(o, a.at(0, ""), node)
	}
	for _, n := range a.named {
		o = o.put(constant{kind: kStr, s: n.name}, n.val, !n.maybe)
	}
	if a.kw != nil {
		o = o.putRest(a.unknownKey(), a.kw.val)
	}
	return it.alloc(node, 0, o)
}

// pairsInto puts the entries of a dict, or of a sequence of pairs, into o.
func (it *interp) pairsInto(o *object, v *Value, node syntax.Node) *object {
	for _, from := range it.objects(v, kDict) {
		o = updated(o, from)
	}
	left := v.keep(^kDict)
	if left.kinds == 0 {
		return o
	}
	es := it.iterable(left, node)
	put := func(pair *Value, certain bool) {
		kv := it.iterable(pair, node)
		k, w := kv.elem, kv.elem
		if kv.known && len(kv.seq) == 2 {
			k, w = kv.seq[0], kv.seq[1]
		}
		if it.hashable(k, node) {
			o = it.putKey(o, k, w, certain)
		}
	}
	if es.known {
		for _, p := range es.seq {
			put(p, true)
		}
	} else if es.elem != bottom {
		put(es.elem, false)
	}
	return o
}

func (it *interp) structCall(a *arguments) *Value {
	var names []string
	var vals []*Value
	known := true
	for _, n := range a.named {
		known = known && !n.maybe
		names = append(names, n.name)
		vals = append(vals, n.val)
	}
	var rest *Value
	if a.kw != nil {
		rest = a.kw.val
		if a.keys != nil {
			// A name that carries placeholders: they are where the fields are.
			rest = join(rest, convertedStr(a.keys.val.conv))
		}
	}
	return structOf(names, vals, rest, known)
}

func (it *interp) getattr(x *Value, a *arguments, node syntax.Node) *Value {
	name := a.at(1, "")
	if x == nil || name == nil {
		return unknown
	}
	it.refuse(name, "getattr", node)
	expr, ok := node.(syntax.Expr)
	if !ok {
		return unknown
	}
	out := bottom
	names, all := name.constsOf(kStr)
	if all {
		for _, n := range names {
			out = join(out, it.attr(x, n.s, expr))
		}
	} else {
		out = join(out, it.anyAttr(x, expr))
	}
	if d := a.at(2, ""); d != nil && !(all && hasAttrs(x, names)) {
		out = join(out, d)
	}
	return orUnknown(out, x)
}

// hasAttrs reports whether x surely has all the attributes.
func hasAttrs(x *Value, names []constant) bool {
	for _, n := range names {
		having := kExt
		for _, m := range methodsOf {
			if m.names[n.s] {
				having |= m.kind
			}
		}
		if s := x.fields; s != nil && s.known && !s.self && slices.Contains(s.names, n.s) {
			having |= kStruct
		}
		if x.kinds&^having != 0 {
			return false
		}
	}
	return true
}

// anyAttr is an attribute of a name that is not known.
func (it *interp) anyAttr(x *Value, node syntax.Expr) *Value {
	out := bottom
	if x.has(kExt) {
		out = join(out, it.externalMethod(x, "…", node))
	}
	it.nonText(x, node)
	for _, m := range methodsOf {
		if x.has(m.kind) {
			for name := range m.names {
				out = join(out, it.method(x.keepOnly(m.kind), m.kind, name))
			}
		}
	}
	if x.has(kStruct) && x.fields != nil {
		out = join(out, x.fields.all(x))
	}
	if x.has(kUnknown) {
		out = join(out, unknown)
	}
	return orUnknown(out, x)
}
