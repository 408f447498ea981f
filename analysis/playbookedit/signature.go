package playbookedit

import (
	"slices"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// Signature is the call around the cursor.
type Signature struct {
	Label, Doc string
	Params     []Parameter
	// Active is the index of the parameter that the cursor stands at, -1
	// where it is none of them.
	Active int
}

// SignatureHelp describes the innermost call around an offset: of a
// constructor, of a function that the file or a module defines, or of a method
// of a string (playbook.md 13.3). It needs no more than the tokens before the
// offset.
func SignatureHelp(src Source, id string, off int) (*Signature, bool) {
	s := newSession(src)
	x := s.index(id)
	if x == nil {
		return nil, false
	}
	c := x.context(off)
	if c.comment {
		return nil, false
	}
	f, inside := c.call()
	if f == nil {
		return nil, false
	}
	l, ok := s.labelOf(x, c, f)
	if !ok {
		return nil, false
	}
	out := &Signature{Label: l.text, Doc: l.doc, Params: l.params, Active: active(l.params, c, f, len(inside) > 0)}
	return out, true
}

// active is the parameter by the keyword, if one is typed, else by place.
func active(params []Parameter, c *context, f *frame, deep bool) int {
	if f.keyword == "" && f.bare && !deep && !c.word.Empty() {
		// A word is being typed that may become a keyword.
		word := c.src[c.word.Start:c.word.End]
		if i := slices.IndexFunc(params, func(p Parameter) bool { return p.Keyword && !p.Rest && p.Name == word }); i >= 0 {
			return i
		}
	}
	if f.keyword != "" {
		if i := slices.IndexFunc(params, func(p Parameter) bool { return p.Keyword && !p.Rest && p.Name == f.keyword }); i >= 0 {
			return i
		}
		return slices.IndexFunc(params, func(p Parameter) bool { return p.Keyword && p.Rest })
	}
	place := f.place - len(f.named)
	for i, p := range params {
		if !p.Position {
			continue
		}
		if p.Rest || place == 0 {
			return i
		}
		place--
	}
	// By place nothing more can be given: the first keyword that is missing.
	given := c.given(f)
	return slices.IndexFunc(params, func(p Parameter) bool { return p.Keyword && !p.Position && !given[p.Name] })
}

func (s *session) labelOf(x *index, c *context, f *frame) (label, bool) {
	name := c.src[f.callee.Start:f.callee.End]
	if f.receiver {
		m, ok := stringMethod(name)
		if !ok || !s.receiver(x, c, f.dot).only("string") {
			return label{}, false
		}
		return methodLabel(m), true
	}
	if first := s.lookup(x, f.callee.Start, name); first != nil {
		v, ok := s.origin(variable{x, first})
		if !ok {
			return label{}, false
		}
		if fn := v.x.funcs[v.first]; fn != nil {
			return functionLabel(v.x, fn, name), true
		}
		return label{}, false
	}
	if sig, ok := playbook.LookupSignature(name); ok {
		return constructorLabel(sig), true
	}
	return label{}, false
}

// lookup is the variable that a name means at an offset; nil where the file
// does not bind it.
func (s *session) lookup(x *index, off int, name string) *syntax.Ident {
	if r, ok := x.at(off); ok && r.id.Name == name && r.role != roleKeyword && r.role != roleAttr {
		return r.first
	}
	for _, v := range x.scope(off) {
		if v.name == name {
			return v.first
		}
	}
	return nil
}

// receiver is what is known of the value in front of a dot.
func (s *session) receiver(x *index, c *context, dot int) info {
	var found syntax.Expr
	syntax.Walk(x.f.Tree, func(n syntax.Node) bool {
		if d, ok := n.(*syntax.DotExpr); ok && x.f.Offset(d.Dot) == dot {
			found = d.X
		}
		return found == nil
	})
	if found != nil {
		return s.info(x, found)
	}
	// The tree has lost it: what the tokens show.
	for i := len(c.toks) - 1; i > 0; i-- {
		if c.toks[i].span.Start != dot {
			continue
		}
		t := c.toks[i-1]
		switch t.kind {
		case tokenString:
			return info{words: "string", types: []string{"string"}}
		case tokenName:
			if first := s.lookup(x, t.span.Start, c.text(i-1)); first != nil && c.text(i-2) != "." {
				return s.lastInfo(x, first)
			}
		}
		break
	}
	return info{}
}

// lastInfo is what is known of a variable at the last place where that is
// anything.
func (s *session) lastInfo(x *index, first *syntax.Ident) info {
	uses := x.uses(first)
	for _, r := range slices.Backward(uses) {
		if i := s.info(x, r.id); i.words != "" {
			return i
		}
	}
	return info{}
}
