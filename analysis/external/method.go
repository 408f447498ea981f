package external

import "go.starlark.net/syntax"

// callMethod calls a method of a string, bytes, list, dict, set or of json.
func (it *interp) callMethod(c *callee, a *arguments, node syntax.Node) *Value {
	switch c.recvKind {
	case kStr:
		return it.stringMethod(c.recv, c.name, a, node)
	case kBytes:
		return mk(Value{kinds: kOther, elem: convertedInt(c.recv.conv)})
	case kList:
		return it.listMethod(c.recv, c.name, a, node)
	case kDict:
		return it.dictMethod(c.recv, c.name, a, node)
	case kSet:
		return it.setMethod(c.recv, c.name, a, node)
	}
	return it.jsonMethod(c.name, a, node)
}

// refuseAll is refuse for all arguments of a method.
func (it *interp) refuseAll(name string, a *arguments, node syntax.Node) (conv *ids, failed bool) {
	for _, v := range a.everything() {
		if v.deepKinds&kExt != 0 {
			it.operator(node, deepExtOf(v), "."+name+" with external_text")
			failed = failed || v.isOnly(kExt)
		}
		c := it.deep(v).conv
		it.nonTextDeep(v, node)
		conv = union(conv, c)
	}
	return conv, failed
}

func (it *interp) stringMethod(recv *Value, name string, a *arguments, node syntax.Node) *Value {
	switch name {
	case "format":
		return it.format(recv, a, node)
	case "join":
		return it.join(recv, a, node)
	}
	conv, failed := it.refuseAll(name, a, node)
	if failed {
		return unknown
	}
	conv = union(conv, recv.conv)
	switch name {
	case "count", "find", "index", "rfind", "rindex":
		return openInt
	case "endswith", "startswith", "isalnum", "isalpha", "isdigit", "islower", "isspace", "istitle", "isupper":
		return openBool
	case "codepoint_ords", "elem_ords":
		return mk(Value{kinds: kOther, elem: convertedInt(conv)})
	case "codepoints", "elems":
		return mk(Value{kinds: kOther, elem: convertedStr(conv)})
	case "partition", "rpartition":
		s := convertedStr(conv)
		return tupleOf(s, s, s)
	case "split", "rsplit", "splitlines":
		return it.alloc(node, 0, restList(convertedStr(conv)))
	}
	return convertedStr(conv)
}

// join is sep.join(xs).
func (it *interp) join(recv *Value, a *arguments, node syntax.Node) *Value {
	xs := a.at(0, "iterable")
	if xs == nil {
		return unknown
	}
	es := it.iterable(xs, node)
	if es.failed {
		return unknown
	}
	conv := recv.conv
	if !it.st.dead {
		it.joinedAt(node, es.elem)
	}
	if es.elem.has(kExt) {
		it.operator(node, es.elem, "join of external_text")
		if es.elem.isOnly(kExt) || es.known && anyOnly(es.seq, kExt) {
			return unknown
		}
	}
	if v := es.elem; v.conv != nil && v.has(kCarrier) && !it.st.dead {
		// A fix may replace the join, but not what else stands at this place.
		it.reports.usedAt(it, v.conv, node, true)
	}
	return orReach(convertedStr(union(conv, strConv(es.elem))), xs)
}

func anyOnly(list []*Value, k kinds) bool {
	for _, v := range list {
		if v.isOnly(k) {
			return true
		}
	}
	return false
}

func (it *interp) listMethod(recv *Value, name string, a *arguments, node syntax.Node) *Value {
	x := a.at(0, "x")
	switch name {
	case "append":
		if x != nil {
			it.change(recv, kList, func(o *object) *object {
				return extended(o, elements{seq: []*Value{x}, known: true, elem: x})
			})
		}
		return noneValue
	case "extend":
		if x != nil {
			es := it.iterable(x, node)
			if !es.failed {
				it.change(recv, kList, func(o *object) *object { return extended(o, es) })
			}
		}
		return noneValue
	case "clear":
		it.change(recv, kList, func(o *object) *object { return withItems(o, nil) })
		return noneValue
	case "insert":
		return it.insert(recv, a, node)
	case "pop":
		return it.pop(recv, x, node)
	case "remove":
		if x != nil {
			it.nonTextDeep(x, node)
		}
		it.change(recv, kList, func(o *object) *object { return o.spread() })
		for _, o := range it.objects(recv, kList) {
			it.nonTextDeep(o.elements(), node)
		}
		return noneValue
	case "index":
		if x != nil {
			it.nonTextDeep(x, node)
		}
		for _, o := range it.objects(recv, kList) {
			it.nonTextDeep(o.elements(), node)
		}
		it.refusePlain(".index", []plainArgument{{1, ""}, {2, ""}}, a, node)
		return openInt
	}
	return unknown
}

