package botcheck

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// triggers are the conditions of a fallback that the engine knows
// (bot-language.md 9.7).
var triggers = []string{"usage_window", "auth", "unavailable", "transient_exhausted", "any"}

// gates says which modes of the permission gate a backend can keep. The gate
// of grok and kimi is a process outside, which can refuse and cannot ask.
var gates = map[string]map[string]bool{
	"claude_code": {"ask": true, "deny": true},
	"claw":        {"ask": true, "deny": true},
	"pi":          {"ask": true, "deny": true},
	"grok":        {"deny": true},
	"kimi":        {"deny": true},
}

// route is an entry of fallbacks.
type route struct {
	prop *bot.Prop
	// backend is empty where the route has none or the launch decides it.
	backend string
}

// routes are the fallbacks of a node that can be read.
func (c *checker) routes(n *node) []route {
	p := n.Decl.Prop("fallbacks")
	if p == nil || p.Unknown || p.Broken {
		return nil
	}
	var list []route
	for _, r := range p.Block {
		if r.Name.Missing() || openBlock(r.Broken, r.Block) {
			continue
		}
		name, _ := readBackend(routeText(n, r, "backend"))
		list = append(list, route{r, name})
	}
	return list
}

// routeText is the text of a property of a route.
func routeText(n *node, r *bot.Prop, name string) string {
	p := r.Prop(name)
	if p == nil || p.Broken || p.Value == nil {
		return ""
	}
	return strings.TrimSpace(n.Bind(n.File.ValueText(p.Value)))
}

// fallbacks checks the routes that a node takes when its own one fails.
func (c *checker) fallbacks(n *node) {
	routes := c.routes(n)
	if len(routes) == 0 {
		return
	}
	whole := n.Decl.Prop("fallbacks").Block
	names := map[string]*bot.Prop{}
	own := c.backend(n)
	for _, r := range routes {
		name := r.prop.Name.Text
		fault := func(kind string, at text.Span, message string) {
			c.add(issue{
				code: "BOT512", engine: "C173", kind: kind, name: name, at: place(n.Path, at),
				message: "the fallback " + finding.Quote(name) + message,
			})
		}
		if first := names[name]; first != nil {
			fault("twice", r.prop.Name.Span, " is declared twice; give each a name of its own")
		}
		names[name] = r.prop
		action := routeText(n, r.prop, "action")
		target := ""
		for _, p := range []string{"backend", "model", "provider"} {
			if r.prop.Prop(p) != nil {
				target = p
			}
		}
		switch {
		case action == "skip":
			if target != "" || r.prop.Prop("metered") != nil && on(r.prop, "metered") {
				fault("skip-with-target", r.prop.Prop("action").Name.Span, " skips the node, so a backend, model, provider or metered on it means nothing; remove them")
			}
			if r.prop != whole[len(whole)-1] {
				fault("skip-not-last", r.prop.Name.Span, " skips the node, so no route behind it is ever taken; move it to the end")
			}
		case action != "":
			fault("action", r.prop.Prop("action").Value.Span, " has the action "+finding.Quote(action)+", and the only one is skip")
		case target == "":
			fault("no-target", r.prop.Name.Span, " names no backend, model or provider, so it would repeat the call that just failed; add one")
		case r.backend != "" && r.prop.Prop("model") == nil:
			fault("no-model", r.prop.Prop("backend").Name.Span, " names a backend without a model, and models are written differently for each; add model:")
		}
		c.routeWhen(n, r.prop, name)
		c.routeTriggers(n, r.prop)
		if r.backend != "" {
			c.crossing(n, own, r)
		}
	}
}

// routeWhen checks the condition of a route, which reads vars alone.
func (c *checker) routeWhen(n *node, r *bot.Prop, name string) {
	p := r.Prop("when")
	s, ok := c.scope(n.UnitFile, p, n)
	if !ok || s.src.text == "" {
		return
	}
	fault := func(kind, got string, at finding.Place, message string, fixes []finding.Fix) {
		c.add(issue{
			code: "BOT512", engine: "C173", kind: kind, name: got, at: at, fixes: fixes,
			message: "the condition of the fallback " + finding.Quote(name) + message,
		})
	}
	e, err := bot.ParseExpr(s.src.text)
	if err != nil {
		if err.Kind != "too-long" {
			fault("when", err.Got, s.whole, " does not parse: "+err.Message, nil)
		}
		return
	}
	e.Refs(func(x *bot.Expr) {
		r := s.ref(x)
		v := r.name(1)
		switch {
		case r.name(0) != "vars" || v == "":
			fault("when-namespace", r.name(0), r.part(0), " reads "+finding.Quote(r.name(0))+", and only vars are known when a route is taken", nil)
		case c.vars[v] == nil && !c.hidden.all && !c.hidden.vars:
			hint, fixes := c.didYouMean(v, namesOf(&c.guesses, c.vars), r.part(1), false)
			fault("when-var", v, r.part(1), " reads the var "+finding.Quote(v)+", which is not declared and reads as false"+hint, fixes)
		}
	})
}

func (c *checker) routeTriggers(n *node, r *bot.Prop) {
	p := r.Prop("on")
	if p == nil || p.Broken || p.Value == nil {
		return
	}
	for _, v := range p.Value.Items {
		t := n.File.ValueText(v)
		if t == "" || slices.Contains(triggers, t) || strings.Contains(t, "${") {
			continue
		}
		at := place(n.Path, v.Span)
		if v.Kind == bot.String && v.Form == bot.Quoted {
			at.Span = v.Inner
		}
		hint, fixes := c.didYouMean(t, triggers, at, false)
		c.add(issue{
			code: "BOT512", engine: "C175", kind: "trigger", name: t, at: at, fixes: fixes,
			message: "the trigger " + finding.Quote(t) + " is none of " + strings.Join(triggers, ", ") + ", so it never fires" + hint,
		})
	}
}

// crossing reports what a route would change of what the node may do.
func (c *checker) crossing(n *node, own string, r route) {
	at := place(n.Path, r.prop.Prop("backend").Value.Span)
	what := "the fallback " + finding.Quote(r.prop.Name.Text)
	unsafe := func(kind, message string) {
		c.add(issue{code: "BOT512", engine: "C176", kind: kind, name: n.Name, at: at, message: what + message})
	}
	if m := c.ungated(n, r.backend); m != "" {
		unsafe("gate", m)
	}
	if own == "" {
		return
	}
	declared := n.Decl.Prop("tools") != nil
	switch {
	case own == "claw" && r.backend != "claw":
		unsafe("tools", " leaves claw for "+finding.Quote(r.backend)+", where the list of tools does not bound the node as it does on claw; name a model of claw, or run the node on that backend from the start")
	case own != "claw" && r.backend == "claw" && !declared && !unsure(n.Decl):
		unsafe("tools", " leads to claw, where a node without tools: has none at all; declare tools:")
	}
	if s, _ := n.word("session"); own != r.backend {
		switch s {
		case "inherit", "inherit_if_available", "fork", "persist":
			unsafe("session", " changes the backend, and a session with "+finding.Quote(s)+" cannot go on there; use fresh, or stay on "+finding.Quote(own))
		}
	}
	if e, _ := n.word("reasoning_effort"); e != "" {
		switch r.backend {
		case "claude_code", "claw", "pi", "grok", "codex", "opencode":
		default:
			c.add(issue{
				code: "BOT512", engine: "C177", kind: "effort", name: n.Name, at: at,
				message: what + " runs on " + finding.Quote(r.backend) + ", which has no reasoning effort, so that of " + finding.Quote(n.Name) + " is ignored there",
			})
		}
	}
}
