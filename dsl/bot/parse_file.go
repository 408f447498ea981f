package bot

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// faults reports what the lexer has found, and what concerns no line of code.
func (p *parser) faults(h head) {
	badBytes(p.src, func(s text.Span) {
		p.fail("E006", "invalid-utf8", s, "these bytes are no UTF-8; save the file in that encoding")
	})
	if !h.strict.Empty() && h.profile == 2 {
		e := p.fail("E042", "strict-escape", h.strict, "profile 2 decodes escapes anyway; remove the strict-escape comment")
		e.Fix = edit(p.wholeLine(h.strict.Start), "")
	}
	unit := p.lx.unit
	if unit == 0 {
		unit = 2
	}
	for _, t := range p.lx.tabs {
		start := t.span.Start + strings.IndexByte(p.text(t.span), '\t')
		e := p.fail("E003", "tab-indent", text.Span{Start: start, End: t.span.End}, "a tab indents the line; use spaces")
		width := tabWidth(p.text(t.span), unit)
		e.Fix, e.Safe = edit(t.span, strings.Repeat(" ", width)), true
		if t.line >= 0 {
			p.lines[t.line].indent = int32(width)
		}
	}
	for _, r := range p.lx.raws {
		if r.early {
			continue // where it is a value
		}
		e := p.fail("E004", "unclosed-raw", r.at, "the raw string is not closed; write a backtick at its end")
		if r.fix >= 0 {
			e.Fix = insert(r.fix, "`")
		}
	}
}

// merge makes the fix that moves the entries of the second block behind those
// of the first; none where a name stands in both.
func (p *parser) merge(first, second *Decl) []text.Edit {
	if first.Broken || second.Broken || len(first.Props) == 0 || len(second.Props) == 0 {
		return nil
	}
	seen := make(map[string]bool, len(first.Props))
	for _, prop := range first.Props {
		seen[prop.Name.Text] = true
	}
	for _, prop := range second.Props {
		if seen[prop.Name.Text] {
			return nil
		}
	}
	header := p.wholeLine(second.Header.Start)
	last := p.wholeLine(second.Span.End)
	body := p.text(text.Span{Start: header.End, End: last.End})
	if !strings.HasSuffix(body, "\n") {
		body += p.f.Text.EOL()
	}
	at := p.wholeLine(first.Span.End).End
	return []text.Edit{
		{Span: text.Span{Start: at, End: at}, New: body},
		{Span: p.withBlankBefore(text.Span{Start: header.Start, End: last.End})},
	}
}

// wholeLine is the line that holds off, with its line end.
func (p *parser) wholeLine(off int) text.Span {
	return p.f.Text.LineFull(p.f.Text.LineAt(off))
}

// file reads the top level.
func (p *parser) file() {
	var first [len(kindWords)]*Decl
	var merged [len(kindWords)]bool
	// skipping says that an error has been reported and that what follows up
	// to the next declaration is its consequence.
	skipping := false
	p.levels = append(p.levels, level{})
	for p.li < len(p.lines) {
		p.open()
		ln := &p.lines[p.li]
		if ln.indent > 0 && !p.strayTop(ln, &skipping) {
			continue
		}
		word := p.word()
		kind, known := KindOf(word)
		shape := p.shape()
		switch {
		case p.edgeShaped():
			p.orphan(&skipping)
		case word == "dsl" && p.after() == TokColon:
			p.header()
			skipping = false
		case word == "import" && p.after() != TokColon && p.after() != TokWord:
			p.importLine()
			skipping = false
		case known && (shape != shapeNone || p.after() == tokEOL):
			skipping = false
			d := p.decl(kind, true)
			p.declS.push(d)
			switch kind {
			case KindVars, KindPresets, KindAttachments, KindSecrets:
				if first[kind] == nil {
					first[kind] = d
					break
				}
				e := p.fail("E014", "second-block", d.Keyword.Span, "the file has such a block already; this one does not count")
				e.Got = d.Keyword.Text
				if !merged[kind] {
					merged[kind] = true
					e.Fix = p.merge(first[kind], d)
				}
			}
		case shape != shapeNone:
			skipping = false
			p.declS.push(p.misspelt(shape))
		default:
			if !skipping {
				p.unexpected("E001", "unexpected at top level; a declaration begins with a keyword and a name")
				skipping = true
			}
			p.skipLine()
			p.li++
			p.skipDeeper(0)
		}
	}
	p.f.Decls = p.declS.pop(0)
}

