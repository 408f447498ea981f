package paragraph

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// Insert puts the paragraph into a prompt that lacks it (boundary-class.md
// 11.1): behind the first paragraph of the body, at its end where blank lines
// do not survive, as the body where there is none. Quoted and raw inline
// strings have no lines to put it between, see InsertInlineQuoted.
func Insert(p *bot.Prompt, lines []string) []finding.Edit {
	f := frameOf(p)
	if len(lines) == 0 || f.inline && f.form != bot.BlockScalar {
		return nil
	}
	if f.last < f.first {
		return insertBody(p, f, lines)
	}
	line := f.last
	if f.keeps {
		for line = f.first; line < f.last && !f.blank(line+1); {
			line++
		}
	}
	end := f.file.Line(line).End
	return []finding.Edit{f.edit(end, end, f.paragraph(lines))}
}

// insertBody makes lines the text of a prompt that has none. White space that
// the language takes for text sets a margin of its own; such a body is left.
func insertBody(p *bot.Prompt, f frame, lines []string) []finding.Edit {
	var line, indent int // the line that the body stands below, and its own indentation
	switch {
	case p.Text != nil:
		start := 0
		if strings.HasPrefix(f.file.String(), "\ufeff") {
			start = len("\ufeff")
		}
		return []finding.Edit{f.edit(start, f.file.Len(), f.join(lines)+f.eol)}
	case p.Inline != nil:
		if strings.Trim(f.file.Slice(p.Inline.Inner), " \r\n") != "" {
			return nil
		}
		line = f.file.LineAt(p.Inline.Span.Start)
		src := f.file.Slice(f.file.Line(line))
		indent = len(src) - len(strings.TrimLeft(src, " "))
	default:
		if p.Decl.Body != nil || !headed(p.File, p.Decl) {
			return nil
		}
		line, indent = f.file.LineAt(p.Decl.Header.End), p.Decl.Indent
	}
	f.indent = strings.Repeat(" ", indent+2)
	end := f.file.Line(line).End
	return []finding.Edit{f.edit(end, end, f.eol+f.indent+f.join(lines))}
}

// headed reports whether the declaration's header is complete, so that what is
// put below it belongs to it.
func headed(f *bot.File, d *bot.Decl) bool {
	return strings.HasSuffix(strings.TrimRight(f.Text.Slice(d.Header), " \t"), ":")
}
