package botcomplete

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// template is the cursor in `{{…`: K19, K20 and the path of an include; inner
// is what stands between the braces and the cursor.
func (c *completer) template(r rules, inner string) {
	inner = strings.TrimLeft(inner, " \t")
	if rest, ok := strings.CutPrefix(inner, "!"); ok {
		inner = strings.TrimLeft(rest, " \t")
	} else if rest, ok := strings.CutPrefix(inner, "include"); ok && r.include {
		if path, ok := strings.CutPrefix(strings.TrimLeft(rest, " \t"), `"`); ok {
			if !strings.Contains(path, `"`) {
				start := c.off - len(path)
				end := c.line.End
				if i := strings.IndexAny(c.src[c.off:end], "\"}"); i >= 0 {
					end = c.off + i
				} else {
					end = max(c.word.End, c.off)
				}
				c.paths(pathInclude, r.file, spanOf(start, end))
			}
			return
		}
	}
	ws := strings.Split(inner, ".")
	for _, w := range ws {
		if strings.ContainsFunc(w, func(r rune) bool { return !isWord(r) }) {
			return
		}
	}
	if len(ws) > 1 && slices.Contains(ws[:len(ws)-1], "") {
		return
	}
	after := c.src[c.word.End:c.line.End]
	closed := strings.HasPrefix(after, ".")
	if end := strings.Index(after, "}}"); end >= 0 && !strings.Contains(after[:end], "{{") {
		closed = true
	}
	ref := refAt{rules: r, words: ws[:len(ws)-1], close: !closed, dot: !strings.HasPrefix(after, "."), context: 20}
	if len(ws) == 1 {
		ref.context = 19
		c.namespaces(ref, 0)
		return
	}
	c.below(ref, 0)
}

// refAt is a reference up to the cursor.
type refAt struct {
	rules
	words   []string // in front of the cursor, whole
	close   bool     // a name that completes the reference closes it
	dot     bool     // a namespace brings its dot
	context int
}

// namespaces offers the first words of references.
func (c *completer) namespaces(r refAt, group int) {
	list := bot.Namespaces
	if r.expression && !r.templates || r.context == 21 {
		list = bot.ExprNamespaces
	}
	for _, ns := range list {
		switch {
		case r.varsOnly && ns != "vars",
			ns == "loop" && len(c.u.loops(false, nil)) == 0,
			ns == "each" && len(c.each()) == 0,
			ns == "params" && len(r.groups()) == 0:
			continue
		}
		x := candidate{Item: Item{Label: ns, Kind: Module, Doc: Doc{Kind: docNamespace, Name: ns}}}
		if r.dot {
			x.body = pieces{lit(ns + ".")}
			x.Retrigger = true
		}
		c.add(r.context, group, x)
	}
}

// groups are the groups whose nodes read the text.
func (r *rules) groups() []*bot.Decl {
	var list []*bot.Decl
	for _, x := range r.readers {
		if x.group != nil && !slices.Contains(list, x.group) {
			list = append(list, x.group)
		}
	}
	return list
}

// each are the foreachs and the aliases of routers.
func (c *completer) each() []candidate {
	var list []candidate
	for _, l := range c.u.loops(true, nil) {
		list = append(list, candidate{Item: Item{Label: l.edge.Loop.Name.Text, Kind: Loop, Detail: "foreach", Doc: at(l.file, l.edge.Loop.Name.Span)}})
	}
	c.eachNode(func(f *bot.UnitFile, d, _ *bot.Decl) {
		if a := alias(d); a != nil {
			list = append(list, candidate{Item: Item{Label: a.Text, Kind: Variable, Detail: "of " + d.Name.Text, Doc: at(f, a.Span)}})
		}
	})
	return list
}

// alias is `as:` of a fan_out_each.
func alias(d *bot.Decl) *bot.Value {
	p := d.Prop("as")
	if d.Kind != bot.KindRouter || p == nil || p.Value == nil || p.Value.Kind != bot.Word {
		return nil
	}
	return p.Value
}

