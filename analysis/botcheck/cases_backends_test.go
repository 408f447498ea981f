package botcheck

import "testing"

// agentOf is an agent t with more properties and a workflow that runs it.
func agentOf(props string) string { return "agent t:\n" + props + tail }

// flow is the tool t and a workflow with more members.
func flow(members string) string {
	return "tool t:\n  command: \"x\"\nworkflow w:\n  entry: t\n" + members + "  t -> done\n"
}

func TestBackends(t *testing.T) {
	claw := func(s string) string { return agentOf("  backend: claw\n" + s) }
	run(t, []row{
		{"neither a model nor a backend", agentOf("  tools: [bash]\n"), "C018 2"},
		{"the workflow's backend", "agent t:\n  tools: [bash]\nworkflow w:\n  entry: t\n  default_backend: \"claw\"\n  t -> done\n", ""},
		{"a half-typed property may be the model", agentOf("  tools: [bash]\n  mod\n"), "E012 4"},
		{"a provider that is not there", claw("  provider: \"anthropc\"\n"), "C087 4"},
		{"a provider that the host decides", claw("  provider: \"${X:-a,b}\"\n"), ""},
		{"a step without a model", agentOf("  backend: claude_code\n  provider: \"zai:, anthropic\"\n"), "C172 4"},
		{"a chain that the backend ignores", claw("  provider: \"zai,anthropic\"\n"), "C088 4"},
		{"a chain that the backend takes", agentOf("  backend: claude_code\n  provider: \"zai:glm-5, anthropic\"\n"), ""},
		{"a program that the backend does not start", claw("  command: \"mine\"\n"), "C174 4"},
		{"a program that the backend starts", agentOf("  backend: claude_code\n  command: \"mine\"\n"), ""},
		{"an effort that the model does not have", claw("  model: \"anthropic/claude-sonnet-4-6\"\n  reasoning_effort: ultracode\n"), "C089 5"},
		{"an effort that the model has", claw("  model: \"anthropic/claude-opus-4-8\"\n  reasoning_effort: ultracode\n"), ""},
		{"the fifth generation has it too", claw("  model: \"claude-opus-5\"\n  reasoning_effort: ultracode\n"), ""},
		{"the fourth with a five does not", claw("  model: \"claude-opus-4-5\"\n  reasoning_effort: ultracode\n"), "C089 5"},
		{"a memory that the backend does not keep", agentOf("  backend: codex\n  auto_memory: on\n"), "C132 4"},
		{"a memory that the backend keeps", agentOf("  backend: pi\n  auto_memory: on\n"), ""},
		{"questions that the backend cannot ask", agentOf("  backend: kimi\n  interaction: async\n"), "C267 4"},
		{"questions that a fallback cannot ask",
			agentOf("  backend: claude_code\n  interaction: async\n  fallbacks:\n    b:\n      backend: grok\n      model: \"m\"\n"), "C267 6"},
		{"questions that the backend can ask", agentOf("  backend: pi\n  interaction: async\n"), ""},
	})
}

func TestRoutingFields(t *testing.T) {
	vars := "vars:\n  m: string\n"
	run(t, []row{
		{"a var decides the model", vars + agentOf("  model: \"{{vars.m}}\"\n"), ""},
		{"an output cannot decide the model", vars + agentOf("  model: \"{{outputs.t.m}}\"\n"), "C148 5"},
		{"a var that is not declared", vars + agentOf("  model: \"{{vars.n}}\"\n"), "C033 5"},
		{"a template that is not closed", vars + agentOf("  backend: \"{{vars.m\"\n"), "C148 5"},
		{"a fallback's model", vars + agentOf("  backend: claw\n  fallbacks:\n    b:\n      model: \"{{input.m}}\"\n"), "C148 8"},
		{"a recovery's model", vars + "tool t:\n  command: \"x\"\n  postcondition: \"y\"\n  policy: recover\n  recovery:\n    model: \"{{run.id}}\"\n" + tail, "C148 9"},
		{"the workflow's backend", vars + flow("  default_backend: \"{{loop.x.iteration}}\"\n"), "C148 8"},
		{"a supervisor renders no template", vars + "supervisor s:\n  watches: [t]\n  model: \"{{vars.m}}\"\n" + agentOf("  backend: claw\n"), "C148 6"},
	})
}

