package botcheck

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// model is the unit as the engine compiles it.
type model struct {
	// nodes are the declared nodes by name, the first of each; order has them
	// in order.
	nodes map[string]*node
	order []*node
	edges []*edge
	// from and to are the edges by their ends.
	from, to map[string][]*edge
	vars     map[string]*variable
	// varBlocks are the first blocks vars with an entry, by file.
	varBlocks map[string]*bot.Decl
	// attachments and secrets are the declarations by name.
	attachments, secrets map[string]*variable
	artifacts            map[string][]*node
	loops                map[string]*edge // the first edge of each
	foreachs             map[string]*edge
	cursors              map[string]bool
	cursorDecls          map[string]*bot.Ref // the first of each
	resources            map[string]bool
	contracts            map[string]bool
	// schemas are those that nodes name.
	schemas map[string]*schema
	// enums are those of fields that were compared with something.
	enums map[*bot.Prop]enum
	// params are those of groups that were looked for.
	params map[*bot.Decl]enum
	// entry is the entry's value, nil without a whole one.
	entry *bot.Value
	// broken says that some edge does not parse.
	broken bool
	// hidden says for which names a declaration may exist that cannot be
	// read: its name is half typed, or an import is not there. edges says that
	// a line of the workflow may become any edge, publish that some node's
	// publish cannot be read.
	hidden struct {
		all, nodes, prompts, schemas, groups, vars, attachments, secrets, cursors, resources, edges, publish bool
	}
}

// node is a node of the graph.
type node struct {
	*bot.Node
	in, out *schema
	// backend is what checker.backend has found, once routed.
	backend string
	routed  bool
}

// schema is the schema that a node names. Fields is nil where it is not
// declared.
type schema struct {
	name   string
	file   *bot.UnitFile
	fields map[string]*bot.Prop
	names  []string
	// open says that there may be fields that cannot be read.
	open bool
}

// variable is an entry of vars, attachments or secrets.
type variable struct {
	file *bot.UnitFile
	prop *bot.Prop
}

// edge is one arrow.
type edge struct {
	*bot.Edge
	file         *bot.UnitFile
	from, to     string
	fromAt, toAt text.Span
	// group and prefix are set for an edge of a group's use.
	group  *bot.Decl
	prefix string
	// last says that this is the last arrow of its line, which has the
	// clauses; broken that the line does not parse or stands elsewhere; half
	// that it may go on below.
	last, broken, half bool
}

func (e *edge) at(s text.Span) finding.Place { return place(e.file.Path, s) }

// whole is the place of the edge's line.
func (e *edge) line() finding.Place { return e.at(e.Edge.Span) }

func (e *edge) when() *bot.When {
	if e.last {
		return e.Edge.When
	}
	return nil
}

func (e *edge) loop() *bot.Loop {
	if e.last {
		return e.Edge.Loop
	}
	return nil
}

func (e *edge) isElse() bool { return e.last && !e.Edge.Else.Empty() }

// newChecker builds the model.
func newChecker(u *bot.Unit, src bot.Source) *checker {
	c := &checker{u: u, src: src, seen: map[key]bool{}, guesses: guesses{maxGuesses}}
	c.nodes, c.from, c.to = map[string]*node{}, map[string][]*edge{}, map[string][]*edge{}
	c.vars, c.artifacts = map[string]*variable{}, map[string][]*node{}
	c.varBlocks, c.enums = map[string]*bot.Decl{}, map[*bot.Prop]enum{}
	c.params = map[*bot.Decl]enum{}
	c.attachments, c.secrets = map[string]*variable{}, map[string]*variable{}
	c.loops, c.foreachs = map[string]*edge{}, map[string]*edge{}
	c.cursors, c.resources, c.contracts = map[string]bool{}, map[string]bool{}, map[string]bool{}
	c.schemas = map[string]*schema{}
	c.cursorDecls = map[string]*bot.Ref{}
	c.hidden.all = u.ImportBroken
	for _, f := range u.Files {
		c.hidden.all = c.hidden.all || swallowed(f.File)
		for _, d := range f.File.Decls {
			c.hide(f.File, d)
			c.collect(f, d)
		}
	}
	c.collectWorkflow()
	c.collectNodes()
	c.collectEdges()
	return c
}

