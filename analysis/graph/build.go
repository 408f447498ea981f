package graph

import (
	"errors"
	"strconv"

	"github.com/boundary-lsp/boundary-lsp/analysis/boundary"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// ErrNoWorkflow is the error for a unit without a workflow.
var ErrNoWorkflow = errors.New("there is no workflow in it, so there is no graph; name the main file of a bot")

// Options are what a graph depends on besides the unit.
type Options struct {
	// Path gives the path that the graph shows for the absolute path of a file.
	Path func(string) string
	// Complete is false where a file of the unit does not parse.
	Complete bool
}

// New gives the graph of a unit. The error is ErrNoWorkflow.
func New(c *boundary.Class, o Options) (*Graph, error) {
	w := c.Unit.Workflow
	if w == nil {
		return nil, ErrNoWorkflow
	}
	b := builder{
		g: &Graph{
			SchemaVersion: SchemaVersion, Path: o.Path(c.Unit.Path), Workflow: w.Decl.Name.Text,
			Complete: o.Complete && !c.Unit.ImportBroken,
			Nodes:    []Node{}, Edges: []Edge{}, Loops: []Loop{}, Groups: []Group{},
		},
		path: o.Path, class: c, unit: c.Unit,
		nodes: map[string]int{}, loops: map[string]int{}, members: map[*bot.Decl]map[string]bool{}, clones: map[*bot.Decl]*bot.Node{},
		verdicts: make(map[*bot.Node]*boundary.Node, len(c.Nodes)),
	}
	if p := w.Decl.Prop("entry"); p != nil && p.Value != nil {
		b.g.Entry = w.File.ValueText(p.Value)
	}
	for _, n := range c.Nodes {
		b.verdicts[n.Node] = n
	}
	b.declared()
	b.edges()
	b.mentioned()
	b.reach()
	b.back()
	return b.g, nil
}

// defaultMode is the mode of a router that names none (bot-language.md 8).
const defaultMode = "fan_out_all"

type builder struct {
	g        *Graph
	path     func(string) string
	class    *boundary.Class
	unit     *bot.Unit
	verdicts map[*bot.Node]*boundary.Node
	nodes    map[string]int // places in g.Nodes
	loops    map[string]int // places in g.Loops
	members  map[*bot.Decl]map[string]bool
	clones   map[*bot.Decl]*bot.Node // a node of each use
}

// declared adds the nodes of the unit in its order. Of one name the first
// declaration counts; done and fail belong to the engine.
func (b *builder) declared() {
	groups := map[*bot.Decl]int{}
	for _, f := range b.unit.Files {
		for _, d := range f.File.Decls {
			if d.Kind == bot.KindUse && !d.Prefix.Missing() && b.unit.Groups[d.Group.Text] != nil {
				groups[d] = len(b.g.Groups)
				b.g.Groups = append(b.g.Groups, Group{d.Prefix.Text, d.Group.Text, []string{}})
			}
		}
	}
	for _, n := range b.unit.Nodes {
		if n.Use != nil {
			b.clones[n.Use.Decl] = n
		}
		_, twice := b.nodes[n.Name]
		if n.Decl.Name.Missing() || n.Use != nil && n.Use.Decl.Prefix.Missing() || bot.Terminal(n.Name) || twice {
			continue
		}
		node := Node{ID: n.Name, Kind: n.Decl.Kind.Keyword(), Path: b.path(n.Path), Reasons: []string{}, Detail: b.detail(n)}
		at := rangeOf(n.File.Text, n.Decl.Name.Span)
		node.Range = &at
		description, _ := n.Text("description")
		node.Description = &description
		if n.Use != nil {
			node.Group = &n.Use.Decl.Prefix.Text
			g := &b.g.Groups[groups[n.Use.Decl]]
			g.Nodes = append(g.Nodes, n.Name)
		}
		if v := b.verdicts[n]; v != nil {
			if v.Member() && !v.Unread {
				node.Acting, node.Reasons = true, append(node.Reasons, v.Reasons...)
			}
			if state := v.Paragraph(); state != "" {
				node.Paragraph = &state
			}
			node.Deferred = v.Deferred != nil
		}
		b.add(node)
	}
}

func (b *builder) add(n Node) {
	b.nodes[n.ID] = len(b.g.Nodes)
	b.g.Nodes = append(b.g.Nodes, n)
}

// detail is what the node's box says besides its kind; nil where its kind or
// its lines say nothing.
func (b *builder) detail(n *bot.Node) *Detail {
	prop := ""
	switch n.Decl.Kind {
	case bot.KindAgent, bot.KindJudge:
		v := b.verdicts[n]
		if v == nil {
			return nil
		}
		return &Detail{v.Primary.Route, v.Primary.Kind == boundary.Undecided}
	case bot.KindRouter:
		if n.Decl.Prop("mode") == nil && !n.Decl.Broken {
			return &Detail{Text: defaultMode}
		}
		prop = "mode"
	case bot.KindEmit, bot.KindWait:
		prop = "event"
	case bot.KindSubbot:
		prop = "source"
	case bot.KindFail:
		prop = "code"
	}
	s, ok := n.Text(prop)
	if !ok {
		return nil
	}
	return &Detail{Text: s}
}

// edges adds the arrows in source order, those of a group at its uses.
func (b *builder) edges() {
	for _, f := range b.unit.Files {
		for _, d := range f.File.Decls {
			switch {
			case d == b.unit.Workflow.Decl:
				for _, e := range d.Edges {
					b.arrows(f, e, nil, nil)
				}
			case d.Kind == bot.KindUse && !d.Prefix.Missing():
				if g := b.unit.Groups[d.Group.Text]; g != nil {
					for _, e := range g.Decl.Edges {
						b.arrows(g.UnitFile, e, g.Decl, d)
					}
				}
			}
		}
	}
}

// arrows adds the pairs of a line that have both ends. Members of a group have
// the prefix of its use, what else an edge of a group names stands outside.
func (b *builder) arrows(f *bot.UnitFile, e *bot.Edge, group, use *bot.Decl) {
	members := b.membersOf(group)
	name := func(id bot.Ident) string {
		if members[id.Text] {
			return use.Prefix.Text + "." + id.Text
		}
		return id.Text
	}
	for i := 1; i < len(e.Refs); i++ {
		from, to := e.Refs[i-1], e.Refs[i]
		if from.Missing() || to.Missing() {
			continue
		}
		span := text.Span{Start: from.Span.Start, End: to.Span.End}
		last := i == len(e.Refs)-1
		if last {
			span.End = max(span.End, e.Span.End)
		}
		x := Edge{
			ID: "e" + strconv.Itoa(len(b.g.Edges)+1), From: name(from), To: name(to),
			With: []string{}, Path: b.path(f.Path), Range: rangeOf(f.File.Text, span),
		}
		if last {
			b.clauses(&x, f, e, use)
		}
		b.g.Edges = append(b.g.Edges, x)
	}
}

// clauses reads what stands behind the last arrow of a line.
func (b *builder) clauses(x *Edge, f *bot.UnitFile, e *bot.Edge, use *bot.Decl) {
	value := func(v *bot.Value) string { return b.bound(f.File.ValueText(v), use) }
	switch w := e.When; {
	case w == nil:
	case w.Expr != nil:
		s := value(w.Expr)
		x.When = &When{Expression: &s}
	case !w.Field.Missing():
		x.When = &When{Field: w.Field.Text, Not: w.Not}
	}
	x.Else = !e.Else.Empty()
	if e.With != nil {
		for _, p := range e.With.Entries {
			if !p.Name.Missing() {
				x.With = append(x.With, p.Name.Text)
			}
		}
	}
	l := e.Loop
	if l == nil || l.Name.Missing() {
		return
	}
	if e.Foreach {
		x.Foreach = &l.Name.Text
		return
	}
	x.Loop = &l.Name.Text
	i, ok := b.loops[l.Name.Text]
	if !ok {
		i = len(b.g.Loops)
		b.loops[l.Name.Text] = i
		loop := Loop{Name: l.Name.Text, Unbounded: l.Unbounded}
		if l.Cap != nil {
			s := value(l.Cap)
			loop.Cap = s
			if n, err := strconv.ParseInt(s, 10, 64); err == nil && l.Cap.Kind == bot.Int {
				loop.Cap = n
			}
		}
		b.g.Loops = append(b.g.Loops, loop)
	}
	b.g.Loops[i].Edges = append(b.g.Loops[i].Edges, x.ID)
}

// membersOf are the names of a group's nodes; none for nil.
func (b *builder) membersOf(group *bot.Decl) map[string]bool {
	m := b.members[group]
	if m == nil && group != nil {
		m = make(map[string]bool, len(group.Decls))
		for _, d := range group.Decls {
			m[d.Name.Text] = true
		}
		b.members[group] = m
	}
	return m
}

// bound replaces the parameters of a group in a text on its edges.
func (b *builder) bound(s string, use *bot.Decl) string {
	if n := b.clones[use]; n != nil {
		return n.Bind(s)
	}
	return s
}

// mentioned adds the nodes that edges name and no declaration bears.
func (b *builder) mentioned() {
	named := map[string]bool{}
	for i := range b.g.Edges {
		named[b.g.Edges[i].From], named[b.g.Edges[i].To] = true, true
	}
	for _, name := range []string{"done", "fail"} {
		if named[name] {
			b.add(Node{ID: name, Kind: KindEnd, Reasons: []string{}})
		}
	}
	for i := range b.g.Edges {
		for _, name := range []string{b.g.Edges[i].From, b.g.Edges[i].To} {
			if _, ok := b.nodes[name]; !ok {
				b.add(Node{ID: name, Kind: KindUnknown, Reasons: []string{}})
			}
		}
	}
}

// out are the edges that leave each node, in order.
func (b *builder) out() [][]int {
	list := make([][]int, len(b.g.Nodes))
	for i := range b.g.Edges {
		from := b.nodes[b.g.Edges[i].From]
		list[from] = append(list[from], i)
	}
	return list
}

// reach marks what can be reached from the entry.
func (b *builder) reach() {
	entry, ok := b.nodes[b.g.Entry]
	if !ok {
		return
	}
	out := b.out()
	b.g.Nodes[entry].Reachable = true
	for queue := []int{entry}; len(queue) > 0; queue = queue[1:] {
		for _, e := range out[queue[0]] {
			if to := b.nodes[b.g.Edges[e].To]; !b.g.Nodes[to].Reachable {
				b.g.Nodes[to].Reachable = true
				queue = append(queue, to)
			}
		}
	}
}

// back marks the edges to an ancestor of a depth-first search from the entry,
// then from the other nodes in order.
func (b *builder) back() {
	const ancestor, finished = 1, 2
	out := b.out()
	state := make([]uint8, len(b.g.Nodes))
	type frame struct{ node, next int }
	visit := func(start int) {
		if state[start] != 0 {
			return
		}
		state[start] = ancestor
		for stack := []frame{{node: start}}; len(stack) > 0; {
			top := &stack[len(stack)-1]
			if top.next == len(out[top.node]) {
				state[top.node] = finished
				stack = stack[:len(stack)-1]
				continue
			}
			e := &b.g.Edges[out[top.node][top.next]]
			top.next++
			switch to := b.nodes[e.To]; state[to] {
			case ancestor:
				e.Back = true
			case 0:
				state[to] = ancestor
				stack = append(stack, frame{node: to})
			}
		}
	}
	if entry, ok := b.nodes[b.g.Entry]; ok {
		visit(entry)
	}
	for i := range b.g.Nodes {
		visit(i)
	}
}
