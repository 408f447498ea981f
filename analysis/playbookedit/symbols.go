package playbookedit

import (
	"slices"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/analysis/outline"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Symbols is the outline of a file (playbook.md 13.7): parameters, agents and
// tools, nodes, functions and other variables; where there is a playbook it
// contains all of them, and a parallel contains its steps.
func Symbols(src Source, id string) []outline.Symbol {
	s := newSession(src)
	x := s.index(id)
	if x == nil {
		return nil
	}
	o := &outliner{x: x, byCall: map[*syntax.CallExpr]*entry{}, byVar: map[*syntax.Ident]*entry{}}
	for _, stmt := range x.f.Tree.Stmts {
		o.stmt(stmt)
	}
	o.nest()
	return o.symbols(o.roots)
}

// entry is a symbol in the making.
type entry struct {
	outline.Symbol
	call     *syntax.CallExpr
	sig      *playbook.Signature
	children []*entry
	nested   bool
}

type outliner struct {
	x      *index
	roots  []*entry
	byCall map[*syntax.CallExpr]*entry
	byVar  map[*syntax.Ident]*entry
}

func (o *outliner) stmt(stmt syntax.Stmt) {
	switch n := stmt.(type) {
	case *syntax.DefStmt:
		if n.Name.Name == playbook.HoleName {
			return
		}
		e := &entry{Symbol: outline.Symbol{
			Name: n.Name.Name, Detail: "", Kind: outline.Function, Span: o.x.f.Span(n), Selection: o.x.spanOf(n.Name),
		}}
		sub := &outliner{x: o.x, byCall: o.byCall, byVar: o.byVar}
		for _, inner := range n.Body {
			sub.calls(inner)
		}
		e.children = sub.roots
		o.roots = append(o.roots, e)
	case *syntax.IfStmt:
		o.calls(&syntax.ExprStmt{X: n.Cond})
		for _, list := range [][]syntax.Stmt{n.True, n.False} {
			for _, inner := range list {
				o.stmt(inner)
			}
		}
	case *syntax.ForStmt:
		for _, inner := range n.Body {
			o.stmt(inner)
		}
	case *syntax.AssignStmt:
		o.assign(n)
	case *syntax.LoadStmt:
	default:
		o.calls(stmt)
	}
}

func (o *outliner) assign(n *syntax.AssignStmt) {
	id, isName := unparen(n.LHS).(*syntax.Ident)
	call, isCall := unparen(n.RHS).(*syntax.CallExpr)
	o.calls(n)
	if !isName || id.Name == playbook.HoleName {
		return
	}
	first, scope := firstOf(id)
	if isCall {
		if e := o.byCall[call]; e != nil {
			e.Span = o.x.f.Span(n)
			if first != nil && o.byVar[first] == nil {
				o.byVar[first] = e
			}
			return
		}
	}
	if first != id || scope != resolve.Global {
		return // given another value
	}
	kind := outline.Variable
	if _, ok := unparen(n.RHS).(*syntax.LambdaExpr); ok {
		kind = outline.Function
	}
	e := &entry{Symbol: outline.Symbol{Name: id.Name, Kind: kind, Span: o.x.f.Span(n), Selection: o.x.spanOf(id)}}
	o.roots = append(o.roots, e)
}

// calls gathers the constructor calls in a statement; those inside of another
// stand by themselves, until nest.
func (o *outliner) calls(n syntax.Node) {
	syntax.Walk(n, func(n syntax.Node) bool {
		call, ok := n.(*syntax.CallExpr)
		if !ok {
			return true
		}
		if sig, ok := constructor(call); ok && sig.Name != "concat" {
			o.add(call, sig)
		}
		return true
	})
}

func (o *outliner) add(call *syntax.CallExpr, sig *playbook.Signature) {
	span := o.x.f.Span(call)
	e := &entry{call: call, sig: sig, Symbol: outline.Symbol{Name: sig.Name, Detail: sig.Name, Span: span, Selection: o.x.f.Span(call.Fn)}}
	if name, l, ok := literal(argument(call, sig, "name")); ok && name != "" {
		e.Name = name
		e.Selection, _ = innerLiteral(o.x.f, l)
	}
	switch sig.Name {
	case "param":
		e.Kind, e.Detail = outline.Property, playbook.ParamText
		if kind, _, ok := literal(argument(call, sig, "kind")); ok {
			e.Detail = kind
		}
	case "agent", "tool":
		e.Kind = outline.Object
	case "playbook":
		e.Kind = outline.Module
	default:
		e.Kind = outline.Event
	}
	o.roots = append(o.roots, e)
	o.byCall[call] = e
}

// nest puts what a constructor's lists hold below it.
func (o *outliner) nest() {
	all := slices.Clone(o.roots)
	for _, e := range all {
		if e.call == nil {
			continue
		}
		list := ""
		switch e.sig.Name {
		case "parallel":
			list = "steps"
		case "agent":
			list = "tools"
		default:
			continue
		}
		items, _ := display(orNone(argument(e.call, e.sig, list)))
		for _, item := range items {
			var child *entry
			switch item := unparen(item).(type) {
			case *syntax.CallExpr:
				child = o.byCall[item]
			case *syntax.Ident:
				if first, _ := firstOf(item); first != nil && list == "steps" {
					child = o.byVar[first]
				}
			}
			if child != nil && !child.nested && child != e && !holds(child, e) {
				child.nested = true
				e.children = append(e.children, child)
			}
		}
	}
	o.roots = slices.DeleteFunc(o.roots, func(e *entry) bool { return e.nested })
	book := slices.IndexFunc(o.roots, func(e *entry) bool { return e.sig != nil && e.sig.Name == "playbook" })
	if book < 0 {
		return
	}
	top := o.roots[book]
	top.children = append(top.children, slices.Delete(slices.Clone(o.roots), book, book+1)...)
	top.Span = text.Span{Start: 0, End: len(o.x.f.Source)}
	o.roots = []*entry{top}
}

// holds reports whether b lies somewhere below a.
func holds(a, b *entry) bool {
	return slices.ContainsFunc(a.children, func(c *entry) bool { return c == b || holds(c, b) })
}

func (o *outliner) symbols(list []*entry) []outline.Symbol {
	slices.SortStableFunc(list, func(a, b *entry) int { return a.Span.Start - b.Span.Start })
	var out []outline.Symbol
	for _, e := range list {
		y := e.Symbol
		if !y.Span.Covers(y.Selection) {
			y.Span = text.Span{Start: min(y.Span.Start, y.Selection.Start), End: max(y.Span.End, y.Selection.End)}
		}
		y.Children = o.symbols(e.children)
		for _, c := range y.Children {
			// A step is often made before the parallel that holds it, and
			// the protocol wants it to lie inside.
			y.Span = text.Span{Start: min(y.Span.Start, c.Span.Start), End: max(y.Span.End, c.Span.End)}
		}
		out = append(out, y)
	}
	return out
}

// Found is a symbol of some file.
type Found struct {
	outline.Symbol
	ID        string
	Container string
}

// WorkspaceSymbols are the symbols of all playbooks and modules whose names
// hold the letters of the query in their order, whatever their case. At most
// limit are given.
func WorkspaceSymbols(src Source, query string, limit int) []Found {
	var out []Found
	for _, id := range src.Modules() {
		var walk func(list []outline.Symbol, container string)
		walk = func(list []outline.Symbol, container string) {
			for _, y := range list {
				if len(out) < limit && matches(query, y.Name) {
					found := Found{y, id, container}
					found.Children = nil
					out = append(out, found)
				}
				walk(y.Children, y.Name)
			}
		}
		walk(Symbols(src, id), "")
	}
	return out
}

func matches(query, name string) bool {
	name = strings.ToLower(name)
	for _, r := range strings.ToLower(query) {
		i := strings.IndexRune(name, r)
		if i < 0 {
			return false
		}
		name = name[i+len(string(r)):]
	}
	return true
}
