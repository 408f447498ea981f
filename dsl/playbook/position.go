package playbook

import (
	"cmp"
	"slices"
	"sort"
	"unicode/utf8"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

const byteOrderMark = "\ufeff"

// lineIndex converts between byte offsets and positions as the Starlark
// scanner counts them: LF, CRLF and a lone CR end a line, columns count code
// points from 1, an invalid byte is one. A byte order mark is column 1 of line
// 1, so that columns are those of the document.
type lineIndex struct {
	src    string
	starts []int
	// wide holds, for a line that is not all ASCII, the offsets from its start
	// of every wideStep'th code point, so that one long line is not walked
	// anew for each of its nodes.
	wide map[int][]int
}

const wideStep = 64

func newLineIndex(src string) *lineIndex {
	x := &lineIndex{src: src, starts: []int{0}}
	ascii := true
	start := 0
	flush := func(end int) {
		if !ascii {
			x.widen(len(x.starts)-1, src[start:end])
		}
		ascii = true
	}
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case c == '\n', c == '\r':
			flush(i)
			if c == '\r' && i+1 < len(src) && src[i+1] == '\n' {
				i++
			}
			start = i + 1
			x.starts = append(x.starts, start)
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	flush(len(src))
	return x
}

func (x *lineIndex) widen(line int, s string) {
	if x.wide == nil {
		x.wide = map[int][]int{}
	}
	var steps []int
	n := 0
	for i := range s {
		if n%wideStep == 0 {
			steps = append(steps, i)
		}
		n++
	}
	x.wide[line] = steps
}

// line is the span of the 0-based line without its end.
func (x *lineIndex) line(line int) text.Span {
	s := text.Span{Start: x.starts[line], End: len(x.src)}
	if line+1 < len(x.starts) {
		s.End = x.starts[line+1] - 1
		if s.End > s.Start && x.src[s.End] == '\n' && x.src[s.End-1] == '\r' {
			s.End--
		}
	}
	return s
}

func (x *lineIndex) lineAt(off int) int {
	return max(sort.SearchInts(x.starts, off+1)-1, 0)
}

// offset converts a 1-based line and column, clamped to the text and the line.
func (x *lineIndex) offset(line, col int) int {
	if line < 1 {
		return 0
	}
	if line > len(x.starts) {
		return len(x.src)
	}
	s := x.line(line - 1)
	n := max(col-1, 0)
	steps, wide := x.wide[line-1]
	if !wide {
		return min(s.Start+n, s.End)
	}
	if k := min(n/wideStep, len(steps)-1); k > 0 {
		s.Start += steps[k]
		n -= k * wideStep
	}
	for ; n > 0 && s.Start < s.End; n-- {
		_, size := utf8.DecodeRuneInString(x.src[s.Start:s.End])
		s.Start += size
	}
	return s.Start
}

// position converts a byte offset, clamped to the text; one inside a line end
// counts as behind it.
func (x *lineIndex) position(off int) (line, col int) {
	off = min(max(off, 0), len(x.src))
	line = x.lineAt(off)
	start := x.starts[line]
	steps, wide := x.wide[line]
	if !wide {
		return line + 1, off - start + 1
	}
	k := max(sort.SearchInts(steps, off-start+1)-1, 0)
	from := start
	if k > 0 {
		from += steps[k]
	}
	return line + 1, k*wideStep + utf8.RuneCountInString(x.src[from:off]) + 1
}

// hole is text that a repair put into a line and that the source does not
// have: width columns from column col on, in the line as it was parsed.
type hole struct{ line, col, width int }

// Offset is the byte offset in the source of a position in the tree, in a
// resolver error, or in an error of a run. Positions inside inserted text give
// the place where it was inserted.
func (f *File) Offset(p syntax.Position) int {
	line, col := int(p.Line), int(p.Col)
	if holes, ok := f.holes[line]; ok {
		shift := 0
		for _, h := range holes {
			if col <= h.col {
				break
			}
			shift += min(h.width, col-h.col)
		}
		col -= shift
	}
	return f.lines.offset(line, col)
}

// Position is the position of a byte offset, in the columns of the document.
func (f *File) Position(off int) syntax.Position {
	line, col := f.lines.position(off)
	return syntax.MakePosition(&f.ID, int32(line), int32(col))
}

func sortPositions(ps []syntax.Position) {
	slices.SortFunc(ps, func(p, q syntax.Position) int {
		return cmp.Or(int(p.Line-q.Line), int(p.Col-q.Col))
	})
}
