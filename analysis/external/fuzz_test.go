package external_test

import (
	"context"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

// FuzzAnalyze: whatever a file holds, both modes end, findings lie in their
// files, and fixes can be applied.
func FuzzAnalyze(f *testing.F) {
	for _, v := range vectors(f) {
		f.Add(v.Files[playbooktest.EntryID], v.Files["lib.star"])
	}
	for seed := range uint64(20) {
		p := playbooktest.Generate(seed)
		f.Add(p.Files[playbooktest.EntryID], p.Files["packs/lib.star"])
		f.Add(playbooktest.GenerateSharing(seed, false).Files[playbooktest.EntryID], "x = 1\n")
	}
	f.Fuzz(func(t *testing.T, src, lib string) {
		files := playbooktest.Files{playbooktest.EntryID: src, "lib.star": lib, "packs/lib.star": lib}
		for _, run := range []func(context.Context, external.Workspace, string) *external.Result{external.Analyze, external.AnalyzeCoarse} {
			r := run(context.Background(), workspace(files), playbooktest.EntryID)
			for id, list := range r.Findings {
				for _, x := range list {
					if x.Span.Start < 0 || x.Span.End < x.Span.Start || x.Span.End > len(files[id]) {
						t.Fatalf("%s stands at %v in a file of %d bytes", x.Code, x.Span, len(files[id]))
					}
					for _, fix := range x.Fixes {
						apply(t, files, fix)
					}
				}
				r.Names(id)
			}
		}
	})
}
