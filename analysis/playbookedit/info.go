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

// knowledge is what is known of the names and attributes of a file by the
// place of the name, and of the functions that these may be. It is immutable.
type knowledge struct {
	names map[text.Span]info
	flows map[Location]flow
}

// flow says whether external text goes into a function and comes out of it.
type flow struct{ in, out bool }

func (s *session) knowledge(id string) *knowledge {
	k := s.known[id]
	if k == nil {
		k = s.OfResults(id, knowledgeKey{}, func(results []*external.Result) any {
			return newKnowledge(id, results)
		}).(*knowledge)
		s.known[id] = k
	}
	return k
}

func newKnowledge(id string, results []*external.Result) *knowledge {
	k := &knowledge{map[text.Span]info{}, map[Location]flow{}}
	found := map[text.Span][]external.Info{}
	for _, r := range results {
		for _, i := range r.Names(id) {
			found[i.Name] = append(found[i.Name], i)
		}
	}
	for at, list := range found {
		i := merged(list)
		k.names[at] = i
		for _, c := range i.callees {
			l := Location{c.ID, c.Span}
			f := k.flows[l]
			k.flows[l] = flow{f.in || c.ExternalIn, f.out || c.ExternalOut}
		}
	}
	return k
}

// info is what is known about the value of an expression.
func (s *session) info(x *index, e syntax.Expr) info {
	switch e := e.(type) {
	case nil:
		return info{}
	case *syntax.ParenExpr:
		return s.info(x, e.X)
	case *syntax.Ident:
		return s.knowledge(x.f.ID).names[x.f.Span(e)]
	case *syntax.DotExpr:
		return s.knowledge(x.f.ID).names[x.f.Span(e.Name)]
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
