package external

import "strings"

// losesComment reports whether source has a comment that is not in its
// replacement, or not in its place among the others.
func losesComment(source, replacement string) bool {
	if !strings.Contains(source, "#") {
		return false
	}
	left := comments(replacement)
	for _, c := range comments(source) {
		if len(left) == 0 || left[0] != c {
			return true
		}
		left = left[1:]
	}
	return false
}

// comments lists the comments in a piece of source that begins outside of
// literals.
func comments(source string) []string {
	var list []string
	for i := 0; i < len(source); {
		switch c := source[i]; c {
		case '#':
			end := i + strings.IndexAny(source[i:]+"\n", "\r\n")
			list = append(list, strings.TrimRight(source[i:end], " \t"))
			i = end
		case '"', '\'':
			i = afterLiteral(source, i)
		default:
			i++
		}
	}
	return list
}

// afterLiteral is the offset behind the string literal whose quote is at an
// offset. A backslash keeps the quote behind it, in raw literals too.
func afterLiteral(source string, at int) int {
	quote := source[at : at+1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(source[at:], triple) {
		quote = triple
	}
	for i := at + len(quote); i < len(source); i++ {
		switch {
		case source[i] == '\\':
			i++
		case strings.HasPrefix(source[i:], quote):
			return i + len(quote)
		}
	}
	return len(source)
}
