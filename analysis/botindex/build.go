package botindex

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// builder makes an index: first the names that are declared, then the places
// that name something.
type builder struct {
	x      *Index
	u      *bot.Unit
	src    bot.Source
	places map[place]*Occurrence
	seen   map[link]bool
	count  int
	// order ranks the files of the unit.
	order map[string]int
	// groups are the symbols of groups and their uses' prefixes by name.
	prefixes map[string]*Symbol   // the group that a prefix uses
	routers  map[string][]*Symbol // aliases by name
	used     map[*bot.Prompt]bool
	prompt   *bot.Prompt
	inline   map[*bot.Value]*bot.Prompt
}

type place struct {
	path       string
	start, end int
}

type link struct {
	o *Occurrence
	s *Symbol
}

func newBuilder(u *bot.Unit, src bot.Source) *builder {
	b := &builder{
		u: u, src: src, places: map[place]*Occurrence{}, seen: map[link]bool{}, order: map[string]int{},
		prefixes: map[string]*Symbol{}, routers: map[string][]*Symbol{}, used: map[*bot.Prompt]bool{},
	}
	b.x = &Index{
		Unit: u, files: map[string][]*Occurrence{}, texts: map[string][]Text{}, symbols: map[key]*Symbol{},
		nodes: map[string]*Symbol{}, members: map[*bot.Decl]*Symbol{}, readers: map[*bot.Prompt][]Reader{},
	}
	return b
}

func (b *builder) unit() {
	for i, f := range b.u.Files {
		b.order[f.Path] = i
	}
	for _, f := range b.u.Files {
		for _, d := range f.File.Decls {
			b.declare(f, d)
		}
	}
	b.graph()
	b.promptFiles()
	for _, f := range b.u.Files {
		b.file(f)
	}
	b.prompts()
}

// symbol is the symbol of that name, made when it is first asked for; nil for
// an empty name.
func (b *builder) symbol(k Kind, owner *Symbol, name string) *Symbol {
	if name == "" {
		return nil
	}
	at := key{k, owner, name}
	s := b.x.symbols[at]
	if s == nil {
		s = &Symbol{Kind: k, Name: name, Owner: owner}
		b.x.symbols[at] = s
		b.x.ordered[k] = append(b.x.ordered[k], s)
	}
	return s
}

// at notes that a place names s, which may be nil. Of one place there is one
// occurrence with all that it names.
func (b *builder) at(path string, span text.Span, name string, k Kind, r Role, s *Symbol) *Occurrence {
	if span.Empty() {
		return &Occurrence{}
	}
	p := place{path, span.Start, span.End}
	o := b.places[p]
	if o == nil {
		o = &Occurrence{Path: path, Span: span, Name: name, Kind: k, Role: r, Prompt: b.prompt}
		b.places[p] = o
		b.count++
	}
	if s != nil && !b.seen[link{o, s}] {
		if len(o.Symbols) == 0 {
			o.Kind, o.Role = k, r
		}
		b.seen[link{o, s}] = true
		o.Symbols = append(o.Symbols, s)
	}
	return o
}

// def notes a declaration.
func (b *builder) def(f *bot.UnitFile, id bot.Ident, k Kind, owner *Symbol, d *bot.Decl, p *bot.Prop) *Symbol {
	if id.Missing() {
		return nil
	}
	s := b.symbol(k, owner, id.Text)
	b.at(f.Path, id.Span, id.Text, k, Declares, s)
	if s.In == nil {
		s.In, s.Decl, s.Prop = f, d, p
	}
	return s
}

