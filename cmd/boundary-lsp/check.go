package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/cmd/internal/report"
)

type checkOptions struct {
	selectOptions
	reportOptions
}

func (a *app) checkCommand() *cobra.Command {
	o := &checkOptions{}
	cmd := &cobra.Command{
		Use:   "check [PATH...]",
		Short: "Analyse files and folders and print what is wrong",
		Long: "Analyses files and folders, the working directory by default, and prints what it finds.\n" +
			"- reads one document from standard input; --stdin-filename names it.\n\n" +
			"Exit codes: 0 nothing at or above --fail-on, 1 findings, 2 the command could not do its\n" +
			"job (usage, an unreadable file, a broken configuration).",
		Example: "  boundary-lsp check\n" +
			"  boundary-lsp check --format json --fail-on error bots/\n" +
			"  boundary-lsp check --stdin-filename bots/triage/main.bot - < draft.bot",
		Args: a.paths,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.check(cmd.Context(), o, args)
		},
	}
	o.reportOptions.flags(cmd, report.Names()...)
	cmd.Flags().StringVarP(&o.output, "output", "o", "", "write to `FILE` instead of standard output")
	o.selectOptions.flags(cmd)
	return cmd
}

func (a *app) check(ctx context.Context, o *checkOptions, words []string) error {
	sel, err := a.selected(ctx, &o.selectOptions, words)
	if err != nil {
		return err
	}
	bar := a.progress(o.quiet)
	sel.req.Progress = bar.step
	result, err := analysis.Run(ctx, sel.snap, sel.req)
	bar.done()
	if err != nil {
		return err
	}
	addProblems(result, sel.problems)
	start := time.Now()
	run := a.answer(sel, &o.reportOptions, result, source{sel.snap})
	if err := a.write(&o.reportOptions, run); err != nil {
		return err
	}
	a.judge(run, &o.reportOptions)
	a.remark(result.Notes)
	if o.stats {
		a.stats(sel, result, time.Since(start))
	}
	return nil
}

// answer makes the report of a result.
func (a *app) answer(sel *selection, o *reportOptions, result *analysis.Result, src report.Source) *report.Run {
	run := report.New(result, src, a.dir, level(o.severity))
	run.Paths, run.Seen, run.Brief = sel.paths, sel.seen, o.quiet
	return run
}

// judge sets the exit code and names on the error output what kept the run
// from doing its job.
func (a *app) judge(run *report.Run, o *reportOptions) {
	if run.Fails(level(o.failOn)) {
		a.worsen(exitFindings)
	}
	a.blame(run.Result.Problems)
}

// remark says on the error output why nothing is said about named documents.
func (a *app) remark(notes []analysis.Problem) {
	for _, n := range notes {
		a.complain(report.DisplayPath(a.dir, n.Path), n.Message)
	}
}

// blame names problems on the error output; any makes the call a failure.
func (a *app) blame(problems []analysis.Problem) {
	for _, p := range problems {
		a.worsen(exitFailed)
		a.complain(report.DisplayPath(a.dir, p.Path), p.Message)
	}
}

// addProblems merges problems of the walk into those of the run.
func addProblems(r *analysis.Result, list []analysis.Problem) {
	r.Problems = append(r.Problems, list...)
	slices.SortStableFunc(r.Problems, func(a, b analysis.Problem) int { return strings.Compare(a.Path, b.Path) })
	r.Problems = slices.Compact(r.Problems)
}

func (a *app) stats(sel *selection, r *analysis.Result, shown time.Duration) {
	ms := func(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000) }
	fmt.Fprintf(a.err, "%d files analysed of %d seen, %d bytes; walk %s, analysis %s, output %s\n",
		r.Files, sel.seen, r.Bytes, ms(sel.walkTime), ms(r.Elapsed), ms(shown))
}
