package bot

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// stringEnd is the end of the quoted string that opens at at: behind its
// closing quote, or at the end of the line's text.
func (lx *lexer) stringEnd(at int) int {
	src := lx.src
	first := -1 // end of the first line, where the string crosses it
	for i := at + 1; i < len(src); i++ {
		switch src[i] {
		case '"':
			return i + 1
		case '\\':
			if !lx.eol(i + 1) {
				i++
				continue
			}
			if lx.escapes || i+1 >= len(src) {
				continue
			}
			// In profile 1 the pair of a backslash and a line end is content
			// like any other pair.
			if first < 0 {
				first = i + 1
			}
			if src[i+1] == '\r' {
				i++
			}
			i++
		case '\n':
			if first < 0 {
				first, _ = trimCR(src, i)
			}
			return trimRight(src, at+1, first)
		}
	}
	if first < 0 {
		first = len(src)
	}
	return trimRight(src, at+1, first)
}

// trimCR is the end of a line's content whose line feed stands at lf.
func trimCR(src string, lf int) (end int, cr bool) {
	if lf > 0 && src[lf-1] == '\r' {
		return lf - 1, true
	}
	return lf, false
}

// trimRight is end without the spaces and tabs before it, at least from.
func trimRight(src string, from, end int) int {
	for end > from && (src[end-1] == ' ' || src[end-1] == '\t') {
		end--
	}
	return max(end, from)
}

// raw reads a raw string. One that is unclosed, or that a backtick in its text
// closes, ends at the next declaration at the latest.
func (lx *lexer) raw() {
	start := lx.pos
	n := strings.IndexByte(lx.src[start+1:], '`')
	if n < 0 {
		lx.unclosedRaw(start, len(lx.src))
		return
	}
	closer := start + 1 + n
	if lx.closesWell(closer) {
		if !lx.opensValue(closer) || !strings.Contains(lx.src[start:closer], "\n") ||
			lx.nextHeader(start) >= closer {
			lx.emit(TokRaw, closer+1)
			return
		}
		// The backtick opens the value of a later declaration.
		lx.unclosedRaw(start, closer)
		return
	}
	if h := lx.nextHeader(start); h < closer {
		lx.unclosedRaw(start, closer)
		return
	}
	lx.earlyCloser(start, closer)
}

// unclosedRaw ends the raw string before the next header, or at limit.
func (lx *lexer) unclosedRaw(start, limit int) {
	end, fix := lx.nextHeader(start), -1
	if end >= len(lx.src) || end > limit {
		end = limit
		if limit == len(lx.src) {
			end = trimBlank(lx.src, start+1, end)
		}
	} else {
		end = trimBlank(lx.src, start+1, end)
		fix = end
	}
	lx.raws = append(lx.raws, rawFault{tok: len(lx.toks), at: text.Span{Start: start, End: start + 1}, fix: fix})
	lx.emit(TokRaw, end)
}

// earlyCloser reads on behind the backtick that closes a raw string too early:
// to the next backtick that ends its line, as the end that was meant, else to
// the next declaration.
func (lx *lexer) earlyCloser(start, closer int) {
	limit := lx.nextHeader(closer)
	at := closer + 1
	for at < limit && (lx.src[at] == ' ' || lx.src[at] == '\t') {
		at++
	}
	fault := rawFault{tok: len(lx.toks), at: text.Span{Start: at, End: lx.errorEnd(at)}, early: true, fix: -1}
	lx.raws = append(lx.raws, fault)
	for i := closer + 1; i < limit; {
		n := strings.IndexByte(lx.src[i:limit], '`')
		if n < 0 {
			break
		}
		i += n + 1
		if lx.restIsComment(i) && !lx.opensValue(i-1) {
			lx.emit(TokRaw, i)
			return
		}
	}
	lx.emit(TokRaw, closer+1)
	lx.emit(TokBad, trimBlank(lx.src, closer+1, limit))
}

// errorEnd is the end of the word at at, or of the character.
func (lx *lexer) errorEnd(at int) int {
	if end := wordEnd(lx.src, at); end > at {
		return end
	}
	return min(at+1, len(lx.src))
}

// trimBlank is end without the white space before it, at least from.
func trimBlank(src string, from, end int) int {
	for end > from {
		switch src[end-1] {
		case ' ', '\t', '\n', '\r':
			end--
		default:
			return end
		}
	}
	return from
}

