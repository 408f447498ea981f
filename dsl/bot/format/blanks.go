package format

import "strings"

// blanks lays out the lines without text (authoring.md 1.5).
func (w *writer) blanks() {
	n := len(w.items)
	for i := 0; i < n; {
		if w.items[i].kind != blank {
			if w.items[i].opensTop() {
				w.separate(i)
			}
			i++
			continue
		}
		end := i
		for end < n && w.items[end].kind == blank {
			end++
		}
		w.run(i, end)
		i = end
	}
	w.lastLine()
}

// run lays out the blank lines from i to end.
func (w *writer) run(i, end int) {
	if w.items[i].kept || i > 0 && w.items[i-1].frozen || end < len(w.items) && w.items[end].frozen {
		return // the blocks of unknown properties stay as they are
	}
	if i > 0 && end < len(w.items) {
		// One stays, without its spaces.
		it := &w.items[i]
		w.edit(it.start, it.start+it.indent, "")
		i++
	}
	for ; i < end; i++ {
		w.edit(w.items[i].start, w.items[i].stop, "")
	}
}

// separate inserts a blank line in front of the line i, which begins a
// declaration, and the comments attached above it, where there is none.
func (w *writer) separate(i int) {
	group := i
	for group > 0 && w.items[group-1].kind == comment && w.items[group-1].column == 0 && !w.items[group-1].frozen {
		group--
	}
	if group == 0 {
		return
	}
	before := &w.items[group-1]
	if before.kind == blank || before.kind == scalar || before.frozen || w.opensScalar(before) ||
		w.heads(&w.items[i]) && w.headsAbove(group) {
		return
	}
	at := w.items[group].start
	w.edits = append(w.edits, insertion(at, w.lineEnd(at)))
}

// headsAbove reports whether the last line of code above is one of the head.
func (w *writer) headsAbove(i int) bool {
	for i--; i >= 0; i-- {
		if w.items[i].kind == code {
			return !w.items[i].inside && w.heads(&w.items[i])
		}
	}
	return false
}

// lastLine gives the last line its end.
func (w *writer) lastLine() {
	n := len(w.items)
	for n > 0 && w.items[n-1].kind == blank {
		n--
	}
	if n == 0 || n < len(w.items) {
		return // it has one
	}
	last := &w.items[n-1]
	if last.kind == scalar || last.frozen || w.opensScalar(last) || strings.HasSuffix(w.src, "\n") {
		return
	}
	end := w.lineEnd(len(w.src))
	if strings.HasSuffix(w.src, "\r") {
		end = "\r\n" // a lone CR stays text
	}
	w.edits = append(w.edits, insertion(len(w.src), end))
}

// lineEnd is the line end of the line before off, the first of the file where
// there is none.
func (w *writer) lineEnd(off int) string {
	i := strings.LastIndexByte(w.src[:off], '\n')
	if i < 0 {
		return w.f.Text.EOL()
	}
	if i > 0 && w.src[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
