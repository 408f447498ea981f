package analysis

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime/debug"
	"slices"
	"unicode/utf8"

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
	// Note tells who named the document why nothing is said about it.
	Note  string
	Bytes int

	// unit is the unit whose main file the document is, where that has a
	// workflow; page is the document as a page. Both outlive the trees.
	unit *boundary.Summary
	page *boundary.PageSummary
	// faulty says that the document does not parse (boundary-class.md 9.5).
	faulty bool
	// skipped says that no family looks at the document.
	skipped bool
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
	kind, limit := kindOf(d, path), "8 MiB"
	if kind == workspace.Playbook {
		limit = "1 MiB"
	}
	switch {
	case errors.Is(h.Err, workspace.ErrTooLarge), kind == workspace.Playbook && h.Text != nil && h.Text.Len() > workspace.MaxPlaybook:
		r.Findings = []finding.Finding{tooLarge(path, limit)}
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
	families := []string{"CFG"}
	switch kind {
	case workspace.Bot:
		f, err := d.Bot(path)
		if err != nil {
			r.Problem = &Problem{path, reader(err)}
			return r
		}
		families = append(families, "BOT", "BND")
		list = botFindings(d, path, f, named)
		r.unit = summaryOf(d, path, f)
		comments, lineOf = botComments(f)
	case workspace.Markdown:
		families = append(families, "BND")
		list, r.page = markdownFindings(d, path, h.Text, named)
		if f, bad := badBytes(path, h.Text, "the page is not valid UTF-8 here; what reads it may show another character than is judged; save it as UTF-8"); bad {
			list = append(list, f)
		}
		comments = markdownComments(h.Text)
	case workspace.Config:
		if cfg.Path != path {
			return r // another configuration is in force
		}
		families = append(families, "BND")
		list = configFindings(d, cfg)
		comments = tomlComments(h.Text)
	case workspace.Manifest:
		families = append(families, "BOT")
		list = bundleFindings(d, path, named)
		comments = yamlComments(h.Text)
	case workspace.Playbook:
		if !named && d.Fixture(path) {
			return r
		}
		families = append(families, "PB")
		list = playbookFindings(d, path, h.Text)
		comments = starlarkComments(h.Text)
	default:
		r.skipped = true
		if workspace.Kind(path) == workspace.Playbook {
			r.Note = "it is no playbook, so nothing is said about it: an entry playbook is called playbook.star or NAME.playbook.star or begins with `# boundary: playbook`, and a module is loaded by one, lies in packs or begins with `# boundary: pack`"
		}
		return r
	}
	r.Findings, r.Silenced = silence(path, h.Text, comments, graded(cfg, list), lineOf, func(f string) bool { return slices.Contains(families, f) })
	r.Findings = graded(cfg, r.Findings)
	finish(r)
	r.faulty = slices.ContainsFunc(r.Findings, syntactic)
	d.Weigh(weight(r, h.Text.Len()))
	d.Derived()
	return r
}

// kindOf is the kind of a document by what it is, not by its name alone.
func kindOf(d interface {
	Config(path string) *config.Config
	IsPlaybook(path string) bool
	Exists(path string) bool
}, path string) workspace.FileKind {
	if d.Config(path).Path == path {
		return workspace.Config // the file of --config has any name
	}
	kind := workspace.Kind(path)
	if kind == workspace.Manifest && mainBeside(d, path) == "" {
		return workspace.Other // of another tool
	}
	if kind == workspace.Other || kind == workspace.Playbook {
		kind = workspace.Other
		if d.IsPlaybook(path) {
			kind = workspace.Playbook
		}
	}
	return kind
}

// syntactic reports whether a finding says that its file does not parse: an
// error BOT101 to BOT115.
func syntactic(f finding.Finding) bool {
	return f.Severity == finding.Error && "BOT101" <= f.Code && f.Code <= "BOT115" && len(f.Code) == 6
}

// weight is about the memory in bytes that a result takes. Fixes keep the
// trees alive that they are computed from; a file bears its own part of them.
func weight(r *FileResult, size int) int {
	n := 0
	for _, list := range [][]finding.Finding{r.Findings, r.Silenced} {
		for i := range list {
			n += 1024
			if len(list[i].Fixes) > 0 {
				n += size * perByte
				size = 0
			}
		}
	}
	if r.unit != nil {
		n += r.unit.Weight()
	}
	return n
}

// perByte is about the memory in bytes that a byte of a file takes once it is
// parsed and judged.
const perByte = 10

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
	botcheck.MendImports(list, path, f, d)
	mains := d.UnitsOf(path)
	bnd := named || !d.Fixture(path)
	judged := false
	for _, main := range mains {
		u := unitOf(d, main)
		if u == nil || !u.class.Unit.Has(path) && main != path {
			continue
		}
		judged = true
		list = append(list, u.in(d, path, named)...)
		if c := u.class; main == path && c.HasKeys && bnd {
			list = append(list, duplicates(c.Config, prefixed(d, c.Config, c.Prefix), path)...)
		}
	}
	if !judged {
		list = append(list, botcheck.Alone(path, f)...)
		if bnd {
			list = append(list, bodies(d, path)...)
		}
	}
	finding.Sort(list)
	return slices.CompactFunc(list, same)
}

// bodies are the findings in the bodies of a fragment that no unit reads.
func bodies(d *workspace.Deps, path string) []finding.Finding {
	u, err := d.Unit(path)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(boundary.Bodies(u, d), func(f finding.Finding) bool { return f.Path != path })
}

// markdownFindings are those of a page; prose in a bundle is judged as a body
// where a unit takes it for one.
func markdownFindings(d *workspace.Deps, path string, t *text.Text, named bool) ([]finding.Finding, *boundary.PageSummary) {
	if !named && d.Fixture(path) {
		return nil, nil
	}
	page := boundary.ReadPage(path, t)
	list := append(page.Findings(), bundleFindings(d, path, named)...)
	for _, main := range d.UnitsOf(path) {
		if u := unitOf(d, main); u != nil {
			list = append(list, u.in(d, path, named)...)
		}
	}
	return list, page.Summary()
}

func failed(path string) finding.Finding {
	return finding.Finding{
		Code: "CFG403", Severity: finding.Error, Place: finding.Place{Path: path, Whole: true},
		Message: "an internal error kept this file from being analysed, so nothing is known about it; please report it",
	}
}

func tooLarge(path, limit string) finding.Finding {
	return finding.Finding{
		Code: "CFG401", Severity: rule.Severity("CFG401"), Place: finding.Place{Path: path},
		Message: "the document is larger than " + limit + " and is not analysed; split it",
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

// badBytes is the finding CFG402 at the first byte of a document that is no
// UTF-8; bad is false where there is none.
func badBytes(file string, t *text.Text, message string) (f finding.Finding, bad bool) {
	src := t.String()
	if utf8.ValidString(src) {
		return f, false
	}
	at := 0
	for at < len(src) {
		r, n := utf8.DecodeRuneInString(src[at:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		at += n
	}
	return finding.Finding{
		Code: "CFG402", Severity: rule.Severity("CFG402"),
		Place:   finding.Place{Path: file, Span: text.Span{Start: at, End: at + 1}},
		Message: message,
	}, true
}
