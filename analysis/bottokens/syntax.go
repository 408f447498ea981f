package bottokens

import (
	"slices"
	"sort"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/botcomplete"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// tree marks what the tree knows besides names.
func (b *builder) tree() {
	if h := b.f.Header; h != nil {
		b.keyword(h.Span.Start, "dsl")
	}
	for _, imp := range b.f.Imports {
		b.keyword(imp.Span.Start, "import")
	}
	for _, d := range b.f.Decls {
		b.decl(d)
	}
	for _, e := range b.f.Orphans {
		b.edge(e)
	}
}

// keyword marks a word where it stands.
func (b *builder) keyword(at int, word string) {
	if strings.HasPrefix(b.src[at:], word) {
		b.mark(text.Span{Start: at, End: at + len(word)}, Keyword, 0)
	}
}

func (b *builder) decl(d *bot.Decl) {
	switch {
	case d.Kind == bot.KindBad:
		if d.Keyword.Text == "join" { // removed (bot-language.md 17)
			b.mark(d.Keyword.Span, Keyword, Deprecated)
		}
	case d.Keyword.Text == d.Kind.Keyword():
		b.mark(d.Keyword.Span, Keyword, 0)
	}
	if d.Kind == bot.KindUse {
		b.clauses(d.Header)
	}
	b.props(d.Props, bot.Block(d.Kind))
	b.with(d.With)
	for _, n := range d.Decls {
		b.decl(n)
	}
	for _, e := range d.Edges {
		b.edge(e)
	}
}

func (b *builder) edge(e *bot.Edge) {
	b.clauses(e.Span)
	b.with(e.With)
}

// clauses marks the keywords of an edge or a use. Names that are written the
// same have a token of their own, which lies over it.
func (b *builder) clauses(s text.Span) {
	toks := b.f.Tokens
	for i := sort.Search(len(toks), func(i int) bool { return toks[i].Span.Start >= s.Start }); i < len(toks) && toks[i].Span.Start < s.End; i++ {
		if toks[i].Kind != bot.TokWord {
			continue
		}
		switch b.t.Slice(toks[i].Span) {
		case "when", "not", "else", "as", "with", "foreach", "in", "unbounded":
			b.mark(toks[i].Span, Keyword, 0)
		}
	}
}

func (b *builder) with(w *bot.With) {
	if w == nil {
		return
	}
	b.keyword(w.Span.Start, "with")
	for _, e := range w.Entries {
		b.word(nil, "", e.Value)
	}
}

// props marks the properties of a declaration or block.
func (b *builder) props(list []*bot.Prop, block *bot.BlockInfo) {
	for _, p := range list {
		info := block.Prop(p.Name.Text)
		switch {
		case p.Name.Missing():
		case p.Unknown:
			if _, renamed := bot.Renamed(p.Name.Text); renamed {
				b.mark(p.Name.Span, Property, Deprecated)
			}
		case info == nil:
			if block != nil {
				info = block.Entry
			}
			if info != nil {
				b.mark(p.Name.Span, Property, 0)
			}
		case info.Name == "project_root":
			b.mark(p.Name.Span, Property, Deprecated)
		case info.Form == bot.FormBlock && bot.Block(bot.KindWorkflow) == block && isBlockKeyword(info.Name):
			b.mark(p.Name.Span, Keyword, 0)
		default:
			b.mark(p.Name.Span, Property, 0)
		}
		if info == nil {
			b.word(nil, "", p.Value)
			continue
		}
		b.value(info, p)
		b.props(p.Block, info.Block)
	}
}

// isBlockKeyword reports whether a block of a workflow is one that stands at
// top level, too.
func isBlockKeyword(name string) bool {
	k, ok := bot.KindOf(name)
	return ok && !k.Named() && k != bot.KindUse
}

// value marks the value of a property.
func (b *builder) value(info *bot.PropInfo, p *bot.Prop) {
	switch info.Form {
	case bot.FormType, bot.FormPort, bot.FormAttachment:
		if v := p.Value; v != nil && v.Kind == bot.Word && (slices.Contains(bot.Types, v.Text) || v.Text == "file" || slices.Contains(info.Words, v.Text)) {
			b.mark(v.Span, BuiltinType, DefaultLibrary)
		}
		for _, c := range p.Constraints {
			if c.Name.Text == "enum" || c.Name.Text == "matching" {
				b.mark(c.Name.Span, Keyword, 0)
			}
		}
		b.word(nil, "", p.Default)
		return
	}
	b.word(info, p.Name.Text, p.Value)
}

// word marks a value that is a word of the engine. info and name are those of
// the property, nil and empty where any value may stand.
func (b *builder) word(info *bot.PropInfo, name string, v *bot.Value) {
	if v == nil {
		return
	}
	for _, item := range v.Items {
		b.word(info, name, item)
	}
	for _, e := range v.Entries {
		b.mark(e.Name.Span, Property, 0)
		b.word(nil, "", e.Value)
	}
	span, said := v.Span, v.Text
	switch v.Kind {
	case bot.Number:
		b.mark(span, Number, 0)
		return
	case bot.Word, bot.Dotted:
	case bot.String:
		if v.Form != bot.Quoted {
			return
		}
		span, said = v.Inner, b.t.Slice(v.Inner)
	default:
		return
	}
	switch {
	case info != nil && slices.Contains(info.Words, said):
		b.mark(span, EnumMember, DefaultLibrary)
	case name == "tools", name == "tool_policy", name == "agent_tools":
		b.tool(span, said)
	case name == "capabilities":
		if b.capabilities.has(said, botcomplete.Capabilities) {
			b.mark(span, EnumMember, DefaultLibrary)
		}
	case name == "backend", name == "default_backend":
		if b.backends.has(said, botcomplete.Backends) {
			b.mark(span, EnumMember, DefaultLibrary)
		}
	case v.Kind == bot.Word && (said == "true" || said == "false" || said == "null"):
		b.mark(span, Keyword, 0)
	}
}

// tool marks the name of a tool; any word is one (bot-language.md 8.10). In
// mcp.SERVER.tool the server is a name of its own.
func (b *builder) tool(span text.Span, name string) {
	if b.tools.has(name, botcomplete.Tools) {
		b.mark(span, EnumMember, DefaultLibrary)
		return
	}
	if strings.ContainsAny(name, " \t\\{$") {
		return
	}
	if !strings.HasPrefix(name, "mcp.") || span.Len() != len(name) {
		b.mark(span, EnumMember, 0)
		return
	}
	at := span.Start
	for w := range strings.SplitSeq(name, ".") {
		if w != "*" {
			b.mark(text.Span{Start: at, End: at + len(w)}, EnumMember, 0)
		}
		at += len(w) + 1
	}
}

// plain gives strings, numbers, comments and operators their tokens: they lie
// below everything else.
func (b *builder) plain() {
	last := bot.TokBad // the last token that is no trivia
	for _, t := range b.f.Tokens {
		switch t.Kind {
		case bot.TokSpace, bot.TokNewline, bot.TokBOM:
			continue
		case bot.TokComment:
			b.text(t.Span, Comment)
			continue
		case bot.TokInt, bot.TokFloat:
			b.text(t.Span, Number)
		case bot.TokString, bot.TokRaw:
			b.text(t.Span, String)
		case bot.TokArrow, bot.TokEquals:
			if !strings.HasPrefix(b.src[t.Span.Start:], "=>") { // no arrow
				b.text(t.Span, Operator)
			}
		case bot.TokText:
			if last == bot.TokBlock {
				b.scalar(t.Span)
			}
		}
		last = t.Kind
	}
	for _, s := range analysis.SilencedCodes(b.f) {
		b.mark(s, Macro, 0)
	}
}

// scalar gives the lines of a block scalar their tokens, without the
// indentation that they lose.
func (b *builder) scalar(s text.Span) {
	indent := s.Len() - len(strings.TrimLeft(b.src[s.Start:s.End], " "))
	for at := s.Start; at < s.End; {
		end := s.End
		if n := strings.IndexByte(b.src[at:end], '\n'); n >= 0 {
			end = at + n + 1
		}
		line := b.src[at:end]
		b.text(text.Span{Start: at + min(indent, len(line)-len(strings.TrimLeft(line, " "))), End: end}, String)
		at = end
	}
}
