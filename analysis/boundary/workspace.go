package boundary

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Counts are the numbers that floors are judged by (boundary-class.md 9.6).
// What several units share, a fragment's body or supervisor, counts once.
type Counts struct {
	Workflows, Members, Paragraphs   int
	Supervisors, Inspected, Policies int
}

// Count counts over units and pages. Only units with a workflow count as
// workflow files; fixtures are the caller's to leave out.
func Count(classes []*Class, pages []*Page) Counts {
	var n Counts
	type place struct {
		path string
		at   text.Span
	}
	bodies, sups, members := map[place]bool{}, map[place]bool{}, map[string]bool{}
	for _, c := range classes {
		if c.Unit.Workflow != nil {
			n.Workflows++
		}
		for _, node := range c.Nodes {
			id := node.Key
			if id == "" {
				id = c.Unit.Path + "\x00" + node.Name
			}
			if node.Member() && !members[id] {
				members[id] = true
				n.Members++
			}
		}
		for _, b := range c.Bodies {
			if at := (place{b.Prompt.Path, bodySpan(b)}); !bodies[at] {
				bodies[at] = true
				n.Paragraphs += len(b.Regions)
			}
		}
		for _, s := range c.Supervisors {
			if at := (place{s.Path, s.Decl.Span}); !sups[at] {
				sups[at] = true
				n.Supervisors++
				if s.Inspected() {
					n.Inspected++
				}
			}
		}
	}
	for _, p := range pages {
		n.Policies += p.Inspected
	}
	return n
}

// bodySpan is where a prompt stands in its file; empty for a whole file.
func bodySpan(b *Body) text.Span {
	switch p := b.Prompt; {
	case p.Decl != nil:
		return p.Decl.Span
	case p.Inline != nil:
		return p.Inline.Span
	}
	return text.Span{}
}

// WorkspaceFindings judges what needs all units: the artifact (BND405), nodes
// that left the class unnamed (BND403), the floors (BND406) and equal key
// prefixes (CFG110). classes are the units of all workflow files that are no
// fixtures, pages all pages; artifact is the text of the members artifact, nil
// where the configuration names none or it is missing; unparsed says that a
// unit does not parse: neither the artifact nor departures are judged then.
func WorkspaceFindings(cfg *config.Config, classes []*Class, artifact *text.Text, pages []*Page, unparsed bool) []finding.Finding {
	if cfg == nil {
		return nil
	}
	paths := make([]string, len(classes))
	for i, c := range classes {
		paths[i] = c.Unit.Path
	}
	list := DuplicatePrefixes(cfg, cfg.Dir, paths)
	have := readArtifact(artifact)
	if cfg.Boundary.Members.Set && !unparsed {
		list = append(list, artifactFinding(cfg, Members(classes), artifact, have)...)
	}
	switch {
	case unparsed: // nothing is said about the class while half of it is unread
	case cfg.Boundary.Closed:
		list = append(list, unnamed(cfg, classes)...)
	default:
		list = append(list, departed(cfg, NewIndex(classes, nil), have)...)
	}
	list = append(list, floors(cfg, classes, pages)...)
	for i := range list {
		list[i].WorkspaceOnly = true
	}
	return list
}

func artifactFinding(cfg *config.Config, want []string, artifact *text.Text, have []artifactLine) []finding.Finding {
	wanted := ArtifactText(want)
	if artifact != nil && artifact.String() == wanted {
		return nil
	}
	file := cfg.Boundary.Members.V
	missing, extra := difference(want, have)
	says := fmt.Sprintf("The members artifact %s is stale: it lacks %s and has %s too many",
		finding.Quote(path.Base(file)), lineCount(len(missing)), lineCount(len(extra)))
	whole := text.Span{}
	if artifact == nil {
		says = fmt.Sprintf("The members artifact %s that the configuration names is missing", finding.Quote(path.Base(file)))
	} else {
		whole.End = artifact.Len()
		if len(missing) == 0 && len(extra) == 0 {
			says = fmt.Sprintf("The members artifact %s is stale: its lines are not in the order and form of the command", finding.Quote(path.Base(file)))
		}
	}
	fix := finding.NewFix("regenerate-the-members-artifact", "Regenerate the members artifact", true, func() []finding.Edit {
		return []finding.Edit{{Path: file, Span: whole, New: wanted}}
	})
	fix.Preferred = true
	return []finding.Finding{{
		Code: "BND405", Severity: finding.Error, Place: finding.Place{Path: file, Whole: true},
		Message: says + "; regenerate it, so that a change of the acting class shows in review",
		Data:    map[string]any{"missing": missing, "extra": extra},
		Fixes:   []finding.Fix{fix},
	}}
}

func lineCount(n int) string {
	if n == 1 {
		return "1 line"
	}
	return fmt.Sprintf("%d lines", n)
}

// named gives the nodes that departures name.
func named(lists ...[]config.Entry) map[string]bool {
	m := map[string]bool{}
	for _, l := range lists {
		for _, e := range l {
			m[e.Node.V] = true
		}
	}
	return m
}

