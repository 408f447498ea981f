package botcomplete

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// place is where the cursor stands.
type place struct {
	f    *bot.File
	t    *text.Text
	src  string
	off  int
	line text.Span // of the cursor, without its end
	// word is the run of word characters around the cursor.
	word text.Span
	// in is the string, text or comment that holds the cursor, at its index in
	// the file's tokens, -1 for none.
	in int
	// toks are the tokens of the cursor's line in front of the word or of what
	// holds the cursor, blanks left out. Of a raw string over lines it is the
	// line of its start.
	toks []bot.Token
	// first is the index of the first token of that line.
	first int
	// indent is the column of the line's first token, of the word or of the
	// cursor, in spaces.
	indent int
	// bad says that the line cannot be read in front of the cursor.
	bad bool
}

func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// wordAt is the run around off, within span, of the characters that ok takes.
func wordAt(src string, off int, within text.Span, ok func(rune) bool) text.Span {
	s := text.Span{Start: off, End: off}
	for s.Start > within.Start {
		r, n := utf8.DecodeLastRuneInString(src[within.Start:s.Start])
		if !ok(r) {
			break
		}
		s.Start -= n
	}
	for s.End < within.End {
		r, n := utf8.DecodeRuneInString(src[s.End:within.End])
		if !ok(r) {
			break
		}
		s.End += n
	}
	return s
}

// placeAt looks at the line up to the cursor.
func placeAt(f *bot.File, off int) *place {
	t := f.Text
	off = min(max(off, 0), t.Len())
	p := &place{f: f, t: t, src: t.String(), off: off, in: -1}
	p.line = t.Line(t.LineAt(off))
	if p.off > p.line.End { // inside a line end
		p.off = p.line.End
	}
	if strings.HasPrefix(p.src[p.line.Start:], "\ufeff") {
		p.line.Start += len("\ufeff")
		p.off = max(p.off, p.line.Start)
	}
	p.word = wordAt(p.src, p.off, p.line, isWord)
	at := p.tokenFrom(p.off)
	if at >= 0 && p.holds(at) {
		p.in = at
	}
	if p.in >= 0 && f.Tokens[at].Kind == bot.TokText && p.leftText(f.Tokens[at].Span) {
		// What is written here ends the block scalar.
		p.in, p.first, p.indent = -1, at+1, p.column(p.off)
		return p
	}
	end := p.word.Start
	if p.in >= 0 {
		end = f.Tokens[p.in].Span.Start
	}
	p.first = p.lineStart(end)
	p.indent = -1
	for i := p.first; i < len(f.Tokens); i++ {
		tok := f.Tokens[i]
		if tok.Kind == bot.TokSpace || tok.Kind == bot.TokBOM {
			continue
		}
		if p.indent < 0 && tok.Span.Start <= end {
			p.indent = p.column(tok.Span.Start)
		}
		if tok.Span.End > end || tok.Kind == bot.TokNewline {
			p.bad = p.bad || tok.Kind == bot.TokBad && tok.Span.Start < end
			break
		}
		p.bad = p.bad || tok.Kind == bot.TokBad
		p.toks = append(p.toks, tok)
	}
	if len(p.toks) == 0 {
		p.indent = p.column(end)
		p.bad = p.bad || strings.ContainsRune(p.src[p.line.Start:p.word.Start], '\t')
	}
	return p
}

// column is how many characters stand in front of an offset on its line.
func (p *place) column(off int) int {
	start := p.t.LineStart(p.t.LineAt(off))
	return len(strings.TrimPrefix(p.src[start:off], "\ufeff"))
}

