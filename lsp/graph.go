package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/graph"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

// methodGraph asks for the workflow graph of a document (authoring.md 9).
const methodGraph = "boundary/graph"

// graphParams are the parameters of boundary/graph.
type graphParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	// Format is json (the default), mermaid or svg.
	Format string `json:"format,omitzero"`
}

// graph answers boundary/graph: with the object of `graph --format json`, or
// with the text of the other forms. A fragment has the graph of the first unit
// that reads it. Paths are relative to the workspace root of the main file.
func (v *view) graph(ctx context.Context, p graphParams) (any, error) {
	switch p.Format {
	case "":
		p.Format = "json"
	case "json", "mermaid", "svg":
	default:
		return nil, rpc.InvalidParams(methodGraph, errors.New("there is no form "+finding.Quote(p.Format)+"; there are json, mermaid, svg"))
	}
	file, ok := v.path(p.TextDocument.URI)
	if !ok || workspace.Kind(file) != workspace.Bot {
		return nil, rpc.RequestFailed("the document is no bot, so there is no graph of it")
	}
	main := analysis.GraphMain(v.snap, file)
	root := v.snap.Root(main)
	g, err := analysis.Graph(v.snap, main, func(file string) string {
		rel, err := filepath.Rel(filepath.FromSlash(root), filepath.FromSlash(file))
		if err != nil {
			return file
		}
		return filepath.ToSlash(rel)
	})
	switch {
	case errors.Is(err, graph.ErrNoWorkflow):
		return nil, rpc.RequestFailed(err.Error())
	case err != nil:
		return nil, rpc.RequestFailed("the document cannot be read, so there is no graph of it")
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	out, err := g.Format(p.Format)
	if err != nil {
		return nil, rpc.RequestFailed(err.Error())
	}
	if p.Format == "json" {
		return json.RawMessage(out), nil
	}
	return out, nil
}
