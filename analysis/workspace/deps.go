package workspace

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"sync"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Deps is the way in which a memoised computation sees the workspace: like a
// Snapshot, but everything that is read is noted. It is safe for concurrent
// use and a bot.Source. A computation must not read in any other way, must not
// depend on Handle.Open, Version and LanguageID (what differs by them belongs
// in the key), and must not keep its Deps.
type Deps struct {
	s *Snapshot

	mu     sync.Mutex
	read   map[depKey]version // nil: no account is kept
	weight int
	drop   bool
}

type depKind uint8

const (
	depFile depKind = iota
	depList
	depExists
	depReal
	depToday
)

type depKey struct {
	kind depKind
	path string
	ext  string // of a listing
}

func (d *Deps) note(k depKey, v func() version) {
	if d.read == nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, ok := d.read[k]; !ok {
		d.read[k] = v()
	}
}

func (d *Deps) result() (deps []dep, weight int, drop bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	deps = make([]dep, 0, len(d.read))
	for k, v := range d.read {
		deps = append(deps, dep{k, v})
	}
	return deps, 256 + d.weight + 64*len(deps), d.drop
}

// Weigh adds to the size, in bytes, that the result is counted with; a result
// that holds trees or units should say so (see Deps.UnitWeight). Without it a
// result counts as small.
func (d *Deps) Weigh(bytes int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.weight += bytes
}

// Discard says that the result is not to be remembered, say because the
// computation was cancelled. Results that were made from it are not
// remembered either.
func (d *Deps) Discard() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.drop = true
}

// Memo gives the result of compute for key. key is any comparable value; a
// type of its own keeps it apart from others' keys. compute must be a pure
// function of key and of what it reads through its Deps, and must not lead
// back to the same key. Of several who ask at the same time, one computes and
// the others wait. Results are shared and must not be changed.
//
// What a nested Memo read counts as read by the outer one as well.
func (d *Deps) Memo(key any, compute func(*Deps) any) any {
	value, deps, kept := d.s.store.memo(d.s, key, compute)
	if d.read == nil {
		return value
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.drop = d.drop || !kept
	for _, dep := range deps {
		if _, ok := d.read[dep.depKey]; !ok {
			d.read[dep.depKey] = dep.version
		}
	}
	return value
}

// File is Snapshot.File.
func (d *Deps) File(p string) *Handle {
	p = Key(p)
	h := d.s.file(p)
	d.note(depKey{kind: depFile, path: p}, h.hash)
	return h
}

// Bot parses the bot file at p; it implements bot.Source.
func (d *Deps) Bot(p string) (*bot.File, error) { return d.File(p).bot() }

// Text reads the file at p; it implements bot.Source.
func (d *Deps) Text(p string) (*text.Text, error) {
	h := d.File(p)
	if h.Err != nil {
		return nil, h.Err
	}
	return h.Text, nil
}

// List gives the names of the files in dir that end in ext, sorted; unsaved
// documents are among them, folders are not.
func (d *Deps) List(dir, ext string) []string {
	dir = Key(dir)
	names, v := d.s.list(dir, ext)
	d.note(depKey{depList, dir, ext}, func() version { return v })
	return slices.Clone(names)
}

// Markdown lists the *.md files in dir; it implements bot.Source.
func (d *Deps) Markdown(dir string) []string { return d.List(dir, ".md") }

// Exists is Snapshot.Exists.
func (d *Deps) Exists(p string) bool {
	p = Key(p)
	ok := d.s.exists(p)
	d.note(depKey{kind: depExists, path: p}, func() version { return truth(ok) })
	return ok
}

// Real is Snapshot.Real.
func (d *Deps) Real(p string) (string, error) {
	p = Key(p)
	l := d.s.disk.resolved(p)
	d.note(depKey{kind: depReal, path: p}, func() version { return d.s.realVersion(l.real, l.err) })
	return l.real, l.err
}

// Today is Snapshot.Today.
func (d *Deps) Today() config.Date {
	day := d.s.settings.Today()
	d.note(depKey{kind: depToday}, func() version { return d.s.store.hasher.of(day.String()) })
	return day
}

// Root is the workspace root of the file at p (cli.md, check): going up from
// its folder, the first that holds .boundary.toml or .git; else the editor's
// folder that holds it, else the working directory. With --config the nearest
// .git alone counts. An editor's folder ends the search unless a repository
// holds the folder.
func (d *Deps) Root(p string) string {
	p = Key(p)
	set := d.s.settings
	end := d.end(p)
	root := ""
	upward(path.Dir(p), func(dir string) bool {
		if set.ConfigFile == "" && d.Exists(path.Join(dir, ConfigName)) || d.Exists(path.Join(dir, ".git")) {
			root = dir
		}
		return root == "" && dir != end
	})
	if root != "" {
		return root
	}
	if f := innermost(set.Folders, p); f != "" {
		return f
	}
	return set.Dir
}

// end is the folder at which an editor's search for the root ends: the folder
// of the workspace, unless a repository holds it. Elsewhere it is empty.
func (d *Deps) end(p string) string {
	f := innermost(d.s.settings.Folders, p)
	if f == "" || d.repository(p) != "" {
		return ""
	}
	return f
}

// repository is the nearest folder with .git, or empty.
func (d *Deps) repository(p string) (dir string) {
	upward(path.Dir(p), func(up string) bool {
		if d.Exists(path.Join(up, ".git")) {
			dir = up
		}
		return dir == ""
	})
	return dir
}

func innermost(folders []string, p string) string {
	best := ""
	for _, f := range folders {
		if len(f) > len(best) && Within(f, p) {
			best = f
		}
	}
	return best
}

func outermost(folders []string, p string) string {
	best := ""
	for _, f := range folders {
		if (best == "" || len(f) < len(best)) && Within(f, p) {
			best = f
		}
	}
	return best
}

// notThere reports whether err says that there is no file.
func notThere(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrFolder)
}
