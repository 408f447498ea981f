package external

import (
	"slices"
	"strings"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Flow says whether a value is external text.
type Flow uint8

// The answers: never, in some contexts, always.
const (
	NotExternal Flow = iota
	MaybeExternal
	External
)

// Info is what the analysis knows about an expression, over all contexts in
// which it was reached (playbook.md 13).
type Info struct {
	// Span is the expression; for an attribute access Name is its last part,
	// else it is Span.
	Span, Name text.Span
	// Words is its abstract type in words; text from files in it is quoted.
	Words string
	// External and Converted are what semantic tokens and inlay hints show.
	External  Flow
	Converted bool
	// Assigned says that the expression is a name that gets the value here.
	Assigned bool
	// Params are the parameters that external text in it comes from.
	Params []string
	// Declared are the param calls whose value it may be, in Result.Params.
	Declared []int
	// Callees are what it may be called as.
	Callees []Callee
	// Fields are the names it has, where it is a struct.
	Fields []string
	// Types are the type() names it may have, sorted; empty where nothing is
	// known.
	Types []string
}

// Callee is a function that a value may be.
type Callee struct {
	// Kind is "function", "lambda", "constructor", "builtin" or "method".
	Kind, Name string
	// Receiver is the type() of what a method belongs to.
	Receiver string
	// ID and Span are where a function or lambda is defined.
	ID   string
	Span text.Span
	// ExternalIn and ExternalOut sum a function up: some call brings external
	// text in, some return gives it out.
	ExternalIn, ExternalOut bool
}

// Info gives what is known about the innermost expression at a byte offset of
// a file: a name, an attribute, a call, or whatever else has a value. ok is
// false where there is none or it was never reached.
func (r *Result) Info(id string, offset int) (info Info, ok bool) {
	m := r.run.mods[id]
	if m == nil {
		return Info{}, false
	}
	best := r.innermost(m, offset)
	if best == nil {
		return Info{}, false
	}
	return r.describe(m, best), true
}

// innermost is the innermost expression at an offset that was reached; nil
// where there is none.
func (r *Result) innermost(m *module, offset int) syntax.Expr {
	var best syntax.Expr
	syntax.Walk(m.file.Tree, func(n syntax.Node) bool {
		if n == nil {
			return true
		}
		if _, isFile := n.(*syntax.File); isFile {
			return true
		}
		s := m.file.Span(n)
		if !s.Contains(offset) {
			return false
		}
		e, isExpr := n.(syntax.Expr)
		if isExpr && r.run.known()[e] != nil && (best == nil || !s.Empty()) {
			best = e
		}
		return true
	})
	return best
}

// Names gives what is known about every name and attribute of a file that was
// reached, in order.
func (r *Result) Names(id string) []Info {
	m := r.run.mods[id]
	if m == nil {
		return nil
	}
	var out []Info
	targets := map[syntax.Node]bool{}
	syntax.Walk(m.file.Tree, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.AssignStmt:
			if n.Op == syntax.EQ {
				markTargets(targets, n.LHS)
			}
		case *syntax.ForStmt:
			markTargets(targets, n.Vars)
		case *syntax.Ident, *syntax.DotExpr:
			e := n.(syntax.Expr)
			if r.run.known()[e] != nil {
				info := r.describe(m, e)
				info.Assigned = targets[n]
				out = append(out, info)
			}
		}
		return true
	})
	slices.SortStableFunc(out, func(a, b Info) int { return a.Name.Start - b.Name.Start })
	return out
}

func markTargets(set map[syntax.Node]bool, e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Ident:
		set[e] = true
	case *syntax.ParenExpr:
		markTargets(set, e.X)
	case *syntax.TupleExpr:
		for _, x := range e.List {
			markTargets(set, x)
		}
	case *syntax.ListExpr:
		for _, x := range e.List {
			markTargets(set, x)
		}
	}
}

func (r *Result) describe(m *module, e syntax.Expr) Info {
	it := r.run
	v := it.known()[e]
	info := Info{Span: m.file.Span(e), Words: it.words(v, 0), Params: it.paramNames(v.origins)}
	info.Name = info.Span
	if dot, ok := e.(*syntax.DotExpr); ok {
		info.Name = m.file.Span(dot.Name)
	}
	switch {
	case v.isOnly(kExt):
		info.External = External
	case v.has(kExt):
		info.External = MaybeExternal
	}
	info.Converted = v.conv != nil && v.has(kCarrier)
	v.origins.each(func(id uint32, _ struct{}) bool {
		for i, p := range it.decl.params {
			if p.node == it.reports.origins[id].node && !v.joined {
				info.Declared = append(info.Declared, i)
			}
		}
		return true
	})
	for _, c := range v.callees {
		info.Callees = append(info.Callees, it.describeCallee(c))
	}
	if v.fields != nil {
		info.Fields = v.fields.names
	}
	if !v.has(kUnknown) {
		for _, t := range typeNames {
			if v.has(t.kind) {
				info.Types = append(info.Types, t.name)
			}
		}
		slices.Sort(info.Types)
	}
	return info
}

