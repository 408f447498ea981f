package lsp

import (
	"context"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// scan is what judging the whole workspace gave. It is immutable.
type scan struct {
	seq uint64 // of the view
	// files are those that a walk looks at.
	files map[string]bool
	// only are the findings that need the whole workspace, by file; snap is
	// what they were found in.
	only map[string][]finding.Finding
	snap *workspace.Snapshot
}

// onlyIn are the findings of a file that need the whole workspace, in its
// present text: those that a later change touches are left out until the next
// scan.
func (sc *scan) onlyIn(path string, now *text.Text) []finding.Finding {
	var list []finding.Finding
	change := between(sc.snap.File(path).Text, now)
	for _, f := range sc.only[path] {
		span, ok := change.carry(f.Span)
		if !ok && !f.Whole {
			continue
		}
		f.Span = span
		list = append(list, f)
	}
	return list
}

// judgeAll judges the workspace folders as `check` does. Where nothing has
// changed since the last scan, it is that one.
func (v *view) judgeAll(ctx context.Context, step func(done, total int)) (*scan, error) {
	if last := v.scanner.last.Load(); last != nil && last.seq == v.seq {
		return last, nil
	}
	files, err := v.scanner.list(ctx, v)
	if err != nil {
		return nil, err
	}
	sc := &scan{
		seq:   v.seq,
		files: make(map[string]bool, len(files)),
		only:  map[string][]finding.Finding{},
		snap:  v.snap,
	}
	for _, f := range files {
		sc.files[f] = true
	}
	req := v.request(files)
	req.Progress = step
	result, err := analysis.Run(ctx, v.snap, req)
	if err != nil {
		return nil, err
	}
	for _, f := range result.Findings {
		if f.WorkspaceOnly {
			sc.only[f.Path] = append(sc.only[f.Path], f)
		}
	}
	return sc, nil
}

// request is the run over files, in which the open documents count as named:
// they are judged as the editor shows them. A document that is not on disk yet
// belongs to no workspace.
func (v *view) request(files []string) analysis.Request {
	req := analysis.Request{Files: files, Named: map[string]bool{}, Walked: v.snap.Folders()}
	for path := range v.docs {
		req.Named[path] = true
	}
	return req
}
