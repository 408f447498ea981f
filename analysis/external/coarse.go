package external

import (
	"slices"

	"go.starlark.net/syntax"
)

// coarse is the mode without calling contexts (10.8): one context per
// function, one store for globals, captured variables and the heap that only
// grows, no unrolling. Bodies whose inputs changed run again until nothing
// changes, which ends because all sets are finite.
type coarse struct {
	store   []*slot
	readers []map[*body]bool // by location
	queue   []*body
	current *body
	bodies  map[any]*body
	alias   map[uint32]uint32 // locations that were united with another
}

// maxObjects is how many objects one variable may be before they are united:
// sets that grow one by one would make every round look at all of them.
const maxObjects = 8

// coarseDepth is how deep shapes are kept, within what 10.8 allows.
const coarseDepth = 2

// body is a function or a module's top level.
type body struct {
	fn     *function
	mod    *module
	chain  *chain
	callee *callee
	params []*Value
	ret    *Value
	users  map[*body]bool // who took ret
	queued bool
	active bool
	ran    bool
}

func newCoarse() *coarse {
	return &coarse{bodies: map[any]*body{}, alias: map[uint32]uint32{}}
}

// find is the location that stands for l.
func (c *coarse) find(l uint32) uint32 {
	for {
		to, ok := c.alias[l]
		if !ok {
			return l
		}
		l = to
	}
}

// settled is v as it is kept: without constants, flat, and with few objects.
func (c *coarse) settled(it *interp, v *Value) *Value {
	it.spend(v.width() / 4)
	v = flattened(v.withoutConsts(), coarseDepth)
	if v.deepObjs == nil {
		return v
	}
	if v.deepObjs.size(maxObjects+1) <= maxObjects {
		// Else what was united would be taken for something new.
		return c.represented(v)
	}
	list := members(v.deepObjs)
	reps := map[kinds]uint32{}
	for _, l := range list {
		l = c.find(l)
		c.grow(l)
		s := c.store[l]
		if s == nil || s.obj == nil {
			continue
		}
		rep, ok := reps[s.obj.kind]
		if !ok {
			reps[s.obj.kind] = l
			continue
		}
		// Uniting others may have given the representative another name.
		if rep = c.find(rep); rep != l {
			c.unite(it, rep, l)
		}
	}
	return c.represented(v)
}

func (c *coarse) settledOr(it *interp, v *Value) *Value {
	if v == nil {
		return nil
	}
	return c.settled(it, v)
}

// settledObject is o with its contents settled.
func (c *coarse) settledObject(it *interp, o *object) *object {
	if o == nil || o.summary().objs.size(maxObjects+1) <= maxObjects {
		return o
	}
	n := o.clone()
	n.items = slices.Clone(o.items)
	for i, v := range n.items {
		n.items[i] = c.settled(it, v)
	}
	n.entries = slices.Clone(o.entries)
	for i := range n.entries {
		n.entries[i].val = c.settled(it, n.entries[i].val)
	}
	n.rest, n.restKey = c.settledOr(it, o.rest), c.settledOr(it, o.restKey)
	return n
}

// unite makes l another name of rep.
func (c *coarse) unite(it *interp, rep, l uint32) {
	s := c.store[l]
	c.alias[l] = rep
	if c.readers[rep] == nil {
		c.readers[rep] = map[*body]bool{}
	}
	for b := range c.readers[l] {
		c.readers[rep][b] = true
		c.enqueue(b)
	}
	c.save(it, rep, s)
}

// represented is v with the locations that stand for its own.
func (c *coarse) represented(v *Value) *Value {
	if v.deepObjs.each(func(l uint32, _ struct{}) bool { return c.find(l) == l }) {
		return v
	}
	w := *v
	w.objs = nil
	for _, l := range members(v.objs) {
		w.objs = union(w.objs, idOf(c.find(l)))
	}
	shapes := func(s *shape) *shape {
		if s == nil {
			return nil
		}
		n := *s
		n.items = nil
		for _, x := range s.items {
			n.items = append(n.items, c.represented(x))
		}
		if s.rest != nil {
			n.rest = c.represented(s.rest)
		}
		return &n
	}
	w.tuple, w.fields = shapes(v.tuple), shapes(v.fields)
	return mk(w)
}

func (c *coarse) grow(l uint32) {
	for int(l) >= len(c.store) {
		c.store = append(c.store, nil)
		c.readers = append(c.readers, nil)
	}
}

func (c *coarse) load(l uint32) *slot {
	l = c.find(l)
	c.grow(l)
	if c.current != nil {
		if c.readers[l] == nil {
			c.readers[l] = map[*body]bool{}
		}
		c.readers[l][c.current] = true
	}
	return c.store[l]
}

