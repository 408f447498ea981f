package workspace

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Snapshot is the workspace at one moment. It is immutable and safe for
// concurrent use. A file that is not open is read when it is first asked for
// and stays the same from then on. A Snapshot is a bot.Source.
type Snapshot struct {
	session    *Session
	id         uint64
	generation uint64
	store      *store
	settings   *settings
	open       map[string]*Handle
	disk       *disk
	// beside lists the names of open documents by folder; made when it is
	// first needed.
	beside func() map[string][]string
	// below lists the folders in a folder that hold open documents.
	below func() map[string][]string
	// all reads without keeping account.
	all *Deps
}

var _ bot.Source = (*Snapshot)(nil)

func (s *Snapshot) ready() *Snapshot {
	s.all = &Deps{s: s}
	s.beside = sync.OnceValue(func() map[string][]string {
		m := make(map[string][]string, len(s.open))
		for p := range s.open {
			dir := path.Dir(p)
			m[dir] = append(m[dir], path.Base(p))
		}
		return m
	})
	s.below = sync.OnceValue(func() map[string][]string {
		m, seen := map[string][]string{}, map[string]bool{}
		for p := range s.open {
			upward(path.Dir(p), func(dir string) bool {
				if seen[dir] {
					return false
				}
				seen[dir] = true
				if up := path.Dir(dir); up != dir {
					m[up] = append(m[up], path.Base(dir))
				}
				return true
			})
		}
		return m
	})
	return s
}

// With is a snapshot in which the files have these texts, the session and s
// itself staying as they are. What is open stays open.
func (s *Snapshot) With(texts map[string]*text.Text) *Snapshot {
	n := &Snapshot{
		session: s.session, id: s.session.id(), generation: s.generation,
		store: s.store, settings: s.settings, disk: s.disk,
		open: make(map[string]*Handle, len(s.open)+len(texts)),
	}
	for p, h := range s.open {
		n.open[p] = h
	}
	for p, t := range texts {
		p = Key(p)
		h := s.store.overlay(p, t)
		if old := s.open[p]; old != nil {
			h.Open, h.Version, h.LanguageID = old.Open, old.Version, old.LanguageID
		}
		n.open[p] = h
	}
	return n.ready()
}

// Dir is the working directory.
func (s *Snapshot) Dir() string { return s.settings.Dir }

// Folders are the folders of the editor's workspace.
func (s *Snapshot) Folders() []string { return slices.Clone(s.settings.Folders) }

// Opened lists the documents that are open, sorted.
func (s *Snapshot) Opened() []string {
	var list []string
	for p, h := range s.open {
		if h.Open {
			list = append(list, p)
		}
	}
	slices.Sort(list)
	return list
}

// File gives the file at p; where there is none, its Err says so.
func (s *Snapshot) File(p string) *Handle { return s.file(Key(p)) }

func (s *Snapshot) file(p string) *Handle {
	if h := s.open[p]; h != nil {
		return h
	}
	return s.disk.file(p)
}

// Bot parses the bot file at p; it implements bot.Source.
func (s *Snapshot) Bot(p string) (*bot.File, error) { return s.all.Bot(p) }

// Text reads the file at p; it implements bot.Source.
func (s *Snapshot) Text(p string) (*text.Text, error) { return s.all.Text(p) }

// Markdown lists the names of the *.md files in dir, sorted, unsaved ones
// among them; it implements bot.Source.
func (s *Snapshot) Markdown(dir string) []string { return s.all.Markdown(dir) }

// Unit is the unit of the main file at p. While nothing that it was read from
// changes, later snapshots give the same pointer.
func (s *Snapshot) Unit(p string) (*bot.Unit, error) { return s.all.Unit(p) }

// UnitsOf lists the main files whose units read the file at p, or try to,
// sorted: see Deps.UnitsOf.
func (s *Snapshot) UnitsOf(p string) []string { return s.all.UnitsOf(p) }

// Config is the configuration in force for the file at p: see Deps.Config.
func (s *Snapshot) Config(p string) *config.Config { return s.all.Config(p) }

// Root is the workspace root of the file at p: see Deps.Root.
func (s *Snapshot) Root(p string) string { return s.all.Root(p) }

