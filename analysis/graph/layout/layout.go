package layout

import (
	"errors"
	"slices"
)

// ErrTooLarge is the error for a graph whose lines pass too many layers to be
// laid out, or looked at.
var ErrTooLarge = errors.New("the graph is too large to be drawn; json and mermaid have it whole")

// maxVerts bounds the boxes and the places where a line passes a layer.
const maxVerts = 12000

// Graph is what is laid out. Sizes are in units.
type Graph struct {
	Nodes    []Node
	Edges    []Edge
	Clusters []Cluster
	// Root stands alone in the first layer, or with what no edge enters; -1
	// for none.
	Root int
}

// Node is a box.
type Node struct {
	W, H    int
	Cluster int // index, or -1
}

// Edge is an arrow; W and H are the size of its label, 0 without one.
type Edge struct {
	From, To int
	// Back says that the edge is drawn upward. Without its back edges a graph
	// has no cycle but edges from a node to itself.
	Back bool
	W, H int
}

// Cluster is a frame around nodes; W and H are the size of its title, which
// stands in its upper left corner.
type Cluster struct{ W, H int }

// Point is a place: X to the right, Y down, the origin in the upper left corner.
type Point struct{ X, Y int }

// Box is a rectangle by its upper left corner.
type Box struct{ X, Y, W, H int }

// Route is the way of an edge from its source to its target.
type Route struct {
	// Points are those of cubic Bézier curves, one behind the other: the first
	// point, then two control points and an end each. The line leaves and
	// arrives vertically; its first and its last curve are straight. That of an
	// edge from a node to itself (Loop) has three points: it leaves the first
	// one to the right, turns at the X of the second and comes back to the
	// third.
	Points []Point
	Loop   bool
	// Label is empty for an edge without one.
	Label Box
}

// Layout is the result.
type Layout struct {
	W, H     int
	Nodes    []Box
	Edges    []Route
	Clusters []Box // empty for a cluster without nodes
}

// The distances in units.
const (
	margin     = 16
	nodeGap    = 28 // between boxes of a layer
	lineGap    = 18 // between a line and its neighbour
	layerGap   = 18 // between layers, of which every second one has only labels
	slopeShare = 14 // a layer more for so many units that a line moves sideways
	maxSlope   = 46
	loopReach  = 26 // how far the line to the own node leaves it
	loopGap    = 6
	frameGap   = 14 // between a frame and what it holds
)

// vert is a box, or the place where an edge passes a layer.
type vert struct {
	node    int // -1 for a place of an edge
	edge    int // -1 for a box, and for the place that keeps a frame together
	label   bool
	cluster int
	// left and right are how far it reaches from its X.
	left, right, h int
	rank, pos      int
	x              int
	up, down       []*seg
}

// seg is a piece of an edge from one layer to the next one.
type seg struct {
	u, v     int
	pu, pv   int // where it meets u and v, from their X
	straight int // how much it should be straight
}

type engine struct {
	g        *Graph
	out      *Layout
	verts    []vert
	segs     []*seg
	chains   [][]int // the verts of each edge from its upper end to its lower one
	loops    [][]int // edges from a node to itself, by node
	flipped  []bool  // the edge runs upward
	layers   [][]int
	frames   []frame
	top, end []int // of each layer
}

// frame is what a cluster's box is made from.
type frame struct {
	first, last int // ranks; first is -1 for an empty one
	left, right int // variables of the columns
}

// Lay lays a graph out. The error is ErrTooLarge.
func Lay(g *Graph) (*Layout, error) {
	e := &engine{g: g, out: &Layout{
		Nodes: make([]Box, len(g.Nodes)), Edges: make([]Route, len(g.Edges)), Clusters: make([]Box, len(g.Clusters)),
	}}
	if len(g.Nodes) == 0 {
		e.out.W, e.out.H = 2*margin, 2*margin
		return e.out, nil
	}
	if len(g.Nodes) > maxVerts {
		return nil, ErrTooLarge
	}
	ranks := e.ranks()
	if err := e.fill(ranks); err != nil {
		return nil, err
	}
	e.order()
	e.ports()
	e.columns()
	e.rows()
	e.place()
	return e.out, nil
}

// upper and lower give an edge's ends as they are laid out.
func (e *engine) ends(i int) (upper, lower int) {
	x := &e.g.Edges[i]
	if e.flipped[i] {
		return x.To, x.From
	}
	return x.From, x.To
}

