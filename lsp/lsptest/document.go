package lsptest

import (
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// Position is a place as the protocol has it.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Range is a range as the protocol has it.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Edit is a TextEdit.
type Edit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

// Doc is an open document.
type Doc struct {
	c       *Client
	Path    string // relative to the client's root, or the URI of another scheme
	Version int
	Text    string
}

// URI is the document's URI.
func (d *Doc) URI() string {
	if strings.Contains(d.Path, ":") {
		return d.Path
	}
	return URI(filepath.Join(d.c.Root, d.Path))
}

// ID is the document's identifier.
func (d *Doc) ID() Object { return Object{"uri": d.URI()} }

// lines gives the offsets of the protocol's lines.
func lines(s string) []int {
	starts := []int{0}
	for i := 0; i < len(s); i++ {
		if s[i] == '\n' || s[i] == '\r' && (i+1 == len(s) || s[i+1] != '\n') {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// units is the length of s in an encoding.
func units(s, encoding string) int {
	switch encoding {
	case "utf-8":
		return len(s)
	case "utf-32":
		return utf8.RuneCountInString(s)
	}
	n := 0
	for _, r := range s {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}

// At is the position of a byte offset.
func (d *Doc) At(offset int) Position {
	starts := lines(d.Text)
	line := len(starts) - 1
	for line > 0 && starts[line] > offset {
		line--
	}
	return Position{line, units(d.Text[starts[line]:offset], d.c.Encoding)}
}

// Offset is the byte offset of a position, which must be one of the text.
func (d *Doc) Offset(p Position) int {
	starts := lines(d.Text)
	if p.Line >= len(starts) {
		d.c.t.Fatalf("%s has no line %d", d.Path, p.Line)
	}
	rest, at := d.Text[starts[p.Line]:], starts[p.Line]
	for n := 0; n < p.Character; {
		r, size := utf8.DecodeRuneInString(rest)
		if size == 0 || r == '\n' {
			d.c.t.Fatalf("%s has no column %d in line %d", d.Path, p.Character, p.Line)
		}
		n += units(rest[:size], d.c.Encoding)
		rest, at = rest[size:], at+size
	}
	return at
}

// Slice is the text of a range.
func (d *Doc) Slice(r Range) string { return d.Text[d.Offset(r.Start):d.Offset(r.End)] }

// Of is the range of the only occurrence of s.
func (d *Doc) Of(s string) Range {
	d.c.t.Helper()
	if n := strings.Count(d.Text, s); n != 1 {
		d.c.t.Fatalf("%s holds %q %d times", d.Path, s, n)
	}
	i := strings.Index(d.Text, s)
	return Range{d.At(i), d.At(i + len(s))}
}

// Open opens a document with a text.
func (c *Client) Open(path, text string) *Doc {
	c.t.Helper()
	language := map[string]string{".bot": "bot", ".md": "markdown", ".toml": "toml", ".star": "boundary-playbook", ".json": "json"}[filepath.Ext(path)]
	if language == "" {
		language = "bot"
	}
	return c.OpenAs(path, language, text)
}

// OpenAs opens a document with a language of its own.
func (c *Client) OpenAs(path, language, text string) *Doc {
	c.t.Helper()
	d := &Doc{c: c, Path: path, Version: 1, Text: text}
	c.Docs[path] = d
	c.Notify("textDocument/didOpen", Object{"textDocument": Object{
		"uri": d.URI(), "languageId": language, "version": d.Version, "text": text,
	}})
	return d
}

// Replace replaces a range of bytes, as typing does.
func (d *Doc) Replace(start, end int, text string) {
	d.c.t.Helper()
	d.Change(Object{"range": Range{d.At(start), d.At(end)}, "text": text})
	d.Text = d.Text[:start] + text + d.Text[end:]
}

// Sub replaces the only occurrence of a text.
func (d *Doc) Sub(old, text string) {
	d.c.t.Helper()
	if n := strings.Count(d.Text, old); n != 1 {
		d.c.t.Fatalf("%s holds %q %d times", d.Path, old, n)
	}
	i := strings.Index(d.Text, old)
	d.Replace(i, i+len(old), text)
}

// Change sends content changes as they are, with the next version.
func (d *Doc) Change(changes ...Object) {
	d.c.t.Helper()
	d.Version++
	d.c.Notify("textDocument/didChange", Object{
		"textDocument": Object{"uri": d.URI(), "version": d.Version}, "contentChanges": changes,
	})
}

// Save tells that the document has been written.
func (d *Doc) Save() {
	d.c.t.Helper()
	d.c.Notify("textDocument/didSave", Object{"textDocument": d.ID()})
}

// Shut closes the document.
func (d *Doc) Shut() {
	d.c.t.Helper()
	delete(d.c.Docs, d.Path)
	d.c.Notify("textDocument/didClose", Object{"textDocument": d.ID()})
}

// WorkspaceEdit is an edit of the server's.
type WorkspaceEdit struct {
	Changes         map[string][]Edit `json:"changes"`
	DocumentChanges []struct {
		Kind         string `json:"kind"`
		URI          string `json:"uri"`
		TextDocument struct {
			URI     string `json:"uri"`
			Version *int   `json:"version"`
		} `json:"textDocument"`
		Edits []Edit `json:"edits"`
	} `json:"documentChanges"`
}

// Apply applies an edit to the open documents and tells the server. An edit of
// a document that is not open, or for another version, fails the test.
func (c *Client) Apply(e *WorkspaceEdit) {
	c.t.Helper()
	if e == nil {
		c.t.Fatal("there is no edit")
	}
	edits := map[string][]Edit{}
	for u, list := range e.Changes {
		edits[u] = list
	}
	for _, change := range e.DocumentChanges {
		d := c.byURI(change.TextDocument.URI)
		if v := change.TextDocument.Version; v == nil || *v != d.Version {
			c.t.Fatalf("%s: the edit is for another version than %d", d.Path, d.Version)
		}
		edits[change.TextDocument.URI] = change.Edits
	}
	if len(edits) == 0 {
		c.t.Fatal("the edit is empty")
	}
	for u, list := range edits {
		c.byURI(u).apply(list)
	}
}

func (c *Client) byURI(u string) *Doc {
	c.t.Helper()
	for _, d := range c.Docs {
		if d.URI() == u {
			return d
		}
	}
	c.t.Fatalf("%s is not open", u)
	return nil
}

// apply sends the edits in one change, the last place first.
func (d *Doc) apply(edits []Edit) {
	d.c.t.Helper()
	var changes []Object
	text := d.Text
	for len(edits) > 0 {
		last := 0
		for i := range edits {
			if d.Offset(edits[i].Range.Start) >= d.Offset(edits[last].Range.Start) {
				last = i
			}
		}
		e := edits[last]
		edits = append(append([]Edit{}, edits[:last]...), edits[last+1:]...)
		changes = append(changes, Object{"range": e.Range, "text": e.NewText})
		text = text[:d.Offset(e.Range.Start)] + e.NewText + text[d.Offset(e.Range.End):]
	}
	d.Change(changes...)
	d.Text = text
}
