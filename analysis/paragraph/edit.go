package paragraph

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// WriteName replaces a reference by its name in backticks, without a second
// pair inside a code span (boundary-class.md 11, Q3). A reference in included
// text is replaced in the included file, which other prompts may include too.
func WriteName(c *bot.Compiled, r Ref) []finding.Edit {
	name, ok := Name(r.Template)
	if !ok || c.Prompt.Inline != nil && c.Prompt.Inline.Form == bot.Raw {
		return nil
	}
	path, span, ok := source(c, r.Span)
	if !ok {
		return nil
	}
	if !r.inCode {
		name = "`" + name + "`"
	}
	return []finding.Edit{{Path: path, Span: span, New: name}}
}

// markCode finds the references that backticks of their line enclose.
func markCode(s string, refs []Ref) {
	var line text.Span
	var code []text.Span
	line.End = -1
	for i := range refs {
		r := &refs[i]
		if r.Span.Start > line.End {
			line = lineSpan(s, r.Span.Start)
			code = codeSpans(s, line)
		}
		for len(code) > 0 && code[0].End < r.Span.End {
			code = code[1:]
		}
		r.inCode = len(code) > 0 && code[0].Covers(r.Span)
	}
}

// codeSpans are the code spans of a line: from a run of backticks to the next
// run as long as it.
func codeSpans(s string, line text.Span) []text.Span {
	var list []text.Span
	open := text.Span{Start: -1}
	for at := line.Start; at < line.End; {
		n := strings.IndexByte(s[at:line.End], '`')
		if n < 0 {
			break
		}
		run := text.Span{Start: at + n, End: at + n + 1}
		for run.End < line.End && s[run.End] == '`' {
			run.End++
		}
		at = run.End
		switch {
		case open.Start < 0:
			open = run
		case open.Len() == run.Len():
			list = append(list, text.Span{Start: open.Start, End: run.End})
			open.Start = -1
		}
	}
	return list
}

// Replace writes lines over the paragraph as the source shows it
// (boundary-class.md 11, BND103). It gives nil where the phrase is no start of
// a paragraph (the text before it would be lost), where text of the paragraph
// came by include, and in inline strings that cannot hold the lines.
func Replace(c *bot.Compiled, r Region, lines []string) []finding.Edit {
	f := frameOf(c.Prompt)
	before := c.Text[r.Span.Start:r.Phrase.Start]
	if len(lines) == 0 || strings.TrimFunc(withoutImportant(before), mark) != "" || !own(c, r.Shown) {
		return nil
	}
	if f.inline && f.form != bot.BlockScalar {
		if f.form == bot.Quoted || strings.Contains(strings.Join(lines, ""), "`") {
			return nil
		}
	}
	start, end := startOf(c, r.Shown.Start), endOf(c, r.Shown.End)
	return []finding.Edit{f.edit(start, end, f.join(lines))}
}
