package boundary

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Lookup says what a key names: an agent or judge, a supervisor, or (exists
// alone) a node of another kind. Of a key that may stand in a file which does
// not parse it gives a verdict that is Unread, and nothing is said about it.
type Lookup func(key string) (node *Verdict, supervisor bool, exists bool)

// Index looks keys up in a set of units. It is not safe for concurrent use.
type Index struct {
	units  map[string][]*Summary // by prefix
	parses func(*Summary) bool
	// names are the units that something was looked up in, and their names.
	names map[*Summary]*nameIndex
}

type nameIndex struct {
	nodes        map[string]*Verdict
	sups, others map[string]bool
}

// NewIndex makes an index of units; parses says which of them parse.
func NewIndex(units []*Summary, parses func(*Summary) bool) *Index {
	ix := &Index{units: make(map[string][]*Summary, len(units)), parses: parses, names: map[*Summary]*nameIndex{}}
	for _, u := range units {
		if u.HasKeys {
			ix.units[u.Prefix] = append(ix.units[u.Prefix], u)
		}
	}
	return ix
}

// in gives the names of a unit.
func (ix *Index) in(u *Summary) *nameIndex {
	n := ix.names[u]
	if n != nil {
		return n
	}
	n = &nameIndex{nodes: make(map[string]*Verdict, len(u.Nodes)), sups: map[string]bool{}, others: map[string]bool{}}
	for i := range u.Nodes {
		if v := &u.Nodes[i]; n.nodes[v.Name] == nil {
			n.nodes[v.Name] = v
		}
	}
	for _, s := range u.supervisors {
		n.sups[s.name] = true
	}
	for _, name := range u.others {
		n.others[name] = true
	}
	ix.names[u] = n
	return n
}

// Lookup is the index as a Lookup.
func (ix *Index) Lookup(key string) (node *Verdict, supervisor bool, exists bool) {
	i := strings.LastIndexAny(key, "/:")
	units, name := ix.units[key[:i+1]], key[i+1:]
	for _, u := range units {
		if v := ix.in(u).nodes[name]; v != nil {
			return v, false, true
		}
	}
	for _, u := range units {
		if ix.in(u).sups[name] {
			return nil, true, true
		}
	}
	for _, u := range units {
		if ix.in(u).others[name] {
			return nil, false, true
		}
	}
	for _, u := range units {
		if !ix.parses(u) {
			return &Verdict{Name: name, Unread: true}, false, true
		}
	}
	return nil, false, false
}

// expired reports whether an entry's last day has passed.
func expired(d *config.Deferral, today config.Date) bool {
	return d.Until.Set && d.Until.V.Compare(today) < 0
}

// deferralFault is what makes an entry invalid whatever it names
// (boundary-class.md 9.2, X3); seen holds the nodes of the entries before it.
func deferralFault(d *config.Deferral, seen map[string]bool) string {
	switch {
	case !d.Owner.Set || strings.TrimSpace(d.Owner.V) == "":
		return "no-owner"
	case !d.Reason.Set || strings.TrimSpace(d.Reason.V) == "":
		return "no-reason"
	case strings.ContainsAny(d.Node.V, "*?["):
		return "pattern"
	case seen[d.Node.V]:
		return "duplicate"
	}
	return ""
}

// validDeferrals gives the entries that may defer, by node. Whether one has
// expired is another question.
func validDeferrals(cfg *config.Config) map[string]*config.Deferral {
	list := cfg.Boundary.Deferred
	m := make(map[string]*config.Deferral, len(list))
	seen := make(map[string]bool, len(list))
	for i := range list {
		if deferralFault(&list[i], seen) == "" {
			m[list[i].Node.V] = &list[i]
		}
		seen[list[i].Node.V] = true
	}
	return m
}

// enrolments gives the entries that make a node a member by hand, the first
// one for each.
func enrolments(cfg *config.Config) map[string]*config.Entry {
	list := cfg.Boundary.ByHand
	m := make(map[string]*config.Entry, len(list))
	for i := range list {
		if m[list[i].Node.V] == nil {
			m[list[i].Node.V] = &list[i]
		}
	}
	return m
}

// ConfigFindings judges the exemptions of a configuration: BND401, BND402 and
// BND404. Those about a node that lookup does not know are WorkspaceOnly: only
// a run over the whole workspace can tell that no file declares it.
func ConfigFindings(cfg *config.Config, lookup Lookup, today config.Date) []finding.Finding {
	if cfg == nil || cfg.Text == nil {
		return nil
	}
	var list []finding.Finding
	seen := map[string]bool{}
	for i := range cfg.Boundary.Deferred {
		d := &cfg.Boundary.Deferred[i]
		if f, ok := deferralFinding(cfg, d, seen, lookup, today); ok {
			list = append(list, f)
		}
		seen[d.Node.V] = true
	}
	for _, e := range cfg.Boundary.Left {
		list = append(list, departure(cfg, e, "left", lookup)...)
	}
	for _, e := range cfg.Boundary.Bounded {
		list = append(list, departure(cfg, e, "bounded", lookup)...)
	}
	for _, e := range cfg.Boundary.ByHand {
		if node, _, exists := lookup(e.Node.V); node == nil {
			f := staleEntry(cfg, e.Node, e.Table, "by_hand", "no-such-node")
			f.WorkspaceOnly = !exists
			list = append(list, f)
		}
	}
	return list
}

func deferralFinding(cfg *config.Config, d *config.Deferral, seen map[string]bool, lookup Lookup, today config.Date) (finding.Finding, bool) {
	node, supervisor, exists := lookup(d.Node.V)
	fault := deferralFault(d, seen)
	if fault == "" && supervisor {
		fault = "supervisor"
	}
	if fault != "" {
		at := d.Node.Span
		if fault == "no-owner" || fault == "no-reason" {
			at = d.Header
		}
		return finding.Finding{
			Code: "BND402", Severity: finding.Error, Place: finding.Place{Path: cfg.Path, Span: at},
			Message: "The deferral of " + finding.Quote(d.Node.V) + " " + invalid[fault],
			Data:    map[string]any{"node": d.Node.V, "cause": fault},
		}, true
	}
	var cause, says string
	switch {
	case !exists:
		cause, says = "no-such-node", "names a node that no workflow declares"
	case node != nil && node.Unread:
		return finding.Finding{}, false
	case node == nil || !node.Member():
		cause, says = "not-a-member", "names a node that is not in the acting class"
	case node.Carries:
		cause, says = "has-paragraph", "names a node that carries the paragraph by now"
	case expired(d, today):
		cause, says = "expired", "ended on "+d.Until.V.String()+" and defers nothing any more"
	default:
		return finding.Finding{}, false
	}
	mend := "; remove it, so that it exempts nothing later on"
	if cause == "expired" {
		mend = "; write the paragraph and remove the entry, or agree on a new date with its owner"
	}
	return finding.Finding{
		Code: "BND401", Severity: finding.Error, Place: finding.Place{Path: cfg.Path, Span: d.Node.Span},
		Message:       "The deferral of " + finding.Quote(d.Node.V) + " " + says + mend,
		Data:          map[string]any{"node": d.Node.V, "cause": cause},
		WorkspaceOnly: cause == "no-such-node",
		Fixes:         []finding.Fix{removal(cfg, d.Node.V, d.Table)},
	}, true
}

// invalid says why an entry defers nothing.
var invalid = map[string]string{
	"no-owner":   "has no owner and defers nothing; write who will write the paragraph",
	"no-reason":  "has no reason and defers nothing; write why the paragraph is still owed",
	"pattern":    "is a pattern and defers nothing; name nodes one by one, so that no new node is exempted unseen",
	"duplicate":  "stands here a second time and defers nothing; remove one of the two",
	"supervisor": "names a supervisor and defers nothing; what a supervisor says reaches the node as the operator's word, write the paragraph into its policy",
}

// departure judges an entry for a node outside the class
// (boundary-class.md 9.3, X6).
func departure(cfg *config.Config, e config.Entry, section string, lookup Lookup) []finding.Finding {
	node, supervisor, exists := lookup(e.Node.V)
	switch {
	case !exists || supervisor:
		f := staleEntry(cfg, e.Node, e.Table, section, "no-such-node")
		f.WorkspaceOnly = !exists
		return []finding.Finding{f}
	case node == nil || node.Unread || !node.Member():
		return nil
	}
	return []finding.Finding{staleEntry(cfg, e.Node, e.Table, section, "member")}
}

func staleEntry(cfg *config.Config, node config.Value[string], table text.Span, section, cause string) finding.Finding {
	says := "names no agent or judge of any workflow"
	if cause == "member" {
		says = "names a node that is in the acting class"
	}
	return finding.Finding{
		Code: "BND404", Severity: finding.Error, Place: finding.Place{Path: cfg.Path, Span: node.Span},
		Message: "The entry for " + finding.Quote(node.V) + " in [[boundary." + section + "]] " + says +
			"; remove it, so that the list says what is",
		Data:  map[string]any{"node": node.V, "cause": cause},
		Fixes: []finding.Fix{removal(cfg, node.V, table)},
	}
}

// removal is Q10. Titles are texts for a reader too, so the key is escaped and
// cut there.
func removal(cfg *config.Config, key string, table text.Span) finding.Fix {
	f := finding.NewFix("remove-the-stale-entry", "Remove the stale entry for "+inTitle(key), true, func() []finding.Edit {
		e := cfg.RemoveTable(table)
		if e.Path == "" {
			return nil
		}
		return []finding.Edit{e}
	})
	f.Preferred = true
	return f
}

// inTitle is a name in a fix's title: escaped and cut, without the quotes that
// the stable titles do not have.
func inTitle(name string) string { return strings.ReplaceAll(finding.Cut(name), "`", "'") }
