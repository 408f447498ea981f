package botcheck

import (
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// loopExits reports loops without a way out: bounded ones where nothing is
// left to take at the cap, and unbounded ones that nothing leaves.
func (c *checker) loopExits() {
	if c.halfTyped() || c.hidden.all || c.hidden.nodes {
		return
	}
	for _, n := range c.order {
		if n.Decl.Kind == bot.KindRouter && routerMode(n) != "condition" {
			continue
		}
		c.capExit(n)
	}
	steps := 0
	seen := map[string]bool{}
	for _, e := range c.edges {
		l := e.loop()
		if l == nil || e.Foreach || !l.Unbounded || seen[l.Name.Text] {
			continue
		}
		seen[l.Name.Text] = true
		leaves, ok := c.leavesLoop(l.Name.Text, &steps)
		if !ok {
			return
		}
		if leaves {
			continue
		}
		c.add(issue{
			code: "BOT307", engine: "C098", kind: "no-exit", name: l.Name.Text, at: e.at(l.Span),
			message: "no edge leaves the unbounded loop " + finding.Quote(l.Name.Text) + ", so only its fuel ends it; add an edge with a condition that does",
		})
	}
}

// capExit reports a node that has nowhere to go once its loop is spent.
func (c *checker) capExit(n *node) {
	var loop *edge
	var guarded []*edge
	for _, e := range c.from[n.Name] {
		_, when := e.guardOf()
		l := e.loop()
		switch {
		case l != nil:
			if loop == nil && !e.Foreach && !l.Unbounded {
				loop = e
			}
		case when:
			guarded = append(guarded, e)
		default:
			return // a bare edge or an else
		}
	}
	if loop == nil || exhaustive(guarded) {
		return
	}
	c.add(issue{
		code: "BOT307", engine: "C145", kind: "no-exit-at-cap", name: loop.loop().Name.Text, at: loop.at(loop.loop().Span),
		message: "once the loop " + finding.Quote(loop.loop().Name.Text) + " is spent, no other edge of " + finding.Quote(n.Name) +
			" covers every case, and the run fails; add an edge without a condition for the end of the loop",
	})
}

// leavesLoop reports whether an edge leads out of the nodes that a loop's edges
// repeat. ok is false where the work would be too much.
func (c *checker) leavesLoop(name string, steps *int) (leaves, ok bool) {
	body := map[string]bool{}
	for _, e := range c.edges {
		if *steps++; *steps > maxSteps {
			return true, false
		}
		if l := e.loop(); l == nil || e.Foreach || l.Name.Text != name {
			continue
		}
		ahead := c.closure(e.to, c.from, func(x *edge) string { return x.to }, steps)
		back := c.closure(e.from, c.to, func(x *edge) string { return x.from }, steps)
		if *steps > maxSteps {
			return true, false
		}
		for id := range ahead {
			if back[id] {
				body[id] = true
			}
		}
	}
	if len(body) == 0 {
		return true, true
	}
	for id := range body {
		for _, e := range c.from[id] {
			if l := e.loop(); (l == nil || l.Name.Text != name) && !body[e.to] {
				return true, true
			}
		}
	}
	return false, true
}

// closure is what can be reached from a node over edges, itself among it.
func (c *checker) closure(start string, edges map[string][]*edge, next func(*edge) string, steps *int) map[string]bool {
	seen := map[string]bool{start: true}
	for queue := []string{start}; len(queue) > 0; queue = queue[1:] {
		list := edges[queue[0]]
		if *steps += 1 + len(list); *steps > maxSteps {
			return seen
		}
		for _, e := range list {
			if id := next(e); id != "" && !seen[id] {
				seen[id] = true
				queue = append(queue, id)
			}
		}
	}
	return seen
}
