package boundary

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/paragraph"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// sinks are the fields that take a report, the best first (boundary-class.md
// 11.2).
var sinks = []string{"report", "summary", "notes", "findings", "concerns", "risks", "review", "message", "comment", "human_note"}

// Wording is what the default paragraph says for one node (boundary-class.md
// 11.2).
func (n *Node) Wording() paragraph.Wording {
	return n.wording.get(func() paragraph.Wording { return n.class.readWording(n) })
}

func (c *Class) readWording(n *Node) paragraph.Wording {
	var names paragraph.Names
	for _, b := range []*Body{n.User, n.System} {
		switch {
		case b == nil:
			continue
		case n.Group != nil:
			more := paragraph.References(n.Bind(b.Text))
			names.Data, names.Vars = append(names.Data, more.Data...), append(names.Vars, more.Vars...)
		default:
			own := b.names.get(func() paragraph.Names { return paragraph.References(b.Text) })
			names.Data, names.Vars = append(names.Data, own.Data...), append(names.Vars, own.Vars...)
		}
	}
	w := paragraph.Wording{
		Data:         append(c.fields(n, "input", false), names.Data...),
		Surface:      n.Arm != 0,
		Capabilities: len(capabilityReasons(n.Capabilities)) > 0,
		Vars:         names.Vars,
		Sink:         c.sink(n),
		Stake:        stake(n),
	}
	w.Skills, _ = listTexts(n.Node, n.File, n.Decl.Prop("skills"))
	return w
}

// sharedWording is the default paragraph for a prompt that these nodes share.
func sharedWording(nodes []*Node) []string {
	list := make([]paragraph.Wording, len(nodes))
	for i, n := range nodes {
		list[i] = n.Wording()
	}
	return paragraph.Lines(paragraph.Merge(list))
}

// wordingFor is the default paragraph for the node's system prompt: that of
// all members that use it, and of the node itself where it is none.
func wordingFor(n *Node) []string {
	switch {
	case n.System == nil:
		return sharedWording([]*Node{n})
	case n.Member():
		return n.System.wording()
	}
	return sharedWording(append(slices.Clone(n.System.members), n))
}

// wording is the default paragraph for the body's members.
func (b *Body) wording() []string {
	return b.lines.get(func() []string { return sharedWording(b.members) })
}

// fields are the fields of the schema that a property of the node names, only
// those of type string where stringsOnly.
func (c *Class) fields(n *Node, property string, stringsOnly bool) []string {
	prop := n.Decl.Prop(property)
	if prop == nil || prop.Value == nil {
		return nil
	}
	schema := c.Unit.Schemas[prop.Value.Text]
	if schema == nil {
		return nil
	}
	var list []string
	for _, f := range schema.Decl.Props {
		if !stringsOnly || f.Value != nil && f.Value.Text == "string" {
			list = append(list, f.Name.Text)
		}
	}
	return list
}

func (c *Class) sink(n *Node) string {
	fields := c.fields(n, "output", true)
	for _, s := range sinks {
		if slices.Contains(fields, s) {
			return s
		}
	}
	if len(fields) > 0 {
		return fields[0]
	}
	return ""
}

// stake is the first fitting row of boundary-class.md 11.2, STAKE.
func stake(n *Node) paragraph.Stake {
	switch {
	case n.Decl.Kind == bot.KindJudge:
		return paragraph.StakeJudge
	case n.Arm == 0:
		return paragraph.StakeBoard
	}
	edits := false
	switch n.Arm {
	case 1, 3, 4, 7, 8:
		edits = true
	case 2:
		edits = slices.ContainsFunc(n.ToolNames, editing)
	case 9:
		edits = !strings.Contains(n.Answers[0].Reason, " buys ")
	}
	if edits {
		return paragraph.StakeEditor
	}
	return paragraph.StakeActs
}
