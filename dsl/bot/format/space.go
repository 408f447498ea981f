package format

import (
	"slices"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// keepSpace says that the white space between two tokens stays as it is.
const keepSpace = -1

// inside lays out the white space within the lines of code and behind
// comments.
func (w *writer) inside() {
	odd := oddities(w.f)
	for i := range w.items {
		it := &w.items[i]
		isOdd := false
		for len(odd) > 0 && odd[0] < it.stop {
			isOdd, odd = true, odd[1:]
		}
		switch {
		case it.kept, it.frozen:
		case it.kind == comment:
			w.trimComment(it.first)
		case it.kind == code && isOdd:
			w.oddLine(it)
		case it.kind == code:
			w.line(it)
		}
		it.places = int32(len(w.places))
	}
}

// oddities are the offsets, in order, of what could not be read in a line. Its
// finding repeats it as written, and spaces may make something else of it, so
// the spaces of such a line stay.
func oddities(f *bot.File) []int {
	var at []int
	for _, e := range f.Errors {
		switch e.Kind {
		case "unexpected", "bad-word", "missing-value", "overflow", "unquoted-member", "unknown-type", "missing-type",
			"bad-profile", "bad-import-path":
			at = append(at, e.Span.Start)
		}
	}
	slices.Sort(at)
	return at
}

// trimComment takes the white space at the end of a comment away.
func (w *writer) trimComment(i int32) {
	s := w.f.Tokens[i].Span
	w.trim(s.Start+len(trimRight(w.text(i))), s.End)
}

// trim takes the white space at the end of a line away, unless it keeps a lone
// CR, which is text, from being part of the line end.
func (w *writer) trim(start, end int) {
	if start == 0 || w.src[start-1] != '\r' {
		w.edit(start, end, "")
	}
}

func trimRight(s string) string {
	for len(s) > 0 && (s[len(s)-1] == ' ' || s[len(s)-1] == '\t') {
		s = s[:len(s)-1]
	}
	return s
}

// scan is the state of the way through a line.
type scan struct {
	// column is that of the next token, without the runs at places that are
	// not settled yet.
	column int
	// braces are the open braces, those of a with as ones.
	braces uint64
	depth  int
	colons int // how many have been met
	arrow  bool
	equals bool
	clause bool
	// fresh is the index of the first place on the present line, which is not
	// the first one where broken says that a string goes over several.
	fresh  int32
	broken bool
}

// line lays out one line of code: gaps at once, but for places, which are
// settled with their neighbours.
func (w *writer) line(it *item) {
	toks := w.f.Tokens
	s := scan{column: it.column, fresh: int32(len(w.places))}
	prev := int32(-1) // the token before, no white space
	for i := it.first; i < it.end; i++ {
		k := toks[i].Kind
		if k == bot.TokSpace {
			continue
		}
		if prev >= 0 {
			gap := text.Span{Start: toks[prev].Span.End, End: toks[i].Span.Start}
			if p := s.placeAt(toks, prev, i, it); p != noPlace {
				w.addPlace(p, gap, it, &s)
			} else {
				width := s.width(toks, prev, i, gap.Len())
				if width == keepSpace {
					width = gap.Len()
				} else {
					w.edit(gap.Start, gap.End, spaces(width))
				}
				s.column += width
			}
		}
		s.pass(w, prev, i)
		prev = i
	}
	w.trimLine(it)
}

// oddLine notes where the trailing comment of a line stands that keeps its
// spaces.
func (w *writer) oddLine(it *item) {
	w.trimLine(it)
	last := w.f.Tokens[it.end-1]
	if last.Kind != bot.TokComment {
		return
	}
	it.was = w.columnAt(last.Span.Start)
	it.tail = it.was
	if lastLine(w.src[it.start:last.Span.Start]) < 0 {
		it.tail += it.column - it.indent
	}
}

// trimLine takes the white space at the end of a line of code away.
func (w *writer) trimLine(it *item) {
	toks := w.f.Tokens
	last := it.end - 1
	for last >= it.first && toks[last].Kind == bot.TokSpace {
		last--
	}
	if last < it.first {
		return
	}
	if toks[last].Kind == bot.TokComment {
		w.trimComment(last)
	}
	end := it.stop
	if it.end < int32(len(toks)) {
		end = toks[it.end].Span.Start
	}
	w.trim(toks[last].Span.End, end)
}

// pass moves over the token i.
func (s *scan) pass(w *writer, prev, i int32) {
	src := w.text(i)
	switch w.f.Tokens[i].Kind {
	case bot.TokRaw, bot.TokString, bot.TokBad:
		if n := lastLine(src); n >= 0 {
			s.column = runes(src[n:])
			s.fresh, s.broken = int32(len(w.places)), true
			return
		}
	case bot.TokColon:
		s.colons++
	case bot.TokArrow:
		s.arrow = true
	case bot.TokEquals:
		s.equals = true
	case bot.TokLBrace:
		s.braces <<= 1
		if prev >= 0 && w.f.Tokens[prev].Kind == bot.TokWord && w.text(prev) == "with" {
			s.braces |= 1
		}
		s.depth++
	case bot.TokRBrace:
		if s.depth > 0 {
			s.braces >>= 1
			s.depth--
		}
	}
	s.column += runes(src)
}

// lastLine is the offset in s behind its last line end, -1 without one.
func lastLine(s string) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == '\n' {
			return i + 1
		}
	}
	return -1
}

// spaced reports whether there is a space inside the innermost braces: those
// of a with, among them the ones that an earlier line opens.
func (s *scan) spaced() int {
	if s.depth == 0 || s.braces&1 == 1 {
		return 1
	}
	return 0
}

// width is the number of spaces between the tokens prev and next, which are
// had bytes apart, or keepSpace (authoring.md 1.4).
func (s *scan) width(toks []bot.Token, prev, next int32, had int) int {
	a, b := toks[prev].Kind, toks[next].Kind
	together := min(had, 1)
	switch {
	case a == bot.TokBad, b == bot.TokBad, a == b && (a == bot.TokEquals || a == bot.TokArrow):
		return keepSpace
	case a == bot.TokDash: // only with a space behind it is it one
		return 1
	case a == bot.TokDot || b == bot.TokDot:
		if number(a) || number(b) {
			return keepSpace
		}
		return 0
	case b == bot.TokColon, b == bot.TokComma, b == bot.TokRParen, b == bot.TokRBracket:
		return 0
	case a == bot.TokStar, b == bot.TokStar:
		return keepSpace
	case a == bot.TokLParen, a == bot.TokLBracket:
		return 0
	case a == bot.TokLBrace && b == bot.TokRBrace:
		return 0
	case a == bot.TokLBrace, b == bot.TokRBrace:
		return s.spaced()
	case a == bot.TokColon, a == bot.TokComma, a == bot.TokArrow, b == bot.TokArrow, a == bot.TokEquals, b == bot.TokEquals:
		return 1
	case b == bot.TokLParen:
		return 0
	case b == bot.TokLBracket && int(next)+1 < len(toks) && toks[next+1].Kind == bot.TokRBracket:
		return together
	case number(a) && (number(b) || b == bot.TokWord):
		return together
	}
	return 1
}

func number(k bot.TokenKind) bool { return k == bot.TokInt || k == bot.TokFloat }
