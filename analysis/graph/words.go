package graph

import (
	"strings"

	"github.com/rivo/uniseg"
)

// The text of the picture. Every letter is taken to be 0.6 em wide, wide ones
// twice that, so that no font of a machine is asked.
const (
	nameSize, smallSize = 13, 11
	nameLine, smallLine = 18, 15
	reasonCells         = 36 // where lines below a name are broken
	labelCells          = 28 // where labels of edges are broken
	minCells            = 12 // what they are not made narrower than
)

// textWidth is the width of a text in a size, in pixels, rounded up.
func textWidth(s string, size int) int {
	return (uniseg.StringWidth(s)*size*6 + 9) / 10
}

// wrap breaks a line into as few parts as fit into cells, of about one width.
func wrap(s string, cells int) []string {
	list := broken(s, cells)
	for n := len(list); n > 1 && cells > minCells; {
		cells--
		narrow := broken(s, cells)
		if len(narrow) > n {
			break
		}
		list = narrow
	}
	return list
}

// broken breaks a line behind spaces so that no part is wider than cells, words
// that are wider alone between letters.
func broken(s string, cells int) []string {
	var list []string
	line, used := "", 0
	flush := func() {
		if line = strings.TrimRight(line, " "); line != "" {
			list = append(list, line)
		}
		line, used = "", 0
	}
	for _, word := range strings.SplitAfter(s, " ") {
		w := uniseg.StringWidth(strings.TrimRight(word, " "))
		if used > 0 && used+w > cells {
			flush()
		}
		for w > cells {
			head, rest := split(word, cells)
			line = head
			flush()
			word, w = rest, uniseg.StringWidth(strings.TrimRight(rest, " "))
		}
		line += word
		used += uniseg.StringWidth(word)
	}
	flush()
	return list
}

// split cuts a word so that its head has at most that many cells, and at least
// one letter.
func split(word string, cells int) (head, rest string) {
	used, at, state := 0, 0, -1
	for rest = word; rest != ""; {
		cluster, next, width, s := uniseg.FirstGraphemeClusterInString(rest, state)
		if at > 0 && used+width > cells {
			return word[:at], rest
		}
		used, at, rest, state = used+width, at+len(cluster), next, s
	}
	return word, ""
}

// wrapAll breaks several lines.
func wrapAll(lines []string, cells int) []string {
	var list []string
	for _, l := range lines {
		list = append(list, wrap(l, cells)...)
	}
	return list
}

// widest is the width of the widest of lines in small letters.
func widest(lines []string) int {
	w := 0
	for _, l := range lines {
		w = max(w, textWidth(l, smallSize))
	}
	return w
}
