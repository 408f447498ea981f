package external

import (
	"go.starlark.net/resolve"
	"go.starlark.net/syntax"
)

// tracer finds out afterwards what happened to values, from the trees and from
// what each expression was found to be. It is for one goroutine.
type tracer struct {
	*moves
	label label
	// holding says, for the present label, which objects hold it.
	holding map[uint32]bool
	// loose says that every object may hold it, and that neither parts nor
	// calls nor what comes before are kept apart. What is in an object in the end is not all that
	// was ever in it, so a strict search may find nothing.
	loose bool
	// converted are conversions whose placeholders count as the text.
	converted *ids

	stacks    map[callStack]*callStack
	selectors map[selector]*selector
}

// moves are the places where values move from one to another. It is immutable
// once it is made.
type moves struct {
	it *interp

	sources map[*syntax.Ident][]*source // by the first identifier of a variable
	sites   map[*syntax.Ident]*source   // by the identifier that is given the value
	calls   map[*function][]site
	stores  map[uint32][]store // by object
}

// source is a place that gives a variable a value.
type source struct {
	kind sourceKind
	id   *syntax.Ident
	mod  *module
	// stmt is the statement, clause or function that does it.
	stmt syntax.Node
	rhs  syntax.Expr // assignment, loop
	path []int       // through the pattern to the name
	// fn and param are for a parameter, from for a name that is loaded.
	fn    *function
	param int
	from  *syntax.Ident
}

type sourceKind uint8

const (
	fromAssignment sourceKind = iota
	fromAugmented             // += and the like
	fromLoop
	fromClause // of a comprehension
	fromCall   // a parameter
	fromModule // load
)

// site is a call of a function. Where back is set a builtin does it, with the
// elements of its own arguments.
type site struct {
	call *syntax.CallExpr
	mod  *module
	back bool
}

// store is an expression whose value is put into an object that exists.
type store struct {
	value syntax.Expr
	node  syntax.Node // the call or statement
	mod   *module
	how   storing
	key   selectorKey
	words string
}

type storing uint8

const (
	storesItem storing = iota // the value, under key
	storesAll                 // the elements of the value, somewhere
	storesSame                // the entries of the value, under the same keys
)

// callStack are the calls that a way has gone into, from behind.
type callStack struct {
	call *syntax.CallExpr
	out  *callStack
	deep int
}

// maxStack bounds how many calls are kept apart.
const maxStack = 32

func (t *tracer) push(s *callStack, call *syntax.CallExpr) *callStack {
	k := callStack{call: call, out: s}
	if s != nil {
		k.deep = s.deep + 1
	}
	if k.deep > maxStack || t.loose {
		return nil
	}
	p := t.stacks[k]
	if p == nil {
		p = &k
		t.stacks[k] = p
	}
	return p
}

// selectorKey names a part of a container: a constant index, key or field. The
// zero key is any part.
type selectorKey struct {
	known bool
	c     constant
}

func indexKey(i int) selectorKey { return selectorKey{true, constant{kind: kInt, n: int64(i)}} }

func fieldKey(name string) selectorKey { return selectorKey{true, constant{kind: kStr, s: name}} }

// fits reports whether both may name the same part.
func (k selectorKey) fits(l selectorKey) bool { return !k.known || !l.known || k.c == l.c }

// selector names a part of a part.
type selector struct {
	key  selectorKey
	rest *selector
	deep int
}

// maxSelector bounds how deep parts are kept apart.
const maxSelector = 8

func (t *tracer) part(s *selector, key selectorKey) *selector {
	if t.loose {
		return nil
	}
	k := selector{key: key, rest: s}
	if s != nil {
		k.deep = s.deep + 1
	}
	if k.deep > maxSelector {
		return nil
	}
	p := t.selectors[k]
	if p == nil {
		p = &k
		t.selectors[k] = p
	}
	return p
}

// within is the selector inside of the part that s names.
func (s *selector) within() (selectorKey, *selector) {
	if s == nil {
		return selectorKey{}, nil
	}
	return s.key, s.rest
}

// tracer begins to follow values; what happens in the run is read once.
func (r *Result) tracer() *tracer {
	r.once.Do(func() { r.moves = newMoves(r.run) })
	return &tracer{
		moves: r.moves, holding: map[uint32]bool{},
		stacks: map[callStack]*callStack{}, selectors: map[selector]*selector{},
	}
}

