package botcheck

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// quotedTemplates reports references inside single quotes of a command: the
// engine quotes every value itself, so the author's quotes end where the value
// begins. The shell is read only as far as its quoting is certain.
func (c *checker) quotedTemplates(n *node) {
	if n.Decl.Kind != bot.KindTool || n.Group != nil {
		return
	}
	s, ok := str(n.UnitFile, n.Decl.Prop("command"))
	if !ok {
		return
	}
	refs, fault := scan(s)
	if fault != nil || len(refs) == 0 {
		return
	}
	quotes := singleQuoted(s.text)
	for _, r := range refs {
		if strings.HasPrefix(strings.TrimSpace(s.text[r.span.Start+2:r.span.End-2]), "!") {
			continue // the value is put in as it is
		}
		for _, q := range quotes {
			if !q.Covers(r.span) {
				continue
			}
			i := issue{
				code: "BOT405", engine: "C137", kind: "single-quotes", name: s.text[r.span.Start:r.span.End],
				at: s.place(r.span), severity: finding.Warning,
				message: "the engine quotes the value of " + finding.Quote(s.text[r.span.Start:r.span.End]) +
					" itself, so these quotes end before it and the shell reads the value as its own text; remove them",
			}
			switch r.name(0) {
			case "artifacts", "attachments", "loop":
				i.severity = finding.Error
			}
			if q.Start+1 == r.span.Start && q.End-1 == r.span.End {
				i.fixes = offer(nil, unquote(s, q, r.span))
			}
			c.add(i)
			break
		}
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

// singleQuoted finds the single-quoted words of a shell text, quotes included,
// up to the first place whose quoting is not plain: a here-document, a
// command substitution in double quotes, a backquote.
func singleQuoted(s string) []text.Span {
	var list []text.Span
	double := false
	for i := 0; i < len(s); i++ {
		switch ch := s[i]; {
		case ch == '\\':
			i++
		case ch == '`', ch == '<' && strings.HasPrefix(s[i:], "<<"), ch == '$' && strings.HasPrefix(s[i:], "$'"):
			return list
		case double:
			if ch == '$' && strings.HasPrefix(s[i:], "$(") {
				return list
			}
			double = ch != '"'
		case ch == '"':
			double = true
		case ch == '#' && (i == 0 || strings.IndexByte(" \t\n;", s[i-1]) >= 0):
			n := strings.IndexByte(s[i:], '\n')
			if n < 0 {
				return list
			}
			i += n
		case ch == '\'':
			n := strings.IndexByte(s[i+1:], '\'')
			if n < 0 {
				return list
			}
			list = append(list, text.Span{Start: i, End: i + n + 2})
			i += n + 1
		}
	}
	return list
}
