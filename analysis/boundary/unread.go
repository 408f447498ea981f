package boundary

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// unread reports whether the lines which the node's class rests on do not
// parse (boundary-class.md 10). It holds only while the error is shown: what a
// comment or [rules] hides must not hide an acting node with it, so the lines
// are judged as they can be read then.
func (c *Class) unread(n *Node) bool {
	d := n.Decl
	if d.Broken && c.shown(n.UnitFile, d.Span) {
		return true
	}
	for _, p := range d.Props {
		if c.undecided(n, p) && c.shown(n.UnitFile, p.Span) {
			return true
		}
	}
	// What the node inherits counts where its own lines do not decide.
	falls := ReadBackend(propText(n.Node, d.Prop("backend"))).Kind == FallsThrough
	if falls && n.Arm != 1 && n.Arm != 2 && (c.flow.badBackend || c.flow.broken) {
		return c.flowShown()
	}
	own, _ := listTexts(n.Node, n.File, d.Prop("capabilities"))
	return len(own) == 0 && n.Arm == 0 && c.flow.badCaps && c.flowShown()
}

// undecided reports whether a line that the class rests on does not parse.
func (c *Class) undecided(n *Node, p *bot.Prop) bool {
	switch p.Name.Text {
	case "system", "backend", "tools", "capabilities", "fallbacks":
		return broken(p)
	case "full_access":
		return broken(p) || !isBool(n.File.ValueText(p.Value))
	}
	return halfTyped(p, "system", "backend", "tools", "full_access", "capabilities", "fallbacks")
}

func isBool(word string) bool { return word == "true" || word == "false" }

// fullAccess reads full_access:. A value that is neither true nor false gets
// here only where its error is hidden; it may well mean yes.
func fullAccess(n *bot.Node) bool {
	p := n.Decl.Prop("full_access")
	return p != nil && p.Value != nil && propText(n, p) != "false"
}

// shown reports whether an error of the language is shown on the lines of the
// span.
func (c *Class) shown(f *bot.UnitFile, s text.Span) bool {
	if c.Shown == nil {
		return true
	}
	t := f.File.Text
	return c.Shown(f.Path, text.Span{Start: t.LineStart(t.LineAt(s.Start)), End: t.LineFull(t.LineAt(s.End)).End})
}

func (c *Class) flowShown() bool {
	w := c.Unit.Workflow
	return w == nil || c.shown(w.UnitFile, w.Decl.Span)
}

// bodyless reports whether the prompt's declaration does not parse and so has
// no body: what stands below its header may hold the paragraph.
func (c *Class) bodyless(b *Body) bool {
	if b == nil || b.Prompt == nil || b.Prompt.Decl == nil {
		return false
	}
	p := b.Prompt
	return p.Decl.Broken && p.Decl.Body == nil && c.shown(&bot.UnitFile{Path: p.Path, File: p.File}, p.Decl.Span)
}

// importBroken reports whether an unknown name may stand in an import that
// cannot be read, which is said at the import.
func (c *Class) importBroken() bool {
	return c.Unit.ImportBroken && (c.ImportShown == nil || c.ImportShown())
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