// shapes of lines at top level.
type shape uint8

const (
	shapeNone  shape = iota
	shapeNamed       // word word: or word word and a deeper block
	shapePlain       // word: and nothing behind it
)

// shape says whether the line looks like the header of a declaration.
func (p *parser) shape() shape {
	word := p.word()
	if word == "" {
		return shapeNone
	}
	kind, known := KindOf(word)
	k, i := p.skip(p.i + 1)
	switch k {
	case TokWord:
		k2, _ := p.skip(i + 1)
		switch {
		case known || k2 == TokColon:
			return shapeNamed
		case k2 == tokEOL && (p.deeper(0) || p.lines[p.li].body > 0):
			return shapeNamed
		}
	case TokColon:
		if known {
			return shapePlain
		}
		if k2, _ := p.skip(i + 1); k2 == tokEOL {
			return shapePlain
		}
	case TokLParen, TokArrow, TokEquals, TokDot:
	default:
		if known && kind.Named() && k != tokEOL {
			return shapeNamed
		}
	}
	return shapeNone
}

// misspelt reads a declaration whose keyword is none, as the closest kind.
func (p *parser) misspelt(s shape) *Decl {
	word := p.word()
	near, _ := nearestKeyword(word, s == shapeNamed)
	kind, _ := KindOf(near)
	e := p.fail("E001", "misspelt-keyword", p.span(), "no declaration begins with this word")
	e.Got, e.Want = word, near
	if near != "" {
		e.Fix = edit(p.span(), near)
	} else {
		p.quiet++
		defer func() { p.quiet-- }()
	}
	d := p.decl(kind, true)
	d.Broken = true
	return d
}

// unexpected reports the token at the cursor.
func (p *parser) unexpected(code, message string) {
	s := p.span()
	kind := "unexpected"
	switch p.kind() {
	case TokString:
		if !closedQuote(p.text(s)) {
			p.stringValue()
			return
		}
	case TokRaw:
		if r := p.rawFault(p.i); r != nil && !r.early {
			return // reported by faults
		}
	case TokBad:
		if r, _ := utf8.DecodeRuneInString(p.text(s)); !unicode.IsPrint(r) {
			code, kind = "E001", "unexpected-character"
		}
		if !utf8.ValidString(p.text(s)) {
			return // E006
		}
	}
	p.fail(code, kind, s, message).Got = p.text(s)
}

// rawFault is what is wrong with the raw string that is the token i, or nil.
func (p *parser) rawFault(i int) *rawFault {
	n, ok := slices.BinarySearchFunc(p.lx.raws, i, func(r rawFault, i int) int { return r.tok - i })
	if !ok {
		return nil
	}
	return &p.lx.raws[n]
}

// strayTop handles an indented line at top level, and reports whether it is to
// be read as a declaration at column 0.
func (p *parser) strayTop(ln *line, skipping *bool) bool {
	if !*skipping && !ln.tab {
		lead := text.Span{Start: int(ln.start), End: p.span().Start}
		e := p.fail("E003", "stray-indent", lead, "the line is indented and stands in no block")
		e.Fix = edit(lead, "")
	}
	if !ln.orphan {
		if _, known := KindOf(p.word()); known && p.shape() != shapeNone && !p.edgeShaped() {
			ln.indent = 0
			return true
		}
		if p.edgeShaped() {
			*skipping = true
			p.orphan(skipping)
			return false
		}
	}
	*skipping = true
	p.skipLine()
	p.li++
	return false
}

// orphan reads an edge outside any workflow.
func (p *parser) orphan(skipping *bool) {
	if !*skipping {
		p.fail("E001", "orphan-edge", p.span(), "an edge stands in a workflow or group; indent it into one").Got = p.word()
		*skipping = true
	}
	holder := Decl{Kind: KindBad}
	mark := p.edgeS.mark()
	p.edgeLine(&holder)
	p.f.Orphans = append(p.f.Orphans, p.edgeS.pop(mark)...)
}

// skipDeeper moves over the lines deeper than indent.
func (p *parser) skipDeeper(indent int) {
	for p.li < len(p.lines) && int(p.lines[p.li].indent) > indent {
		p.li++
	}
}

