package analysis

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime/debug"
	"slices"

	"github.com/boundary-lsp/boundary-lsp/analysis/botcheck"
	"github.com/boundary-lsp/boundary-lsp/analysis/boundary"
	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/rule"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// FileResult is what is said of one document.
type FileResult struct {
	// Findings stand in the document and are sorted; Silenced are those that
	// its comments hide.
	Findings, Silenced []finding.Finding
	// Problem is set where the document could not be looked at.
	Problem *Problem
	// Panic is the trace of an internal error, for the log; Findings has a
	// CFG403 then.
	Panic string
	Bytes int
}

type fileKey struct {
	path  string
	named bool
}

// File judges the document at path: all findings that stand in it and do not
// need the whole workspace. named says that it is looked at whatever a walk
// would do, for being named or open. It is a pure function of the snapshot,
// memoised there, and safe for concurrent use; the result must not be changed.
func File(snap *workspace.Snapshot, path string, named bool) *FileResult {
	return snap.Memo(fileKey{path, named}, func(d *workspace.Deps) any { return file(d, path, named) }).(*FileResult)
}

func file(d *workspace.Deps, path string, named bool) (r *FileResult) {
	r = &FileResult{}
	defer func() {
		if p := recover(); p != nil {
			*r = FileResult{
				Findings: []finding.Finding{failed(path)}, Panic: fmt.Sprintf("%v\n%s", p, debug.Stack()),
				Problem: &Problem{path, "an internal error kept this file from being analysed; please report it"},
			}
		}
	}()
	h := d.File(path)
	switch {
	case errors.Is(h.Err, workspace.ErrTooLarge):
		r.Findings = []finding.Finding{tooLarge(path)}
		return r
	case h.Err != nil:
		r.Problem = &Problem{path, reader(h.Err)}
		return r
	}
	r.Bytes = h.Text.Len()
	cfg := d.Config(path)
	var list []finding.Finding
	var comments []silencer
	lineOf := h.Text.LineAt
	families := map[string]bool{"CFG": true}
	kind := workspace.Kind(path)
	if cfg.Path == path {
		kind = workspace.Config // the file of --config has any name
	}
	switch kind {
	case workspace.Bot:
		f, err := d.Bot(path)
		if err != nil {
			r.Problem = &Problem{path, reader(err)}
			return r
		}
		families["BOT"], families["BND"] = true, true
		list = botFindings(d, path, f, named)
		comments, lineOf = botComments(f)
	case workspace.Markdown:
		families["BND"] = true
		list = markdownFindings(d, path, h.Text, named)
		comments = markdownComments(h.Text)
	case workspace.Config:
		if cfg.Path != path {
			return r // another configuration is in force
		}
		families["BND"] = true
		list = configFindings(d, cfg)
		comments = tomlComments(h.Text)
	default:
		return r
	}
	r.Findings, r.Silenced = silence(path, h.Text, comments, graded(cfg, list), lineOf, func(f string) bool { return families[f] })
	r.Findings = graded(cfg, r.Findings)
	finish(r)
	return r
}

// finish sorts and removes equal findings: of one family, equal code and equal
// range are one (cli.md, What is looked at).
func finish(r *FileResult) {
	finding.Sort(r.Findings)
	r.Findings = slices.CompactFunc(r.Findings, same)
	finding.Sort(r.Silenced)
	r.Silenced = slices.CompactFunc(r.Silenced, same)
}

func same(a, b finding.Finding) bool { return a.Code == b.Code && a.Place == b.Place }

// graded applies [rules]: severities, and what is off left out.
func graded(cfg *config.Config, list []finding.Finding) []finding.Finding {
	if cfg == nil || len(cfg.Rules) == 0 {
		return list
	}
	kept := list[:0:0]
	for _, f := range list {
		if f.Severity = cfg.Severity(f.Code, f.Severity); f.Severity != finding.Off {
			kept = append(kept, f)
		}
	}
	return kept
}