// newMoves reads the trees of an execution.
func newMoves(it *interp) *moves {
	t := &moves{
		it:      it,
		sources: map[*syntax.Ident][]*source{}, sites: map[*syntax.Ident]*source{},
		calls: map[*function][]site{}, stores: map[uint32][]store{},
	}
	for _, m := range it.order {
		syntax.Walk(m.file.Tree, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.AssignStmt:
				t.assignment(m, n)
			case *syntax.ForStmt:
				t.pattern(source{kind: fromLoop, mod: m, stmt: n, rhs: n.X, path: []int{-1}}, n.Vars)
			case *syntax.ForClause:
				t.pattern(source{kind: fromClause, mod: m, stmt: n, rhs: n.X, path: []int{-1}}, n.Vars)
			case *syntax.LoadStmt:
				for i, to := range n.To {
					t.source(source{kind: fromModule, mod: m, stmt: n, id: to, from: n.From[i]})
				}
			case *syntax.DefStmt, *syntax.LambdaExpr:
				fn := it.funcs[n]
				if fn == nil {
					break
				}
				for i, p := range fn.params {
					if p.id != nil {
						t.source(source{kind: fromCall, mod: m, stmt: n, id: p.id, fn: fn, param: i})
					}
				}
			case *syntax.CallExpr:
				t.call(m, n)
			}
			return true
		})
	}
	return t
}

func (t *moves) source(s source) {
	first := firstOf(s.id)
	if first == nil {
		return
	}
	t.sources[first] = append(t.sources[first], &s)
	t.sites[s.id] = &s
}

// firstOf stands for the variable of an identifier.
func firstOf(id *syntax.Ident) *syntax.Ident {
	if b, ok := id.Binding.(*resolve.Binding); ok && b != nil {
		return b.First
	}
	return nil
}

// pattern notes the names of a pattern; an index of -1 is any element.
func (t *moves) pattern(s source, lhs syntax.Expr) {
	switch lhs := lhs.(type) {
	case *syntax.Ident:
		s.id = lhs
		t.source(s)
	case *syntax.ParenExpr:
		t.pattern(s, lhs.X)
	case *syntax.TupleExpr:
		t.patterns(s, lhs.List)
	case *syntax.ListExpr:
		t.patterns(s, lhs.List)
	case *syntax.IndexExpr:
		if s.kind == fromAssignment && len(s.path) == 0 {
			t.keep(t.it.known()[lhs.X], store{
				value: s.rhs, node: s.stmt, mod: s.mod, key: t.key(lhs.Y), words: "put in under an index or key",
			})
		}
	}
}

func (t *moves) patterns(s source, list []syntax.Expr) {
	outer := s.path
	for i, x := range list {
		s.path = append(append([]int(nil), outer...), i)
		t.pattern(s, x)
	}
}

// key is the constant that an index or key is; any where it is not known.
func (t *moves) key(e syntax.Expr) selectorKey {
	var v *Value
	if l, ok := e.(*syntax.Literal); ok {
		v = literal(l)
	} else {
		v = t.fact(e)
	}
	if c, ok := v.single(); ok {
		return selectorKey{true, c}
	}
	return selectorKey{}
}

func (t *moves) assignment(m *module, s *syntax.AssignStmt) {
	if s.Op == syntax.EQ {
		t.pattern(source{kind: fromAssignment, mod: m, stmt: s, rhs: s.RHS}, s.LHS)
		return
	}
	lhs := unparen(s.LHS)
	if id, ok := lhs.(*syntax.Ident); ok {
		t.source(source{kind: fromAugmented, mod: m, stmt: s, rhs: s.RHS, id: id})
	}
	how, words := storesAll, "added with "+"`"+s.Op.String()+"`"
	if s.Op == syntax.PIPE_EQ {
		how = storesSame
	}
	t.keep(t.it.known()[lhs], store{value: s.RHS, node: s, mod: m, how: how, words: words})
	if x, ok := lhs.(*syntax.IndexExpr); ok {
		t.keep(t.it.known()[x.X], store{value: s.RHS, node: s, mod: m, key: t.key(x.Y), words: words})
	}
}

// keep notes a store into whatever objects v may be.
func (t *moves) keep(v *Value, s store) {
	if v == nil {
		return
	}
	v.objs.each(func(l uint32, _ struct{}) bool {
		l = t.find(l)
		t.stores[l] = append(t.stores[l], s)
		return true
	})
}

