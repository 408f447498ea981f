package playbook_test

import (
	"context"
	"errors"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

// A value that is nested deeper than any argument takes is refused for its
// type, with a message that can be read, whatever lies at its bottom.
func TestAnArgumentThatIsNestedDeeplyIsRefusedInBrief(t *testing.T) {
	const deep = "x = param(\"v\")\nfor i in range(5000): x = [([{\"a\": x}],)]\n"
	for _, call := range []string{
		`tool("t", allow = x)`, `tool("t", doc = x)`, `concat(x)`, `step("s", agent = agent("a"), prompt = x)`,
		`step("s", agent = agent("a"), prompt = "p", context = {"k": x})`, `param("w", default = x)`, `agent("a", tools = x)`, `playbook("p", steps = x)`,
	} {
		_, err := playbook.Compile(context.Background(), "playbook.star", map[string]any{"v": "text"}, playbook.Options{
			Loader: playbooktest.Files{"playbook.star": deep + call + "\nplaybook(\"p\", steps = [])\n"},
		})
		var failure *playbook.Error
		if !errors.As(err, &failure) || failure.Name != playbook.BadArgument || len(failure.Msg)+len(failure.Argument) > 300 {
			t.Errorf("%s: %.300v", call, err)
		}
	}
}
