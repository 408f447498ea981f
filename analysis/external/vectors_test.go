package external_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// vectors are those of the specification and our own, which hold what once
// went wrong.
func vectors(tb testing.TB) []playbooktest.Vector {
	tb.Helper()
	var all []playbooktest.Vector
	for _, dir := range []string{"../../testdata/playbook", "../../testdata/playbook/own"} {
		list, err := playbooktest.Vectors(dir)
		if err != nil {
			tb.Fatal(err)
		}
		all = append(all, list...)
	}
	if len(all) < 142 {
		tb.Fatalf("%d vectors, want at least 142", len(all))
	}
	return all
}

// shown is a finding as vectors write it.
func shown(f *playbook.File, x finding.Finding) string {
	return fmt.Sprintf("%s %s %s %v", x.Code, x.Severity, f.ID, rangeOf(f, x.Span))
}

func rangeOf(f *playbook.File, s text.Span) [4]int {
	a, b := f.Position(s.Start), f.Position(s.End)
	return [4]int{int(a.Line), int(a.Col), int(b.Line), int(b.Col)}
}

// listed gives the findings of severity info and up, entry first.
func listed(order []string, r map[string][]finding.Finding) []finding.Finding {
	var out []finding.Finding
	for _, id := range order {
		for _, f := range r[id] {
			if f.Severity >= finding.Info {
				out = append(out, f)
			}
		}
	}
	return out
}

func TestVectorsAreReportedAsTheySay(t *testing.T) {
	for _, v := range vectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			ws := workspace(v.Files)
			result := external.Analyze(context.Background(), ws, playbooktest.EntryID)
			got := listed(v.Order, result.Findings)
			var gotLines, wantLines []string
			for i, f := range got {
				file, _ := ws.File(strings.TrimPrefix(f.Path, "/ws/"))
				line := shown(file, f)
				n := 0
				if i < len(v.Want.Static) {
					n = len(v.Want.Static[i].Related)
				}
				for j, r := range f.Related {
					if j < n || strings.Contains(r.Message, "receives the string") {
						rf, _ := ws.File(strings.TrimPrefix(r.Path, "/ws/"))
						line += fmt.Sprintf("\n  %s %v", rf.ID, rangeOf(rf, r.Span))
					}
				}
				gotLines = append(gotLines, line)
			}
			for _, d := range v.Want.Static {
				line := fmt.Sprintf("%s %s %s %v", d.Code, d.Severity, d.File, d.Range)
				for _, r := range d.Related {
					line += fmt.Sprintf("\n  %s %v", r.File, r.Range)
				}
				wantLines = append(wantLines, line)
			}
			if diff := cmp.Diff(wantLines, gotLines); diff != "" {
				t.Errorf("%s\n(-want +got):\n%s", v.Files[playbooktest.EntryID], diff)
			}
			for _, f := range got {
				if f.Message == "" || strings.Contains(f.Message, "\n") {
					t.Errorf("message %q", f.Message)
				}
			}
		})
	}
}

func TestVectorsOfferTheFixesTheySay(t *testing.T) {
	for _, v := range vectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			ws := workspace(v.Files)
			got := listed(v.Order, external.Analyze(context.Background(), ws, playbooktest.EntryID).Findings)
			for i, f := range got {
				var want []playbooktest.Fix
				for _, w := range v.Want.Fixes {
					if w.For == i {
						want = append(want, w)
					}
				}
				for _, fix := range f.Fixes {
					if !fix.Preferred || slices.ContainsFunc(want, func(w playbooktest.Fix) bool { return w.Title == fix.Title }) {
						continue
					}
					t.Errorf("preferred fix %q of %s is not wanted", fix.Title, f.Message)
				}
				for _, w := range want {
					checkFix(t, v, f, w)
				}
			}
			if len(v.Want.Fixes) > 0 && len(got) == 0 {
				t.Errorf("no findings, %d fixes wanted", len(v.Want.Fixes))
			}
		})
	}
}

func checkFix(t *testing.T, v playbooktest.Vector, f finding.Finding, want playbooktest.Fix) {
	t.Helper()
	i := slices.IndexFunc(f.Fixes, func(x finding.Fix) bool { return x.Title == want.Title })
	if i < 0 {
		t.Errorf("no fix %q for: %s", want.Title, f.Message)
		return
	}
	fix := f.Fixes[i]
	if fix.Preferred != want.Preferred || fix.Safe != want.Preferred {
		t.Errorf("%q: preferred %t, safe %t, want %t", fix.Title, fix.Preferred, fix.Safe, want.Preferred)
	}
	after := apply(t, v.Files, fix)
	if diff := cmp.Diff(want.After, after[want.File]); diff != "" {
		t.Errorf("%q (-want +got):\n%s", fix.Title, diff)
	}
	if want.DynamicAfter == nil {
		return
	}
	plan, err := playbook.Compile(context.Background(), playbooktest.EntryID, v.Launch, playbook.Options{Loader: after})
	if diff := want.DynamicAfter.Differs(plan, err); diff != "" {
		t.Errorf("%q, then run: %s", fix.Title, diff)
	}
}

// apply gives the files after a fix.
func apply(t testing.TB, files playbooktest.Files, fix finding.Fix) playbooktest.Files {
	t.Helper()
	out, err := applied(files, fix)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func applied(files playbooktest.Files, fix finding.Fix) (playbooktest.Files, error) {
	edits := map[string][]text.Edit{}
	for _, e := range fix.Edits() {
		id := strings.TrimPrefix(e.Path, "/ws/")
		edits[id] = append(edits[id], text.Edit{Span: e.Span, New: e.New})
	}
	out := playbooktest.Files{}
	for id, src := range files {
		s, err := text.Apply(src, edits[id])
		if err != nil {
			return nil, fmt.Errorf("fix %q: %w", fix.Title, err)
		}
		out[id] = s
	}
	return out, nil
}
