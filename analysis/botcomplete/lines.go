package botcomplete

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// lineStarts is the start of a line in a declaration or block: K3, K4, and the
// keys of K16 and K18.
func (c *completer) lineStarts() {
	if c.s.kind == bot.KindPrompt || c.s.kind == bot.KindUse {
		return
	}
	written := c.written(c.s.entries)
	context := 3
	if c.s.edges() {
		context = 4
	}
	switch c.docName("") {
	case "presets.":
		if len(c.s.path) == 1 {
			c.keys(18, written, ": ", c.u.named(bot.KindVars, Variable))
		}
		return
	case "expr.":
		c.keys(16, written, ": \"‹1›\"", c.u.fields(c.u.schemaOf(c.s.decl, "output")))
		return
	case "cursors.":
		c.properties(12, 0, written)
		c.keys(12, written, ": ", c.u.declared(bot.KindCursor, Property, "cursor"))
		return
	}
	if c.s.block == nil {
		return
	}
	c.properties(context, 0, written)
	if c.s.block.With && (c.s.decl == nil || c.s.decl.With == nil || c.onLine(c.s.decl.With.Span.Start)) {
		c.add(context, 0, candidate{Item: Item{Label: "with", Kind: Property}, body: withBody})
	}
	if !c.s.edges() {
		return
	}
	if c.s.kind == bot.KindGroup {
		c.nodeSnippets(1)
	}
	var list []candidate
	if c.s.kind == bot.KindGroup {
		list = c.u.inGroup(c.s.decl)
	} else {
		list = c.u.nodes(nil)
	}
	after := c.rest(c.word.End)
	for i := range list {
		if !strings.HasPrefix(after, "->") && !strings.HasPrefix(after, ".") {
			list[i].body = pieces{lit(list[i].Label + " -> ")}
			list[i].Retrigger = true
		}
	}
	c.sorted(context, 2, list)
	c.unimported(context, bot.KindAgent)
	for i := range c.list {
		if x := &c.list[i]; x.group == importGroup && !strings.HasPrefix(after, "->") {
			x.body = pieces{lit(x.Label + " -> ")}
		}
	}
}

// properties offers the properties of the block that are not written yet, in
// the order of the reference.
func (c *completer) properties(context, group int, written map[string]bool) {
	colon := strings.HasPrefix(c.rest(c.word.End), ":")
	for _, p := range c.s.block.Props {
		if written[p.Name] || p.Elsewhere {
			continue
		}
		x := candidate{Item: Item{
			Label: p.Name, Kind: Property, Detail: formName(&p),
			Doc: Doc{Kind: docProperty, Name: c.docName(p.Name)},
		}}
		switch {
		case p.Name == "project_root" && c.f.Profile == 2:
			continue
		case p.Name == "project_root":
			x.Deprecated = true
		}
		switch {
		case colon:
			x.body = pieces{lit(p.Name)}
		case p.Form == bot.FormBlock:
			x.body = pieces{lit(p.Name + ":\n  "), hole(0, "")}
		default:
			x.body = pieces{lit(p.Name + ": ")}
			x.Retrigger = len(p.Words) > 0 || p.Form == bot.FormBool
		}
		c.add(context, group, x)
	}
}

// keys offers names that stand as keys.
func (c *completer) keys(context int, written map[string]bool, behind string, list []candidate) {
	colon := strings.HasPrefix(c.rest(c.word.End), ":")
	for _, x := range list {
		if written[x.Label] {
			continue
		}
		if !colon {
			x.body = append(pieces{lit(x.Label)}, parsePieces(behind)...)
		}
		c.add(context, 1, x)
	}
}

// docName names a property or word of the block at hand: `agent.model`,
// `budget.max_tokens`.
func (c *completer) docName(name string) string {
	if len(c.s.path) == 0 {
		return c.s.kind.Keyword() + "." + name
	}
	block := c.s.path[len(c.s.path)-1]
	switch {
	case c.s.kind == bot.KindPresets, c.s.kind == bot.KindSecrets:
		block = c.s.kind.Keyword()
	case len(c.s.path) > 1:
		switch parent := c.s.path[len(c.s.path)-2]; parent {
		case "fallbacks", "inputs", "outputs", "criteria", "effects":
			block = parent
		}
	}
	return block + "." + name
}

// formName says what a property takes.
func formName(p *bot.PropInfo) string {
	switch p.Form {
	case bot.FormInt:
		return "int"
	case bot.FormNumber:
		return "number"
	case bot.FormBool:
		return "bool"
	case bot.FormPrompt, bot.FormPromptName:
		return "prompt"
	case bot.FormBlock:
		return "block"
	case bot.FormExpr:
		return "expression"
	}
	switch {
	case p.Name == "input" || p.Name == "output" || p.Name == "schema":
		return "schema"
	case len(p.Words) > 0:
		return strings.Join(p.Words, " | ")
	case p.Form.IsList():
		return "list"
	}
	return ""
}
