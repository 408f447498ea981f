package playbookedit_test

import (
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
)

// Nobody is asked for a new name where every one would be refused.
func TestAFileWithASyntaxErrorOffersNoRename(t *testing.T) {
	const src = "issue = param(\"issue\")\nbody = issue\nfix = step(\"fix\", prompt = body)\nx = (\n"
	m := workspace(map[string]string{"playbook.star": src})
	for _, name := range []string{"body", "\"issue", "\"fix"} {
		off := strings.Index(src, name) + 1
		if _, err := playbookedit.Rename(m, "playbook.star", off, "fresh"); err == nil {
			t.Fatalf("%s is renamed", name)
		}
		if span, _, err := playbookedit.PrepareRename(m, "playbook.star", off); err == nil {
			t.Errorf("%s: %v is offered", name, span)
		}
	}
}
