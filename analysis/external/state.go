package external

import (
	"slices"

	"go.starlark.net/syntax"
)

// slot is the content of one location: a variable's value or an object. It is
// immutable. many says that the location stands for several variables, so that
// a write joins.
type slot struct {
	val  *Value
	obj  *object
	many bool
}

func joinSlots(a, b *slot, widen bool) *slot {
	if a == b {
		return a
	}
	c := slot{many: a.many || b.many}
	c.val = joinOptional(a.val, b.val, nil)
	c.obj = joinObjects(a.obj, b.obj, widen)
	if c.many == a.many && c.val == a.val && c.obj == a.obj {
		return a
	}
	if c.many == b.many && c.val == b.val && c.obj == b.obj {
		return b
	}
	if widen && c.val != nil && c.val != a.val {
		c.val = cutTo(a.val, c.val)
		if c.many == a.many && c.val == a.val && c.obj == a.obj {
			return a
		}
	}
	return &c
}

// state is what is known at one point of the execution: the plain locals of
// the running function by index, and everything else by location. Copying it
// is free, joining costs the difference (10.9). Nothing runs in a dead state.
type state struct {
	locals *tree[*Value]
	store  *tree[*slot]
	dead   bool
}

var deadState = state{dead: true}

func joinStates(a, b state) state { return meet(a, b, false) }

// widenStates is joinStates with what grew cut down, so that it ends.
func widenStates(a, b state) state { return meet(a, b, true) }

func meet(a, b state, widen bool) state {
	switch {
	case b.dead:
		return a
	case a.dead:
		return b
	}
	if widen {
		return state{locals: merge(a.locals, b.locals, widenLocal), store: merge(a.store, b.store, widenAt)}
	}
	return state{locals: merge(a.locals, b.locals, joinLocal), store: merge(a.store, b.store, joinAt)}
}

func joinAt(_ uint32, x, y *slot) *slot      { return joinSlots(x, y, false) }
func widenAt(_ uint32, x, y *slot) *slot     { return joinSlots(x, y, true) }
func joinLocal(_ uint32, x, y *Value) *Value { return join(x, y) }
func widenLocal(_ uint32, x, y *Value) *Value {
	v := join(x, y)
	if v != x && v != y {
		v = cutTo(x, v)
	}
	return v
}

// cutTo is v widened: old itself where that has all that is left of v, so that
// a loop that builds ever deeper values sees that nothing changes any more. old
// may be nil.
func cutTo(old, v *Value) *Value {
	v = widened(v)
	if old != nil && equal(old, v) {
		return old
	}
	return v
}

// chain is a calling context: the calls, and the rounds of unrolled loops,
// that lead from the entry to the running function (10.2). Chains are interned.
type chain struct {
	parent *chain
	depth  int
	many   bool
	start  syntax.Node // the call or loop; nil for the root
	round  int

	// What was interned in it: most chains hold little.
	few      []*chain
	chains   map[chainKey]*chain
	fewPlace []located
	places   map[locKey]uint32
}

type chainKey struct {
	node  syntax.Node
	round int
}

// located is the location of the n'th thing that a node makes.
type located struct {
	locKey
	loc uint32
}

// fewInterned is up to how many things a chain holds that are looked for one
// by one.
const fewInterned = 8

func (c *chain) within(a *chain) bool {
	for c != nil && c.depth > a.depth {
		c = c.parent
	}
	return c == a
}

// places interns chains and locations.
type places struct {
	owner []*chain // by location
	keys  []locKey // by location
}

type locKey struct {
	node any // a syntax node, a binding or a name
	n    int
}

// What a node makes besides objects, which count from zero.
const (
	closureSlot = -1 - iota // the number of a function value
	defaultSlot             // the variable that keeps a default
)

func newPlaces() *places { return &places{} }

// expect makes room for about n locations, most of them in c.
func (p *places) expect(c *chain, n int) {
	p.owner, p.keys = slices.Grow(p.owner, n), slices.Grow(p.keys, n)
	if c.places == nil && len(c.fewPlace) == 0 && n > fewInterned {
		c.places = make(map[locKey]uint32, n)
	}
}

func (p *places) chain(parent *chain, node syntax.Node, round int) *chain {
	if parent == nil {
		return &chain{}
	}
	k := chainKey{node, round}
	if parent.chains != nil {
		if c, ok := parent.chains[k]; ok {
			return c
		}
	}
	for _, c := range parent.few {
		if c.start == node && c.round == round {
			return c
		}
	}
	c := &chain{parent: parent, start: node, round: round, depth: parent.depth + 1, many: parent.many}
	switch {
	case parent.chains != nil:
		parent.chains[k] = c
	case len(parent.few) < fewInterned:
		parent.few = append(parent.few, c)
	default:
		parent.chains = make(map[chainKey]*chain, 4*fewInterned)
		parent.chains[k] = c
	}
	return c
}

// find is the location of the n'th thing that node makes in a chain, if there
// is one yet.
func (p *places) find(node any, c *chain, n int) (uint32, bool) {
	if c.places != nil {
		if l, ok := c.places[locKey{node, n}]; ok {
			return l, true
		}
	}
	for i := range c.fewPlace {
		if x := &c.fewPlace[i]; x.n == n && x.node == node {
			return x.loc, true
		}
	}
	return 0, false
}

// loc is find for a location that is made where there is none.
func (p *places) loc(node any, c *chain, n int) uint32 {
	l, ok := p.find(node, c, n)
	if ok {
		return l
	}
	k := locKey{node, n}
	l = uint32(len(p.owner))
	p.owner, p.keys = append(p.owner, c), append(p.keys, k)
	switch {
	case c.places != nil:
		c.places[k] = l
	case len(c.fewPlace) < fewInterned:
		c.fewPlace = append(c.fewPlace, located{k, l})
	default:
		c.places = make(map[locKey]uint32, 4*fewInterned)
		c.places[k] = l
	}
	return l
}
