package botcheck

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// fieldType is the type of a field of vars or a schema, empty where it cannot
// be read.
func fieldType(p *bot.Prop) string {
	if p == nil || p.Value == nil {
		return ""
	}
	switch t := strings.ReplaceAll(p.Value.Text, " ", ""); t {
	case "string", "bool", "int", "float", "json", "string[]", "file":
		return t
	}
	return ""
}

// types checks the comparisons of an expression. What it cannot type it holds
// for right.
func (s scope) types(e *bot.Expr) {
	e.Walk(func(x *bot.Expr) bool {
		switch {
		case len(x.Params) > 0:
			// The words of a lambda's body are no fields.
			for _, a := range x.Args[:len(x.Args)-1] {
				s.types(a)
			}
			return false
		case x.Kind == bot.ExprIndex:
			switch t := s.typeOf(x.Args[0]); t {
			case "string", "bool", "int", "float":
				s.c.add(issue{
					code: "BOT403", engine: "C120", kind: "subscript", name: t, at: s.src.place(x.Args[1].Span),
					message: "a " + t + " has no elements, so the subscript reads nothing; drop it",
				})
			}
		case x.Kind != bot.ExprBinary:
		case x.Op == "==", x.Op == "!=":
			s.enum(x.Args[0], x.Args[1])
			s.enum(x.Args[1], x.Args[0])
			s.comparable(x)
		case x.Op == "<", x.Op == "<=", x.Op == ">", x.Op == ">=":
			s.comparable(x)
		}
		return true
	})
}

// enum is a closed set of words in their order: what the constraints of a
// field allow, nothing without one, or the parameters of a group.
type enum struct {
	words []string
	has   map[string]bool
}

func enumOf(file *bot.File, field *bot.Prop) enum {
	x := enum{has: map[string]bool{}}
	for _, k := range field.Constraints {
		if k.Name.Text == "enum" {
			for _, v := range k.Values {
				w := file.ValueText(v)
				x.words, x.has[w] = append(x.words, w), true
			}
		}
	}
	return x
}

// enum reports a comparison of an enum with a word outside it.
func (s scope) enum(path, lit *bot.Expr) {
	if path.Kind != bot.ExprPath || lit.Kind != bot.ExprString {
		return
	}
	f, file := s.field(path)
	if f == nil || f.Broken {
		return
	}
	members, known := s.c.enums[f]
	if !known {
		members = enumOf(file.File, f)
		s.c.enums[f] = members
	}
	if len(members.words) == 0 || members.has[lit.Text] {
		return
	}
	at := s.literal(lit)
	hint, fixes := s.c.didYouMean(lit.Text, members.words, at, false)
	s.c.add(issue{
		code: "BOT403", engine: "C121", kind: "enum", name: lit.Text, at: at,
		message: "the value " + finding.Quote(lit.Text) + " is none of the enum of " + finding.Quote(path.Path[len(path.Path)-1].Text) +
			", so the comparison is decided beforehand; correct it or extend the enum" + hint,
		fixes:   fixes,
		related: related(place(file.Path, f.Name.Span), "the field"),
	})
}

// comparable reports operands whose types never match.
func (s scope) comparable(x *bot.Expr) {
	a, b := s.typeOf(x.Args[0]), s.typeOf(x.Args[1])
	numeric := func(t string) bool { return t == "int" || t == "float" }
	if a == "" || b == "" || a == b || numeric(a) && numeric(b) {
		return
	}
	s.c.add(issue{
		code: "BOT403", engine: "C107", kind: "operands", name: x.Op, at: s.src.place(x.Span),
		message: "the comparison of a " + a + " with a " + b + " does not behave as written; compare equal types",
	})
}

// field is the schema's field that a path reads, with the file that declares
// it; nil where that is not known.
func (s scope) field(e *bot.Expr) (*bot.Prop, *bot.UnitFile) {
	var words []string
	for _, p := range e.Path {
		words = append(words, p.Text)
	}
	from, name := s.input, words[0]
	switch words[0] {
	case "outputs":
		n, _, taken := s.c.outputsPath(words[1:], s.prefix)
		if n == nil || 1+taken >= len(words) {
			return nil, nil
		}
		from, name = n.out, words[1+taken]
	case "input":
		if len(words) < 2 {
			return nil, nil
		}
		name = words[1]
	case "vars", "artifacts", "loop", "run":
		return nil, nil
	}
	if from == nil || strings.HasPrefix(name, "_") {
		return nil, nil
	}
	return from.fields[name], from.file
}

// typeOf is the type of an expression, empty where it is not certain.
func (s scope) typeOf(e *bot.Expr) string {
	switch e.Kind {
	case bot.ExprBool:
		return "bool"
	case bot.ExprInt:
		return "int"
	case bot.ExprFloat:
		return "float"
	case bot.ExprString:
		return "string"
	case bot.ExprPath:
		return s.pathType(e)
	case bot.ExprUnary:
		if e.Op == "!" {
			return "bool"
		}
		if t := s.typeOf(e.Args[0]); t == "int" || t == "float" {
			return t
		}
	case bot.ExprBinary:
		switch e.Op {
		case "+", "-", "*", "/", "%":
			return ""
		}
		return "bool"
	case bot.ExprCall:
		switch e.Op {
		case "length":
			return "int"
		case "contains":
			return "bool"
		case "join":
			return "string"
		}
	}
	return ""
}

func (s scope) pathType(e *bot.Expr) string {
	if e.Path[0].Text == "vars" && len(e.Path) == 2 {
		v := s.c.vars[e.Path[1].Text]
		if v == nil {
			return ""
		}
		if t := fieldType(v.prop); t != "json" {
			return t
		}
		return ""
	}
	f, _ := s.field(e)
	switch t := fieldType(f); t {
	case "json", "file":
		return ""
	default:
		return t
	}
}