// header reads `dsl: N`.
func (p *parser) header() {
	start := p.take()
	p.accept(TokColon)
	v := p.rest()
	span := text.Span{Start: start.Start, End: p.lineEndFrom(v, p.last)}
	value := v
	kind := p.kind()
	word := p.text(v)
	p.skipLine()
	p.last = span.End
	switch {
	case p.f.Header != nil:
		e := p.fail("E041", "second-profile", span, "the profile is declared twice; remove this line")
		e.Fix = edit(p.wholeLine(span.Start), "")
	case p.li > 0:
		e := p.fail("E041", "late-profile", span, "the profile stands before everything else; move this line to the top")
		e.Got = p.text(span)
		p.moveTop(e, span, p.lines[0].start)
	default:
		if kind != TokInt || word != "1" && word != "2" {
			at := value
			if at.Empty() {
				at = span
			}
			e := p.fail("E040", "bad-profile", at, "the profile is 1 or 2")
			e.Got, e.Want = word, "2"
			if value.Empty() {
				e.Fix = insert(span.End, " 2")
			} else {
				e.Fix = edit(value, "2")
			}
		}
		p.f.Header = &Header{Span: span, Value: value}
	}
	p.li++
	p.noBody("the line of the profile has no body")
}

// noBody reports deeper lines below a line that has no body.
func (p *parser) noBody(message string) {
	if p.li < len(p.lines) && p.lines[p.li].indent > 0 {
		p.strayBlock(0, message)
	}
}

func (p *parser) lineEndFrom(v text.Span, last int) int {
	if v.Empty() {
		return last
	}
	return v.End
}

// moveTop makes a fix that moves the line of the span in front of off.
func (p *parser) moveTop(e *Error, span text.Span, off int32) {
	lineSpan := p.wholeLine(span.Start)
	if p.text(text.Span{Start: lineSpan.Start, End: span.Start}) != "" {
		return
	}
	s := p.text(lineSpan)
	cut := lineSpan
	if !strings.HasSuffix(s, "\n") {
		s += p.f.Text.EOL()
	}
	e.Fix = []text.Edit{
		{Span: text.Span{Start: int(off), End: int(off)}, New: s},
		{Span: p.withBlankBefore(cut)},
	}
}

// withBlankBefore grows the span of a line over a blank line in front of it
// where another blank line or the end of the file follows.
func (p *parser) withBlankBefore(s text.Span) text.Span {
	t := p.f.Text
	n := t.LineAt(s.Start)
	blank := func(i int) bool { return strings.Trim(t.Slice(t.Line(i)), " ") == "" }
	if n > 0 && blank(n-1) && (s.End >= t.Len() || n+1 < t.Lines() && blank(n+1)) {
		s.Start = t.LineStart(n - 1)
	}
	return s
}

// importLine reads `import "path"`.
func (p *parser) importLine() {
	start := p.take()
	imp := &Import{Late: p.declS.mark() > 0}
	switch p.kind() {
	case TokString, TokRaw:
		imp.Value = p.stringValue()
		imp.Path, _ = p.f.Decode(imp.Value)
	case tokEOL:
		p.fail("E002", "missing-value", p.span(), "an import names a file: import \"lib/parts.bot\"")
	default:
		v := p.rest()
		e := p.fail("E002", "unquoted", v, "the path of an import is quoted")
		e.Got = p.text(v)
		p.quote(e, v)
		p.skipLine()
		p.last = v.End
	}
	imp.Span = text.Span{Start: start.Start, End: p.last}
	if imp.Value != nil {
		if p.kind() != tokEOL {
			p.unexpected("E002", "an import stands alone on its line")
			p.skipLine()
		}
		if fault := ImportPathFault(imp.Path); fault != "" && imp.Value.Closed {
			p.fail("E045", "bad-import-path", imp.Value.Span, fault).Got = imp.Path
		}
	}
	if imp.Late {
		e := p.fail("E044", "late-import", imp.Span, "an import stands before the first declaration")
		e.Got = imp.Path
		at := p.lines[0].start
		if n := len(p.f.Imports); n > 0 && !p.f.Imports[n-1].Late {
			at = int32(p.wholeLine(p.f.Imports[n-1].Span.Start).End)
		} else if p.f.Header != nil {
			at = int32(p.wholeLine(p.f.Header.Span.Start).End)
		}
		p.moveTop(e, imp.Span, at)
	}
	p.f.Imports = append(p.f.Imports, imp)
	p.li++
	p.noBody("an import has no body")
}
