package boundary

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// defaultBackend is the workflow's property that nodes inherit their route
// from.
const defaultBackend = "default_backend"

// flow is what nodes inherit from the workflow and its surroundings.
type flow struct {
	backend      string
	broken       bool // the workflow has a line that is no property
	badBackend   bool
	badCaps      bool
	capabilities []string
	interaction  string
	autoMemory   string
	images       map[string]bool
	// effort holds the edges that map _reasoning_effort, by target.
	effort map[string][]*bot.Value
	file   *bot.File
}

func readFlow(u *bot.Unit) flow {
	w := u.Workflow
	fl := flow{file: w.File, broken: w.Decl.Broken, images: map[string]bool{}, effort: map[string][]*bot.Value{}}
	word := func(name string) (string, bool) {
		p := w.Decl.Prop(name)
		if p == nil {
			return "", false
		}
		return w.File.ValueText(p.Value), p.Broken || p.Value == nil
	}
	fl.backend, fl.badBackend = word(defaultBackend)
	for _, p := range w.Decl.Props {
		fl.broken = fl.broken || halfTyped(p, defaultBackend)
	}
	for _, e := range w.Decl.Edges {
		// A lone word reads as an edge without its arrow.
		lone := e.Broken && len(e.Refs) > 0 && e.Refs[0].Span == e.Span
		fl.broken = fl.broken || lone && strings.HasPrefix(defaultBackend, e.Refs[0].Text)
	}
	fl.interaction, _ = word("interaction")
	fl.autoMemory, _ = word("auto_memory")
	if p := w.Decl.Prop("capabilities"); p != nil {
		fl.capabilities, _ = listTexts(nil, w.File, p)
		fl.badCaps = p.Broken || p.Value == nil
	}
	fl.edges(w.Decl.Edges)
	image := func(f *bot.File, entries []*bot.Prop) {
		for _, e := range entries {
			if f.ValueText(e.Value) == "image" {
				fl.images[e.Name.Text] = true
			}
		}
	}
	for _, f := range u.Files {
		for _, d := range f.File.Decls {
			if d.Kind == bot.KindAttachments {
				image(f.File, d.Props)
			}
		}
	}
	if p := w.Decl.Prop("attachments"); p != nil {
		image(w.File, p.Block)
	}
	return fl
}

// effortKey is the field by which an edge sets a node's reasoning effort.
const effortKey = "_reasoning_effort"

func (fl *flow) edges(list []*bot.Edge) {
	for _, e := range list {
		if v := effortOf(e); v != nil {
			to := e.Refs[len(e.Refs)-1].Text
			fl.effort[to] = append(fl.effort[to], v)
		}
	}
}

// effortOf is the value that an edge maps to its target's reasoning effort.
// The clauses of a chain belong to its last arrow.
func effortOf(e *bot.Edge) *bot.Value {
	if e.With == nil || len(e.Refs) == 0 {
		return nil
	}
	for _, entry := range e.With.Entries {
		if entry.Name.Text == effortKey {
			return entry.Value
		}
	}
	return nil
}
