package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

// workspaceEdit is a fix's edits as the client takes them: with the versions
// that they were computed for where it can check them. The edits refer to the
// texts of v. It is nil where there is nothing to do.
func (v *view) workspaceEdit(edits []finding.Edit) *protocol.WorkspaceEdit {
	if len(edits) == 0 {
		return nil
	}
	var order []string
	files := map[string][]protocol.TextEdit{}
	for _, e := range edits {
		if _, ok := files[e.Path]; !ok {
			order = append(order, e.Path)
		}
		t := v.text(e.Path)
		if t == nil {
			t = text.New("")
		}
		files[e.Path] = append(files[e.Path], protocol.TextEdit{Range: v.rang(t, e.Span), NewText: e.New})
	}
	out := &protocol.WorkspaceEdit{}
	if !v.client.documentChanges {
		out.Changes = map[uri.URI][]protocol.TextEdit{}
		for _, path := range order {
			out.Changes[v.uri(path)] = files[path]
		}
		return out
	}
	for _, path := range order {
		u := v.uri(path)
		if v.client.createFiles && !v.snap.Exists(path) {
			yes := true
			out.DocumentChanges = append(out.DocumentChanges, &protocol.CreateFile{
				ResourceOperation: protocol.ResourceOperation{Kind: "create"},
				Kind:              "create", URI: u, Options: &protocol.CreateFileOptions{IgnoreIfExists: &yes},
			})
		}
		change := &protocol.TextDocumentEdit{}
		change.TextDocument.URI = u
		if n, ok := v.docs[path].published().Get(); ok {
			change.TextDocument.Version = &n
		}
		for i := range files[path] {
			change.Edits = append(change.Edits, &files[path][i])
		}
		out.DocumentChanges = append(out.DocumentChanges, change)
	}
	return out
}

// apply has the client apply an edit. The error says why it did not.
func (v *view) apply(ctx context.Context, label string, edit *protocol.WorkspaceEdit) error {
	if edit == nil {
		return nil
	}
	if !v.client.applyEdit {
		return rpc.RequestFailed("the editor does not let servers apply edits; use the command line instead")
	}
	var result protocol.ApplyWorkspaceEditResult
	params := &protocol.ApplyWorkspaceEditParams{Label: &label, Edit: *edit}
	if err := v.conn.Call(ctx, protocol.MethodWorkspaceApplyEdit, params, &result); err != nil {
		return err
	}
	if !result.Applied {
		why := "it gave no reason"
		if result.FailureReason != nil && *result.FailureReason != "" {
			why = finding.Cut(*result.FailureReason)
		}
		return rpc.RequestFailed("the editor did not apply the edit: " + why)
	}
	return nil
}
