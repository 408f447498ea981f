package paragraph

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// MoveFromUser moves the first paragraph of the user prompt, as its source
// shows it, to where Insert puts one in the system prompt (boundary-class.md
// 11, Q9). It gives nil where the paragraph has references, which it would
// carry to the side that speaks with authority, or came by include, and where
// the system prompt cannot take lines.
func MoveFromUser(user, system *bot.Compiled) []finding.Edit {
	regions := Regions(user)
	if len(regions) == 0 {
		return nil
	}
	shown := regions[0].Shown
	for _, r := range regions[0].Refs {
		if !r.Open {
			return nil
		}
	}
	lines := splitLines(user.Text[shown.Start:shown.End])
	lines[0] = strings.TrimLeft(lines[0], " \t")
	if !writable(lines) {
		return nil
	}
	cut := cutParagraph(user, shown)
	insert := Insert(system.Prompt, lines)
	if cut == nil || insert == nil {
		return nil
	}
	return append(cut, insert...)
}

// MoveToEnd moves the paragraph of an open region behind the text that it
// swallowed (boundary-class.md 11, Q4). Only a declared prompt of profile 1
// has one.
func MoveToEnd(c *bot.Compiled, r Region) []finding.Edit {
	f := frameOf(c.Prompt)
	if r.Shown.End >= r.Span.End {
		return nil
	}
	cut := cutParagraph(c, r.Shown)
	if cut == nil {
		return nil
	}
	end := f.file.Line(f.last).End
	return append(cut, f.edit(end, end, f.paragraph(splitLines(c.Text[r.Shown.Start:r.Shown.End]))))
}

// cutParagraph removes whole lines of a compiled text together with one blank
// line before them, or those behind them where nothing stands before.
func cutParagraph(c *bot.Compiled, s text.Span) []finding.Edit {
	f := frameOf(c.Prompt)
	if !own(c, s) {
		return nil
	}
	if s.Start == 0 {
		next := s.End
		for next < len(c.Text) {
			l := lineSpan(c.Text, next)
			if next > s.End && !blank(c.Text[l.Start:l.End]) {
				break
			}
			next = l.End + 1
		}
		if next >= len(c.Text) {
			return cutAll(c, f)
		}
		if f.indent != "" {
			// The first line sets the margin: one that stands deeper would
			// push the others out of the body.
			next += len(c.Text[next:]) - len(strings.TrimLeft(c.Text[next:], " \t"))
		}
		return []finding.Edit{f.edit(startOf(c, 0), startOf(c, next), "")}
	}
	// stay is the end of the line that stays before the paragraph.
	stay := s.Start - 1
	if !own(c, text.Span{Start: stay, End: s.Start}) {
		return nil // an included line end: the paragraph shares its line
	}
	before := lineSpan(c.Text, stay)
	if before.Start > 0 && blank(c.Text[before.Start:before.End]) && own(c, text.Span{Start: before.Start - 1, End: s.Start}) {
		stay = before.Start - 1
	}
	if stay == 0 {
		return []finding.Edit{f.edit(startOf(c, 0), endOf(c, s.End), "")}
	}
	return []finding.Edit{f.edit(endOf(c, stay), endOf(c, s.End), "")}
}

// cutAll removes the whole text of a prompt, where that leaves something that
// parses: a file, or a declaration with a blank line or the end of the file
// behind it (bot-language.md 7).
func cutAll(c *bot.Compiled, f frame) []finding.Edit {
	if f.inline || f.last < f.first {
		return nil
	}
	end := f.file.Line(f.last).End
	if c.Prompt.Text != nil {
		return []finding.Edit{f.edit(startOf(c, 0), f.file.Len(), "")}
	}
	if f.first == 0 || f.last+1 < f.file.Lines() && !f.blank(f.last+1) {
		return nil
	}
	return []finding.Edit{f.edit(f.file.Line(f.first-1).End, end, "")}
}

