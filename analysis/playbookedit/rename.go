package playbookedit

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

func refuse(format string, args ...any) error {
	return &Refusal{fmt.Sprintf(format, args...)}
}

// PrepareRename says what Rename would rename at an offset, and its present
// name. The error is a *Refusal: nobody is asked for a name in a file that Rename
// refuses whatever the name is.
func PrepareRename(src Source, id string, off int) (span text.Span, name string, err error) {
	s := newSession(src)
	r, err := s.renaming(id, off)
	if err == nil {
		err = whole(s.index(id).f)
	}
	if err != nil {
		return text.Span{}, "", err
	}
	return r.span, r.name, nil
}

// renaming is what is to be renamed.
type renaming struct {
	span text.Span // at the cursor
	name string
	// One of them: a variable or a string.
	v     variable
	local bool // only the name that a load binds
	str   *named
}

func (s *session) renaming(id string, off int) (*renaming, error) {
	x := s.index(id)
	if x == nil {
		return nil, refuse("The file cannot be read.")
	}
	if r, ok := x.at(off); ok {
		return s.renamingVariable(x, r)
	}
	if n, ok := x.stringAt(off); ok {
		if !n.plain {
			return nil, refuse("The name is written with escapes; write it as it is to rename it.")
		}
		return &renaming{span: n.span, name: n.name, str: &n}, nil
	}
	if st, ok := s.stale(x, off); ok {
		return nil, refuse("There is a syntax error around %s; mend it first.", finding.Quote(st.name))
	}
	return nil, refuse("There is no name here that can be renamed.")
}

func (s *session) renamingVariable(x *index, r *ref) (*renaming, error) {
	out := &renaming{span: r.span, name: r.id.Name}
	quoted := finding.Quote(r.id.Name)
	switch {
	case r.role == roleAttr:
		return nil, refuse("The attribute %s belongs to its value and cannot be renamed.", quoted)
	case r.role == roleKeyword:
		v, ok := s.variableOf(x, r)
		if !ok {
			return nil, refuse("The argument %s belongs to the function that is called and cannot be renamed here.", quoted)
		}
		out.v = v
		return out, nil
	case r.first == nil && x.f.Unknown(r.id.Name):
		return nil, refuse("There is a syntax error where %s is bound; mend it first.", quoted)
	case r.first == nil:
		if _, ok := builtin(r.id); ok {
			return nil, refuse("The name %s is built in and cannot be renamed.", quoted)
		}
		return nil, refuse("The name %s is not defined here.", quoted)
	case r.role == roleLoadFrom:
		v, ok := s.origin(variable{x, r.first})
		if !ok {
			return nil, refuse("The module or its name %s cannot be found.", quoted)
		}
		if x.f.Source[r.span.Start:r.span.End] != r.id.Name {
			return nil, refuse("The name is written with escapes; write it as it is to rename it.")
		}
		out.v = v
		return out, nil
	}
	out.v = variable{x, r.first}
	out.local = x.loads[r.first] != nil
	return out, nil
}

// Rename gives the edits that rename the thing at an offset. What a name means
// is the same afterwards everywhere, or the answer is a *Refusal: that is found
// out by reading the changed files again (playbook.md 13.6).
func Rename(src Source, id string, off int, name string) ([]Edit, error) {
	s := newSession(src)
	r, err := s.renaming(id, off)
	if err != nil {
		return nil, err
	}
	if r.name == name {
		return nil, nil
	}
	if r.str != nil {
		return s.renameString(id, *r.str, name)
	}
	switch {
	case isKeyword(name):
		return nil, refuse("The word %s is reserved.", finding.Quote(name))
	case !isIdentifier(name):
		return nil, refuse("The text %s is no identifier.", finding.Quote(name))
	case name == playbook.HoleName:
		return nil, refuse("The name %s is reserved.", finding.Quote(name))
	}
	edits, involved, err := s.renameVariable(r, name)
	if err != nil {
		return nil, err
	}
	for _, x := range involved {
		if err := whole(x.f); err != nil {
			return nil, err
		}
	}
	return edits, s.proven(edits, r.v, name)
}

