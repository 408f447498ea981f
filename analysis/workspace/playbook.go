package workspace

import (
	"maps"
	"path"
	"slices"
	"strings"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// MaxPlaybook is the size in bytes up to which a playbook is analysed
// (CFG401).
const MaxPlaybook = playbook.MaxSourceBytes

type (
	playbookKey struct{ root, path string }
	entriesKey  struct {
		dir  string
		flat bool
	}
	loadsKey  struct{ path string }
	ignoreKey struct{ dir string }
)

// PlaybookRoot is the folder that the ids of the playbook at p and of what it
// loads are relative to: its workspace root, its own folder where no root
// holds it.
func (d *Deps) PlaybookRoot(p string) string {
	p = Key(p)
	if root := d.Root(p); Within(root, p) {
		return root
	}
	return path.Dir(p)
}

// PlaybookRole says what the file at p is by its first line or its name
// (playbook.md 2.1). A module that has its part only from the entry that
// loads it has none. Of files that are neither Starlark nor matched by a glob
// the first line counts, too; bots, Markdown and configurations have no role.
func (d *Deps) PlaybookRole(p string) playbook.Role {
	p = Key(p)
	if k := Kind(p); k != Playbook && k != Other {
		return playbook.NoRole
	}
	c := d.Config(p)
	rel, ok := relative(c.Dir, p)
	if !ok {
		rel = path.Base(p)
	}
	src := ""
	if h := d.File(p); h.Text != nil {
		src = h.Text.String()
		if i := strings.IndexByte(src, '\n'); i >= 0 {
			src = src[:i]
		}
	}
	return PlaybookGlobs(c).Role(rel, []byte(src))
}

// PlaybookGlobs are the globs of a configuration that give files their roles.
func PlaybookGlobs(c *config.Config) playbook.Globs {
	return playbook.Globs{Entry: c.Playbook.Entry, Packs: c.Playbook.Packs}
}

// roleByName is the role that a configuration gives to p, whatever is in it.
func roleByName(c *config.Config, p string) playbook.Role {
	rel, ok := relative(c.Dir, p)
	if !ok {
		rel = path.Base(p)
	}
	return PlaybookGlobs(c).Role(rel, nil)
}

// mayBePlaybook reports whether a walk has to ask what p is: Starlark, and
// what a glob names. Files of other tools are not opened.
func mayBePlaybook(c *config.Config, p string) bool {
	k := Kind(p)
	return k == Playbook || k == Other && roleByName(c, p) != playbook.NoRole
}

// IsPlaybook reports whether the file at p is an entry playbook, a pack or a
// module that an entry loads.
func (d *Deps) IsPlaybook(p string) bool {
	return d.PlaybookRole(p) != playbook.NoRole || len(d.PlaybookEntries(p)) > 0
}

// Playbook parses the file at p, whatever its role; its id is its path from
// PlaybookRoot. Later snapshots give the same pointer as long as the text is
// the same and there is room to remember it.
func (d *Deps) Playbook(p string) (*playbook.File, error) {
	return d.PlaybookAt(d.PlaybookRoot(p), p)
}

// PlaybookAt is Playbook for a file that an entry of the given root loads.
func (d *Deps) PlaybookAt(root, p string) (*playbook.File, error) {
	p = Key(p)
	h := d.File(p)
	if h.Err != nil {
		return nil, h.Err
	}
	return d.Memo(playbookKey{root, p}, func(d *Deps) any {
		src := d.File(p).Text.String()
		rel, _ := relative(root, p)
		d.Weigh(1024 + playbookPerByte*len(src))
		if last, ok := d.Last(playbookKey{root, p}).(*playbook.File); ok && last.ID == rel {
			return last.Edited([]byte(src))
		}
		return playbook.Parse(rel, []byte(src))
	}).(*playbook.File), nil
}

// playbookPerByte is about the memory in bytes that a byte of a playbook takes
// once it is parsed.
const playbookPerByte = 40

// PlaybookEntries lists the entry playbooks that load the file at p, or try
// to, directly or not, sorted; p itself is not among them. They are looked for
// in the workspace root of p, as a walk of it would meet them, and in the
// folders above p, which a walk that names them enters.
func (d *Deps) PlaybookEntries(p string) []string {
	p = Key(p)
	if Kind(p) != Playbook {
		return nil // load takes nothing else
	}
	root := d.PlaybookRoot(p)
	target := p
	if real, inside := d.PlaybookReal(root, p); inside {
		target = real
	}
	// What no root holds has its folder alone: that below it may be a disk.
	entries := d.entriesBelow(root, !Within(d.Root(p), p))
	upward(path.Dir(p), func(dir string) bool {
		if dir == root || !Within(root, dir) {
			return false
		}
		if name := path.Base(dir); skipped(name) || name == "testdata" || d.ignore(path.Dir(dir)).ignored(dir, true) {
			entries = slices.Concat(entries, d.entriesBelow(dir, false))
		}
		return true
	})
	entries = slices.DeleteFunc(slices.Clone(entries), func(e string) bool { return e == p || !d.loads(e)[target] })
	slices.Sort(entries)
	return slices.Compact(entries)
}

// entriesBelow lists the entry playbooks in a folder and, unless flat, below it
// that belong to the same root and that a walk of the folder meets.
func (d *Deps) entriesBelow(dir string, flat bool) []string {
	return d.Memo(entriesKey{dir, flat}, func(d *Deps) any {
		var list []string
		ignore := d.ignore(dir)
		c := d.Config(path.Join(dir, ConfigName))
		for _, name := range d.List(dir, "") {
			p := path.Join(dir, name)
			if strings.HasPrefix(name, ".") || !mayBePlaybook(c, p) || ignore.ignored(p, false) {
				continue
			}
			if d.PlaybookRole(p) == playbook.Entry {
				list = append(list, p)
			}
		}
		if flat {
			return list
		}
		for _, name := range d.Folders(dir) {
			sub := path.Join(dir, name)
			if skipped(name) || name == "testdata" || ignore.ignored(sub, true) || d.around(sub).root != d.around(dir).root {
				continue
			}
			list = append(list, d.entriesBelow(sub, false)...)
		}
		return list
	}).([]string)
}

// ignore is the .gitignore in force in a folder, nil for none. Unlike those of
// a walk its files are noted, so that a result knows when they change.
func (d *Deps) ignore(dir string) *ignoreFile {
	return d.Memo(ignoreKey{dir}, func(d *Deps) any {
		a := d.around(dir)
		var outer *ignoreFile
		if a.repository != dir && (a.repository != "" || a.root != dir) && path.Dir(dir) != dir {
			if above := path.Dir(dir); a.repository != "" || Within(a.root, above) {
				outer = d.ignore(above)
			}
		}
		p := path.Join(dir, ".gitignore")
		if !d.Exists(p) {
			return outer
		}
		h := d.File(p)
		if h.Text == nil || h.Text.Len() > maxIgnoreFile {
			return outer
		}
		// Like git, no symbolic link of that name is followed.
		if real, err := d.Real(p); err == nil {
			if folder, err := d.Real(dir); err == nil && real != path.Join(folder, ".gitignore") {
				return outer
			}
		}
		patterns := parseIgnore(h.Text.String())
		if patterns == nil {
			return outer
		}
		return &ignoreFile{dir: dir, patterns: patterns, outer: outer}
	}).(*ignoreFile)
}

// PlaybookLoads lists the modules that a playbook loads, directly or not,
// sorted, those that are not there too.
func (d *Deps) PlaybookLoads(p string) []string { return slices.Sorted(maps.Keys(d.loads(Key(p)))) }

// PlaybookWay tells by which loads a playbook reaches which modules: it is
// equal where they are.
func (d *Deps) PlaybookWay(p string) string { return d.loaded(Key(p)).way }

// loaded is what a playbook loads, directly or not.
type loaded struct {
	set map[string]bool
	way string
}

func (d *Deps) loads(entry string) map[string]bool { return d.loaded(entry).set }

func (d *Deps) loaded(entry string) *loaded {
	return d.Memo(loadsKey{entry}, func(d *Deps) any {
		root := d.PlaybookRoot(entry)
		set := map[string]bool{}
		var way strings.Builder
		for todo := []string{entry}; len(todo) > 0; {
			p := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			f, err := d.PlaybookAt(root, p)
			if err != nil {
				continue
			}
			from, _ := relative(root, p)
			for _, s := range f.Tree.Stmts {
				load, ok := s.(*syntax.LoadStmt)
				if !ok {
					continue
				}
				name, _ := load.Module.Value.(string)
				id, bad := playbook.ResolveLoad(from, name)
				if bad != "" {
					continue
				}
				m, inside := d.PlaybookReal(root, path.Join(root, id))
				way.WriteString(id + "\x00" + m + "\x00")
				if !inside || m == entry || set[m] {
					continue
				}
				set[m] = true
				if d.PlaybookRole(m) != playbook.Entry {
					todo = append(todo, m)
				}
			}
		}
		d.Weigh(way.Len())
		return &loaded{set, way.String()}
	}).(*loaded)
}

// PlaybookReal follows the symbolic links of a path below a root and gives the
// path below the root that is meant; inside is false where it leads out. What
// does not exist on disk is its own.
func (d *Deps) PlaybookReal(root, p string) (real string, inside bool) {
	real, err := d.Real(p)
	if err != nil {
		return p, true
	}
	top, err := d.Real(root)
	if err != nil {
		top = root
	}
	rel, ok := relative(top, real)
	if !ok {
		return "", false
	}
	return path.Join(root, rel), true
}
