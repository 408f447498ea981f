package analysis

import (
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
)

// OwnFindings are the findings of an entry as they are remembered: where an
// edit of a module did not let the entry be analysed again they are the same
// slice.
func OwnFindings(snap *workspace.Snapshot, entry string) (own []finding.Finding) {
	snap.Memo(verdictKey{entry + "?"}, func(d *workspace.Deps) any {
		own = verdictOf(d, entry).own
		d.Discard()
		return nil
	})
	return own
}