// below offers what stands behind the dot of a reference: K20.
func (c *completer) below(r refAt, group int) {
	if r.varsOnly && r.words[0] != "vars" {
		return
	}
	first := len(r.words) == 1
	second := len(r.words) == 2
	names := func(done bool, list []candidate) {
		for i := range list {
			if done && r.close {
				list[i].body = pieces{lit(list[i].Label + "}}")}
			}
		}
		c.sorted(r.context, group, list)
	}
	fixed := func(list ...string) {
		for _, m := range list {
			x := candidate{Item: Item{Label: m, Kind: Field, Doc: Doc{Kind: docMember, Name: r.words[0] + "." + m}}}
			if r.close {
				x.body = pieces{lit(m + "}}")}
			}
			c.add(r.context, group, x)
		}
	}
	switch ns := r.words[0]; {
	case ns == "vars" && first:
		names(true, c.u.named(bot.KindVars, Variable))
	case ns == "input" && first && r.input != nil:
		names(true, r.input())
	case ns == "outputs":
		c.outputs(r, group)
	case ns == "artifacts" && first:
		names(true, c.artifacts())
	case ns == "attachments" && first:
		names(true, c.u.named(bot.KindAttachments, Variable))
	case ns == "attachments" && second:
		fixed(attachmentMembers...)
	case ns == "secrets" && first:
		names(true, c.u.named(bot.KindSecrets, Variable))
	case ns == "secrets" && second:
		fixed("path")
	case ns == "loop" && first:
		var list []candidate
		for _, l := range c.u.loops(false, nil) {
			list = append(list, candidate{Item: Item{Label: l.edge.Loop.Name.Text, Kind: Loop, Doc: at(l.file, l.edge.Loop.Name.Span)}})
		}
		names(false, list)
	case ns == "loop" && second:
		fixed(loopMembers...)
	case ns == "each" && first:
		names(false, c.each())
	case ns == "each" && second:
		fixed(eachMembers...)
	case ns == "run" && first:
		fixed(runMembers...)
	case ns == "params" && first:
		var list []candidate
		for _, g := range r.groups() {
			f := c.u.file(g)
			for _, p := range g.Params {
				x := candidate{Item: Item{Label: p.Text, Kind: Variable, Detail: "parameter", Description: g.Name.Text}}
				if f != nil {
					x.Doc = at(f, p.Span)
				}
				list = append(list, x)
			}
		}
		names(true, list)
	}
}

// artifacts are the names that nodes publish.
func (c *completer) artifacts() []candidate {
	var list []candidate
	c.eachNode(func(f *bot.UnitFile, d, _ *bot.Decl) {
		if p := d.Prop("publish"); p != nil && p.Value != nil && p.Value.Kind == bot.Word {
			list = append(list, candidate{Item: Item{Label: p.Value.Text, Kind: Variable, Detail: "of " + d.Name.Text, Doc: at(f, p.Value.Span)}})
		}
	})
	return list
}

// outputs offers nodes, and what is read of them.
func (c *completer) outputs(r refAt, group int) {
	ws := r.words[1:]
	var of *bot.Decl
	for _, x := range r.readers {
		if x.group != nil {
			of = x.group
		}
	}
	if len(ws) == 0 {
		c.outputNodes(r, of, group)
		return
	}
	name, taken, declared := bot.NodePath(ws, "", func(id string) bool { return c.u.node(of, id) != nil })
	switch {
	case !declared && len(ws) == 1:
		c.add(r.context, group, c.u.members(ws[0])...)
	case !declared:
	case taken == len(ws):
		c.outputFields(r, c.u.node(of, name), name, of, group)
	case taken == len(ws)-1:
		s := c.u.schemaOf(c.u.node(of, name), "output")
		for _, f := range c.u.fields(s) {
			if f.Label == ws[len(ws)-1] && f.Detail == "file" {
				for _, m := range fileMembers {
					c.field(r, group, Item{Label: m, Kind: Field, Doc: Doc{Kind: docMember, Name: "file." + m}})
				}
			}
		}
	}
}

func (c *completer) field(r refAt, group int, it Item) {
	x := candidate{Item: it}
	if r.close {
		x.body = pieces{lit(it.Label + "}}")}
	}
	c.add(r.context, group, x)
}

// outputNodes offers the nodes, those that have run first.
func (c *completer) outputNodes(r refAt, of *bot.Decl, group int) {
	before := c.upstream(r.readers, of)
	var groups [2][]candidate
	for _, x := range c.u.nodes(of) {
		if r.dot {
			x.Commit = []string{"."}
		}
		d := x.decl
		if r.close && c.u.schemaOf(d, "output") == nil && d.Kind != bot.KindAwaitAnswers && alias(d) == nil {
			x.body = pieces{lit(x.Label + "}}")}
		}
		late := before != nil && !before[x.Label]
		if late {
			x.Detail += ", not upstream"
		}
		groups[btoi(late)] = append(groups[btoi(late)], x)
	}
	c.sorted(r.context, group, groups[0])
	c.sorted(r.context, group+1, groups[1])
}

// upstream are the nodes that may have run before one of the readers; nil
// where nobody is known to read the text.
func (c *completer) upstream(readers []reader, of *bot.Decl) map[string]bool {
	var queue []string
	set := map[string]bool{}
	for _, r := range readers {
		for _, n := range r.names {
			if r.itself {
				set[n] = true
			}
			queue = append(queue, n)
		}
	}
	if len(queue) == 0 {
		return nil
	}
	back := map[string][]string{}
	for _, a := range c.u.arrows(of) {
		back[a.to] = append(back[a.to], a.from)
	}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, n := range back[at] {
			if !set[n] {
				set[n] = true
				queue = append(queue, n)
			}
		}
		delete(back, at)
	}
	return set
}

