package botdocs

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/boundary"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// Topic says what kind of word is asked about.
type Topic uint8

// The topics with what Docs takes as name.
const (
	Declaration Topic = iota // a keyword: "agent"
	Property                 // its block and its name: "agent.session", "network.mode"
	Word                     // its property, by that of Property, and the word: "agent.session.fresh"
	Backend                  // "claw"
	Capability               // "board.read"
	Tool                     // "read_file", "mcp.server.tool"
	Namespace                // "vars"
	Member                   // its namespace and its name: "run.id", "each.item", "outputs._model"
	Function                 // "length"
	Environment              // "PROJECT_DIR"
)

// Docs gives the Markdown for a word of the language: a heading line and what
// it means. It is empty for a word that is not known, but for tools and
// capabilities, of which any name means something (boundary-class.md 3 and 4).
// The block of a property is the keyword of the declaration or the property
// that opens the block; of entries with names of the author's choice, the
// property or keyword around them.
func Docs(t Topic, name string) string {
	switch t {
	case Declaration:
		return described("`"+name+"`", declarations[name])
	case Property:
		block, prop, _ := strings.Cut(name, ".")
		if info := find(block, prop); info != nil {
			return PropertyDocs(block, info)
		}
	case Word:
		if i := strings.LastIndexByte(name, '.'); i >= 0 {
			block, prop, _ := strings.Cut(name[:i], ".")
			if info := find(block, prop); info != nil {
				return WordDocs(info, name[i+1:])
			}
		}
	case Backend:
		if text := backends[name]; text != "" {
			return described("`"+name+"` backend", text)
		}
	case Capability:
		return capability(name)
	case Tool:
		return tool(name)
	case Namespace:
		return described("`"+name+"`", namespaces[name])
	case Member:
		ns, last, _ := strings.Cut(name, ".")
		text := members[name]
		if text == "" && ns == "outputs" && strings.HasPrefix(last, "_") {
			text = "stamped by the engine; a name with `_` is not checked"
		}
		return described(finding.Quote(name), text)
	case Function:
		if f, ok := functions[name]; ok {
			if slices.Contains(newerFunctions, name) {
				f[1] += "\n\nnewer than June 2026"
			}
			return described("`"+f[0]+"`", f[1])
		}
	case Environment:
		return environment[name]
	}
	return ""
}

func described(head, text string) string {
	if text == "" {
		return ""
	}
	return head + "\n\n" + text
}

// PropertyDocs describes a property of a block: what it means and accepts,
// what holds without it, and what it is inherited from.
func PropertyDocs(block string, info *bot.PropInfo) string {
	p := lookup(block, info.Name)
	var b strings.Builder
	b.WriteString("`" + info.Name + ": " + Form(info) + "`\n\n" + p.text)
	line := func(s string) { b.WriteString("\n\n" + s) }
	if info.Elsewhere {
		line("It is accepted here and has no effect.")
	}
	if w := shownWords(info); len(w) > 0 {
		line("Words: " + strings.Join(w, ", "))
	}
	if p.unset != "" {
		line("Without it: " + p.unset)
	}
	if k, ok := bot.KindOf(block); p.from != "" && ok && k.IsNode() {
		line("Inherited from `" + p.from + ":` of the workflow where the node has none")
	}
	if info.Newer {
		line("newer than June 2026")
	}
	return b.String()
}

func shownWords(info *bot.PropInfo) []string {
	list := make([]string, len(info.Words))
	for i, w := range info.Words {
		list[i] = "`" + w + "`"
	}
	return list
}

// WordDocs describes a word that a property takes; it is empty for any other.
func WordDocs(info *bot.PropInfo, word string) string {
	if !slices.Contains(info.Words, word) {
		return ""
	}
	return described("`"+info.Name+": "+word+"`", words[info.Name+"."+word])
}

// lookup is the description of a property in a block.
func lookup(block, name string) property {
	if p, ok := properties[block+"."+name]; ok {
		return p
	}
	if block == "judge" {
		if p, ok := properties["agent."+name]; ok {
			return p
		}
	}
	return properties[name]
}

