package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/cmd/internal/report"
)

type fmtOptions struct {
	selectOptions
	check, diff bool
	colour      string
}

func (a *app) fmtCommand() *cobra.Command {
	o := &fmtOptions{colour: "auto"}
	cmd := &cobra.Command{
		Use:   "fmt [PATH...]",
		Short: "Lay out bots and playbooks",
		Long: "Lays out bots and playbooks in files and folders, the working directory by default, and\n" +
			"lists the files that it changed. Only white space changes, and none in prompts, strings\n" +
			"and comments. - reads one document from standard input and prints the new text.\n\n" +
			"A file that does not parse is left alone and named on standard error; the others are laid\n" +
			"out, and the exit code is 2. With --check or --diff nothing is written, and the exit code\n" +
			"is 1 where something would change.",
		Example: "  boundary-lsp fmt\n" +
			"  boundary-lsp fmt --check bots\n" +
			"  boundary-lsp fmt --stdin-filename main.bot - < main.bot",
		Args: a.paths,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.fmt(cmd.Context(), o, args)
		},
	}
	cmd.Flags().BoolVar(&o.check, "check", false, "list the files that would change and write nothing")
	cmd.Flags().BoolVar(&o.diff, "diff", false, "print a unified diff and write nothing")
	enumFlag(cmd, &o.colour, "color", "colours in the diff", "auto", "always", "never")
	o.selectOptions.flags(cmd)
	return cmd
}

func (a *app) fmt(ctx context.Context, o *fmtOptions, words []string) error {
	if slices.Contains(words, "-") && len(words) > 1 {
		return usagef("fmt - prints the new text of one document; lay out other paths in a call of their own")
	}
	sel, err := a.selected(ctx, &o.selectOptions, words)
	if err != nil {
		return err
	}
	list, err := analysis.FormatAll(ctx, sel.snap, sel.req)
	if err != nil {
		return err
	}
	a.blame(sel.problems)
	for _, l := range list {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := a.fmtOne(sel, o, l); err != nil {
			return err
		}
	}
	return nil
}

// fmtOne shows or writes what becomes of one document.
func (a *app) fmtOne(sel *selection, o *fmtOptions, l analysis.Layout) error {
	name := report.DisplayPath(a.dir, l.Path)
	old := ""
	switch t := sel.snap.File(l.Path).Text; {
	case t != nil:
		old = t.String()
	case l.Path == sel.stdin:
		old = sel.input
	}
	switch {
	case l.Problem != nil:
		a.blame([]analysis.Problem{*l.Problem})
	case l.Foreign:
		a.complain(name, "it is neither a bot nor a playbook, so there is no form for it")
	case l.Left != nil:
		a.worsen(exitFailed)
		a.complain(name, a.whyLeft(sel, l))
	}
	text := old
	if len(l.Edits) > 0 {
		t, err := sel.snap.File(l.Path).Text.Apply(l.Edits)
		if err != nil {
			return err
		}
		text = t.String()
	}
	changed := text != old
	if changed && (o.diff || o.check) && l.Path != sel.stdin {
		// What would not be written is not announced either.
		if err := workspace.MayWrite(l.Path, sel.roots); err != nil {
			a.blame([]analysis.Problem{{Path: l.Path, Message: err.Error()}})
			return nil
		}
	}
	switch {
	case changed && o.diff:
		a.worsen(exitFindings)
		return a.say(a.forScreen(o.colour, unifiedDiff(name, old, text, true)))
	case changed && o.check:
		a.worsen(exitFindings)
		return a.say(finding.Escape(name) + "\n")
	case o.diff, o.check:
	case l.Path == sel.stdin:
		return a.say(text)
	case changed:
		if err := workspace.Rewrite(l.Path, &old, []byte(text), sel.roots); err != nil {
			a.blame([]analysis.Problem{{Path: l.Path, Message: err.Error()}})
			return nil
		}
		return a.say(finding.Escape(name) + "\n")
	}
	return nil
}

// whyLeft says for which finding a document is left alone.
func (a *app) whyLeft(sel *selection, l analysis.Layout) string {
	at := ""
	if t := sel.snap.File(l.Path).Text; t != nil && !l.Left.Whole {
		p := t.LineCol(l.Left.Span.Start)
		at = fmt.Sprintf("%d:%d: ", p.Line, p.Column)
	}
	if l.Left.Code != "" {
		at += l.Left.Code + " "
	}
	return "left alone: " + at + l.Left.Message
}

// say writes to the standard output.
func (a *app) say(s string) error {
	_, err := io.WriteString(a.out, s)
	return a.printed(err)
}
