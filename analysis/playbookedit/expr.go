package playbookedit

import (
	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// builtin reports whether an expression is a name of the dialect or of
// Starlark itself, and not one that the file binds.
func builtin(e syntax.Expr) (name string, ok bool) {
	id, isIdent := unparen(e).(*syntax.Ident)
	if !isIdent {
		return "", false
	}
	b, isBound := id.Binding.(*resolve.Binding)
	if !isBound || b.Scope != resolve.Predeclared && b.Scope != resolve.Universal {
		return "", false
	}
	return id.Name, playbook.IsPredeclared(id.Name) || playbook.IsUniversal(id.Name)
}

// constructor gives the signature that a call is bound by.
func constructor(c *syntax.CallExpr) (*playbook.Signature, bool) {
	name, ok := builtin(c.Fn)
	if !ok {
		return nil, false
	}
	return playbook.LookupSignature(name)
}

// argument is the value of a constructor's argument.
func argument(c *syntax.CallExpr, sig *playbook.Signature, name string) syntax.Expr {
	for i, a := range c.Args {
		if k, value, ok := keyword(a); ok {
			if k.Name == name {
				return value
			}
			continue
		}
		if u, star := a.(*syntax.UnaryExpr); star && (u.Op == syntax.STAR || u.Op == syntax.STARSTAR) {
			continue
		}
		if i == 0 && sig.Variadic == nil && sig.Args[0].Name == name {
			return a
		}
	}
	return nil
}

// literal is a string literal.
func literal(e syntax.Expr) (value string, l *syntax.Literal, ok bool) {
	if e == nil {
		return "", nil, false
	}
	l, ok = unparen(e).(*syntax.Literal)
	if !ok || l.Token != syntax.STRING {
		return "", nil, false
	}
	value, ok = l.Value.(string)
	return value, l, ok
}

// innerLiteral is the place of a literal's text without its quotes; ok is
// false where the text is written with escapes.
func innerLiteral(f *playbook.File, l *syntax.Literal) (text.Span, bool) {
	s := f.Span(l)
	toks := lex(f.Source[s.Start:s.End], s.Len())
	if len(toks) != 1 || toks[0].kind != tokenString {
		return s, false
	}
	in := toks[0].inner.Shift(s.Start)
	return in, f.Source[in.Start:in.End] == l.Value
}

// pathAt are the nodes around an offset, outermost first.
func pathAt(f *playbook.File, off int) []syntax.Node {
	var path []syntax.Node
	syntax.Walk(f.Tree, func(n syntax.Node) bool {
		if n == nil {
			return false
		}
		if _, isFile := n.(*syntax.File); isFile {
			return true
		}
		s := f.Span(n)
		if off < s.Start || off > s.End {
			return false
		}
		// Of two neighbours that meet at the offset the later counts, but
		// only one path can be open.
		if len(path) > 0 && !f.Span(path[len(path)-1]).Covers(s) {
			for len(path) > 0 && !f.Span(path[len(path)-1]).Covers(s) {
				path = path[:len(path)-1]
			}
		}
		path = append(path, n)
		return true
	})
	return path
}