// find is the object that stands for l.
func (t *moves) find(l uint32) uint32 {
	if t.it.coarse != nil {
		return t.it.coarse.find(l)
	}
	return l
}

func (t *moves) fact(e syntax.Expr) *Value {
	if v := t.it.known()[e]; v != nil {
		return v
	}
	return bottom
}

// call notes what a call calls, and what it puts into an object.
func (t *moves) call(m *module, call *syntax.CallExpr) {
	for _, c := range t.fact(call.Fn).callees {
		switch {
		case c.fn != nil:
			t.calls[c.fn] = append(t.calls[c.fn], site{call: call, mod: m})
		case c.recvKind&kObjects != 0:
			t.method(m, call, c)
		default:
			for _, a := range call.Args {
				_, val := keywordOf(a)
				for _, b := range t.fact(val).callees {
					if b.fn != nil {
						t.calls[b.fn] = append(t.calls[b.fn], site{call, m, true})
					}
				}
			}
		}
	}
}

// method notes the stores of a method of a list, dict or set.
func (t *moves) method(m *module, call *syntax.CallExpr, c callee) {
	s := store{node: call, mod: m, words: "put in with `" + c.name + "`"}
	add := func(i int, how storing, key selectorKey) {
		if i < len(call.Args) {
			if k, val := keywordOf(call.Args[i]); k == nil {
				s.value, s.how, s.key = val, how, key
				t.keep(c.recv, s)
			}
		}
	}
	switch c.name {
	case "append", "add":
		add(0, storesItem, selectorKey{})
	case "extend":
		add(0, storesAll, selectorKey{})
	case "insert":
		add(1, storesItem, selectorKey{})
	case "setdefault":
		if len(call.Args) > 1 {
			add(1, storesItem, t.key(call.Args[0]))
		}
	case "update":
		add(0, storesSame, selectorKey{})
		for _, a := range call.Args {
			if k, val := keywordOf(a); k != nil {
				s.value, s.how, s.key = val, storesItem, fieldKey(k.Name)
				t.keep(c.recv, s)
			}
		}
	}
}

// keywordOf takes name = value in a call apart; name is nil where there is
// none.
func keywordOf(a syntax.Expr) (name *syntax.Ident, value syntax.Expr) {
	if b, ok := a.(*syntax.BinaryExpr); ok && b.Op == syntax.EQ {
		if id, ok := b.X.(*syntax.Ident); ok {
			return id, b.Y
		}
	}
	return nil, a
}

// inside are the parameters and conversions that lie anywhere in a value, when
// all has run.
func (t *tracer) inside(v *Value) (origins, conv *ids) {
	origins, conv = v.deepOrigins, v.deepConv
	seen := map[uint32]bool{}
	work := members(v.deepObjs)
	for len(work) > 0 {
		l := t.find(work[len(work)-1])
		work = work[:len(work)-1]
		if seen[l] {
			continue
		}
		seen[l] = true
		o := t.it.finalObject(l)
		if o == nil {
			continue
		}
		for _, w := range append(append(entryValues(o), o.items...), o.rest, o.restKey) {
			if w != nil {
				origins, conv = union(origins, w.deepOrigins), union(conv, w.deepConv)
				work = append(work, members(w.deepObjs)...)
			}
		}
	}
	return origins, conv
}

// holds reports whether a value may hold what is looked for.
func (t *tracer) holds(v *Value) bool {
	has := func(origins, conv *ids) bool {
		set := origins
		if t.label.conversion {
			set = conv
		}
		if _, ok := set.get(t.label.id); ok || t.converted == nil {
			return ok
		}
		return !conv.each(func(id uint32, _ struct{}) bool {
			_, ok := t.converted.get(id)
			return !ok
		})
	}
	if has(v.deepOrigins, v.deepConv) || t.loose && v.deepObjs != nil {
		return true
	}
	found := false
	v.deepObjs.each(func(l uint32, _ struct{}) bool {
		l = t.find(l)
		in, known := t.holding[l]
		if !known {
			// What a function that nobody calls makes is forgotten: it may
			// hold anything.
			in = t.it.finalObject(l) == nil || has(t.inside(&Value{deepObjs: idOf(l)}))
			t.holding[l] = in
		}
		found = found || in
		return !found
	})
	return found
}
