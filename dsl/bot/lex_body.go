package bot

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// opensBody reports whether the line of code that begins with the token first
// is the header of a prompt: `prompt NAME :` at its end (bot-language.md 3.4).
// Headers that lack the colon or the name, or misspell the keyword, count at
// column 0.
func (lx *lexer) opensBody(first, indent int) bool {
	// The last three tokens that are neither spaces nor comments.
	var last [3]Token
	n := 0
	for i := len(lx.toks) - 1; i >= first && n < len(last); i-- {
		if k := lx.toks[i].Kind; k != TokSpace && k != TokComment {
			last[n] = lx.toks[i]
			n++
		}
	}
	begins := func(i int) bool { return indent == 0 && last[i].Span.Start == lx.toks[first].Span.Start }
	word := func(i int) string { return lx.src[last[i].Span.Start:last[i].Span.End] }
	switch {
	case n == 1:
		return begins(0) && word(0) == "prompt"
	case n < 2 || last[1].Kind != TokWord:
		return false
	case last[0].Kind == TokWord:
		return begins(1) && word(1) == "prompt"
	case last[0].Kind != TokColon:
		return false
	case n == 3 && last[2].Kind == TokWord:
		if word(2) == "prompt" {
			return true
		}
		if !begins(2) {
			return false
		}
		if _, known := KindOf(word(2)); known {
			return false
		}
		near, _ := nearestKeyword(word(2), true)
		return near == "prompt"
	}
	return begins(1) && word(1) == "prompt"
}

// tabBody reports whether a body that is indented with tabs begins at the tab
// at at: the engine takes its lines as code.
func (lx *lexer) tabBody(at int) bool {
	at = skipBlanks(lx.src, at)
	return !lx.eol(at) && lx.level == 0
}

// body reads a prompt body from the start of its first line. Lines that are
// shallower but no code are kept in it; the engine ends the body there.
func (lx *lexer) body(indent int) {
	src := lx.src
	b := bodyAt{tok: len(lx.toks), indent: indent, tabbed: indent <= lx.level}
	last := lx.pos
	at := lx.pos
	low := indent // the column of the shallowest line that is kept
	for at < len(src) {
		content := skipSpaces(src, at, len(src))
		end := lx.lineEnd(content)
		if content < end {
			width := content - at
			if b.tabbed {
				if width == 0 && src[content] != '\t' {
					break
				}
			} else if width < indent {
				if width <= lx.level || width < low && !lx.proseAt(content, end) {
					break
				}
				low = min(low, width)
				b.shallow = append(b.shallow, text.Span{Start: at, End: end})
			}
			last = lx.nextLine(end)
		}
		at = lx.nextLine(end)
	}
	if len(lx.lines) > 0 {
		lx.lines[len(lx.lines)-1].body = int32(len(lx.bodies) + 1)
	}
	if b.tabbed {
		lx.tabs = append(lx.tabs, tabAt{text.Span{Start: lx.pos, End: skipBlanks(src, lx.pos)}, -1})
	}
	lx.bodies = append(lx.bodies, b)
	lx.emit(TokText, last)
	lx.after, lx.blank = true, false
}

// headish reports whether the line of code at at, in column 0 behind a body,
// may be meant as code: it is shaped like a header, an edge or an import.
func (lx *lexer) headish(at int) bool {
	end := lx.lineEnd(at)
	s := lx.src[at:end]
	w := wordEnd(s, 0)
	if w == 0 {
		return false
	}
	_, known := KindOf(s[:w])
	rest := strings.TrimLeft(s[w:], " \t")
	switch {
	case rest == "", rest[0] == '#':
		return known
	case strings.HasPrefix(rest, "->"):
		return true
	case rest[0] == ':':
		return known || s[:w] == "dsl" || lx.restIsComment(end-len(rest)+1)
	case s[:w] == "import":
		return rest[0] == '"' || rest[0] == '`'
	}
	w2 := wordEnd(rest, 0)
	if w2 == 0 {
		return false
	}
	rest = strings.TrimLeft(rest[w2:], " \t")
	if rest == "" || rest[0] == '#' {
		return known
	}
	return rest[0] == ':' || known && (rest[0] == '(' || s[:w] == "use")
}

// proseAt reports whether the text from at to end looks like a line of a body:
// no comment, no tab in front, no key and no edge.
func (lx *lexer) proseAt(at, end int) bool {
	s := lx.src[at:end]
	if s[0] == '#' || s[0] == '\t' {
		return false
	}
	w := wordEnd(s, 0)
	if w == 0 {
		return true
	}
	rest := strings.TrimLeft(s[w:], " \t")
	return !strings.HasPrefix(rest, ":") && !strings.HasPrefix(rest, "->") && !lx.headerAt(at)
}