// departed finds the nodes that the artifact lists, that exist, and that are
// no members any more (boundary-class.md 9.3, X5).
func departed(cfg *config.Config, ix *Index, have []artifactLine) []finding.Finding {
	left := map[string]bool{}
	for node := range named(cfg.Boundary.Left) {
		left[artifactKey(node)] = true
	}
	nodes := make(map[string]*Node, len(ix.nodes))
	for key, n := range ix.nodes {
		nodes[artifactKey(key)] = n
	}
	for key := range ix.others {
		if k := artifactKey(key); nodes[k] == nil {
			nodes[k] = &Node{Key: key}
		}
	}
	var list []finding.Finding
	seen := map[string]bool{}
	for _, l := range have {
		key := l.text[:l.key.Len()]
		if seen[key] {
			continue
		}
		seen[key] = true
		n := nodes[key]
		if n == nil || n.Unread || n.Member() || left[key] {
			continue
		}
		list = append(list, finding.Finding{
			Code: "BND403", Severity: finding.Error, Place: finding.Place{Path: cfg.Boundary.Members.V, Span: l.key},
			Message: "The node " + finding.Quote(n.Key) + " was in the acting class and is no member any more; " +
				"name it in [[boundary.left]] with the reason, so that leaving the class is a decision",
			Data: map[string]any{"node": n.Key},
		})
	}
	return list
}

// unnamed finds the nodes outside the class that a closed complement does not
// name.
func unnamed(cfg *config.Config, classes []*Class) []finding.Finding {
	known := named(cfg.Boundary.Left, cfg.Boundary.Bounded)
	var list []finding.Finding
	for _, c := range classes {
		for _, n := range c.Nodes {
			if n.Key == "" || n.Unread || n.Member() || known[n.Key] {
				continue
			}
			list = append(list, finding.Finding{
				Code: "BND403", Severity: finding.Error, Place: finding.Place{Path: n.Path, Span: n.Decl.Name.Span},
				Message: "The node " + finding.Quote(n.Key) + " is outside the acting class and no entry names it; " +
					"name it in [[boundary.bounded]], since the complement is closed",
				Data: map[string]any{"node": n.Key},
			})
		}
	}
	return unique(list)
}

// floors judges the counts.
func floors(cfg *config.Config, classes []*Class, pages []*Page) []finding.Finding {
	n := Count(classes, pages)
	var list []finding.Finding
	judge := func(name string, want config.Value[int], have int) {
		if !want.Set || have >= want.V {
			return
		}
		list = append(list, finding.Finding{
			Code: "BND406", Severity: finding.Error, Place: finding.Place{Path: cfg.Path, Span: want.Span},
			Message: fmt.Sprintf("The floor %s is not met: %d found, at least %d wanted; find out what is no longer looked at before lowering it",
				finding.Quote(name), have, want.V),
			Data: map[string]any{"floor": name, "want": want.V, "have": have},
		})
	}
	f := &cfg.Boundary.Floors
	judge("workflows", f.Workflows, n.Workflows)
	judge("members", f.Members, n.Members)
	judge("paragraphs", f.Paragraphs, n.Paragraphs)
	judge("supervisors", f.Supervisors, n.Inspected)
	judge("documented_policies", f.DocumentedPolicies, n.Policies)
	for _, r := range f.Roots {
		have := 0
		for _, c := range classes {
			if c.Unit.Workflow != nil && inside(r.Dir, c.Unit.Path) {
				have++
			}
		}
		judge("roots."+r.Name, r.Want, have)
	}
	return list
}

// DuplicatePrefixes finds workflow files whose nodes would bear the same keys
// (CFG110): at the later entry of [boundary.keys], else at the later file.
// files are absolute paths of existing workflow files; workspace is the
// configuration's folder.
func DuplicatePrefixes(cfg *config.Config, workspace string, files []string) []finding.Finding {
	sorted := slices.Clone(files)
	slices.Sort(sorted)
	first := map[string]string{}
	var list []finding.Finding
	for _, file := range slices.Compact(sorted) {
		prefix := KeyPrefix(cfg, workspace, file)
		have, ok := first[prefix]
		if !ok {
			first[prefix] = file
			continue
		}
		other, at := have, finding.Place{Path: file, Whole: true}
		a, inA := keyEntry(cfg, have)
		b, inB := keyEntry(cfg, file)
		if inA && (!inB || a.Span.Start > b.Span.Start) {
			b, inB, other = a, true, file
		}
		if inB {
			at = finding.Place{Path: cfg.Path, Span: b.Span}
		}
		list = append(list, finding.Finding{
			Code: "CFG110", Severity: finding.Error, Place: at,
			Message: "The key prefix " + finding.Quote(strings.TrimRight(prefix, "/:")) + " is that of " + finding.Quote(relative(workspace, other)) +
				" too, so that nodes of the two cannot be told apart; give one of them another prefix in [boundary.keys]",
			Data: map[string]any{"prefix": strings.TrimRight(prefix, "/:")},
		})
	}
	return list
}
