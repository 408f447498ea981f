package botedit

import (
	"path"
	"slices"

	"github.com/boundary-lsp/boundary-lsp/analysis/botindex"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Options are what the editor can do.
type Options struct {
	// RenameFiles says that it takes renames of files.
	RenameFiles bool
}

// Change is what a rename does: edits of texts as they are, one for each place,
// sorted, those of a members artifact last; and then files that get another
// name.
type Change struct {
	Edits []finding.Edit
	Files []FileRename
}

// FileRename gives a file another path.
type FileRename struct{ From, To string }

// PrepareRename says what Rename would rename at a byte offset, and its present
// name. The error is a *Refusal.
func PrepareRename(snap *workspace.Snapshot, path string, off int, o Options) (span text.Span, name string, err error) {
	n := find(snap, path, off)
	n.grow()
	if err := n.renamable(path, off, o); err != nil {
		return text.Span{}, "", err
	}
	return n.at.Span, n.at.Name, nil
}

// Rename gives the change that renames what stands at a byte offset, in all
// files of all units that know it; nil where it has that name already. What
// every name means is the same afterwards, or the answer is a *Refusal: that is
// found out by reading the changed files again (authoring.md 5.2).
func Rename(snap *workspace.Snapshot, path string, off int, to string, o Options) (*Change, error) {
	n := find(snap, path, off)
	n.grow()
	if err := n.renamable(path, off, o); err != nil {
		return nil, err
	}
	if n.at.Name == to {
		return nil, nil
	}
	if err := n.free(to); err != nil {
		return nil, err
	}
	c := &Change{}
	for _, o := range n.occurrences() {
		c.Edits = append(c.Edits, finding.Edit{Path: o.Path, Span: o.Span, New: to})
	}
	c.Files = n.files(to)
	if err := n.verify(c, to); err != nil {
		return nil, err
	}
	c.Edits = append(c.Edits, n.artifacts(to)...)
	return c, nil
}

// files are the prompt files that get the new name.
func (n *names) files(to string) []FileRename {
	var list []FileRename
	for _, x := range n.list {
		if x.s.File == "" || x.s.Kind != botindex.Prompt {
			continue
		}
		r := FileRename{x.s.File, path.Join(path.Dir(x.s.File), to+".md")}
		if !slices.Contains(list, r) {
			list = append(list, r)
		}
	}
	return list
}

// verify reads the changed files again and compares what every place names.
func (n *names) verify(c *Change, to string) error {
	edits := map[string][]text.Edit{}
	for _, e := range c.Edits {
		edits[e.Path] = append(edits[e.Path], text.Edit{Span: e.Span, New: e.New})
	}
	texts := map[string]*text.Text{}
	for p, list := range edits {
		t, err := n.snap.File(p).Text.Apply(list)
		if err != nil {
			return err
		}
		texts[p] = t
	}
	moved := map[string]string{}
	for _, r := range c.Files {
		moved[r.From] = r.To
		t := texts[r.From]
		if t == nil {
			t = n.snap.File(r.From).Text
		}
		if t == nil {
			return refuse(noName)
		}
		texts[r.To] = t
	}
	snap := n.snap.With(texts)
	var units []*botindex.Index
	for _, x := range n.list {
		units = append(units, x.x)
	}
	for _, o := range n.outer {
		units = append(units, n.of(o.Path)...)
	}
	done := map[*botindex.Index]bool{}
	for _, x := range units {
		if done[x] {
			continue
		}
		done[x] = true
		if err := n.same(x, botindex.Of(snap, x.Unit.Path), edits, moved, to); err != nil {
			return err
		}
	}
	return nil
}

// same compares two indexes of one unit, before and after.
func (n *names) same(x, y *botindex.Index, edits map[string][]text.Edit, moved map[string]string, to string) error {
	if y == nil {
		return refuse(noName)
	}
	for i, f := range x.Unit.Files {
		if i >= len(y.Unit.Files) || len(y.Unit.Files[i].File.Errors) != len(f.File.Errors) {
			return n.capture(to, f.Path, text.Span{})
		}
	}
	for _, p := range x.Paths {
		before, after := x.In(p), y.In(p)
		if q, ok := moved[p]; ok {
			after = y.In(q)
		}
		m := mover{edits: edits[p]}
		for i, o := range before {
			if i >= len(after) || !n.alike(x, o, after[i], m.move(o.Span.Start), to) {
				return n.capture(to, p, o.Span)
			}
		}
		if len(after) > len(before) {
			return n.capture(to, p, text.Span{})
		}
	}
	return nil
}

// alike reports whether a place names after the change what it named before.
func (n *names) alike(x *botindex.Index, o, p *botindex.Occurrence, start int, to string) bool {
	if p.Span.Start != start || p.Kind != o.Kind || (p.Role == botindex.Declares) != (o.Role == botindex.Declares) || len(p.Symbols) != len(o.Symbols) {
		return false
	}
	for i, s := range o.Symbols {
		if !n.alikeSymbol(x, s, p.Symbols[i], to) {
			return false
		}
	}
	return true
}

func (n *names) alikeSymbol(x *botindex.Index, s, t *botindex.Symbol, to string) bool {
	if s == nil || t == nil {
		return s == t
	}
	want := s.Name
	if n.seen[name{x, s}] {
		want = to
	}
	return t.Name == want && t.Kind == s.Kind && t.Declared() == s.Declared() && n.alikeSymbol(x, s.Owner, t.Owner, to)
}

// mover converts offsets, asked for in order, to those behind edits, which are
// sorted.
type mover struct {
	edits []text.Edit
	next  int
	shift int
}

func (m *mover) move(off int) int {
	for m.next < len(m.edits) && m.edits[m.next].Span.End <= off {
		m.shift += len(m.edits[m.next].New) - m.edits[m.next].Span.Len()
		m.next++
	}
	return off + m.shift
}
