package format_test

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// reindent gives a file in canonical form another number of spaces a level. It
// knows nothing of the package under test: it goes by the tokens alone.
func reindent(src string, step int) string {
	f := bot.Parse(text.New(src))
	unread := unreadBlocks(f)
	var b strings.Builder
	shift, tail := 0, -1
	var code string // the last line of code
	line := func(toks []bot.Token) {
		lead, rest := "", toks
		if toks[0].Kind == bot.TokSpace {
			lead, rest = f.Text.Slice(toks[0].Span), toks[1:]
		}
		if len(rest) == 0 || rest[0].Kind == bot.TokNewline {
			b.WriteString(lead)
		} else {
			w := len(lead)
			switch {
			case within(unread, rest[0].Span.Start):
				w += shift
			case rest[0].Kind == bot.TokComment && w == tail:
				w += shift // it continues the comment above
			default:
				w = w / 2 * step
				shift = w - len(lead)
			}
			b.WriteString(strings.Repeat(" ", max(w, 0)))
		}
		was := tail
		tail = -1
		for _, tok := range rest {
			s := f.Text.Slice(tok.Span)
			if tok.Kind == bot.TokComment {
				start := strings.LastIndexByte(src[:tok.Span.Start], '\n') + 1
				if col := runes(src[start:tok.Span.Start]); rest[0].Kind != bot.TokComment || col == was {
					tail = col
				}
			}
			b.WriteString(s)
		}
		if rest := strings.TrimSpace(f.Text.Slice(text.Span{Start: toks[0].Span.Start, End: toks[len(toks)-1].Span.End})); rest != "" {
			code = rest
		}
	}
	from := 0
	for i, tok := range f.Tokens {
		switch {
		case tok.Kind == bot.TokBOM:
			b.WriteString(f.Text.Slice(tok.Span))
			from = i + 1
		case tok.Kind == bot.TokText:
			s := f.Text.Slice(tok.Span)
			if !strings.HasPrefix(code, "prompt ") {
				s = moved(s, shift)
			}
			b.WriteString(s)
			from, tail = i+1, -1
		case tok.Kind == bot.TokNewline || i+1 == len(f.Tokens):
			line(f.Tokens[from : i+1])
			from = i + 1
		}
	}
	return b.String()
}

func runes(s string) int { return len([]rune(s)) }

// moved is a text whose lines, but those of spaces, stand by n columns further
// to the right.
func moved(s string, n int) string {
	lines := strings.SplitAfter(s, "\n")
	for i, l := range lines {
		switch {
		case strings.Trim(l, " \r\n") == "":
		case n >= 0:
			lines[i] = strings.Repeat(" ", n) + l
		default:
			lines[i] = l[-n:]
		}
	}
	return strings.Join(lines, "")
}

func within(spans []text.Span, off int) bool {
	for _, s := range spans {
		if s.Start < off && off < s.End {
			return true
		}
	}
	return false
}

// unreadBlocks are the properties that the language does not know and that
// have a block.
func unreadBlocks(f *bot.File) (list []text.Span) {
	var props func([]*bot.Prop)
	props = func(ps []*bot.Prop) {
		for _, p := range ps {
			if p.Unknown && p.HasBlock {
				list = append(list, p.Span)
				continue
			}
			props(p.Block)
		}
	}
	var decls func([]*bot.Decl)
	decls = func(ds []*bot.Decl) {
		for _, d := range ds {
			props(d.Props)
			decls(d.Decls)
		}
	}
	decls(f.Decls)
	return list
}

// ruffled changes white space that the form puts back: trailing spaces, blank
// lines doubled between declarations, spaces around punctuation. It goes by
// the tokens and leaves alone what it does not know.
func ruffled(src string) string {
	f := bot.Parse(text.New(src))
	unread := unreadBlocks(f)
	var b strings.Builder
	for i, tok := range f.Tokens {
		s := f.Text.Slice(tok.Span)
		if within(unread, tok.Span.Start) {
			b.WriteString(s)
			continue
		}
		next := bot.TokNewline
		if i+1 < len(f.Tokens) {
			next = f.Tokens[i+1].Kind
		}
		switch {
		case tok.Kind == bot.TokComma:
			b.WriteString(" " + s)
		case tok.Kind == bot.TokArrow && i%2 == 0:
			b.WriteString(s + "\t")
		case tok.Kind == bot.TokColon && next != bot.TokNewline && next != bot.TokComment:
			b.WriteString(" " + s)
		case tok.Kind == bot.TokWord && next == bot.TokNewline, tok.Kind == bot.TokString && next == bot.TokNewline:
			b.WriteString(s + " \t")
		case tok.Kind == bot.TokLBracket && next != bot.TokRBracket:
			b.WriteString(s + "  ")
		default:
			b.WriteString(s)
		}
	}
	return b.String()
}
