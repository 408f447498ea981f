package playbookedit

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// tokenKind is what the features have to know of a token.
type tokenKind uint8

const (
	tokenName    tokenKind = iota // an identifier or keyword
	tokenNumber                   //
	tokenString                   // with prefix and quotes
	tokenPunct                    // an operator or bracket
	tokenComment                  // without the line end
)

// token is a piece of a source, by byte offsets.
type token struct {
	kind tokenKind
	span text.Span
	// inner is a string without prefix and quotes.
	inner text.Span
	// open says that the closing quote is missing, raw that the prefix is r.
	open, raw bool
	// first says that it stands at the first column of a line.
	first bool
}

var longPuncts = []string{
	"//=", "<<=", ">>=", "**", "//", "==", "!=", "<=", ">=", "<<", ">>",
	"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
}

// lex splits src up to the offset end, whatever its state. The last token may
// be cut by end.
func lex(src string, end int) []token {
	end = min(max(end, 0), len(src))
	s := src[:end]
	var out []token
	column := true // nothing but the line's start lies before i
	for i := 0; i < len(s); {
		c := s[i]
		t := token{first: column}
		switch {
		case c == '\n' || c == '\r':
			column = true
			i++
			continue
		case c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\\':
			column = false
			i++
			continue
		case strings.HasPrefix(s[i:], "\ufeff"):
			i += len("\ufeff")
			continue
		case c == '#':
			n := strings.IndexAny(s[i:], "\r\n")
			if n < 0 {
				n = len(s) - i
			}
			t.kind, t.span = tokenComment, text.Span{Start: i, End: i + n}
		case c == '"' || c == '\'':
			lexString(s, i, i, &t)
		case c >= '0' && c <= '9':
			n := 1
			for i+n < len(s) && (s[i+n] == '.' || isWord(rune(s[i+n]))) {
				n++
			}
			t.kind, t.span = tokenNumber, text.Span{Start: i, End: i + n}
		default:
			n := nameLen(s[i:])
			if p := s[i : i+n]; (p == "r" || p == "b" || p == "rb") && i+n < len(s) && (s[i+n] == '"' || s[i+n] == '\'') {
				lexString(s, i, i+n, &t)
				break
			}
			t.kind, t.span = tokenName, text.Span{Start: i, End: i + n}
			if n == 0 {
				t.kind, t.span.End = tokenPunct, i+punctLen(s[i:])
			}
		}
		out = append(out, t)
		column = false
		i = t.span.End
	}
	return out
}

func lexString(s string, start, quote int, t *token) {
	t.kind, t.span.Start = tokenString, start
	t.raw = strings.HasPrefix(s[start:quote], "r")
	q := s[quote : quote+1]
	close := q
	if strings.HasPrefix(s[quote:], q+q+q) {
		close = q + q + q
	}
	t.inner.Start = quote + len(close)
	for i := t.inner.Start; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
			if strings.HasPrefix(s[min(i, len(s)):], "\r\n") {
				i++
			}
		case len(close) == 1 && (s[i] == '\n' || s[i] == '\r'):
			t.inner.End, t.span.End, t.open = i, i, true
			return
		case strings.HasPrefix(s[i:], close):
			t.inner.End, t.span.End = i, i+len(close)
			return
		}
	}
	t.inner.End, t.span.End, t.open = len(s), len(s), true
}

func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

func nameLen(s string) int {
	for i, r := range s {
		if !isWord(r) || i == 0 && unicode.IsDigit(r) || r == utf8.RuneError {
			return i
		}
	}
	return len(s)
}

func punctLen(s string) int {
	for _, p := range longPuncts {
		if strings.HasPrefix(s, p) {
			return len(p)
		}
	}
	_, n := utf8.DecodeRuneInString(s)
	return n
}

// nameAt is the identifier, keywords included, that holds or ends at an
// offset, outside of strings and comments.
func nameAt(src string, off int) (text.Span, bool) {
	for _, t := range lex(src, lineEnd(src, off)) {
		if t.span.Contains(off) && t.kind == tokenName {
			return t.span, true
		}
	}
	return text.Span{}, false
}

func lineEnd(src string, off int) int {
	if n := strings.IndexAny(src[min(off, len(src)):], "\r\n"); n >= 0 {
		return off + n
	}
	return len(src)
}

// isIdentifier reports whether a name can be bound.
func isIdentifier(name string) bool {
	return name != "" && nameLen(name) == len(name) && !isKeyword(name)
}

// isKeyword reports whether Starlark reserves the word.
func isKeyword(name string) bool {
	switch name {
	case "as", "assert", "async", "await", "class", "del", "except", "finally", "from",
		"global", "import", "is", "nonlocal", "raise", "try", "with", "yield":
		return true
	}
	for t := syntax.AND; t <= syntax.WHILE; t++ {
		if t.String() == name {
			return true
		}
	}
	return false
}

// keywords are those that an expression or statement can begin with.
var keywords = []string{"and", "break", "continue", "def", "elif", "else", "for", "if", "in", "lambda", "load", "not", "or", "pass", "return"}
