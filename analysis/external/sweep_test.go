package external_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"go.starlark.net/starlark"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

// calls has every builtin and every method with all its arguments: a function,
// or a receiver and a method, then the arguments. The runs of the calls as they
// stand succeed.
var calls = []string{
	`abs|1`, `all|[1]`, `any|[1]`, `bool|1`, `bytes|"a"`, `bytes|[1]`, `chr|65`, `dict|[("a", 1)]|b = 2`, `dict|{"a": 1}`, `dir|1`, `enumerate|["a"]|1`,
	`float|1`, `getattr|s|"a"|1`, `hasattr|s|"a"`, `hash|"a"`, `int|"1"|10`, `int|1`, `len|[1]`, `list|[1]`, `max|1|2`, `max|[1, 2]|key = str`,
	`min|1|2|3`, `min|[1, 2]|key = str`, `ord|"a"`, `print|1|sep = ""`, `range|1`, `range|1|2|3`, `repr|1`, `reversed|[1]`, `set|[1]`,
	`sorted|[1, 2]|key = str|reverse = True`, `sorted|[1, 2]|reverse = True`, `sorted|[1]|reverse = True`, `str|1`, `struct|a = 1`, `tuple|[1]`, `type|1`, `zip|[1]|[2]`,
	`json.encode|1`, `json.encode_indent|1|prefix = ""|indent = " "`, `json.decode|"1"`, `json.decode|"1"|2`, `json.indent|"1"|prefix = ""|indent = " "`,
	`concat|"a"|"b"|sep = ""`,

	`"a".capitalize`, `"a".codepoint_ords`, `"a".codepoints`, `"a".count|"a"|0|1`, `"a".elem_ords`, `"a".elems`,
	`"z".endswith|"a"|0|1`, `"a".find|"a"|0|1`, `"{}{k}".format|1|k = 2`, `"{}".format|1|2|k = 2`, `"a".index|"a"|0|1`, `"a".isalnum`, `"a".isalpha`, `"a".isdigit`,
	`"a".islower`, `"a".isspace`, `"a".istitle`, `"a".isupper`, `",".join|["a"]`, `"a".lower`, `"a".lstrip|"a"`, `"a".partition|"a"`,
	`"a".removeprefix|"a"`, `"a".removesuffix|"a"`, `"a".replace|"a"|"b"|1`, `"a".rfind|"a"|0|1`, `"a".rindex|"a"|0|1`, `"a".rpartition|"a"`,
	`"a".rsplit|"a"|1`, `"a".rstrip|"a"`, `"a".split|"a"|1`, `"a".splitlines|True`, `"z".startswith|"a"|0|1`, `"z".startswith|("a", "b")`, `"a".strip|"a"`, `"a".title`, `"a".upper`,
	`b"a".elems`,
	`l.append|1`, `l.clear`, `l.extend|[1]`, `l.index|1|0|1`, `l.insert|0|1`, `l.pop|0`, `l.remove|1`,
	`d.clear`, `d.get|"a"|1`, `d.items`, `d.keys`, `d.pop|"a"|1`, `d.popitem`, `d.setdefault|"a"|1`, `d.setdefault|"new"|1`, `d.update|[("a", 1)]|b = 1`,
	`d.update|{"a": 1}`, `d.values`,
	`t.add|2`, `t.clear`, `t.difference|[1]`, `t.discard|1`, `t.intersection|[1]`, `t.issubset|[1]`, `t.issuperset|[1]`, `t.pop`, `t.remove|1`,
	`t.symmetric_difference|[1]`, `t.union|[1]`, `t.update|[1]`,
}

// operations are those of two operands, and of one with a place in it.
var operations = []string{
	`1 + @`, `@ + 1`, `1.5 + @`, `"a" + @`, `@ + "a"`, `b"a" + @`, `l + @`, `@ + l`, `(1,) + @`, `@ + (1,)`, `s + @`, `@ + s`, `None + @`,
	`1 - @`, `@ - 1`, `t - @`, `@ - t`, `2 * @`, `@ * 2`, `"a" * @`, `l * @`, `(1,) * @`, `b"a" * @`, `1 / @`, `@ / 1`, `1 // @`, `@ // 1`, `1 % @`, `@ % 1`,
	`"%d" % @`, `"%s" % @`, `"a" % @`, `"%(a)s" % @`, `"%c" % @`, `"%x%s" % (1, @)`,
	`1 | @`, `@ | 1`, `d | @`, `@ | d`, `t | @`, `@ | t`, `1 & @`, `t & @`, `@ & t`, `1 ^ @`, `t ^ @`, `@ ^ t`, `1 << @`, `@ << 1`, `1 >> @`, `@ >> 1`,
	`1 < @`, `@ < "a"`, `l <= @`, `@ <= l`, `(1,) > @`, `@ > (1,)`, `t >= @`, `@ >= t`, `d < @`, `s < @`,
	`1 == @`, `l == @`, `(1,) != @`, `s == @`, `d == @`, `t == @`,
	`1 in @`, `@ in "abc"`, `@ in b"abc"`, `@ in l`, `@ in (1,)`, `@ in d`, `@ in t`, `@ in range(3)`, `@ not in [1]`,
	`-@`, `+@`, `~@`, `not @`, `@[0]`, `@["a"]`, `l[@]`, `d[@]`, `"a"[@]`, `(1,)[@]`, `range(3)[@]`, `b"a"[@]`, `@[0:1]`, `l[@:]`, `l[:@]`, `l[::@]`, `"a"[@:]`, `range(3)[@:]`,
	`@.a`, `@.a()`, `@()`, `[x for x in @]`, `{@: 1}`, `{1: @}`, `{k: 1 for k in [@]}`, `[a for a, b in [@]]`, `f(*@)`, `f(**@)`, `f(a = 1, **@)`, `(lambda x: x)(@)`,
	`@ if @ else 1`, `[1 for x in l if @]`,
}