func whole(f *playbook.File) error {
	if !f.Whole {
		return refuse("The file %s has a syntax error; mend it first.", finding.Quote(f.ID))
	}
	return nil
}

func (s *session) renameVariable(r *renaming, name string) (edits []Edit, involved []*index, err error) {
	v := r.v
	involved = append(involved, v.x)
	put := func(x *index, span text.Span, text string) {
		edits = append(edits, Edit{Location{x.f.ID, span}, text})
	}
	uses := func(x *index, first *syntax.Ident) {
		for _, u := range x.uses(first) {
			if u.role == roleLoadFrom || u.role == roleLoadTo {
				continue
			}
			put(x, u.span, name)
		}
	}
	uses(v.x, v.first)
	if r.local {
		rebind(v.x, v.first, name, put)
		return edits, involved, nil
	}
	if fn := v.x.parameterOf(v.first); fn != nil {
		if err := s.calledByName(v, fn); err != nil {
			return nil, nil, err
		}
		for _, u := range s.keywordUses(v) {
			put(u.x, u.span, name)
			involved = append(involved, u.x)
		}
	}
	if v.x.global(v.first.Name) != v.first {
		return edits, involved, nil
	}
	if err := s.hiddenLoader(v); err != nil {
		return nil, nil, err
	}
	for x, loads := range s.loaders(v.x.f.ID) {
		for _, load := range loads {
			for i, from := range load.From {
				if from.Name != v.first.Name {
					continue
				}
				span := innerSpan(x.f, from)
				if x.f.Source[span.Start:span.End] != from.Name {
					return nil, nil, refuse("In %s the name is written with escapes; write it as it is first.", finding.Quote(x.f.ID))
				}
				involved = append(involved, x)
				put(x, span, name)
				if load.To[i] == from {
					first, _ := firstOf(from)
					uses(x, first)
				}
			}
		}
	}
	return edits, involved, nil
}

// hiddenLoader refuses where a file that does not parse may load the name.
func (s *session) hiddenLoader(v variable) error {
	base := path.Base(v.x.f.ID)
	for _, id := range s.Modules() {
		if f, ok := s.File(id); ok && !f.Whole && strings.Contains(f.Source, base) && strings.Contains(f.Source, v.first.Name) {
			return whole(f)
		}
	}
	return nil
}

// rebind changes the name that a load binds, and that alone: "x" becomes
// y = "x", and what is written like that becomes "x" again.
func rebind(x *index, first *syntax.Ident, name string, put func(*index, text.Span, string)) {
	load := x.loads[first]
	whole := x.f.Span(load.id)
	switch {
	case load.to == load.id:
		put(x, text.Span{Start: whole.Start, End: whole.Start}, name+" = ")
	case load.id.Name == name && x.f.Source[x.spanOf(load.to).End:whole.Start] == " = ":
		put(x, text.Span{Start: x.spanOf(load.to).Start, End: whole.Start}, "")
	default:
		put(x, x.spanOf(load.to), name)
	}
}

// calledByName refuses where a call may name the parameter that cannot be seen
// to call this function.
func (s *session) calledByName(v variable, fn syntax.Node) error {
	owner := v.x.owner[fn]
	loose := owner == nil // a lambda that goes elsewhere
	for _, x := range s.callers(v.x, fn) {
		for _, call := range x.calls {
			m, g := s.function(x, call.Fn)
			if g == fn && m == v.x {
				for _, a := range call.Args {
					if u, ok := a.(*syntax.UnaryExpr); ok && u.Op == syntax.STARSTAR {
						return refuse("A call in %s gives its arguments as a dict, which may name the parameter.", finding.Quote(x.f.ID))
					}
				}
			}
		}
		loose = loose || owner != nil && s.escapes(x, v.x, fn)
	}
	if !loose {
		return nil
	}
	for _, id := range s.Modules() {
		x := s.index(id)
		if x == nil {
			continue
		}
		for i := range x.refs {
			r := &x.refs[i]
			if r.role != roleKeyword || r.id.Name != v.first.Name {
				continue
			}
			_, known := builtin(r.call.Fn)
			if _, g := s.function(x, r.call.Fn); g == nil && !known {
				return refuse("The function is also used as a value, and a call in %s that names %s may be one of it.", finding.Quote(x.f.ID), finding.Quote(v.first.Name))
			}
		}
	}
	return nil
}

