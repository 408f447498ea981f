package workspace

import (
	"context"
	"errors"
	"io/fs"
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

	// account says that what is read is noted.
	account bool

	mu     sync.Mutex
	read   []dep
	subs   []*trace
	noted  map[depKey]bool // what is in read, once that is long
	made   map[*trace]bool // what is in subs, once that is long
	weight int
	// derived and drop are what Derived and Discard say.
	derived, drop bool
}

// short is up to how many elements a list is searched through.
const short = 16

type depKind uint8

const (
	depFile depKind = iota
	depList
	depExists
	depReal
	depFolders
	depToday
)

type depKey struct {
	kind depKind
	path string
	ext  string // of a listing
}

func (d *Deps) note(k depKey, v func() version) {
	if !d.account {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.noted == nil {
		for i := range d.read {
			if d.read[i].depKey == k {
				return
			}
		}
	} else if d.noted[k] {
		return
	}
	d.read = append(d.read, dep{k, v()})
	switch {
	case d.noted != nil:
		d.noted[k] = true
	case len(d.read) > short:
		d.noted = make(map[depKey]bool, 4*short)
		for i := range d.read {
			d.noted[d.read[i].depKey] = true
		}
	}
}

// uses notes a result that this one is made from.
func (d *Deps) uses(t *trace, kept bool) {
	if !d.account {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.drop = d.drop || !kept
	if d.made[t] || d.made == nil && slices.Contains(d.subs, t) {
		return
	}
	d.subs = append(d.subs, t)
	switch {
	case d.made != nil:
		d.made[t] = true
	case len(d.subs) > short:
		d.made = make(map[*trace]bool, 4*short)
		for _, sub := range d.subs {
			d.made[sub] = true
		}
	}
}

func (d *Deps) result() (from *trace, weight int, drop bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	from = &trace{generation: d.s.generation, deps: slices.Clip(d.read), subs: slices.Clip(d.subs)}
	from.checked.Store(d.s.id)
	return from, 256 + d.weight + 96*len(d.read) + 8*len(d.subs), d.drop
}

// Weigh adds to the size, in bytes, that the result is counted with; a result
// that holds trees or units should say so (see Deps.UnitWeight). Without it a
// result counts as small.
func (d *Deps) Weigh(bytes int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.weight += bytes
}

// Derived says that the result keeps alive what the results that it was made
// from hold. Such results are kept apart, so that many of them cannot push out
// the one that they share.
func (d *Deps) Derived() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.derived = true
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
	value, from, kept := d.s.store.memo(d.s, key, compute)
	d.uses(from, kept)
	return value
}

// Last gives the latest result that is remembered for key, nil where there is
// none. It may be of another snapshot: a computation may only spare itself work
// with it, after it has read through its Deps what the result depends on.
func (d *Deps) Last(key any) any { return d.s.store.last(key) }

// Context is that of the session: a computation that sees it end may give
// anything, since nobody uses it.
func (d *Deps) Context() context.Context { return d.s.settings.Context }

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

// Folders gives the names of the folders in dir, sorted, links left out; those
// in which only unsaved documents lie are among them.
func (d *Deps) Folders(dir string) []string {
	dir = Key(dir)
	names := d.s.folders(dir)
	d.note(depKey{kind: depFolders, path: dir}, func() version { return d.s.store.hasher.names(names) })
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
