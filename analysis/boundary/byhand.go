package boundary

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Pattern is one of the five patterns by which a node is known to hold more
// than it declares (boundary-class.md 5.4).
type Pattern struct {
	// Why is the word of BND102's data.
	Why string
	// Span is the property's name, or the node's name where the pattern comes
	// from elsewhere.
	Span text.Span
	// Grants says what the run adds.
	Grants string
}

// patterns gives the patterns that fit the node, in the order of
// boundary-class.md 5.4.
func (c *Class) patterns(n *Node) []Pattern {
	if n.Primary.Kind != Routed {
		return nil
	}
	var list []Pattern
	add := func(prop *bot.Prop, why, grants string) {
		at := n.Decl.Name.Span
		if prop != nil {
			at = prop.Name.Span
		}
		list = append(list, Pattern{why, at, grants})
	}
	switch n.Primary.Route {
	case claw:
		if n.Tools == T0 || n.Tools == T4 {
			return nil
		}
		if prop, ok := c.autoMemory(n); ok {
			add(prop, "auto_memory", "auto_memory grants write_file")
		}
		if prop, ok := c.ultracode(n); ok {
			add(prop, "ultracode", "ultracode grants the agent tool")
		}
	case codex:
		if n.Tools != T2 {
			return nil
		}
		if prop, ok := c.asks(n); ok {
			add(prop, "interaction", "interaction puts ask_user on the list")
		}
		if len(n.Capabilities) > 0 {
			var prop *bot.Prop
			if !n.Inherited {
				prop = n.Decl.Prop("capabilities")
			}
			add(prop, "capabilities", "capabilities put their tools on the list")
		}
		if prop, ok := c.image(n); ok {
			add(prop, "image-attachment", "an image attachment puts read_image on the list")
		}
	}
	return list
}

// autoMemory is H1: on for the node, or for the workflow and not off here.
func (c *Class) autoMemory(n *Node) (*bot.Prop, bool) {
	prop := n.Decl.Prop("auto_memory")
	switch own := propText(n.Node, prop); {
	case own == "on":
		return prop, true
	case own == "off":
		return nil, false
	}
	return nil, c.flow.autoMemory == "on"
}

// ultracode is H2: the word as written or as authored default, or an edge
// that may set it.
func (c *Class) ultracode(n *Node) (*bot.Prop, bool) {
	const word = "ultracode"
	prop := n.Decl.Prop("reasoning_effort")
	if s, _, decided := bot.ExpandDefaults(propText(n.Node, prop)); decided && strings.TrimSpace(s) == word {
		return prop, true
	}
	for _, v := range c.flow.effort[n.Name] {
		if mayBe(c.flow.file.ValueText(v), word) {
			return nil, true
		}
	}
	if n.Group == nil {
		return nil, false
	}
	for _, e := range n.Group.Edges {
		v := effortOf(e)
		if v != nil && e.Refs[len(e.Refs)-1].Text == n.Decl.Name.Text && mayBe(n.Bind(n.File.ValueText(v)), word) {
			return nil, true
		}
	}
	return nil, false
}

// mayBe reports whether a mapped value is the word or a template.
func mayBe(s, word string) bool {
	if strings.Contains(s, "{{") {
		return true
	}
	s, _, decided := bot.ExpandDefaults(s)
	return decided && strings.TrimSpace(s) == word
}

// asks is H3: interaction, own or inherited, anything but none.
func (c *Class) asks(n *Node) (*bot.Prop, bool) {
	prop := n.Decl.Prop("interaction")
	own := propText(n.Node, prop)
	if own != "" {
		return prop, own != "none"
	}
	return nil, c.flow.interaction != "" && c.flow.interaction != "none"
}

// image is H5: one of the node's prompts references an image attachment.
func (c *Class) image(n *Node) (*bot.Prop, bool) {
	if len(c.flow.images) == 0 {
		return nil, false
	}
	for _, name := range []string{"user", "system"} {
		body, prop, _ := c.prompt(n.Decl, name)
		if body == nil {
			continue
		}
		names := body.attachments.get(func() map[string]bool { return attachments(body.Text) })
		if n.Group != nil && len(names) == 0 {
			names = attachments(n.Bind(body.Text))
		}
		for a := range names {
			if c.flow.images[a] {
				return prop, true
			}
		}
	}
	return nil, false
}

// attachments are the attachments that a text references.
func attachments(s string) map[string]bool {
	var m map[string]bool
	for _, t := range bot.Templates(s) {
		if parts := t.Parts(); len(parts) > 1 && parts[0] == "attachments" {
			if m == nil {
				m = map[string]bool{}
			}
			m[parts[1]] = true
		}
	}
	return m
}
