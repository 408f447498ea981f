package workspace

import (
	"path"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

type (
	unitKey  struct{ main string }
	readsKey struct{ main string }
)

type unitResult struct {
	unit  *bot.Unit
	err   error
	reads map[string]bool
}

// Unit is Snapshot.Unit. An import that is a symbolic link is an error of the
// unit (bot-language.md 6.2).
func (d *Deps) Unit(main string) (*bot.Unit, error) {
	r := d.unit(Key(main))
	return r.unit, r.err
}

func (d *Deps) unit(main string) *unitResult {
	return d.Memo(unitKey{main}, func(d *Deps) any {
		src := &unitSource{Deps: d, main: main, reads: map[string]bool{}}
		u, err := bot.Load(src, main)
		d.Weigh(UnitWeight(u))
		return &unitResult{u, err, src.reads}
	}).(*unitResult)
}

// UnitWeight is about the memory in bytes that a unit keeps alive, for
// Deps.Weigh.
func UnitWeight(u *bot.Unit) int {
	if u == nil {
		return 0
	}
	n := 0
	for _, f := range u.Files {
		n += treeWeight(f.File)
	}
	for _, p := range u.AllPrompts {
		if p.Text != nil {
			n += p.Text.Len()
		}
	}
	return n
}

// unitSource notes which files a unit asks for, those it cannot have too.
type unitSource struct {
	*Deps
	main  string
	reads map[string]bool
}

func (u *unitSource) Bot(p string) (*bot.File, error) {
	u.reads[p] = true
	h := u.File(p)
	if p != u.main && h.Err == nil && !h.Open {
		if root, err := u.Real(path.Dir(u.main)); err == nil {
			rel, _ := relative(path.Dir(u.main), p)
			if h.Real != path.Join(root, rel) {
				return nil, ErrLink
			}
		}
	}
	return h.bot()
}

func (u *unitSource) Text(p string) (*text.Text, error) {
	u.reads[p] = true
	return u.Deps.Text(p)
}

// Reads lists the files that the unit of main is read from, sorted: main, its
// imports and prompt files, the files that its prompts include, whether or
// not they can be read.
func (d *Deps) Reads(main string) []string {
	reads := d.reads(Key(main))
	list := make([]string, 0, len(reads))
	for p := range reads {
		list = append(list, p)
	}
	slices.Sort(list)
	return list
}

// Reads is Deps.Reads.
func (s *Snapshot) Reads(main string) []string { return s.all.Reads(main) }

// reads is small and outlives the unit that it was made from.
func (d *Deps) reads(main string) map[string]bool {
	return d.Memo(readsKey{main}, func(d *Deps) any {
		r := d.unit(main)
		reads := make(map[string]bool, len(r.reads))
		for p := range r.reads {
			reads[p] = true
		}
		if r.unit != nil {
			for _, p := range r.unit.AllPrompts {
				includes(p, reads)
			}
		}
		return reads
	}).(map[string]bool)
}

func includes(p *bot.Prompt, into map[string]bool) {
	s, _ := p.Decoded()
	if !strings.Contains(s, "include") {
		return
	}
	dir := path.Dir(p.Path)
	for _, t := range bot.Templates(s) {
		if !t.IsInclude || t.Include == "" {
			continue
		}
		if target := path.Join(dir, t.Include); Within(dir, target) {
			into[target] = true
		}
	}
}

// UnitsOf lists the main files whose units read the file at p, or try to,
// sorted. A bot that does not lie under a lib folder is its own main file; so
// is one that does, when nothing imports it and it has a workflow. A fragment
// that nothing imports belongs to no unit. For other files (prompts, included
// texts) it is the units of the bots in the folders above that read them.
func (d *Deps) UnitsOf(p string) []string {
	p = Key(p)
	top := d.Root(p)
	if !Within(top, p) {
		top = path.Dir(path.Dir(p))
	}
	if Kind(p) == Bot {
		libs := libFolders(top, p)
		mains := d.reading(p, top, libs)
		if len(libs) == 0 || len(mains) == 0 && d.hasWorkflow(p) {
			return []string{p}
		}
		return mains
	}
	var folders []string
	upward(path.Dir(p), func(dir string) bool {
		folders = append(folders, dir)
		folders = append(folders, libFolders(top, path.Join(dir, "x"))...)
		if path.Base(dir) == "prompts" && dir != top {
			folders = append(folders, path.Dir(dir))
		}
		return dir != top
	})
	return d.reading(p, top, folders)
}

// libFolders lists the folders whose lib folder holds p, below top.
func libFolders(top, p string) (list []string) {
	dir := path.Dir(p)
	if dir == top || !Within(top, dir) {
		return nil
	}
	upward(dir, func(dir string) bool {
		if path.Base(dir) == "lib" {
			list = append(list, path.Dir(dir))
		}
		return path.Dir(dir) != top
	})
	return list
}

// reading lists the main files in the folders whose units read p.
func (d *Deps) reading(p, top string, folders []string) []string {
	slices.Sort(folders)
	var mains []string
	for _, dir := range slices.Compact(folders) {
		for _, name := range d.List(dir, ".bot") {
			main := path.Join(dir, name)
			if main != p && d.reads(main)[p] && (len(libFolders(top, main)) == 0 || d.hasWorkflow(main)) {
				mains = append(mains, main)
			}
		}
	}
	slices.Sort(mains)
	return slices.Compact(mains)
}

func (d *Deps) hasWorkflow(p string) bool {
	f, err := d.Bot(p)
	return err == nil && slices.ContainsFunc(f.Decls, func(decl *bot.Decl) bool { return decl.Kind == bot.KindWorkflow })
}