// declare notes what a declaration at top level declares.
func (b *builder) declare(f *bot.UnitFile, d *bot.Decl) {
	switch k := d.Kind; {
	case k == bot.KindVars:
		b.lines(f, d, d.Props, Var)
	case k == bot.KindPresets:
		b.lines(f, d, d.Props, Preset)
	case k == bot.KindAttachments:
		b.lines(f, d, d.Props, Attachment)
	case k == bot.KindSecrets:
		b.lines(f, d, d.Props, Secret)
	case k == bot.KindMCPServer:
		b.def(f, d.Name, MCPServer, nil, d, nil)
	case k == bot.KindPrompt:
		b.def(f, d.Name, Prompt, nil, d, nil)
	case k == bot.KindSchema:
		s := b.def(f, d.Name, Schema, nil, d, nil)
		for _, p := range d.Props {
			if s != nil {
				b.def(f, p.Name, Field, s, d, p)
			}
		}
	case k == bot.KindCursor:
		s := b.def(f, d.Name, Cursor, nil, d, nil)
		if v := d.Prop("values"); v != nil && s != nil {
			for _, p := range v.Block {
				b.def(f, p.Name, CursorValue, s, d, p)
			}
		}
	case k == bot.KindSupervisor:
		b.def(f, d.Name, Supervisor, nil, d, nil)
	case k == bot.KindContract:
		b.contract(f, d)
	case k == bot.KindGroup:
		g := b.def(f, d.Name, Group, nil, d, nil)
		if g == nil {
			g = &Symbol{Kind: Group, In: f, Decl: d}
		}
		for _, p := range d.Params {
			b.def(f, p, Param, g, d, nil)
		}
		for _, n := range d.Decls {
			b.node(f, n, g)
		}
	case k == bot.KindUse:
		b.def(f, d.Prefix, Prefix, nil, d, nil)
	case k == bot.KindWorkflow:
		b.def(f, d.Name, Workflow, nil, d, nil)
		for _, p := range d.Props {
			switch p.Name.Text {
			case "vars":
				b.lines(f, d, p.Block, Var)
			case "attachments":
				b.lines(f, d, p.Block, Attachment)
			case "resources":
				b.lines(f, d, p.Block, Resource)
			}
		}
		for _, n := range d.Decls {
			b.node(f, n, nil)
		}
	default:
		b.node(f, d, nil)
	}
}

func (b *builder) lines(f *bot.UnitFile, d *bot.Decl, list []*bot.Prop, k Kind) {
	for _, p := range list {
		b.def(f, p.Name, k, nil, d, p)
	}
}

func (b *builder) contract(f *bot.UnitFile, d *bot.Decl) {
	s := b.def(f, d.Name, Contract, nil, d, nil)
	if s == nil {
		return
	}
	for _, p := range d.Props {
		k, ok := map[string]Kind{"inputs": InputPort, "outputs": OutputPort, "criteria": Criterion, "effects": Effect}[p.Name.Text]
		if !ok {
			continue
		}
		for _, port := range p.Block {
			b.def(f, port.Name, k, s, d, port)
		}
	}
}

// node notes the declaration of a node and what its own lines declare.
func (b *builder) node(f *bot.UnitFile, d *bot.Decl, group *Symbol) {
	if !d.Kind.IsNode() {
		return
	}
	s := b.def(f, d.Name, Node, group, d, nil)
	if s == nil {
		s = &Symbol{Kind: Node, In: f, Decl: d, Owner: group}
	}
	b.x.members[d] = s
	if p := d.Prop("publish"); p != nil && p.Value != nil && p.Value.Kind == bot.Word {
		b.def(f, bot.Ident{Text: p.Value.Text, Span: p.Value.Span}, Artifact, nil, d, p)
	}
	if p := d.Prop("as"); p != nil && d.Kind == bot.KindRouter && p.Value != nil && p.Value.Kind == bot.Word {
		a := b.def(f, bot.Ident{Text: p.Value.Text, Span: p.Value.Span}, Alias, s, d, p)
		b.routers[a.Name] = append(b.routers[a.Name], a)
	}
	if p := d.Prop("event"); p != nil && d.Kind == bot.KindEmit {
		if id, ok := b.literal(f, p.Value); ok {
			b.def(f, id, Event, nil, d, p)
		}
	}
	if p := d.Prop("fallbacks"); p != nil {
		for _, route := range p.Block {
			b.def(f, route.Name, Fallback, s, d, route)
		}
	}
	// The last declaration of a name does not count, so its schemas do not.
	if s.Decl == d {
		s.Input, s.Output = b.schemaOf(d, "input"), b.schemaOf(d, "output")
	}
}

// schemaOf is the schema that a node names.
func (b *builder) schemaOf(d *bot.Decl, prop string) *Symbol {
	if !d.Kind.HasSchemas() {
		return nil
	}
	p := d.Prop(prop)
	if p == nil || p.Unknown || p.Value == nil || p.Value.Kind != bot.Word {
		return nil
	}
	return b.symbol(Schema, nil, p.Value.Text)
}

