package botcheck

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// quotedTemplates reports references inside quotes of a command: the engine
// quotes every value itself. Single quotes of the author end where the value
// begins; double ones keep the engine's quotes as part of the value. The shell
// is read only as far as its quoting is certain.
func (c *checker) quotedTemplates(n *node) {
	if n.Decl.Kind != bot.KindTool {
		return
	}
	s, ok := str(n.UnitFile, n.Decl.Prop("command"))
	if !ok || !strings.Contains(s.text, "{{") {
		return
	}
	refs, fault := scan(s)
	if fault != nil || len(refs) == 0 {
		return
	}
	quotes := shellQuotes(s.text)
	for _, r := range refs {
		q, quoted := quotes[r.span.Start]
		raw := strings.HasPrefix(strings.TrimSpace(s.text[r.span.Start+2:r.span.End-2]), "!")
		if !quoted || raw || r.name(0) == "params" {
			continue // a raw value is put in as it is, a parameter by the use
		}
		got := finding.Quote(s.text[r.span.Start:r.span.End])
		i := issue{
			code: "BOT405", engine: "C137", kind: "single-quotes", name: s.text[r.span.Start:r.span.End],
			at: s.place(r.span), severity: finding.Warning,
			message: "the engine quotes the value of " + got +
				" itself, so these quotes end before it and the shell reads the value as its own text; remove them",
		}
		if q.double {
			i.kind = "double-quotes"
			i.message = "the engine quotes the value of " + got +
				" itself, so inside these quotes its quotes become part of the value; remove them"
		}
		switch r.name(0) {
		case "artifacts", "attachments", "loop":
			i.severity = finding.Error
		}
		if q.span.Start+1 == r.span.Start && q.span.End-1 == r.span.End {
			i.fixes = offer(nil, unquote(s, q.span, r.span))
		}
		c.add(i)
	}
}

// unquote removes the quotes around one template.
func unquote(s source, q, t text.Span) finding.Fix {
	title := "Remove the quotes around " + finding.Cut(s.text[t.Start:t.End])
	return finding.NewFix("remove-the-quotes-around", title, false, func() []finding.Edit {
		a := s.place(text.Span{Start: q.Start, End: q.Start + 1})
		b := s.place(text.Span{Start: q.End - 1, End: q.End})
		return []finding.Edit{{Path: a.Path, Span: a.Span}, {Path: b.Path, Span: b.Span}}
	})
}

// shellQuote is the quoted text around a template, quotes included.
type shellQuote struct {
	span   text.Span
	double bool
}

// frame is a part of a shell text that ends at its own closer.
type frame struct {
	closer byte // 0 for the text itself
	start  int
	// templates are those directly inside double quotes.
	templates []int
}

// shell reads the quoting of a shell text.
type shell struct {
	s      string
	frames []frame
	quotes map[int]shellQuote
	// heres are the here-documents that begin at the next line.
	heres []here
}

type here struct {
	end  string
	tabs bool // tabs in front of the end do not count
}

// shellQuotes gives the quotes around each template that stands in some, by
// the template's offset. What follows a place whose quoting is not plain is
// not read; the text of here-documents has no quotes.
func shellQuotes(s string) map[int]shellQuote {
	x := &shell{s: s, frames: []frame{{}}, quotes: map[int]shellQuote{}}
	for i := 0; i >= 0 && i < len(s); {
		i = x.step(i)
	}
	return x.quotes
}

func (x *shell) top() *frame { return &x.frames[len(x.frames)-1] }

func (x *shell) push(closer byte, start int) {
	x.frames = append(x.frames, frame{closer: closer, start: start})
}

// pop ends the innermost frame.
func (x *shell) pop(end int) {
	f := x.top()
	for _, t := range f.templates {
		x.quotes[t] = shellQuote{text.Span{Start: f.start, End: end}, true}
	}
	x.frames = x.frames[:len(x.frames)-1]
}

// step reads what stands at i and gives the offset behind it, -1 where the
// quoting is not plain from here on.
func (x *shell) step(i int) int {
	s, f := x.s, x.top()
	double := f.closer == '"'
	rest := s[i:]
	switch ch := s[i]; {
	case strings.HasPrefix(rest, "{{"):
		if double {
			f.templates = append(f.templates, i)
		}
		if n := strings.Index(rest, "}}"); n > 0 {
			return i + n + 2
		}
		return -1
	case ch == '\\':
		return i + 2
	case ch == f.closer && ch != 0:
		x.pop(i + 1)
		return i + 1
	case strings.HasPrefix(rest, "$(("):
		n := strings.Index(rest, "))")
		if n < 0 {
			return -1
		}
		return i + n + 2
	case strings.HasPrefix(rest, "$("):
		x.push(')', i)
		return i + 2
	case ch == '`':
		x.push('`', i)
		return i + 1
	case strings.HasPrefix(rest, "${") && double:
		// Quotes in there are read in another way by each shell.
		if n := strings.IndexAny(rest, `}"'`); n < 0 || rest[n] != '}' {
			return -1
		}
		return i + 2
	case double:
		return i + 1
	}
	return x.command(i)
}

// command reads what stands at i outside double quotes.
func (x *shell) command(i int) int {
	s, f := x.s, x.top()
	rest := s[i:]
	word := i == 0 || strings.IndexByte(" \t\n;(&|`", s[i-1]) >= 0
	switch ch := s[i]; {
	case ch == '"':
		x.push('"', i)
	case ch == '\'':
		ansi := i > 0 && s[i-1] == '$'
		end := i + 1
		for ; end < len(s) && s[end] != '\''; end++ {
			if ansi && s[end] == '\\' {
				end++
			}
		}
		if end >= len(s) {
			return -1
		}
		for at := i + 1; ; {
			n := strings.Index(s[at:end], "{{")
			if n < 0 {
				break
			}
			x.quotes[at+n] = shellQuote{span: text.Span{Start: i, End: end + 1}}
			at += n + 2
		}
		return end + 1
	case ch == '#' && word:
		if n := strings.IndexByte(rest, '\n'); n >= 0 {
			return i + n
		}
		return -1
	case ch == '(' && f.closer != 0:
		x.push(')', i)
	case word && f.closer != 0 && strings.HasPrefix(rest, "case "):
		return -1 // its patterns end in parentheses of their own
	case strings.HasPrefix(rest, "<<<"):
		return i + 3
	case strings.HasPrefix(rest, "<<"):
		return x.hereDocument(i + 2)
	case ch == '\n':
		return x.skipHeres(i + 1)
	}
	return i + 1
}

// hereDocument reads the word that ends a here-document.
func (x *shell) hereDocument(i int) int {
	s := x.s
	h := here{}
	if i < len(s) && s[i] == '-' {
		h.tabs = true
		i++
	}
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	n := strings.IndexAny(s[i:], " \t\n;|&<>()")
	if n < 0 {
		return -1
	}
	h.end = strings.NewReplacer("'", "", `"`, "", `\`, "").Replace(s[i : i+n])
	if h.end == "" {
		return -1
	}
	x.heres = append(x.heres, h)
	return i + n
}

// skipHeres passes over the here-documents that begin at i.
func (x *shell) skipHeres(i int) int {
	for _, h := range x.heres {
		for {
			if i >= len(x.s) {
				return -1
			}
			line, _, _ := strings.Cut(x.s[i:], "\n")
			i += len(line) + 1
			if h.tabs {
				line = strings.TrimLeft(line, "\t")
			}
			if line == h.end {
				break
			}
		}
	}
	x.heres = x.heres[:0]
	return i
}