func TestToolLists(t *testing.T) {
	run(t, []row{
		{"a misspelt tool", agentOf("  backend: claw\n  tools: [raed_file]\n"), "C135 4"},
		{"a tool that no engine ever had", agentOf("  backend: claw\n  tools: [list_files]\n"), "C135 4"},
		{"tools that claw finds", agentOf("  backend: claw\n  tools: [read_file, create_issue, mcp.x.y, \"mcp__a__b\", git.*]\n"), ""},
		{"a variable is no tool", agentOf("  backend: claw\n  tools: [\"${TOOL}\"]\n"), "C135 4"},
		{"another backend takes the names as they come", agentOf("  backend: claude_code\n  tools: [raed_file]\n"), ""},
		{"a fallback to claw", agentOf("  backend: claude_code\n  tools: [raed_file]\n  fallbacks:\n    b:\n      backend: claw\n      model: \"m\"\n"), "C135 4"},
		{"a list that never arrives", agentOf("  backend: kimi\n  tools: []\n"), "C270 4"},
		{"a list that arrives", agentOf("  backend: codex\n  tools: []\n"), ""},
		{"the tools of a recovery", "tool t:\n  command: \"x\"\n  postcondition: \"y\"\n  policy: recover\n  recovery:\n    agent_tools: [gerp]\nworkflow w:\n  entry: t\n  default_backend: \"claw\"\n  t -> done\n", "C135 7"},
	})
}

func TestFallbacks(t *testing.T) {
	routes := func(s string) string {
		return "vars:\n  p: string\n" + agentOf("  backend: claude_code\n  model: \"m\"\n  tools: [Read]\n  fallbacks:\n"+s)
	}
	run(t, []row{
		{"a route to another model", routes("    b:\n      model: \"n\"\n"), ""},
		{"a route that changes nothing", routes("    b:\n      metered: true\n"), "C173 9"},
		{"a route twice", routes("    b:\n      model: \"n\"\n    b:\n      model: \"o\"\n"), "C173 11"},
		{"a backend without a model", routes("    b:\n      backend: pi\n"), "C173 10"},
		{"an action that is not there", routes("    b:\n      action: retry\n"), "C173 10"},
		{"a skip with a model", routes("    b:\n      action: skip\n      model: \"n\"\n"), "C173 10"},
		{"a skip before another route", routes("    b:\n      action: skip\n    c:\n      model: \"n\"\n"), "C173 9"},
		{"a condition that does not parse", routes("    b:\n      model: \"n\"\n      when: \"vars.p =\"\n"), "C173 11"},
		{"a condition on an output", routes("    b:\n      model: \"n\"\n      when: \"outputs.t.x\"\n"), "C173 11"},
		{"a condition on a var that is not declared", routes("    b:\n      model: \"n\"\n      when: \"vars.q\"\n"), "C173 11"},
		{"a condition on a var", routes("    b:\n      model: \"n\"\n      when: \"vars.p == 'x'\"\n"), ""},
		{"a trigger that is not there", routes("    b:\n      model: \"n\"\n      on: [quota]\n"), "C175 11"},
		{"a route to claw with a list", routes("    b:\n      backend: claw\n      model: \"n\"\n"), "C135 7"},
		{"a route from claw", agentOf("  backend: claw\n  fallbacks:\n    b:\n      backend: pi\n      model: \"n\"\n"), "C176 6"},
		{"a route to claw without a list", agentOf("  backend: pi\n  fallbacks:\n    b:\n      backend: claw\n      model: \"n\"\n"), "C176 6"},
		{"a session across backends", agentOf("  backend: claude_code\n  session: persist\n  fallbacks:\n    b:\n      backend: pi\n      model: \"n\"\n"), "C176 7"},
		{"a gate that the route does not keep",
			agentOf("  backend: claude_code\n  permission: deny\n  fallbacks:\n    b:\n      backend: codex\n      model: \"n\"\n"), "C176 7"},
		{"an effort that the route does not have",
			agentOf("  backend: claude_code\n  reasoning_effort: high\n  fallbacks:\n    b:\n      backend: kimi\n      model: \"n\"\n"), "C177 7"},
	})
}

