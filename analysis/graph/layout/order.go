package layout

import (
	"slices"
	"sort"
)

// sweeps is how often the layers are sorted, down and up in turn.
const sweeps = 24

// order finds an order within the layers with few crossings.
func (e *engine) order() {
	deepest := 0
	for i := range e.verts {
		deepest = max(deepest, e.verts[i].rank)
	}
	e.layers = make([][]int, deepest+1)
	e.first()
	e.group()
	best := e.copied()
	least := e.crossings()
	for i := 0; i < sweeps && least > 0; i++ {
		if i%2 == 0 {
			for r := 1; r < len(e.layers); r++ {
				e.sortLayer(r, true)
			}
		} else {
			for r := len(e.layers) - 2; r >= 0; r-- {
				e.sortLayer(r, false)
			}
		}
		e.group()
		e.swaps()
		if c := e.crossings(); c < least {
			least, best = c, e.copied()
		}
	}
	e.layers = best
	e.number()
}

func (e *engine) copied() [][]int {
	list := make([][]int, len(e.layers))
	for r := range list {
		list[r] = slices.Clone(e.layers[r])
	}
	return list
}

func (e *engine) number() {
	for _, l := range e.layers {
		for i, v := range l {
			e.verts[v].pos = i
		}
	}
}

// first puts the verts into their layers in the order of a search from the root
// downward, so that a tree has no crossings.
func (e *engine) first() {
	seen := make([]bool, len(e.verts))
	var stack []int
	visit := func(v int) {
		stack = append(stack, v)
		for len(stack) > 0 {
			v := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if seen[v] {
				continue
			}
			seen[v] = true
			e.layers[e.verts[v].rank] = append(e.layers[e.verts[v].rank], v)
			down := e.verts[v].down
			for i := len(down) - 1; i >= 0; i-- {
				stack = append(stack, down[i].v)
			}
		}
	}
	if e.g.Root >= 0 {
		visit(e.g.Root)
	}
	for v := range e.verts {
		if len(e.verts[v].up) == 0 {
			visit(v)
		}
	}
	e.number()
}

// sortLayer sorts a layer by the medians of what is above it, or below. What
// has nothing there keeps its place.
func (e *engine) sortLayer(r int, above bool) {
	layer := e.layers[r]
	type item struct{ v, at int }
	var moving []item
	var slots []int
	var places []int
	for i, v := range layer {
		places = places[:0]
		if above {
			for _, s := range e.verts[v].up {
				places = append(places, e.verts[s.u].pos)
			}
		} else {
			for _, s := range e.verts[v].down {
				places = append(places, e.verts[s.v].pos)
			}
		}
		if m, ok := median(places); ok {
			moving, slots = append(moving, item{v, m}), append(slots, i)
		}
	}
	slices.SortStableFunc(moving, func(a, b item) int { return a.at - b.at })
	for i, x := range moving {
		layer[slots[i]] = x.v
	}
	for i, v := range layer {
		e.verts[v].pos = i
	}
}

// fine is how finely medians are told apart.
const fine = 256

// median is the weighted median of positions; ok is false without any.
func median(list []int) (m int, ok bool) {
	slices.Sort(list)
	n := len(list)
	switch {
	case n == 0:
		return 0, false
	case n%2 == 1:
		return list[n/2] * fine, true
	case n == 2:
		return (list[0] + list[1]) * fine / 2, true
	}
	a, b := list[n/2-1], list[n/2]
	left, right := a-list[0], list[n-1]-b
	if left+right == 0 {
		return (a + b) * fine / 2, true
	}
	return (a*right + b*left) * fine / (left + right), true
}

// group puts the members of each cluster side by side, and the clusters of all
// layers into one order: that of their places on average.
func (e *engine) group() {
	if len(e.g.Clusters) == 0 {
		return
	}
	sum, count := make([]int, len(e.g.Clusters)), make([]int, len(e.g.Clusters))
	for _, l := range e.layers {
		for i, v := range l {
			if c := e.verts[v].cluster; c >= 0 {
				sum[c] += i * fine
				count[c]++
			}
		}
	}
	byPlace := make([]int, len(sum))
	for c := range sum {
		byPlace[c] = c
	}
	slices.SortStableFunc(byPlace, func(a, b int) int { return sum[a]*max(1, count[b]) - sum[b]*max(1, count[a]) })
	rank := make([]int, len(sum))
	for i, c := range byPlace {
		rank[c] = i
	}
	type block struct {
		cluster, sum int
		verts        []int
	}
	for r, l := range e.layers {
		var blocks []*block
		of := map[int]*block{}
		for i, v := range l {
			c := e.verts[v].cluster
			b := of[c]
			if c < 0 || b == nil {
				b = &block{cluster: c}
				blocks = append(blocks, b)
				if c >= 0 {
					of[c] = b
				}
			}
			b.sum += i * fine
			b.verts = append(b.verts, v)
		}
		slices.SortStableFunc(blocks, func(a, b *block) int { return a.sum/len(a.verts) - b.sum/len(b.verts) })
		var clusters []*block
		for _, b := range blocks {
			if b.cluster >= 0 {
				clusters = append(clusters, b)
			}
		}
		slices.SortStableFunc(clusters, func(a, b *block) int { return rank[a.cluster] - rank[b.cluster] })
		l = l[:0]
		for _, b := range blocks {
			if b.cluster >= 0 {
				b, clusters = clusters[0], clusters[1:]
			}
			l = append(l, b.verts...)
		}
		e.layers[r] = l
	}
	e.number()
}

// maxSwapDegree bounds the edges of a vert that swaps compare.
const maxSwapDegree = 64

// swaps exchanges neighbours while that saves crossings.
func (e *engine) swaps() {
	const rounds = 8
	for round, better := 0, true; better && round < rounds; round++ {
		better = false
		for _, l := range e.layers {
			for i := 1; i < len(l); i++ {
				a, b := &e.verts[l[i-1]], &e.verts[l[i]]
				if a.cluster != b.cluster || len(a.up)+len(a.down)+len(b.up)+len(b.down) > maxSwapDegree {
					continue
				}
				now, then := e.between(a, b)
				if then < now {
					l[i-1], l[i] = l[i], l[i-1]
					a.pos, b.pos = b.pos, a.pos
					better = true
				}
			}
		}
	}
}

// between counts the crossings of two neighbours' edges as they stand and
// exchanged.
func (e *engine) between(a, b *vert) (now, then int) {
	count := func(p, q int) {
		switch {
		case p > q:
			now++
		case p < q:
			then++
		}
	}
	for _, s := range a.up {
		for _, t := range b.up {
			count(e.verts[s.u].pos, e.verts[t.u].pos)
		}
	}
	for _, s := range a.down {
		for _, t := range b.down {
			count(e.verts[s.v].pos, e.verts[t.v].pos)
		}
	}
	return now, then
}

// crossings counts the crossings between all layers.
func (e *engine) crossings() int {
	total := 0
	var ends []int
	for r := 0; r+1 < len(e.layers); r++ {
		tree := make([]int, len(e.layers[r+1])+1)
		seen := 0
		for _, v := range e.layers[r] {
			ends = ends[:0]
			for _, s := range e.verts[v].down {
				ends = append(ends, e.verts[s.v].pos)
			}
			sort.Ints(ends)
			for _, p := range ends {
				total += seen
				for i := p + 1; i > 0; i -= i & -i {
					total -= tree[i]
				}
			}
			for _, p := range ends {
				seen++
				for i := p + 1; i < len(tree); i += i & -i {
					tree[i]++
				}
			}
		}
	}
	return total
}
