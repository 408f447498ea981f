package text

import (
	"strings"
	"unicode/utf8"
)

// Encoding is the unit that protocol columns are counted in.
type Encoding uint8

// The encodings of LSP 3.17, PositionEncodingKind.
const (
	UTF16 Encoding = iota
	UTF8
	UTF32
)

// Position is a place as the protocol has it: 0-based line, 0-based column in
// the units of an Encoding. LF, CRLF and a lone CR end a line.
type Position struct{ Line, Column int }

// protocolLines is the line index of the protocol. It is t.lines itself for
// the texts without a lone CR, which is nearly all of them.
func (t *Text) protocolLines() []int {
	var extra []int
	for i := 0; ; {
		n := strings.IndexByte(t.src[i:], '\r')
		if n < 0 {
			break
		}
		if i += n + 1; i == len(t.src) || t.src[i] != '\n' {
			extra = append(extra, i)
		}
	}
	if extra == nil {
		return t.lines
	}
	all := make([]int, 0, len(t.lines)+len(extra))
	i := 0
	for _, l := range t.lines {
		for i < len(extra) && extra[i] < l {
			all = append(all, extra[i])
			i++
		}
		all = append(all, l)
	}
	return append(all, extra[i:]...)
}

func (t *Text) protocolLine(lines []int, line int) Span {
	s := Span{lines[line], len(t.src)}
	if line+1 < len(lines) {
		s.End = lines[line+1] - 1
		if s.End > s.Start && t.src[s.End] == '\n' && t.src[s.End-1] == '\r' {
			s.End--
		}
	}
	return s
}

// Position converts a byte offset; one inside a character counts as its
// start, one inside a line end as the line's end.
func (t *Text) Position(off int, enc Encoding) Position {
	lines := t.cr()
	off = min(max(off, 0), len(t.src))
	line := lineAt(lines, off)
	s := t.protocolLine(lines, line)
	return Position{line, t.between(s.Start, charStart(t.src, min(off, s.End)), enc)}
}

// step is the distance of marks in bytes.
const step = 1 << 10

// mark is a character's first byte with the units in front of it, from the
// start of the text.
type mark struct{ off, utf16, utf32 int }

// measure sets a mark at the first character of each step.
func (t *Text) measure() []mark {
	marks := make([]mark, 0, len(t.src)/step+1)
	n := mark{}
	for i, r := range t.src {
		if i >= len(marks)*step {
			n.off = i
			marks = append(marks, n)
		}
		n.utf16++
		n.utf32++
		if r >= 0x10000 {
			n.utf16++
		}
	}
	return marks
}

// between is the width of what lies between the start of a line and a place in
// it. A line may be the whole file and hold thousands of places, so a long one
// is not counted anew for each.
func (t *Text) between(start, end int, enc Encoding) int {
	if enc == UTF8 || end-start < 4*step {
		return width(t.src[start:end], enc)
	}
	return t.upTo(end, enc) - t.upTo(start, enc)
}

func (t *Text) upTo(off int, enc Encoding) int {
	marks := t.marks()
	i := min(off/step, len(marks)-1)
	if marks[i].off > off {
		i-- // a character began in front of the step
	}
	n := marks[i].utf16
	if enc == UTF32 {
		n = marks[i].utf32
	}
	return n + width(t.src[marks[i].off:off], enc)
}

// OffsetAt converts a protocol position. A column past the line's end clamps
// to it, a line past the last one to the end of the text, and a column inside
// a character to that character's start.
func (t *Text) OffsetAt(p Position, enc Encoding) int {
	lines := t.cr()
	if p.Line < 0 {
		return 0
	}
	if p.Line >= len(lines) {
		return len(t.src)
	}
	s := t.protocolLine(lines, p.Line)
	return s.Start + advance(t.src[s.Start:s.End], p.Column, enc)
}

// charStart is off, or the start of the character that off stands inside.
func charStart(s string, off int) int {
	if off >= len(s) {
		return off
	}
	for k := 0; k < utf8.UTFMax && off-k >= 0; k++ {
		if !utf8.RuneStart(s[off-k]) {
			continue
		}
		if _, size := utf8.DecodeRuneInString(s[off-k:]); size > k {
			return off - k
		}
		break
	}
	return off
}

// Units is the length of s in the units of enc; an invalid byte is one unit.
func Units(s string, enc Encoding) int { return width(s, enc) }

// width is the length of s in units of enc; an invalid byte is one unit.
func width(s string, enc Encoding) int {
	switch enc {
	case UTF8:
		return len(s)
	case UTF32:
		return utf8.RuneCountInString(s)
	}
	n := 0
	for _, r := range s {
		n++
		if r >= 0x10000 {
			n++
		}
	}
	return n
}

// advance is the number of bytes that hold the first n units of s, at most
// all of them.
func advance(s string, n int, enc Encoding) int {
	if n <= 0 {
		return 0
	}
	i := 0
	for i < len(s) {
		r, size := rune(s[i]), 1
		if s[i] >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		units := 1
		switch {
		case enc == UTF8:
			units = size
		case enc == UTF16 && r >= 0x10000:
			units = 2
		}
		if n < units {
			return i
		}
		n -= units
		i += size
	}
	return i
}
