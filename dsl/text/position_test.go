package text

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// The places of a long line are what counting it from its start gives, inside
// characters, behind broken ones and at the edges of steps as well.
func TestPlacesInALongLine(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", "ü", "€", "😀", "\xff", "\xe2\x82", "\x80", strings.Repeat("x", step)}
	for range 20 {
		var b strings.Builder
		b.WriteString("first\n")
		for b.Len() < 12*step {
			b.WriteString(pieces[rng.IntN(len(pieces))])
		}
		src := b.String() + "\nlast"
		long := New(src)
		start := long.LineStart(1)
		for range 500 {
			off := start + rng.IntN(long.Line(1).Len()+1)
			if rng.IntN(2) == 0 {
				off = min((off/step)*step+rng.IntN(5), long.Line(1).End)
			}
			if off < start {
				continue
			}
			if got, want := long.LineCol(off), (LineCol{2, width(src[start:off], UTF32) + 1}); got != want {
				t.Fatalf("offset %d is at %v, want %v", off, got, want)
			}
			for _, enc := range []Encoding{UTF8, UTF16, UTF32} {
				want := Position{1, width(src[start:charStart(src, off)], enc)}
				if got := long.Position(off, enc); got != want {
					t.Fatalf("offset %d is at %v in encoding %d, want %v", off, got, enc, want)
				}
			}
		}
	}
}
