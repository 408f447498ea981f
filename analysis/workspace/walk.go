package workspace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// WalkOptions narrow and widen a walk (cli.md, check).
type WalkOptions struct {
	// NoIgnore does not honour .gitignore.
	NoIgnore bool
	// Include and Exclude are doublestar globs over paths from the workspace
	// root of the walked folder. With Include only what matches is taken,
	// also from folders that are skipped otherwise; Exclude wins over it. A
	// folder named testdata is entered for an Include that names it.
	Include, Exclude []string
}

// Walked is what a walk met.
type Walked struct {
	// Files are the files to look at, sorted, each once.
	Files []string
	// Seen is the number of files that were met, whatever their kind.
	Seen int
	// Errors are folders that cannot be read and links to look at that lead
	// nowhere, sorted.
	Errors []PathError
}

// PathError is an error with the path that it is about, which its text does
// not hold.
type PathError struct {
	Path string
	Err  error
}

// Error is made for logs: path and reason.
func (e PathError) Error() string { return e.Path + ": " + e.Err.Error() }

// Unwrap gives the reason.
func (e PathError) Unwrap() error { return e.Err }

// Walk goes through folders and lists the files to look at (cli.md, What is
// looked at). Hidden files and folders, node_modules, vendor, ignored ones and
// fixtures are skipped, but not dirs themselves, whatever their names. Links
// to folders are not followed, what is no regular file is passed over, and of
// files only Starlark is opened, whose first line may say what it is. Files that are open and not on disk are not met. The
// result does not depend on the order of dirs. The error is that of ctx, or a
// glob that does not parse.
func (s *Snapshot) Walk(ctx context.Context, dirs []string, opt WalkOptions) (Walked, error) {
	opt.Include, opt.Exclude = plain(opt.Include), plain(opt.Exclude)
	for _, g := range slices.Concat(opt.Include, opt.Exclude) {
		if !doublestar.ValidatePattern(g) {
			return Walked{}, fmt.Errorf("the glob %q does not parse", g)
		}
	}
	w := &walker{
		ctx: ctx, s: s, opt: opt,
		slots: make(chan struct{}, 2*runtime.GOMAXPROCS(0)),
		files: map[string]string{}, stars: map[string]string{}, seen: map[string]bool{},
	}
	for _, dir := range dirs {
		w.start(Key(dir))
	}
	w.running.Wait()
	if err := w.playbooks(); err != nil {
		return Walked{}, err
	}
	out := Walked{Files: w.unique(), Seen: len(w.seen), Errors: w.errors}
	slices.SortFunc(out.Errors, func(a, b PathError) int { return strings.Compare(a.Path, b.Path) })
	out.Errors = slices.CompactFunc(out.Errors, func(a, b PathError) bool { return a.Path == b.Path })
	return out, nil
}

// plain removes what globs may begin with and paths from the root do not.
func plain(globs []string) []string {
	list := slices.Clone(globs)
	for i := range list {
		list[i] = strings.TrimPrefix(list[i], "./")
	}
	return list
}

type walker struct {
	ctx     context.Context
	s       *Snapshot
	opt     WalkOptions
	slots   chan struct{}
	running sync.WaitGroup

	mu     sync.Mutex
	files  map[string]string // to look at, with their real paths
	stars  map[string]string // to look at where they are playbooks
	seen   map[string]bool   // real paths of all regular files
	errors []PathError
}

// folder is what a walk knows about the folder that it is in.
type folder struct {
	dir, real string
	// globs is the folder that Include and Exclude are relative to.
	globs  string
	ignore *ignoreFile
	config *config.Config
	bundle bool
	// fixture says that a folder named testdata lies above, with no root in
	// between.
	fixture bool
}

func (w *walker) start(dir string) {
	s := w.s
	probe := path.Join(dir, ConfigName)
	real, err := filepath.EvalSymlinks(filepath.FromSlash(dir))
	if err != nil {
		w.fail(dir, "the folder cannot be read", err)
		return
	}
	f := folder{dir: dir, real: Key(real), globs: s.Root(probe), config: s.Config(probe), bundle: s.InBundle(probe)}
	if !Within(f.globs, dir) {
		f.globs = dir
	}
	if !w.opt.NoIgnore {
		top := s.all.repository(probe)
		if top == "" {
			top = f.globs
		}
		// The .gitignore of dir itself is read when it is entered.
		var above []string
		upward(dir, func(up string) bool {
			if up != dir {
				above = append(above, up)
			}
			return up != top
		})
		for _, up := range slices.Backward(above) {
			f.ignore = enterIgnore(f.ignore, up)
		}
	}
	w.enter(f)
}

// enter walks a folder, in a goroutine of its own where one is free.
func (w *walker) enter(f folder) {
	select {
	case w.slots <- struct{}{}:
		w.running.Go(func() {
			w.walk(f)
			<-w.slots
		})
	default:
		w.walk(f)
	}
}

func (w *walker) walk(f folder) {
	if w.ctx.Err() != nil {
		return
	}
	entries, err := os.ReadDir(filepath.FromSlash(f.dir))
	if err != nil {
		w.fail(f.dir, "the folder cannot be read", err)
	}
	if holds(entries, "main.bot") {
		f.bundle = true
	}
	if repository := holds(entries, ".git"); repository || holds(entries, ConfigName) {
		f.config = w.s.Config(path.Join(f.dir, ConfigName))
		if repository {
			// It has its own ignore files only.
			f.ignore = nil
		}
	}
	if !w.opt.NoIgnore && holds(entries, ".gitignore") {
		f.ignore = enterIgnore(f.ignore, f.dir)
	}
	for _, e := range entries {
		p := path.Join(f.dir, e.Name())
		switch {
		case e.IsDir():
			if sub, ok := w.below(f, p, e.Name()); ok {
				w.enter(sub)
			}
		case e.Type().IsRegular(), e.Type()&fs.ModeSymlink != 0:
			w.file(f, p, e)
		}
	}
}

