package external

import (
	"slices"
	"sync"
	"sync/atomic"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"
)

// Bounds of what is kept of calls. A file whose functions are called in more
// ways than it has room for keeps the latest.
const (
	maxKeptCalls = 2 * maxMemos // of one function
	maxKeptFacts = 1024         // of one call
	maxKeptOuter = 16           // objects from outside that a call sees
	maxKeptLook  = 2048         // parts of values that are compared for a call
	minKeptRoom  = 1024         // facts of one file, and two bytes of it for one more
)

// keptCalls are finished calls of the functions of one file, for the executions
// to come: while nothing in a module changes, what its functions do with the
// same arguments is the same. They go with the file. It is safe for concurrent
// use.
//
// Only what is seen to depend on nothing else is kept: a call that calls no
// other def or lambda, has no effect outside of its frame and reports nothing,
// in a context where nothing has run before. Taking it leaves everything as
// executing it would: the locations it makes, what they hold, what is known
// about its expressions, its steps.
type keptCalls struct {
	mu   sync.Mutex
	of   map[*resolve.Function][]*keptCall
	room int
}

// keptCall is a call with all that it did. It is immutable but for run. Locations are
// numbered as in the execution that it is from: outer are those of objects that
// it was given, in ascending order, and from first on those that it made. An
// execution looks at nothing but their order.
type keptCall struct {
	params []*Value
	vars   []keptVar
	objs   []keptObj // each reachable through what is before it
	outer  []uint32
	first  uint32
	made   []keptLoc
	chains []keptChain
	facts  []fact
	joins  []keptJoin
	ret    *Value
	dead   bool
	steps  int
	effort int
	run    atomic.Uint64 // the last execution that took it
}

// keptVar is a global that was read.
type keptVar struct {
	node any
	n    int
	slot *slot
}

// keptObj is an object from outside that was read.
type keptObj struct {
	loc  uint32
	slot *slot
}

// keptLoc is a location that was made, and what it held in the end.
type keptLoc struct {
	locKey
	chain int
	slot  *slot
}

// keptChain is a context within the call; the first is the call's own.
type keptChain struct {
	parent int
	node   syntax.Node
	round  int
}

// keptJoin is what was joined at a call of join.
type keptJoin struct {
	node syntax.Node
	elem *Value
}

// watch follows a call that may be kept.
type watch struct {
	broken bool // it does what is not kept
	joins  []keptJoin

	first         uint32
	steps, effort int
	noise, noted  int
	flushes       int
}

// keptOf gives what is kept of a file's functions.
func (m *module) keptOf() *keptCalls {
	return m.file.Attached(func() any {
		return &keptCalls{of: map[*resolve.Function][]*keptCall{}, room: minKeptRoom + len(m.file.Source)/2}
	}).(*keptCalls)
}

func (k *keptCalls) list(fn *function) []*keptCall {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.of[fn.res]
}

// add keeps a call, in place of another one if old is not nil.
func (k *keptCalls) add(fn *function, c, old *keptCall) {
	k.mu.Lock()
	defer k.mu.Unlock()
	list := k.of[fn.res]
	if old != nil {
		if i := slices.Index(list, old); i >= 0 {
			// The lists are never changed in place.
			list = slices.Clone(list)
			list[i] = c
			k.of[fn.res] = list
		}
		return
	}
	if c.size() > k.room/2 {
		return
	}
	list = append(slices.Clip(list), c)
	k.room -= c.size()
	for len(list) > 1 && (k.room < 0 || len(list) > maxKeptCalls) {
		k.room += list[0].size()
		list = list[1:]
	}
	k.of[fn.res] = list
	for other, l := range k.of {
		if k.room >= 0 {
			break
		}
		if other != fn.res {
			for _, x := range l {
				k.room += x.size()
			}
			delete(k.of, other)
		}
	}
}

// size is about the room that a call takes, in facts.
func (c *keptCall) size() int { return 4 + len(c.facts) + len(c.made) + len(c.params) }

// mayKeep reports whether a call in this context may be kept or taken from
// what is kept.
func (it *interp) mayKeep(c *callee, cx *chain) bool {
	return c.fn.mod != it.order[0] && len(c.env.free) == 0 && it.many == 0 && it.turns == 1 && !cx.many && cx.fresh()
}

