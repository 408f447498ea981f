package report

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

const (
	// frameWidth is how many columns of a source line are shown where the
	// width of the screen is not known.
	frameWidth = 110
	// minFrameWidth holds on narrow screens.
	minFrameWidth = 40
	// maxLineBytes bounds what is looked at of a line around a mark.
	maxLineBytes = 1 << 10
)

// line is a source line as a frame shows it: escaped, cut to a width, with the
// column of every byte.
type line struct {
	shown string
	// glyphs are the characters shown, in order.
	glyphs []glyph
	end    int // column behind the last glyph
}

// glyph is a character as a reader sees it: it may be made of several code
// points, or be an escape.
type glyph struct {
	text   string
	off    int // of its first byte in the source
	column int // 0-based, in cells
	width  int
}

// render shows the line of t that holds the span's start. Where it is wider
// than width, a window around the span is shown with … where it is cut.
func render(t *text.Text, lineNo int, span text.Span, width int) line {
	all := t.Line(lineNo)
	from, to := max(all.Start, min(span.Start, all.End)), min(all.End, max(span.End, all.Start))
	window := all
	if all.Len() > maxLineBytes {
		window.Start = runeStart(t, max(all.Start, from-maxLineBytes/4))
		window.End = runeStart(t, min(all.End, from+maxLineBytes/4*3))
	}
	glyphs := glyphsOf(t.Slice(window), window.Start)
	first, last := cut(glyphs, from, to, width, window != all)
	l := line{}
	var b strings.Builder
	add := func(g glyph) {
		g.column = l.end
		b.WriteString(g.text)
		l.glyphs = append(l.glyphs, g)
		l.end += g.width
	}
	if first > 0 || window.Start > all.Start {
		add(glyph{text: "…", off: window.Start, width: 1})
	}
	for _, g := range glyphs[first:last] {
		add(g)
	}
	if last < len(glyphs) || window.End < all.End {
		off := window.End
		if last < len(glyphs) {
			off = glyphs[last].off
		}
		add(glyph{text: "…", off: off, width: 1})
	}
	l.shown = b.String()
	return l
}

// columns are the cells that the bytes from start to end take; an empty span
// takes the cell where it stands.
func (l line) columns(start, end int) (column, width int) {
	column = l.end
	for i, g := range l.glyphs {
		if g.off > start && i > 0 {
			column = l.glyphs[i-1].column
			break
		}
		if g.off == start {
			column = g.column
			break
		}
	}
	if n := len(l.glyphs); column == l.end && n > 0 && start < l.glyphs[n-1].off+1 {
		column = l.glyphs[n-1].column
	}
	behind := column
	for _, g := range l.glyphs {
		if g.off < end && g.column >= column {
			behind = g.column + g.width
		}
	}
	return column, max(1, behind-column)
}

// runeStart moves an offset back to the start of the character it is in.
func runeStart(t *text.Text, off int) int {
	s := t.String()
	for off > 0 && off < len(s) && !utf8.RuneStart(s[off]) {
		off--
	}
	return off
}

// glyphsOf escapes a part of a line that starts at off. The code points of one
// visible character stay together, so that nothing is cut in two.
func glyphsOf(src string, off int) []glyph {
	list := make([]glyph, 0, len(src))
	for src != "" {
		r, n := utf8.DecodeRuneInString(src)
		if finding.Invisible(r) || r == utf8.RuneError {
			esc := finding.Escape(src[:n])
			list = append(list, glyph{text: esc, off: off, width: uniseg.StringWidth(esc)})
			src, off = src[n:], off+n
			continue
		}
		cluster, _, width, _ := uniseg.FirstGraphemeClusterInString(src, -1)
		// A cluster may hold invisible code points (joiners, selectors): it
		// ends before them, since they are shown as escapes.
		for i, r := range cluster {
			if i > 0 && finding.Invisible(r) {
				cluster = cluster[:i]
				width = uniseg.StringWidth(cluster)
				break
			}
		}
		list = append(list, glyph{text: cluster, off: off, width: width})
		src, off = src[len(cluster):], off+len(cluster)
	}
	return list
}

// cut gives the glyphs to show so that they fit in width cells and hold what
// lies between from and to, or at least its start.
func cut(glyphs []glyph, from, to, width int, windowed bool) (first, last int) {
	total, before, marked := 0, 0, 0
	for _, g := range glyphs {
		total += g.width
		if g.off < from {
			before += g.width
		} else if g.off < to {
			marked += g.width
		}
	}
	if total <= width && !windowed {
		return 0, len(glyphs)
	}
	room := width - 2 // for the two …
	// The span stands in the middle, or, where it is wide, a little behind
	// the left edge.
	left := max(0, before-max(room/4, (room-marked)/2))
	if before+marked <= room {
		left = 0
	}
	column := 0
	for first < len(glyphs) && column < left {
		column += glyphs[first].width
		first++
	}
	last, used := first, 0
	for last < len(glyphs) && used+glyphs[last].width <= room {
		used += glyphs[last].width
		last++
	}
	return first, last
}
