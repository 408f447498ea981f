package boundary

import (
	"unicode/utf8"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Lens is a code lens above a member (boundary-class.md 12).
type Lens struct {
	// Span is the name of the node's declaration.
	Span  text.Span
	Title string
	// Node is the node's name in the unit.
	Node string
	// Fix is set for `insert the boundary paragraph`: the fix that it runs.
	// Without it the lens opens the hover of Span.
	Fix *finding.Fix
}

// Inlay is the text behind a member's header (boundary-class.md 12).
type Inlay struct {
	// At is the byte offset behind the header.
	At   int
	Text string
	Node string
}

// Lenses gives the lenses of a file of the unit in order; a declaration in a
// group has those of its first use that is a member.
func (c *Class) Lenses(path string) []Lens {
	var list []Lens
	for _, n := range c.declared(path) {
		list = append(list, Lens{Span: n.Decl.Name.Span, Title: "acts: " + inText(n.Reasons), Node: n.Name})
		if !n.Owes() {
			continue
		}
		if fixes := c.insertFixes(n); len(fixes) > 0 {
			list = append(list, Lens{Span: n.Decl.Name.Span, Title: "insert the boundary paragraph", Node: n.Name, Fix: &fixes[0]})
		}
	}
	return list
}

// Inlays gives the inlay hints of a file of the unit in order.
func (c *Class) Inlays(path string) []Inlay {
	var list []Inlay
	for _, n := range c.declared(path) {
		list = append(list, Inlay{At: n.Decl.Header.End, Text: shorten(inText(n.Reasons)), Node: n.Name})
	}
	return list
}

// declared gives the members whose declarations stand in a file, each
// declaration once.
func (c *Class) declared(path string) []*Node {
	var list []*Node
	seen := map[int]bool{}
	for _, n := range c.Nodes {
		if n.Path != path || n.Unread || !n.Member() || seen[n.Decl.Span.Start] {
			continue
		}
		seen[n.Decl.Span.Start] = true
		list = append(list, n)
	}
	return list
}

// shorten cuts a text that is escaped already to 60 characters.
func shorten(s string) string {
	if utf8.RuneCountInString(s) <= finding.MaxQuoted {
		return s
	}
	n := 0
	for i := range s {
		if n == finding.MaxQuoted-1 {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
