package playbookedit

import (
	"slices"
	"sort"
	"sync"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// role says what an identifier is in its place.
type role uint8

const (
	roleUse      role = iota // a variable that is read
	roleBind                 // a variable that is given a value
	roleParam                // a parameter in its function's header
	roleKeyword              // name = value in a call
	roleAttr                 // behind a dot
	roleLoadFrom             // the string of a load: a name of the module
	roleLoadTo               // the name that a load binds, where it is another
)

// ref is one identifier of a tree.
type ref struct {
	id   *syntax.Ident
	span text.Span // of the name alone, without quotes
	role role
	// first stands for the variable; nil for names that the file does not
	// bind. For roleLoadFrom it is the variable that the load binds.
	first *syntax.Ident
	scope resolve.Scope
	call  *syntax.CallExpr // of a keyword
	load  *syntax.LoadStmt
	to    *syntax.Ident // what a roleLoadFrom is bound to
}

// index is what the identifiers of a file mean. It is immutable.
type index struct {
	f    *playbook.File
	refs []ref // by place
	// loads has, for variables that a load binds, the load's string.
	loads map[*syntax.Ident]*ref
	// funcs has, for variables that are a def or are given a lambda once, that
	// function; owner the way back.
	funcs map[*syntax.Ident]syntax.Node
	owner map[syntax.Node]*syntax.Ident
	// values has the expression that a variable is assigned, where that
	// happens once; nil where it happens more often.
	values map[*syntax.Ident]syntax.Expr
	calls  []*syntax.CallExpr // in the order of the walk

	byFirst map[*syntax.Ident][]*ref
	spans   map[*syntax.Ident]text.Span
	globals map[string]*syntax.Ident // what other files can load

	// comps is comprehensions, starts where tokens at the first column begin
	// that are neither brackets nor comments; both are made when asked for.
	comps  func() map[*syntax.Ident]text.Span
	starts func() []int
	// names is strings.
	names func() namedStrings
}

func firstOf(id *syntax.Ident) (*syntax.Ident, resolve.Scope) {
	b, ok := id.Binding.(*resolve.Binding)
	if !ok || b == nil {
		return nil, resolve.Undefined
	}
	return b.First, b.Scope
}

// newIndex reads a tree.
func newIndex(f *playbook.File) *index {
	x := &index{
		f: f, loads: map[*syntax.Ident]*ref{}, funcs: map[*syntax.Ident]syntax.Node{},
		owner: map[syntax.Node]*syntax.Ident{}, values: map[*syntax.Ident]syntax.Expr{},
		byFirst: map[*syntax.Ident][]*ref{}, spans: map[*syntax.Ident]text.Span{}, globals: map[string]*syntax.Ident{},
	}
	x.comps = sync.OnceValue(x.comprehensions)
	x.starts = sync.OnceValue(x.columns)
	x.names = sync.OnceValue(x.named)
	// What an identifier is by its parent, which is met first.
	roles := map[*syntax.Ident]ref{}
	syntax.Walk(f.Tree, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Ident:
			x.add(n, roles[n])
		case *syntax.DefStmt:
			roles[n.Name] = ref{role: roleBind}
			params(n.Params, roles)
			if first, _ := firstOf(n.Name); first != nil {
				x.assigned(first, nil)
				x.funcs[first], x.owner[n] = n, first
			}
		case *syntax.LambdaExpr:
			params(n.Params, roles)
		case *syntax.AssignStmt:
			x.assignment(n, roles)
		case *syntax.ForStmt:
			x.targets(n.Vars, roles)
		case *syntax.ForClause:
			x.targets(n.Vars, roles)
		case *syntax.CallExpr:
			x.calls = append(x.calls, n)
			for _, a := range n.Args {
				if name, _, ok := keyword(a); ok {
					roles[name] = ref{role: roleKeyword, call: n}
				}
			}
		case *syntax.DotExpr:
			roles[n.Name] = ref{role: roleAttr}
		case *syntax.LoadStmt:
			x.load(n)
			return false
		}
		return true
	})
	slices.SortFunc(x.refs, func(a, b ref) int { return a.span.Start - b.span.Start })
	for i := range x.refs {
		r := &x.refs[i]
		x.spans[r.id] = r.span
		if r.role == roleLoadFrom && r.first != nil {
			x.loads[r.first] = r
		}
		if r.first != nil && (r.role != roleLoadFrom || r.to == r.id) {
			x.byFirst[r.first] = append(x.byFirst[r.first], r)
		}
	}
	if m, ok := f.Tree.Module.(*resolve.Module); ok && m != nil {
		for _, b := range m.Globals {
			if b.First != nil {
				x.globals[b.First.Name] = b.First
			}
		}
	}
	for first, fn := range x.funcs {
		if v, ok := x.values[first]; ok && v == nil {
			if _, isDef := fn.(*syntax.DefStmt); !isDef {
				delete(x.funcs, first)
			}
		}
	}
	return x
}

