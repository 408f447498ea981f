package botdocs

// words are what the words of properties mean, keyed by `property.word`.
var words = map[string]string{
	"session.fresh":                "a new conversation",
	"session.inherit":              "goes on with the conversation of the node before",
	"session.inherit_if_available": "goes on with the conversation of the node before, a new one where there is none",
	"session.fork":                 "goes on with a copy of the conversation of the node before, which stays as it is",
	"session.artifacts_only":       "a new conversation that is given the artifacts so far",
	"session.persist":              "the conversation of `session_slot:`, kept while the run lasts",

	"interaction.none":          "nobody: the node cannot ask",
	"interaction.human":         "a person",
	"interaction.llm":           "a model, with `interaction_prompt:`",
	"interaction.llm_or_human":  "a model, and a person where it cannot",
	"interaction.review":        "a reviewer, at a gate",
	"interaction.async":         "a person, later: the run goes on meanwhile",
	"interaction.human_or_host": "a person, or the program that runs the engine",

	"await.wait_all":    "for all of them; one that fails fails the node",
	"await.best_effort": "for all of them; those that fail are left out",

	"compress.on":    "shortened",
	"compress.ultra": "shortened more",
	"compress.off":   "as printed",

	"auto_memory.on":  "notes are kept",
	"auto_memory.off": "no notes",

	"permission.off":  "it goes ahead",
	"permission.ask":  "a person is asked",
	"permission.deny": "it is refused",

	"reasoning_effort.low":       "a little",
	"reasoning_effort.medium":    "some",
	"reasoning_effort.high":      "long",
	"reasoning_effort.xhigh":     "longer",
	"reasoning_effort.max":       "as long as the model can",
	"reasoning_effort.ultracode": "as long as the model can, with agents of its own: on `claw` it adds the unbounded tool `agent`",
	"reasoning_effort.none":      "not at all",

	"mode.fan_out_all":  "all edges, at the same time",
	"mode.condition":    "the first edge whose guard holds",
	"mode.round_robin":  "one edge after the other, a different one each time",
	"mode.llm":          "the edge that a model chooses",
	"mode.fan_out_each": "the edge once for each item of `over:`",

	"posture.human_required":   "a person has to agree",
	"posture.agent_verdict_ok": "the verdict of an agent is enough",
	"merge_strategy.squash":    "as one commit",
	"merge_strategy.merge":     "with its commits",
	"merge_into.current":       "the branch that the run started from",
	"merge_into.none":          "nothing is merged",

	"language.js": "JavaScript, by node", "language.node": "JavaScript, by node",
	"language.py": "Python", "language.python": "Python", "language.python3": "Python",
	"language.sh": "the shell", "language.bash": "bash",

	"policy.required":    "the run fails",
	"policy.recover":     "`recovery:` mends it, else the run fails",
	"policy.best_effort": "the run goes on",

	"sandbox.none":           "no container: the node runs on the host",
	"sandbox.auto":           "the container that the repository or the host provides",
	"mode.none":              "no container: the node runs on the host",
	"mode.auto":              "the container that the repository or the host provides",
	"mode.inline":            "the container that this block describes",
	"host_state.auto":        "they are taken along where the backend needs them",
	"host_state.none":        "nothing of the host is taken along",
	"mode.open":              "everything may be reached",
	"mode.allowlist":         "only the hosts of `rules:` may be reached",
	"mode.denylist":          "all but the hosts of `rules:` may be reached",
	"inherit.replace":        "they replace the workflow's",
	"inherit.append":         "they follow the workflow's",
	"worktree.auto":          "a run gets a worktree of its own where there is a repository",
	"worktree.none":          "the run works in the folder where it was started",
	"action.skip":            "no model runs: the node is left out",
	"as.value":               "as text",
	"as.file":                "as the path of a file",
	"transport.stdio":        "a program that is started here",
	"transport.http":         "over HTTP",
	"transport.sse":          "over HTTP, with server-sent events",
	"attachments.file":       "any file",
	"attachments.image":      "an image: models that see are shown it",
	"on.usage_window":        "the limit of use is reached",
	"on.auth":                "the credentials are refused",
	"on.unavailable":         "the service does not answer",
	"on.transient_exhausted": "it failed too often in ways that pass by themselves",
	"on.any":                 "any failure",

	"visibility.bot":           "this bot",
	"visibility.project":       "all bots of the project",
	"visibility.cross_project": "the same bot in all projects",
	"visibility.user":          "all bots of the user",
	"visibility.org":           "the organisation",
	"visibility.global":        "everybody on this host",

	"loop_budget_guard.on": "it does", "loop_budget_guard.off": "it does not",
	"repo_devbox.on": "it is", "repo_devbox.off": "it is not",
	"workspace_checkpoint.on": "it is", "workspace_checkpoint.off": "it is not",
}

