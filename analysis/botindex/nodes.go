package botindex

import (
	"path"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// schemaProps, promptRoles and textProps say what the properties of nodes hold.
var (
	schemaProps = map[string]Role{"input": Input, "output": Output}
	promptRoles = map[string]Role{"system": System, "user": User, "instructions": Instructions, "interaction_prompt": Interaction}
	textProps   = []string{"command", "script", "postcondition", "message", "over", "review_url"}
	// routeProps take vars only, and are expanded with the environment.
	routeProps = []string{"model", "backend", "provider", "interaction_model", "reasoning_effort", "timeout"}
)

// nodeRefs notes what the lines of a node name.
func (b *builder) nodeRefs(f *bot.UnitFile, d *bot.Decl, group *bot.Decl) {
	s := b.x.members[d]
	if s == nil {
		return
	}
	sc := scope{group: group, input: b.schemaOf(d, "input")}
	if sc.input == nil && s.Name != "" {
		sc.input = s
	}
	for _, p := range d.Props {
		name := p.Name.Text
		switch r, prompt := promptRoles[name]; {
		case p.Unknown:
		case prompt:
			b.promptRef(f, d, s, name, r)
		case slices.Contains(routeProps, name):
			b.text(f, p.Value, scope{group: group})
			b.env(f, p.Value)
		case slices.Contains(textProps, name) && d.Kind != bot.KindAgent && d.Kind != bot.KindJudge:
			b.text(f, p.Value, sc)
		case schemaProps[name] != 0:
			if d.Kind.HasSchemas() {
				b.wordAt(f, p.Value, Schema, schemaProps[name])
			}
		default:
			b.nodeProp(f, d, s, p, sc)
		}
	}
	if d.With != nil {
		b.with(f, d, s, sc)
	}
}

func (b *builder) nodeProp(f *bot.UnitFile, d *bot.Decl, s *Symbol, p *bot.Prop, sc scope) {
	switch p.Name.Text {
	case "tools", "tool_policy":
		b.tools(f, p)
	case "needs":
		for _, v := range elements(p) {
			b.wordAt(f, v, Resource, Property)
		}
	case "session_slot":
		if id, ok := b.literal(f, p.Value); ok {
			slot := b.symbol(Slot, nil, id.Text)
			b.at(f.Path, id.Span, id.Text, Slot, Clause, slot)
			if slot.In == nil {
				slot.In, slot.Decl, slot.Prop = f, d, p
			}
		}
	case "mcp":
		b.mcp(f, p)
	case "cursors":
		for _, c := range p.Block {
			if c.Name.Text == "enabled" || c.Name.Missing() {
				continue
			}
			cursor := b.symbol(Cursor, nil, c.Name.Text)
			b.at(f.Path, c.Name.Span, c.Name.Text, Cursor, Property, cursor)
			if id, ok := b.literal(f, c.Value); ok && b.x.symbols[key{CursorValue, cursor, id.Text}] != nil {
				b.at(f.Path, id.Span, id.Text, CursorValue, Property, b.symbol(CursorValue, cursor, id.Text))
			}
			b.env(f, c.Value)
		}
	case "recovery":
		b.tools(f, p.Prop("agent_tools"))
	case "fallbacks":
		for _, route := range p.Block {
			for _, x := range route.Block {
				switch x.Name.Text {
				case "when":
					b.expr(f, x.Value, sc)
				case "model", "backend", "provider":
					b.text(f, x.Value, scope{group: sc.group})
					b.env(f, x.Value)
				}
			}
		}
	case "params":
		for _, x := range p.Block {
			b.text(f, x.Value, sc)
		}
	case "expr":
		for _, x := range p.Block {
			b.field(f.Path, x.Name.Span, x.Name.Text, b.schemaOf(d, "output"), ExprKey)
			b.expr(f, x.Value, sc)
		}
	case "from":
		if p.Value != nil {
			span := p.Value.Span
			if p.Value.Kind == bot.String {
				span = p.Value.Inner
			}
			b.nodeRef(f.Path, f.File, span, sc.group, From)
		}
	case "event":
		if d.Kind == bot.KindWait {
			b.wordAt(f, p.Value, Event, Property)
		}
	case "source":
		b.source(f, d, s, p)
	}
}

// source notes the path of a subbot; it leads from the file that declares it.
func (b *builder) source(f *bot.UnitFile, d *bot.Decl, s *Symbol, p *bot.Prop) {
	if d.Kind != bot.KindSubbot || p.Value == nil || p.Value.Kind != bot.String {
		return
	}
	rel := f.File.ValueText(p.Value)
	if rel == "" || strings.Contains(rel, "{{") {
		return
	}
	o := b.at(f.Path, p.Value.Inner, rel, Path, Source, nil)
	if strings.Contains(rel, "://") || path.IsAbs(rel) {
		return
	}
	o.Target = path.Join(path.Dir(f.Path), rel)
	if s.Decl == d {
		s.Source = o.Target
	}
}

// with notes the line `with {…}` of emit and subbot.
func (b *builder) with(f *bot.UnitFile, d *bot.Decl, s *Symbol, sc scope) {
	for _, e := range d.With.Entries {
		if d.Kind == bot.KindSubbot {
			o := b.at(f.Path, e.Name.Span, e.Name.Text, Var, WithKey, nil)
			o.Unit = subbotSource(f, d)
		} else {
			b.field(f.Path, e.Name.Span, e.Name.Text, nil, WithKey)
		}
		b.text(f, e.Value, sc)
	}
}

// subbotSource is the main file that a subbot's source names, empty where it
// is none of the workspace.
func subbotSource(f *bot.UnitFile, d *bot.Decl) string {
	p := d.Prop("source")
	if p == nil || p.Value == nil || p.Value.Kind != bot.String {
		return ""
	}
	rel := f.File.ValueText(p.Value)
	if rel == "" || strings.Contains(rel, "://") || strings.Contains(rel, "{{") || path.IsAbs(rel) {
		return ""
	}
	return path.Join(path.Dir(f.Path), rel)
}

// promptRef notes the prompt that a property names; the text of one that it
// holds is read here.
func (b *builder) promptRef(f *bot.UnitFile, d *bot.Decl, reader *Symbol, prop string, r Role) {
	p := d.Prop(prop)
	if p == nil || p.Unknown || p.Value == nil {
		return
	}
	if p.Value.Kind != bot.String {
		b.wordAt(f, p.Value, Prompt, r)
	}
	if pr := b.promptOf(p); pr != nil {
		list := b.x.readers[pr]
		if len(list) == 0 || list[len(list)-1].Prop != p {
			b.x.readers[pr] = append(list, Reader{reader, p})
		}
	}
}

// promptOf is the prompt that a property names or holds.
func (b *builder) promptOf(p *bot.Prop) *bot.Prompt {
	if p.Value.Kind != bot.String {
		return b.u.Prompts[p.Value.Text]
	}
	if b.inline == nil {
		b.inline = map[*bot.Value]*bot.Prompt{}
		for _, x := range b.u.AllPrompts {
			if x.Inline != nil {
				b.inline[x.Inline] = x
			}
		}
	}
	return b.inline[p.Value]
}

// prompts reads the texts of all prompts, once for each way in which they are
// read.
func (b *builder) prompts() {
	for _, p := range b.u.AllPrompts {
		if p.Decl != nil && p.Decl.Body == nil {
			continue
		}
		b.prompt = p
		c := bot.Compile(b.src, p)
		for i := range c.Includes {
			b.includePath(p, &c.Includes[i])
		}
		at := func(s text.Span) (string, text.Span) {
			o := c.Origin(s)
			return o.Path, o.Span
		}
		for _, sc := range b.ways(p, strings.Contains(c.Text, "input")) {
			b.templates(c.Text, at, sc)
		}
	}
	b.prompt = nil
}

// ways are the ways in which a prompt is read, each once; input says that it
// matters whose input is read.
func (b *builder) ways(p *bot.Prompt, input bool) []scope {
	var list []scope
	seen := map[scope]bool{}
	for _, r := range b.x.readers[p] {
		var sc scope
		if input {
			sc.input = inputOf(r.Symbol)
		}
		if g := r.Symbol.Owner; g != nil {
			sc.group = g.Decl
		}
		if !seen[sc] {
			seen[sc] = true
			list = append(list, sc)
		}
	}
	if list == nil {
		return []scope{{}}
	}
	return list
}

// includePath notes the path of an include directive.
func (b *builder) includePath(p *bot.Prompt, inc *bot.Include) {
	t := p.Text
	if t == nil {
		t = p.File.Text
	}
	src := t.Slice(inc.Directive)
	i, j := strings.IndexByte(src, '"'), strings.LastIndexByte(src, '"')
	if i < 0 || j <= i {
		return
	}
	span := text.Span{Start: inc.Directive.Start + i + 1, End: inc.Directive.Start + j}
	b.at(p.Path, span, t.Slice(span), Path, Include, nil).Target = inc.Path
}
