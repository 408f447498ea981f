package analysis_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// shared are n entries that load one module of about lines lines, and a
// module that differs for each.
func shared(b *testing.B, n, functions int) (dir string, entries []string, module string) {
	b.Helper()
	dir = b.TempDir()
	put := func(name, src string) string {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(src), 0o644); err != nil {
			b.Fatal(err)
		}
		return workspace.Key(p)
	}
	put(".boundary.toml", "")
	var m strings.Builder
	for i := range functions {
		fmt.Fprintf(&m, `def section%[1]d(title, body, level = 2):
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

`, i)
	}
	module = put("packs/shared.star", m.String())
	for i := range n {
		var e strings.Builder
		fmt.Fprintf(&e, "load(\"//packs/shared.star\", \"section%d\", \"bullet%d\")\nissue = param(\"issue\")\nbot = agent(\"fixer\")\n", i%functions, i%functions)
		for j := range 10 {
			fmt.Fprintf(&e, "items%[1]d = [\"one %[2]d\", issue]\ntext%[1]d = section%[3]d(\"Log %[1]d\", issue) + bullet%[3]d(items%[1]d)\nstep%[1]d = step(\"s%[1]d\", agent = bot, prompt = text%[1]d)\n", j, i, i%functions)
		}
		fmt.Fprintf(&e, "playbook(\"triage\", steps = [step0, step1])\n")
		entries = append(entries, put(fmt.Sprintf("p%d.playbook.star", i), e.String()))
	}
	return dir, entries, module
}

// BenchmarkSharedModule is a keystroke in a module that 300 entries load, up to
// the findings of all of them.
func BenchmarkSharedModule(b *testing.B) {
	for name, functions := range map[string]int{"small module": 2, "large module": 40} {
		for kind, edit := range map[string]string{
			"comment":  "# note %d\n",
			"function": "def fresh(x):\n    return \"%d\" + x\n",
		} {
			b.Run(name+"/"+kind, func(b *testing.B) {
				dir, entries, module := shared(b, 300, functions)
				session := workspace.NewSession(workspace.Options{Dir: dir})
				src, err := os.ReadFile(module)
				if err != nil {
					b.Fatal(err)
				}
				snap := session.Open(module, text.New(string(src)), 1, "starlark")
				for _, e := range entries {
					analysis.File(snap, e, true)
				}
				b.ReportAllocs()
				i := 0
				for b.Loop() {
					i++
					snap = session.Change(module, text.New(string(src)+fmt.Sprintf(edit, i)), int32(i+1))
					analysis.File(snap, module, true)
					for _, e := range entries {
						if r := analysis.File(snap, e, true); r.Panic != "" || r.Problem != nil {
							b.Fatal(r.Panic, r.Problem)
						}
					}
				}
			})
		}
	}
}

// BenchmarkManyFindings is a check of a playbook of about 1 MiB that has
// thousands of findings, fixes and all.
func BenchmarkManyFindings(b *testing.B) {
	for name, line := range map[string]string{
		"conversions": "t%d = \"a\" + str(issue) + \"%%s b\" %% issue\n",
		"misspelt":    "t%d = isue + \"a\"\n",
		"joins":       "t%d = \", \".join([issue, \"a\"])\n",
	} {
		for _, size := range []int{100 << 10, 200 << 10, 400 << 10, 800 << 10} {
			b.Run(fmt.Sprintf("%s/%d KiB", name, size>>10), func(b *testing.B) {
				dir := b.TempDir()
				var s strings.Builder
				s.WriteString("issue = param(\"issue\")\nbot = agent(\"fixer\")\n")
				for i := 0; s.Len() < size; i++ {
					fmt.Fprintf(&s, line, i)
				}
				s.WriteString("playbook(\"triage\", steps = [step(\"fix\", agent = bot, prompt = issue)])\n")
				p := workspace.Key(filepath.Join(dir, "playbook.star"))
				b.ReportAllocs()
				findings := 0
				for b.Loop() {
					session := workspace.NewSession(workspace.Options{Dir: dir})
					snap := session.Open(p, text.New(s.String()), 1, "starlark")
					r := analysis.File(snap, p, true)
					for _, f := range r.Findings {
						for _, x := range f.Fixes {
							x.Edits()
						}
					}
					findings = len(r.Findings)
				}
				b.ReportMetric(float64(findings), "findings")
			})
		}
	}
}

// BenchmarkPlaybookKeystroke is all that a changed playbook of about 1,000
// lines with 20 loads costs up to its findings; parse is the part of it that
// dsl/playbook takes, in one run.
func BenchmarkPlaybookKeystroke(b *testing.B) {
	dir := b.TempDir()
	var e strings.Builder
	for i := range 20 {
		fmt.Fprintf(&e, "load(\"//packs/m%[1]d.star\", section%[1]d = \"section0\", bullet%[1]d = \"bullet0\")\n", i)
	}
	_, _, module := shared(b, 0, 1)
	src, err := os.ReadFile(module)
	if err != nil {
		b.Fatal(err)
	}
	for i := range 20 {
		p := filepath.Join(dir, "packs", fmt.Sprintf("m%d.star", i))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(p, src, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, ".boundary.toml"), nil, 0o644); err != nil {
		b.Fatal(err)
	}
	e.WriteString("issue = param(\"issue\")\nbot = agent(\"fixer\")\nlog = param(\"log\", default = \"\")\n")
	for i := range 140 {
		fmt.Fprintf(&e, `items%[1]d = ["one", "two", issue]
ctx%[1]d = {"log": log, "list": items%[1]d}
if log:
    text%[1]d = section%[2]d("Log %[1]d", log) + bullet%[2]d(items%[1]d)
else:
    text%[1]d = section%[2]d("Nothing %[1]d", "")
step%[1]d = step("s%[1]d", agent = bot, prompt = text%[1]d + issue, context = ctx%[1]d)
`, i, i%20)
	}
	e.WriteString("playbook(\"triage\", steps = [step0, step1, step2])\n")
	p := workspace.Key(filepath.Join(dir, "triage.playbook.star"))
	b.Run("parse", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			playbook.Parse("triage.playbook.star", []byte(e.String()))
		}
	})
	b.Run("all", func(b *testing.B) {
		session := workspace.NewSession(workspace.Options{Dir: dir})
		session.Open(p, text.New(e.String()), 1, "starlark")
		b.ReportAllocs()
		i := 0
		for b.Loop() {
			i++
			snap := session.Change(p, text.New(e.String()+fmt.Sprintf("note = \"%d\"\n", i)), int32(i+1))
			if r := analysis.File(snap, p, true); r.Panic != "" || len(r.Findings) > 0 {
				b.Fatal(r.Panic, r.Findings)
			}
		}
	})
}