// find is the property of that name in a block of that name, wherever the
// block may stand.
func find(block, name string) *bot.PropInfo {
	if k, ok := bot.KindOf(block); ok {
		if b := bot.Block(k); b != nil {
			if p := b.Prop(name); p != nil {
				return p
			}
			if b.Entry != nil {
				return b.Entry.Block.Prop(name)
			}
		}
	}
	for k := bot.KindVars; k <= bot.KindWorkflow; k++ {
		if p := within(bot.Block(k), block, name); p != nil {
			return p
		}
	}
	return nil
}

func within(b *bot.BlockInfo, block, name string) *bot.PropInfo {
	if b == nil {
		return nil
	}
	for i := range b.Props {
		in := b.Props[i].Block
		if in == nil {
			continue
		}
		if b.Props[i].Name == block {
			if p := in.Prop(name); p != nil {
				return p
			}
			if in.Entry != nil {
				if p := in.Entry.Block.Prop(name); p != nil {
					return p
				}
			}
		}
		if p := within(in, block, name); p != nil {
			return p
		}
		if in.Entry != nil {
			if p := within(in.Entry.Block, block, name); p != nil {
				return p
			}
		}
	}
	return nil
}

// Form says in a few words what a property accepts (bot-language.md 5).
func Form(info *bot.PropInfo) string {
	if f := forms[info.Form]; f != "" {
		return f
	}
	return "value"
}

var forms = map[bot.Form]string{
	bot.FormString: "string", bot.FormIdent: "name", bot.FormDotted: "name", bot.FormStringOrIdent: "string or word",
	bot.FormPrompt: "prompt, or its text", bot.FormPromptName: "prompt", bot.FormInt: "whole number", bot.FormNumber: "number",
	bot.FormStringOrNumber: "string or number", bot.FormBool: "true or false", bot.FormEnum: "word",
	bot.FormEnumOrEnv: "word, or a string with ${NAME}", bot.FormChecked: "word", bot.FormLiteral: "string, number, true or false",
	bot.FormToolList: "list of names", bot.FormStringList: "list of strings", bot.FormIdentList: "list of names",
	bot.FormMixedList: "list of strings", bot.FormSkillList: "list of names", bot.FormIdentOrList: "name or list of names",
	bot.FormMap: "map", bot.FormJSON: "JSON value", bot.FormBlock: "block", bot.FormWordOrBlock: "word or block",
	bot.FormCursorValue: "word, number or string", bot.FormType: "type", bot.FormPort: "type", bot.FormAttachment: "file or image",
	bot.FormSecret: "string", bot.FormExpr: "expression", bot.FormCapacity: "number or list of strings",
}

// tool says whether a tool reads or acts, and by which arm
// (boundary-class.md 3 and 5.1).
func tool(name string) string {
	head := finding.Quote(name) + " tool: "
	text := tools[name]
	switch {
	case slices.Contains(boundary.ReadOnlyTools(), name):
		head += "**reads**"
	default:
		head += "**acts**"
	}
	if text == "" {
		switch {
		case strings.HasPrefix(name, "mcp.") || strings.HasPrefix(name, "mcp__"):
			text = "a tool of an MCP server"
		default:
			text = "any name may stand here"
		}
	}
	md := head + "\n\n" + text
	if !slices.Contains(boundary.ReadOnlyTools(), name) {
		return md + "\n\nIt is outside the read-only vocabulary: a node that lists it acts, `tools: NAMES` (arm 2)."
	}
	md += "\n\nIt is in the read-only vocabulary: on `claw` a list of such names leaves the node outside the acting class."
	if slices.Contains([]string{"read_file", "glob", "grep"}, name) {
		return md + " On `codex` it keeps the read-only mode."
	}
	return md + " On `codex` it buys workspace-write (arm 6)."
}

func capability(name string) string {
	head := finding.Quote(name) + " capability: "
	text := capabilities[name]
	if text == "" {
		text = "no name that is known here"
	}
	if name == "board.read" || name == "runs.read" {
		md := head + "**reads**\n\n" + text + "\n\nIt is no reason: a node with it alone stays outside the acting class."
		if name == "runs.read" {
			md += "\n\nnewer than June 2026"
		}
		return md
	}
	return head + "**acts**\n\n" + text + "\n\nA node that holds it acts, `capability NAME` (arm 10)."
}
