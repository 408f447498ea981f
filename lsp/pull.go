package lsp

import (
	"context"
	"slices"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

// The kinds of a report (LSP 3.17, DocumentDiagnosticReportKind).
const (
	full      = "full"
	unchanged = "unchanged"
)

// pulled is a report about one document as the wire has it.
type pulled struct {
	Kind     string   `json:"kind"`
	ResultID string   `json:"resultId,omitzero"`
	Items    any      `json:"items,omitzero"`
	URI      uri.URI  `json:"uri,omitzero"`
	Version  *version `json:"version,omitzero"`
}

// version is a document's version; null for a file that is not open.
type version struct{ protocol.Optional[int32] }

// pullDocument answers textDocument/diagnostic.
func (v *view) pullDocument(ctx context.Context, p protocol.DocumentDiagnosticParams) (any, error) {
	path, ok := v.path(p.TextDocument.URI)
	if !ok || !v.spoken(path) && !v.previewing(path) {
		return pulled{Kind: full, Items: []protocol.Diagnostic{}}, nil
	}
	r, err := v.report(path)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if !v.current(path) {
		return nil, outdated()
	}
	v.sent.pulled(r)
	if p.PreviousResultID != nil && *p.PreviousResultID == r.id() {
		return pulled{Kind: unchanged, ResultID: r.id()}, nil
	}
	return pulled{Kind: full, ResultID: r.id(), Items: r.raw}, nil
}

// outdated is the answer to a pull whose document has changed since: nothing
// stale is shown, and the client asks again.
func outdated() error {
	data, err := rpc.Marshal(protocol.DiagnosticServerCancellationData{RetriggerRequest: true})
	if err != nil {
		return rpc.ContentModified()
	}
	return &rpc.Error{Code: rpc.CodeServerCancelled, Message: "the document has changed", Data: jsonrpc2.RawMessage(data)}
}

// pulled notes what a client was told on its own asking.
func (t *sent) pulled(r *report) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if last, known := t.files[r.path]; !known || last.seq <= r.seq {
		t.files[r.path] = r.told
	}
}

// pullWorkspace answers workspace/diagnostic for all files of the workspace
// and the open documents.
func (v *view) pullWorkspace(ctx context.Context, p protocol.WorkspaceDiagnosticParams) (any, error) {
	result := struct {
		Items []pulled `json:"items"`
	}{[]pulled{}}
	had := map[string]string{}
	for _, id := range p.PreviousResultIds {
		if path, ok := v.path(id.URI); ok {
			had[path] = id.Value
		}
	}
	var files []string
	if v.settings.Load().WorkspaceDiagnostics && len(v.snap.Folders()) > 0 {
		sc, err := v.judgeAll(ctx, nil)
		if err != nil {
			return nil, err
		}
		v.scanner.keep(sc)
		files = v.scanner.affected(v, sc)
	}
	for path := range had {
		if !slices.Contains(files, path) {
			files = append(files, path)
		}
	}
	for _, path := range v.previews.found() {
		if !slices.Contains(files, path) {
			files = append(files, path)
		}
	}
	slices.Sort(files)
	for _, path := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		item, ok, err := v.pullFile(path, had)
		if err != nil {
			return nil, err
		}
		if ok {
			result.Items = append(result.Items, item)
		}
	}
	return result, nil
}

// pullFile is the report about one file of the workspace; ok is false where
// there is nothing to say.
func (v *view) pullFile(path string, had map[string]string) (item pulled, ok bool, err error) {
	item = pulled{Kind: full, URI: v.uri(path), Version: &version{}}
	id, known := had[path]
	if !v.covered(path) && !v.open(path) && !v.previewing(path) {
		item.Items = []protocol.Diagnostic{}
		return item, known && id != "", nil
	}
	if !v.spoken(path) && !v.previewing(path) {
		return item, false, nil
	}
	if hash, ok := v.unchanged(path); ok && known && id == resultID(hash) {
		item.Kind, item.ResultID = unchanged, id
		item.Version.Optional = v.docs[path].published()
		return item, true, nil
	}
	r, err := v.report(path)
	if err != nil || !v.current(path) {
		return item, false, err
	}
	item.Version.Optional = r.doc.published()
	v.sent.pulled(r)
	item.ResultID = r.id()
	if known && id == r.id() {
		item.Kind = unchanged
	} else {
		item.Items = r.raw
	}
	return item, true, nil
}
