package botcheck

import (
	"strconv"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// limit is the cap of a loop as the engine compares it.
type limit struct {
	count     int
	text      string
	unbounded bool
}

// limitOf reads the cap of an edge's loop; ok is false where it cannot be
// read. A quoted number is a number.
func limitOf(e *edge) (l limit, ok bool) {
	x := e.loop()
	l.unbounded = x.Unbounded
	if x.Cap == nil {
		return l, x.Unbounded
	}
	s := e.file.File.ValueText(x.Cap)
	if x.Cap.Kind == bot.String {
		s = strings.TrimSpace(s)
	}
	n, err := strconv.Atoi(s)
	if err == nil {
		l.count = n
		return l, true
	}
	l.text = s
	return l, x.Cap.Kind == bot.String && x.Cap.Closed
}

// loopClauses reports loops that share a name and differ, caps that let nothing
// through, and endless loops that nothing stops.
func (c *checker) loopClauses() {
	for _, e := range c.edges {
		l := e.loop()
		if l == nil || e.broken || l.Name.Missing() {
			continue
		}
		if e.Foreach {
			c.foreach(e)
			continue
		}
		mine, ok := limitOf(e)
		if !ok {
			continue
		}
		first := c.loops[l.Name.Text]
		if first == e {
			c.loopCap(e, mine)
			continue
		}
		if theirs, ok := limitOf(first); ok && theirs != mine {
			c.add(issue{
				code: "BOT307", engine: "C005", kind: "conflicting-caps", name: l.Name.Text, at: e.at(l.Span),
				message: "the loop " + finding.Quote(l.Name.Text) + " has another cap elsewhere; give both the same cap, or one of them another name",
				related: related(first.at(first.loop().Span), "the other cap"),
			})
		}
	}
}

func (c *checker) loopCap(e *edge, l limit) {
	loop := e.loop()
	at := e.at(loop.Span)
	if loop.Cap != nil {
		at = e.at(loop.Cap.Span)
	}
	switch {
	case l.unbounded:
		if l.count > 0 || c.iterationsBudget() {
			return
		}
		c.add(issue{
			code: "BOT307", engine: "C097", kind: "no-fuel", name: loop.Name.Text, at: at,
			message: "the unbounded loop " + finding.Quote(loop.Name.Text) +
				" has no fuel; write unbounded N, or give the workflow budget: max_iterations",
		})
	case l.text == "" && l.count < 1:
		c.add(issue{
			code: "BOT307", engine: "C026", kind: "cap", name: loop.Name.Text, at: at,
			message: "the cap of the loop " + finding.Quote(loop.Name.Text) + " is below 1, so the edge is never taken; write at least 1",
		})
	}
}

// iterationsBudget reports whether the workflow caps its iterations, or may.
func (c *checker) iterationsBudget() bool {
	w := c.u.Workflow
	if w == nil || w.Decl.Broken {
		return true
	}
	b := w.Decl.Prop("budget")
	if b == nil {
		return false
	}
	if openBlock(b.Broken, b.Block) {
		return true
	}
	p := b.Prop("max_iterations")
	return p != nil && (p.Broken || p.Value == nil || strings.Trim(p.Value.Text, "0") != "")
}

// foreach reports foreach clauses that share a name and differ.
func (c *checker) foreach(e *edge) {
	l := e.loop()
	first := c.foreachs[l.Name.Text]
	if first == e || l.In == nil || first.loop().In == nil {
		return
	}
	f := first.loop()
	if f.Item.Text == l.Item.Text && first.file.File.ValueText(f.In) == e.file.File.ValueText(l.In) {
		return
	}
	c.add(issue{
		code: "BOT307", engine: "C269", kind: "conflicting-foreach", name: l.Name.Text, at: e.at(l.Span),
		message: "the foreach " + finding.Quote(l.Name.Text) + " iterates over something else elsewhere; make both equal, or give one another name",
		related: related(first.at(f.Span), "the other one"),
	})
}

// llmOnly are the properties that only a router of mode llm has.
var llmOnly = []string{"model", "backend", "system", "user", "multi", "reasoning_effort"}

// eachOnly are the properties that only a router of mode fan_out_each has.
var eachOnly = []string{"over", "as", "key", "depends_on"}

// routers reports routers whose mode does not fit their properties or edges.
func (c *checker) routers() {
	for _, n := range c.order {
		if n.Decl.Kind != bot.KindRouter {
			continue
		}
		mode := routerMode(n)
		if mode == "?" {
			continue
		}
		if mode != "llm" {
			c.routerProps(n, llmOnly, "C023", "llm")
		}
		if mode != "fan_out_each" {
			c.routerProps(n, eachOnly, "C114", "fan_out_each")
		}
		at := place(n.Path, n.Decl.Name.Span)
		count, guarded, maybe := 0, 0, c.hidden.edges || c.hidden.nodes || c.hidden.all
		for _, e := range c.from[n.Name] {
			_, ok := e.guardOf()
			switch {
			case e.broken:
				maybe = true
			case ok:
				guarded++
			default:
				count++
			}
		}
		name := finding.Quote(n.Name)
		few := func(engine, what string, have int) {
			c.add(issue{
				code: "BOT309", engine: engine, kind: "edges", name: n.Name, at: at,
				message: "the router " + name + " has " + strconv.Itoa(have) + what,
			})
		}
		switch mode {
		case "round_robin":
			if count < 2 && !maybe {
				few("C020", " edges without a condition and needs at least 2 to take turns; add one or use another mode", count)
			}
		case "llm":
			c.guardedRoutes(n, "C022", "the model picks the edge of an llm router, and a condition has no say; remove it")
			if count+guarded < 2 && !maybe {
				few("C021", " edges and needs at least 2 for the model to choose from; add one or use another mode", count+guarded)
			}
			if !unsure(n.Decl) && n.Decl.Prop("model") == nil && n.Decl.Prop("backend") == nil {
				c.add(issue{
					code: "BOT502", engine: "C018", kind: "router", name: n.Name, at: at, severity: finding.Warning,
					message: "the llm router " + name + " has no model and no backend, so the engine's default decides; add one",
				})
			}
		case "fan_out_each":
			c.guardedRoutes(n, "C115", "the edge of a fan_out_each router runs for each item and takes no condition; remove it")
			if count+guarded != 1 && !maybe {
				few("C115", " edges and needs exactly one, the first node that runs for each item", count+guarded)
			}
			if !unsure(n.Decl) && n.Decl.Prop("over") == nil {
				c.add(issue{
					code: "BOT108", engine: "C113", kind: "over", name: n.Name, at: at,
					message: "the router " + name + " has nothing to iterate over; add over: with a template that names an array",
				})
			}
		}
	}
}

func (c *checker) routerProps(n *node, props []string, engine, mode string) {
	for _, name := range props {
		p := n.Decl.Prop(name)
		if p == nil || p.Broken || p.Unknown || p.Value == nil {
			continue
		}
		if v := n.File.ValueText(p.Value); v == "" || name == "multi" && v != "true" {
			continue
		}
		c.add(issue{
			code: "BOT309", engine: engine, kind: "property", name: name, at: place(n.Path, p.Name.Span),
			message: "the property " + finding.Quote(name) + " means something only with mode: " + mode +
				"; change the mode of " + finding.Quote(n.Name) + " or remove it",
		})
	}
}

func (c *checker) guardedRoutes(n *node, engine, message string) {
	for _, e := range c.from[n.Name] {
		if w := e.when(); w != nil && !e.broken {
			c.add(issue{
				code: "BOT309", engine: engine, kind: "condition", name: n.Name, at: e.at(w.Span), message: message,
			})
		}
	}
}
