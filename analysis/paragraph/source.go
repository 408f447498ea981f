package paragraph

import (
	"sort"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// includeAt is the first include of c whose text ends behind off.
func includeAt(c *bot.Compiled, off int) int {
	return sort.Search(len(c.Includes), func(i int) bool { return off < c.Includes[i].Out.End })
}

// ownDirective reports whether s is one of the prompt's own directives, left
// in the text because its file could not be read.
func ownDirective(c *bot.Compiled, s text.Span) bool {
	i := includeAt(c, s.Start)
	return i < len(c.Includes) && c.Includes[i].Out == s && c.Includes[i].Text == nil
}

// own reports whether no byte of s, and nothing at its edges, was spliced in.
func own(c *bot.Compiled, s text.Span) bool {
	// An empty included file leaves no byte and still stands somewhere.
	i := sort.Search(len(c.Includes), func(i int) bool { return s.Start <= c.Includes[i].Out.End })
	for ; i < len(c.Includes) && c.Includes[i].Out.Start <= s.End; i++ {
		inc := &c.Includes[i]
		switch {
		case inc.Text == nil:
		case inc.Out.Empty():
			return false
		case inc.Out.Start < s.End && s.Start < inc.Out.End:
			return false
		}
	}
	return true
}

// source is the one stretch of one file that the text s stands for; ok is
// false where s lies partly in an included file.
func source(c *bot.Compiled, s text.Span) (path string, span text.Span, ok bool) {
	if s.Empty() {
		return "", text.Span{}, false
	}
	if i := includeAt(c, s.Start); i < len(c.Includes) && c.Includes[i].Text != nil && c.Includes[i].Out.Covers(s) {
		o := c.Origin(s)
		return o.Path, o.Span, true
	}
	if !own(c, s) {
		return "", text.Span{}, false
	}
	return c.Prompt.Path, c.Origin(s).Span, true
}

// startOf is where the byte at off starts in the prompt's own file; for
// included text, where its directive does.
func startOf(c *bot.Compiled, off int) int {
	return PlaceOf(c, text.Span{Start: off, End: off + 1}).Origin.Span.Start
}

// endOf is where the byte before off ends in the prompt's own file; for
// included text, where its directive does. off is more than 0.
func endOf(c *bot.Compiled, off int) int {
	return PlaceOf(c, text.Span{Start: off - 1, End: off}).Origin.Span.End
}

// frame is how the lines of a prompt stand in its file.
type frame struct {
	path string
	file *text.Text
	// indent is what stands in front of each line, eol what ends it.
	indent, eol string
	// keeps says that blank lines survive and close a region.
	keeps bool
	// first and last are the 0-based source lines between which the lines of
	// the prompt are, both included; last < first where there are none.
	first, last int
	// form is that of an inline string.
	inline bool
	form   bot.StringForm
}

func frameOf(p *bot.Prompt) frame {
	f := frame{path: p.Path, keeps: true, last: -1}
	var span text.Span
	switch {
	case p.Text != nil:
		f.file = p.Text
		span.End = p.Text.Len()
	case p.Inline != nil:
		f.file, f.inline, f.form = p.File.Text, true, p.Inline.Form
		span = p.Inline.Inner
		if f.form == bot.BlockScalar {
			f.indent = strings.Repeat(" ", p.Inline.Indent)
		}
	default:
		f.file, f.keeps = p.File.Text, p.File.Profile == 2
		if p.Decl.Body != nil {
			span = p.Decl.Body.Span
			f.indent = strings.Repeat(" ", p.Decl.Body.Indent)
		}
	}
	f.eol = f.file.EOL()
	if span.Empty() {
		return f
	}
	f.first, f.last = f.file.LineAt(span.Start), f.file.LineAt(span.End-1)
	for f.first <= f.last && f.blank(f.first) {
		f.first++
	}
	for f.first <= f.last && f.blank(f.last) {
		f.last--
	}
	return f
}

// blank reports whether the source line holds nothing but white space.
func (f frame) blank(line int) bool {
	return blank(strings.TrimPrefix(f.file.Slice(f.file.Line(line)), "\ufeff"))
}

// join gives lines as they stand in the file, the first without its
// indentation and the last without its line end.
func (f frame) join(lines []string) string { return strings.Join(lines, f.eol+f.indent) }

// paragraph gives lines as a paragraph of its own behind the end of a line.
func (f frame) paragraph(lines []string) string {
	return f.eol + f.eol + f.indent + f.join(lines)
}

func (f frame) edit(start, end int, s string) finding.Edit {
	return finding.Edit{Path: f.path, Span: text.Span{Start: start, End: end}, New: s}
}

// writable reports whether lines can stand in a file as they are.
func writable(lines []string) bool {
	for _, l := range lines {
		if strings.ContainsFunc(l, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }) {
			return false
		}
	}
	return len(lines) > 0
}

// splitLines gives the lines of a decoded text without blanks at their ends.
func splitLines(s string) []string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \t")
	}
	return lines
}
