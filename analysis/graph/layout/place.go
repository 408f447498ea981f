package layout

import "slices"

// ports gives each edge the place where it meets a box: side by side, in the
// order of where they go, so that no two lie on each other.
func (e *engine) ports() {
	for i := range e.g.Nodes {
		v := &e.verts[i]
		wide := v.left * 2 * 3 / 5
		spread := func(list []*seg, end func(*seg) int, set func(*seg, int)) {
			slices.SortStableFunc(list, func(a, b *seg) int { return e.verts[end(a)].pos - e.verts[end(b)].pos })
			n := len(list)
			step := 0
			if n > 1 {
				step = max(4, min(20, wide/(n-1)))
			}
			for k, s := range list {
				set(s, k*step-(n-1)*step/2)
			}
		}
		spread(v.down, func(s *seg) int { return s.v }, func(s *seg, x int) { s.pu = x })
		spread(v.up, func(s *seg) int { return s.u }, func(s *seg, x int) { s.pv = x })
		// Many lines may need more room than the box has.
		need := (max(len(v.up), len(v.down)) - 1) * 4 / 2
		v.left, v.right = max(v.left, need), max(v.right, need)
	}
}

// gap is the least distance between two neighbours of a layer.
func gap(a, b *vert) int {
	if a.node >= 0 && b.node >= 0 {
		return nodeGap
	}
	return lineGap
}

// columns finds the X of everything: the straighter the edges the better.
func (e *engine) columns() {
	s := newSimplex(len(e.verts))
	left := s.variable() // left of all, and what connects them
	for c := range e.frames {
		if f := &e.frames[c]; f.first >= 0 {
			f.left, f.right = s.variable(), s.variable()
			s.add(left, f.left, 0, 0)
			s.add(f.left, f.right, e.g.Clusters[c].W+2*frameGap, 16)
		}
	}
	for _, l := range e.layers {
		for i, v := range l {
			b := &e.verts[v]
			if i == 0 {
				s.add(left, v, b.left, 0)
			}
			if b.cluster >= 0 {
				f := &e.frames[b.cluster]
				s.add(f.left, v, b.left+frameGap, 0)
				s.add(v, f.right, b.right+frameGap, 0)
			}
			if i == 0 {
				continue
			}
			a := &e.verts[l[i-1]]
			if a.cluster == b.cluster {
				s.add(l[i-1], v, a.right+b.left+gap(a, b), 0)
				continue
			}
			tail, head, length := l[i-1], v, gap(a, b)
			if a.cluster >= 0 {
				tail = e.frames[a.cluster].right
			} else {
				length += a.right
			}
			if b.cluster >= 0 {
				head = e.frames[b.cluster].left
			} else {
				length += b.left
			}
			s.add(tail, head, length, 0)
		}
	}
	for _, x := range e.segs {
		mid := s.variable()
		s.add(mid, x.u, max(0, x.pv-x.pu), x.straight)
		s.add(mid, x.v, max(0, x.pu-x.pv), x.straight)
	}
	values := s.solve(true)
	for i := range e.verts {
		e.verts[i].x = values[i]
	}
	for c := range e.frames {
		if f := &e.frames[c]; f.first >= 0 {
			f.left, f.right = values[f.left], values[f.right]
		}
	}
}

// rows finds the Y of the layers. There is more room between two of them where
// a line has a long way to go sideways.
func (e *engine) rows() {
	n := len(e.layers)
	e.top, e.end = make([]int, n), make([]int, n)
	before, behind := make([]int, n), make([]int, n)
	for c, f := range e.frames {
		if f.first >= 0 {
			before[f.first] = max(before[f.first], e.g.Clusters[c].H+frameGap)
			behind[f.last] = max(behind[f.last], frameGap)
		}
	}
	aside := make([]int, n)
	for _, x := range e.segs {
		d := e.verts[x.u].x + x.pu - e.verts[x.v].x - x.pv
		r := e.verts[x.u].rank
		aside[r] = max(aside[r], d, -d)
	}
	y := 0
	for r := range e.layers {
		h := 0
		for _, v := range e.layers[r] {
			h = max(h, e.verts[v].h)
		}
		y += before[r]
		e.top[r], e.end[r] = y, y+h
		y += h + behind[r] + layerGap + min(maxSlope, aside[r]/slopeShare)
	}
}

// place writes the result.
func (e *engine) place() {
	out := e.out
	for i, n := range e.g.Nodes {
		v := &e.verts[i]
		h := e.end[v.rank] - e.top[v.rank]
		out.Nodes[i] = Box{v.x - n.W/2, e.top[v.rank] + (h-n.H)/2, n.W, n.H}
	}
	for c, f := range e.frames {
		if f.first >= 0 {
			top := e.top[f.first] - frameGap - e.g.Clusters[c].H
			out.Clusters[c] = Box{f.left, top, f.right - f.left, e.end[f.last] + frameGap - top}
		}
	}
	segs := e.segs
	for i, chain := range e.chains {
		if len(chain) > 0 {
			out.Edges[i] = e.route(i, chain, segs[:len(chain)-1])
			segs = segs[len(chain)-1:]
		}
	}
	for i := range e.g.Nodes {
		e.selfLines(i)
	}
	e.origin()
}

// bend is a point of a line and how far it moves sideways there for slopeUnit
// units down.
type bend struct {
	Point
	slope int
}

const slopeUnit = 256

