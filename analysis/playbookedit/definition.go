package playbookedit

import (
	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Definition is where the thing at an offset is made: a name at its first
// binding, a loaded name in its module, a node name in an after at the name of
// its constructor, a load's path at the module's start. from is what was asked
// about. It is empty for keyword arguments, attributes, and names that no file
// of the root binds (playbook.md 13.4).
func Definition(src Source, id string, off int) (from text.Span, to []Location) {
	s := newSession(src)
	x := s.index(id)
	if x == nil {
		return text.Span{}, nil
	}
	if load, span, ok := x.loadPathAt(off); ok {
		if m := s.module(x, load); m != nil {
			return span, []Location{{ID: m.f.ID}}
		}
		return span, nil
	}
	if r, ok := x.at(off); ok {
		if r.role == roleKeyword || r.role == roleAttr || r.first == nil {
			if r.role == roleUse && r.first == nil && x.f.Unknown(r.id.Name) {
				if span, ok := binding(x.f.Source, r.id.Name); ok {
					return r.span, []Location{{id, span}}
				}
			}
			return r.span, nil
		}
		v, ok := s.origin(variable{x, r.first})
		if !ok {
			// The module is missing: at least the load is known.
			if load := x.loads[r.first]; load != nil && r.role != roleLoadFrom {
				return r.span, []Location{{id, load.span}}
			}
			return r.span, nil
		}
		return r.span, []Location{v.location()}
	}
	if n, ok := x.stringAt(off); ok {
		return n.span, s.declarations(id, n)
	}
	if st, ok := s.stale(x, off); ok {
		return st.span, s.staleDefinition(x, st)
	}
	return text.Span{}, nil
}

func (s *session) staleDefinition(x *index, st *stale) []Location {
	if st.local() {
		if span, ok := st.moved(x.f, st.old.spanOf(st.ref.first)); ok {
			return []Location{{x.f.ID, span}}
		}
	}
	if st.now.first != nil {
		if v, ok := s.origin(st.now); ok {
			return []Location{v.location()}
		}
	}
	if span, ok := binding(x.f.Source, st.name); ok {
		return []Location{{x.f.ID, span}}
	}
	return nil
}

// declarations are the constructors that give a node or a parameter its name,
// among all files that run together.
func (s *session) declarations(id string, n named) []Location {
	var out []Location
	for _, other := range s.together(id) {
		x := s.index(other)
		if x == nil {
			continue
		}
		list, _ := x.strings()
		for _, d := range list {
			if d.decl && d.kind == n.kind && d.name == n.name {
				out = append(out, Location{other, d.span})
			}
		}
	}
	return sortLocations(out)
}

// loadPathAt is the load whose path holds an offset; span has the quotes.
func (x *index) loadPathAt(off int) (*syntax.LoadStmt, text.Span, bool) {
	for _, stmt := range x.f.Tree.Stmts {
		if load, ok := stmt.(*syntax.LoadStmt); ok {
			if s := x.f.Span(load.Module); s.Contains(off) {
				return load, s, true
			}
		}
	}
	return nil, text.Span{}, false
}

// Link is a load's path that leads to a file.
type Link struct {
	Span   text.Span // without the quotes
	Target string    // an id
}

// Links are the paths of the loads whose files are there.
func Links(src Source, id string) []Link {
	s := newSession(src)
	x := s.index(id)
	if x == nil {
		return nil
	}
	var out []Link
	for _, stmt := range x.f.Tree.Stmts {
		load, ok := stmt.(*syntax.LoadStmt)
		if !ok {
			continue
		}
		if m := s.module(x, load); m != nil {
			span, _ := innerLiteral(x.f, load.Module)
			out = append(out, Link{span, m.f.ID})
		}
	}
	return out
}
