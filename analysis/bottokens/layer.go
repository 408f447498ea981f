package bottokens

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// tidy sorts a layer. Of two tokens that overlap the one that begins first
// stays, of two that begin together the one that was added first.
func tidy(list []Token) []Token {
	slices.SortStableFunc(list, func(a, b Token) int { return a.Span.Start - b.Span.Start })
	out, end := list[:0], 0
	for _, t := range list {
		if t.Span.Start >= end && !t.Span.Empty() {
			out = append(out, t)
			end = t.Span.End
		}
	}
	return out
}

// over lays a layer over another one, whose parts that are not covered stay.
// Both are tidy, and so is the result.
func over(upper, lower []Token) []Token {
	out := make([]Token, 0, len(upper)+len(lower))
	i := 0
	for _, l := range lower {
		rest := l.Span
		for i < len(upper) && upper[i].Span.Start < l.Span.End {
			u := upper[i].Span
			if rest.Start < u.Start {
				out = append(out, Token{text.Span{Start: rest.Start, End: u.Start}, l.Type, l.Mods})
			}
			rest.Start = max(rest.Start, u.End)
			if u.End > l.Span.End {
				break // it covers what follows, too
			}
			out = append(out, upper[i])
			i++
		}
		if !rest.Empty() {
			out = append(out, Token{rest, l.Type, l.Mods})
		}
	}
	return append(out, upper[i:]...)
}

// visible cuts tokens at line ends and leaves out holes and blanks.
func visible(src string, list []Token) []Token {
	out := make([]Token, 0, len(list))
	for _, t := range list {
		if t.Type == hole {
			continue
		}
		for at := t.Span.Start; at < t.Span.End; {
			end := t.Span.End
			if n := strings.IndexAny(src[at:end], "\r\n"); n >= 0 {
				end = at + n
			}
			if s := src[at:end]; strings.Trim(s, " \t\ufeff") != "" {
				out = append(out, Token{text.Span{Start: at, End: end}, t.Type, t.Mods})
			}
			at = end + 1
		}
	}
	return out
}
