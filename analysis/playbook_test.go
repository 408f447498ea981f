package analysis_test

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

func playbookVectors(t *testing.T) []playbooktest.Vector {
	t.Helper()
	list, err := playbooktest.Vectors("../testdata/playbook")
	if err != nil || len(list) != 142 {
		t.Fatalf("%d vectors, %v", len(list), err)
	}
	return list
}

// writeFiles writes files below a new folder and gives it as a Key.
func writeFiles(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for id, src := range files {
		name := filepath.Join(dir, filepath.FromSlash(id))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return workspace.Key(dir)
}

// listed are the findings from info up as vectors list them: the files in
// their order there.
func listed(snap *workspace.Snapshot, dir string, order []string, list []finding.Finding) []string {
	out := []string{}
	for _, id := range order {
		for _, f := range list {
			if f.Path != path.Join(dir, id) || f.Severity < finding.Info {
				continue
			}
			out = append(out, place(snap, dir, f))
		}
	}
	return out
}

func wanted(v playbooktest.Vector) []string {
	out := []string{}
	for _, d := range v.Want.Static {
		r := d.Range
		out = append(out, fmt.Sprintf("%s %v-%v %s %s", d.File, text.LineCol{Line: r[0], Column: r[1]}, text.LineCol{Line: r[2], Column: r[3]}, d.Code, d.Severity))
	}
	return out
}

// The vectors hold when the files lie on a disk and are walked, and an editor
// in which they are open shows the same.
func TestPlaybookVectorsOnDiskAndInAnEditor(t *testing.T) {
	for _, v := range playbookVectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			dir := writeFiles(t, v.Files)
			snap := workspace.NewSession(workspace.Options{Dir: dir}).Snapshot()
			onDisk := runWhole(t, snap, dir).Findings
			if diff := cmp.Diff(wanted(v), listed(snap, dir, v.Order, onDisk)); diff != "" {
				t.Errorf("on disk (-want +got):\n%s", diff)
			}

			empty := workspace.Key(t.TempDir())
			session := workspace.NewSession(workspace.Options{Dir: empty, Folders: []string{empty}, KeepGood: true})
			for _, id := range v.Order {
				session.Open(path.Join(empty, id), text.New(v.Files[id]), 1, "")
			}
			snap = session.Snapshot()
			var open []finding.Finding
			for _, id := range v.Order {
				open = append(open, analysis.File(snap, path.Join(empty, id), true).Findings...)
			}
			if diff := cmp.Diff(wanted(v), listed(snap, empty, v.Order, open)); diff != "" {
				t.Errorf("in an editor (-want +got):\n%s", diff)
			}
		})
	}
}

// A second fix changes nothing, and no fix makes a playbook that parses into
// one that does not.
func TestFixingVectorsTwiceIsFixingThemOnce(t *testing.T) {
	for _, v := range playbookVectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			dir := writeFiles(t, v.Files)
			snap := workspace.NewSession(workspace.Options{Dir: dir}).Snapshot()
			walked, err := snap.Walk(context.Background(), []string{dir}, workspace.WalkOptions{})
			if err != nil {
				t.Fatal(err)
			}
			req := analysis.Request{Files: walked.Files, Walked: []string{dir}}
			syntax := func(r *analysis.Result) (n int) {
				for _, f := range r.Findings {
					if f.Code == "PB040" {
						n++
					}
				}
				return n
			}
			before, err := analysis.Run(context.Background(), snap, req)
			if err != nil {
				t.Fatal(err)
			}
			for _, unsafe := range []bool{false, true} {
				once, err := analysis.Fix(context.Background(), snap, req, unsafe)
				if err != nil {
					t.Fatal(err)
				}
				if syntax(once.Result) > syntax(before) {
					t.Errorf("unsafe %t: fixed into\n%v", unsafe, once.Texts)
				}
				texts := map[string]*text.Text{}
				for p, s := range once.Texts {
					texts[p] = text.New(s)
				}
				twice, err := analysis.Fix(context.Background(), snap.With(texts), req, unsafe)
				if err != nil {
					t.Fatal(err)
				}
				if len(twice.Texts) > 0 {
					t.Errorf("unsafe %t: the second fix changes\n%v\ninto\n%v", unsafe, once.Texts, twice.Texts)
				}
			}
		})
	}
}

