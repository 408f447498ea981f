package external

import "slices"

// join is the union of the possibilities of a and b. It is a itself where b
// adds nothing, else b itself where a adds nothing, so that what is equal
// stays one pointer.
func join(a, b *Value) *Value {
	if a.depth < 3 || b.depth < 3 {
		return joinIn(a, b, nil)
	}
	return joinIn(a, b, map[[2]*Value]*Value{})
}

// joinAll is the union of many values: in halves, since a union costs what its
// parts hold.
func joinAll(list []*Value) *Value {
	switch len(list) {
	case 0:
		return bottom
	case 1:
		return list[0]
	}
	n := len(list) / 2
	return join(joinAll(list[:n]), joinAll(list[n:]))
}

// joinIn is join with a memo for shapes that share parts.
func joinIn(a, b *Value, memo map[[2]*Value]*Value) *Value {
	switch {
	case a == b || b.kinds == 0:
		return a
	case a.kinds == 0:
		return b
	case covers(a, b):
		return a
	case covers(b, a):
		return b
	}
	if memo != nil {
		if v, ok := memo[[2]*Value{a, b}]; ok {
			return v
		}
	}
	v := joinValues(a, b, memo)
	if memo != nil {
		memo[[2]*Value{a, b}] = v
	}
	return v
}

// covers reports that b adds nothing to a, where that is seen without looking
// into shapes; it may say no though it is so.
func covers(a, b *Value) bool {
	if b.kinds&^a.kinds|b.open&^a.open != 0 || b.joined && !a.joined ||
		b.origins != nil && b.origins != a.origins || b.conv != nil && b.conv != a.conv ||
		b.objs != nil && b.objs != a.objs || b.methods != nil && b.methods != a.methods ||
		b.tuple != nil && b.tuple != a.tuple || b.fields != nil && b.fields != a.fields ||
		b.elem != nil && b.elem != a.elem {
		return false
	}
	if len(b.callees) > 0 && (len(a.callees) != len(b.callees) || &a.callees[0] != &b.callees[0]) {
		return false
	}
	for _, c := range b.consts {
		if a.open&c.kind == 0 && !slices.Contains(a.consts, c) {
			return false
		}
	}
	return true
}

func joinValues(a, b *Value, memo map[[2]*Value]*Value) *Value {
	w := Value{
		kinds:   a.kinds | b.kinds,
		joined:  a.joined || b.joined,
		open:    a.open | b.open,
		origins: union(a.origins, b.origins),
		conv:    union(a.conv, b.conv),
		objs:    union(a.objs, b.objs),
		methods: union(a.methods, b.methods),
	}
	sameA := w.kinds == a.kinds && w.joined == a.joined && w.origins == a.origins && w.conv == a.conv &&
		w.objs == a.objs && w.methods == a.methods
	sameB := w.kinds == b.kinds && w.joined == b.joined && w.origins == b.origins && w.conv == b.conv &&
		w.objs == b.objs && w.methods == b.methods
	w.consts, w.open = joinConsts(a, b, w.open)
	sameA = sameA && w.open == a.open && slices.Equal(w.consts, a.consts)
	sameB = sameB && w.open == b.open && slices.Equal(w.consts, b.consts)
	w.tuple = joinShape(a.tuple, b.tuple, memo)
	w.fields = joinShape(a.fields, b.fields, memo)
	sameA = sameA && w.tuple == a.tuple && w.fields == a.fields
	sameB = sameB && w.tuple == b.tuple && w.fields == b.fields
	w.elem = joinOptional(a.elem, b.elem, memo)
	sameA = sameA && w.elem == a.elem
	sameB = sameB && w.elem == b.elem
	var inA, inB bool
	w.callees, inA, inB = joinCallees(a.callees, b.callees)
	switch {
	case sameA && inA:
		return a
	case sameB && inB:
		return b
	}
	return mk(w)
}

// joinConsts unites the constants. Beyond maxConsts all that are not of few
// values become open.
func joinConsts(a, b *Value, open kinds) ([]constant, kinds) {
	if open == a.open && (len(b.consts) == 0 || slices.Equal(a.consts, b.consts)) {
		return a.consts, open
	}
	var out []constant
	add := func(list []constant) {
		for _, c := range list {
			if open&c.kind == 0 {
				out = append(out, c)
			}
		}
	}
	add(a.consts)
	if len(b.consts) > 0 {
		add(b.consts)
		slices.SortFunc(out, compareConst)
		out = slices.Compact(out)
	}
	if len(out) > maxConsts {
		for _, c := range out {
			open |= c.kind
		}
		return nil, open
	}
	return out, open
}

func joinOptional(a, b *Value, memo map[[2]*Value]*Value) *Value {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return joinIn(a, b, memo)
}

