package format

import "github.com/boundary-lsp/boundary-lsp/dsl/bot"

// comments puts the lines that hold nothing but a comment where they belong
// (authoring.md 1.3).
func (w *writer) comments() {
	c := commenter{w: w, behind: -1, unread: -1}
	for i := 0; i < len(w.items); i++ {
		it := &w.items[i]
		switch it.kind {
		case code:
			c.code(i)
		case prose:
			c.body = !w.items[c.behind].frozen
		case comment:
			if !it.kept && !it.frozen {
				c.comment(i)
			}
		}
	}
}

// commenter goes through the lines with what decides about comments.
type commenter struct {
	w      *writer
	behind int  // the line of code before
	body   bool // a prompt body stands between
	// cols are the columns, as written, of the blocks that a comment may still
	// belong to.
	cols []int
	// next is the line of code behind the comments being looked at, -1 at the
	// end of the file; known up to upTo.
	next, upTo int
	// unread is the column of the first line of the block of an unknown
	// property that has just ended, -1 without one; shift is how far it moves.
	unread, shift int
}

// code notes a line of code.
func (c *commenter) code(i int) {
	it := &c.w.items[i]
	c.body = false
	if it.frozen {
		if c.unread < 0 {
			c.unread = it.indent
		}
		c.shift = it.shift
		c.behind = i
		return
	}
	c.unread = -1
	c.behind = i
	if it.inside {
		return
	}
	for len(c.cols) <= it.level {
		c.cols = append(c.cols, it.indent)
	}
	c.cols = c.cols[:it.level+1]
	c.cols[it.level] = it.indent
}

// comment places the comment i.
func (c *commenter) comment(i int) {
	w := c.w
	it := &w.items[i]
	if c.unread >= 0 {
		if it.indent >= c.unread {
			// It ends the block that is not read, and moves with it.
			it.frozen, it.shift = true, c.shift
			it.level, it.column = w.items[c.behind].level, max(it.indent+c.shift, 0)
			return
		}
		c.unread = -1
	}
	if i > 0 {
		if over := &w.items[i-1]; over.tail > 0 && over.was == it.indent {
			it.column, it.level = over.tail, over.level
			it.tail, it.was = over.tail, over.was
			return
		}
	}
	switch {
	case it.inside:
		return // at the level of the entries
	case c.body:
		it.level = 0
	default:
		it.level = c.level(i)
	}
	it.column = it.level * unit
}

// level is the level of the comment i by the line of code behind it.
func (c *commenter) level(i int) int {
	w := c.w
	if c.upTo <= i {
		c.next, c.upTo = -1, len(w.items)
		for k := i + 1; k < len(w.items); k++ {
			if w.items[k].kind == code {
				c.next, c.upTo = k, k
				break
			}
		}
	}
	level := 0
	if c.next >= 0 {
		level = w.items[c.next].level
	}
	if c.behind < 0 || c.next >= 0 && level >= c.depth() {
		return level
	}
	// It belongs to the deepest block that its column allows, and later ones
	// to none that is deeper.
	col := w.items[i].indent
	for len(c.cols) > level+1 && c.cols[len(c.cols)-1] > col {
		c.cols = c.cols[:len(c.cols)-1]
	}
	return max(len(c.cols)-1, level)
}

// depth is the level of the line before the comments.
func (c *commenter) depth() int { return c.w.items[c.behind].level }

// indentation moves what stands in the wrong column.
func (w *writer) indentation() {
	shift := 0 // of the block scalar above
	for i := range w.items {
		it := &w.items[i]
		lead := it.indent
		switch {
		case it.kind == scalar:
			shift = it.shift
		case w.opensScalar(it):
			shift = it.column - it.indent
		case it.kind != blank:
			shift = 0
		}
		switch {
		case it.kind == blank && it.kept && shift != 0:
			w.moveTabs(it, shift)
		case it.kind == scalar, it.kind == prose && it.shift != 0:
			w.moveLines(it)
		case it.kind == blank, it.kind == prose, it.kept && it.shift == 0:
		default:
			w.edit(it.start, it.start+lead, spaces(it.column))
		}
	}
}

// moveTabs moves a line of spaces with a tab behind the text of a scalar, which
// it ends: no deeper than the text it would be part of it.
func (w *writer) moveTabs(it *item, shift int) {
	n := 0
	for n < it.indent && w.src[it.start+n] == ' ' {
		n++
	}
	if n < it.indent {
		w.edit(it.start, it.start+n, spaces(n+shift))
	}
}

// moveLines moves the lines of a text by its shift; lines of spaces stay.
func (w *writer) moveLines(it *item) {
	if it.shift == 0 {
		return
	}
	s := w.f.Tokens[it.first].Span
	for at := s.Start; at < s.End; {
		text := at
		for text < s.End && w.src[text] == ' ' {
			text++
		}
		end := text
		for end < s.End && w.src[end] != '\n' {
			end++
		}
		if text < end && !(w.src[text] == '\r' && text+1 == end && end < s.End) {
			w.edit(at, text, spaces(text-at+it.shift))
		}
		at = end + 1
	}
}

// opensTop reports whether the line begins a declaration, an import or the
// line of the profile.
func (it *item) opensTop() bool {
	return it.kind == code && it.level == 0 && !it.inside && !it.frozen
}

// heads reports whether the line is one of those that stand together at the
// head of a file: dsl, import, use.
func (w *writer) heads(it *item) bool {
	if it.kind != code || it.level != 0 || w.f.Tokens[it.first].Kind != bot.TokWord {
		return false
	}
	switch w.text(it.first) {
	case "dsl", "import", "use":
		return true
	}
	return false
}