// literal is a string without templates as a name.
func (b *builder) literal(f *bot.UnitFile, v *bot.Value) (bot.Ident, bool) {
	switch {
	case v == nil:
		return bot.Ident{}, false
	case v.Kind == bot.String:
		s := f.File.ValueText(v)
		if !v.Closed || v.Form == bot.BlockScalar || s == "" || strings.Contains(s, "{{") || strings.Contains(s, "\n") {
			return bot.Ident{}, false
		}
		return bot.Ident{Text: s, Span: v.Inner}, true
	case v.Kind == bot.Word || v.Kind == bot.Dotted:
		return bot.Ident{Text: v.Text, Span: v.Span}, true
	}
	return bot.Ident{}, false
}

// graph names the nodes as edges do.
func (b *builder) graph() {
	for _, f := range b.u.Files {
		for _, d := range f.File.Decls {
			if d.Kind == bot.KindUse && !d.Prefix.Missing() && b.prefixes[d.Prefix.Text] == nil {
				if g := b.u.Groups[d.Group.Text]; g != nil {
					b.prefixes[d.Prefix.Text] = b.groupOf(g.Decl)
				}
			}
		}
	}
	for _, n := range b.u.Nodes {
		s := b.x.members[n.Decl]
		if s == nil || n.Decl.Name.Missing() || bot.Terminal(n.Name) || b.x.nodes[n.Name] != nil {
			continue
		}
		if n.Use != nil && n.Use.Decl.Prefix.Missing() {
			continue
		}
		b.x.nodes[n.Name] = s
	}
}

// groupOf is the symbol of a group's declaration.
func (b *builder) groupOf(d *bot.Decl) *Symbol {
	if d == nil || d.Name.Missing() {
		return nil
	}
	return b.symbol(Group, nil, d.Name.Text)
}

// promptFiles notes the prompts that are declared as files.
func (b *builder) promptFiles() {
	for _, p := range b.u.AllPrompts {
		if p.Text != nil && b.u.Prompts[p.Name] == p {
			b.symbol(Prompt, nil, p.Name).File = p.Path
		}
	}
}

// finish sorts what was found.
func (b *builder) finish() {
	for _, o := range b.places {
		b.x.files[o.Path] = append(b.x.files[o.Path], o)
	}
	for p, list := range b.x.files {
		slices.SortFunc(list, func(a, c *Occurrence) int {
			if a.Span.Start != c.Span.Start {
				return a.Span.Start - c.Span.Start
			}
			return c.Span.End - a.Span.End
		})
		b.x.files[p] = apart(list)
		b.x.Paths = append(b.x.Paths, p)
	}
	slices.Sort(b.x.Paths)
	files := b.byFile()
	b.first(files)
	for _, p := range files {
		for _, o := range b.x.files[p] {
			for _, s := range o.Symbols {
				if o.Role == Declares {
					s.Decls = append(s.Decls, o)
				}
			}
		}
	}
	for _, p := range b.x.Paths {
		for _, o := range b.x.files[p] {
			for _, s := range o.Symbols {
				if o.Role != Declares {
					s.Refs = append(s.Refs, o)
				}
			}
		}
	}
	for k := range b.x.ordered {
		slices.SortStableFunc(b.x.ordered[k], func(s, t *Symbol) int { return b.rank(s) - b.rank(t) })
	}
}

// first makes the first mention of what no line declares its declaration.
func (b *builder) first(files []string) {
	seen := map[*Symbol]bool{}
	for _, p := range files {
		for _, o := range b.x.files[p] {
			for _, s := range o.Symbols {
				if o.Role == Clause && !seen[s] {
					seen[s] = true
					o.Role = Declares
				}
			}
		}
	}
}

// apart leaves out what lies within another occurrence.
func apart(list []*Occurrence) []*Occurrence {
	out, end := list[:0], -1
	for _, o := range list {
		if o.Span.Start >= end {
			out, end = append(out, o), o.Span.End
		}
	}
	return out
}

// byFile are the paths with the unit's files in front, in their order.
func (b *builder) byFile() []string {
	list := slices.Clone(b.x.Paths)
	slices.SortStableFunc(list, func(p, q string) int { return b.fileRank(p) - b.fileRank(q) })
	return list
}

func (b *builder) fileRank(p string) int {
	if i, ok := b.order[p]; ok {
		return i
	}
	return len(b.order)
}

// rank orders symbols by their declaration.
func (b *builder) rank(s *Symbol) int {
	const most = 1 << 40
	if len(s.Decls) == 0 {
		if s.File != "" {
			return most
		}
		return most + 1
	}
	return b.fileRank(s.Decls[0].Path)<<24 + s.Decls[0].Span.Start
}
