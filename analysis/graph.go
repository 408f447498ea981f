package analysis

import (
	"slices"

	"github.com/boundary-lsp/boundary-lsp/analysis/botcheck"
	"github.com/boundary-lsp/boundary-lsp/analysis/graph"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// Graph is the workflow graph of the unit whose main file is main; path gives
// the paths that it shows. The error is that of reading the file, or
// graph.ErrNoWorkflow.
func Graph(snap *workspace.Snapshot, main string, path func(string) string) (*graph.Graph, error) {
	c := ClassOf(snap, main, true)
	if c == nil {
		_, err := snap.Unit(main)
		return nil, err
	}
	return graph.New(c, graph.Options{Path: path, Complete: complete(c.Unit)})
}

// complete reports whether all files of a unit could be read whole.
func complete(u *bot.Unit) bool {
	if slices.ContainsFunc(botcheck.UnitErrors(u, nil), syntactic) {
		return false
	}
	return !slices.ContainsFunc(u.Files, func(f *bot.UnitFile) bool {
		return slices.ContainsFunc(botcheck.Syntax(f.Path, f.File), syntactic)
	})
}

// GraphMain is the main file of the graph that an editor shows for a file: the
// file itself where it has a workflow, else the first unit that reads it.
func GraphMain(snap *workspace.Snapshot, path string) string {
	if u, err := snap.Unit(path); err == nil && u.Workflow != nil {
		return path
	}
	for _, main := range snap.UnitsOf(path) {
		if u, err := snap.Unit(main); err == nil && u.Workflow != nil {
			return main
		}
	}
	return path
}
