package report

import (
	"unicode/utf8"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Position is a place as output names it: Line and Column 1-based, Column in
// code points of the file as it is, Offset 0-based in bytes (cli.md, JSON).
type Position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Offset int `json:"offset"`
}

// Range is half-open.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// places converts byte offsets. Findings come in order, so it counts on from
// the place before instead of from the start of the line: many findings in one
// long line stay cheap. It is not safe for concurrent use.
type places struct {
	src   Source
	texts map[string]*counter
}

func newPlaces(src Source) *places { return &places{src, map[string]*counter{}} }

// maxTexts bounds the texts that are held at a time.
const maxTexts = 64

// counter remembers the last offset that was asked for, and its column.
type counter struct {
	text           *text.Text
	line, off, col int
}

func (p *places) counter(path string) *counter {
	c, ok := p.texts[path]
	if !ok {
		if t := p.src.Text(path); t != nil {
			c = &counter{text: t, line: -1}
		}
		if len(p.texts) >= maxTexts {
			clear(p.texts) // findings come file by file
		}
		p.texts[path] = c
	}
	return c
}

// start is where a place begins; 1:1 where it has no range.
func (p *places) start(pl finding.Place) Position {
	if pl.Whole {
		return Position{Line: 1, Column: 1}
	}
	return p.at(pl.Path, pl.Span.Start)
}

func (p *places) span(path string, s text.Span) Range {
	return Range{p.at(path, s.Start), p.at(path, s.End)}
}

func (p *places) at(path string, off int) Position {
	c := p.counter(path)
	if c == nil {
		return Position{Line: 1, Column: 1 + off, Offset: off}
	}
	src := c.text.String()
	off = min(max(off, 0), len(src))
	line := c.text.LineAt(off)
	if line != c.line {
		c.line, c.off, c.col = line, c.text.LineStart(line), 1
	}
	if off >= c.off {
		c.col += utf8.RuneCountInString(src[c.off:off])
	} else {
		c.col -= utf8.RuneCountInString(src[off:c.off])
	}
	c.off = off
	return Position{line + 1, c.col, off}
}
