package playbook_test

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

func TestGeneratedProgramsAreThoseOfTheirSeedAndParse(t *testing.T) {
	first, _ := programs(t)
	for seed := first; seed < first+100; seed++ {
		p, plain := playbooktest.Random(seed, false), playbooktest.Random(seed, true)
		if diff := cmp.Diff(p, playbooktest.Random(seed, false)); diff != "" {
			t.Fatalf("seed %d gives two programs:\n%s", seed, diff)
		}
		for _, q := range []playbooktest.Program{p, plain, playbooktest.GenerateChain(seed)} {
			for id, src := range q.Files {
				if f := playbook.Parse(id, []byte(src)); !f.Whole || len(f.Resolve) > 0 {
					t.Fatalf("%s: %v %v\n%s", id, f.Errors, f.Resolve, q)
				}
			}
		}
		if withoutParameters(p) != withoutParameters(plain) {
			t.Fatalf("the plain program is another one:\n%s\n%s", p, plain)
		}
	}
}

// withoutParameters is an entry without the lines that declare its parameters
// of kind text.
func withoutParameters(p playbooktest.Program) string {
	var b strings.Builder
	for line := range strings.Lines(p.Files[playbooktest.EntryID]) {
		if name, _, ok := strings.Cut(line, " = "); ok && slices.Contains([]string{"p0", "p1", "p2", "v", "w"}, name) {
			continue
		}
		b.WriteString(line)
	}
	return b.String()
}

// TestGeneratedProgramsHaveEveryOperation keeps the properties from being held
// against programs that do nothing: what playbook.md 9 lists is in the trees of
// a few thousand of them.
func TestGeneratedProgramsHaveEveryOperation(t *testing.T) {
	seen, formats := map[string]bool{}, map[string]bool{}
	for seed := range uint64(4000) {
		for id, src := range playbooktest.Random(seed, false).Files {
			tree, err := playbook.FileOptions().Parse(id, src, 0)
			if err != nil {
				t.Fatal(err)
			}
			syntax.Walk(tree, func(n syntax.Node) bool {
				note(n, seen, formats)
				return true
			})
		}
	}
	want := strings.Fields(`
		call:str call:repr call:print call:fail call:sorted call:max call:min call:type call:bool call:len call:list call:tuple call:set call:dict
		call:any call:all call:int call:float call:bytes call:ord call:chr call:abs call:range call:hash call:enumerate call:zip call:reversed call:dir
		call:hasattr call:getattr call:struct call:param call:concat call:tool call:agent call:step call:gate call:parallel call:playbook
		.format .join .upper .lower .title .capitalize .strip .lstrip .rstrip .replace .split .partition .rpartition .splitlines .removeprefix .removesuffix
		.elems .codepoints .find .rfind .index .count .startswith .endswith .isalpha .encode .encode_indent .decode .indent
		.append .extend .insert .pop .popitem .get .setdefault .update .items .values .keys
		binary:+ binary:- binary:* binary:/ binary:// binary:% binary:| binary:& binary:< binary:<= binary:> binary:== binary:!= binary:in binary:and binary:or
		unary:- unary:+ unary:~ unary:not assign:= assign:+=
		tuple list dict listcomp cond lambda index slice def for if break continue load return starred double-starred named
		constructor:system constructor:prompt constructor:question constructor:context constructor:when constructor:sep constructor:doc constructor:allow
		constructor:default constructor:required constructor:kind constructor:choices constructor:tools constructor:steps`)
	want = append(want, "binary:not in", "setindex", "unpack")
	for _, w := range want {
		if !seen[w] {
			t.Errorf("no program has %s", w)
		}
	}
	for _, w := range strings.Fields("%s %r %d %x %c %f %% %(k)s {} {0} {who} {!s} {!r} {0!r} {{ }}") {
		if !formats[w] {
			t.Errorf("no program has %s in a format", w)
		}
	}
}

var inFormat = regexp.MustCompile(`%\(\w+\)s|%[srdxcf%]|\{\{|\}\}|\{[^{}]*\}`)

// note says what a node is, in the words of the list above.
func note(n syntax.Node, seen, formats map[string]bool) {
	switch n := n.(type) {
	case *syntax.Literal:
		if s, ok := n.Value.(string); ok {
			for _, f := range inFormat.FindAllString(s, -1) {
				formats[f] = true
			}
		}
	case *syntax.CallExpr:
		if id, ok := n.Fn.(*syntax.Ident); ok {
			seen["call:"+id.Name] = true
		}
		for _, a := range n.Args {
			switch a := a.(type) {
			case *syntax.BinaryExpr:
				if id, ok := a.X.(*syntax.Ident); ok && a.Op == syntax.EQ {
					seen["named"] = true
					seen["constructor:"+id.Name] = true
				}
			case *syntax.UnaryExpr:
				switch a.Op {
				case syntax.STAR:
					seen["starred"] = true
				case syntax.STARSTAR:
					seen["double-starred"] = true
				}
			}
		}
	case *syntax.DotExpr:
		seen["."+n.Name.Name] = true
	case *syntax.BinaryExpr:
		seen["binary:"+n.Op.String()] = true
	case *syntax.UnaryExpr:
		seen["unary:"+n.Op.String()] = true
	case *syntax.AssignStmt:
		seen["assign:"+n.Op.String()] = true
		switch n.LHS.(type) {
		case *syntax.IndexExpr:
			seen["setindex"] = true
		case *syntax.TupleExpr:
			seen["unpack"] = true
		}
	case *syntax.BranchStmt:
		seen[n.Token.String()] = true
	default:
		if name := kinds[reflect.TypeOf(n)]; name != "" {
			seen[name] = true
		}
	}
}

var kinds = map[reflect.Type]string{
	reflect.TypeFor[*syntax.TupleExpr](): "tuple", reflect.TypeFor[*syntax.ListExpr](): "list", reflect.TypeFor[*syntax.DictExpr](): "dict",
	reflect.TypeFor[*syntax.Comprehension](): "listcomp", reflect.TypeFor[*syntax.CondExpr](): "cond", reflect.TypeFor[*syntax.LambdaExpr](): "lambda",
	reflect.TypeFor[*syntax.IndexExpr](): "index", reflect.TypeFor[*syntax.SliceExpr](): "slice", reflect.TypeFor[*syntax.DefStmt](): "def",
	reflect.TypeFor[*syntax.ForStmt](): "for", reflect.TypeFor[*syntax.IfStmt](): "if", reflect.TypeFor[*syntax.LoadStmt](): "load", reflect.TypeFor[*syntax.ReturnStmt](): "return",
}
