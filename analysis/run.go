package analysis

import (
	"context"
	"hash/maphash"
	"maps"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/boundary-lsp/boundary-lsp/analysis/boundary"
	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
)

// Run judges the files of a request, in parallel. The result is the same in
// every order and on any number of cores. The error is ctx's.
func Run(ctx context.Context, snap *workspace.Snapshot, req Request) (*Result, error) {
	start := time.Now()
	configs := configsOf(snap, req)
	files := slices.Clone(req.Files)
	for _, c := range configs {
		// The configuration in force is judged in every run (cli.md, check).
		if i, ok := slices.BinarySearch(files, c.Path); !ok && c.Path != "" {
			files = slices.Insert(files, i, c.Path)
		}
	}
	results := make([]*FileResult, len(files))
	var done atomic.Int64
	if err := each(ctx, len(files), func(i int) {
		results[i] = File(snap, files[i], req.Named[files[i]])
		if req.Progress != nil {
			req.Progress(int(done.Add(1)), len(files))
		}
	}); err != nil {
		return nil, err
	}
	out := &Result{}
	for i, r := range results {
		out.Findings = append(out.Findings, r.Findings...)
		out.Silenced = append(out.Silenced, r.Silenced...)
		out.Bytes += int64(r.Bytes)
		switch {
		case r.Problem != nil && (req.Named[files[i]] || !quiet(snap, files[i])):
			out.Problems = append(out.Problems, *r.Problem)
		case r.Problem == nil && (workspace.Kind(files[i]) != workspace.Other || snap.Config(files[i]).Path == files[i]):
			out.Files++
		}
	}
	for _, c := range configs {
		if c.Broken {
			out.Problems = append(out.Problems, Problem{c.Path, "the configuration does not parse; the defaults are in force and nothing is fixed"})
		}
	}
	out.count(snap, req)
	for _, root := range wholeRoots(snap, req) {
		list, err := Workspace(ctx, snap, root, req.rootFiles(snap, root))
		if err != nil {
			return nil, err
		}
		out.Findings = append(out.Findings, list...)
	}
	finding.Sort(out.Findings)
	slices.SortStableFunc(out.Problems, func(a, b Problem) int { return strings.Compare(a.Path, b.Path) })
	out.Elapsed = time.Since(start)
	return out, nil
}

// quiet reports whether a file that a walk met is passed over in silence: a
// file that is no text is the inventory's business (cli.md, check).
func quiet(snap *workspace.Snapshot, file string) bool {
	return snap.File(file).Err == workspace.ErrNotText
}

// each calls f for 0 to n-1, on all cores, until ctx ends.
func each(ctx context.Context, n int, f func(int)) error {
	g, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	for range min(n, runtime.GOMAXPROCS(0)) {
		g.Go(func() error {
			for {
				i := int(next.Add(1)) - 1
				if i >= n || ctx.Err() != nil {
					return ctx.Err()
				}
				f(i)
			}
		})
	}
	return g.Wait()
}

// configsOf are the configurations in force for a run, sorted by path; the
// defaults have none.
func configsOf(snap *workspace.Snapshot, req Request) []*config.Config {
	set := map[string]*config.Config{}
	add := func(file string) {
		if c := snap.Config(file); c.Path != "" {
			set[c.Path] = c
		}
	}
	dirs := map[string]bool{}
	for _, f := range req.Files {
		if dir := path.Dir(f); !dirs[dir] {
			dirs[dir] = true
			add(f)
		}
	}
	for _, dir := range req.Walked {
		add(path.Join(dir, workspace.ConfigName))
	}
	return slices.SortedFunc(maps.Values(set), func(a, b *config.Config) int { return strings.Compare(a.Path, b.Path) })
}

func brokenConfigs(snap *workspace.Snapshot, req Request) []string {
	var list []string
	for _, c := range configsOf(snap, req) {
		if c.Broken {
			list = append(list, c.Path)
		}
	}
	return list
}

