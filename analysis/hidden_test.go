package analysis_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
)

// An error of the language that a comment or [rules] hides does not hide an
// acting node, or a supervisor without its paragraph, with it.
func TestAHiddenErrorHidesNoActingNode(t *testing.T) {
	const tail = "\nprompt duty:\n  You sort tickets.\n\nworkflow w:\n  entry: a\n  a -> done\n"
	node := func(lines string) string {
		return "dsl: 2\n\nagent a:\n  model: \"m\"\n" + lines + tail
	}
	for name, tc := range map[string]struct{ bot, config, want string }{
		"a word that is no bool": {node("  backend: \"claude_code\"\n  system: duty\n  full_access: yes ## boundary: ignore BOT110 — reviewed\n"), "", "BND101"},
		"full access alone":      {node("  backend: \"claw\"\n  system: duty\n  full_access: yes ## boundary: ignore BOT110 — reviewed\n"), "", "BND101"},
		"a word for a list":      {node("  backend: \"claw\"\n  system: duty\n  tools: bash ## boundary: ignore BOT102 — x\n"), "", "BND101"},
		"a map for a list":       {node("  backend: \"claw\"\n  system: duty\n  ## boundary: ignore BOT101, BOT102 — x\n  tools: { bash: true }\n"), "", "BND101"},
		"a list on two lines":    {node("  backend: \"claw\"\n  system: duty\n  ## boundary: ignore BOT102 — x\n  tools: [read_file,\n    bash]\n"), "", "BND101"},
		"a prompt with a dash":   {node("  backend: \"claw\"\n  tools: [bash]\n  system: a-b ## boundary: ignore BOT101, BOT102 — x\n"), "", "BND101"},
		"an open list":           {node("  backend: \"claw\"\n  system: duty\n  ## boundary: ignore BOT102 — x\n  capabilities: [board.create\n"), "", "BND101"},
		"a misspelt keyword": {strings.Replace(node("  backend: \"claw\"\n  system: duty\n  tools: [bash]\n"), "agent a:", "agnet a: ## boundary: ignore BOT101 — x", 1), "",
			"BND101"},
		"a missing import": {"dsl: 2\nimport \"lib/x.bot\" ## boundary: ignore BOT114 — x\n\nagent a:\n  backend: \"claw\"\n  tools: [bash]\n  system: gone\n" + tail, "", "BND101"},
		"off in [rules]":   {node("  backend: \"claw\"\n  system: duty\n  tools: bash\n"), "[rules]\nBOT102 = \"off\"\n", "BND101"},
		"lowered in [rules]": {node("  backend: \"claw\"\n  system: duty\n  tools: bash\n"), "[rules]\nBOT102 = \"info\"\n",
			"BND101"},
		"a block scalar": {node("  tools: [bash]\n  system: duty\n  backend: |\n claw\n"), "[rules]\nBOT103 = \"off\"\nBOT117 = \"off\"\n", "BND101"},
		"a supervisor": {node("  backend: \"claw\"\n  system: duty\n  tools: [read_file]\n") +
			"\nsupervisor s:\n  watches: [a]\n  ## boundary: ignore BOT101, BOT102 — x\n  system: [x]\n", "", "BND301"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for file, s := range map[string]string{"kit/main.bot": tc.bot, ".boundary.toml": tc.config} {
				p := filepath.Join(dir, filepath.FromSlash(file))
				if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(p, []byte(s), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			var codes []string
			found := false
			for _, f := range runWhole(t, workspace.NewSession(workspace.Options{Dir: dir}).Snapshot(), dir).Findings {
				codes = append(codes, f.Code)
				found = found || f.Code == tc.want
			}
			if !found {
				t.Errorf("%s is not among %v\n%s", tc.want, codes, tc.bot)
			}
		})
	}
}
