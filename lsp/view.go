package lsp

import (
	"maps"
	"net/url"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

// document is one version of an open document. It is immutable.
type document struct {
	uri     uri.URI // as the client wrote it, byte for byte
	id      uri.URI // the same in canonical form, as requests have it
	path    string
	version int64
	text    *text.Text
}

// published is the document's version as the client gets it; none for nil.
func (d *document) published() protocol.Optional[int32] {
	if d == nil {
		return protocol.Optional[int32]{}
	}
	return rpc.PublishVersion(d.version)
}

// view is the state of the session between two notifications. It is immutable
// and safe for concurrent use; requests are methods of it.
type view struct {
	*server
	// seq orders views.
	seq  uint64
	snap *workspace.Snapshot
	docs map[string]*document // the open ones, by path
}

// change makes the next view. f gets a copy of the documents and returns the
// snapshot that goes with them, nil for the session's present one. It must
// not compute anything.
func (s *server) change(f func(docs map[string]*document) *workspace.Snapshot) *view {
	s.mu.Lock()
	defer s.mu.Unlock()
	old := s.now.Load()
	docs := maps.Clone(old.docs)
	snap := f(docs)
	if snap == nil {
		snap = s.session.Snapshot()
	}
	v := &view{server: s, seq: old.seq + 1, snap: snap, docs: docs}
	s.now.Store(v)
	return v
}

// untitledRoot is where documents that have never been saved seem to lie: in
// folders of their own that no disk has.
const untitledRoot = "/untitled:/"

// place gives the path of a document. ok is false where nothing is ever said
// about it: other schemes, other languages. The language counts only for
// documents that have never been saved (lsp.md).
func place(u uri.URI, language string) (path string, ok bool) {
	if key, ok := rpc.Key(u); ok {
		return workspace.Key(key), true
	}
	scheme, _, _ := strings.Cut(string(u), ":")
	if !strings.EqualFold(scheme, "untitled") {
		return "", false
	}
	name, ok := map[string]string{
		"bot": "untitled.bot", "markdown": "untitled.md", "boundary-playbook": "untitled.playbook.star",
	}[language]
	return untitledRoot + url.PathEscape(string(u)) + "/" + name, ok
}

// path is the path of a document that a request names; ok is false where it
// is none of ours.
func (v *view) path(u uri.URI) (path string, ok bool) {
	if key, ok := rpc.Key(u); ok {
		return workspace.Key(key), true
	}
	for path, d := range v.docs {
		if d.id == u {
			return path, true
		}
	}
	return "", false
}

// uri names a file to the client: as the client did where it has it open.
func (v *view) uri(path string) uri.URI {
	if d := v.docs[path]; d != nil {
		return d.uri
	}
	return rpc.URI(path)
}

// open reports whether a document is open.
func (v *view) open(path string) bool { return v.docs[path] != nil }

// text is the text of a file, nil where it cannot be read.
func (v *view) text(path string) *text.Text { return v.snap.File(path).Text }

// current reports whether the document is as it was in v.
func (v *view) current(path string) bool {
	return v.now.Load().docs[path] == v.docs[path]
}

// spoken reports whether the server says anything about an open document:
// only kinds of files that it knows, and the members artifact.
func (v *view) spoken(path string) bool {
	k := workspace.Kind(path)
	return k != workspace.Other && k != workspace.Manifest || v.snap.Looked(path)
}
