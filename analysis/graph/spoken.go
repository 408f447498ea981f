package graph

import (
	"fmt"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
)

// title names the picture.
func (g *Graph) title() string {
	s := fmt.Sprintf("Workflow %s: %s, %s", finding.Cut(g.Workflow), counted(len(g.Nodes), "node"), counted(len(g.Edges), "edge"))
	if !g.Complete {
		s += "; parts of the files could not be read"
	}
	return s
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// description says in sentences what the picture shows.
func (g *Graph) description() string {
	var acting, owing, lost, loops []string
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if n.Acting {
			acting = append(acting, finding.Cut(n.ID))
		}
		if n.owes() {
			owing = append(owing, finding.Cut(n.ID))
		}
		if !n.Reachable && n.Kind != KindEnd {
			lost = append(lost, finding.Cut(n.ID))
		}
	}
	for i := range g.Loops {
		l := &g.Loops[i]
		switch {
		case !l.Unbounded:
			loops = append(loops, finding.Cut(l.Name)+" at most "+finding.Cut(fmt.Sprint(l.Cap))+" times")
		case l.Cap == nil:
			loops = append(loops, finding.Cut(l.Name)+" without a limit")
		default:
			loops = append(loops, finding.Cut(l.Name)+" without a limit of its own, with fuel for "+finding.Cut(fmt.Sprint(l.Cap)))
		}
	}
	list := []string{"There is no entry."}
	if g.Entry != "" {
		list[0] = "The entry is " + finding.Cut(g.Entry) + "."
	}
	say := func(none, some string, names []string) {
		if len(names) > 0 {
			list = append(list, some+strings.Join(names, ", ")+".")
		} else if none != "" {
			list = append(list, none)
		}
	}
	say("No node acts.", "These nodes act: ", acting)
	say("", "Without a boundary paragraph, or with one that is not closed: ", owing)
	say("", "Loops: ", loops)
	say("", "Not reached from the entry: ", lost)
	return strings.Join(list, " ")
}

// spoken is a node in words.
func (n *Node) spoken() string {
	s := finding.Cut(n.ID)
	if n.Kind != KindEnd {
		s += ", " + strings.ReplaceAll(n.status(), " · ", ", ")
	}
	if len(n.Reasons) > 0 {
		s += ": " + strings.Join(n.Reasons, "; ")
	}
	if n.Deferred {
		s += "; deferred"
	}
	return s
}

// spoken is an edge in words.
func (d *drawing) spoken(i int) string {
	e := &d.Edges[i]
	s := finding.Cut(e.From) + " to " + finding.Cut(e.To)
	if parts := d.loops.parts(e); len(parts) > 0 {
		s += ", " + strings.Join(parts, ", ")
	}
	return s
}
