package analysis_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// request is the run over a whole folder.
func request(t *testing.T, snap *workspace.Snapshot, dir string) analysis.Request {
	t.Helper()
	walked, err := snap.Walk(context.Background(), []string{workspace.Key(dir)}, workspace.WalkOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return analysis.Request{Files: walked.Files, Walked: []string{workspace.Key(dir)}}
}

func fixAll(t *testing.T, snap *workspace.Snapshot, req analysis.Request, unsafe bool) *analysis.FixResult {
	t.Helper()
	r, err := analysis.Fix(context.Background(), snap, req, unsafe)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Fixing every vector leaves nothing that a fix of ours could mend, breaks
// nothing, and a second time changes nothing.
func TestFixSettlesEveryVector(t *testing.T) {
	files, err := filepath.Glob("../testdata/boundary/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no vectors", err)
	}
	for _, file := range files {
		for _, unsafe := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s unsafe=%t", filepath.Base(file), unsafe), func(t *testing.T) {
				t.Parallel()
				dir, _ := layOut(t, file)
				snap := workspace.NewSession(workspace.Options{Dir: dir}).Snapshot()
				req := request(t, snap, dir)
				before, err := analysis.Run(context.Background(), snap, req)
				if err != nil {
					t.Fatal(err)
				}
				r := fixAll(t, snap, req, unsafe)
				settles(t, snap, req, before, r, unsafe)
			})
		}
	}
}

func settles(t *testing.T, snap *workspace.Snapshot, req analysis.Request, before *analysis.Result, r *analysis.FixResult, unsafe bool) {
	t.Helper()
	texts := map[string]*text.Text{}
	for p, s := range r.Texts {
		texts[p] = text.New(s)
	}
	next := snap.With(texts)
	again := fixAll(t, next, req, unsafe)
	if len(again.Fixed) > 0 || len(again.Texts) > 0 {
		t.Errorf("a second fix changes %v", again.Fixed)
	}
	if b, a := languageErrors(before), languageErrors(again.Result); a > b {
		t.Errorf("%d errors of the language before, %d after", b, a)
	}
	if r.Undone != nil {
		t.Errorf("undone: %v", r.Undone)
	}
	for _, f := range again.Findings {
		for _, fix := range f.Fixes {
			if !fix.Manual && (fix.Safe || unsafe) && len(fix.Edits()) > 0 {
				t.Errorf("%s is left with the fix %q", f.Code, fix.Title)
			}
		}
	}
}

func languageErrors(r *analysis.Result) int {
	n := 0
	for _, f := range r.Findings {
		if strings.HasPrefix(f.Code, "BOT") && f.Severity == finding.Error {
			n++
		}
	}
	return n
}

// Fixing the real bots leaves no missing paragraph and no reference in one.
func TestFixSettlesRealBots(t *testing.T) {
	corpus := os.Getenv("BOUNDARY_CORPUS")
	if corpus == "" {
		t.Log("BOUNDARY_CORPUS is not set: REAL BOTS ARE NOT FIXED")
		return
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "bots"), os.DirFS(filepath.Join(corpus, "bots"))); err != nil {
		t.Fatal(err)
	}
	bots := 0
	_ = filepath.WalkDir(dir, func(p string, _ fs.DirEntry, _ error) error {
		if strings.HasSuffix(p, ".bot") {
			bots++
		}
		return nil
	})
	if bots == 0 {
		t.Fatalf("no bots below %s", corpus)
	}
	snap := workspace.NewSession(workspace.Options{Dir: dir}).Snapshot()
	req := request(t, snap, dir)
	before, err := analysis.Run(context.Background(), snap, req)
	if err != nil {
		t.Fatal(err)
	}
	r := fixAll(t, snap, req, true)
	for _, f := range r.Findings {
		switch f.Code {
		case "BND101", "BND201", "BND202":
			t.Errorf("%s is left: %s", f.Code, place(snap, dir, f))
		}
	}
	settles(t, snap, req, before, r, true)
	t.Logf("%d bots, %d findings before, %d fixes, %d findings left", bots, len(before.Findings), len(r.Fixed), len(r.Findings))
}

// A byte order mark stays the first thing of its file.
func TestFixWritesBehindAByteOrderMark(t *testing.T) {
	dir := t.TempDir()
	p := filepath.Join(dir, "main.bot")
	src := "\ufeffprompt duty:\n  You sort.\n\n  Twice.\n\nagent a:\n  model: \"m\"\n  backend: \"claw\"\n  system: duty\n  tools: [read_file]\n\nworkflow w:\n  entry: a\n  a -> done\n"
	if err := os.WriteFile(p, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	snap := workspace.NewSession(workspace.Options{Dir: dir}).Snapshot()
	r := fixAll(t, snap, request(t, snap, dir), true)
	if got := r.Texts[workspace.Key(p)]; !strings.HasPrefix(got, "\ufeffdsl: 1\n") || len(r.Undone) > 0 {
		t.Errorf("undone %v, the file begins with %q", r.Undone, got[:min(len(got), 20)])
	}
}
