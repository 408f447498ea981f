package botcomplete

import (
	"path"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// units are the units that read a file; names come from all of them.
type units struct {
	snap *workspace.Snapshot
	path string
	list []*bot.Unit

	// What has been asked for before.
	steps map[*bot.Decl][]arrow
	ids   map[*bot.Decl][]string
}

func unitsOf(snap *workspace.Snapshot, file string) *units {
	u := &units{snap: snap, path: file}
	mains := snap.UnitsOf(file)
	if len(mains) == 0 && workspace.Kind(file) == workspace.Bot {
		mains = []string{file}
	}
	for _, m := range mains {
		if x, err := snap.Unit(m); err == nil {
			u.list = append(u.list, x)
		}
	}
	return u
}

// files calls f for each file of the units, each once.
func (u *units) files(f func(*bot.UnitFile)) {
	seen := map[string]bool{}
	for _, x := range u.list {
		for _, file := range x.Files {
			if !seen[file.Path] {
				seen[file.Path] = true
				f(file)
			}
		}
	}
}

// decls calls f for each declaration at top level.
func (u *units) decls(f func(*bot.UnitFile, *bot.Decl)) {
	u.files(func(file *bot.UnitFile) {
		for _, d := range file.File.Decls {
			f(file, d)
		}
	})
}

// where says in which other file something stands, for an item.
func (u *units) where(file string) string {
	if file == u.path {
		return ""
	}
	return path.Base(path.Dir(file)) + "/" + path.Base(file)
}

// declared are the named declarations of a kind.
func (u *units) declared(k bot.Kind, kind Kind, detail string) []candidate {
	var list []candidate
	u.decls(func(f *bot.UnitFile, d *bot.Decl) {
		if d.Kind == k && !d.Name.Missing() {
			list = append(list, candidate{Item: Item{
				Label: d.Name.Text, Kind: kind, Detail: detail, Description: u.where(f.Path), Doc: at(f, d.Name.Span),
			}})
		}
	})
	byName(list)
	return list
}

// at is the description of what is declared at a place.
func at(f *bot.UnitFile, s text.Span) Doc {
	return Doc{Name: f.File.Text.Slice(s), Path: f.Path, At: s.Start}
}

// entries calls f for the entries of the blocks of a kind, in files and in
// workflows.
func (u *units) entries(k bot.Kind, f func(*bot.UnitFile, *bot.Prop)) {
	u.decls(func(file *bot.UnitFile, d *bot.Decl) {
		var list []*bot.Prop
		switch {
		case d.Kind == k:
			list = d.Props
		case d.Kind == bot.KindWorkflow:
			if p := d.Prop(k.Keyword()); p != nil {
				list = p.Block
			}
		}
		for _, p := range list {
			if !p.Name.Missing() {
				f(file, p)
			}
		}
	})
}

// named are the entries of the blocks of a kind as items, sorted.
func (u *units) named(k bot.Kind, kind Kind) []candidate {
	var list []candidate
	u.entries(k, func(f *bot.UnitFile, p *bot.Prop) {
		list = append(list, candidate{Item: Item{
			Label: p.Name.Text, Kind: kind, Detail: typeOf(f.File, p), Description: u.where(f.Path), Doc: at(f, p.Name.Span),
		}})
	})
	byName(list)
	return list
}

// typeOf is the type that a var, a field or an attachment declares.
func typeOf(f *bot.File, p *bot.Prop) string {
	if p.Value == nil || p.Value.Kind == bot.String {
		return ""
	}
	return oneLine(f.Text.Slice(p.Value.Span))
}

func oneLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return strings.TrimSpace(line)
}

// schema is the declaration of a schema.
func (u *units) schema(name string) *bot.Ref {
	for _, x := range u.list {
		if s := x.Schemas[name]; s != nil {
			return s
		}
	}
	return nil
}

// schemaOf is the schema that a node names by a property, nil for none.
func (u *units) schemaOf(d *bot.Decl, prop string) *bot.Ref {
	if d == nil || !d.Kind.HasSchemas() {
		return nil
	}
	p := d.Prop(prop)
	if p == nil || p.Value == nil || p.Value.Kind != bot.Word {
		return nil
	}
	return u.schema(p.Value.Text)
}

// fields are the fields of a schema in order; nil where there is none.
func (u *units) fields(s *bot.Ref) []candidate {
	if s == nil {
		return nil
	}
	var list []candidate
	for _, p := range s.Decl.Props {
		if p.Name.Missing() || p.Broken && p.Colon.Empty() {
			continue
		}
		list = append(list, candidate{Item: Item{
			Label: p.Name.Text, Kind: Field, Detail: typeOf(s.File, p), Description: s.Decl.Name.Text, Doc: at(s.UnitFile, p.Name.Span),
		}})
	}
	return list
}

// workflow is the workflow of the units, nil without one.
func (u *units) workflow() *bot.Ref {
	for _, x := range u.list {
		if x.Workflow != nil {
			return x.Workflow
		}
	}
	return nil
}

// group is the declaration of a group.
func (u *units) group(name string) *bot.Ref {
	for _, x := range u.list {
		if g := x.Groups[name]; g != nil {
			return g
		}
	}
	return nil
}

// use is the use with a prefix.
func (u *units) use(prefix string) *bot.Decl {
	var found *bot.Decl
	u.decls(func(_ *bot.UnitFile, d *bot.Decl) {
		if found == nil && d.Kind == bot.KindUse && d.Prefix.Text == prefix && prefix != "" {
			found = d
		}
	})
	return found
}

