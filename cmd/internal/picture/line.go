package picture

import (
	"strings"

	"github.com/rivo/uniseg"
)

// Style is how a run of text looks.
type Style struct {
	Bold, Dim bool
	// Code is text in a box of its own colour, as hovers show it.
	Code  bool
	Color Color

	// What screens of other programs have besides; Fore wins over Color.
	Fore, Back        RGB
	Italic, Underline bool
}

// Color is one of the colours that a theme names.
type Color uint8

// The colours. Plain is the theme's text.
const (
	Plain Color = iota
	Red
	Green
	Yellow
	Blue
	Magenta
	Cyan
)

// Run is text in one style, without line breaks.
type Run struct {
	Text string
	Style
}

// Line is what stands in one line.
type Line []Run

// cells is the number of grid cells that a text takes.
func cells(s string) int { return uniseg.StringWidth(s) }

// width is the number of cells of a line.
func (l Line) width() int {
	n := 0
	for _, r := range l {
		n += cells(r.Text)
	}
	return n
}

// add appends text, joined to the last run where the style is the same.
func (l Line) add(text string, s Style) Line {
	if text == "" {
		return l
	}
	if n := len(l); n > 0 && l[n-1].Style == s {
		l[n-1].Text += text
		return l
	}
	return append(l, Run{text, s})
}

// Wrap breaks lines that are wider than width cells, behind a space where
// there is one. What follows is indented by as many cells as indent says of
// the line.
func Wrap(lines []Line, width int, indent func(Line) int) []Line {
	var out []Line
	for _, l := range lines {
		out = append(out, wrapped(l, width, indent(l))...)
	}
	return out
}

func wrapped(l Line, width, indent int) []Line {
	var out []Line
	var cur Line
	used, start := 0, 0
	for _, w := range words(l) {
		n := w.width()
		if used+cells(strings.TrimRight(w.text(), " ")) > width && used > start {
			out = append(out, cur)
			cur, used, start = Line{}.add(strings.Repeat(" ", indent), Style{}), indent, indent
		}
		for _, r := range w {
			cur = cur.add(r.Text, r.Style)
		}
		used += n
	}
	return append(out, cur)
}

func (l Line) text() string {
	var b strings.Builder
	for _, r := range l {
		b.WriteString(r.Text)
	}
	return b.String()
}

// words cuts a line behind its spaces; a word may have several styles.
func words(l Line) []Line {
	var out []Line
	var cur Line
	for _, r := range l {
		rest := r.Text
		for rest != "" {
			n := strings.IndexByte(rest, ' ')
			if n < 0 {
				cur = cur.add(rest, r.Style)
				break
			}
			for n < len(rest) && rest[n] == ' ' {
				n++
			}
			out = append(out, cur.add(rest[:n], r.Style))
			cur, rest = nil, rest[n:]
		}
	}
	if len(cur) > 0 {
		out = append(out, cur)
	}
	return out
}
