package workspace

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// disk is what has been read of the disk since something was last
// invalidated. Snapshots that differ in open documents only share it. What it
// knows only grows, so all of them see the same.
type disk struct {
	store   *store
	allowed func(p, real string) bool
	none    version // of an empty listing

	mu    sync.Mutex
	files map[string]*cell
	lists map[string]*listing
	found map[string]fact
	reals map[string]link
}

// fact says whether there is something at a path; linked, that it is a link.
type fact struct{ ok, linked bool }

// link is where a path leads once symbolic links are followed.
type link struct {
	real string
	err  error
}

func newDisk(st *store, allowed func(p, real string) bool) *disk {
	return &disk{
		store: st, allowed: allowed, none: st.hasher.names(nil),
		files: map[string]*cell{}, lists: map[string]*listing{},
		found: map[string]fact{}, reals: map[string]link{},
	}
}

// cell is what is kept of a file that is not open: enough to tell whether it
// is still the same. The handle itself is dropped when memory is short.
type cell struct {
	mu    sync.Mutex
	known bool
	hash  version
	err   error
	real  string
	size  int64
	mtime time.Time
	read  time.Time
	// handle is dropped by the cache, which does not wait for mu.
	handle atomic.Pointer[Handle]
}

func (d *disk) cell(p string) *cell {
	d.mu.Lock()
	defer d.mu.Unlock()
	c := d.files[p]
	if c == nil {
		c = &cell{}
		d.files[p] = c
	}
	return c
}

// file gives the handle of a file, reading it where need be.
func (d *disk) file(p string) *Handle {
	c := d.cell(p)
	c.mu.Lock()
	defer c.mu.Unlock()
	h := c.handle.Load()
	if h != nil {
		h.touch()
		return h
	}
	h = d.store.load(p, func() (string, error) { return d.real(p) }, d.allowed)
	h.drop = func() { c.handle.CompareAndSwap(h, nil) }
	// Should a dropped file have changed meanwhile, it is as if it had been
	// invalidated just now.
	c.known = true
	c.handle.Store(h)
	c.hash, c.err, c.real = h.hash(), h.Err, h.Real
	c.size, c.mtime, c.read = h.Size, h.modified, h.read
	h.touch()
	return h
}

// version is the hash of a file; it is read only where it has not been yet.
func (d *disk) version(p string) version {
	c := d.cell(p)
	c.mu.Lock()
	if c.known {
		defer c.mu.Unlock()
		return c.hash
	}
	c.mu.Unlock()
	return d.file(p).hash()
}

// exists reports whether there is a file or folder; links are followed.
func (d *disk) exists(p string) bool {
	d.mu.Lock()
	f, known := d.found[p]
	d.mu.Unlock()
	if known {
		return f.ok
	}
	f = look(p)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.found[p] = f
	return f.ok
}

func look(p string) fact {
	name := filepath.FromSlash(p)
	info, err := os.Lstat(name)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return fact{ok: err == nil}
	}
	_, err = os.Stat(name)
	return fact{err == nil, true}
}

// real follows the symbolic links of a file's path.
func (d *disk) real(p string) (string, error) {
	l := d.follow(p)
	return l.real, l.err
}

// resolved follows the symbolic links of a path, mostly a folder's, and
// remembers the answer.
func (d *disk) resolved(p string) link {
	d.mu.Lock()
	l, ok := d.reals[p]
	d.mu.Unlock()
	if ok {
		return l
	}
	l = d.follow(p)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.reals[p] = l
	return l
}

// follow looks at one path; what is known of the folder above is not asked
// for again.
func (d *disk) follow(p string) link {
	dir := path.Dir(p)
	if dir == p || dir == "." {
		r, err := filepath.EvalSymlinks(filepath.FromSlash(p))
		return link{filepath.ToSlash(r), err}
	}
	above := d.resolved(dir)
	if above.err != nil {
		return link{err: above.err}
	}
	r := path.Join(above.real, path.Base(p))
	info, err := os.Lstat(filepath.FromSlash(r))
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		var s string
		s, err = filepath.EvalSymlinks(filepath.FromSlash(r))
		r = filepath.ToSlash(s)
	}
	if err != nil {
		return link{err: err}
	}
	return link{real: r}
}

// listing holds the names of the files in a folder, sorted, and those of the
// folders in it; what is neither is left out. A link to a file is a file, one
// to a folder is left out.
type listing struct {
	names, folders []string

	mu    sync.Mutex // disks share listings
	byExt map[string]named
}

// named are the names of one extension with their hash.
type named struct {
	names []string
	hash  version
}

