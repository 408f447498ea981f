package botcomplete_test

import (
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/botcomplete"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Items are described by the hover of what they name, else by its declaration
// or by what the language says about the word.
func TestDescribe(t *testing.T) {
	src := "secrets:\n  token: \"s3cret\"\n\nschema verdict:\n  ok: bool\n\nagent first:\n  model: \"m/x\"\n  output: verdict\n  backend: \"\"\n" +
		"  capabilities: []\n  tools: []\n  session: \n  \n\nprompt p:\n  {{secrets.}} {{}}\n\nworkflow w:\n  entry: first\n  first -> done when \"le\"\n"
	dir, snap := lay(t, map[string]string{"main.bot": src})
	p := dir + "/main.bot"
	later := snap.With(map[string]*text.Text{p: text.New("## a line more\n" + src)})
	for _, c := range []struct{ behind, label, part string }{
		{"  output: ", "verdict", "schema verdict:\n  ok: bool"},
		{"  entry: ", "first", "hover of first"},
		{"  backend: \"", "claw", "are the tools there are"},
		{"capabilities: [", "board.read", "reads"},
		{"capabilities: [", "board.move", "acts"},
		{"  tools: [", "bash", "`bash` tool"},
		{"  session: ", "fresh", "`fresh` of `agent`"},
		{"  session: \n  ", "reasoning_effort", "none"},
		{"  session: \n  ", "timeout", "newer than June 2026"},
		{"{{secrets.}} {{", "vars", "namespace"},
		{"when \"le", "length", "function, 1 arguments"},
	} {
		off := strings.Index(src, c.behind) + len(c.behind)
		found := false
		for _, it := range botcomplete.Complete(snap, p, off, botcomplete.Options{}).Items {
			if it.Label != c.label {
				continue
			}
			found = true
			for _, got := range []string{describe(snap, p, it), describe(later, p, it)} {
				if !strings.Contains(got, c.part) {
					t.Errorf("%s is described by %q, want %q in it", c.label, got, c.part)
				}
			}
		}
		if !found {
			t.Errorf("%s is not offered behind %q", c.label, c.behind)
		}
	}
	off := strings.Index(src, "{{secrets.") + len("{{secrets.")
	for _, it := range botcomplete.Complete(snap, p, off, botcomplete.Options{}).Items {
		if got := describe(snap, p, it); strings.Contains(got, "s3cret") || it.Detail == "s3cret" {
			t.Errorf("a secret is told: %q, %q", got, it.Detail)
		}
	}
	for _, d := range []botcomplete.Doc{{}, {Path: p, At: -5}, {Path: p, At: 1 << 40}, {Path: dir + "/none.bot", At: 1}, {Kind: 200, Name: "x"}} {
		botcomplete.Describe(snap, d, func(string, int) (string, bool) { return "", false })
	}
}

func describe(snap *workspace.Snapshot, p string, it botcomplete.Item) string {
	return botcomplete.Describe(snap, it.Doc, func(path string, off int) (string, bool) {
		if t := snap.File(path).Text; path == p && strings.HasPrefix(t.String()[off:], "first:") {
			return "hover of first", true
		}
		return "", false
	})
}
