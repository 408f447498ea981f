package bothover

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
)

// How much is shown.
const (
	maxEdges = 5   // edges on each side of a node
	maxNames = 8   // names in a list
	maxLines = 10  // lines in a fence
	maxWidth = 160 // characters of a line in a fence

	// maxCycles is for how many edges of a loop the cycle is looked for, so
	// that a loop of very many takes no quadratic time.
	maxCycles = 8
)

// page is Markdown in the making.
type page struct{ b strings.Builder }

func (p *page) empty() bool { return p.b.Len() == 0 }

func (p *page) String() string { return p.b.String() }

// line adds a paragraph.
func (p *page) line(s string) {
	if s == "" {
		return
	}
	if !p.empty() {
		p.b.WriteString("\n\n")
	}
	p.b.WriteString(s)
}

// head adds the heading, in code font, and the line below it. parts are joined
// as they are; text from a file has to be clean.
func (p *page) head(code, below string) {
	p.line("`" + code + "`")
	p.line(below)
}

// list adds a titled list, cut to limit elements; nothing for none.
func (p *page) list(title string, items []string, limit int) {
	if len(items) == 0 {
		return
	}
	p.line("**" + title + "**")
	for i, s := range items {
		if i == limit {
			p.b.WriteString("\n- and " + count(len(items)-limit) + " more")
			break
		}
		p.b.WriteString("\n- " + s)
	}
}

// names adds a titled list on one line.
func (p *page) names(title string, items []string) {
	if len(items) == 0 {
		return
	}
	more := ""
	if len(items) > maxNames {
		more = " and " + count(len(items)-maxNames) + " more"
		items = items[:maxNames]
	}
	p.line("**" + title + "** " + strings.Join(items, ", ") + more)
}

// fence adds source text in a fence that it cannot close. It is dedented, cut
// to lines and width, and what does not show is escaped.
func (p *page) fence(language, src string, lines int) {
	list := strings.Split(strings.TrimRight(src, " \t\r\n"), "\n")
	cut := len(list) > lines
	if cut {
		list = list[:lines]
	}
	indent := -1
	for i, l := range list {
		list[i] = strings.TrimSuffix(l, "\r")
		if blank := len(l) - len(strings.TrimLeft(l, " ")); strings.TrimSpace(l) != "" && (indent < 0 || blank < indent) {
			indent = blank
		}
	}
	fence := "```"
	for i, l := range list {
		l = l[max(min(indent, len(l)-len(strings.TrimLeft(l, " "))), 0):]
		list[i] = shorten(finding.Escape(strings.ReplaceAll(l, "\t", "  ")), maxWidth)
		for strings.Contains(list[i], fence) {
			fence += "`"
		}
	}
	if cut {
		list = append(list, "…")
	}
	p.line(fence + language + "\n" + strings.Join(list, "\n") + "\n" + fence)
}

// shorten cuts escaped text.
func shorten(s string, limit int) string {
	if len(s) <= limit || utf8.RuneCountInString(s) <= limit {
		return s
	}
	n := 0
	for i := range s {
		if n == limit {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// clean is text from a file inside code font: escaped, cut, without backticks.
func clean(s string) string { return strings.ReplaceAll(finding.Cut(s), "`", "'") }

// quote is text from a file in code font.
func quote(s string) string { return finding.Quote(s) }

func count(n int) string { return strconv.Itoa(n) }

// counted is a number with its noun.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return count(n) + " " + many
}

// unique drops repetitions and keeps the order.
func unique(list []string) []string {
	seen := map[string]bool{}
	out := list[:0:0]
	for _, s := range list {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}
