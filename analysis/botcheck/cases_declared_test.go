package botcheck

import "testing"

func TestBranches(t *testing.T) {
	graph := func(nodes, edges string) string {
		return "router r:\n  mode: fan_out_all\ntool a:\n  command: \"x\"\ntool b:\n  command: \"x\"\ncompute z:\n  await: wait_all\n  expr:\n    n: \"1\"\n" +
			nodes + "workflow w:\n  entry: r\n" + edges + "  z -> done\n"
	}
	run(t, []row{
		{"branches that meet", graph("", "  r -> a\n  r -> b\n  a -> z\n  b -> z\n"), ""},
		{"a session that persists in a branch",
			graph("agent q:\n  backend: claw\n  session: persist\n", "  r -> a\n  r -> b\n  a -> q\n  q -> z\n  b -> z\n"), "C243 14"},
		{"a session that persists behind the branches",
			graph("agent q:\n  backend: claw\n  session: persist\n", "  r -> a\n  r -> b\n  a -> z\n  b -> z\n  z -> q\n  q -> done\n"), "C010 23"},
		{"a loop inside a branch", graph("", "  r -> a\n  r -> b\n  a -> a as l(2)\n  a -> z\n  b -> z\n"), "C246 4"},
		{"a loop out of a branch", graph("", "  r -> a\n  r -> b\n  a -> r as l(2)\n  a -> z\n  b -> z\n"), "C244 16"},
		{"a loop from where they meet into a branch", graph("", "  r -> a\n  r -> b\n  a -> z\n  b -> z\n  z -> a as l(2)\n"), "C246 4, C244 18"},
		{"a loop around the branches", graph("", "  r -> a\n  r -> b\n  a -> z\n  b -> z\n  z -> r as l(2)\n"), ""},
		{"a loop from the router", graph("", "  r -> a as l(2)\n  r -> b\n  a -> z\n  b -> z\n"), "C244 14"},
		{"two branches with one loop", graph("", "  r -> a\n  r -> b\n  a -> a as l(2)\n  b -> b as l(2)\n  a -> z\n  b -> z\n"), "C246 4, C246 6, C244 17"},
		{"a review in a branch",
			graph("schema s:\n  ok: bool\nhuman q:\n  interaction: llm_or_human\n  model: \"m\"\n  output: s\n", "  r -> q\n  r -> b\n  q -> z\n  b -> z\n"), "C016 4, C245 15"},
		{"two edges to one target", graph("", "  r -> a\n  r -> a\n  r -> b\n  a -> z\n  b -> z\n"), "C249 15"},
		{"two edges that hand over one key", graph("", "  r -> a with { k: \"1\" }\n  r -> a with { k: \"2\" }\n  r -> b\n  a -> z\n  b -> z\n"), "C028 15, C249 15"},
	})
}

func TestLoopExits(t *testing.T) {
	run(t, []row{
		{"a loop with an exit", pair + "  a -> b\n  b -> a as l(2)\n  b -> done\n", ""},
		{"a loop with nothing else", pair + "  a -> b\n  b -> a as l(2)\n", "C145 15"},
		{"a condition that does not cover the cap", pair + "  a -> b when ok\n  a -> a when not ok as l(2)\n  b -> done\n", "C145 15"},
		{"an else at the cap", pair + "  a -> b else\n  a -> a when not ok as l(2)\n  b -> done\n", ""},
		{"conditions that cover every case", pair + "  a -> b when ok\n  a -> done when not ok\n  a -> a as l(2)\n  b -> done\n", ""},
		{"an endless loop with an exit", pair + "  a -> b\n  b -> a as l(unbounded 9)\n  a -> done when ok\n", ""},
		{"an endless loop without an exit", pair + "  a -> b\n  b -> a as l(unbounded 9)\n", "C098 15"},
		{"a foreach that is a loop", pair + "  a -> b as foreach f(x in \"{{outputs.a.word}}\") as l(2)\n  b -> done\n", "C118 14"},
		{"a loop twice", pair + "  a -> b as l(2) as m(2)\n  b -> done\n  a -> done\n", "E030 14"},
	})
}