func (it *interp) insert(recv *Value, a *arguments, node syntax.Node) *Value {
	i, v := a.at(0, ""), a.at(1, "")
	if i == nil || v == nil {
		return unknown
	}
	it.refuse(i, ".insert", node)
	it.change(recv, kList, func(o *object) *object {
		c, ok := i.single()
		if !o.known || !ok || c.kind != kInt {
			s := o.spread().clone()
			s.rest = join(s.rest, v)
			return s
		}
		n := int(c.n)
		if n < 0 {
			n += len(o.items)
		}
		n = min(max(n, 0), len(o.items))
		items := append([]*Value(nil), o.items[:n]...)
		items = append(append(items, v), o.items[n:]...)
		return withItems(o, items)
	})
	return noneValue
}

func (it *interp) pop(recv, i *Value, node syntax.Node) *Value {
	if i == nil {
		i = intConst(-1)
	}
	it.refuse(i, ".pop", node)
	c, ok := i.single()
	out := bottom
	for _, o := range it.objects(recv, kList) {
		if ok && c.kind == kInt {
			v, _ := o.at(int(c.n))
			out = join(out, v)
		} else {
			out = join(out, o.elements())
		}
	}
	it.change(recv, kList, func(o *object) *object {
		if !o.known || !ok || c.kind != kInt {
			return o.spread()
		}
		n := int(c.n)
		if n < 0 {
			n += len(o.items)
		}
		if n < 0 || n >= len(o.items) {
			return o
		}
		return withItems(o, append(append([]*Value(nil), o.items[:n]...), o.items[n+1:]...))
	})
	return orUnknown(out, recv)
}

func (it *interp) dictMethod(recv *Value, name string, a *arguments, node syntax.Node) *Value {
	objs := it.objects(recv, kDict)
	switch name {
	case "keys", "values", "items":
		return it.dictList(objs, name, node)
	case "clear":
		it.change(recv, kDict, func(o *object) *object {
			c := emptyDict()
			c.many, c.frozen = o.many, o.frozen
			return c
		})
		return noneValue
	case "get", "pop", "setdefault":
		return it.dictEntry(recv, objs, name, a, node)
	case "popitem":
		out := bottom
		for _, o := range objs {
			k, v := o.elements(), o.values()
			if seq, ok := o.sequence(); ok && len(seq) > 0 {
				k, v = seq[0], o.entries[0].val
			}
			if k.kinds != 0 {
				out = join(out, tupleOf(k, v))
			}
		}
		it.change(recv, kDict, func(o *object) *object {
			if seq, ok := o.sequence(); ok && len(seq) > 0 {
				return o.drop(o.entries[0].key)
			}
			return o.doubted()
		})
		return orUnknown(out, recv)
	case "update":
		if len(a.pos) > 0 || a.star != nil {
			from := it.pairsInto(emptyDict(), a.at(0, ""), node)
			it.change(recv, kDict, func(o *object) *object { return updated(o, from) })
		}
		for _, n := range a.named {
			it.change(recv, kDict, func(o *object) *object {
				return o.put(constant{kind: kStr, s: n.name}, n.val, !n.maybe)
			})
		}
		if a.kw != nil {
			it.change(recv, kDict, func(o *object) *object { return o.putRest(a.unknownKey(), a.kw.val) })
		}
		return noneValue
	}
	return unknown
}

// dictList is keys, values and items.
func (it *interp) dictList(objs []*object, name string, node syntax.Node) *Value {
	out := bottom
	for _, o := range objs {
		keys, known := o.sequence()
		items := append([]*Value(nil), keys...)
		elem := o.elements()
		switch name {
		case "values":
			elem = o.values()
			for i := range items {
				items[i] = o.entries[i].val
			}
		case "items":
			if elem != bottom {
				elem = tupleOf(elem, o.values())
			}
			for i := range items {
				items[i] = tupleOf(keys[i], o.entries[i].val)
			}
		}
		out = join(out, it.alloc(node, 0, listOf(items, known, elem)))
	}
	return orUnknown(out)
}

