package botindex

import (
	"path"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// scope says who reads a reference.
type scope struct {
	group *bot.Decl // the group around it
	// input is the schema that `input` reads, or what stands for it (inputOf);
	// nil where it is not known.
	input *Symbol
	role  Role
}

// file notes what the declarations of a file name.
func (b *builder) file(f *bot.UnitFile) {
	for _, imp := range f.File.Imports {
		if imp.Value != nil && imp.Value.Kind == bot.String {
			o := b.at(f.Path, imp.Value.Inner, imp.Path, Path, Import, nil)
			o.Target = path.Join(path.Dir(f.Path), imp.Path)
		}
	}
	for _, e := range f.File.Orphans {
		b.edge(f, e, nil)
	}
	for _, d := range f.File.Decls {
		switch k := d.Kind; {
		case k == bot.KindVars, k == bot.KindSecrets:
			for _, p := range d.Props {
				b.env(f, p.Default)
				b.env(f, p.Value)
				if v := p.Prop("value"); v != nil {
					b.env(f, v.Value)
				}
			}
		case k == bot.KindPresets:
			for _, p := range d.Props {
				for _, v := range p.Block {
					b.at(f.Path, v.Name.Span, v.Name.Text, Var, PresetKey, b.symbol(Var, nil, v.Name.Text))
				}
			}
		case k == bot.KindMCPServer:
			b.envOf(f, d, "command")
		case k == bot.KindSupervisor:
			b.supervisor(f, d)
		case k == bot.KindContract:
			b.contractRefs(f, d)
		case k == bot.KindGroup:
			for _, n := range d.Decls {
				b.nodeRefs(f, n, d)
			}
			for _, e := range d.Edges {
				b.edge(f, e, d)
			}
		case k == bot.KindUse:
			b.use(f, d)
		case k == bot.KindWorkflow:
			b.workflow(f, d)
		case k.IsNode():
			b.nodeRefs(f, d, nil)
		}
	}
}

func (b *builder) supervisor(f *bot.UnitFile, d *bot.Decl) {
	s := b.symbol(Supervisor, nil, d.Name.Text)
	if s == nil {
		s = &Symbol{Kind: Supervisor, In: f, Decl: d}
	}
	b.promptRef(f, d, s, "system", System)
	b.envOf(f, d, "model")
	for _, v := range elements(d.Prop("watches")) {
		b.nodeRef(f.Path, f.File, v.Span, nil, Watches)
	}
}

// elements are the elements of a list, or the value where it is one word.
func elements(p *bot.Prop) []*bot.Value {
	if p == nil || p.Value == nil {
		return nil
	}
	if p.Value.Kind == bot.Word || p.Value.Kind == bot.Dotted {
		return []*bot.Value{p.Value}
	}
	return p.Value.Items
}

var builtin = map[string]bool{"string": true, "bool": true, "int": true, "float": true, "json": true, "file": true}

func (b *builder) contractRefs(f *bot.UnitFile, d *bot.Decl) {
	s := b.symbol(Contract, nil, d.Name.Text)
	for _, block := range d.Props {
		for _, p := range block.Block {
			switch block.Name.Text {
			case "inputs", "outputs":
				if v := p.Value; v != nil && (v.Kind == bot.Word || v.Kind == bot.Dotted) && !builtin[v.Text] {
					b.wordAt(f, v, Schema, PortType)
				}
				if from := p.Prop("from"); from != nil && from.Value != nil {
					b.fieldPath(f, from.Value)
				}
				if file := p.Prop("file"); file != nil {
					if x := file.Prop("schema"); x != nil && x.Value != nil {
						b.wordAt(f, x.Value, Schema, PortType)
					}
				}
			case "criteria":
				if port := p.Prop("port"); port != nil && port.Value != nil && s != nil {
					if ws := words(f.File, port.Value.Span); len(ws) == 2 {
						k := map[string]Kind{"input": InputPort, "output": OutputPort}[ws[0].Text]
						if k != NoKind {
							b.at(f.Path, ws[1].Span, ws[1].Text, k, Property, b.symbol(k, s, ws[1].Text))
						}
					}
				}
			}
		}
	}
}

// wordAt notes that a word names a symbol of the unit.
func (b *builder) wordAt(f *bot.UnitFile, v *bot.Value, k Kind, r Role) {
	if id, ok := b.literal(f, v); ok {
		b.at(f.Path, id.Span, id.Text, k, r, b.symbol(k, nil, id.Text))
	}
}

// fieldPath reads `node` or `node.field`.
func (b *builder) fieldPath(f *bot.UnitFile, v *bot.Value) {
	ws := words(f.File, v.Span)
	n, taken := b.nodeWords(f.Path, ws, nil, From)
	if len(ws) > taken {
		b.field(f.Path, ws[taken].Span, ws[taken].Text, outputOf(n), From)
	}
}

func outputOf(n *Symbol) *Symbol {
	if n == nil {
		return nil
	}
	return n.Output
}

// inputOf owns the fields of a node's input: its schema, else the node itself,
// so that the keys that edges map and the references to them find each other.
func inputOf(n *Symbol) *Symbol {
	switch {
	case n == nil || n.Kind != Node:
		return nil
	case n.Input != nil:
		return n.Input
	}
	return n
}

// handedOver owns the fields that edges from a node hand over as `input`: those
// of its output; a router passes on what it was given.
func handedOver(n *Symbol) *Symbol {
	if n != nil && n.Decl != nil && n.Decl.Kind == bot.KindRouter {
		return n
	}
	return outputOf(n)
}

// use notes what `use G as P with {…}` names.
func (b *builder) use(f *bot.UnitFile, d *bot.Decl) {
	if d.Group.Missing() {
		return
	}
	g := b.groupOf(&bot.Decl{Name: d.Group})
	b.at(f.Path, d.Group.Span, d.Group.Text, Group, Use, g)
	if d.With == nil {
		return
	}
	var decl *bot.Decl
	if ref := b.u.Groups[d.Group.Text]; ref != nil {
		decl = ref.Decl
	}
	for _, e := range d.With.Entries {
		b.at(f.Path, e.Name.Span, e.Name.Text, Param, WithKey, b.symbol(Param, g, e.Name.Text))
		b.text(f, e.Value, scope{group: decl})
	}
}

func (b *builder) workflow(f *bot.UnitFile, d *bot.Decl) {
	for _, p := range d.Props {
		switch p.Name.Text {
		case "entry":
			if p.Value != nil {
				b.nodeRef(f.Path, f.File, p.Value.Span, nil, Entry)
			}
		case "contract":
			b.wordAt(f, p.Value, Contract, Property)
		case "vars":
			for _, v := range p.Block {
				b.env(f, v.Default)
			}
		case "mcp":
			b.mcp(f, p)
		case "tool_policy":
			b.tools(f, p)
		case "default_backend":
			b.text(f, p.Value, scope{})
			b.env(f, p.Value)
		case "budget":
			if m := p.Prop("max_duration"); m != nil {
				b.env(f, m.Value)
			}
		}
	}
	for _, n := range d.Decls {
		b.nodeRefs(f, n, nil)
	}
	for _, e := range d.Edges {
		b.edge(f, e, nil)
	}
}

func (b *builder) mcp(f *bot.UnitFile, p *bot.Prop) {
	for _, name := range []string{"servers", "disable"} {
		for _, v := range elements(p.Prop(name)) {
			b.wordAt(f, v, MCPServer, Property)
		}
	}
}

// tools notes the servers of `mcp.SERVER.tool`.
func (b *builder) tools(f *bot.UnitFile, p *bot.Prop) {
	for _, v := range elements(p) {
		span := v.Span
		if v.Kind == bot.String {
			span = v.Inner
		}
		ws := words(f.File, span)
		if len(ws) > 1 && ws[0].Text == "mcp" {
			b.at(f.Path, ws[1].Span, ws[1].Text, MCPServer, Tool, b.symbol(MCPServer, nil, ws[1].Text))
		}
	}
}

// edge notes what an edge names.
func (b *builder) edge(f *bot.UnitFile, e *bot.Edge, group *bot.Decl) {
	var from, to *Symbol
	for i, ref := range e.Refs {
		role := EdgeTarget
		if i == 0 {
			role = EdgeSource
		}
		from = to
		to = b.nodeRef(f.Path, f.File, ref.Span, group, role)
	}
	if len(e.Refs) < 2 {
		from = to
		to = nil
	}
	sc := scope{group: group, input: handedOver(from)}
	if w := e.When; w != nil {
		b.field(f.Path, w.Field.Span, w.Field.Text, sc.input, Guard)
		b.expr(f, w.Expr, sc)
	}
	if e.With != nil {
		for _, x := range e.With.Entries {
			b.field(f.Path, x.Name.Span, x.Name.Text, inputOf(to), WithKey)
			b.text(f, x.Value, sc)
		}
	}
	l := e.Loop
	if l == nil {
		return
	}
	if e.Foreach {
		s := b.clause(f, l.Name, Foreach, nil, e)
		b.clause(f, l.Item, Item, s, e)
		b.text(f, l.In, sc)
		return
	}
	b.clause(f, l.Name, Loop, nil, e)
	if v := l.Cap; v != nil && v.Kind == bot.String {
		if strings.Contains(f.File.ValueText(v), "{{") {
			b.text(f, v, sc)
		} else {
			b.expr(f, v, sc)
		}
	}
}

// clause notes a name that its first mention declares.
func (b *builder) clause(f *bot.UnitFile, id bot.Ident, k Kind, owner *Symbol, e *bot.Edge) *Symbol {
	if id.Missing() {
		return nil
	}
	s := b.symbol(k, owner, id.Text)
	b.at(f.Path, id.Span, id.Text, k, Clause, s)
	if s.In == nil {
		s.In, s.Edge = f, e
	}
	return s
}

// field notes the name of a field.
func (b *builder) field(path string, span text.Span, name string, schema *Symbol, r Role) {
	switch {
	case name == "":
	case strings.HasPrefix(name, "_") && (schema == nil || b.x.symbols[key{Field, schema, name}] == nil):
		b.at(path, span, name, Member, r, nil)
	case schema == nil:
		b.at(path, span, name, Field, r, nil)
	default:
		b.at(path, span, name, Field, r, b.symbol(Field, schema, name))
	}
}

// nodeRef notes a reference to a node as it stands in the source, dotted
// perhaps, and gives the node.
func (b *builder) nodeRef(path string, f *bot.File, span text.Span, group *bot.Decl, r Role) *Symbol {
	ws := words(f, span)
	n, taken := b.nodeWords(path, ws, group, r)
	if taken < len(ws) {
		return nil
	}
	return n
}

// nodeWords notes the node that the words begin with; taken is how many of
// them name it.
func (b *builder) nodeWords(path string, ws []bot.Ident, group *bot.Decl, r Role) (n *Symbol, taken int) {
	if len(ws) == 0 {
		return nil, 0
	}
	// Members of the group go before the unit's nodes.
	const own = "\x00"
	parts := make([]string, len(ws))
	for i, w := range ws {
		parts[i] = w.Text
	}
	prefix := ""
	if group != nil {
		prefix = own
	}
	member := func(name string) *Symbol {
		if group == nil {
			return nil // a NUL in the source
		}
		for _, m := range group.Decls {
			if m.Name.Text == name {
				return b.x.members[m]
			}
		}
		return nil
	}
	name, taken, _ := bot.NodePath(parts, prefix, func(id string) bool {
		if m, ok := strings.CutPrefix(id, own+"."); ok {
			return member(m) != nil
		}
		return b.x.nodes[id] != nil
	})
	if m, ok := strings.CutPrefix(name, own+"."); ok {
		n = member(m)
		b.at(path, ws[0].Span, ws[0].Text, Node, r, n)
		return n, taken
	}
	first := ws[0]
	if taken == 1 {
		switch {
		case b.x.nodes[name] != nil:
			n = b.x.nodes[name]
			b.at(path, first.Span, first.Text, Node, r, n)
		case bot.Terminal(name):
			n = b.symbol(Terminal, nil, name)
			b.at(path, first.Span, first.Text, Terminal, r, n)
		case b.x.symbols[key{Prefix, nil, name}] != nil:
			b.at(path, first.Span, first.Text, Prefix, r, b.symbol(Prefix, nil, name))
			if len(ws) > 1 {
				taken = 2
				if g := b.prefixes[name]; g != nil {
					b.at(path, ws[1].Span, ws[1].Text, Node, r, b.symbol(Node, g, ws[1].Text))
				}
			}
		default:
			b.at(path, first.Span, first.Text, Node, r, b.symbol(Node, nil, name))
		}
		return n, taken
	}
	n = b.x.nodes[name]
	b.at(path, first.Span, first.Text, Prefix, r, b.symbol(Prefix, nil, first.Text))
	b.at(path, ws[1].Span, ws[1].Text, Node, r, n)
	return n, taken
}

// words are the words of a dotted name in the source.
func words(f *bot.File, span text.Span) []bot.Ident {
	var list []bot.Ident
	src := f.Text.Slice(span)
	start := -1
	for i := 0; i <= len(src); i++ {
		if i < len(src) && !strings.ContainsRune(". \t\"*[]", rune(src[i])) {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 {
			list = append(list, bot.Ident{Text: src[start:i], Span: text.Span{Start: span.Start + start, End: span.Start + i}})
			start = -1
		}
	}
	return list
}
