package bot

import (
	"slices"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Parse reads a source. It always gives a tree; what does not parse is in the
// file's errors. It takes time linear in the length of the text.
func Parse(t *text.Text) *File {
	src := t.String()
	h := scanHead(src)
	f := &File{Text: t, Profile: h.profile, decodes: h.profile == 2 || !h.strict.Empty()}
	lx := lex(src, t.Lines(), f.decodes)
	f.Tokens = lx.toks
	p := parser{f: f, lx: lx, src: src, toks: lx.toks, lines: lx.lines}
	// Real files have about that many of each for a line of code.
	code := len(lx.lines)
	p.props.expect(code * 7 / 8)
	p.values.expect(code)
	p.decls.expect(code / 4)
	p.faults(h)
	p.file()
	byPlace := func(a, b Error) int {
		if a.Span.Start != b.Span.Start {
			return a.Span.Start - b.Span.Start
		}
		return a.Span.End - b.Span.End
	}
	if !slices.IsSortedFunc(f.Errors, byPlace) {
		slices.SortStableFunc(f.Errors, byPlace)
	}
	// What stands at one place is reported once.
	f.Errors = slices.CompactFunc(f.Errors, func(a, b Error) bool {
		return a.Span.Start == b.Span.Start && a.Code != "" && b.Code != ""
	})
	return f
}

// maxDepth is the number of nested levels that are read.
const maxDepth = 100

// tokEOL is what the cursor sees at the end of a line.
const tokEOL TokenKind = 255

// parser reads the lines of code. Blocks are told by the columns of lines, so
// that an unclosed bracket or a line at a wrong column cannot end more than it
// should.
type parser struct {
	f     *File
	lx    *lexer
	src   string
	toks  []Token
	lines []line

	li  int // the line
	i   int // the token
	end int // the token behind the line's last one

	last int // end of the last token taken

	// quiet suppresses errors: inside the block of an unknown property.
	quiet int
	depth int
	// levels are the open blocks from outside in.
	levels []level
	// cols are the columns of the lines in the braces being read.
	cols []int

	decls   slab[Decl]
	props   slab[Prop]
	values  slab[Value]
	edges   slab[Edge]
	whens   slab[When]
	loops   slab[Loop]
	withs   slab[With]
	propS   stack[*Prop]
	valueS  stack[*Value]
	declS   stack[*Decl]
	edgeS   stack[*Edge]
	identS  stack[Ident]
	constrS stack[*Constraint]
}

// level is an open block.
type level struct {
	col   int
	block *BlockInfo
	graph bool // edges may stand in it
}

// kind is the kind of the token at the cursor, which moves over spaces.
func (p *parser) kind() TokenKind {
	for p.i < p.end {
		switch k := p.toks[p.i].Kind; k {
		case TokSpace:
			p.i++
		case TokComment, TokNewline:
			return tokEOL
		default:
			return k
		}
	}
	return tokEOL
}

// after is the kind of the token behind the one at the cursor.
func (p *parser) after() TokenKind {
	k, _ := p.skip(p.i + 1)
	return k
}

// skip is the kind of the first token from i on that is no space, and its
// index.
func (p *parser) skip(i int) (TokenKind, int) {
	for ; i < p.end; i++ {
		switch k := p.toks[i].Kind; k {
		case TokSpace:
		case TokComment, TokNewline:
			return tokEOL, i
		default:
			return k, i
		}
	}
	return tokEOL, i
}

// span is the token at the cursor, empty at the end of the line.
func (p *parser) span() text.Span {
	if p.kind() == tokEOL {
		at := len(p.src)
		if p.i < len(p.toks) {
			at = p.toks[p.i].Span.Start
		}
		return text.Span{Start: at, End: at}
	}
	return p.toks[p.i].Span
}

func (p *parser) text(s text.Span) string { return p.src[s.Start:s.End] }

// word is the word at the cursor, empty where there is none.
func (p *parser) word() string {
	if p.kind() != TokWord {
		return ""
	}
	return p.text(p.toks[p.i].Span)
}

// take consumes the token at the cursor.
func (p *parser) take() text.Span {
	s := p.toks[p.i].Span
	p.i++
	p.last = s.End
	return s
}

// accept consumes the token at the cursor if it is of that kind.
func (p *parser) accept(k TokenKind) bool {
	if p.kind() != k {
		return false
	}
	p.take()
	return true
}

// ident consumes the word at the cursor, or gives a missing one.
func (p *parser) ident() Ident {
	if p.kind() == TokWord {
		s := p.take()
		return Ident{p.text(s), s}
	}
	s := p.span()
	return Ident{Span: text.Span{Start: s.Start, End: s.Start}}
}

// open puts the cursor at the start of the line.
func (p *parser) open() {
	p.i, p.end = int(p.lines[p.li].first), int(p.lines[p.li].end)
}

// skipLine moves to the end of the line.
func (p *parser) skipLine() { p.i = p.end }

// rest is the text from the cursor to the end of the line without comment and
// white space at its end.
func (p *parser) rest() text.Span {
	s := p.span()
	s.End = s.Start
	for i := p.i; i < p.end; i++ {
		switch p.toks[i].Kind {
		case TokSpace:
		case TokComment, TokNewline:
			return s
		default:
			s.End = p.toks[i].Span.End
		}
	}
	return s
}

// lineText is the end of the text on the line, its comment included.
func (p *parser) lineText(li int) int {
	ln := p.lines[li]
	for i := int(ln.end) - 1; i >= int(ln.first); i-- {
		switch p.toks[i].Kind {
		case TokSpace, TokNewline:
		case TokText:
			return trimBlank(p.src, int(ln.start), p.toks[i].Span.End)
		default:
			return p.toks[i].Span.End
		}
	}
	return int(ln.start)
}

// deeper reports whether the next line is deeper than indent.
func (p *parser) deeper(indent int) bool {
	return p.li+1 < len(p.lines) && int(p.lines[p.li+1].indent) > indent
}

// fail reports an error and gives it for completion, until the next call.
func (p *parser) fail(code, kind string, span text.Span, message string) *Error {
	if p.quiet > 0 {
		return &Error{}
	}
	p.f.Errors = append(p.f.Errors, Error{Code: code, Kind: kind, Span: span, Message: message})
	return &p.f.Errors[len(p.f.Errors)-1]
}

// edit is a fix of one edit.
func edit(span text.Span, s string) []text.Edit { return []text.Edit{{Span: span, New: s}} }

// insert is a fix that inserts s at off.
func insert(off int, s string) []text.Edit {
	return edit(text.Span{Start: off, End: off}, s)
}
