package analysis

import (
	"context"
	"path"
	"slices"

	"github.com/boundary-lsp/boundary-lsp/analysis/boundary"
	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// configFindings judges a configuration by itself and by the nodes that its
// exemptions name. Each key leads to the few files that could bear it, so a
// run over one file says the same as one over the whole workspace.
func configFindings(d *workspace.Deps, cfg *config.Config) []finding.Finding {
	list := slices.Clone(cfg.Findings)
	index := boundary.NewIndex(exempted(d, cfg), func(u *boundary.Summary) bool { return parses(d, u) })
	for _, f := range boundary.ConfigFindings(cfg, index.Lookup, d.Today()) {
		if !f.WorkspaceOnly {
			list = append(list, f)
		}
	}
	var files []string
	for _, e := range cfg.Boundary.Keys {
		files = append(files, prefixed(d, cfg, e.Prefix+":")...)
	}
	return append(list, duplicates(cfg, files, cfg.Path)...)
}

// prefixed are the workflow files whose nodes' keys begin with prefix.
func prefixed(d *workspace.Deps, cfg *config.Config, prefix string) []string {
	return slices.DeleteFunc(boundary.Candidates(cfg, cfg.Dir, prefix+"node"), func(file string) bool {
		if d.Config(file).Path != cfg.Path {
			return true
		}
		f, err := d.Bot(file)
		return err != nil || !hasWorkflow(f)
	})
}

// duplicates are the findings about equal key prefixes (CFG110) in one file.
func duplicates(cfg *config.Config, files []string, path string) []finding.Finding {
	return slices.DeleteFunc(boundary.DuplicatePrefixes(cfg, cfg.Dir, files), func(f finding.Finding) bool { return f.Path != path })
}

// exempted are the units that the keys of the configuration may lead to.
func exempted(d *workspace.Deps, cfg *config.Config) []*boundary.Summary {
	var keys []string
	for _, e := range cfg.Boundary.Deferred {
		keys = append(keys, e.Node.V)
	}
	for _, entries := range [][]config.Entry{cfg.Boundary.Left, cfg.Boundary.Bounded, cfg.Boundary.ByHand} {
		for _, e := range entries {
			keys = append(keys, e.Node.V)
		}
	}
	var units []*boundary.Summary
	seen := map[string]bool{}
	for _, key := range keys {
		for _, file := range boundary.Candidates(cfg, cfg.Dir, key) {
			if seen[file] {
				continue
			}
			seen[file] = true
			if d.Config(file).Path != cfg.Path {
				continue
			}
			if u := unitOf(d, file); u != nil && u.summary.Workflow {
				units = append(units, u.summary)
			}
		}
	}
	return units
}

// parses is run.parses for what is memoised.
func parses(d *workspace.Deps, u *boundary.Summary) bool {
	return !u.ImportBroken && !slices.ContainsFunc(u.Files, func(f string) bool {
		return d.Memo(fileKey{f, false}, func(d *workspace.Deps) any { return file(d, f, false) }).(*FileResult).faulty
	})
}

// workspace judges what needs every file of the workspace root: the members
// artifact, departures, floors, equal key prefixes, exemptions of nodes that no
// file declares. The error is ctx's.
func (r *run) workspace(ctx context.Context, root string) ([]finding.Finding, error) {
	cfg := r.snap.Config(path.Join(root, workspace.ConfigName))
	files, err := r.rootFiles(ctx, root)
	if err != nil {
		return nil, err
	}
	units := r.units(files, nil)
	unparsed := len(r.halfRead(files, nil)) > 0 || slices.ContainsFunc(units, func(u *boundary.Summary) bool { return !r.parses(u) })
	policies := 0
	for _, p := range r.pages(files, nil) {
		policies += p.Inspected
	}
	var artifact *text.Text
	if cfg.Boundary.Members.Set {
		artifact, _ = r.snap.Text(cfg.Boundary.Members.V)
	}
	list := boundary.WorkspaceFindings(cfg, units, artifact, policies, unparsed)
	// Equal key prefixes are found file by file.
	list = slices.DeleteFunc(list, func(f finding.Finding) bool { return f.Code == "CFG110" })
	index := boundary.NewIndex(units, r.parses)
	for _, f := range boundary.ConfigFindings(cfg, index.Lookup, r.snap.Today()) {
		if f.WorkspaceOnly {
			list = append(list, f)
		}
	}
	finding.Sort(list)
	return list, ctx.Err()
}

// Members computes the class artifact of the units of the given files: its
// lines, sorted by bytes. A unit that does not parse is a problem: a class
// computed from half a file must not be written (boundary-class.md 9.5).
func Members(ctx context.Context, snap *workspace.Snapshot, files []string, named map[string]bool) ([]string, []Problem, error) {
	r := run{snap: snap, req: Request{Named: named}, judged: make(map[string]*judged, len(files))}
	if err := r.all(ctx, files); err != nil {
		return nil, nil, err
	}
	var problems []Problem
	for _, f := range files {
		if p := r.of(f).Problem; p != nil && (named[f] || !quiet(snap, f)) {
			problems = append(problems, *p)
		}
	}
	units := r.units(files, named)
	for _, u := range units {
		if !r.parses(u) {
			problems = append(problems, Problem{u.Path, "the unit does not parse, so its members are not known; run check and mend it first"})
		}
	}
	for _, f := range r.halfRead(files, named) {
		problems = append(problems, Problem{f, "the file does not parse and no workflow can be seen in it, so its members are not known; run check and mend it first"})
	}
	return boundary.Members(units), problems, nil
}