// route is the way of an edge through its places: a curve that is vertical
// wherever it passes a layer, but for its label's, which covers it.
func (e *engine) route(i int, chain []int, segs []*seg) Route {
	var r Route
	first, last := &e.verts[chain[0]], &e.verts[chain[len(chain)-1]]
	upper, lower := e.out.Nodes[chain[0]], e.out.Nodes[chain[len(chain)-1]]
	from, to := first.x+segs[0].pu, last.x+segs[len(segs)-1].pv
	way := []bend{{Point: Point{from, upper.Y + upper.H}}, {Point: Point{from, e.end[first.rank]}}}
	label := -1
	for k, v := range chain[1 : len(chain)-1] {
		p := &e.verts[v]
		if p.label {
			y := (e.top[p.rank] + e.end[p.rank] - p.h) / 2
			r.Label = Box{p.x - p.left, y, p.left + p.right, p.h}
			label = len(way)
		}
		// Beside a box the line need not be vertical where there is room.
		prev, next := way[len(way)-1].X, to
		if k+3 < len(chain) {
			next = e.verts[chain[k+2]].x
		}
		if !p.label && (k == 0 || k+3 == len(chain)) && e.free(p, min(prev, next), max(prev, next)) {
			continue
		}
		way = append(way, bend{Point: Point{p.x, e.top[p.rank]}}, bend{Point: Point{p.x, e.end[p.rank]}})
	}
	way = append(way, bend{Point: Point{to, e.top[last.rank]}}, bend{Point: Point{to, lower.Y}})
	if label >= 0 {
		lean(way[label-1:label+3], r.Label.W)
	}
	r.Points = curve(way)
	if e.flipped[i] {
		slices.Reverse(r.Points)
	}
	return r
}

// free reports whether nothing but the place p lies between two X in its layer.
func (e *engine) free(p *vert, from, to int) bool {
	l := e.layers[p.rank]
	if p.pos > 0 {
		if a := &e.verts[l[p.pos-1]]; a.x+a.right+lineGap/2 > from {
			return false
		}
	}
	if p.pos+1 < len(l) {
		if b := &e.verts[l[p.pos+1]]; b.x-b.left-lineGap/2 < to {
			return false
		}
	}
	return true
}

// lean lets a line run aslant through its label where it goes on to the same
// side, as far as it stays in the label's column. way holds the points before,
// above, below and behind the label.
func lean(way []bend, width int) {
	before, above, below, behind := way[0], &way[1], &way[2], way[3]
	in, out := above.X-before.X, behind.X-below.X
	high := below.Y - above.Y
	if in < 0 != (out < 0) || in == 0 || out == 0 || high == 0 {
		return
	}
	aside := abs(behind.X-before.X) * high / (behind.Y - before.Y)
	aside = min(aside, width-8, abs(in), abs(out)) / 2
	if aside <= 0 {
		return
	}
	if in < 0 {
		aside = -aside
	}
	above.X, below.X = above.X-aside, below.X+aside
	above.slope = 2 * aside * slopeUnit / high
	below.slope = above.slope
}

func abs(n int) int { return max(n, -n) }

// curve makes cubic Bézier curves of bends.
func curve(way []bend) []Point {
	list := []Point{way[0].Point}
	for i := 1; i < len(way); i++ {
		a, b := way[i-1], way[i]
		half := (b.Y - a.Y) / 2
		list = append(list,
			Point{a.X + a.slope*half/slopeUnit, a.Y + half},
			Point{b.X - b.slope*half/slopeUnit, b.Y - half}, b.Point)
	}
	return list
}

// selfLines places the edges of a node to itself on its right, one below the
// other.
func (e *engine) selfLines(node int) {
	_, high := e.loopSize(node)
	b := e.out.Nodes[node]
	right, y := b.X+b.W, b.Y+(b.H-high)/2
	for _, i := range e.loops[node] {
		x := &e.g.Edges[i]
		h := max(x.H, 3*loopGap)
		mid := y + loopGap/2 + h/2
		r := Route{Loop: true, Points: []Point{{right, mid - loopGap}, {right + loopReach, mid}, {right, mid + loopGap}}}
		if x.W > 0 {
			r.Label = Box{right + loopReach, mid - x.H/2, x.W, x.H}
		}
		e.out.Edges[i] = r
		y += h + loopGap
	}
}

// origin moves everything so that it begins at the margin.
func (e *engine) origin() {
	out := e.out
	const far = 1 << 40
	lo, hi := Point{far, far}, Point{-far, -far}
	point := func(x, y int) {
		lo, hi = Point{min(lo.X, x), min(lo.Y, y)}, Point{max(hi.X, x), max(hi.Y, y)}
	}
	boxes := func(list []Box) {
		for _, b := range list {
			if b.W > 0 {
				point(b.X, b.Y)
				point(b.X+b.W, b.Y+b.H)
			}
		}
	}
	boxes(out.Nodes)
	boxes(out.Clusters)
	for _, r := range out.Edges {
		boxes([]Box{r.Label})
		for _, p := range r.Points {
			point(p.X, p.Y)
		}
	}
	dx, dy := margin-lo.X, margin-lo.Y
	move := func(b *Box) { b.X, b.Y = b.X+dx, b.Y+dy }
	for i := range out.Nodes {
		move(&out.Nodes[i])
	}
	for i := range out.Clusters {
		move(&out.Clusters[i])
	}
	for i := range out.Edges {
		move(&out.Edges[i].Label)
		for j := range out.Edges[i].Points {
			p := &out.Edges[i].Points[j]
			p.X, p.Y = p.X+dx, p.Y+dy
		}
	}
	out.W, out.H = hi.X-lo.X+2*margin, hi.Y-lo.Y+2*margin
}
