package botcheck

import (
	"slices"
	"strconv"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// scope is where an expression stands.
type scope struct {
	c   *checker
	src source
	// input is the schema that `input` and bare words read; nil where the
	// node names none.
	input *schema
	// node is the compute node, or the source of the edge.
	node *node
	// prefix is that of the group's use around the expression.
	prefix string
	// whole is the place of the whole string.
	whole finding.Place
}

// expressions checks the expressions of compute nodes and guards.
func (c *checker) expressions() {
	for _, n := range c.order {
		if n.Decl.Kind == bot.KindCompute {
			c.compute(n)
		}
	}
	for _, e := range c.edges {
		w := e.when()
		n := c.nodes[e.from]
		if w == nil || w.Expr == nil || e.broken || !w.Expr.Closed {
			continue
		}
		s := scope{c: c, src: value(e.file, w.Expr, nil), node: n, prefix: e.prefix, whole: e.at(w.Expr.Span)}
		if e.group != nil && strings.Contains(s.src.text, "{{") {
			continue // a parameter may stand for any part of it
		}
		x := s.parse()
		if x == nil || n == nil {
			continue
		}
		s.input = n.out
		s.edge(e, x)
	}
}

// scope gives the scope of a property's expression; ok is false where there is
// none to be read.
func (c *checker) scope(f *bot.UnitFile, p *bot.Prop, n *node) (scope, bool) {
	if _, ok := str(f, p); !ok {
		return scope{}, false
	}
	return scope{
		c: c, src: value(f, p.Value, n.Bind), node: n, input: n.in, prefix: n.prefix(), whole: place(f.Path, p.Value.Span),
	}, true
}

// compute checks the expressions of a compute node.
func (c *checker) compute(n *node) {
	p := n.Decl.Prop("expr")
	if p == nil || len(p.Block) == 0 {
		if !unsure(n.Decl) {
			c.add(issue{
				code: "BOT108", engine: "C039", kind: "expr", name: n.Name, at: place(n.Path, n.Decl.Name.Span),
				message: "the compute node " + finding.Quote(n.Name) + " computes nothing; add expr: with an expression for each field",
				fixes:   offer(nil, c.addExpr(n)),
			})
		}
		return
	}
	for _, x := range p.Block {
		s, ok := c.scope(n.UnitFile, x, n)
		if !ok {
			continue
		}
		if n.Group != nil && strings.Contains(s.src.text, "{{") {
			continue // an unbound parameter has its own finding
		}
		e := s.parse()
		if e == nil {
			continue
		}
		seen := map[string]bool{}
		e.Refs(func(e *bot.Expr) {
			// Equal paths are one to the engine; the first one is enough.
			r := s.ref(e)
			path := strings.Join(r.words(0), ".")
			if seen[path] {
				return
			}
			seen[path] = true
			switch r.name(0) {
			case "vars", "input", "outputs", "artifacts", "attachments", "secrets", "loop":
				if len(r.parts) > 1 {
					reader{c: c, node: n}.ref(r)
				}
			case "run":
			default:
				s.bare(r)
			}
		})
		s.types(e)
		if f, _ := n.out.field(x.Name.Text); f != nil && fieldType(f) == "int" {
			s.division(e, x.Name.Text)
		}
	}
}

// edge checks a guard's expression.
func (s scope) edge(e *edge, x *bot.Expr) {
	x.Refs(func(p *bot.Expr) {
		r := s.ref(p)
		switch r.name(0) {
		case "outputs":
			n, name, taken := s.c.outputsPath(r.words(1), s.prefix)
			if n == nil || n != s.node || 1+taken >= len(r.parts) || n.out == nil {
				return
			}
			i := 1 + taken
			if strings.HasPrefix(r.name(i), "_") || r.name(i) == "history" {
				return
			}
			reader{c: s.c, node: n}.field(r, i, n.out, "C014", "the output schema of "+finding.Quote(name)+",")
		case "loop":
			if len(r.parts) > 1 {
				s.c.loopRef(r)
			}
		case "vars", "input", "artifacts", "run":
		default:
			s.bare(r)
		}
	})
	s.types(x)
	if t := s.typeOf(x); x.Kind == bot.ExprPath && (t == "int" || t == "float") {
		s.c.add(issue{
			code: "BOT403", engine: "C108", kind: "numeric-guard", name: s.src.text, at: s.src.place(x.Span),
			message: "the condition is a bare " + t + ", which holds for everything but 0; write a comparison such as > 0",
		})
	}
}

// bare hints at a word that names no field of what it reads, which the engine
// does not verify.
func (s scope) bare(r ref) {
	name := r.name(0)
	if strings.HasPrefix(name, "_") || s.input == nil {
		return
	}
	if f, known := s.input.field(name); f != nil || !known {
		return
	}
	hint, fixes := s.c.didYouMean(name, slices.Concat(bot.ExprNamespaces, s.input.names), r.part(0), false)
	s.c.add(issue{
		code: "BOT210", kind: "bare-word", name: name, at: r.part(0),
		message: "the word " + finding.Quote(name) + " is no field of the schema " + finding.Quote(s.input.name) +
			", and the engine does not check it: it reads as nothing at run time" + hint,
		fixes: fixes,
	})
}

// ref is a path of the expression as a reference.
func (s scope) ref(e *bot.Expr) ref { return ref{at: s.src.place, span: e.Span, parts: e.Path} }

// parse parses the expression and reports what is wrong with it; nil where it
// does not parse.
func (s scope) parse() *bot.Expr {
	e, err := bot.ParseExpr(s.src.text)
	if err == nil {
		s.arity(e)
		return e
	}
	if err.Kind == "too-long" {
		return nil
	}
	at := s.src.place(err.Span)
	if err.Span.Empty() {
		at = s.whole
	}
	m := err.Message
	if err.Got != "" {
		m += ": " + finding.Quote(err.Got)
	}
	var fixes []finding.Fix
	if err.Kind == "unknown-function" {
		var names []string
		for _, f := range bot.ExprFunctions() {
			names = append(names, f.Name)
		}
		var hint string
		hint, fixes = s.c.didYouMean(err.Got, names, at, false)
		m += hint
	}
	s.c.add(issue{
		code: "BOT402", engine: "C040", kind: err.Kind, name: err.Got, at: at, message: "the expression does not parse: " + m, fixes: fixes,
	})
	return nil
}

// arity reports calls with a wrong number of arguments.
func (s scope) arity(e *bot.Expr) {
	e.Walk(func(x *bot.Expr) bool {
		f, ok := bot.LookupExprFunction(x.Op)
		if x.Kind != bot.ExprCall || !ok || len(x.Args) >= f.Min && (f.Max < 0 || len(x.Args) <= f.Max) {
			return true
		}
		want := strconv.Itoa(f.Min)
		if f.Max < 0 {
			want = "at least " + want
		}
		s.c.add(issue{
			code: "BOT402", engine: "C138", kind: "arguments", name: x.Op, at: s.src.place(x.OpSpan),
			message: "the function " + finding.Quote(x.Op) + " takes " + want + " arguments and has " + strconv.Itoa(len(x.Args)),
		})
		return true
	})
}

// division reports a fraction that an int field will not hold.
func (s scope) division(e *bot.Expr, field string) {
	e.Walk(func(x *bot.Expr) bool {
		if x.Kind == bot.ExprCall && (x.Op == "floor" || x.Op == "round") {
			return false
		}
		if x.Kind == bot.ExprBinary && x.Op == "/" && (s.typeOf(x.Args[0]) == "float" || s.typeOf(x.Args[1]) == "float") {
			s.c.add(issue{
				code: "BOT403", engine: "C146", kind: "division", name: field, at: s.src.place(x.Span),
				message: "the field " + finding.Quote(field) + " is an int, and this division of a float leaves a fraction, which fails the run; wrap it in floor(…) or round(…)",
			})
		}
		return true
	})
}

// literal is the place of a string's content, without its quotes.
func (s scope) literal(e *bot.Expr) finding.Place {
	return s.src.place(text.Span{Start: e.Span.Start + 1, End: max(e.Span.End-1, e.Span.Start+1)})
}
