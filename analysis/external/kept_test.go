package external_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

// everything is all that a result says to anybody.
type everything struct {
	Findings   map[string][]told
	Params     []external.Param
	Agents     []external.Node
	Nodes      []external.Node
	Deps       []string
	Incomplete []string
	Uses       []external.Use
	Names      map[string][]known
	Steps      int
	Effort     int
}

type told struct {
	finding.Finding
	Edits [][]finding.Edit
}

// known is what features say at a name.
type known struct {
	external.Info
	Ways   []external.Way
	Pieces int
	Joined bool
}

func everythingOf(ws *memory, r *external.Result) everything {
	e := everything{
		Findings: map[string][]told{}, Names: map[string][]known{},
		Params: r.Params, Agents: r.Agents, Nodes: r.Nodes, Deps: r.Deps, Incomplete: r.Incomplete, Uses: r.Uses(),
	}
	if len(r.Incomplete) == 0 {
		// The coarse mode, which keeps nothing, goes round in any order.
		e.Steps, e.Effort = external.Spent(r)
	}
	for id, list := range r.Findings {
		for _, f := range list {
			x := told{Finding: f}
			for i, fix := range f.Fixes {
				x.Edits = append(x.Edits, fix.Edits())
				f.Fixes[i] = finding.Fix{ID: fix.ID, Title: fix.Title, Safe: fix.Safe, Preferred: fix.Preferred, Manual: fix.Manual}
			}
			e.Findings[id] = append(e.Findings[id], x)
		}
	}
	for _, id := range r.Deps {
		if _, ok := ws.File(id); !ok {
			continue
		}
		for _, n := range r.Names(id) {
			k := known{Info: n, Ways: r.Ways(id, n.Name.Start)}
			k.Pieces, k.Joined = r.Pieces(id, n.Name.Start)
			e.Names[id] = append(e.Names[id], k)
		}
	}
	return e
}

// sameAsAnew analyses an entry with what is kept of the files of ws, and again
// with files that were never analysed. It gives how many calls were taken from
// what was kept.
func sameAsAnew(t *testing.T, ws *memory, steps int, what string) int {
	t.Helper()
	warm := external.AnalyzeWithin(context.Background(), ws, entry, steps)
	anew := workspace(ws.files)
	cold := external.AnalyzeWithin(context.Background(), anew, entry, steps)
	if diff := cmp.Diff(everythingOf(anew, cold), everythingOf(ws, warm), cmp.AllowUnexported(finding.Fix{})); diff != "" {
		t.Fatalf("%s: with what was kept (+) it is not what it is anew (-):\n%s\n%s", what, diff, playbooktest.Program{Files: ws.files})
	}
	return external.Taken(warm)
}

// edited is an entry after something that a person may do to it.
func edited(rng *rand.Rand, src string) string {
	f := playbook.Parse(entry, []byte(src))
	if len(f.Tree.Stmts) == 0 {
		return src
	}
	span := f.Span(f.Tree.Stmts[rng.IntN(len(f.Tree.Stmts))])
	switch rng.IntN(5) {
	case 0:
		return src[:span.Start] + src[span.End:]
	case 1:
		if at := strings.IndexAny(src[span.Start:], `"123456789`); at >= 0 {
			at += span.Start
			return src[:at] + strings.Map(func(r rune) rune {
				if r == '"' {
					return r
				}
				return r ^ 1
			}, src[at:at+1]) + src[at+1:]
		}
	case 2:
		return src[:span.Start] + src[span.Start:span.End] + "\n" + src[span.Start:]
	}
	news := []string{
		`note = "n"`, `note = []`, `note = [["a"], {}]`, `extra = param("extra", default = "")`, `note = lambda x: x`, `note = not_here`,
		"def late(x):\n    return [x]", "note = {\"k\": [1]}\nnote2 = [note, [note]]", `note = (`,
	}
	return src[:span.Start] + news[rng.IntN(len(news))] + "\n" + src[span.Start:]
}

