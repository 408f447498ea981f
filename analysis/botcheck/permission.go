package botcheck

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// ruleLists are the lists of the permission gate.
var ruleLists = []string{"allow", "ask", "deny"}

// gateMode is the mode of a declaration's gate in lower case: empty without
// one, "?" where it cannot be read or is no mode.
func gateMode(f *bot.UnitFile, d *bot.Decl) string {
	p := d.Prop("permission")
	if p == nil {
		if unsure(d) && d.Kind != bot.KindWorkflow {
			return "?"
		}
		return ""
	}
	if p.Broken || p.Unknown || p.Value == nil {
		return "?"
	}
	switch m := strings.ToLower(strings.TrimSpace(f.File.ValueText(p.Value))); m {
	case "", "off", "ask", "deny":
		return m
	}
	return "?"
}

// gate is the mode in force for a node.
func (c *checker) gate(n *node) string {
	m := gateMode(n.UnitFile, n.Decl)
	if m != "" {
		return m
	}
	w := c.u.Workflow
	switch {
	case w == nil, w.Decl.Broken && w.Decl.Prop("permission") == nil, c.hidden.edges:
		return "?"
	}
	return gateMode(w.UnitFile, w.Decl)
}

// rules are the entries of a list of rules, nil without one.
func rules(d *bot.Decl, list string) []*bot.Value {
	p := d.Prop(list)
	if p == nil || p.Broken || p.Unknown || p.Value == nil {
		return nil
	}
	return p.Value.Items
}

// askRules are the rules for which the gate asks, the node's own before the
// workflow's.
func (c *checker) askRules(n *node) []*bot.Value {
	if own := rules(n.Decl, "ask"); len(own) > 0 || c.u.Workflow == nil {
		return own
	}
	return rules(c.u.Workflow.Decl, "ask")
}

// ungated says why a backend cannot keep the gate in force for a node, empty
// where it can.
func (c *checker) ungated(n *node, backend string) string {
	mode := c.gate(n)
	if mode != "ask" && mode != "deny" {
		return ""
	}
	switch {
	case !gates[backend][mode]:
		return " runs on " + finding.Quote(backend) + ", which cannot keep the gate permission: " + mode + ", so the node would run without one; use claude_code, claw or pi"
	case !gates[backend]["ask"] && len(c.askRules(n)) > 0:
		return " runs on " + finding.Quote(backend) + ", which cannot ask as the ask: rules want; use claude_code, claw or pi"
	}
	return ""
}

// permissions checks the rules of the gate and whether it is kept.
func (c *checker) permissions() {
	w := c.u.Workflow
	if w != nil {
		c.ruleSyntax(w.UnitFile, w.Decl)
	}
	for _, n := range c.order {
		if !isLLM(n.Decl.Kind) {
			continue
		}
		c.ruleSyntax(n.UnitFile, n.Decl)
		b := c.backend(n)
		if b != "" {
			if m := c.ungated(n, b); m != "" {
				at := n.Decl.Name.Span
				if p := n.Decl.Prop("backend"); p != nil && p.Value != nil {
					at = p.Value.Span
				}
				c.add(issue{
					code: "BOT512", engine: "C176", kind: "gate", name: n.Name, at: place(n.Path, at),
					message: "the node " + finding.Quote(n.Name) + m,
				})
			}
		}
		c.hostGate(n, b)
	}
	c.rulesWithoutGate()
}

// ruleSyntax reports entries that are no rule.
func (c *checker) ruleSyntax(f *bot.UnitFile, d *bot.Decl) {
	for _, list := range ruleLists {
		for _, v := range rules(d, list) {
			if v.Kind == bot.String && !v.Closed {
				continue
			}
			s := strings.TrimSpace(f.File.ValueText(v))
			tool, _, pattern := strings.Cut(s, "(")
			why := ""
			switch {
			case s == "":
				why = " is empty"
			case pattern && !strings.HasSuffix(s, ")"):
				why = " lacks the closing parenthesis"
			case strings.TrimSpace(tool) == "":
				why = " names no tool"
			default:
				continue
			}
			c.add(issue{
				code: "BOT506", engine: "C154", kind: "rule", name: s, at: place(f.Path, v.Span),
				message: "the rule " + finding.Quote(s) + why + ", so the gate cannot read it and the node fails; write Tool or Tool(pattern)",
			})
		}
	}
}

