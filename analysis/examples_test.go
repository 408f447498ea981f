package analysis_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/rule"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
)

// elsewhere are the rules whose examples a run over files does not flag, and
// why. A rule that begins to be judged has to leave the list.
var elsewhere = map[string]string{
	"PB003": "comes from a preview run",
	"PB050": "comes from a preview run",
	"PB051": "comes from a preview run",
}

// What the documentation of a rule shows as bad is flagged, and what it shows
// as good is not.
func TestTheExamplesOfEveryRule(t *testing.T) {
	for _, r := range rule.All() {
		t.Run(r.Code, func(t *testing.T) {
			t.Parallel()
			bad, good := flagged(t, r.Bad, r.Code), flagged(t, r.Good, r.Code)
			if len(r.Good.Files) > 0 && good {
				t.Errorf("the good example is flagged")
			}
			why := elsewhere[r.Code]
			switch {
			case len(r.Bad.Files) == 0 && r.Bad.Note == "":
				t.Errorf("there is no bad example")
			case len(r.Bad.Files) == 0:
			case why == "" && !bad:
				t.Errorf("the bad example is not flagged")
			case why != "" && bad:
				t.Errorf("the bad example is flagged; it is listed as one that is not: %s", why)
			}
		})
	}
}

func flagged(t *testing.T, e rule.Example, code string) bool {
	t.Helper()
	if len(e.Files) == 0 {
		return false
	}
	dir := t.TempDir()
	for _, f := range e.Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(f.Text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	today := func() config.Date { return config.Date{Y: 2026, M: 11, D: 29} }
	snap := workspace.NewSession(workspace.Options{Dir: dir, Today: today}).Snapshot()
	r := runWhole(t, snap, dir)
	return slices.ContainsFunc(r.Findings, func(f finding.Finding) bool { return f.Code == code })
}
