package botcomplete

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/boundary"
	"github.com/boundary-lsp/boundary-lsp/analysis/paragraph"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// snippets are the texts of declarations with what they require, in the order
// in which they are offered.
var snippets = []struct {
	kind bot.Kind
	text string
}{
	{bot.KindAgent, ""},
	{bot.KindJudge, ""},
	{bot.KindRouter, "router ‹1:name›:\n  mode: ‹2:fan_out_all›"},
	{bot.KindHuman, "human ‹1:name›:\n  instructions: ‹2:prompt›\n  output: ‹3:schema›"},
	{bot.KindTool, "tool ‹1:name›:\n  command: \"‹2›\""},
	{bot.KindCompute, "compute ‹1:name›:\n  output: ‹2:schema›\n  expr:\n    ‹3:field›: \"‹4›\""},
	{bot.KindEmit, "emit ‹1:name›:\n  event: \"‹2›\""},
	{bot.KindWait, "wait ‹1:name›:\n  event: \"‹2›\"\n  timeout: \"‹3:30m›\""},
	{bot.KindAwaitAnswers, "await_answers ‹1:name›:\n  from: ‹2:node›\n  timeout: \"‹3:30m›\""},
	{bot.KindFail, "fail ‹1:name›:\n  code: ‹2:CODE›\n  message: \"‹3›\""},
	{bot.KindSubbot, "subbot ‹1:name›:\n  source: \"‹2›\""},
	{bot.KindPrompt, "prompt ‹1:name›:\n  ‹0›"},
	{bot.KindSchema, "schema ‹1:name›:\n  ‹2:field›: ‹3:string›"},
	{bot.KindGroup, "group ‹1:name›:\n  ‹0›"},
	{bot.KindCursor, "cursor ‹1:name›:\n  values:\n    ‹2:low›: \"‹3›\""},
	{bot.KindSupervisor, "supervisor ‹1:name›:\n  watches: [‹2›]\n  model: \"‹3›\"\n  system: ‹4:prompt›"},
	{bot.KindMCPServer, "mcp_server ‹1:name›:\n  transport: ‹2:stdio›\n  command: \"‹3›\""},
	{bot.KindContract, "contract ‹1:name›:\n  version: ‹2:1›"},
	{bot.KindWorkflow, "workflow ‹1:name›:\n  entry: ‹2:node›\n  ‹0›"},
}

// blocks are the declarations that a file has once.
var blocks = []struct {
	kind bot.Kind
	text string
}{
	{bot.KindVars, "vars:\n  ‹1:name›: ‹2:string›"},
	{bot.KindPresets, "presets:\n  ‹1:name›:\n    ‹0›"},
	{bot.KindAttachments, "attachments:\n  ‹1:name›: ‹2:file›"},
	{bot.KindSecrets, "secrets:\n  ‹1:name›:"},
}

// topLevel is a line without indentation.
func (c *completer) topLevel() {
	if c.before() {
		c.declarations()
		return
	}
	if c.slice(c.toks[0]) != bot.KindUse.Keyword() {
		return
	}
	switch n := len(c.toks); {
	case n == 1:
		c.sorted(2, 0, c.u.declared(bot.KindGroup, Module, ""))
		c.unimported(2, bot.KindGroup)
	case n == 2 && c.toks[1].Kind == bot.TokWord:
		c.add(2, 0, candidate{Item: Item{Label: "as", Kind: Keyword}})
	case n == 4 && c.toks[3].Kind == bot.TokWord && c.slice(c.toks[2]) == "as":
		c.add(13, 0, candidate{Item: Item{Label: "with", Kind: Keyword}, body: withBody})
	case slices.ContainsFunc(c.toks, func(t bot.Token) bool { return t.Kind == bot.TokLBrace }):
		c.s.kind, c.s.decl = bot.KindUse, declAt(c.f.Decls, c.toks[0].Span.Start)
		c.inMap(c.toks, 0)
	}
}

var withBody = parsePieces("with { ‹0› }")

// declarations is K1.
func (c *completer) declarations() {
	alone := c.rest(c.word.End)
	alone = strings.TrimSpace(strings.SplitN(alone, "#", 2)[0])
	offer := func(group int, word, text string) {
		x := candidate{Item: Item{Label: word, Kind: Keyword, Doc: Doc{Kind: docDeclaration, Name: word}}}
		if alone == "" {
			x.body = parsePieces(text)
		}
		c.add(1, group, x)
	}
	for _, s := range snippets {
		if s.kind == bot.KindWorkflow && (c.u.workflow() != nil || strings.Contains(c.path, "/lib/")) {
			continue
		}
		offer(0, s.kind.Keyword(), c.declaration(s.kind, s.text))
	}
	have := map[bot.Kind]bool{}
	for _, d := range c.f.Decls {
		if !c.onLine(d.Header.Start) {
			have[d.Kind] = true
		}
	}
	for _, b := range blocks {
		if !have[b.kind] {
			offer(1, b.kind.Keyword(), b.text)
		}
	}
	if c.mayImport() {
		offer(1, "import", "import \"lib/‹1›\"")
	}
	if c.f.Header == nil && c.firstLine() {
		offer(1, "dsl", "dsl: ‹1:2›")
	}
	if c.f.Header != nil && c.onLine(c.f.Header.Span.Start) && c.firstLine() {
		offer(1, "dsl", "dsl: ‹1:2›")
	}
	grouped := false
	c.u.decls(func(_ *bot.UnitFile, d *bot.Decl) { grouped = grouped || d.Kind == bot.KindGroup && !d.Name.Missing() })
	if grouped {
		offer(2, bot.KindUse.Keyword(), "use ‹1:group› as ‹2:prefix›")
	}
}

