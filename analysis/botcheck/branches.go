package botcheck

import (
	"slices"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// bounded reports whether an edge belongs to a loop or a foreach.
func (e *edge) bounded() bool { return e.loop() != nil }

// awaits reports whether branches meet at a node because it says so.
func (n *node) awaits() bool {
	await, ok := n.word("await")
	return ok && (await == "wait_all" || await == "best_effort")
}

// spawns reports whether a router starts branches that run side by side.
func spawns(n *node) bool {
	if n.Decl.Kind != bot.KindRouter {
		return false
	}
	switch routerMode(n) {
	case "fan_out_all", "fan_out_each":
		return true
	case "llm":
		multi, _ := n.word("multi")
		return multi == "true"
	}
	return false
}

// branches are the nodes that run in branches side by side.
type branches struct {
	// owners are, of a node, the branches that it belongs to: the edges that
	// start them, by index.
	owners map[string][]int
	// before are the sources of a node, edges of loops left out; all with
	// them.
	before, all map[string]map[string]bool
}

// joins reports whether branches meet at a node: it awaits them, or several
// nodes lead to it.
func (b *branches) joins(n *node) bool { return n.awaits() || len(b.before[n.Name]) > 1 }

// findBranches follows the edges of each router that starts branches up to
// where they meet. ok is false where there is none, or the graph is not
// certain or too large to look at.
func (c *checker) findBranches() (b *branches, ok bool) {
	if c.halfTyped() || c.hidden.all || c.hidden.nodes || !slices.ContainsFunc(c.order, spawns) {
		return nil, false
	}
	b = &branches{owners: map[string][]int{}, before: map[string]map[string]bool{}, all: map[string]map[string]bool{}}
	note := func(m map[string]map[string]bool, e *edge) {
		if m[e.to] == nil {
			m[e.to] = map[string]bool{}
		}
		m[e.to][e.from] = true
	}
	for _, e := range c.edges {
		note(b.all, e)
		if !e.bounded() {
			note(b.before, e)
		}
	}
	steps, branch := 0, 0
	for _, router := range c.order {
		if router.Decl.Kind == bot.KindRouter && routerMode(router) == "?" {
			return nil, false
		}
		if !spawns(router) {
			continue
		}
		for _, first := range c.from[router.Name] {
			branch++
			seen := map[string]bool{}
			for queue := []string{first.to}; len(queue) > 0; queue = queue[1:] {
				n := c.nodes[queue[0]]
				if n == nil || n == router || seen[n.Name] || b.joins(n) {
					continue
				}
				seen[n.Name] = true
				b.owners[n.Name] = append(b.owners[n.Name], branch)
				out := c.from[n.Name]
				if steps += 1 + len(out); steps > maxSteps {
					return nil, false
				}
				for _, e := range out {
					queue = append(queue, e.to)
				}
			}
		}
	}
	return b, true
}

// parallel checks what runs in branches side by side: sessions, loops, pauses,
// and two edges to one target.
func (c *checker) parallel() {
	b, ok := c.findBranches()
	if !ok {
		return
	}
	for _, n := range c.order {
		if spawns(n) {
			c.sameTarget(n)
		}
		if len(b.owners[n.Name]) == 0 {
			continue
		}
		if s, _ := n.word("session"); isLLM(n.Decl.Kind) && s == "persist" {
			c.add(issue{
				code: "BOT310", engine: "C243", kind: "persist", name: n.Name, at: place(n.Path, n.Decl.Prop("session").Value.Span),
				message: "the node " + finding.Quote(n.Name) + " runs in branches side by side, and a session cannot persist there; write fresh, or move it behind the node where they meet",
			})
		}
		if m := c.interaction(n); n.Decl.Kind == bot.KindHuman && (m == "review" || m == "llm_or_human") {
			at := n.Decl.Name.Span
			if p := n.Decl.Prop("interaction"); p != nil && p.Value != nil {
				at = p.Value.Span
			}
			c.add(issue{
				code: "BOT310", engine: "C245", kind: "pause", name: n.Name, at: place(n.Path, at),
				message: "the gate " + finding.Quote(n.Name) + " runs in branches side by side, where " + m + " does nothing; write human, or move it behind the node where they meet",
			})
		}
		c.movedCollector(b, n)
	}
	c.branchLoops(b)
}

// movedCollector warns of a node at which branches met only because a loop led
// back to it.
func (c *checker) movedCollector(b *branches, n *node) {
	if n.awaits() || len(b.all[n.Name]) < 2 {
		return
	}
	for _, e := range c.to[n.Name] {
		if !e.bounded() {
			continue
		}
		c.add(issue{
			code: "BOT310", engine: "C246", kind: "collector", name: n.Name, at: place(n.Path, n.Decl.Name.Span),
			message: "the node " + finding.Quote(n.Name) + " runs once in each branch, since a loop back to it does not make branches meet there; add await: wait_all or best_effort where they shall meet",
			related: related(e.at(e.loop().Span), "the loop"),
		})
		return
	}
}

// branchLoops reports loops that do not stay in one branch.
func (c *checker) branchLoops(b *branches) {
	owner := func(name string) (int, bool) {
		switch list := b.owners[name]; len(list) {
		case 0:
			return 0, true
		case 1:
			return list[0], true
		}
		return 0, false
	}
	type scope struct {
		owner int
		edge  *edge
	}
	scopes := map[string]scope{}
	for _, e := range c.edges {
		if !e.bounded() || c.nodes[e.from] == nil || c.nodes[e.to] == nil {
			continue
		}
		name := e.loop().Name.Text
		fault := func(kind, message string, more []finding.Related) {
			c.add(issue{
				code: "BOT310", engine: "C244", kind: kind, name: name, at: e.at(e.loop().Span), related: more,
				message: "the loop " + finding.Quote(name) + message,
			})
		}
		from, one := owner(e.from)
		to, same := owner(e.to)
		switch {
		case spawns(c.nodes[e.from]):
			fault("router", " begins at a router that starts branches, where nothing counts it; put it behind the node where they meet", nil)
			continue
		case !one || !same || from != to:
			fault("crossing", " leaves the branch that it begins in, and branches count their loops apart; keep it inside one branch, or behind the node where they meet", nil)
			continue
		}
		if first, ok := scopes[name]; !ok {
			scopes[name] = scope{from, e}
		} else if first.owner != from {
			fault("shared-name", " is also one of another branch, and the two would share a counter; give one another name",
				related(first.edge.at(first.edge.loop().Span), "the other loop"))
		}
	}
}

// sameTarget reports edges of a router that start a branch twice.
func (c *checker) sameTarget(router *node) {
	if routerMode(router) == "fan_out_each" {
		return
	}
	first := map[string]*edge{}
	for _, e := range c.from[router.Name] {
		f := first[e.to]
		if f == nil {
			first[e.to] = e
			continue
		}
		c.add(issue{
			code: "BOT304", engine: "C249", kind: "same-target", name: e.to, at: e.at(e.toAt),
			message: "the router " + finding.Quote(router.Name) + " has two edges to " + finding.Quote(e.to) +
				", and both branches write to one place; remove one, or use fan_out_each",
			related: related(f.at(f.toAt), "the other edge"),
		})
		c.sameKeys(f, e)
	}
}

// sameKeys reports values that two edges hand to one target at once.
func (c *checker) sameKeys(a, b *edge) {
	if a.when() != nil || b.when() != nil || a.bounded() || b.bounded() || !a.last || !b.last || a.With == nil || b.With == nil {
		return
	}
	keys := map[string]*bot.Prop{}
	for _, x := range a.With.Entries {
		keys[x.Name.Text] = x
	}
	for _, x := range b.With.Entries {
		first := keys[x.Name.Text]
		if first == nil || x.Name.Missing() {
			continue
		}
		c.add(issue{
			code: "BOT304", engine: "C028", kind: "same-key", name: x.Name.Text, at: b.at(x.Name.Span),
			message: "another edge hands " + finding.Quote(x.Name.Text) + " to " + finding.Quote(b.to) +
				" at the same time, so which value it gets is open; rename one, or guard the edges",
			related: related(a.at(first.Name.Span), "the other value"),
		})
	}
}