// hostGate reports a gate that a sandboxed run cannot reach.
func (c *checker) hostGate(n *node, own string) {
	mode := c.gate(n)
	if mode != "ask" && mode != "deny" || c.sandboxMode(n.UnitFile, n.Decl) == "none" {
		return
	}
	w := c.u.Workflow
	if w == nil || w.Decl.Broken || unread(w.Decl, "sandbox") || unread(n.Decl, "sandbox") || c.sandboxMode(w.UnitFile, w.Decl) == "none" {
		return
	}
	at := place(n.Path, n.Decl.Name.Span)
	if p := n.Decl.Prop("permission"); p != nil {
		at = place(n.Path, p.Name.Span)
	}
	asks := mode == "ask" || len(c.askRules(n)) > 0
	backends := []string{own}
	for _, r := range c.routes(n) {
		backends = append(backends, r.backend)
	}
	for _, b := range backends {
		message := ""
		switch {
		case b == "grok", b == "kimi":
			message = " keeps its gate by a hook on the host, which a sandboxed run cannot reach"
		case b == "claw" && asks:
			message = " cannot stop and ask from inside a sandbox"
		default:
			continue
		}
		c.add(issue{
			code: "BOT506", engine: "C136", kind: "sandboxed-gate", name: n.Name, at: at,
			message: "the node " + finding.Quote(n.Name) + " on " + finding.Quote(b) + message +
				", and a sandbox is the default, so it fails there; write sandbox: none, or permission: deny without ask rules on claw",
		})
		return
	}
}

// sandboxMode is the mode that a declaration's sandbox has, empty without one.
func (c *checker) sandboxMode(f *bot.UnitFile, d *bot.Decl) string {
	p := d.Prop("sandbox")
	if p == nil || p.Broken || p.Unknown {
		return ""
	}
	v := p.Value
	if v == nil {
		m := p.Prop("mode")
		if m == nil {
			return "inline"
		}
		v = m.Value
	}
	return strings.ToLower(strings.TrimSpace(f.File.ValueText(v)))
}

// rulesWithoutGate reports rules that nothing applies: those of a node whose
// gate is off, and those of the workflow where no node reads them. A node's
// own list replaces the workflow's of that name.
func (c *checker) rulesWithoutGate() {
	readers, gated, unknown := 0, 0, c.hidden.all || c.hidden.nodes
	reads := map[string]bool{}
	for _, n := range c.order {
		switch {
		case n.Decl.Kind == bot.KindTool:
			if !c.repairs(n) {
				continue
			}
			readers++
			for _, list := range ruleLists {
				reads[list] = true
			}
			if w := c.u.Workflow; w != nil {
				if m := gateMode(w.UnitFile, w.Decl); m == "ask" || m == "deny" {
					gated++
				}
			}
		case isLLM(n.Decl.Kind):
			readers++
			mode := c.gate(n)
			if mode == "?" {
				unknown = true
				continue
			}
			var own []string
			for _, list := range ruleLists {
				if len(rules(n.Decl, list)) > 0 {
					own = append(own, list)
				} else {
					reads[list] = true
				}
			}
			if mode == "ask" || mode == "deny" {
				gated++
				continue
			}
			if len(own) > 0 {
				c.add(issue{
					code: "BOT506", engine: "C111", kind: own[0], name: n.Name, at: place(n.Path, n.Decl.Prop(own[0]).Name.Span),
					message: "the rules of " + finding.Quote(n.Name) + " do nothing while its permission gate is off; add permission: ask or deny, or remove them",
				})
			}
		}
	}
	w := c.u.Workflow
	if w == nil || w.Decl.Broken || c.hidden.edges || unread(w.Decl, "permission") || unknown || gateMode(w.UnitFile, w.Decl) == "?" {
		return
	}
	for _, list := range ruleLists {
		if len(rules(w.Decl, list)) == 0 {
			continue
		}
		message := ""
		switch {
		case readers == 0:
			message = "no node issues calls that the gate could judge, so the rules do nothing; remove them"
		case gated == 0:
			message = "the rules do nothing while the permission gate is off; add permission: ask or deny, or remove them"
		case !reads[list]:
			message = "every node has a list of its own in place of this one, so it does nothing; remove it, or put its rules into theirs"
		default:
			continue
		}
		c.add(issue{
			code: "BOT506", engine: "C111", kind: list, name: w.Decl.Name.Text, at: place(w.Path, w.Decl.Prop(list).Name.Span),
			message: message,
		})
		return
	}
}

// repairs reports whether a tool's recovery may hand its work to an agent.
func (c *checker) repairs(n *node) bool {
	policy, _ := n.word("policy")
	return strings.TrimSpace(policy) == "recover"
}
