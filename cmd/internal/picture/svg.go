package picture

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
)

// The grid, in SVG user units.
const (
	cellWidth  = 8
	lineHeight = 19
	fontSize   = 13
	// baseline is where letters stand in their line.
	baseline = 14
	margin   = 14
	barSize  = 28
)

// theme is a dark editor's colours; index of a colour is the Color.
var theme = struct {
	text, dim, back, bar, frame, popup, code, mark string
	colors                                         [Cyan + 1]string
}{
	text: "#d4d8dd", dim: "#8b949e", back: "#161b22", bar: "#21262d", frame: "#30363d",
	popup: "#1f2530", code: "#e3b98a", mark: "#2f4a6d",
	colors: [...]string{"#d4d8dd", "#ff7b72", "#7ee787", "#e3b341", "#79c0ff", "#d2a8ff", "#76e3ea"},
}

// drawing collects the elements of one picture.
type drawing struct{ bytes.Buffer }

func (d *drawing) rect(x, y, w, h, radius int, fill, stroke string) {
	line := ""
	if stroke != "" {
		line = fmt.Sprintf(` stroke="%s"`, stroke)
	}
	fmt.Fprintf(d, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"%s\"%s/>\n", x, y, w, h, radius, fill, line)
}

// line draws a line whose cells start at x and whose top is at y. Every run
// says its length, so that it fills its cells in any font.
func (d *drawing) line(x, y int, l Line) {
	for _, r := range l {
		n := cells(r.Text)
		if r.Back != 0 {
			d.rect(x, y, n*cellWidth, lineHeight, 0, r.Back.String(), "")
		}
		if text := strings.TrimRight(r.Text, " "); text != "" {
			lead := cells(text) - cells(strings.TrimLeft(text, " "))
			text = strings.TrimLeft(text, " ")
			fmt.Fprintf(d, "<text x=\"%d\" y=\"%d\" textLength=\"%d\" lengthAdjust=\"spacingAndGlyphs\" fill=\"%s\"%s>%s</text>\n",
				x+lead*cellWidth, y+baseline, cells(text)*cellWidth, r.fill(), r.weight(), escaped(text))
		}
		x += n * cellWidth
	}
}

func (s Style) fill() string {
	switch {
	case s.Fore != 0:
		return s.Fore.String()
	case s.Code:
		return theme.code
	case s.Dim:
		return theme.dim
	}
	return theme.colors[s.Color]
}

func (s Style) weight() string {
	out := ""
	if s.Bold {
		out += ` font-weight="bold"`
	}
	if s.Italic {
		out += ` font-style="italic"`
	}
	if s.Underline {
		out += ` text-decoration="underline"`
	}
	return out
}

func escaped(s string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(s)) // a buffer does not fail
	return b.String()
}

// svg closes a picture of that size. The title is what a screen reader says.
func (d *drawing) svg(w, h int, title string) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" "+
		"font-family=\"ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"%d\">\n<title>%s</title>\n",
		w, h, w, h, fontSize, escaped(title))
	out.Write(d.Bytes())
	out.WriteString("</svg>\n")
	return out.Bytes()
}

// window draws the frame of a picture with a caption in its bar and gives the
// size of the picture.
func (d *drawing) window(columns, rows int, caption string) (w, h int) {
	w, h = columns*cellWidth+2*margin, rows*lineHeight+barSize+2*margin
	d.rect(0, 0, w, h, 8, theme.back, theme.frame)
	d.rect(0, 0, w, barSize, 8, theme.bar, "")
	for i, c := range []Color{Red, Yellow, Green} {
		fmt.Fprintf(d, "<circle cx=\"%d\" cy=\"%d\" r=\"5\" fill=\"%s\"/>\n", margin+i*18+4, barSize/2, theme.colors[c])
	}
	d.line(margin+70, (barSize-lineHeight)/2, Line{{caption, Style{Dim: true}}})
	return w, h
}
