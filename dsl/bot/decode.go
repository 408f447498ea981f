package bot

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Decode is the text that a string value stands for, with the map back to its
// source: escapes decoded where the file decodes them, block scalars stripped
// of their indentation, CRLF folded to LF (bot-language.md 2, 4.3, 4.4). For
// other values it is the spelling. What is unclosed decodes as far as it goes.
func (f *File) Decode(v *Value) (string, text.Map) {
	var m text.Map
	if v == nil {
		return "", m
	}
	if v.Kind != String {
		m.Verbatim(0, v.Span.Start)
		return v.Text, m
	}
	switch v.Form {
	case BlockScalar:
		return f.scalarText(v.Inner, v.Indent)
	case Quoted:
		if f.decodes {
			return f.unescape(v.Inner)
		}
	}
	return f.fold(v.Inner)
}

// fold is the source with CRLF folded.
func (f *File) fold(s text.Span) (string, text.Map) {
	var m text.Map
	src := f.Text.Slice(s)
	m.Verbatim(0, s.Start)
	if !strings.Contains(src, "\r\n") {
		return src, m
	}
	d := decoder{src: f.Text.String(), m: &m}
	d.fold(s)
	return d.out.String(), m
}

// unescape decodes a quoted string; an unknown escape stays as it is written,
// the parser has reported it.
func (f *File) unescape(s text.Span) (string, text.Map) {
	var m text.Map
	src := f.Text.Slice(s)
	m.Verbatim(0, s.Start)
	if strings.IndexByte(src, '\\') < 0 {
		return src, m
	}
	d := decoder{src: f.Text.String(), m: &m}
	for at := s.Start; at < s.End; {
		n := strings.IndexByte(d.src[at:s.End], '\\')
		if n < 0 || at+n+1 >= s.End {
			d.copy(at, s.End)
			break
		}
		d.copy(at, at+n)
		at += n
		if c, ok := escape(d.src[at+1]); ok {
			m.Folded(d.out.Len(), text.Span{Start: at, End: at + 2})
			d.out.WriteByte(c)
		} else {
			d.copy(at, at+2)
		}
		at += 2
	}
	return d.out.String(), m
}

// escape is the character that a backslash and c stand for.
func escape(c byte) (byte, bool) {
	switch c {
	case '"', '\\':
		return c, true
	case 'n':
		return '\n', true
	case 't':
		return '\t', true
	case 'r':
		return '\r', true
	case '0':
		return 0, true
	}
	return 0, false
}

// scalarText strips a block scalar: every line loses its indentation, blank
// lines become empty ones, and all line ends are kept, those of blank lines
// at the end among them. Spaces at the very end of a file count as such a
// line.
func (f *File) scalarText(s text.Span, indent int) (string, text.Map) {
	var m text.Map
	d := decoder{src: f.Text.String(), m: &m}
	d.out.Grow(s.Len())
	m.Grow(strings.Count(d.src[s.Start:s.End], "\n") + 1)
	m.Verbatim(0, s.Start)
	for at := s.Start; at < s.End; {
		end, next := lineEnd(d.src, at, s.End)
		body := skipSpaces(d.src, at, end)
		if body < end {
			d.copy(min(at+indent, body), end)
		}
		switch {
		case next > end:
			d.newline(end, next)
		case body == end:
			d.newline(end, end)
		}
		at = next
	}
	return d.out.String(), m
}

// BodyText is a prompt body as the engine compiles it, with the map back to
// its source (bot-language.md 3.4): lines lose the body's indentation and are
// joined by LF; a line of spaces is dropped in profile 1 and kept as an empty
// one in profile 2. A line of other white space is text in both.
func (f *File) BodyText(b *Body) (string, text.Map) {
	var m text.Map
	if b == nil {
		return "", m
	}
	d := decoder{src: f.Text.String(), m: &m}
	d.out.Grow(b.Span.Len())
	m.Grow(strings.Count(d.src[b.Span.Start:b.Span.End], "\n"))
	m.Verbatim(0, b.Span.Start)
	// The line end that the next line is joined by: the one in front of it.
	var eol text.Span
	first := true
	for at := b.Span.Start; at < b.Span.End; {
		end, next := lineEnd(d.src, at, b.Span.End)
		body := skipSpaces(d.src, at, end)
		if body < end || f.Profile == 2 {
			if !first {
				d.newline(eol.Start, eol.End)
			}
			first = false
			if body < end {
				d.copy(min(at+b.Indent, body), end)
			}
		}
		eol = text.Span{Start: end, End: next}
		at = next
	}
	return d.out.String(), m
}

// decoder builds a decoded text and its map.
type decoder struct {
	src string
	out strings.Builder
	m   *text.Map
}

// copy appends the source from start to end as it is.
func (d *decoder) copy(start, end int) {
	if start < end {
		d.m.Verbatim(d.out.Len(), start)
		d.out.WriteString(d.src[start:end])
	}
}

// newline appends a line feed for the line end in the source.
func (d *decoder) newline(start, end int) {
	if start+1 == end {
		d.copy(start, end)
		return
	}
	d.m.Folded(d.out.Len(), text.Span{Start: start, End: end})
	d.out.WriteByte('\n')
}

// fold appends the span with CRLF folded.
func (d *decoder) fold(s text.Span) {
	for at := s.Start; at < s.End; {
		end, next := lineEnd(d.src, at, s.End)
		d.copy(at, end)
		if next > end {
			d.newline(end, next)
		}
		at = next
	}
}

// lineEnd gives the end of the line's content from at on and the start of the
// next line, both at most limit.
func lineEnd(src string, at, limit int) (end, next int) {
	n := strings.IndexByte(src[at:limit], '\n')
	if n < 0 {
		return limit, limit
	}
	end, next = at+n, at+n+1
	if end > at && src[end-1] == '\r' {
		end--
	}
	return end, next
}

// skipSpaces is the offset of the first byte from at on that is no space, at
// most end.
func skipSpaces(src string, at, end int) int {
	for at < end && src[at] == ' ' {
		at++
	}
	return at
}
