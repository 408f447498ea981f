package botcomplete

import (
	"slices"
	"strconv"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Doc names what Describe describes: a name where it is declared (Path, At), a
// whole file (File), or a word of the language.
type Doc struct {
	Kind DocKind `json:"k,omitempty"`
	Name string  `json:"n,omitempty"`
	Path string  `json:"p,omitempty"`
	At   int     `json:"a,omitempty"`
	File bool    `json:"f,omitempty"`
}

// DocKind says what a Doc names.
type DocKind uint8

const (
	docNone DocKind = iota
	docDeclaration
	docProperty
	docWord
	docBackend
	docCapability
	docTool
	docNamespace
	docMember
	docFunction
	docRule
)

// shownLines is how much of a declaration is shown.
const shownLines = 10

// Describe gives the Markdown for an item. hover is the hover at a byte offset
// of a file, which a name has where it is declared; the declaration itself is
// shown where it has nothing to say. It is empty where there is nothing.
func Describe(snap *workspace.Snapshot, d Doc, hover func(path string, off int) (string, bool)) string {
	switch {
	case d.File:
		return "`" + escaped(d.Path[strings.LastIndexByte(d.Path, '/')+1:]) + "`"
	case d.Path != "":
		d.At = nearest(snap, d)
		if md, ok := hover(d.Path, d.At); ok {
			return md
		}
		return declaration(snap, d)
	}
	return describeWord(d)
}

// nearest is where the name stands by now: the text may have changed since the
// item was made.
func nearest(snap *workspace.Snapshot, d Doc) int {
	if workspace.Kind(d.Path) != workspace.Bot {
		return d.At
	}
	f, err := snap.Bot(d.Path)
	if err != nil {
		return d.At
	}
	best := -1
	for _, t := range f.Tokens {
		if t.Span.Len() == len(d.Name) && f.Text.Slice(t.Span) == d.Name && (best < 0 || abs(t.Span.Start-d.At) < abs(best-d.At)) {
			best = t.Span.Start
		}
	}
	if best < 0 {
		return d.At
	}
	return best
}

func abs(n int) int { return max(n, -n) }

func escaped(s string) string { return strings.ReplaceAll(finding.Cut(s), "`", "'") }

// declaration shows the first lines of what is declared at a place, without
// the values of secrets.
func declaration(snap *workspace.Snapshot, d Doc) string {
	if workspace.Kind(d.Path) != workspace.Bot {
		return ""
	}
	f, err := snap.Bot(d.Path)
	if err != nil || d.At < 0 || d.At > f.Text.Len() {
		return ""
	}
	span := f.Text.Line(f.Text.LineAt(d.At))
	for _, x := range f.Decls {
		switch {
		case !x.Span.Contains(d.At):
		case x.Kind == bot.KindSecrets:
			return ""
		case x.Name.Span.Contains(d.At):
			span = x.Span
		default:
			for _, n := range x.Decls {
				if n.Name.Span.Contains(d.At) {
					span = text.Span{Start: f.Text.LineStart(f.Text.LineAt(n.Span.Start)), End: n.Span.End}
				}
			}
		}
	}
	lines := strings.Split(f.Text.Slice(span), "\n")
	if len(lines) > shownLines {
		lines = append(lines[:shownLines], "…")
	}
	fence := "```"
	for strings.Contains(strings.Join(lines, "\n"), fence) {
		fence += "`"
	}
	for i := range lines {
		lines[i] = strings.TrimSuffix(lines[i], "\r")
	}
	return fence + "bot\n" + strings.Join(lines, "\n") + "\n" + fence
}

// describeWord describes a word of the language.
func describeWord(d Doc) string {
	head := "`" + escaped(d.Name[strings.LastIndexByte(d.Name, '.')+1:]) + "`"
	block, _, _ := strings.Cut(d.Name, ".")
	switch d.Kind {
	case docDeclaration:
		return "`" + d.Name + "` declaration"
	case docProperty:
		return property(d.Name)
	case docBackend:
		for _, b := range backends {
			if b.name == d.Name {
				return head + " backend: what `tools:` holds " + map[string]string{
					"bounds the list":               "are the tools there are",
					"subtracts from an open roster": "is subtracted from a roster that the engine does not close: no bound",
					"picks a mode":                  "picks the sandbox mode and nothing else",
					"never receives the list":       "never arrives",
				}[b.list]
			}
		}
	case docCapability:
		does := "acts"
		if slices.Contains(readingCapabilities, d.Name) {
			does = "reads"
		}
		return "`" + d.Name + "` capability: " + does
	case docTool:
		return "`" + escaped(d.Name) + "` tool"
	case docFunction:
		if f, ok := bot.LookupExprFunction(d.Name); ok {
			n := strconv.Itoa(f.Min)
			switch {
			case f.Max < 0:
				n = "at least " + n
			case f.Max != f.Min:
				n += " to " + strconv.Itoa(f.Max)
			}
			return head + " function, " + n + " arguments"
		}
	case docNamespace:
		return head + " namespace: " + namespaces[d.Name]
	case docMember, docWord:
		return head + " of `" + escaped(block) + "`"
	}
	return ""
}

// namespaces say what references read.
var namespaces = map[string]string{
	"vars": "the vars of the run", "input": "what the edge handed to this node; on an edge, the output of its source",
	"outputs": "the outputs of nodes that have run", "artifacts": "what nodes published",
	"attachments": "the files of the run", "secrets": "the secrets of the run", "loop": "the state of a loop",
	"each": "the state of a foreach", "run": "the run itself", "params": "the parameters of the group",
}

// property describes a property by its name in its block.
func property(name string) string {
	block, prop, _ := strings.Cut(name, ".")
	p := lookup(block, prop)
	if p == nil {
		return "`" + escaped(prop) + "` property"
	}
	md := "`" + prop + "` property"
	if f := formName(p); f != "" {
		md += ": " + f
	}
	if d, ok := defaults[name]; ok {
		md += "\n\ndefault `" + d + "`"
	} else if d, ok := defaults[prop]; ok {
		md += "\n\ndefault `" + d + "`"
	}
	if p.Newer {
		md += "\n\nnewer than June 2026"
	}
	return md
}

// lookup finds a property in the body of a kind or in a block of that name.
func lookup(block, prop string) *bot.PropInfo {
	if k, ok := bot.KindOf(block); ok {
		if p := bot.Block(k).Prop(prop); p != nil {
			return p
		}
	}
	for k := bot.KindVars; k <= bot.KindWorkflow; k++ {
		if p := find(bot.Block(k), block, prop, 0); p != nil {
			return p
		}
	}
	return nil
}

func find(b *bot.BlockInfo, block, prop string, depth int) *bot.PropInfo {
	if b == nil || depth > 4 {
		return nil
	}
	for i := range b.Props {
		in := b.Props[i].Block
		if b.Props[i].Name == block {
			if p := in.Prop(prop); p != nil {
				return p
			}
			if in != nil && in.Entry != nil {
				if p := in.Entry.Block.Prop(prop); p != nil {
					return p
				}
			}
		}
		if p := find(in, block, prop, depth+1); p != nil {
			return p
		}
	}
	return nil
}
