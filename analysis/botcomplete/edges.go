package botcomplete

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// edge offers what may stand at the cursor of an edge or map. holder is the
// declaration whose line `with {…}` it is, nil for an edge.
func (c *completer) edge(e *edgeLine, holder *bot.Decl) {
	group := c.s.group
	if c.s.kind == bot.KindGroup {
		group = c.s.decl
	}
	c.arrowBlank()
	switch e.at {
	case atSource:
		if e.prefix != "" {
			list := c.u.members(strings.TrimSuffix(e.prefix, "."))
			c.add(8, 0, list...)
		}
	case atTarget:
		c.targets(e, group)
	case atClause:
		c.clauses(e)
	case atGuard, atNot:
		c.guard(e, group)
	case atLoop:
		c.loops()
	case atKey, behindValue:
		if e.at == behindValue && c.line.Start < c.word.Start && len(c.toks) > 0 && c.toks[len(c.toks)-1].Kind != bot.TokLBrace {
			c.pre = ", "
			for c.span.Start > c.line.Start && c.src[c.span.Start-1] == ' ' {
				c.span.Start--
			}
		} else if c.src[c.word.Start-1] == ',' || c.src[c.word.Start-1] == '{' {
			c.pre = " "
		}
		c.mapKeys(e, group, holder)
	}
}

// arrowBlank puts a blank behind an arrow that touches the cursor.
func (c *completer) arrowBlank() {
	if strings.HasSuffix(c.src[:c.word.Start], "->") {
		c.pre = " "
	}
}

// targets is K8 behind an arrow.
func (c *completer) targets(e *edgeLine, group *bot.Decl) {
	if e.prefix != "" {
		c.add(8, 0, c.u.members(strings.TrimSuffix(e.prefix, "."))...)
		return
	}
	source := ""
	if len(e.refs) > 0 {
		source = e.refs[len(e.refs)-1]
	}
	reached := map[string]bool{}
	for _, a := range c.u.arrows(group) {
		if a.from == source && !(a.file.Path == c.path && c.onLine(a.edge.Span.Start)) {
			reached[a.to] = true
		}
	}
	list := c.u.nodes(nil)
	if group != nil {
		list = c.u.inGroup(group)
	}
	var groups [3][]candidate
	for _, x := range list {
		switch {
		case x.Label == source:
			groups[2] = append(groups[2], x)
		default:
			groups[btoi(reached[x.Label])] = append(groups[btoi(reached[x.Label])], x)
		}
	}
	for i, g := range groups {
		c.sorted(8, i, g)
	}
	for _, end := range []string{"done", "fail"} {
		c.add(8, 3, candidate{Item: Item{Label: end, Kind: Node, Detail: "end", Doc: Doc{Kind: docWord, Name: "edge." + end}}})
	}
	c.unimported(8, bot.KindAgent)
}

// clauses is K13.
func (c *completer) clauses(e *edgeLine) {
	if len(e.refs) < 2 {
		return
	}
	has := func(w string) bool { return e.clauses[w] }
	add := func(w string, body pieces) {
		x := candidate{Item: Item{Label: w, Kind: Keyword, Doc: Doc{Kind: docWord, Name: "edge." + w}}, body: body}
		x.Retrigger = body != nil && w != "with"
		c.add(13, 0, x)
	}
	if !has("when") && !has("else") {
		add("when", pieces{lit("when ")})
		if c.guardedSibling(e.source()) {
			add("else", nil)
		}
	}
	if !has("as") {
		add("as", pieces{lit("as ")})
	}
	if !has("with") {
		add("with", withBody)
	}
}

// guardedSibling reports whether another edge of the source has a guard.
func (c *completer) guardedSibling(source string) bool {
	if c.s.decl == nil {
		return false
	}
	for _, e := range c.s.decl.Edges {
		if n := len(e.Refs); n > 1 && e.Refs[n-2].Text == source && e.When != nil && !c.onLine(e.Span.Start) {
			return true
		}
	}
	return false
}

// guard is K14.
func (c *completer) guard(e *edgeLine, group *bot.Decl) {
	for _, f := range c.u.fields(c.u.schemaOf(c.u.node(group, e.source()), "output")) {
		if f.Detail == "bool" {
			c.add(14, 0, f)
		}
	}
	if e.at == atGuard {
		c.add(14, 1,
			candidate{Item: Item{Label: "not", Kind: Keyword}, body: pieces{lit("not ")}},
			candidate{Item: Item{Label: `"…"`, Kind: Keyword, Detail: "expression"}, body: parsePieces("\"‹1›\"")},
		)
	}
}

