package playbookedit

import (
	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// TokenType is what a semantic token is; TokenTypes has its name.
type TokenType uint8

// The types of tokens.
const (
	TokenNamespace TokenType = iota
	TokenFunction
	TokenVariable
	TokenParameter
	TokenProperty
)

// TokenTypes are the protocol's names of the types.
func TokenTypes() []string {
	return []string{"namespace", "function", "variable", "parameter", "property"}
}

// Modifiers is a set of modifiers of a token: bit n is the n-th of
// TokenModifiers.
type Modifiers uint32

// The modifiers (playbook.md 13.8).
const (
	ModExternal       Modifiers = 1 << iota // holds, or may hold, external text
	ModConverted                            // may carry a placeholder
	ModDefaultLibrary                       // predeclared
	ModReadonly                             // loaded
	ModDeclaration
)

// TokenModifiers are the names of the modifiers.
func TokenModifiers() []string {
	return []string{"external", "converted", "defaultLibrary", "readonly", "declaration"}
}

// Token is a semantic token; it lies in one line.
type Token struct {
	Span text.Span
	Type TokenType
	Mods Modifiers
}

// Tokens are the identifiers of a file in order, those in within alone.
func Tokens(src Source, id string, within text.Span) []Token {
	s := newSession(src)
	x := s.index(id)
	if x == nil {
		return nil
	}
	dots := map[*syntax.Ident]*syntax.DotExpr{}
	params := map[*syntax.Ident]bool{}
	syntax.Walk(x.f.Tree, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.DotExpr:
			dots[n.Name] = n
		case *syntax.DefStmt, *syntax.LambdaExpr:
			list, _, _ := functionOf(n)
			for _, p := range list {
				if id := paramName(p); id != nil {
					params[id] = true
				}
			}
		}
		return true
	})
	var out []Token
	end := 0
	for i := range x.refs {
		r := &x.refs[i]
		if r.span.Start < end || r.span.End < within.Start || r.span.Start > within.End || r.span.Empty() {
			continue
		}
		if r.role == roleLoadFrom && (x.f.Source[r.span.Start:r.span.End] != r.id.Name || r.to != r.id) {
			continue
		}
		t := Token{Span: r.span}
		switch r.role {
		case roleAttr:
			t.Type = TokenProperty
			if d := dots[r.id]; d != nil {
				t.Mods = s.mods(x, d)
			}
		case roleKeyword:
			t.Type = TokenParameter
		default:
			t.Type, t.Mods = s.identifier(x, r, params)
		}
		out = append(out, t)
		end = r.span.End
	}
	return out
}

func (s *session) mods(x *index, e syntax.Expr) (m Modifiers) {
	i := s.info(x, e)
	if i.external {
		m |= ModExternal
	}
	if i.converted {
		m |= ModConverted
	}
	return m
}

func (s *session) identifier(x *index, r *ref, params map[*syntax.Ident]bool) (TokenType, Modifiers) {
	if r.first == nil {
		if r.scope == resolve.Undefined || x.f.Unknown(r.id.Name) {
			return TokenVariable, 0
		}
		switch r.id.Name {
		case "json":
			return TokenNamespace, ModDefaultLibrary
		case playbook.OpenName, playbook.CloseName, "None", "True", "False":
			return TokenVariable, ModDefaultLibrary
		}
		return TokenFunction, ModDefaultLibrary
	}
	kind := TokenVariable
	mods := s.mods(x, r.id)
	if params[r.first] {
		kind = TokenParameter
	}
	if v, ok := s.origin(variable{x, r.first}); ok && v.x.funcs[v.first] != nil {
		kind = TokenFunction
	}
	if x.loads[r.first] != nil {
		mods |= ModReadonly
	}
	if r.role != roleUse {
		mods |= ModDeclaration
	}
	return kind, mods
}

// Inlay is a hint behind an offset.
type Inlay struct {
	At   int
	Text string
}

// Inlays are the hints behind names that are given external text, in within.
func Inlays(src Source, id string, within text.Span) []Inlay {
	s := newSession(src)
	x := s.index(id)
	if x == nil {
		return nil
	}
	var out []Inlay
	for i := range x.refs {
		r := &x.refs[i]
		if r.role != roleBind || !within.Contains(r.span.End) || r.first == nil || x.funcs[r.first] != nil {
			continue
		}
		switch info := s.info(x, r.id); {
		case info.external && info.certain:
			out = append(out, Inlay{r.span.End, ": external"})
		case info.external:
			out = append(out, Inlay{r.span.End, ": external?"})
		}
	}
	return out
}

// Lens is where the playbook of an entry is named.
type Lens struct {
	Span text.Span // of the constructor's name
	// Sample is the id of the file of sample values, Written that it exists.
	Sample  string
	Written bool
}

// Lenses are the calls of playbook in an entry that are written as such.
func Lenses(src Source, id string) []Lens {
	s := newSession(src)
	x := s.index(id)
	if x == nil || !src.Entry(id) {
		return nil
	}
	sample := playbook.SampleID(id)
	_, written := src.Text(sample)
	var out []Lens
	for _, call := range x.calls {
		if sig, ok := constructor(call); ok && sig.Name == "playbook" {
			out = append(out, Lens{x.f.Span(call.Fn), sample, written})
		}
	}
	return out
}