// swallowed reports whether a file holds text that may be declarations: behind
// an unclosed raw string, or on a line at top level that is none yet.
func swallowed(f *bot.File) bool {
	starts := map[int]bool{}
	for _, d := range f.Decls {
		starts[d.Header.Start] = d.Kind != bot.KindBad
	}
	for _, e := range f.Errors {
		at := e.Span.Start
		switch e.Code {
		case "E004":
			if strings.HasPrefix(f.Text.Slice(text.Span{Start: at, End: at + 1}), "`") {
				return true
			}
		case "E001":
			if f.Text.LineStart(f.Text.LineAt(at)) == at && !starts[at] {
				return true
			}
		}
	}
	return false
}

// hide notes what a declaration that cannot be read may declare.
func (c *checker) hide(f *bot.File, d *bot.Decl) {
	h := &c.hidden
	half := d.Name.Missing() || halfHeader(f, d)
	switch k := d.Kind; {
	case k == bot.KindBad:
		h.all = true
	case k == bot.KindVars:
		h.vars = h.vars || openBlock(d.Broken, d.Props)
	case k == bot.KindAttachments:
		h.attachments = h.attachments || openBlock(d.Broken, d.Props)
	case k == bot.KindSecrets:
		h.secrets = h.secrets || openBlock(d.Broken, d.Props)
	case k == bot.KindPrompt:
		h.prompts = h.prompts || half
	case k == bot.KindSchema:
		h.schemas = h.schemas || half
	case k == bot.KindCursor:
		h.cursors = h.cursors || half
	case k == bot.KindGroup:
		h.groups = h.groups || half
		h.nodes = h.nodes || d.Broken
	case k == bot.KindUse:
		h.nodes = h.nodes || d.Broken || d.Group.Missing() || d.Prefix.Missing() || c.u.Groups[d.Group.Text] == nil
	case k.IsNode():
		h.nodes = h.nodes || half
	}
	for _, n := range d.Decls {
		c.hide(f, n)
	}
}

// halfHeader reports whether the header of a declaration is half typed, so
// that its name may not be whole.
func halfHeader(f *bot.File, d *bot.Decl) bool {
	if !d.Broken {
		return false
	}
	i, _ := slices.BinarySearchFunc(f.Errors, d.Header.Start, func(e bot.Error, at int) int { return e.Span.Start - at })
	for ; i < len(f.Errors) && f.Errors[i].Span.Start <= d.Header.End; i++ {
		if e := f.Errors[i]; (e.Code == "E001" || e.Code == "E002") && d.Header.Contains(e.Span.Start) {
			return true
		}
	}
	return false
}

// openBlock reports whether a block may have entries that cannot be read.
func openBlock(broken bool, props []*bot.Prop) bool {
	if broken {
		return true
	}
	for _, p := range props {
		if p.Name.Missing() || p.Broken && p.Colon.Empty() {
			return true
		}
	}
	return false
}

// collect adds what a declaration at top level declares.
func (c *checker) collect(f *bot.UnitFile, d *bot.Decl) {
	switch d.Kind {
	case bot.KindVars:
		c.addVars(f, d.Props)
		if len(d.Props) > 0 && c.varBlocks[f.Path] == nil {
			c.varBlocks[f.Path] = d
		}
	case bot.KindAttachments:
		addProps(c.attachments, f, d.Props)
	case bot.KindSecrets:
		addProps(c.secrets, f, d.Props)
	case bot.KindCursor:
		if !c.cursors[d.Name.Text] {
			c.cursorDecls[d.Name.Text] = &bot.Ref{UnitFile: f, Decl: d}
		}
		c.cursors[d.Name.Text] = true
	case bot.KindContract:
		c.contracts[d.Name.Text] = true
	}
}

