package report

import (
	"path/filepath"
	"slices"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/cmd/internal/buildinfo"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Source gives what a report looks up about files; paths are absolute with
// forward slashes.
type Source interface {
	// Text is the text as it was analysed, nil where there is none.
	Text(path string) *text.Text
	// Root is the workspace root of a file.
	Root(path string) string
}

// Entry is a finding with its fingerprint.
type Entry struct {
	finding.Finding
	// Fingerprint is 16 hexadecimal digits (cli.md, JSON).
	Fingerprint string
}

// Hidden counts what a report leaves out, and why.
type Hidden struct {
	Severity int `json:"severity"`
	Baseline int `json:"baseline"`
	Silenced int `json:"silenced"`
}

// Run is the answer of one call. Its slices keep the order of the findings:
// path, position, code.
type Run struct {
	Tool buildinfo.Info
	// Dir is the working directory, absolute with forward slashes.
	Dir    string
	Source Source
	// Result is what the analysis gave. Its Findings are all of them, those
	// that are not shown included.
	Result *analysis.Result
	// Shown are the findings to show; Silenced are those that comments hide,
	// for formats that carry them.
	Shown, Silenced []Entry
	Hidden          Hidden
	// Fixed are the fixes that were applied; nil where nothing was to be
	// fixed.
	Fixed []analysis.Fixed
	// Paths are the paths that the call named, as it named them, and Seen the
	// number of files met below them: for the answer that there is nothing
	// to check.
	Paths []string
	Seen  int
	// Brief leaves out the lines that a format adds for people behind its
	// findings.
	Brief bool
}

// New makes the run's entries: findings from the level up are shown, the rest
// is counted.
func New(r *analysis.Result, src Source, dir string, level finding.Severity) *Run {
	run := &Run{Tool: buildinfo.Read(), Dir: dir, Source: src, Result: r}
	shown, silenced := fingerprinted(r, src)
	for _, e := range shown {
		if e.Severity >= level {
			run.Shown = append(run.Shown, e)
		} else {
			run.Hidden.Severity++
		}
	}
	run.Silenced = silenced
	run.Hidden.Silenced = len(silenced)
	return run
}

// Fails reports whether a finding stands at or above the level, those that are
// not shown included. Off never fails.
func (r *Run) Fails(level finding.Severity) bool {
	return level != finding.Off && slices.ContainsFunc(r.Result.Findings, func(f finding.Finding) bool { return f.Severity >= level })
}

// Path is how output names a file: relative to the working directory,
// absolute where it lies outside, with forward slashes. It is not escaped.
func (r *Run) Path(p string) string { return DisplayPath(r.Dir, p) }

// DisplayPath is Run.Path for a working directory.
func DisplayPath(dir, p string) string {
	if p == "" || !workspace.Within(dir, p) {
		return p
	}
	rel, err := filepath.Rel(filepath.FromSlash(dir), filepath.FromSlash(p))
	if err != nil {
		return p
	}
	return filepath.ToSlash(rel)
}

// shownPath is Path for a reader's line.
func (r *Run) shownPath(p string) string { return finding.Escape(r.Path(p)) }

// count is the number of shown findings of a level.
func (r *Run) count(level finding.Severity) int {
	n := 0
	for _, e := range r.Shown {
		if e.Severity == level {
			n++
		}
	}
	return n
}
