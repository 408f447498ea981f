package playbook

import (
	"sort"
	"strings"

	"go.starlark.net/syntax"
)

// Edited is Parse for a text that has become of f by an edit, with f's id. It
// parses what is around the edit and copies the other statements, which is
// several times faster, and gives what Parse gives. f does not change.
func (f *File) Edited(src []byte) *File {
	if !f.Whole || len(f.Tree.Stmts) == 0 || len(src) > MaxSourceBytes {
		return Parse(f.ID, src)
	}
	g := &File{ID: f.ID, Source: string(src)}
	// Where CR ends lines, what is a line is not worth the care.
	if strings.HasPrefix(f.Source, byteOrderMark) || strings.HasPrefix(g.Source, byteOrderMark) ||
		strings.IndexByte(f.Source, '\r') >= 0 || strings.IndexByte(g.Source, '\r') >= 0 {
		return Parse(f.ID, src)
	}
	if _, bad := badText(g.Source); bad {
		return Parse(f.ID, src)
	}
	tree, ok := f.around(g.Source)
	if !ok {
		return Parse(f.ID, src)
	}
	g.lines = newLineIndex(g.Source)
	g.Tree, g.Whole = tree, true
	g.resolve()
	return g
}

// around gives the tree of src, which has become of f by an edit. It is not
// resolved.
func (f *File) around(src string) (*syntax.File, bool) {
	old, stmts := f.Source, f.Tree.Stmts
	n := min(len(old), len(src))
	same := 0
	for same < n && old[same] == src[same] {
		same++
	}
	end := 0
	for end < n-same && old[len(old)-1-end] == src[len(src)-1-end] {
		end++
	}
	start := func(i int) (off int, first bool) {
		p := startOf(stmts[i])
		return f.Offset(p), p.Col == 1
	}
	// What comes before a statement at the start of a line parses alone, and so
	// does what comes from it on.
	from, before := 0, sort.Search(len(stmts), func(i int) bool { off, _ := start(i); return off > same })-1
	for ; before > 0; before-- {
		if off, first := start(before); first {
			from = off
			break
		}
	}
	before = max(before, 0)
	to, after := len(old), before+sort.Search(len(stmts)-before, func(i int) bool { off, _ := start(before + i); return off >= len(old)-end })
	for ; after < len(stmts); after++ {
		if off, first := start(after); first {
			to = off
			break
		}
	}
	behind := to + len(src) - len(old)
	if behind < from || after < len(stmts) && behind > from && !endsLine(src[:behind]) {
		return nil, false
	}
	line, _ := f.lines.position(from)
	middle, err := parseStrict(f.ID, src[from:behind], int32(line), 1)
	if err != nil {
		return nil, false
	}
	tree := &syntax.File{Path: middle.Path, Options: middle.Options}
	tree.Stmts = make([]syntax.Stmt, 0, before+len(middle.Stmts)+len(stmts)-after)
	c := &copier{}
	tree.Stmts = c.append(tree.Stmts, stmts[:before])
	tree.Stmts = append(tree.Stmts, middle.Stmts...)
	c.down = int32(strings.Count(src[from:behind], "\n") - strings.Count(old[from:to], "\n"))
	tree.Stmts = c.append(tree.Stmts, stmts[after:])
	return tree, true
}

// endsLine reports whether a text ends with a line that the next one does not
// continue.
func endsLine(s string) bool { return strings.HasSuffix(s, "\n") && !strings.HasSuffix(s, "\\\n") }

// copier copies statements without what the resolver wrote into them, so many
// lines further down.
type copier struct {
	down     int32
	idents   slab[syntax.Ident]
	literals slab[syntax.Literal]
	calls    slab[syntax.CallExpr]
	binaries slab[syntax.BinaryExpr]
	assigns  slab[syntax.AssignStmt]
	exprs    slab[syntax.Expr]
}

// slab gives room for values of one type, many of them at once: they live as
// long as their tree.
type slab[T any] struct{ room []T }

const slabSize = 64

func (s *slab[T]) put(x T) *T {
	if len(s.room) == cap(s.room) {
		s.room = make([]T, 0, slabSize)
	}
	s.room = append(s.room, x)
	return &s.room[len(s.room)-1]
}

// list gives room for n values in a row.
func (s *slab[T]) list(n int) []T {
	if cap(s.room)-len(s.room) < n {
		if n > slabSize/4 {
			return make([]T, n)
		}
		s.room = make([]T, 0, slabSize)
	}
	at := len(s.room)
	s.room = s.room[:at+n]
	return s.room[at : at+n : at+n]
}

// move moves positions that are there.
func (c *copier) move(list ...*syntax.Position) {
	for _, p := range list {
		if p.IsValid() {
			p.Line += c.down
		}
	}
}

func (c *copier) append(to, list []syntax.Stmt) []syntax.Stmt {
	for _, s := range list {
		to = append(to, c.stmt(s))
	}
	return to
}

func (c *copier) block(list []syntax.Stmt) []syntax.Stmt {
	if list == nil {
		return nil
	}
	return c.append(make([]syntax.Stmt, 0, len(list)), list)
}

func (c *copier) list(list []syntax.Expr) []syntax.Expr {
	if list == nil {
		return nil
	}
	out := c.exprs.list(len(list))
	for i, e := range list {
		out[i] = c.expr(e)
	}
	return out
}

func (c *copier) ident(x *syntax.Ident) *syntax.Ident {
	n := *x
	n.Binding = nil
	c.move(&n.NamePos)
	return c.idents.put(n)
}

func (c *copier) literal(x *syntax.Literal) *syntax.Literal {
	n := *x
	c.move(&n.TokenPos)
	return c.literals.put(n)
}

