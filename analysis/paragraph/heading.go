package paragraph

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// isHeading reports whether a line of which before and after stand around the
// phrase reads as a heading (boundary-class.md 6.4, form).
func isHeading(before, after string) bool {
	if !headingStart(before) {
		return false
	}
	after = skipParenthesis(after)
	if s := strings.TrimLeftFunc(strings.TrimLeft(trimLeft(after), "*_"), unicode.IsSpace); strings.HasPrefix(s, ":") {
		return true
	}
	// A ruled heading.
	rule := strings.TrimFunc(after, unicode.IsSpace)
	return rule != "" && strings.IndexFunc(rule, func(r rune) bool { return !ruling(r) && !unicode.IsSpace(r) }) < 0
}

// headingStart reports whether what stands before the phrase may stand before
// a heading: marks, and IMPORTANT with a dash.
func headingStart(before string) bool {
	s := strings.TrimLeftFunc(before, mark)
	if s == "" {
		return true
	}
	s, ok := strings.CutPrefix(s, "IMPORTANT")
	if !ok {
		return false
	}
	s = strings.TrimFunc(s, unicode.IsSpace)
	r, size := utf8.DecodeRuneInString(s)
	return dash(r) && size == len(s)
}

func mark(r rune) bool {
	return unicode.IsSpace(r) || ruling(r) || r == '#' || r == '>' || r == '*' || r == '_'
}

func ruling(r rune) bool { return r == '-' || r == '=' || r >= 0x2500 && r <= 0x257f }

func dash(r rune) bool { return r == '-' || r == '–' || r == '—' }

func trimLeft(s string) string { return strings.TrimLeftFunc(s, unicode.IsSpace) }

// skipParenthesis drops white space and one parenthesis from the start of s.
func skipParenthesis(s string) string {
	if t := trimLeft(s); strings.HasPrefix(t, "(") {
		if n := strings.IndexByte(t, ')'); n >= 0 {
			return t[n+1:]
		}
	}
	return s
}

// headingEdit writes the heading over the phrase at s, with IMPORTANT and its
// dash before it and the colon behind it. A colon that stands behind a
// parenthesis or a mark is kept and no second one written.
func headingEdit(c *bot.Compiled, s text.Span) []finding.Edit {
	line := lineSpan(c.Text, s.Start)
	s.Start = line.Start + len(withoutImportant(c.Text[line.Start:s.Start]))
	after := c.Text[s.End:line.End]
	replacement := Heading
	if strings.HasPrefix(trimLeft(after), ":") {
		s.End += strings.IndexByte(after, ':') + 1
	} else if strings.HasPrefix(trimLeft(strings.TrimLeft(trimLeft(skipParenthesis(after)), "*_")), ":") {
		replacement = strings.TrimSuffix(Heading, ":")
	}
	path, span, ok := source(c, s)
	if !ok || c.Text[s.Start:s.End] == replacement {
		return nil
	}
	return []finding.Edit{{Path: path, Span: span, New: replacement}}
}

// withoutImportant is before without IMPORTANT and its dash at the end.
func withoutImportant(before string) string {
	const word = "IMPORTANT"
	s := strings.TrimRightFunc(before, unicode.IsSpace)
	t := strings.TrimRightFunc(s, dash)
	if len(t) == len(s) {
		return before
	}
	t = strings.TrimRightFunc(t, unicode.IsSpace)
	if len(t) < len(word) || !strings.EqualFold(t[len(t)-len(word):], word) {
		return before
	}
	t = t[:len(t)-len(word)]
	if r, _ := utf8.DecodeLastRuneInString(t); t != "" && wordRune(r) {
		return before
	}
	return t
}

// Recase rewrites the inexact phrase of a body that lacks the exact one, where
// it stands on one line, as the heading; a rule around it stays
// (boundary-class.md 11, Q8). A phrase that came by include is rewritten in
// the included file.
func Recase(c *bot.Compiled) []finding.Edit {
	status, s := Check(c)
	if status != NotExact || strings.Contains(c.Text[s.Start:s.End], "\n") {
		return nil
	}
	return headingEdit(c, s)
}

// WriteHeading makes the phrase of r a heading where it is the first text of
// its line (boundary-class.md 11, BND104).
func WriteHeading(c *bot.Compiled, r Region) []finding.Edit {
	before := c.Text[r.Span.Start:r.Phrase.Start]
	if r.HeadingOK || strings.TrimFunc(withoutImportant(before), mark) != "" {
		return nil
	}
	return headingEdit(c, r.Phrase)
}
