package boundary

import (
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
	}
	c.bodies()
	if u.Workflow == nil {
		return c
	}
	c.flow = readFlow(u)
	ex := exemptions{validDeferrals(env.Config), enrolments(env.Config)}
	room := make([]Node, len(u.Nodes))
	c.Nodes = make([]*Node, 0, len(u.Nodes))
	for _, bn := range u.Nodes {
		c.bindAll(bn)
		if bn.Decl.Kind != bot.KindAgent && bn.Decl.Kind != bot.KindJudge {
			continue
		}
		n := &room[len(c.Nodes)]
		n.Node, n.class = bn, c
		c.node(n, ex)
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
	c.Bodies = make([]*Body, 0, len(c.Unit.AllPrompts))
	for _, p := range c.Unit.AllPrompts {
		b := ReadBody(c.Source, p)
		c.Bodies = append(c.Bodies, b)
		c.Paragraphs += len(b.Regions)
		if p.Inline == nil {
			c.byPrompt[p] = b
			continue
		}
		if c.byInline == nil {
			c.byInline = map[*bot.Value]*Body{}
		}
		c.byInline[p.Inline] = b
	}
}

// ReadBody compiles a prompt and finds its regions.
func ReadBody(src bot.Source, p *bot.Prompt) *Body {
	compiled := bot.Compile(src, p)
	status, _ := paragraph.Check(compiled)
	return &Body{Compiled: compiled, Status: string(status), Regions: paragraph.Regions(compiled)}
}

// prompt resolves a prompt property; unknown says that it names nothing.
func (c *Class) prompt(d *bot.Decl, name string) (b *Body, prop *bot.Prop, unknown bool) {
	if prop = d.Prop(name); prop == nil || prop.Value == nil {
		return nil, nil, false
	}
	if prop.Value.Kind == bot.String {
		b = c.byInline[prop.Value]
		return b, prop, b == nil
	}
	p, found := c.Unit.Prompts[prop.Value.Text]
	if !found {
		return nil, prop, true
	}
	b = c.byPrompt[p]
	return b, prop, b == nil
}

// exemptions are what a configuration says about nodes, by key.
type exemptions struct {
	deferred map[string]*config.Deferral
	enrolled map[string]*config.Entry
}

// node judges one agent or judge.
func (c *Class) node(n *Node, ex exemptions) {
	bn, d := n.Node, n.Decl
	names, declared := listTexts(bn, bn.File, d.Prop("tools"))
	n.ToolNames, n.Tools = names, toolState(names, declared)
	n.Primary = readPrimary(propText(bn, d.Prop("backend")), c.flow.backend)
	n.Fallbacks = readFallbacks(bn)
	n.Capabilities, _ = listTexts(bn, bn.File, d.Prop("capabilities"))
	if len(n.Capabilities) == 0 {
		n.Capabilities, n.Inherited = c.flow.capabilities, len(c.flow.capabilities) > 0
	}
	n.Answers = surface(fullAccess(bn), n.Tools, names, n.Primary, n.Fallbacks)
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
}

// carries looks for the paragraph in the node's prompts (boundary-class.md
// 6.1).
func (c *Class) carries(n *Node) {
	var unknown bool
	n.System, n.SystemProp, unknown = c.prompt(n.Decl, "system")
	n.User, _, _ = c.prompt(n.Decl, "user")
	n.system, n.user = c.bind(n.System, n.Node), c.bind(n.User, n.Node)
	switch {
	case n.SystemProp == nil:
		n.Cause = causeNoSystem
	case unknown && c.importBroken():
		n.Cause = causeUnread
	case unknown:
		n.Cause = causeUnknown
	case n.system.Status == paragraphThere:
		n.Cause = paragraphThere
	case n.system.Status == causeNotExact:
		n.Cause = causeNotExact
	case n.user != nil && n.user.Status == paragraphThere:
		n.Cause = causeInUser
	case c.bodyless(n.System):
		n.Cause = causeUnread
	default:
		n.Cause = causeNoPhrase
	}
}