// dictEntry is get, pop and setdefault.
func (it *interp) dictEntry(recv *Value, objs []*object, name string, a *arguments, node syntax.Node) *Value {
	key := a.at(0, "key")
	if key == nil {
		return unknown
	}
	it.nonText(key, node)
	deflt := a.at(1, "default")
	if !it.hashable(key, node) {
		// A dict without entries does not look at the key.
		out := orReach(unknown, key)
		if deflt != nil && out != bottom {
			out = join(out, deflt)
		}
		return out
	}
	if deflt == nil {
		deflt = bottom
		if name != "pop" {
			deflt = noneValue
		}
	}
	out := bottom
	for _, o := range objs {
		v, certain := it.lookup(o, key)
		out = join(out, v)
		if !certain {
			out = join(out, deflt)
		}
	}
	switch name {
	case "pop":
		consts, all := key.constsOf(kStr | kInt | kBool)
		it.change(recv, kDict, func(o *object) *object {
			if all && len(consts) == 1 && key.kinds == consts[0].kind {
				return o.drop(consts[0])
			}
			return o.doubted()
		})
	case "setdefault":
		it.change(recv, kDict, func(o *object) *object {
			v, certain := it.lookup(o, key)
			if certain {
				return o
			}
			return it.putKey(o, key, join(v, deflt), true)
		})
	}
	return orUnknown(out, recv)
}

func (it *interp) setMethod(recv *Value, name string, a *arguments, node syntax.Node) *Value {
	x := a.at(0, "x")
	elem := bottom
	for _, o := range it.objects(recv, kSet) {
		elem = join(elem, o.elements())
	}
	add := func(v *Value) {
		it.change(recv, kSet, func(o *object) *object {
			c := o.clone()
			c.rest = join(c.rest, v)
			return c
		})
	}
	switch name {
	case "add":
		if x != nil && it.hashable(x, node) {
			add(x)
		}
		return noneValue
	case "discard", "remove":
		if x != nil {
			it.hashable(x, node)
		}
		return noneValue
	case "clear":
		it.change(recv, kSet, func(o *object) *object {
			c := setOf(bottom)
			c.many, c.frozen = o.many, o.frozen
			return c
		})
		return noneValue
	case "pop":
		return orUnknown(elem, recv)
	case "issubset", "issuperset":
		for _, v := range a.everything() {
			it.hashable(it.iterable(v, node).elem, node)
			it.nonTextDeep(v, node)
		}
		return openBool
	}
	// union, update and the like, with any number of iterables.
	for _, v := range a.everything() {
		es := it.iterable(v, node)
		if !es.failed {
			it.hashable(es.elem, node)
			elem = join(elem, es.elem)
		}
	}
	if name == "update" {
		add(elem)
		return noneValue
	}
	return it.alloc(node, 0, setOf(elem))
}

func (it *interp) jsonMethod(name string, a *arguments, node syntax.Node) *Value {
	x := a.at(0, "x")
	if x == nil {
		return unknown
	}
	if x.kinds == 0 {
		return bottom
	}
	it.refusePlain("json."+name, plainArguments["json."+name], a, node)
	// What lines are indented with is in the text.
	var layout *ids
	for _, p := range plainArguments["json."+name] {
		if v := a.at(p.at, p.name); v != nil {
			layout = union(layout, strConv(v))
		}
	}
	switch name {
	case "encode", "encode_indent":
		out := it.encode(name, x, node)
		if layout != nil && out != bottom {
			out = join(out, convertedStr(layout))
		}
		return out
	case "decode":
		v := it.refuse(x, "json.decode", node)
		if !v.has(kStr | kUnknown) {
			return unknown
		}
		out := it.decoded(v.conv, node)
		if d := a.at(1, "default"); d != nil {
			out = join(out, d)
		}
		return out
	}
	v := it.refuse(x, "json."+name, node)
	if !v.has(kStr | kUnknown) {
		return unknown
	}
	return convertedStr(union(v.conv, layout))
}

// encode refuses external text by itself: an error without any constructor.
func (it *interp) encode(name string, x *Value, node syntax.Node) *Value {
	it.nonTextDeep(x, node)
	d := it.deep(x)
	conv := d.conv
	if !d.ext {
		return convertedStr(conv)
	}
	if !it.st.dead {
		it.reports.fails(it, node, "json."+name, d.origins)
	}
	if x.kinds&^kExt == 0 || conv == nil {
		return unknown
	}
	return join(unknown, convertedStr(conv))
}

// decoded is anything that JSON can say, its strings converted or not.
func (it *interp) decoded(conv *ids, node syntax.Node) *Value {
	str := convertedStr(conv)
	list := it.alloc(node, 0, restList(str))
	dict := it.alloc(node, 1, emptyDict().putRest(str, str))
	v := noneValue
	for _, w := range []*Value{openBool, openInt, openFloat, str, list, dict} {
		v = join(v, w)
	}
	it.change(list, kList, func(o *object) *object {
		c := o.clone()
		c.rest = join(c.rest, v)
		return c
	})
	it.change(dict, kDict, func(o *object) *object { return o.putRest(str, v) })
	return v
}