// botFindings are the findings of all families in one bot file, before [rules]
// and comments.
func botFindings(d *workspace.Deps, path string, f *bot.File, named bool) []finding.Finding {
	list := botcheck.Syntax(path, f)
	mains := d.UnitsOf(path)
	judged := false
	for _, main := range mains {
		u := unitOf(d, main, named)
		if u == nil || !u.class.Unit.Has(path) && main != path {
			continue
		}
		judged = true
		list = append(list, u.in(path)...)
		if c := u.class; main == path && c.HasKeys && (named || !d.Fixture(path)) {
			list = append(list, duplicates(c.Config, prefixed(d, c.Config, c.Prefix), path)...)
		}
	}
	if !judged {
		list = append(list, botcheck.Alone(path, f)...)
		if named || !d.Fixture(path) {
			list = append(list, bodies(d, path)...)
		}
	}
	finding.Sort(list)
	return slices.CompactFunc(list, same)
}

// unit is what is said of a unit, by file.
type unit struct {
	class *boundary.Class
	found map[string][]finding.Finding
}

func (u *unit) in(path string) []finding.Finding { return u.found[path] }

type unitKey struct {
	main  string
	named bool
}

// unitOf judges the unit of a main file; nil where that cannot be read.
// Fixtures are parsed and have no BND findings, unless they are named.
func unitOf(d *workspace.Deps, main string, named bool) *unit {
	v := d.Memo(unitKey{main, named}, func(d *workspace.Deps) any {
		bu, err := d.Unit(main)
		if err != nil {
			return (*unit)(nil)
		}
		d.Weigh(workspace.UnitWeight(bu))
		u := &unit{class: boundary.Classify(bu, env(d, main, bu)), found: map[string][]finding.Finding{}}
		u.class.Source = nil // all includes are spliced; d must not be kept
		lists := [][]finding.Finding{botcheck.UnitErrors(bu), botcheck.Check(bu, d)}
		if named || !d.Fixture(main) {
			lists = append(lists, u.class.Findings())
		}
		for _, list := range lists {
			for _, f := range list {
				u.found[f.Path] = append(u.found[f.Path], f)
			}
		}
		return u
	})
	return v.(*unit)
}

// bodies are the findings in the bodies of a fragment that no unit reads.
func bodies(d *workspace.Deps, path string) []finding.Finding {
	u, err := d.Unit(path)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(boundary.Bodies(u, d), func(f finding.Finding) bool { return f.Path != path })
}

func env(d *workspace.Deps, main string, u *bot.Unit) boundary.Env {
	cfg := d.Config(main)
	e := boundary.Env{Config: cfg, Source: d, Today: d.Today()}
	if u.Workflow != nil {
		e.HasKeys = true
		e.Prefix = boundary.KeyPrefix(cfg, cfg.Dir, main)
	}
	return e
}

// markdownFindings are those of a page; prose in a bundle is judged as a body
// where a unit takes it for one.
func markdownFindings(d *workspace.Deps, path string, t *text.Text, named bool) []finding.Finding {
	if !named && d.Fixture(path) {
		return nil
	}
	list := boundary.ReadPage(path, t).Findings()
	for _, main := range d.UnitsOf(path) {
		if u := unitOf(d, main, named); u != nil {
			list = append(list, u.in(path)...)
		}
	}
	return list
}

func failed(path string) finding.Finding {
	return finding.Finding{
		Code: "CFG403", Severity: finding.Error, Place: finding.Place{Path: path, Whole: true},
		Message: "an internal error kept this file from being analysed, so nothing is known about it; please report it",
	}
}

func tooLarge(path string) finding.Finding {
	return finding.Finding{
		Code: "CFG401", Severity: rule.Severity("CFG401"), Place: finding.Place{Path: path},
		Message: "the document is larger than 8 MiB and is not analysed; split it",
	}
}

// reader is an error as a reader wants it: without the path, which stands in
// front of it anyway.
func reader(err error) string {
	var p *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such file"
	case errors.Is(err, fs.ErrPermission):
		return "the file may not be read (permission denied)"
	case errors.As(err, &p):
		return p.Err.Error()
	}
	return err.Error()
}
