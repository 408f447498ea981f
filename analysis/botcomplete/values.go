package botcomplete

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/boundary"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// value is the cursor behind `name:`, with rest between them.
func (c *completer) value(info *bot.PropInfo, name string, rest []bot.Token) {
	if info == nil {
		return
	}
	if c.src[c.word.Start-1] == ':' {
		c.pre = " "
	}
	if info.Form.IsList() {
		c.inlineList(info, name, rest)
		return
	}
	if info.Form == bot.FormType {
		c.typed(rest)
		return
	}
	if info.Form == bot.FormDotted && dots(rest) {
		c.dottedName(name, c.text(rest))
		return
	}
	if len(rest) > 0 {
		return
	}
	c.single(info, name)
}

// dots reports whether the tokens are words and dots, and end in a dot.
func dots(toks []bot.Token) bool {
	for i, t := range toks {
		if t.Kind != [2]bot.TokenKind{bot.TokWord, bot.TokDot}[i%2] {
			return false
		}
	}
	return len(toks) > 0 && len(toks)%2 == 0
}

// text are tokens without the blanks between them.
func (c *completer) text(toks []bot.Token) string {
	var b strings.Builder
	for _, t := range toks {
		b.WriteString(c.slice(t))
	}
	return b.String()
}

// single offers the values of a property that takes one.
func (c *completer) single(info *bot.PropInfo, name string) {
	bare := c.in < 0 // not in quotes
	switch {
	case info.Form == bot.FormBool && bare:
		c.words(5, 0, EnumMember, "", "true", "false")
	case name == "input" || name == "output" || name == "schema":
		if bare {
			c.sorted(6, 0, c.u.declared(bot.KindSchema, Schema, ""))
			c.unimported(6, bot.KindSchema)
		}
	case info.Form == bot.FormPort && bare:
		c.words(6, 0, EnumMember, "", bot.Types...)
		c.sorted(6, 1, c.u.declared(bot.KindSchema, Schema, ""))
	case info.Form == bot.FormPrompt || info.Form == bot.FormPromptName:
		if bare {
			c.prompts()
		}
	case name == "entry", name == "from":
		list := c.u.nodes(nil)
		if name == "from" && c.s.group != nil {
			list = c.u.nodes(c.s.group)
		}
		c.sorted(8, 0, list)
		c.unimported(8, bot.KindAgent)
	case name == "backend", name == "default_backend":
		c.loose(info)
		for _, b := range backends {
			c.add(11, 0, candidate{Item: Item{Label: b.name, Kind: Backend, Detail: b.list, Doc: Doc{Kind: docBackend, Name: b.name}}})
		}
	case name == "contract" && bare:
		c.sorted(12, 0, c.u.declared(bot.KindContract, Module, ""))
	case name == "session_slot" && bare:
		c.sorted(12, 0, c.slots())
	case info.Form == bot.FormCursorValue:
		c.cursorValue(name)
	case info.Form == bot.FormLiteral:
		c.presetValue(name)
	case len(info.Words) > 0 && (bare || info.Form.Quotable() || info.Form == bot.FormEnum):
		c.loose(info)
		c.words(5, 0, EnumMember, c.deflt(name), info.Words...)
	default:
		if list := closed[c.docName(name)]; list != nil {
			c.loose(info)
			c.words(5, 0, EnumMember, "", list...)
		}
	}
}

// loose puts words in quotes where a string is wanted and the file may be read
// by an engine that takes no bare word there.
func (c *completer) loose(info *bot.PropInfo) {
	if c.in < 0 && info.Form == bot.FormString && c.f.Header == nil {
		c.pre, c.post = c.pre+`"`, `"`
	}
}

// deflt is the word that the property has when it is left out.
func (c *completer) deflt(name string) string {
	if d, ok := defaults[c.docName(name)]; ok {
		return d
	}
	return defaults[name]
}

