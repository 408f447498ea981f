package external

import "slices"

// matcher compares a call with one that is kept: everything is the same but
// for the numbers of locations, whose order is the same.
type matcher struct {
	it   *interp
	left int // parts that may be looked at yet
	was  []uint32
	is   []uint32 // by was
	next uint32   // of the first location that will be made
}

// holds reports whether the kept call is that with these parameters in the
// present state.
func (m *matcher) holds(k *keptCall, params []*Value) bool {
	for i, v := range k.params {
		if !m.value(v, params[i]) {
			return false
		}
	}
	for _, v := range k.vars {
		l, ok := m.it.places.find(v.node, m.it.root, v.n)
		if !ok {
			return false
		}
		if s, _ := m.it.st.store.get(l); !m.slot(v.slot, s) {
			return false
		}
	}
	for _, o := range k.objs {
		l, ok := m.loc(o.loc)
		if !ok {
			return false
		}
		if s, _ := m.it.st.store.get(l); !m.slot(o.slot, s) {
			return false
		}
	}
	if len(m.was) != len(k.outer) {
		return false
	}
	for i, l := range k.outer {
		to, ok := m.loc(l)
		if !ok || i > 0 && m.is[i-1] >= to {
			return false
		}
		// From now on in ascending order of both.
		j := slices.Index(m.was, l)
		m.was[i], m.was[j] = m.was[j], m.was[i]
		m.is[i], m.is[j] = m.is[j], m.is[i]
	}
	m.next = uint32(len(m.it.places.owner))
	return true
}

// loc is the location that stands for l of the kept call.
func (m *matcher) loc(l uint32) (uint32, bool) {
	for i, was := range m.was {
		if was == l {
			return m.is[i], true
		}
	}
	return 0, false
}

func (m *matcher) pair(a, b uint32) bool {
	if to, ok := m.loc(a); ok {
		return to == b
	}
	if len(m.was) > maxKeptOuter {
		return false
	}
	m.was, m.is = append(m.was, a), append(m.is, b)
	return true
}

func (m *matcher) value(a, b *Value) bool {
	if a == nil || b == nil {
		return a == b
	}
	if m.left--; m.left < 0 {
		return false
	}
	if a == b && a.deepObjs == nil && a.deepKinds&kFunc == 0 {
		return true
	}
	if a.kinds != b.kinds || a.open != b.open || a.joined != b.joined || a.depth != b.depth ||
		a.deepKinds != b.deepKinds || b.deepConv != nil || !slices.Equal(a.consts, b.consts) ||
		len(a.callees) != len(b.callees) || !m.ids(a.origins, b.origins) || !m.locs(a.objs, b.objs) {
		return false
	}
	for i := range a.callees {
		x, y := &a.callees[i], &b.callees[i]
		if y.fn != nil || x.id != y.id || x.recvKind != y.recvKind || !m.value(x.recv, y.recv) {
			return false
		}
	}
	return m.shape(a.tuple, b.tuple) && m.shape(a.fields, b.fields) && m.value(a.elem, b.elem)
}

func (m *matcher) shape(a, b *shape) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.known == b.known && a.self == b.self && slices.Equal(a.names, b.names) && m.values(a.items, b.items) && m.value(a.rest, b.rest)
}

func (m *matcher) values(a, b []*Value) bool {
	return slices.EqualFunc(a, b, m.value)
}

// ids compares sets of numbers that mean the same to a call: it only unites
// them.
func (m *matcher) ids(a, b *ids) bool {
	if a == b {
		return true
	}
	if m.left--; m.left < 0 || a == nil || b == nil {
		return false
	}
	return a.key == b.key && a.bit == b.bit && m.ids(a.left, b.left) && m.ids(a.right, b.right)
}

func (m *matcher) locs(a, b *ids) bool {
	if a == nil || b == nil {
		return a == b
	}
	if m.left -= 2; m.left < 0 {
		return false
	}
	if x, ok := only(a); ok {
		y, ok := only(b)
		return ok && m.pair(x, y)
	}
	return slices.EqualFunc(members(a), members(b), m.pair)
}

