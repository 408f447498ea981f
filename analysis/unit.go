package analysis

import (
	"slices"
	"sync"

	"github.com/boundary-lsp/boundary-lsp/analysis/botcheck"
	"github.com/boundary-lsp/boundary-lsp/analysis/boundary"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// unit is what is said of a unit, by file.
type unit struct {
	class   *boundary.Class
	summary *boundary.Summary
	found   map[string][]finding.Finding        // BOT
	bnd     func() map[string][]finding.Finding // BND, computed once
}

// in are the findings in a file of the unit. Fixtures are parsed and have no
// BND findings, unless they are named.
func (u *unit) in(d *workspace.Deps, path string, named bool) []finding.Finding {
	list := u.found[path]
	if named || !d.Fixture(u.class.Unit.Path) {
		if more := u.bnd()[path]; len(more) > 0 {
			list = slices.Concat(list, more)
		}
	}
	return list
}

type unitKey struct{ main string }

// unitOf judges the unit of a main file; nil where that cannot be read.
func unitOf(d *workspace.Deps, main string) *unit {
	return d.Memo(unitKey{main}, func(d *workspace.Deps) any { return judge(d, main) }).(*unit)
}

func judge(d *workspace.Deps, main string) *unit {
	bu, err := d.Unit(main)
	if err != nil {
		return nil
	}
	d.Weigh(workspace.UnitWeight(bu))
	c := boundary.Classify(bu, env(d, main, bu))
	// All includes are spliced, and what is unread is known; d must not be kept.
	c.Source, c.Shown, c.ImportShown = nil, nil, nil
	return &unit{
		class: c, summary: c.Summary(),
		found: byFile(botcheck.UnitErrors(bu, d), botcheck.Check(bu, d)),
		bnd:   sync.OnceValue(func() map[string][]finding.Finding { return byFile(c.Findings()) }),
	}
}

func byFile(lists ...[]finding.Finding) map[string][]finding.Finding {
	m := map[string][]finding.Finding{}
	for _, list := range lists {
		for _, f := range list {
			m[f.Path] = append(m[f.Path], f)
		}
	}
	return m
}

// summaryOf is the unit whose main file is the document f at path, nil where
// that has no workflow.
func summaryOf(d *workspace.Deps, path string, f *bot.File) *boundary.Summary {
	if len(f.Imports) == 0 && !hasWorkflow(f) {
		return nil
	}
	if u := unitOf(d, path); u != nil && u.summary.Workflow {
		return u.summary
	}
	return nil
}

func hasWorkflow(f *bot.File) bool {
	return slices.ContainsFunc(f.Decls, func(decl *bot.Decl) bool { return decl.Kind == bot.KindWorkflow })
}

// shownErrors are the errors of the language in a unit's files that neither
// [rules] nor a comment has lowered or hidden.
func shownErrors(d *workspace.Deps, u *bot.Unit) []finding.Finding {
	var list []finding.Finding
	unit := botcheck.UnitErrors(u, nil)
	for _, f := range u.Files {
		errs := botcheck.Syntax(f.Path, f.File)
		for _, e := range unit {
			if e.Path == f.Path {
				errs = append(errs, e)
			}
		}
		if len(errs) == 0 {
			continue
		}
		comments, lineOf := botComments(f.File)
		kept, _ := silence(f.Path, f.File.Text, comments, graded(d.Config(f.Path), errs), lineOf, func(string) bool { return false })
		for _, e := range kept {
			if syntactic(e) {
				e.Fixes = nil
				list = append(list, e)
			}
		}
	}
	return list
}

func env(d *workspace.Deps, main string, u *bot.Unit) boundary.Env {
	cfg := d.Config(main)
	shown := shownErrors(d, u)
	e := boundary.Env{
		Config: cfg, Source: d, Today: d.Today(),
		Shown: func(path string, span text.Span) bool {
			return slices.ContainsFunc(shown, func(f finding.Finding) bool {
				return f.Path == path && f.Span.Start <= span.End && span.Start <= f.Span.End
			})
		},
		ImportShown: func() bool {
			return slices.ContainsFunc(shown, func(f finding.Finding) bool { return f.Code == "BOT114" })
		},
	}
	if u.Workflow != nil {
		e.HasKeys = true
		e.Prefix = boundary.KeyPrefix(cfg, cfg.Dir, main)
	}
	return e
}
