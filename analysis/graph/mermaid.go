package graph

import (
	"fmt"
	"strings"
)

// shapes are the delimiters of a node's label by kind (authoring.md 10, M2).
var shapes = map[string][2]string{
	"agent": {`["`, `"]`}, "judge": {`{{"`, `"}}`}, "router": {`{"`, `"}`}, "human": {`[/"`, `"/]`},
	"tool": {`[["`, `"]]`}, "subbot": {`[["`, `"]]`}, "compute": {`("`, `")`},
	"emit": {`>"`, `"]`}, "wait": {`>"`, `"]`}, "await_answers": {`>"`, `"]`},
	"fail": {`(["`, `"])`}, KindEnd: {`(["`, `"])`}, KindUnknown: {`(["`, `"])`},
}

// entities makes text a label's text, whatever it holds.
var entities = strings.NewReplacer(
	"&", "#38;", "<", "#60;", ">", "#62;", `"`, "#34;", "#", "#35;", ";", "#59;", "`", "#96;", `\`, "#92;")

// Mermaid is the graph as a flowchart of Mermaid (authoring.md 10).
func (g *Graph) Mermaid() string {
	var b strings.Builder
	b.WriteString("flowchart TD\n")
	ids := make(map[string]string, len(g.Nodes))
	groups := make(map[string]int, len(g.Groups))
	for i := range g.Groups {
		if _, ok := groups[g.Groups[i].Prefix]; !ok {
			groups[g.Groups[i].Prefix] = i
		}
	}
	inside := -1
	leave := func() {
		if inside >= 0 {
			b.WriteString("  end\n")
		}
		inside = -1
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		ids[n.ID] = fmt.Sprintf("n%d", i+1)
		in := -1
		if n.Group != nil {
			in = groups[*n.Group]
		}
		if in != inside {
			leave()
			if in >= 0 {
				fmt.Fprintf(&b, "  subgraph g%d[\"%s\"]\n", in+1, entities.Replace(g.Groups[in].title()))
				inside = in
			}
		}
		if inside >= 0 {
			b.WriteString("  ")
		}
		lines := n.lines()
		for j := range lines {
			lines[j] = entities.Replace(lines[j])
		}
		shape := shapes[n.Kind]
		fmt.Fprintf(&b, "  %s%s%s%s\n", ids[n.ID], shape[0], strings.Join(lines, "<br/>"), shape[1])
	}
	leave()
	all := g.byName()
	for i := range g.Edges {
		e := &g.Edges[i]
		arrow, label := "-->", ""
		if e.Back {
			arrow = "-.->"
		}
		if parts := all.parts(e); len(parts) > 0 {
			label = `|"` + entities.Replace(strings.Join(parts, ", ")) + `"|`
		}
		fmt.Fprintf(&b, "  %s %s%s %s\n", ids[e.From], arrow, label, ids[e.To])
	}
	g.styles(&b, ids)
	return b.String()
}

// styles writes the classes that are used and who is in them.
func (g *Graph) styles(b *strings.Builder, ids map[string]string) {
	classes := []struct{ name, style string }{
		{"acting", "stroke-width:3px"},
		{"fault", "stroke-width:3px,stroke-dasharray:6 3"},
		{"unknown", "stroke-dasharray:2 2"},
	}
	in := map[string][]string{}
	for i := range g.Nodes {
		if c := g.Nodes[i].class(); c != "" {
			in[c] = append(in[c], ids[g.Nodes[i].ID])
		}
	}
	for _, c := range classes {
		if in[c.name] != nil {
			fmt.Fprintf(b, "  classDef %s %s\n", c.name, c.style)
		}
	}
	for _, c := range classes {
		if in[c.name] != nil {
			fmt.Fprintf(b, "  class %s %s\n", strings.Join(in[c.name], ","), c.name)
		}
	}
}

// class is the one class of style that the node has, or none.
func (n *Node) class() string {
	switch {
	case n.fault():
		return "fault"
	case n.Acting:
		return "acting"
	case n.Kind == KindUnknown:
		return "unknown"
	}
	return ""
}