const (
	usesHead = `load("//packs/text.star", "head")
issue = param("issue")
bot = agent("fixer")
playbook("triage", steps = [step("fix", agent = bot, prompt = head(issue))])
`
	headPlain   = "def head(t):\n    return \"Data: \" + t\n"
	headConvert = "def head(t):\n    return \"Data: %s\" % t\n"
)

// codes are the findings of files, as CODE@ID.
func codes(snap *workspace.Snapshot, dir string, ids ...string) []string {
	out := []string{}
	for _, id := range ids {
		for _, f := range analysis.File(snap, path.Join(dir, id), true).Findings {
			out = append(out, f.Code+"@"+id)
		}
	}
	return out
}

// judged is all that is said of files, with places, data and edits.
func judged(snap *workspace.Snapshot, dir string, ids ...string) []string {
	out := []string{}
	for _, id := range ids {
		for _, f := range analysis.File(snap, path.Join(dir, id), true).Findings {
			line := fmt.Sprintf("%s %s %v", place(snap, dir, f), f.Message, f.Data)
			for _, fix := range f.Fixes {
				for _, e := range fix.Edits() {
					line += fmt.Sprintf(" %s %v %q", fix.Title, e.Span, e.New)
				}
			}
			out = append(out, line)
		}
	}
	return out
}

