package format

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// place is a place in a line at which a run of spaces may be longer than one,
// because authors align there (authoring.md 1.4, F6). A line has them in this
// order, so that each is settled before those to its right.
type place uint8

const (
	noPlace   place = iota
	atArrow         // the first one of an edge
	atClause        // the first one of an edge
	atValue         // behind the first colon
	atEquals        // the first one
	atComment       // behind code
	behindPlaces
)

// placeAt is a place in a file.
type placeAt struct {
	place place
	block int32
	gap   text.Span
	// base is the column of the place without the runs of the places from
	// fresh on that stand before it, and without its own.
	base  int
	fresh int32
	// width is the width of its run: settled, or the one it may have.
	width int
	// wide says that the run is longer than it is without neighbours, which
	// is least.
	wide  bool
	least int
}

// placeAt is the place between the tokens prev and next, noPlace for none.
func (s *scan) placeAt(toks []bot.Token, prev, next int32, it *item) place {
	b := toks[next].Kind
	switch {
	case b == bot.TokBad, toks[prev].Kind == bot.TokBad && toks[prev].Span.End == toks[next].Span.Start:
		// A space may make another token of it: `-#` is no dash, `- #` is.
	case b == bot.TokComment:
		return atComment
	case toks[prev].Kind == bot.TokBad:
	case it.edge && b == bot.TokArrow && !s.arrow:
		return atArrow
	case it.edge && s.arrow && !s.clause && toks[next].Span.Start == it.clause:
		s.clause = true
		return atClause
	case toks[prev].Kind == bot.TokColon && s.colons == 1 && b != bot.TokColon:
		return atValue
	case b == bot.TokEquals && !s.equals && !it.edge && toks[prev].Kind != bot.TokColon:
		return atEquals
	}
	return noPlace
}

// addPlace notes a place and moves over it.
func (w *writer) addPlace(p place, gap text.Span, it *item, s *scan) {
	x := placeAt{place: p, block: it.block, gap: gap, base: s.column, fresh: s.fresh, least: 1, width: 1}
	run := w.src[gap.Start:gap.End]
	kept := 1
	if p == atComment {
		x.least, kept = 2, 3
	}
	x.width = x.least
	if n := len(run); n > 0 && !s.broken && strings.Trim(run, " ") == "" {
		x.width = n
		x.wide = n > kept
	}
	w.places = append(w.places, x)
}

// column is the column of the place n with all runs before it settled.
func (w *writer) column(n int32) int {
	p := &w.places[n]
	col := p.base + p.width
	for i := p.fresh; i < n; i++ {
		col += w.places[i].width
	}
	return col
}

// neighbours tells the columns in one block apart.
type neighbours struct {
	block  int32
	column int
}

// settle decides which wide runs stay: those at which another line of the
// block has the same place in the same column.
func (w *writer) settle() {
	var wide []bool // by block, -1 being the first
	for kind := atArrow; kind < behindPlaces; kind++ {
		wide = append(wide[:0], make([]bool, int(w.blocks)+1)...)
		some := false
		for i := range w.places {
			if p := &w.places[i]; p.place == kind && p.wide {
				wide[p.block+1], some = true, true
			}
		}
		if !some {
			continue
		}
		count := map[neighbours]int{}
		for i := range w.places {
			if p := &w.places[i]; p.place == kind && wide[p.block+1] {
				count[neighbours{p.block, w.column(int32(i))}]++
			}
		}
		for i := range w.places {
			p := &w.places[i]
			if p.place == kind && p.wide && count[neighbours{p.block, w.column(int32(i))}] < 2 {
				p.width = p.least
			}
		}
	}
	from := int32(0)
	for i := range w.items {
		it := &w.items[i]
		for n := from; n < it.places; n++ {
			p := &w.places[n]
			w.edit(p.gap.Start, p.gap.End, spaces(p.width))
			if p.place == atComment {
				it.tail, it.was = w.column(n), w.columnAt(p.gap.End)
			}
		}
		from = it.places
	}
}
