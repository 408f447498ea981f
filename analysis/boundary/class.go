package boundary

import (
	"strings"
	"sync"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/analysis/paragraph"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Env is what a unit's verdicts depend on besides the unit.
type Env struct {
	// Config is the configuration of the workspace; nil means the defaults.
	Config *config.Config
	// Prefix is what KeyPrefix gave for the unit's main file.
	Prefix string
	// HasKeys is false for fragments and fixtures: their nodes have no keys,
	// and nothing in the configuration is about them.
	HasKeys bool
	// Shown reports whether an error of the language is shown within a span
	// of a file, and ImportShown one about an import; what [rules] or a
	// comment has hidden is not. Nil means that all are.
	Shown       func(path string, span text.Span) bool
	ImportShown func() bool
	// Source reads what prompts include.
	Source bot.Source
	// Today is the date that `until` is judged by.
	Today config.Date
}

// Class is the verdict on one unit. It is immutable and safe for concurrent
// use.
type Class struct {
	Unit *bot.Unit
	Env
	// Nodes are all agents and judges in the order of the unit, those of
	// groups once per use; none in a unit without a workflow.
	Nodes []*Node
	// Supervisors are the unit's supervisors; none without a workflow.
	Supervisors []*Supervisor
	// Bodies are all prompts of the unit with a text of their own, each once.
	Bodies []*Body
	// Paragraphs is the number of regions inspected for references.
	Paragraphs int

	byPrompt map[*bot.Prompt]*Body
	byInline map[*bot.Value]*Body
	flow     flow
	// bytesBound is what was bound of maxBound.
	bytesBound int
}

// Body is a prompt as it is compiled, with its regions.
type Body struct {
	*bot.Compiled
	Regions []paragraph.Region
	// Status is empty where the body carries the phrase, else "no-phrase" or
	// "phrase-not-exact" (boundary-class.md 6.1).
	Status string

	// members are the nodes in the class whose system prompt this is, users
	// all nodes.
	members, users []*Node
	bound          bound
	// These are computed when they are first asked for: what the references
	// name, the default wording for the members, the attachments that the
	// body references.
	names       later[paragraph.Names]
	lines       later[[]string]
	attachments later[map[string]bool]
}

// later is a value that is computed when it is first asked for.
type later[T any] struct {
	once  sync.Once
	value T
}

func (l *later[T]) get(make func() T) T {
	l.once.Do(func() { l.value = make() })
	return l.value
}

// Open reports whether a reference behind a blank source line stands in a
// region (BND202).
func (b *Body) Open() bool {
	for _, r := range b.Regions {
		for _, ref := range r.Refs {
			if ref.Open {
				return true
			}
		}
	}
	return false
}

// Node is an agent or judge with its verdict.
type Node struct {
	*bot.Node
	// Key names the node in the artifact and the configuration; empty where
	// the unit has no keys.
	Key string
	// Reasons make the node a member, in the order of the artifact's rules:
	// surface, capabilities, by hand (boundary-class.md 5.1).
	Reasons []string
	// Arm is the surface arm that decided, 0 for none; Answers are all arms
	// that answer, the deciding one first.
	Arm     int
	Answers []Answer

	Tools     ToolState
	ToolNames []string
	Primary   Primary
	Fallbacks []Fallback
	// Capabilities are the node's own, or the workflow's where Inherited.
	Capabilities []string
	Inherited    bool

	// Patterns are those of boundary-class.md 5.4 that fit the node.
	Patterns []Pattern

	// Unread says that the lines which the class rests on do not parse, so
	// that nothing is said about the node (boundary-class.md 10).
	Unread bool
	// System and User are the prompts; nil where there is none. SystemProp is
	// the `system:` property, nil without one.
	System, User *Body
	SystemProp   *bot.Prop
	// system and user are the same with the group's parameters bound.
	system, user *Body
	// Cause says why the paragraph is missing: "no-system-prompt",
	// "unknown-prompt", "phrase-not-exact", "phrase-in-user-prompt",
	// "no-phrase"; empty where it is there; "unread" where the prompt may
	// stand in an import that cannot be read.
	Cause string

	// Deferred is the valid entry that defers the node, Enrolled the one that
	// makes it a member by hand.
	Deferred *config.Deferral
	Enrolled *config.Entry

	// wording is Class.Wording, computed once.
	wording later[paragraph.Wording]
	class   *Class
}

// Member reports whether the node is in the acting class.
func (n *Node) Member() bool { return len(n.Reasons) > 0 }

// ID is the node's key, or a copy of its name where it has none.
func (n *Node) ID() string {
	if n.Key != "" {
		return n.Key
	}
	return strings.Clone(n.Name)
}

// Owes reports whether the node is a member whose paragraph is missing,
// deferred or not.
func (n *Node) Owes() bool {
	return n.Member() && !n.Unread && n.Cause != "" && n.Cause != causeUnread
}

// The causes of a missing paragraph (boundary-class.md 6.1).
const (
	causeNoSystem  = "no-system-prompt"
	causeUnknown   = "unknown-prompt"
	causeNotExact  = "phrase-not-exact"
	causeInUser    = "phrase-in-user-prompt"
	causeNoPhrase  = "no-phrase"
	causeUnread    = "unread"
	paragraphThere = ""
)

// Node gives the agent or judge of that name, in a group the dotted one; nil
// for others.
func (c *Class) Node(name string) *Node {
	for _, n := range c.Nodes {
		if n.Name == name {
			return n
		}
	}
	return nil
}

// Paragraph is the state of a member's paragraph as the graph shows it:
// "present", "missing", "open" or "unread"; empty for a node outside the
// class (authoring.md 9, G2).
func (n *Node) Paragraph() string {
	switch {
	case n.Unread || n.Cause == causeUnread && n.Member():
		return "unread"
	case !n.Member():
		return ""
	case n.Cause != "":
		return "missing"
	case n.System.Open() || n.system.Open():
		return "open"
	}
	return "present"
}

// Regions gives the spans of a file of the unit that are text of a boundary
// paragraph, without line ends, in order: what an editor marks
// (boundary-class.md 12). Included text has none here.
func (c *Class) Regions(path string) []text.Span {
	var list []text.Span
	for _, b := range c.Bodies {
		if b.Prompt.Path != path {
			continue
		}
		b = b.shown()
		for _, r := range b.Regions {
			for at := r.Span.Start; at < r.Span.End; {
				line := text.Span{Start: at, End: r.Span.End}
				if n := strings.IndexByte(b.Text[at:r.Span.End], '\n'); n >= 0 {
					line.End = at + n
				}
				at = line.End + 1
				if line.Empty() {
					continue
				}
				if o := b.Origin(line); o.Include == nil && !o.Span.Empty() {
					list = append(list, o.Span)
				}
			}
		}
	}
	return list
}

// RegionsIn are the Regions that a unit which need not be judged has in the
// file at path.
func RegionsIn(u *bot.Unit, src bot.Source, path string) []text.Span {
	c := &Class{Unit: u, Env: Env{Source: src}, byPrompt: map[*bot.Prompt]*Body{}, byInline: map[*bot.Value]*Body{}}
	for _, p := range u.AllPrompts {
		if p.Path != path {
			continue
		}
		compiled := bot.Compile(src, p)
		b := &Body{Compiled: compiled, Regions: paragraph.Regions(compiled)}
		c.Bodies = append(c.Bodies, b)
		if p.Inline != nil {
			c.byInline[p.Inline] = b
		} else {
			c.byPrompt[p] = b
		}
	}
	for _, n := range u.Nodes {
		c.bindAll(n)
	}
	return c.Regions(path)
}
