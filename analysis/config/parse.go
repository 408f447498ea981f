package config

import (
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	toml "github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// mark is a byte order mark, which TOML passes over.
const mark = "\ufeff"

// parser turns the parser's expressions into a document.
type parser struct {
	src  string
	base int // where the parser's input begins in src
	p    unstable.Parser
	doc  document
}

// parse reads a whole file; all spans are of src.
func parse(src string) (*document, *syntaxError) {
	if i := invalid(src); i >= 0 {
		return nil, &syntaxError{text.Span{Start: i, End: i + 1}, "a byte here is no UTF-8"}
	}
	p := &parser{src: src}
	if strings.HasPrefix(src, mark) {
		p.base = len(mark)
	}
	p.doc.root = &table{origin: toplevel}
	// The parser tells places by capacities, so there must be no spare one.
	p.p.Reset(slices.Clip([]byte(src[p.base:])))
	current := p.doc.root
	for p.p.NextExpression() {
		e := p.p.Expression()
		var err *syntaxError
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			parts := p.key(e)
			at := p.headerSpan(parts, e.Kind == unstable.ArrayTable)
			if current, err = p.doc.header(parts, at, e.Kind == unstable.ArrayTable); err != nil {
				return nil, err
			}
			p.doc.statements = append(p.doc.statements, statement{at, current})
		case unstable.KeyValue:
			var in *table
			var span text.Span
			if in, span, err = p.keyValue(current, e); err != nil {
				return nil, err
			}
			p.doc.statements = append(p.doc.statements, statement{span, in})
		}
	}
	if err := p.p.Error(); err != nil {
		return nil, p.fault(err)
	}
	p.doc.number()
	return &p.doc, nil
}

// invalid is the first byte that is no UTF-8, or -1.
func invalid(s string) int {
	if utf8.ValidString(s) {
		return -1
	}
	for i := 0; ; {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n <= 1 {
			return i
		}
		i += n
	}
}

// fault turns the parser's error into ours: whole characters, never a line
// end, and no text of the file that could be taken for something else.
func (p *parser) fault(err error) *syntaxError {
	span, why := text.Span{Start: len(p.src), End: len(p.src)}, err.Error()
	var pe *unstable.ParserError
	if errors.As(err, &pe) {
		span = p.span(p.p.Range(pe.Highlight))
		why = pe.Message
	}
	for span.Start > 0 && span.Start < len(p.src) && !utf8.RuneStart(p.src[span.Start]) {
		span.Start--
	}
	if n := strings.IndexAny(p.src[span.Start:span.End], "\r\n"); n >= 0 {
		span.End = span.Start + n
	}
	for span.End < len(p.src) && !utf8.RuneStart(p.src[span.End]) {
		span.End++
	}
	return &syntaxError{span, strings.ReplaceAll(finding.Escape(why), "`", "'")}
}

func (p *parser) span(r unstable.Range) text.Span {
	start := p.base + int(r.Offset)
	return text.Span{Start: start, End: start + int(r.Length)}
}

func (p *parser) key(n *unstable.Node) []part {
	var parts []part
	for it := n.Key(); it.Next(); {
		k := it.Node()
		parts = append(parts, part{string(k.Data), p.span(k.Raw)})
	}
	return parts
}

// headerSpan is the header around a key: brackets and what is between them.
func (p *parser) headerSpan(parts []part, many bool) text.Span {
	width := 1
	if many {
		width = 2
	}
	start := len(strings.TrimRight(p.src[:parts[0].span.Start], " \t"))
	end := blanks(p.src, parts[len(parts)-1].span.End)
	return text.Span{Start: start - width, End: end + width}
}

// keyValue puts a `key = value` into the table t and gives the table that
// holds it at last.
func (p *parser) keyValue(t *table, n *unstable.Node) (*table, text.Span, *syntaxError) {
	parts := p.key(n)
	span := p.span(n.Raw)
	// Behind the key the parser has seen blanks, the sign and blanks.
	start := blanks(p.src, blanks(p.src, parts[len(parts)-1].span.End)+1)
	v, err := p.value(n.Value(), start)
	if err != nil {
		return nil, span, err
	}
	in, err := p.doc.assign(t, parts, span, v)
	return in, span, err
}

// value reads the value that stands at start.
func (p *parser) value(n *unstable.Node, start int) (value, *syntaxError) {
	switch n.Kind {
	case unstable.Array:
		v := value{kind: kindArray}
		at := start + 1
		for it := n.Children(); it.Next(); {
			item, err := p.value(it.Node(), gap(p.src, at))
			if err != nil {
				return v, err
			}
			v.list = append(v.list, item)
			at = item.span.End
		}
		v.span = text.Span{Start: start, End: gap(p.src, at) + 1}
		return v, nil
	case unstable.InlineTable:
		v := value{kind: kindTable, tab: &table{origin: inlined}}
		at := start + 1
		for it := n.Children(); it.Next(); {
			_, span, err := p.keyValue(v.tab, it.Node())
			if err != nil {
				return v, err
			}
			at = span.End
		}
		v.span = text.Span{Start: start, End: gap(p.src, at) + 1}
		v.tab.at = v.span
		return v, nil
	}
	return p.scalar(n)
}

func (p *parser) scalar(n *unstable.Node) (value, *syntaxError) {
	v := value{span: p.span(n.Raw), text: string(n.Data)}
	var err error
	switch n.Kind {
	case unstable.String:
		v.kind = kindString
	case unstable.Integer:
		v.kind = kindInteger
	case unstable.Float:
		v.kind = kindFloat
	case unstable.Bool:
		v.kind = kindBool
	case unstable.LocalDate:
		v.kind = kindDate
		_, err = ParseDate(v.text)
	case unstable.LocalTime:
		v.kind = kindTime
		err = new(toml.LocalTime).UnmarshalText(n.Data)
	case unstable.LocalDateTime:
		v.kind = kindTime
		err = new(toml.LocalDateTime).UnmarshalText(n.Data)
	case unstable.DateTime:
		v.kind = kindTime
		err = instant(v.text)
	}
	if err != nil {
		return v, &syntaxError{v.span, "this is no date or time"}
	}
	return v, nil
}

// instant checks a date-time with an offset (RFC 3339; a blank may stand for
// the T, the seconds may be left out).
func instant(s string) error {
	s = strings.ToUpper(strings.Replace(s, " ", "T", 1))
	_, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		_, err = time.Parse("2006-01-02T15:04Z07:00", s)
	}
	return err
}

// blanks is the first place from i on that is no blank.
func blanks(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	return i
}

// gap is the first place from i on that is no blank, line end, comment or
// comma: the next element or the closing bracket.
func gap(s string, i int) int {
	for i < len(s) {
		switch s[i] {
		case ' ', '\t', '\r', '\n', ',':
			i++
		case '#':
			n := strings.IndexByte(s[i:], '\n')
			if n < 0 {
				return len(s)
			}
			i += n
		default:
			return i
		}
	}
	return i
}
