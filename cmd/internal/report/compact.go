package report

import (
	"bufio"
	"fmt"
	"io"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
)

// compact is one line a finding, for grep and quickfix lists.
type compact struct{}

func (compact) Write(w io.Writer, r *Run) error {
	b := bufio.NewWriter(w)
	places := newPlaces(r.Source)
	for _, e := range r.Shown {
		if e.Path != "" {
			at := places.start(e.Place)
			fmt.Fprintf(b, "%s:%d:%d: ", r.shownPath(e.Path), at.Line, at.Column)
		}
		fmt.Fprintf(b, "%s %s %s\n", e.Severity, e.Code, finding.Escape(e.Message))
	}
	return b.Flush()
}