// declarations are what the keywords at top level declare.
var declarations = map[string]string{
	"vars":          "values that a launch sets, read as `{{vars.name}}`",
	"presets":       "named sets of values for vars",
	"attachments":   "files that a launch hands over, read as `{{attachments.name}}`",
	"secrets":       "values that no model is to see, read as `{{secrets.name}}`",
	"mcp_server":    "a server that offers tools by the Model Context Protocol",
	"prompt":        "text for a model, read by the properties `system:`, `user:` and their kin",
	"schema":        "the fields and types of what a node takes or gives",
	"cursor":        "a setting that nodes choose a value of",
	"supervisor":    "a model that watches agents while they run; no node of the graph",
	"agent":         "a node that a model runs, with tools",
	"judge":         "a node that a model runs, to come to a verdict",
	"router":        "a node that decides which edges are taken",
	"human":         "a node that waits for a person",
	"tool":          "a node that runs a command, a script or the action of a connector",
	"compute":       "a node that computes its output with expressions",
	"emit":          "a node that sends an event",
	"wait":          "a node that waits for an event",
	"await_answers": "a node that waits for the answers to questions asked earlier",
	"fail":          "a node that ends the run as failed",
	"subbot":        "a node that runs another bot",
	"group":         "nodes and edges that are used several times, each time under a prefix",
	"use":           "puts the nodes of a group into the graph under a prefix",
	"contract":      "what a workflow takes, gives and does, for those who run it",
	"workflow":      "the graph: its entry, its edges and what holds for all nodes",
	"dsl":           "the profile that the file is written in: `1`, or `2` for strings that decode escapes and bodies that keep blank lines",
	"import":        "takes in the declarations of a file under `lib/`",
}

// namespaces are the first words of references.
var namespaces = map[string]string{
	"vars":        "the vars of the run",
	"input":       "what edges handed to the node; on an edge, the output of its source",
	"outputs":     "the results of nodes that have run",
	"artifacts":   "what nodes publish",
	"attachments": "the files of the run",
	"secrets":     "the secrets of the run",
	"loop":        "the state of a loop",
	"each":        "the state of a foreach",
	"run":         "the run itself",
	"params":      "the parameters of the group; they are filled in before anything else",
}

// members are keyed by `namespace.member`.
var members = map[string]string{
	"run.id":                       "`string`, the name of the run",
	"run.elapsed_seconds":          "`float`, how long the run has taken",
	"run.cost_usd":                 "`float`, what the run has cost, in US dollars",
	"run.tokens":                   "`int`, how many tokens the run has used",
	"run.iterations":               "`int`, how many times the run went through its loops",
	"run.max_duration_seconds":     "`float`, the bound of `budget:`",
	"run.max_cost_usd":             "`float`, the bound of `budget:`",
	"run.max_tokens":               "`int`, the bound of `budget:`",
	"run.max_iterations":           "`int`, the bound of `budget:`",
	"run.tree_noise":               "`string`, pathspecs that leave out what the engine itself wrote, for git commands",
	"loop.iteration":               "`int`, the number of the round",
	"loop.max":                     "`int`, the cap of the loop",
	"loop.previous_output":         "`json`, the result of the round before; a field of it may follow",
	"each.item":                    "the item at hand",
	"each.index":                   "`int`, the place of the item, from 0",
	"each.count":                   "`int`, how many items there are",
	"each.first":                   "`bool`, whether it is the first item",
	"each.last":                    "`bool`, whether it is the last item",
	"each.empty":                   "`bool`, whether there is no item",
	"attachments.path":             "`string`, where the file is",
	"attachments.url":              "`string`, the file as a URL",
	"attachments.mime":             "`string`, the type of the file",
	"attachments.size":             "`int`, the size in bytes",
	"attachments.sha256":           "`string`, the digest of the content",
	"secrets.path":                 "`string`, where the file of the secret is",
	"outputs.history":              "`json`, the results of all rounds; the node has to be in a loop",
	"outputs.answers":              "`json`, the answers that came",
	"outputs._session_id":          "`string`, the conversation of the node",
	"outputs._session_fingerprint": "`string`, what tells whether the conversation can be continued",
	"outputs._model":               "`string`, the model that ran",
	"outputs._backend":             "`string`, the backend that ran",
	"outputs._tokens":              "`int`, how many tokens the node used",
	"outputs._fallback_used":       "`string`, the fallback route that was taken",
	"outputs._served_by":           "`string`, who served the model",
	"outputs._skipped":             "`bool`, whether the node was left out",
	"outputs._failed_branches":     "`json`, the branches that failed",
	"outputs._reasoning_effort":    "`string`, how long the model was to think",
}

