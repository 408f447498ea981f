package picture

import "strings"

// FromMarkdown reads the Markdown of a hover: bold, code spans, lists and
// paragraphs. Anything else stands as it is written.
func FromMarkdown(s string) []Line {
	var lines []Line
	for text := range strings.SplitSeq(strings.TrimRight(s, "\n"), "\n") {
		indent := text[:len(text)-len(strings.TrimLeft(text, " "))]
		rest, bullet := strings.CutPrefix(text[len(indent):], "- ")
		if bullet {
			indent += "• "
		}
		lines = append(lines, spans(Line{}.add(indent, Style{}), rest))
	}
	return lines
}

// spans reads the inner marks of a line. A mark that is not closed is text.
func spans(l Line, s string) Line {
	for s != "" {
		n := strings.IndexAny(s, "`*\\")
		if n < 0 {
			return l.add(s, Style{})
		}
		l = l.add(s[:n], Style{})
		s = s[n:]
		mark, style := s[:1], Style{Code: true}
		switch {
		case s[0] == '\\' && len(s) > 1:
			l, s = l.add(s[1:2], Style{}), s[2:]
			continue
		case s[0] == '`':
			mark = s[:len(s)-len(strings.TrimLeft(s, "`"))]
		case strings.HasPrefix(s, "**"):
			mark, style = "**", Style{Bold: true}
		default:
			l, s = l.add(mark, Style{}), s[1:]
			continue
		}
		inner, rest, ok := strings.Cut(s[len(mark):], mark)
		if !ok {
			return l.add(s, Style{})
		}
		l, s = l.add(inner, style), rest
	}
	return l
}

// HangingIndent is the number of cells by which the wrapped part of a list item
// stands in, for [Wrap].
func HangingIndent(l Line) int {
	text := l.text()
	n := len(text) - len(strings.TrimLeft(text, " "))
	if strings.HasPrefix(text[n:], "• ") {
		n += 2
	}
	return n
}