// mayImport reports whether no declaration stands in front of the line
// (bot-language.md 6.2).
func (c *completer) mayImport() bool {
	return len(c.f.Decls) == 0 || c.f.Decls[0].Header.Start >= c.line.Start
}

// firstLine reports whether nothing significant stands above the line
// (bot-language.md 6.1).
func (c *completer) firstLine() bool { return significant(c.f) >= c.line.Start }

// significant is the offset of the first token that is no trivia.
func significant(f *bot.File) int {
	for _, t := range f.Tokens {
		switch t.Kind {
		case bot.TokSpace, bot.TokNewline, bot.TokComment, bot.TokBOM:
		default:
			return t.Span.Start
		}
	}
	return f.Text.Len()
}

// nodeSnippets offers the declarations of nodes in a group.
func (c *completer) nodeSnippets(group int) {
	if c.rest(c.word.End) != "" {
		return
	}
	for _, s := range snippets {
		if s.kind.IsNode() {
			text := s.text
			if text == "" {
				text = c.llm(s.kind, "")
			}
			c.add(4, group, candidate{
				Item: Item{Label: s.kind.Keyword(), Kind: Keyword, Doc: Doc{Kind: docDeclaration, Name: s.kind.Keyword()}},
				body: parsePieces(text),
			})
		}
	}
}

// declaration is the text of a declaration; agents and judges that act on the
// default route come with a system prompt that holds the boundary paragraph.
func (c *completer) declaration(k bot.Kind, text string) string {
	if text != "" {
		return text
	}
	w, acts := c.acts(k)
	if !acts {
		return c.llm(k, "")
	}
	var b strings.Builder
	b.WriteString(c.llm(k, "\n  system: ‹1:name›_system"))
	b.WriteString("\n\nprompt ‹1:name›_system:\n  ‹0:Follow the task this workflow hands you.›\n")
	for _, line := range paragraph.Lines(w) {
		b.WriteString("\n  " + line)
	}
	return b.String()
}

// llm is an agent or judge with its model.
func (c *completer) llm(k bot.Kind, more string) string {
	return k.Keyword() + " ‹1:name›:\n  model: \"‹2:" + strings.NewReplacer("‹", "", "›", "", "\n", "").Replace(c.model()) + "›\"" + more
}

// model is the model that the unit's first node names, as it stands there.
func (c *completer) model() string {
	found := ""
	c.u.decls(func(f *bot.UnitFile, d *bot.Decl) {
		if p := d.Prop("model"); found == "" && (d.Kind == bot.KindAgent || d.Kind == bot.KindJudge) && p != nil && p.Value != nil &&
			p.Value.Kind == bot.String && p.Value.Closed && p.Value.Form == bot.Quoted {
			found = f.File.Text.Slice(p.Value.Inner)
		}
	})
	if found == "" {
		return "provider/model"
	}
	return found
}

// acts reports whether an agent or judge without a backend, tools and
// capabilities of its own acts, and what its paragraph says
// (boundary-class.md 2.3, 4 and 11.2).
func (c *completer) acts(k bot.Kind) (paragraph.Wording, bool) {
	w := paragraph.Wording{Surface: true}
	if flow := c.u.workflow(); flow != nil {
		if p := flow.Decl.Prop("default_backend"); p != nil {
			r := boundary.ReadBackend(flow.File.ValueText(p.Value))
			w.Surface = r.Kind != boundary.Routed || r.Route != "claw"
		}
		if p := flow.Decl.Prop("capabilities"); p != nil && p.Value != nil {
			for _, v := range p.Value.Items {
				w.Capabilities = w.Capabilities || !slices.Contains(readingCapabilities, flow.File.ValueText(v))
			}
		}
	}
	switch {
	case k == bot.KindJudge:
		w.Stake = paragraph.StakeJudge
	case w.Surface:
		w.Stake = paragraph.StakeEditor
	default:
		w.Stake = paragraph.StakeBoard
	}
	return w, w.Surface || w.Capabilities
}
