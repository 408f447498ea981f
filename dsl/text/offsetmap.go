package text

import "sort"

// Map leads from offsets of a decoded text back to its source: escapes,
// dedented lines, dropped blank lines and folded CRLF make the two differ.
// The zero Map is the identity.
type Map struct{ runs []run }

// A run is a stretch of decoded bytes. A verbatim one stands byte for byte in
// the source; any other (an escape) comes from src as a whole.
type run struct {
	out      int
	src      Span
	verbatim bool
}

// Verbatim says that the decoded bytes from out on are the source from src on.
// Calls must come in order of out.
func (m *Map) Verbatim(out, src int) {
	if n := len(m.runs); n > 0 {
		last := m.runs[n-1]
		if last.verbatim && src-last.src.Start == out-last.out {
			return
		}
	}
	m.runs = append(m.runs, run{out: out, src: Span{src, src}, verbatim: true})
}

// Folded says that the decoded bytes from out on come from the span src as a
// whole, until the next call.
func (m *Map) Folded(out int, src Span) {
	m.runs = append(m.runs, run{out: out, src: src})
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
	i := sort.Search(len(m.runs), func(i int) bool { return m.runs[i].out > out }) - 1
	if i < 0 {
		return Span{out, out + 1}
	}
	r := m.runs[i]
	if r.verbatim {
		p := r.src.Start + out - r.out
		return Span{p, p + 1}
	}
	return r.src
}
