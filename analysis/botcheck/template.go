package botcheck

import (
	"path"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// source is a text that may hold references, with the way back to its file.
type source struct {
	text  string
	place func(text.Span) finding.Place
	// prompt says that include directives may stand in it.
	prompt bool
}

// ref is a reference of a template or an expression.
type ref struct {
	at func(text.Span) finding.Place
	// span covers the reference, its braces included.
	span text.Span
	// parts are the words of the path; the namespace is the first.
	parts []bot.Ident
}

// name is the part of that index, empty where there is none.
func (r ref) name(i int) string {
	if i < len(r.parts) {
		return r.parts[i].Text
	}
	return ""
}

// words are the texts of the parts from i on.
func (r ref) words(i int) []string {
	var list []string
	for ; i < len(r.parts); i++ {
		list = append(list, r.parts[i].Text)
	}
	return list
}

// part is the place of the part of that index, of the whole where there is
// none.
func (r ref) part(i int) finding.Place {
	if i < len(r.parts) {
		return r.at(r.parts[i].Span)
	}
	return r.at(r.span)
}

// templateFault is what the engine refuses of a template.
type templateFault struct {
	span text.Span
	kind string
	got  string
}

// scan reads the templates of a text as the engine does: the first fault ends
// it, and then nothing else of the text is read (bot-language.md 12.1).
func scan(s source) ([]ref, *templateFault) {
	var refs []ref
	for at := 0; ; {
		i := strings.Index(s.text[at:], "{{")
		if i < 0 {
			return refs, nil
		}
		start := at + i
		end := strings.Index(s.text[start:], "}}")
		if end < 0 {
			// Authors see its line, not all that the engine skips.
			line := s.text[start:]
			if n := strings.IndexByte(line, '\n'); n >= 0 {
				line = line[:n]
			}
			line = strings.TrimRight(line, " \t\r")
			return nil, &templateFault{text.Span{Start: start, End: start + len(line)}, "unclosed", line}
		}
		span := text.Span{Start: start, End: start + end + 2}
		inner := s.text[start+2 : start+end]
		at = span.End
		if strings.Contains(inner, "{{") {
			return nil, &templateFault{span, "nested", s.text[span.Start:span.End]}
		}
		path := strings.TrimSpace(inner)
		if s.prompt && isInclude(path) {
			continue
		}
		if rest, ok := strings.CutPrefix(path, "!"); ok {
			path = strings.TrimSpace(rest)
		}
		r := ref{at: s.place, span: span, parts: make([]bot.Ident, 0, strings.Count(path, ".")+1)}
		p := start + 2 + strings.Index(inner, path)
		for word := range strings.SplitSeq(path, ".") {
			r.parts = append(r.parts, bot.Ident{Text: word, Span: text.Span{Start: p, End: p + len(word)}})
			p += len(word) + 1
		}
		switch {
		case len(r.parts) < 2:
			return nil, &templateFault{span, "too-short", s.text[span.Start:span.End]}
		case !namespace(r.parts[0].Text):
			return nil, &templateFault{span, "namespace", s.text[span.Start:span.End]}
		}
		refs = append(refs, r)
	}
}

func isInclude(path string) bool {
	rest, ok := strings.CutPrefix(path, "include")
	return ok && strings.HasPrefix(strings.TrimLeft(rest, " \t"), `"`)
}

func namespace(word string) bool {
	for _, n := range bot.Namespaces {
		if n == word {
			return true
		}
	}
	return false
}

// templateError reports what scan refuses.
func (c *checker) templateError(s source, f *templateFault) {
	at := s.place(f.span)
	i := issue{code: "BOT401", engine: "C004", kind: f.kind, name: f.got, at: at}
	got := finding.Quote(f.got)
	switch f.kind {
	case "unclosed":
		i.message = "the template " + got + " is not closed; write }} behind the reference"
	case "nested":
		i.message = "the template " + got + " holds another {{, and templates do not nest; close the first one"
	case "too-short":
		i.message = "the template " + got + " is no reference; a reference is a namespace, a dot and a name, and a literal {{ cannot stand here"
	default:
		i.message = "the template " + got + " has no known namespace; the namespaces are " + strings.Join(bot.Namespaces, ", ") +
			", and a literal {{ cannot stand here"
	}
	c.add(i)
}

// value is the source of a string in a file. bind, where it is not nil, puts
// a group's parameters in; then only the whole string has a place.
func value(f *bot.UnitFile, v *bot.Value, bind func(string) string) source {
	s, m := f.File.Decode(v)
	if bind != nil {
		if b := bind(s); b != s {
			return source{text: b, place: func(text.Span) finding.Place { return place(f.Path, v.Span) }}
		}
	}
	return source{text: s, place: func(x text.Span) finding.Place { return place(f.Path, m.SourceSpan(x)) }}
}

// str is the source of a property's string; ok is false where there is none
// that can be read.
func str(f *bot.UnitFile, p *bot.Prop) (source, bool) {
	if p == nil || p.Broken || p.Unknown || p.Value == nil || p.Value.Kind != bot.String || !p.Value.Closed {
		return source{}, false
	}
	return value(f, p.Value, nil), true
}

// templates reads every text that holds templates and checks what they name.
func (c *checker) templates() {
	c.prompts()
	for _, e := range c.edges {
		if !e.broken && e.last {
			c.edgeTemplates(e)
		}
	}
	for _, n := range c.order {
		for _, prop := range []string{"command", "script", "message"} {
			if (prop == "message") != (n.Decl.Kind == bot.KindFail) || prop != "message" && n.Decl.Kind != bot.KindTool {
				continue
			}
			c.check(n.UnitFile, n.Decl.Prop(prop), reader{c: c, node: n})
		}
		switch n.Decl.Kind {
		case bot.KindTool:
			if p := n.Decl.Prop("params"); p != nil {
				for _, x := range p.Block {
					c.check(n.UnitFile, x, reader{c: c, node: n})
				}
			}
			c.check(n.UnitFile, n.Decl.Prop("postcondition"), reader{c: c})
		case bot.KindRouter:
			c.check(n.UnitFile, n.Decl.Prop("over"), reader{c: c})
		case bot.KindHuman:
			if c.interaction(n) == "review" {
				c.reviewURL(n)
			}
		case bot.KindEmit, bot.KindSubbot:
			if n.Decl.With != nil {
				for _, x := range n.Decl.With.Entries {
					c.check(n.UnitFile, x, reader{c: c, node: n})
				}
			}
		}
	}
}

// check reads a property's string; r says who reads it. Where nobody does, only
// the templates themselves are checked.
func (c *checker) check(f *bot.UnitFile, p *bot.Prop, r reader) {
	s, ok := str(f, p)
	if !ok {
		return
	}
	refs, fault := scan(s)
	if fault != nil {
		c.templateError(s, fault)
		return
	}
	if r.edge != nil {
		c.history(refs, r.edge.prefix)
	}
	if r.node == nil && r.edge == nil {
		return
	}
	for _, x := range refs {
		r.ref(x)
	}
}

// reviewURL checks the address of a review, where an unknown node is a
// warning.
func (c *checker) reviewURL(n *node) {
	s, ok := str(n.UnitFile, n.Decl.Prop("review_url"))
	if !ok {
		return
	}
	refs, fault := scan(s)
	if fault != nil {
		c.templateError(s, fault)
		return
	}
	for _, x := range refs {
		if x.name(0) != "outputs" {
			continue
		}
		if m, name, _ := c.outputsPath(x.words(1), n.prefix()); m == nil && !reserved(name) && !c.nodeMayExist() {
			hint, fixes := c.didYouMean(name, c.nodeNames(), x.part(1), true)
			c.add(issue{
				code: "BOT202", engine: "C101", kind: "review-url", name: name, at: x.part(1),
				message: "the node " + finding.Quote(name) + " is not declared, so this part of the address stays empty" + hint,
				fixes:   fixes,
			})
		}
	}
}

// edgeTemplates checks the values that an edge hands over, its loop's cap and
// what it iterates over.
func (c *checker) edgeTemplates(e *edge) {
	n := c.nodes[e.from]
	if e.With != nil {
		for _, x := range e.With.Entries {
			c.check(e.file, x, reader{c: c, node: n, edge: e})
		}
	}
	l := e.loop()
	if l == nil {
		return
	}
	for _, v := range []*bot.Value{l.Cap, l.In} {
		if v == nil || v.Kind != bot.String || !v.Closed {
			continue
		}
		s := value(e.file, v, nil)
		if !strings.Contains(s.text, "{{") {
			continue
		}
		if refs, fault := scan(s); fault != nil {
			c.templateError(s, fault)
		} else if v == l.Cap {
			for _, x := range refs {
				if x.name(0) == "vars" || x.name(0) == "outputs" {
					reader{c: c, node: n, edge: e}.ref(x)
				}
			}
		}
	}
}

// prompts checks every prompt's own templates, and what they name against the
// nodes that use it. Names in a prompt that nobody uses are not checked, as
// the engine does not either.
func (c *checker) prompts() {
	users := map[*bot.Prompt][]*node{}
	inline := map[*bot.Value][]*node{}
	for _, n := range c.order {
		for _, prop := range n.Decl.Kind.ReadPrompts() {
			p := n.Decl.Prop(prop)
			if p == nil || p.Broken || p.Unknown || p.Value == nil {
				continue
			}
			if p.Value.Kind == bot.String {
				if prop != "interaction_prompt" {
					inline[p.Value] = append(inline[p.Value], n)
				}
			} else if d := c.u.Prompts[p.Value.Text]; d != nil {
				users[d] = append(users[d], n)
			}
		}
	}
	for _, p := range c.u.AllPrompts {
		if p.Inline != nil && !p.Inline.Closed {
			continue
		}
		if p.Decl != nil && (p.Decl.Broken || p.Decl.Body == nil) {
			continue
		}
		if p.Inline == nil && c.u.Prompts[p.Name] != p {
			continue // another one of that name is read
		}
		compiled := bot.Compile(c.src, p)
		c.includes(compiled)
		s := source{prompt: true, text: compiled.Text, place: func(x text.Span) finding.Place {
			o := compiled.Origin(x)
			return place(o.Path, o.Span)
		}}
		refs, fault := scan(s)
		if fault != nil {
			c.templateError(s, fault)
			continue
		}
		nodes := users[p]
		if p.Inline != nil {
			nodes = inline[p.Inline]
		}
		for _, n := range nodes {
			c.history(refs, n.prefix())
			for _, x := range refs {
				reader{c: c, node: n}.ref(x)
			}
		}
		if len(nodes) == 0 {
			c.history(refs, "")
		}
	}
}

// includes reports include directives that lead nowhere.
func (c *checker) includes(p *bot.Compiled) {
	for _, x := range p.Includes {
		if x.Err == nil {
			continue
		}
		c.add(issue{
			code: "BOT406", engine: "C055", kind: "include", name: relative(p.Prompt.Path, x.Path), at: place(p.Prompt.Path, x.Directive),
			message: "the included file " + finding.Quote(relative(p.Prompt.Path, x.Path)) + " cannot be spliced in: " + finding.Escape(reason(x.Err)),
		})
	}
}

// relative is file as seen from the folder of the file at from; file itself
// where it lies elsewhere.
func relative(from, file string) string { return strings.TrimPrefix(file, path.Dir(from)+"/") }
