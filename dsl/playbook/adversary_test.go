package playbook_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"go.starlark.net/lib/json"
	"go.starlark.net/starlark"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

// marked is what the launch supplies here, of the alphabet of secrets.
const marked = "ЖЩЮЯЫЭДЛФ漢字書"

// callables is everything that a playbook can call by name, method or module.
func callables(t *testing.T) []string {
	t.Helper()
	var all []string
	for name, v := range starlark.Universe {
		if _, ok := v.(*starlark.Builtin); ok {
			all = append(all, name)
		}
	}
	for _, name := range playbook.Predeclared() {
		if _, ok := playbook.LookupSignature(name); ok || name == "struct" {
			all = append(all, name)
		}
	}
	for name := range json.Module.Members {
		all = append(all, "json."+name)
	}
	for receiver, v := range map[string]starlark.HasAttrs{
		`"a b"`: starlark.String(""), `b"ab"`: starlark.Bytes(""), `["a"]`: starlark.NewList(nil),
		`{"a": "b"}`: starlark.NewDict(0), `set(["a"])`: starlark.NewSet(0),
	} {
		for _, name := range v.AttrNames() {
			all = append(all, receiver+"."+name)
		}
	}
	all = append(all, "v", "v.upper", `getattr(v, "format")`, `"{} {!r}".format`, `(lambda *a, **k: (a, k))`, "bot")
	slices.Sort(all)
	if len(all) < 110 {
		t.Fatalf("only %d callables: %q", len(all), all)
	}
	return all
}

// forms are the ways in which the value gets into an operation.
var forms = []string{
	"v", `("a" + v)`, "str(v)", "v.upper", "[v]", "(v,)", `{"k": v}`, "struct(a = v)", "[[v], {1: (v,)}]", "(lambda *a, **k: v)", `json.encode(str([v, "a"]))`,
}

// adversary tries one program and fails where something shows.
func adversary(t *testing.T, body string, ends map[string]int) {
	t.Helper()
	p := playbooktest.Program{
		Files: playbooktest.Files{playbooktest.EntryID: "v = param(\"v\")\nw = param(\"w\")\nbot = agent(\"bot\")\nx = v\n" + body + "\n" +
			"playbook(\"p\", doc = \"d\", steps = [step(\"s\", agent = bot, prompt = x if type(x) in [\"string\", \"external_text\"] else \"p\", context = {\"c\": [v, \"\", w]})])\n"},
		Launch:  map[string]any{"v": marked, "w": "見日月😀🦊🐙"},
		Secrets: []string{marked, "見日月😀🦊🐙"},
	}
	opt := playbook.Options{Loader: p.Files, RecordConversions: true, Limits: playbook.Limits{Steps: 10_000, PrintBytes: 2_000}}
	plan, err := playbook.Compile(context.Background(), playbooktest.EntryID, p.Launch, opt)
	if complaint := playbooktest.CheckWithheld(plan, err, p.Secrets); complaint != "" {
		t.Errorf("%s\n%s", complaint, p)
	}
	end := "ok"
	if e := (*playbook.Error)(nil); errors.As(err, &e) {
		end = string(e.Name)
	}
	if end == string(playbook.SyntaxErrorName) || end == string(playbook.ResolveErrorName) {
		t.Errorf("%v\n%s", err, p)
	}
	ends[end]++
}

// share says which part of what there is to try is tried: all of it in long
// runs, where to begin and one in how many in short ones.
func share(t *testing.T) (begin, every uint64) {
	t.Helper()
	first, n := programs(t)
	if n >= 10_000 {
		return first, 1
	}
	return first, 6
}

// Every builtin, constructor and method gets the value at every position, in
// every form, among arguments that it may like; what it gives is printed. In
// short runs each form of each has a part of the calls, another by seed.
func TestNoCallShowsTheValueAtAnyPosition(t *testing.T) {
	turn, every := share(t)
	ends := map[string]int{}
	others := []string{`"a"`, "1", `["a"]`, "(lambda *a: str(a))"}
	for _, f := range callables(t) {
		for _, form := range forms {
			calls := []string{form, "*[" + form + "]", `**{"a": ` + form + `, "sep": ` + form + "}", form + ", " + form}
			for _, o := range others {
				calls = append(calls, form+", "+o, o+", "+form)
			}
			for _, o := range others[:2] {
				calls = append(calls, o+", "+o+", "+form, form+", "+o+", "+o)
			}
			for _, arguments := range calls {
				if turn++; turn%every == 0 {
					adversary(t, "y = "+f+"("+arguments+")\nprint(y, repr(y), type(y), [y])\nx = y", ends)
				}
			}
			turn++
		}
	}
	t.Log(ends)
	for _, name := range []playbook.ErrorName{"ok", playbook.StarlarkError, playbook.ExternalConverted, playbook.ExternalMethod, playbook.ExternalMisplaced, playbook.BadArgument} {
		if ends[string(name)] == 0 {
			t.Errorf("no run ends in %s", name)
		}
	}
}

