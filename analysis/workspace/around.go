package workspace

import "path"

// around is what the folders above a file say about it.
type around struct {
	// repository is the nearest folder with .git, root the workspace root,
	// config the .boundary.toml in force; empty where there is none.
	repository, root, config string
}

type aroundKey struct{ dir string }

// around looks at a folder and those above it. Files of one folder share the
// answer, folders that of the one above.
func (d *Deps) around(dir string) *around {
	return d.Memo(aroundKey{dir}, func(d *Deps) any { return d.lookAround(dir) }).(*around)
}

func (d *Deps) lookAround(dir string) *around {
	set := d.s.settings
	a := &around{}
	config := path.Join(dir, ConfigName)
	if d.Exists(config) {
		a.config = config
	}
	if d.Exists(path.Join(dir, ".git")) {
		a.repository, a.root = dir, dir
		return a
	}
	above := &around{}
	up := path.Dir(dir)
	if up != dir {
		above = d.around(up)
	}
	a.repository = above.repository
	// An editor's folder ends the search unless a repository holds it.
	folder := innermost(set.Folders, dir)
	ends := a.repository == "" && folder == dir
	switch {
	case set.ConfigFile == "" && a.config != "":
		a.root = dir
	case up == dir || ends:
		if a.root = folder; folder == "" {
			a.root = set.Dir
		}
	default:
		a.root = above.root
	}
	if a.config == "" && !ends {
		// Without either, the working directory or what was named ends it.
		end := ""
		if a.repository == "" && folder == "" {
			end = outermost(append([]string{set.Dir}, set.Named...), dir)
		}
		if dir != end {
			a.config = above.config
		}
	}
	return a
}

// Root is the workspace root of the file at p (cli.md, check): going up from
// its folder, the first that holds .boundary.toml or .git; else the editor's
// folder that holds it, else the working directory. With --config the nearest
// .git alone counts. An editor's folder ends the search unless a repository
// holds the folder.
func (d *Deps) Root(p string) string { return d.around(path.Dir(Key(p))).root }

// repository is the nearest folder with .git, or empty.
func (d *Deps) repository(p string) string { return d.around(path.Dir(p)).repository }
