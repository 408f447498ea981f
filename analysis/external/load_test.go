package external_test

import (
	"context"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

func TestAModuleThatIsNoTextIsRefusedAtItsLoad(t *testing.T) {
	for name, tc := range map[string]struct{ module, want string }{
		"text":             {"X = \"a\"\n", ""},
		"bytes":            {"X = \"a\xff\"\n", "PB030"},
		"bytes in comment": {"X = \"a\" # \xff\n", "PB030"},
		"too long":         {"X = \"a\"\n#" + string(make([]byte, 1<<20)) + "\n", "PB030"},
	} {
		t.Run(name, func(t *testing.T) {
			ws := workspace(map[string]string{
				playbooktest.EntryID: "load(\"m.star\", \"X\")\nplaybook(\"p\", steps = [step(\"s\", agent = agent(\"b\"), prompt = X)])\n",
				"m.star":             tc.module,
			})
			got := ""
			for _, f := range external.Analyze(context.Background(), ws, playbooktest.EntryID).Findings[playbooktest.EntryID] {
				got += f.Code
			}
			if got != tc.want {
				t.Errorf("found %q, want %q", got, tc.want)
			}
		})
	}
}
