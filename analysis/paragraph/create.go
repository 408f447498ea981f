package paragraph

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// FreeName is base, or base_2, base_3, …: the first that no prompt of the unit
// bears.
func FreeName(u *bot.Unit, base string) string {
	name := base
	for n := 2; ; n++ {
		if _, taken := u.Prompts[name]; !taken {
			return name
		}
		name = fmt.Sprintf("%s_%d", base, n)
	}
}

// Create declares the prompt `name` with the paragraph and makes it the system
// prompt of d, which has none (boundary-class.md 11, Q2). The declaration goes
// before `before`, which is d or the group that d stands in.
func Create(f *bot.UnitFile, d, before *bot.Decl, name string, lines []string) []finding.Edit {
	at, ok := above(f.File, before)
	if !ok || len(lines) == 0 || d.Prop("system") != nil || !headed(f.File, d) {
		return nil
	}
	t := f.File.Text
	header := t.LineAt(d.Header.End)
	indent := strings.Repeat(" ", d.Indent+2)
	if len(d.Props) > 0 {
		first := d.Props[0].Span.Start
		line := t.LineAt(first)
		if line == header {
			return nil // agent a: model: … on one line
		}
		indent = t.Slice(text.Span{Start: t.LineStart(line), End: first})
		if strings.Trim(indent, " ") != "" {
			return nil
		}
	}
	eol, end := t.EOL(), t.Line(header).End
	body := append([]string{"Follow the task this workflow hands you.", ""}, lines...)
	return []finding.Edit{
		{Path: f.Path, Span: text.Span{Start: at, End: at}, New: declare(name, body, eol)},
		{Path: f.Path, Span: text.Span{Start: end, End: end}, New: eol + indent + "system: " + name},
	}
}

// InsertInlineQuoted turns the quoted or raw string of prop, the system prompt
// of d, into a declared prompt `name` with the paragraph in it
// (boundary-class.md 11.1). The declaration goes before `before`, which is d
// or the group that d stands in. It gives nil where the name is taken, where
// the string is unclosed, and where its text cannot stand in a prompt body.
func InsertInlineQuoted(u *bot.Unit, f *bot.UnitFile, d, before *bot.Decl, prop *bot.Prop, name string, lines []string) []finding.Edit {
	v := prop.Value
	if v == nil || v.Kind != bot.String || v.Form == bot.BlockScalar || !v.Closed || len(lines) == 0 {
		return nil
	}
	if _, taken := u.Prompts[name]; taken || !slices.Contains(d.Props, prop) {
		return nil
	}
	at, ok := above(f.File, before)
	if !ok {
		return nil
	}
	decoded, _ := f.File.Decode(v)
	body, ok := bodyLines(decoded)
	if !ok {
		return nil
	}
	first := len(body)
	if f.File.Profile == 2 {
		if i := slices.Index(body, ""); i >= 0 {
			first = i
		}
	}
	rest := body[first:]
	body = slices.Clone(body[:first])
	if first > 0 {
		body = append(body, "")
	}
	body = append(append(body, lines...), rest...)
	return []finding.Edit{
		{Path: f.Path, Span: text.Span{Start: at, End: at}, New: declare(name, body, f.File.Text.EOL())},
		{Path: f.Path, Span: v.Span, New: name},
	}
}

// bodyLines gives a decoded string as the lines of a prompt body, blank ones
// empty. The first line of a body sets its indentation, so it starts at the
// margin here and the others move with it.
func bodyLines(decoded string) ([]string, bool) {
	lines := strings.Split(decoded, "\n")
	for i, l := range lines {
		if blank(l) {
			lines[i] = ""
		}
	}
	for len(lines) > 0 && lines[0] == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if len(lines) == 0 {
		return nil, true
	}
	indent := len(lines[0]) - len(strings.TrimLeft(lines[0], " "))
	for i, l := range lines {
		lines[i] = l[min(indent, len(l)-len(strings.TrimLeft(l, " "))):]
	}
	lines[0] = strings.TrimLeft(lines[0], " \t")
	return lines, writable(lines)
}

// declare is the declaration of a prompt and the blank line behind it.
func declare(name string, body []string, eol string) string {
	var b strings.Builder
	b.WriteString("prompt " + name + ":" + eol)
	for _, l := range body {
		if l != "" {
			b.WriteString("  " + l)
		}
		b.WriteString(eol)
	}
	b.WriteString(eol)
	return b.String()
}

// above is where a declaration can be put before d: above the comments that
// stand directly on d, a silencing one among them. Of a block of comments that
// opens the file only the silencing ones count as d's: the rest may be about
// the file, or its catalogue.
func above(f *bot.File, d *bot.Decl) (int, bool) {
	if d.Indent != 0 {
		return 0, false
	}
	theirs, all := d.Span.Start, d.Span.Start
	silencing := true
	for line := f.Text.LineAt(d.Span.Start) - 1; line >= 0; line-- {
		c, ok := commentAt(f, f.Text.LineStart(line))
		if !ok {
			return all, true
		}
		all = c.Start
		words := strings.TrimLeft(f.Text.Slice(c), "# \t")
		if silencing = silencing && strings.HasPrefix(words, "boundary:"); silencing {
			theirs = all
		}
	}
	return theirs, true
}

// commentAt is the comment at the start of the line that starts at off.
func commentAt(f *bot.File, off int) (text.Span, bool) {
	i := sort.Search(len(f.Tokens), func(i int) bool { return f.Tokens[i].Span.Start >= off })
	if i < len(f.Tokens) && f.Tokens[i].Kind == bot.TokBOM {
		off = f.Tokens[i].Span.End
		i++
	}
	if i == len(f.Tokens) || f.Tokens[i].Kind != bot.TokComment || f.Tokens[i].Span.Start != off {
		return text.Span{}, false
	}
	return f.Tokens[i].Span, true
}
