package bot

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// lexer cuts a source into tokens and code lines. It never fails: what is no
// token of the language is a TokBad, and an end that is missing is found by
// the look of the lines (bot-language.md 15).
type lexer struct {
	src   string
	pos   int
	toks  []Token
	lines []line
	// escapes says that quoted strings decode escapes; without it a string
	// goes on behind a backslash at the end of its line.
	escapes bool

	bodies []bodyAt
	raws   []rawFault
	tabs   []tabAt
	// unit is the smallest indentation of a code line, 0 before the first.
	unit int

	// pending says that the code line before is the header of a prompt, whose
	// body may follow; level is the indentation of that header.
	pending bool
	level   int
	// after says that a body, and nothing but comments since, ended just
	// before; it stood below a header at level.
	after bool
	// scalar says the same of a block scalar.
	scalar bool
	// blank says that a blank line stands before the current one.
	blank bool
	// header caches nextHeader.
	header headerAt
}

// line is a line of code: one that holds more than a comment. What is inside
// strings and bodies is no line.
type line struct {
	// first is the index of its first token that is no space, end that of its
	// line end (or of the token behind its block scalar).
	first, end int32
	start      int32 // offset of its first byte
	indent     int32 // in spaces
	body       int32 // index+1 into bodies, of the header of a prompt
	tab        bool  // indented with a tab
	blank      bool  // a blank line stands directly or behind comments before it
	orphan     bool  // text behind the end of a prompt body
	snapped    bool  // the parser has moved it to another level
}

// bodyAt is a prompt body and its token.
type bodyAt struct {
	tok    int
	indent int
	// shallow are the lines that the engine takes as the end of the body.
	shallow []text.Span
	tabbed  bool
}

// rawFault is a raw string that does not end where its author thinks.
type rawFault struct {
	tok int
	// at is the place of the error: the opener of an unclosed string, or the
	// text behind the backtick that closes it early.
	at    text.Span
	early bool
	// fix is where the closing backtick belongs, -1 where that is a guess.
	fix int
}

// tabAt is the white space of a line that is indented with a tab.
type tabAt struct {
	span text.Span
	line int // index into lines, -1 for a comment or a blank line
}

// headerAt is the offset of the first declaration header at or behind from.
type headerAt struct {
	from, at int
	known    bool
}

// maxPrealloc bounds what is allocated ahead, in tokens.
const maxPrealloc = 1 << 16

func lex(src string, lineCount int, escapes bool) *lexer {
	lx := &lexer{src: src, escapes: escapes}
	lx.toks = make([]Token, 0, min(lineCount*3+16, len(src)+1, maxPrealloc))
	lx.lines = make([]line, 0, min(lineCount/3+4, maxPrealloc))
	if strings.HasPrefix(src, bom) {
		lx.emit(TokBOM, len(bom))
	}
	for lx.pos < len(src) {
		lx.line()
	}
	return lx
}

const bom = "\ufeff"

// emit appends a token that ends at end; an empty one is none.
func (lx *lexer) emit(k TokenKind, end int) {
	if end > lx.pos {
		if len(lx.toks) == cap(lx.toks) {
			lx.room(end)
		}
		lx.toks = append(lx.toks, Token{k, text.Span{Start: lx.pos, End: end}})
		lx.pos = end
	}
}

// room makes room for the tokens of the rest, should it be like what has been
// read up to end.
func (lx *lexer) room(end int) {
	have := len(lx.toks)
	want := int(float64(have) * float64(len(lx.src)) / float64(end))
	lx.toks = slices.Grow(lx.toks, min(max(want+want/16-have, have/4+16), 3*have+16))
}

// newline emits the line end at pos, if there is one.
func (lx *lexer) newline() {
	if lx.pos < len(lx.src) {
		n := 1
		if lx.src[lx.pos] == '\r' {
			n = 2
		}
		lx.emit(TokNewline, lx.pos+n)
	}
}

// eol reports whether a line ends at off.
func (lx *lexer) eol(off int) bool {
	return off >= len(lx.src) || lx.src[off] == '\n' ||
		lx.src[off] == '\r' && off+1 < len(lx.src) && lx.src[off+1] == '\n'
}

// lineEnd is the end of the content of the line that holds off.
func (lx *lexer) lineEnd(off int) int {
	end, _ := lineEnd(lx.src, off, len(lx.src))
	return end
}

