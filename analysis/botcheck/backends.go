package botcheck

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// isLLM reports whether nodes of that kind are run by a model and take the
// properties of agents.
func isLLM(k bot.Kind) bool { return k == bot.KindAgent || k == bot.KindJudge }

// readBackend reads what the source says of a backend: a variable by its
// default, never by the machine. decided is false where the launch decides.
func readBackend(s string) (name string, decided bool) {
	s, _, ok := bot.ExpandDefaults(s)
	if s = strings.TrimSpace(s); !ok || strings.Contains(s, "$") || strings.Contains(s, "{{") {
		return "", false
	}
	return s, true
}

// backend is the backend that a node runs on, its own before the workflow's;
// empty where the files do not decide it.
func (c *checker) backend(n *node) string {
	if !n.routed {
		n.backend, n.routed = c.readNodeBackend(n), true
	}
	return n.backend
}

func (c *checker) readNodeBackend(n *node) string {
	if unread(n.Decl, "backend") {
		return ""
	}
	own, _ := n.word("backend")
	name, decided := readBackend(own)
	if !decided {
		return ""
	}
	if name != "" && name != "auto" {
		return name
	}
	if unsure(n.Decl) {
		return ""
	}
	return c.defaultBackend()
}

// defaultBackend is the workflow's, empty where it does not say.
func (c *checker) defaultBackend() string {
	w := c.u.Workflow
	if w == nil || unread(w.Decl, "default_backend") {
		return ""
	}
	p := w.Decl.Prop("default_backend")
	if p == nil {
		return ""
	}
	name, decided := readBackend(w.File.ValueText(p.Value))
	if !decided || name == "auto" {
		return ""
	}
	return name
}

// noModel reports an agent or judge that has neither a model nor a backend.
func (c *checker) noModel(n *node) {
	if unsure(n.Decl) || n.Decl.Prop("model") != nil || n.Decl.Prop("backend") != nil {
		return
	}
	if w := c.u.Workflow; w == nil || w.Decl.Broken || c.hidden.edges || w.Decl.Prop("default_backend") != nil {
		return
	}
	c.add(issue{
		code: "BOT502", engine: "C018", kind: n.Decl.Kind.Keyword(), name: n.Name, severity: finding.Error,
		at:      place(n.Path, n.Decl.Name.Span),
		message: "the node " + finding.Quote(n.Name) + " has no model and no backend, so it runs only where the engine finds credentials of its own; add model: or backend:, or default_backend: to the workflow",
	})
}

// providers are the hints that the engine knows (bot-language.md 8.10).
var providers = []string{"anthropic", "auto", "openai", "zai"}

// provider checks the chain of providers of an agent, judge or llm router.
func (c *checker) provider(n *node) {
	s, ok := str(n.UnitFile, n.Decl.Prop("provider"))
	if !ok {
		v, ok := n.word("provider")
		if !ok {
			return
		}
		at := place(n.Path, n.Decl.Prop("provider").Value.Span)
		s = source{text: v, place: func(text.Span) finding.Place { return at }}
	}
	if strings.Contains(s.text, "${") || strings.Contains(s.text, "{{") {
		return
	}
	steps, at := 0, 0
	for part := range strings.SplitSeq(s.text, ",") {
		start := at + len(part) - len(strings.TrimLeft(part, " \t"))
		at += len(part) + 1
		step := strings.TrimSpace(part)
		if step == "" {
			continue
		}
		steps++
		hint, model, pair := strings.Cut(step, ":")
		span := text.Span{Start: start, End: start + len(step)}
		if pair && (strings.TrimSpace(hint) == "" || strings.TrimSpace(model) == "") {
			c.add(issue{
				code: "BOT505", engine: "C172", kind: "provider-step", name: step, at: s.place(span),
				message: "the step " + finding.Quote(step) + " names no provider or no model; write provider:model",
			})
		}
		hint = strings.TrimSpace(hint)
		if hint == "" || slices.Contains(providers, hint) {
			continue
		}
		where := s.place(text.Span{Start: start, End: start + len(hint)})
		like, fixes := c.didYouMean(hint, providers, where, false)
		c.add(issue{
			code: "BOT505", engine: "C087", kind: "provider", name: hint, at: where, fixes: fixes,
			message: "the provider " + finding.Quote(hint) + " is none of " + strings.Join(providers, ", ") +
				", so it is ignored and the credentials decide" + like,
		})
	}
	if b, _ := n.word("backend"); steps > 1 && (b == "claw" || b == "codex") {
		c.add(issue{
			code: "BOT505", engine: "C088", kind: "provider-chain", name: n.Name, at: place(n.Path, n.Decl.Prop("provider").Value.Span),
			message: "the backend " + finding.Quote(b) + " takes no chain of providers, only the first one counts; name one",
		})
	}
}

