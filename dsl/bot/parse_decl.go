package bot

import (
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// decl reads a declaration from its keyword on; top says that it stands at top
// level, where KindBad is a keyword that resembles none.
func (p *parser) decl(kind Kind, top bool) *Decl {
	d := p.decls.one()
	ln := p.lines[p.li]
	d.Kind, d.Indent = kind, int(ln.indent)
	d.Keyword = p.ident()
	if kind == KindUse {
		p.use(d)
		return d
	}
	if kind.Named() || kind == KindBad && p.kind() == TokWord {
		d.Name = p.ident()
		if d.Name.Missing() {
			p.fail("E002", "missing-name", p.span(), "the declaration has no name; write one behind the keyword").Got = d.Keyword.Text
			d.Broken = true
			if p.kind() == TokString || p.kind() == TokRaw {
				p.take()
			}
		}
	} else {
		d.Name.Span = text.Span{Start: p.last, End: p.last}
	}
	if kind == KindGroup && p.kind() == TokLParen {
		p.params(d)
	}
	p.headerEnd(d, ln)
	d.Header = text.Span{Start: d.Keyword.Span.Start, End: p.last}
	d.Span = d.Header
	switch kind {
	case KindPrompt, KindSchema, KindCursor, KindSupervisor, KindAgent, KindJudge, KindCompute:
		if d.Name.Text == "done" || d.Name.Text == "fail" {
			p.fail("E011", "reserved-name", d.Keyword.Span, "done and fail are targets of edges and name no declaration").Got = d.Name.Text
		}
	}
	header := p.li
	end := p.lineText(header)
	p.li++
	if kind == KindPrompt {
		end = max(end, p.promptBody(d, header))
	} else {
		b := bodies[kind]
		d.Props = p.block(d, b, int(ln.indent), header, kind == KindGroup || kind == KindWorkflow)
		if p.li > header+1 {
			end = p.lineText(p.li - 1)
		}
	}
	if end <= d.Header.End {
		p.emptyBody(d, header)
	}
	d.Span.End = max(end, d.Span.End, d.Name.Span.End)
	// A name that is missing at the end of a line stands behind its spaces.
	if n := len(d.Props); n > 0 {
		d.Span.End = max(d.Span.End, d.Props[n-1].Span.End)
	}
	if n := len(d.Edges); n > 0 {
		d.Span.End = max(d.Span.End, d.Edges[n-1].Span.End)
	}
	if n := len(d.Decls); n > 0 {
		d.Span.End = max(d.Span.End, d.Decls[n-1].Span.End)
	}
	return d
}

// headerEnd reads the colon of a header and what wrongly follows it.
func (p *parser) headerEnd(d *Decl, ln line) {
	if !p.accept(TokColon) {
		if d.Broken && p.kind() == tokEOL {
			return
		}
		d.Broken = true
		last := p.last
		e := p.fail("E002", "missing-colon", p.span(), "a colon ends the header")
		if p.kind() == tokEOL {
			if p.deeper(int(ln.indent)) || ln.body > 0 {
				e.Fix = insert(last, ":")
			}
			return
		}
		p.skipLine()
		return
	}
	if p.kind() != tokEOL {
		p.unexpected("E002", "nothing stands behind the colon of a header; the body begins on the next line, deeper")
		d.Broken = true
		p.skipLine()
	}
}

// params reads the parameters of a group.
func (p *parser) params(d *Decl) {
	p.take()
	mark := p.identS.mark()
	for p.kind() == TokWord {
		p.identS.push(p.ident())
		if !p.accept(TokComma) {
			break
		}
	}
	d.Params = p.identS.pop(mark)
	if !p.accept(TokRParen) {
		p.fail("E002", "missing-paren", p.span(), "the parameters of a group are words between parentheses")
		d.Broken = true
		for p.kind() != tokEOL && p.kind() != TokColon {
			p.take()
		}
	}
}

// use reads `use GROUP as PREFIX with {…}`.
func (p *parser) use(d *Decl) {
	indent := int(p.lines[p.li].indent)
	header := p.li
	missing := func(message string) {
		if !d.Broken {
			p.fail("E002", "half-use", p.span(), message)
			d.Broken = true
		}
	}
	if d.Group = p.ident(); d.Group.Missing() {
		missing("use names a group: use GROUP as PREFIX")
	}
	if p.word() == "as" {
		p.take()
	} else {
		missing("use gives the group's nodes a prefix: use GROUP as PREFIX")
	}
	if d.Prefix = p.ident(); d.Prefix.Missing() {
		missing("use gives the group's nodes a prefix: use GROUP as PREFIX")
	}
	d.Header = text.Span{Start: d.Keyword.Span.Start, End: p.last}
	if p.word() == "with" {
		var ok bool
		if d.With, ok = p.with(indent); !ok {
			d.Broken = true
		}
		if p.li == header {
			d.Header.End = p.last
		}
	}
	if p.kind() != tokEOL {
		if !d.Broken {
			p.unexpected("E002", "nothing stands behind a use but its with")
		}
		d.Broken = true
		p.skipLine()
	}
	d.Name.Span = text.Span{Start: d.Header.End, End: d.Header.End}
	d.Span = text.Span{Start: d.Keyword.Span.Start, End: max(p.lineText(p.li), p.last)}
	p.li++
	if p.li < len(p.lines) && int(p.lines[p.li].indent) > indent {
		p.strayBlock(indent, "a use has no body")
		d.Broken = true
		d.Span.End = p.lineText(p.li - 1)
	}
}

// strayBlock reports the deeper lines that follow and moves over them.
func (p *parser) strayBlock(indent int, message string) {
	ln := p.lines[p.li]
	if !ln.tab {
		p.fail("E003", "stray-indent", p.lead(p.li), message)
	}
	p.skipDeeper(indent)
}

// lead is the white space in front of the line.
func (p *parser) lead(li int) text.Span {
	ln := p.lines[li]
	return text.Span{Start: int(ln.start), End: p.toks[ln.first].Span.Start}
}

// promptBody gives a prompt its body and the end of what it holds.
func (p *parser) promptBody(d *Decl, header int) int {
	n := int(p.lines[header].body)
	end := 0
	if n > 0 {
		b := p.lx.bodies[n-1]
		s := p.toks[b.tok].Span
		d.Body = &Body{Span: text.Span{Start: s.Start, End: trimEOL(p.src, s)}, Indent: b.indent}
		end = d.Body.Span.End
		if b.tabbed {
			d.Broken = true
		}
		if len(b.shallow) > 0 {
			d.Broken = true
			p.shallow(d, b)
		}
	}
	return end
}

// shallow reports the first run of lines that the engine takes as the end of
// the body: an error of the line's indentation, and what it does to the text.
func (p *parser) shallow(d *Decl, b bodyAt) {
	var fix []text.Edit
	for i, s := range b.shallow {
		if i > 0 && !p.adjacent(b.shallow[i-1].End, s.Start) {
			break
		}
		at := skipSpaces(p.src, s.Start, s.End)
		fix = append(fix, text.Edit{Span: text.Span{Start: s.Start, End: at}, New: spaces(b.indent)})
	}
	first := b.shallow[0]
	at := skipSpaces(p.src, first.Start, first.End)
	p.fail("E003", "shallow-line", text.Span{Start: first.Start, End: at}, "the line is shallower than the body of its prompt and ends it")
	e := p.fail("", "shallow-body", text.Span{Start: at, End: first.End}, "the engine ends the prompt here; indent the line into the body")
	e.Warning, e.Fix, e.Got = true, fix, d.Name.Text
}

// adjacent reports whether the line that starts at next follows the line that
// ends at end directly.
func (p *parser) adjacent(end, next int) bool {
	_, after := lineEnd(p.src, end, len(p.src))
	return after == next
}

// trimEOL is the end of the span without its last line end.
func trimEOL(src string, s text.Span) int {
	end := s.End
	if end > s.Start && src[end-1] == '\n' {
		end, _ = trimCR(src, end-1)
	}
	return end
}

func spaces(n int) string {
	const pad = "                                "
	if n <= len(pad) {
		return pad[:n]
	}
	return pad + spaces(n-len(pad))
}

// emptyBody reports a header without a body where it may not stand alone
// (bot-language.md 7).
func (p *parser) emptyBody(d *Decl, header int) {
	if d.Broken || p.lines[header].body > 0 {
		return
	}
	at := text.Span{Start: d.Header.End, End: d.Header.End}
	if d.Kind.MayBeEmpty() {
		if p.li >= len(p.lines) || p.lines[p.li].blank {
			return
		}
	} else if d.Kind == KindBad {
		return
	}
	d.Broken = true
	p.fail("E002", "missing-body", at, "the declaration has no body; indent its lines below it").Got = d.Keyword.Text
}
