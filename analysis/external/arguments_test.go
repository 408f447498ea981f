package external_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

// Conversions, and a method, that come about in calls which are seldom written
// so.
var unusualWays = map[string]struct{ before, prompt string }{
	"the key of sorted by position":       {"x = sorted([v, \"a\"], str)", `"a"`},
	"a lambda as key by position":         {"x = sorted([v, \"a\"], lambda y: str(y))", `"a"`},
	"enumerate from a number":             {"d = {i: x for i, x in enumerate([v, \"b\"], 5)}", `str(d[5])`},
	"enumerate from an unknown number":    {"d = {i: x for i, x in enumerate([v, \"b\"], len(\"abcde\"))}", `str(d[5])`},
	"max of one list through a star":      {"x = [q for q in [[v]] if True]", `max(*x).upper()`},
	"the name of a keyword argument":      {"def f(**kw): return kw.keys()[0]", `f(**{str(v): 1})`},
	"the key of dict from a name":         {"", `dict(**{str(v): 1}).keys()[0]`},
	"the key of update from a name":       {"d = {}\nd.update(**{str(v): 1})", `list(d)[0]`},
	"the name of a field":                 {"s = struct(**{str(v): 1})", `dir(s)[0]`},
	"the name of a field in the text":     {"s = struct(**{str(v): 1})", `str(s)`},
	"the name of a field of a sum":        {"s = struct(a = 1) + struct(**{str(v): 1})", `dir(s)[-1]`},
	"the name of a field in JSON":         {"s = struct(**{str(v): 1})", `json.encode(s)`},
	"entries of either of two dicts":      {"d = {str(1): v}\ne = {str(2): \"x\"}\ndef f(**kw): return str(kw.values()[0])\ng = d if w else e", `f(**g)`},
	"a number that was added to":          {"", `chr(list(str(v).codepoint_ords())[0] + 0)`},
	"a number with its sign changed":      {"", `chr(-(-ord(list(str(v).codepoints())[0])))`},
	"a number through int":                {"", `chr(int(list(str(v).codepoint_ords())[0]))`},
	"the beginning of a range":            {"", `chr(range(list(str(v).codepoint_ords())[0], 70000)[0])`},
	"keyword arguments as the only dict":  {"def f(**kw): return kw", `str(f(z = v)["z"])`},
	"what JSON is indented with":          {"", `json.encode_indent({"a": 1}, indent = str(v))`},
	"what begins each line of JSON":       {"", `json.indent("[1]", prefix = "%s" % v)`},
	"the default of an empty dict":        {"d = {}", `str(d.pop([1], v))`},
	"surplus arguments as the only tuple": {"def f(*xs): return xs", `str(f(v)[0])`},
}

func promptOf(before, prompt string) map[string]string {
	return map[string]string{playbooktest.EntryID: "v = param(\"v\")\nw = param(\"w\")\nbot = agent(\"b\")\n" + before +
		"\nplaybook(\"p\", steps = [step(\"s\", agent = bot, prompt = " + prompt + ")])\n"}
}

func TestWhatComesByUnusualWaysIsReported(t *testing.T) {
	for name, tc := range unusualWays {
		t.Run(name, func(t *testing.T) {
			s := &subject{Program: playbooktest.Program{Files: promptOf(tc.before, tc.prompt)}, tally: map[string]int{}}
			s.plan, s.err = playbook.Compile(context.Background(), entry, map[string]any{"v": "a", "w": "b"}, playbook.Options{Loader: s.Files, RecordConversions: true})
			if !errors.As(s.err, &s.failure) && len(s.log()) == 0 || s.failure != nil && s.failure.Name == playbook.StarlarkError {
				t.Fatalf("the run converts nothing and ends with %v", s.err)
			}
			s.ws = workspace(s.Files)
			for mode, analyze := range map[string]func(context.Context, external.Workspace, string) *external.Result{
				"exact": external.Analyze, "coarse": external.AnalyzeCoarse, "flood": external.AnalyzeFlood,
			} {
				if complaint := oracle(s, analyze(context.Background(), s.ws, entry)); complaint != "" {
					t.Errorf("%s: %s", mode, complaint)
				}
			}
		})
	}
}