// helpers are modules of functions of a text, a list of texts and a dict, and
// an entry that calls them.
func helpers(seed uint64) playbooktest.Files {
	rng := rand.New(rand.NewPCG(seed, 21))
	one := func(list ...string) string { return list[rng.IntN(len(list))] }
	bodies := []string{
		"return x", "return \"# \" + x", "if not x:\n    return \"\"\nreturn x + \"!\"", "return str(x)", "return \", \".join([x, \"b\"])", "return \"%s: %s\" % (\"a\", x)",
		"return \"{}\".format(LIMIT)", "out = \"\"\nfor y in xs:\n    out += y\nreturn out", "out = x\nfor i, y in enumerate(xs):\n    if i > LIMIT:\n        break\n    out += \"%d\" % i + y\nreturn out",
		"ys = [x]\nys.append(x)\nreturn ys[0]", "xs.append(x)\nreturn x", "return d.get(\"a\", x)", "return TABLE.get(\"k\", x)", "return TABLE[\"k\"]", "d[\"b\"] = x\nreturn x",
		"return [y for y in xs if y][0] if xs else x", "return {\"a\": x, \"b\": xs}[\"a\"]", "return x.upper() if type(x) == \"string\" else x", "return struct(a = x, b = xs).a",
		"f = lambda y: x + y\nreturn f(\"c\")", "return inner(x, xs, d)", "return inner(inner(x, xs, d), [x], d)", "fail(\"no\")", "if x:\n    fail(\"no\")\nreturn \"a\"",
		"return sorted(xs, key = lambda y: 1)[0] if xs else x", "g = inner\nreturn g(x)", "return LATE", "return concat(x, \"c\")", "print(x)\nreturn x", "return xs[0] == x",
		"a, b = x, xs\nreturn [a, b, [a]]", "return (x, xs, d)[0]", "return xs", "return inner", "return d", "return len(xs)", "for k, v in d.items():\n    x = x + k + v\nreturn x",
		"ys = list(xs)\nys[0] = x\nfor y in ys:\n    pass\nreturn ys[0]", "step(\"s\" + \"1\", agent = agent(\"h\"), prompt = x)\nreturn x", "zs = xs or [x]\nreturn zs[0]", "us = xs if x else WORDS\nreturn us[0]",
		"return reversed(WORDS)[0]", "return json.encode(d)", "return x + \"-\".join(WORDS)", "return \"-\".join(xs)", "return hasattr(x, \"a\")", "return x",
		"return MORE", "return x + OTHER[\"k\"]", "return \"2\" if MORE == \"1\" else x", "return \"\".join([str(y) for y in xs])", "return \"-\".join([x] + xs)",
	}
	function := func(name string) string {
		return fmt.Sprintf("def %s(x, xs = WORDS, d = {}):\n    %s\n\n", name, strings.ReplaceAll(bodies[rng.IntN(len(bodies))], "\n", "\n    "))
	}
	files := playbooktest.Files{}
	module := func(id, load string) {
		m := load + "LIMIT = 1\nWORDS = [\"w\", \"v\"]\nTABLE = {\"k\": \"v\", \"l\": WORDS[0]}\n"
		if load == "" {
			m += "OTHER, MORE = TABLE, \"m\"\n" + function("inner")
		}
		for i := range 4 {
			m += function(fmt.Sprint("f", i))
		}
		if rng.IntN(2) == 0 {
			m += "LATE = \"late\"\n"
		}
		if rng.IntN(3) == 0 {
			m += "SET = f1(\"set up\")\n"
		}
		files[id] = m
	}
	module("packs/a.star", "")
	module("packs/b.star", "load(\"//packs/a.star\", inner = \"f0\", OTHER = \"TABLE\", MORE = \"LATER\")\n")
	e := "load(\"//packs/a.star\", \"f0\", \"f1\", \"f2\", \"f3\", \"WORDS\")\nload(\"//packs/b.star\", g0 = \"f0\", g1 = \"f1\", g2 = \"f2\", g3 = \"f3\")\n" +
		"issue = param(\"issue\")\nlog = param(\"log\", default = \"\")\nbot = agent(\"fixer\")\n"
	texts, lists, dicts := []string{"issue", "log", "\"t\"", "\"\""}, []string{"[]", "WORDS"}, []string{"{}"}
	call := "f0(\"t\")"
	for i := range 4 + rng.IntN(16) {
		x, xs, d := one(texts...), one(lists...), one(dicts...)
		switch rng.IntN(14) {
		case 0:
			e += fmt.Sprintf("xs%d = [%s, %s]\n", i, x, one(texts...))
			lists = append(lists, fmt.Sprint("xs", i))
		case 1:
			e += fmt.Sprintf("xs%d = %s if %s else %s\n", i, xs, x, one(lists...))
			lists = append(lists, fmt.Sprint("xs", i))
		case 2:
			e += fmt.Sprintf("d%d = {\"a\": %s, \"l\": %s}\n", i, x, one(texts...))
			dicts = append(dicts, fmt.Sprint("d", i))
		case 3:
			e += fmt.Sprintf("if log:\n    t%[1]d = %[2]s(%[3]s)\nelse:\n    t%[1]d = %[4]s\n", i, one("f0", "f1", "g2"), x, one(texts...))
			texts = append(texts, fmt.Sprint("t", i))
		case 4:
			e += fmt.Sprintf("t%[1]d = \"\"\nfor y%[1]d in %[2]s:\n    t%[1]d = t%[1]d + %[3]s(y%[1]d)\n", i, xs, one("f0", "g0", "g1"))
			texts = append(texts, fmt.Sprint("t", i))
		case 5:
			e += fmt.Sprintf("%s\n", one(xs+".append("+x+")", d+"[\"a\"] = "+x))
		case 6:
			e += fmt.Sprintf("t%[1]d = \"\"\nfor y%[1]d in range(3):\n    t%[1]d = %[2]s\n", i, call)
			texts = append(texts, fmt.Sprint("t", i))
		case 7:
			e += fmt.Sprintf("t%d = %s\n", i, call)
			texts = append(texts, fmt.Sprint("t", i))
		default:
			call = fmt.Sprintf("%s(%s)", one("f0", "f1", "f2", "f3", "g0", "g1", "g2", "g3"), one(x, x+", "+xs, x+", "+xs+", "+d, x+", d = "+d, "*["+x+"]"))
			e += fmt.Sprintf("t%d = %s\n", i, call)
			texts = append(texts, fmt.Sprint("t", i))
		}
	}
	files[entry] = e + fmt.Sprintf("playbook(\"p\", steps = [step(\"fix\", agent = bot, prompt = %s)])\n", texts[len(texts)-1])
	return files
}