// InBundle reports whether the file at p lies in a bundle: see Deps.InBundle.
func (s *Snapshot) InBundle(p string) bool { return s.all.InBundle(p) }

// Looked reports whether a walk looks at a file like p: see Deps.Looked.
func (s *Snapshot) Looked(p string) bool { return s.all.Looked(p) }

// Fixture reports whether a folder named testdata hides p: see Deps.Fixture.
func (s *Snapshot) Fixture(p string) bool { return s.all.Fixture(p) }

// PlaybookRole is Deps.PlaybookRole.
func (s *Snapshot) PlaybookRole(p string) playbook.Role { return s.all.PlaybookRole(p) }

// IsPlaybook is Deps.IsPlaybook.
func (s *Snapshot) IsPlaybook(p string) bool { return s.all.IsPlaybook(p) }

// PlaybookEntries is Deps.PlaybookEntries.
func (s *Snapshot) PlaybookEntries(p string) []string { return s.all.PlaybookEntries(p) }

// PlaybookLoads is Deps.PlaybookLoads.
func (s *Snapshot) PlaybookLoads(p string) []string { return s.all.PlaybookLoads(p) }

// PlaybookRoot is Deps.PlaybookRoot.
func (s *Snapshot) PlaybookRoot(p string) string { return s.all.PlaybookRoot(p) }

// PlaybookReal is Deps.PlaybookReal.
func (s *Snapshot) PlaybookReal(root, p string) (real string, inside bool) {
	return s.all.PlaybookReal(root, p)
}

// Playbook is Deps.Playbook.
func (s *Snapshot) Playbook(p string) (*playbook.File, error) { return s.all.Playbook(p) }

// Exists reports whether there is a file or folder at p, an unsaved document
// among them.
func (s *Snapshot) Exists(p string) bool { return s.all.Exists(p) }

// Real follows the symbolic links of p. An error means that there is no such
// file.
func (s *Snapshot) Real(p string) (string, error) { return s.all.Real(p) }

// Today is the day that deferrals are judged by.
func (s *Snapshot) Today() config.Date { return s.all.Today() }

// Memo gives the result of compute for key, from memory where all that it was
// computed from is the same in this snapshot. See Deps.Memo.
func (s *Snapshot) Memo(key any, compute func(*Deps) any) any { return s.all.Memo(key, compute) }

// list gives the names of the files in dir that end in ext, sorted: those on
// disk and the open ones.
func (s *Snapshot) list(dir, ext string) ([]string, version) {
	names, v := s.disk.list(dir, ext)
	own := false
	for _, rel := range s.beside()[dir] {
		if !strings.HasSuffix(rel, ext) {
			continue
		}
		if i, found := slices.BinarySearch(names, rel); !found {
			if !own {
				names, own = slices.Clone(names), true
			}
			names = slices.Insert(names, i, rel)
		}
	}
	if own {
		v = s.store.hasher.names(names)
	}
	return names, v
}

// folders gives the names of the folders in dir, sorted: those on disk and
// those of open documents.
func (s *Snapshot) folders(dir string) []string {
	names := s.disk.folders(dir)
	own := false
	for _, name := range s.below()[dir] {
		if i, found := slices.BinarySearch(names, name); !found {
			if !own {
				names, own = slices.Clone(names), true
			}
			names = slices.Insert(names, i, name)
		}
	}
	return names
}

func (s *Snapshot) exists(p string) bool {
	if s.open[p] != nil {
		return true
	}
	return s.disk.exists(p)
}

func (s *Snapshot) version(k depKey) version {
	switch k.kind {
	case depFile:
		if h := s.open[k.path]; h != nil {
			return h.hash()
		}
		return s.disk.version(k.path)
	case depList:
		_, v := s.list(k.path, k.ext)
		return v
	case depExists:
		return truth(s.exists(k.path))
	case depFolders:
		return s.store.hasher.names(s.folders(k.path))
	case depReal:
		l := s.disk.resolved(k.path)
		return s.realVersion(l.real, l.err)
	}
	return s.store.hasher.of(s.settings.Today().String())
}

func (s *Snapshot) realVersion(real string, err error) version {
	if err != nil {
		return version{}
	}
	return s.store.hasher.of(real)
}

func truth(ok bool) version {
	if ok {
		return version{1, 1}
	}
	return version{}
}
