package layout

import (
	"container/heap"
	"math"
)

// simplex finds values of variables that make the sum of weight×(head−tail) over
// its edges least, where head−tail is at least the edge's length: the network
// simplex method. The edges must have no cycle and connect all variables.
type simplex struct {
	edges   []arc
	out, in [][]int // by variable
	value   []int

	tree         []bool  // by edge
	list         []int   // the tree's edges
	place        []int   // of a tree's edge in list
	near         [][]int // the tree's edges at a variable
	parent       []int   // the tree's edge towards the root, -1 at the root
	low, lim     []int   // a variable's subtree is numbered from low to lim
	cut          []int   // by edge
	stack        []int
	walk         []step
	work, search int
}

type arc struct{ tail, head, length, weight int }

type step struct{ v, next, low int }

// maxWork bounds the variables that are visited; a solution that takes longer is
// taken as it is, which is sound but wider than it had to be.
const maxWork = 20_000_000

func newSimplex(n int) *simplex {
	return &simplex{out: make([][]int, n), in: make([][]int, n), value: make([]int, n)}
}

// variable adds one.
func (s *simplex) variable() int {
	s.out, s.in, s.value = append(s.out, nil), append(s.in, nil), append(s.value, 0)
	return len(s.value) - 1
}

func (s *simplex) add(tail, head, length, weight int) {
	i := len(s.edges)
	s.edges = append(s.edges, arc{tail, head, length, weight})
	s.out[tail] = append(s.out[tail], i)
	s.in[head] = append(s.in[head], i)
}

// solve gives the values. With even set, what may lie anywhere between two
// bounds is moved to their middle.
func (s *simplex) solve(even bool) []int {
	n := len(s.value)
	if n < 2 {
		return s.value
	}
	s.start()
	s.tree, s.place, s.cut = make([]bool, len(s.edges)), make([]int, len(s.edges)), make([]int, len(s.edges))
	s.near, s.parent = make([][]int, n), make([]int, n)
	s.low, s.lim = make([]int, n), make([]int, n)
	s.span()
	s.number(0, -1, 1)
	s.cuts()
	for s.work < maxWork {
		e := s.leaving()
		if e < 0 {
			break
		}
		f := s.entering(e)
		if f < 0 {
			break
		}
		s.pivot(e, f)
	}
	if even {
		s.even()
	}
	return s.value
}

func (s *simplex) slack(e int) int {
	a := &s.edges[e]
	return s.value[a.head] - s.value[a.tail] - a.length
}

