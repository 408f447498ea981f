package botcheck

import (
	"slices"
	"strings"
	"time"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// checked are the engine's codes for words that its parser lets pass and its
// compiler does not, by property.
var checked = map[string]string{
	"compress": "C102", "policy": "C103", "permission": "C110", "auto_memory": "C131",
	"loop_budget_guard": "C133", "repo_devbox": "C134", "workspace_checkpoint": "C139", "worktree": "C142",
}

// values checks words whose meaning is fixed, durations, and what switches the
// sandbox off.
func (c *checker) values() {
	if w := c.u.Workflow; w != nil {
		c.words(w.UnitFile, w.Decl)
		c.sandbox(w.UnitFile, w.Decl)
		c.capabilities(w.UnitFile, w.Decl)
	}
	for _, n := range c.order {
		c.words(n.UnitFile, n.Decl)
		switch n.Decl.Kind {
		case bot.KindAgent, bot.KindJudge:
			c.sandbox(n.UnitFile, n.Decl)
			c.capabilities(n.UnitFile, n.Decl)
			c.duration(n, "timeout", "C122", "BOT110", false)
		case bot.KindTool:
			c.sandbox(n.UnitFile, n.Decl)
		case bot.KindWait:
			c.duration(n, "timeout", "C197", "BOT108", true)
		case bot.KindAwaitAnswers:
			c.duration(n, "timeout", "C241", "BOT108", true)
		}
	}
	for _, s := range c.u.Supervisors {
		p := s.Decl.Prop("cooldown")
		src, ok := str(s.UnitFile, p)
		if !ok || src.text == "" {
			continue
		}
		if _, err := time.ParseDuration(src.text); err != nil {
			c.add(issue{
				code: "BOT513", engine: "C191", kind: "cooldown", name: src.text, at: place(s.Path, p.Value.Span),
				message: "the cooldown " + finding.Quote(src.text) + ` is no duration such as "30s", so the default is used`,
			})
		}
	}
}

// words checks the properties of a declaration that take one of a few words.
func (c *checker) words(f *bot.UnitFile, d *bot.Decl) {
	for _, p := range d.Props {
		engine := checked[p.Name.Text]
		info := bot.Block(d.Kind).Prop(p.Name.Text)
		if engine == "" || info == nil || p.Broken || p.Unknown || p.Value == nil {
			continue
		}
		v := f.File.ValueText(p.Value)
		if n := strings.ToLower(strings.TrimSpace(v)); n == "" || slices.Contains(info.Words, n) {
			continue
		}
		at := place(f.Path, p.Value.Span)
		if p.Value.Kind == bot.String && p.Value.Form == bot.Quoted {
			at.Span = p.Value.Inner
		}
		hint, fixes := c.didYouMean(v, info.Words, at, false)
		c.add(issue{
			code: "BOT110", engine: engine, kind: p.Name.Text, name: v, at: at,
			message: "the value " + finding.Quote(v) + " of " + finding.Quote(p.Name.Text) + " is none of " +
				strings.Join(info.Words, ", ") + hint,
			fixes: fixes,
		})
	}
}

// duration checks a duration of a node that must be positive.
func (c *checker) duration(n *node, prop, engine, code string, required bool) {
	p := n.Decl.Prop(prop)
	if p == nil {
		if required && !unsure(n.Decl) {
			c.add(issue{
				code: code, engine: engine, kind: prop, name: n.Name, at: place(n.Path, n.Decl.Name.Span),
				message: "the node " + finding.Quote(n.Name) + " waits without a bound; add " + prop + `: "30m"`,
				fixes:   c.addProp(n, prop+`: "30m"`),
			})
		}
		return
	}
	if p.Broken || p.Unknown || p.Value == nil {
		return
	}
	s, ok := n.Text(prop)
	s, _, decided := bot.ExpandDefaults(s)
	if !ok || !decided || strings.Contains(s, "{{") {
		return
	}
	if d, err := time.ParseDuration(strings.TrimSpace(s)); err == nil && d > 0 || s == "" && !required {
		return
	}
	c.add(issue{
		code: code, engine: engine, kind: prop, name: s, at: place(n.Path, p.Value.Span),
		message: "the " + prop + " " + finding.Quote(s) + ` is no positive duration such as "30m"`,
	})
}

// addProp gives the fix that adds a line as the first property of a node.
func (c *checker) addProp(n *node, line string) []finding.Fix {
	if len(n.Decl.Props) == 0 {
		return nil
	}
	t := n.File.Text
	at := t.LineAt(n.Decl.Props[0].Span.Start)
	start := t.LineStart(at)
	src := t.Slice(t.Line(at))
	indent := src[:len(src)-len(strings.TrimLeft(src, " "))]
	fix := finding.NewFix("add-"+strings.SplitN(line, ":", 2)[0], "Add "+finding.Cut(line), false, func() []finding.Edit {
		e := finding.Edit{Path: n.Path, New: indent + line + t.EOL()}
		e.Span.Start, e.Span.End = start, start
		return []finding.Edit{e}
	})
	fix.Preferred = true
	return []finding.Fix{fix}
}

// known are the capabilities of the engine's registry (bot-language.md 8.10).
var known = []string{
	"board.assign", "board.close", "board.comment", "board.create", "board.label", "board.move", "board.read",
	"runs.read", "watch.subscribe", "watch.unsubscribe",
}

// capabilities reports capabilities that do not exist.
func (c *checker) capabilities(f *bot.UnitFile, d *bot.Decl) {
	p := d.Prop("capabilities")
	if p == nil || p.Broken || p.Unknown || p.Value == nil {
		return
	}
	boxed := d.Kind != bot.KindWorkflow && c.boxed()
	for _, v := range p.Value.Items {
		s := f.File.ValueText(v)
		if boxed && (s == "board" || strings.HasPrefix(s, "board.") && len(s) > len("board.")) {
			c.add(issue{
				code: "BOT507", engine: "C082", kind: "sandboxed", name: s, at: place(f.Path, v.Span),
				message: "the capability " + finding.Quote(s) + " needs the engine's board over HTTP inside a sandbox; without it the node goes on without the board",
			})
		}
		if s == "" || slices.Contains(known, s) {
			continue
		}
		at := place(f.Path, v.Span)
		if v.Kind == bot.String && v.Form == bot.Quoted {
			at.Span = v.Inner
		}
		if !capability(s) {
			c.add(issue{
				code: "BOT507", engine: "C081", kind: "malformed", name: s, at: at,
				message: "the capability " + finding.Quote(s) + " is no domain.action of lower-case words",
			})
			continue
		}
		hint, fixes := c.didYouMean(s, known, at, true)
		c.add(issue{
			code: "BOT507", engine: "C080", kind: "unknown", name: s, at: at,
			message: "the capability " + finding.Quote(s) + " is not known to the engine" + hint, fixes: fixes,
		})
	}
}

// capability reports whether s is `domain` or `domain.action`.
func capability(s string) bool {
	parts := strings.Split(s, ".")
	if len(parts) > 2 {
		return false
	}
	for _, p := range parts {
		if p == "" || p[0] < 'a' || p[0] > 'z' {
			return false
		}
		for i := range len(p) {
			if ch := p[i]; ch != '_' && (ch < 'a' || ch > 'z') && (ch < '0' || ch > '9') {
				return false
			}
		}
	}
	return true
}
