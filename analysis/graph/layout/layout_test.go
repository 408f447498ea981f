package layout

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// chain is a graph of n boxes below each other.
func chain(n int) *Graph {
	g := &Graph{}
	for i := range n {
		g.Nodes = append(g.Nodes, Node{W: 80, H: 40, Cluster: -1})
		if i > 0 {
			g.Edges = append(g.Edges, Edge{From: i - 1, To: i})
		}
	}
	return g
}

func lay(t testing.TB, g *Graph) *Layout {
	t.Helper()
	l, err := Lay(g)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestAChainStandsInOneColumn(t *testing.T) {
	l := lay(t, chain(5))
	for i, b := range l.Nodes {
		if b.X != l.Nodes[0].X || i > 0 && b.Y < l.Nodes[i-1].Y+l.Nodes[i-1].H+layerGap {
			t.Errorf("box %d at %+v", i, b)
		}
	}
	for i, r := range l.Edges {
		for _, p := range r.Points {
			if p.X != r.Points[0].X {
				t.Errorf("edge %d is not straight: %v", i, r.Points)
			}
		}
	}
}

func TestAParentStandsInTheMiddleOfItsChildren(t *testing.T) {
	g := chain(1)
	for i := 1; i < 3; i++ {
		g.Nodes = append(g.Nodes, g.Nodes[0])
		g.Edges = append(g.Edges, Edge{From: 0, To: i})
	}
	l := lay(t, g)
	if a, b, c := l.Nodes[1].X, l.Nodes[0].X, l.Nodes[2].X; b-a < 30 || c-b < 30 {
		t.Errorf("children at %d and %d, the parent at %d", a, c, b)
	}
}

func TestTheRootStandsAloneInFront(t *testing.T) {
	g := chain(3)
	g.Nodes = append(g.Nodes, g.Nodes[0])
	g.Root = 0
	// The last box leads to the root, and nothing leads to it.
	g.Edges = append(g.Edges, Edge{From: 3, To: 0}, Edge{From: 2, To: 0, Back: true})
	l := lay(t, g)
	for i, b := range l.Nodes[1:] {
		if b.Y <= l.Nodes[0].Y {
			t.Errorf("box %d at %d, the root at %d", i+1, b.Y, l.Nodes[0].Y)
		}
	}
	for i := 2; i < 4; i++ {
		p := l.Edges[i].Points
		if p[0].Y <= p[len(p)-1].Y {
			t.Errorf("edge %d does not run upward: %v", i, p)
		}
	}
}

func TestParallelEdgesStandApart(t *testing.T) {
	g := chain(2)
	g.Edges = append(g.Edges, Edge{From: 0, To: 1}, Edge{From: 0, To: 1, W: 60, H: 17}, Edge{From: 1, To: 0, Back: true}, Edge{From: 0, To: 0, Back: true})
	l := lay(t, g)
	starts := map[Point]int{}
	for i, r := range l.Edges {
		for _, p := range []Point{r.Points[0], r.Points[len(r.Points)-1]} {
			if j, ok := starts[p]; ok && j != i {
				t.Errorf("edges %d and %d meet at %v", i, j, p)
			}
			starts[p] = i
		}
	}
	sound(t, g, l)
}

func TestNothingIsLaidOutAsNothing(t *testing.T) {
	if l := lay(t, &Graph{Root: -1}); l.W != 2*margin || l.H != 2*margin {
		t.Errorf("%+v", l)
	}
}

func TestAGraphThatNobodyCouldLookAtIsRefused(t *testing.T) {
	g := chain(400)
	for i := range 400 {
		g.Edges = append(g.Edges, Edge{From: 399, To: i % 10, Back: true})
	}
	if _, err := Lay(g); !errors.Is(err, ErrTooLarge) {
		t.Errorf("error %v", err)
	}
	if _, err := Lay(chain(maxVerts + 1)); !errors.Is(err, ErrTooLarge) {
		t.Errorf("error %v", err)
	}
}

// random is a graph with labels, cycles, clusters and edges from a node to
// itself.
func random(r *rand.Rand, n, m int) *Graph {
	g := &Graph{Root: r.IntN(n+1) - 1}
	clusters := r.IntN(3)
	for range clusters {
		g.Clusters = append(g.Clusters, Cluster{W: r.IntN(120), H: 17})
	}
	for range n {
		g.Nodes = append(g.Nodes, Node{W: 20 + 2*r.IntN(120), H: 20 + 2*r.IntN(30), Cluster: r.IntN(clusters+1) - 1})
	}
	for range m {
		e := Edge{From: r.IntN(n), To: r.IntN(n)}
		if r.IntN(2) == 0 {
			e.W, e.H = 10+r.IntN(150), 17+15*r.IntN(3)
		}
		g.Edges = append(g.Edges, e)
	}
	marks(g)
	return g
}

// marks sets Back as a search from the root does.
func marks(g *Graph) {
	state := make([]int, len(g.Nodes))
	var visit func(v int)
	visit = func(v int) {
		state[v] = 1
		for i := range g.Edges {
			e := &g.Edges[i]
			if e.From != v {
				continue
			}
			if state[e.To] == 1 {
				e.Back = true
			} else if state[e.To] == 0 {
				visit(e.To)
			}
		}
		state[v] = 2
	}
	if g.Root >= 0 {
		visit(g.Root)
	}
	for v := range g.Nodes {
		if state[v] == 0 {
			visit(v)
		}
	}
}

func TestNothingLiesOnAnythingElse(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 120 {
		g := random(r, 1+r.IntN(24), r.IntN(50))
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			l := lay(t, g)
			sound(t, g, l)
			if diff := cmp.Diff(l, lay(t, g)); diff != "" {
				t.Errorf("two layouts differ:\n%s", diff)
			}
		})
	}
}

