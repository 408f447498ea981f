package workspace

import (
	"path"
	"slices"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// Dependents lists the other files whose findings may change when the file at
// p changes, appears or vanishes, sorted: the files of the units that read it,
// of a playbook the entries that load it with all that they load,
// the manifest and the skills of its bundle,
// the configuration and the members artifact that judge a bot, and for these
// two all files that are open or have been read and that they are in force
// for.
func (s *Snapshot) Dependents(p string) []string {
	p = Key(p)
	set := map[string]bool{}
	for _, main := range s.UnitsOf(p) {
		for f := range s.all.reads(main) {
			set[f] = true
		}
		if dir := path.Dir(main); path.Base(main) == "main.bot" {
			set[path.Join(dir, "manifest.yaml")], set[path.Join(dir, "manifest.yml")] = true, true
			for _, skill := range s.all.List(path.Join(dir, "skills"), ".md") {
				set[path.Join(dir, "skills", skill)] = true
			}
		}
	}
	c := s.Config(p)
	artifact := ""
	if c.Boundary.Members.Set {
		artifact = c.Boundary.Members.V
	}
	if Kind(p) == Playbook || s.PlaybookRole(p) != playbook.NoRole {
		s.playbookDependents(p, set)
	}
	switch {
	case Kind(p) == Config || p == s.settings.ConfigFile:
		for _, f := range s.known() {
			if p == s.settings.ConfigFile || Within(path.Dir(p), f) {
				set[f] = true
			}
		}
		if artifact != "" {
			set[artifact] = true
		}
	case Kind(p) == Bot || p == artifact:
		for _, f := range []string{artifact, c.Path} {
			if f != "" {
				set[f] = true
			}
		}
		if p == artifact {
			for _, f := range s.known() {
				if Kind(f) == Bot && Within(c.Dir, f) {
					set[f] = true
				}
			}
		}
	}
	delete(set, p)
	list := make([]string, 0, len(set))
	for f := range set {
		if h := s.file(f); !notThere(h.Err) {
			list = append(list, f)
		}
	}
	slices.Sort(list)
	return list
}

// playbookDependents adds the entries that load p, or p where it is one, and
// all that they load: what is said of a module is the union over its entries.
func (s *Snapshot) playbookDependents(p string, into map[string]bool) {
	entries := s.PlaybookEntries(p)
	if s.PlaybookRole(p) == playbook.Entry {
		entries = append(entries, p)
	}
	for _, e := range entries {
		into[e] = true
		for _, m := range s.PlaybookLoads(e) {
			into[m] = true
		}
	}
	if h := s.file(p); !notThere(h.Err) {
		return
	}
	// What a file loaded that is gone is not known any more.
	root := s.PlaybookRoot(p)
	for _, f := range s.known() {
		if Kind(f) == Playbook && Within(root, f) {
			into[f] = true
		}
	}
}

// known lists the files that are open or have been read.
func (s *Snapshot) known() []string {
	var list []string
	for p := range s.open {
		list = append(list, p)
	}
	s.disk.mu.Lock()
	defer s.disk.mu.Unlock()
	for p := range s.disk.files {
		list = append(list, p)
	}
	return list
}
