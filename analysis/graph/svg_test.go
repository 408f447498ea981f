package graph

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/graph/layout"
)

// sample is a graph with every kind, every form of label, and names that try to
// be more than names.
func sample(name string) *Graph {
	g := &Graph{SchemaVersion: SchemaVersion, Path: "main.bot", Workflow: name, Entry: name + "0", Complete: true}
	kinds := []string{
		"agent", "judge", "router", "human", "tool", "compute", "emit", "wait", "await_answers", "fail", "subbot", KindEnd, KindUnknown,
	}
	missing, open, unread := Missing, Open, Unread
	prefix := name
	for i, k := range kinds {
		n := Node{ID: name + strconv.Itoa(i), Kind: k, Path: name, Range: &Range{Start: Position{Line: i + 1}}, Reachable: true}
		switch i {
		case 0:
			n.Acting, n.Reasons, n.Paragraph = true, []string{"tools: " + finding.Cut(name)}, &missing
		case 1:
			n.Acting, n.Reasons, n.Paragraph = true, []string{"full_access"}, &open
		case 3, 4:
			n.Group = &prefix
		case 5:
			n.Paragraph = &unread
		}
		g.Nodes = append(g.Nodes, n)
		e := Edge{ID: fmt.Sprintf("e%d", len(g.Edges)+1), From: name + "0", To: n.ID, Else: i%3 == 0}
		if i%2 == 0 {
			e.When = &When{Expression: &name}
		}
		if i == 0 || i == 1 {
			e.Loop, e.Back = &name, true
		}
		if i == 2 {
			e.Foreach = &name
		}
		g.Edges = append(g.Edges, e)
	}
	g.Edges[1].From, g.Edges[1].To = g.Edges[1].To, g.Edges[1].From
	g.Edges = append(g.Edges, Edge{ID: "e14", From: name + "0", To: name + "1", When: &When{Field: name, Not: true}})
	g.Loops = []Loop{{Name: name, Cap: name, Edges: []string{"e1", "e2"}}}
	g.Groups = []Group{{Prefix: name, Group: name, Nodes: []string{name + "3", name + "4"}}}
	return g
}

// hostile are names that no markup may take for its own.
var hostile = []string{
	`plain`, `</title><script>alert(1)</script>`, `" onload="alert(1)`, `'"><foreignObject/>`, "]]>&amp;&#10;",
	"a\x00\x01\x1b[31m\x7f\u0085", "\u202e\u200b\ufeff\ufffe\U000e0041", "\xff\xfe", "javascript:alert(1)", "url(http://x/)",
	"*{fill:red}</style>", strings.Repeat("wide漢字👩‍👩‍👧", 30), "", "\n\r\t", "$1 %s %d {{x}}",
}

func svgOf(t testing.TB, g *Graph) string {
	t.Helper()
	s, err := g.SVG()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// element is one element with what stands in it.
type element struct {
	name  string
	attrs map[string]string
	text  string
}

// elements reads an SVG whole, as strictly as XML is.
func elements(t testing.TB, src string) []element {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(src))
	var list []element
	var open []int
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, src)
		}
		switch x := tok.(type) {
		case xml.StartElement:
			e := element{name: x.Name.Local, attrs: map[string]string{}}
			for _, a := range x.Attr {
				e.attrs[a.Name.Local] = a.Value
			}
			open = append(open, len(list))
			list = append(list, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				list[open[len(open)-1]].text += string(x)
			}
		default:
			t.Fatalf("%T stands in the picture", tok)
		}
	}
}

