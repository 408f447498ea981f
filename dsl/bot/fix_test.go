package bot

import (
	"testing"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
	"github.com/google/go-cmp/cmp"
)

// TestFixesMendTheText applies the fix of the error of that kind; an empty
// want says that there is none.
func TestFixesMendTheText(t *testing.T) {
	cases := []struct {
		kind, src, want string
		safe            bool
	}{
		{"misspelt-keyword", "agnet a:\n  model: \"m\"\n", "agent a:\n  model: \"m\"\n", false},
		{"misspelt-keyword", "robot a:\n  model: \"m\"\n", "", false},
		{"wrong-arrow", "workflow w:\n  a => b\n", "workflow w:\n  a -> b\n", false},
		{"wrong-arrow", "workflow w:\n  a - > b\n", "workflow w:\n  a -> b\n", false},
		{"missing-colon", "agent a\n  model: \"m\"\n", "agent a:\n  model: \"m\"\n", false},
		{"missing-colon", "agent a:\n  model \"m\"\n", "agent a:\n  model: \"m\"\n", false},
		{"missing-colon", "agent a:\n  model\n", "", false},
		{"unquoted", "agent a:\n  model: my-model  ## x\n", "agent a:\n  model: \"my-model\"  ## x\n", false},
		{"unquoted", "agent a:\n  model: my-\"model\"\n", "", false},
		{"unquoted", "agent a:\n  tools: [q-r, s]\n", "agent a:\n  tools: [\"q-r\", s]\n", false},
		{"quoted-name", "agent a:\n  input: \"s\"\n", "agent a:\n  input: s\n", false},
		{"list-lines", "agent a:\n  tools: [\n    x,\n    y.*\n  ]\n", "agent a:\n  tools: [x, y.*]\n", false},
		{"list-lines", "agent a:\n  tools: [\n    x, # z\n    y\n  ]\n", "", false},
		{"unclosed-list", "agent a:\n  tools: [x\n", "agent a:\n  tools: [x]\n", false},
		{"unclosed-with", "workflow w:\n  a -> b with { x: \"1\"\n", "workflow w:\n  a -> b with { x: \"1\" }\n", false},
		{"unclosed-list", "agent a:\n  tools: [x, \"y]\n", "", false},
		{"unclosed-with", "workflow w:\n  a -> b with { x: \"1 }\n", "", false},
		{"unclosed-constraint", "schema s:\n  a: string [enum: \"b\"\n", "schema s:\n  a: string [enum: \"b\"]\n", false},
		{"unclosed-constraint", "schema s:\n  a: string [enum: \"b]\n", "", false},
		{"missing-comma", "agent a:\n  tools: [x y]\n", "agent a:\n  tools: [x, y]\n", false},
		{"tab-indent", "schema s:\n\ta: int\n  b: int\n", "schema s:\n  a: int\n  b: int\n", true},
		{"tab-indent", "schema s:\n    b: int\n\ta: int\n", "schema s:\n    b: int\n    a: int\n", true},
		{"misaligned", "agent a:\n  compaction:\n      threshold: 0.9\n    preserve_recent: 3\n",
			"agent a:\n  compaction:\n      threshold: 0.9\n      preserve_recent: 3\n", false},
		{"stray-indent", "  schema s:\n  a: int\n", "schema s:\n  a: int\n", false},
		{"stray-indent", "agent a:\n  model: \"m\"\n      tools: [x]\n", "agent a:\n  model: \"m\"\n  tools: [x]\n", false},
		{"continued-edge", "workflow w:\n  a -> b\n    when x\n", "workflow w:\n  a -> b when x\n", false},
		{"unclosed-string", "agent a:\n  model: \"m  \n", "agent a:\n  model: \"m\"  \n", false},
		{"unclosed-raw", "tool t:\n  command: `a\n  b\n\nschema s:\n  x: int\n", "tool t:\n  command: `a\n  b`\n\nschema s:\n  x: int\n", false},
		{"unclosed-raw", "tool t:\n  command: `a\n  b\n", "", false},
		{"unknown-escape", "dsl: 2\ntool t:\n  command: \"\\d\"\n", "dsl: 2\ntool t:\n  command: \"\\\\d\"\n", false},
		{"unknown-property", "agent a:\n  bakend: \"b\"\n", "agent a:\n  backend: \"b\"\n", false},
		{"unknown-property", "agent a:\n  modl: \"b\"\n  model: \"m\"\n", "", false},
		{"renamed-property", "agent a:\n  rtk: on\n", "agent a:\n  compress: on\n", true},
		{"renamed-property", "workflow w:\n  rtk: on\n  a -> b\n", "workflow w:\n  compress: on\n  a -> b\n", true},
		{"second-block", "vars:\n  a: int\n\nschema s:\n  x: int\n\nvars:\n  # b\n  b: int\n", "vars:\n  a: int\n  # b\n  b: int\n\nschema s:\n  x: int\n", false},
		{"second-block", "vars:\n  a: int\nvars:\n  a: int\n", "", false},
		{"bad-word", "router r:\n  mode: round_robbin\n", "router r:\n  mode: round_robin\n", false},
		{"bad-word", "agent a:\n  readonly: yes\n", "agent a:\n  readonly: true\n", false},
		{"bad-word", "agent a:\n  session: \"frsh\"\n", "agent a:\n  session: \"fresh\"\n", false},
		{"unquoted-member", "schema s:\n  a: string [enum: low, \"high\"]\n", "schema s:\n  a: string [enum: \"low\", \"high\"]\n", false},
		{"unknown-type", "schema s:\n  a: list\n", "schema s:\n  a: string[]\n", false},
		{"unknown-type", "schema s:\n  a: strng\n", "schema s:\n  a: string\n", false},
		{"repeated-clause", "workflow w:\n  a -> b when x when y as l(2)\n", "workflow w:\n  a -> b when x as l(2)\n", false},
		{"when-and-else", "workflow w:\n  a -> b when x else\n", "workflow w:\n  a -> b when x\n", false},
		{"when-and-else", "workflow w:\n  a -> b else when x\n", "workflow w:\n  a -> b when x\n", false},
		{"clause-before-arrow", "workflow w:\n  a -> b when x -> c ## d\n", "workflow w:\n  a -> b -> c when x ## d\n", false},
		{"bad-profile", "dsl: 7\n", "dsl: 2\n", false},
		{"bad-profile", "dsl:\n", "dsl: 2\n", false},
		{"second-profile", "dsl: 1\ndsl: 2\nschema s:\n  a: int\n", "dsl: 1\nschema s:\n  a: int\n", false},
		{"late-profile", "# h\nschema s:\n  a: int\n\ndsl: 2\n", "# h\ndsl: 2\nschema s:\n  a: int\n", false},
		{"strict-escape", "## strict-escape: on\ndsl: 2\n", "dsl: 2\n", false},
		{"removed-property", "dsl: 2\nagent a:\n  memory:\n    project_root: true\n    read: true\n", "dsl: 2\nagent a:\n  memory:\n    read: true\n", false},
		{"late-import", "schema s:\n  a: int\n\nimport \"lib/a.bot\"\n", "import \"lib/a.bot\"\nschema s:\n  a: int\n", false},
		{"deep-brace", "workflow w:\n  a -> b with {\n    x: \"1\"}\n", "workflow w:\n  a -> b with {\n    x: \"1\"\n  }\n", false},
		{"deep-brace", "workflow w:\n  a -> b with {\n    x: \"1\"\n    }\n", "workflow w:\n  a -> b with {\n    x: \"1\"\n  }\n", false},
		{"swallowing-scalar", "tool t:\n  command: |\n  output: o\n", "tool t:\n  command: \"\"\n  output: o\n", false},
		{"shallow-body", "prompt p:\n    a\n  b\n   c\n    d\n", "prompt p:\n    a\n    b\n    c\n    d\n", false},
	}
	for _, c := range cases {
		t.Run(c.kind+" in "+c.src, func(t *testing.T) {
			f := Parse(text.New(c.src))
			check(t, f)
			for _, e := range f.Errors {
				if e.Kind != c.kind {
					continue
				}
				if c.want == "" {
					if e.Fix != nil {
						t.Errorf("a fix: %+v", e.Fix)
					}
					return
				}
				if e.Safe != c.safe {
					t.Errorf("safe is %v", e.Safe)
				}
				got, err := f.Text.Apply(e.Fix)
				if err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(c.want, got.String()); d != "" {
					t.Error(d)
				}
				for _, after := range Parse(got).Errors {
					if after.Kind == e.Kind {
						t.Errorf("the error is still there: %+v", after)
					}
				}
				return
			}
			t.Errorf("no such error: %+v", f.Errors)
		})
	}
}
