package lsp

import (
	"math"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// position converts a byte offset to the client's units.
func (s *server) position(t *text.Text, off int) protocol.Position {
	p := t.Position(off, s.encoding)
	return protocol.Position{Line: clamp(p.Line), Character: clamp(p.Column)}
}

// rang converts a span of bytes.
func (s *server) rang(t *text.Text, span text.Span) protocol.Range {
	return protocol.Range{Start: s.position(t, span.Start), End: s.position(t, span.End)}
}

// placeRange is the range of a place; the start of the file where it has none
// or the file cannot be read.
func (v *view) placeRange(p finding.Place) protocol.Range {
	t := v.text(p.Path)
	if p.Whole || t == nil {
		return protocol.Range{}
	}
	return v.rang(t, p.Span)
}

// offset converts a position of the client; one that is outside of the line or
// of the text is clamped to it (LSP 3.17, Position).
func (s *server) offset(t *text.Text, p protocol.Position) int {
	return t.OffsetAt(text.Position{Line: natural(p.Line), Column: natural(p.Character)}, s.encoding)
}

// span converts a range; one that is reversed is turned round.
func (s *server) span(t *text.Text, r protocol.Range) text.Span {
	a, b := s.offset(t, r.Start), s.offset(t, r.End)
	return text.Span{Start: min(a, b), End: max(a, b)}
}

func clamp(n int) uint32 { return uint32(min(max(n, 0), math.MaxInt32)) }

func natural(n uint32) int { return int(min(n, math.MaxInt32)) }
