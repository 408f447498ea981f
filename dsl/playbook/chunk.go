package playbook

import (
	"strings"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// ChunkState says what became of a chunk.
type ChunkState uint8

// The states. A Dropped chunk has no statements in the tree; an Intact one has
// exactly those that it has in a file without mistakes.
const (
	Intact ChunkState = iota
	Repaired
	Dropped
)

// Chunk is a piece of a file that did not parse whole: in most cases one
// top-level statement with its comments (playbook.md 14.1).
type Chunk struct {
	Span  text.Span
	State ChunkState
	// Stmts are its statements in the tree.
	Stmts []syntax.Stmt
}

// ChunkAt finds the chunk that holds a byte offset.
func (f *File) ChunkAt(off int) (Chunk, bool) {
	for _, c := range f.Chunks {
		if c.Span.Start <= off && off < c.Span.End {
			return c, true
		}
	}
	if n := len(f.Chunks); n > 0 && off >= f.Chunks[n-1].Span.End {
		return f.Chunks[n-1], true
	}
	return Chunk{}, false
}

// maxRepaired is how many broken chunks of a file a repair is tried on. A text
// with more of them is something else than a playbook.
const maxRepaired = 100

// parseChunks parses the text from start on piece by piece and puts the
// statements together.
func (f *File) parseChunks(start, cursor int) {
	f.unknown = map[string]bool{}
	failed := 0
	for _, s := range f.split(start) {
		line, col := f.lines.position(s.Start)
		src := f.Source[s.Start:s.End]
		c := Chunk{Span: s}
		tree, err := parseStrict(f.ID, src, int32(line), int32(col))
		if err == nil {
			c.Stmts = tree.Stmts
		} else {
			f.failAt(*err, s.Start)
			r := repair{id: f.ID, cur: src, line: line, col: col, cursor: -1, err: *err}
			if cursor >= s.Start && cursor <= s.End {
				r.cursor = cursor - s.Start
			}
			c.State = Dropped
			failed++
			if failed <= maxRepaired && err.Msg != tooNested && r.run() {
				c.State = Repaired
				c.Stmts = r.stmts
				f.addHoles(&r)
				for _, lost := range r.lost {
					f.loseNames(lost, true)
				}
			} else {
				f.loseNames(src, false)
			}
		}
		f.Chunks = append(f.Chunks, c)
		f.Tree.Stmts = append(f.Tree.Stmts, c.Stmts...)
	}
}

// split gives the chunks of the text from start on, which cover it.
func (f *File) split(start int) []text.Span {
	inside := f.insideLines(start)
	var spans []text.Span
	for line := range f.lines.starts {
		at := f.lines.starts[line]
		if line > 0 && !f.startsChunk(line, inside) {
			continue
		}
		if line == 0 {
			at = start
		}
		if n := len(spans); n > 0 {
			spans[n-1].End = at
		}
		spans = append(spans, text.Span{Start: at, End: len(f.Source)})
	}
	return spans
}

func (f *File) startsChunk(line int, inside map[int]bool) bool {
	s := f.lines.line(line)
	if s.Empty() || inside[line] {
		return false
	}
	switch f.Source[s.Start] {
	case ' ', '\t', '\f', '\v', '#', ')', ']', '}':
		return false
	}
	rest := f.Source[s.Start:s.End]
	switch rest[:wordLen(rest)] {
	case "else", "elif":
		return false
	}
	return true
}

// insideLines are the lines that begin inside a string or behind a backslash.
func (f *File) insideLines(start int) map[int]bool {
	inside := map[int]bool{}
	for t := scanToken(f.Source, start); t.kind != tokEOF; t = scanToken(f.Source, t.span.End) {
		switch t.kind {
		case tokJoin:
			inside[f.lines.lineAt(t.span.End)] = true
		case tokString:
			if !strings.ContainsAny(f.Source[t.span.Start:t.span.End], "\r\n") {
				continue
			}
			for line := f.lines.lineAt(t.span.Start) + 1; line <= f.lines.lineAt(t.span.End-1); line++ {
				inside[line] = true
			}
		}
	}
	return inside
}

func (f *File) addHoles(r *repair) {
	if len(r.holes) == 0 {
		return
	}
	if f.holes == nil {
		f.holes = map[int][]hole{}
	}
	x := newLineIndex(r.cur)
	for _, h := range r.holes {
		line, col := x.position(h.Start)
		_, end := x.position(h.End)
		width := end - col
		if line == 1 {
			col += r.col - 1
		}
		line += r.line - 1
		f.holes[line] = append(f.holes[line], hole{line, col, width})
	}
}

// loseNames keeps the names that a text would have bound defined, though
// unknown, so that one broken line does not make the whole file undefined.
// Where indented is false only what stands at the first column counts.
func (f *File) loseNames(src string, indented bool) {
	lines := newLineIndex(src)
	load := false
	prev := token{kind: tokEOF}
	for t := scanToken(src, 0); t.kind != tokEOF; t = scanToken(src, t.span.End) {
		first := lines.starts[lines.lineAt(t.span.Start)] == t.span.Start ||
			indented && prev.kind == tokEOF || indented && lines.lineAt(prev.span.Start) != lines.lineAt(t.span.Start)
		switch {
		case first && t.kind == tokWord:
			word := src[t.span.Start:t.span.End]
			load = word == "load"
			switch word {
			case "def":
				if next := scanToken(src, t.span.End); next.kind == tokWord {
					f.unknown[src[next.span.Start:next.span.End]] = true
				}
			case "for":
				f.loseTargets(src, t.span.End, "in")
			default:
				f.loseTargets(src, t.span.Start, "=")
			}
		case load && t.kind == tokString && !prev.is(src, "("):
			name := strings.TrimLeft(src[t.span.Start:t.span.End], "r")
			name = strings.Trim(name, `'"`)
			if wordLen(name) == len(name) && name != "" {
				f.unknown[name] = true
			}
		case load && t.kind == tokWord:
			f.unknown[src[t.span.Start:t.span.End]] = true
		}
		prev = t
	}
}

// maxTargets bounds how far one line is read for names.
const maxTargets = 64

// loseTargets takes the names before the word or operator end, if that follows
// a list of names. A call or an index with a keyword in it is none: the names of
// print((a if b = would otherwise be lost, print among them.
func (f *File) loseTargets(src string, off int, end string) {
	var names []string
	ended := false // a name or a group of names has just ended
	for len(names) < maxTargets {
		t := scanToken(src, off)
		if t.kind == tokEOF {
			return
		}
		s := src[t.span.Start:t.span.End]
		switch {
		case s == end, end == "=" && len(s) > 1 && t.kind == tokOther && s[len(s)-1] == '=' && !strings.ContainsAny(s[:1], "=!<>"):
			for _, n := range names {
				f.unknown[n] = true
			}
			return
		case t.kind == tokWord && !ended:
			names = append(names, s)
			ended = true
		case s == ",":
			ended = false
		case !ended && (s == "(" || s == "["):
		case s == ")", s == "]":
			ended = true
		default:
			return
		}
		off = t.span.End
	}
}
