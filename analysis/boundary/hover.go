package boundary

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/paragraph"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Hover gives the Markdown for a byte offset of a file of the unit: on the
// name of an agent or judge its verdict, on the phrase the region
// (boundary-class.md 12). span is what the hover is about.
func (c *Class) Hover(file string, offset int) (markdown string, span text.Span, ok bool) {
	for _, n := range c.Nodes {
		if n.Path == file && !n.Decl.Name.Missing() && n.Decl.Name.Span.Contains(offset) {
			return c.declarationHover(n), n.Decl.Name.Span, true
		}
	}
	for _, b := range c.Bodies {
		if b.Prompt.Path != file {
			continue
		}
		b = b.shown()
		for i := range b.Regions {
			at := b.Regions[i].Place.Origin.Span
			if at.Contains(offset) {
				return regionHover(b, &b.Regions[i]), at, true
			}
		}
	}
	return "", text.Span{}, false
}

// declarationHover is the hover of a declaration; in a group that is used more
// than once the other uses follow the first.
func (c *Class) declarationHover(first *Node) string {
	md := c.NodeHover(first)
	if first.Group == nil {
		return md
	}
	var uses []string
	for _, n := range c.Nodes {
		if n.Decl != first.Decl {
			continue
		}
		line := "- " + finding.Quote(n.Name) + ": acts: no"
		if n.Member() {
			line = "- " + finding.Quote(n.Name) + ": acts: " + strings.Join(quoteAll(n.Reasons), "; ")
		}
		uses = append(uses, line)
	}
	return "**Node** " + finding.Quote(first.Name) + "\n\n" + md + "\n\n**Uses of the group**\n" + strings.Join(uses, "\n")
}

// NodeHover is the verdict on a node as Markdown.
func (c *Class) NodeHover(n *Node) string {
	parts := []string{acts(n), routesRead(n), capabilitiesRead(n), c.paragraphRead(n)}
	if s := notRead(n); s != "" {
		parts = append(parts, s)
	}
	return strings.Join(parts, "\n\n")
}

func acts(n *Node) string {
	switch {
	case n.Unread:
		return "**Acts: not known**, because a line that decides it does not parse"
	case !n.Member():
		return "**Acts: no**"
	}
	lines := []string{"**Acts: yes**"}
	rest := n.Reasons
	for i, a := range n.Answers {
		if i == 0 {
			lines = append(lines, "- "+codeSpan(a.Reason)+" — decided")
			rest = rest[1:]
			continue
		}
		lines = append(lines, "  - "+codeSpan(a.Reason)+" — also")
	}
	for _, r := range rest {
		lines = append(lines, "- "+codeSpan(r))
	}
	return strings.Join(lines, "\n")
}

func routesRead(n *Node) string {
	p := n.Primary
	lines := []string{"**Routes read**"}
	if p.Kind == Undecided {
		lines = append(lines, fmt.Sprintf("- primary undecided (%s: %s): a launch or the host decides, nothing bounds the node", p.Property, finding.Quote(p.Raw)))
	} else {
		lines = append(lines, fmt.Sprintf("- primary %s (%s): %s", finding.Quote(p.Route), how(p), effect(p.Route, n.Tools)))
	}
	for _, f := range n.Fallbacks {
		name := finding.Quote(f.Name)
		switch f.Kind {
		case FallbackSkip:
			lines = append(lines, "- fallback "+name+": ignored, it skips")
		case FallbackOwn:
			lines = append(lines, "- fallback "+name+": ignored, it stays on the node's own route")
		case FallbackUndecided:
			lines = append(lines, "- fallback "+name+": undecided "+finding.Quote(f.Raw)+", nothing bounds the node")
		default:
			line := "- fallback " + name + ": " + finding.Quote(f.Route)
			if len(f.Vars) > 0 {
				line += " (authored default of " + variables(f.Vars) + ")"
			}
			lines = append(lines, line+", "+effect(f.Route, n.Tools))
		}
	}
	return strings.Join(lines, "\n")
}

// how says by what a primary route was found.
func how(p Primary) string {
	if p.Property == "" {
		return "detection order, first choice"
	}
	by := "literal"
	if len(p.Vars) > 0 {
		by = "authored default of " + variables(p.Vars)
	}
	if p.Property == defaultBackend {
		by = defaultBackend + ":, " + by
	}
	return by
}

func variables(names []string) string {
	list := make([]string, len(names))
	for i, v := range names {
		list[i] = finding.Quote("${" + v + "}")
	}
	return strings.Join(list, ", ")
}