func (m *matcher) slot(a, b *slot) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.many == b.many && m.value(a.val, b.val) && m.object(a.obj, b.obj)
}

func (m *matcher) object(a, b *object) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.kind == b.kind && a.many == b.many && a.frozen == b.frozen && a.known == b.known && a.ordered == b.ordered &&
		m.values(a.items, b.items) && m.value(a.rest, b.rest) && m.value(a.restKey, b.restKey) &&
		slices.EqualFunc(a.entries, b.entries, func(x, y entry) bool {
			return x.key == y.key && x.certain == y.certain && m.value(x.val, y.val)
		})
}

// moves reports whether locations have other numbers now.
func (m *matcher) moves(k *keptCall) bool {
	return !slices.Equal(m.was, m.is) || len(k.made) > 0 && m.next != k.first
}

// moved is the kept call with the present numbers of locations.
func (m *matcher) moved(k *keptCall) *keptCall {
	r := &mover{matcher: m, first: k.first, done: map[*Value]*Value{}}
	c := &keptCall{
		first: m.next, outer: m.is, params: r.values(k.params), vars: slices.Clone(k.vars), chains: k.chains,
		ret: r.value(k.ret), dead: k.dead, steps: k.steps, effort: k.effort,
	}
	for i := range c.vars {
		c.vars[i].slot = r.slot(c.vars[i].slot)
	}
	c.objs = slices.Clone(k.objs)
	for i, o := range c.objs {
		c.objs[i] = keptObj{r.to(o.loc), r.slot(o.slot)}
	}
	c.made = slices.Clone(k.made)
	for i := range c.made {
		c.made[i].slot = r.slot(c.made[i].slot)
	}
	c.facts = slices.Clone(k.facts)
	for i := range c.facts {
		c.facts[i].val = r.value(c.facts[i].val)
	}
	c.joins = slices.Clone(k.joins)
	for i := range c.joins {
		c.joins[i].elem = r.value(c.joins[i].elem)
	}
	return c
}

// mover gives the locations in values their present numbers.
type mover struct {
	*matcher
	first uint32
	done  map[*Value]*Value
}

func (r *mover) to(l uint32) uint32 {
	if l >= r.first {
		return l - r.first + r.next
	}
	to, _ := r.loc(l)
	return to
}

func (r *mover) value(v *Value) *Value {
	if v == nil || v.deepObjs == nil && v.deepKinds&kFunc == 0 {
		return v
	}
	if w, ok := r.done[v]; ok {
		return w
	}
	w := *v
	w.objs = nil
	v.objs.each(func(l uint32, _ struct{}) bool {
		w.objs = w.objs.with(r.to(l), struct{}{})
		return true
	})
	w.tuple, w.fields, w.elem = r.shape(v.tuple), r.shape(v.fields), r.value(v.elem)
	w.callees = slices.Clone(v.callees)
	for i := range w.callees {
		w.callees[i].recv = r.value(w.callees[i].recv)
	}
	n := mk(w)
	r.done[v] = n
	return n
}

func (r *mover) values(list []*Value) []*Value {
	if list == nil {
		return nil
	}
	out := make([]*Value, len(list))
	for i, v := range list {
		out[i] = r.value(v)
	}
	return out
}

func (r *mover) shape(s *shape) *shape {
	if s == nil {
		return nil
	}
	c := *s
	c.items, c.rest = r.values(s.items), r.value(s.rest)
	return &c
}

func (r *mover) slot(s *slot) *slot {
	if s == nil {
		return nil
	}
	c := slot{val: r.value(s.val), many: s.many}
	if s.obj != nil {
		c.obj = r.object(s.obj)
	}
	return &c
}

func (r *mover) object(o *object) *object {
	c := *o
	c.sum = nil
	c.items, c.rest, c.restKey = r.values(o.items), r.value(o.rest), r.value(o.restKey)
	c.entries = slices.Clone(o.entries)
	for i := range c.entries {
		c.entries[i].val = r.value(c.entries[i].val)
	}
	c.summary()
	return &c
}
