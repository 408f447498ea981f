package config

import (
	"math"
	"path"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
)

// boundary reads the section of boundary-class.md 9.1.
func (r *reader) boundary(t *table) {
	b := &r.c.Boundary
	r.fields(t, "[boundary]", []field{
		{"roots", r.roots},
		{"members", func(e *entry) {
			if s, ok := r.str(e.val, "`boundary.members`"); ok {
				if _, abs, ok := r.path(s.V, s.Span); ok {
					b.Members = Value[string]{abs, s.Span, true}
				}
			}
		}},
		{"complement", func(e *entry) {
			w, _ := r.word(e.val, "`boundary.complement`", "artifact", "closed")
			b.Closed = w == "closed"
		}},
		{"keys", r.section(r.keys)},
		{"floors", r.section(r.floors)},
		{"deferred", r.deferred},
		{"left", r.entries(&b.Left, "boundary.left", true)},
		{"bounded", r.entries(&b.Bounded, "boundary.bounded", false)},
		{"by_hand", r.entries(&b.ByHand, "boundary.by_hand", true)},
	})
}

func (r *reader) roots(e *entry) {
	const what = "`boundary.roots`"
	var dirs, names []string
	seen := map[string]bool{}
	_, ok := list(r, e, what, "paths", func(v value) (string, bool) {
		s, ok := r.str(v, "an element of "+what)
		if !ok {
			return "", false
		}
		rel, abs, ok := r.path(s.V, s.Span)
		if ok && !seen[abs] {
			seen[abs] = true
			dirs, names = append(dirs, abs), append(names, rel)
		}
		return abs, ok
	})
	b := &r.c.Boundary
	if ok {
		b.Roots, b.RootNames, b.RootsSpan = dirs, names, e.val.span
	}
}

func (r *reader) keys(t *table) {
	for _, e := range t.entries {
		what := "the key prefix of " + finding.Quote(e.name)
		if e.val.kind == kindTable && e.val.tab.origin == dotted {
			r.report("CFG103", e.val.span, nil, "The value of %s must be a string; a file name with a dot or a slash in it stands in quotes.", what)
			continue
		}
		s, ok := r.str(e.val, what)
		if !ok {
			continue
		}
		if _, abs, ok := r.path(e.name, e.place()); ok {
			r.c.Boundary.Keys = append(r.c.Boundary.Keys, KeyEntry{
				File: abs, Prefix: s.V, Span: s.Span, KeySpan: e.place(),
			})
		}
	}
}

func (r *reader) floors(t *table) {
	f := &r.c.Boundary.Floors
	count := func(name string, to *Value[int]) field {
		return field{name, func(e *entry) {
			if n, ok := r.number(e.val, "`boundary.floors."+name+"`", 0, math.MaxInt32); ok {
				*to = n
			}
		}}
	}
	r.fields(t, "[boundary.floors]", []field{
		count("workflows", &f.Workflows),
		count("members", &f.Members),
		count("paragraphs", &f.Paragraphs),
		count("supervisors", &f.Supervisors),
		count("documented_policies", &f.DocumentedPolicies),
		{"roots", r.section(func(t *table) {
			for _, e := range t.entries {
				n, ok := r.number(e.val, "the floor of the root "+finding.Quote(e.name), 0, math.MaxInt32)
				if !ok {
					continue
				}
				if rel, abs, ok := r.path(e.name, e.place()); ok {
					f.Roots = append(f.Roots, RootFloor{Name: rel, Dir: abs, Want: n})
				}
			}
		})},
	})
}

// optional reads a string that may be missing or blank, which is for somebody
// else to judge; a value of another type is CFG103.
func (r *reader) optional(to *Value[string], what string) func(*entry) {
	return func(e *entry) {
		if e.val.kind != kindString {
			r.report("CFG103", e.val.span, nil, "The value of %s must be a string, not %s.", what, e.val.kind)
			return
		}
		*to = Value[string]{e.val.text, e.val.span, strings.TrimSpace(e.val.text) != ""}
	}
}

// node reads the node of an entry.
func (r *reader) node(to *Value[string]) field {
	return field{"node", func(e *entry) {
		if s, ok := r.str(e.val, "`node`"); ok {
			*to = s
		}
	}}
}

func (r *reader) deferred(e *entry) {
	const name = "[[boundary.deferred]]"
	for _, t := range r.tables(e, "boundary.deferred") {
		d := Deferral{Header: t.at, Table: r.doc.whole(t)}
		r.fields(t, name, []field{
			r.node(&d.Node),
			{"owner", r.optional(&d.Owner, "`owner`")},
			{"reason", r.optional(&d.Reason, "`reason`")},
			{"until", func(e *entry) {
				if e.val.kind != kindDate {
					r.report("CFG103", e.val.span, nil, "The value of `until` must be a date such as 2027-01-31, without quotes or a time, not %s; the entry has no end until then.", e.val.kind)
					return
				}
				day, err := ParseDate(e.val.text)
				d.Until = Value[Date]{day, e.val.span, err == nil}
			}},
		})
		// boundary-class.md 9.2 judges the owner and the reason (BND402).
		r.required(t, name, "node")
		if d.Node.Set {
			r.c.Boundary.Deferred = append(r.c.Boundary.Deferred, d)
		}
	}
}

// entries reads one of the lists of nodes; reason says that they have one,
// which is required then.
func (r *reader) entries(to *[]Entry, name string, reason bool) func(*entry) {
	where := "[[" + name + "]]"
	return func(e *entry) {
		for _, t := range r.tables(e, name) {
			n := Entry{Header: t.at, Table: r.doc.whole(t)}
			known := []field{r.node(&n.Node)}
			required := []string{"node"}
			if reason {
				required = append(required, "reason")
				known = append(known, field{"reason", func(e *entry) {
					if s, ok := r.str(e.val, "`reason`"); ok {
						n.Reason = s
					}
				}})
			}
			r.fields(t, where, known)
			r.required(t, where, required...)
			if n.Node.Set {
				*to = append(*to, n)
			}
		}
	}
}

// Key gives the prefix that [boundary.keys] names for a file; of several
// entries the first counts.
func (b *Boundary) Key(abs string) (KeyEntry, bool) {
	i := slices.IndexFunc(b.Keys, func(k KeyEntry) bool { return k.File == path.Clean(abs) })
	if i < 0 {
		return KeyEntry{}, false
	}
	return b.Keys[i], true
}
