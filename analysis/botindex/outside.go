package botindex

import (
	"path"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/boundary"
	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/analysis/yamlnames"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// nodesOf are the values of all `node =` of a configuration.
func nodesOf(cfg *config.Config) []config.Value[string] {
	var list []config.Value[string]
	for _, d := range cfg.Boundary.Deferred {
		list = append(list, d.Node)
	}
	for _, entries := range [][]config.Entry{cfg.Boundary.Left, cfg.Boundary.Bounded, cfg.Boundary.ByHand} {
		for _, e := range entries {
			list = append(list, e.Node)
		}
	}
	return list
}

// config notes the keys of the unit's nodes in .boundary.toml.
func (b *builder) config(cfg *config.Config) {
	for _, v := range nodesOf(cfg) {
		name, ok := strings.CutPrefix(v.V, b.x.Prefix)
		if !ok || name == "" || strings.ContainsAny(name, "/:") {
			continue
		}
		written := cfg.Text.Slice(v.Span)
		i := strings.Index(written, v.V)
		if i < 0 {
			continue // written with escapes
		}
		at := v.Span.Start + i + len(b.x.Prefix)
		var ws []bot.Ident
		for w := range strings.SplitSeq(name, ".") {
			ws = append(ws, bot.Ident{Text: w, Span: text.Span{Start: at, End: at + len(w)}})
			at += len(w) + 1
		}
		b.nodeWords(cfg.Path, ws, nil, Config)
	}
}

// keyed lists the main files whose nodes the keys of a .boundary.toml name.
func keyed(snap View, file string) []string {
	cfg := snap.Config(file)
	if cfg.Path != file {
		return nil
	}
	var list []string
	for _, v := range nodesOf(cfg) {
		for _, main := range boundary.Candidates(cfg, cfg.Dir, v.V) {
			if !slices.Contains(list, main) && snap.Exists(main) {
				list = append(list, main)
			}
		}
	}
	slices.Sort(list)
	return list
}

// bundleMain is the main file of the bundle whose manifest or preset the file
// is; nil for any other.
func bundleMain(snap View, file string) []string {
	dir, name := path.Dir(file), path.Base(file)
	switch {
	case name == "manifest.yaml", name == "manifest.yml":
	case path.Base(dir) == "presets" && strings.HasSuffix(name, ".md"):
		dir = path.Dir(dir)
	default:
		return nil
	}
	if main := path.Join(dir, "main.bot"); snap.Exists(main) {
		return []string{main}
	}
	return nil
}

// bundle notes what the files around the main file of a bundle name.
func (b *builder) bundle(d *workspace.Deps) {
	if path.Base(b.u.Path) != "main.bot" {
		return
	}
	for _, name := range []string{"manifest.yaml", "manifest.yml"} {
		file := path.Join(b.u.Root, name)
		if d.Exists(file) {
			if t, err := d.Text(file); err == nil {
				b.manifest(file, t)
			}
			break
		}
	}
	dir := path.Join(b.u.Root, "presets")
	for _, name := range d.Markdown(dir) {
		file := path.Join(dir, name)
		if t, err := d.Text(file); err == nil {
			b.presetFile(file, strings.TrimSuffix(name, ".md"), t)
		}
	}
}

// ManifestAttachments are the files that the manifest of a bundle names for
// attachments, by their names: paths below attachments/ as written.
func ManifestAttachments(snap *workspace.Snapshot, root string) map[string]string {
	files := map[string]string{}
	for _, name := range []string{"manifest.yaml", "manifest.yml"} {
		t, err := snap.Text(path.Join(root, name))
		if err != nil {
			continue
		}
		_ = yamlnames.Each(t, t.String(), 0, func(trail []string, isKey bool, value string, _ text.Span) {
			if !isKey && len(trail) == 2 && trail[0] == "attachments" {
				files[trail[1]] = strings.TrimPrefix(value, "attachments/")
			}
		})
		break
	}
	return files
}
