package external_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

// Property 5 of playbook.md 15.3: a preferred fix mends what it is for and
// breaks nothing.
func TestPreferredFixesMend(t *testing.T) {
	first, n := programs(t)
	failed, tried := 0, 0
	for seed := first; seed < first+n && failed < 3; seed++ {
		p := playbooktest.Generate(seed)
		before := external.Analyze(context.Background(), workspace(p.Files), playbooktest.EntryID)
		for _, list := range before.Findings {
			for _, f := range list {
				for _, fix := range f.Fixes {
					if !fix.Preferred {
						continue
					}
					tried++
					if msg := mends(t, p.Files, p.Launch, before, f, fix); msg != "" {
						failed++
						t.Errorf("%q: %s\n%s\n%s", fix.Title, msg, f.Message, p)
					}
				}
			}
		}
	}
	t.Logf("%d fixes", tried)
	if tried == 0 {
		t.Error("no program had a preferred fix")
	}
}

func mends(t *testing.T, files playbooktest.Files, launch map[string]any, before *external.Result, f finding.Finding, fix finding.Fix) string {
	after := apply(t, files, fix)
	edits := fix.Edits()
	if len(edits) == 0 {
		return "no edits"
	}
	id := strings.TrimPrefix(edits[0].Path, "/ws/")
	if parsed := playbook.Parse(id, []byte(after[id])); !parsed.Whole || len(parsed.Resolve) > 0 {
		return "the file does not parse afterwards:\n" + after[id]
	}
	now := external.Analyze(context.Background(), workspace(after), playbooktest.EntryID)
	start := edits[0].Span.Start
	end := start + len(edits[0].New)
	count := func(r *external.Result) (n int) {
		for _, g := range r.Findings[id] {
			if g.Code == f.Code && (f.Code == "PB001" || start <= g.Span.Start && g.Span.End <= max(end, f.Span.End)) {
				n++
			}
		}
		return n
	}
	if count(now) >= count(before) {
		return "the finding is still there:\n" + after[id]
	}
	if f.Code == "PB001" {
		if a, b := errorCount(before), errorCount(now); b > a {
			return fmt.Sprintf("%d errors become %d:\n%s", a, b, after[id])
		}
	}
	_, errBefore := playbook.Compile(context.Background(), playbooktest.EntryID, launch, playbook.Options{Loader: files})
	_, errAfter := playbook.Compile(context.Background(), playbooktest.EntryID, launch, playbook.Options{Loader: after})
	if errAfter == nil {
		return ""
	}
	if errBefore == nil {
		return fmt.Sprintf("the run ended well, and now fails: %v\n%s", errAfter, after[id])
	}
	var was, is *playbook.Error
	if errors.As(errBefore, &was) && errors.As(errAfter, &is) && is.Name == playbook.StarlarkError && is.Pos.Filename() == id {
		file := playbook.Parse(id, []byte(after[id]))
		old := playbook.Parse(id, []byte(files[id]))
		if off := file.Offset(is.Pos); start <= off && off < end && !f.Span.Contains(old.Offset(was.Pos)) {
			return fmt.Sprintf("the run now fails in what was written: %v\n%s", errAfter, after[id])
		}
	}
	return ""
}

func errorCount(r *external.Result) int {
	n := 0
	for _, list := range r.Findings {
		for _, f := range list {
			if f.Severity == finding.Error {
				n++
			}
		}
	}
	return n
}

// Property 7: a file that is being typed never stops the analysis, and what
// stands wholly before the mistake keeps its findings.
func TestPrefixesOfVectorsAreAnalysed(t *testing.T) {
	for _, v := range vectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			src := v.Files[playbooktest.EntryID]
			full := playbook.Parse(playbooktest.EntryID, []byte(src))
			whole := external.Analyze(context.Background(), workspace(v.Files), playbooktest.EntryID)
			for cut := range src {
				files := playbooktest.Files{}
				for id, s := range v.Files {
					files[id] = s
				}
				files[playbooktest.EntryID] = src[:cut]
				ws := workspace(files)
				got := external.Analyze(context.Background(), ws, playbooktest.EntryID)
				file, _ := ws.File(playbooktest.EntryID)
				for _, f := range whole.Findings[playbooktest.EntryID] {
					if !local(f) || !before(file, full, f) {
						continue
					}
					if !slices.ContainsFunc(got.Findings[playbooktest.EntryID], func(g finding.Finding) bool {
						return g.Code == f.Code && g.Span == f.Span
					}) {
						t.Fatalf("%s at %v is lost in %q", f.Code, f.Span, src[:cut])
					}
				}
			}
		})
	}
}

// local reports whether a finding depends on nothing that stands after it.
func local(f finding.Finding) bool {
	switch f.Code {
	case "PB002", "PB023", "PB025", "PB027", "PB035", "PB040", "PB041":
		return false
	}
	return true
}

// before reports whether a finding stands in a statement that the cut text
// has whole, and not in a function, whose calls may be cut off.
func before(cut, full *playbook.File, f finding.Finding) bool {
	if strings.Contains(full.Source, "def ") || strings.Contains(full.Source, "lambda") {
		return false
	}
	for _, s := range full.Tree.Stmts {
		if span := full.Span(s); span.Covers(f.Span) {
			if span.End >= len(cut.Source) {
				return false
			}
			c, ok := cut.ChunkAt(f.Span.Start)
			return cut.Whole || ok && c.State == playbook.Intact && c.Span.Covers(span)
		}
	}
	return false
}