// closesWell reports whether what follows the backtick at off may follow a
// string: the end of the line, a comment, a closing bracket, a comma, a clause
// of an edge, or the next property.
func (lx *lexer) closesWell(off int) bool {
	at := off + 1
	for at < len(lx.src) && (lx.src[at] == ' ' || lx.src[at] == '\t') {
		at++
	}
	if lx.eol(at) {
		return true
	}
	switch lx.src[at] {
	case '#', ',', ']', '}', ')':
		return true
	}
	end := wordEnd(lx.src, at)
	if end == at {
		return strings.HasPrefix(lx.src[at:], "->")
	}
	word := lx.src[at:end]
	switch word {
	case "when", "as", "with", "else":
		return true
	}
	for end < len(lx.src) && (lx.src[end] == ' ' || lx.src[end] == '\t') {
		end++
	}
	return at > off+1 && (strings.HasPrefix(lx.src[end:], ":") || strings.HasPrefix(lx.src[end:], "->"))
}

// opensValue reports whether the backtick at off looks like the beginning of a
// value: `name:` and nothing else stands before it on its line.
func (lx *lexer) opensValue(off int) bool {
	from := max(off-maxKey, 0)
	start := from + strings.LastIndexByte(lx.src[from:off], '\n') + 1
	if start == from && from > 0 {
		return false
	}
	s := strings.TrimRight(lx.src[start:off], " \t")
	if !strings.HasSuffix(s, ":") {
		return false
	}
	s = strings.Trim(s[:len(s)-1], " \t")
	return s != "" && wordEnd(s, 0) == len(s) && (s[0] < '0' || s[0] > '9')
}

// maxKey bounds the text before a value that is looked at as its key.
const maxKey = 256

// nextHeader is the offset of the next line behind off, not its own, that is
// the header of a declaration at column 0; the length of the source without
// one.
func (lx *lexer) nextHeader(off int) int {
	if lx.header.known && lx.header.from <= off && off < lx.header.at {
		return lx.header.at
	}
	at := len(lx.src)
	for i := off; ; {
		n := strings.IndexByte(lx.src[i:], '\n')
		if n < 0 {
			break
		}
		i += n + 1
		if lx.headerAt(i) {
			at = i
			break
		}
	}
	lx.header = headerAt{from: off, at: at, known: true}
	return at
}

// headerAt reports whether the text at off, up to its line end, is the header
// of a declaration: a keyword, a name where it takes one, and a colon with
// nothing but a comment behind it.
func (lx *lexer) headerAt(off int) bool {
	src := lx.src
	end := wordEnd(src, off)
	k, ok := KindOf(src[off:end])
	if !ok {
		return false
	}
	at := end
	if k.Named() || k == KindUse {
		at = skipBlanks(src, end)
		if at == end {
			return false
		}
		end = wordEnd(src, at)
		if end == at {
			return false
		}
		at = skipBlanks(src, end)
		if k == KindUse {
			return strings.HasPrefix(src[at:], "as ")
		}
		if k == KindGroup && at < len(src) && src[at] == '(' {
			n := strings.IndexAny(src[at:], ")\n")
			if n < 0 || src[at+n] != ')' {
				return false
			}
			at += n + 1
		}
	}
	at = skipBlanks(src, at)
	return at < len(src) && src[at] == ':' && lx.restIsComment(at+1)
}

// skipBlanks is the offset of the first byte from at on that is neither a
// space nor a tab.
func skipBlanks(src string, at int) int {
	for at < len(src) && (src[at] == ' ' || src[at] == '\t') {
		at++
	}
	return at
}

// scalarBody reads the block scalar whose bar ended just before pos, on a line
// of that indentation, and ends the line of code behind it.
func (lx *lexer) scalarBody(ln, indent int) {
	lx.emit(TokSpace, skipBlanks(lx.src, lx.pos))
	lx.emit(TokComment, lx.lineEnd(lx.pos))
	lx.lines[ln].end = int32(len(lx.toks))
	lx.newline()
	lx.scalar = true
	at, start := lx.pos, lx.pos
	for at < len(lx.src) {
		start = at
		at = skipSpaces(lx.src, at, len(lx.src))
		if !lx.eol(at) {
			break
		}
		at = lx.nextLine(at)
	}
	if at >= len(lx.src) || at-start <= indent {
		// No content, or content that is no deeper than the key: the engine
		// takes that as text all the same.
		return
	}
	width := at - start
	for lx.pos < start {
		lx.blankLine(skipSpaces(lx.src, lx.pos, start))
	}
	end := start
	for end < len(lx.src) {
		at = skipSpaces(lx.src, end, len(lx.src))
		if !lx.eol(at) && at-end < width {
			break
		}
		end = lx.nextLine(at)
	}
	lx.emit(TokText, end)
	lx.lines[ln].end = int32(len(lx.toks))
}