func TestSessionsWhereNodesMeet(t *testing.T) {
	graph := func(session, edges string) string {
		return "router r:\n  mode: condition\nagent a:\n  backend: claw\nagent b:\n  backend: claw\nagent z:\n  backend: claw\n  session: " + session +
			"\nworkflow w:\n  entry: r\n" + edges
	}
	both := "  r -> a when \"input.x\"\n  r -> b\n  a -> z\n  b -> z\n  z -> done\n"
	run(t, []row{
		{"a session behind two nodes", graph("inherit", both), "C009 10"},
		{"a fresh session behind two nodes", graph("fresh", both), ""},
		{"a session behind one node", graph("inherit", "  r -> a\n  a -> b\n  b -> z\n  z -> done\n"), ""},
		{"a session that a loop comes back to", graph("inherit", "  r -> a\n  a -> z\n  z -> b\n  b -> z as l(2)\n  b -> done\n"), ""},
		{"a session that the round of a loop comes back to",
			graph("inherit", "  r -> z\n  z -> a when \"input.x\" as l(2)\n  z -> done\n  a -> b\n  b -> z\n"), ""},
		{"a cycle that no loop bounds", graph("inherit", "  r -> z\n  z -> a\n  a -> b\n  b -> z\n"), "C009 10, C019 16"},
	})
}

func TestActions(t *testing.T) {
	action := func(s string) string { return "tool t:\n  action: a.b.c\n  connection: x\n" + s + tail }
	run(t, []row{
		{"an action", action("  params:\n    n: 1\n  retry: 2\n  timeout: 30s\n"), ""},
		{"an action that is no operation", "tool t:\n  action: comment\n  connection: x\n" + tail, "C260 3"},
		{"an action without a connection", "tool t:\n  action: a.b.c\n" + tail, "C261 3"},
		{"a connection that is computed", "vars:\n  x: string\ntool t:\n  action: a.b.c\n  connection: \"{{vars.x}}\"\n" + tail, "C261 6"},
		{"an action that recovers", action("  policy: recover\n"), "C262 5"},
		{"an action with a postcondition", action("  postcondition: \"true\"\n"), "C263 5"},
		{"a parameter twice", action("  params:\n    n: 1\n    n: 2\n"), "C264 7"},
		{"a timeout that is none", action("  timeout: \"soon\"\n"), "C265 5"},
		{"a retry that is a duration", action("  retry: 30s\n"), "C265 5"},
		{"properties that only an action reads", "tool t:\n  command: \"x\"\n  retry: 2\n  timeout: 30s\n" + tail, "C266 4, C266 5"},
	})
}

