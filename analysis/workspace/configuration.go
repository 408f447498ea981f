package workspace

import (
	"path"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
)

type configKey struct{ file, dir string }

type defaultKey struct{ dir string }

// Config is the configuration in force for the file at p (cli.md, check): that
// of --config; else the nearest .boundary.toml upward from the file, up to
// the folder with .git, without one up to the editor's folder or the working
// directory; else the defaults, for the workspace root. Outside the working
// directory nothing ends the search but a repository. It is never nil, and
// the same pointer as long as nothing changes that it was read from.
//
// A file that is there and cannot be read gives the defaults with Path and
// Broken set and no finding; File has the error. Under Options.KeepGood, one
// that is no TOML gives the values of the last good text with Broken, Text and
// Findings of the present one: places in other fields are of the old text
// then.
func (d *Deps) Config(p string) *config.Config {
	p = Key(p)
	set := d.s.settings
	if set.ConfigFile != "" {
		dir := d.repository(p)
		if dir == "" {
			dir = set.Dir
		}
		return d.config(set.ConfigFile, dir)
	}
	around := d.around(path.Dir(p))
	if around.config != "" {
		return d.config(around.config, "")
	}
	root := around.root
	return d.Memo(defaultKey{root}, func(d *Deps) any {
		return config.Default(root, d.env(root))
	}).(*config.Config)
}

func (d *Deps) env(dir string) config.Env {
	return config.Env{Dir: dir, Exists: d.Exists, Resolve: d.Real}
}

// config reads the file; dir is what its paths are relative to, empty for its
// own folder.
func (d *Deps) config(file, dir string) *config.Config {
	return d.Memo(configKey{file, dir}, func(d *Deps) any {
		own := dir
		if own == "" {
			own = path.Dir(file)
		}
		h := d.File(file)
		if h.Err != nil {
			c := config.Default(own, d.env(own))
			if !notThere(h.Err) {
				c.Path, c.Broken = file, true
			}
			return c
		}
		d.Weigh(h.Text.Len() * 4)
		c := config.Parse(file, h.Text, d.env(dir))
		if d.s.settings.KeepGood {
			return d.s.store.keepGood(c)
		}
		return c
	}).(*config.Config)
}

func (st *store) keepGood(c *config.Config) *config.Config {
	st.mu.Lock()
	defer st.mu.Unlock()
	if !c.Broken {
		st.good[c.Path] = c
		return c
	}
	good := st.good[c.Path]
	if good == nil {
		return c
	}
	mixed := *good
	mixed.Broken, mixed.Text, mixed.Findings = true, c.Text, c.Findings
	return &mixed
}

// InBundle reports whether the file at p lies in a bundle: some folder between
// it and its workspace root holds a main.bot.
func (d *Deps) InBundle(p string) bool {
	p = Key(p)
	root, found := d.Root(p), false
	upward(path.Dir(p), func(dir string) bool {
		found = d.Exists(path.Join(dir, "main.bot"))
		return !found && dir != root
	})
	return found
}

// Looked reports whether a walk looks at a file like p, ignore files and
// skipped folders aside (cli.md, What is looked at): bots, configurations,
// playbooks and what they load, Markdown of a bundle or named by [docs]
// include, the manifest of a bundle, the members artifact.
func (d *Deps) Looked(p string) bool {
	p = Key(p)
	switch Kind(p) {
	case Bot, Config:
		return true
	case Markdown:
		if d.InBundle(p) {
			return true
		}
	case Manifest:
		return d.Exists(path.Join(path.Dir(p), "main.bot"))
	}
	c := d.Config(p)
	return lookedBy(c, p) || mayBePlaybook(c, p) && d.IsPlaybook(p)
}

// lookedBy says whether a configuration makes a walk look at p.
func lookedBy(c *config.Config, p string) bool {
	if c.Boundary.Members.Set && c.Boundary.Members.V == p {
		return true
	}
	if Kind(p) != Markdown {
		return false
	}
	rel, ok := relative(c.Dir, p)
	return ok && matchAny(c.Docs.Include, rel)
}

func matchAny(globs []string, rel string) bool {
	for _, g := range globs {
		if ok, err := doublestar.Match(g, rel); ok && err == nil {
			return true
		}
	}
	return false
}

// Fixture reports whether a folder named testdata lies between the file at p
// and its root, or the workspace folder where no root holds it
// (boundary-class.md 9.4, X10).
func (d *Deps) Fixture(p string) bool {
	p = Key(p)
	c := d.Config(p)
	base := innermost(c.Boundary.Roots, p)
	if base == "" {
		base = c.Dir
	}
	rel, ok := relative(base, path.Dir(p))
	return ok && hasElement(rel, "testdata")
}
