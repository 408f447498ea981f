package external_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

const head = "issue = param(\"issue\")\nbot = agent(\"fixer\")\n"
const tail = "playbook(\"triage\", steps = [step(\"fix\", agent = bot, prompt = issue)])\n"

// manyCalls is a helper with an if, called n times at top level.
func manyCalls(n int, arg func(i int) string) playbooktest.Files {
	var b strings.Builder
	b.WriteString(head + "def f(x):\n    if x:\n        y = \"a\" + x\n    else:\n        y = \"none\"\n    return y + \"!\"\n")
	for i := range n {
		fmt.Fprintf(&b, "v%d = f(%s)\n", i, arg(i))
	}
	b.WriteString(tail)
	return playbooktest.Files{playbooktest.EntryID: b.String()}
}

// realistic is an entry of about 1,000 lines that loads 20 modules.
func realistic() playbooktest.Files {
	files := playbooktest.Files{}
	var b strings.Builder
	for i := range 20 {
		fmt.Fprintf(&b, "load(\"//packs/m%d.star\", \"section%d\", \"bullet%d\", \"LIMIT%d\")\n", i, i, i, i)
		files[fmt.Sprintf("packs/m%d.star", i)] = fmt.Sprintf(`LIMIT%[1]d = {"a": 3, "b": [1, 2, 3]}

def section%[1]d(title, body, level = 2):
    head = "#" * level + " " + title + "\n"
    if not body:
        return head
    return head + body + "\n"

def bullet%[1]d(items, mark = "-"):
    out = ""
    for i, x in enumerate(items):
        if i > 10:
            break
        out += "%%s %%d. " %% (mark, i) + x + "\n"
    return out

def pick%[1]d(d, key):
    return d.get(key, "none")
`, i)
	}
	b.WriteString(head + "log = param(\"log\", default = \"\")\n")
	n := 0
	for i := 0; n < 150; i++ {
		m := i % 20
		fmt.Fprintf(&b, `items%[1]d = ["one", "two", issue]
ctx%[1]d = {"log": log, "list": items%[1]d}
if log:
    text%[1]d = section%[2]d("Log %[1]d", log) + bullet%[2]d(items%[1]d)
else:
    text%[1]d = section%[2]d("Nothing %[1]d", "")
step%[1]d = step("s%[1]d", agent = bot, prompt = text%[1]d + issue, context = ctx%[1]d)
`, i, m)
		n++
	}
	b.WriteString("playbook(\"triage\", steps = [step0, step1, step2])\n")
	files[playbooktest.EntryID] = b.String()
	return files
}

// doubling is a call graph with 2^n calls.
func doubling(n int, leaf string) playbooktest.Files {
	var b strings.Builder
	b.WriteString(head + "def f0(x):\n    " + leaf + "\n    return x\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "def f%d(x):\n    return f%d(x) + f%d(x + \"%d\")\n", i, i-1, i-1, i)
	}
	fmt.Fprintf(&b, "t = f%d(issue)\nu = str(f%d(\"a\"))\nplaybook(\"triage\", steps = [step(\"fix\", agent = bot, prompt = str(t))])\n", n, n)
	return playbooktest.Files{playbooktest.EntryID: b.String()}
}