// fresh reports whether nothing has run in a context.
func (c *chain) fresh() bool {
	return len(c.few) == 0 && c.chains == nil && len(c.fewPlace) == 0 && c.places == nil
}

// enterKept is enter for a call that may be kept.
func (it *interp) enterKept(c *callee, params []*Value, cx *chain) (*Value, *memo) {
	kept := c.fn.mod.keptOf()
	list := kept.list(c.fn)
	n := len(list)
	for i := range n {
		// Most often calls come in the same order again.
		k := list[(c.fn.turn+i)%n]
		m := matcher{it: it, left: maxKeptLook}
		if !m.holds(k, params) {
			continue
		}
		c.fn.turn = (c.fn.turn + i + 1) % n
		if m.moves(k) {
			// Several calls may differ in nothing but the numbers; each has its
			// own the next time.
			old := k
			k = m.moved(old)
			if old.run.Load() == it.run {
				old = nil
			}
			kept.add(c.fn, k, old)
		}
		k.run.Store(it.run)
		return it.take(k, c, params, cx)
	}
	saved := it.watch
	w := &watch{
		first: uint32(len(it.places.owner)), steps: it.steps, effort: it.effort,
		noise: it.noise, noted: it.notedCount, flushes: it.flushes,
	}
	it.watch = w
	ret, memo := it.enter(c, params, cx)
	it.watch = saved
	if memo != nil {
		if k := it.keep(w, memo, cx); k != nil {
			k.run.Store(it.run)
			kept.add(c.fn, k, nil)
		}
	}
	return ret, memo
}

// unkept says that the call that is being executed does what is not kept.
func (it *interp) unkept() {
	if it.watch != nil {
		it.watch.broken = true
	}
}

// take does what executing a call would have done.
func (it *interp) take(k *keptCall, c *callee, params []*Value, cx *chain) (*Value, *memo) {
	it.taken++
	if it.steps += k.steps; it.steps > it.budget {
		it.stop("too many steps")
		return bottom, nil
	}
	if it.spend(k.effort); it.over {
		return bottom, nil
	}
	chains := make([]*chain, len(k.chains))
	chains[0] = cx
	for i, x := range k.chains[1:] {
		chains[i+1] = it.places.chain(chains[x.parent], x.node, x.round)
	}
	for _, x := range k.made {
		l := it.places.loc(x.node, chains[x.chain], x.n)
		if x.slot != nil && !k.dead {
			it.st.store = it.st.store.with(l, x.slot)
		}
	}
	it.noteAll(k.facts)
	for _, j := range k.joins {
		it.joinedAt(j.node, j.elem)
	}
	m := &memo{env: c.env, params: params, ret: k.ret, dead: k.dead}
	if n := len(k.vars) + len(k.objs); n > 0 {
		m.reads = make(map[uint32]*slot, n)
	}
	for _, v := range k.vars {
		l := it.places.loc(v.node, it.root, v.n)
		m.reads[l], _ = it.st.store.get(l)
	}
	for _, o := range k.objs {
		m.reads[o.loc], _ = it.st.store.get(o.loc)
	}
	return it.replay(m), m
}

// keep is a call that has just ended, or nil where it cannot be kept.
func (it *interp) keep(w *watch, m *memo, cx *chain) *keptCall {
	n := it.notedCount - w.noted
	if w.broken || it.noise != w.noise || it.flushes != w.flushes || n > maxKeptFacts {
		return nil
	}
	k := &keptCall{
		params: m.params, first: w.first, joins: w.joins, ret: m.ret, dead: m.dead,
		steps: it.steps - w.steps, effort: it.effort - w.effort,
	}
	p := &portable{it: it, first: w.first, left: maxKeptLook}
	if !p.outside(k, m) || !p.inside(k, cx) || !p.value(k.ret) {
		return nil
	}
	for _, j := range k.joins {
		if !p.value(j.elem) {
			return nil
		}
	}
	k.facts = it.notedSince(w.noted)
	for _, f := range k.facts {
		if !p.value(f.val) {
			return nil
		}
	}
	k.outer = p.outer
	slices.Sort(k.outer)
	return k
}

