package analysis_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// vector is what testdata/boundary's README says of want.json, as far as a run
// over files on disk answers it; analysis/boundary tests the rest.
type vector struct {
	Members     map[string][]string `json:"members"`
	Diagnostics []struct {
		Code, Severity, Path string
		Range                *struct{ Start, End text.LineCol }
		Message              []string
		Data                 map[string]any
	} `json:"diagnostics"`
	EOL   string `json:"eol"`
	Today string `json:"today"`
}

// The vectors hold when the files lie on a disk and are walked.
func TestBoundaryVectorsOnDisk(t *testing.T) {
	files, err := filepath.Glob("../testdata/boundary/*.txtar")
	if err != nil || len(files) != 180 {
		t.Fatalf("%d vectors, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			dir, v := layOut(t, file)
			today := config.Date{Y: 2026, M: 1, D: 1}
			if v.Today != "" {
				today, _ = config.ParseDate(v.Today)
			}
			snap := workspace.NewSession(workspace.Options{Dir: dir, Today: func() config.Date { return today }}).Snapshot()
			r := runWhole(t, snap, dir)
			want, got := []string{}, []string{}
			for _, d := range v.Diagnostics {
				at := "-"
				if d.Range != nil {
					at = fmt.Sprintf("%v-%v", d.Range.Start, d.Range.End)
				}
				want = append(want, fmt.Sprintf("%s %s %s %s", d.Path, at, d.Code, d.Severity))
			}
			for _, f := range r.Findings {
				if strings.HasPrefix(f.Code, "BND") {
					got = append(got, place(snap, dir, f))
				}
			}
			if diff := cmp.Diff(want, got, sortStrings()); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			if v.Members == nil {
				return
			}
			walked, _ := snap.Walk(context.Background(), []string{dir}, workspace.WalkOptions{})
			lines, problems, err := analysis.Members(context.Background(), snap, walked.Files, nil)
			if err != nil || len(problems) > 0 {
				t.Fatalf("members: %v %v", problems, err)
			}
			wantLines := []string{}
			for key, reasons := range v.Members {
				for _, reason := range reasons {
					wantLines = append(wantLines, key+"\t"+reason)
				}
			}
			if diff := cmp.Diff(wantLines, append([]string{}, lines...), sortStrings()); diff != "" {
				t.Errorf("members (-want +got):\n%s", diff)
			}
		})
	}
}

func sortStrings() cmp.Option {
	return cmp.Transformer("sorted", func(in []string) map[string]int {
		m := map[string]int{}
		for _, s := range in {
			m[s]++
		}
		return m
	})
}

func place(snap *workspace.Snapshot, dir string, f finding.Finding) string {
	at := "-"
	if h := snap.File(f.Path); !f.Whole && h.Text != nil {
		at = fmt.Sprintf("%v-%v", h.Text.LineCol(f.Span.Start), h.Text.LineCol(f.Span.End))
	}
	return fmt.Sprintf("%s %s %s %s", strings.TrimPrefix(f.Path, workspace.Key(dir)+"/"), at, f.Code, f.Severity)
}

func runWhole(t *testing.T, snap *workspace.Snapshot, dir string) *analysis.Result {
	t.Helper()
	walked, err := snap.Walk(context.Background(), []string{workspace.Key(dir)}, workspace.WalkOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := analysis.Run(context.Background(), snap, analysis.Request{Files: walked.Files, Walked: []string{workspace.Key(dir)}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// layOut writes a vector's workspace to a folder.
func layOut(t *testing.T, file string) (string, vector) {
	t.Helper()
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir, v := t.TempDir(), vector{}
	for _, f := range a.Files {
		if f.Name == "want.json" {
			if err := json.Unmarshal(f.Data, &v); err != nil {
				t.Fatal(err)
			}
		}
	}
	marks := strings.NewReplacer("␠", " ", "␉", "\t", "⍽", "\u00a0")
	for _, f := range a.Files {
		if f.Name == "want.json" || strings.HasPrefix(f.Name, "want/") {
			continue
		}
		s := marks.Replace(string(f.Data))
		if v.EOL == "crlf" && strings.HasSuffix(f.Name, ".bot") {
			s = strings.ReplaceAll(s, "\n", "\r\n")
		}
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(s), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir, v
}
