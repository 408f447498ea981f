package format

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Triggers are the characters that Typed has something to say about.
func Triggers() []string { return []string{"\n", "}", "-"} }

// Typed gives the edits behind a character that has just been typed, the
// cursor standing at off: at most the indentation of the cursor's line and the
// spaces of an otherwise empty line above it change (authoring.md 1.6, F9). The
// file may be broken in any way.
func Typed(f *bot.File, off int, ch string) []text.Edit {
	t := typing{writer: writer{f: f, src: f.Text.String()}, n: f.Text.LineAt(off)}
	t.line = f.Text.Line(t.n)
	t.at = skipBlanks(t.src, t.line.Start, t.line.End)
	if t.n == 0 && len(f.Tokens) > 0 && f.Tokens[0].Kind == bot.TokBOM {
		return nil
	}
	if strings.IndexByte(t.src[t.line.Start:t.line.End], '\r') >= 0 {
		return nil // an editor sees another line there than the language does
	}
	t.cut()
	want, edits := -1, []text.Edit(nil)
	switch ch {
	case "\n":
		want, edits = t.newline()
	case "}":
		want = t.brace(off)
	case "-":
		want = t.dash(off)
	}
	lead := text.Span{Start: t.line.Start, End: t.at}
	if want >= 0 && f.Text.Slice(lead) != spaces(want) {
		edits = append(edits, text.Edit{Span: lead, New: spaces(want)})
	}
	return edits
}

// typing is what is known while somebody types.
type typing struct {
	writer
	n    int       // the cursor's line
	line text.Span // its extent
	at   int       // the offset of its first character that is no blank
}

func skipBlanks(src string, at, end int) int {
	for at < end && (src[at] == ' ' || src[at] == '\t') {
		at++
	}
	return at
}

// newline is the column of the line that a line end has just begun, -1 for the
// one it has.
func (t *typing) newline() (want int, edits []text.Edit) {
	if t.n == 0 {
		return -1, nil
	}
	above := t.f.Text.Line(t.n - 1)
	if t.inText(above.End) {
		return -1, nil
	}
	if skipBlanks(t.src, above.Start, above.End) == above.End {
		if above.Empty() {
			return -1, nil
		}
		return -1, []text.Edit{{Span: above}}
	}
	i := t.itemAt(above.End)
	if i < 0 {
		return -1, nil
	}
	return t.below(i), nil
}

// inText reports whether the line end at off is part of a text, a string that
// is not closed among them.
func (t *typing) inText(off int) bool {
	i := t.tokenAt(off)
	if i < len(t.f.Tokens) && t.f.Tokens[i].Kind != bot.TokNewline && t.f.Tokens[i].Span.Start < off {
		return true
	}
	if i < len(t.f.Tokens) && t.f.Tokens[i].Kind == bot.TokText {
		return true
	}
	for i--; i >= 0 && t.f.Tokens[i].Kind == bot.TokSpace; i-- {
	}
	if i < 0 || t.f.Tokens[i].Kind != bot.TokRaw {
		return false
	}
	s := t.f.Text.Slice(t.f.Tokens[i].Span)
	return len(s) < 2 || !strings.HasSuffix(s, "`")
}