// line reads one physical line from its start, or a whole body.
func (lx *lexer) line() {
	start := lx.pos
	at := skipSpaces(lx.src, start, len(lx.src))
	indent := at - start
	if lx.eol(at) {
		lx.blankLine(at)
		return
	}
	c := lx.src[at]
	if lx.pending {
		switch {
		case c == '#' && indent <= lx.level:
			lx.emit(TokSpace, at)
			lx.emit(TokComment, lx.lineEnd(at))
			lx.newline()
			return
		case indent > lx.level, c == '\t' && lx.tabBody(at):
			lx.pending = false
			lx.body(indent)
			return
		}
		lx.pending = false
	}
	if c == '\t' {
		end := at
		for end < len(lx.src) && (lx.src[end] == ' ' || lx.src[end] == '\t') {
			end++
		}
		if lx.eol(end) && (lx.after || lx.scalar) {
			// Behind a body or scalar there is no tab error for it.
			lx.blankLine(end)
			return
		}
		if lx.eol(end) || lx.src[end] == '#' {
			lx.tabs = append(lx.tabs, tabAt{text.Span{Start: start, End: end}, -1})
			if lx.eol(end) {
				lx.blankLine(end)
				return
			}
		} else {
			lx.tabs = append(lx.tabs, tabAt{text.Span{Start: start, End: end}, len(lx.lines)})
			indent = tabWidth(lx.src[start:end], 2)
		}
		at = end
	}
	lx.emit(TokSpace, at)
	if lx.src[at] == '#' {
		lx.emit(TokComment, lx.lineEnd(at))
		lx.newline()
		return
	}
	if lx.after && indent > lx.level && !lx.headerAt(at) {
		lx.orphans(start, indent)
		return
	}
	tab := len(lx.tabs) > 0 && lx.tabs[len(lx.tabs)-1].line == len(lx.lines)
	if indent > 0 && !tab && (lx.unit == 0 || indent < lx.unit) {
		lx.unit = indent
	}
	lx.lines = append(lx.lines, line{
		first: int32(len(lx.toks)), start: int32(start), indent: int32(indent), blank: lx.blank,
		tab: tab,
	})
	// Text that has slipped out of a body stays text until code follows.
	lx.after = lx.after && indent == 0 && !lx.headish(at)
	if lx.after {
		lx.level = 0
	}
	lx.blank, lx.scalar = false, false
	lx.tokens(indent)
}

func (lx *lexer) blankLine(at int) {
	lx.emit(TokSpace, at)
	lx.newline()
	lx.blank = true
}

// tabWidth is the width of leading white space, a tab reaching the next
// multiple of unit.
func tabWidth(s string, unit int) int {
	w := 0
	for i := 0; i < len(s); i++ {
		if s[i] == '\t' {
			w += unit - w%unit
		} else {
			w++
		}
	}
	return w
}

// orphans makes one token of the lines behind the end of a prompt body that
// are deeper than its header: the engine reads them as code at top level, and
// they are text.
func (lx *lexer) orphans(start, indent int) {
	lx.lines = append(lx.lines, line{
		first: int32(len(lx.toks)), start: int32(start), indent: int32(indent), blank: lx.blank, orphan: true,
	})
	lx.blank = false
	last := lx.lineEnd(lx.pos)
	for next := lx.nextLine(last); next < len(lx.src); {
		at := skipSpaces(lx.src, next, len(lx.src))
		end := lx.lineEnd(at)
		if !lx.eol(at) {
			if at-next <= lx.level || lx.headerAt(at) {
				break
			}
			last = end
		}
		next = lx.nextLine(end)
	}
	lx.emit(TokBad, last)
	lx.lines[len(lx.lines)-1].end = int32(len(lx.toks))
	lx.newline()
}

// nextLine is the start of the line behind the line end at end.
func (lx *lexer) nextLine(end int) int {
	_, next := lineEnd(lx.src, end, len(lx.src))
	return next
}

// Classes of bytes.
const (
	cBad = iota
	cSpace
	cWord
	cDigit
	cPunct
	cQuote
	cRaw
	cBar
	cHash
	cNewline
	cDash
	cUnicode
)

var classes = func() (t [256]uint8) {
	for c := 'a'; c <= 'z'; c++ {
		t[c], t[c-'a'+'A'] = cWord, cWord
	}
	for c := '0'; c <= '9'; c++ {
		t[c] = cDigit
	}
	for c := 0x80; c < 0x100; c++ {
		t[c] = cUnicode
	}
	for _, c := range ":=,[]{}().*" {
		t[c] = cPunct
	}
	t['_'], t[' '], t['\t'], t['"'], t['`'], t['|'], t['#'], t['\n'], t['-'] =
		cWord, cSpace, cSpace, cQuote, cRaw, cBar, cHash, cNewline, cDash
	return t
}()

