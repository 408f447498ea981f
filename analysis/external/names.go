package external

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// resolveProblem is an error of the resolver, at the identifier or keyword.
func (it *interp) resolveProblem(m *module, e resolve.Error) *problem {
	span := m.wordAt(m.file.Offset(e.Pos))
	word := m.file.Source[span.Start:span.End]
	p := &problem{code: codeResolve, mod: m, span: span, sev: severities[codeResolve].worst, run: it}
	if strings.HasPrefix(e.Msg, "undefined: ") {
		p.what = word
		p.fixed = fmt.Sprintf("The name %s is not defined here.", finding.Quote(word))
		if m.scopes == nil {
			m.scopes = newScopes(m, everywhere())
		}
		p.near, p.distance = m.scopes.closest(m, word, span.Start)
		if len(p.near) > 0 {
			p.fixed = fmt.Sprintf("The name %s is not defined here. Did you mean %s?", finding.Quote(word), finding.Quote(p.near[0]))
		}
		return p
	}
	msg := strings.TrimSuffix(e.Msg, ".")
	if word != "" && strings.HasSuffix(msg, " "+word) {
		msg = strings.TrimSuffix(msg, word) + finding.Quote(word)
	}
	p.fixed = "A rule of the language is broken here: " + finding.Escape(msg) + "."
	p.key = e.Msg
	return p
}

// wordAt is the identifier or keyword at an offset, else one character.
func (m *module) wordAt(off int) text.Span {
	src := m.file.Source
	end := off
	for end < len(src) {
		r, n := utf8.DecodeRuneInString(src[end:])
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		end += n
	}
	if end == off && end < len(src) {
		_, n := utf8.DecodeRuneInString(src[end:])
		end += n
	}
	return text.Span{Start: off, End: end}
}

// everywhere lists the names that may be used anywhere.
func everywhere() []string {
	out := playbook.Predeclared()
	for name := range starlark.Universe {
		out = append(out, name)
	}
	return out
}