// tokenAt is the index of the token that holds the byte at off.
func (t *typing) tokenAt(off int) int {
	lo, hi := 0, len(t.f.Tokens)
	for lo < hi {
		mid := (lo + hi) / 2
		if t.f.Tokens[mid].Span.End <= off {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// itemAt is the index of the line, which may go on over several, that holds
// the line end at off; -1 for none.
func (t *typing) itemAt(off int) int {
	lo, hi := 0, len(t.items)
	for lo < hi {
		mid := (lo + hi) / 2
		if t.items[mid].stop <= off {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == len(t.items) {
		return -1
	}
	return lo
}

// below is the column of the cursor's line, which follows the line i.
func (t *typing) below(i int) int {
	it := &t.items[i]
	if it.kind != code && it.kind != comment {
		return -1
	}
	if t.at < t.line.End && t.src[t.at] == '}' {
		if k := t.opener(t.tokenAt(t.at)); k >= 0 {
			return t.items[k].indent
		}
	}
	open := t.opener(int(it.end))
	if it.kind == comment {
		if open >= 0 {
			return t.deeper(open)
		}
		return t.ofComment(i)
	}
	switch last := t.lastCode(it); {
	case last == bot.TokColon && t.headsPrompt(it):
		if k := t.nextBut(i); k >= 0 && t.items[k].kind == prose {
			return t.proseIndent(k)
		}
		return it.indent + unit
	case last == bot.TokBlock:
		if k := t.nextBut(i); k >= 0 && t.items[k].kind == scalar {
			return t.proseIndent(k)
		}
		return it.indent + unit
	case last == bot.TokColon, last == bot.TokLBrace, open == i:
		return t.deeper(i)
	}
	return it.indent
}

// proseIndent is the column of the first line of a text.
func (t *typing) proseIndent(k int) int { return indentOf(t.writer.text(t.items[k].first)) }

// headsPrompt reports whether the line is the header of a prompt.
func (t *typing) headsPrompt(it *item) bool {
	return t.f.Tokens[it.first].Kind == bot.TokWord && t.writer.text(it.first) == "prompt"
}

// nextBut is the first line behind i that holds something and is not the
// cursor's, -1 without one.
func (t *typing) nextBut(i int) int {
	for k := i + 1; k < len(t.items); k++ {
		it := &t.items[k]
		if it.kind == blank || it.kind == comment || it.start <= t.line.Start && t.line.Start < it.stop && it.kind == code {
			continue
		}
		return k
	}
	return -1
}

// deeper is the column of what stands in the block that the line i opens: that
// of the next line where it is deeper, else a level more.
func (t *typing) deeper(i int) int {
	if k := t.nextBut(i); k >= 0 && t.items[k].kind == code && t.items[k].indent > t.items[i].indent {
		return t.items[k].indent
	}
	return t.items[i].indent + unit
}

// opener is the line with the brace that is open in front of the token i, -1
// where none is. Braces pair up within a top-level declaration only.
func (t *typing) opener(i int) int {
	depth := 0
	for i--; i >= 0; i-- {
		switch tok := t.f.Tokens[i]; tok.Kind {
		case bot.TokRBrace:
			depth++
		case bot.TokLBrace:
			if depth == 0 {
				return t.itemAt(tok.Span.Start)
			}
			depth--
		case bot.TokWord:
			if depth == 0 && t.startsDecl(tok.Span.Start) {
				return -1
			}
		}
	}
	return -1
}

// startsDecl reports whether a word in column 1 begins a declaration; use is
// none here, since its braces go on below it.
func (t *typing) startsDecl(off int) bool {
	if off > 0 && t.src[off-1] != '\n' {
		return false
	}
	end := off
	for end < len(t.src) && (t.src[end] == '_' || 'a' <= t.src[end] && t.src[end] <= 'z') {
		end++
	}
	kind, ok := bot.KindOf(t.src[off:end])
	return ok && kind != bot.KindUse
}

// ofComment is the column of the block that the comment i belongs to: that of
// the next line where it is as deep as the one before, that which the line
// before opens where the comment is deeper, else the deepest one that its
// column allows (authoring.md 1.3).
func (t *typing) ofComment(i int) int {
	behind := i - 1
	for behind >= 0 && t.items[behind].kind != code {
		if t.items[behind].kind == prose {
			return 0
		}
		behind--
	}
	next := 0
	if k := t.nextBut(i); k >= 0 && t.items[k].kind == code {
		next = t.items[k].indent
	}
	if behind < 0 || next > t.items[behind].indent {
		return next
	}
	col := t.items[i].indent
	best := t.items[behind].indent
	if head := &t.items[behind]; col > best && t.lastCode(head) == bot.TokColon && !t.headsPrompt(head) {
		return t.deeper(behind) // the first line of a block
	}
	for k := behind; k >= 0 && best > col && best > next; k-- {
		if it := &t.items[k]; it.kind == code && it.indent < best {
			best = it.indent
		}
	}
	return best
}

// brace is the column of a closing brace that begins its line and has just
// been typed, -1 to leave it.
func (t *typing) brace(off int) int {
	i := t.tokenAt(t.at)
	if t.at != off-1 || i == len(t.f.Tokens) || t.f.Tokens[i].Kind != bot.TokRBrace {
		return -1
	}
	if k := t.opener(i); k >= 0 {
		return t.items[k].indent
	}
	return -1
}

// dash is the column of a dash that begins its line and has just been typed
// below a list property or one of its elements, -1 to leave it.
func (t *typing) dash(off int) int {
	i := t.tokenAt(t.at)
	if t.at != off-1 || i == len(t.f.Tokens) || t.f.Tokens[i].Span.Start != t.at ||
		t.f.Tokens[i].Kind != bot.TokDash && t.f.Tokens[i].Kind != bot.TokBad {
		return -1
	}
	k := t.itemAt(t.at) - 1
	for k >= 0 && (t.items[k].kind == blank || t.items[k].kind == comment) {
		k--
	}
	if k < 0 || t.items[k].kind != code {
		return -1
	}
	it := &t.items[k]
	if t.f.Tokens[it.first].Kind == bot.TokDash {
		return it.indent
	}
	if t.lastCode(it) != bot.TokColon || !t.listProperty(it) {
		return -1
	}
	if next := t.nextBut(k); next >= 0 && t.items[next].kind == code &&
		t.f.Tokens[t.items[next].first].Kind == bot.TokDash && t.items[next].indent > it.indent {
		return t.items[next].indent
	}
	return it.indent + unit
}

// listProperty reports whether the line is a property that takes a list.
func (t *typing) listProperty(it *item) bool {
	off := t.f.Tokens[it.first].Span.Start
	var inBlock func(list []*bot.Prop, info *bot.BlockInfo) bool
	inBlock = func(list []*bot.Prop, info *bot.BlockInfo) bool {
		for _, p := range list {
			known := info.Lookup(p.Name.Text)
			if known == nil {
				continue
			}
			if p.Span.Start == off && known.Form.IsList() || p.Span.Contains(off) && inBlock(p.Block, known.Block) {
				return true
			}
		}
		return false
	}
	var inDecls func(list []*bot.Decl) bool
	inDecls = func(list []*bot.Decl) bool {
		for _, d := range list {
			if d.Span.Contains(off) && (inBlock(d.Props, bot.Block(d.Kind)) || inDecls(d.Decls)) {
				return true
			}
		}
		return false
	}
	return inDecls(t.f.Decls)
}
