package external_test

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// fixesMend is property 5 of playbook.md 15.3: a preferred fix mends what it is
// for and breaks nothing.
func fixesMend(s *subject) string {
	for _, list := range s.fine.Findings {
		for _, f := range list {
			for _, fix := range f.Fixes {
				if !fix.Preferred {
					continue
				}
				s.tally["fix "+fix.Title]++
				if msg := mends(s, f, fix); msg != "" {
					return fmt.Sprintf("%q: %s\n%s", fix.Title, msg, f.Message)
				}
			}
		}
	}
	return ""
}

func mends(s *subject, f finding.Finding, fix finding.Fix) string {
	after, err := applied(s.Files, fix)
	if err != nil {
		return err.Error()
	}
	edits := fix.Edits()
	if len(edits) == 0 {
		return "no edits"
	}
	id := strings.TrimPrefix(edits[0].Path, "/ws/")
	ws := s.ws.with(after)
	file, _ := ws.File(id)
	if !file.Whole || len(file.Resolve) > 0 {
		return "the file does not parse afterwards:\n" + after[id]
	}
	now := external.Analyze(context.Background(), ws, entry)
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
	if count(now) >= count(s.fine) {
		return "the finding is still there:\n" + after[id]
	}
	if f.Code == "PB001" {
		if a, b := errorCount(s.fine), errorCount(now); b > a {
			return fmt.Sprintf("%d errors become %d:\n%s", a, b, after[id])
		}
	}
	_, err = playbook.Compile(context.Background(), entry, s.Launch, playbook.Options{Loader: after})
	if err == nil {
		return ""
	}
	var was, is *playbook.Error
	if errors.As(err, &is) && is.Name == playbook.ExternalConverted && has(s.fine, finding.Error, "PB006") {
		return "" // the author's own noncharacter, which concat refuses and join does not
	}
	if s.err == nil {
		return fmt.Sprintf("the run ended well, and now fails: %v\n%s", err, after[id])
	}
	if errors.As(s.err, &was) && is != nil && is.Name == playbook.StarlarkError && is.Pos.Filename() == id {
		old, _ := s.ws.File(id)
		if off := file.Offset(is.Pos); start <= off && off < end && !f.Span.Contains(old.Offset(was.Pos)) {
			return fmt.Sprintf("the run now fails in what was written: %v\n%s", err, after[id])
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
