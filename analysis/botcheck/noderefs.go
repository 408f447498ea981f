package botcheck

import (
	"sync"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// nodeReferences reports schemas, prompts and watched nodes that are not
// declared.
func (c *checker) nodeReferences() {
	for _, n := range c.order {
		if n.Decl.Kind.HasSchemas() {
			c.schemaName(n, "input")
			c.schemaName(n, "output")
		}
		for _, prop := range c.promptProps(n) {
			c.promptName(n.UnitFile, n.Decl, prop, "C003")
		}
	}
	for _, s := range c.u.Supervisors {
		c.promptName(s.UnitFile, s.Decl, "system", "C193")
		c.watches(s)
	}
}

// promptProps are the properties of a node whose prompts the engine resolves.
func (c *checker) promptProps(n *node) []string {
	switch n.Decl.Kind {
	case bot.KindAgent, bot.KindJudge:
		return []string{"system", "user"}
	case bot.KindRouter:
		if routerMode(n) == "llm" {
			return []string{"system", "user"}
		}
	case bot.KindHuman:
		switch c.interaction(n) {
		case "llm", "llm_or_human", "review":
			return []string{"instructions", "system"}
		}
		return []string{"instructions"}
	}
	return nil
}

// word is the text of a property's scalar value; ok is false where it is
// missing or does not parse.
func (n *node) word(prop string) (string, bool) {
	p := n.Decl.Prop(prop)
	if p == nil || p.Value == nil || p.Broken || p.Unknown {
		return "", false
	}
	return n.Text(prop)
}

// unread reports whether the property is written in a way that cannot be read.
func unread(d *bot.Decl, prop string) bool {
	p := d.Prop(prop)
	return p != nil && (p.Broken || p.Value == nil && !p.HasBlock)
}

// routerMode is a router's mode, "?" where it cannot be read.
func routerMode(n *node) string {
	if unread(n.Decl, "mode") {
		return "?"
	}
	if m, ok := n.word("mode"); ok {
		return m
	}
	if unsure(n.Decl) {
		return "?"
	}
	return "fan_out_all"
}

// interaction is a human node's mode with the workflow's default, "?" where it
// cannot be read.
func (c *checker) interaction(n *node) string {
	if unread(n.Decl, "interaction") {
		return "?"
	}
	if m, ok := n.word("interaction"); ok && m != "none" {
		return m
	}
	if w := c.u.Workflow; w != nil {
		if unread(w.Decl, "interaction") {
			return "?"
		}
		if p := w.Decl.Prop("interaction"); p != nil && p.Value != nil {
			if m := w.File.ValueText(p.Value); m != "none" {
				return m
			}
		}
	}
	if n.Decl.Kind == bot.KindHuman {
		return "human"
	}
	return "none"
}

func (c *checker) schemaName(n *node, prop string) {
	p := n.Decl.Prop(prop)
	if p == nil || p.Broken || p.Unknown || p.Value == nil {
		return
	}
	name := n.Bind(n.File.ValueText(p.Value))
	if name == "" || c.u.Schemas[name] != nil || c.hidden.all || c.hidden.schemas {
		return
	}
	at := place(n.Path, p.Value.Span)
	hint, fixes := c.didYouMean(name, namesOf(&c.guesses, c.u.Schemas), at, true)
	c.add(issue{
		code: "BOT203", engine: "C002", kind: prop, name: name, at: at,
		message: "the schema " + finding.Quote(name) + " is not declared; declare it or correct the name" + hint,
		fixes:   offer(fixes, c.createSchema(n, name)),
	})
}

func (c *checker) promptName(f *bot.UnitFile, d *bot.Decl, prop, engine string) {
	p := d.Prop(prop)
	if p == nil || p.Broken || p.Unknown || p.Value == nil || p.Value.Kind == bot.String || p.Value.Text == "" {
		return
	}
	name := p.Value.Text
	if c.u.Prompts[name] != nil || c.hidden.all || c.hidden.prompts {
		return
	}
	at := place(f.Path, p.Value.Span)
	hint, fixes := c.didYouMean(name, namesOf(&c.guesses, c.u.Prompts), at, true)
	if prop != "system" {
		// A system prompt may need the paragraph on untrusted input.
		fixes = offer(fixes, createPrompt(f, d, name))
	}
	c.add(issue{
		code: "BOT204", engine: engine, kind: prop, name: name, at: at,
		message: "the prompt " + finding.Quote(name) + " is not declared; declare it or correct the name" + hint,
		fixes:   fixes,
	})
}

// watches reports what a supervisor watches and is no agent.
func (c *checker) watches(s *bot.Ref) {
	p := s.Decl.Prop("watches")
	if p == nil || p.Broken || p.Value == nil {
		return
	}
	agents := sync.OnceValue(func() (list []string) {
		for _, n := range c.order {
			if n.Decl.Kind == bot.KindAgent {
				list = append(list, n.Name)
			}
		}
		return list
	})
	for _, v := range p.Value.Items {
		name := s.File.ValueText(v)
		n := c.nodes[name]
		if name == "" || n == nil && c.nodeMayExist() {
			continue
		}
		if n != nil && n.Decl.Kind == bot.KindAgent {
			continue
		}
		at := place(s.Path, v.Span)
		if n != nil {
			c.add(issue{
				code: "BOT202", engine: "C190", kind: "watches", name: name, at: at,
				message: "the supervisor watches " + finding.Quote(name) + ", which is a " + n.Decl.Kind.Keyword() +
					" node; supervisors steer agents only",
			})
			continue
		}
		hint, fixes := c.didYouMean(name, agents(), at, true)
		c.add(issue{
			code: "BOT202", engine: "C190", kind: "watches", name: name, at: at,
			message: "the supervisor watches " + finding.Quote(name) + ", which is no declared node; declare it or correct the name" + hint,
			fixes:   fixes,
		})
	}
}

// groups reports uses of groups that are not there, parameters that do not
// fit, and empty groups.
func (c *checker) groups() {
	for _, f := range c.u.Files {
		for _, d := range f.File.Decls {
			if d.Kind == bot.KindUse && !d.Group.Missing() {
				c.use(f, d)
			}
		}
	}
}

func (c *checker) use(f *bot.UnitFile, d *bot.Decl) {
	at := place(f.Path, d.Group.Span)
	g := c.u.Groups[d.Group.Text]
	if g == nil {
		if c.hidden.all || c.hidden.groups || d.Broken {
			return
		}
		hint, fixes := c.didYouMean(d.Group.Text, namesOf(&c.guesses, c.u.Groups), at, true)
		c.add(issue{
			code: "BOT207", engine: "C116", kind: "group", name: d.Group.Text, at: at,
			message: "the group " + finding.Quote(d.Group.Text) + " is not declared; declare it or correct the name" + hint,
			fixes:   fixes,
		})
		return
	}
	if d.Broken || g.Decl.Broken || d.With != nil && d.With.Close.Empty() {
		return
	}
	if len(g.Decl.Decls) == 0 {
		c.add(issue{
			code: "BOT311", engine: "C141", kind: "empty-group", name: d.Group.Text, at: at,
			message: "the group " + finding.Quote(d.Group.Text) + " declares no node, so this use is nothing; give the group a node or remove the use",
		})
	}
	bound := map[string]bool{}
	var params []string
	for _, p := range g.Decl.Params {
		params = append(params, p.Text)
		bound[p.Text] = false
	}
	if d.With != nil {
		for _, e := range d.With.Entries {
			if _, ok := bound[e.Name.Text]; ok {
				bound[e.Name.Text] = true
				continue
			}
			where := place(f.Path, e.Name.Span)
			hint, fixes := c.didYouMean(e.Name.Text, params, where, false)
			c.add(issue{
				code: "BOT311", engine: "C117", kind: "unknown-parameter", name: e.Name.Text, at: where,
				message: "the group has no parameter " + finding.Quote(e.Name.Text) + "; remove it or correct the name" + hint,
				fixes:   fixes,
			})
		}
	}
	for _, p := range params {
		if !bound[p] {
			c.add(issue{
				code: "BOT311", engine: "C117", kind: "missing-parameter", name: p, at: at,
				message: "the use leaves the group's parameter " + finding.Quote(p) + " without a value; add it to with {…}",
			})
			return
		}
	}
}
