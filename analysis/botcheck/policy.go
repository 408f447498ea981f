package botcheck

import (
	"slices"
	"strconv"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// settings checks settings of agents and of the workflow that contradict each
// other or do nothing.
func (c *checker) settings() {
	for _, n := range c.order {
		switch n.Decl.Kind {
		case bot.KindAgent, bot.KindJudge:
			c.noModel(n)
			c.effort(n)
			c.provider(n)
			c.backendProps(n)
			c.fallbacks(n)
			c.memory(n)
			c.cursorNames(n)
			c.maxTokens(n)
			c.slot(n)
		case bot.KindRouter:
			c.effort(n)
			c.ultracode(n)
			if routerMode(n) == "llm" {
				c.provider(n)
			}
		case bot.KindTool:
			if m, ok := n.word("permission"); ok {
				if m = strings.ToLower(strings.TrimSpace(m)); m == "ask" || m == "deny" {
					c.add(issue{
						code: "BOT506", engine: "C112", kind: "tool", name: n.Name, at: place(n.Path, n.Decl.Prop("permission").Name.Span),
						message: "the permission of the tool " + finding.Quote(n.Name) + " guards nothing, since the gate asks about the calls of agents only; remove it",
					})
				}
			}
		}
		c.labels(n)
	}
	c.permissions()
	c.servers()
}

// effort checks a quoted reasoning effort, which the parser lets pass for the
// sake of variables.
func (c *checker) effort(n *node) {
	p := n.Decl.Prop("reasoning_effort")
	v, ok := n.word("reasoning_effort")
	info := bot.Block(n.Decl.Kind).Prop("reasoning_effort")
	if !ok || v == "" || info == nil || strings.Contains(v, "$") || slices.Contains(info.Words, v) {
		return
	}
	at := place(n.Path, p.Value.Span)
	if p.Value.Kind == bot.String && p.Value.Form == bot.Quoted {
		at.Span = p.Value.Inner
	}
	hint, fixes := c.didYouMean(v, info.Words, at, false)
	c.add(issue{
		code: "BOT110", engine: "C027", kind: "reasoning_effort", name: v, at: at,
		message: "the reasoning effort " + finding.Quote(v) + " is none of " + strings.Join(info.Words, ", ") + hint, fixes: fixes,
	})
}

// on reports whether a bool of a block is true.
func on(b *bot.Prop, name string) bool {
	p := b.Prop(name)
	return p != nil && !p.Broken && p.Value != nil && p.Value.Text == "true"
}

var visibilities = []string{"bot", "project", "cross_project", "user", "org", "global"}

// memory checks a memory block that is on.
func (c *checker) memory(n *node) {
	m := n.Decl.Prop("memory")
	if m == nil || m.Unknown || openBlock(m.Broken, m.Block) || !on(m, "enabled") {
		return
	}
	at := place(n.Path, m.Name.Span)
	scope := m.Prop("scope")
	if scope == nil || !scope.Broken && scope.Value != nil && n.File.ValueText(scope.Value) == "" {
		c.add(issue{
			code: "BOT508", engine: "C048", kind: "scope", name: n.Name, at: at,
			message: "the memory of " + finding.Quote(n.Name) + " has no scope, so it has no place; add scope:",
		})
	}
	if p := m.Prop("visibility"); p != nil && !p.Broken && p.Value != nil {
		v := strings.TrimSpace(n.File.ValueText(p.Value))
		if v != "" && !slices.Contains(visibilities, v) {
			at := place(n.Path, p.Value.Span)
			if p.Value.Kind == bot.String && p.Value.Form == bot.Quoted {
				at.Span = p.Value.Inner
			}
			hint, fixes := c.didYouMean(v, visibilities, at, false)
			c.add(issue{
				code: "BOT110", engine: "C170", kind: "visibility", name: v, at: at,
				message: "the visibility " + finding.Quote(v) + " is none of " + strings.Join(visibilities, ", ") + hint, fixes: fixes,
			})
		}
		if v != "" && on(m, "project_root") {
			c.add(issue{
				code: "BOT508", engine: "C171", kind: "visibility", name: n.Name, at: place(n.Path, p.Name.Span),
				message: "visibility and project_root exclude each other; remove project_root",
			})
		}
	}
	if b, ok := n.word("backend"); ok && b != "" && b != "claw" && !strings.ContainsAny(b, "${") {
		c.add(issue{
			code: "BOT505", engine: "C047", kind: "memory", name: b, at: at,
			message: "the backend " + finding.Quote(b) + " does not read memory, only claw does; remove the block or change the backend",
		})
	}
}

// cursorNames checks the names of the cursors that a node sets.
func (c *checker) cursorNames(n *node) {
	b := n.Decl.Prop("cursors")
	if b == nil || b.Unknown || c.hidden.all || c.hidden.cursors {
		return
	}
	var names []string
	for name := range c.cursors {
		names = append(names, name)
	}
	for _, p := range b.Block {
		if p.Name.Missing() || p.Name.Text == "enabled" || p.Broken && p.Colon.Empty() {
			continue
		}
		if c.cursors[p.Name.Text] {
			c.cursorValue(n, p)
			continue
		}
		at := place(n.Path, p.Name.Span)
		hint, fixes := c.didYouMean(p.Name.Text, names, at, true)
		c.add(issue{
			code: "BOT207", engine: "C083", kind: "cursor", name: p.Name.Text, at: at,
			message: "the cursor " + finding.Quote(p.Name.Text) + " is not declared, so the setting does nothing; declare it or correct the name" + hint,
			fixes:   fixes,
		})
	}
}

// maxTokens reports a node that may use more than the whole budget.
func (c *checker) maxTokens(n *node) {
	w := c.u.Workflow
	if w == nil {
		return
	}
	b := w.Decl.Prop("budget")
	if b == nil {
		return
	}
	p, total := n.Decl.Prop("max_tokens"), b.Prop("max_tokens")
	if p == nil || total == nil || p.Broken || total.Broken || p.Value == nil || total.Value == nil {
		return
	}
	mine, err := strconv.Atoi(p.Value.Text)
	most, err2 := strconv.Atoi(total.Value.Text)
	if err != nil || err2 != nil || most <= 0 || mine <= most {
		return
	}
	c.add(issue{
		code: "BOT517", engine: "C037", kind: "max_tokens", name: n.Name, at: place(n.Path, p.Value.Span),
		message: "the node " + finding.Quote(n.Name) + " may use more tokens than the budget of the whole run; lower one or raise the other",
		related: related(place(w.Path, total.Value.Span), "the budget"),
	})
}

// slot reports a session slot without a session that persists.
func (c *checker) slot(n *node) {
	p := n.Decl.Prop("session_slot")
	if s, ok := n.word("session_slot"); !ok || s == "" || unread(n.Decl, "session") {
		return
	}
	if s, _ := n.word("session"); s == "persist" {
		return
	}
	c.add(issue{
		code: "BOT310", engine: "C268", kind: "session_slot", name: n.Name, at: place(n.Path, p.Name.Span),
		message: "a session slot needs session: persist; write that, or remove the slot of " + finding.Quote(n.Name),
	})
}

// labels reports labels of an artifact that is not published.
func (c *checker) labels(n *node) {
	p := n.Decl.Prop("artifact_labels")
	if p == nil || p.Unknown || p.Broken || p.Value == nil || len(p.Value.Items) == 0 || unsure(n.Decl) || n.Decl.Prop("publish") != nil {
		return
	}
	c.add(issue{
		code: "BOT518", engine: "C049", kind: "artifact_labels", name: n.Name, at: place(n.Path, p.Name.Span),
		message: "the node " + finding.Quote(n.Name) + " publishes no artifact that could bear labels; add publish: or remove them",
	})
}

// servers checks that each mcp_server has what its transport needs.
func (c *checker) servers() {
	for _, f := range c.u.Files {
		for _, d := range f.File.Decls {
			if d.Kind == bot.KindMCPServer && !unsure(d) {
				c.server(f, d)
			}
		}
	}
}

func (c *checker) server(f *bot.UnitFile, d *bot.Decl) {
	set := func(prop string) bool {
		p := d.Prop(prop)
		return p != nil && p.Value != nil && (f.File.ValueText(p.Value) != "" || len(p.Value.Items) > 0)
	}
	fault := func(prop, message string) {
		at := place(f.Path, d.Name.Span)
		if p := d.Prop(prop); p != nil {
			at = place(f.Path, p.Name.Span)
		}
		c.add(issue{
			code: "BOT504", engine: "C025", kind: prop, name: d.Name.Text, at: at,
			message: "the server " + finding.Quote(d.Name.Text) + " " + message,
		})
	}
	transport := ""
	if p := d.Prop("transport"); p != nil {
		transport = f.File.ValueText(p.Value)
	}
	switch transport {
	case "stdio":
		if !set("command") {
			fault("command", "speaks over stdio and names no program; add command:")
		}
		if set("url") {
			fault("url", "speaks over stdio and has no address; remove url")
		}
	case "http", "sse":
		if !set("url") {
			fault("url", "has no address; add url:")
		}
		for _, p := range []string{"command", "args"} {
			if set(p) {
				fault(p, "is reached by its address and starts no program; remove "+p)
			}
		}
	default:
		fault("transport", "names no transport; add transport: stdio, http or sse")
	}
}

// events reports events that are awaited and never sent, or sent and never
// awaited, and awaits that nobody answers.
func (c *checker) events() {
	emitted, awaited := map[string]bool{}, map[string]bool{}
	for _, n := range c.order {
		if unsure(n.Decl) && (n.Decl.Kind == bot.KindEmit || n.Decl.Kind == bot.KindWait) || c.hidden.all || c.hidden.nodes {
			return
		}
		e, _ := n.word("event")
		switch n.Decl.Kind {
		case bot.KindEmit:
			emitted[e] = true
		case bot.KindWait:
			awaited[e] = true
		}
	}
	for _, n := range c.order {
		e, ok := n.word("event")
		if !ok || e == "" {
			continue
		}
		at := place(n.Path, n.Decl.Prop("event").Value.Span)
		switch {
		case n.Decl.Kind == bot.KindWait && !emitted[e]:
			hint, fixes := c.didYouMean(e, keys(emitted), inner(n, "event"), false)
			c.add(issue{
				code: "BOT312", engine: "C198", kind: "never-emitted", name: e, at: at,
				message: "no node emits the event " + finding.Quote(e) + ", so the wait can only time out" + hint, fixes: fixes,
			})
		case n.Decl.Kind == bot.KindEmit && !awaited[e]:
			hint, fixes := c.didYouMean(e, keys(awaited), inner(n, "event"), false)
			c.add(issue{
				code: "BOT312", engine: "C198", kind: "never-awaited", name: e, at: at,
				message: "no node waits for the event " + finding.Quote(e) + ", so it means nothing" + hint, fixes: fixes,
			})
		}
	}
}

// inner is the place of a property's text without its quotes.
func inner(n *node, prop string) finding.Place {
	v := n.Decl.Prop(prop).Value
	if v.Kind == bot.String && v.Form == bot.Quoted {
		return place(n.Path, v.Inner)
	}
	return place(n.Path, v.Span)
}

func keys(m map[string]bool) []string {
	list := make([]string, 0, len(m))
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}
