package botedit

import (
	"slices"

	"github.com/boundary-lsp/boundary-lsp/analysis/botindex"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Counted is a declaration with the places that name it (authoring.md 8, L3).
type Counted struct {
	// Span is the name of the declaration.
	Span text.Span
	// Places are the references, without the declaration, sorted.
	Places []Location
}

// Counts gives the nodes, prompts and schemas that a bot file declares, in
// order, with what References finds of each.
func Counts(snap *workspace.Snapshot, file string) []Counted {
	var list []Counted
	units := map[string][]*botindex.Index{}
	seen := map[text.Span]bool{}
	for _, x := range botindex.For(snap, file) {
		for _, o := range x.In(file) {
			switch o.Kind {
			case botindex.Node, botindex.Prompt, botindex.Schema:
			default:
				continue
			}
			if o.Role != botindex.Declares || seen[o.Span] {
				continue
			}
			seen[o.Span] = true
			n := &names{snap: snap, seen: map[name]bool{}, units: units}
			for _, s := range o.Symbols {
				n.add(name{x, s})
			}
			n.grow()
			c := Counted{Span: o.Span}
			for _, at := range n.occurrences() {
				if at.Role != botindex.Declares {
					c.Places = append(c.Places, Location{at.Path, at.Span})
				}
			}
			c.Places = unique(c.Places)
			list = append(list, c)
		}
	}
	slices.SortFunc(list, func(a, b Counted) int { return a.Span.Start - b.Span.Start })
	return list
}

// Workflows are the names of the workflows that a bot file declares; of one
// without a name, its keyword.
func Workflows(snap *workspace.Snapshot, file string) []text.Span {
	f, err := snap.Bot(file)
	if err != nil {
		return nil
	}
	var list []text.Span
	for _, d := range f.Decls {
		switch {
		case d.Kind != bot.KindWorkflow:
		case d.Name.Missing():
			list = append(list, d.Keyword.Span)
		default:
			list = append(list, d.Name.Span)
		}
	}
	return list
}