// MoveSentence moves the sentence that holds the reference out of the
// paragraph and makes it one of its own: behind the region, or before it where
// blank lines do not survive (boundary-class.md 11, Q3). It gives nil where
// the phrase is in the sentence, where text of it came by include, and in a
// quoted string.
func MoveSentence(c *bot.Compiled, r Region, ref Ref) []finding.Edit {
	f := frameOf(c.Prompt)
	if ref.Open || f.inline && f.form == bot.Quoted {
		return nil
	}
	s, ok := sentence(c.Text, r, ref)
	if !ok || !own(c, s) || strings.Contains(c.Text[s.Start:s.End], Phrase) {
		return nil
	}
	lines := splitLines(c.Text[s.Start:s.End])
	for i := range lines {
		lines[i] = trimLeft(lines[i])
	}
	var edits []finding.Edit
	for _, cut := range cutSentence(c.Text, s) {
		if !own(c, cut) {
			return nil
		}
		edits = append(edits, f.edit(endOrStart(c, cut), endOf(c, cut.End), ""))
	}
	if f.keeps {
		if !own(c, text.Span{Start: r.Span.End - 1, End: r.Span.End}) {
			return nil
		}
		end := endOf(c, r.Span.End)
		return append(edits, f.edit(end, end, f.paragraph(lines)))
	}
	if !own(c, text.Span{Start: r.Span.Start, End: r.Phrase.End}) {
		return nil
	}
	start := startOf(c, r.Span.Start)
	line := f.file.LineAt(start)
	if strings.Trim(f.file.Slice(text.Span{Start: f.file.LineStart(line), End: start}), " ") != "" {
		return nil // the line starts with an include
	}
	if line > f.first && !f.blank(line-1) {
		end := f.file.Line(line - 1).End
		return append(edits, f.edit(end, end, f.paragraph(lines)+f.eol))
	}
	return append(edits, f.edit(start, start, f.join(lines)+f.eol+f.eol+f.indent))
}

// sentence finds the sentence of the shown paragraph that holds ref.
func sentence(s string, r Region, ref Ref) (text.Span, bool) {
	start := headingEnd(s, r)
	if ref.Span.Start < start {
		return text.Span{}, false
	}
	for i := start; i < ref.Span.Start; i++ {
		if stops(s, i, r.Shown.End) {
			start = i + 1
		}
	}
	end := ref.Span.End
	for end < r.Shown.End {
		end++
		if stops(s, end-1, r.Shown.End) {
			break
		}
	}
	skip := strings.TrimLeftFunc(s[start:end], unicode.IsSpace)
	return text.Span{Start: end - len(skip), End: end}, true
}

// stops reports whether the byte at i ends a sentence.
func stops(s string, i, end int) bool {
	if c := s[i]; c != '.' && c != '!' && c != '?' {
		return false
	}
	r, _ := utf8.DecodeRuneInString(s[i+1 : end])
	return i+1 == end || unicode.IsSpace(r)
}

// headingEnd is where the text of the paragraph starts: behind the colon of
// the phrase's line and the marks that close the heading, or on the next line
// where the heading has none.
func headingEnd(s string, r Region) int {
	line := lineSpan(s, r.Phrase.Start)
	if n := strings.IndexByte(s[r.Phrase.End:line.End], ':'); n >= 0 {
		at := r.Phrase.End + n + 1
		return line.End - len(strings.TrimLeft(s[at:line.End], "*_"))
	}
	return min(line.End+1, r.Shown.End)
}

// cutSentence gives what has to go so that the sentence s is gone: parts of
// lines with the blanks around them, and whole lines with the line end before
// them.
func cutSentence(s string, at text.Span) []text.Span {
	var cuts []text.Span
	for start := at.Start; start < at.End; {
		line := lineSpan(s, start)
		cut := text.Span{Start: max(line.Start, at.Start), End: min(line.End, at.End)}
		start = line.End + 1
		before, after := s[line.Start:cut.Start], s[cut.End:line.End]
		switch {
		case blank(before) && blank(after) && line.Start > 0:
			cut = text.Span{Start: line.Start - 1, End: line.End}
		case blank(after):
			cut.Start = line.Start + len(strings.TrimRightFunc(before, unicode.IsSpace))
			cut.End = line.End
		default:
			cut.End = line.End - len(trimLeft(after))
		}
		if n := len(cuts); n > 0 && cuts[n-1].End >= cut.Start {
			cuts[n-1].End = cut.End
			continue
		}
		cuts = append(cuts, cut)
	}
	return cuts
}

// endOrStart is where a cut starts in the file. One that starts with a line
// end starts behind the text of the line before, so that blank lines that the
// compiled text has dropped go with it.
func endOrStart(c *bot.Compiled, cut text.Span) int {
	if cut.Start > 0 && c.Text[cut.Start] == '\n' {
		return endOf(c, cut.Start)
	}
	return startOf(c, cut.Start)
}