// escapes reports whether a file uses a function in another way than by
// calling it by its name.
func (s *session) escapes(x, home *index, fn syntax.Node) bool {
	called := map[*syntax.Ident]bool{}
	for _, call := range x.calls {
		if id, ok := unparen(call.Fn).(*syntax.Ident); ok {
			called[id] = true
		}
	}
	for i := range x.refs {
		r := &x.refs[i]
		if r.role != roleUse || called[r.id] {
			continue
		}
		if m, g := s.function(x, r.id); g == fn && m == home {
			return true
		}
	}
	return false
}

// proven reads the changed files again and refuses where an identifier means
// another variable than before.
func (s *session) proven(edits []Edit, v variable, name string) error {
	files := map[string][]text.Edit{}
	var order []string
	for _, e := range edits {
		if files[e.ID] == nil {
			order = append(order, e.ID)
		}
		files[e.ID] = append(files[e.ID], text.Edit{Span: e.Span, New: e.New})
	}
	slices.Sort(order)
	for _, id := range order {
		x := s.index(id)
		src, err := text.Apply(x.f.Source, files[id])
		if err != nil {
			return errors.Join(refuse("The edits of %s do not fit together.", finding.Quote(id)), err)
		}
		next := newIndex(playbook.Parse(id, []byte(src)))
		if !next.f.Whole {
			return refuse("The name %s does not fit into %s.", finding.Quote(name), finding.Quote(id))
		}
		if line, ok := differs(x, next); ok {
			return refuse("The name %s is taken: line %d of %s would mean something else.", finding.Quote(name), line, finding.Quote(id))
		}
		if len(next.f.Resolve) > len(x.f.Resolve) {
			return refuse("The name %s is bound already in %s.", finding.Quote(name), finding.Quote(id))
		}
	}
	// A module that other files load names from keeps its other names.
	if v.x.global(v.first.Name) == v.first && v.x.global(name) != nil {
		return refuse("The name %s is bound already in %s.", finding.Quote(name), finding.Quote(v.x.f.ID))
	}
	return nil
}

// bindings are the identifiers that are resolved, in order, a load's name in
// the module and the name that it binds as two.
func (x *index) bindings() []*syntax.Ident {
	var out []*syntax.Ident
	for i := range x.refs {
		r := &x.refs[i]
		switch {
		case r.role == roleAttr || r.role == roleKeyword || r.role == roleLoadTo:
		case r.role == roleLoadFrom:
			out = append(out, r.to)
		default:
			out = append(out, r.id)
		}
	}
	return out
}

// differs finds an identifier that means another variable in b than in a, and
// gives its 1-based line in a.
func differs(a, b *index) (line int, ok bool) {
	before, after := a.bindings(), b.bindings()
	if len(before) != len(after) {
		return 1, true
	}
	number := func(list []*syntax.Ident) map[*syntax.Ident]int {
		m := make(map[*syntax.Ident]int, len(list))
		for i, id := range list {
			m[id] = i
		}
		return m
	}
	na, nb := number(before), number(after)
	for i, id := range before {
		fa, sa := firstOf(id)
		fb, sb := firstOf(after[i])
		switch {
		case (fa == nil) != (fb == nil), fa == nil && (sa != sb || id.Name != after[i].Name), fa != nil && na[fa] != nb[fb]:
			return int(a.f.Position(a.spanOf(id).Start).Line), true
		}
	}
	return 0, false
}
