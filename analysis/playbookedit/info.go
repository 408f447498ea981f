package playbookedit

import (
	"slices"
	"strings"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// info is what the analysis knows about a value, over all runs that reach its
// place.
type info struct {
	// words describe it (playbook.md 13.1); empty where nothing is known.
	words string
	// external says that it may be external text, certain that it can be
	// nothing else.
	external, certain bool
	// converted says that it may carry a placeholder.
	converted bool
	// types are the names of type() that it may have; nil where they are not
	// known.
	types   []string
	callees []external.Callee
}

// only reports whether the value can have no other type than this.
func (i info) only(t string) bool { return len(i.types) == 1 && i.types[0] == t }

// nameInfos has what is known of the names and attributes of a file, by the
// place of the name.
type nameInfos map[text.Span][]external.Info

func (s *session) nameInfos(id string) nameInfos {
	m, ok := s.names[id]
	if !ok {
		m = nameInfos{}
		for _, r := range s.Results(id) {
			for _, i := range r.Names(id) {
				m[i.Name] = append(m[i.Name], i)
			}
		}
		s.names[id] = m
	}
	return m
}

// info is what is known about the value of an expression.
func (s *session) info(x *index, e syntax.Expr) info {
	switch e := e.(type) {
	case nil:
		return info{}
	case *syntax.ParenExpr:
		return s.info(x, e.X)
	case *syntax.Ident:
		return merged(s.nameInfos(x.f.ID)[x.f.Span(e)])
	case *syntax.DotExpr:
		return merged(s.nameInfos(x.f.ID)[x.f.Span(e.Name)])
	case *syntax.Literal:
		if _, ok := e.Value.(string); ok && e.Token == syntax.STRING {
			return info{words: "string", types: []string{"string"}}
		}
	}
	// Others are found by an offset that no part of theirs holds.
	span := x.f.Span(e)
	offsets := []int{span.End, span.Start}
	if b, ok := e.(*syntax.BinaryExpr); ok {
		offsets = append(offsets, x.f.Offset(b.OpPos))
	}
	var found []external.Info
	for _, r := range s.Results(x.f.ID) {
		for _, off := range offsets {
			if i, ok := r.Info(x.f.ID, off); ok && i.Span == span {
				found = append(found, i)
				break
			}
		}
	}
	return merged(found)
}

// merged unites what several runs know.
func merged(list []external.Info) info {
	var out info
	var words []string
	known := true
	for n, i := range list {
		out.external = out.external || i.External != external.NotExternal
		out.certain = (n == 0 || out.certain) && i.External == external.External
		out.converted = out.converted || i.Converted
		out.callees = append(out.callees, i.Callees...)
		known = known && len(i.Types) > 0
		for _, t := range i.Types {
			if !slices.Contains(out.types, t) {
				out.types = append(out.types, t)
			}
		}
		if i.Words != "unknown" && !slices.Contains(words, i.Words) {
			words = append(words, i.Words)
		}
	}
	if !known {
		out.types = nil
	}
	out.words = strings.Join(words, " or ")
	return out
}
