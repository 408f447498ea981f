package botedit

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/botindex"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Typed is the type of a value that is handed over to a field of another type
// (authoring.md 8, L4).
type Typed struct {
	// At is the byte offset behind the value.
	At   int
	Type string
}

// Types gives the values in `with {…}` of edges that lie within a span of a bot
// file, are one template each, and have a declared type that is not that of the
// target's field.
func Types(snap *workspace.Snapshot, file string, in text.Span) []Typed {
	var list []Typed
	seen := map[int]bool{}
	for _, x := range botindex.For(snap, file) {
		f := x.Unit.File(file)
		if f == nil {
			continue
		}
		for _, d := range f.File.Decls {
			if d.Span.Start > in.End || d.Span.End < in.Start {
				continue
			}
			for _, e := range d.Edges {
				if e.With == nil || e.Span.Start > in.End || e.Span.End < in.Start {
					continue
				}
				for _, v := range e.With.Entries {
					if t, ok := mistyped(x, f, v); ok && !seen[v.Value.Span.End] && in.Contains(v.Value.Span.End) {
						seen[v.Value.Span.End] = true
						list = append(list, Typed{v.Value.Span.End, t})
					}
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b Typed) int { return a.At - b.At })
	return list
}

// mistyped gives the type of an entry's value where that is one template and
// the field has another type.
func mistyped(x *botindex.Index, f *bot.UnitFile, p *bot.Prop) (string, bool) {
	v := p.Value
	if v == nil || v.Kind != bot.String || v.Form != bot.Quoted {
		return "", false
	}
	s, m := f.File.Decode(v)
	list := bot.Templates(s)
	if len(list) != 1 || list[0].Fault != "" || strings.TrimSpace(s) != s[list[0].Span.Start:list[0].Span.End] {
		return "", false
	}
	key := x.At(f.Path, p.Name.Span.Start)
	path := m.SourceSpan(list[0].PathSpan)
	last := x.At(f.Path, path.End)
	if key == nil || last == nil || key.Span != p.Name.Span || last.Span.End != path.End {
		return "", false
	}
	want, got := declaredType(key), declaredType(last)
	if want == "" || got == "" || want == got {
		return "", false
	}
	return got, true
}

// declaredType is the type of a field or var, empty where it is not one.
func declaredType(o *botindex.Occurrence) string {
	s := o.Symbol()
	if s == nil || len(o.Symbols) != 1 || s.Prop == nil || s.Prop.Value == nil || s.In == nil || s.Prop.Broken {
		return ""
	}
	if s.Kind != botindex.Field && s.Kind != botindex.Var {
		return ""
	}
	t := s.In.File.ValueText(s.Prop.Value)
	if !slices.Contains(bot.Types, t) && t != "file" {
		return ""
	}
	return t
}
