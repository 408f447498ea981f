package external_test

import (
	"context"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

func TestAFixThatTakesACommentAwayIsNotSafe(t *testing.T) {
	for name, tc := range map[string]struct {
		expr string
		safe bool
	}{
		"between operands":             {"\"%s %s\" % (\n    # first\n    \"a\",\n    v,  # second\n)", false},
		"in the parentheses of str":    {"str(\n    v,  # the issue\n)", false},
		"in an operand":                {"\"%s!\" % (\"a\" + (  # the issue\n    v\n))", true},
		"no comment":                   {"\"%s %s\" % (\n    \"a\",\n    v,\n)", true},
		"a hash in a literal":          {"\"# %s\" % v", true},
		"a hash in another literal":    {"\"%s %s\" % (\n    \"#a\",\n    v,\n)", true},
		"a hash after an escape":       {"\"%s %s\" % (\n    'a\\'#',\n    v,\n)", true},
		"a hash in a literal of three": {"\"%s %s\" % (\n    \"\"\"a\"#\"\"\",\n    v,\n)", true},
		"the joined":                   {"\", \".join([\n    \"a\",  # first\n    v,\n])", false},
	} {
		t.Run(name, func(t *testing.T) {
			src := "v = param(\"v\")\np = " + tc.expr + "\nplaybook(\"p\", steps = [step(\"s\", agent = agent(\"b\"), prompt = p)])\n"
			found := external.Analyze(context.Background(), workspace(map[string]string{playbooktest.EntryID: src}), playbooktest.EntryID).Findings[playbooktest.EntryID]
			if len(found) != 1 || len(found[0].Fixes) != 1 {
				t.Fatalf("%d findings in\n%s", len(found), src)
			}
			if fix := found[0].Fixes[0]; fix.Safe != tc.safe || fix.Preferred != tc.safe || len(fix.Edits()) == 0 {
				t.Errorf("safe is %t, want %t, in\n%s", fix.Safe, tc.safe, src)
			}
		})
	}
}
