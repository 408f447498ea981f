package analysis

import (
	"context"
	"fmt"
	"path"
	"slices"

	"github.com/boundary-lsp/boundary-lsp/analysis/boundary"
	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// configFindings judges a configuration by itself and by the nodes that its
// exemptions name. Each key leads to the few files that could bear it, so a
// run over one file says the same as one over the whole workspace.
func configFindings(d *workspace.Deps, cfg *config.Config) []finding.Finding {
	list := slices.Clone(cfg.Findings)
	index := boundary.NewIndex(exempted(d, cfg), func(c *boundary.Class) bool { return parses(d, c) })
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
		return err != nil || !slices.ContainsFunc(f.Decls, func(decl *bot.Decl) bool { return decl.Kind == bot.KindWorkflow })
	})
}

// duplicates are the findings about equal key prefixes (CFG110) in one file.
func duplicates(cfg *config.Config, files []string, path string) []finding.Finding {
	return slices.DeleteFunc(boundary.DuplicatePrefixes(cfg, cfg.Dir, files), func(f finding.Finding) bool { return f.Path != path })
}

// exempted are the units that the keys of the configuration may lead to.
func exempted(d *workspace.Deps, cfg *config.Config) []*boundary.Class {
	var keys []string
	for _, e := range cfg.Boundary.Deferred {
		keys = append(keys, e.Node.V)
	}
	for _, entries := range [][]config.Entry{cfg.Boundary.Left, cfg.Boundary.Bounded, cfg.Boundary.ByHand} {
		for _, e := range entries {
			keys = append(keys, e.Node.V)
		}
	}
	var classes []*boundary.Class
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
			if u := unitOf(d, file, false); u != nil && u.class.Unit.Workflow != nil {
				classes = append(classes, u.class)
			}
		}
	}
	return classes
}

// parses reports whether a unit parses: none of its files has an error BOT101
// to BOT115, and every import can be read. What [rules] or a comment has
// lowered or hidden does not count (boundary-class.md 9.5).
func parses(d *workspace.Deps, c *boundary.Class) bool {
	if c.Unit.ImportBroken {
		return false
	}
	for _, f := range c.Unit.Files {
		r := d.Memo(fileKey{f.Path, false}, func(d *workspace.Deps) any { return file(d, f.Path, false) }).(*FileResult)
		for _, fd := range r.Findings {
			if fd.Severity == finding.Error && "BOT101" <= fd.Code && fd.Code <= "BOT115" && len(fd.Code) == 6 {
				return false
			}
		}
	}
	return true
}

// Workspace judges what needs every file of the workspace root: the members
// artifact, departures, floors, equal key prefixes, exemptions of nodes that no
// file declares. files are all files below the root; nil makes Workspace list
// them itself. The error is ctx's.
func Workspace(ctx context.Context, snap *workspace.Snapshot, root string, files []string) ([]finding.Finding, error) {
	cfg := snap.Config(path.Join(root, workspace.ConfigName))
	if files == nil {
		walked, err := snap.Walk(ctx, []string{root}, workspace.WalkOptions{})
		if err != nil {
			return nil, err
		}
		files = slices.DeleteFunc(walked.Files, func(f string) bool { return snap.Root(f) != root })
	}
	list := snap.Memo(wholeKey{root, cfg.Path, fmt.Sprint(len(files)), hashOf(files)}, func(d *workspace.Deps) any {
		return whole(d, cfg, files)
	}).([]finding.Finding)
	return list, ctx.Err()
}

type wholeKey struct {
	root, config, count string
	files               uint64
}

func whole(d *workspace.Deps, cfg *config.Config, files []string) []finding.Finding {
	var classes []*boundary.Class
	var pages []*boundary.Page
	complete := true
	for _, f := range files {
		if d.Fixture(f) {
			continue
		}
		switch workspace.Kind(f) {
		case workspace.Bot:
			u := unitOf(d, f, false)
			if u == nil || u.class.Unit.Workflow == nil {
				continue
			}
			classes = append(classes, u.class)
			complete = complete && parses(d, u.class)
		case workspace.Markdown:
			if t, err := d.Text(f); err == nil {
				pages = append(pages, boundary.ReadPage(f, t))
			}
		}
	}
	var artifact *text.Text
	if cfg.Boundary.Members.Set {
		artifact, _ = d.Text(cfg.Boundary.Members.V)
	}
	list := boundary.WorkspaceFindings(cfg, classes, artifact, pages, !complete)
	// Equal key prefixes are found file by file.
	list = slices.DeleteFunc(list, func(f finding.Finding) bool { return f.Code == "CFG110" })
	index := boundary.NewIndex(classes, func(c *boundary.Class) bool { return parses(d, c) })
	for _, f := range boundary.ConfigFindings(cfg, index.Lookup, d.Today()) {
		if f.WorkspaceOnly {
			list = append(list, f)
		}
	}
	finding.Sort(list)
	return list
}

// Members computes the class artifact of the units of the given files: its
// lines, sorted by bytes. A unit that does not parse is a problem: a class
// computed from half a file must not be written (boundary-class.md 9.5).
func Members(ctx context.Context, snap *workspace.Snapshot, files []string, named map[string]bool) ([]string, []Problem, error) {
	if err := each(ctx, len(files), func(i int) { File(snap, files[i], named[files[i]]) }); err != nil {
		return nil, nil, err
	}
	classes, _ := gather(snap, files, named)
	var problems []Problem
	for _, f := range files {
		if r := File(snap, f, named[f]); r.Problem != nil && (named[f] || !quiet(snap, f)) {
			problems = append(problems, *r.Problem)
		}
	}
	for _, c := range classes {
		ok := snap.Memo(parsesKey(c.Unit.Path), func(d *workspace.Deps) any {
			u := unitOf(d, c.Unit.Path, false)
			return u != nil && parses(d, u.class)
		}).(bool)
		if !ok {
			problems = append(problems, Problem{c.Unit.Path, "the unit does not parse, so its members are not known; run check and mend it first"})
		}
	}
	return boundary.Members(classes), problems, nil
}

type parsesKey string
