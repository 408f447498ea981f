package external

import "go.starlark.net/syntax"

// maxCompare bounds how deep containers are compared with each other; below,
// they count as compared where both may hold external text.
const maxCompare = 6

// hit is what a comparison may meet.
type hit struct {
	ext   bool
	plain bool // the external operand may also be plain text
	from  *ids
}

func (h *hit) add(o hit) {
	if o.ext {
		h.plain = o.plain && (!h.ext || h.plain)
	}
	h.ext = h.ext || o.ext
	h.from = union(h.from, o.from)
}

// compare reports == and != that may meet external text (PB004).
func (it *interp) compare(x, y *Value, node syntax.Node, not bool) {
	it.nonTextDeep(x, node)
	it.nonTextDeep(y, node)
	if it.flood != nil {
		return
	}
	if h := it.equalHits(x, y, 0); h.ext {
		it.compared(node, h, not)
	}
}

func (it *interp) compared(node syntax.Node, h hit, not bool) {
	if it.st.dead {
		return
	}
	r := it.reports.add(it, codeCompared, node, h.from)
	r.hard = r.hard || !h.plain
	if not {
		r.say("True")
	} else {
		r.say("False")
	}
}

// equalHits says whether comparing x with y for equality may compare external
// text with anything but None.
func (it *interp) equalHits(x, y *Value, depth int) (h hit) {
	if it.spend(1); it.over {
		return h
	}
	for _, side := range [][2]*Value{{x, y}, {y, x}} {
		if a, b := side[0], side[1]; a.has(kExt) && b.kinds&^kNone != 0 {
			h.add(hit{ext: true, plain: a.kinds&^(kExt|kNone) != 0, from: a.origins})
		}
	}
	if depth > maxCompare {
		if x.deepKinds&kExt != 0 || y.deepKinds&kExt != 0 {
			h.add(hit{ext: true, from: union(x.deepOrigins, y.deepOrigins)})
		}
		return h
	}
	if x.has(kTuple) && y.has(kTuple) {
		h.add(it.equalShapes(x, y, x.tuple, y.tuple, depth+1))
	}
	if x.has(kStruct) && y.has(kStruct) {
		h.add(it.equalFields(x, y, depth+1))
	}
	for _, a := range it.objects(x, kList|kDict) {
		for _, b := range it.objects(y, a.kind) {
			if a != b || depth < 2 {
				h.add(it.equalObjects(a, b, depth+1))
			}
		}
	}
	return h
}

func (it *interp) equalShapes(x, y *Value, a, b *shape, depth int) (h hit) {
	if a == nil || b == nil {
		return h
	}
	if a.known && b.known {
		if len(a.items) != len(b.items) {
			return h
		}
		for i := range a.items {
			h.add(it.equalHits(a.items[i], b.items[i], depth))
		}
		return h
	}
	return it.equalHits(a.all(x), b.all(y), depth)
}

func (it *interp) equalFields(x, y *Value, depth int) (h hit) {
	if x.fields == nil || y.fields == nil {
		return h
	}
	for i, name := range x.fields.names {
		if w, ok := y.fields.field(y, name); ok {
			h.add(it.equalHits(x.fields.items[i], w, depth))
		}
	}
	if x.fields.rest != nil || y.fields.rest != nil || x.fields.self || y.fields.self {
		h.add(it.equalHits(x.fields.all(x), y.fields.all(y), depth))
	}
	return h
}

func (it *interp) equalObjects(a, b *object, depth int) (h hit) {
	switch {
	case a.kind == kDict:
		for _, e := range a.entries {
			if v, _ := b.lookup(e.key); v.kinds != 0 {
				h.add(it.equalHits(e.val, v, depth))
			}
		}
		if a.rest != nil {
			h.add(it.equalHits(a.rest, b.values(), depth))
		}
	case a.known && b.known:
		if len(a.items) != len(b.items) {
			return h
		}
		for i := range a.items {
			h.add(it.equalHits(a.items[i], b.items[i], depth))
		}
	default:
		h.add(it.equalHits(a.elements(), b.elements(), depth))
	}
	return h
}