func (c *copier) stmt(s syntax.Stmt) syntax.Stmt {
	switch x := s.(type) {
	case *syntax.AssignStmt:
		n := *x
		c.move(&n.OpPos)
		n.LHS, n.RHS = c.expr(x.LHS), c.expr(x.RHS)
		return c.assigns.put(n)
	case *syntax.ExprStmt:
		n := *x
		n.X = c.expr(x.X)
		return &n
	case *syntax.DefStmt:
		n := *x
		n.Function = nil
		c.move(&n.Def, &n.Lparen, &n.Rparen)
		n.Name, n.Params, n.Body = c.ident(x.Name), c.list(x.Params), c.block(x.Body)
		return &n
	case *syntax.IfStmt:
		n := *x
		c.move(&n.If, &n.ElsePos)
		n.Cond, n.True, n.False = c.expr(x.Cond), c.block(x.True), c.block(x.False)
		return &n
	case *syntax.ForStmt:
		n := *x
		c.move(&n.For)
		n.Vars, n.X, n.Body = c.expr(x.Vars), c.expr(x.X), c.block(x.Body)
		return &n
	case *syntax.WhileStmt:
		n := *x
		c.move(&n.While)
		n.Cond, n.Body = c.expr(x.Cond), c.block(x.Body)
		return &n
	case *syntax.BranchStmt:
		n := *x
		c.move(&n.TokenPos)
		return &n
	case *syntax.ReturnStmt:
		n := *x
		c.move(&n.Return)
		n.Result = c.expr(x.Result)
		return &n
	}
	return c.load(s.(*syntax.LoadStmt))
}

// load copies a load, in which an unrenamed name is one identifier.
func (c *copier) load(x *syntax.LoadStmt) syntax.Stmt {
	n := *x
	c.move(&n.Load, &n.Rparen)
	n.Module = c.literal(x.Module)
	n.From, n.To = nil, nil
	for i, from := range x.From {
		n.From = append(n.From, c.ident(from))
		to := n.From[i]
		if x.To[i] != from {
			to = c.ident(x.To[i])
		}
		n.To = append(n.To, to)
	}
	return &n
}

func (c *copier) expr(e syntax.Expr) syntax.Expr {
	switch x := e.(type) {
	case nil:
		return nil
	case *syntax.Ident:
		return c.ident(x)
	case *syntax.Literal:
		return c.literal(x)
	case *syntax.CallExpr:
		n := *x
		c.move(&n.Lparen, &n.Rparen)
		n.Fn, n.Args = c.expr(x.Fn), c.list(x.Args)
		return c.calls.put(n)
	case *syntax.BinaryExpr:
		n := *x
		c.move(&n.OpPos)
		n.X, n.Y = c.expr(x.X), c.expr(x.Y)
		return c.binaries.put(n)
	case *syntax.UnaryExpr:
		n := *x
		c.move(&n.OpPos)
		n.X = c.expr(x.X)
		return &n
	case *syntax.ParenExpr:
		n := *x
		c.move(&n.Lparen, &n.Rparen)
		n.X = c.expr(x.X)
		return &n
	case *syntax.DotExpr:
		n := *x
		c.move(&n.Dot, &n.NamePos)
		n.X, n.Name = c.expr(x.X), c.ident(x.Name)
		return &n
	case *syntax.IndexExpr:
		n := *x
		c.move(&n.Lbrack, &n.Rbrack)
		n.X, n.Y = c.expr(x.X), c.expr(x.Y)
		return &n
	case *syntax.SliceExpr:
		n := *x
		c.move(&n.Lbrack, &n.Rbrack)
		n.X, n.Lo, n.Hi, n.Step = c.expr(x.X), c.expr(x.Lo), c.expr(x.Hi), c.expr(x.Step)
		return &n
	case *syntax.CondExpr:
		n := *x
		c.move(&n.If, &n.ElsePos)
		n.Cond, n.True, n.False = c.expr(x.Cond), c.expr(x.True), c.expr(x.False)
		return &n
	case *syntax.LambdaExpr:
		n := *x
		n.Function = nil
		c.move(&n.Lambda)
		n.Params, n.Body = c.list(x.Params), c.expr(x.Body)
		return &n
	}
	return c.display(e)
}

func (c *copier) display(e syntax.Expr) syntax.Expr {
	switch x := e.(type) {
	case *syntax.ListExpr:
		n := *x
		c.move(&n.Lbrack, &n.Rbrack)
		n.List = c.list(x.List)
		return &n
	case *syntax.TupleExpr:
		n := *x
		c.move(&n.Lparen, &n.Rparen)
		n.List = c.list(x.List)
		return &n
	case *syntax.DictExpr:
		n := *x
		c.move(&n.Lbrace, &n.Rbrace)
		n.List = c.list(x.List)
		return &n
	case *syntax.DictEntry:
		n := *x
		c.move(&n.Colon)
		n.Key, n.Value = c.expr(x.Key), c.expr(x.Value)
		return &n
	}
	x := e.(*syntax.Comprehension)
	n := *x
	c.move(&n.Lbrack, &n.Rbrack)
	n.Body = c.expr(x.Body)
	n.Clauses = make([]syntax.Node, len(x.Clauses))
	for i, cl := range x.Clauses {
		switch cl := cl.(type) {
		case *syntax.ForClause:
			m := *cl
			c.move(&m.For, &m.In)
			m.Vars, m.X = c.expr(cl.Vars), c.expr(cl.X)
			n.Clauses[i] = &m
		case *syntax.IfClause:
			m := *cl
			c.move(&m.If)
			m.Cond = c.expr(cl.Cond)
			n.Clauses[i] = &m
		}
	}
	return &n
}
