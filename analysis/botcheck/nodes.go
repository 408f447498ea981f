package botcheck

import (
	"regexp"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// nodeShapes checks what a node of a kind needs and what does not fit
// together.
func (c *checker) nodeShapes() {
	for _, n := range c.order {
		switch n.Decl.Kind {
		case bot.KindAgent, bot.KindJudge:
			c.session(n)
		case bot.KindTool:
			c.recipe(n)
			c.quotedTemplates(n)
		case bot.KindHuman:
			c.human(n)
		case bot.KindEmit, bot.KindWait:
			if !unsure(n.Decl) && n.Decl.Prop("event") == nil {
				c.add(issue{
					code: "BOT108", engine: "C196", kind: "event", name: n.Name, at: place(n.Path, n.Decl.Name.Span),
					message: "the node " + finding.Quote(n.Name) + " names no event; add event:",
					fixes:   c.addProp(n, `event: "`+n.Decl.Name.Text+`"`),
				})
			}
		case bot.KindSubbot:
			if !unsure(n.Decl) && n.Decl.Prop("source") == nil {
				c.add(issue{
					code: "BOT108", engine: "C119", kind: "source", name: n.Name, at: place(n.Path, n.Decl.Name.Span),
					message: "the node " + finding.Quote(n.Name) + " names no bot to run; add source: with the path of one",
				})
			}
		case bot.KindFail:
			c.failCode(n)
		}
		c.needs(n)
		c.emptySchema(n, "input", n.in)
		c.emptySchema(n, "output", n.out)
		c.files(n)
	}
}

// recipe checks that a tool does exactly one thing.
func (c *checker) recipe(n *node) {
	if unsure(n.Decl) {
		return
	}
	has := func(prop string) bool {
		p := n.Decl.Prop(prop)
		return p != nil && (p.Value == nil || n.File.ValueText(p.Value) != "" || p.Value.Kind != bot.String)
	}
	fault := func(prop, message string) {
		at := place(n.Path, n.Decl.Name.Span)
		if p := n.Decl.Prop(prop); p != nil {
			at = place(n.Path, p.Name.Span)
		}
		c.add(issue{code: "BOT501", engine: "C004", kind: "recipe", name: n.Name, at: at, message: message})
	}
	name := finding.Quote(n.Name)
	command, script, action := has("command"), has("script"), has("action")
	switch {
	case !command && !script && !action:
		fault("", "the tool "+name+" does nothing; add command: or script:")
	case command && script:
		fault("script", "the tool "+name+" has a command and a script, and only one may be; remove one")
	case action && (command || script):
		fault("action", "the tool "+name+" has an action beside a command or script, and only one may be; remove one")
	case has("language") && !script:
		fault("language", "the tool "+name+" names a language without a script; write script: or remove it")
	}
	if p := n.Decl.Prop("language"); p != nil && p.Value != nil {
		v := n.File.ValueText(p.Value)
		langs := bot.Block(bot.KindTool).Prop("language")
		if v != "" && langs != nil && !slices.Contains(langs.Words, v) {
			at := place(n.Path, p.Value.Span)
			hint, fixes := c.didYouMean(v, langs.Words, at, false)
			c.add(issue{
				code: "BOT501", engine: "C004", kind: "language", name: v, at: at,
				message: "the language " + finding.Quote(v) + " is none of " + strings.Join(langs.Words, ", ") + hint, fixes: fixes,
			})
		}
	}
	c.action(n)
	if !action {
		c.recovery(n)
	}
}

// recovery checks what shall happen when a tool's postcondition fails.
func (c *checker) recovery(n *node) {
	policy, _ := n.word("policy")
	policy = strings.TrimSpace(policy)
	r := n.Decl.Prop("recovery")
	bounds := false
	if r != nil {
		for _, p := range r.Block {
			if p.Broken || p.Value == nil {
				return
			}
			switch p.Name.Text {
			case "max_repair_attempts", "max_agent_attempts":
				bounds = bounds || strings.Trim(p.Value.Text, "0") != ""
			case "model":
				bounds = bounds || n.File.ValueText(p.Value) != ""
			case "agent_tools":
				bounds = bounds || len(p.Value.Items) > 0
			}
		}
	}
	if policy != "recover" && !bounds {
		return
	}
	at := place(n.Path, n.Decl.Name.Span)
	if p := n.Decl.Prop("policy"); p != nil {
		at = place(n.Path, p.Name.Span)
	}
	if bounds {
		at = place(n.Path, r.Name.Span)
	}
	name := finding.Quote(n.Name)
	post, _ := n.word("postcondition")
	recipe, _ := n.word("command")
	if recipe == "" {
		recipe, _ = n.word("script")
	}
	switch {
	case post == "":
		c.add(issue{
			code: "BOT501", engine: "C104", kind: "no-postcondition", name: n.Name, at: at,
			message: "the tool " + name + " recovers without a postcondition, so success could be feigned; add postcondition:",
		})
	case strings.TrimSpace(post) == strings.TrimSpace(recipe):
		c.add(issue{
			code: "BOT501", engine: "C105", kind: "gate", name: n.Name, at: at,
			message: "the tool " + name + " is a gate, its recipe is its postcondition, and must not recover; remove the recovery",
		})
	}
	if bounds && policy != "recover" {
		c.add(issue{
			code: "BOT501", engine: "C106", kind: "inert", name: n.Name, at: at,
			message: "the recovery of " + name + " runs only with policy: recover; write that or remove it",
		})
	}
}

// session reports a session that goes on where branches meet: at a node that
// awaits them, or to which several nodes lead without a condition.
func (c *checker) session(n *node) {
	s, _ := n.word("session")
	switch s {
	case "inherit", "inherit_if_available", "fork":
	default:
		return
	}
	if !n.awaits() && !c.meeting(n) {
		return
	}
	c.add(issue{
		code: "BOT310", engine: "C009", kind: "convergence", name: n.Name, at: place(n.Path, n.Decl.Prop("session").Value.Span),
		message: "the session of " + finding.Quote(n.Name) + " cannot go on where branches meet; write fresh, artifacts_only or persist",
	})
}

// meeting reports whether more than one node leads to n by edges without a
// condition. Edges of loops and what a loop brings back to n are left out: they
// come one after the other, and do not meet.
func (c *checker) meeting(n *node) bool {
	sources := map[string]bool{}
	for _, e := range c.to[n.Name] {
		if !e.broken && e.when() == nil && !e.isElse() && !e.bounded() && e.from != n.Name {
			sources[e.from] = true
		}
	}
	if len(sources) < 2 || c.halfTyped() || c.hidden.all {
		return false
	}
	ahead := c.closure(n.Name, c.from, func(e *edge) string { return e.to }, &c.paths.steps)
	straight := c.closure(n.Name, c.from, func(e *edge) string {
		if e.bounded() {
			return ""
		}
		return e.to
	}, &c.paths.steps)
	if c.paths.steps > maxSteps {
		return false
	}
	count := 0
	for id := range sources {
		if !ahead[id] || straight[id] {
			count++
		}
	}
	return count > 1
}

// human checks what a gate that a model answers needs.
func (c *checker) human(n *node) {
	mode := c.interaction(n)
	if mode == "async" && n.Decl.Prop("interaction") != nil {
		c.add(issue{
			code: "BOT514", engine: "C240", kind: "async", name: n.Name, at: place(n.Path, n.Decl.Prop("interaction").Value.Span),
			message: "a human node is the question itself and cannot ask asynchronously; give an agent interaction: async and await its answers",
		})
	}
	if mode != "llm" && mode != "llm_or_human" && mode != "review" || unsure(n.Decl) {
		return
	}
	at := place(n.Path, n.Decl.Name.Span)
	missing := func(kind, message string) {
		c.add(issue{
			code: "BOT502", engine: "C018", kind: kind, name: n.Name, at: at, severity: finding.Error,
			message: "the human node " + finding.Quote(n.Name) + " with interaction " + mode + message,
		})
	}
	model, _ := n.word("model")
	companion, _ := n.word("interaction_model")
	if model == "" && companion == "" {
		missing("no-model", " has no model; add interaction_model: or model:")
	} else if n.Decl.Prop("output") == nil {
		missing("no-output", " has no output schema; add output:")
	}
	if mode != "review" {
		return
	}
	w := c.u.Workflow
	if w == nil || unread(w.Decl, "worktree") || w.Decl.Broken {
		return
	}
	if p := w.Decl.Prop("worktree"); p != nil && p.Value != nil && strings.EqualFold(strings.TrimSpace(w.File.ValueText(p.Value)), "none") {
		c.add(issue{
			code: "BOT514", engine: "C100", kind: "worktree", name: n.Name, at: at,
			message: "the review " + finding.Quote(n.Name) + " merges the run's worktree, and the workflow has none; write worktree: auto",
		})
	}
}

var failCode = regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`)

// engineCodes are the codes of failures that the engine itself gives and acts
// upon.
var engineCodes = strings.Fields(`
	NODE_NOT_FOUND NO_OUTGOING_EDGE LOOP_EXHAUSTED BUDGET_EXCEEDED EXECUTION_FAILED WORKSPACE_SAFETY
	RESOURCE_RESTORE_FAILED TIMEOUT CANCELLED JOIN_FAILED RESUME_INVALID SCRATCH_NOT_PORTABLE SCHEMA_VALIDATION
	EXPRESSION_FAILED RATE_LIMITED USAGE_LIMIT_BLOCKED CONTEXT_LENGTH_EXCEEDED TOOL_FAILED_TRANSIENT
	TOOL_FAILED_PERMANENT NETWORK_TRANSIENT AUTH_FAILED MODEL_UNAVAILABLE SCHEMA_UNUSABLE CAPABILITY_UNSUPPORTED
	SANDBOX_DRIVER_UNAVAILABLE INTERRUPTED FAIL_NODE PROCESS_ORPHANED QUEUE_SCHEMA_MISMATCH DLQ_PARKED IR_UNLOADABLE
	LAUNCH_FAILED SANDBOX_SETUP_TIMEOUT SANDBOX_CAPACITY BOT_REQUIRES_NEWER_ENGINE AMBIGUOUS_EFFECT`)

func (c *checker) failCode(n *node) {
	code, ok := n.word("code")
	if !ok || code == "" || strings.Contains(code, "{{") {
		return
	}
	i := issue{code: "BOT516", name: code, at: place(n.Path, n.Decl.Prop("code").Value.Span)}
	switch {
	case !failCode.MatchString(code):
		i.engine, i.kind = "C247", "shape"
		i.message = "the code " + finding.Quote(code) + " is not of the form PLAN_REFUSED: capitals, digits and underscores"
	case slices.Contains(engineCodes, code):
		i.engine, i.kind = "C248", "reserved"
		i.message = "the code " + finding.Quote(code) + " is the engine's own, which it acts upon, by trying again for one; write a code of the bot's own"
	default:
		return
	}
	c.add(i)
}

// needs reports resources that the workflow does not have.
func (c *checker) needs(n *node) {
	p := n.Decl.Prop("needs")
	if p == nil || p.Broken || p.Unknown || p.Value == nil || c.u.Workflow == nil || c.hidden.resources || c.hidden.all {
		return
	}
	list := p.Value.Items
	if p.Value.Kind != bot.List {
		list = []*bot.Value{p.Value}
	}
	var names []string
	for r := range c.resources {
		names = append(names, r)
	}
	for _, v := range list {
		name := n.File.ValueText(v)
		if name == "" || c.resources[name] {
			continue
		}
		at := place(n.Path, v.Span)
		hint, fixes := c.didYouMean(name, names, at, true)
		c.add(issue{
			code: "BOT207", engine: "C195", kind: "resource", name: name, at: at,
			message: "the workflow has no resource " + finding.Quote(name) + ", so nothing is leased; declare it in resources: or correct the name" + hint,
			fixes:   fixes,
		})
	}
}

// emptySchema reports a schema without fields that a node names.
func (c *checker) emptySchema(n *node, prop string, s *schema) {
	if s == nil || s.open || len(s.names) > 0 {
		return
	}
	c.add(issue{
		code: "BOT209", engine: "C140", kind: "empty-schema", name: s.name, at: place(n.Path, n.Decl.Prop(prop).Value.Span),
		message: "the schema " + finding.Quote(s.name) + " has no field, so it describes nothing; give it one",
	})
}

// files reports a field of type file that a node should yield which is no
// human pause: only there somebody can hand one over (bot-language.md 8.7).
func (c *checker) files(n *node) {
	if n.out == nil || n.Decl.Kind == bot.KindHuman {
		return
	}
	for _, name := range n.out.names {
		f := n.out.fields[name]
		if f.Broken || f.Value == nil || f.Value.Text != "file" {
			continue
		}
		c.add(issue{
			code: "BOT514", engine: "C129", kind: "file-field", name: n.Name, at: place(n.Path, n.Decl.Prop("output").Value.Span),
			message: "only a person at a human node hands over a file, and the output of " + finding.Quote(n.Name) + " has the field " + finding.Quote(name) + " of that type; give it another type",
			related: related(place(n.out.file.Path, f.Name.Span), "the field is declared here"),
		})
		return
	}
}
