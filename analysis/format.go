package analysis

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/botcheck"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot/format"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Layout is what formatting makes of a document.
type Layout struct {
	Path string
	// Edits bring the document into its canonical form; none where it has it,
	// or where it is left alone. They are in order and refer to its text.
	Edits []text.Edit
	// Left is the finding for which the document is left alone, nil where it
	// is not: one that makes its shape uncertain, or CFG403 (authoring.md 1.1). It
	// has no code where nothing is wrong with the document.
	Left *finding.Finding
	// Problem is set where the document could not be read.
	Problem *Problem
	// Foreign says that documents of its kind have no canonical form.
	Foreign bool
	// Panic is the trace of an internal error, for the log.
	Panic string
}

// Format lays out the document at path: a bot in the form of authoring.md 1, a
// playbook as buildifier does. It is a pure function of the snapshot and safe
// for concurrent use.
func Format(snap *workspace.Snapshot, path string) Layout {
	return layout(snap, path, format.File)
}

// FormatRange is Format for the declarations that the span touches, with the
// comments attached to them (authoring.md 1.6). Of playbooks it has no edits.
func FormatRange(snap *workspace.Snapshot, path string, span text.Span) Layout {
	if kindOf(snap, path) != workspace.Bot {
		return Layout{Path: path, Foreign: true}
	}
	return layout(snap, path, func(f *bot.File) ([]text.Edit, error) { return format.Range(f, span) })
}

// FormatTyped gives the edits behind a character that has just been typed in
// a bot, the cursor standing at off (authoring.md 1.6, F9). The bot may be
// broken in any way.
func FormatTyped(snap *workspace.Snapshot, path string, off int, ch string) []text.Edit {
	if kindOf(snap, path) != workspace.Bot {
		return nil
	}
	f, err := snap.Bot(path)
	if err != nil {
		return nil
	}
	return format.Typed(f, off, ch)
}

// FormatAll lays out the files of a request, in parallel. Of those that a walk
// met, what has no form and fixtures are left out. The error is ctx's.
func FormatAll(ctx context.Context, snap *workspace.Snapshot, req Request) ([]Layout, error) {
	all := make([]Layout, len(req.Files))
	err := each(ctx, len(req.Files), func(i int) {
		path := req.Files[i]
		all[i] = Layout{Path: path, Foreign: true}
		if req.Named[path] || !snap.Fixture(path) {
			all[i] = Format(snap, path)
		}
	})
	if err != nil {
		return nil, err
	}
	list := all[:0]
	for _, l := range all {
		if l.Foreign && req.Named[l.Path] {
			if h := snap.File(l.Path); errors.Is(h.Err, fs.ErrNotExist) {
				l.Foreign, l.Problem = false, &Problem{l.Path, reader(h.Err)}
			}
		}
		if req.Named[l.Path] || !l.Foreign && (l.Problem == nil || !quiet(snap, l.Path)) {
			list = append(list, l)
		}
	}
	return list, nil
}

func layout(snap *workspace.Snapshot, path string, lay func(*bot.File) ([]text.Edit, error)) (l Layout) {
	l.Path = path
	defer func() {
		if p := recover(); p != nil {
			f := failed(path)
			l = Layout{Path: path, Left: &f, Panic: fmt.Sprintf("%v\n%s", p, debug.Stack())}
		}
	}()
	kind := kindOf(snap, path)
	if kind != workspace.Bot && kind != workspace.Playbook {
		l.Foreign = true
		return l
	}
	h := snap.File(path)
	limit := "8 MiB"
	if kind == workspace.Playbook {
		limit = "1 MiB"
	}
	switch {
	case errors.Is(h.Err, workspace.ErrTooLarge), kind == workspace.Playbook && h.Text != nil && h.Text.Len() > workspace.MaxPlaybook:
		f := tooLarge(path, limit)
		l.Left = &f
	case h.Err != nil:
		l.Problem = &Problem{path, reader(h.Err)}
	case kind == workspace.Bot:
		l.bot(snap, lay)
	default:
		l.playbook(snap)
	}
	return l
}

// uncertain are the rules whose findings say that the shape of a bot is a
// guess (authoring.md 1.1, F2).
func uncertain(code string) bool {
	switch code {
	case "BOT101", "BOT102", "BOT103", "BOT104", "BOT106", "BOT117":
		return true
	}
	return false
}

func (l *Layout) bot(snap *workspace.Snapshot, lay func(*bot.File) ([]text.Edit, error)) {
	f, err := snap.Bot(l.Path)
	if err != nil {
		l.Problem = &Problem{l.Path, reader(err)}
		return
	}
	list := botcheck.Syntax(l.Path, f)
	for i := range list {
		// Where a backtick closes a raw string too early, nobody knows what
		// is text.
		if uncertain(list[i].Code) || f.Errors[i].Kind == "early-closer" {
			l.Left = &list[i]
			return
		}
	}
	edits, err := lay(f)
	switch {
	case errors.Is(err, format.ErrShape) && len(list) > 0:
		l.Left = &list[0]
	case err != nil:
		l.fail(err)
	default:
		l.Edits = silencing(f, edits)
	}
}

// silencing leaves out the blank lines that would come between a silencing
// comment and the line below, which it silences.
func silencing(f *bot.File, edits []text.Edit) []text.Edit {
	if !strings.Contains(f.Text.String(), "boundary:") {
		return edits
	}
	lines := map[int]bool{}
	comments, _ := botComments(f)
	for _, c := range comments {
		if c.alone {
			lines[c.line] = true
		}
	}
	return slices.DeleteFunc(edits, func(e text.Edit) bool {
		return e.Span.Empty() && e.Span.Start > 0 && e.Span.Start < f.Text.Len() &&
			strings.HasSuffix(e.New, "\n") && lines[f.Text.LineAt(e.Span.Start-1)]
	})
}

// fail leaves the document alone for an error of ours.
func (l *Layout) fail(err error) {
	f := failed(l.Path)
	f.Message = "an internal error kept this file from being laid out, so nothing of it changes: " + err.Error() + "; please report it"
	l.Left = &f
}

func (l *Layout) playbook(snap *workspace.Snapshot) {
	f, err := snap.Playbook(l.Path)
	if err != nil {
		l.Problem = &Problem{l.Path, reader(err)}
		return
	}
	edits, err := playbookedit.Format(f)
	switch {
	case errors.Is(err, playbookedit.ErrBroken):
		left := finding.Finding{Code: "PB040", Severity: finding.Error, Place: finding.Place{Path: l.Path, Whole: true}, Message: "the playbook does not parse"}
		for _, fd := range File(snap, l.Path, true).Findings {
			if fd.Code == "PB040" || fd.Code == "CFG402" {
				left = fd
				break
			}
		}
		l.Left = &left
	case errors.Is(err, playbookedit.ErrUnread):
		l.Left = &finding.Finding{Place: finding.Place{Path: l.Path, Whole: true}, Message: err.Error()}
	case err != nil:
		l.fail(err)
	default:
		l.Edits = edits
	}
}
