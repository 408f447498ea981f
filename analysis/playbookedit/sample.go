package playbookedit

import (
	"encoding/json"
	"fmt"
	"strings"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Sample is a file of sample launch values for an entry: one entry for each
// parameter that the analysis found, with a value of its kind.
func Sample(src Source, entry string) (string, error) {
	s := newSession(src)
	type value struct {
		name string
		json string
	}
	var values []value
	seen := map[string]bool{}
	for _, r := range s.Results(entry) {
		for _, p := range r.Params {
			for _, name := range p.Names {
				if seen[name] || !playbook.IsName(name) {
					continue
				}
				seen[name] = true
				v, err := s.sampleValue(p.ID, p.Span, p.Kind)
				if err != nil {
					return "", err
				}
				values = append(values, value{name, v})
			}
		}
	}
	var b strings.Builder
	b.WriteString("{")
	for i, v := range values {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, "\n  %q: %s", v.name, v.json)
	}
	if len(values) > 0 {
		b.WriteString("\n")
	}
	b.WriteString("}\n")
	return b.String(), nil
}

// sampleValue is a value for the param call at a place: its default where that
// is a literal, the first of its choices, else something of its kind.
func (s *session) sampleValue(id string, span text.Span, kind string) (string, error) {
	var deflt, choices syntax.Expr
	if x := s.index(id); x != nil {
		for _, call := range x.calls {
			if sig, ok := constructor(call); ok && sig.Name == "param" && x.f.Span(call) == span {
				deflt, choices = argument(call, sig, "default"), argument(call, sig, "choices")
			}
		}
	}
	var value any
	switch kind {
	case playbook.ParamInt:
		value = 1
	case playbook.ParamFlag:
		value = true
	case playbook.ParamChoice:
		value = ""
		items, _ := display(orNone(choices))
		for _, e := range items {
			if word, _, ok := literal(e); ok {
				value = word
				break
			}
		}
	default:
		value = "sample text"
	}
	switch e := unparen(orNone(deflt)).(type) {
	case *syntax.Literal:
		switch e.Value.(type) {
		case string, int64:
			value = e.Value
		}
	case *syntax.Ident:
		if e.Name == "True" || e.Name == "False" {
			value = e.Name == "True"
		}
	}
	raw, err := json.Marshal(value)
	return string(raw), err
}

// SampleSpan is the place of a key in a sample file, with its quotes; the start
// of the object where it is not there.
func SampleSpan(src, name string) text.Span {
	keys, _ := sampleKeys(src)
	for _, k := range keys {
		if k.name == name {
			return text.Span{Start: k.span.Start - 1, End: k.span.End + 1}
		}
	}
	at := strings.IndexByte(src, '{')
	if at < 0 {
		return text.Span{}
	}
	return text.Span{Start: at, End: at + 1}
}

// SpanAt is what to show for the position of a run's error, which is that of
// an operator, a parenthesis or a keyword: the smallest expression or statement
// that is made by it.
func SpanAt(f *playbook.File, p syntax.Position) text.Span {
	off := f.Offset(p)
	var best syntax.Node
	syntax.Walk(f.Tree, func(n syntax.Node) bool {
		at := -1
		switch n := n.(type) {
		case *syntax.CallExpr:
			at = f.Offset(n.Lparen)
		case *syntax.BinaryExpr:
			at = f.Offset(n.OpPos)
		case *syntax.DotExpr:
			at = f.Offset(n.Dot)
		case *syntax.IndexExpr:
			at = f.Offset(n.Lbrack)
		case *syntax.LoadStmt:
			if f.Offset(n.Load) == off {
				best = n.Module
			}
		case *syntax.Literal, *syntax.Ident:
			at = f.Span(n).Start
		case *syntax.AssignStmt:
			at = f.Offset(n.OpPos)
		}
		if at == off && best == nil {
			best = n
		}
		return true
	})
	if best != nil {
		return f.Span(best)
	}
	if s, ok := nameAt(f.Source, off); ok {
		return s
	}
	return text.Span{Start: off, End: min(off+1, len(f.Source))}
}
