package botcheck

import (
	"strconv"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// guard is what an edge asks of its source.
type guard struct {
	field   string
	not     bool
	expr    string
	isField bool
}

// guardOf gives an edge's guard; ok is false for an edge without one.
func (e *edge) guardOf() (g guard, ok bool) {
	w := e.when()
	switch {
	case w == nil:
		return guard{}, false
	case w.Expr != nil:
		return guard{expr: e.file.File.ValueText(w.Expr)}, true
	}
	return guard{field: w.Field.Text, not: w.Not, isField: true}, true
}

// parses reports whether the guard can be read.
func (g guard) parses() bool {
	if g.isField {
		return g.field != ""
	}
	_, err := bot.ParseExpr(g.expr)
	return err == nil || err.Kind == "too-long"
}

// routes are the edges of one source by what they ask for.
type routes struct {
	guarded, bare, loops, elses []*edge
	// maybe says that a half-typed edge, one whose condition does not parse,
	// or a chain whose condition may stand at another of its arrows, may be
	// the default.
	maybe bool
}

func (c *checker) routesOf(name string) routes {
	r := routes{maybe: c.hidden.edges}
	for _, e := range c.from[name] {
		g, guarded := e.guardOf()
		switch {
		case e.half, guarded && !g.parses(), guarded && e.broken && len(e.Refs) > 2:
			r.maybe = true
		case guarded:
			r.guarded = append(r.guarded, e)
		case e.broken:
			r.maybe = true
		case e.loop() != nil:
			r.loops = append(r.loops, e)
		case e.isElse():
			r.elses = append(r.elses, e)
		default:
			r.bare = append(r.bare, e)
		}
	}
	return r
}

// exhaustive reports whether some field is asked for both ways. Expressions
// never are (bot-language.md 10.2).
func exhaustive(edges []*edge) bool {
	yes, no := map[string]bool{}, map[string]bool{}
	for _, e := range edges {
		g, _ := e.guardOf()
		switch {
		case !g.isField:
		case g.not:
			no[g.field] = true
		default:
			yes[g.field] = true
		}
		if g.isField && yes[g.field] && no[g.field] {
			return true
		}
	}
	return false
}

// edgeRouting reports sources whose edges compete or leave a case open.
func (c *checker) edgeRouting() {
	for _, n := range c.order {
		edges := c.from[n.Name]
		if len(edges) == 0 {
			continue
		}
		if n.Decl.Kind == bot.KindRouter {
			switch routerMode(n) {
			case "fan_out_all", "round_robin", "llm", "fan_out_each", "?":
				continue
			}
		}
		r := c.routesOf(n.Name)
		name := finding.Quote(n.Name)
		if len(r.bare) > 1 {
			e := r.bare[1]
			c.add(issue{
				code: "BOT304", engine: "C010", kind: "second-default", name: n.Name, at: e.line(),
				message: "the node " + name + " has " + strconv.Itoa(len(r.bare)) +
					" edges without a condition; only one can be the default, guard the others or fan out with a router",
				related: related(r.bare[0].line(), "the first one"),
			})
		}
		if len(r.elses) > 1 {
			e := r.elses[1]
			c.add(issue{
				code: "BOT304", engine: "C123", kind: "second-else", name: n.Name, at: e.at(e.Else),
				message: "the node " + name + " has more than one else; keep one",
				related: related(r.elses[0].at(r.elses[0].Else), "the first one"),
			})
		}
		if len(r.elses) > 0 && len(r.bare) > 0 {
			e := r.elses[0]
			c.add(issue{
				code: "BOT304", engine: "C124", kind: "else-beside-default", name: n.Name, at: e.at(e.Else),
				message: "the node " + name + " has an else and an edge without a condition, which is a default too; keep one of them",
				related: related(r.bare[0].line(), "the edge without a condition"),
			})
		}
		if len(r.elses) > 0 && len(r.guarded) == 0 && !r.maybe {
			e := r.elses[0]
			c.add(issue{
				code: "BOT305", engine: "C015", kind: "else-without-when", name: n.Name, at: e.at(e.Else),
				message: "no other edge of " + name + " has a condition, so else means nothing; remove the word or guard another edge",
			})
		}
		if len(r.guarded) == 0 {
			continue
		}
		if len(r.bare)+len(r.loops)+len(r.elses) == 0 && !r.maybe && !exhaustive(r.guarded) {
			c.add(issue{
				code: "BOT305", engine: "C012", kind: "no-default", name: n.Name, at: r.guarded[0].line(),
				message: "the edges of " + name + " do not cover every case; add an edge with else, or the opposite condition",
			})
		}
		c.sameGuard(n, r.guarded)
	}
}

// sameGuard reports a condition that two edges of one source have.
func (c *checker) sameGuard(n *node, edges []*edge) {
	seen := map[guard]*edge{}
	for _, e := range edges {
		g, _ := e.guardOf()
		first := seen[g]
		if first == nil {
			seen[g] = e
			continue
		}
		c.add(issue{
			code: "BOT304", engine: "C011", kind: "same-condition", name: n.Name, at: e.at(e.when().Span),
			message: "another edge of " + finding.Quote(n.Name) + " has the same condition, so this one is never taken; change or remove one",
			related: related(first.at(first.when().Span), "the first one"),
		})
	}
}

// guards reports conditions on fields that are not there or no bool.
func (c *checker) guards() {
	for _, e := range c.edges {
		w := e.when()
		n := c.nodes[e.from]
		if w == nil || e.broken || n == nil || n.out == nil || w.Expr != nil || w.Field.Missing() {
			continue
		}
		f, known := n.out.field(w.Field.Text)
		at := e.at(w.Field.Span)
		switch {
		case !known:
		case f == nil:
			hint, fixes := c.didYouMean(w.Field.Text, n.out.names, at, true)
			c.add(issue{
				code: "BOT206", engine: "C014", kind: "guard", name: w.Field.Text, at: at,
				message: "the output schema " + finding.Quote(n.out.name) + " of " + finding.Quote(n.Name) + " has no field " +
					finding.Quote(w.Field.Text) + "; add it or correct the name" + hint,
				fixes: offer(fixes, c.addField(n.out, w.Field.Text, "bool")),
			})
		default:
			if t := fieldType(f); t != "" && t != "bool" {
				c.add(issue{
					code: "BOT306", engine: "C013", kind: "guard", name: w.Field.Text, at: at,
					message: "the field " + finding.Quote(w.Field.Text) + " is " + t +
						", and a bare condition needs a bool; write a comparison in quotes",
					related: related(place(n.out.file.Path, f.Name.Span), "the field"),
				})
			}
		}
	}
}

// reachability reports nodes that no path from the entry leads to.
func (c *checker) reachability() {
	w := c.u.Workflow
	if w == nil || c.entry == nil || c.hidden.all || c.hidden.nodes || c.hidden.edges {
		return
	}
	entry := w.File.ValueText(c.entry)
	seen := map[string]bool{entry: true}
	for queue := []string{entry}; len(queue) > 0; {
		name := queue[0]
		queue = queue[1:]
		for _, e := range c.from[name] {
			if !seen[e.to] {
				seen[e.to] = true
				queue = append(queue, e.to)
			}
		}
	}
	open := false
	for _, e := range c.edges {
		open = open || seen[e.from] && (e.to == "" || e.broken && c.nodes[e.to] == nil)
	}
	for _, n := range c.order {
		if seen[n.Name] || n.Decl.Kind == bot.KindFail {
			continue
		}
		if open && len(c.from[n.Name])+len(c.to[n.Name]) > 0 {
			continue // the half-typed edge may lead to it
		}
		at := place(n.Path, n.Decl.Name.Span)
		if n.Use != nil {
			// Another use of the group may well reach it.
			at = place(n.Use.Path, n.Use.Decl.Prefix.Span)
		}
		c.add(issue{
			code: "BOT302", engine: "C016", kind: n.Decl.Kind.Keyword(), name: n.Name, at: at,
			message: "the node " + finding.Quote(n.Name) + " cannot be reached from the entry " + finding.Quote(entry) +
				" and never runs; add the edge that is missing, or remove the node",
		})
	}
}

// cycles reports edges that close a cycle which no loop bounds. The engine's
// test is coarse: a node of any loop edge bounds each cycle it closes
// (bot-language.md 10.2).
func (c *checker) cycles() {
	// Which edge closes a cycle depends on where it is entered.
	if c.entry == nil || c.nodes[c.u.Workflow.File.ValueText(c.entry)] == nil || c.hidden.edges {
		return
	}
	bounded := map[string]bool{}
	for _, e := range c.edges {
		// A half-typed edge may be meant as the loop.
		if e.broken && e.to == "" {
			return
		}
		if e.loop() != nil || e.broken {
			bounded[e.from], bounded[e.to] = true, true
		}
	}
	const grey, black = 1, 2
	color := map[string]int{}
	type frame struct {
		name string
		next int
	}
	visit := func(start string) {
		stack := []frame{{name: start}}
		color[start] = grey
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			out := c.from[top.name]
			if top.next == len(out) {
				color[top.name] = black
				stack = stack[:len(stack)-1]
				continue
			}
			e := out[top.next]
			top.next++
			switch {
			case e.to == "":
			case color[e.to] == grey:
				if !bounded[e.from] && !bounded[e.to] {
					c.add(issue{
						code: "BOT303", engine: "C019", kind: "cycle", name: e.to, at: e.line(),
						message: "the edge from " + finding.Quote(e.from) + " back to " + finding.Quote(e.to) +
							" closes a cycle that no loop bounds; write as NAME(N) on it",
					})
				}
			case color[e.to] == 0:
				color[e.to] = grey
				stack = append(stack, frame{name: e.to})
			}
		}
	}
	visit(c.u.Workflow.File.ValueText(c.entry))
	for _, e := range c.edges {
		if e.from != "" && color[e.from] == 0 {
			visit(e.from)
		}
	}
}
