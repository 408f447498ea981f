package botcheck

import "testing"

func TestTypes(t *testing.T) {
	guard := func(s string) string {
		return pair + "  a -> b when `" + s + "`\n  a -> fail\n  b -> done\n"
	}
	compute := func(s string) string {
		return "vars:\n  v: float\nschema s:\n  n: int\n  list: string[]\ntool a:\n  command: \"x\"\n  output: s\ncompute c:\n  output: s\n  expr:\n    n: `" + s +
			"`\nworkflow w:\n  entry: a\n  a -> c -> done\n"
	}
	run(t, []row{
		{"a default of another type", "vars:\n  n: int = \"x\"\n  s: string = 3\n  f: float = 3\n  j: json = \"{}\"\ntool t:\n  command: \"x\"\n" + tail, "C109 3, C109 4"},
		{"a half-typed default is no second finding", "vars:\n  n: int = \ntool t:\n  command: \"x\"\n" + tail, "E002 3"},
		{"an enum of a number", "vars:\n  n: int [enum: \"a\"]\ntool t:\n  command: \"x\"\n" + tail, "C125 3"},
		{"a default outside its enum", "vars:\n  n: string [enum: \"a\", \"b\"] = \"c\"\ntool t:\n  command: \"x\"\n" + tail, "C126 3"},
		{"an enum with a word twice", "vars:\n  n: string [enum: \"a\", \"a\"] = \"a\"\ntool t:\n  command: \"x\"\n" + tail, "C127 3"},
		{"a default outside its pattern", "vars:\n  n: string [matching: \"^v[0-9]\"] = \"x\"\n  m: string [matching: \"^v\"] = \"${X}\"\ntool t:\n  command: \"x\"\n" + tail, "C161 3"},
		{"presets against the vars", "vars:\n  n: int\npresets:\n  p:\n    n: \"x\"\n    m: 1\ntool t:\n  command: \"x\"\n" + tail, "C071 6, C070 7"},
		{"an expression that does not parse", guard("a = b"), "C040 14"},
		{"a template in an expression", guard("{{outputs.a.ok}}"), "C040 14"},
		{"a function that is not there", guard("size(input.n)"), "C040 14"},
		{"a call with too many arguments", guard("length(input.n, 1) > 0"), "C138 14"},
		{"a comparison with a word outside the enum", guard("word == 'c' || 'a' == input.word"), "C121 14"},
		{"a comparison of two types", guard("n == 'x'"), "C107 14"},
		{"a bare number as a condition", guard("n"), "C108 14"},
		{"a subscript of a number", guard("n[0] == 1"), "C120 14"},
		{"a lambda's parameters are no fields", guard("length(filter(input.n, word => word == 'c')) > 0"), ""},
		{"a word that is no field", guard("okay || input.n > 0"), "BOT210 14"},
		{"a compute node without expressions", "compute t:\n  output: s\nschema s:\n  ok: bool\n" + tail, "C039 2"},
		{"references of an expression", compute("vars.nope + outputs.zz.n + outputs.a.nope"), "C029 13, C031 13, C033 13"},
		{"a fraction for an int", compute("outputs.a.n / vars.v"), "C146 13"},
		{"a rounded fraction for an int", compute("floor(outputs.a.n / vars.v)"), ""},
	})
}

