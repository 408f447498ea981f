package bot

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Nearest is the candidate that is closest to the written name by the metric
// of authoring.md 2.1, where exactly one is, with its distance; else the empty
// string.
func Nearest(name string, candidates []string) (near string, distance int) {
	list := Near(name, candidates)
	if len(list) != 1 {
		return "", 0
	}
	return list[0], nameDistance(name, list[0], 2)
}

// Near lists the candidates closest to the written name, in byte order:
// optimal string alignment over code points, names equal but for case being
// one apart; at most two apart, one for names of three or four characters,
// and only by case or a swap of neighbours for shorter ones.
func Near(name string, candidates []string) []string {
	n := utf8.RuneCountInString(name)
	limit := 2
	if n <= 4 {
		limit = 1
	}
	if n == 0 || n > maxNear {
		return nil
	}
	var best []string
	for _, c := range candidates {
		if c == name || len(c) > maxNear*utf8.UTFMax {
			continue
		}
		d := nameDistance(name, c, limit)
		if d > limit || n <= 2 && !caseOrSwap(name, c) {
			continue
		}
		if d < limit {
			limit, best = d, best[:0]
		}
		if !slices.Contains(best, c) {
			best = append(best, c)
		}
	}
	slices.Sort(best)
	return best
}

// maxNear bounds the names that are compared, in code points: longer ones are
// no typos of each other, and the comparison is quadratic.
const maxNear = 64

// nearestKeyword is the declaration keyword closest to the word: one that
// takes a name, or one of the others.
func nearestKeyword(word string, named bool) (string, int) {
	var list [len(kindWords)]string
	n := 0
	for k := KindVars; int(k) < len(kindWords); k++ {
		if (k.Named() || k == KindUse) == named {
			list[n] = kindWords[k]
			n++
		}
	}
	return Nearest(word, list[:n])
}

func caseOrSwap(a, b string) bool {
	if strings.EqualFold(a, b) {
		return true
	}
	x, y := []rune(a), []rune(b)
	return len(x) == 2 && len(y) == 2 && x[0] == y[1] && x[1] == y[0]
}

// nameDistance is the optimal string alignment distance, or more than limit.
func nameDistance(a, b string, limit int) int {
	if strings.EqualFold(a, b) {
		return 1
	}
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) > limit || len(y)-len(x) > limit {
		return limit + 1
	}
	rows := make([]int, 3*(len(y)+1))
	before, above, row := rows[:len(y)+1], rows[len(y)+1:2*(len(y)+1)], rows[2*(len(y)+1):]
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			d := min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				d = min(d, before[j-2]+1)
			}
			row[j] = d
		}
		before, above, row = above, row, before
	}
	return above[len(y)]
}
