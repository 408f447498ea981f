package format

import (
	"cmp"
	"slices"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// extent says what a mark is about.
type extent uint8

const (
	oneLine extent = iota
	anEdge
	braces // of a with: from the opening brace to the closing one
	dashes // of a dashed list: from the first one to the end of the list
	unread // the block of an unknown property: from its name to its end
)

// mark says where in the tree the line that begins at start stands, or the
// lines between start and end.
type mark struct {
	start, end int
	clause     int // of an edge
	level      int
	block      int32
	extent     extent
}

// marker collects the marks of a tree.
type marker struct {
	marks  []mark
	blocks int32
	lost   bool // a declaration has no place in the tree
}

func (m *marker) add(x mark) { m.marks = append(m.marks, x) }

func (m *marker) block() int32 {
	m.blocks++
	return m.blocks
}

// decls marks declarations of one level.
func (m *marker) decls(list []*bot.Decl, level int, block int32) {
	for _, d := range list {
		m.add(mark{start: d.Keyword.Span.Start, level: level, block: block, clause: -1})
		inner := m.block()
		if d.With != nil {
			if d.Kind != bot.KindUse {
				m.add(mark{start: d.With.Span.Start, level: level + 1, block: inner, clause: -1})
			}
			m.with(d.With)
		}
		m.props(d.Props, bot.Block(d.Kind), level+1, inner)
		m.edges(d.Edges, level+1, inner)
		m.lost = m.lost || within(d.Decls, d.Props)
		m.decls(d.Decls, level+1, inner)
	}
}

// within reports whether a declaration stands in the block of a property: the
// tree does not say how deep.
func within(decls []*bot.Decl, props []*bot.Prop) bool {
	i := 0
	for _, d := range decls {
		for i < len(props) && props[i].Span.End <= d.Keyword.Span.Start {
			i++
		}
		if i < len(props) && props[i].Span.Start < d.Keyword.Span.Start {
			return true
		}
	}
	return false
}

func (m *marker) props(list []*bot.Prop, info *bot.BlockInfo, level int, block int32) {
	for _, p := range list {
		m.add(mark{start: p.Span.Start, level: level, block: block, clause: -1})
		known := info.Lookup(p.Name.Text)
		switch {
		case p.HasBlock && (p.Unknown || known == nil || !known.Form.IsBlock()):
			// It may be anything in a newer engine.
			m.add(mark{start: p.Span.Start, end: p.Span.End, level: level, extent: unread})
		case p.HasBlock:
			m.props(p.Block, known.Block, level+1, m.block())
		case p.Value != nil && p.Value.Dashed:
			m.add(mark{start: p.Value.Span.Start, end: p.Value.Span.End, level: level + 1, block: m.block(), extent: dashes})
		}
	}
}

func (m *marker) edges(list []*bot.Edge, level int, block int32) {
	for _, e := range list {
		m.add(mark{start: e.Span.Start, level: level, block: block, extent: anEdge, clause: clauseOf(e)})
		if e.With != nil {
			m.with(e.With)
		}
	}
}

// clauseOf is the offset of the first clause of an edge, -1 without one.
func clauseOf(e *bot.Edge) int {
	at := -1
	take := func(s text.Span) {
		if !s.Empty() && (at < 0 || s.Start < at) {
			at = s.Start
		}
	}
	take(e.Else)
	if e.When != nil {
		take(e.When.Span)
	}
	if e.Loop != nil {
		take(e.Loop.Span)
	}
	if e.With != nil {
		take(e.With.Span)
	}
	return at
}

func (m *marker) with(x *bot.With) {
	if !x.Open.Empty() && !x.Close.Empty() {
		m.add(mark{start: x.Open.Start, end: x.Close.Start, block: m.block(), extent: braces})
	}
}

// place gives the lines of code their levels, and comments that stand inside
// of braces theirs.
func (w *writer) place() error {
	m := marker{marks: make([]mark, 0, len(w.items))}
	m.decls(w.f.Decls, 0, 0)
	if m.lost {
		return ErrShape
	}
	byStart := func(a, b mark) int {
		return cmp.Or(a.start-b.start, int(a.extent)-int(b.extent))
	}
	if !slices.IsSortedFunc(m.marks, byStart) {
		slices.SortStableFunc(m.marks, byStart)
	}
	p := placer{w: w, marks: m.marks, owner: -1}
	for i := range w.items {
		if !p.line(i) {
			return ErrShape
		}
	}
	w.blocks = m.blocks + 1
	return nil
}

// placer goes through the lines with the marks.
type placer struct {
	w     *writer
	marks []mark
	// in is the mark over several lines that was met last, and owner the line
	// of code before its lines.
	in    mark
	owner int
	last  int // the last line of code
	// cols are the columns, as written, of the open levels.
	cols []int
}

// line places one line; false where it cannot be placed.
func (p *placer) line(i int) bool {
	w := p.w
	it := &w.items[i]
	if it.kind == blank {
		return true
	}
	if it.kind == prose || it.kind == scalar {
		// A text moves with the line that opens it; a body does not.
		it.shift = 0
		if k := w.items[p.last]; it.kind == scalar || k.frozen {
			it.shift = k.column - k.indent
		}
		return true
	}
	off := w.f.Tokens[it.first].Span.Start
	found := mark{start: -1}
	for len(p.marks) > 0 && p.marks[0].start <= off {
		m := p.marks[0]
		p.marks = p.marks[1:]
		switch m.extent {
		case oneLine, anEdge:
			if m.start == off && found.start < 0 {
				found = m
			}
		case dashes, unread, braces:
			p.in, p.owner = m, p.last
			if m.extent == unread {
				p.owner = -1 // the line that is being placed, or the last one
				if m.start < off {
					p.owner = p.last
				}
			}
		}
	}
	return p.put(i, off, found)
}

// put gives the line its place: that of the mark found for it, that of what
// it stands in, or that of its column.
func (p *placer) put(i, off int, found mark) bool {
	w := p.w
	it := &w.items[i]
	in := p.in
	switch {
	case in.extent == braces && off <= in.end && off > in.start:
		owner := w.items[p.owner]
		it.inside = true
		it.block = in.block
		it.level = owner.level + 1
		switch {
		case it.kind != code || in.end >= it.stop:
		case off == in.end:
			it.level, it.block = owner.level, owner.block
		default:
			// The engine ends the workflow behind a closing brace whose line
			// is deeper than the edge, entries before it or not.
			it.level = owner.level
		}
	case in.extent == unread && off > in.start && off < in.end:
		owner := w.items[p.owner]
		it.frozen, it.shift = true, owner.column-owner.indent
		it.level, it.column = owner.level, max(it.indent+it.shift, 0)
		if it.kind == code {
			p.last = i
		}
		return true
	case it.kind == comment:
		return true
	case in.extent == dashes && off >= in.start && off < in.end && w.f.Tokens[it.first].Kind == bot.TokDash:
		it.level, it.block = in.level, in.block
		p.keep(it)
	case found.start >= 0:
		it.level, it.block = found.level, found.block
		it.edge, it.clause = found.extent == anEdge, found.clause
		p.keep(it)
	default:
		// What is no part of the tree stands where its column says.
		it.level = slices.Index(p.cols, it.indent)
		if it.indent == 0 {
			it.level = 0
		}
		if it.level < 0 {
			return false
		}
		if it.level > 0 {
			it.block = -1
		}
		p.keep(it)
	}
	it.column = it.level * unit
	if it.kind == code {
		p.last = i
		if in.extent == unread && p.owner < 0 && off == in.start {
			p.owner = i
		}
	}
	return true
}

// keep notes the column of the line's level.
func (p *placer) keep(it *item) {
	for len(p.cols) <= it.level {
		p.cols = append(p.cols, it.indent)
	}
	p.cols = p.cols[:it.level+1]
	p.cols[it.level] = it.indent
}