// nodes are the nodes of the graph, clones under their dotted names; members
// of a group stand for themselves where the reader is one.
func (u *units) nodes(group *bot.Decl) []candidate {
	list := u.inGroup(group)
	seen := map[string]bool{}
	for _, x := range u.list {
		for _, n := range x.Nodes {
			if n.Decl.Name.Missing() || n.Use != nil && n.Use.Decl.Prefix.Missing() || seen[n.Name] || bot.Terminal(n.Name) {
				continue
			}
			seen[n.Name] = true
			of := u.where(n.Path)
			if n.Group != nil {
				of = n.Group.Name.Text
			}
			list = append(list, candidate{Item: nodeItem(n.UnitFile, n.Decl, n.Name, of), decl: n.Decl})
		}
	}
	return list
}

// inGroup are the nodes that a group declares, by their own names.
func (u *units) inGroup(group *bot.Decl) []candidate {
	if group == nil {
		return nil
	}
	var list []candidate
	f := u.file(group)
	for _, d := range group.Decls {
		if d.Kind.IsNode() && !d.Name.Missing() {
			list = append(list, candidate{Item: nodeItem(f, d, d.Name.Text, group.Name.Text), decl: d})
		}
	}
	return list
}

func nodeItem(f *bot.UnitFile, d *bot.Decl, name, of string) Item {
	it := Item{Label: name, Kind: Node, Detail: d.Kind.Keyword(), Description: of}
	if f != nil {
		it.Doc = at(f, d.Name.Span)
	}
	return it
}

// file is the file that holds a declaration at top level.
func (u *units) file(d *bot.Decl) *bot.UnitFile {
	var found *bot.UnitFile
	u.decls(func(f *bot.UnitFile, x *bot.Decl) {
		if x == d {
			found = f
		}
	})
	return found
}

// node is the declaration of a node as a reader within group names it, nil
// where there is none.
func (u *units) node(group *bot.Decl, name string) *bot.Decl {
	if group != nil {
		for _, d := range group.Decls {
			if d.Kind.IsNode() && d.Name.Text == name && name != "" {
				return d
			}
		}
	}
	for _, x := range u.list {
		for _, n := range x.Nodes {
			if n.Name == name && !n.Decl.Name.Missing() {
				return n.Decl
			}
		}
	}
	return nil
}

// members are the nodes behind a prefix and its dot.
func (u *units) members(prefix string) []candidate {
	use := u.use(prefix)
	if use == nil {
		return nil
	}
	// While the group is being typed it may become any.
	of := u.group(use.Group.Text)
	var list []candidate
	u.decls(func(f *bot.UnitFile, g *bot.Decl) {
		if g.Kind != bot.KindGroup || of != nil && of.Decl != g {
			return
		}
		for _, d := range g.Decls {
			if d.Kind.IsNode() && !d.Name.Missing() {
				list = append(list, candidate{Item: nodeItem(f, d, d.Name.Text, g.Name.Text)})
			}
		}
	})
	byName(list)
	return list
}

// arrow is one step of the graph.
type arrow struct {
	from, to string
	edge     *bot.Edge
	file     *bot.UnitFile
	last     bool
	group    *bot.Decl
}

// names are the names that a node's declaration has in the graph: several for
// one in a group that is used several times.
func (u *units) names(d *bot.Decl) []string {
	if u.ids == nil {
		u.ids = map[*bot.Decl][]string{}
		for _, x := range u.list {
			for _, n := range x.Nodes {
				if n.Name != "" {
					u.ids[n.Decl] = append(u.ids[n.Decl], n.Name)
				}
			}
		}
	}
	return u.ids[d]
}

// memberNames are the names of the nodes that a group declares.
func memberNames(group *bot.Decl) map[string]bool {
	m := map[string]bool{}
	if group != nil {
		for _, d := range group.Decls {
			m[d.Name.Text] = !d.Name.Missing()
		}
	}
	return m
}

// arrows are the steps of the workflow and, once per use, of the groups; those
// of `within` stand for themselves, too.
func (u *units) arrows(within *bot.Decl) []arrow {
	list, known := u.steps[within]
	if !known {
		list = u.readArrows(within)
		if u.steps == nil {
			u.steps = map[*bot.Decl][]arrow{}
		}
		u.steps[within] = list
	}
	return list
}

func (u *units) readArrows(within *bot.Decl) []arrow {
	var list []arrow
	add := func(f *bot.UnitFile, edges []*bot.Edge, group *bot.Decl, prefix string) {
		own := map[string]bool{}
		if prefix != "" {
			own = memberNames(group)
		}
		name := func(id bot.Ident) string {
			if own[id.Text] {
				return prefix + "." + id.Text
			}
			return id.Text
		}
		for _, e := range edges {
			for i := 1; i < len(e.Refs); i++ {
				list = append(list, arrow{name(e.Refs[i-1]), name(e.Refs[i]), e, f, i == len(e.Refs)-1, group})
			}
		}
	}
	u.decls(func(f *bot.UnitFile, d *bot.Decl) {
		switch d.Kind {
		case bot.KindWorkflow:
			add(f, d.Edges, nil, "")
		case bot.KindGroup:
			if d == within {
				add(f, d.Edges, d, "")
			}
		case bot.KindUse:
			if g := u.group(d.Group.Text); g != nil && !d.Prefix.Missing() {
				add(g.UnitFile, g.Decl.Edges, g.Decl, d.Prefix.Text)
			}
		}
	})
	return list
}
