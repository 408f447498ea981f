package bottokens

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/botindex"
	"github.com/boundary-lsp/boundary-lsp/analysis/boundary"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// decoded is a text with the way back to the file.
type decoded struct {
	s string
	m *text.Map
}

func (d decoded) span(start, end int) text.Span {
	return d.m.SourceSpan(text.Span{Start: start, End: end})
}

// prompts reads the prompts that stand in the file: their templates and the
// lines of their boundary paragraphs.
func (b *builder) prompts() {
	own := false
	for _, p := range b.units[0].Unit.AllPrompts {
		if p.Path == b.path {
			own = true
			s, m := p.Decoded()
			b.templates(decoded{s, &m})
		}
	}
	if !own && b.f == nil {
		if len(b.units[0].In(b.path)) == 0 {
			return // a unit has only looked for it
		}
		s, m := bot.Fold(b.src, 0)
		b.templates(decoded{s, &m})
	}
	for _, x := range b.units {
		for _, s := range boundary.RegionsIn(x.Unit, b.d, b.path) {
			line := b.t.Slice(s)
			s.Start += len(line) - len(strings.TrimLeft(line, blanks))
			s.End -= len(line) - len(strings.TrimRight(line, blanks))
			b.regions = append(b.regions, Token{s, String, Boundary})
		}
	}
}

const blanks = " \t\r\n\u00a0"

// values reads the other texts in which references may stand.
func (b *builder) values() {
	for _, x := range b.units[0].Texts(b.path) {
		s, m := b.f.Decode(x.Value)
		d := decoded{s, &m}
		list := b.templates(d)
		if x.Expr {
			b.hole(x.Value.Inner)
			b.expr(d, list)
		}
	}
}

// templates marks the braces of templates and the path of includes, and gives
// all that it found. What is not closed, and what nests, is text.
func (b *builder) templates(d decoded) []bot.Template {
	if !strings.Contains(d.s, "{{") {
		return nil
	}
	list := bot.Templates(d.s)
	for _, t := range list {
		if t.Fault == "unclosed" || t.Fault == "nested" {
			continue
		}
		start, end := t.Span.Start, t.Span.Start+len("{{")
		b.hole(d.span(start, t.Span.End))
		switch word := "include"; {
		case t.Raw:
			if at := end + strings.IndexByte(d.s[end:], '!'); at == end {
				end++
			} else {
				b.mark(d.span(at, at+1), Macro, 0)
			}
		case t.IsInclude:
			if at := t.PathSpan.Start; at == end {
				end += len(word)
			} else {
				b.mark(d.span(at, at+len(word)), Macro, 0)
			}
			quote := t.PathSpan.Start + strings.IndexByte(t.Path, '"')
			b.mark(d.span(quote, t.PathSpan.End), String, 0)
		}
		b.mark(d.span(start, end), Macro, 0)
		b.mark(d.span(t.Span.End-len("}}"), t.Span.End), Macro, 0)
	}
	return list
}

// operators of expressions, longer ones first (bot-language.md 11).
var operators = [...]string{"&&", "||", "==", "!=", "<=", ">=", "=>", "+", "-", "*", "/", "%", "<", ">", "!"}

// expr marks what an expression holds besides names. It does not mind whether
// that parses, so that colours stay while it is typed. templates are those in
// it.
func (b *builder) expr(d decoded, templates []bot.Template) {
	s := d.s
	for at := 0; at < len(s); {
		if len(templates) > 0 && at >= templates[0].Span.Start {
			at = max(at, templates[0].Span.End)
			templates = templates[1:]
			continue
		}
		start := at
		switch c := s[at]; {
		case c == '"' || c == '\'':
			for at++; at < len(s) && s[at] != c; at++ {
				if s[at] == '\\' {
					at++
				}
			}
			at = min(at+1, len(s))
			b.mark(d.span(start, at), String, 0)
		case digit(c):
			for at < len(s) && (digit(s[at]) || s[at] == '.' && at+1 < len(s) && digit(s[at+1])) {
				at++
			}
			b.mark(d.span(start, at), Number, 0)
		case letter(c):
			for at < len(s) && (letter(s[at]) || digit(s[at])) {
				at++
			}
			switch s[start:at] {
			case "and", "or", "not":
				b.mark(d.span(start, at), Operator, 0)
			case "true", "false", "null":
				b.mark(d.span(start, at), Keyword, 0)
			}
		default:
			at++
			for _, op := range operators {
				if strings.HasPrefix(s[start:], op) {
					at = start + len(op)
					b.mark(d.span(start, at), Operator, 0)
					break
				}
			}
		}
	}
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

func letter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// environment marks the braces of ${NAME}.
func (b *builder) environment() {
	for _, o := range b.units[0].In(b.path) {
		start := o.Span.Start - len("${")
		if o.Kind != botindex.Env || start < 0 || b.src[start:o.Span.Start] != "${" {
			continue
		}
		b.mark(text.Span{Start: start, End: o.Span.Start}, Macro, 0)
		if at := closing(b.src, o.Span.End); at >= 0 {
			b.mark(text.Span{Start: at, End: at + 1}, Macro, 0)
		}
	}
}

// closing is the offset of the brace that closes the reference whose name ends
// at at; -1 without one. The index lists only references that are closed.
func closing(src string, at int) int {
	for depth := 1; at < len(src); at++ {
		switch {
		case strings.HasPrefix(src[at:], "${"):
			depth++
		case src[at] == '}':
			if depth--; depth == 0 {
				return at
			}
		}
	}
	return -1
}