// wholeRoots are the workspace roots that a run holds whole.
func wholeRoots(snap *workspace.Snapshot, req Request) []string {
	if len(req.Walked) == 0 {
		return nil
	}
	set := map[string]bool{}
	add := func(file string) {
		root := snap.Root(file)
		if slices.ContainsFunc(req.Walked, func(dir string) bool { return dir == root || workspace.Within(dir, root) }) {
			set[root] = true
		}
	}
	for _, f := range req.Files {
		add(f)
	}
	for _, dir := range req.Walked {
		add(path.Join(dir, workspace.ConfigName))
	}
	return slices.Sorted(maps.Keys(set))
}

// rootFiles are the request's files below a root, or nil where they are not
// all of them.
func (r Request) rootFiles(snap *workspace.Snapshot, root string) []string {
	if r.Partial {
		return nil
	}
	list := []string{}
	for _, f := range r.Files {
		if snap.Root(f) == root {
			list = append(list, f)
		}
	}
	return list
}

// count adds up what the run's own files hold.
func (out *Result) count(snap *workspace.Snapshot, req Request) {
	classes, pages := gather(snap, req.Files, req.Named)
	n := boundary.Count(classes, pages)
	out.Counts = Counts{
		Members: n.Members, Paragraphs: n.Paragraphs, Workflows: n.Workflows, InspectedPolicies: n.Policies,
		SupervisorsDeclared: n.Supervisors, SupervisorsInspected: n.Inspected,
	}
	for _, p := range pages {
		for _, name := range p.PassedOver {
			out.PassedOver = append(out.PassedOver, p.Path+": "+name)
		}
	}
}

// gather gives the units of the workflow files and the pages among files;
// fixtures that are not named are neither.
func gather(snap *workspace.Snapshot, files []string, named map[string]bool) (classes []*boundary.Class, pages []*boundary.Page) {
	for _, f := range files {
		if !named[f] && snap.Fixture(f) {
			continue
		}
		switch workspace.Kind(f) {
		case workspace.Bot:
			if c := ClassOf(snap, f, named[f]); c != nil && c.Unit.Workflow != nil {
				classes = append(classes, c)
			}
		case workspace.Markdown:
			if p := PageOf(snap, f); p != nil {
				pages = append(pages, p)
			}
		}
	}
	return classes, pages
}

// ClassOf is the verdict on the unit whose main file is main; nil where that
// cannot be read. Memoised like File.
func ClassOf(snap *workspace.Snapshot, main string, named bool) *boundary.Class {
	u := snap.Memo(classKey{main, named}, func(d *workspace.Deps) any { return unitOf(d, main, named) }).(*unit)
	if u == nil {
		return nil
	}
	return u.class
}

type classKey struct {
	main  string
	named bool
}

// PageOf reads a Markdown page; nil where the file cannot be read.
func PageOf(snap *workspace.Snapshot, file string) *boundary.Page {
	return snap.Memo(pageKey(file), func(d *workspace.Deps) any {
		t, err := d.Text(file)
		if err != nil {
			return (*boundary.Page)(nil)
		}
		return boundary.ReadPage(file, t)
	}).(*boundary.Page)
}

type pageKey string

// languageErrors counts the errors of the language in the units that read a
// file: what a fix must not make more of.
func languageErrors(snap *workspace.Snapshot, file string) int {
	files := map[string]bool{file: true}
	for _, main := range snap.UnitsOf(file) {
		if u, err := snap.Unit(main); err == nil {
			for _, f := range u.Files {
				files[f.Path] = true
			}
		}
	}
	n := 0
	for f := range files {
		if snap.File(f).Err != nil {
			continue
		}
		for _, fd := range File(snap, f, true).Findings {
			if fd.Severity == finding.Error && (strings.HasPrefix(fd.Code, "BOT") || fd.Code == "CFG101") {
				n++
			}
		}
	}
	return n
}

// hashOf tells lists of paths apart within this process.
func hashOf(list []string) uint64 {
	var h maphash.Hash
	h.SetSeed(stateSeed)
	for _, s := range list {
		_, _ = h.WriteString(s)
		_ = h.WriteByte(0)
	}
	return h.Sum64()
}