func TestDeclared(t *testing.T) {
	cursor := func(decl, value string) string {
		return "cursor k:\n  " + decl + "\n" + agentOf("  backend: claw\n  cursors:\n    k: "+value+"\n")
	}
	server := func(auth string) string {
		return "mcp_server m:\n  transport: http\n  url: \"https://x\"\n  auth:\n    " + auth + "\n" + flow("")
	}
	secret := func(s string) string { return "secrets:\n  s:\n    " + s + "\n" + flow("") }
	mime := func(s string) string { return "attachments:\n  r: file\n    accept_mime: [\"" + s + "\"]\n" + flow("") }
	run(t, []row{
		{"a value of a cursor", cursor("values:\n    a: \"x\"", "a"), ""},
		{"a value that a cursor does not have", cursor("values:\n    a: \"x\"", "b"), "C084 8"},
		{"a number for the values of a cursor", cursor("values:\n    a: \"x\"", "0.3"), ""},
		{"a number that is too large", cursor("values:\n    a: \"x\"", "2"), "C084 8"},
		{"a number between the bands", cursor("bands:\n    \"0..0.4\": \"x\"\n    \"0.6..1\": \"y\"", "0.5"), "C084 9"},
		{"a value that the host decides", cursor("values:\n    a: \"x\"", "\"${X}\""), ""},
		{"bands that overlap", cursor("bands:\n    \"0..0.5\": \"x\"\n    \"0.5..1\": \"y\"", "0.9"), "C085 5"},
		{"a band outside the range", cursor("bands:\n    \"0..2\": \"x\"", "0.9"), "C085 4"},
		{"a cursor of nothing", cursor("description: \"d\"", "a"), "C085 2"},
		{"a cursor of both kinds", cursor("values:\n    a: \"x\"\n  bands:\n    \"0..1\": \"y\"", "a"), "C085 5"},
		{"a media type that is none", mime("pdf"), "C052 4"},
		{"a media type", mime("image/*"), ""},
		{"a secret as a file", secret("as: file\n    mount_path: \"/run/s\"\n    env: \"S\"\n    hosts: [\"a.b\", \"::1\"]"), ""},
		{"a secret of a kind that is not there", secret("as: nope"), "C094 4"},
		{"a mount of what is no file", secret("mount_path: \"/a\""), "C094 4"},
		{"a mount that is no clean path", secret("as: file\n    mount_path: \"/a/../b\""), "C094 5"},
		{"a variable that is none", secret("as: file\n    env: \"1X\""), "C094 5"},
		{"a host with a scheme", secret("hosts: [\"https://a.b\"]"), "C092 4"},
		{"an auth of a kind that is not served", server("type: \"basic\""), "C038 6"},
		{"an auth without its addresses", server("type: \"oauth2\"\n    client_id: \"x\""), "C038 5"},
		{"an auth", server("type: \"oauth2\"\n    auth_url: \"https://a\"\n    token_url: \"https://a\"\n    client_id: \"x\""), ""},
		{"a browser that the sandbox does not have",
			"mcp_server m:\n  transport: stdio\n  command: \"npx\"\n  args: [\"@playwright/mcp\"]\n" + flow("  sandbox: auto\n"), "C060 2"},
		{"a browser that the sandbox has",
			"mcp_server m:\n  transport: stdio\n  command: \"playwright-mcp\"\n" + flow("  sandbox:\n    image: \"x/sandbox-browser\"\n"), ""},
		{"a threshold above one", flow("  compaction:\n    threshold: 1.5\n"), "C043 7"},
		{"a threshold", agentOf("  backend: claw\n  compaction:\n    threshold: 1\n"), ""},
		{"a resource that nobody can hold", flow("  resources:\n    a: 0\n    b: []\n    c: 1\n"), "C194 7, C194 8"},
		{"a skill in a folder", agentOf("  backend: claw\n  skills: [\"a/b\", \"house.style\", \".x\"]\n"), "C199 4, C199 4"},
		{"a draft as a bot", "subbot t:\n  source: \"x.bot.yaml\"\n" + tail, "C305 3"},
		{"answers to what nobody asks", "agent a:\n  backend: claw\nawait_answers t:\n  from: a\n  timeout: \"1m\"\nworkflow w:\n  entry: a\n  a -> t -> done\n", "C242 5"},
		{"answers of a node that is not there", "await_answers t:\n  from: q\n  timeout: \"1m\"\n" + tail, "C242 3"},
		{"a code of the engine", "fail t:\n  code: TIMEOUT\nworkflow w:\n  entry: t\n", "C248 3"},
		{"a code of the bot's own", "fail t:\n  code: PLAN_REFUSED\nworkflow w:\n  entry: t\n", ""},
		{"a sandbox of nothing", flow("  sandbox:\n    env: { A: \"b\" }\n"), "C044 6"},
		{"a sandbox of too much", flow("  sandbox:\n    image: \"x\"\n    build:\n      dockerfile: \"D\"\n"), "C044 8"},
		{"a state of the host that is not there", flow("  sandbox:\n    image: \"x\"\n    host_state: maybe\n"), "C044 8"},
		{"a quote behind a backslash", "dsl: 1\n" + flow("  sandbox:\n    image: \"x\"\n    post_create: \"echo \\\"a\\\"\"\n"), "C143 8, C143 8"},
		{"a quote without one", flow("  sandbox:\n    image: \"x\"\n    post_create: \"echo 'a'\"\n"), ""},
	})
}

