package graph

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/graph/layout"
)

// markup makes text XML; what XML cannot hold is escaped before.
var markup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

// SVG is the graph as a picture (authoring.md 11). The error is that of a graph
// that is too large.
func (g *Graph) SVG() (string, error) {
	d, err := g.drawing()
	if err != nil {
		return "", err
	}
	return d.svg(), nil
}

// drawing is a graph with its places.
type drawing struct {
	*Graph
	index  map[string]int
	loops  loops
	nodes  [][]string // the lines of each node's label below its name
	labels [][]string // the lines of each edge's label
	place  *layout.Layout
}

func (g *Graph) drawing() (*drawing, error) {
	d := &drawing{Graph: g, index: make(map[string]int, len(g.Nodes)), loops: g.byName()}
	in := &layout.Graph{Root: -1}
	groups := map[string]int{}
	for i := range g.Groups {
		if _, ok := groups[g.Groups[i].Prefix]; !ok {
			groups[g.Groups[i].Prefix] = i
		}
		in.Clusters = append(in.Clusters, layout.Cluster{W: textWidth(g.Groups[i].title(), smallSize), H: smallLine + 2})
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		d.index[n.ID] = i
		lines := n.lines()
		below := wrapAll(lines[1:], reasonCells)
		d.nodes = append(d.nodes, below)
		text := max(textWidth(lines[0], nameSize), widest(below))
		if n.fault() {
			text += 2 * signRoom
		}
		w, h := outlineOf(n.Kind).around(text, nameLine+len(below)*smallLine)
		box := layout.Node{W: w, H: h, Cluster: -1}
		if n.Group != nil {
			box.Cluster = groups[*n.Group]
		}
		in.Nodes = append(in.Nodes, box)
	}
	if root, ok := d.index[g.Entry]; ok {
		in.Root = root
	}
	high := make([]int, len(g.Nodes))
	for i := range g.Edges {
		e := &g.Edges[i]
		label := wrapAll(d.loops.parts(e), labelCells)
		d.labels = append(d.labels, label)
		x := layout.Edge{From: d.index[e.From], To: d.index[e.To], Back: e.Back}
		if len(label) > 0 {
			x.W, x.H = widest(label)+8, len(label)*smallLine+2
		}
		in.Edges = append(in.Edges, x)
		if x.From == x.To {
			high[x.From] += max(x.H, 18) + 6
		}
	}
	for i, h := range high {
		in.Nodes[i].H = max(in.Nodes[i].H, h+h%2)
	}
	var err error
	d.place, err = layout.Lay(in)
	return d, err
}

// signRoom is what the mark of a fault takes of a box's width, on both sides.
const signRoom = 14

func (d *drawing) svg() string {
	var b strings.Builder
	w, h := d.place.W, d.place.H
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"t d\">\n", w, h, w, h)
	fmt.Fprintf(&b, "<title id=\"t\">%s</title>\n<desc id=\"d\">%s</desc>\n", markup.Replace(d.title()), markup.Replace(d.description()))
	b.WriteString(style())
	fmt.Fprintf(&b, "<rect class=\"ground\" width=\"%d\" height=\"%d\"/>\n", w, h)
	for i, c := range d.place.Clusters {
		if c.W > 0 {
			fmt.Fprintf(&b, "<g id=\"g%d\"><rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\"/><text class=\"title\" x=\"%d\" y=\"%d\">%s</text></g>\n",
				i+1, c.X, c.Y, c.W, c.H, c.X+8, c.Y+smallLine, markup.Replace(d.Groups[i].title()))
		}
	}
	b.WriteString("<g role=\"list\">\n")
	for i := range d.Edges {
		d.edge(&b, i)
	}
	b.WriteString("</g>\n<g role=\"list\">\n")
	for i := range d.Nodes {
		d.node(&b, i)
	}
	b.WriteString("</g>\n</svg>\n")
	return b.String()
}

// node draws a node with its label.
func (d *drawing) node(b *strings.Builder, i int) {
	n, box, o := &d.Nodes[i], d.place.Nodes[i], outlineOf(d.Nodes[i].Kind)
	fmt.Fprintf(b, "<g id=\"n%d\"", i+1)
	if c := n.class(); c != "" {
		fmt.Fprintf(b, " class=\"%s\"", c)
	}
	fmt.Fprintf(b, " role=\"listitem\" tabindex=\"0\" data-node=\"%s\"", markup.Replace(finding.Escape(n.ID)))
	if n.Range != nil {
		fmt.Fprintf(b, " data-line=\"%d\" data-path=\"%s\"", n.Range.Start.Line, markup.Replace(finding.Escape(n.Path)))
	}
	fmt.Fprintf(b, "><title>%s</title>%s", markup.Replace(n.spoken()), o.draw(box))
	below := d.nodes[i]
	x, y := box.X+box.W/2+o.shift(), box.Y+(box.H-nameLine-len(below)*smallLine)/2
	fmt.Fprintf(b, "<text class=\"name\" x=\"%d\" y=\"%d\">%s</text>", x, y+nameLine-5, markup.Replace(finding.Cut(n.ID)))
	for k, line := range below {
		fmt.Fprintf(b, "<text x=\"%d\" y=\"%d\">%s</text>", x, y+nameLine+(k+1)*smallLine-4, markup.Replace(line))
	}
	if n.fault() {
		half := max(textWidth(finding.Cut(n.ID), nameSize), widest(below)) / 2
		fmt.Fprintf(b, "<circle class=\"mark\" cx=\"%d\" cy=\"%d\" r=\"7\"/><text class=\"sign\" x=\"%[1]d\" y=\"%[3]d\">!</text>",
			x+half+signRoom-2, y+nameLine/2, y+nameLine/2+4)
	}
	b.WriteString("</g>\n")
}

// edge draws an edge with its label.
func (d *drawing) edge(b *strings.Builder, i int) {
	e, r := &d.Edges[i], d.place.Edges[i]
	fmt.Fprintf(b, "<g id=\"%s\"", e.ID)
	if e.Back {
		b.WriteString(" class=\"back\"")
	}
	fmt.Fprintf(b, " role=\"listitem\"><title>%s</title>", markup.Replace(d.spoken(i)))
	line, tip := d.line(i)
	fmt.Fprintf(b, "<path class=\"line\" d=\"%s\"/><path class=\"tip\" d=\"%s\"/>", line, tip)
	if label := d.labels[i]; len(label) > 0 {
		l := r.Label
		fmt.Fprintf(b, "<rect class=\"plate\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>", l.X, l.Y, l.W, l.H)
		for k, s := range label {
			fmt.Fprintf(b, "<text x=\"%s\" y=\"%d\">%s</text>", decimal(float64(l.X)+float64(l.W)/2), l.Y+(k+1)*smallLine-3, markup.Replace(s))
		}
	}
	b.WriteString("</g>\n")
}

// decimal writes a coordinate, rounded to one decimal.
func decimal(x float64) string {
	s := strconv.FormatFloat(x, 'f', 1, 64)
	return strings.TrimSuffix(s, ".0")
}