// start gives every variable its least value, in topological order.
func (s *simplex) start() {
	waits := make([]int, len(s.value))
	var queue []int
	for v := range s.value {
		if waits[v] = len(s.in[v]); waits[v] == 0 {
			queue = append(queue, v)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		v := queue[0]
		for _, e := range s.out[v] {
			a := &s.edges[e]
			s.value[a.head] = max(s.value[a.head], s.value[v]+a.length)
			if waits[a.head]--; waits[a.head] == 0 {
				queue = append(queue, a.head)
			}
		}
	}
}

// ways are edges that leave the tree, or enter it, by their slack.
type ways struct {
	key  []int
	edge []int
}

func (w *ways) Len() int { return len(w.key) }
func (w *ways) Less(i, j int) bool {
	return w.key[i] < w.key[j] || w.key[i] == w.key[j] && w.edge[i] < w.edge[j]
}
func (w *ways) Swap(i, j int) {
	w.key[i], w.key[j] = w.key[j], w.key[i]
	w.edge[i], w.edge[j] = w.edge[j], w.edge[i]
}
func (w *ways) Push(x any) {
	p := x.([2]int)
	w.key, w.edge = append(w.key, p[0]), append(w.edge, p[1])
}
func (w *ways) Pop() any {
	n := len(w.key) - 1
	p := [2]int{w.key[n], w.edge[n]}
	w.key, w.edge = w.key[:n], w.edge[:n]
	return p
}

// span makes a tree of edges without slack. It grows from one variable; the
// tree as a whole is moved by shift until the next edge is tight.
func (s *simplex) span() {
	in := make([]bool, len(s.value))
	shift := 0
	leaving, entering := &ways{}, &ways{}
	join := func(v int) {
		in[v] = true
		s.value[v] -= shift
		for _, e := range s.out[v] {
			if a := &s.edges[e]; !in[a.head] {
				heap.Push(leaving, [2]int{s.value[a.head] - s.value[v] - a.length, e})
			}
		}
		for _, e := range s.in[v] {
			if a := &s.edges[e]; !in[a.tail] {
				heap.Push(entering, [2]int{s.value[v] - s.value[a.tail] - a.length, e})
			}
		}
	}
	join(0)
	for joined := 1; joined < len(s.value); {
		for leaving.Len() > 0 && in[s.edges[leaving.edge[0]].head] {
			heap.Pop(leaving)
		}
		for entering.Len() > 0 && in[s.edges[entering.edge[0]].tail] {
			heap.Pop(entering)
		}
		// The keys are slacks of an unmoved tree.
		a, b := math.MaxInt, math.MaxInt
		if leaving.Len() > 0 {
			a = leaving.key[0] - shift
		}
		if entering.Len() > 0 {
			b = entering.key[0] + shift
		}
		var e, v int
		switch {
		case a == math.MaxInt && b == math.MaxInt:
			return // not connected, against the contract
		case a <= b:
			e = heap.Pop(leaving).([2]int)[1]
			v = s.edges[e].head
			shift += a
		default:
			e = heap.Pop(entering).([2]int)[1]
			v = s.edges[e].tail
			shift -= b
		}
		s.grow(e)
		join(v)
		joined++
	}
	for v := range s.value {
		s.value[v] += shift
	}
}

// grow takes an edge into the tree.
func (s *simplex) grow(e int) {
	s.tree[e], s.place[e] = true, len(s.list)
	s.list = append(s.list, e)
	s.touch(e)
}

func (s *simplex) touch(e int) {
	a := &s.edges[e]
	s.near[a.tail] = append(s.near[a.tail], e)
	s.near[a.head] = append(s.near[a.head], e)
}

func (s *simplex) other(e, v int) int {
	if s.edges[e].tail == v {
		return s.edges[e].head
	}
	return s.edges[e].tail
}

// number numbers the subtree of v from low on, children first.
func (s *simplex) number(v, parent, low int) {
	s.parent[v] = parent
	s.walk = append(s.walk[:0], step{v: v, low: low})
	next := low
	for len(s.walk) > 0 {
		top := &s.walk[len(s.walk)-1]
		if top.next == len(s.near[top.v]) {
			s.low[top.v], s.lim[top.v] = top.low, next
			next++
			s.work++
			s.walk = s.walk[:len(s.walk)-1]
			continue
		}
		e := s.near[top.v][top.next]
		top.next++
		if e != s.parent[top.v] {
			w := s.other(e, top.v)
			s.parent[w] = e
			s.walk = append(s.walk, step{v: w, low: next})
		}
	}
}

// below reports whether v lies in the subtree of w.
func (s *simplex) below(v, w int) bool { return s.low[w] <= s.lim[v] && s.lim[v] <= s.lim[w] }

// child is the end of a tree's edge that is further from the root.
func (s *simplex) child(e int) int {
	if a := &s.edges[e]; s.lim[a.tail] < s.lim[a.head] {
		return a.tail
	}
	return s.edges[e].head
}

// cuts gives every edge of the tree its cut value: how much the sum changes
// where the edge is made one longer.
func (s *simplex) cuts() {
	order := make([]int, len(s.value)+1)
	for v := range s.value {
		order[s.lim[v]] = v
	}
	for _, v := range order[1:] {
		e := s.parent[v]
		if e < 0 {
			continue
		}
		isTail := s.edges[e].tail == v
		sum := s.edges[e].weight
		count := func(list []int, out bool) {
			for _, f := range list {
				if f == e {
					continue
				}
				w := s.edges[f].weight
				if s.tree[f] {
					w -= s.cut[f]
				}
				if out == isTail {
					sum += w
				} else {
					sum -= w
				}
			}
		}
		count(s.out[v], true)
		count(s.in[v], false)
		s.cut[e] = sum
	}
}

// leaving is an edge of the tree that had better be longer: the best of some.
func (s *simplex) leaving() int {
	const look = 30
	best, found := -1, 0
	for range s.list {
		if s.search++; s.search >= len(s.list) {
			s.search = 0
		}
		e := s.list[s.search]
		if s.cut[e] < 0 {
			if best < 0 || s.cut[e] < s.cut[best] {
				best = e
			}
			if found++; found == look {
				break
			}
		}
	}
	s.work += len(s.list) / 8
	return best
}

// entering is the edge with least slack that connects what the edge e of the
// tree separates, in the other direction.
func (s *simplex) entering(e int) int {
	root := s.child(e)
	inward := root == s.edges[e].tail
	best, least := -1, math.MaxInt
	s.stack = append(s.stack[:0], root)
	for len(s.stack) > 0 && least > 0 {
		v := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		s.work++
		list := s.out[v]
		if inward {
			list = s.in[v]
		}
		for _, f := range list {
			if s.tree[f] || s.below(s.other(f, v), root) {
				continue
			}
			if d := s.slack(f); d < least {
				best, least = f, d
			}
		}
		for _, f := range s.near[v] {
			if f != s.parent[v] {
				s.stack = append(s.stack, s.other(f, v))
			}
		}
	}
	return best
}

// move adds to the values of a subtree.
func (s *simplex) move(root, by int) {
	if by == 0 {
		return
	}
	s.stack = append(s.stack[:0], root)
	for len(s.stack) > 0 {
		v := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		s.work++
		s.value[v] += by
		for _, f := range s.near[v] {
			if f != s.parent[v] {
				s.stack = append(s.stack, s.other(f, v))
			}
		}
	}
}

// stretch makes the edge e of the tree longer by the amount.
func (s *simplex) stretch(e, by int) {
	if c := s.child(e); c == s.edges[e].tail {
		s.move(c, -by)
	} else {
		s.move(c, by)
	}
}

// pivot replaces the edge e of the tree by f.
func (s *simplex) pivot(e, f int) {
	s.stretch(e, s.slack(f))
	by := s.cut[e]
	top := s.lift(s.edges[f].tail, s.edges[f].head, by, true)
	s.lift(s.edges[f].head, s.edges[f].tail, by, false)
	s.cut[f], s.cut[e] = -by, 0
	for _, v := range []int{s.edges[e].tail, s.edges[e].head} {
		for i, x := range s.near[v] {
			if x == e {
				s.near[v] = append(s.near[v][:i], s.near[v][i+1:]...)
				break
			}
		}
	}
	s.tree[e], s.tree[f] = false, true
	s.place[f] = s.place[e]
	s.list[s.place[f]] = f
	s.touch(f)
	s.number(top, s.parent[top], s.low[top])
}

// lift changes the cut values on the way from v up to the first variable with w
// below it, which it gives.
func (s *simplex) lift(v, w, by int, down bool) int {
	for !s.below(w, v) {
		e := s.parent[v]
		if (s.edges[e].tail == v) == down {
			s.cut[e] += by
		} else {
			s.cut[e] -= by
		}
		v = s.other(e, v)
		s.work++
	}
	return v
}

// even moves what costs nothing to move to the middle of its room.
func (s *simplex) even() {
	for _, e := range s.list {
		if s.cut[e] != 0 || s.work > 2*maxWork {
			continue
		}
		if f := s.entering(e); f >= 0 {
			if d := s.slack(f); d > 1 {
				s.stretch(e, d/2)
			}
		}
	}
}
