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

// Count counts over units; policies is what Page.Inspected adds up to. Only
// units with a workflow count as workflow files; fixtures are the caller's to
// leave out.
func Count(units []*Summary, policies int) Counts {
	n := Counts{Policies: policies}
	// Only files of units that import may be shared.
	shared := map[string]bool{}
	for _, u := range units {
		if len(u.Files) > 1 {
			for _, f := range u.Files {
				shared[f] = true
			}
		}
	}
	seen := map[tally]bool{}
	once := func(t tally) bool {
		if !shared[t.path] {
			return true
		}
		have := seen[t]
		seen[t] = true
		return !have
	}
	for _, u := range units {
		if u.Workflow {
			n.Workflows++
		}
		for _, b := range u.regions {
			if once(b) {
				n.Paragraphs += b.n
			}
		}
		for _, s := range u.supervisors {
			if once(s) {
				n.Supervisors++
				n.Inspected += s.n
			}
		}
	}
	n.Members = countMembers(units)
	return n
}

// countMembers counts the members by key; a unit without keys has its nodes
// for itself.
func countMembers(units []*Summary) int {
	id := func(u *Summary) string {
		if u.HasKeys {
			return u.Prefix
		}
		return u.Path + "\x00"
	}
	sorted := slices.Clone(units)
	slices.SortStableFunc(sorted, func(a, b *Summary) int { return strings.Compare(id(a), id(b)) })
	n := 0
	names := map[string]bool{}
	for i, u := range sorted {
		if i > 0 && id(sorted[i-1]) != id(u) {
			clear(names)
		}
		for k := range u.Nodes {
			if v := &u.Nodes[k]; v.Member() && !names[v.Name] {
				names[v.Name] = true
				n++
			}
		}
	}
	return n
}

// WorkspaceFindings judges what needs all units: the artifact (BND405), nodes
// that left the class unnamed (BND403), the floors (BND406) and equal key
// prefixes (CFG110). units are those of all workflow files that are no
// fixtures, policies is as for Count; artifact is the text of the members
// artifact, nil where the configuration names none or it is missing; unparsed
// says that a unit does not parse: neither the artifact nor departures are
// judged then.
func WorkspaceFindings(cfg *config.Config, units []*Summary, artifact *text.Text, policies int, unparsed bool) []finding.Finding {
	if cfg == nil {
		return nil
	}
	paths := make([]string, len(units))
	for i, u := range units {
		paths[i] = u.Path
	}
	list := DuplicatePrefixes(cfg, cfg.Dir, paths)
	have := readArtifact(artifact)
	if cfg.Boundary.Members.Set && !unparsed {
		list = append(list, artifactFinding(cfg, Members(units), artifact, have)...)
	}
	switch {
	case unparsed: // nothing is said about the class while half of it is unread
	case cfg.Boundary.Closed:
		list = append(list, unnamed(cfg, units)...)
	default:
		list = append(list, departed(cfg, units, have)...)
	}
	list = append(list, floors(cfg, units, policies)...)
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
func departed(cfg *config.Config, units []*Summary, have []artifactLine) []finding.Finding {
	if len(have) == 0 {
		return nil
	}
	left := map[string]bool{}
	for node := range named(cfg.Boundary.Left) {
		left[artifactKey(node)] = true
	}
	type known struct {
		key string
		*Verdict
	}
	nodes := map[string]known{}
	other := &Verdict{}
	for _, u := range units {
		if !u.HasKeys {
			continue
		}
		for i := range u.Nodes {
			key := u.Key(u.Nodes[i].Name)
			if k := artifactKey(key); nodes[k].Verdict == nil || nodes[k].Verdict == other {
				nodes[k] = known{key, &u.Nodes[i]}
			}
		}
		for _, name := range u.others {
			key := u.Key(name)
			if k := artifactKey(key); nodes[k].Verdict == nil {
				nodes[k] = known{key, other}
			}
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
		if n.Verdict == nil || n.Unread || n.Member() || left[key] {
			continue
		}
		list = append(list, finding.Finding{
			Code: "BND403", Severity: finding.Error, Place: finding.Place{Path: cfg.Boundary.Members.V, Span: l.key},
			Message: "The node " + finding.Quote(n.key) + " was in the acting class and is no member any more; " +
				"name it in [[boundary.left]] with the reason, so that leaving the class is a decision",
			Data: map[string]any{"node": n.key},
		})
	}
	return list
}

// unnamed finds the nodes outside the class that a closed complement does not
// name.
func unnamed(cfg *config.Config, units []*Summary) []finding.Finding {
	known := named(cfg.Boundary.Left, cfg.Boundary.Bounded)
	var list []finding.Finding
	for _, u := range units {
		if !u.HasKeys {
			continue
		}
		for i := range u.Nodes {
			n := &u.Nodes[i]
			key := u.Key(n.Name)
			if n.Unread || n.Member() || known[key] {
				continue
			}
			list = append(list, finding.Finding{
				Code: "BND403", Severity: finding.Error, Place: finding.Place{Path: n.Path, Span: n.At},
				Message: "The node " + finding.Quote(key) + " is outside the acting class and no entry names it; " +
					"name it in [[boundary.bounded]], since the complement is closed",
				Data: map[string]any{"node": key},
			})
		}
	}
	return unique(list)
}

// floors judges the counts.
func floors(cfg *config.Config, units []*Summary, policies int) []finding.Finding {
	n := Count(units, policies)
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
		for _, u := range units {
			if u.Workflow && inside(r.Dir, u.Path) {
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
