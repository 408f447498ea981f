package graph

import "fmt"

// Format is the graph in one of the forms json, mermaid and svg. The error is
// that of SVG, or names a form that is none.
func (g *Graph) Format(form string) (string, error) {
	switch form {
	case "json":
		b, err := g.JSON()
		return string(b), err
	case "mermaid":
		return g.Mermaid(), nil
	case "svg":
		return g.SVG()
	}
	return "", fmt.Errorf("there is no such form of a graph; there are json, mermaid, svg")
}
