package botindex

import (
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Arrow is one arrow of an edge; a chain has several. Those of a group stand
// once for each of its uses.
type Arrow struct {
	// From and To are the nodes' names in the graph, empty where missing.
	From, To string
	// FromAt and ToAt are the names as they stand in File.
	FromAt, ToAt text.Span
	File         *bot.UnitFile
	Edge         *bot.Edge
	// Last says that it is the last arrow of its edge, which has the clauses
	// (bot-language.md 10.2).
	Last bool
	// Prefix is that of the use, empty outside of groups.
	Prefix string
}

// Loop is the loop of the arrow's edge, nil without one.
func (a *Arrow) Loop() *bot.Loop {
	if a.Last {
		return a.Edge.Loop
	}
	return nil
}

// Graph is the graph of a unit: its arrows in the order of the source, those
// of a group at its use.
type Graph struct {
	Arrows []*Arrow
	// Out and In are the arrows by their ends.
	Out, In map[string][]*Arrow
}

// Graph reads the edges of the unit. It is computed at each call, in one pass.
func (x *Index) Graph() *Graph {
	g := &Graph{Out: map[string][]*Arrow{}, In: map[string][]*Arrow{}}
	for _, f := range x.Unit.Files {
		for _, d := range f.File.Decls {
			switch {
			case d.Kind == bot.KindWorkflow:
				g.add(f, d.Edges, nil, "")
			case d.Kind == bot.KindUse && !d.Prefix.Missing():
				if group := x.Unit.Groups[d.Group.Text]; group != nil {
					g.add(group.UnitFile, group.Decl.Edges, group.Decl, d.Prefix.Text)
				}
			}
		}
		g.add(f, f.File.Orphans, nil, "")
	}
	return g
}

// add reads edges. Members of a group have the prefix of its use in their
// names, what else an edge of a group names stands outside.
func (g *Graph) add(f *bot.UnitFile, edges []*bot.Edge, group *bot.Decl, prefix string) {
	members := map[string]bool{}
	if group != nil {
		for _, m := range group.Decls {
			members[m.Name.Text] = true
		}
	}
	name := func(id bot.Ident) string {
		if !id.Missing() && members[id.Text] {
			return prefix + "." + id.Text
		}
		return id.Text
	}
	for _, e := range edges {
		for i := 1; i < len(e.Refs); i++ {
			a := &Arrow{
				From: name(e.Refs[i-1]), To: name(e.Refs[i]), FromAt: e.Refs[i-1].Span, ToAt: e.Refs[i].Span,
				File: f, Edge: e, Last: i == len(e.Refs)-1, Prefix: prefix,
			}
			g.Arrows = append(g.Arrows, a)
			if a.From != "" {
				g.Out[a.From] = append(g.Out[a.From], a)
			}
			if a.To != "" {
				g.In[a.To] = append(g.In[a.To], a)
			}
		}
	}
}

// After are the nodes that can run after a node, itself where a cycle leads
// back to it.
func (g *Graph) After(name string) map[string]bool {
	return reach(name, g.Out, func(a *Arrow) string { return a.To })
}

// Before are the nodes that can run before a node, itself where a cycle leads
// back to it.
func (g *Graph) Before(name string) map[string]bool {
	return reach(name, g.In, func(a *Arrow) string { return a.From })
}

func reach(from string, arrows map[string][]*Arrow, next func(*Arrow) string) map[string]bool {
	seen := map[string]bool{}
	queue := []string{from}
	for len(queue) > 0 {
		at := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, a := range arrows[at] {
			if n := next(a); n != "" && !seen[n] {
				seen[n] = true
				queue = append(queue, n)
			}
		}
	}
	return seen
}
