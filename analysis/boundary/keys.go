package boundary

import (
	"path"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
)

// testdata is the folder whose content is fixtures (boundary-class.md 9.4).
const testdata = "testdata"

// Key is the key of a node, given its file's prefix.
func Key(prefix, node string) string { return prefix + node }

// KeyPrefix is what stands in front of the node's name in the keys of a
// workflow file, separator included: "demo/" for a bundle's main.bot,
// "demo/extra:" for another file (boundary-class.md 9.4). workspace and file
// are absolute and slash-separated, workspace being the folder of cfg.
func KeyPrefix(cfg *config.Config, workspace, file string) string {
	if e, ok := keyEntry(cfg, file); ok {
		return e.Prefix + ":"
	}
	base, _ := rootOf(cfg, workspace, file)
	rel := relative(base, file)
	if dir, name := path.Split(rel); name == "main.bot" && dir != "" {
		return dir
	}
	return strings.TrimSuffix(rel, ".bot") + ":"
}

// keyEntry is the entry of [boundary.keys] that names the file.
func keyEntry(cfg *config.Config, file string) (config.KeyEntry, bool) {
	for _, e := range cfg.Boundary.Keys {
		if e.File == file {
			return e, true
		}
	}
	return config.KeyEntry{}, false
}

// rootOf is the innermost root that holds the file, the workspace where none
// does. within is false then.
func rootOf(cfg *config.Config, workspace, file string) (root string, within bool) {
	for _, r := range cfg.Boundary.Roots {
		if inside(r, file) && (!within || len(r) > len(root)) {
			root, within = r, true
		}
	}
	if !within {
		return workspace, false
	}
	return root, true
}

// relative is file without the folder in front of it; file itself where it
// lies elsewhere.
func relative(dir, file string) string {
	if dir == "/" {
		return strings.TrimPrefix(file, "/")
	}
	return strings.TrimPrefix(file, dir+"/")
}

// inside reports whether file lies below dir.
func inside(dir, file string) bool {
	return dir == "/" || strings.HasPrefix(file, dir+"/")
}

// Fixture reports whether a file is one: a folder named testdata stands
// between its root and it, or between the workspace folder and it where it
// lies outside every root (boundary-class.md 9.4, X10). It answers for
// Markdown as for bots. A file that is named itself is examined all the same,
// which is the caller's business.
func Fixture(cfg *config.Config, workspace, file string) bool {
	base, _ := rootOf(cfg, workspace, file)
	dir := path.Dir(relative(base, file))
	return slices.Contains(strings.Split(dir, "/"), testdata)
}

// Candidates gives the files that may declare the node of a key, most likely
// first. They need not exist, and whether they declare the node is for the
// caller to see. It is empty for what can be no key.
func Candidates(cfg *config.Config, workspace, key string) []string {
	i := strings.LastIndexAny(key, "/:")
	if i < 0 || i == len(key)-1 {
		return nil
	}
	prefix, name := key[:i+1], key[:i]
	var list []string
	add := func(file string) {
		if file = path.Clean(file); !slices.Contains(list, file) && !Fixture(cfg, workspace, file) && KeyPrefix(cfg, workspace, file) == prefix {
			list = append(list, file)
		}
	}
	for _, e := range cfg.Boundary.Keys {
		if e.Prefix+":" == prefix {
			add(e.File)
		}
	}
	tail := name + ".bot"
	if prefix[i] == '/' {
		tail = name + "/main.bot"
	}
	for _, r := range cfg.Boundary.Roots {
		add(path.Join(r, tail))
	}
	add(path.Join(workspace, tail))
	return list
}