// What is kept apart from external text by position, key or field is plain.
func TestWhatIsKeptApartIsNotReported(t *testing.T) {
	for name, tc := range map[string]struct{ before, prompt string }{
		"the key of sorted by position":        {"x = sorted([v, \"a\"], lambda y: 1)", `x[0]`},
		"enumerate from a number":              {"d = {i: x for i, x in enumerate([\"z\", v], 5)}", `str(d[5]) + d[6]`},
		"the default of a field that is there": {"s = struct(a = \"x\")", `str(getattr(s, "a", v))`},
		"the default of a method":              {"", `getattr("x", "upper", v)()`},
		"a list backwards":                     {"x = [\"a\", v][::-1]", `x[0] + str(x[1])`},
		"every second":                         {"x = (\"a\", v, \"b\", v)[::2]", `"%s%s" % x`},
		"every second from the end":            {"x = [v, \"a\", v, \"b\"][:0:-2]", `"".join(x)`},
		"the name of another field":            {"s = struct(a = v)", `dir(s)[0]`},
	} {
		t.Run(name, func(t *testing.T) {
			files := promptOf(tc.before, tc.prompt)
			if _, err := playbook.Compile(context.Background(), entry, map[string]any{"v": "a", "w": "b"}, playbook.Options{Loader: playbooktest.Files(files)}); err != nil {
				t.Fatalf("the run ends with %v", err)
			}
			var got []string
			for _, f := range external.Analyze(context.Background(), workspace(files), entry).Findings[entry] {
				if f.Severity >= finding.Info {
					got = append(got, f.Code+" "+f.Message)
				}
			}
			if diff := cmp.Diff([]string(nil), got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A slice of known items is what the run makes of it.
func TestSlicesOfKnownItemsAreThoseOfTheRun(t *testing.T) {
	bounds := []string{"", "0", "1", "2", "9", "-1", "-2", "-9"}
	var src strings.Builder
	n := 0
	for _, lo := range bounds {
		for _, hi := range bounds {
			for _, by := range []string{"", "1", "2", "-1", "-2", "2000000000", "-2000000000"} {
				n++
				src.WriteString("print(\"\".join([\"a\", \"b\", \"c\", \"d\"][" + lo + ":" + hi + ":" + by + "]))\n")
			}
		}
	}
	head := "v = param(\"v\")\nbot = agent(\"b\")\n"
	tail := "playbook(\"p\", steps = [step(\"s\", agent = bot, prompt = v)])\n"
	plan, err := playbook.Compile(context.Background(), entry, map[string]any{"v": "a"}, playbook.Options{Loader: playbooktest.Files{entry: head + src.String() + tail}})
	if err != nil || len(plan.Printed) != n {
		t.Fatalf("the run: %v", err)
	}
	// With external text in the place of one letter, what is left out of the
	// slice decides whether join is refused.
	for _, letter := range []string{"a", "d"} {
		files := map[string]string{entry: head + strings.ReplaceAll(src.String(), `"`+letter+`"`, "v") + tail}
		ws := workspace(files)
		f, _ := ws.File(entry)
		refused := map[int]bool{}
		for _, x := range external.Analyze(context.Background(), ws, entry).Findings[entry] {
			if x.Code == "PB007" {
				refused[int(f.Position(x.Span.Start).Line)] = true
			}
		}
		lines := strings.Split(files[entry], "\n")
		for i, printed := range plan.Printed {
			if want := strings.Contains(printed, letter); refused[i+3] != want {
				t.Errorf("%s gives %q: refused %t, want %t", lines[i+2], printed, refused[i+3], want)
			}
		}
		if !slices.Contains(plan.Printed, "dcba") {
			t.Error("no list is turned round")
		}
	}
}
