package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/cmd/internal/buildinfo"
)

// root makes the command tree.
func (a *app) root() *cobra.Command {
	serve := &serveOptions{}
	cmd := &cobra.Command{
		Use:   "boundary-lsp",
		Short: "Checks where Iterion workflows let outside text steer",
		Long: "boundary-lsp reads Iterion workflows (*.bot), the pages about them and playbooks (*.star),\n" +
			"and says where text from outside could steer what acts. Without a command it is the\n" +
			"language server on standard input and output; every other job is a command of its own.",
		Args:          a.commandWord,
		RunE:          func(cmd *cobra.Command, _ []string) error { return a.serve(cmd.Context(), serve) },
		SilenceErrors: true, SilenceUsage: true,
		DisableAutoGenTag:          true,
		SuggestionsMinimumDistance: 2,
		Version:                    buildinfo.Read().Version,
	}
	cmd.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	serve.flags(cmd)
	cmd.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		a.command = c.CommandPath()
		return usageError{err}
	})
	cmd.CompletionOptions.DisableDefaultCmd = true
	cmd.AddCommand(a.checkCommand(), a.fixCommand(), a.fmtCommand(), a.membersCommand(), a.explainCommand(), a.renderCommand(), a.graphCommand(),
		a.serveCommand(), a.versionCommand(), a.completionCommand())
	cmd.SetHelpCommand(a.helpCommand())
	return cmd
}

// commandWord refuses words that are no command, with the nearest one.
func (a *app) commandWord(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	msg := "unknown command " + finding.Quote(args[0])
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		msg += "; did you mean " + strings.Join(near, ", ") + "?"
	}
	return usageError{fmt.Errorf("%s", msg)}
}

// exactly takes n words, named what.
func (a *app) exactly(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		a.command = cmd.CommandPath()
		switch {
		case len(args) < n:
			return usagef("%s needs %s", cmd.Name(), what)
		case len(args) > n && n == 0:
			return usagef("%s takes no argument, and there is %s", cmd.Name(), finding.Quote(args[0]))
		case len(args) > n:
			return usagef("%s takes one argument, and there is %s besides", cmd.Name(), finding.Quote(args[n]))
		}
		return nil
	}
}

// paths takes any number of words, but no empty one.
func (a *app) paths(cmd *cobra.Command, args []string) error {
	a.command = cmd.CommandPath()
	for _, p := range args {
		if p == "" {
			return usagef("an empty path names nothing; the working directory is `.`")
		}
	}
	return nil
}

func (a *app) versionCommand() *cobra.Command {
	format := "text"
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print version, commit and Go version",
		Args:  a.exactly(0, ""),
		RunE: func(*cobra.Command, []string) error {
			return a.version(format)
		},
	}
	enumFlag(cmd, &format, "format", "form of the output", "text", "json")
	return cmd
}

func (a *app) completionCommand() *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print a completion script for bash, zsh, fish or powershell",
		Long: "Prints a script that completes commands, flags and their values. To use it at once:\n\n" +
			"  source <(boundary-lsp completion bash)\n" +
			"  boundary-lsp completion zsh > \"${fpath[1]}/_boundary-lsp\"\n" +
			"  boundary-lsp completion fish | source\n" +
			"  boundary-lsp completion powershell | Out-String | Invoke-Expression",
		Args:      a.exactly(1, "one of "+strings.Join(shells, ", ")),
		ValidArgs: shells,
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			switch args[0] {
			case "bash":
				return a.printed(root.GenBashCompletionV2(a.out, true))
			case "zsh":
				return a.printed(root.GenZshCompletion(a.out))
			case "fish":
				return a.printed(root.GenFishCompletion(a.out, true))
			case "powershell":
				return a.printed(root.GenPowerShellCompletionWithDesc(a.out))
			}
			return usagef("no completion for %s; there are %s", finding.Quote(args[0]), strings.Join(shells, ", "))
		},
	}
}

func (a *app) helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Print help about a command",
		RunE: func(cmd *cobra.Command, args []string) error {
			target, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return a.commandWord(cmd.Root(), args)
			}
			target.InitDefaultHelpFlag()
			return target.Help()
		},
		ValidArgsFunction: func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, c := range cmd.Root().Commands() {
				if c.IsAvailableCommand() {
					names = append(names, c.Name()+"\t"+c.Short)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}
