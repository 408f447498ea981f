package rpc

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// Open is the parameters of textDocument/didOpen.
type Open struct {
	URI        uri.URI
	LanguageID string
	Version    int64
	Text       string
}

// Change is the parameters of textDocument/didChange. The edits apply one
// after the other, each to the result of the one before.
type Change struct {
	URI     uri.URI
	Version int64
	Edits   []Edit
}

// Edit is one content change of a document. Without a Range, Text is the
// whole new document. The columns of Range are in the position encoding of the
// connection; neither its order nor its being within the document is checked.
type Edit struct {
	Range *protocol.Range
	Text  string
}

// These two are decoded here and not by package protocol, because a mistake
// silently corrupts the document: of the union of a partial and a full change
// it takes the first arm that fits, so that a range of null becomes an
// insertion at the start, and a range it cannot read (a column above 32 bits,
// a line of 1.0) is dropped and the text replaces the document. Its versions
// have 32 bits.

// DidOpen decodes the parameters of textDocument/didOpen. The error is an
// InvalidParams that names the method.
func DidOpen(raw []byte) (Open, error) {
	var p struct {
		TextDocument struct {
			URI        string         `json:"uri"`
			LanguageID string         `json:"languageId"`
			Version    jsontext.Value `json:"version"`
			Text       *string        `json:"text"`
		} `json:"textDocument"`
	}
	err := json.Unmarshal(raw, &p, lenient)
	d := &p.TextDocument
	if err == nil && d.Text == nil {
		err = errors.New("the document has no text")
	}
	version, verr := documentVersion(d.Version)
	if err = errors.Join(err, verr); err != nil {
		return Open{}, InvalidParams(protocol.MethodTextDocumentDidOpen, err)
	}
	return Open{URI: canonical(d.URI), LanguageID: d.LanguageID, Version: version, Text: *d.Text}, nil
}

// DidChange decodes the parameters of textDocument/didChange: all of the edits
// or none. A number above what a column can hold is the largest one it can. The
// error is an InvalidParams that names the method; after one the document here
// is no longer the client's until the next full change.
func DidChange(raw []byte) (Change, error) {
	var p struct {
		TextDocument struct {
			URI     string         `json:"uri"`
			Version jsontext.Value `json:"version"`
		} `json:"textDocument"`
		Changes []wireEdit `json:"contentChanges"`
	}
	err := json.Unmarshal(raw, &p, lenient)
	version, verr := documentVersion(p.TextDocument.Version)
	c := Change{URI: canonical(p.TextDocument.URI), Version: version, Edits: make([]Edit, len(p.Changes))}
	err = errors.Join(err, verr)
	for i := 0; i < len(p.Changes) && err == nil; i++ {
		if c.Edits[i], err = p.Changes[i].edit(); err != nil {
			err = fmt.Errorf("change %d: %w", i+1, err)
		}
	}
	if err != nil {
		return Change{}, InvalidParams(protocol.MethodTextDocumentDidChange, err)
	}
	return c, nil
}

// PublishVersion is a document's version for a message to the client: absent
// when the protocol's 32 bits do not hold it.
func PublishVersion(v int64) protocol.Optional[int32] {
	if v < math.MinInt32 || v > math.MaxInt32 {
		return protocol.Optional[int32]{}
	}
	return protocol.NewOptional(int32(v))
}

type wirePosition struct {
	Line      jsontext.Value `json:"line"`
	Character jsontext.Value `json:"character"`
}

type wireEdit struct {
	Range *struct {
		Start wirePosition `json:"start"`
		End   wirePosition `json:"end"`
	} `json:"range"`
	Text *string `json:"text"`
}

func (w *wireEdit) edit() (Edit, error) {
	if w.Text == nil {
		return Edit{}, errors.New("it has no text")
	}
	if w.Range == nil {
		return Edit{Text: *w.Text}, nil
	}
	start, err1 := w.Range.Start.position()
	end, err2 := w.Range.End.position()
	if err := errors.Join(err1, err2); err != nil {
		return Edit{}, err
	}
	return Edit{Range: &protocol.Range{Start: start, End: end}, Text: *w.Text}, nil
}

func (w *wirePosition) position() (protocol.Position, error) {
	line, ok1 := unsigned(w.Line)
	character, ok2 := unsigned(w.Character)
	if !ok1 || !ok2 {
		return protocol.Position{}, errors.New("a position is a line and a character, both not negative")
	}
	return protocol.Position{Line: line, Character: character}, nil
}

// unsigned reads a line or a column; what is too large becomes the largest.
func unsigned(v jsontext.Value) (uint32, bool) {
	if n, ok := integer(v); ok {
		return uint32(min(n, math.MaxUint32)), n >= 0
	}
	if v.Kind() != '0' {
		return 0, false
	}
	f, _ := strconv.ParseFloat(string(v), 64) // infinite when out of range
	return math.MaxUint32, f > math.MaxUint32
}

// documentVersion reads a version; null and absent are 0.
func documentVersion(v jsontext.Value) (int64, error) {
	if isNull(v) {
		return 0, nil
	}
	n, ok := integer(v)
	if !ok {
		return 0, errors.New("the version of a document is an integer")
	}
	return n, nil
}

// canonical is the form in which package protocol hands out document URIs, so
// that a document has one name whichever message names it.
func canonical(s string) uri.URI {
	if u, err := uri.Parse(s); err == nil {
		return u
	}
	if path, ok := Key(uri.URI(s)); ok {
		// The package has its own view of escapes that are no UTF-8.
		if u, err := uri.Parse(string(URI(path))); err == nil {
			return u
		}
		return URI(path)
	}
	return uri.URI(s)
}
