package botcheck

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// TestFixesMendWhatTheyAreOfferedFor applies the first fix of a bot's first
// finding of a code, and looks for that code in what comes out.
func TestFixesMendWhatTheyAreOfferedFor(t *testing.T) {
	shell := func(s string) string {
		return "dsl: 1\nvars:\n  v: string\ntool t:\n  command: `" + s + "`\n" + tail
	}
	for _, c := range []struct{ name, bot, engine, title, from, to string }{
		{"quotes around one template", shell("x \"{{vars.v}}\""), "C137", "Remove the quotes around {{vars.v}}", "\"{{vars.v}}\"", "{{vars.v}}"},
		{"a backslash in a raw string",
			flow("  sandbox:\n    image: \"x\"\n    post_create: `echo \\\"a`\n"), "C143", "Remove the backslash", "\\\"a", "\"a"},
		{"a tool that is called otherwise", agentOf("  backend: claw\n  tools: [list_files]\n"), "C135", "Change list_files to glob", "list_files", "glob"},
		{"a misspelt tool", agentOf("  backend: claw\n  tools: [\"raed_file\"]\n"), "C135", "Change raed_file to read_file", "raed_file", "read_file"},
		{"a trigger", agentOf("  backend: claw\n  fallbacks:\n    b:\n      model: \"m\"\n      on: [unavailble]\n"), "C175", "Change unavailble to unavailable", "unavailble", "unavailable"},
		{"a cursor's value", "cursor k:\n  values:\n    plain: \"x\"\n" + agentOf("  backend: claw\n  cursors:\n    k: plian\n"), "C084", "Change plian to plain", "plian", "plain"},
		{"no expression", "schema s:\n  ok: bool\ncompute t:\n  output: s\n" + tail, "C039", "Add expr: for schema s", "output: s\n", "output: s\n  expr:\n    ok: \"false\"\n"},
		{"no expression below the header", "schema s:\n  ok: bool\ncompute t:\n  expr:  ## later\n\n  output: s\n" + tail, "C039", "Add expr: for schema s", "later\n", "later\n    ok: \"false\"\n"},
		{"who is asked", "agent asker:\n  backend: claw\n  interaction: async\nawait_answers t:\n  from: askr\n  timeout: \"1m\"\nworkflow w:\n  entry: asker\n  asker -> t -> done\n",
			"C242", "Change askr to asker", "from: askr", "from: asker"},
		{"an output of a contract", "schema s:\n  address: string\ncontract k:\n  outputs:\n    a: string\n      from: t.adress\ntool t:\n  command: \"x\"\n  output: s\n" + tail,
			"C301", "Change adress to address", "t.adress", "t.address"},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := c.bot
			if !strings.HasPrefix(src, "dsl:") {
				src = "dsl: 2\n" + src
			}
			m := memory{"/w/a.bot": src}
			for _, f := range findings(t, m, "/w/a.bot") {
				if f.Data["engine"] != c.engine {
					continue
				}
				if len(f.Fixes) == 0 || f.Fixes[0].Title != c.title || f.Fixes[0].Safe && f.Code < "BOT2" {
					t.Fatalf("fixes: %+v", f.Fixes)
				}
				var edits []text.Edit
				for _, e := range f.Fixes[0].Edits() {
					edits = append(edits, text.Edit{Span: e.Span, New: e.New})
				}
				got, err := text.Apply(src, edits)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(strings.Replace(src, c.from, c.to, 1), got); diff != "" {
					t.Errorf("text (-want +got):\n%s", diff)
				}
				after := memory{"/w/a.bot": got}
				if list := join(show(after, findings(t, after, "/w/a.bot"))); strings.Contains(list, c.engine) {
					t.Errorf("afterwards: %s", list)
				}
				return
			}
			t.Errorf("no finding %s", c.engine)
		})
	}
}