func TestContracts(t *testing.T) {
	bot := func(contract string) string {
		return "vars:\n  goal: string\n  n: int = 3\nschema s:\n  url: string\n  list: string[]\ntool t:\n  command: \"x\"\n  output: s\ntool dead:\n  command: \"x\"\n  output: s\n" +
			"contract k:\n" + contract + "workflow w:\n  contract: k\n  entry: t\n  t -> done when \"input.url == ''\"\n  t -> dead\n  dead -> fail\n"
	}
	run(t, []row{
		{"a contract that is kept", bot("  version: 1\n  inputs:\n    goal: string\n    n: int\n      required: false\n      default: 3\n  outputs:\n    url: string\n      from: t.url\n    whole: s\n      from: t\n  criteria:\n    c:\n      kind: min_length\n      port: output.url\n      params: {min: 1}\n"), ""},
		{"a version that is none", bot("  version: 0\n"), "C300 15"},
		{"an input that is no var", bot("  inputs:\n    gaol: string\n"), "C300 16"},
		{"an input of another type", bot("  inputs:\n    goal: int\n"), "C300 16"},
		{"an input that a node gives", bot("  inputs:\n    goal: string\n      from: t.url\n"), "C300 17"},
		{"an input that is required and has a default", bot("  inputs:\n    n: int\n      required: true\n"), "C300 17"},
		{"an input that is optional and has none", bot("  inputs:\n    goal: string\n      required: false\n"), "C300 17"},
		{"a default of another type", bot("  inputs:\n    n: int\n      required: false\n      default: \"x\"\n"), "C302 18"},
		{"a null for what is not nullable", bot("  inputs:\n    n: int\n      required: false\n      default: null\n"), "C302 18"},
		{"items of what is no array", bot("  inputs:\n    goal: string\n      min_items: 1\n"), "C300 17"},
		{"an output that nothing produces", bot("  outputs:\n    url: string\n"), "C301 16"},
		{"an output of a node that is not there", bot("  outputs:\n    url: string\n      from: q.url\n"), "C301 17"},
		{"an output of a field that is not there", bot("  outputs:\n    url: string\n      from: t.ulr\n"), "C301 17"},
		{"an output of another type", bot("  outputs:\n    url: int\n      from: t.url\n"), "C301 16"},
		{"a file of a node that publishes none", bot("  outputs:\n    f: string\n      from: t\n      file:\n        media_type: \"text/plain\"\n"), "C301 17"},
		{"an output with a default", bot("  outputs:\n    url: string\n      from: t.url\n      default: \"x\"\n"), "C301 18"},
		{"an output of a failure", bot("  outputs:\n    url: string\n      from: dead.url\n"), "C304 17"},
		{"a criterion without a kind", bot("  inputs:\n    goal: string\n  criteria:\n    c:\n      port: input.goal\n"), "C302 18"},
		{"a criterion of a port that is not there", bot("  criteria:\n    c:\n      kind: pattern\n      port: input.goal\n"), "C302 18"},
		{"a criterion of another type", bot("  inputs:\n    n: int\n  criteria:\n    c:\n      kind: pattern\n      port: input.n\n"), "C302 20"},
		{"a criterion without its length", bot("  inputs:\n    goal: string\n  criteria:\n    c:\n      kind: min_length\n      port: input.goal\n"), "C302 19"},
		{"a criterion that nobody evaluates", bot("  inputs:\n    goal: string\n  criteria:\n    c:\n      kind: polite\n      port: input.goal\n"), "C303 19"},
		{"a contract twice", "contract k:\n  version: 1\n\ncontract k:\n  version: 1\n\n" + flow(""), "C300 5"},
		{"a contract that is not there", flow("  contract: k\n"), "C300 6"},
	})
}
