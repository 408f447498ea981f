package botedit

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/botindex"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Location is a place in a file; an empty span at 0 is the file itself.
type Location struct {
	Path string
	Span text.Span
}

// Target is where a definition leads: a name, and all that it declares.
type Target struct {
	Location
	Whole text.Span
}

// name is a symbol of one unit.
type name struct {
	x *botindex.Index
	s *botindex.Symbol
}

// names are one name as the units of the workspace know it.
type names struct {
	snap  *workspace.Snapshot
	list  []name
	seen  map[name]bool
	units map[string][]*botindex.Index // by file, for the files that were asked for
	// at is what stands at the cursor, in the first unit that knows it.
	at *botindex.Occurrence
	// outer are the places in other units that name a var of this one.
	outer []*botindex.Occurrence
}

// find gives what the file names at the offset; at is nil where that is
// nothing.
func find(snap *workspace.Snapshot, path string, off int) *names {
	n := &names{snap: snap, seen: map[name]bool{}, units: map[string][]*botindex.Index{}}
	for _, x := range n.of(path) {
		o := x.At(path, off)
		if o == nil {
			continue
		}
		if n.at == nil || len(n.at.Symbols) == 0 {
			n.at = o
		}
		for _, s := range o.Symbols {
			n.add(name{x, s})
		}
		if o.Unit != "" {
			if y := botindex.Of(snap, o.Unit); y != nil {
				if s := y.Symbol(o.Kind, nil, o.Name); s != nil {
					n.add(name{y, s})
				}
			}
		}
	}
	return n
}

func (n *names) of(path string) []*botindex.Index {
	list, known := n.units[path]
	if !known {
		list = botindex.For(n.snap, path)
		n.units[path] = list
	}
	return list
}

func (n *names) add(x name) {
	if !n.seen[x] {
		n.seen[x] = true
		n.list = append(n.list, x)
	}
}

// grow follows the name into the other units that read a file in which it
// stands: there, what stands at the same place, is of the same kind and has an
// owner of the same name is the same name.
func (n *names) grow() {
	for i := 0; i < len(n.list); i++ {
		x, s := n.list[i].x, n.list[i].s
		for _, t := range inputs(x, s) {
			n.add(name{x, t})
		}
		if s.File != "" {
			for _, y := range n.of(s.File) {
				if t := y.Symbol(s.Kind, nil, s.Name); t != nil && t.File == s.File {
					n.add(name{y, t})
				}
			}
		}
		for _, o := range places(s) {
			if workspace.Kind(o.Path) == workspace.Config {
				continue // its keys name one unit each
			}
			for _, y := range n.of(o.Path) {
				if y == x {
					continue
				}
				p := y.At(o.Path, o.Span.Start)
				if p == nil || p.Span != o.Span {
					continue
				}
				for _, t := range p.Symbols {
					if t.Kind == s.Kind && ownerName(t) == ownerName(s) {
						n.add(name{y, t})
					}
				}
			}
		}
	}
	for _, x := range n.list {
		if x.s.Kind == botindex.Var && x.s.Owner == nil {
			n.outer = append(n.outer, n.handed(x)...)
		}
	}
}

// inputs are the var of a contract's input, or the inputs of a var: the engine
// knows the one by the name of the other (bot-language.md 8.17, C300).
func inputs(x *botindex.Index, s *botindex.Symbol) []*botindex.Symbol {
	var list []*botindex.Symbol
	switch {
	case s.Kind == botindex.InputPort:
		if v := x.Symbol(botindex.Var, nil, s.Name); v != nil && v.Declared() {
			list = append(list, v)
		}
	case s.Kind == botindex.Var && s.Owner == nil && s.Declared():
		for _, t := range x.Symbols(botindex.InputPort) {
			if t.Name == s.Name {
				list = append(list, t)
			}
		}
	}
	return list
}

func ownerName(s *botindex.Symbol) string {
	if s.Owner == nil {
		return ""
	}
	return s.Owner.Name
}

// places are all places of a symbol.
func places(s *botindex.Symbol) []*botindex.Occurrence { return slices.Concat(s.Decls, s.Refs) }

// handed are the keys of subbots that hand a value to a var: those of the bots
// in the folders of the bundle (authoring.md, N5).
func (n *names) handed(x name) []*botindex.Occurrence {
	main := x.x.Unit.Path
	var list []*botindex.Occurrence
	for _, other := range around(n.snap, main) {
		y := botindex.Of(n.snap, other)
		if y == nil || y == x.x {
			continue
		}
		for _, p := range y.Paths {
			for _, o := range y.In(p) {
				if o.Unit == main && o.Kind == x.s.Kind && o.Name == x.s.Name {
					list = append(list, o)
				}
			}
		}
	}
	return list
}

type aroundKey struct{ main string }

// around lists the main files beside and above one that may run it as a
// subbot.
func around(snap *workspace.Snapshot, main string) []string {
	root := snap.Root(main)
	return snap.Memo(aroundKey{main}, func(d *workspace.Deps) any {
		var list []string
		for dir := path.Dir(main); workspace.Within(root, dir); dir = path.Dir(dir) {
			for _, file := range d.List(dir, ".bot") {
				p := path.Join(dir, file)
				f, err := d.Bot(p)
				if err == nil && p != main && (len(f.Imports) > 0 || slices.ContainsFunc(f.Decls, runsOthers)) {
					list = append(list, p)
				}
			}
			if dir == path.Dir(dir) {
				break
			}
		}
		return list
	}).([]string)
}

func runsOthers(d *bot.Decl) bool {
	return d.Kind == bot.KindSubbot || slices.ContainsFunc(d.Decls, runsOthers)
}

// occurrences are all places of the name, each once, sorted.
func (n *names) occurrences() []*botindex.Occurrence {
	var list []*botindex.Occurrence
	for _, x := range n.list {
		list = append(list, places(x.s)...)
	}
	list = append(list, n.outer...)
	slices.SortStableFunc(list, func(a, b *botindex.Occurrence) int {
		if c := strings.Compare(a.Path, b.Path); c != 0 {
			return c
		}
		if c := a.Span.Start - b.Span.Start; c != 0 {
			return c
		}
		return cmp.Compare(a.Role, b.Role) // a declaration first
	})
	return slices.CompactFunc(list, func(a, b *botindex.Occurrence) bool { return a.Path == b.Path && a.Span == b.Span })
}
