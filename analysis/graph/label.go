package graph

import (
	"fmt"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
)

// status is the line below a node's name: its kind, and what is said of a
// member (authoring.md 10, M3). Empty for an end.
func (n *Node) status() string {
	if n.Kind == KindEnd {
		return ""
	}
	parts := []string{n.Kind}
	if n.Acting {
		parts = append(parts, "acts")
	}
	switch {
	case n.owes():
		parts = append(parts, "no paragraph")
	case n.is(Unread):
		parts = append(parts, "unread")
	}
	return strings.Join(parts, " · ")
}

// lines are the lines of a node's label, cut and escaped.
func (n *Node) lines() []string {
	list := []string{finding.Cut(n.ID)}
	if s := n.status(); s != "" {
		list = append(list, s)
	}
	return append(list, n.Reasons...)
}

// shown is the guard as a label has it, cut and escaped.
func (w *When) shown() string {
	switch {
	case w.Expression != nil:
		return "when " + finding.Cut(*w.Expression)
	case w.Not:
		return "when not " + finding.Cut(w.Field)
	}
	return "when " + finding.Cut(w.Field)
}

// shown is the loop with its cap.
func (l *Loop) shown() string {
	limit := "∞"
	if !l.Unbounded {
		limit = finding.Cut(fmt.Sprint(l.Cap))
	}
	return finding.Cut(l.Name) + " ×" + limit
}

// loops are the loops by name.
type loops map[string]*Loop

func (g *Graph) byName() loops {
	m := make(loops, len(g.Loops))
	for i := range g.Loops {
		m[g.Loops[i].Name] = &g.Loops[i]
	}
	return m
}

// parts are the parts of an edge's label (authoring.md 10, M4), cut and
// escaped.
func (m loops) parts(e *Edge) []string {
	var list []string
	if e.When != nil {
		list = append(list, e.When.shown())
	}
	if e.Else {
		list = append(list, "else")
	}
	if e.Loop != nil {
		list = append(list, m[*e.Loop].shown())
	}
	if e.Foreach != nil {
		list = append(list, "each "+finding.Cut(*e.Foreach))
	}
	return list
}

// title is what a use of a group is called, cut and escaped.
func (g *Group) title() string { return finding.Cut(g.Prefix) + " · " + finding.Cut(g.Group) }