// Every argument of every constructor gets the value in every form, the others
// being right.
func TestNoConstructorShowsTheValueInAnyArgument(t *testing.T) {
	ends := map[string]int{}
	for _, sig := range playbook.Signatures() {
		if sig.Variadic != nil {
			continue
		}
		right := map[string]string{"name": `"n"`, "agent": "bot", "prompt": `"p"`, "question": `"q"`, "steps": "[]"}
		if sig.Name == "playbook" {
			right["name"] = `"q"`
		}
		for i := range sig.Args {
			for _, form := range append([]string{`param("v2", required = False)`, "param(\"z\", default = v)"}, forms...) {
				var args []string
				for j, a := range sig.Args {
					switch {
					case i == j:
						args = append(args, a.Name+" = "+form)
					case a.Required:
						args = append(args, a.Name+" = "+right[a.Name])
					}
				}
				adversary(t, fmt.Sprintf("y = %s(%s)\nprint(y)", sig.Name, strings.Join(args, ", ")), ends)
			}
		}
	}
	t.Log(ends)
}

// Every operator, statement and kind of argument meets the value. Short runs
// have a part of the operands, another by seed.
func TestNoOperationShowsTheValue(t *testing.T) {
	turn, every := share(t)
	ends := map[string]int{}
	others := []string{`"a"`, "1", "None", `b"b"`, `["a"]`, `{"a": 1}`, `set(["a"])`, "len", "w", `"%s %r"`, `"%(k)s"`}
	for _, form := range forms {
		for _, op := range strings.Fields("+ - * / // % & | ^ << >> == != < <= > >= and or in not_in") {
			op = strings.ReplaceAll(op, "_", " ")
			for _, o := range others {
				if turn++; turn%every == 0 {
					adversary(t, fmt.Sprintf("y = %s %s %s\nprint(y, repr([y]))\nx = y", form, op, o), ends)
					adversary(t, fmt.Sprintf("y = %s %s %s\nprint(y, repr([y]))\nx = y", o, op, form), ends)
				}
			}
		}
		for _, op := range strings.Fields("+= -= *= /= //= %= &= |= ^= <<= >>=") {
			adversary(t, fmt.Sprintf("y = %s\ny %s %s\nprint(y)\nx = y", form, op, form), ends)
		}
		for _, body := range []string{
			"y = -F", "y = +F", "y = ~F", "y = not F", "y = F[0]", "y = F[0:1]", "y = F[F]", "y = F[F:F:F]", `y = F["k"]`, `y = {"a": 1}[F]`, "y = [1][F]", `y = "a"[F:]`,
			"y = F.a", "y = F.a.b", "y = F.a()", "y = F()", "F[0] = 1\ny = F", "F.a = 1\ny = F", "y = [1]\ny[F] = 1", "y = {}\ny[F] = F", "a, b = F\ny = a", "(a,) = F\ny = a", "[a, b, c] = F\ny = b",
			"y = 0\nfor c in F:\n    y = c", "y = [c for c in F]", "y = {c: 1 for c in F}", "y = [c for c in [F] if c]", "y = (lambda *a: a)(*F)", "y = (lambda **k: k)(**F)", "y = (lambda k = F: k)()",
			"def f(n):\n    return f(n)\ny = f(F)", "def f(a, b):\n    return a\ny = f(F)", "def f(a):\n    return a\ny = f(b = F)", "def f(a):\n    return a\ny = f(F, F)", "def f(a, *b, **c):\n    return (a, b, c)\ny = f(F, F, d = F)",
			"y = F if F else F", "y = {F: 1}", `y = {"a": F, "a": F}`, `y = {str(F): 1, str(F): 2}`, "y = sorted([F, F])", "y = sorted([(F, 1), (F, 2)])", "y = max([F], key = str)", "y = sorted([F, 1], key = lambda c: c)",
			"y = fail(F)", `y = fail("a", F, sep = "-")`, "y = fail(sep = F)", `y = print("a", F, sep = "-")`, "y = [F]\ny.append(y)\nprint(y)", "y = {}\ny[\"y\"] = y\ny[\"f\"] = F", "y = [F]\nfor c in y:\n    y.append(c)",
			"y = F\nfor i in range(9):\n    y = [y, y]", "y = F\nfor i in range(200):\n    y = [y]", "y = 1\nfor i in range(100000):\n    y = F", "for i in range(300):\n    print(F)\ny = 1", "y = \"\"\nfor i in range(300):\n    y += str(F)",
			"y = F\nfor i in range(12):\n    y = y + y", "y = hasattr(F, \"a\")", `y = getattr(F, "a", F)`, `y = getattr(F, str(F), 1)`, "y = dir(F)", "y = type(F)", "y = bytes(str(F))", "y = hash(str(F))", "y = int(str(F), 36)",
			`y = json.decode(str(F))`, `y = json.decode("[" + str(F) + "]")`, `y = json.encode(F)`, `y = json.encode({"a": [F]})`, `y = json.indent(str(F), prefix = "a")`, "y = float(str(F))", "y = str(F).index(str(F), 1)", `y = ("%" + str(F)) % 1`, `y = ("{" + str(F) + "}").format(F)`,
			`y = param(str(F))`, `y = param("q", kind = str(F))`, `y = param("v")`, `y = param("q", kind = "choice", choices = [str(F)])`, "y = step(\"s\", agent = bot, prompt = F)", "y = chr(ord(str(F)[0:1]))", `y = [chr(c) for c in str(F).codepoint_ords()]`, `y = list(bytes(str(F)).elems())`,
			"y = struct(**{str(F): F})", "y = dict([(1, F)], **{str(F): F})", "y = struct(a = F) == struct(a = F)", "y = struct(a = F) + struct(b = F)", "y = (F, 1) < (F, 2)", "y = [F] * 3", "y = set([1]).union([F])", "y = zip([F], [F], F)", "y = enumerate([F], F)",
		} {
			adversary(t, strings.ReplaceAll(body, "F", form)+"\nprint(y, repr(y))\nx = y", ends)
		}
	}
	t.Log(ends)
}

