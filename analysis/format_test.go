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
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// formatCase is a vector of testdata/authoring about formatting.
type formatCase struct {
	in, want  string
	leftAlone bool
}

func formatCases(t *testing.T) map[string]formatCase {
	t.Helper()
	paths, err := filepath.Glob("../testdata/authoring/fmt_*.txtar")
	if err != nil || len(paths) != 48 {
		t.Fatalf("%d vectors, %v", len(paths), err)
	}
	cases := map[string]formatCase{}
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files := map[string]string{}
		for _, f := range a.Files {
			s, _, _ := strings.Cut(string(f.Data), "␄")
			files[f.Name] = strings.NewReplacer("␠", " ", "␉", "\t", "⍽", "\u00a0", "␍", "\r").Replace(s)
		}
		var want struct{ LeftAlone, BOM bool }
		if err := json.Unmarshal([]byte(files["want.json"]), &want); err != nil {
			t.Fatal(err)
		}
		bom := ""
		if want.BOM {
			bom = "\ufeff"
		}
		cases[strings.TrimSuffix(filepath.Base(path), ".txtar")] = formatCase{bom + files["in.bot"], bom + files["want.bot"], want.LeftAlone}
	}
	return cases
}

// found are the findings in a text, without their places, and the words that
// they stand on.
func found(snap *workspace.Snapshot, path string) []string {
	var list []string
	r := analysis.File(snap, path, true)
	for _, f := range r.Findings {
		words := strings.Join(strings.Fields(snap.File(path).Text.Slice(f.Span)), "")
		list = append(list, fmt.Sprintf("%s %s %s", f.Code, f.Message, words))
	}
	for _, f := range r.Silenced {
		list = append(list, "silenced "+f.Code)
	}
	return list
}

// alone is a workspace of one bot.
func alone(t *testing.T, src string) (*workspace.Snapshot, string) {
	t.Helper()
	dir := t.TempDir()
	path := workspace.Key(filepath.Join(dir, "main.bot"))
	s := workspace.NewSession(workspace.Options{Dir: workspace.Key(dir)})
	return s.Open(path, text.New(src), 0, ""), path
}

// laidOut is the text after formatting, with a snapshot that holds it.
func laidOut(t *testing.T, snap *workspace.Snapshot, l analysis.Layout) (string, *workspace.Snapshot) {
	t.Helper()
	out, err := snap.File(l.Path).Text.Apply(l.Edits)
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), snap.With(map[string]*text.Text{l.Path: out})
}

func TestFormatVectors(t *testing.T) {
	for name, c := range formatCases(t) {
		t.Run(name, func(t *testing.T) {
			snap, path := alone(t, c.in)
			l := analysis.Format(snap, path)
			if (l.Left != nil) != c.leftAlone || l.Problem != nil {
				t.Fatalf("left alone for %v, problem %v", l.Left, l.Problem)
			}
			got, after := laidOut(t, snap, l)
			want := c.want
			if c.leftAlone {
				want = c.in
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
			if d := cmp.Diff(found(snap, path), found(after, path)); d != "" {
				t.Errorf("the findings change (-before +after):\n%s", d)
			}
		})
	}
}

func TestFormatLeavesAloneWhatHasNoCertainShape(t *testing.T) {
	for name, tc := range map[string]struct{ src, code string }{
		"a word in a header's place":         {"agnet a:\n    model: \"x\"\n", "BOT101"},
		"bytes that are no UTF-8":            {"agent a:\n    model: \"\xff\"\n", "BOT106"},
		"a backtick within a raw string":     {"tool t:\n    command: `a ` b\n    output:  o\n", "BOT107"},
		"a line that belongs to no block":    {"agent a:\n    [b]\n    model:  \"x\"\n", "BOT107"},
		"a comment that would count as read": {strings.Repeat("\n", 40) + "## strict-escape: on\nvars:\n  a: string = \"a\\nb\"\n", "CFG403"},
		"a line below the profile":           {"dsl: 2\n    model:  \"x\"\n", "BOT103"},
	} {
		t.Run(name, func(t *testing.T) {
			snap, path := alone(t, tc.src)
			l := analysis.Format(snap, path)
			if l.Left == nil || l.Left.Code != tc.code || len(l.Edits) > 0 {
				t.Errorf("%+v", l)
			}
		})
	}
}

func TestFormatKeepsASilencingCommentAboveItsLine(t *testing.T) {
	src := "agent a:\n  model:  \"m/x\"\n  ## boundary: ignore BOT505 — it is for later\nagent b:\n  model: \"m/x\"\n"
	snap, path := alone(t, src)
	got, _ := laidOut(t, snap, analysis.Format(snap, path))
	if want := strings.Replace(src, ":  ", ": ", 1); got != want {
		t.Errorf("%q", got)
	}
}

func TestRealBotsHaveTheSameFindingsAfterFormatting(t *testing.T) {
	dir := os.Getenv("BOUNDARY_CORPUS")
	if dir == "" {
		t.Log("BOUNDARY_CORPUS is not set: real bots not read")
		return
	}
	snap := workspace.NewSession(workspace.Options{Dir: workspace.Key(dir)}).Snapshot()
	walked, err := snap.Walk(context.Background(), []string{workspace.Key(dir)}, workspace.WalkOptions{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, path := range walked.Files {
		if workspace.Kind(path) != workspace.Bot {
			continue
		}
		l := analysis.Format(snap, path)
		if l.Left != nil {
			t.Errorf("%s: left alone for %s %s", path, l.Left.Code, l.Left.Message)
		}
		_, after := laidOut(t, snap, l)
		if d := cmp.Diff(found(snap, path), found(after, path)); d != "" {
			t.Errorf("%s: the findings change (-before +after):\n%s", path, d)
		}
		n++
	}
	t.Logf("%d bots", n)
}
