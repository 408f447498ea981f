package bot

import (
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// block reads the members of a block: the lines from the present one on that
// are deeper than parent. header is the line that opens it. In a graph edges
// may stand, and nodes.
func (p *parser) block(d *Decl, b *BlockInfo, parent, header int, graph bool) []*Prop {
	if p.li >= len(p.lines) || int(p.lines[p.li].indent) <= parent {
		return nil
	}
	if p.depth >= maxDepth {
		p.fail("E003", "too-deep", p.lead(p.li), "blocks are nested too deep")
		d.Broken = true
		p.skipDeeper(parent)
		return nil
	}
	p.depth++
	mark, decls, edges := p.propS.mark(), p.declS.mark(), p.edgeS.mark()
	col := int(p.lines[p.li].indent)
	p.levels = append(p.levels, level{col, b, graph})
	errs := len(p.f.Errors)
	// off is the column of the lines before this one that stand wrong: a run
	// of them is one error. deep is the column of the first line where a later
	// one has made it out to be too deep.
	off, deep := -1, -1
	for p.li < len(p.lines) {
		ln := &p.lines[p.li]
		indent := int(ln.indent)
		if indent <= parent {
			break
		}
		p.open()
		d.Broken = d.Broken || ln.tab
		switch {
		case ln.orphan && p.quiet == 0:
			p.strayBlock(indent, "the text stands behind the end of a prompt body")
			d.Broken = true
			p.li++
			continue
		case indent == col, indent == deep, p.quiet > 0:
			off = -1
		default:
			ends := p.snap(d, parent, col, indent == off)
			off = indent
			if ends {
				continue
			}
			if indent < col {
				// The line stays where it is, with those below it.
				deep, col = col, indent
				ln.indent = int32(indent)
				p.levels[len(p.levels)-1].col = col
			}
		}
		switch {
		case graph:
			p.graphLine(d, b)
		case p.slipped(d, b):
		default:
			p.propLine(d, b)
		}
	}
	p.levels = p.levels[:len(p.levels)-1]
	p.depth--
	p.nearest(b, p.propS.since(mark), errs)
	if b.once != "" {
		p.once(b, p.propS.since(mark))
	}
	if e := p.edgeS.pop(edges); len(e) > 0 {
		d.Edges = append(d.Edges, e...)
	}
	if n := p.declS.pop(decls); len(n) > 0 {
		d.Decls = append(d.Decls, n...)
	}
	return p.propS.pop(mark)
}

// snap moves a line that stands in no column of its block, which is col, to
// the nearest open level at which it may stand, the outer one in a tie, and
// reports whether the present block ends there or the line is skipped.
func (p *parser) snap(d *Decl, parent, col int, said bool) bool {
	ln := &p.lines[p.li]
	indent := int(ln.indent)
	d.Broken = true
	var e *Error
	if !ln.tab && !ln.snapped && !said {
		if indent > col {
			e = p.fail("E003", "stray-indent", p.lead(p.li), "the line is deeper than its block and nothing opens one")
		} else {
			e = p.fail("E003", "misaligned", p.lead(p.li), "the line stands between two levels")
		}
	}
	ln.snapped = true
	best, rank := -1, 0
	for i, l := range p.levels {
		r := p.mayStand(l)
		if r == 0 || r < rank {
			continue
		}
		if r > rank || distance(l.col, indent) < distance(p.levels[best].col, indent) {
			best, rank = i, r
		}
	}
	if best < 0 {
		p.skipLine()
		p.li++
		p.skipDeeper(max(indent, col))
		return true
	}
	ln.indent = int32(p.levels[best].col)
	if e != nil {
		e.Fix = edit(p.lead(p.li), spaces(p.levels[best].col))
	}
	return p.levels[best].col <= parent
}

// slipped moves the header of a declaration that stands in the column of the
// block, with its body in the same column, to column 0.
func (p *parser) slipped(d *Decl, b *BlockInfo) bool {
	ln := &p.lines[p.li]
	kind, ok := KindOf(p.word())
	if !ok || !kind.Named() || b == generic || p.quiet > 0 || p.deeper(int(ln.indent)) ||
		!p.lx.headerAt(p.toks[ln.first].Span.Start) {
		return false
	}
	d.Broken = true
	if !ln.tab {
		p.fail("E003", "stray-indent", p.lead(p.li), "a declaration stands in column 1").Fix = edit(p.lead(p.li), "")
	}
	ln.indent, ln.snapped = 0, true
	return true
}

func distance(a, b int) int { return max(a-b, b-a) }

// mayStand ranks the level for the line at the cursor: 0 where it may not
// stand there, 1 where any name may, 2 where this one belongs.
func (p *parser) mayStand(l level) int {
	word := p.word()
	if l.block == nil {
		if _, known := KindOf(word); known && p.shape() != shapeNone {
			return 2
		}
		return 0
	}
	if l.graph {
		if p.edgeShaped() {
			return 2
		}
		if k, ok := KindOf(word); ok && k.IsNode() && p.after() == TokWord {
			return 2
		}
	}
	switch p.kind() {
	case TokWord:
		if l.block.Prop(word) != nil || l.block.With && word == "with" && p.after() == TokLBrace {
			return 2
		}
		if p.after() == TokColon && (l.block.Entry != nil || l.block == generic) {
			return 1
		}
	case TokString:
		if l.block.quoted && p.after() == TokColon {
			return 1
		}
	}
	return 0
}

// propLine reads a line of properties.
func (p *parser) propLine(d *Decl, b *BlockInfo) {
	for {
		k := p.kind()
		switch {
		case k == TokWord && b.With && p.word() == "with" && p.after() == TokLBrace:
			w, ok := p.with(int(p.lines[p.li].indent))
			d.With = w
			if !ok {
				d.Broken = true
			}
		case k == TokWord, k == TokString && (b.quoted || p.quiet > 0):
			if k == TokWord && p.nestedDecl(d, b) {
				return
			}
			prop, done := p.property(d, b)
			p.propS.push(prop)
			if done {
				return
			}
		default:
			p.stray(d, b)
			return
		}
		switch p.kind() {
		case tokEOL:
			p.li++
			return
		case TokWord:
			if p.after() == TokColon || b.With && p.word() == "with" && p.after() == TokLBrace {
				continue
			}
		}
		p.stray(d, b)
		return
	}
}

// stray reports what stands where a name should and moves to the next line.
func (p *parser) stray(d *Decl, b *BlockInfo) {
	if !p.rawRest() {
		p.unexpected(b.stray, "unexpected here; a line of this block is a name, a colon and a value")
	}
	d.Broken = true
	p.dropLine()
}

// dropLine moves to the next line, over the braces that the present one opens
// at its end.
func (p *parser) dropLine() {
	p.skipLine()
	ln := p.lines[p.li]
	p.li++
	for i := int(ln.end) - 1; i >= int(ln.first); i-- {
		switch p.toks[i].Kind {
		case TokSpace, TokComment:
			continue
		case TokLBrace:
			p.skipDeeper(int(ln.indent))
			if p.li < len(p.lines) && p.lines[p.li].indent == ln.indent && p.toks[p.lines[p.li].first].Kind == TokRBrace {
				p.li++
			}
		}
		return
	}
}

// rawRest reports whether the cursor stands at the text behind a raw string
// that a backtick has closed early, which is reported already.
func (p *parser) rawRest() bool {
	return p.kind() == TokBad && p.toks[p.i].Span.Len() > 4 || p.quiet > 0
}

// nestedDecl reads a declaration that stands in the block of another one, and
// reports whether there is one.
func (p *parser) nestedDecl(d *Decl, b *BlockInfo) bool {
	kind, ok := KindOf(p.word())
	if !ok || b == generic || p.after() != TokWord || p.shape() != shapeNamed {
		return false
	}
	_, i := p.skip(p.i + 1)
	k, i := p.skip(i + 1)
	if k != TokColon {
		return false
	}
	if k, _ := p.skip(i + 1); k != tokEOL {
		return false
	}
	p.misplaced(kind, "E012")
	p.declS.push(p.decl(kind, false))
	d.Broken = true
	return true
}

func (p *parser) misplaced(kind Kind, code string) {
	p.fail(code, "misplaced-declaration", p.span(), "a declaration stands at top level; move it out of this block").Got = kind.Keyword()
}

// nearest gives the block's unknown properties their nearest names.
func (p *parser) nearest(b *BlockInfo, props []*Prop, errs int) {
	if p.quiet > 0 {
		return
	}
	var written map[string]bool
	var free []string // names that are not written yet
	for i := errs; i < len(p.f.Errors); i++ {
		e := &p.f.Errors[i]
		if e.Kind != unknownPending {
			continue
		}
		if written == nil {
			written = make(map[string]bool, len(props))
			for _, prop := range props {
				written[prop.Name.Text] = true
			}
			for _, info := range b.Props {
				if !info.Elsewhere && !written[info.Name] {
					free = append(free, info.Name)
				}
			}
		}
		e.Kind = "unknown-property"
		if now, ok := Renamed(e.Got); ok && b.Prop(now) != nil {
			e.Kind, e.Want = "renamed-property", now
			e.Message = "the property has a new name"
			if !written[now] {
				e.Fix, e.Safe = edit(e.Span, now), true
			}
			continue
		}
		if near, _ := Nearest(e.Got, free); near != "" {
			e.Want, e.Fix = near, edit(e.Span, near)
		}
	}
}

// unknownPending is the kind of an unknown property's error until its block
// has been read.
const unknownPending = "unknown-property?"

func has(props []*Prop, name string) bool { return lastProp(props, name) != nil }

// once reports names that stand in the block twice.
func (p *parser) once(b *BlockInfo, props []*Prop) {
	var seen map[string]bool
	for i, prop := range props {
		name := prop.Name.Text
		if name == "" {
			continue
		}
		twice := false
		if len(props) <= 8 {
			twice = has(props[:i], name)
		} else {
			if seen == nil {
				seen = make(map[string]bool, len(props))
			}
			twice = seen[name]
			seen[name] = true
		}
		if twice {
			p.fail(b.once, "repeated-key", prop.Name.Span, "the name stands in this block already").Got = name
		}
	}
}

// property reads one property from its name on. done says that the lines of
// its block, or the rest of its line, have been consumed.
func (p *parser) property(d *Decl, b *BlockInfo) (prop *Prop, done bool) {
	prop = p.props.one()
	start := p.span()
	if p.kind() == TokString {
		v := p.stringValue()
		prop.Name = Ident{p.text(v.Inner), v.Inner}
		if !v.Closed {
			prop.Broken = true
		}
	} else {
		prop.Name = p.ident()
	}
	name := prop.Name
	prop.Span = text.Span{Start: start.Start, End: p.last}
	info := b.Lookup(name.Text)
	if p.quiet > 0 {
		info = nil
	}
	prop.Unknown = info == nil
	switch {
	case info == nil:
		p.unknown(prop, "E012")
	case b == memoryBlock && name.Text == "project_root" && p.f.Profile == 2:
		e := p.fail("E043", "removed-property", name.Span, "profile 2 has no project_root; remove it")
		e.Got = name.Text
		if p.i == int(p.lines[p.li].first)+1 {
			e.Fix = edit(p.wholeLine(name.Span.Start), "")
		}
	}
	if p.kind() == TokColon {
		prop.Colon = p.take()
		prop.Span.End = p.last
	} else {
		prop.Broken = true
		prop.Colon = text.Span{Start: p.last, End: p.last}
		deeper := p.kind() == tokEOL && p.deeper(int(p.lines[p.li].indent))
		if info != nil {
			e := p.fail("E002", "missing-colon", p.span(), "a colon stands behind the name")
			e.Got = name.Text
			if p.kind() != tokEOL || deeper {
				e.Fix = insert(p.last, ":")
			}
		}
		if p.kind() == tokEOL && !deeper {
			return prop, false
		}
		if info == nil {
			p.skipLine()
		}
	}
	if info == nil {
		return prop, p.unknownValue(prop)
	}
	done = p.value(d, b, prop, info)
	prop.Span.End = max(prop.Span.End, p.last)
	return prop, done
}

// unknown reports a property that the block does not have.
func (p *parser) unknown(prop *Prop, code string) {
	p.fail(code, unknownPending, prop.Name.Span, "there is no such property here").Got = prop.Name.Text
}

// unknownValue reads the value and the block of an unknown property as they
// come. Nothing in them is an error.
func (p *parser) unknownValue(prop *Prop) bool {
	p.quiet++
	defer func() { p.quiet-- }()
	indent, header := int(p.lines[p.li].indent), p.li
	if p.kind() != tokEOL {
		prop.Value = p.anyValue(0)
		if p.kind() != tokEOL && !(p.kind() == TokWord && p.after() == TokColon) {
			p.skipLine()
			p.last = max(p.last, p.lineText(p.li))
		}
		prop.Span.End = max(prop.Span.End, p.last)
		if p.kind() != tokEOL {
			return false
		}
	}
	if !p.deeper(indent) {
		return false
	}
	p.li++
	var inner Decl
	prop.HasBlock = true
	prop.Block = p.block(&inner, generic, indent, header, false)
	prop.Span.End = max(prop.Span.End, p.lineText(p.li-1))
	p.last = prop.Span.End
	return true
}