func TestThePictureHasEveryNodeAndEdge(t *testing.T) {
	g := sample("plain")
	src := svgOf(t, g)
	if src != svgOf(t, g) {
		t.Error("two pictures of one graph differ")
	}
	list := elements(t, src)
	ids := map[string]element{}
	for _, e := range list {
		if id := e.attrs["id"]; id != "" {
			if _, twice := ids[id]; twice {
				t.Errorf("the id %s is there twice", id)
			}
			ids[id] = e
		}
	}
	root := list[0]
	if root.name != "svg" || root.attrs["role"] != "img" || root.attrs["aria-labelledby"] != "t d" ||
		root.attrs["viewBox"] != "0 0 "+root.attrs["width"]+" "+root.attrs["height"] {
		t.Errorf("root %+v", root)
	}
	if ids["t"].text != "Workflow plain: 13 nodes, 14 edges" || !strings.Contains(ids["d"].text, "The entry is plain0. These nodes act: plain0, plain1. Without") {
		t.Errorf("%q %q", ids["t"].text, ids["d"].text)
	}
	for i, n := range g.Nodes {
		e := ids[fmt.Sprintf("n%d", i+1)]
		if e.attrs["data-node"] != n.ID || e.attrs["data-line"] != strconv.Itoa(i+1) || e.attrs["role"] != "listitem" || e.attrs["tabindex"] != "0" {
			t.Errorf("node %d: %+v", i+1, e)
		}
	}
	for i := range g.Edges {
		if _, ok := ids[fmt.Sprintf("e%d", i+1)]; !ok {
			t.Errorf("edge %d is missing", i+1)
		}
	}
	if !strings.HasSuffix(src, "</svg>\n") {
		t.Error("the picture does not end in a line end")
	}
}

func TestWhatIsSaidByColourIsSaidInWords(t *testing.T) {
	list := elements(t, svgOf(t, sample("plain")))
	for i, e := range list {
		if e.attrs["class"] != "fault" {
			continue
		}
		var texts []string
		for _, x := range list[i+1:] {
			if x.name == "g" {
				break
			}
			texts = append(texts, x.text)
		}
		all := strings.Join(texts, "|")
		if !strings.Contains(all, "acts · no paragraph") || !slices.Contains(texts, "!") {
			t.Errorf("a node without its paragraph says %q", all)
		}
	}
}

func TestNothingOfAFileBecomesMarkup(t *testing.T) {
	allowed := []string{"svg", "title", "desc", "style", "g", "rect", "path", "text", "circle"}
	attrs := []string{
		"xmlns", "width", "height", "viewBox", "role", "aria-labelledby", "id", "class", "tabindex", "data-node", "data-line",
		"data-path", "x", "y", "rx", "cx", "cy", "r", "d",
	}
	number := regexp.MustCompile(`^-?\d+(\.\d)?$`)
	path := regexp.MustCompile(`^[MLHVCZlhv0-9 .-]+$`)
	for _, name := range hostile {
		list := elements(t, svgOf(t, sample(name)))
		for _, e := range list {
			if !slices.Contains(allowed, e.name) {
				t.Errorf("%q: the element %s", name, e.name)
			}
			if e.name == "style" && e.text != strings.TrimSuffix(strings.TrimPrefix(style(), "<style>"), "</style>\n") {
				t.Errorf("%q: the style is %q", name, e.text)
			}
			if i := strings.IndexFunc(e.text, finding.Invisible); i >= 0 && strings.TrimSpace(e.text) != "" && e.name != "style" {
				t.Errorf("%q: %s holds %q", name, e.name, e.text[i:])
			}
			for k, v := range e.attrs {
				switch {
				case !slices.Contains(attrs, k):
					t.Errorf("%q: the attribute %s", name, k)
				case slices.Contains([]string{"x", "y", "cx", "cy", "rx", "r", "width", "height", "data-line"}, k) && !number.MatchString(v),
					k == "d" && !path.MatchString(v):
					t.Errorf("%q: %s=%q", name, k, v)
				case strings.IndexFunc(v, finding.Invisible) >= 0:
					t.Errorf("%q: %s holds %q", name, k, v)
				}
			}
		}
	}
}

func TestNothingOfAFileBecomesMermaid(t *testing.T) {
	line := regexp.MustCompile(`^(flowchart TD|  +n\d+(\["|\{\{"|\{"|\[/"|\[\["|\("|>"|\(\[")[^"<>` + "`" + `\\]*(<br/>[^"<>` + "`" + `\\]*)*("\]|"\}\}|"\}|"/\]|"\]\]|"\)|"\]\))` +
		`|  n\d+ -\.?->?-?>?(\|"[^"<>` + "`" + `\\]*"\|)? n\d+|  subgraph g\d+\["[^"<>` + "`" + `\\]*"\]|  end|  classDef (acting|fault|unknown) [a-z0-9:, -]+|  class [n0-9,]+ (acting|fault|unknown))$`)
	for _, name := range hostile {
		for _, l := range strings.Split(strings.TrimSuffix(sample(name).Mermaid(), "\n"), "\n") {
			if !line.MatchString(l) || strings.IndexFunc(l, finding.Invisible) >= 0 {
				t.Errorf("%q: the line %q", name, l)
			}
		}
	}
}

