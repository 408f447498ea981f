package boundary

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// ToolState is the state of a `tools:` list (boundary-class.md 3).
type ToolState uint8

// The five states, in the order of boundary-class.md.
const (
	T0 ToolState = iota // no list
	T1                  // an empty one
	T2                  // all names in the codex triple
	T3                  // all names only read, one of them outside the triple
	T4                  // a name outside the vocabulary
)

// tripled reports whether the name is one of those that buy codex's read-only
// mode (boundary-class.md 2.4).
func tripled(name string) bool {
	switch name {
	case "read_file", "glob", "grep":
		return true
	}
	return false
}

// reading reports whether a tool only reads; names compare exactly
// (boundary-class.md 3).
func reading(name string) bool {
	switch name {
	case "web_fetch", "git_diff", "git_status", "list_files", "search_codebase", "tree":
		return true
	}
	return tripled(name)
}

// ReadOnlyTools are the names of the read-only vocabulary, in the order of
// boundary-class.md 3. The slice is the caller's.
func ReadOnlyTools() []string {
	return []string{"read_file", "glob", "grep", "web_fetch", "git_diff", "git_status", "list_files", "search_codebase", "tree"}
}

// editing reports whether a tool edits files (boundary-class.md 11.2, STAKE).
func editing(name string) bool {
	switch name {
	case "write_file", "file_edit", "notebook_edit", "apply_patch":
		return true
	}
	return false
}

// readingCapability reports whether a capability only reads
// (boundary-class.md 4).
func readingCapability(name string) bool { return name == "board.read" || name == "runs.read" }

// toolState judges a list; declared tells an empty one from none.
func toolState(names []string, declared bool) ToolState {
	switch {
	case !declared:
		return T0
	case len(names) == 0:
		return T1
	case !all(names, reading):
		return T4
	case !all(names, tripled):
		return T3
	}
	return T2
}

func all(names []string, ok func(string) bool) bool {
	return !slices.ContainsFunc(names, func(s string) bool { return !ok(s) })
}

// without gives the names that are not ok, in order, each once.
func without(names []string, ok func(string) bool) []string {
	var list []string
	seen := map[string]bool{}
	for _, s := range names {
		if !ok(s) && !seen[s] {
			seen[s] = true
			list = append(list, s)
		}
	}
	return list
}

// shown is text from a file as it stands in a reason: escaped, cut, and never
// blank (boundary-class.md 5.1).
func shown(s string) string {
	if strings.TrimSpace(s) == "" {
		return `""`
	}
	return finding.Cut(s)
}

// joined is a list of names as it stands in a reason.
func joined(names []string) string {
	list := make([]string, len(names))
	for i, s := range names {
		list[i] = shown(s)
	}
	return strings.Join(list, ", ")
}

// listTexts gives the elements of a list property with the group's parameters
// bound; declared is false without a value. A single word counts as a list of
// one.
func listTexts(n *bot.Node, f *bot.File, p *bot.Prop) (names []string, declared bool) {
	if p == nil || p.Value == nil {
		return nil, false
	}
	items := p.Value.Items
	switch p.Value.Kind {
	case bot.List:
	case bot.Map: // no list, and the names are there to be read
		for _, e := range p.Value.Entries {
			names = append(names, e.Name.Text)
		}
		return names, true
	default:
		items = []*bot.Value{p.Value}
	}
	for _, v := range items {
		s := f.ValueText(v)
		if n != nil {
			s = n.Bind(s)
		}
		names = append(names, s)
	}
	return names, true
}