// An analysis that takes calls from earlier ones says the same as one that
// executes everything, after any edits, in all that anybody can ask of it.
func TestWhatIsKeptOfCallsChangesNothing(t *testing.T) {
	first, n := programs(t)
	taken := 0
	for seed := first; seed < first+n/8; seed++ {
		rng := rand.New(rand.NewPCG(seed, 22))
		files := helpers(seed)
		if seed%4 == 0 {
			files = playbooktest.Random(seed/4, false).Files
		}
		ws := workspace(files)
		sameAsAnew(t, ws, external.MaxSteps, fmt.Sprintf("seed %d", seed))
		for i := range 4 {
			files = maps.Clone(files)
			id := entry
			if ids := slices.Sorted(maps.Keys(files)); rng.IntN(6) == 0 {
				id = ids[rng.IntN(len(ids))]
			}
			files[id] = edited(rng, files[id])
			ws = ws.with(files)
			taken += sameAsAnew(t, ws, external.MaxSteps, fmt.Sprintf("seed %d, edit %d", seed, i))
		}
		// The budget ends at the same call.
		taken += sameAsAnew(t, ws, 1+rng.IntN(200), fmt.Sprintf("seed %d, few steps", seed))
	}
	if taken < int(n) {
		t.Errorf("%d calls were taken from what was kept, want more", taken)
	}
	t.Logf("%d calls were taken", taken)
}