func TestNothingInvisibleStandsInTheJSON(t *testing.T) {
	for _, name := range hostile {
		raw, err := sample(name).JSON()
		if err != nil {
			t.Fatal(err)
		}
		if i := strings.IndexFunc(strings.ReplaceAll(string(raw), "\n", ""), finding.Invisible); i >= 0 {
			t.Errorf("%q: %q", name, raw)
		}
	}
}

// luminance is that of WCAG 2.2.
func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
		if err != nil || len(colour) != 7 {
			t.Fatalf("%q is no colour", colour)
		}
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

func TestContrast(t *testing.T) {
	for name, p := range map[string]palette{"light": light, "dark": dark} {
		check := func(what, a, b string, least float64) {
			x, y := luminance(t, a), luminance(t, b)
			if c := (max(x, y) + 0.05) / (min(x, y) + 0.05); c < least {
				t.Errorf("%s: %s %s on %s has a contrast of %.2f, below %.1f", name, what, a, b, c, least)
			}
		}
		for _, back := range []string{p.back, p.box} {
			check("names", p.text, back, 4.5)
			check("text", p.quiet, back, 4.5)
			check("lines", p.line, back, 3)
			check("members", p.acting, back, 3)
			check("faults", p.fault, back, 3)
		}
		check("the mark", p.onFault, p.fault, 4.5)
	}
	// The sheet has no colour besides.
	for _, c := range regexp.MustCompile(`#[0-9a-f]+`).FindAllString(style(), -1) {
		known := false
		for _, p := range []palette{light, dark} {
			known = known || slices.Contains([]string{p.back, p.box, p.text, p.quiet, p.line, p.acting, p.fault, p.onFault}, c)
		}
		if !known {
			t.Errorf("the style has the colour %s, which no palette has", c)
		}
	}
}

// collisions says what lies on what in a drawing; nothing may.
func collisions(d *drawing) (list []string) {
	type named struct {
		layout.Box
		name string
	}
	var boxes []named
	for i, b := range d.place.Nodes {
		boxes = append(boxes, named{b, d.Nodes[i].ID})
	}
	for i, r := range d.place.Edges {
		if r.Label.W > 0 {
			boxes = append(boxes, named{r.Label, d.spoken(i)})
		}
	}
	for i, a := range boxes {
		if a.X < 0 || a.Y < 0 || a.X+a.W > d.place.W || a.Y+a.H > d.place.H {
			list = append(list, a.name+" lies outside")
		}
		for _, b := range boxes[:i] {
			if a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H {
				list = append(list, a.name+" lies on "+b.name)
			}
		}
	}
	return list
}

func TestTextFitsItsBox(t *testing.T) {
	for _, name := range []string{"plain", strings.Repeat("w", 80), strings.Repeat("漢", 70)} {
		d, err := sample(name).drawing()
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range collisions(d) {
			t.Error(c)
		}
		for i, b := range d.place.Nodes {
			w := max(textWidth(finding.Cut(d.Nodes[i].ID), nameSize), widest(d.nodes[i]))
			if h := nameLine + len(d.nodes[i])*smallLine; w+8 > b.W || h+4 > b.H {
				t.Errorf("the text of %s, %d×%d, does not fit in %+v", d.Nodes[i].Kind, w, h, b)
			}
		}
		for i, r := range d.place.Edges {
			if w := widest(d.labels[i]); w > r.Label.W {
				t.Errorf("the label %q does not fit in %+v", d.labels[i], r.Label)
			}
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		cells int
		want  string
	}{
		{"", 10, ""},
		{"short", 10, "short"},
		{"one two three four", 14, "one two|three four"},
		{"when !a && b == 'c' && length(d) > 0", 30, "when !a && b == 'c'|&& length(d) > 0"},
		{"aaaaaaaaaaaaaaaaaaaa b", 14, "aaaaaaaaaaaa|aaaaaaaa b"},
		{"漢漢漢漢漢漢漢漢", 12, "漢漢漢漢漢漢|漢漢"},
	} {
		if got := strings.Join(wrap(c.text, c.cells), "|"); got != c.want {
			t.Errorf("%q in %d: %q, want %q", c.text, c.cells, got, c.want)
		}
	}
}
