package playbookedit

import (
	"sort"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// frame is an open bracket around the cursor, seen from the tokens alone.
type frame struct {
	open byte // ( [ or {
	// callee is the name in front of an open parenthesis; receiver says that
	// it stands behind a dot, whose offset dot is.
	callee   text.Span
	receiver bool
	dot      int
	called   bool
	// place is the number of commas before the cursor, named what was given
	// by name so far, keyword the name before the = of the present argument.
	place   int
	named   []string
	keyword string
	// bare says that nothing but blanks or a part of a name stands in the
	// present argument.
	bare  bool
	start int // index of the bracket's token
}

// context is what the tokens before the cursor say.
type context struct {
	src    string
	base   int // where the reading of tokens began
	off    int
	toks   []token // without comments, up to the cursor
	frames []frame // outermost first
	// comment and str say that the cursor stands in one; word is the part of
	// a name before the cursor.
	comment bool
	str     *token
	word    text.Span
	// statement says that a statement begins here.
	statement bool
	dot       int // offset of the dot in front of the word; -1 without one
}

// context reads the tokens before an offset, from a statement shortly before
// it: what is open there does not count.
func (x *index) context(off int) *context {
	starts := x.starts()
	// The statement at hand and the one before it.
	i := sort.SearchInts(starts, off+1) - 2
	base := 0
	if i > 0 {
		base = starts[i]
	}
	return contextAt(x.f.Source, base, off)
}

// columns are the offsets of the tokens that begin a statement at the first
// column.
func (x *index) columns() []int {
	var out []int
	for _, t := range lex(x.f.Source, len(x.f.Source)) {
		if t.first && t.kind != tokenPunct && t.kind != tokenComment {
			out = append(out, t.span.Start)
		}
	}
	return out
}

// lexFrom is lex of a piece that begins at a token at the first column.
func lexFrom(src string, base, end int) []token {
	toks := lex(src[base:max(base, end)], end-base)
	for i := range toks {
		toks[i].span, toks[i].inner = toks[i].span.Shift(base), toks[i].inner.Shift(base)
	}
	return toks
}

// contextAt reads the tokens between two offsets. Brackets that are open at
// the start of a line at the first column are taken for forgotten ones
// (playbook.md 14.1).
func contextAt(src string, base, off int) *context {
	off = min(max(off, base), len(src))
	c := &context{src: src, base: base, off: off, word: text.Span{Start: off, End: off}, dot: -1}
	for _, t := range lexFrom(src, base, off) {
		if t.kind == tokenComment {
			c.comment = t.span.End == off && off > 0 && src[off-1] != '\n' && src[off-1] != '\r'
			continue
		}
		c.toks = append(c.toks, t)
	}
	n := len(c.toks)
	if n > 0 && c.toks[n-1].kind == tokenString && c.toks[n-1].open && c.toks[n-1].span.End == off {
		t := c.toks[n-1]
		c.str = &t
		c.toks = c.toks[:n-1]
	} else if n > 0 && c.toks[n-1].kind == tokenName && c.toks[n-1].span.End == off {
		c.word = c.toks[n-1].span
		c.toks = c.toks[:n-1]
	}
	if n := len(c.toks); n > 0 && c.str == nil && c.text(n-1) == "." && c.toks[n-1].span.End == c.word.Start {
		c.dot = c.toks[n-1].span.Start
	}
	for i := range c.toks {
		c.push(i)
	}
	c.statement = c.str == nil && c.dot < 0 && len(c.frames) == 0 && blanks(src[c.lineStart():c.word.Start]) == c.word.Start-c.lineStart()
	if len(c.frames) > 0 && c.word.Start == c.lineStart() && !c.word.Empty() {
		// A word at the first column begins a statement.
		c.frames, c.statement = nil, c.str == nil
	}
	return c
}

func (c *context) lineStart() int {
	start := c.word.Start
	for start > 0 && c.src[start-1] != '\n' && c.src[start-1] != '\r' {
		start--
	}
	return start
}

func (c *context) text(i int) string {
	if i < 0 || i >= len(c.toks) {
		return ""
	}
	return c.src[c.toks[i].span.Start:c.toks[i].span.End]
}

func (c *context) push(i int) {
	t := c.toks[i]
	word := c.text(i)
	if t.first && t.kind != tokenPunct {
		c.frames = nil
	}
	n := len(c.frames)
	switch {
	case t.kind != tokenPunct:
		if n > 0 {
			c.frames[n-1].bare = false
		}
	case word == "(" || word == "[" || word == "{":
		if n > 0 {
			c.frames[n-1].bare = false
		}
		f := frame{open: word[0], bare: true, start: i}
		if word == "(" && i > 0 && c.toks[i-1].kind == tokenName && !isKeyword(c.text(i-1)) && c.text(i-2) != "def" {
			f.called, f.callee = true, c.toks[i-1].span
			if c.text(i-2) == "." {
				f.receiver, f.dot = true, c.toks[i-2].span.Start
			}
		}
		if word == "(" && c.text(i-1) == "load" {
			f.called, f.callee = true, c.toks[i-1].span
		}
		c.frames = append(c.frames, f)
	case word == ")" || word == "]" || word == "}":
		if n > 0 {
			c.frames = c.frames[:n-1]
		}
	case n == 0:
	case word == ",":
		f := &c.frames[n-1]
		if f.keyword != "" {
			f.named = append(f.named, f.keyword)
		}
		f.place++
		f.keyword, f.bare = "", true
	case word == "=" && c.frames[n-1].open == '(' && c.frames[n-1].keyword == "":
		if i > 0 && c.toks[i-1].kind == tokenName && (c.text(i-2) == "," || c.text(i-2) == "(") {
			c.frames[n-1].keyword, c.frames[n-1].bare = c.text(i-1), false
		}
	default:
		c.frames[n-1].bare = false
	}
}

// call is the innermost call around the cursor, with what lies in between: the
// brackets that were opened inside of its present argument.
func (c *context) call() (f *frame, inside []frame) {
	for i := len(c.frames) - 1; i >= 0; i-- {
		if c.frames[i].called {
			return &c.frames[i], c.frames[i+1:]
		}
	}
	return nil, nil
}

// given are the keyword arguments of a call before and behind the cursor.
func (c *context) given(f *frame) map[string]bool {
	out := map[string]bool{}
	for _, k := range f.named {
		out[k] = true
	}
	if f.keyword != "" {
		out[f.keyword] = true
	}
	// Behind the cursor: name = at the depth of the call, up to its end.
	depth := 0
	rest := c.src[c.off:]
	toks := lex(rest, min(len(rest), maxAhead))
	for i, t := range toks {
		word := rest[t.span.Start:t.span.End]
		switch {
		case t.first && t.kind != tokenPunct && i > 0:
			return out
		case t.kind == tokenPunct && (word == "(" || word == "[" || word == "{"):
			depth++
		case t.kind == tokenPunct && (word == ")" || word == "]" || word == "}"):
			if depth--; depth < 0 {
				return out
			}
		case depth == 0 && t.kind == tokenName && i+1 < len(toks) && rest[toks[i+1].span.Start:toks[i+1].span.End] == "=":
			out[word] = true
		}
	}
	return out
}

// maxAhead is how far a call is read behind the cursor, in bytes.
const maxAhead = 8 << 10