// statements are what else may be done with a value.
var statements = []string{
	"l[@] = 1", "l[0] = @", "d[@] = 1", "d[\"k\"] = @", "l += @", "d |= @", "t |= @", "n = 1; n += @", "n = 1; n -= @", "n = \"a\"; n *= @", "n = s; n += @", "l[0] += @",
	"d[\"a\"] += @", "a, b = @", "[a] = @", "(a, b), c = @", "s.a = @", "@.a = 1", "for x in @: pass", "for a, b in [@]: pass", "if @: pass",
}

// inPlaces are the values that are tried in each place, around external text.
var inPlaces = []string{`v`, `[v]`, `(v,)`, `{"a": v}`, `{"a": 1, "b": v}`, `struct(a = v)`, `[(v, 1)]`, `[1, v]`, `"a" + v`}

// programsOf are the statements that a test tries.
func programsOf() []string {
	var out []string
	for _, c := range calls {
		parts := strings.Split(c, "|")
		for i := 1; i < len(parts); i++ {
			for _, x := range inPlaces {
				args := slices.Clone(parts)
				if name, _, ok := strings.Cut(args[i], " = "); ok {
					x = name + " = " + x
				}
				args[i] = x
				out = append(out, "x = "+parts[0]+"("+strings.Join(args[1:], ", ")+")")
			}
		}
	}
	for _, list := range [][]string{operations, statements} {
		for i, o := range list {
			for _, x := range inPlaces {
				if strings.Contains(o, ":") && strings.HasPrefix(o, "for") || strings.HasPrefix(o, "if") {
					out = append(out, strings.ReplaceAll(o, "@", x))
					continue
				}
				s := strings.ReplaceAll(o, "@", "("+x+")")
				if len(list) == len(operations) && list[i] == operations[i] {
					s = "x = " + s
				}
				out = append(out, s)
			}
		}
	}
	return out
}

const sweepHead = `v = param("v")
l = [1]; d = {"a": 1}; t = set([1]); s = struct(a = 1); bot = agent("b")
def f(*args, **kwargs): return 1
`

// Each builtin, method, operator and statement with external text in each
// place: where the run fails for it, the analysis says so at the place, and
// where it does not the analysis finds no error.
func TestWhatFailsForExternalTextInAnyPlaceIsReported(t *testing.T) {
	covered := map[string]bool{}
	for _, c := range calls {
		name, _, _ := strings.Cut(c, "|")
		covered[name[strings.LastIndex(name, ".")+1:]] = true
	}
	for name := range starlark.Universe {
		switch name {
		case "None", "True", "False", "fail":
			continue
		}
		if !covered[name] {
			t.Errorf("the builtin %s is not tried", name)
		}
	}
	for _, v := range []starlark.HasAttrs{starlark.String(""), starlark.Bytes(""), starlark.NewList(nil), starlark.NewDict(0), starlark.NewSet(0)} {
		for _, name := range v.AttrNames() {
			if !covered[name] {
				t.Errorf("the method %s is not tried", name)
			}
		}
	}
	for _, stmt := range programsOf() {
		files := map[string]string{playbooktest.EntryID: sweepHead + stmt + "\nplaybook(\"p\", steps = [step(\"s\", agent = bot, prompt = \"a\")])\n"}
		plan, err := playbook.Compile(context.Background(), playbooktest.EntryID, map[string]any{"v": "SECRET"}, playbook.Options{Loader: playbooktest.Files(files), RecordConversions: true})
		for _, mode := range []struct {
			name    string
			analyze func(context.Context, external.Workspace, string) *external.Result
		}{{"", external.Analyze}, {" in coarse mode", external.AnalyzeCoarse}} {
			ws := workspace(files)
			r := mode.analyze(context.Background(), ws, playbooktest.EntryID)
			if msg := judgedRight(stmt, ws, r, plan, err); msg != "" {
				t.Errorf("%s%s: %s", stmt, mode.name, msg)
			}
		}
	}
}

// judgedRight compares what was found with what a run said.
func judgedRight(stmt string, ws *memory, r *external.Result, plan *playbook.Plan, err error) string {
	var said []string
	bad := false
	for _, x := range r.Findings[playbooktest.EntryID] {
		if x.Code != "PB029" && x.Severity >= finding.Info {
			said = append(said, x.Code+" "+x.Severity.String())
			bad = bad || x.Severity == finding.Error
		}
	}
	var failure *playbook.Error
	if errors.As(err, &failure) {
		if len(said) == 0 && strings.Contains(failure.Msg, "external") {
			return fmt.Sprintf("the run ends with %s and nothing is found", failure.Msg)
		}
		return ""
	}
	if err != nil {
		return err.Error()
	}
	stops := strings.Contains(stmt, ".issubset") || strings.Contains(stmt, ".issuperset") // at the first that decides
	if bad && !stops && r.Incomplete == nil {
		return fmt.Sprintf("the run ends well, found was %v", said)
	}
	for _, c := range plan.Conversions {
		if !covers(ws, r, c.Pos, finding.Info, "PB001", "PB010") {
			return "the conversion at " + c.Pos.String() + " is not reported"
		}
	}
	return ""
}
