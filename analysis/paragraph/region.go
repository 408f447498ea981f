package paragraph

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Phrase is what a body must contain, letter by letter (boundary-class.md 6.1).
const Phrase = "UNTRUSTED INPUT BOUNDARY"

// Heading is the form of the phrase that we write (boundary-class.md 6.4).
const Heading = "IMPORTANT — UNTRUSTED INPUT BOUNDARY:"

// Region is one literal region of a compiled body (boundary-class.md 6.2).
type Region struct {
	// Span is in Compiled.Text: from the start of the line that holds the
	// phrase to the end of the last line before the closing line, or of the
	// body, without its line end.
	Span text.Span
	// Phrase is the occurrence that opens the region, in Compiled.Text.
	Phrase text.Span
	// Place is where findings about the paragraph stand.
	Place Place
	// Shown is the paragraph as the source shows it, in Compiled.Text: Span
	// up to the first blank line of the source. It is shorter than Span in
	// bodies of profile 1 only.
	Shown text.Span
	// Refs are the references in the region, in order.
	Refs []Ref
	// HeadingOK says that the phrase's line reads as a heading
	// (boundary-class.md 6.4, form).
	HeadingOK bool
	// Missing lists what the shown paragraph does not say, of PartData,
	// PartAuthority and PartResponse, in this order (boundary-class.md 6.4,
	// content).
	Missing []string
}

// Ref is a reference, or whatever else starts with two braces, inside a region
// (boundary-class.md 6.3).
type Ref struct {
	Span text.Span // in Compiled.Text
	Place
	// Open says that the source shows the reference behind a blank line that
	// profile 1 drops: BND202 instead of BND201.
	Open bool
	// Template is the reference as it parses; its spans are in
	// Compiled.Text.
	Template bot.Template
	// Param is set for a parameter of a bound text, as written,
	// `{{params.x}}`: Span is then what it became.
	Param  string
	inCode bool // backticks of the line enclose it
}

// Place is where a span of a compiled text is reported.
type Place struct {
	// Origin is in the prompt's own file: the source of the span, or the
	// directive that brought it.
	Origin bot.Origin
	// Included is the source of included text, nil for the prompt's own.
	Included *bot.Origin
}

// PlaceOf leads a span of c.Text back to the prompt's own file and, for
// included text, to the included one.
func PlaceOf(c *bot.Compiled, s text.Span) Place {
	o := c.Origin(s)
	if o.Include == nil {
		return Place{Origin: o}
	}
	own := bot.Origin{Path: c.Prompt.Path, Span: o.Include.Directive, Include: o.Include}
	return Place{Origin: own, Included: &o}
}

// Regions finds the regions of a compiled body, in order. Every occurrence of
// the phrase outside an open region opens one.
func Regions(c *bot.Compiled) []Region {
	var list []Region
	for at := 0; ; {
		i := strings.Index(c.Text[at:], Phrase)
		if i < 0 {
			return list
		}
		at += i
		r := Region{Phrase: text.Span{Start: at, End: at + len(Phrase)}}
		r.Span.Start = strings.LastIndexByte(c.Text[:at], '\n') + 1
		r.Span.End = regionEnd(c.Text, at)
		r.Shown = text.Span{Start: r.Span.Start, End: shownEnd(c, r)}
		r.Place = written(c, r.Phrase)
		line := lineSpan(c.Text, at)
		r.HeadingOK = isHeading(c.Text[line.Start:at], c.Text[r.Phrase.End:line.End])
		r.Missing = missing(c.Text[r.Shown.Start:r.Shown.End], r.Phrase.End-r.Shown.Start)
		r.Refs = refs(c, r)
		list = append(list, r)
		at = r.Span.End
	}
}

// regionEnd is the end of the last line before the closing line behind at.
func regionEnd(s string, at int) int {
	for {
		n := strings.IndexByte(s[at:], '\n')
		if n < 0 {
			return len(s)
		}
		at += n
		if next := lineSpan(s, at+1); blank(s[next.Start:next.End]) {
			return at
		}
		at++
	}
}

// shownEnd is where the source shows the region's paragraph to end. A body of
// profile 1 is compiled without its blank lines; a hole between the sources of
// two lines is where one was (boundary-class.md 6.2).
func shownEnd(c *bot.Compiled, r Region) int {
	p := c.Prompt
	if p.Decl == nil || p.File == nil || p.File.Profile != 1 {
		return r.Span.End
	}
	line := func(off int) int { return p.File.Text.LineAt(startOf(c, off)) }
	for at := r.Phrase.End; ; at++ {
		n := strings.IndexByte(c.Text[at:r.Span.End], '\n')
		if n < 0 {
			return r.Span.End
		}
		at += n
		if line(at+1)-line(at-1) > 1 {
			return at
		}
	}
}

func refs(c *bot.Compiled, r Region) []Ref {
	var list []Ref
	for _, t := range bot.Templates(c.Text[r.Span.Start:r.Span.End]) {
		t.Span, t.PathSpan = t.Span.Shift(r.Span.Start), t.PathSpan.Shift(r.Span.Start)
		p := written(c, t.Span)
		if t.IsInclude && p.Included == nil && ownDirective(c, t.Span) {
			continue // one that could not be read: no reference
		}
		list = append(list, Ref{Span: t.Span, Place: p, Open: t.Span.Start >= r.Shown.End, Template: t})
	}
	if c.Bound {
		list = append(list, params(c, r)...)
		slices.SortStableFunc(list, func(a, b Ref) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	}
	markCode(c.Text, list)
	return list
}

// blank reports whether a line closes a region.
func blank(line string) bool {
	return strings.IndexFunc(line, func(r rune) bool { return !unicode.IsSpace(r) }) < 0
}

// lineSpan is the line of s that holds at, without its line end.
func lineSpan(s string, at int) text.Span {
	l := text.Span{Start: strings.LastIndexByte(s[:at], '\n') + 1, End: len(s)}
	if n := strings.IndexByte(s[at:], '\n'); n >= 0 {
		l.End = at + n
	}
	return l
}
