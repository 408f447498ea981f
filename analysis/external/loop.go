package external

import "go.starlark.net/syntax"

// Unrolling (10.5).
const (
	maxUnroll = 32
	maxTurns  = 256
	// widenFrom is the round from which constants and depth are given up.
	widenFrom = 4
)

func (it *interp) forStmt(s *syntax.ForStmt) {
	x := it.eval(s.X)
	lp := &loop{}
	it.fr.loops = append(it.fr.loops, lp)
	it.each(s, it.iterable(x, s.X), lp, func(elem *Value) {
		it.assign(s.Vars, elem, s.X)
		it.block(s.Body)
	})
	it.fr.loops = it.fr.loops[:len(it.fr.loops)-1]
}

// elements is what iterating a value gives: in order where that is known,
// joined otherwise. failed says that the value cannot be iterated at all.
type elements struct {
	seq    []*Value
	known  bool
	elem   *Value
	failed bool
}

// iterable takes v apart; external text is reported at node.
func (it *interp) iterable(v *Value, node syntax.Node) elements {
	if v.has(kExt) {
		it.operator(node, v, "external_text is not iterable")
	}
	it.nonText(v, node)
	out := elements{elem: bottom}
	sources := 0
	add := func(seq []*Value, known bool, elem *Value) {
		sources++
		it.spend(len(seq) / 8)
		out.elem = join(out.elem, elem)
		switch {
		case sources == 1:
			out.seq, out.known = seq, known
		case !out.known || !known || len(seq) != len(out.seq):
			out.seq, out.known = nil, false
		default:
			both := make([]*Value, len(seq))
			for i := range seq {
				both[i] = join(out.seq[i], seq[i])
			}
			out.seq = both
		}
	}
	if v.has(kTuple) && v.tuple != nil {
		add(v.tuple.items, v.tuple.known, v.tuple.all(v))
	}
	for _, o := range it.objects(v, kObjects) {
		seq, known := o.sequence()
		add(seq, known, o.elements())
	}
	if v.has(kOther) && v.elem != nil {
		add(nil, false, v.elem)
	}
	if v.has(kUnknown) {
		add(nil, false, unknown)
	}
	switch {
	case sources == 0 && v.kinds == 0:
		out.known = true
	case sources == 0:
		out.elem, out.failed = unknown, true
	case !out.known && out.elem == bottom:
		out.known, out.seq = true, nil
	}
	return out
}

// each runs body over the elements: once per element where they are few and
// known in order, else again and again until nothing changes. It reports
// whether it unrolled.
func (it *interp) each(node syntax.Node, es elements, lp *loop, body func(*Value)) bool {
	n := len(es.seq)
	if es.known && n == 0 {
		return true
	}
	if it.coarse == nil && es.known && n <= maxUnroll && it.turns*n <= maxTurns {
		it.unroll(node, es.seq, lp, body)
		return true
	}
	it.repeat(lp, func() { body(es.elem) })
	return false
}

func (it *interp) unroll(node syntax.Node, seq []*Value, lp *loop, body func(*Value)) {
	savedChain, savedTurns := it.cx, it.turns
	it.turns *= len(seq)
	lp.brk = deadState
	for i, v := range seq {
		it.tick()
		if it.st.dead {
			break
		}
		lp.cont = deadState
		it.cx = it.places.chain(savedChain, node, i+1)
		body(v)
		it.st = joinStates(it.st, lp.cont)
	}
	it.cx, it.turns = savedChain, savedTurns
	it.st = joinStates(it.st, lp.brk)
	if it.over {
		it.st = deadState
	}
}

// repeat is the loop that is not unrolled; its state includes that it was not
// entered.
func (it *interp) repeat(lp *loop, body func()) {
	it.many++
	head, brk := it.st, deadState
	for round := 1; ; round++ {
		it.tick()
		if it.over {
			break
		}
		lp.brk, lp.cont = deadState, deadState
		it.st = head
		body()
		end := joinStates(it.st, lp.cont)
		brk = joinStates(brk, lp.brk)
		next := head
		if round < widenFrom && it.coarse == nil {
			next = joinStates(head, end)
		} else {
			next = widenStates(head, end)
		}
		if next == head {
			break
		}
		head = next
		if round == maxRounds {
			it.stop("a loop that does not settle")
		}
	}
	it.many--
	it.st = joinStates(head, brk)
	if it.over {
		it.st = deadState
	}
}

// comprehension is a loop with its own result (10.5).
func (it *interp) comprehension(e *syntax.Comprehension) *Value {
	c := &collector{curly: e.Curly, known: true, dict: emptyDict(), elem: bottom}
	it.clauses(e, e.Clauses, c)
	if it.st.dead {
		return bottom
	}
	if e.Curly {
		if _, isEntry := e.Body.(*syntax.DictEntry); !isEntry {
			return it.alloc(e, 0, setOf(c.elem))
		}
		return it.alloc(e, 0, c.dict)
	}
	if c.known {
		return it.alloc(e, 0, knownList(c.items))
	}
	return it.alloc(e, 0, restList(c.elem))
}

// collector gathers what a comprehension yields.
type collector struct {
	curly bool
	known bool
	items []*Value
	elem  *Value
	dict  *object
}

func (it *interp) clauses(e *syntax.Comprehension, list []syntax.Node, c *collector) {
	if it.st.dead {
		return
	}
	if len(list) == 0 {
		it.collect(e, c)
		return
	}
	switch cl := list[0].(type) {
	case *syntax.ForClause:
		x := it.eval(cl.X)
		es := it.iterable(x, cl.X)
		if !es.known || len(es.seq) > maxUnroll || it.turns*len(es.seq) > maxTurns || it.coarse != nil {
			c.known = false
		}
		it.each(cl, es, &loop{}, func(v *Value) {
			it.assign(cl.Vars, v, cl.X)
			it.clauses(e, list[1:], c)
		})
	case *syntax.IfClause:
		c.known = false
		it.eval(cl.Cond)
		start := it.st
		it.assume(cl.Cond, true)
		it.clauses(e, list[1:], c)
		end := it.st
		it.st = start
		it.assume(cl.Cond, false)
		it.st = joinStates(end, it.st)
		if it.over {
			it.st = deadState
		}
	}
}

func (it *interp) collect(e *syntax.Comprehension, c *collector) {
	if d, ok := e.Body.(*syntax.DictEntry); ok {
		k := it.eval(d.Key)
		v := it.eval(d.Value)
		it.hashable(k, d.Key)
		if !it.st.dead {
			c.dict = it.putKey(c.dict, k, v, c.known)
		}
		return
	}
	v := it.eval(e.Body)
	if it.st.dead {
		return
	}
	if c.curly {
		it.hashable(v, e.Body)
	}
	c.elem = join(c.elem, v)
	if c.known {
		c.items = append(c.items, v)
	}
}