// tokenFrom is the index of the token that holds the byte in front of off, -1
// for none.
func (p *place) tokenFrom(off int) int {
	return sort.Search(len(p.f.Tokens), func(i int) bool { return p.f.Tokens[i].Span.End >= off }) - btoi(off == 0)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// holds reports whether the cursor is inside the token, which stands in front
// of it, and not only behind it.
func (p *place) holds(i int) bool {
	if i >= len(p.f.Tokens) {
		return false
	}
	tok := p.f.Tokens[i]
	if tok.Span.Start >= p.off || tok.Span.End < p.off {
		return false
	}
	switch tok.Kind {
	case bot.TokComment:
		return true
	case bot.TokText:
		return tok.Span.End > p.off || !strings.HasSuffix(p.src[:tok.Span.End], "\n")
	case bot.TokRaw:
		return tok.Span.End > p.off || tok.Span.Len() < 2 || p.src[tok.Span.End-1] != '`'
	case bot.TokString:
		for j := tok.Span.Start + 1; j < p.off; j++ {
			switch p.src[j] {
			case '\\':
				j++
			case '"':
				return false
			}
		}
		return true
	}
	return false
}

// lineStart is the index of the first token of the logical line that holds the
// offset: a raw string over lines does not end one.
func (p *place) lineStart(off int) int {
	i := sort.Search(len(p.f.Tokens), func(i int) bool { return p.f.Tokens[i].Span.End > off })
	for i > 0 && !p.endsLine(i-1) {
		i--
	}
	return i
}

// endsLine reports whether a new line begins behind the token.
func (p *place) endsLine(i int) bool {
	k := p.f.Tokens[i].Kind
	return k == bot.TokNewline || k == bot.TokText
}

// leftText reports whether the cursor stands among the blank lines that end a
// text, at a column that no longer belongs to it.
func (p *place) leftText(s text.Span) bool {
	return p.word.Empty() && strings.Trim(p.src[p.line.Start:s.End], " \r\n") == "" && p.column(p.off) < p.textIndent(s)
}

// textIndent is the indentation of the first line of a text that holds more
// than spaces.
func (p *place) textIndent(s text.Span) int {
	for from := p.src[s.Start:s.End]; from != ""; {
		line, rest, _ := strings.Cut(from, "\n")
		if trimmed := strings.TrimLeft(line, " "); strings.TrimSpace(trimmed) != "" {
			return len(line) - len(trimmed)
		}
		from = rest
	}
	return 0
}

// before reports whether nothing but the word stands in front of the cursor on
// its line.
func (p *place) before() bool { return len(p.toks) == 0 }

// slice is the source of a token.
func (p *place) slice(tok bot.Token) string { return p.src[tok.Span.Start:tok.Span.End] }

// rest is the line behind an offset, without blanks in front and comments.
func (p *place) rest(from int) string {
	return strings.TrimLeft(p.src[min(from, p.line.End):p.line.End], " \t")
}

// frame is a line above the cursor that encloses it by its indentation.
type frame struct {
	toks   []bot.Token // without blanks and comments
	indent int
	// open says that a brace of the line is not closed on it.
	open bool
}

// start is the offset of the first token.
func (f *frame) start() int { return f.toks[0].Span.Start }

// frames are the lines that enclose the cursor's line, the outermost first.
func (p *place) frames(indent int) []frame {
	var list []frame
	for i := p.first - 1; i >= 0 && indent > 0; {
		// i is the last token of a line.
		start := i
		for start > 0 && !p.endsLine(start-1) {
			start--
		}
		f := p.frame(start, i)
		if len(f.toks) > 0 && f.indent < indent {
			list = append(list, f)
			indent = f.indent
		}
		i = start - 1
	}
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	return list
}

func (p *place) frame(first, last int) frame {
	f := frame{indent: -1}
	depth := 0
	for _, tok := range p.f.Tokens[first : last+1] {
		switch tok.Kind {
		case bot.TokSpace, bot.TokBOM, bot.TokNewline, bot.TokComment, bot.TokText:
			continue
		case bot.TokLBrace:
			depth++
		case bot.TokRBrace:
			depth = max(depth-1, 0)
		}
		if f.indent < 0 {
			f.indent = p.column(tok.Span.Start)
		}
		f.toks = append(f.toks, tok)
	}
	f.open = depth > 0
	return f
}

// blankInText reports whether the cursor stands on a line without text that
// belongs, by its column, to the prompt body or block scalar above it.
func (p *place) blankInText() bool {
	if p.in >= 0 || len(p.toks) > 0 || p.word.Start != p.off || p.indent == 0 {
		return false
	}
	last := bot.Token{Kind: bot.TokBad}
	i := p.first - 1
	for ; i >= 0; i-- {
		last = p.f.Tokens[i]
		if last.Kind != bot.TokSpace && last.Kind != bot.TokNewline {
			break
		}
	}
	if i < 0 {
		return false
	}
	switch last.Kind {
	case bot.TokText:
		return p.indent >= p.textIndent(last.Span)
	case bot.TokBlock:
		start := i
		for start > 0 && !p.endsLine(start-1) {
			start--
		}
		return p.indent > p.frame(start, i).indent
	}
	// The header of a prompt that has no body yet.
	start := i
	for start > 0 && !p.endsLine(start-1) {
		start--
	}
	f := p.frame(start, i)
	return len(f.toks) > 0 && f.indent == 0 && p.slice(f.toks[0]) == bot.KindPrompt.Keyword() && p.indent > 0
}
