package botedit

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/botindex"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Definition gives where the name at a byte offset is declared, sorted, and
// the span that names it (authoring.md 5.1). A path leads to its file.
func Definition(snap *workspace.Snapshot, path string, off int) (origin text.Span, to []Target) {
	n := find(snap, path, off)
	if n.at == nil {
		return text.Span{}, nil
	}
	if n.at.Kind == botindex.Path {
		if n.at.Target == "" || !snap.Exists(n.at.Target) {
			return text.Span{}, nil
		}
		return n.at.Span, []Target{{Location: Location{Path: n.at.Target}}}
	}
	for _, x := range n.list {
		for _, t := range declared(x.s) {
			if n.at.Role != botindex.Declares || t.Location == (Location{path, n.at.Span}) {
				to = append(to, t)
			}
		}
	}
	if n.at.Role == botindex.Declares && len(to) == 0 {
		to = append(to, Target{Location{path, n.at.Span}, n.at.Span}) // a later one of the name
	}
	slices.SortFunc(to, func(a, b Target) int { return compare(a.Location, b.Location) })
	return n.at.Span, slices.CompactFunc(to, func(a, b Target) bool { return a.Location == b.Location })
}

// declared are the declarations of a symbol that count.
func declared(s *botindex.Symbol) []Target {
	if len(s.Decls) == 0 {
		if s.File != "" {
			return []Target{{Location: Location{Path: s.File}}}
		}
		return nil
	}
	list := s.Decls
	if s.Kind != botindex.Artifact && s.Kind != botindex.Event {
		list = list[:1]
	}
	out := make([]Target, 0, len(list))
	for i, o := range list {
		t := Target{Location{o.Path, o.Span}, o.Span}
		if w := whole(s); i == 0 && s.In != nil && s.In.Path == o.Path && w.Covers(o.Span) {
			t.Whole = w
		}
		out = append(out, t)
	}
	return out
}

// whole is all of the first declaration of a symbol.
func whole(s *botindex.Symbol) text.Span {
	switch {
	case s.Prop != nil:
		return s.Prop.Span
	case s.Edge != nil:
		return s.Edge.Span
	case s.Decl != nil:
		return s.Decl.Span
	}
	return text.Span{}
}

// References gives every place that names what stands at a byte offset, in all
// units that read a file with it, sorted by path and place. declaration says
// whether the declarations are among them.
func References(snap *workspace.Snapshot, path string, off int, declaration bool) []Location {
	n := find(snap, path, off)
	n.grow()
	var list []Location
	for _, o := range n.occurrences() {
		if declaration || o.Role != botindex.Declares {
			list = append(list, Location{o.Path, o.Span})
		}
	}
	if declaration {
		for _, x := range n.list {
			if x.s.File != "" {
				list = append(list, Location{Path: x.s.File})
			}
		}
	}
	return unique(list)
}

func unique(list []Location) []Location {
	slices.SortFunc(list, compare)
	return slices.Compact(list)
}

func compare(a, b Location) int {
	if c := strings.Compare(a.Path, b.Path); c != 0 {
		return c
	}
	return a.Span.Start - b.Span.Start
}

// Highlight is a place in the document that was asked for.
type Highlight struct {
	Span text.Span
	// Write says that it declares the name.
	Write bool
}

// Highlights gives the places in one file of what stands at a byte offset,
// sorted.
func Highlights(snap *workspace.Snapshot, path string, off int) []Highlight {
	n := find(snap, path, off)
	var list []Highlight
	for _, o := range n.occurrences() {
		if o.Path == path {
			list = append(list, Highlight{o.Span, o.Role == botindex.Declares})
		}
	}
	return list
}
