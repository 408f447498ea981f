package bot

import "github.com/boundary-lsp/boundary-lsp/dsl/spell"

// Nearest is the candidate that is closest to the written name by the metric
// of authoring.md 2.1, where exactly one is, with its distance; else the empty
// string.
func Nearest(name string, candidates []string) (near string, distance int) {
	names, distance := spell.Closest(name, candidates)
	if len(names) != 1 {
		return "", 0
	}
	return names[0], distance
}

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
