package text

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
)

// Span is a half-open range of byte offsets.
type Span struct{ Start, End int }

// Len is the number of bytes.
func (s Span) Len() int { return s.End - s.Start }

// Empty reports whether the span holds no byte.
func (s Span) Empty() bool { return s.End <= s.Start }

// Contains reports whether off lies in the span or at its end, which is where
// a cursor behind the last character stands.
func (s Span) Contains(off int) bool { return s.Start <= off && off <= s.End }

// Covers reports whether o lies within s.
func (s Span) Covers(o Span) bool { return s.Start <= o.Start && o.End <= s.End }

// Shift moves the span by n bytes.
func (s Span) Shift(n int) Span { return Span{s.Start + n, s.End + n} }

// LineCol is a place as people read it: both 1-based, Column in code points.
type LineCol struct{ Line, Column int }

// Text is an immutable document with its line index. All methods are safe for
// concurrent use.
type Text struct {
	src   string
	lines []int // byte offset of each line's first byte; a line ends with LF
	cr    func() []int
	marks func() []mark
}

// New indexes src.
func New(src string) *Text {
	t := &Text{src: src}
	t.lines = make([]int, 1, strings.Count(src, "\n")+1)
	for i := 0; ; {
		n := strings.IndexByte(src[i:], '\n')
		if n < 0 {
			break
		}
		i += n + 1
		t.lines = append(t.lines, i)
	}
	t.cr = sync.OnceValue(t.protocolLines)
	t.marks = sync.OnceValue(t.measure)
	return t
}

// String is the whole text.
func (t *Text) String() string { return t.src }

// Len is its length in bytes.
func (t *Text) Len() int { return len(t.src) }

// Slice gives the bytes of s, clamped to the text.
func (t *Text) Slice(s Span) string {
	a := min(max(s.Start, 0), len(t.src))
	return t.src[a:min(max(s.End, a), len(t.src))]
}

// Lines is the number of lines: one more than there are line feeds.
func (t *Text) Lines() int { return len(t.lines) }

// LineStart is the offset of the first byte of the 0-based line.
func (t *Text) LineStart(line int) int { return t.lines[line] }

// Line is the span of the 0-based line without its LF or CRLF.
func (t *Text) Line(line int) Span {
	s := Span{t.lines[line], len(t.src)}
	if line+1 < len(t.lines) {
		s.End = t.lines[line+1] - 1
		if s.End > s.Start && t.src[s.End-1] == '\r' {
			s.End--
		}
	}
	return s
}

// LineFull is the span of the 0-based line with its line end.
func (t *Text) LineFull(line int) Span {
	if line+1 < len(t.lines) {
		return Span{t.lines[line], t.lines[line+1]}
	}
	return Span{t.lines[line], len(t.src)}
}

// LineAt is the 0-based line that holds the offset, clamped to the text.
func (t *Text) LineAt(off int) int { return lineAt(t.lines, off) }

func lineAt(lines []int, off int) int {
	return max(sort.Search(len(lines), func(i int) bool { return lines[i] > off })-1, 0)
}

// LineCol converts a byte offset. Columns count the code points of the file as
// it is, a byte order mark included; an invalid byte is one code point.
func (t *Text) LineCol(off int) LineCol {
	off = min(max(off, 0), len(t.src))
	line := t.LineAt(off)
	return LineCol{line + 1, t.between(t.lines[line], off, UTF32) + 1}
}

// Offset converts back; a column past the line's end clamps to it.
func (t *Text) Offset(p LineCol) int {
	line := min(max(p.Line-1, 0), len(t.lines)-1)
	s := t.Line(line)
	return s.Start + advance(t.src[s.Start:s.End], p.Column-1, UTF32)
}

// EOL is the line end that the text uses: that of its first line, else LF.
func (t *Text) EOL() string {
	if i := strings.IndexByte(t.src, '\n'); i > 0 && t.src[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// Edit replaces Span by New.
type Edit struct {
	Span Span
	New  string
}

// Apply gives the text after all edits, which refer to this text, in any
// order. Edits that overlap, are reversed or leave the text are an error, and
// then nothing is applied. Two insertions at one place keep their order.
func (t *Text) Apply(edits []Edit) (*Text, error) {
	s, err := Apply(t.src, edits)
	if err != nil {
		return nil, err
	}
	return New(s), nil
}

// Apply is Text.Apply on a string.
func Apply(src string, edits []Edit) (string, error) {
	sorted := slices.Clone(edits)
	slices.SortStableFunc(sorted, func(a, b Edit) int {
		if a.Span.Start != b.Span.Start {
			return a.Span.Start - b.Span.Start
		}
		return a.Span.End - b.Span.End
	})
	size, last := len(src), 0
	for _, e := range sorted {
		if e.Span.Start < last || e.Span.End < e.Span.Start || e.Span.End > len(src) {
			return "", fmt.Errorf("edit of bytes %d to %d overlaps another or leaves the text", e.Span.Start, e.Span.End)
		}
		last = e.Span.End
		size += len(e.New) - e.Span.Len()
	}
	var b strings.Builder
	b.Grow(size)
	last = 0
	for _, e := range sorted {
		b.WriteString(src[last:e.Span.Start])
		b.WriteString(e.New)
		last = e.Span.End
	}
	b.WriteString(src[last:])
	return b.String(), nil
}