// typed is the cursor behind `name:` in vars and schemas: K17.
func (c *completer) typed(rest []bot.Token) {
	switch {
	case len(rest) == 0:
		types := bot.Types
		if c.s.kind == bot.KindSchema {
			types = append(slices.Clone(types), "file")
		}
		c.words(17, 0, EnumMember, "", types...)
		// `string[]` is one type.
		c.span.End += btoi(strings.HasPrefix(c.src[c.word.End:c.line.End], "[]")) * len("[]")
	case rest[len(rest)-1].Kind == bot.TokLBracket && c.in < 0:
		for _, w := range []string{"enum", "matching"} {
			x := candidate{Item: Item{Label: w, Kind: Keyword, Doc: Doc{Kind: docWord, Name: "type." + w}}}
			if !strings.HasPrefix(c.rest(c.word.End), ":") {
				x.body = parsePieces(w + ": \"‹1›\"")
			}
			c.add(17, 0, x)
		}
	case rest[len(rest)-1].Kind == bot.TokEquals && c.slice(rest[0]) == "bool" && c.in < 0:
		c.words(5, 0, EnumMember, "", "true", "false")
	}
}

// prompts is K7: unused ones, used ones, files.
func (c *completer) prompts() {
	used := map[string]bool{}
	c.eachNode(func(_ *bot.UnitFile, d, _ *bot.Decl) {
		for _, prop := range append(promptProps, "interaction_prompt") {
			if p := d.Prop(prop); p != nil && p.Value != nil && p.Value.Kind == bot.Word && !c.onLine(p.Value.Span.Start) {
				used[p.Value.Text] = true
			}
		}
	})
	var groups [3][]candidate
	for _, x := range c.u.declared(bot.KindPrompt, Prompt, "") {
		groups[btoi(used[x.Label])] = append(groups[btoi(used[x.Label])], x)
	}
	for _, u := range c.u.list {
		for _, p := range u.AllPrompts {
			if p.Text != nil {
				groups[2] = append(groups[2], candidate{Item: Item{
					Label: p.Name, Kind: Prompt, Description: "prompts/" + p.Name + ".md", Doc: Doc{Path: p.Path, File: true},
				}})
			}
		}
	}
	for i, g := range groups {
		c.sorted(7, i, g)
	}
	c.unimported(7, bot.KindPrompt)
}

// eachNode calls f for each declaration that may read a prompt: nodes, those
// of groups with their group, and supervisors.
func (c *completer) eachNode(f func(file *bot.UnitFile, d, group *bot.Decl)) {
	c.u.decls(func(file *bot.UnitFile, d *bot.Decl) {
		if d.Kind.IsNode() || d.Kind == bot.KindSupervisor {
			f(file, d, nil)
		}
		for _, n := range d.Decls {
			group := d
			if d.Kind != bot.KindGroup {
				group = nil
			}
			f(file, n, group)
		}
	})
}

// dottedName is the cursor behind a dot of `entry: p.` and the like.
func (c *completer) dottedName(name, written string) {
	if name != "entry" && name != "from" {
		return
	}
	prefix := strings.TrimSuffix(written, ".")
	c.add(8, 0, c.u.members(prefix)...)
	if name == "from" && c.s.kind == bot.KindContract {
		c.add(8, 1, c.u.fields(c.u.schemaOf(c.u.node(nil, prefix), "output"))...)
	}
}

// slots are the session slots in use.
func (c *completer) slots() []candidate {
	var list []candidate
	c.eachNode(func(f *bot.UnitFile, d, _ *bot.Decl) {
		if p := d.Prop("session_slot"); p != nil && p.Value != nil && p.Value.Kind == bot.Word && !c.onLine(p.Value.Span.Start) {
			list = append(list, candidate{Item: Item{Label: p.Value.Text, Kind: Variable, Description: d.Name.Text, Doc: at(f, p.Value.Span)}})
		}
	})
	return list
}

