package workspace

import (
	"context"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Options say where a session looks.
type Options struct {
	// Dir is the working directory, absolute.
	Dir string
	// Folders are the folders of an editor's workspace, absolute. With them,
	// links that leave all of them are not followed, and they take the place
	// of the working directory for the files they hold.
	Folders []string
	// Named are the folders that a command names, absolute: the search for
	// configuration goes up to them where they lie above the working
	// directory.
	Named []string
	// ConfigFile is the file of --config, absolute; it holds for all files.
	ConfigFile string
	// KeepGood keeps what the last good configuration said while the file
	// is no TOML; its CFG101 shows. That is for editors.
	KeepGood bool
	// Context ends analyses that still run; what they give then is not to be
	// used. Nil never ends.
	Context context.Context
	// Today is the day by which deferrals are judged; nil is today in UTC.
	Today func() config.Date
}

// settings are Options in the form of Keys. They are immutable.
type settings struct {
	Options
	// real are the Folders with their links followed.
	real []string
}

func newSettings(o Options) *settings {
	s := &settings{Options: o}
	s.Dir = Key(o.Dir)
	s.Folders = keys(o.Folders)
	s.Named = keys(o.Named)
	if o.ConfigFile != "" {
		s.ConfigFile = Abs(s.Dir, o.ConfigFile)
	}
	if o.Context == nil {
		s.Context = context.Background()
	}
	if o.Today == nil {
		s.Today = func() config.Date { return config.DateOf(time.Now().UTC()) }
	}
	for _, f := range s.Folders {
		if r, err := filepath.EvalSymlinks(filepath.FromSlash(f)); err == nil {
			s.real = append(s.real, Key(r))
		}
	}
	return s
}

func keys(list []string) []string {
	out := make([]string, 0, len(list))
	for _, p := range list {
		out = append(out, Key(p))
	}
	return out
}

// allowed judges the real path of a file that a link leads to: what lies in an
// editor's folder must not lead out of all of them.
func (o *settings) allowed(p, real string) bool {
	return innermost(o.Folders, p) == "" || innermost(o.real, real) != ""
}

// Session holds the present state of a workspace. It is safe for concurrent
// use; each method that changes something returns the snapshot with the
// change.
type Session struct {
	mu   sync.Mutex
	next uint64
	now  *Snapshot
}

// NewSession gives a session that has read nothing yet.
func NewSession(o Options) *Session {
	share := 1
	if o.KeepGood {
		share = editorShare
	}
	st, set := newStore(share), newSettings(o)
	s := &Session{next: 1}
	s.now = (&Snapshot{
		session: s, id: 1, store: st, settings: set,
		open: map[string]*Handle{}, disk: newDisk(st, set.allowed),
	}).ready()
	return s
}

// Snapshot is the present state.
func (s *Session) Snapshot() *Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

func (s *Session) change(f func(n *Snapshot)) *Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next++
	n := &Snapshot{
		session: s, id: s.next, generation: s.now.generation,
		store: s.now.store, settings: s.now.settings, open: s.now.open, disk: s.now.disk,
	}
	f(n)
	if n.disk == s.now.disk && n.settings == s.now.settings && maps.Equal(n.open, s.now.open) {
		return s.now
	}
	s.now = n.ready()
	return n
}

// id gives the next snapshot's number.
func (s *Session) id() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next++
	return s.next
}

// Open puts a document's text over the file at p, which need not exist.
func (s *Session) Open(p string, t *text.Text, version int32, languageID string) *Snapshot {
	return s.put(p, t, version, func(*Handle) string { return languageID })
}

// Change gives an open document a new text. One that is not open is opened.
func (s *Session) Change(p string, t *text.Text, version int32) *Snapshot {
	return s.put(p, t, version, func(old *Handle) string {
		if old == nil {
			return ""
		}
		return old.LanguageID
	})
}

func (s *Session) put(p string, t *text.Text, version int32, language func(old *Handle) string) *Snapshot {
	p = Key(p)
	return s.change(func(n *Snapshot) {
		h := n.store.overlay(p, t)
		h.Open, h.Version, h.LanguageID = true, version, language(n.open[p])
		n.open = maps.Clone(n.open)
		n.open[p] = h
	})
}

// Close returns to the file on disk, which is read again.
func (s *Session) Close(p string) *Snapshot {
	p = Key(p)
	return s.change(func(n *Snapshot) {
		n.open = maps.Clone(n.open)
		delete(n.open, p)
		n.disk = n.disk.without([]string{p})
	})
}

// Invalidate says that files or folders were made, changed or removed on disk:
// they, what lies below them, and the listings of the folders above them are
// read again when they are next asked for.
func (s *Session) Invalidate(paths ...string) *Snapshot {
	paths = keys(paths)
	return s.change(func(n *Snapshot) { n.disk = n.disk.without(paths) })
}

// Recheck looks at files again, by size and time, with everything that was
// read together with them (imports, listings, configurations), and
// invalidates what differs. Without paths it looks at everything that is
// known. It is for editors that do not watch files.
func (s *Session) Recheck(paths ...string) *Snapshot {
	now := s.Snapshot()
	var look []depKey
	if len(paths) > 0 {
		set := map[string]bool{}
		for _, p := range keys(paths) {
			set[p] = true
			look = append(look, depKey{path: p})
			upward(path.Dir(p), func(dir string) bool {
				for _, name := range []string{"", ConfigName, ".git", "main.bot"} {
					look = append(look, depKey{path: path.Join(dir, name)})
				}
				return true
			})
		}
		look = append(look, now.store.dependencies(set)...)
	}
	// The disk may be slow: look without keeping others from their snapshots.
	d := now.disk.rechecked(look)
	return s.change(func(n *Snapshot) {
		if n.disk != now.disk {
			d = n.disk.rechecked(look)
		}
		n.disk = d
	})
}

// SetFolders replaces the folders of the editor's workspace.
func (s *Session) SetFolders(folders []string) *Snapshot {
	return s.change(func(n *Snapshot) {
		o := n.settings.Options
		o.Folders = folders
		n.settings = newSettings(o)
		// What was concluded under the old folders may differ under the new.
		n.generation = n.id
		n.disk = newDisk(n.store, n.settings.allowed)
	})
}

// Getwd is the working directory as a Key. Where the system offers a spelling
// with links (PWD), that one is kept, as it is what the user sees.
func Getwd() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	return Key(strings.TrimSuffix(dir, string(filepath.Separator))), nil
}
