package botcomplete

import (
	"sort"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// rules are what may be referred to in a text (bot-language.md 12).
type rules struct {
	// from is where the text begins.
	from int
	// templates says that references are read, varsOnly that they name vars
	// only; include that a prompt file may be included.
	templates, varsOnly, include bool
	env                          bool
	// expression says that it is one; bare, that words in it name fields of
	// the input.
	expression, bare bool
	readers          []reader
	// input is the file's schema that input.x reads, fields its fields.
	input func() []candidate
	// dir is the folder that paths are relative to.
	file string
}

// reader is a node that reads a text, or an edge by its source.
type reader struct {
	names []string
	group *bot.Decl
	// itself says that the node has run when the text is read.
	itself bool
}

// inside is the cursor in a comment, a string or a text.
func (c *completer) inside() {
	tok := c.f.Tokens[c.in]
	switch tok.Kind {
	case bot.TokComment:
		c.silence()
		return
	case bot.TokText:
		c.body(tok)
		return
	}
	if c.indent == 0 {
		switch {
		case len(c.toks) == 1 && c.slice(c.toks[0]) == "import":
			c.paths(pathImport, c.path, c.quotedSpan())
		case len(c.toks) > 0 && c.slice(c.toks[0]) == bot.KindUse.Keyword() && c.useLine(c.toks).at == atValue:
			c.read(rules{from: tok.Span.Start + 1, templates: true})
		}
		return
	}
	c.s = c.scopeOf(c.frames(c.indent))
	if !c.s.lost {
		c.inString(tok.Span.Start + 1)
	}
}

// body is the cursor in a prompt body or a block scalar.
func (c *completer) body(tok bot.Token) {
	i := c.in - 1
	for i >= 0 && (c.f.Tokens[i].Kind == bot.TokNewline || c.f.Tokens[i].Kind == bot.TokSpace || c.f.Tokens[i].Kind == bot.TokComment) {
		i--
	}
	if i >= 0 && c.f.Tokens[i].Kind == bot.TokBlock {
		key := placeAt(c.f, c.f.Tokens[i].Span.Start)
		c.toks, c.indent, c.first = key.toks, key.indent, key.first
		if c.s = c.scopeOf(c.frames(c.indent)); !c.s.lost && c.s.list == nil {
			c.inString(tok.Span.Start)
		}
		return
	}
	n := sort.Search(len(c.f.Decls), func(i int) bool { return c.f.Decls[i].Header.Start > c.off }) - 1
	if n < 0 {
		return
	}
	d := c.f.Decls[n]
	if d.Kind != bot.KindPrompt || d.Body == nil {
		return
	}
	c.read(c.promptRules(d.Name.Text, nil, tok.Span.Start, c.path))
}

// promptRules are those of a prompt's text: it is read by all nodes that name
// the prompt, or by the one that holds it.
func (c *completer) promptRules(name string, holder *bot.Decl, from int, file string) rules {
	r := rules{from: from, templates: true, include: true, file: file}
	var inputs []*bot.Decl
	c.eachNode(func(_ *bot.UnitFile, d, group *bot.Decl) {
		reads := d == holder
		for _, prop := range d.Kind.ReadPrompts() {
			p := d.Prop(prop)
			reads = reads || holder == nil && p != nil && p.Value != nil && p.Value.Kind == bot.Word && p.Value.Text == name
		}
		if reads {
			r.readers = append(r.readers, c.reader(d, group))
			inputs = append(inputs, d)
		}
	})
	r.input = func() []candidate {
		var list []candidate
		for _, d := range inputs {
			list = append(list, c.inputOf(d)...)
		}
		return list
	}
	return r
}

// reader is a node as the graph knows it.
func (c *completer) reader(d, group *bot.Decl) reader {
	r := reader{group: group}
	if group != nil {
		r.names = append(r.names, d.Name.Text)
	}
	r.names = append(r.names, c.u.names(d)...)
	return r
}

// inputOf are the fields that a node gets: those of its schema, without one
// what edges map.
func (c *completer) inputOf(d *bot.Decl) []candidate {
	if s := c.u.schemaOf(d, "input"); s != nil {
		return c.u.fields(s)
	}
	var list []candidate
	for _, a := range c.handing(d) {
		for _, e := range a.edge.With.Entries {
			if !e.Name.Missing() && !strings.HasPrefix(e.Name.Text, "_") {
				list = append(list, candidate{Item: Item{Label: e.Name.Text, Kind: Field, Doc: at(a.file, e.Name.Span)}})
			}
		}
	}
	return list
}

// handing are the arrows to a node that hand it values.
func (c *completer) handing(d *bot.Decl) []arrow {
	if c.given == nil {
		c.given = map[string][]arrow{}
		for _, a := range c.u.arrows(nil) {
			if a.last && a.edge.With != nil {
				c.given[a.to] = append(c.given[a.to], a)
			}
		}
	}
	var list []arrow
	for _, n := range c.u.names(d) {
		list = append(list, c.given[n]...)
	}
	return list
}

// inString is the cursor in a string or block scalar of a declaration.
func (c *completer) inString(from int) {
	var e *edgeLine
	switch {
	case c.s.brace != nil:
		toks := c.lineTokens(c.s.brace.start())
		switch {
		case c.s.kind == bot.KindUse:
			e = c.useLine(toks)
		case c.s.edges(), c.s.kind == bot.KindWorkflow, c.s.kind == bot.KindGroup:
			e = c.readEdge(toks)
		default:
			e = c.withLine(toks)
		}
	case c.s.list != nil:
		if len(c.toks) == 1 && c.toks[0].Kind == bot.TokDash {
			name := c.s.path[len(c.s.path)-1]
			c.s.path = c.s.path[:len(c.s.path)-1]
			c.span = c.quotedSpan()
			c.elements(c.s.list, name, c.listed(c.s.prop))
		}
		return
	case len(c.toks) == 0:
		return
	case c.s.edges() && c.hasArrow():
		e = c.readEdge(c.toks)
	case c.closing() != nil:
		e = c.readEdge(c.closing())
	case c.s.block != nil && c.s.block.With && c.slice(c.toks[0]) == "with":
		e = c.withLine(c.toks)
	}
	if e != nil {
		c.inEdgeString(e, from)
		return
	}
	if info, name, rest, ok := c.lastKey(); ok && info != nil {
		c.propString(info, name, rest, from)
	}
}

func (c *completer) hasArrow() bool {
	for _, t := range c.toks {
		if t.Kind == bot.TokArrow {
			return true
		}
	}
	return false
}

// withLine reads the line `with {…}` of a node.
func (c *completer) withLine(toks []bot.Token) *edgeLine {
	e := &edgeLine{at: atNothing, clauses: map[string]bool{}, keys: map[string]bool{}}
	if len(toks) > 1 {
		e.mapping(c.place, toks[1:])
	}
	return e
}

// inEdgeString is a string of an edge or of a `with`.
func (c *completer) inEdgeString(e *edgeLine, from int) {
	group := c.s.group
	if c.s.kind == bot.KindGroup {
		group = c.s.decl
	}
	r := rules{from: from}
	if len(e.refs) > 1 {
		source := c.u.node(group, e.source())
		r.readers = []reader{{names: []string{e.source()}, group: group, itself: true}}
		r.input = func() []candidate {
			if source != nil && source.Kind == bot.KindRouter {
				return c.inputOf(source) // it passes through what it was handed
			}
			return c.u.fields(c.u.schemaOf(source, "output"))
		}
	} else if c.s.decl != nil {
		r.readers = []reader{c.reader(c.s.decl, group)}
		r.input = func() []candidate { return c.inputOf(c.s.decl) }
	}
	switch e.at {
	case atGuard:
		r.expression, r.bare = true, true
	case atLoopName:
		r.templates, r.expression = true, true
	case atForeachIn, atValue:
		r.templates = true
	default:
		return
	}
	c.read(r)
}

// propString is a string of a property.
func (c *completer) propString(info *bot.PropInfo, name string, rest []bot.Token, from int) {
	r := rules{from: from, file: c.path}
	d := c.s.decl
	node := func() {
		if d == nil {
			return
		}
		r.readers = []reader{c.reader(d, c.s.group)}
		r.input = func() []candidate { return c.inputOf(d) }
	}
	var block string
	if len(c.s.path) > 0 {
		block, _, _ = strings.Cut(c.docName(""), ".")
	}
	top := block == ""
	switch {
	case info.Form.IsList():
		if len(rest) > 0 && rest[0].Kind == bot.TokLBracket && rest[len(rest)-1].Kind != bot.TokRBracket {
			c.span = c.quotedSpan()
			c.elements(info, name, c.listed(c.property(name)))
		}
		return
	case info.Form == bot.FormType:
		r.env = len(rest) > 0 && rest[len(rest)-1].Kind == bot.TokEquals
	case len(rest) > 0:
		return
	case info.Form == bot.FormExpr:
		r.expression = true
		node()
	case block == "fallbacks" && name == "when":
		r.expression, r.varsOnly = true, true
	case top && isOne(promptProps, name) && info.Form == bot.FormPrompt:
		if d != nil {
			r = c.promptRules("", d, from, c.path)
			if d.Kind == bot.KindSupervisor {
				r.templates = false
			}
		}
	case c.s.kind == bot.KindMCPServer:
		r.env = name == "command"
	case c.s.kind == bot.KindSecrets:
		r.env = name == "value" || len(c.s.path) == 0
	case c.s.kind == bot.KindSupervisor:
		r.env = name == "model"
	case top && isOne(routeProps, name), block == "fallbacks" && isOne(routeProps, name):
		r.templates, r.varsOnly, r.env = true, true, true
		if name == "command" {
			r.templates = false
		}
	case isOne(envProps, name), block == "cursors":
		r.env = true
	case block == "params":
		r.templates = true
		node()
	case top && isOne(templateProps, name) && c.s.kind != bot.KindAgent && c.s.kind != bot.KindJudge:
		r.templates = true
		node()
	case top && name == "source" && c.s.kind == bot.KindSubbot:
		c.paths(pathSource, c.path, c.quotedSpan())
		return
	}
	if c.read(r) || c.f.Tokens[c.in].Kind != bot.TokString {
		return
	}
	// A word of a closed set, in quotes.
	if written := c.src[from:c.off]; !strings.Contains(written, "{{") && !strings.Contains(written, "$") && !r.expression {
		c.span = c.quotedSpan()
		c.single(info, name)
	}
}

// read offers what a reference at the cursor may be; false where there is
// none.
func (c *completer) read(r rules) bool {
	seg := c.src[max(min(r.from, c.off), c.line.Start):c.off]
	if open := strings.LastIndex(seg, "{{"); open >= 0 && !strings.Contains(seg[open:], "}}") {
		if r.templates {
			c.template(r, seg[open+2:])
		}
		return true
	}
	if name, braced, ok := openEnv(seg); ok {
		if r.env {
			c.environment(name, braced)
		}
		return r.env
	}
	if r.expression {
		c.expression(r, seg)
		return true
	}
	return false
}

// openEnv finds a reference to the environment that the text ends in.
func openEnv(seg string) (name string, braced, ok bool) {
	i := strings.LastIndexByte(seg, '$')
	if i < 0 {
		return "", false, false
	}
	name, braced = strings.CutPrefix(seg[i+1:], "{")
	return name, braced, !strings.ContainsFunc(name, func(r rune) bool { return !isWord(r) })
}

// promptFile is the cursor in a file of the prompts folder, or in one that is
// no part of a bot: nothing then.
func (c *completer) promptFile(t *text.Text, off int) {
	off = min(max(off, 0), t.Len())
	c.place = &place{t: t, src: t.String(), off: off, in: -1}
	c.line = t.Line(t.LineAt(off))
	c.off = min(off, c.line.End)
	c.word = wordAt(c.src, c.off, c.line, isWord)
	c.span = c.word
	seg := c.src[c.line.Start:c.off]
	if !strings.Contains(seg, "{{") {
		return
	}
	c.u = unitsOf(c.snap, c.path)
	for _, u := range c.u.list {
		for _, p := range u.AllPrompts {
			if p.Text != nil && p.Path == c.path {
				c.read(c.promptRules(p.Name, nil, 0, c.path))
				return
			}
		}
	}
}