// functions are the signatures and meanings of bot-language.md 11.
var functions = map[string][2]string{
	"length":   {"length(x)", "how many elements or characters there are"},
	"unique":   {"unique(list)", "the list without repetitions"},
	"contains": {"contains(x, y)", "whether a list or a string holds y"},
	"join":     {"join(list, separator)", "the elements as one string"},
	"tail":     {"tail(list, n)", "the last n elements"},
	"if":       {"if(condition, then, else)", "one of two values"},
	"concat":   {"concat(x, …)", "lists or strings put together"},
	"sort":     {"sort(list)", "the elements in order"},
	"keys":     {"keys(object)", "the keys, as a list"},
	"values":   {"values(object)", "the values, as a list"},
	"sum":      {"sum(list)", "the sum of the numbers"},
	"flatten":  {"flatten(list)", "the elements of the lists in the list"},
	"floor":    {"floor(number)", "the next whole number below"},
	"round":    {"round(number)", "the nearest whole number"},
	"slice":    {"slice(list, from, to)", "the elements from one place up to another"},
	"min":      {"min(x, …)", "the smallest"},
	"max":      {"max(x, …)", "the largest"},
	"map":      {"map(list, x => y)", "what the lambda makes of each element"},
	"filter":   {"filter(list, x => condition)", "the elements for which the lambda holds"},
	"reduce":   {"reduce(list, start, (sum, x) => y)", "the elements taken together one by one"},
}

// newerFunctions are those that the June 2026 engine does not know.
var newerFunctions = []string{"sort", "keys", "values", "sum", "flatten", "floor", "round", "slice", "min", "max", "map", "filter", "reduce"}

// backends are the routes and what a list does there (boundary-class.md 2.1
// and 2.4).
var backends = map[string]string{
	"claw":        "runs in the engine. The `tools:` list **bounds** the node: it has the tools of the list and no others; without a list, none",
	"claude_code": "runs a command line program. The `tools:` list is **subtracted from an open roster** that the engine does not close, so it is no bound",
	"codex":       "runs a command line program. The `tools:` list **picks a sandbox mode** and nothing else: read-only where all names are of `read_file`, `glob`, `grep`, else workspace-write; the built-in shell runs in that mode",
	"pi":          never, "kimi": never, "grok": never, "opencode": never,
	"auto": "names no route: the engine takes the next in line, `default_backend:` and then what it detects, `claude_code` first",
}

const never = "runs a command line program. It **never receives the `tools:` list**, so nothing bounds the node"

// capabilities are what they let a node do (bot-language.md 8.10).
var capabilities = map[string]string{
	"board.read":        "reads the tickets of the board",
	"board.create":      "creates tickets",
	"board.move":        "moves tickets",
	"board.assign":      "assigns tickets",
	"board.label":       "labels tickets",
	"board.close":       "closes tickets",
	"board.comment":     "comments on tickets",
	"watch.subscribe":   "subscribes to watches",
	"watch.unsubscribe": "ends subscriptions to watches",
	"runs.read":         "reads the records of runs",
}

// tools are what the best known names do.
var tools = map[string]string{
	"read_file": "reads a file", "glob": "finds files by their names", "grep": "finds lines in files",
	"web_fetch": "fetches a page", "git_diff": "no registry holds it; authors say with it that a node only reads",
	"git_status": "no registry holds it; authors say with it that a node only reads", "list_files": "no registry holds it; authors say with it that a node only reads",
	"search_codebase": "no registry holds it; authors say with it that a node only reads", "tree": "no registry holds it; authors say with it that a node only reads",
	"write_file": "writes a file", "file_edit": "edits a file", "notebook_edit": "edits a notebook",
	"bash": "runs shell commands", "diagnostic_shell": "runs shell commands", "repl": "runs code",
	"web_search": "searches the web", "agent": "starts an agent of its own, which no list bounds",
	"skill": "follows a skill document", "todo_write": "keeps a list of what is to do",
	"ask_user": "asks a person and waits", "ask_user_async": "asks a person and goes on", "await_answers": "waits for the answers to earlier questions",
	"send_user_message": "tells a person something", "read_image": "looks at an image", "screenshot": "takes a picture of the screen",
	"computer_use": "uses the screen, the mouse and the keyboard", "lsp": "asks a language server",
	"memory_read": "reads the memory", "memory_write": "writes to the memory", "memory_list": "lists the memory",
	"tool_search": "finds tools", "structured_output": "gives the result in its schema", "sleep": "waits",
	"config": "reads and changes settings", "remote_trigger": "starts something elsewhere",
	"enter_plan_mode": "begins to plan", "exit_plan_mode": "ends to plan", "mcp_auth": "signs in to an MCP server",
	"list_mcp_resources": "lists what MCP servers hold", "read_mcp_resource": "reads what an MCP server holds",
	"run_task_packet": "runs a packet of tasks",
}

// environment are the variables that the engine itself sets
// (bot-language.md 12.2).
var environment = map[string]string{
	"PROJECT_DIR":         "set by the engine: the folder of the project",
	"PROJECT_SCRATCH_DIR": "set by the engine: a folder for what is thrown away",
	"BUNDLE_SKILLS_DIR":   "set by the engine: the skills of the bundle; newer than June 2026",
}
