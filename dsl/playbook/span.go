package playbook

import (
	"strings"
	"unicode/utf8"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Span is where a node stands in the source, half-open, in bytes. It mends
// what Node.Span gets wrong (playbook.md 9.5): there the end of an index, a
// slice, a load and an empty tuple is the place of the closing bracket, and
// every node that ends with one inherits that. The names of a load give their
// string with its quotes.
func (f *File) Span(n syntax.Node) text.Span {
	if file, ok := n.(*syntax.File); ok {
		if len(file.Stmts) == 0 {
			return text.Span{}
		}
		return text.Span{
			Start: f.Offset(startOf(file.Stmts[0])),
			End:   f.Offset(endOf(file.Stmts[len(file.Stmts)-1])),
		}
	}
	if id, ok := n.(*syntax.Ident); ok {
		if s, ok := f.loadName(id); ok {
			return s
		}
	}
	s := text.Span{Start: f.Offset(startOf(n)), End: f.Offset(endOf(n))}
	s.End = max(s.End, s.Start)
	return s
}

// loadName finds the string that stands for an identifier of a load: its
// position is that behind the opening quote (of r"…" as well, which is then
// the quote itself).
func (f *File) loadName(id *syntax.Ident) (text.Span, bool) {
	off := f.Offset(id.NamePos)
	if off == 0 {
		return text.Span{}, false
	}
	switch f.Source[off-1] {
	case '"', '\'', 'r':
	default:
		return text.Span{}, false
	}
	t := scanToken(f.Source, off-1)
	return t.span, t.kind == tokString
}

// startOf walks down the left edge.
func startOf(n syntax.Node) syntax.Position {
	for {
		switch x := n.(type) {
		case *syntax.AssignStmt:
			n = x.LHS
		case *syntax.ExprStmt:
			n = x.X
		case *syntax.BinaryExpr:
			n = x.X
		case *syntax.CallExpr:
			n = x.Fn
		case *syntax.CondExpr:
			n = x.True
		case *syntax.DictEntry:
			n = x.Key
		case *syntax.DotExpr:
			n = x.X
		case *syntax.IndexExpr:
			n = x.X
		case *syntax.SliceExpr:
			n = x.X
		case *syntax.TupleExpr:
			if x.Lparen.IsValid() || len(x.List) == 0 {
				return x.Lparen
			}
			n = x.List[0]
		case *syntax.DefStmt:
			return x.Def
		case *syntax.IfStmt:
			return x.If
		case *syntax.ForStmt:
			return x.For
		case *syntax.WhileStmt:
			return x.While
		case *syntax.LambdaExpr:
			return x.Lambda
		case *syntax.UnaryExpr:
			return x.OpPos
		case *syntax.ReturnStmt:
			return x.Return
		case *syntax.ForClause:
			return x.For
		case *syntax.IfClause:
			return x.If
		default:
			return syntax.Start(n)
		}
	}
}

// endOf walks down the right edge; the position is behind the last character.
func endOf(n syntax.Node) syntax.Position {
	for {
		switch x := n.(type) {
		case *syntax.AssignStmt:
			n = x.RHS
		case *syntax.ExprStmt:
			n = x.X
		case *syntax.DefStmt:
			n = x.Body[len(x.Body)-1]
		case *syntax.IfStmt:
			body := x.False
			if len(body) == 0 {
				body = x.True
			}
			n = body[len(body)-1]
		case *syntax.ForStmt:
			n = x.Body[len(x.Body)-1]
		case *syntax.WhileStmt:
			n = x.Body[len(x.Body)-1]
		case *syntax.ReturnStmt:
			if x.Result == nil {
				return behind(x.Return, "return")
			}
			n = x.Result
		case *syntax.LoadStmt:
			return behind(x.Rparen, ")")
		case *syntax.IndexExpr:
			return behind(x.Rbrack, "]")
		case *syntax.SliceExpr:
			return behind(x.Rbrack, "]")
		case *syntax.CallExpr:
			return behind(x.Rparen, ")")
		case *syntax.TupleExpr:
			if x.Lparen.IsValid() || len(x.List) == 0 {
				return behind(x.Rparen, ")")
			}
			n = x.List[len(x.List)-1]
		case *syntax.BinaryExpr:
			n = x.Y
		case *syntax.CondExpr:
			n = x.False
		case *syntax.DictEntry:
			n = x.Value
		case *syntax.DotExpr:
			n = x.Name
		case *syntax.LambdaExpr:
			n = x.Body
		case *syntax.UnaryExpr:
			if x.X == nil {
				return behind(x.OpPos, "*")
			}
			n = x.X
		case *syntax.ForClause:
			n = x.X
		case *syntax.IfClause:
			n = x.Cond
		default:
			_, end := n.Span()
			return end
		}
	}
}

func behind(p syntax.Position, s string) syntax.Position {
	if i := strings.LastIndexByte(s, '\n'); i >= 0 {
		p.Line += int32(strings.Count(s, "\n"))
		p.Col = 1
		s = s[i+1:]
	}
	p.Col += int32(utf8.RuneCountInString(s))
	return p
}