// What a call does depends on more than its arguments.
func TestACallIsTakenOnlyWhereItDoesTheSame(t *testing.T) {
	const pack = `def first(x, xs):
    return xs[0]

def joined(xs):
    return ", ".join(xs)

def replaced(x):
    ys = [x]
    ys[0] = "b"
    return ys[0]

def last(xs):
    out = ""
    for x in xs:
        out = x
    return out
`
	twenty := "[issue, " + strings.Repeat(`"a", `, 19) + "]"
	for name, c := range map[string]struct{ before, after string }{
		"a list that was changed since":     {`xs = ["a"]` + "\n" + `t = first("t", xs)`, `xs = ["a"]` + "\n" + `t = first("t", xs)` + "\nxs[0] = issue\n" + `u = str(first("t", xs))`},
		"what others join at the same call": {"t = joined([1])", "t = joined([1])\nu = joined([issue])"},
		"in a loop":                         {"t = replaced(issue)", "for i in range(3):\n    t = str(replaced(issue))"},
		"out of a loop":                     {"for i in range(3):\n    t = replaced(issue)", "t = str(replaced(issue))"},
		"in many turns":                     {"xs = " + twenty + "\nt = last(xs)", "xs = " + twenty + "\nfor i in " + twenty + ":\n    t = str(last(xs))"},
		"two lists or one":                  {"xs = [issue]\nys = [\"a\"]\nt = first(\"t\", xs if issue else ys)", "ys = [\"a\"]\nxs = [issue]\nt = str(first(\"t\", ys if issue else xs))\nu = first(\"t\", xs if issue else xs)"},
		"of another parameter":              {`t = first("t", [issue])`, "log = param(\"log\")\n" + `t = first("t", [log])`},
		"in a function":                     {"t = first(issue, [issue])", "def f(x):\n    return first(x, [x])\nt = str(f(issue)) + str(f(\"a\"))"},
	} {
		t.Run(name, func(t *testing.T) {
			files := playbooktest.Files{"packs/p.star": pack}
			load := "load(\"//packs/p.star\", \"first\", \"joined\", \"replaced\", \"last\")\n" + head
			files[entry] = load + c.before + "\n" + tail
			ws := workspace(files)
			sameAsAnew(t, ws, external.MaxSteps, "before")
			if taken := sameAsAnew(t, ws, external.MaxSteps, "again"); taken == 0 && name != "out of a loop" {
				t.Error("nothing is taken of an analysis that is done again")
			}
			files = maps.Clone(files)
			files[entry] = load + c.after + "\n" + tail
			ws = ws.with(files)
			sameAsAnew(t, ws, external.MaxSteps, "after")
		})
	}
}

// Analyses that run side by side share what is kept.
func TestWhatIsKeptIsShared(t *testing.T) {
	const side = 4
	taken := 0
	for seed := range uint64(30) {
		files := helpers(seed)
		ws := workspace(files)
		for id := range files {
			ws.File(id)
		}
		anew := workspace(files)
		want := everythingOf(anew, external.Analyze(context.Background(), anew, entry))
		results := make([]*external.Result, side)
		rng := rand.New(rand.NewPCG(seed, 23))
		var group sync.WaitGroup
		for i := range results {
			// Other texts of the same entry give locations other numbers.
			mine := ws
			if i%2 == 1 {
				other := maps.Clone(files)
				other[entry] = edited(rng, files[entry])
				mine = ws.with(other)
				mine.File(entry)
			}
			group.Go(func() {
				for range 3 {
					results[i] = external.Analyze(context.Background(), mine, entry)
				}
			})
		}
		group.Wait()
		for i := 0; i < side; i += 2 {
			taken += external.Taken(results[i])
			if diff := cmp.Diff(want, everythingOf(ws, results[i]), cmp.AllowUnexported(finding.Fix{})); diff != "" {
				t.Fatalf("seed %d: side by side (+) it is not what it is alone (-):\n%s", seed, diff)
			}
		}
	}
	if taken == 0 {
		t.Error("nothing was taken")
	}
}

// What is kept of a file is bounded by its length, however it is used.
func TestWhatIsKeptIsBounded(t *testing.T) {
	pack := ""
	for i := range 200 {
		pack += fmt.Sprintf("def f%d(x):\n    y = x + \"a\"\n    return y\n", i)
	}
	ws := workspace(playbooktest.Files{"packs/p.star": pack})
	most := 0
	for round := range 20 {
		files := maps.Clone(playbooktest.Files(ws.files))
		var e strings.Builder
		e.WriteString(head)
		for i := range 200 {
			fmt.Fprintf(&e, "load(\"//packs/p.star\", \"f%d\")\n", i)
			for j := range 12 {
				fmt.Fprintf(&e, "t%d_%d = f%d(\"%d-%d\")\n", i, j, i, round, j)
			}
		}
		files[entry] = e.String() + tail
		ws = ws.with(files)
		external.Analyze(context.Background(), ws, entry)
		f, _ := ws.File("packs/p.star")
		calls, size, room := external.Kept(f)
		if size > room {
			t.Fatalf("round %d: %d calls of size %d are kept, want at most %d", round, calls, size, room)
		}
		most = max(most, calls)
	}
	if most < 50 {
		t.Errorf("at most %d calls are kept", most)
	}
}
