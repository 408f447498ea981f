package analysis_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
)

// edits are the edits of all fixes, with how each says that it applies.
func edits(list []finding.Finding) (out []any) {
	for _, f := range list {
		for _, x := range f.Fixes {
			out = append(out, f.Path, f.Code, x.ID, x.Title, x.Safe, x.Preferred, x.Manual, x.Applies(), x.Edits())
		}
	}
	return out
}

// A run keeps no trees; its fixes are those of the documents all the same,
// whether their edits were kept or are computed anew.
func TestTheFixesOfARunAreThoseOfItsDocuments(t *testing.T) {
	files, err := filepath.Glob("../testdata/boundary/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no vectors", err)
	}
	fixes := 0
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			dir, _ := layOut(t, file)
			options := workspace.Options{Dir: dir}
			snap := workspace.NewSession(options).Snapshot()
			req := request(t, snap, dir)
			var want []any
			for _, f := range req.Files {
				want = append(want, edits(analysis.File(snap, f, false).Findings)...)
			}
			fixes += len(want)
			for _, keep := range []bool{false, true} {
				req.Edits = keep
				r, err := analysis.Run(context.Background(), workspace.NewSession(options).Snapshot(), req)
				if err != nil {
					t.Fatal(err)
				}
				var of []finding.Finding
				for _, f := range r.Findings {
					if !f.WorkspaceOnly {
						of = append(of, f)
					}
				}
				if diff := cmp.Diff(want, edits(of)); diff != "" {
					t.Errorf("edits kept %t (-document +run):\n%s", keep, diff)
				}
			}
		})
	}
	if fixes == 0 {
		t.Error("nothing has a fix")
	}
}

// A bot that breaks before its workflow is seen is half a unit as well: no
// class is computed from it.
func TestMembersRefuseAFileWhoseWorkflowCannotBeSeen(t *testing.T) {
	dir := t.TempDir()
	broken := filepath.Join(dir, "kit", "main.bot")
	if err := os.MkdirAll(filepath.Dir(broken), 0o755); err != nil {
		t.Fatal(err)
	}
	src := "dsl: 2\n\nagent acts:\n  backend: \"claw\"\n  tools: [bash\n\nwork row:\n  entry: acts\n  acts -> done\n"
	if err := os.WriteFile(broken, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	snap := workspace.NewSession(workspace.Options{Dir: dir}).Snapshot()
	_, problems, err := analysis.Members(context.Background(), snap, []string{workspace.Key(broken)}, nil)
	if err != nil || len(problems) != 1 || problems[0].Path != workspace.Key(broken) {
		t.Errorf("problems %v, error %v", problems, err)
	}
}
