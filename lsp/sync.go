package lsp

import (
	"fmt"
	"math"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

func didOpen(s *server, raw []byte) error {
	p, err := rpc.DidOpen(raw)
	if err != nil {
		return err
	}
	path, ok := place(p.URI, p.LanguageID)
	if !ok {
		s.ignored[p.URI] = true
		return nil
	}
	t := text.New(p.Text)
	s.change(func(docs map[string]*document) *workspace.Snapshot {
		docs[path] = &document{uri: written(raw, p.URI), id: p.URI, path: path, version: p.Version, text: t}
		return s.session.Open(path, t, short(p.Version), p.LanguageID)
	})
	s.worker.edited(path)
	s.lookAgain(path)
	return nil
}

// written is the URI of a document as the client wrote it: some clients know
// it again only so.
func written(raw []byte, canonical uri.URI) uri.URI {
	var p struct {
		TextDocument struct {
			URI jsontext.Value `json:"uri"`
		} `json:"textDocument"`
	}
	var s string
	if json.Unmarshal(raw, &p, jsontext.AllowInvalidUTF8(true)) != nil ||
		json.Unmarshal(p.TextDocument.URI, &s) != nil || s == "" {
		return canonical
	}
	return uri.URI(s)
}

// didChange applies all edits of a change or none.
func didChange(s *server, raw []byte) error {
	p, err := rpc.DidChange(raw)
	if err != nil {
		s.warn("a change of a document could not be read; close and open the document to be in step again")
		return err
	}
	d := s.find(p.URI)
	if d == nil {
		if s.ignored[p.URI] {
			return nil
		}
		s.warn("a change came for a document that is not open")
		return fmt.Errorf("change of %s, which is not open", finding.Quote(string(p.URI)))
	}
	t, err := applyEdits(d.text, p.Edits, s.encoding)
	if err != nil {
		s.warn("a change of a document did not fit and was not applied; close and open the document to be in step again")
		return fmt.Errorf("change of %s to version %d: %w", finding.Quote(string(p.URI)), p.Version, err)
	}
	s.change(func(docs map[string]*document) *workspace.Snapshot {
		docs[d.path] = &document{uri: d.uri, id: d.id, path: d.path, version: p.Version, text: t}
		return s.session.Change(d.path, t, short(p.Version))
	})
	s.worker.others(s.previews.outdate(d.path))
	s.worker.edited(d.path)
	return nil
}

func (s *server) didSave(p protocol.DidSaveTextDocumentParams) error {
	if d := s.find(p.TextDocument.URI); d != nil {
		s.lookAgain(d.path)
		s.previewSaved(d.path)
	}
	return nil
}

func (s *server) didClose(p protocol.DidCloseTextDocumentParams) error {
	d := s.find(p.TextDocument.URI)
	if d == nil {
		delete(s.ignored, p.TextDocument.URI)
		return nil
	}
	s.change(func(docs map[string]*document) *workspace.Snapshot {
		delete(docs, d.path)
		return s.session.Close(d.path)
	})
	s.good.forget(d.path)
	s.tokens.forget(d.path)
	s.worker.others(s.previews.outdate(d.path))
	s.worker.closed(d)
	s.lookAgain(d.path)
	return nil
}

// find gives the open document of a URI, nil without one.
func (s *server) find(u uri.URI) *document {
	v := s.now.Load()
	if path, ok := v.path(u); ok {
		return v.docs[path]
	}
	return nil
}

// lookAgain lets files that a document depends on be looked at again, for
// clients that do not say when files change.
func (s *server) lookAgain(path string) {
	if !s.client.watchFiles {
		s.worker.recheck(path)
	}
}

// warn tells the user, or the client's log, what cannot be answered.
func (s *server) warn(message string) {
	s.notify(protocol.MethodWindowLogMessage, &protocol.LogMessageParams{Type: protocol.MessageTypeWarning, Message: message})
}

// applyEdits applies the edits of a change one after the other. Edits that each
// stand before the one in front of them, as clients send what they replace
// all at once, are applied together.
func applyEdits(t *text.Text, edits []rpc.Edit, enc text.Encoding) (*text.Text, error) {
	var batch []text.Edit
	var last protocol.Position // start of the batch's last edit
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		next, err := t.Apply(batch)
		t, batch = next, batch[:0]
		return err
	}
	for i, e := range edits {
		if e.Range == nil {
			t, batch = text.New(e.Text), batch[:0]
			continue
		}
		r := *e.Range
		if less(r.End, r.Start) {
			return nil, fmt.Errorf("edit %d ends at %d:%d, before it starts at %d:%d",
				i+1, r.End.Line, r.End.Character, r.Start.Line, r.Start.Character)
		}
		if len(batch) > 0 && !less(r.End, last) {
			if err := flush(); err != nil {
				return nil, err
			}
		}
		span := text.Span{Start: offsetAt(t, r.Start, enc), End: offsetAt(t, r.End, enc)}
		// Where a position was clamped, the order of positions is not that of
		// offsets.
		if n := len(batch); n > 0 && span.End >= batch[n-1].Span.Start {
			if err := flush(); err != nil {
				return nil, err
			}
			span = text.Span{Start: offsetAt(t, r.Start, enc), End: offsetAt(t, r.End, enc)}
		}
		batch = append(batch, text.Edit{Span: span, New: e.Text})
		last = r.Start
	}
	if err := flush(); err != nil {
		return nil, err
	}
	return t, nil
}

func offsetAt(t *text.Text, p protocol.Position, enc text.Encoding) int {
	return t.OffsetAt(text.Position{Line: natural(p.Line), Column: natural(p.Character)}, enc)
}

func less(a, b protocol.Position) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Character < b.Character
}

// short is a version as a snapshot keeps it.
func short(version int64) int32 {
	return int32(min(max(version, math.MinInt32), math.MaxInt32))
}
