package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/cmd/internal/report"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

type fixOptions struct {
	selectOptions
	reportOptions
	unsafe, diff bool
}

func (a *app) fixCommand() *cobra.Command {
	o := &fixOptions{}
	cmd := &cobra.Command{
		Use:   "fix [PATH...]",
		Short: "Apply the safe fixes",
		Long: "Applies the safe fixes in files and folders, the working directory by default, and prints\n" +
			"what it changed and what is left. - reads one document from standard input and prints\n" +
			"the new text; nothing is written then.\n\n" +
			"Exit codes are those of check, for what is left. With --diff nothing is written and the\n" +
			"exit code is 1 where there is a diff.",
		Example: "  boundary-lsp fix --diff\n" +
			"  boundary-lsp fix --unsafe bots/triage\n" +
			"  boundary-lsp fix --stdin-filename main.bot - < main.bot",
		Args: a.paths,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.fix(cmd.Context(), o, args)
		},
	}
	o.reportOptions.flags(cmd, "text", "json")
	cmd.Flags().BoolVar(&o.unsafe, "unsafe", false, "apply the other fixes too, those that want a look")
	cmd.Flags().BoolVar(&o.diff, "diff", false, "print a unified diff and write nothing")
	o.selectOptions.flags(cmd)
	return cmd
}

func (a *app) fix(ctx context.Context, o *fixOptions, words []string) error {
	if slices.Contains(words, "-") && len(words) > 1 {
		return usagef("fix - prints the new text of one document; fix other paths in a call of their own")
	}
	sel, err := a.selected(ctx, &o.selectOptions, words)
	if err != nil {
		return err
	}
	bar := a.progress(o.quiet)
	sel.req.Progress = bar.step
	result, err := analysis.Fix(ctx, sel.snap, sel.req, o.unsafe)
	bar.done()
	if err != nil {
		return err
	}
	addProblems(result.Result, sel.problems)
	a.remark(result.Notes)
	if result.Refused != "" {
		a.worsen(exitFailed)
		a.complain("", result.Refused)
	}
	for _, u := range result.Undone {
		a.complain(report.DisplayPath(a.dir, u.Path), fmt.Sprintf("%s: the fix %s was undone: %s", u.Code, finding.Quote(u.Title), u.Reason))
	}
	if o.stats {
		defer a.stats(sel, result.Result, 0)
	}
	switch {
	case o.diff:
		return a.fixDiff(sel, o, result)
	case sel.stdin != "":
		return a.fixStdin(sel, o, result)
	}
	return a.fixFiles(ctx, sel, o, result)
}

// fixDiff prints what would change.
func (a *app) fixDiff(sel *selection, o *fixOptions, result *analysis.FixResult) error {
	for _, p := range slices.Sorted(maps.Keys(result.Texts)) {
		old, exists := "", false
		if t := sel.snap.File(p).Text; t != nil {
			old, exists = t.String(), true
		}
		d := unifiedDiff(report.DisplayPath(a.dir, p), old, result.Texts[p], exists)
		if d == "" {
			continue
		}
		a.worsen(exitFindings)
		if _, err := io.WriteString(a.out, a.forScreen(o.colour, d)); err != nil {
			return a.printed(err)
		}
	}
	a.blame(result.Problems)
	return nil
}

// fixStdin prints the new text. Whatever happens it prints the document, so
// that an editor that takes the output for the new text loses nothing.
func (a *app) fixStdin(sel *selection, o *fixOptions, result *analysis.FixResult) error {
	out, changed := result.Texts[sel.stdin]
	if !changed {
		out = sel.input
	}
	if _, err := io.WriteString(a.out, out); err != nil {
		return a.printed(err)
	}
	for _, p := range slices.Sorted(maps.Keys(result.Texts)) {
		if p != sel.stdin {
			result.Problems = append(result.Problems, analysis.Problem{
				Path: p, Message: "a fix belongs into this file, which fix - does not write",
			})
		}
	}
	a.judge(a.answer(sel, &o.reportOptions, result.Result, source{sel.snap.With(texts(result.Texts))}), &o.reportOptions)
	return nil
}

// fixFiles writes what changed and shows the changes and what is left.
func (a *app) fixFiles(ctx context.Context, sel *selection, o *fixOptions, result *analysis.FixResult) error {
	written := map[string]string{}
	var failed []analysis.Problem
	for _, p := range slices.Sorted(maps.Keys(result.Texts)) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := workspace.Rewrite(p, analysed(sel.snap, p), []byte(result.Texts[p]), sel.roots); err != nil {
			failed = append(failed, analysis.Problem{Path: p, Message: err.Error()})
			continue
		}
		written[p] = result.Texts[p]
	}
	left := result.Result
	snap := sel.snap.With(texts(written))
	if len(failed) > 0 {
		// What is left is judged by what really lies there now.
		var err error
		if left, err = analysis.Run(ctx, snap, sel.req); err != nil {
			return err
		}
		addProblems(left, sel.problems)
		addProblems(left, failed)
	}
	run := a.answer(sel, &o.reportOptions, left, source{snap})
	run.Fixed = make([]analysis.Fixed, 0, len(result.Fixed))
	for _, f := range result.Fixed {
		if !slices.ContainsFunc(failed, func(p analysis.Problem) bool { return p.Path == f.Path }) {
			run.Fixed = append(run.Fixed, f)
		}
	}
	if err := a.write(&o.reportOptions, run); err != nil {
		return err
	}
	a.judge(run, &o.reportOptions)
	return nil
}

func texts(m map[string]string) map[string]*text.Text {
	out := make(map[string]*text.Text, len(m))
	for p, s := range m {
		out[p] = text.New(s)
	}
	return out
}

// analysed is the text that the fixes of a file were made from, nil where there
// was none.
func analysed(snap *workspace.Snapshot, p string) *string {
	h := snap.File(p)
	if h.Text == nil {
		return nil
	}
	s := h.Text.String()
	return &s
}
