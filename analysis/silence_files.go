package analysis

import (
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2/unstable"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	gmtext "github.com/yuin/goldmark/text"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// botComments are the silencing comments of a bot file, and the line whose
// comments cover a place: inside a prompt body, a raw string or a block scalar
// a comment would be text, so there it is the line on which the declaration or
// property that holds it begins.
func botComments(f *bot.File) (comments []silencer, lineOf func(int) int) {
	t := f.Text
	if strings.Contains(t.String(), "boundary:") {
		for _, tok := range f.Tokens {
			if tok.Kind != bot.TokComment {
				continue
			}
			body := tok.Span
			for body.Start < body.End && t.String()[body.Start] == '#' {
				body.Start++
			}
			if s, ok := parseSilencer(t, tok.Span, body); ok {
				comments = append(comments, s)
			}
		}
		stackLines(comments)
	}
	blocks := sync.OnceValue(func() []textBlock { return textBlocks(f) })
	return comments, func(off int) int {
		if b := holding(blocks(), off); b != nil {
			return b.line
		}
		return t.LineAt(off)
	}
}

// textBlock is a stretch of a bot file in which a comment would be text, with
// the line on which what holds it begins.
type textBlock struct {
	span text.Span
	line int
}

func textBlocks(f *bot.File) []textBlock {
	var blocks []textBlock
	last := 0 // start of the last token that is no trivia
	for _, tok := range f.Tokens {
		switch tok.Kind {
		case bot.TokText:
			blocks = append(blocks, textBlock{tok.Span, f.Text.LineAt(last)})
		case bot.TokRaw:
			blocks = append(blocks, textBlock{tok.Span, f.Text.LineAt(tok.Span.Start)})
			last = tok.Span.Start
		case bot.TokSpace, bot.TokNewline, bot.TokBOM, bot.TokComment:
		default:
			last = tok.Span.Start
		}
	}
	return blocks
}

// starlarkComments are the silencing comments of a playbook.
func starlarkComments(t *text.Text) []silencer {
	src := t.String()
	if !strings.Contains(src, "boundary:") {
		return nil
	}
	var comments []silencer
	starlarkPieces(src, func(span text.Span, comment bool) {
		if !comment {
			return
		}
		if s, ok := parseSilencer(t, span, text.Span{Start: span.Start + 1, End: span.End}); ok {
			comments = append(comments, s)
		}
	})
	stackLines(comments)
	return comments
}

// starlarkPieces calls f for each comment and each string of Starlark, in
// order, whatever state the text is in. A string on one line that is not
// closed ends with its line.
func starlarkPieces(src string, f func(span text.Span, comment bool)) {
	for i := 0; i < len(src); {
		switch c := src[i]; c {
		case '#':
			end := len(src)
			if n := strings.IndexAny(src[i:], "\r\n"); n >= 0 {
				end = i + n
			}
			f(text.Span{Start: i, End: end}, true)
			i = end
		case '"', '\'':
			end := stringEnd(src, i)
			f(text.Span{Start: i, End: end}, false)
			i = end
		default:
			i++
		}
	}
}

// stringEnd is where the string ends whose quotes begin at i. In a raw string
// a backslash keeps the quote behind it from ending the string, too.
func stringEnd(src string, i int) int {
	quote := src[i : i+1]
	if long := strings.Repeat(quote, 3); strings.HasPrefix(src[i:], long) {
		quote = long
	}
	for i += len(quote); i < len(src); i++ {
		switch {
		case strings.HasPrefix(src[i:], quote):
			return i + len(quote)
		case src[i] == '\\':
			i++
		case len(quote) == 1 && (src[i] == '\n' || src[i] == '\r'):
			return i
		}
	}
	return len(src)
}

// tomlComments are the silencing comments of a TOML file.
func tomlComments(t *text.Text) []silencer {
	if !strings.Contains(t.String(), "boundary:") {
		return nil
	}
	var comments []silencer
	p := unstable.Parser{KeepComments: true}
	p.Reset([]byte(t.String()))
	add := func(n *unstable.Node) {
		span := text.Span{Start: int(n.Raw.Offset), End: int(n.Raw.Offset + n.Raw.Length)}
		if s, ok := parseSilencer(t, span, text.Span{Start: span.Start + 1, End: span.End}); ok {
			comments = append(comments, s)
		}
	}
	for p.NextExpression() {
		for n := p.Expression(); n != nil && n.Valid(); n = n.Next() {
			if n.Kind == unstable.Comment {
				add(n)
			}
		}
	}
	stackLines(comments)
	return comments
}

// markdownComments are the silencing comments of a page: an HTML comment that
// stands as a block covers the block behind it.
func markdownComments(t *text.Text) []silencer {
	src := t.String()
	if !strings.Contains(src, "boundary:") {
		return nil
	}
	var comments []silencer
	doc := goldmark.DefaultParser().Parse(gmtext.NewReader([]byte(src)))
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		html, ok := n.(*ast.HTMLBlock)
		if !ok || !entering || html.HTMLBlockType != ast.HTMLBlockType2 || html.Lines().Len() == 0 {
			return ast.WalkContinue, nil
		}
		span := text.Span{Start: html.Lines().At(0).Start, End: html.Lines().At(html.Lines().Len() - 1).Stop}
		if html.HasClosure() {
			span.End = max(span.End, html.ClosureLine.Stop)
		}
		content := src[span.Start:span.End]
		open, end := strings.Index(content, "<!--"), strings.Index(content, "-->")
		if open < 0 || end < open+4 {
			return ast.WalkContinue, nil
		}
		whole := text.Span{Start: span.Start + open, End: span.Start + end + 3}
		s, ok := parseSilencer(t, whole, text.Span{Start: whole.Start + 4, End: whole.End - 3})
		if !ok {
			return ast.WalkContinue, nil
		}
		s.covers = lineRange{s.line, s.line}
		if next, ok := following(n); ok {
			s.covers = lineRange{t.LineAt(next.Start), t.LineAt(max(next.Start, next.End-1))}
		}
		comments = append(comments, s)
		return ast.WalkContinue, nil
	})
	return comments
}

// following is the source of the block behind n, past further silencing
// comments.
func following(n ast.Node) (text.Span, bool) {
	for next := n.NextSibling(); next != nil; next = next.NextSibling() {
		if html, ok := next.(*ast.HTMLBlock); ok && html.HTMLBlockType == ast.HTMLBlockType2 {
			continue
		}
		return extent(next)
	}
	return text.Span{}, false
}

// extent is the source between the first and the last line below n.
func extent(n ast.Node) (text.Span, bool) {
	s, found := text.Span{}, false
	_ = ast.Walk(n, func(c ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || c.Type() == ast.TypeInline {
			return ast.WalkSkipChildren, nil
		}
		if lines := c.Lines(); lines != nil && lines.Len() > 0 {
			first, last := lines.At(0).Start, lines.At(lines.Len()-1).Stop
			if !found || first < s.Start {
				s.Start = first
			}
			s.End, found = max(s.End, last), true
		}
		return ast.WalkContinue, nil
	})
	return s, found
}