// contains is x in y.
func (it *interp) contains(x, y *Value, node syntax.Node, not bool) *Value {
	it.nonTextDeep(x, node)
	it.nonTextDeep(y, node)
	if y.has(kExt) {
		it.operator(node, y, typesOf(x, y, "in"))
	}
	if x.has(kExt) && y.has(kStr|kBytes) {
		it.operator(node, x, typesOf(x, y.keepOnly(kStr|kBytes), "in"))
	} else if x.has(kExt) && y.has(kOther) {
		it.operator(node, x, "external_text in a range")
	}
	if y.has(kSet) && x.deepKinds&kExt != 0 {
		at := node
		if b, ok := node.(*syntax.BinaryExpr); ok {
			at = b.X
		}
		it.reports.add(it, codeUnhashable, at, x.deepOrigins)
	}
	if it.flood != nil {
		return boolFor(x, y)
	}
	var h hit
	if x.has(kExt) && y.has(kList|kTuple|kDict) {
		h.add(hit{ext: true, plain: x.kinds&^(kExt|kNone) != 0, from: x.origins})
	}
	within := func(items []*Value, known bool, elem *Value) {
		if !known || len(items) > maxUnroll {
			items = []*Value{elem}
		}
		for _, v := range items {
			h.add(it.equalHits(x, v, 1))
		}
	}
	if y.has(kTuple) && y.tuple != nil {
		within(y.tuple.items, y.tuple.known, y.tuple.all(y))
	}
	for _, o := range it.objects(y, kList) {
		within(o.items, o.known, o.elements())
	}
	if h.ext {
		it.compared(node, h, not)
	}
	if y.isOnly(kExt) || y.kinds&(kStr|kBytes|kObjects|kTuple|kOther|kUnknown) == 0 || x.isOnly(kExt) && y.isOnly(kStr|kBytes) {
		return orReach(unknown, x, y)
	}
	return boolFor(x, y)
}

// ordersExternal says whether ordering x and y may compare external text.
// Equal elements in front are skipped, and one text is equal to itself.
func (it *interp) ordersExternal(x, y *Value, depth int) bool {
	it.spend(1)
	if x.has(kExt) || y.has(kExt) || it.over || it.flood != nil {
		return true
	}
	if depth > maxCompare {
		return x.deepKinds&kExt != 0 || y.deepKinds&kExt != 0
	}
	sequences := func(a, b []*Value, known bool, anyA, anyB *Value) bool {
		if !known {
			return it.ordersExternal(anyA, anyB, depth+1)
		}
		for i := 0; i < min(len(a), len(b)); i++ {
			if sameText(a[i], b[i]) {
				continue
			}
			if it.ordersExternal(a[i], b[i], depth+1) {
				return true
			}
			c, ok1 := a[i].single()
			d, ok2 := b[i].single()
			if ok1 && ok2 && c != d {
				return false
			}
		}
		return false
	}
	if x.has(kTuple) && y.has(kTuple) && x.tuple != nil && y.tuple != nil {
		if sequences(x.tuple.items, y.tuple.items, x.tuple.known && y.tuple.known, x.tuple.all(x), y.tuple.all(y)) {
			return true
		}
	}
	for _, a := range it.objects(x, kList) {
		for _, b := range it.objects(y, kList) {
			if sequences(a.items, b.items, a.known && b.known, a.elements(), b.elements()) {
				return true
			}
		}
	}
	return false
}

// sameText reports whether two values are surely one and the same external
// text, as it came from its parameter.
func sameText(x, y *Value) bool {
	if x != y || !x.isOnly(kExt) || x.joined {
		return false
	}
	_, one := only(x.origins)
	return one
}
