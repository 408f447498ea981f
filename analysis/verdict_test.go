package analysis_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// workbench makes playbooks that share modules, and edits them.
type workbench struct {
	rng   *rand.Rand
	files map[string]string
	names []string
}

// newWorkbench has two modules, of which one loads the other, and six entries
// that each use a little of them.
func newWorkbench(seed uint64) *workbench {
	w := &workbench{rng: rand.New(rand.NewPCG(seed, 3)), files: map[string]string{}}
	w.put("packs/a.star", w.module("", 6))
	w.put("packs/b.star", w.module("load(\"a.star\", \"f0\", used = \"f1\")\n", 4)+"def g(x):\n    return f0(x) + used(\"y\")\n")
	for i := range 6 {
		w.put(fmt.Sprintf("e%d.playbook.star", i), w.entry())
	}
	p := playbooktest.Generate(seed)
	w.put("gen/playbook.star", strings.ReplaceAll(p.Files[playbooktest.EntryID], "//packs/", "//gen/"))
	for id, src := range p.Files {
		if id != playbooktest.EntryID {
			w.put("gen/"+strings.TrimPrefix(id, "packs/"), src)
		}
	}
	return w
}

func (w *workbench) put(name, src string) {
	if _, known := w.files[name]; !known {
		w.names = append(w.names, name)
	}
	w.files[name] = src
}

func (w *workbench) module(head string, n int) string {
	s := head + "TABLE = {\"k\": \"v\"}\n"
	for i := range n {
		s += fmt.Sprintf("def f%d(x, y = \"d\"):\n    %s\n", i, w.body(i))
	}
	return s
}

// body is one of a function that may call those before it.
func (w *workbench) body(i int) string {
	list := []string{
		"return x", "return \"a\" + x + y", "return str(x)", "return chr(0xFDD0)", "return chr(64976 if x else 1)", "return TABLE[\"k\"] + x",
		"step(\"s\", agent = None, prompt = \"x\")\n    return x", "return [x, \"a\"]", "return x.upper()",
		"param(\"q\")\n    return x", "playbook(\"z\", steps = [])", "def inner(z):\n        return str(x) + z\n    return inner(y)", "return lambda z: z + x",
		"return undefined_name + x", "if x == \"a\":\n        return x\n    return \"b\"", "TABLE[\"n\"] = x\n    return x",
		"return concat(x, \"a\")", "xs = []\n    for z in [x, y]:\n        xs.append(z)\n    return xs[0]", "fail(x)", "return \"%s\" % x", "return (", "return hash(x)",
	}
	for j := range i {
		list = append(list, fmt.Sprintf("return f%d(x)", j), fmt.Sprintf("return f%d", j), fmt.Sprintf("return f%d(\"lit\", x)", j))
	}
	return list[w.rng.IntN(len(list))]
}

func (w *workbench) entry() string {
	from, n := "a", 6
	if w.rng.IntN(3) == 0 {
		from, n = "b", 4
	}
	i, j := w.rng.IntN(n), w.rng.IntN(n)
	s := fmt.Sprintf("load(\"//packs/%s.star\", one = \"f%d\", two = \"f%d\")\nissue = param(\"issue\")\nbot = agent(\"bot\")\n", from, i, j)
	s += []string{"t = one(issue)\n", "t = one(\"a\")\n", "t = str(issue) + two(\"a\")\n", "t = two(one(issue))\n", "t = issue\nprint(one)\n", "def own(x):\n    return one(x)\nt = issue\n"}[w.rng.IntN(6)]
	return s + "playbook(\"p\", steps = [step(\"s\", agent = bot, prompt = t, after = [\"z\"])])\n"
}

// edit changes a file and says which.
func (w *workbench) edit() string {
	name := w.names[w.rng.IntN(len(w.names))]
	if w.rng.IntN(2) == 0 {
		name = "packs/a.star"
	}
	src := w.files[name]
	line := strings.Count(src, "\n")
	switch w.rng.IntN(6) {
	case 0:
		at := w.rng.IntN(len(src))
		src = src[:at] + src[at+1:]
	case 1:
		lines := strings.SplitAfter(src, "\n")
		at := w.rng.IntN(line + 1)
		src = strings.Join(lines[:at], "") + "# note\n" + strings.Join(lines[at:], "")
	case 2:
		src = strings.Replace(src, "\"d\"", "\"dd\"", 1)
	default:
		if strings.HasPrefix(name, "packs/") {
			if i := strings.Index(src, fmt.Sprintf("def f%d(", w.rng.IntN(6))); i >= 0 {
				start := i + strings.IndexByte(src[i:], '\n') + 1
				end := start + strings.Index(src[start:]+"\ndef ", "\ndef ") + 1
				src = src[:start] + "    " + w.body(2) + "\n" + src[min(end, len(src)):]
				break
			}
			src = w.module("", 6)
		} else if !strings.HasPrefix(name, "gen/") {
			src = w.entry()
		} else {
			src += "x = 1\n"
		}
	}
	w.files[name] = src
	return name
}

// said is everything that is said of all files.
func (w *workbench) said(snap *workspace.Snapshot, root string) map[string][]string {
	out := map[string][]string{}
	for _, name := range w.names {
		r := analysis.File(snap, root+"/"+name, true)
		for _, f := range r.Findings {
			s := fmt.Sprintf("%s %s %v %s %v %v", f.Code, f.Severity, f.Span, f.Message, f.Related, f.Data)
			for _, fix := range f.Fixes {
				s += fmt.Sprintf("\n  %s %t %v", fix.Title, fix.Preferred, fix.Edits())
			}
			out[name] = append(out[name], s)
		}
		if r.Panic != "" {
			out[name] = append(out[name], r.Panic)
		}
	}
	return out
}

// What is remembered never shows: after any edits everything is said that
// would be said of the same texts for the first time.
func TestEditsSayWhatAFirstLookSays(t *testing.T) {
	const root = "/nowhere"
	kept, again, seen := 0, 0, map[string]bool{}
	for seed := range uint64(12) {
		w := newWorkbench(seed)
		open := func() *workspace.Session {
			s := workspace.NewSession(workspace.Options{Dir: root, Folders: []string{root}})
			for _, name := range w.names {
				s.Open(root+"/"+name, text.New(w.files[name]), 1, "starlark")
			}
			return s
		}
		session := open()
		w.said(session.Snapshot(), root)
		own := map[string][]finding.Finding{}
		for n := range 30 {
			name := w.edit()
			snap := session.Change(root+"/"+name, text.New(w.files[name]), int32(n+2))
			got, want := w.said(snap, root), w.said(open().Snapshot(), root)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("seed %d, edit %d of %s (-first look +after edits):\n%s\n%s", seed, n, name, diff, w.files[name])
			}
			for i := range 6 {
				entry := fmt.Sprintf("%s/e%d.playbook.star", root, i)
				now := analysis.OwnFindings(snap, entry)
				if last := own[entry]; name == "packs/a.star" && len(now) > 0 && len(last) > 0 {
					if &now[0] == &last[0] {
						kept++
					} else {
						again++
					}
				}
				own[entry] = now
			}
			for _, list := range got {
				for _, s := range list {
					seen[s[:5]] = true
				}
			}
		}
	}
	t.Logf("an edit of a module: %d entries kept what was said of them, %d did not; codes: %v", kept, again, seen)
	if kept == 0 || again == 0 {
		t.Error("want some of each")
	}
	for _, code := range []string{"PB001", "PB006", "PB020", "PB040", "PB041"} {
		if !seen[code] {
			t.Errorf("no edit led to %s", code)
		}
	}
}