// Whatever is changed, a session that has answered before says what a fresh one
// says, and names what may have changed.
func TestAnEditedModuleIsJudgedAsInAFreshSession(t *testing.T) {
	files := map[string]string{
		"a.playbook.star": usesHead,
		"b.playbook.star": strings.Replace(usesHead, `param("issue")`, `"plain"`, 1),
		"packs/text.star": headPlain,
		"packs/more.star": "def more(t):\n    return t\n",
	}
	ids := []string{"a.playbook.star", "b.playbook.star", "packs/text.star", "packs/more.star"}
	dir := writeFiles(t, files)
	session := workspace.NewSession(workspace.Options{Dir: dir, Folders: []string{dir}, KeepGood: true})
	if got := codes(session.Snapshot(), dir, ids...); len(got) > 0 {
		t.Fatalf("at first: %v", got)
	}
	for i, step := range []struct {
		does, id, src string
		want          []string
		dependents    []string
	}{
		{"a module begins to convert", "packs/text.star", headConvert, []string{"PB001@packs/text.star"}, []string{"a.playbook.star", "b.playbook.star"}},
		{"the entry that supplies external text does so no more", "a.playbook.star", files["b.playbook.star"], nil, []string{"packs/text.star"}},
		{"the other entry does", "b.playbook.star", usesHead, []string{"PB001@packs/text.star"}, []string{"packs/text.star"}},
		{"the entry loads the module no more", "b.playbook.star", "playbook(\"p\", steps = [])\n", nil, nil},
		{"a module loads another one that converts", "packs/text.star", "load(\"more.star\", \"more\")\ndef head(t):\n    return more(t)\n", nil, []string{"a.playbook.star", "packs/more.star"}},
		{"and back again", "a.playbook.star", usesHead, nil, []string{"packs/more.star", "packs/text.star"}},
		{"the inner module converts", "packs/more.star", "def more(t):\n    return str(t)\n", []string{"PB001@packs/more.star"}, []string{"a.playbook.star", "packs/text.star"}},
		{"half a line", "packs/more.star", "def more(t):\n    return str(\n", []string{"PB040@packs/more.star"}, []string{"a.playbook.star", "packs/text.star"}},
	} {
		t.Run(step.does, func(t *testing.T) {
			file := path.Join(dir, step.id)
			snap := session.Change(file, text.New(step.src), int32(i+2))
			files[step.id] = step.src
			want := step.want
			if want == nil {
				want = []string{}
			}
			if diff := cmp.Diff(want, codes(snap, dir, ids...)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			fresh := writeFiles(t, files)
			if diff := cmp.Diff(judged(workspace.NewSession(workspace.Options{Dir: fresh}).Snapshot(), fresh, ids...), judged(snap, dir, ids...)); diff != "" {
				t.Errorf("(-fresh +session):\n%s", diff)
			}
			dependents := snap.Dependents(file)
			for _, id := range step.dependents {
				if !slices.Contains(dependents, path.Join(dir, id)) {
					t.Errorf("%s is no dependent: %v", id, dependents)
				}
			}
		})
	}
}

// Random changes of random programs, the same way.
func TestRandomEditsAreJudgedAsInAFreshSession(t *testing.T) {
	for seed := range uint64(12) {
		one, two := playbooktest.Generate(2*seed), playbooktest.Generate(2*seed+1)
		dir := writeFiles(t, one.Files)
		session := workspace.NewSession(workspace.Options{Dir: dir, Folders: []string{dir}, KeepGood: true})
		ids := []string{}
		for id := range one.Files {
			ids = append(ids, id)
		}
		slices.Sort(ids)
		codes(session.Snapshot(), dir, ids...)
		files := map[string]string{}
		for id, src := range one.Files {
			files[id] = src
		}
		for i, id := range ids {
			files[id] = two.Files[id]
			snap := session.Change(path.Join(dir, id), text.New(files[id]), int32(i+2))
			fresh := writeFiles(t, files)
			want := judged(workspace.NewSession(workspace.Options{Dir: fresh}).Snapshot(), fresh, ids...)
			if diff := cmp.Diff(want, judged(snap, dir, ids...)); diff != "" {
				t.Errorf("seed %d, %s (-fresh +session):\n%s", seed, id, diff)
			}
		}
	}
}

// A module says the same alone, with one of its entries and with all of them.
func TestAModuleHasTheFindingsOfAllItsEntries(t *testing.T) {
	dir := writeFiles(t, map[string]string{
		"lib/t.star":             headConvert,
		"flows/a.playbook.star":  strings.Replace(usesHead, "//packs/text.star", "../lib/t.star", 1),
		"other/b.playbook.star":  strings.Replace(strings.Replace(usesHead, "//packs/text.star", "//lib/t.star", 1), "issue", "note", -1),
		"unrelated/x.star":       "def x(v):\n    return str(v)\n",
		"build/rules.star":       "rule(name = str(1))\n",
		"build/BUILD":            "x(1)\n",
		"testdata/playbook.star": headConvert,
	})
	snap := workspace.NewSession(workspace.Options{Dir: dir}).Snapshot()
	module := path.Join(dir, "lib/t.star")
	list := analysis.File(snap, module, false).Findings
	if len(list) != 1 || list[0].Code != "PB001" || list[0].Severity != finding.Error {
		t.Fatalf("%v", list)
	}
	if diff := cmp.Diff([]string{"issue", "note"}, list[0].Data["params"]); diff != "" {
		t.Errorf("params: %s", diff)
	}
	for _, fix := range list[0].Fixes {
		if len(fix.Edits()) == 0 {
			t.Errorf("the fix %q has no edits", fix.Title)
		}
	}
	if got := runWhole(t, snap, dir); len(got.Findings) != 1 || got.Files != 3 {
		t.Errorf("%d files, %v", got.Files, got.Findings)
	}
	results := analysis.Playbooks(snap, module)
	if len(results) != 2 || results[0].Entry != "flows/a.playbook.star" {
		t.Errorf("%d results", len(results))
	}
	if r := analysis.File(snap, path.Join(dir, "unrelated/x.star"), true); r.Note == "" || len(r.Findings) > 0 {
		t.Errorf("a file of another tool: %+v", r)
	}
}

func TestWorkspaceRootsAndLinksKeepModulesApart(t *testing.T) {
	dir := writeFiles(t, map[string]string{
		"ws/.boundary.toml":      "",
		"ws/a.playbook.star":     strings.Replace(usesHead, "//packs/text.star", "//sub/t.star", 1),
		"ws/sub/.boundary.toml":  "",
		"ws/sub/t.star":          headConvert,
		"ws/sub/b.playbook.star": strings.Replace(usesHead, "//packs/text.star", "//t.star", 1),
		"ws/real.star":           headConvert,
		"ws/c.playbook.star":     strings.Replace(usesHead, "//packs/text.star", "link.star", 1),
	})
	dir = path.Join(dir, "ws")
	if err := os.Symlink("real.star", filepath.Join(filepath.FromSlash(dir), "link.star")); err != nil {
		t.Fatal(err)
	}
	snap := workspace.NewSession(workspace.Options{Dir: dir}).Snapshot()
	for file, entry := range map[string]string{"sub/t.star": "b.playbook.star", "real.star": "c.playbook.star", "link.star": "c.playbook.star"} {
		list := analysis.File(snap, path.Join(dir, file), true).Findings
		if len(list) != 1 || list[0].Code != "PB001" || list[0].Data["entry"] != entry {
			t.Errorf("%s: %v", file, list)
		}
	}
	if r := runWhole(t, snap, dir); len(r.Findings) != 2 || r.Files != 7 {
		t.Errorf("%d files, %v", r.Files, r.Findings)
	}
}

func TestCommentsInPlaybooks(t *testing.T) {
	const head = "issue = param(\"issue\")\nbot = agent(\"fixer\")\n"
	const end = "playbook(\"p\", steps = [step(\"s\", agent = bot, prompt = issue)])\n"
	for name, tc := range map[string]struct{ src, want string }{
		"on the line":                       {"print(issue)  # boundary: ignore PB010 — only a trace\n", "-PB010"},
		"above the line":                    {"# boundary: ignore ExternalPrinted - only a trace\nprint(issue)\n", "-PB010"},
		"two of them":                       {"# boundary: ignore PB010 — a trace\n# boundary: ignore PB004 — a test\nprint(issue == \"x\", issue)\n", "-PB010 -PB004"},
		"none in a string":                  {"x = \"\"\"\n# boundary: ignore PB010 — text\n\"\"\"; print(issue)\n", "PB010"},
		"behind a string with a hash":       {"print(\"# not yet\", issue)  # boundary: ignore PB010 — a trace\n", "-PB010"},
		"behind an escaped quote":           {"print(\"\\\"#\", 'it\\'s', issue) # boundary: ignore PB010 — a trace\n", "-PB010"},
		"nothing to silence":                {"# boundary: ignore PB010 — nothing\nx = 1\n", "CFG302"},
		"no reason":                         {"# boundary: ignore PB010\nprint(issue)\n", "CFG301 PB010"},
		"an error":                          {"# boundary: ignore PB002 — it works\nissue.upper()\n", "CFG304 PB002"},
		"a warning of a rule with errors":   {"# boundary: ignore PB001 — never used\nx = str(issue)\n", "-PB001"},
		"another family, which did not run": {"# boundary: ignore BOT301 — none\nx = 1\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := writeFiles(t, map[string]string{"playbook.star": head + tc.src + end})
			snap := workspace.NewSession(workspace.Options{Dir: dir}).Snapshot()
			r := analysis.File(snap, path.Join(dir, "playbook.star"), false)
			var got []string
			for _, f := range r.Findings {
				got = append(got, f.Code)
			}
			for _, f := range r.Silenced {
				got = append(got, "-"+f.Code)
			}
			if s := strings.Join(got, " "); s != tc.want {
				t.Errorf("%q, want %q", s, tc.want)
			}
		})
	}
}
