package format

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// kind says what a line of the file is.
type kind uint8

const (
	blank   kind = iota
	comment      // a comment alone
	code         // over several lines where a string goes on
	prose        // a prompt body, from its first line that holds text to its last
	scalar       // the text of a block scalar, with the blank lines behind it
)

// item is a line, or what stands in the place of one.
type item struct {
	kind kind
	// first is its first token that is no white space, end the one behind its
	// last, which is that of its line end where there is one.
	first, end int32
	// start is the offset of its first byte, stop that behind its line end.
	start, stop int
	indent      int // columns in front of the text, as written
	level       int // of the tree
	column      int // in front of the text, canonical
	block       int32
	edge        bool
	// clause is the offset of the first clause of an edge, -1 without one.
	clause int
	// inside says that the line stands within the braces of a with.
	inside bool
	// frozen lines keep what they hold, and move by shift columns.
	frozen bool
	shift  int
	// kept says that nothing at all of the line changes, and that no blank
	// line comes or goes directly in front of it.
	kept bool
	// opensText says that the text of a prompt or block scalar follows.
	opensText bool
	// tail is the column of its trailing comment, 0 without one, was that in
	// the source. Comments below may continue it.
	tail, was int
	places    int32 // end of its places; they begin where those of the line before end
}

// cut cuts the tokens into lines.
func (w *writer) cut() {
	toks := w.f.Tokens
	w.items = make([]item, 0, w.f.Text.Lines())
	i := int32(0)
	if len(toks) > 0 && toks[0].Kind == bot.TokBOM {
		i++
	}
	n := int32(len(toks))
	opener := -1 // the last line of code, while nothing but its text may follow
	for i < n {
		it := item{start: toks[i].Span.Start, clause: -1}
		it.first = i
		if toks[i].Kind == bot.TokSpace {
			it.first++
			it.indent = toks[i].Span.Len()
		}
		if it.first < n && toks[it.first].Kind == bot.TokText {
			it.kind = prose
			if opener >= 0 && w.opensScalar(&w.items[opener]) {
				it.kind = scalar
			}
			it.end = it.first + 1
			it.stop = toks[it.first].Span.End
			w.items = append(w.items, it)
			i, opener = it.end, -1
			continue
		}
		it.end = it.first
		for it.end < n && toks[it.end].Kind != bot.TokNewline {
			it.end++
		}
		it.stop = len(w.src)
		i = it.end
		if i < n {
			it.stop = toks[i].Span.End
			i++
		}
		switch {
		case it.first == it.end:
			it.kind = blank
		case toks[it.first].Kind == bot.TokComment:
			it.kind = comment
		default:
			it.kind = code
			opener = len(w.items)
		}
		w.items = append(w.items, it)
	}
	w.texts()
}

// opensScalar reports whether the line ends with the bar of a block scalar.
func (w *writer) opensScalar(it *item) bool {
	return it.kind == code && w.lastCode(it) == bot.TokBlock
}

// lastCode is the kind of the last token of a line of code that is neither
// white space nor a comment.
func (w *writer) lastCode(it *item) bot.TokenKind {
	for i := it.end - 1; i >= it.first; i-- {
		switch k := w.f.Tokens[i].Kind; k {
		case bot.TokSpace, bot.TokComment:
		default:
			return k
		}
	}
	return bot.TokBad
}

// texts marks what stands between the line that opens a text and its end, and
// the blank lines behind block scalars, which are part of their value.
func (w *writer) texts() {
	for i := range w.items {
		it := &w.items[i]
		switch it.kind {
		case prose, scalar:
			it.kept = true
			k := i - 1
			for k >= 0 && w.items[k].kind != code {
				w.items[k].kept = true
				k--
			}
			if k >= 0 {
				w.items[k].opensText = true
			}
			if it.kind == scalar {
				w.keepBlanks(i + 1)
			}
		case code:
			if w.opensScalar(it) {
				w.keepBlanks(i + 1)
			}
		}
	}
}

// keepBlanks keeps the blank lines from the line i on as they are, and the
// place in front of what follows.
func (w *writer) keepBlanks(i int) {
	for i < len(w.items) && w.items[i].kind == blank {
		w.items[i].kept = true
		i++
	}
}

// runes is the number of code points of s.
func runes(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i]&0xC0 != 0x80 {
			n++
		}
	}
	return n
}

// columnAt is the number of code points before off on its line.
func (w *writer) columnAt(off int) int {
	start := strings.LastIndexByte(w.src[:off], '\n') + 1
	if start == 0 && len(w.f.Tokens) > 0 && w.f.Tokens[0].Kind == bot.TokBOM {
		start = w.f.Tokens[0].Span.End
	}
	return runes(w.src[start:off])
}
