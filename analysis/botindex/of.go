package botindex

import (
	"github.com/boundary-lsp/boundary-lsp/analysis/boundary"
	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
)

type indexKey struct{ main string }

// View is the workspace as an index is asked for in it: a Snapshot, or the Deps
// of a result that is made from indexes.
type View interface {
	Memo(key any, compute func(*workspace.Deps) any) any
	UnitsOf(path string) []string
	Config(path string) *config.Config
	Exists(path string) bool
}

// weightOf is about the memory in bytes that an occurrence takes.
const weightOf = 200

// Of is the index of the unit of a main file, nil where that cannot be read.
// While nothing that it was read from changes, later snapshots give the same
// pointer.
func Of(snap View, main string) *Index {
	x, _ := snap.Memo(indexKey{main}, func(d *workspace.Deps) any { return load(d, main) }).(*Index)
	return x
}

// For are the indexes of the units that read the file at path, in the order of
// their main files; for a .boundary.toml, of those whose nodes its keys name. A
// fragment that no unit reads is a unit of its own.
func For(snap View, path string) []*Index {
	var list []*Index
	for _, main := range mains(snap, path) {
		if x := Of(snap, main); x != nil {
			list = append(list, x)
		}
	}
	return list
}

func mains(snap View, path string) []string {
	switch workspace.Kind(path) {
	case workspace.Config:
		return keyed(snap, path)
	case workspace.Bot:
		if list := snap.UnitsOf(path); len(list) > 0 {
			return list
		}
		return []string{path}
	}
	if list := bundleMain(snap, path); list != nil {
		return list
	}
	return snap.UnitsOf(path)
}

func load(d *workspace.Deps, main string) *Index {
	u, err := d.Unit(main)
	if err != nil {
		return nil
	}
	b := newBuilder(u, d)
	b.unit()
	cfg := d.Config(main)
	if u.Workflow != nil && cfg.Text != nil {
		b.x.Prefix = boundary.KeyPrefix(cfg, cfg.Dir, main)
		b.config(cfg)
	}
	b.bundle(d)
	b.finish()
	d.Weigh(workspace.UnitWeight(u) + b.count*weightOf)
	d.Derived()
	return b.x
}