// loops is K15: the loops of the unit as they are written elsewhere.
func (c *completer) loops() {
	var list []candidate
	open := strings.HasPrefix(c.rest(c.word.End), "(")
	own := func(f *bot.UnitFile, e *bot.Edge) bool {
		return f.Path == c.path && (c.onLine(e.Span.Start) || e.Span.Contains(c.off))
	}
	for _, l := range c.u.loops(false, own) {
		clause := l.edge.Loop
		written := l.file.File.Text.Slice(clause.Span)
		i := strings.Index(written, "(")
		if i < 0 || strings.Contains(written, "\n") {
			continue
		}
		x := candidate{Item: Item{Label: clause.Name.Text, Kind: Loop, Detail: written[i:], Doc: at(l.file, clause.Name.Span)}}
		if !open {
			x.body = pieces{lit(clause.Name.Text + written[i:])}
		}
		list = append(list, x)
	}
	c.sorted(15, 0, list)
	c.add(15, 1, candidate{
		Item: Item{Label: "foreach", Kind: Keyword, Doc: Doc{Kind: docWord, Name: "edge.foreach"}},
		body: parsePieces("foreach ‹1:name›(‹2:item› in \"{{‹3›}}\")"),
	})
}

// loopEdge is an edge that names a loop or a foreach.
type loopEdge struct {
	file *bot.UnitFile
	edge *bot.Edge
}

// loops are the edges that name a loop, or a foreach, the first of each name
// but for those to skip.
func (u *units) loops(foreach bool, skip func(*bot.UnitFile, *bot.Edge) bool) []loopEdge {
	seen := map[string]bool{}
	var list []loopEdge
	u.decls(func(f *bot.UnitFile, d *bot.Decl) {
		for _, e := range d.Edges {
			if e.Loop != nil && e.Foreach == foreach && !e.Loop.Name.Missing() && !seen[e.Loop.Name.Text] && !e.Broken &&
				(skip == nil || !skip(f, e)) {
				seen[e.Loop.Name.Text] = true
				list = append(list, loopEdge{f, e})
			}
		}
	})
	return list
}

// mapKeys is K16.
func (c *completer) mapKeys(e *edgeLine, group *bot.Decl, holder *bot.Decl) {
	const behind = ": \"‹1›\""
	var list []candidate
	switch {
	case c.s.kind == bot.KindUse:
		if c.s.decl != nil {
			if g := c.u.group(c.s.decl.Group.Text); g != nil {
				for _, p := range g.Decl.Params {
					list = append(list, candidate{Item: Item{Label: p.Text, Kind: Variable, Detail: "parameter", Doc: at(g.UnitFile, p.Span)}})
				}
			}
		}
	case holder != nil && c.s.kind == bot.KindSubbot:
		list = c.subbotVars(holder)
	case holder != nil && !c.s.edges() && c.s.kind == bot.KindEmit:
	default:
		target := c.u.node(group, e.target())
		switch {
		case target == nil:
		case target.Kind == bot.KindSubbot:
			list = c.subbotVars(target)
		default:
			list = c.u.fields(c.u.schemaOf(target, "input"))
		}
		for i, x := range list {
			list[i].Description = x.Description
		}
		c.keys(16, e.keys, behind, list)
		for _, s := range stamped[:2] {
			c.keysAt(2, e.keys, behind, candidate{Item: Item{Label: s, Kind: Field, Detail: "of the engine", Doc: Doc{Kind: docWord, Name: "outputs." + s}}})
		}
		return
	}
	c.keys(16, e.keys, behind, list)
}

func (c *completer) keysAt(group int, written map[string]bool, behind string, x candidate) {
	n := len(c.list)
	c.keys(16, written, behind, []candidate{x})
	for i := n; i < len(c.list); i++ {
		c.list[i].group = group
	}
}

// subbotVars are the vars of the bot that a subbot runs.
func (c *completer) subbotVars(d *bot.Decl) []candidate {
	file := c.u.holder(d)
	p := d.Prop("source")
	if p == nil || p.Value == nil || file == nil {
		return nil
	}
	rel := file.File.ValueText(p.Value)
	target, ok := c.inRoot(file.Path, rel)
	if !ok || workspace.Kind(target) != workspace.Bot {
		return nil
	}
	x, err := c.snap.Unit(target)
	if err != nil {
		return nil
	}
	other := &units{snap: c.snap, path: target, list: []*bot.Unit{x}}
	return other.named(bot.KindVars, Variable)
}

// holder is the file that holds a node's declaration.
func (u *units) holder(d *bot.Decl) *bot.UnitFile {
	var found *bot.UnitFile
	u.decls(func(f *bot.UnitFile, x *bot.Decl) {
		if x == d {
			found = f
		}
		for _, n := range x.Decls {
			if n == d {
				found = f
			}
		}
	})
	return found
}
