package playbookedit

import (
	"slices"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// session is the work on one request. It is for one goroutine; what it has of
// files and results is shared with other requests through the source.
type session struct {
	Source
	indexes map[string]*index     // by id
	known   map[string]*knowledge // by id
	modules map[*syntax.LoadStmt]*index
}

func newSession(src Source) *session {
	return &session{src, map[string]*index{}, map[string]*knowledge{}, map[*syntax.LoadStmt]*index{}}
}

// indexKey and knowledgeKey keep what is made of files and results.
type (
	indexKey     struct{}
	knowledgeKey struct{}
)

// index gives the index of a file of the root; nil where it cannot be read.
func (s *session) index(id string) *index {
	x, known := s.indexes[id]
	if !known {
		x, _ = s.OfFile(id, indexKey{}, indexOf).(*index)
		s.indexes[id] = x
	}
	return x
}

// good is the index of the last version that parsed whole; nil without one.
func (s *session) good(id string) *index {
	x, _ := s.OfGood(id, indexKey{}, indexOf).(*index)
	return x
}

func indexOf(f *playbook.File) any { return newIndex(f) }

// target is the id of the module that a load names, past symbolic links; ""
// where that is not allowed or leads out of the root.
func (s *session) target(from, module string) string {
	id, name := playbook.ResolveLoad(from, module)
	if name != "" {
		return ""
	}
	real, inside := s.Real(id)
	if !inside {
		return ""
	}
	return real
}

// variable is what a name stands for, in the file that binds it.
type variable struct {
	x     *index
	first *syntax.Ident
}

// origin follows a loaded name to its module; other variables are their own.
// ok is false where the module or the name in it is missing.
func (s *session) origin(v variable) (variable, bool) {
	load := v.x.loads[v.first]
	if load == nil {
		return v, v.first != nil
	}
	m := s.module(v.x, load.load)
	if m == nil {
		return variable{}, false
	}
	first := m.global(load.id.Name)
	return variable{m, first}, first != nil
}

// module is the index of the file that a load reads.
func (s *session) module(x *index, load *syntax.LoadStmt) *index {
	m, known := s.modules[load]
	if !known {
		if name, _, ok := literal(load.Module); ok {
			if id := s.target(x.f.ID, name); id != "" {
				m = s.index(id)
			}
		}
		s.modules[load] = m
	}
	return m
}

// function is the def or lambda that a called name stands for.
func (s *session) function(x *index, callee syntax.Expr) (*index, syntax.Node) {
	id, ok := unparen(callee).(*syntax.Ident)
	if !ok {
		return nil, nil
	}
	first, _ := firstOf(id)
	if first == nil {
		return nil, nil
	}
	v, ok := s.origin(variable{x, first})
	if !ok {
		return nil, nil
	}
	if fn := v.x.funcs[v.first]; fn != nil {
		return v.x, fn
	}
	return nil, nil
}

// loaders lists the files that load from a module, with their loads of it.
func (s *session) loaders(module string) map[*index][]*syntax.LoadStmt {
	out := map[*index][]*syntax.LoadStmt{}
	for _, id := range s.Modules() {
		x := s.index(id)
		if x == nil {
			continue
		}
		for _, stmt := range x.f.Tree.Stmts {
			load, ok := stmt.(*syntax.LoadStmt)
			if !ok {
				continue
			}
			if name, _, ok := literal(load.Module); ok && s.target(id, name) == module {
				out[x] = append(out[x], load)
			}
		}
	}
	return out
}

// together lists the files that run together with a file: those that the
// entries that reach it read, and itself.
func (s *session) together(id string) []string {
	out := []string{id}
	for _, r := range s.Results(id) {
		out = append(out, r.Deps...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// entries lists the entries whose run reaches a file.
func (s *session) entries(id string) []string {
	var out []string
	for _, r := range s.Results(id) {
		if s.Entry(r.Entry) {
			out = append(out, r.Entry)
		}
	}
	return out
}

// functionOf takes a def or lambda apart.
func functionOf(n syntax.Node) (params []syntax.Expr, body []syntax.Stmt, result syntax.Expr) {
	switch n := n.(type) {
	case *syntax.DefStmt:
		return n.Params, n.Body, nil
	case *syntax.LambdaExpr:
		return n.Params, nil, n.Body
	}
	return nil, nil, nil
}

// docstring is the first statement of a def, where that is a string.
func docstring(n syntax.Node) string {
	d, ok := n.(*syntax.DefStmt)
	if !ok || len(d.Body) == 0 {
		return ""
	}
	e, ok := d.Body[0].(*syntax.ExprStmt)
	if !ok {
		return ""
	}
	doc, _, _ := literal(e.X)
	return doc
}

// location is the place of a variable's first binding.
func (v variable) location() Location { return Location{v.x.f.ID, v.x.spanOf(v.first)} }

// sortLocations puts places into order, each once.
func sortLocations(list []Location) []Location {
	slices.SortFunc(list, func(a, b Location) int {
		switch {
		case a.ID < b.ID:
			return -1
		case a.ID > b.ID:
			return 1
		}
		return compareSpans(a.Span, b.Span)
	})
	return slices.Compact(list)
}

func compareSpans(a, b text.Span) int {
	if a.Start != b.Start {
		return a.Start - b.Start
	}
	return a.End - b.End
}
