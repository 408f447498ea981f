package analysis

import (
	"context"
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
	r := run{snap: snap, req: req, judged: make(map[string]*judged, len(files))}
	r.room.Store(keptEdits)
	results := make([]*judged, len(files))
	var done atomic.Int64
	if err := each(ctx, len(files), func(i int) {
		results[i] = r.judge(files[i], req.Named[files[i]])
		if req.Progress != nil {
			req.Progress(int(done.Add(1)), len(files))
		}
	}); err != nil {
		return nil, err
	}
	out := &Result{}
	count := 0
	for _, j := range results {
		count += len(j.Findings)
	}
	out.Findings = make([]finding.Finding, 0, count)
	for i, j := range results {
		r.judged[files[i]] = j
		out.Findings = append(out.Findings, j.Findings...)
		out.Silenced = append(out.Silenced, j.Silenced...)
		j.Findings, j.Silenced = nil, nil
		out.Bytes += int64(j.Bytes)
		switch {
		case j.Problem != nil && (req.Named[files[i]] || !quiet(snap, files[i])):
			out.Problems = append(out.Problems, *j.Problem)
		case j.Problem == nil && !j.skipped:
			out.Files++
		}
		if j.Note != "" && req.Named[files[i]] {
			out.Notes = append(out.Notes, Problem{files[i], j.Note})
		}
	}
	for _, c := range configs {
		if c.Broken {
			out.Problems = append(out.Problems, Problem{c.Path, "the configuration " + ConfigFault(snap, c) + "; the defaults are in force and nothing is fixed"})
		}
	}
	out.count(r.units(req.Files, req.Named), r.pages(req.Files, req.Named))
	for _, root := range wholeRoots(snap, req) {
		list, err := r.workspace(ctx, root)
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

func brokenConfigs(snap *workspace.Snapshot, req Request) []*config.Config {
	var list []*config.Config
	for _, c := range configsOf(snap, req) {
		if c.Broken {
			list = append(list, c)
		}
	}
	return list
}

// ConfigFault ends a sentence that begins with a broken configuration: why it
// is not in force.
func ConfigFault(snap *workspace.Snapshot, c *config.Config) string {
	if c.Text == nil {
		if err := snap.File(c.Path).Err; err != nil {
			return "cannot be used: " + err.Error()
		}
	}
	return "does not parse"
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

// count adds up what the run's own files hold.
func (out *Result) count(units []*boundary.Summary, pages []*boundary.PageSummary) {
	policies := 0
	for _, p := range pages {
		policies += p.Inspected
		for _, name := range p.PassedOver {
			out.PassedOver = append(out.PassedOver, p.Path+": "+name)
		}
	}
	n := boundary.Count(units, policies)
	out.Counts = Counts{
		Members: n.Members, Paragraphs: n.Paragraphs, Workflows: n.Workflows, InspectedPolicies: n.Policies,
		SupervisorsDeclared: n.Supervisors, SupervisorsInspected: n.Inspected,
	}
}

// ClassOf is the verdict on the unit whose main file is main; nil where that
// cannot be read. Memoised like File.
func ClassOf(snap *workspace.Snapshot, main string, named bool) *boundary.Class {
	u := snap.Memo(unitKey{main}, func(d *workspace.Deps) any { return judge(d, main) }).(*unit)
	if u == nil {
		return nil
	}
	return u.class
}

// ofLanguage reports whether findings of a code say that a file is not what its
// language asks for. In playbooks those are syntax and names: the others tell
// what a run would do, and more of them show once a name is mended.
func ofLanguage(code string) bool {
	return strings.HasPrefix(code, "BOT") || code == "CFG101" || code == "PB040" || code == "PB041"
}

// languageErrors counts the errors of the language in the units that read a
// file: what a fix must not make more of.
func languageErrors(snap *workspace.Snapshot, file string) int {
	files := map[string]bool{file: true}
	if kindOf(snap, file) != workspace.Playbook {
		for _, main := range snap.UnitsOf(file) {
			if u, err := snap.Unit(main); err == nil {
				for _, f := range u.Files {
					files[f.Path] = true
				}
			}
		}
	}
	n := 0
	for f := range files {
		if snap.File(f).Err != nil {
			continue
		}
		for _, fd := range File(snap, f, true).Findings {
			if fd.Severity == finding.Error && ofLanguage(fd.Code) {
				n++
			}
		}
	}
	return n
}