func TestNodes(t *testing.T) {
	run(t, []row{
		{"a tool that does nothing", "tool t:\n  output: s\nschema s:\n  ok: bool\n" + tail, "C004 2"},
		{"a tool with a command and a script", "tool t:\n  command: \"x\"\n  script: \"y\"\n" + tail, "C004 4"},
		{"a language without a script", "tool t:\n  command: \"x\"\n  language: py\n" + tail, "C004 4"},
		{"a language that is not there", "tool t:\n  script: \"x\"\n  language: perl\n" + tail, "C004 4"},
		{"a recovery without a postcondition", "tool t:\n  command: \"x\"\n  policy: recover\n" + tail, "C104 4"},
		{"a recovery of a gate", "tool t:\n  command: \"x\"\n  postcondition: \"x\"\n  policy: recover\n" + tail, "C105 5"},
		{"a recovery that never runs", "tool t:\n  command: \"x\"\n  postcondition: \"y\"\n  recovery:\n    max_repair_attempts: 2\n" + tail, "C106 5"},
		{"words of the compiler", "agent t:\n  backend: claw\n  compress: of\n  permission: maybe\n  auto_memory: yes\n" + tail, "C102 4, C110 5, C131 6"},
		{"words of the workflow", "tool t:\n  command: \"x\"\nworkflow w:\n  entry: t\n  worktree: atuo\n  repo_devbox: yes\n  t -> done\n", "C142 6, C134 7"},
		{"quotes around a template", "vars:\n  v: string\ntool t:\n  command: \"echo '{{vars.v}}' '{{!vars.v}}' {{vars.v}}\"\n" + tail, "C137 5"},
		{"quotes of a here-document are text", "vars:\n  v: string\ntool t:\n  command: `cat <<X\n'{{vars.v}}'\nX`\n" + tail, ""},
		{"an apostrophe in a comment", "vars:\n  v: string\ntool t:\n  command: `# don't\necho {{vars.v}} # can't`\n" + tail, ""},
		{"a sandbox that is off", "tool t:\n  command: \"x\"\n  sandbox: none\n" + tail, "C128 4"},
		{"a sandbox that is not there", "tool t:\n  command: \"x\"\n  sandbox: docker\n" + tail, "C044 4"},
		{"a wait without a bound", "wait t:\n  event: \"e\"\n" + tail, "C197 2, C198 3"},
		{"a wait with a bound that is none", "wait t:\n  event: \"e\"\n  timeout: \"soon\"\n" + tail, "C198 3, C197 4"},
		{"an emit without an event", "emit t:\n  description: \"x\"\n" + tail, "C196 2"},
		{"an await without a bound", "await_answers t:\n  from: t\n" + tail, "C241 2, C242 3"},
		{"a timeout that the host decides", "agent t:\n  backend: claw\n  timeout: \"${X}\"\n" + tail, ""},
		{"a timeout that is none", "agent t:\n  backend: claw\n  timeout: \"${X:-never}\"\n" + tail, "C122 4"},
		{"a subbot without a source", "subbot t:\n  description: \"x\"\n" + tail, "C119 2"},
		{"a fail code in small letters", "fail t:\n  code: \"no_way\"\n" + tail, "C247 3"},
		{"a gate that a model answers", "human t:\n  interaction: llm\n" + tail, "C018 2"},
		{"a question that cannot wait", "human t:\n  interaction: async\n" + tail, "C240 3"},
		{"a review without a worktree", "schema s:\n  ok: bool\nhuman t:\n  interaction: review\n  model: \"m\"\n  output: s\nworkflow w:\n  entry: t\n  worktree: none\n  t -> done\n", "C100 4"},
		{"a file that no person hands over", "schema s:\n  n: int\n  f: file\ntool t:\n  command: \"x\"\n  output: s\n" + tail, "C129 7"},
		{"a file that a person hands over", "schema s:\n  f: file\nhuman t:\n  output: s\n" + tail, ""},
		{"a schema without fields", "schema s:\n\ntool t:\n  command: \"x\"\n  output: s\n" + tail, "C140 6"},
		{"a backslash without a profile", "## old\ntool t:\n  command: \"a\\\\b\"\n" + tail, "C144 2"},
		{"a blank line in a prompt without a profile", "## old\nprompt p:\n  A.\n\n  B.\ntool t:\n  command: \"x\"\n" + tail, "C144 2"},
		{"a profile that is written", "dsl: 1\nprompt p:\n  A.\n\n  B.\ntool t:\n  command: \"a\\b\"\n" + tail, ""},
		{"a directive that decodes escapes", "## strict-escape: on\ntool t:\n  command: \"a\\\\b\"\n" + tail, ""},
	})
}

func TestSettings(t *testing.T) {
	agent := func(s string) string { return "agent t:\n  backend: claw\n" + s + tail }
	run(t, []row{
		{"an effort that is not there", agent("  reasoning_effort: \"hihg\"\n"), "C027 4"},
		{"an effort that the host decides", agent("  reasoning_effort: \"${X}\"\n"), ""},
		{"a memory without a place", agent("  memory:\n    enabled: true\n"), "C048 4"},
		{"a memory that is off", agent("  memory:\n    enabled: false\n"), ""},
		{"a visibility that is not there", agent("  memory:\n    enabled: true\n    scope: \"x\"\n    visibility: \"mine\"\n"), "C170 7"},
		{"a memory that the backend does not read",
			"agent t:\n  backend: codex\n  memory:\n    enabled: true\n    scope: \"x\"\n" + tail, "C047 4"},
		{"a cursor that is not there", agent("  cursors:\n    enabled: true\n    care: high\n"), "C083 6"},
		{"a slot without a session", agent("  session_slot: x\n"), "C268 4"},
		{"a slot of a session that persists", agent("  session: persist\n  session_slot: x\n"), ""},
		{"labels without an artifact", agent("  artifact_labels: [x]\n"), "C049 4"},
		{"a node above the budget",
			"agent t:\n  backend: claw\n  max_tokens: 9\nworkflow w:\n  entry: t\n  budget:\n    max_tokens: 8\n  t -> done\n", "C037 4"},
		{"a permission of a tool", "tool t:\n  command: \"x\"\n  permission: ask\n" + tail, "C112 4"},
		{"rules without a gate", "tool t:\n  command: \"x\"\nworkflow w:\n  entry: t\n  deny: [\"Bash(*)\"]\n  t -> done\n", "C111 6"},
		{"rules with a gate", "agent t:\n  backend: pi\nworkflow w:\n  entry: t\n  permission: ask\n  deny: [\"Bash(*)\"]\n  t -> done\n", ""},
		{"a server without a program", "mcp_server m:\n  transport: stdio\ntool t:\n  command: \"x\"\n" + tail, "C025 2"},
		{"a server that is reached and started", "mcp_server m:\n  transport: http\n  url: \"http://x\"\n  command: \"x\"\ntool t:\n  command: \"x\"\n" + tail, "C025 5"},
		{"a server without a transport", "mcp_server m:\n  command: \"x\"\ntool t:\n  command: \"x\"\n" + tail, "C025 2"},
		{"an event that nobody waits for", "emit t:\n  event: \"e\"\n" + tail, "C198 3"},
		{"an event that is sent and awaited",
			"emit t:\n  event: \"e\"\nwait u:\n  event: \"e\"\n  timeout: \"1s\"\nworkflow w:\n  entry: t\n  t -> u -> done\n", ""},
		{"a board behind a sandbox",
			"agent t:\n  backend: claw\n  capabilities: [board.read]\nworkflow w:\n  entry: t\n  sandbox: auto\n  t -> done\n", "C082 4"},
	})
}
