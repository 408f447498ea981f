package lsp

import (
	"context"
	"errors"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis/botedit"
	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

// prepareRename answers textDocument/prepareRename. What cannot be renamed is
// an error that says why.
func (v *view) prepareRename(ctx context.Context, p protocol.PrepareRenameParams) (any, error) {
	if file, t, ok := v.botText(p.TextDocument.URI); ok {
		span, name, err := botedit.PrepareRename(v.snap, file, v.offset(t, p.Position), v.renames())
		if err != nil {
			return nil, refused(err)
		}
		return &protocol.PrepareRenamePlaceholder{Range: v.rang(t, span), Placeholder: name}, ctx.Err()
	}
	b, off, ok := v.at(ctx, p.TextDocumentPositionParams)
	if !ok {
		return nil, nil
	}
	span, name, err := playbookedit.PrepareRename(b, b.id, off)
	if err != nil {
		return nil, refused(err)
	}
	return &protocol.PrepareRenamePlaceholder{Range: v.rang(b.text, span), Placeholder: name}, nil
}

// rename answers textDocument/rename.
func (v *view) rename(ctx context.Context, p protocol.RenameParams) (any, error) {
	if file, t, ok := v.botText(p.TextDocument.URI); ok {
		return v.renameBot(ctx, file, v.offset(t, p.Position), p.NewName)
	}
	b, off, ok := v.at(ctx, protocol.TextDocumentPositionParams{TextDocument: p.TextDocument, Position: p.Position})
	if !ok {
		return nil, nil
	}
	edits, err := playbookedit.Rename(b, b.id, off, p.NewName)
	switch {
	case err != nil:
		return nil, refused(err)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	if edit := v.workspaceEdit(b.edits(edits)); edit != nil {
		return edit, nil
	}
	return nil, nil
}

func refused(err error) error {
	var refusal *botedit.Refusal
	if errors.As(err, &refusal) {
		return rpc.RequestFailed(refusal.Reason)
	}
	var r *playbookedit.Refusal
	if errors.As(err, &r) {
		return rpc.RequestFailed(r.Reason)
	}
	return err
}
