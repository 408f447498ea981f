package external

import "go.starlark.net/syntax"

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
		c.val = widened(c.val)
	}
	return &c
}

// state is what is known at one point of the execution: the plain locals of
// the running function by index, and everything else by location. Copying it
// is free, joining costs the difference (10.9). Nothing runs in a dead state.
type state struct {
	locals *tree[*slot]
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
	f := func(_ uint32, x, y *slot) *slot { return joinSlots(x, y, widen) }
	return state{locals: merge(a.locals, b.locals, f), store: merge(a.store, b.store, f)}
}

// chain is a calling context: the calls, and the rounds of unrolled loops,
// that lead from the entry to the running function (10.2). Chains are interned.
type chain struct {
	parent *chain
	depth  int
	many   bool
	start  syntax.Node // the call or loop; nil for the root
}

type chainKey struct {
	parent *chain
	node   syntax.Node
	round  int
}

func (c *chain) within(a *chain) bool {
	for c != nil && c.depth > a.depth {
		c = c.parent
	}
	return c == a
}

// places interns chains and locations.
type places struct {
	chains map[chainKey]*chain
	locs   map[locKey]uint32
	owner  []*chain // by location
}

type locKey struct {
	node  any // a syntax node, a binding or a name
	chain *chain
	n     int
}

// What a node makes besides objects, which count from zero.
const (
	closureSlot = -1 - iota // the number of a function value
	defaultSlot             // the variable that keeps a default
)

func newPlaces() *places {
	return &places{chains: map[chainKey]*chain{}, locs: map[locKey]uint32{}}
}

func (p *places) chain(parent *chain, node syntax.Node, round int) *chain {
	k := chainKey{parent, node, round}
	c, ok := p.chains[k]
	if !ok {
		c = &chain{parent: parent, start: node}
		if parent != nil {
			c.depth, c.many = parent.depth+1, parent.many
		}
		p.chains[k] = c
	}
	return c
}

// loc is the location of the n'th thing that node makes in a chain.
func (p *places) loc(node any, c *chain, n int) uint32 {
	k := locKey{node, c, n}
	l, ok := p.locs[k]
	if !ok {
		l = uint32(len(p.owner))
		p.locs[k] = l
		p.owner = append(p.owner, c)
	}
	return l
}
