package playbookedit

import (
	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Source gives the features the files of one workspace root. It is one moment
// of the workspace: two calls give the same answer, and the same *playbook.File
// for one id. It is safe for concurrent use.
type Source interface {
	external.Workspace
	// Modules lists the ids of the playbooks, packs and loaded modules that
	// are known in the root, sorted.
	Modules() []string
	// Text gives the text of any file.
	Text(id string) (string, bool)
	// List gives the names of the folders and the .star files in a folder; ""
	// is the root.
	List(dir string) (folders, files []string)
	// Results are the analyses of the entries whose run reaches the file, in
	// the order of their ids; that of the file alone where none does.
	Results(id string) []*external.Result
	// Good is the last version of the file that parsed whole; nil without one.
	Good(id string) *playbook.File
	// OfFile gives what compute makes of the file with an id, nil where it
	// cannot be read: the same value as long as the file has the same text.
	// compute looks at nothing else. What it gives is not changed.
	OfFile(id string, key any, compute func(*playbook.File) any) any
	// OfGood is OfFile for Good.
	OfGood(id string, key any, compute func(*playbook.File) any) any
	// OfResults gives what compute makes of Results: the same value as long
	// as they are the same.
	OfResults(id string, key any, compute func([]*external.Result) any) any
}

// Location is a place in a file of the root.
type Location struct {
	ID   string
	Span text.Span
}

// Edit replaces a place.
type Edit struct {
	Location
	New string
}

// Refusal is why a feature does not do what it was asked for, as a sentence
// for the user.
type Refusal struct{ Reason string }

// Error gives the reason.
func (r *Refusal) Error() string { return r.Reason }
