package playbookedit

import (
	"slices"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// References are all places of the thing at an offset: a variable's
// identifiers, across files where it is loaded, a function's parameter with its
// keywords in calls, the strings that name a node, and those that name a
// launch parameter, with its keys in sample files. With declaration the place
// where it is made is among them (playbook.md 13.5).
func References(src Source, id string, off int, declaration bool) []Location {
	s := newSession(src)
	list, made := s.references(id, off)
	if !declaration {
		list = slices.DeleteFunc(list, func(l Location) bool { return slices.Contains(made, l) })
	}
	return list
}

// references gives all places, and those among them where the thing is made.
func (s *session) references(id string, off int) (all, made []Location) {
	x := s.index(id)
	if x == nil {
		return nil, nil
	}
	if r, ok := x.at(off); ok {
		v, ok := s.variableOf(x, r)
		if !ok {
			return nil, nil
		}
		return s.variableReferences(v), []Location{v.location()}
	}
	if n, ok := x.stringAt(off); ok {
		return s.nameReferences(id, n), s.declarations(id, n)
	}
	if st, ok := s.stale(x, off); ok {
		var out []Location
		if st.now.first != nil && !st.local() {
			if v, ok := s.origin(st.now); ok {
				out = s.variableReferences(v)
			}
		}
		for _, span := range st.places(x.f) {
			out = append(out, Location{id, span})
		}
		return sortLocations(out), s.staleDefinition(x, st)
	}
	return nil, nil
}

// variableOf is the variable that an identifier means, in the file that binds
// it; a keyword of a call means the parameter of the function.
func (s *session) variableOf(x *index, r *ref) (variable, bool) {
	switch r.role {
	case roleAttr:
		return variable{}, false
	case roleKeyword:
		m, fn := s.function(x, r.call.Fn)
		if fn == nil {
			return variable{}, false
		}
		list, _, _ := functionOf(fn)
		for _, p := range list {
			if id := paramName(p); id != nil && id.Name == r.id.Name {
				first, _ := firstOf(id)
				return variable{m, first}, first != nil
			}
		}
		return variable{}, false
	}
	if r.first == nil {
		return variable{}, false
	}
	v := variable{x, r.first}
	if o, ok := s.origin(v); ok {
		return o, true
	}
	return v, true // the module is missing
}

// variableReferences are the places of a variable in its own file and in those
// that load it.
func (s *session) variableReferences(v variable) []Location {
	var out []Location
	for _, r := range v.x.uses(v.first) {
		out = append(out, Location{v.x.f.ID, r.span})
	}
	for _, r := range s.keywordUses(v) {
		out = append(out, Location{r.x.f.ID, r.span})
	}
	if v.x.global(v.first.Name) == v.first {
		for x, loads := range s.loaders(v.x.f.ID) {
			for _, load := range loads {
				for i, from := range load.From {
					if from.Name != v.first.Name {
						continue
					}
					out = append(out, Location{x.f.ID, innerSpan(x.f, from)})
					first, _ := firstOf(load.To[i])
					for _, r := range x.uses(first) {
						out = append(out, Location{x.f.ID, r.span})
					}
				}
			}
		}
	}
	return sortLocations(out)
}

// placed is an identifier with its file.
type placed struct {
	*ref
	x *index
}

// keywordUses are the keywords by which calls name a function's parameter.
func (s *session) keywordUses(v variable) []placed {
	fn := v.x.parameterOf(v.first)
	if fn == nil {
		return nil
	}
	var out []placed
	for _, x := range s.callers(v.x, fn) {
		for i := range x.refs {
			r := &x.refs[i]
			if r.role != roleKeyword || r.id.Name != v.first.Name {
				continue
			}
			if m, g := s.function(x, r.call.Fn); g == fn && m == v.x {
				out = append(out, placed{r, x})
			}
		}
	}
	return out
}

// callers are the files that can call a function by a name.
func (s *session) callers(x *index, fn syntax.Node) []*index {
	list := []*index{x}
	if owner := x.owner[fn]; owner != nil && x.global(owner.Name) == owner {
		for other := range s.loaders(x.f.ID) {
			list = append(list, other)
		}
	}
	return list
}

// parameterOf is the function whose parameter a variable is; nil for others.
func (x *index) parameterOf(first *syntax.Ident) (fn syntax.Node) {
	syntax.Walk(x.f.Tree, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.DefStmt, *syntax.LambdaExpr:
			list, _, _ := functionOf(n)
			for _, p := range list {
				if u, star := p.(*syntax.UnaryExpr); star && u.Op != syntax.EQ {
					continue
				}
				if paramName(p) == first {
					fn = n
				}
			}
		}
		return fn == nil
	})
	return fn
}

// nameReferences are the strings that name a node or parameter in all files
// that run together, and a parameter's keys in the sample files.
func (s *session) nameReferences(id string, n named) []Location {
	var out []Location
	for _, other := range s.together(id) {
		x := s.index(other)
		if x == nil {
			continue
		}
		list, _ := x.strings()
		for _, d := range list {
			if d.kind == n.kind && d.name == n.name {
				out = append(out, Location{other, d.span})
			}
		}
	}
	if n.kind == nameParam {
		for _, key := range s.samples(id, n.name) {
			out = append(out, key.Location)
		}
	}
	return sortLocations(out)
}

// sampleUse is a key of a sample file.
type sampleUse struct {
	Location
	plain bool
}

func (s *session) samples(id, name string) []sampleUse {
	var out []sampleUse
	for _, entry := range s.entries(id) {
		sample := playbook.SampleID(entry)
		src, ok := s.Text(sample)
		if !ok {
			continue
		}
		keys, _ := sampleKeys(src)
		for _, k := range keys {
			if k.name == name {
				out = append(out, sampleUse{Location{sample, k.span}, k.plain})
			}
		}
	}
	return out
}

// Highlight is a place of the thing under the cursor in its own document.
type Highlight struct {
	Span  text.Span
	Write bool
}

// Highlights are the places in the document of the thing at an offset. A name
// that was lost to a syntax error counts, as far as the tokens show it.
func Highlights(src Source, id string, off int) []Highlight {
	s := newSession(src)
	x := s.index(id)
	if x == nil {
		return nil
	}
	all, _ := s.references(id, off)
	writes := map[int]bool{}
	for i := range x.refs {
		switch x.refs[i].role {
		case roleBind, roleParam, roleLoadTo, roleLoadFrom:
			writes[x.refs[i].span.Start] = true
		}
	}
	list, _ := x.strings()
	for _, n := range list {
		if n.decl {
			writes[n.span.Start] = true
		}
	}
	var out []Highlight
	for _, l := range all {
		if l.ID == id {
			out = append(out, Highlight{l.Span, writes[l.Span.Start]})
		}
	}
	return out
}