func (x *index) add(id *syntax.Ident, r ref) {
	if id.Name == playbook.HoleName {
		return
	}
	r.id = id
	r.first, r.scope = firstOf(id)
	if r.role == roleAttr || r.role == roleKeyword {
		r.first = nil
	}
	start := x.f.Offset(id.NamePos)
	r.span = text.Span{Start: start, End: start + len(id.Name)}
	if r.span.End > len(x.f.Source) || x.f.Source[r.span.Start:r.span.End] != id.Name {
		return // a repair put it there
	}
	x.refs = append(x.refs, r)
}

func (x *index) load(n *syntax.LoadStmt) {
	for i, from := range n.From {
		to := n.To[i]
		first, scope := firstOf(to)
		span := innerSpan(x.f, from)
		x.refs = append(x.refs, ref{id: from, span: span, role: roleLoadFrom, first: first, scope: scope, load: n, to: to})
		if to != from {
			x.add(to, ref{role: roleLoadTo, load: n})
		}
		if first != nil {
			x.assigned(first, nil)
		}
	}
}

// innerSpan is the text of a load's name without its quotes.
func innerSpan(f *playbook.File, id *syntax.Ident) text.Span {
	s := f.Span(id)
	if toks := lex(f.Source[s.Start:s.End], s.Len()); len(toks) == 1 && toks[0].kind == tokenString {
		return toks[0].inner.Shift(s.Start)
	}
	return s
}

func params(list []syntax.Expr, roles map[*syntax.Ident]ref) {
	for _, p := range list {
		if id := paramName(p); id != nil {
			roles[id] = ref{role: roleParam}
		}
	}
}

// paramName is the identifier of a parameter; nil for a bare star.
func paramName(p syntax.Expr) *syntax.Ident {
	switch p := p.(type) {
	case *syntax.Ident:
		return p
	case *syntax.BinaryExpr:
		id, _ := p.X.(*syntax.Ident)
		return id
	case *syntax.UnaryExpr:
		id, _ := p.X.(*syntax.Ident)
		return id
	}
	return nil
}

// keyword takes name = value in a call apart.
func keyword(arg syntax.Expr) (name *syntax.Ident, value syntax.Expr, ok bool) {
	b, isBinary := arg.(*syntax.BinaryExpr)
	if !isBinary || b.Op != syntax.EQ {
		return nil, nil, false
	}
	name, ok = b.X.(*syntax.Ident)
	return name, b.Y, ok
}

func (x *index) assignment(n *syntax.AssignStmt, roles map[*syntax.Ident]ref) {
	id, ok := unparen(n.LHS).(*syntax.Ident)
	if !ok || n.Op != syntax.EQ {
		x.targets(n.LHS, roles)
		return
	}
	roles[id] = ref{role: roleBind}
	first, _ := firstOf(id)
	if first == nil {
		return
	}
	x.assigned(first, n.RHS)
	if fn, ok := unparen(n.RHS).(*syntax.LambdaExpr); ok {
		x.funcs[first], x.owner[fn] = fn, first
	}
}

func (x *index) assigned(first *syntax.Ident, value syntax.Expr) {
	if _, again := x.values[first]; again {
		value = nil
	}
	x.values[first] = value
}

// targets marks the names that a pattern binds.
func (x *index) targets(e syntax.Expr, roles map[*syntax.Ident]ref) {
	switch e := e.(type) {
	case *syntax.Ident:
		roles[e] = ref{role: roleBind}
		if first, _ := firstOf(e); first != nil {
			x.assigned(first, nil)
		}
	case *syntax.ParenExpr:
		x.targets(e.X, roles)
	case *syntax.TupleExpr:
		for _, v := range e.List {
			x.targets(v, roles)
		}
	case *syntax.ListExpr:
		for _, v := range e.List {
			x.targets(v, roles)
		}
	}
}

func unparen(e syntax.Expr) syntax.Expr {
	for {
		p, ok := e.(*syntax.ParenExpr)
		if !ok {
			return e
		}
		e = p.X
	}
}

// at is the identifier that holds or ends at an offset.
func (x *index) at(off int) (*ref, bool) {
	i := sort.Search(len(x.refs), func(i int) bool { return x.refs[i].span.Start > off }) - 1
	for ; i >= 0 && i < len(x.refs); i-- {
		if r := &x.refs[i]; r.span.Contains(off) {
			return r, true
		}
		if i == 0 || x.refs[i-1].span.End < off {
			break
		}
	}
	return nil, false
}

// uses are the identifiers of one variable, by place. A name that a load binds
// under the name that it has in the module stands once.
func (x *index) uses(first *syntax.Ident) []*ref { return x.byFirst[first] }

// global is the variable that other files can load by this name; nil without
// one.
func (x *index) global(name string) *syntax.Ident { return x.globals[name] }

// top is global, or the variable of that name that a load binds.
func (x *index) top(name string) *syntax.Ident {
	if first := x.global(name); first != nil {
		return first
	}
	for first := range x.loads {
		if first.Name == name {
			return first
		}
	}
	return nil
}

// spanOf is the place of an identifier's name.
func (x *index) spanOf(id *syntax.Ident) text.Span {
	if s, ok := x.spans[id]; ok {
		return s
	}
	start := x.f.Offset(id.NamePos)
	return text.Span{Start: start, End: start + len(id.Name)}
}