func TestPermissions(t *testing.T) {
	run(t, []row{
		{"rules of a node without a gate", agentOf("  backend: claw\n  deny: [\"Bash\"]\n"), "C111 4"},
		{"rules of a node with a gate", agentOf("  backend: claw\n  permission: deny\n  deny: [\"Bash\"]\n"), ""},
		{"rules that nobody reads", flow("  permission: ask\n  deny: [\"Bash(*)\"]\n"), "C111 7"},
		{"rules that a node's gate applies",
			"agent t:\n  backend: claw\n  permission: deny\nworkflow w:\n  entry: t\n  deny: [\"Bash(*)\"]\n  t -> done\n", ""},
		{"rules that every node replaces",
			"agent t:\n  backend: claw\n  permission: deny\n  deny: [\"Read\"]\nworkflow w:\n  entry: t\n  deny: [\"Bash(*)\"]\n  t -> done\n", "C111 8"},
		{"rules that cannot be read", agentOf("  backend: claw\n  permission: deny\n  deny: [\"Bash(x\", \"(x)\", \"\", \"Bash(git *)\"]\n"), "C154 5, C154 5, C154 5"},
		{"a gate that the backend does not keep", agentOf("  backend: codex\n  permission: deny\n"), "C176 3"},
		{"a gate that asks in a sandbox", agentOf("  backend: claw\n  permission: ask\n"), "C136 4"},
		{"a gate that refuses in a sandbox", agentOf("  backend: claw\n  permission: deny\n"), ""},
		{"a gate on the host", agentOf("  backend: claw\n  permission: ask\n  sandbox: none\n"), "C128 5"},
		{"a gate by a hook on the host", agentOf("  backend: grok\n  permission: deny\n"), "C136 4"},
		{"a gate that has to ask and cannot",
			"agent t:\n  backend: grok\n  permission: deny\n  ask: [\"Bash(x)\"]\n  sandbox: none\n" + tail, "C176 3, C128 6"},
	})
}

// TestQuotesOfCommands reads the shell only as far as its quoting is plain.
func TestQuotesOfCommands(t *testing.T) {
	command := func(s string) string {
		return "dsl: 1\nvars:\n  v: string\ntool t:\n  command: `" + s + "`\n" + tail
	}
	run(t, []row{
		{"single quotes", command("x '{{vars.v}}'"), "C137 5"},
		{"double quotes", command("x \"{{vars.v}}\""), "C137 5"},
		{"between two quoted words", command("x \"$A/a\" {{vars.v}} \"$B/b\""), ""},
		{"a quote that does not end the text", command("x \"a\\\" {{vars.v}}\""), "C137 5"},
		{"a command in double quotes", command("x \"$(y {{vars.v}})\""), ""},
		{"quotes of a command in double quotes", command("x \"$(y '{{vars.v}}')\""), "C137 5"},
		{"behind a here-document", command("cat <<'X'\n'{{vars.v}}'\nX\ny '{{vars.v}}'"), "C137 8"},
		{"behind a here-document with tabs", command("cat <<-X\n\tit's\n\tX\ny '{{vars.v}}'"), "C137 8"},
		{"a here-document that does not end", command("cat <<X\n'{{vars.v}}'"), ""},
		{"a shift is no here-document", command("x $((1<<2)) '{{vars.v}}'"), "C137 5"},
		{"an apostrophe in a comment", command("# don't\nx '{{vars.v}}'"), "C137 6"},
		{"patterns of a case", command("x=$(case a in a) y;; esac); z '{{vars.v}}'"), ""},
		{"a value that is put in as it is", command("x '{{!vars.v}}'"), ""},
		{"a command of a group", "vars:\n  v: string\ngroup g(p):\n  tool a:\n    command: \"x '{{vars.v}}' '{{params.p}}'\"\nuse g as t with { p: \"1\" }\nworkflow w:\n  entry: t.a\n  t.a -> done\n", "C137 6"},
	})
}
