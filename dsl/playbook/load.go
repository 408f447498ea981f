package playbook

import (
	"errors"
	"path"
	"strings"
)

// Loader gives a run and an analysis the files of one workspace. Ids are slash
// paths relative to its root. Whose text wins, an open editor's or the disk's,
// is the caller's business, but it must not change during a run.
type Loader interface {
	// Real follows symbolic links and gives the id of the file that id stands
	// for. It fails with ErrOutside where that lies outside the root.
	Real(id string) (string, error)
	// Read gives the bytes of a file; they are not changed.
	Read(id string) ([]byte, error)
}

// ErrOutside is what Loader.Real reports for a link that leaves the root.
var ErrOutside = errors.New("the file lies outside the workspace")

// ResolveLoad gives the id of the module that the file from names by module in
// a load, by spelling alone (playbook.md 2.3). Where the spelling is not
// allowed the id is empty and the name is LoadOutside; it is empty otherwise.
// Symbolic links are the Loader's to judge.
func ResolveLoad(from, module string) (id string, name ErrorName) {
	if !strings.HasSuffix(module, ".star") || strings.ContainsAny(module, "\\:\x00") {
		return "", LoadOutside
	}
	joined := module
	if rest, ok := strings.CutPrefix(module, "//"); ok {
		joined = rest
	} else if !strings.HasPrefix(module, "/") {
		dir, _ := splitID(from)
		joined = dir + module
	}
	if strings.HasPrefix(joined, "/") {
		return "", LoadOutside
	}
	id = path.Clean(joined)
	if id == ".." || strings.HasPrefix(id, "../") {
		return "", LoadOutside
	}
	return id, ""
}

// splitID gives the folder of an id with its slash, and the last element.
func splitID(id string) (dir, base string) {
	i := strings.LastIndexByte(id, '/') + 1
	return id[:i], id[i:]
}
