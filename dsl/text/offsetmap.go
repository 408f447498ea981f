package text

import (
	"slices"
	"sort"
)

// Map leads from offsets of a decoded text back to its source: escapes,
// dedented lines, dropped blank lines and folded CRLF make the two differ.
// The zero Map is the identity. Texts are shorter than 2 GiB.
type Map struct {
	// Most maps are one run, which takes no memory of its own.
	first  run
	mapped bool // first is set
	rest   []run
}

// A run is a stretch of decoded bytes from out on. A verbatim one stands byte
// for byte in the source from start on and has no end; any other (an escape)
// comes from start to end as a whole.
type run struct{ out, start, end int32 }

const verbatim = -1

// Grow makes room for n more runs.
func (m *Map) Grow(n int) { m.rest = slices.Grow(m.rest, n) }

func (m *Map) add(r run) {
	if !m.mapped {
		m.first, m.mapped = r, true
		return
	}
	m.rest = append(m.rest, r)
}

// Verbatim says that the decoded bytes from out on are the source from src on.
// Calls must come in order of out.
func (m *Map) Verbatim(out, src int) {
	last := m.first
	if n := len(m.rest); n > 0 {
		last = m.rest[n-1]
	}
	if m.mapped && last.end == verbatim && int32(src)-last.start == int32(out)-last.out {
		return
	}
	m.add(run{int32(out), int32(src), verbatim})
}

// Folded says that the decoded bytes from out on come from the span src as a
// whole, until the next call.
func (m *Map) Folded(out int, src Span) {
	m.add(run{int32(out), int32(src.Start), int32(src.End)})
}

// Source is where the decoded byte at out stands in the source; for the end of
// the text, the place behind its last byte is that of its last run.
func (m *Map) Source(out int) int { return m.at(out).Start }

// SourceSpan is the source of the decoded bytes of s: from its first byte to
// behind its last.
func (m *Map) SourceSpan(s Span) Span {
	if s.Empty() {
		p := m.at(s.Start).Start
		return Span{p, p}
	}
	return Span{m.at(s.Start).Start, m.at(s.End - 1).End}
}

func (m *Map) at(out int) Span {
	if !m.mapped || out < int(m.first.out) {
		return Span{out, out + 1}
	}
	r := m.first
	if i := sort.Search(len(m.rest), func(i int) bool { return int(m.rest[i].out) > out }); i > 0 {
		r = m.rest[i-1]
	}
	if r.end == verbatim {
		p := int(r.start) + out - int(r.out)
		return Span{p, p + 1}
	}
	return Span{int(r.start), int(r.end)}
}
