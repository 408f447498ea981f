package botedit

import (
	"slices"

	"github.com/boundary-lsp/boundary-lsp/analysis/botindex"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Call is a node of the graph in the call hierarchy (authoring.md 8, L2).
// Clones of a group are nodes of their own.
type Call struct {
	// Unit is the main file of the graph, Name the node's name in it.
	Unit, Name string
	// Keyword is the declaring one, empty for done and fail.
	Keyword string
	// Target is the declaration. Of done and fail it is the first place that
	// names them.
	Target
}

// Neighbour is a node at the other end of edges.
type Neighbour struct {
	Call
	// From are the words that name the target, for outgoing, or the source,
	// for incoming calls, all in the file of the calling node; where that is
	// declared in another file, its name there.
	From []text.Span
}

// PrepareCalls gives the nodes that are declared or named at a byte offset.
func PrepareCalls(snap *workspace.Snapshot, file string, off int) []Call {
	var list []Call
	seen := map[string]bool{}
	for _, x := range botindex.For(snap, file) {
		o := x.At(file, off)
		if o == nil {
			continue
		}
		g := calls{x: x}
		for _, name := range g.names(o) {
			if c, ok := g.call(name); ok && !seen[x.Unit.Path+"\x00"+name] {
				seen[x.Unit.Path+"\x00"+name] = true
				list = append(list, c)
			}
		}
	}
	return list
}

// OutgoingCalls gives the targets of a node's edges, each once, in the order
// of the source.
func OutgoingCalls(snap *workspace.Snapshot, unit, name string) []Neighbour {
	return neighbours(snap, unit, name, true)
}

// IncomingCalls gives the sources of the edges to a node, each once, in the
// order of the source.
func IncomingCalls(snap *workspace.Snapshot, unit, name string) []Neighbour {
	return neighbours(snap, unit, name, false)
}

func neighbours(snap *workspace.Snapshot, unit, name string, out bool) []Neighbour {
	if workspace.Kind(unit) != workspace.Bot {
		return nil
	}
	x := botindex.Of(snap, unit)
	if x == nil {
		return nil
	}
	g := calls{x: x}
	self, ok := g.call(name)
	if !ok {
		return nil
	}
	arrows := g.graph().In[name]
	if out {
		arrows = g.graph().Out[name]
	}
	var list []Neighbour
	index := map[string]int{}
	for _, a := range arrows {
		other, at := a.From, a.FromAt
		if out {
			other, at = a.To, a.ToAt
		}
		i, known := index[other]
		if !known {
			c, ok := g.call(other)
			if !ok {
				continue
			}
			i = len(list)
			index[other] = i
			list = append(list, Neighbour{Call: c})
		}
		caller := list[i].Call
		if out {
			caller = self
		}
		if a.File.Path != caller.Path {
			at = caller.Span
		}
		if !slices.Contains(list[i].From, at) {
			list[i].From = append(list[i].From, at)
		}
	}
	return list
}

// calls reads the graph of one unit.
type calls struct {
	x     *botindex.Index
	drawn *botindex.Graph
}

func (g *calls) graph() *botindex.Graph {
	if g.drawn == nil {
		g.drawn = g.x.Graph()
	}
	return g.drawn
}

// names are the nodes of the graph that an occurrence names.
func (g *calls) names(o *botindex.Occurrence) []string {
	if o.Kind == botindex.Terminal {
		return []string{o.Name}
	}
	s := o.Symbol()
	if o.Kind != botindex.Node || s == nil {
		return nil
	}
	var list []string
	for _, n := range g.x.Unit.Nodes {
		if g.x.Node(n.Name) == s && n.Decl == s.Decl {
			list = append(list, n.Name)
		}
	}
	// An edge names one clone.
	if s.Owner != nil {
		for _, a := range g.graph().Arrows {
			for name, at := range map[string]text.Span{a.From: a.FromAt, a.To: a.ToAt} {
				if a.Prefix == "" && a.File.Path == o.Path && at.Covers(o.Span) && slices.Contains(list, name) {
					return []string{name}
				}
			}
		}
	}
	return list
}

func (g *calls) call(name string) (Call, bool) {
	c := Call{Unit: g.x.Unit.Path, Name: name}
	if s := g.x.Node(name); s != nil && len(s.Decls) > 0 {
		to := declared(s)
		if len(to) == 0 {
			return c, false
		}
		c.Target, c.Keyword = to[0], s.Decl.Kind.Keyword()
		return c, true
	}
	if !bot.Terminal(name) {
		return c, false
	}
	for _, a := range g.graph().In[name] {
		c.Target = Target{Location{a.File.Path, a.ToAt}, a.ToAt}
		return c, true
	}
	for _, a := range g.graph().Out[name] {
		c.Target = Target{Location{a.File.Path, a.FromAt}, a.FromAt}
		return c, true
	}
	return c, false
}
