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
func Definition(snap *workspace.Snapshot, path string, off int) (origin text.Span, to []Location) {
	n := find(snap, path, off)
	if n.at == nil {
		return text.Span{}, nil
	}
	if n.at.Kind == botindex.Path {
		if n.at.Target == "" || !snap.Exists(n.at.Target) {
			return text.Span{}, nil
		}
		return n.at.Span, []Location{{Path: n.at.Target}}
	}
	if n.at.Role == botindex.Declares {
		return n.at.Span, []Location{{path, n.at.Span}}
	}
	for _, x := range n.list {
		to = append(to, declared(x.s)...)
	}
	return n.at.Span, unique(to)
}

// declared are the declarations of a symbol that count.
func declared(s *botindex.Symbol) []Location {
	if len(s.Decls) == 0 {
		if s.File != "" {
			return []Location{{Path: s.File}}
		}
		return nil
	}
	list := s.Decls
	if s.Kind != botindex.Artifact && s.Kind != botindex.Event {
		list = list[:1]
	}
	out := make([]Location, 0, len(list))
	for _, o := range list {
		out = append(out, Location{o.Path, o.Span})
	}
	return out
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
	slices.SortFunc(list, func(a, b Location) int {
		if c := strings.Compare(a.Path, b.Path); c != 0 {
			return c
		}
		return a.Span.Start - b.Span.Start
	})
	return slices.Compact(list)
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
