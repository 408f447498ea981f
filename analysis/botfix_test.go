package analysis_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// botfix is what a vector of testdata/authoring expects of the fixes of a bot
// file (README.md there).
type botfix struct {
	Rows []string
	Find struct {
		Code, Engine, Path string
		Line               int
	}
	Fix *struct {
		Title           string
		Safe, Preferred bool
	}
	Withheld string
}

func TestBotfixVectors(t *testing.T) {
	files, err := filepath.Glob("../testdata/authoring/botfix_*.txtar")
	if err != nil || len(files) < 66 {
		t.Fatalf("%d vectors, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			testBotfix(t, file)
		})
	}
}

func testBotfix(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	marks := strings.NewReplacer("␠", " ", "␉", "\t", "⍽", "\u00a0", "␍", "\r")
	decode := func(b []byte) string {
		s, _, _ := strings.Cut(string(b), "␄")
		return marks.Replace(s)
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	v, want := botfix{}, map[string]string{}
	for _, f := range archive.Files {
		if f.Name == "want.json" {
			if err := json.Unmarshal(f.Data, &v); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if name, ok := strings.CutPrefix(f.Name, "want/"); ok {
			want[name] = decode(f.Data)
			continue
		}
		p := filepath.Join(root, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(decode(f.Data)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	dir := workspace.Key(root)
	snap := workspace.NewSession(workspace.Options{Dir: dir, Folders: []string{dir}}).Snapshot()
	walked, err := snap.Walk(context.Background(), []string{dir}, workspace.WalkOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := analysis.Run(context.Background(), snap, analysis.Request{Files: walked.Files, Walked: []string{dir}, Edits: true})
	if err != nil {
		t.Fatal(err)
	}
	var found []finding.Finding
	var all []string
	for _, f := range r.Findings {
		name := strings.TrimPrefix(f.Path, dir+"/")
		line := 0
		if h := snap.File(f.Path); h.Text != nil && !f.Whole {
			line = h.Text.LineCol(f.Span.Start).Line
		}
		engine, _ := f.Data["engine"].(string)
		all = append(all, fmt.Sprintf("%s:%d %s %s %v", name, line, f.Code, engine, titles(f)))
		if f.Code == v.Find.Code && name == v.Find.Path && (v.Find.Line == 0 || line == v.Find.Line) &&
			(v.Find.Engine == "" || engine == v.Find.Engine) {
			found = append(found, f)
		}
	}
	if len(found) == 0 {
		t.Fatalf("%v: no such finding among\n%s", v.Rows, strings.Join(all, "\n"))
	}
	if v.Fix == nil {
		for _, f := range found {
			if slices.Contains(titles(f), v.Withheld) {
				t.Errorf("%v: %q is offered", v.Rows, v.Withheld)
			}
		}
		return
	}
	for _, f := range found {
		for _, fix := range f.Fixes {
			if fix.Title != v.Fix.Title {
				continue
			}
			if fix.Safe != v.Fix.Safe || fix.Preferred != v.Fix.Preferred {
				t.Errorf("%v: safe %v, preferred %v; want %v, %v", v.Rows, fix.Safe, fix.Preferred, v.Fix.Safe, v.Fix.Preferred)
			}
			checkTexts(t, snap, dir, fix, want)
			return
		}
	}
	t.Errorf("%v: no fix %q among\n%s", v.Rows, v.Fix.Title, strings.Join(all, "\n"))
}

func titles(f finding.Finding) []string {
	var list []string
	for _, fix := range f.Fixes {
		list = append(list, fix.Title)
	}
	return list
}

// checkTexts compares the files after a fix; those without a counterpart stay
// as they are.
func checkTexts(t *testing.T, snap *workspace.Snapshot, dir string, fix finding.Fix, want map[string]string) {
	t.Helper()
	edits := map[string][]text.Edit{}
	for _, e := range fix.Edits() {
		name := strings.TrimPrefix(e.Path, dir+"/")
		edits[name] = append(edits[name], text.Edit{Span: e.Span, New: e.New})
	}
	got := map[string]string{}
	for name, list := range edits {
		s, err := text.Apply(snap.File(dir+"/"+name).Text.String(), list)
		if err != nil {
			t.Fatal(err)
		}
		got[name] = s
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("texts (-want +got):\n%s", diff)
	}
}