func (c *checker) addVars(f *bot.UnitFile, props []*bot.Prop) {
	for _, p := range props {
		// A var of the workflow wins over one of the file.
		c.vars[p.Name.Text] = &variable{f, p}
	}
}

func addProps(m map[string]*variable, f *bot.UnitFile, props []*bot.Prop) {
	for _, p := range props {
		if m[p.Name.Text] == nil {
			m[p.Name.Text] = &variable{f, p}
		}
	}
}

// collectWorkflow adds what the workflow declares.
func (c *checker) collectWorkflow() {
	w := c.u.Workflow
	if w == nil {
		return
	}
	for _, p := range w.Decl.Props {
		switch p.Name.Text {
		case "vars":
			c.addVars(w.UnitFile, p.Block)
			c.hidden.vars = c.hidden.vars || openBlock(p.Broken, p.Block)
		case "attachments":
			addProps(c.attachments, w.UnitFile, p.Block)
			c.hidden.attachments = c.hidden.attachments || openBlock(p.Broken, p.Block)
		case "resources":
			for _, r := range p.Block {
				c.resources[r.Name.Text] = true
			}
			c.hidden.resources = c.hidden.resources || openBlock(p.Broken, p.Block)
		}
	}
	if p := w.Decl.Prop("entry"); p != nil && p.Value != nil && !p.Broken {
		c.entry = p.Value
	}
}

// reserved are the names of the two nodes that every workflow has.
func reserved(name string) bool { return bot.Terminal(name) }

func (c *checker) collectNodes() {
	for _, n := range c.u.Nodes {
		if n.Name == "" || n.Decl.Name.Missing() || reserved(n.Name) || c.nodes[n.Name] != nil {
			continue
		}
		if n.Use != nil && n.Use.Decl.Prefix.Missing() {
			continue
		}
		x := &node{Node: n}
		if n.Decl.Kind.HasSchemas() {
			x.in, x.out = c.schemaOf(n, "input"), c.schemaOf(n, "output")
		}
		c.nodes[n.Name] = x
		c.order = append(c.order, x)
		c.hidden.publish = c.hidden.publish || unsure(n.Decl)
		if name, ok := n.Text("publish"); ok && name != "" {
			c.artifacts[name] = append(c.artifacts[name], x)
		}
	}
}

// schemaOf is the schema that a node's property names, nil where it names
// none. One that cannot be read is open.
func (c *checker) schemaOf(n *bot.Node, prop string) *schema {
	p := n.Decl.Prop(prop)
	if p == nil {
		return nil
	}
	if p.Broken || p.Unknown || p.Value == nil {
		return &schema{open: true}
	}
	name := n.Bind(n.File.ValueText(p.Value))
	s := c.schemas[name]
	if s == nil {
		s = c.readSchema(name)
		c.schemas[name] = s
	}
	return s
}

// readSchema reads the schema of that name; one that is not declared is open.
func (c *checker) readSchema(name string) *schema {
	s := &schema{name: name, open: true}
	ref := c.u.Schemas[s.name]
	if ref == nil {
		return s
	}
	s.file, s.open = ref.UnitFile, openBlock(ref.Decl.Broken, ref.Decl.Props)
	s.fields = make(map[string]*bot.Prop, len(ref.Decl.Props))
	for _, f := range ref.Decl.Props {
		if s.fields[f.Name.Text] == nil {
			s.fields[f.Name.Text] = f
			s.names = append(s.names, f.Name.Text)
		}
	}
	s.names = slices.Clip(s.names)
	return s
}

// field gives the field of that name; known is false where the schema does not
// say.
func (s *schema) field(name string) (f *bot.Prop, known bool) {
	if s == nil {
		return nil, false
	}
	f = s.fields[name]
	return f, f != nil || !s.open
}

// unsure reports whether the declaration of a node may hold properties that
// cannot be read, so that nothing is said about missing ones.
func unsure(d *bot.Decl) bool {
	if d.Broken {
		return true
	}
	for _, p := range d.Props {
		if p.Broken || p.Unknown || p.Name.Missing() {
			return true
		}
	}
	return false
}

