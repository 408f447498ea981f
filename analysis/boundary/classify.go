package boundary

import (
	"strings"
	"sync"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/analysis/paragraph"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// Classify judges a unit.
func Classify(u *bot.Unit, env Env) *Class {
	if env.Config == nil {
		env.Config = &config.Config{}
	}
	c := &Class{
		Unit: u, Env: env,
		byPrompt: make(map[*bot.Prompt]*Body, len(u.AllPrompts)),
		byInline: map[*bot.Value]*Body{},
	}
	c.bodies()
	if u.Workflow == nil {
		return c
	}
	c.flow = readFlow(u)
	ex := exemptions{validDeferrals(env.Config), enrolments(env.Config)}
	for _, bn := range u.Nodes {
		if bn.Decl.Kind != bot.KindAgent && bn.Decl.Kind != bot.KindJudge {
			continue
		}
		n := c.node(bn, ex)
		c.Nodes = append(c.Nodes, n)
		if b := n.System; b != nil {
			b.users = append(b.users, n)
			if n.Member() && !n.Unread {
				b.members = append(b.members, n)
			}
		}
	}
	for _, s := range u.Supervisors {
		c.Supervisors = append(c.Supervisors, c.supervisor(s))
	}
	return c
}

// bodies compiles every prompt of the unit.
func (c *Class) bodies() {
	for _, p := range c.Unit.AllPrompts {
		b := ReadBody(c.Source, p)
		c.Bodies = append(c.Bodies, b)
		c.Paragraphs += len(b.Regions)
		c.byPrompt[p] = b
		if p.Inline != nil {
			c.byInline[p.Inline] = b
		}
	}
}

// ReadBody compiles a prompt and finds its regions.
func ReadBody(src bot.Source, p *bot.Prompt) *Body {
	compiled := bot.Compile(src, p)
	status, _ := paragraph.Check(compiled)
	b := &Body{Compiled: compiled, Status: string(status), Regions: paragraph.Regions(compiled)}
	b.names = sync.OnceValue(func() paragraph.Names { return paragraph.References(b.Text) })
	b.lines = sync.OnceValue(func() []string { return sharedWording(b.members) })
	b.attachments = sync.OnceValue(func() map[string]bool { return attachments(b.Text) })
	return b
}

// prompt resolves a prompt property; unknown says that it names nothing.
func (c *Class) prompt(f *bot.UnitFile, d *bot.Decl, name string) (b *Body, prop *bot.Prop, unknown bool) {
	p, prop, found := c.Unit.Prompt(f, d, name)
	switch {
	case prop == nil:
		return nil, nil, false
	case !found:
		return nil, prop, true
	case p.Inline != nil:
		b = c.byInline[p.Inline]
	default:
		b = c.byPrompt[p]
	}
	return b, prop, b == nil
}

// exemptions are what a configuration says about nodes, by key.
type exemptions struct {
	deferred map[string]*config.Deferral
	enrolled map[string]*config.Entry
}

// node judges one agent or judge.
func (c *Class) node(bn *bot.Node, ex exemptions) *Node {
	n := &Node{Node: bn}
	n.wording = sync.OnceValue(func() paragraph.Wording { return c.readWording(n) })
	d := bn.Decl
	names, declared := listTexts(bn, bn.File, d.Prop("tools"))
	n.ToolNames, n.Tools = names, toolState(names, declared)
	n.Primary = readPrimary(propText(bn, d.Prop("backend")), c.flow.backend)
	n.Fallbacks = readFallbacks(bn)
	n.Capabilities, _ = listTexts(bn, bn.File, d.Prop("capabilities"))
	if len(n.Capabilities) == 0 {
		n.Capabilities, n.Inherited = c.flow.capabilities, len(c.flow.capabilities) > 0
	}
	n.Answers = surface(propText(bn, d.Prop("full_access")) == "true", n.Tools, names, n.Primary, n.Fallbacks)
	if len(n.Answers) > 0 {
		n.Arm = n.Answers[0].Arm
		n.Reasons = append(n.Reasons, n.Answers[0].Reason)
	}
	n.Unread = c.unread(n)
	n.Reasons = append(n.Reasons, capabilityReasons(n.Capabilities)...)
	if c.HasKeys {
		n.Key = Key(c.Prefix, bn.Name)
		n.Deferred = ex.deferred[n.Key]
		if n.Deferred != nil && expired(n.Deferred, c.Today) {
			n.Deferred = nil
		}
		if n.Enrolled = ex.enrolled[n.Key]; n.Enrolled != nil {
			n.Reasons = append(n.Reasons, "by hand: "+shown(n.Enrolled.Reason.V))
		}
	}
	c.carries(n)
	n.Patterns = c.patterns(n)
	return n
}

// carries looks for the paragraph in the node's prompts (boundary-class.md
// 6.1).
func (c *Class) carries(n *Node) {
	var unknown bool
	n.System, n.SystemProp, unknown = c.prompt(n.UnitFile, n.Decl, "system")
	n.User, _, _ = c.prompt(n.UnitFile, n.Decl, "user")
	switch {
	case n.SystemProp == nil:
		n.Cause = causeNoSystem
	case unknown && c.Unit.ImportBroken:
		n.Cause = causeUnread
	case unknown:
		n.Cause = causeUnknown
	case carriesPhrase(n.Node, n.System):
		n.Cause = paragraphThere
	case n.System.Status == causeNotExact:
		n.Cause = causeNotExact
	case n.User != nil && carriesPhrase(n.Node, n.User):
		n.Cause = causeInUser
	default:
		n.Cause = causeNoPhrase
	}
}

// carriesPhrase is the test for the phrase, with the group's parameters bound.
func carriesPhrase(n *bot.Node, b *Body) bool {
	if b.Status == paragraphThere {
		return true
	}
	return n.Group != nil && strings.Contains(n.Bind(b.Text), paragraph.Phrase)
}
