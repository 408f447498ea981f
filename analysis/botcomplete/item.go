package botcomplete

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Kind says what an item is (authoring.md 3.2).
type Kind uint8

// The kinds of items.
const (
	Keyword    Kind = iota // declarations and clauses
	Property               //
	EnumMember             // words of a closed set, types
	Node                   //
	Schema                 //
	Prompt                 //
	Function               // of expressions
	Variable               // vars, parameters, attachments, secrets, environment
	Field                  //
	Module                 // namespaces, groups, prefixes, servers
	File                   //
	Folder                 //
	Loop                   //
	Capability             //
	Backend                //
	Tool                   //
	Code                   // of a rule
)

// Item is one thing that may be written.
type Item struct {
	// Label is the name alone. Detail is its type or what it does, Description
	// its group or file.
	Label, Detail, Description string
	Kind                       Kind
	// Sort orders the items as strings, Filter is what typing is compared to.
	Sort, Filter string
	// Insert is replaced by New where the client inserts, Replace where it
	// overwrites the rest of the word. Both lie on the cursor's line and hold
	// the cursor, and Insert is the part of Replace up to it.
	Insert, Replace text.Span
	New             string
	// Snippet says that New is a snippet. Lines of New after the first are
	// indented from the line's own indentation on where Relative is set, else
	// from the margin.
	Snippet, Relative bool
	// Commit are the characters that accept the item and are typed then: the
	// dot of a node in a reference. What brings its character itself, or has
	// it behind it, has none: clients would write it twice.
	Commit []string
	// Also are edits elsewhere in the file: an import.
	Also []text.Edit
	// Retrigger says that something can be completed behind New.
	Retrigger bool
	// Deprecated says that the engine still reads it and should not.
	Deprecated bool
	// Doc says what Describe describes.
	Doc Doc
}

// Options are what the client can do.
type Options struct {
	// Snippets says that place holders may be offered; without it they stand
	// as their defaults.
	Snippets bool
	// Adjusts says that the client indents the lines of a text that it
	// inserts as the line at which it stands.
	Adjusts bool
	// Codes gives the rules whose codes a silencing comment at an offset may
	// name: first those of the findings that it covers, then the others; nil
	// offers none.
	Codes func(off int) (covered, others []Rule)
}

// Rule is a rule that a comment may name.
type Rule struct{ Code, Name string }

// Result is what Complete gives.
type Result struct {
	// Items are sorted.
	Items []Item
	// Incomplete says that further typing needs another request.
	Incomplete bool
	// Context is the row of authoring.md 3.1, 5 for K5; 0 where nothing is
	// offered.
	Context int
}

// importGroup is the group of what needs an import first.
const importGroup = 90

// candidate is an item before it has its place.
type candidate struct {
	Item
	group int
	// body is what is inserted where that is not the label.
	body pieces
	// decl is the declaration of a node.
	decl *bot.Decl
}

// byName sorts names without regard to case, then by bytes.
func byName(list []candidate) {
	slices.SortStableFunc(list, func(a, b candidate) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.Label), strings.ToLower(b.Label)), strings.Compare(a.Label, b.Label))
	})
}

// ranked numbers the candidates of each group in their order.
func ranked(list []candidate) {
	slices.SortStableFunc(list, func(a, b candidate) int { return a.group - b.group })
	group, rank := -1, 0
	for i := range list {
		if list[i].group != group {
			group, rank = list[i].group, 0
		}
		list[i].Sort = fmt.Sprintf("%02d%03d", group, min(rank, 999))
		if rank >= 999 {
			list[i].Sort += fmt.Sprintf("%06d", rank)
		}
		rank++
	}
}

// pieces is a text with place holders.
type pieces []piece

// piece is a text or, with a stop, a place holder; stop 0 is the last one,
// where the cursor ends.
type piece struct {
	text string
	hole bool
	stop int
}

func lit(s string) piece                { return piece{text: s} }
func hole(stop int, deflt string) piece { return piece{text: deflt, hole: true, stop: stop} }

// render writes the text, as a snippet or with the defaults of its holes.
func (p pieces) render(snippet bool) string {
	var b strings.Builder
	for _, x := range p {
		switch {
		case !snippet:
			b.WriteString(x.text)
		case !x.hole:
			b.WriteString(escapeSnippet.Replace(x.text))
		case x.text == "":
			fmt.Fprintf(&b, "$%d", x.stop)
		default:
			fmt.Fprintf(&b, "${%d:%s}", x.stop, escapeSnippet.Replace(x.text))
		}
	}
	return b.String()
}

var escapeSnippet = strings.NewReplacer(`\`, `\\`, `$`, `\$`, `}`, `\}`)

// holes reports whether a place holder is in it.
func (p pieces) holes() bool { return slices.ContainsFunc(p, func(x piece) bool { return x.hole }) }

// parse reads a text in which ‹1› is a place holder and ‹1:x› one with a
// default.
func parsePieces(s string) pieces {
	var list pieces
	for {
		before, rest, ok := strings.Cut(s, "‹")
		if before != "" {
			list = append(list, lit(before))
		}
		if !ok {
			return list
		}
		inner, after, _ := strings.Cut(rest, "›")
		stop, deflt, _ := strings.Cut(inner, ":")
		list = append(list, hole(int(stop[0]-'0'), deflt))
		s = after
	}
}
