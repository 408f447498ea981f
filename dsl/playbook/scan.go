package playbook

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// tokKind is the little that recovery has to know of a token.
type tokKind uint8

const (
	tokEOF    tokKind = iota
	tokWord           // an identifier, keyword or number
	tokString         // with its prefix and quotes
	tokOpen           // ( [ {
	tokClose          // ) ] }
	tokOther          // an operator, or a character that is none
	tokJoin           // a backslash before a line end
)

type token struct {
	kind tokKind
	span text.Span
	// open says that a string ends without its closing quote.
	open bool
}

func (t token) is(src, s string) bool { return src[t.span.Start:t.span.End] == s }

// scan splits a source into tokens, without comments, blanks and line ends. It
// follows the scanner of go.starlark.net for everything that decides where a
// string or a comment ends, but never fails.
func scan(src string) []token {
	var toks []token
	for off := 0; ; {
		t := scanToken(src, off)
		if t.kind == tokEOF {
			return toks
		}
		toks = append(toks, t)
		off = t.span.End
	}
}

var operators = []string{
	"//=", "<<=", ">>=",
	"**", "//", "==", "!=", "<=", ">=", "<<", ">>", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
}

// scanToken gives the first token at or behind off.
func scanToken(src string, off int) token {
	for off < len(src) {
		switch src[off] {
		case ' ', '\t', '\n', '\r':
			off++
			continue
		case '#':
			off += lineLen(src[off:])
			continue
		}
		break
	}
	if off >= len(src) {
		return token{kind: tokEOF, span: text.Span{Start: len(src), End: len(src)}}
	}
	end := func(kind tokKind, n int) token {
		return token{kind: kind, span: text.Span{Start: off, End: off + n}}
	}
	rest := src[off:]
	switch c := rest[0]; {
	case c == '"' || c == '\'':
		return stringToken(src, off, off)
	case c == '(' || c == '[' || c == '{':
		return end(tokOpen, 1)
	case c == ')' || c == ']' || c == '}':
		return end(tokClose, 1)
	case c == '\\':
		switch {
		case strings.HasPrefix(rest, "\\\r\n"):
			return end(tokJoin, 3)
		case len(rest) > 1 && (rest[1] == '\n' || rest[1] == '\r'):
			return end(tokJoin, 2)
		}
		return end(tokOther, 1)
	case c >= '0' && c <= '9':
		n := 1
		for n < len(rest) && (isWordByte(rest[n]) || rest[n] == '.') {
			n++
		}
		return end(tokWord, n)
	}
	if n := wordLen(rest); n > 0 {
		switch rest[:n] {
		case "r", "b", "rb":
			if n < len(rest) && (rest[n] == '"' || rest[n] == '\'') {
				return stringToken(src, off, off+n)
			}
		}
		return end(tokWord, n)
	}
	for _, op := range operators {
		if strings.HasPrefix(rest, op) {
			return end(tokOther, len(op))
		}
	}
	_, n := utf8.DecodeRuneInString(rest)
	return end(tokOther, n)
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func wordLen(s string) int {
	for i, r := range s {
		switch {
		case r == '_', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z':
		case i > 0 && r >= '0' && r <= '9':
		case r >= utf8.RuneSelf && unicode.IsLetter(r):
		default:
			return i
		}
	}
	return len(s)
}

// lineLen is the number of bytes before the line end.
func lineLen(s string) int {
	if i := strings.IndexAny(s, "\r\n"); i >= 0 {
		return i
	}
	return len(s)
}

// stringToken scans the string whose prefix begins at start and whose quote
// stands at quote. A backslash takes the next character along, in raw strings
// too; an escaped line end does not close a string.
func stringToken(src string, start, quote int) token {
	q := src[quote]
	t := token{kind: tokString, span: text.Span{Start: start}}
	triple := strings.HasPrefix(src[quote:], strings.Repeat(string(q), 3))
	i := quote + 1
	if triple {
		i = quote + 3
	}
	run := 0
	for i < len(src) {
		c := src[i]
		switch {
		case c == '\\':
			run = 0
			i++
			if i < len(src) && src[i] == '\r' && i+1 < len(src) && src[i+1] == '\n' {
				i++
			}
			i++
			continue
		case c == q:
			run++
			if !triple || run == 3 {
				t.span.End = i + 1
				return t
			}
		case !triple && (c == '\n' || c == '\r'):
			t.span.End, t.open = i, true
			return t
		default:
			run = 0
		}
		i++
	}
	t.span.End, t.open = len(src), true
	return t
}