// effect says what the list does on a route.
func effect(route string, tools ToolState) string {
	switch {
	case route == claw && tools == T0:
		return "no list, no tools"
	case route == claw:
		return "the list is the bound"
	case tools == T0:
		return "no list, the full native toolset"
	case route == claudeCode:
		return "the list is subtracted from an open roster"
	case route == codex && tools == T2:
		return "the list buys the read-only mode"
	case route == codex && tools == T1:
		return "an empty list is read like a missing one"
	case route == codex:
		return "the list buys workspace-write"
	}
	return "never receives the list"
}

func capabilitiesRead(n *Node) string {
	if len(n.Capabilities) == 0 {
		return "**Capabilities** none"
	}
	whose := "own"
	if n.Inherited {
		whose = "inherited"
	}
	list := make([]string, len(n.Capabilities))
	for i, s := range n.Capabilities {
		list[i] = finding.Quote(s)
	}
	return "**Capabilities** " + whose + ": " + strings.Join(list, ", ")
}

func (c *Class) paragraphRead(n *Node) string {
	s := "**Boundary paragraph**"
	switch name := promptName(n.System, n.SystemProp); {
	case n.System == nil && n.SystemProp == nil:
	case n.System == nil:
		s += " in " + finding.Quote(name)
	case name == "":
		s += " in the inline prompt"
	default:
		s += " in " + finding.Quote(name) + " (" + finding.Quote(relative(c.Unit.Root, n.System.Prompt.Path)) + ")"
	}
	switch {
	case n.Cause == causeUnread:
		s += ": not known, because an import cannot be read"
	case n.Cause != paragraphThere:
		s += ": missing, " + n.Cause
		if !n.Member() {
			s += "; a node outside the class needs none"
		}
	case n.System.Open() || n.system.Open():
		s += ": present, and not closed"
	default:
		s += ": present"
	}
	if d := n.Deferred; d != nil {
		s += "; deferred by " + finding.Quote(d.Owner.V) + ": " + finding.Quote(d.Reason.V)
	}
	return s
}

// notRead says what a run may add.
func notRead(n *Node) string {
	var list []string
	for _, p := range n.Patterns {
		list = append(list, p.Grants)
	}
	var vars []string
	for _, v := range n.Primary.Vars {
		vars = append(vars, finding.Quote(v))
	}
	for _, f := range n.Fallbacks {
		for _, v := range f.Vars {
			vars = append(vars, finding.Quote(v))
		}
	}
	slices.Sort(vars)
	if vars = slices.Compact(vars); len(vars) > 0 {
		list = append(list, strings.Join(vars, ", ")+" may be set on the host")
	}
	list = append(list,
		"a launch may route this node elsewhere or change its effort",
		"MCP servers of the project or a plugin may add tools",
		"the engine wires its question, todo, memory and board tools itself")
	return "**Not read here** — " + strings.Join(list, "; ") + "."
}

// regionHover says how far a region runs and which parts were found.
func regionHover(b *Body, r *paragraph.Region) string {
	lines := []string{"**Boundary paragraph**"}
	last := b.Origin(text.Span{Start: max(r.Span.End-1, r.Phrase.End-1), End: max(r.Span.End, r.Phrase.End)})
	if first := r.Place.Origin; r.Place.Included == nil && last.Include == nil {
		file := fileText(b.Prompt)
		lines = append(lines, fmt.Sprintf("- literal from line %d to line %d of %s: no reference may stand there",
			file.LineAt(first.Span.Start)+1, file.LineAt(max(last.Span.End-1, 0))+1, finding.Quote(path.Base(b.Prompt.Path))))
	} else if b.Bound {
		lines = append(lines, "- arrives by a parameter of a group; no reference may stand in it")
	} else {
		lines = append(lines, "- arrives by include; no reference may stand in it")
	}
	if n := len(r.Refs); n > 0 {
		lines = append(lines, fmt.Sprintf("- references inside: %d", n))
	}
	for _, part := range []struct{ name, says string }{
		{paragraph.PartData, "what is data"},
		{paragraph.PartAuthority, "what is authoritative"},
		{paragraph.PartResponse, "what to do with a directive"},
	} {
		state := "found"
		if slices.Contains(r.Missing, part.name) {
			state = "not found"
		}
		lines = append(lines, "- "+part.says+": "+state)
	}
	return strings.Join(lines, "\n")
}

// fileText is the text of the file that holds a prompt.
func fileText(p *bot.Prompt) *text.Text {
	if p.Text != nil {
		return p.Text
	}
	return p.File.Text
}

func quoteAll(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = codeSpan(s)
	}
	return out
}

// codeSpan is a reason in backticks; reasons are escaped already, and their
// names cut.
func codeSpan(reason string) string { return "`" + strings.ReplaceAll(reason, "`", "'") + "`" }