// joinedAt notes what is joined at a call of join.
func (it *interp) joinedAt(node syntax.Node, elem *Value) {
	it.joins[node] = joinOptional(it.joins[node], elem, nil)
	if it.watch != nil {
		it.watch.joins = append(it.watch.joins, keptJoin{node, elem})
	}
}

// portable looks whether another execution could take what a call saw and
// did: nothing in it may belong to this one but locations.
type portable struct {
	it    *interp
	first uint32
	outer []uint32 // objects from outside, as they are met
	left  int
}

// outside gathers what the call read.
func (p *portable) outside(k *keptCall, m *memo) bool {
	for _, v := range k.params {
		if !p.value(v) {
			return false
		}
	}
	objs := 0
	for _, l := range sortedKeys(m.reads) {
		s := m.reads[l]
		if s != nil && s.obj != nil {
			objs++
			continue
		}
		key := p.it.places.keys[l]
		if _, ok := key.node.(*resolve.Binding); !ok || p.it.places.owner[l] != p.it.root || !p.slot(s) {
			return false
		}
		k.vars = append(k.vars, keptVar{key.node, key.n, s})
	}
	// An object is read by who has met it.
	for i := 0; i < len(p.outer); i++ {
		l := p.outer[i]
		s, read := m.reads[l]
		if !read || s == nil {
			continue
		}
		if !p.slot(s) {
			return false
		}
		k.objs = append(k.objs, keptObj{l, s})
	}
	return len(k.objs) == objs
}

// inside gathers what the call made.
func (p *portable) inside(k *keptCall, cx *chain) bool {
	pl := p.it.places
	k.chains = []keptChain{{}}
	index := map[*chain]int{cx: 0}
	var number func(c *chain) (int, bool)
	number = func(c *chain) (int, bool) {
		if i, ok := index[c]; ok {
			return i, true
		}
		if c.parent == nil || c.depth <= cx.depth {
			return 0, false
		}
		up, ok := number(c.parent)
		if !ok {
			return 0, false
		}
		k.chains = append(k.chains, keptChain{up, c.start, c.round})
		index[c] = len(k.chains) - 1
		return index[c], true
	}
	for l := p.first; int(l) < len(pl.owner); l++ {
		c, ok := number(pl.owner[l])
		if !ok {
			return false
		}
		s, _ := p.it.st.store.get(l)
		if k.dead {
			s = nil
		}
		if !p.slot(s) {
			return false
		}
		k.made = append(k.made, keptLoc{pl.keys[l], c, s})
	}
	return true
}

func (p *portable) slot(s *slot) bool {
	return s == nil || (s.val == nil || p.value(s.val)) && (s.obj == nil || p.object(s.obj))
}

func (p *portable) object(o *object) bool {
	o.summary() // from now on it is shared
	for _, v := range o.items {
		if !p.value(v) {
			return false
		}
	}
	for _, e := range o.entries {
		if !p.value(e.val) {
			return false
		}
	}
	return (o.rest == nil || p.value(o.rest)) && (o.restKey == nil || p.value(o.restKey))
}

func (p *portable) value(v *Value) bool {
	if p.left--; p.left < 0 || v.deepKinds&kMethod != 0 || v.deepConv != nil {
		return false
	}
	if v.deepKinds&kFunc != 0 {
		if v.deepKinds != v.kinds || v.tuple != nil || v.fields != nil || v.elem != nil {
			return false
		}
		for _, c := range v.callees {
			if c.fn != nil || c.id >= firstNumbered || c.recv != nil && !p.value(c.recv) {
				return false
			}
		}
	}
	return v.deepObjs.each(func(l uint32, _ struct{}) bool {
		if l < p.first && !slices.Contains(p.outer, l) {
			p.outer = append(p.outer, l)
		}
		return len(p.outer) <= maxKeptOuter
	})
}

func sortedKeys(reads map[uint32]*slot) []uint32 {
	if len(reads) == 0 {
		return nil
	}
	out := make([]uint32, 0, len(reads))
	for l := range reads {
		out = append(out, l)
	}
	slices.Sort(out)
	return out
}