// A value of another kind than the parameter's, and launches that are not
// whole, are refused without a word of what was supplied.
func TestNoRefusedLaunchShowsTheValue(t *testing.T) {
	values := map[string]any{
		"a string": marked, "a list": []any{marked, map[string]any{marked: marked}}, "an object": map[string]any{"k": marked}, "broken text": marked + "\xff" + marked,
		"a marker": playbook.ExternalOpen + marked + playbook.ExternalClose, "a large one": strings.Repeat(marked, 20_000), "a huge one": strings.Repeat(marked, 100_000), "a placeholder": playbook.Placeholder + marked,
	}
	for _, kind := range []string{"text", "int", "flag", "choice"} {
		for _, name := range slices.Sorted(maps.Keys(values)) {
			t.Run(kind+"/"+name, func(t *testing.T) {
				choices := ""
				if kind == "choice" {
					choices = `, choices = ["a", "b"]`
				}
				files := playbooktest.Files{playbooktest.EntryID: fmt.Sprintf("p = param(\"p\", kind = %q%s)\nprint(p, [p])\nplaybook(\"b\", steps = [gate(\"g\", question = p if type(p) != \"int\" else \"q\")])\n", kind, choices)}
				for _, launch := range []map[string]any{{"p": values[name]}, {"other": values[name]}, {"p": values[name], "other": values[name]}} {
					plan, err := playbook.Compile(context.Background(), playbooktest.EntryID, launch, playbook.Options{Loader: files})
					if complaint := playbooktest.CheckWithheld(plan, err, []string{marked}); complaint != "" {
						t.Error(complaint)
					}
				}
			})
		}
	}
}

// What cannot be read as launch values is refused without repeating it.
func TestNoLaunchThatIsNotJSONShowsTheValue(t *testing.T) {
	for _, src := range []string{
		`{"v": "M`, `{"v": M}`, `{"v": "M" "w"}`, `{"v": "M",}`, `{"v": "M"} M`, `["M"]`, `"M"`, `M`, `{"v": "M\ud800"}`, "{\"v\": \"M\xff\"}", `{"v": "\qM"}`, `{"v": {"M": M}}`, `{"v": ["M", tru]}`, `{"v": "M", "v": "M"}`, `{"v": 1M}`, `{"v": "M` + "\n" + `"}`, `{"v": nulM}`,
	} {
		values, err := playbook.DecodeLaunch([]byte(strings.ReplaceAll(src, "M", marked)))
		if err == nil {
			t.Errorf("%s is read as %v", src, values)
			continue
		}
		for e := err; e != nil; e = errors.Unwrap(e) {
			if p := leak(everyForm(e), []string{marked}); p != "" {
				t.Errorf("%s: the error shows %q: %v", src, p, e)
			}
		}
	}
}
