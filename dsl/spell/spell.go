// Package spell finds the known name that a misspelt one stands for: the
// metric of authoring.md 2.1, used by parsers and rules alike.
package spell

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// MaxWord is the longest word, in code points, that a near name is looked for.
// Longer ones are no slip of the pen, and text from a file has no bound.
const MaxWord = 256

// Nearest gives the candidate with the smallest Distance to word, of several
// the first in byte order; unique says that there is only one. The word itself
// is no candidate. Without a candidate, and for a word that is empty or longer
// than MaxWord, best is empty and distance -1.
func Nearest(word string, candidates []string) (best string, distance int, unique bool) {
	names, distance := nearest(word, candidates, MaxWord)
	if len(names) == 0 {
		return "", -1, false
	}
	return names[0], distance, len(names) == 1
}

// Closest gives the candidates nearest to word, in byte order and each once,
// if they are near enough for a message or a fix (authoring.md 2.1): at most 2
// edits, 1 where word has three or four characters, and with one or two
// characters only another case or a swap. Messages name up to three of them; a
// fix needs exactly one.
func Closest(word string, candidates []string) (names []string, distance int) {
	limit := 2
	switch n := utf8.RuneCountInString(word); {
	case n <= 2:
		candidates = slices.DeleteFunc(slices.Clone(candidates), func(c string) bool {
			return !strings.EqualFold(c, word) && !swapped(c, word)
		})
		limit = 1
	case n <= 4:
		limit = 1
	}
	return nearest(word, candidates, limit)
}

// Distance is the optimal string alignment of two words over code points:
// insert, delete, replace and swap of neighbours cost 1 each. Words that are
// equal but for case have distance 1. It takes time proportional to the
// product of the lengths.
func Distance(a, b string) int {
	if len(a) > len(b) {
		a, b = b, a
	}
	return within(a, []rune(a), b, len(b)+1)
}

func nearest(word string, candidates []string, limit int) (names []string, distance int) {
	if word == "" || len(word) > MaxWord*utf8.UTFMax {
		return nil, -1
	}
	letters := []rune(word)
	if len(letters) > MaxWord {
		return nil, -1
	}
	distance = -1
	for _, c := range candidates {
		if c == word || c == "" || len(c) > MaxWord*utf8.UTFMax {
			continue
		}
		d := within(word, letters, c, limit)
		if d > limit {
			continue
		}
		if distance >= 0 && d == distance {
			names = append(names, c)
			continue
		}
		// Only better or equal ones matter from here on.
		names, distance, limit = append(names[:0], c), d, d
	}
	slices.Sort(names)
	return slices.Compact(names), distance
}

// within gives the distance of a (whose code points are letters) and b, or
// something above limit where it is above.
func within(a string, letters []rune, b string, limit int) int {
	if a == b {
		return 0
	}
	if strings.EqualFold(a, b) {
		return 1
	}
	n := utf8.RuneCountInString(b)
	if gap := n - len(letters); gap > limit || -gap > limit {
		return limit + 1
	}
	// Three rows of the usual table: the last but one serves the swap. What is
	// further from the diagonal than the limit is above it, and not computed.
	width := len(letters) + 1
	var few [3 * 48]int
	rows := few[:]
	if 3*width > len(rows) {
		rows = make([]int, 3*width)
	}
	older, old, row := rows[:width], rows[width:2*width], rows[2*width:3*width]
	for j := range old {
		old[j] = j
	}
	var before rune
	i := 0
	for _, r := range b {
		i++
		first, last := max(0, i-1-limit), min(len(letters), i+limit)
		row[first] = limit + 1
		if first == 0 {
			row[0] = i
		}
		least := row[first]
		for j := first; j < last; j++ {
			l := letters[j]
			cost := 1
			if l == r {
				cost = 0
			}
			d := min(old[j]+cost, old[j+1]+1, row[j]+1)
			if i > 1 && j > 0 && l == before && letters[j-1] == r {
				d = min(d, older[j-1]+1)
			}
			row[j+1] = d
			least = min(least, d)
		}
		if last < len(letters) {
			row[last+1] = limit + 1
		}
		// A swap reaches back two rows, so one bad row is not the end yet.
		if least > limit+1 {
			return limit + 1
		}
		before = r
		older, old, row = old, row, older
	}
	return old[width-1]
}

// swapped reports whether a and b are two code points in either order.
func swapped(a, b string) bool {
	x, y := []rune(a), []rune(b)
	return len(x) == 2 && len(y) == 2 && x[0] == y[1] && x[1] == y[0]
}
