package botedit

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/botindex"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// artifacts are the edits of the members artifacts that list renamed nodes. Its
// lines are no references, but a stale artifact would be a new finding
// (boundary-class.md 9.5).
func (n *names) artifacts(to string) []finding.Edit {
	keys := map[string]map[string]string{} // by artifact, the new keys by the old ones
	for _, x := range n.list {
		cfg := n.snap.Config(x.x.Unit.Path)
		if x.x.Unit.Workflow == nil || !cfg.Boundary.Members.Set {
			continue
		}
		file := cfg.Boundary.Members.V
		for _, node := range x.x.Unit.Nodes {
			name, ok := renamed(x, node.Name, to)
			if !ok {
				continue
			}
			if keys[file] == nil {
				keys[file] = map[string]string{}
			}
			keys[file][finding.Escape(x.x.Prefix+node.Name)] = finding.Escape(x.x.Prefix + name)
		}
	}
	var edits []finding.Edit
	for file, m := range keys {
		if t := n.snap.File(file).Text; t != nil {
			edits = append(edits, relist(file, t, m)...)
		}
	}
	slices.SortStableFunc(edits, func(a, b finding.Edit) int { return strings.Compare(a.Path, b.Path) })
	return edits
}

// renamed is the new name of a node of the graph; ok is false where it keeps
// its name.
func renamed(x name, node, to string) (new string, ok bool) {
	first, rest, clone := strings.Cut(node, ".")
	switch {
	case x.s.Kind == botindex.Prefix && clone && first == x.s.Name:
		return to + "." + rest, true
	case x.s.Kind != botindex.Node || x.x.Node(node) != x.s:
		return "", false
	case clone:
		return first + "." + to, true
	}
	return to, true
}

// relist gives the keys of an artifact their new names. Where it was in order
// it stays so.
func relist(file string, t *text.Text, keys map[string]string) []finding.Edit {
	var edits []finding.Edit
	var was, is []string
	for i := range t.Lines() {
		at := t.Line(i)
		line := t.Slice(at)
		key, reason, ok := strings.Cut(line, "\t")
		if name, known := keys[key]; ok && known {
			edits = append(edits, finding.Edit{Path: file, Span: text.Span{Start: at.Start, End: at.Start + len(key)}, New: name})
			is = append(is, name+"\t"+reason)
		} else if line != "" {
			is = append(is, line)
		}
		if line != "" {
			was = append(was, line)
		}
	}
	if len(edits) == 0 || slices.IsSorted(is) || !slices.IsSorted(was) {
		return edits
	}
	slices.Sort(is)
	return []finding.Edit{{Path: file, Span: text.Span{End: t.Len()}, New: strings.Join(is, t.EOL()) + t.EOL()}}
}