func (c *coarse) save(it *interp, l uint32, s *slot) {
	l = c.find(l)
	c.grow(l)
	old := c.store[l]
	if old == nil {
		old = &slot{}
	}
	if s.val != nil {
		s = &slot{val: c.represented(s.val)}
	}
	n := joinSlots(old, s, true)
	if n == old && c.store[l] != nil {
		return
	}
	c.store[l] = n
	val, obj := c.settledOr(it, n.val), c.settledObject(it, n.obj)
	// Settling may have united l with another, or written it again.
	if c.find(l) == l && c.store[l] == n {
		c.store[l] = &slot{val: val, obj: obj}
	}
	for b := range c.readers[l] {
		c.enqueue(b)
	}
}

func (c *coarse) enqueue(b *body) {
	if !b.queued {
		b.queued = true
		c.queue = append(c.queue, b)
	}
}

// runTop executes the top level of a module in the frame that runModule made.
func (c *coarse) runTop(it *interp, m *module) {
	b := c.body(m, func() *body { return &body{mod: m, chain: it.root} })
	b.ran = true
	c.execute(it, b)
}

func (c *coarse) body(key any, make func() *body) *body {
	b, ok := c.bodies[key]
	if !ok {
		b = make()
		b.ret, b.users = bottom, map[*body]bool{}
		c.bodies[key] = b
	}
	return b
}

// execute runs a body once, with what is known now.
func (c *coarse) execute(it *interp, b *body) {
	outer := c.current
	c.current = b
	b.active, b.queued = true, false
	if b.fn == nil {
		it.block(b.mod.file.Tree.Stmts)
	} else {
		c.enter(it, b)
	}
	b.active = false
	c.current = outer
}

func (c *coarse) enter(it *interp, b *body) {
	fr, st, cx := it.fr, it.st, it.cx
	it.fr = &frame{fn: b.fn, mod: b.mod, env: b.callee.env, chain: b.chain, ret: bottom, exit: deadState}
	it.cx, it.st = b.chain, state{}
	it.calls++
	for i, p := range b.fn.params {
		it.write(p.id, b.params[i])
	}
	it.block(b.fn.res.Body)
	ret := it.fr.ret
	if !it.st.dead {
		ret = join(ret, noneValue)
	}
	it.calls--
	it.fr, it.cx, it.st = fr, cx, st
	if it.over {
		it.st = deadState
		return
	}
	if n := join(b.ret, c.settled(it, ret)); n != b.ret {
		b.ret = c.settled(it, n)
		for u := range b.users {
			c.enqueue(u)
		}
	}
}

// call adds its arguments to the parameters of the callee and takes the
// result so far.
func (c *coarse) call(it *interp, f *callee, args *arguments, node syntax.Node) *Value {
	fn := f.fn
	b := c.body(fn, func() *body {
		return &body{fn: fn, mod: fn.mod, chain: it.places.chain(it.root, fn.node, 0), callee: f}
	})
	saved := it.cx
	it.cx = b.chain
	params, ok := it.bind(f, args)
	it.cx = saved
	if !ok {
		return unknown
	}
	fn.called = fn.called || !it.uncall || node != fn.node
	it.noteExternal(fn, params, node)
	changed := !b.ran
	if b.params == nil {
		b.params = make([]*Value, len(params))
		for i := range params {
			b.params[i] = bottom
		}
	}
	for i, v := range params {
		if n := join(b.params[i], c.settled(it, v)); n != b.params[i] {
			b.params[i], changed = c.settled(it, n), true
		}
	}
	if c.current != nil {
		b.users[c.current] = true
	}
	if changed {
		b.ran = true
		if b.active || it.calls >= maxCalls {
			c.enqueue(b)
		} else {
			c.execute(it, b)
		}
	}
	return b.ret
}

// settle runs bodies again until nothing changes.
func (c *coarse) settle(it *interp) {
	for len(c.queue) > 0 && !it.over {
		b := c.queue[0]
		c.queue = c.queue[1:]
		if !b.queued {
			continue
		}
		if b.fn != nil {
			c.execute(it, b)
			continue
		}
		b.queued = false
		fr, st, cx, loading := it.fr, it.st, it.cx, it.loading
		it.fr = &frame{mod: b.mod, chain: it.root, ret: bottom, exit: deadState, fails: deadState}
		it.st, it.cx = state{}, it.root
		if b.mod != it.loading[0] {
			it.loading = append(it.loading[:1:1], b.mod)
		}
		c.execute(it, b)
		it.fr, it.st, it.cx, it.loading = fr, st, cx, loading
	}
}

func (c *coarse) callUncalled(it *interp, fn *function) {
	for i := range fn.made.callees {
		it.st = state{}
		c.call(it, &fn.made.callees[i], it.unknownArgs(fn), fn.node)
	}
}
