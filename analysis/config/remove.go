package config

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// RemoveTable is the edit that takes a table out of the file: span is the
// Table of an entry. The table's lines go (sub-tables included) with the blank
// line in front of them, or behind them at the file's beginning
// (boundary-class.md, Q10); of a list of inline tables the element goes with
// its comma. What is left is valid TOML. Where no single edit can do that, as
// other tables stand between this one and its sub-tables, the edit is the zero
// Edit, whose Path is empty.
func (c *Config) RemoveTable(span text.Span) finding.Edit {
	if c.Text == nil || span.Empty() {
		return finding.Edit{}
	}
	if c.Text.Slice(text.Span{Start: span.Start, End: span.Start + 1}) == "{" {
		return finding.Edit{Path: c.Path, Span: element(c.Text.String(), span)}
	}
	whole, ok := c.removals[span.Start]
	if !ok || whole.Empty() {
		return finding.Edit{}
	}
	return finding.Edit{Path: c.Path, Span: lines(c.Text, whole, true)}
}

// lines widens a span of statements to their lines; with blank, one blank line
// in front goes too (at the beginning of the file: behind).
func lines(t *text.Text, span text.Span, blank bool) text.Span {
	first, last := t.LineAt(span.Start), t.LineAt(max(span.End-1, span.Start))
	s := text.Span{Start: t.LineStart(first), End: t.LineFull(last).End}
	empty := func(line int) bool {
		return strings.TrimSpace(strings.TrimPrefix(t.Slice(t.Line(line)), mark)) == ""
	}
	switch {
	case !blank:
	case first > 0 && empty(first-1):
		s.Start = t.LineStart(first - 1)
	case first == 0 && last+1 < t.Lines() && empty(last+1):
		s.End = t.LineFull(last + 1).End
	}
	if s.Start == 0 && strings.HasPrefix(t.String(), mark) {
		s.Start = len(mark)
	}
	return s
}

// element widens the span of an element of an array or an inline table so that
// the others stay well separated without it: by the comma behind it, else by
// the one in front.
func element(src string, span text.Span) text.Span {
	end, comma := span.End, false
	for i := span.End; i < len(src); {
		switch src[i] {
		case ' ', '\t', '\r', '\n':
			i++
			continue
		case '#':
			if n := strings.IndexByte(src[i:], '\n'); n >= 0 {
				i += n
				continue
			}
		case ',':
			end, comma = blanks(src, i+1), true
		}
		break
	}
	span.End = end
	if comma {
		return span
	}
	// A comma that a comment hides stays: it is allowed in front of a bracket.
	before := strings.TrimRight(src[:span.Start], " \t")
	if strings.HasSuffix(before, ",") {
		span.Start = len(before) - 1
	}
	return span
}

// setting is the span of `key = value` with what has to go with it.
func (r *reader) setting(e *entry) text.Span {
	if e.line {
		return lines(r.c.Text, e.span, false)
	}
	return element(r.c.Text.String(), e.span)
}

// removals notes for every table with a header what RemoveTable takes.
func (d *document) removals() map[int]text.Span {
	m := make(map[int]text.Span, len(d.tables))
	for _, t := range d.tables {
		if t.origin == headed {
			m[t.at.Start] = d.piece(t)
		}
	}
	return m
}

// piece is a table from its header to the end of its last statement, sub-tables
// included; empty where other statements lie between.
func (d *document) piece(t *table) text.Span {
	if t.count == 0 || t.last-t.first+1 != t.count || d.statements[t.first].span.Start != t.at.Start {
		return text.Span{}
	}
	return text.Span{Start: t.at.Start, End: d.statements[t.last].span.End}
}

// whole is the Table of an entry.
func (d *document) whole(t *table) text.Span {
	if t.origin != headed {
		return t.at
	}
	if p := d.piece(t); !p.Empty() {
		return p
	}
	return t.at
}
