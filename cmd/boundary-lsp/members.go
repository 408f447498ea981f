package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/cmd/internal/report"
)

type membersOptions struct {
	config       string
	write, check optionalFile
}

func (a *app) membersCommand() *cobra.Command {
	o := &membersOptions{}
	cmd := &cobra.Command{
		Use:   "members [PATH...]",
		Short: "Print the nodes that act, and why",
		Long: "Prints the class artifact: a line KEY<TAB>REASON for each reason of each node that acts.\n" +
			"Paths narrow what is printed; --write and --check always take the whole workspace. Where\n" +
			"they name no file, it is the one of [boundary] members in .boundary.toml.\n\n" +
			"Exit codes: 0 done, 1 the file that --check compares is stale or missing, 2 a workflow does\n" +
			"not parse or cannot be read.",
		Example: "  boundary-lsp members\n" +
			"  boundary-lsp members --check\n" +
			"  boundary-lsp members --write=boundary-members.txt",
		Args: a.paths,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.members(cmd.Context(), o, args)
		},
	}
	optionalFileFlag(cmd, &o.write, "write", "write the artifact, to FILE or the configured one")
	optionalFileFlag(cmd, &o.check, "check", "print a diff where FILE, or the configured one, is stale")
	configFlag(cmd, &o.config)
	return cmd
}

func (a *app) members(ctx context.Context, o *membersOptions, words []string) error {
	if slices.Contains(words, "-") {
		return usagef("members reads no standard input")
	}
	if o.write.set && o.check.set {
		return usagef("members takes --write or --check, not both")
	}
	dirs, files := a.named(words)
	session, err := a.session(ctx, o.config, dirs)
	if err != nil {
		return err
	}
	snap := session.Snapshot()
	root, err := a.workspaceOf(snap, dirs, files)
	if err != nil {
		return err
	}
	if o.write.set || o.check.set {
		return a.artifact(ctx, snap, root, o)
	}
	if len(words) == 0 {
		dirs = []string{root}
	}
	lines, err := a.computed(ctx, snap, dirs, files, "")
	if err != nil || a.code == exitFailed {
		return err
	}
	_, err = io.WriteString(a.out, joined(lines))
	return a.printed(err)
}

// workspaceOf gives the one workspace root that the words of the command line
// lie in; without words that of the working directory.
func (a *app) workspaceOf(snap *workspace.Snapshot, dirs, files []string) (string, error) {
	probes := slices.Clone(files)
	for _, d := range dirs {
		probes = append(probes, path.Join(d, workspace.ConfigName))
	}
	if len(probes) == 0 {
		return snap.Root(path.Join(a.dir, workspace.ConfigName)), nil
	}
	root := snap.Root(probes[0])
	for _, p := range probes[1:] {
		if other := snap.Root(p); other != root {
			return "", usagef("the paths lie in two workspaces, %s and %s; ask for one at a time",
				finding.Quote(report.DisplayPath(a.dir, root)), finding.Quote(report.DisplayPath(a.dir, other)))
		}
	}
	return root, nil
}

// computed gives the artifact's lines for what lies in dirs, and for files;
// with root, of what belongs to that workspace only. Whatever keeps it from
// being whole is named and makes the exit code 2.
func (a *app) computed(ctx context.Context, snap *workspace.Snapshot, dirs, files []string, root string) ([]string, error) {
	walked, err := snap.Walk(ctx, dirs, workspace.WalkOptions{})
	if err != nil {
		return nil, err
	}
	named := map[string]bool{}
	all := walked.Files
	for _, f := range files {
		named[f] = true
		all = append(all, f)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	if root != "" {
		all = slices.DeleteFunc(all, func(f string) bool { return snap.Root(f) != root })
	}
	lines, problems, err := analysis.Members(ctx, snap, all, named)
	if err != nil {
		return nil, err
	}
	for _, e := range walked.Errors {
		problems = append(problems, analysis.Problem{Path: e.Path, Message: e.Err.Error()})
	}
	slices.SortStableFunc(problems, func(a, b analysis.Problem) int { return strings.Compare(a.Path, b.Path) })
	a.blame(problems)
	return lines, nil
}

// artifact writes the artifact of a workspace or compares it.
func (a *app) artifact(ctx context.Context, snap *workspace.Snapshot, root string, o *membersOptions) error {
	flag, name := "--write", o.write.file
	if o.check.set {
		flag, name = "--check", o.check.file
	}
	file := workspace.Abs(a.dir, name)
	if name == "" {
		configured := snap.Config(path.Join(root, workspace.ConfigName)).Boundary.Members
		if !configured.Set {
			return usagef("members %s needs a file: %s=FILE, or `members` in the section [boundary] of .boundary.toml", flag, flag)
		}
		file = configured.V
	}
	lines, err := a.computed(ctx, snap, []string{root}, nil, root)
	if err != nil || a.code == exitFailed {
		return err
	}
	want := joined(lines)
	shown := report.DisplayPath(a.dir, file)
	if o.write.set {
		if err := workspace.WriteFile(file, []byte(want), []string{root}); err != nil {
			return fmt.Errorf("%s: %w", finding.Escape(shown), err)
		}
		return nil
	}
	h := snap.File(file)
	have, exists := "", false
	switch {
	case h.Text != nil:
		have, exists = h.Text.String(), true
	case !errors.Is(h.Err, fs.ErrNotExist):
		return fmt.Errorf("%s: %w", finding.Escape(shown), h.Err)
	}
	if exists && have == want {
		return nil
	}
	a.worsen(exitFindings)
	_, err = io.WriteString(a.out, a.forScreen("auto", unifiedDiff(shown, have, want, exists)))
	return a.printed(err)
}

func joined(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}
