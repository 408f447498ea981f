package external_test

import (
	"path"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// memory is a workspace of texts by id, without symbolic links.
type memory struct {
	files  map[string]string
	parsed map[string]*playbook.File
}

func workspace(files map[string]string) *memory {
	return &memory{files: files, parsed: map[string]*playbook.File{}}
}

// with is a workspace of other files, which keeps what is parsed of those that
// are the same.
func (m *memory) with(files map[string]string) *memory {
	out := workspace(files)
	for id, f := range m.parsed {
		if src, ok := files[id]; ok && src == m.files[id] {
			out.parsed[id] = f
		}
	}
	return out
}

func (m *memory) File(id string) (*playbook.File, bool) {
	if f, ok := m.parsed[id]; ok {
		return f, true
	}
	src, ok := m.files[id]
	if !ok {
		return nil, false
	}
	f := playbook.Parse(id, []byte(src))
	m.parsed[id] = f
	return f, true
}

func (m *memory) Real(id string) (string, bool) { return path.Clean(id), true }

func (m *memory) Entry(id string) bool {
	return playbook.DefaultGlobs().Role(id, []byte(m.files[id])) == playbook.Entry
}

func (m *memory) Path(id string) string { return "/ws/" + id }
