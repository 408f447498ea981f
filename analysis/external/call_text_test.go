package external_test

import (
	"context"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
)

// A string that is called, or that something is put into, is no text: with the
// external text in its place that would be an error of another kind.
func TestNoFixIsOfferedForAStringThatIsCalledOrWrittenTo(t *testing.T) {
	for _, x := range []string{"str(v)()", "(\"a %s\" % v)(1)", "(str(v) if v else \"x\")()", "\"a %s\" % v\nx.a = 1", "str(v)\nx[0] = 1", "str(v)\nx.a += \"b\""} {
		ws := workspace(map[string]string{entry: "v = param(\"v\")\nx = " + x + "\nplaybook(\"p\", steps = [])\n"})
		n := 0
		for _, f := range external.Analyze(context.Background(), ws, entry).Findings[entry] {
			if f.Code == "PB001" {
				n++
				for _, fix := range f.Fixes {
					t.Errorf("%s: %q is offered", x, fix.Title)
				}
			}
		}
		if n != 1 {
			t.Errorf("%s: %d findings of PB001", x, n)
		}
	}
}
