package graph

import (
	"fmt"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/graph/layout"
)

// tipLength and tipHalf are the size of an arrow's tip.
const tipLength, tipHalf = 9, 4

// line is the path of an edge and of its tip. Its ends stand on the outlines of
// the nodes, which may lie inside their boxes.
func (d *drawing) line(i int) (line, tip string) {
	e, r := &d.Edges[i], d.place.Edges[i]
	from, to := d.index[e.From], d.index[e.To]
	if r.Loop {
		return d.ownLine(from, r)
	}
	first, last := r.Points[0], r.Points[len(r.Points)-1]
	down := last.Y > first.Y
	dip := func(node int, p layout.Point, lower bool) float64 {
		box := d.place.Nodes[node]
		by := outlineOf(d.Nodes[node].Kind).dip(box, p.X-box.X-box.W/2, lower)
		if lower {
			return float64(p.Y) - by
		}
		return float64(p.Y) + by
	}
	start, end := dip(from, first, down), dip(to, last, !down)
	var b strings.Builder
	fmt.Fprintf(&b, "M%d %s", first.X, decimal(start))
	// The first and the last curve are straight and end on the outlines.
	vertical := true
	for k := 4; k+3 < len(r.Points); k += 3 {
		at, p, q, z := r.Points[k-1], r.Points[k], r.Points[k+1], r.Points[k+2]
		if at.X == p.X && p.X == q.X && q.X == z.X {
			vertical = true
			continue
		}
		if vertical {
			fmt.Fprintf(&b, "V%d", at.Y)
		}
		vertical = false
		fmt.Fprintf(&b, "C%d %d %d %d %d %d", p.X, p.Y, q.X, q.Y, z.X, z.Y)
	}
	sign := 1.0
	if !down {
		sign = -1
	}
	fmt.Fprintf(&b, "V%s", decimal(end-sign*(tipLength-2)))
	tip = fmt.Sprintf("M%d %sl%d %sh%dZ", last.X, decimal(end), -tipHalf, decimal(-sign*tipLength), 2*tipHalf)
	return b.String(), tip
}

// ownLine is the path of an edge from a node to itself.
func (d *drawing) ownLine(node int, r layout.Route) (line, tip string) {
	box, o := d.place.Nodes[node], outlineOf(d.Nodes[node].Kind)
	x := func(p layout.Point) float64 { return float64(p.X) - o.recess(box, p.Y-box.Y-box.H/2) }
	a, turn, z := r.Points[0], r.Points[1], r.Points[2]
	// The middle of such a curve lies at three quarters of its reach.
	far := decimal(float64(a.X) + float64(turn.X-a.X-4)*4/3)
	line = fmt.Sprintf("M%s %dC%s %d %s %d %s %d", decimal(x(a)), a.Y, far, a.Y, far, z.Y, decimal(x(z)+tipLength-2), z.Y)
	tip = fmt.Sprintf("M%s %dl%d %dv%dZ", decimal(x(z)), z.Y, tipLength, -tipHalf, 2*tipHalf)
	return line, tip
}