// outputFields offers what is read of a node's output.
func (c *completer) outputFields(r refAt, d *bot.Decl, name string, of *bot.Decl, group int) {
	for _, f := range c.u.fields(c.u.schemaOf(d, "output")) {
		c.field(r, group, f.Item)
	}
	if d.Kind == bot.KindAwaitAnswers {
		c.field(r, group, Item{Label: "answers", Kind: Field, Doc: Doc{Kind: docMember, Name: "outputs.answers"}})
	}
	if a := alias(d); a != nil {
		c.field(r, group, Item{Label: a.Text, Kind: Variable})
	}
	for _, a := range c.u.arrows(of) {
		if a.last && a.edge.Loop != nil && !a.edge.Foreach && (a.from == name || a.to == name) {
			c.field(r, group+1, Item{Label: "history", Kind: Field, Doc: Doc{Kind: docMember, Name: "outputs.history"}})
			break
		}
	}
	for _, s := range stamped {
		c.field(r, group+2, Item{Label: s, Kind: Field, Detail: "of the engine", Doc: Doc{Kind: docMember, Name: "outputs." + s}})
	}
}

// expression is K21; seg is the line's text up to the cursor.
func (c *completer) expression(r rules, seg string) {
	if inQuotes(seg) || c.word.Start < c.off && c.src[c.word.Start] >= '0' && c.src[c.word.Start] <= '9' {
		return
	}
	path := wordAt(c.src, c.off, spanOf(max(r.from, c.line.Start), c.off), func(r rune) bool { return isWord(r) || r == '.' })
	ws := strings.Split(c.src[path.Start:c.off], ".")
	if len(ws) > 1 {
		if slices.Contains(ws[:len(ws)-1], "") {
			return
		}
		c.below(refAt{rules: r, words: ws[:len(ws)-1], context: 21}, 0)
		return
	}
	if r.bare && r.input != nil {
		c.add(21, 0, r.input()...)
	}
	c.namespaces(refAt{rules: r, dot: !strings.HasPrefix(c.src[c.word.End:c.line.End], "."), context: 21}, 3)
	call := strings.HasPrefix(c.rest(c.word.End), "(")
	for _, f := range bot.ExprFunctions() {
		x := candidate{Item: Item{Label: f.Name, Kind: Function, Doc: Doc{Kind: docFunction, Name: f.Name}}}
		if !call && c.o.Snippets {
			x.body = parsePieces(f.Name + "(‹1›)")
		}
		c.add(21, 4, x)
	}
}

// inQuotes reports whether the text ends in a string of the expression
// language.
func inQuotes(s string) bool {
	var quote byte
	for i := 0; i < len(s); i++ {
		switch ch := s[i]; {
		case quote == 0 && (ch == '\'' || ch == '"'):
			quote = ch
		case quote != 0 && ch == '\\':
			i++
		case ch == quote:
			quote = 0
		}
	}
	return quote != 0
}

// environment is K22.
func (c *completer) environment(name string, braced bool) {
	end := ""
	if after := c.src[c.word.End:c.line.End]; braced && !strings.HasPrefix(after, "}") && !strings.HasPrefix(after, ":-") {
		end = "}"
	}
	var list []candidate
	c.u.files(func(f *bot.UnitFile) {
		envNames(f, func(ref bot.EnvRef, at int) {
			if f.Path == c.path && at < c.off && c.off <= at+len(ref.Name)+len("${") {
				return
			}
			list = append(list, candidate{Item: Item{Label: ref.Name, Kind: Variable, Detail: oneLine(ref.Default), Description: c.u.where(f.Path)}})
		})
	})
	for i := range list {
		list[i].body = pieces{lit(list[i].Label + end)}
	}
	c.sorted(22, 0, list)
	for _, n := range environment {
		c.add(22, 1, candidate{Item: Item{Label: n, Kind: Variable, Detail: "of the engine", Doc: Doc{Kind: docWord, Name: "env." + n}}, body: pieces{lit(n + end)}})
	}
}

// envNames calls f for the references of all values that are expanded with the
// environment, those in defaults too; at is about where one stands.
func envNames(file *bot.UnitFile, f func(ref bot.EnvRef, at int)) {
	var text func(s string, at, depth int)
	text = func(s string, at, depth int) {
		if depth > 8 || !strings.Contains(s, "$") {
			return
		}
		for _, r := range bot.EnvRefs(s) {
			f(r, at+r.Span.Start)
			if r.HasDefault {
				text(r.Default, at+r.Span.End-1-len(r.Default), depth+1)
			}
		}
	}
	value := func(v *bot.Value) {
		if v != nil && v.Kind == bot.String {
			text(file.File.ValueText(v), v.Inner.Start, 0)
		}
	}
	var props func(d *bot.Decl, list []*bot.Prop, block string)
	props = func(d *bot.Decl, list []*bot.Prop, block string) {
		for _, p := range list {
			name := p.Name.Text
			switch {
			case isOne(routeProps, name), isOne(envProps, name), block == "cursors", d.Kind == bot.KindSecrets,
				d.Kind == bot.KindMCPServer && name == "command":
				value(p.Value)
			}
			value(p.Default)
			props(d, p.Block, name)
		}
	}
	for _, d := range file.File.Decls {
		props(d, d.Props, "")
		for _, n := range d.Decls {
			props(n, n.Props, "")
		}
	}
}
