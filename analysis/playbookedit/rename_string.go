package playbookedit

import (
	"slices"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// renameString renames a node, or a launch parameter with its keys in the
// sample files.
func (s *session) renameString(id string, n named, name string) ([]Edit, error) {
	if !playbook.IsName(name) {
		return nil, refuse("The text %s is no name: it must match [a-z][a-z0-9_-]* and have at most 64 characters.", finding.Quote(name))
	}
	var edits []Edit
	involved := s.involved(id, n)
	for _, other := range involved {
		x := s.index(other)
		if x == nil {
			continue
		}
		if err := whole(x.f); err != nil {
			return nil, err
		}
		list, hidden := x.strings()
		for _, d := range list {
			if d.kind != n.kind {
				continue
			}
			switch d.name {
			case name:
				return nil, refuse("The name %s is taken in %s.", finding.Quote(name), finding.Quote(other))
			case n.name:
				if !d.plain {
					return nil, refuse("In %s the name is written with escapes; write it as it is first.", finding.Quote(other))
				}
				edits = append(edits, Edit{Location{other, d.span}, name})
			}
		}
		if n.kind == nameNode && hidden && x.literals(n.name, nameNode) > 0 {
			return nil, refuse("In %s an after is put together elsewhere, and another string is %s: it may name the node.", finding.Quote(other), finding.Quote(n.name))
		}
	}
	if n.kind == nameNode {
		return edits, nil
	}
	keys, err := s.renameKeys(involved, n.name, name)
	return append(edits, keys...), err
}

// involved lists the files that run together with a file, directly or through
// another entry that shares with it a module in which the name stands.
func (s *session) involved(id string, n named) []string {
	seen := map[string]bool{}
	work := []string{id}
	var out []string
	for len(work) > 0 {
		next := work[0]
		work = work[1:]
		if seen[next] {
			continue
		}
		seen[next] = true
		x := s.index(next)
		if x == nil {
			continue
		}
		out = append(out, next)
		list, _ := x.strings()
		stands := slices.ContainsFunc(list, func(d named) bool { return d.kind == n.kind && d.name == n.name })
		if next == id || s.Entry(next) || stands {
			work = append(work, s.together(next)...)
		}
	}
	return out
}

func (s *session) renameKeys(involved []string, old, name string) ([]Edit, error) {
	var edits []Edit
	for _, entry := range involved {
		if !s.Entry(entry) {
			continue
		}
		sample := playbook.SampleID(entry)
		src, ok := s.Text(sample)
		if !ok {
			continue
		}
		keys, ok := sampleKeys(src)
		if !ok {
			return nil, refuse("The sample values in %s are no JSON object; mend them first.", finding.Quote(sample))
		}
		for _, k := range keys {
			switch k.name {
			case name:
				return nil, refuse("The name %s is taken in %s.", finding.Quote(name), finding.Quote(sample))
			case old:
				if !k.plain {
					return nil, refuse("In %s the name is written with escapes; write it as it is first.", finding.Quote(sample))
				}
				edits = append(edits, Edit{Location{sample, k.span}, name})
			}
		}
	}
	return edits, nil
}
