package boundary

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// unread reports whether the lines which the node's class rests on do not
// parse (boundary-class.md 10).
func (c *Class) unread(n *Node) bool {
	d := n.Decl
	if d.Broken {
		return true
	}
	for _, p := range d.Props {
		switch p.Name.Text {
		case "system", "backend", "tools", "capabilities", "fallbacks":
			if broken(p) {
				return true
			}
		case "full_access":
			word := n.File.ValueText(p.Value)
			if broken(p) || word != "true" && word != "false" {
				return true
			}
		default:
			if halfTyped(p, "system", "backend", "tools", "full_access", "capabilities", "fallbacks") {
				return true
			}
		}
	}
	// What the node inherits counts where its own lines do not decide.
	falls := ReadBackend(propText(n.Node, d.Prop("backend"))).Kind == FallsThrough
	if falls && n.Arm != 1 && n.Arm != 2 && (c.flow.badBackend || c.flow.broken) {
		return true
	}
	own, _ := listTexts(n.Node, n.File, d.Prop("capabilities"))
	return len(own) == 0 && n.Arm == 0 && c.flow.badCaps
}

// halfTyped reports whether a line is the beginning of one of the names: it
// may become the property that decides (lsp.md, Diagnostics).
func halfTyped(p *bot.Prop, names ...string) bool {
	if !p.Unknown || !p.Broken || p.Name.Missing() || !p.Colon.Empty() {
		return false
	}
	return slices.ContainsFunc(names, func(s string) bool { return strings.HasPrefix(s, p.Name.Text) })
}

// broken reports whether an error stands in the property or in its block.
func broken(p *bot.Prop) bool {
	if p.Broken || p.Value == nil && !p.HasBlock {
		return true
	}
	for _, e := range p.Block {
		if broken(e) {
			return true
		}
	}
	return false
}

// Parses reports whether all files of the unit parse and all imports can be
// read (boundary-class.md 9.5). hidden, where set, tells errors that [rules]
// or a comment has lowered or hidden and which therefore do not count.
func (c *Class) Parses(hidden func(path string, e bot.Error) bool) bool {
	for _, f := range c.Unit.Files {
		for _, e := range f.File.Errors {
			if !e.Warning && (hidden == nil || !hidden(f.Path, e)) {
				return false
			}
		}
	}
	return !c.Unit.ImportBroken
}
