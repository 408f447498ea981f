package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"

	"github.com/spf13/cobra"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/graph"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/cmd/internal/report"
)

type graphOptions struct {
	format string
	config string
}

func (a *app) graphCommand() *cobra.Command {
	o := &graphOptions{format: "mermaid"}
	cmd := &cobra.Command{
		Use:   "graph BOT",
		Short: "Print a bot's workflow with the nodes that act marked",
		Long: "Prints the workflow of a bot as a graph: for a page in Markdown (mermaid), as a picture (svg),\n" +
			"or with everything that is known of it (json). Nodes that act, and those that lack their\n" +
			"boundary paragraph, are marked. What does not parse is left out; the JSON says so.\n\n" +
			"Exit codes: 0 the graph is printed, whatever there is to find in it, 2 there is none (usage, an\n" +
			"unreadable file, no workflow in it, or one too large for a picture).",
		Example: "  boundary-lsp graph bots/triage/main.bot\n" +
			"  boundary-lsp graph --format svg bots/triage/main.bot > triage.svg",
		Args: a.exactly(1, "the path of a bot"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.graph(cmd.Context(), o, args[0]) },
	}
	enumFlag(cmd, &o.format, "format", "form of the output", "mermaid", "svg", "json")
	configFlag(cmd, &o.config)
	return cmd
}

func (a *app) graph(ctx context.Context, o *graphOptions, word string) error {
	session, err := a.session(ctx, o.config, nil)
	if err != nil {
		return err
	}
	snap, file := session.Snapshot(), workspace.Abs(a.dir, word)
	out, err := a.drawn(snap, file, o.format)
	if err != nil {
		return a.noGraph(o, report.DisplayPath(a.dir, file), err)
	}
	_, err = io.WriteString(a.out, out)
	return a.printed(err)
}

// drawn is the graph of a file in a form.
func (a *app) drawn(snap *workspace.Snapshot, file, format string) (string, error) {
	if h := snap.File(file); h.Err != nil {
		return "", h.Err
	}
	if workspace.Kind(file) != workspace.Bot {
		return "", errors.New("it is no bot; a bot's name ends in .bot")
	}
	if c := snap.Config(file); c.Broken {
		return "", fmt.Errorf("the configuration %s %s, so it is not known what acts",
			finding.Quote(report.DisplayPath(a.dir, c.Path)), analysis.ConfigFault(snap, c))
	}
	g, err := analysis.Graph(snap, file, a.graphPath(snap, file))
	if err != nil {
		return "", err
	}
	return g.Format(format)
}

// graphPath gives the paths of a graph: from the working directory, or from the
// workspace root where that lies elsewhere, so that none is absolute.
func (a *app) graphPath(snap *workspace.Snapshot, main string) func(string) string {
	dir := a.dir
	if !workspace.Within(dir, main) {
		if dir = snap.Root(main); !workspace.Within(dir, main) {
			dir = path.Dir(main)
		}
	}
	return func(file string) string { return report.DisplayPath(dir, file) }
}

// noGraph says why there is no graph; with --format json in the answer too.
func (a *app) noGraph(o *graphOptions, shown string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = errors.New("there is no such file")
	default:
		err = cause(err)
	}
	a.worsen(exitFailed)
	a.complain(shown, err.Error())
	if o.format != "json" {
		return nil
	}
	return a.printed(report.WriteJSON(a.out, struct {
		SchemaVersion int              `json:"schemaVersion"`
		Path          string           `json:"path"`
		Errors        []report.Problem `json:"errors"`
	}{graph.SchemaVersion, shown, []report.Problem{{Path: shown, Message: finding.Escape(err.Error())}}}))
}
