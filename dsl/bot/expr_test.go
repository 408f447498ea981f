package bot

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// form writes an expression with parentheses around every operation.
func form(e *Expr) string {
	args := make([]string, len(e.Args))
	for i, a := range e.Args {
		args[i] = form(a)
	}
	switch e.Kind {
	case ExprString:
		return fmt.Sprintf("%q", e.Text)
	case ExprPath:
		var words []string
		for _, p := range e.Path {
			words = append(words, p.Text)
		}
		return strings.Join(words, ".")
	case ExprUnary:
		return "(" + e.Op + args[0] + ")"
	case ExprBinary:
		return "(" + args[0] + " " + e.Op + " " + args[1] + ")"
	case ExprCall:
		if n := len(args) - 1; len(e.Params) > 0 {
			var params []string
			for _, p := range e.Params {
				params = append(params, p.Text)
			}
			args[n] = strings.Join(params, " ") + " => " + args[n]
		}
		return e.Op + "(" + strings.Join(args, ", ") + ")"
	case ExprIndex:
		return args[0] + "[" + args[1] + "]"
	case ExprList:
		return "[" + strings.Join(args, ", ") + "]"
	case ExprObject:
		return "{" + strings.Join(args, ", ") + "}"
	}
	return e.Text
}

func TestExpressionsBindAsTheEngineBindsThem(t *testing.T) {
	cases := []struct{ name, src, want string }{
		{"or is weaker than and", "a || b && c", "(a || (b && c))"},
		{"words are operators", "not a and b or c", "(((!a) && b) || c)"},
		{"not covers a comparison", "!a == b", "(!(a == b))"},
		{"products before sums", "1 + 2 * 3 - 4", "((1 + (2 * 3)) - 4)"},
		{"a sign binds its operand", "-a * -2", "((-a) * (-2))"},
		{"groups", "(a || b) && c", "((a || b) && c)"},
		{"paths and numbers", "outputs.n.field >= 1.5", "(outputs.n.field >= 1.5)"},
		{"both quotes and escapes", `'it\'s' == "a\tb"`, `("it's" == "a\tb")`},
		{"text outside ASCII in a string", "'— é'", `"— é"`},
		{"a subscript and a field behind it", "a.b[0].c['d']", `a.b[0]["c"]["d"]`},
		{"calls", "if(length(x) > 0, join(x, ','), '')", `if((length(x) > 0), join(x, ","), "")`},
		{"a lambda", "map(xs, x => x.id)", "map(xs, x => x.id)"},
		{"a lambda of two", "reduce(xs, 0, (acc, x) => acc + x)", "reduce(xs, 0, acc x => (acc + x))"},
		{"literals of collections", "[1, 'a'] == {k: 1, 'l': 2}", `([1, "a"] == {1, 2})`},
		{"true and false", "true != false", "(true != false)"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			e, err := ParseExpr(c.src)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, form(e)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			e.Walk(func(x *Expr) bool {
				if x.Span.Start < 0 || x.Span.End > len(c.src) || x.Span.Empty() {
					t.Errorf("span %v of %s", x.Span, form(x))
				}
				return true
			})
		})
	}
}

func TestExpressionErrorsPointAtTheFault(t *testing.T) {
	cases := []struct {
		name, src, kind, got string
		at                   int
	}{
		{"nothing", "", "unfinished", "", 0},
		{"an operator at the end", "a +", "unfinished", "", 3},
		{"a lone equals sign", "a = b", "lone-operator", "=", 2},
		{"a lone bar", "a | b", "lone-operator", "|", 2},
		{"an unknown function", "size(a)", "unknown-function", "size", 0},
		{"an open parenthesis", "(a", "expected", "", 2},
		{"an open string", "a == 'b", "unclosed-string", "'b", 5},
		{"two values", "a b", "trailing", "b", 2},
		{"a comparison of comparisons", "a < b < c", "trailing", "<", 6},
		{"a template", "{{vars.x}}", "unexpected", "{", 1},
		{"a dot without a name", "a.", "expected", "", 2},
		{"a foreign character", "a — b", "character", "—", 2},
		{"a number of too many digits", "99999999999999999999", "number", "99999999999999999999", 0},
		{"a lambda elsewhere", "x => x", "trailing", "=>", 2},
		{"a lambda of too many parameters", "map(a, (x, y) => x)", "lambda-parameters", "(", 7},
		{"a lambda that hides a namespace", "map(a, vars => vars)", "reserved-parameter", "vars", 7},
		{"a nest without end", strings.Repeat("(", 300), "too-deep", "(", 256},
		{"a text that is no expression", strings.Repeat("x", MaxExpr+1), "too-long", "", 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			e, err := ParseExpr(c.src)
			if err == nil {
				t.Fatalf("it parses: %s", form(e))
			}
			if err.Kind != c.kind || err.Got != c.got || err.Span.Start != c.at || err.Message == "" {
				t.Errorf("got %s %q at %d, want %s %q at %d", err.Kind, err.Got, err.Span.Start, c.kind, c.got, c.at)
			}
		})
	}
}

func TestExpressionReferencesLeaveOutParameters(t *testing.T) {
	e, err := ParseExpr("length(filter(outputs.a.list, x => x.ok && vars.v)) > input.n || x")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	e.Refs(func(p *Expr) { got = append(got, form(p)) })
	if diff := cmp.Diff([]string{"outputs.a.list", "vars.v", "input.n", "x"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func FuzzParseExpr(f *testing.F) {
	for _, s := range []string{"a && !b", "map(xs, x => x.id)[0]", "'é", "{a: [1,", "-(1 + 2) * 3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		e, err := ParseExpr(s)
		if (e == nil) == (err == nil) {
			t.Fatalf("tree %v, error %v", e, err)
		}
		if err != nil && (err.Span.Start > err.Span.End || err.Span.End > len(s)) {
			t.Fatalf("span %v of %d bytes", err.Span, len(s))
		}
		e.Walk(func(x *Expr) bool {
			if x.Span.Start > x.Span.End || x.Span.End > len(s) {
				t.Fatalf("span %v of %d bytes", x.Span, len(s))
			}
			return true
		})
	})
}
