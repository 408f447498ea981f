package picture

import (
	"strconv"
	"strings"
)

// Terminal draws a command and its output. Lines are not wrapped.
func Terminal(title, command string, output []Line) []byte {
	lines := append([]Line{{{"$ ", Style{Color: Green}}, {command, Style{Bold: true}}}}, output...)
	columns := 0
	for _, l := range lines {
		columns = max(columns, l.width())
	}
	var d drawing
	w, h := d.window(columns, len(lines), "Terminal")
	for i, l := range lines {
		d.line(margin, barSize+margin+i*lineHeight, l)
	}
	return d.svg(w, h, title)
}

// Place is what an editor's hover is about: a 0-based line, and columns in
// characters, the end exclusive.
type Place struct{ Line, Start, End int }

// Editor draws a part of a file with a hover below the place that it is about.
// first is the 0-based line of source that is drawn first.
func Editor(title, caption string, source []string, first int, at Place, hover []Line) []byte {
	gutter := len(strconv.Itoa(first+len(source))) + 2
	columns := 0
	for _, l := range source {
		columns = max(columns, gutter+cells(l))
	}
	popup := 0
	for _, l := range hover {
		popup = max(popup, l.width())
	}
	left := gutter + at.Start
	columns = max(columns, left+popup+2)
	row := at.Line - first + 1 // the hover begins below its line
	rows := max(len(source), row+len(hover)+1)

	var d drawing
	w, h := d.window(columns, rows, caption)
	y := func(row int) int { return barSize + margin + row*lineHeight }
	x := func(column int) int { return margin + column*cellWidth }
	d.rect(x(gutter+at.Start)-1, y(row-1), (at.End-at.Start)*cellWidth+2, lineHeight, 3, theme.mark, "")
	for i, l := range source {
		number := strconv.Itoa(first + i + 1)
		d.line(x(gutter-2-len(number)), y(i), Line{{number, Style{Dim: true}}})
		d.line(x(gutter), y(i), painted(l))
	}
	d.rect(x(left), y(row)+4, (popup+2)*cellWidth, len(hover)*lineHeight+12, 6, theme.popup, theme.frame)
	for i, l := range hover {
		d.line(x(left+1), y(row+i)+10, l)
	}
	return d.svg(w, h, title)
}

// painted colours a line of a bot file a little: comments, the word before a
// colon, strings.
func painted(s string) Line {
	trimmed := strings.TrimLeft(s, " ")
	indent := s[:len(s)-len(trimmed)]
	if strings.HasPrefix(trimmed, "#") {
		return Line{{s, Style{Dim: true}}}
	}
	key, rest, ok := strings.Cut(trimmed, ":")
	if !ok || strings.Contains(key, "->") {
		return Line{{s, Style{}}}
	}
	l := Line{}.add(indent, Style{})
	if word, name, two := strings.Cut(key, " "); two {
		l = l.add(word+" ", Style{Color: Magenta}).add(name, Style{Color: Blue})
	} else {
		l = l.add(key, Style{Color: Blue})
	}
	style := Style{}
	if strings.HasPrefix(strings.TrimSpace(rest), `"`) {
		style.Color = Green
	}
	return l.add(":", Style{}).add(rest, style)
}