// cursorValue offers the values of a cursor.
func (c *completer) cursorValue(name string) {
	c.u.decls(func(f *bot.UnitFile, d *bot.Decl) {
		v := d.Prop("values")
		if d.Kind != bot.KindCursor || d.Name.Text != name || v == nil {
			return
		}
		for _, p := range v.Block {
			c.add(12, 0, candidate{Item: Item{Label: p.Name.Text, Kind: EnumMember, Doc: at(f, p.Name.Span)}})
		}
	})
}

// presetValue offers what a var takes: K18.
func (c *completer) presetValue(name string) {
	c.u.entries(bot.KindVars, func(f *bot.UnitFile, p *bot.Prop) {
		if p.Name.Text != name || len(c.list) > 0 {
			return
		}
		if typeOf(f.File, p) == "bool" && c.in < 0 {
			c.words(18, 0, EnumMember, "", "true", "false")
		}
		for _, k := range p.Constraints {
			if k.Name.Text != "enum" {
				continue
			}
			for _, v := range k.Values {
				x := candidate{Item: Item{Label: f.File.ValueText(v), Kind: EnumMember, Doc: at(f, p.Name.Span)}}
				if c.in < 0 {
					x.body = pieces{lit(quoted(x.Label))}
				}
				c.add(18, 0, x)
			}
		}
	})
}

// inlineList is the cursor in `name: […]`.
func (c *completer) inlineList(info *bot.PropInfo, name string, rest []bot.Token) {
	rest = c.widen(info, rest)
	switch {
	case len(rest) == 0 && info.Form == bot.FormIdentOrList:
	case len(rest) == 0:
		c.pre, c.post = c.pre+"[", "]"
	case rest[0].Kind != bot.TokLBracket:
		return
	default:
		depth := 0
		for _, t := range rest {
			depth += btoi(t.Kind == bot.TokLBracket) - btoi(t.Kind == bot.TokRBracket)
		}
		last := rest[len(rest)-1]
		switch {
		case depth <= 0:
			return
		case last.Kind == bot.TokLBracket:
			c.pre = ""
		case last.Kind != bot.TokComma:
			c.pre = ", "
			if c.span.Start > last.Span.End {
				// The blank in front of the cursor stands for that of the comma.
				c.pre = ","
				if c.src[c.span.Start-1] == ' ' && c.span.Start-1 >= last.Span.End {
					c.span.Start = last.Span.End
					c.pre = ", "
				}
			}
		case c.src[c.span.Start-1] == ',':
			c.pre = " "
		default:
			c.pre = ""
		}
	}
	c.elements(info, name, c.listed(c.property(name)))
}

// widen takes the dotted name at the cursor as the word where a list holds
// such names, and gives the tokens in front of it.
func (c *completer) widen(info *bot.PropInfo, rest []bot.Token) []bot.Token {
	if c.in >= 0 || info.Form != bot.FormToolList && info.Form != bot.FormSkillList {
		return rest
	}
	c.span = wordAt(c.src, c.off, c.line, func(r rune) bool { return isWord(r) || r == '.' || r == '*' })
	for len(rest) > 0 && rest[len(rest)-1].Span.Start >= c.span.Start {
		rest = rest[:len(rest)-1]
	}
	return rest
}

// property is the property of that name in the block, of several the one on
// the cursor's line.
func (c *completer) property(name string) *bot.Prop {
	var found *bot.Prop
	for _, p := range c.s.entries {
		if p.Name.Text == name && (found == nil || c.onLine(p.Span.Start)) {
			found = p
		}
	}
	return found
}

// dashed is the cursor in a line of a dashed list.
func (c *completer) dashed() {
	if c.before() || c.toks[0].Kind != bot.TokDash {
		return
	}
	name := c.s.path[len(c.s.path)-1]
	if rest := c.widen(c.s.list, c.toks[1:]); len(rest) > 0 {
		return
	}
	c.s.path = c.s.path[:len(c.s.path)-1]
	if c.src[c.span.Start-1] == '-' {
		c.pre = " "
	}
	c.elements(c.s.list, name, c.listed(c.s.prop))
}