// list gives the files in dir whose names end in ext.
func (d *disk) list(dir, ext string) ([]string, version) {
	l := d.listing(dir)
	if len(l.names) == 0 {
		return nil, d.none
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	n, ok := l.byExt[ext]
	if !ok {
		for _, name := range l.names {
			if strings.HasSuffix(name, ext) {
				n.names = append(n.names, name)
			}
		}
		n.hash = d.store.hasher.names(n.names)
		if l.byExt == nil {
			l.byExt = map[string]named{}
		}
		l.byExt[ext] = n
	}
	return n.names, n.hash
}

// folders gives the names of the folders in dir.
func (d *disk) folders(dir string) []string { return d.listing(dir).folders }

func (d *disk) listing(dir string) *listing {
	d.mu.Lock()
	l, known := d.lists[dir]
	d.mu.Unlock()
	if known {
		return l
	}
	l = &listing{}
	l.names, l.folders = namesIn(dir)
	d.mu.Lock()
	defer d.mu.Unlock()
	if have := d.lists[dir]; have != nil {
		return have
	}
	d.lists[dir] = l
	return l
}

func namesIn(dir string) (names, folders []string) {
	entries, err := os.ReadDir(filepath.FromSlash(dir))
	if err != nil && len(entries) == 0 {
		return nil, nil
	}
	for _, e := range entries {
		mode := e.Type()
		if mode.IsDir() {
			folders = append(folders, e.Name())
			continue
		}
		if mode&fs.ModeSymlink != 0 {
			info, err := os.Stat(filepath.FromSlash(path.Join(dir, e.Name())))
			if err != nil {
				continue
			}
			mode = info.Mode()
		}
		if mode.IsRegular() {
			names = append(names, e.Name())
		}
	}
	return names, folders
}

func (l *listing) stale(dir string) bool {
	names, folders := namesIn(dir)
	return !slices.Equal(l.names, names) || !slices.Equal(l.folders, folders)
}

// without is a disk that has forgotten the paths, what lies below them, and
// all that was concluded about the folders above them.
func (d *disk) without(paths []string) *disk {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := newDisk(d.store, d.allowed)
	gone, above := map[string]bool{}, map[string]bool{}
	for _, p := range paths {
		gone[p] = true
		upward(path.Dir(p), func(dir string) bool {
			if above[dir] {
				return false
			}
			above[dir] = true
			return true
		})
	}
	stale := func(p string) bool {
		found := false
		upward(p, func(dir string) bool {
			found = gone[dir]
			return !found
		})
		return found
	}
	for p, c := range d.files {
		// A file that is being read just now is read again.
		if stale(p) || !c.mu.TryLock() {
			continue
		}
		// What could not be read, a link that leads nowhere above all, is
		// tried again whatever has changed.
		if c.known && c.err == nil && !stale(c.real) {
			n.files[p] = c
		}
		c.mu.Unlock()
	}
	for p, l := range d.lists {
		if !above[p] && !stale(p) {
			n.lists[p] = l
		}
	}
	for p, f := range d.found {
		if !above[p] && !stale(p) && !f.linked {
			n.found[p] = f
		}
	}
	// Any path may lead through any link: ask again. It is one call a folder.
	return n
}

// rechecked is d without what is different on disk now, d itself where
// nothing is. It looks at what is known of the keys' paths, at everything
// where keys is nil. Only files whose size or time differ are read again.
func (d *disk) rechecked(keys []depKey) *disk {
	n := newDisk(d.store, d.allowed)
	d.mu.Lock()
	maps.Copy(n.files, d.files)
	maps.Copy(n.lists, d.lists)
	maps.Copy(n.found, d.found)
	d.mu.Unlock()
	only := func(string) bool { return true }
	if keys != nil {
		set := map[string]bool{}
		for _, k := range keys {
			set[k.path] = true
		}
		only = func(p string) bool { return set[p] }
	}
	before := len(n.files) + len(n.lists) + len(n.found)
	maps.DeleteFunc(n.files, func(p string, c *cell) bool { return only(p) && c.stale(p) })
	maps.DeleteFunc(n.lists, func(p string, l *listing) bool { return only(p) && l.stale(p) })
	maps.DeleteFunc(n.found, func(p string, f fact) bool { return only(p) && look(p) != f })
	if len(n.files)+len(n.lists)+len(n.found) == before {
		return d
	}
	return n
}

// settled is how old a file's time must be when it is read for an equal time
// to mean an equal file: clocks of file systems tick slowly.
const settled = 100 * time.Millisecond

func (c *cell) stale(p string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.known {
		return false
	}
	real, err := filepath.EvalSymlinks(filepath.FromSlash(p))
	if err != nil {
		return c.err == nil || c.err.Error() != reader(err).Error()
	}
	info, err := os.Lstat(real)
	if err != nil {
		return true
	}
	if errors.Is(c.err, fs.ErrNotExist) || filepath.ToSlash(real) != c.real {
		return true
	}
	return info.Size() != c.size || !info.ModTime().Equal(c.mtime) || c.read.Sub(c.mtime) < settled
}
