package external_test

import (
	"context"
	"slices"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
)

// What is printed may be the very value that separates it, as everything is
// where the analysis knows one value only.
func TestAPrintedValueIsReportedWhateverSeparatesIt(t *testing.T) {
	ws := workspace(map[string]string{entry: "v = param(\"v\", default = \"x\")\nprint(v, 1, sep = v)\nplaybook(\"p\", steps = [])\n"})
	for mode, analyze := range map[string]func(context.Context, external.Workspace, string) *external.Result{
		"exact": external.Analyze, "coarse": external.AnalyzeCoarse, "flood": external.AnalyzeFlood,
	} {
		found := analyze(context.Background(), ws, entry).Findings[entry]
		if !slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Code == "PB010" }) {
			t.Errorf("%s: PB010 is not found", mode)
		}
	}
}
