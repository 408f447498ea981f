package graph

import (
	"fmt"
	"math"

	"github.com/boundary-lsp/boundary-lsp/analysis/graph/layout"
)

// outline is the form of a node's box (authoring.md 10, M2, by outline).
type outline uint8

const (
	plain      outline = iota // a box
	hexagon                   // pointed left and right
	rhombus                   // a diamond
	slanted                   // a parallelogram
	subroutine                // a box with doubled sides
	rounded                   // round corners
	flag                      // a notch on the left
	stadium                   // round ends
)

func outlineOf(kind string) outline {
	switch kind {
	case "judge":
		return hexagon
	case "router":
		return rhombus
	case "human":
		return slanted
	case "tool", "subbot":
		return subroutine
	case "compute":
		return rounded
	case "emit", "wait", "await_answers":
		return flag
	case "fail", KindEnd, KindUnknown:
		return stadium
	}
	return plain
}

const (
	cutaway = 14 // how far a hexagon, a parallelogram and a flag are cut in
	double  = 6  // between the doubled sides
	corner  = 10 // radius of round corners
)

// around is the size of the box that holds a text of that size.
func (o outline) around(w, h int) (int, int) {
	w, h = w+24, h+14
	switch o {
	case hexagon, slanted:
		w += 2 * cutaway
	case flag:
		w += cutaway
	case rhombus:
		// A rectangle w×h fits where w/W + h/H is at most 1.
		w, h = (w-8)*9/5, (h-10)*9/4
	case subroutine:
		w += 2 * double
	case stadium:
		w += 12
	}
	return w + w%2, h + h%2
}

// shift is how far the text stands right of the middle.
func (o outline) shift() int {
	if o == flag {
		return cutaway / 2
	}
	return 0
}

// dip is how far the outline lies inside the box's lower or upper edge, dx from
// its middle.
func (o outline) dip(b layout.Box, dx int, lower bool) float64 {
	w, h, x := float64(b.W)/2, float64(b.H)/2, math.Abs(float64(dx))
	switch o {
	case rhombus:
		return math.Min(h, h*x/w)
	case hexagon:
		return math.Min(h, math.Max(0, (x-(w-cutaway))*h/cutaway))
	case slanted:
		if (dx > 0) == lower && x > w-cutaway {
			return math.Min(2*h, (x-(w-cutaway))*2*h/cutaway)
		}
	case stadium:
		return round(h, x-(w-h))
	case rounded:
		return round(corner, x-(w-corner))
	}
	return 0
}

// recess is how far the outline lies inside the box's right side, dy from its
// middle.
func (o outline) recess(b layout.Box, dy int) float64 {
	w, h, y := float64(b.W)/2, float64(b.H)/2, math.Abs(float64(dy))
	switch o {
	case rhombus:
		return math.Min(w, w*y/h)
	case hexagon:
		return math.Min(cutaway, cutaway*y/h)
	case slanted:
		return cutaway * (h + float64(dy)) / (2 * h)
	case stadium:
		return round(h, y)
	}
	return 0
}

// round is the depth of a circle of radius r, d past the start of its curve.
func round(r, d float64) float64 {
	if d <= 0 {
		return 0
	}
	d = math.Min(d, r)
	return r - math.Sqrt(r*r-d*d)
}

// draw is the element of the outline.
func (o outline) draw(b layout.Box) string {
	x0, y0, x1, y1 := b.X, b.Y, b.X+b.W, b.Y+b.H
	mx, my := b.X+b.W/2, b.Y+b.H/2
	box := func(radius int) string {
		r := ""
		if radius > 0 {
			r = fmt.Sprintf(` rx="%d"`, radius)
		}
		return fmt.Sprintf(`<rect class="box" x="%d" y="%d" width="%d" height="%d"%s/>`, x0, y0, b.W, b.H, r)
	}
	path := func(format string, args ...any) string {
		return `<path class="box" d="` + fmt.Sprintf(format, args...) + `"/>`
	}
	switch o {
	case hexagon:
		return path("M%d %dH%dL%d %dL%d %dH%dL%d %dZ", x0+cutaway, y0, x1-cutaway, x1, my, x1-cutaway, y1, x0+cutaway, x0, my)
	case rhombus:
		return path("M%d %dL%d %dL%d %dL%d %dZ", mx, y0, x1, my, mx, y1, x0, my)
	case slanted:
		return path("M%d %dH%dL%d %dH%dZ", x0+cutaway, y0, x1, x1-cutaway, y1, x0)
	case subroutine:
		return path("M%d %dH%dV%dH%dZM%d %dV%dM%d %dV%d", x0, y0, x1, y1, x0, x0+double, y0, y1, x1-double, y0, y1)
	case rounded:
		return box(corner)
	case flag:
		return path("M%d %dH%dV%dH%dL%d %dZ", x0, y0, x1, y1, x0, x0+cutaway, my)
	case stadium:
		return box(b.H / 2)
	}
	return box(3)
}
