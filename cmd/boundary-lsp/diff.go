package main

import (
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
)

// unifiedDiff is the diff from old to new in the form that patch reads; empty
// where they are equal. path is as output names the file; a file that does
// not exist yet comes from /dev/null.
func unifiedDiff(path, old, new string, exists bool) string {
	name := finding.Escape(path)
	if strings.ContainsRune(name, ' ') {
		// patch takes a name up to a blank unless a tab ends it.
		name += "\t"
	}
	from := name
	if !exists {
		from = "/dev/null"
	}
	return udiff.Unified(from, name, old, new)
}

// forScreen makes a diff fit for the output: coloured where that is wanted,
// and on a terminal with what it could be harmed by escaped. Elsewhere it
// stays the bytes that patch needs.
func (a *app) forScreen(colour, diff string) string {
	_, tty := terminal(a.out)
	coloured := a.colour(colour, a.out)
	if !tty && !coloured {
		return diff
	}
	var b strings.Builder
	for line := range strings.Lines(diff) {
		line = strings.TrimSuffix(line, "\n")
		if tty {
			line = escapedLine(line, true)
		}
		if ink := diffInk(line); coloured && ink != "" {
			line = ink + line + "\x1b[0m"
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

func diffInk(line string) string {
	switch {
	case strings.HasPrefix(line, "--- "), strings.HasPrefix(line, "+++ "):
		return "\x1b[1m"
	case strings.HasPrefix(line, "@@"):
		return "\x1b[36m"
	case strings.HasPrefix(line, "-"):
		return "\x1b[31m"
	case strings.HasPrefix(line, "+"):
		return "\x1b[32m"
	}
	return ""
}