// adversarial are programs that ask for too much, each in its own way.
func adversarial() map[string]playbooktest.Files {
	one := func(s string) playbooktest.Files {
		return playbooktest.Files{playbooktest.EntryID: head + s + "playbook(\"triage\", steps = [step(\"fix\", agent = bot, prompt = str(issue))])\n"}
	}
	lines := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i, i+1)
		}
		return b.String()
	}
	return map[string]playbooktest.Files{
		"exponential calls":            doubling(40, "pass"),
		"exponential calls that step":  doubling(40, "step(\"x\", agent = bot, prompt = \"y\")"),
		"exponential calls that build": doubling(30, "ys = [x]\n    ys.append(x)"),
		"10,000 names":                 one(lines(10_000, "n%d = \"v%d\"\n")),
		"10,000 conversions":           one("t = \"\"\n" + lines(10_000, "t += str(issue) + \"%d %d\"\n")),
		"10,000 ifs":                   one("t = \"\"\n" + lines(10_000, "if issue:\n    t = \"%d %d\"\n")),
		"2,000 appends and prints":     one("xs = []\n" + lines(2_000, "xs.append(issue)\nprint(xs, %d, %d)\n")),
		"deep tuples":                  one("x = issue\ny = \"a\"\n" + lines(2_000, "x, y = (x, y, x, y, %d), (y, x, y, x, %d)\n") + "print(x)\n"),
		"deep brackets":                one("x = " + strings.Repeat("[", 900) + "issue" + strings.Repeat("]", 900) + "\nprint(x)\n"),
		"a long sum":                   one("x = issue" + strings.Repeat(" + \"a\"", 2_300) + "\nprint(x)\n"),
		"nested loops":                 one(nested(18)),
		"mutual closures":              one("fs = []\n" + lines(300, "def g%d(f = %d):\n    fs.append(lambda: str(issue))\n    for h in fs:\n        h()\n    return fs\nfs.append(g0)\n")),
		"lists of lists":               one("xs = [issue]\n" + lines(1_500, "xs = [xs, xs, %d, %d]\nprint(xs)\n")),
		"a dict of 5,000 keys":         one("d = {}\n" + lines(5_000, "d[\"k%d\"] = issue\nd[\"l\"] = %d\n")),
		"a huge display":               one("x = [" + strings.Repeat("issue, ", 50_000) + "]\nfor y in x:\n    print(y)\n"),
	}
}

func nested(depth int) string {
	var b strings.Builder
	b.WriteString("t = \"\"\n")
	for i := range depth {
		fmt.Fprintf(&b, "%sfor v%d in [\"a\", issue, \"b\"]:\n", strings.Repeat(" ", i), i)
	}
	pad := strings.Repeat(" ", depth)
	for i := range depth {
		fmt.Fprintf(&b, "%st = t + v%d\n", pad, i)
	}
	return b.String()
}

func BenchmarkManyEqualCalls(b *testing.B) {
	benchmark(b, manyCalls(1000, func(int) string { return "issue" }))
}

func BenchmarkManyDifferentCalls(b *testing.B) {
	benchmark(b, manyCalls(1000, func(i int) string { return fmt.Sprintf("\"a%d\"", i) }))
}

func BenchmarkRealistic(b *testing.B) { benchmark(b, realistic()) }

func BenchmarkAdversarial(b *testing.B) {
	for name, files := range adversarial() {
		b.Run(name, func(b *testing.B) { benchmark(b, files) })
	}
}

func BenchmarkCoarse(b *testing.B) {
	for name, files := range adversarial() {
		b.Run(name, func(b *testing.B) { benchmarkOf(b, files, external.AnalyzeCoarse) })
	}
}

func benchmark(b *testing.B, files playbooktest.Files) { benchmarkOf(b, files, external.Analyze) }

func benchmarkOf(b *testing.B, files playbooktest.Files, analyze func(context.Context, external.Workspace, string) *external.Result) {
	ws := workspace(files)
	for id := range files {
		ws.File(id)
	}
	b.ReportAllocs()
	for b.Loop() {
		analyze(context.Background(), ws, playbooktest.EntryID)
	}
}

// What is too much widens, and is never silent.
func TestAdversarialProgramsAreStillReported(t *testing.T) {
	for name, files := range adversarial() {
		t.Run(name, func(t *testing.T) {
			r := external.Analyze(context.Background(), workspace(files), playbooktest.EntryID)
			n := 0
			for _, f := range r.Findings[playbooktest.EntryID] {
				if f.Code == "PB001" && len(f.Data["sites"].([]string)) > 0 {
					n++
				}
			}
			if n == 0 {
				t.Errorf("the conversion in the step is not reported; incomplete: %v", r.Incomplete)
			}
			t.Log(r.Incomplete)
		})
	}
}
