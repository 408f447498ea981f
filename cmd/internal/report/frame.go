package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// maxBlock is how many lines of a range are shown before its middle is left
// out.
const maxBlock = 7

// mark is a place in a frame: the finding's own, or a related one with its
// message.
type mark struct {
	finding.Place
	label   string
	primary bool
}

// frame is the part of a finding's picture that shows one file: marks on
// single lines together, in the order of the file, or one mark of several
// lines.
type frame struct {
	path  string
	text  *text.Text // nil where there is none
	marks []mark
}

// framesOf groups the places of a finding: its own file first, then those of
// the related places in their order.
func framesOf(e Entry, src Source) []frame {
	marks := []mark{{e.Place, "", true}}
	for _, r := range e.Related {
		marks = append(marks, mark{r.Place, finding.Escape(r.Message), false})
	}
	var frames []frame
	single := map[string]int{}
	for _, m := range marks {
		t := src.Text(m.Path)
		if m.Whole || t == nil {
			frames = append(frames, frame{m.Path, nil, []mark{m}})
			continue
		}
		m.Span.Start = min(max(m.Span.Start, 0), t.Len())
		m.Span.End = min(max(m.Span.End, m.Span.Start), t.Len())
		if t.LineAt(m.Span.Start) != t.LineAt(endOf(m.Span)) {
			frames = append(frames, frame{m.Path, t, []mark{m}})
			continue
		}
		if i, ok := single[m.Path]; ok {
			frames[i].marks = append(frames[i].marks, m)
			continue
		}
		single[m.Path] = len(frames)
		frames = append(frames, frame{m.Path, t, []mark{m}})
	}
	for _, f := range frames {
		slices.SortStableFunc(f.marks, func(a, b mark) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	}
	return frames
}

// endOf is the last byte of a span, its start where it is empty: a range that
// ends with a line break does not reach into the next line.
func endOf(s text.Span) int { return max(s.Start, s.End-1) }

func (f frame) lastLine() int {
	if f.text == nil {
		return 0
	}
	n := 0
	for _, m := range f.marks {
		n = max(n, f.text.LineAt(endOf(m.Span)))
	}
	return n + 1
}

// painter draws the frames of one finding.
type painter struct {
	*strings.Builder
	paint  paint
	accent ink
	gutter int // digits of the largest line number
	width  int // cells for the source lines
}

func (p *painter) bar(no string, rest string) {
	left := fmt.Sprintf("%*s |", p.gutter, no)
	p.WriteString(p.paint.in(blue, left))
	if rest != "" {
		p.WriteString(" " + rest)
	}
	p.WriteByte('\n')
}

func (p *painter) skipped() { p.WriteString(p.paint.in(blue, "...") + "\n") }

// header names the place of the frame's first mark that matters.
func (p *painter) header(arrow, place string) {
	p.WriteString(strings.Repeat(" ", p.gutter) + p.paint.in(blue, arrow) + " " + place + "\n")
}

func (p *painter) draw(f frame) {
	switch first := f.marks[0]; {
	case f.text == nil:
		if first.label != "" {
			p.note(first.label)
		}
	case f.text.LineAt(first.Span.Start) != f.text.LineAt(endOf(first.Span)):
		p.bar("", "")
		p.block(f.text, first)
	default:
		p.bar("", "")
		p.lines(f)
	}
}

// note is a line without source: the message of a place that has no text.
func (p *painter) note(s string) {
	p.WriteString(strings.Repeat(" ", p.gutter) + p.paint.in(blue, " =") + " " + s + "\n")
}

// lines shows marks that lie in one line each. Marks of one line are drawn
// below each other.
func (p *painter) lines(f frame) {
	last := -1
	for i := 0; i < len(f.marks); {
		no := f.text.LineAt(f.marks[i].Span.Start)
		j := i
		widest := f.marks[i].Span
		for ; j < len(f.marks) && f.text.LineAt(f.marks[j].Span.Start) == no; j++ {
			if f.marks[j].primary {
				widest = f.marks[j].Span
			}
		}
		if last >= 0 && no > last+1 {
			p.skipped()
		}
		l := render(f.text, no, widest, p.width)
		p.bar(strconv.Itoa(no+1), l.shown)
		for _, m := range f.marks[i:j] {
			column, width := l.columns(m.Span.Start, m.Span.End)
			p.underline(m, column, width)
		}
		i, last = j, no
	}
}

func (p *painter) underline(m mark, column, width int) {
	sign, color := "-", blue
	if m.primary {
		sign, color = "^", p.accent
	}
	rest := strings.Repeat(sign, width)
	if m.label != "" {
		rest += " " + m.label
	}
	p.bar("", strings.Repeat(" ", column)+p.paint.in(color, rest))
}

// block shows a mark of several lines, with a bracket at its left and its end
// underlined.
func (p *painter) block(t *text.Text, m mark) {
	first, last := t.LineAt(m.Span.Start), t.LineAt(endOf(m.Span))
	color := blue
	sign := "-"
	if m.primary {
		color, sign = p.accent, "^"
	}
	for no := first; no <= last; no++ {
		if last-first+1 > maxBlock && no == first+maxBlock/2+1 {
			p.WriteString(p.paint.in(blue, fmt.Sprintf("%*s", -p.gutter-2, "...")) + " " + p.paint.in(color, "|") + "\n")
			no = last - maxBlock/2 + 1
		}
		edge := "|"
		if no == first {
			edge = "/"
		}
		all := t.Line(no)
		at := text.Span{Start: all.Start, End: all.Start}
		if no == last {
			at = text.Span{Start: endOf(m.Span), End: m.Span.End}
		}
		l := render(t, no, at, p.width-2)
		p.bar(strconv.Itoa(no+1), strings.TrimRight(p.paint.in(color, edge)+" "+l.shown, " "))
		if no == last {
			column, _ := l.columns(endOf(m.Span), m.Span.End)
			rest := "|" + strings.Repeat("_", column+1) + sign
			if m.label != "" {
				rest += " " + m.label
			}
			p.bar("", p.paint.in(color, rest))
		}
	}
}