func joinShape(a, b *shape, memo map[[2]*Value]*Value) *shape {
	switch {
	case a == b || b == nil:
		return a
	case a == nil:
		return b
	case a.names != nil || b.names != nil:
		return joinFields(a, b, memo)
	}
	if a.known && b.known && len(a.items) == len(b.items) {
		out := &shape{known: true, items: make([]*Value, len(a.items))}
		sameA, sameB := true, true
		for i := range a.items {
			if i > 0 && a.items[i] == a.items[i-1] && b.items[i] == b.items[i-1] {
				out.items[i] = out.items[i-1]
				continue
			}
			out.items[i] = joinIn(a.items[i], b.items[i], memo)
			sameA = sameA && out.items[i] == a.items[i]
			sameB = sameB && out.items[i] == b.items[i]
		}
		return pick(out, a, b, sameA, sameB)
	}
	out := &shape{self: a.self || b.self}
	for _, s := range []*shape{a, b} {
		for _, v := range s.items {
			out.rest = joinOptional(out.rest, v, memo)
		}
		out.rest = joinOptional(out.rest, s.rest, memo)
	}
	is := func(s *shape) bool { return !s.known && out.self == s.self && out.rest == s.rest }
	return pick(out, a, b, is(a), is(b))
}

func pick(out, a, b *shape, sameA, sameB bool) *shape {
	if sameA {
		return a
	}
	if sameB {
		return b
	}
	return out
}

// joinFields unites structs: a field that one of them lacks may be there.
func joinFields(a, b *shape, memo map[[2]*Value]*Value) *shape {
	out := &shape{self: a.self || b.self, rest: joinOptional(a.rest, b.rest, memo)}
	sameA := out.self == a.self && out.rest == a.rest
	sameB := out.self == b.self && out.rest == b.rest
	out.known = a.known && b.known && slices.Equal(a.names, b.names)
	sameA = sameA && out.known == a.known
	sameB = sameB && out.known == b.known
	// A field that only one of them names may be of the other's rest.
	i, j := 0, 0
	for i < len(a.names) || j < len(b.names) {
		var name string
		var v *Value
		switch {
		case j == len(b.names) || i < len(a.names) && a.names[i] < b.names[j]:
			name, v = a.names[i], joinOptional(a.items[i], b.rest, memo)
			sameA = sameA && v == a.items[i]
			sameB = false
			i++
		case i == len(a.names) || a.names[i] > b.names[j]:
			name, v = b.names[j], joinOptional(b.items[j], a.rest, memo)
			sameB = sameB && v == b.items[j]
			sameA = false
			j++
		default:
			name, v = a.names[i], joinIn(a.items[i], b.items[j], memo)
			sameA = sameA && v == a.items[i]
			sameB = sameB && v == b.items[j]
			i++
			j++
		}
		out.names, out.items = append(out.names, name), append(out.items, v)
	}
	return pick(out, a, b, sameA, sameB)
}

// joinCallees unites lists that are sorted by id, and says whether the result
// is the one or the other.
func joinCallees(a, b []callee) (out []callee, isA, isB bool) {
	switch {
	case len(b) == 0:
		return a, true, len(a) == 0
	case len(a) == 0:
		return b, false, true
	}
	// Most often one holds the other.
	if holdsCallees(a, b) {
		return a, true, len(a) == len(b) && holdsCallees(b, a)
	}
	if holdsCallees(b, a) {
		return b, false, true
	}
	isA, isB = true, true
	out = make([]callee, 0, max(len(a), len(b))+1)
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case j == len(b) || i < len(a) && a[i].id < b[j].id:
			out = append(out, a[i])
			isB = false
			i++
		case i == len(a) || a[i].id > b[j].id:
			out = append(out, b[j])
			isA = false
			j++
		default:
			c := a[i]
			c.recv = joinOptional(a[i].recv, b[j].recv, nil)
			isA = isA && c.recv == a[i].recv
			isB = isB && c.recv == b[j].recv
			out = append(out, c)
			i++
			j++
		}
	}
	if isA {
		return a, true, isB
	}
	if isB {
		return b, false, true
	}
	return out, false, false
}

// holdsCallees reports whether b adds nothing to a, where that is seen without
// joining receivers.
func holdsCallees(a, b []callee) bool {
	i := 0
	for j := range b {
		for i < len(a) && a[i].id < b[j].id {
			i++
		}
		if i == len(a) || a[i].id != b[j].id || a[i].recv != b[j].recv {
			return false
		}
	}
	return true
}

// equal reports whether a and b are the same possibilities.
func equal(a, b *Value) bool {
	if a == b {
		return true
	}
	if a.kinds != b.kinds || a.open != b.open || a.joined != b.joined || a.depth != b.depth ||
		!slices.Equal(a.consts, b.consts) || len(a.callees) != len(b.callees) {
		return false
	}
	return join(a, b) == a && join(b, a) == b
}

// widened is v without constants and with shapes cut to loopDepth: what makes
// a loop's value settle (10.5).
func widened(v *Value) *Value { return flattened(v.withoutConsts(), loopDepth) }