// ranks gives the layer of every node; labels have the odd ones.
func (e *engine) ranks() []int {
	g := e.g
	e.flipped, e.loops = make([]bool, len(g.Edges)), make([][]int, len(g.Nodes))
	type pair struct{ u, v int }
	weights := map[pair]int{}
	var pairs []pair
	entered := make([]bool, len(g.Nodes))
	for i, x := range g.Edges {
		if x.From == x.To {
			e.loops[x.From] = append(e.loops[x.From], i)
			continue
		}
		e.flipped[i] = x.Back || x.To == g.Root
		u, v := e.ends(i)
		p := pair{u, v}
		if weights[p] == 0 {
			pairs = append(pairs, p)
		}
		weights[p]++
		if !x.Back {
			weights[p]++ // the way down shall be short
		}
		entered[v] = true
	}
	s := newSimplex(len(g.Nodes) + 1)
	for _, p := range pairs {
		s.add(p.u, p.v, 2, weights[p])
	}
	// What no edge enters stands at the root or below; the last variable, above
	// all, keeps the parts together.
	above := len(g.Nodes)
	for v := range g.Nodes {
		if !entered[v] {
			s.add(above, v, 0, 0)
		}
	}
	if g.Root >= 0 {
		for v := range g.Nodes {
			if !entered[v] && v != g.Root {
				s.add(g.Root, v, 0, 0)
			}
		}
	}
	list := s.solve(false)[:len(g.Nodes)]
	low := slices.Min(list)
	for v := range list {
		list[v] -= low
	}
	return list
}

// fill makes the layers: boxes, and a place in each layer that an edge passes.
func (e *engine) fill(ranks []int) error {
	total := len(e.g.Nodes)
	for i := range e.g.Edges {
		u, v := e.ends(i)
		if u != v {
			total += ranks[v] - ranks[u] - 1
		}
	}
	if total > maxVerts {
		return ErrTooLarge
	}
	deepest := slices.Max(ranks)
	e.verts = make([]vert, 0, total)
	for i, n := range e.g.Nodes {
		v := vert{node: i, edge: -1, cluster: n.Cluster, left: n.W / 2, right: n.W - n.W/2, h: n.H, rank: ranks[i]}
		wide, high := e.loopSize(i)
		v.right, v.h = v.right+wide, max(v.h, high)
		e.verts = append(e.verts, v)
	}
	e.chains = make([][]int, len(e.g.Edges))
	load := make([]int, deepest+1)
	for i, x := range e.g.Edges {
		u, v := e.ends(i)
		if u == v {
			continue
		}
		at := -1
		if x.W > 0 {
			at = e.labelRank(ranks[u], ranks[v], load, e.flipped[i])
			load[at] += x.W + lineGap
		}
		in := -1
		if c := e.g.Nodes[u].Cluster; c == e.g.Nodes[v].Cluster {
			in = c
		}
		chain := []int{u}
		for r := ranks[u] + 1; r < ranks[v]; r++ {
			p := vert{node: -1, edge: i, cluster: in, rank: r}
			if r == at {
				p.label, p.left, p.right, p.h = true, x.W/2, x.W-x.W/2, x.H
			}
			chain = append(chain, len(e.verts))
			e.verts = append(e.verts, p)
		}
		e.chains[i] = append(chain, v)
	}
	e.keepFrames()
	for i, chain := range e.chains {
		for j := 1; j < len(chain); j++ {
			s := &seg{u: chain[j-1], v: chain[j], straight: 2}
			if e.verts[s.u].node < 0 && e.verts[s.v].node < 0 {
				s.straight = 8
			}
			if len(chain) == 3 {
				s.straight = 3
			}
			if !e.g.Edges[i].Back {
				s.straight *= 2 // the eye follows the way down
			}
			e.segs = append(e.segs, s)
			e.verts[s.u].down = append(e.verts[s.u].down, s)
			e.verts[s.v].up = append(e.verts[s.v].up, s)
		}
	}
	return nil
}

// labelRank chooses the layer of a label: a near one that is not crowded.
func (e *engine) labelRank(upper, lower int, load []int, flipped bool) int {
	const step = 60 // what a layer further away costs, in units
	best, cost := upper+1, 0
	for k, r := 0, upper+1; r < lower; k, r = k+1, r+2 {
		at := r
		if flipped {
			at = lower - 1 - 2*k
		}
		if c := load[at] + k*step; k == 0 || c < cost {
			best, cost = at, c
		}
	}
	return best
}

// keepFrames adds a place to each layer of a cluster, so that its frame has no
// stranger in it.
func (e *engine) keepFrames() {
	e.frames = make([]frame, len(e.g.Clusters))
	for c := range e.frames {
		e.frames[c].first = -1
	}
	for i := range e.g.Nodes {
		v := &e.verts[i]
		if v.cluster < 0 {
			continue
		}
		f := &e.frames[v.cluster]
		if f.first < 0 {
			f.first, f.last = v.rank, v.rank
		}
		f.first, f.last = min(f.first, v.rank), max(f.last, v.rank)
	}
	for c, f := range e.frames {
		for r := f.first; f.first >= 0 && r <= f.last && len(e.verts) < 2*maxVerts; r++ {
			e.verts = append(e.verts, vert{node: -1, edge: -1, cluster: c, rank: r})
		}
	}
}

// loopSize is the room that the lines of a node to itself take to its right.
func (e *engine) loopSize(node int) (w, h int) {
	for _, i := range e.loops[node] {
		x := &e.g.Edges[i]
		w = max(w, loopReach+x.W+loopGap)
		h += max(x.H, 3*loopGap) + loopGap
	}
	return w, h
}