func overlap(a, b Box) bool {
	return a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H
}

// sound checks what the package promises.
func sound(t *testing.T, g *Graph, l *Layout) {
	t.Helper()
	type named struct {
		Box
		name string
	}
	var boxes []named
	for i, b := range l.Nodes {
		boxes = append(boxes, named{b, fmt.Sprintf("node %d", i)})
	}
	labels := len(boxes)
	for i, r := range l.Edges {
		if (r.Label.W > 0) != (g.Edges[i].W > 0) {
			t.Errorf("edge %d: label %+v", i, r.Label)
		}
		if r.Label.W > 0 {
			boxes = append(boxes, named{r.Label, fmt.Sprintf("label %d", i)})
		}
	}
	for i, a := range boxes {
		if a.X < 0 || a.Y < 0 || a.X+a.W > l.W || a.Y+a.H > l.H {
			t.Errorf("%s at %+v lies outside of %d×%d", a.name, a.Box, l.W, l.H)
		}
		for _, b := range boxes[:i] {
			if overlap(a.Box, b.Box) {
				t.Errorf("%s at %+v lies on %s at %+v", a.name, a.Box, b.name, b.Box)
			}
		}
	}
	for i, r := range l.Edges {
		own := fmt.Sprintf("label %d", i)
		for _, p := range trace(r) {
			for k, b := range boxes {
				if b.name != own && p.X > b.X && p.X < b.X+b.W && p.Y > b.Y && p.Y < b.Y+b.H {
					t.Fatalf("edge %d runs through %s %+v (of %d) at %v", i, b.name, b.Box, labels-k, p)
				}
			}
		}
	}
	for c, frame := range l.Clusters {
		for i, b := range l.Nodes {
			in := g.Nodes[i].Cluster == c
			if in && !(frame.X <= b.X && frame.Y <= b.Y && b.X+b.W <= frame.X+frame.W && b.Y+b.H <= frame.Y+frame.H) {
				t.Errorf("node %d lies outside its frame %+v: %+v", i, frame, b)
			}
			if !in && overlap(frame, b) {
				t.Errorf("node %d at %+v lies in the frame %d %+v", i, b, c, frame)
			}
		}
		for d, other := range l.Clusters[:c] {
			if overlap(frame, other) {
				t.Errorf("frames %d and %d overlap: %+v %+v", c, d, frame, other)
			}
		}
	}
}

// trace are points of the line of a route, a few units apart.
func trace(r Route) []Point {
	if r.Loop {
		return r.Points
	}
	var list []Point
	const steps = 24
	for k := 0; k+3 < len(r.Points); k += 3 {
		a, b, c, d := r.Points[k], r.Points[k+1], r.Points[k+2], r.Points[k+3]
		for i := range steps + 1 {
			t := float64(i) / steps
			u := 1 - t
			at := func(a, b, c, d int) int {
				return int(u*u*u*float64(a) + 3*u*u*t*float64(b) + 3*u*t*t*float64(c) + t*t*t*float64(d) + 0.5)
			}
			list = append(list, Point{at(a.X, b.X, c.X, d.X), at(a.Y, b.Y, c.Y, d.Y)})
		}
	}
	return list
}

func BenchmarkLay(b *testing.B) {
	g := random(rand.New(rand.NewPCG(3, 4)), 60, 100)
	b.ReportAllocs()
	for b.Loop() {
		lay(b, g)
	}
}

// BenchmarkLayLimit lays out about as much as is laid out at all.
func BenchmarkLayLimit(b *testing.B) {
	g := chain(300)
	for i := range 24 {
		g.Edges = append(g.Edges, Edge{From: 299 - 7*i, To: i, Back: true, W: 60, H: 17})
	}
	for b.Loop() {
		lay(b, g)
	}
}