func (c *checker) collectEdges() {
	for _, f := range c.u.Files {
		for _, e := range f.File.Orphans {
			c.addEdge(f, e, nil, "", true)
		}
		for _, d := range f.File.Decls {
			if d.Kind != bot.KindUse || d.Prefix.Missing() {
				continue
			}
			if g := c.u.Groups[d.Group.Text]; g != nil {
				for _, e := range g.Decl.Edges {
					c.addEdge(g.UnitFile, e, g.Decl, d.Prefix.Text, e.Broken)
				}
			}
		}
	}
	if w := c.u.Workflow; w != nil {
		for _, e := range w.Decl.Edges {
			c.addEdge(w.UnitFile, e, nil, "", e.Broken)
		}
	}
	for _, e := range c.edges {
		if l := e.loop(); l != nil && !e.broken && !l.Name.Missing() {
			m := c.loops
			if e.Foreach {
				m = c.foreachs
			}
			if m[l.Name.Text] == nil {
				m[l.Name.Text] = e
			}
		}
	}
}

// addEdge adds the arrows of a line. Members of a group have the prefix of its
// use in their names, what else an edge of a group names stands outside.
func (c *checker) addEdge(f *bot.UnitFile, e *bot.Edge, group *bot.Decl, prefix string, broken bool) {
	name := func(id bot.Ident) string {
		if group != nil {
			for _, m := range group.Decls {
				if m.Name.Text == id.Text && !id.Missing() {
					return prefix + "." + id.Text
				}
			}
		}
		return id.Text
	}
	if len(e.Refs) < 2 || e.Refs[1].Missing() && !strings.Contains(f.File.Text.Slice(e.Span), "->") {
		// Such a line may also become the head of a block.
		h := &c.hidden
		h.edges, h.vars, h.attachments, h.resources = true, true, true, true
	}
	half := continued(f.File, e)
	broken = broken || half
	c.broken = c.broken || broken
	for i := 1; i < len(e.Refs); i++ {
		x := &edge{
			Edge: e, file: f, from: name(e.Refs[i-1]), to: name(e.Refs[i]),
			fromAt: e.Refs[i-1].Span, toAt: e.Refs[i].Span,
			group: group, prefix: prefix, last: i == len(e.Refs)-1, broken: broken, half: half,
		}
		c.edges = append(c.edges, x)
		if x.from != "" {
			c.from[x.from] = append(c.from[x.from], x)
		}
		if x.to != "" {
			c.to[x.to] = append(c.to[x.to], x)
		}
	}
}

// continued reports whether the line below an edge is deeper and does not
// parse: the edge may have lost the brace that opens it.
func continued(f *bot.File, e *bot.Edge) bool {
	t := f.Text
	line := t.LineAt(e.Span.End) + 1
	if line >= t.Lines() || len(f.Errors) == 0 {
		return false
	}
	first := t.LineAt(e.Span.Start)
	column := func(line int) int {
		s := t.Slice(t.Line(line))
		return len(s) - len(strings.TrimLeft(s, " "))
	}
	if column(line) <= column(first) {
		return false
	}
	i, _ := slices.BinarySearchFunc(f.Errors, t.LineStart(line), func(e bot.Error, at int) int { return e.Span.Start - at })
	return i < len(f.Errors) && t.LineAt(f.Errors[i].Span.Start) == line
}

// nodeNames are the names that a reference to a node may have, for didYouMean,
// as namesOf gives them.
func (c *checker) nodeNames() []string {
	if len(c.order) > c.left {
		return nil
	}
	names := make([]string, 0, len(c.order)+2)
	for _, n := range c.order {
		names = append(names, n.Name)
	}
	return names
}

// outputsPath splits the parts behind `outputs` into the node and the fields
// that are read of it. n is nil where no node has the name.
func (c *checker) outputsPath(parts []string, prefix string) (n *node, name string, taken int) {
	name, taken, _ = bot.NodePath(parts, prefix, func(id string) bool { return c.nodes[id] != nil })
	return c.nodes[name], name, taken
}