func holds(entries []os.DirEntry, name string) bool {
	_, ok := slices.BinarySearchFunc(entries, name, func(e os.DirEntry, name string) int {
		return cmp.Compare(e.Name(), name)
	})
	return ok
}

// below decides whether the folder at p is entered.
func (w *walker) below(f folder, p, name string) (folder, bool) {
	f.dir, f.real = p, path.Join(f.real, name)
	rel, _ := relative(f.globs, p)
	if slices.ContainsFunc(w.opt.Exclude, func(g string) bool { return coversFolder(g, rel) }) {
		return f, false
	}
	include := w.opt.Include
	if name == "testdata" {
		f.fixture = true
	}
	if f.fixture {
		switch roots := f.config.Boundary.Roots; {
		case slices.Contains(roots, p):
			f.fixture = false
		case slices.ContainsFunc(roots, func(r string) bool { return Within(p, r) }):
		default:
			include = slices.DeleteFunc(slices.Clone(include), func(g string) bool { return !strings.Contains(g, "testdata") })
			if len(include) == 0 {
				return f, false
			}
		}
	}
	if len(w.opt.Include) > 0 {
		return f, slices.ContainsFunc(include, func(g string) bool { return mayMatchBelow(g, rel) })
	}
	return f, !skipped(name) && !f.ignore.ignored(p, true)
}

// skipped are the folders that a walk does not enter.
func skipped(name string) bool {
	return strings.HasPrefix(name, ".") || name == "node_modules" || name == "vendor"
}

// file takes or leaves a file that the walk met.
func (w *walker) file(f folder, p string, e os.DirEntry) {
	name := e.Name()
	rel, _ := relative(f.globs, p)
	if len(w.opt.Include) == 0 {
		if strings.HasPrefix(name, ".") && name != ConfigName || f.ignore.ignored(p, false) {
			return
		}
	}
	star := mayBePlaybook(f.config, p)
	take := star || Kind(p) == Bot || Kind(p) == Config || Kind(p) == Markdown && f.bundle || lookedBy(f.config, p) ||
		Kind(p) == Manifest && f.bundle && w.s.exists(path.Join(f.dir, "main.bot"))
	if f.fixture {
		take = take && slices.ContainsFunc(w.opt.Include, func(g string) bool {
			return strings.Contains(g, "testdata") && matchAny([]string{g}, rel)
		})
	} else if len(w.opt.Include) > 0 {
		take = take && matchAny(w.opt.Include, rel)
	}
	take = take && !matchAny(w.opt.Exclude, rel)
	real := path.Join(f.real, name)
	if e.Type()&fs.ModeSymlink != 0 {
		target, err := filepath.EvalSymlinks(filepath.FromSlash(p))
		var info os.FileInfo
		if err == nil {
			info, err = os.Lstat(target)
		}
		switch {
		case err != nil:
			if take && (!star || roleByName(f.config, p) != playbook.NoRole) {
				w.fail(p, "a symbolic link that leads nowhere", err)
			}
			return
		case !info.Mode().IsRegular() || !w.s.settings.allowed(p, Key(target)):
			return
		}
		real = Key(target)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen[real] = true
	switch {
	case take && star:
		w.stars[p] = real
	case take:
		w.files[p] = real
	}
}

// playbooks takes the Starlark files that are playbooks: which ones they load
// is known once all of it has been seen.
func (w *walker) playbooks() error {
	for p, real := range w.stars {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		if w.s.IsPlaybook(p) {
			w.files[p] = real
		}
	}
	return w.ctx.Err()
}

// fail notes an error without the path in its text.
func (w *walker) fail(p, what string, err error) {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.errors = append(w.errors, PathError{p, fmt.Errorf("%s: %w", what, err)})
}

// unique lists the files, of those that are one file under several names the
// one that no link leads to, else the first.
func (w *walker) unique() []string {
	paths := make([]string, 0, len(w.files))
	for p := range w.files {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	first := make(map[string]string, len(paths))
	for _, p := range paths {
		if real := w.files[p]; first[real] == "" || p == real {
			first[real] = p
		}
	}
	return slices.DeleteFunc(paths, func(p string) bool { return first[w.files[p]] != p })
}

// coversFolder reports whether a glob matches everything below the folder.
func coversFolder(glob, dir string) bool {
	if glob == "**" {
		return true
	}
	up, ok := strings.CutSuffix(glob, "/**")
	if !ok {
		return false
	}
	matched, err := doublestar.Match(up, dir)
	return err == nil && (matched || coversFolder(up, dir))
}

// mayMatchBelow reports whether a glob may match something below the folder.
func mayMatchBelow(glob, dir string) bool {
	if strings.Contains(glob, "{") {
		// Alternatives may hold slashes: go by what stands before them.
		base, _ := doublestar.SplitPattern(glob)
		return base == "." || Within(base, dir) || Within(dir, base)
	}
	parts := strings.Split(glob, "/")
	for i, d := range strings.Split(dir, "/") {
		if i >= len(parts)-1 && (i >= len(parts) || parts[i] != "**") {
			return false
		}
		if parts[i] == "**" {
			return true
		}
		if ok, err := doublestar.Match(parts[i], d); !ok || err != nil {
			return false
		}
	}
	return true
}
