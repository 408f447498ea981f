package external_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

func lines(n int, format func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(format(i) + "\n")
	}
	return b.String()
}

func names(n int, prefix string) string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("%s%d", prefix, i)
	}
	return strings.Join(out, ", ")
}

// adversaries are programs of n parts in which everything may call everything,
// or holds everything.
var adversaries = map[string]func(n int) string{
	"functions that call each other through a list": func(n int) string {
		return lines(n, func(i int) string { return fmt.Sprintf("def g%d(x, fs): return [f(x, fs) for f in fs]", i) }) +
			"FS = [" + names(n, "g") + "]\np = str(g0(v, FS))\n"
	},
	"functions in a global list": func(n int) string {
		return lines(n, func(i int) string { return fmt.Sprintf("def g%d(x): return [f(x) for f in FS]", i) }) +
			"FS = [" + names(n, "g") + "]\np = str(g0(v))\n"
	},
	"closures that closures return": func(n int) string {
		return "def mk(f):\n    return lambda x: [f, f(x)]\nf0 = lambda x: x\n" +
			lines(n, func(i int) string { return fmt.Sprintf("f%d = mk(f%d)", i+1, i) }) + fmt.Sprintf("p = str(f%d(v))\n", n)
	},
	"a list of lists of functions": func(n int) string {
		return lines(n, func(i int) string {
			return fmt.Sprintf("def g%d(x, t): return [[f(x, t) for f in fs] for fs in t]", i)
		}) + "T = [[" + names(n, "g") + "] for i in range(3)]\np = str(g0(v, T))\n"
	},
	"a dict of lambdas": func(n int) string {
		return "D = {}\n" + lines(n, func(i int) string { return fmt.Sprintf(`D["k%d"] = lambda x: {k: D[k]({k: x}) for k in D}`, i) }) +
			`p = str(D["k0"](v))` + "\n"
	},
	"lambdas that call the one before twice": func(n int) string {
		return "f0 = lambda x: [x]\n" + lines(n, func(i int) string {
			return fmt.Sprintf("f%d = lambda x: f%d(f%d([x]))", i+1, i, i)
		}) + fmt.Sprintf("p = str(f%d(v))\n", n)
	},
	"tuples of tuples": func(n int) string {
		return "def f(x): return (x, v)\nt0 = (v, 1)\n" + lines(n, func(i int) string {
			return fmt.Sprintf("t%d = (t%d, (t%d, f(t%d)), [t%d])", i+1, i, i, i, i)
		}) + fmt.Sprintf("p = str(t%d)\n", n)
	},
	"many conversions passed around": func(n int) string {
		return lines(n, func(i int) string {
			return fmt.Sprintf("def g%d(x, fs): return [str(x)] + [f(str(x) + s, fs) for f in fs for s in OUT]", i)
		}) + "OUT = []\nFS = [" + names(n, "g") + "]\nOUT += g0(v, FS)\np = str(OUT)\n"
	},
	"structs of functions that take structs": func(n int) string {
		return lines(n, func(i int) string {
			return fmt.Sprintf("def g%d(s): return struct(a%d = s, f = s.f) + struct(r = [f(s) for f in s.f])", i, i)
		}) + "p = str(g0(struct(f = [" + names(n, "g") + "], v = v)))\n"
	},
	"objects that are written into each other": func(n int) string {
		return lines(n, func(i int) string { return fmt.Sprintf("l%d = [v]\nd%d = {}", i, i) }) + "A = [" + names(n, "l") + "]\nB = [" + names(n, "d") + "]\n" +
			"def f(a, b):\n    for x in a:\n        x += a\n        x.append(b)\n        for y in b:\n            y[\"k\"] = x\n            y.update(b[0])\n    return [g(a, b) for g in G]\n" +
			"G = [f, lambda a, b: f(b, a)]\np = str(f(A, B))\n"
	},
	"defaults that are functions": func(n int) string {
		return "def h(x, f = None): return [x]\n" + lines(n, func(i int) string {
			return fmt.Sprintf("def h%d(x, f = %s, *a, **k): return [f(x), f(*a), f(**k)] if f else []", i, map[bool]string{true: "h", false: fmt.Sprintf("h%d", i-1)}[i == 0])
		}) + fmt.Sprintf("p = str(h%d(v))\n", n-1)
	},
}

func adversary(body string) string {
	return "v = param(\"v\")\n" + body + "bot = agent(\"b\")\nplaybook(\"p\", steps = [step(\"s\", agent = bot, prompt = p)])\n"
}

// What the coarse mode does is bounded by what the files are long, whatever
// calls what. Steps are counted: a clock would measure the machine.
func TestTheCoarseModeEndsAfterFewRounds(t *testing.T) {
	const (
		floodPerByte = 2
		slack        = 4096
	)
	for name, body := range adversaries {
		t.Run(name, func(t *testing.T) {
			for _, n := range []int{9, 30, 1000} {
				src := adversary(body(n))
				ws := workspace(map[string]string{playbooktest.EntryID: src})
				flood := external.FloodEffort(context.Background(), ws, playbooktest.EntryID)
				if most := floodPerByte*len(src) + slack; flood > most {
					t.Errorf("n = %d: one value for everything takes %d, want %d at most", n, flood, most)
				}
				if n > 100 {
					continue // enough for many rounds, and takes seconds
				}
				if coarse, budget := external.CoarseEffort(context.Background(), ws, playbooktest.EntryID); coarse > budget+slack {
					t.Errorf("n = %d: the coarse mode spends %d, its budget is %d", n, coarse, budget)
				}
			}
		})
	}
}

// Each of the programs hands v to a conversion whose text a step gets, though
// some fail before: one function may not run in itself.
func TestWhatIsTooMuchForTheCoarseModeIsNotPassedOver(t *testing.T) {
	for name, body := range adversaries {
		t.Run(name, func(t *testing.T) {
			ws := workspace(map[string]string{playbooktest.EntryID: adversary(body(9))})
			found := external.AnalyzeFlood(context.Background(), ws, playbooktest.EntryID).Findings[playbooktest.EntryID]
			if !slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Code == "PB001" && f.Severity == finding.Error }) {
				t.Error("PB001 is not found")
			}
		})
	}
}

// A budget that is hit stays hit: the other callees of a call are not tried.
func TestAnAnalysisEndsWithItsContext(t *testing.T) {
	ws := workspace(map[string]string{playbooktest.EntryID: adversary(adversaries["structs of functions that take structs"](100))})
	for _, looks := range []int{0, 1, 10, 50} {
		ctx := &endingContext{Context: context.Background(), looks: looks}
		if r := external.Analyze(ctx, ws, playbooktest.EntryID); r != nil {
			t.Errorf("a context that ends at look %d gives a result", looks)
		}
		if ctx.after > 8 {
			t.Errorf("a context that ends at look %d is looked at %d times more", looks, ctx.after)
		}
	}
}

// endingContext ends once it has been asked often enough.
type endingContext struct {
	context.Context
	looks, after int
}

func (c *endingContext) Err() error {
	if c.looks > 0 {
		c.looks--
		return nil
	}
	c.after++
	return context.Canceled
}
