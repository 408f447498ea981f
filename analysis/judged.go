package analysis

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/boundary-lsp/boundary-lsp/analysis/boundary"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
)

// run is a run that is going on. Of each document it keeps what is said of it
// and the summary of its unit, not the tree.
type run struct {
	snap   *workspace.Snapshot
	req    Request
	judged map[string]*judged
	// room is how many bytes of edits may still be kept.
	room atomic.Int64
}

// keptEdits is how many bytes of edits a run keeps; those beyond are computed
// anew when they are asked for.
const keptEdits = 4 << 20

// judged is a FileResult without the trees that its fixes are made from.
type judged struct {
	FileResult
}

// judge judges a document.
func (r *run) judge(file string, named bool) *judged {
	j := &judged{*File(r.snap, file, named)}
	j.Findings = r.detached(j.Findings, file, named, false)
	j.Silenced = r.detached(j.Silenced, file, named, true)
	return j
}

// detached are the findings of a document with fixes that hold no tree.
func (r *run) detached(list []finding.Finding, file string, named, silenced bool) []finding.Finding {
	if len(list) == 0 {
		return nil
	}
	list = slices.Clone(list)
	for i := range list {
		f := list[i]
		if len(f.Fixes) == 0 {
			continue
		}
		fixes := make([]finding.Fix, len(f.Fixes))
		for n, fix := range f.Fixes {
			again := func() []finding.Edit { return editsOf(r.snap, file, named, silenced, f, n) }
			if r.req.Edits && !silenced {
				fixes[n] = fix.Keep(&r.room, again)
			} else {
				fixes[n] = fix.Detach(again)
			}
		}
		list[i].Fixes = fixes
	}
	return list
}

// editsOf are the edits of the fix n of a finding in a document, which is
// judged anew.
func editsOf(snap *workspace.Snapshot, file string, named, silenced bool, f finding.Finding, n int) []finding.Edit {
	r := File(snap, file, named)
	list := r.Findings
	if silenced {
		list = r.Silenced
	}
	i, found := slices.BinarySearchFunc(list, f, finding.Compare)
	if !found || n >= len(list[i].Fixes) {
		return nil
	}
	return list[i].Fixes[n].Edits()
}

// units gives the units of the workflow files among files; fixtures that are
// not named are none.
func (r *run) units(files []string, named map[string]bool) []*boundary.Summary {
	var list []*boundary.Summary
	for _, f := range files {
		if u := r.of(f).unit; u != nil && (named[f] || !r.snap.Fixture(f)) {
			list = append(list, u)
		}
	}
	return list
}

// pages gives the pages among files; fixtures that are not named are none.
func (r *run) pages(files []string, named map[string]bool) []*boundary.PageSummary {
	var list []*boundary.PageSummary
	for _, f := range files {
		if p := r.of(f).page; p != nil && (named[f] || !r.snap.Fixture(f)) {
			list = append(list, p)
		}
	}
	return list
}

// of is what is said of a document, whether or not it is one of the run's.
func (r *run) of(file string) *judged {
	j := r.judged[file]
	if j == nil {
		j = r.judge(file, false)
		r.judged[file] = j
	}
	return j
}

// parses reports whether a unit parses: none of its files has an error BOT101
// to BOT115, and every import can be read. What [rules] or a comment has
// lowered or hidden does not count (boundary-class.md 9.5).
func (r *run) parses(u *boundary.Summary) bool {
	return !u.ImportBroken && !slices.ContainsFunc(u.Files, func(f string) bool { return r.of(f).faulty })
}

// halfRead are the bots among files that do not parse and in which no workflow
// can be seen: it may stand in the part that does not parse. Fragments are
// judged with the units that import them.
func (r *run) halfRead(files []string, named map[string]bool) []string {
	var list []string
	for _, f := range files {
		if j := r.of(f); j.faulty && j.unit == nil && workspace.Kind(f) == workspace.Bot &&
			(named[f] || !r.snap.Fixture(f)) && slices.Contains(r.snap.UnitsOf(f), f) {
			list = append(list, f)
		}
	}
	return list
}

// rootFiles are the files below a root: the request's, where these are all of
// them.
func (r *run) rootFiles(ctx context.Context, root string) ([]string, error) {
	list := r.req.Files
	if r.req.Partial {
		walked, err := r.snap.Walk(ctx, []string{root}, workspace.WalkOptions{})
		if err != nil {
			return nil, err
		}
		list = walked.Files
	}
	list = slices.DeleteFunc(slices.Clone(list), func(f string) bool { return r.snap.Root(f) != root })
	return list, r.all(ctx, list)
}

// all judges the files that have not been judged yet, in parallel.
func (r *run) all(ctx context.Context, files []string) error {
	missing := slices.DeleteFunc(slices.Clone(files), func(f string) bool { return r.judged[f] != nil })
	list := make([]*judged, len(missing))
	err := each(ctx, len(missing), func(i int) { list[i] = r.judge(missing[i], r.req.Named[missing[i]]) })
	if err != nil {
		return err
	}
	for i, f := range missing {
		r.judged[f] = list[i]
	}
	return nil
}