var puncts = [128]TokenKind{
	':': TokColon, '=': TokEquals, ',': TokComma, '[': TokLBracket, ']': TokRBracket,
	'{': TokLBrace, '}': TokRBrace, '(': TokLParen, ')': TokRParen, '.': TokDot, '*': TokStar,
}

// tokens reads the rest of a line of code.
func (lx *lexer) tokens(indent int) {
	src := lx.src
	ln := len(lx.lines) - 1
	first := len(lx.toks)
	for lx.pos < len(src) {
		at := lx.pos
		switch classes[src[at]] {
		case cSpace:
			at++
			for at < len(src) && classes[src[at]] == cSpace {
				at++
			}
			lx.emit(TokSpace, at)
		case cWord:
			at++
			for at < len(src) && (classes[src[at]] == cWord || classes[src[at]] == cDigit) {
				at++
			}
			if at < len(src) && src[at] >= utf8.RuneSelf {
				at = wordEnd(src, at)
			}
			lx.emit(TokWord, at)
		case cPunct:
			lx.emit(puncts[src[at]], at+1)
		case cQuote:
			lx.emit(TokString, lx.stringEnd(at))
		case cNewline:
			lx.endLine(ln, first, indent)
			return
		case cDigit:
			lx.number()
		case cDash:
			switch {
			case at+1 < len(src) && src[at+1] == '>':
				lx.emit(TokArrow, at+2)
			case len(lx.toks) == first && (lx.eol(at+1) || src[at+1] == ' ' || src[at+1] == '\t'):
				lx.emit(TokDash, at+1)
			default:
				lx.emit(TokBad, at+1)
			}
		case cRaw:
			lx.raw()
		case cHash:
			lx.emit(TokComment, lx.lineEnd(at))
		case cBar:
			if lx.lastKind(first) == TokColon && lx.restIsComment(at+1) {
				lx.emit(TokBlock, at+1)
				lx.scalarBody(ln, indent)
				return
			}
			lx.emit(TokBad, at+1)
		case cUnicode:
			lx.unicode()
		default:
			if src[at] == '\r' && lx.eol(at) {
				lx.endLine(ln, first, indent)
				return
			}
			lx.emit(TokBad, at+1)
		}
	}
	lx.endLine(ln, first, indent)
}

// endLine ends the line of code and looks whether it opens a prompt body.
func (lx *lexer) endLine(ln, first, indent int) {
	lx.lines[ln].end = int32(len(lx.toks))
	if lx.opensBody(first, indent) {
		lx.pending, lx.level = true, indent
	}
	lx.newline()
}

// lastKind is the kind of the last token of the line that is no space.
func (lx *lexer) lastKind(first int) TokenKind {
	for i := len(lx.toks) - 1; i >= first; i-- {
		if lx.toks[i].Kind != TokSpace {
			return lx.toks[i].Kind
		}
	}
	return TokBad
}

// restIsComment reports whether nothing but white space and a comment follows.
func (lx *lexer) restIsComment(at int) bool {
	for at < len(lx.src) && (lx.src[at] == ' ' || lx.src[at] == '\t') {
		at++
	}
	return lx.eol(at) || lx.src[at] == '#'
}

// wordEnd is the end of the word that holds the bytes before at.
func wordEnd(src string, at int) int {
	for at < len(src) {
		c := src[at]
		if c < utf8.RuneSelf {
			if k := classes[c]; k != cWord && k != cDigit {
				return at
			}
			at++
			continue
		}
		r, n := utf8.DecodeRuneInString(src[at:])
		if r == utf8.RuneError && n < 2 || !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return at
		}
		at += n
	}
	return at
}

// unicode reads a token that begins with a character beyond ASCII.
func (lx *lexer) unicode() {
	r, n := utf8.DecodeRuneInString(lx.src[lx.pos:])
	switch {
	case unicode.IsLetter(r):
		lx.emit(TokWord, wordEnd(lx.src, lx.pos+n))
	case unicode.IsDigit(r):
		lx.number()
	default:
		lx.emit(TokBad, lx.pos+n)
	}
}

// number reads digits, and a fraction behind a dot.
func (lx *lexer) number() {
	at := digitsEnd(lx.src, lx.pos)
	kind := TokInt
	if at < len(lx.src) && lx.src[at] == '.' {
		if end := digitsEnd(lx.src, at+1); end > at+1 {
			at, kind = end, TokFloat
		}
	}
	lx.emit(kind, at)
}

func digitsEnd(src string, at int) int {
	for at < len(src) {
		if c := src[at]; c < utf8.RuneSelf {
			if c < '0' || c > '9' {
				return at
			}
			at++
			continue
		}
		r, n := utf8.DecodeRuneInString(src[at:])
		if !unicode.IsDigit(r) {
			return at
		}
		at += n
	}
	return at
}