// listed are the elements of a list but for the one at the cursor.
func (c *completer) listed(p *bot.Prop) map[string]bool {
	m := map[string]bool{}
	if p == nil || p.Value == nil {
		return m
	}
	for _, v := range p.Value.Items {
		if s := v.Span; !(s.Start < c.off && c.off <= s.End) && s.Start != c.off {
			m[c.f.ValueText(v)] = true
		}
	}
	return m
}

// elements offers what a list does not hold yet.
func (c *completer) elements(info *bot.PropInfo, name string, have map[string]bool) {
	c.quote = c.in < 0
	add := func(context, group int, list ...candidate) {
		for _, x := range list {
			if !have[x.Label] {
				c.add(context, group, x)
			}
		}
	}
	switch name {
	case "tools", "tool_policy", "agent_tools":
		reads := boundary.ReadOnlyTools()
		for _, t := range reads {
			add(9, 0, tool(t, "reads"))
		}
		for _, t := range tools() {
			if !isOne(reads, t) {
				add(9, 1, tool(t, "acts"))
			}
		}
		servers := c.u.declared(bot.KindMCPServer, Tool, "")
		for _, s := range servers {
			x := tool("mcp."+s.Label+".*", "acts")
			x.Doc, x.Description = s.Doc, s.Description
			add(9, 2, x)
		}
	case "capabilities":
		for i, list := range [][]string{readingCapabilities, actingCapabilities} {
			for _, n := range list {
				x := candidate{Item: Item{Label: n, Kind: Capability, Detail: [2]string{"reads", "acts"}[i], Doc: Doc{Kind: docCapability, Name: n}}}
				x.Filter = filter(n)
				add(10, i, x)
			}
		}
	case "watches":
		var list []candidate
		for _, x := range c.u.nodes(nil) {
			if x.Detail == bot.KindAgent.Keyword() {
				list = append(list, x)
			}
		}
		byName(list)
		add(8, 0, list...)
	case "servers", "disable":
		add(12, 0, c.u.declared(bot.KindMCPServer, Module, "mcp_server")...)
	case "needs":
		var list []candidate
		if w := c.u.workflow(); w != nil {
			if p := w.Decl.Prop("resources"); p != nil {
				for _, e := range p.Block {
					list = append(list, candidate{Item: Item{Label: e.Name.Text, Kind: Variable, Detail: "resource", Doc: at(w.UnitFile, e.Name.Span)}})
				}
			}
		}
		byName(list)
		add(12, 0, list...)
	case "on":
		for _, w := range info.Words {
			add(12, 0, candidate{Item: Item{Label: w, Kind: EnumMember, Doc: Doc{Kind: docWord, Name: c.docName(w)}}})
		}
	case "skills":
		add(23, 0, c.skills()...)
	}
}

func tool(name, detail string) candidate {
	return candidate{Item: Item{Label: name, Kind: Tool, Detail: detail, Filter: filter(name), Doc: Doc{Kind: docTool, Name: name}}}
}

// filter lets a dotted or kebab name be found by its last part, too.
func filter(name string) string {
	s := strings.TrimSuffix(name, ".*")
	if i := strings.LastIndexAny(s, ".-"); i >= 0 {
		return name + " " + s[i+1:]
	}
	return name
}

// quotedSpan is the inside of the string that holds the cursor, on its line.
func (c *completer) quotedSpan() text.Span {
	s := c.f.Tokens[c.in].Span
	in := text.Span{Start: s.Start + 1, End: s.End}
	if s.Len() > 1 && c.src[s.End-1] == c.src[s.Start] {
		in.End--
	}
	return text.Span{Start: max(in.Start, c.line.Start), End: max(c.off, min(in.End, c.line.End))}
}
