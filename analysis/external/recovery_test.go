package external_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

// Property 7: a file that is being typed never stops the analysis, and what
// stands wholly before the mistake keeps its findings.
func TestPrefixesOfVectorsAreAnalysed(t *testing.T) {
	for _, v := range vectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			src := v.Files[entry]
			whole := workspace(v.Files)
			r := external.Analyze(context.Background(), whole, entry)
			for cut := range src {
				files := playbooktest.Files{}
				for id, s := range v.Files {
					files[id] = s
				}
				files[entry] = src[:cut]
				ws := whole.with(files)
				if msg := lost(whole, r, ws, external.Analyze(context.Background(), ws, entry), cut); msg != "" {
					t.Fatal(msg)
				}
			}
		})
	}
}

// lost says which finding of a whole entry its beginning does not have, though
// it stands wholly in it.
func lost(whole *memory, r *external.Result, beginning *memory, got *external.Result, cut int) string {
	full, _ := whole.File(entry)
	file, _ := beginning.File(entry)
	for _, f := range r.Findings[entry] {
		if !local(f) || !before(file, full, f) {
			continue
		}
		if !slices.ContainsFunc(got.Findings[entry], func(g finding.Finding) bool {
			return g.Code == f.Code && g.Span == f.Span
		}) {
			return fmt.Sprintf("%s at %v is lost in %q", f.Code, f.Span, full.Source[:cut])
		}
	}
	return ""
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