// backendProps reports properties that the backend of a node does not serve.
func (c *checker) backendProps(n *node) {
	b := c.backend(n)
	if v, ok := n.word("command"); ok && v != "" && (b == "claw" || b == "codex") {
		c.add(issue{
			code: "BOT505", engine: "C174", kind: "command", name: n.Name, at: place(n.Path, n.Decl.Prop("command").Name.Span),
			message: "the backend " + finding.Quote(b) + " starts no program of the author's, only claude_code does, so command: is ignored; remove it",
		})
	}
	if v, _ := n.word("auto_memory"); b != "" && strings.EqualFold(strings.TrimSpace(v), "on") && b != "claude_code" && b != "claw" && b != "pi" {
		c.add(issue{
			code: "BOT110", engine: "C132", kind: "auto_memory-backend", name: b, severity: finding.Warning,
			at:      place(n.Path, n.Decl.Prop("auto_memory").Value.Span),
			message: "the backend " + finding.Quote(b) + " keeps no memory of its own, only claude_code, claw and pi do; remove auto_memory or change the backend",
		})
	}
	if m, _ := n.word("interaction"); m == "async" {
		c.asyncBackend(n, b, n.Decl.Prop("interaction").Value.Span)
		for _, r := range c.routes(n) {
			if r.backend != b {
				c.asyncBackend(n, r.backend, r.prop.Name.Span)
			}
		}
	}
	c.ultracode(n)
}

// asyncBackend reports a backend on which nobody can ask and go on.
func (c *checker) asyncBackend(n *node, backend string, at text.Span) {
	switch backend {
	case "codex", "kimi", "grok", "opencode":
		c.add(issue{
			code: "BOT505", engine: "C267", kind: "async", name: n.Name, at: place(n.Path, at),
			message: "the backend " + finding.Quote(backend) + " has no tool to ask and go on, so " + finding.Quote(n.Name) +
				" cannot be async there; use claw, claude_code or pi",
		})
	}
}

// ultracode reports an effort that the model does not have.
func (c *checker) ultracode(n *node) {
	if e, _ := n.word("reasoning_effort"); e != "ultracode" || unread(n.Decl, "model") {
		return
	}
	m, _ := n.word("model")
	if m = strings.ToLower(strings.TrimSpace(m)); m == "" || strings.ContainsAny(m, "$") || strings.Contains(m, "{{") {
		return
	}
	m = m[strings.LastIndexByte(m, '/')+1:]
	if m == "opus" || strings.Contains(m, "opus-4-8") || claude5(m) {
		return
	}
	c.add(issue{
		code: "BOT505", engine: "C089", kind: "ultracode", name: m, at: place(n.Path, n.Decl.Prop("reasoning_effort").Value.Span),
		message: "the model " + finding.Quote(m) + " does not do ultracode, which falls back to xhigh there; write xhigh or change the model",
	})
}

// claude5 reports whether a model is of the fifth generation: its first number
// is 5, as in claude-opus-5.
func claude5(model string) bool {
	if !strings.HasPrefix(model, "claude-") {
		return false
	}
	for word := range strings.SplitSeq(model, "-") {
		if word != "" && word[0] >= '0' && word[0] <= '9' {
			return word == "5"
		}
	}
	return false
}

// routed are the properties that decide where a node runs before it runs, so
// that only vars are known by then (bot-language.md 12.1).
var routed = []string{"model", "backend", "provider", "interaction_model"}

// routing checks the templates of such properties, on nodes, their fallbacks
// and recoveries, the workflow and supervisors.
func (c *checker) routing() {
	for _, n := range c.order {
		switch n.Decl.Kind {
		case bot.KindAgent, bot.KindJudge, bot.KindRouter, bot.KindHuman:
			for _, name := range routed {
				c.routingField(n.UnitFile, n.Decl.Prop(name), true)
			}
			if p := n.Decl.Prop("fallbacks"); p != nil {
				for _, r := range p.Block {
					for _, name := range routed[:3] {
						c.routingField(n.UnitFile, r.Prop(name), true)
					}
				}
			}
		case bot.KindTool:
			if p := n.Decl.Prop("recovery"); p != nil {
				c.routingField(n.UnitFile, p.Prop("model"), true)
			}
		}
	}
	if w := c.u.Workflow; w != nil {
		c.routingField(w.UnitFile, w.Decl.Prop("default_backend"), true)
	}
	for _, s := range c.u.Supervisors {
		c.routingField(s.UnitFile, s.Decl.Prop("model"), false)
	}
}

func (c *checker) routingField(f *bot.UnitFile, p *bot.Prop, vars bool) {
	if p == nil || p.Value == nil || !strings.Contains(f.File.Text.Slice(p.Value.Span), "{{") {
		return
	}
	s, ok := str(f, p)
	if !ok {
		return
	}
	fault := func(span text.Span, message string) {
		got := s.text[span.Start:span.End]
		c.add(issue{
			code: "BOT401", engine: "C148", kind: "routing", name: got, at: s.place(span),
			message: "the template " + finding.Quote(got) + message,
		})
	}
	for _, t := range bot.Templates(s.text) {
		words := strings.Split(t.Path, ".")
		switch {
		case words[0] == "params":
			continue // the use of the group decides
		case !vars:
			fault(t.Span, " stays as it is written: a supervisor starts without the run's vars; write the model's name or ${NAME:-default}")
		case t.Fault != "" || words[0] != "vars" || len(words) < 2 || t.Raw:
			fault(t.Span, " is not known where the route is decided, only {{vars.name}} is; write the name, ${NAME:-default} or a var")
		default:
			c.varRef(ref{at: s.place, span: t.Span, parts: parts(words, t.PathSpan.Start)})
		}
	}
}

// parts are the words of a path that starts at an offset, with their places.
func parts(words []string, at int) []bot.Ident {
	list := make([]bot.Ident, 0, len(words))
	for _, w := range words {
		list = append(list, bot.Ident{Text: w, Span: text.Span{Start: at, End: at + len(w)}})
		at += len(w) + 1
	}
	return list
}
