package lsp

import (
	"context"
	"maps"
	"slices"

	"github.com/aymanbagabas/go-udiff"
	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

// fixAllKind is the kind of fix all; clients that want every tool's ask for
// source.fixAll.
const fixAllKind = protocol.CodeActionKindSourceFixAll + ".boundary"

const fixAllTitle = "Fix all that boundary-lsp can fix safely"

// hasSafe reports whether some finding has a safe fix.
func hasSafe(list []finding.Finding) bool {
	return slices.ContainsFunc(list, func(f finding.Finding) bool {
		return slices.ContainsFunc(f.Fixes, func(x finding.Fix) bool { return x.Safe && !x.Manual && !f.WorkspaceOnly })
	})
}

// fixAllAction is the action of all safe fixes of a document; nil where none
// of them applies.
func (v *view) fixAllAction(ctx context.Context, path string) *protocol.CodeAction {
	kind := fixAllKind
	a := &protocol.CodeAction{Title: fixAllTitle, Kind: &kind}
	if v.client.resolveEdit && v.open(path) {
		a.Data = v.actionData(path, actionData{FixAll: true})
		return a
	}
	edit, err := v.fixAllEdit(ctx, path)
	if err != nil || edit == nil {
		return nil
	}
	a.Edit = edit
	return a
}

// fixAllEdit applies the safe fixes of a document's findings as `fix` does, in
// rounds (cli.md, How fixes combine). They may reach into other files that the
// document is read with, but into a configuration only where it is the
// document.
func (v *view) fixAllEdit(ctx context.Context, path string) (*protocol.WorkspaceEdit, error) {
	return v.fixed(ctx, analysis.Request{
		Files: []string{path}, Named: map[string]bool{path: v.open(path)},
	}, func(changed string) bool { return changed == path || workspace.Kind(changed) != workspace.Config })
}

// fixed is the edit that fixes the files of a request, of the changed files
// those that take allows.
func (v *view) fixed(ctx context.Context, req analysis.Request, take func(path string) bool) (*protocol.WorkspaceEdit, error) {
	result, err := analysis.Fix(ctx, v.snap, req, false)
	if err != nil {
		return nil, err
	}
	if result.Refused != "" {
		return nil, rpc.RequestFailed(result.Refused)
	}
	var edits []finding.Edit
	for _, path := range slices.Sorted(maps.Keys(result.Texts)) {
		if take(path) {
			edits = append(edits, v.difference(path, result.Texts[path])...)
		}
	}
	return v.workspaceEdit(edits), nil
}

// difference gives the edits that lead from a file's text to another one.
func (v *view) difference(path, after string) []finding.Edit {
	before := ""
	if t := v.text(path); t != nil {
		before = t.String()
	}
	var edits []finding.Edit
	for _, e := range udiff.Strings(before, after) {
		edits = append(edits, finding.Edit{Path: path, Span: text.Span{Start: e.Start, End: e.End}, New: e.New})
	}
	return edits
}
