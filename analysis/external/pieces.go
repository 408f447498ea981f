package external

import "go.starlark.net/syntax"

// maxPieces bounds how far Pieces looks.
const maxPieces = 256

// Pieces counts the plain pieces of the joined text that the innermost
// expression at a byte offset is, in normal form (playbook.md 5.1). ok is
// false where that depends on the run, or is not joined text alone.
func (r *Result) Pieces(id string, offset int) (plain int, ok bool) {
	m := r.run.mods[id]
	if m == nil {
		return 0, false
	}
	e := r.innermost(m, offset)
	if e == nil {
		return 0, false
	}
	if v := r.run.known()[e]; !v.isOnly(kExt) || !v.joined {
		return 0, false
	}
	c := counter{t: r.tracer(), left: maxPieces}
	if !c.count(visit{point: point{node: e}, mod: m}) {
		return 0, false
	}
	return c.plain, true
}

// counter counts pieces from left to right.
type counter struct {
	t     *tracer
	plain int
	left  int
	// within says that the piece before is plain, so that more plain text
	// belongs to it.
	within bool
}

func (c *counter) count(v visit) bool {
	if c.left--; c.left < 0 {
		return false
	}
	if s, ok := v.node.(*syntax.AssignStmt); ok {
		id, ok := unparen(s.LHS).(*syntax.Ident)
		if !ok {
			return false
		}
		before := c.t.reaching(v.mod, s, firstOf(id))
		if len(before) != 1 || len(before[0].path) > 0 {
			return false
		}
		switch before[0].kind {
		case fromAssignment:
			return c.part(v, before[0].rhs) && c.part(v, s.RHS)
		case fromAugmented:
			return c.count(visit{point: point{node: before[0].stmt, stack: v.stack}, mod: v.mod}) && c.part(v, s.RHS)
		}
		return false
	}
	e, ok := v.node.(syntax.Expr)
	if !ok {
		return false
	}
	val := c.t.fact(e)
	if l, ok := e.(*syntax.Literal); ok {
		val = literal(l)
	}
	if id, ok := e.(*syntax.Ident); ok && v.stack != nil && c.argument(id) {
		// What is known of a parameter is of all calls; here it is one call.
		return c.before(v, val)
	}
	switch val.kinds & kText {
	case kStr:
		return c.string(val)
	case kExt:
		if !val.joined {
			c.within = false
			return true
		}
	default:
		if v.stack == nil {
			return false
		}
	}
	switch e := unparen(e).(type) {
	case *syntax.BinaryExpr:
		return e.Op == syntax.PLUS && c.part(v, e.X) && c.part(v, e.Y)
	case *syntax.CallExpr:
		if constructorOf(c.t.fact(e.Fn)) == "concat" {
			for _, a := range e.Args {
				if !c.part(v, a) {
					return false
				}
			}
			return true
		}
	}
	return c.before(v, val)
}

// part counts a part of the expression of v.
func (c *counter) part(v visit, e syntax.Expr) bool {
	w := visit{point: point{node: e, stack: v.stack}, mod: v.mod}
	return c.count(w)
}

// string counts a plain piece, which belongs to the one before it.
func (c *counter) string(v *Value) bool {
	if s, known := v.str(); known && s == "" {
		return true
	}
	if !c.within {
		c.plain++
	}
	c.within = true
	return true
}

// argument reports whether a name is a parameter that nothing else is given to.
func (c *counter) argument(id *syntax.Ident) bool {
	list := c.t.sources[firstOf(id)]
	return len(list) == 1 && list[0].kind == fromCall
}

// before counts the one place that the value of v comes from.
func (c *counter) before(v visit, val *Value) bool {
	origins := members(val.origins)
	from := map[point]visit{}
	for _, id := range origins {
		c.t.label = label{id: id}
		clear(c.t.holding)
		for _, w := range c.t.back(v) {
			from[w.point] = w
		}
	}
	if len(from) == 0 {
		return val.has(kStr) && c.string(openStr)
	}
	for _, w := range from {
		if len(from) > 1 || w.sel != nil {
			return false
		}
		if e, ok := w.node.(syntax.Expr); ok && w.stack == v.stack && c.t.fact(e).origins.size(maxPieces) != len(origins) {
			return false // another place adds other text
		}
		return c.count(w)
	}
	return false
}
