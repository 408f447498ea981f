package botdocs

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// Page is docs/bot-properties.md: every property of every declaration.
func Page() string {
	var b strings.Builder
	b.WriteString("# Properties of bots\n\n" +
		"What may stand in each declaration of a `.bot` file. This page is made from the tables that the parser, " +
		"hover and completion use (`make generate`). A dagger (†) marks what is newer than the engine of June 2026. " +
		"*Inherits* names what the workflow gives a node that has no value of its own.\n")
	for k := bot.KindVars; k <= bot.KindWorkflow; k++ {
		if k == bot.KindJudge {
			continue
		}
		title := "`" + k.Keyword() + "`"
		if k == bot.KindAgent {
			title = "`agent` and `judge`"
		}
		b.WriteString("\n## " + title + "\n\n" + declarations[k.Keyword()] + "\n")
		section(&b, k.Keyword(), "", bot.Block(k), map[*bot.BlockInfo]bool{})
	}
	return b.String()
}

func section(b *strings.Builder, block, path string, info *bot.BlockInfo, seen map[*bot.BlockInfo]bool) {
	if info == nil || seen[info] {
		return
	}
	seen[info] = true
	if len(info.Props) > 0 {
		if path != "" {
			b.WriteString("\n### " + block + ": `" + path + "`\n")
		}
		b.WriteString("\n| property | takes | |\n| --- | --- | --- |\n")
		for i := range info.Props {
			row(b, last(block, path), &info.Props[i])
		}
	}
	for i := range info.Props {
		p := &info.Props[i]
		section(b, block, join(path, p.Name), p.Block, seen)
	}
	if info.Entry != nil {
		section(b, block, join(path, "NAME"), info.Entry.Block, seen)
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// last is the block that Docs knows a property by.
func last(block, path string) string {
	name := block
	for part := range strings.SplitSeq(path, ".") {
		if part != "" && part != "NAME" {
			name = part
		}
	}
	return name
}

func row(b *strings.Builder, block string, info *bot.PropInfo) {
	p := lookup(block, info.Name)
	name := "`" + info.Name + "`"
	if info.Newer {
		name += " †"
	}
	takes := Form(info)
	if w := shownWords(info); len(w) > 0 {
		takes = strings.Join(w, " ")
	}
	text := p.text
	if info.Elsewhere {
		text += "; accepted here without effect"
	}
	if p.unset != "" {
		text += ". Without it: " + p.unset
	}
	if k, ok := bot.KindOf(block); p.from != "" && ok && k.IsNode() {
		text += ". Inherits `" + p.from + ":`"
	}
	b.WriteString("| " + name + " | " + takes + " | " + text + " |\n")
}
