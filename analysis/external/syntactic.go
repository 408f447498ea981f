package external

import (
	"fmt"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// syntactic is what can be said of a file without executing it: syntax,
// names, literals, and what is not used.
func (it *interp) syntactic(m *module, entry bool) []*problem {
	var out []*problem
	add := func(code string, n syntax.Node, s text.Span, msg string) *problem {
		p := &problem{code: code, mod: m, node: n, span: s, sev: severities[code].worst, fixed: msg, run: it}
		out = append(out, p)
		return p
	}
	for _, e := range m.file.Errors {
		add(codeSyntax, nil, e.Span, "The file does not parse here: "+finding.Escape(e.Msg)+".")
	}
	for _, e := range m.file.Resolve {
		out = append(out, it.resolveProblem(m, e))
	}
	used := map[*resolve.Binding]int{}
	syntax.Walk(m.file.Tree, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Literal:
			if s, ok := n.Value.(string); ok {
				if strings.ContainsRune(s, playbook.Noncharacter) {
					p := add(codeNoncharacter, n, m.file.Span(n), "")
					p.what = "literal"
				}
				if n.Token == syntax.STRING && (strings.Contains(s, playbook.ExternalOpen) || strings.Contains(s, playbook.ExternalClose)) {
					add(codeMarker, n, m.file.Span(n), "Marker text is written around external text automatically. Use `EXTERNAL_OPEN` and `EXTERNAL_CLOSE` to describe it.")
				}
			}
		case *syntax.LoadStmt:
			// An unrenamed name is one identifier that stands in From and To:
			// it is counted once, as what it is, the binding.
			for _, to := range n.To {
				if b, ok := to.Binding.(*resolve.Binding); ok {
					used[b]++
				}
			}
			return false
		case *syntax.Ident:
			if b, ok := n.Binding.(*resolve.Binding); ok {
				used[b]++
			}
		}
		return true
	})
	if !m.file.Whole {
		return out
	}
	free := freeUses(m)
	for _, s := range m.file.Tree.Stmts {
		switch s := s.(type) {
		case *syntax.LoadStmt:
			for _, to := range s.To {
				if b, ok := to.Binding.(*resolve.Binding); ok && used[b] <= 1 && !free[b] {
					add(codeUnusedLoad, to, m.file.Span(to), fmt.Sprintf("The name %s is loaded and not used.", finding.Quote(to.Name)))
				}
			}
		}
	}
	if entry {
		syntax.Walk(m.file.Tree, func(n syntax.Node) bool {
			var call *syntax.CallExpr
			switch s := n.(type) {
			case *syntax.ExprStmt:
				call = paramCall(s.X)
			case *syntax.AssignStmt:
				id, ok := s.LHS.(*syntax.Ident)
				if !ok || s.Op != syntax.EQ {
					return true
				}
				if b, ok := id.Binding.(*resolve.Binding); ok && used[b] <= 1 && !free[b] {
					call = paramCall(s.RHS)
				}
			}
			if call != nil {
				name := "here"
				if len(call.Args) > 0 {
					if l := literalString(call.Args[0]); l != nil {
						name = finding.Quote(l.Value.(string))
					}
				}
				add(codeUnusedParam, call, m.file.Span(call), fmt.Sprintf("The parameter %s is declared and not used.", name))
			}
			return true
		})
	}
	return out
}

func paramCall(e syntax.Expr) *syntax.CallExpr {
	call, ok := unparen(e).(*syntax.CallExpr)
	if ok && isPredeclared(call.Fn, "param") {
		return call
	}
	return nil
}

// freeUses are the bindings of a file that functions capture.
func freeUses(m *module) map[*resolve.Binding]bool {
	out := map[*resolve.Binding]bool{}
	syntax.Walk(m.file.Tree, func(n syntax.Node) bool {
		var fn *resolve.Function
		switch n := n.(type) {
		case *syntax.DefStmt:
			fn, _ = n.Function.(*resolve.Function)
		case *syntax.LambdaExpr:
			fn, _ = n.Function.(*resolve.Function)
		}
		if fn != nil {
			for _, b := range fn.FreeVars {
				out[b] = true
			}
		}
		return true
	})
	return out
}
