package bottokens

import (
	"github.com/boundary-lsp/boundary-lsp/analysis/botindex"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

type tokensKey struct{ path string }

// weightOf is the memory in bytes that a token takes.
const weightOf = 24

// Of are the tokens of a file: of a bot, or of a Markdown file that a unit reads
// as a prompt or includes; none for any other. They are computed once for each
// version of what they are made from, are shared, and must not be changed.
func Of(snap *workspace.Snapshot, path string) []Token {
	switch workspace.Kind(path) {
	case workspace.Bot, workspace.Markdown:
	default:
		return nil
	}
	list, _ := snap.Memo(tokensKey{path}, func(d *workspace.Deps) any { return compute(d, path) }).([]Token)
	return list
}

func compute(d *workspace.Deps, path string) []Token {
	t, err := d.Text(path)
	if err != nil {
		return nil
	}
	b := &builder{d: d, path: path, t: t, src: t.String()}
	for _, x := range botindex.For(d, path) {
		if workspace.Kind(path) == workspace.Bot && x.Unit.File(path) == nil {
			continue // an import that cannot be had
		}
		b.units = append(b.units, x)
	}
	if len(b.units) == 0 {
		return nil
	}
	b.names()
	if f := b.units[0].Unit.File(path); f != nil {
		b.f = f.File
		b.tree()
		b.plain()
		b.values()
		b.environment()
	}
	b.prompts()
	list := tidy(b.known)
	for _, lower := range [][]Token{b.unknown, b.marks, b.holes, b.regions, b.texts} {
		list = over(list, tidy(lower))
	}
	list = visible(b.src, list)
	d.Weigh(weightOf * len(list))
	return list
}

// builder makes the layers of a file, the uppermost first.
type builder struct {
	d     *workspace.Deps
	path  string
	t     *text.Text
	src   string
	f     *bot.File         // nil for Markdown
	units []*botindex.Index // of the units that read the file

	known   []Token // names that are resolved
	unknown []Token // holes for the others
	marks   []Token // keywords, keys, words of closed sets, operators, braces
	holes   []Token // what is neither in templates and expressions
	regions []Token // lines of boundary paragraphs
	texts   []Token // strings, numbers, comments

	tools, capabilities, backends set
}

func (b *builder) mark(s text.Span, t Type, m Mods) { b.marks = append(b.marks, Token{s, t, m}) }

func (b *builder) text(s text.Span, t Type) { b.texts = append(b.texts, Token{Span: s, Type: t}) }

func (b *builder) hole(s text.Span) { b.holes = append(b.holes, Token{Span: s, Type: hole}) }

// set is a set of words that is made when it is first asked for.
type set map[string]bool

func (s *set) has(w string, words func() []string) bool {
	if *s == nil {
		*s = set{}
		for _, x := range words() {
			(*s)[x] = true
		}
	}
	return (*s)[w]
}
