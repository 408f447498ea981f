package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/boundary-lsp/boundary-lsp/analysis/botedit"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// botText gives the path and the text of a document that names things of bots:
// a bot, Markdown, or .boundary.toml. ok is false for all others, and for what
// cannot be read.
func (v *view) botText(u uri.URI) (file string, t *text.Text, ok bool) {
	file, ok = v.path(u)
	if !ok {
		return "", nil, false
	}
	switch workspace.Kind(file) {
	case workspace.Bot, workspace.Markdown, workspace.Config:
		t = v.text(file)
	}
	return file, t, t != nil
}

// places are places as the client gets them.
func (v *view) places(list []botedit.Location) []protocol.Location {
	out := make([]protocol.Location, 0, len(list))
	for _, l := range list {
		if t := v.text(l.Path); t != nil {
			out = append(out, protocol.Location{URI: v.uri(l.Path), Range: v.rang(t, l.Span)})
		}
	}
	return out
}

func (v *view) renames() botedit.Options { return botedit.Options{RenameFiles: v.client.renameFiles} }

// renameBot renames a name of bots, in all files at once.
func (v *view) renameBot(ctx context.Context, file string, off int, to string) (any, error) {
	c, err := botedit.Rename(v.snap, file, off, to, v.renames())
	switch {
	case err != nil:
		return nil, refused(err)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case c == nil:
		return nil, nil
	}
	edit := v.workspaceEdit(c.Edits)
	if edit == nil {
		edit = &protocol.WorkspaceEdit{}
	}
	for _, r := range c.Files {
		// Edits go first: they name the file as it is.
		edit.DocumentChanges = append(edit.DocumentChanges, &protocol.RenameFile{
			ResourceOperation: protocol.ResourceOperation{Kind: "rename"},
			Kind:              "rename", OldURI: v.uri(r.From), NewURI: v.uri(r.To),
		})
	}
	return edit, nil
}