func (it *interp) describeCallee(c callee) Callee {
	switch {
	case c.fn != nil:
		x := Callee{Kind: "lambda", Name: "lambda", ID: c.fn.mod.id, Span: c.fn.mod.file.Span(c.fn.node)}
		if d, ok := c.fn.node.(*syntax.DefStmt); ok {
			x.Kind, x.Name = "function", d.Name.Name
		}
		for _, p := range c.fn.params {
			if v := it.known()[p.id]; v != nil && v.deepKinds&kExt != 0 {
				x.ExternalIn = true
			}
		}
		x.ExternalOut = it.returnsExternal(c.fn.res.Body)
		return x
	case c.recvKind != 0:
		return Callee{Kind: "method", Name: c.name, Receiver: typeName(c.recvKind)}
	}
	if _, ok := signatures[c.name]; ok {
		return Callee{Kind: "constructor", Name: c.name}
	}
	return Callee{Kind: "builtin", Name: c.name}
}

// returnsExternal reports whether some return of a body gives external text.
func (it *interp) returnsExternal(list []syntax.Stmt) bool {
	found := false
	for _, s := range list {
		syntax.Walk(s, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.DefStmt, *syntax.LambdaExpr:
				return false
			case *syntax.ReturnStmt:
				if n.Result != nil {
					if v := it.known()[n.Result]; v != nil && v.deepKinds&kExt != 0 {
						found = true
					}
				}
			}
			return !found
		})
	}
	return found
}

// words says in words what a value may be.
func (it *interp) words(v *Value, depth int) string {
	if v.has(kUnknown) && v.kinds&^kUnknown == 0 || v.kinds == 0 {
		return "unknown"
	}
	var parts []string
	if v.has(kExt) {
		s := "external text"
		if v.joined {
			s = "joined text"
		}
		if names := it.paramNames(v.origins); len(names) > 0 {
			if v.joined {
				s += ", external: " + quotedList(names)
			} else {
				s += " (" + quotedList(names) + ")"
			}
		}
		parts = append(parts, s)
	}
	for _, t := range typeNames {
		if t.kind == kExt || !v.has(t.kind) {
			continue
		}
		name := t.name
		switch t.kind {
		case kNone:
			name = "None"
		case kStr:
			if v.conv != nil {
				name = "converted string: placeholder only"
			}
		case kMethod:
			name = "method of external text (calling it fails)"
		case kFunc:
			name = "function"
		case kOther:
			name = "iterable"
		case kList, kTuple, kSet, kDict:
			if elem := it.finalElements(v, t.kind); elem.kinds != 0 && depth < 2 {
				name += " of " + it.words(elem, depth+1)
			}
		}
		parts = append(parts, name)
	}
	if v.has(kUnknown) {
		parts = append(parts, "unknown")
	}
	if len(parts) > 4 {
		parts = append(parts[:4], "…")
	}
	return strings.Join(parts, " or ")
}

// finalElements is what a container holds when all has run; the values of a
// dict.
func (it *interp) finalElements(v *Value, k kinds) *Value {
	if k == kTuple {
		return v.tuple.all(v)
	}
	out := bottom
	for _, l := range members(v.objs) {
		o := it.finalObject(l)
		if o == nil || o.kind != k {
			continue
		}
		if k == kDict {
			out = join(out, o.values())
		} else {
			out = join(out, o.elements())
		}
	}
	return out
}

func (it *interp) finalObject(l uint32) *object {
	var s *slot
	if it.coarse != nil {
		if l = it.coarse.find(l); int(l) < len(it.coarse.store) {
			s = it.coarse.store[l]
		}
	} else {
		s, _ = it.st.store.get(l)
	}
	if s == nil {
		return nil
	}
	return s.obj
}

// settle drops what only an execution needs.
func (it *interp) settle() {
	it.places, it.rec, it.spare = nil, nil, nil
	for _, fn := range it.fnList {
		fn.memos, fn.shares, fn.made, fn.tried = nil, nil, nil, nil
	}
	if c := it.coarse; c != nil {
		c.readers, c.bodies, c.queue = nil, nil, nil
	}
	it.literals = nil
}
