package rule

import "github.com/boundary-lsp/boundary-lsp/analysis/finding"

// nodeRules are about the properties of nodes: how they run and what they may
// use.
func nodeRules() []Rule {
	return []Rule{
		{
			Code: "BOT501", Name: "bad-recipe",
			Severities: levels(finding.Error, finding.Warning), SeverityNote: byMark,
			Engine:  engine("C004 (recipe), C104, C105, C106 W, C260, C261, C262, C263, C264, C265, C266 W"),
			Summary: "A tool node has no recipe, more than one, or parts of one that do not go together.",
			Why:     "A tool runs exactly one of `command`, `script` and `action`; `language` belongs to a script, `recovery` to a postcondition.",
			Mend:    "Keep one recipe and the properties that belong to it.",
			Bad: work(`
tool work:
  command: "make check"
  script: "print('checked')"
  language: python
`),
			Good: work(`
tool work:
  script: "print('checked')"
  language: python
`),
		},
		{
			Code: "BOT502", Name: "no-model",
			Severities: levels(finding.Error, finding.Warning), SeverityNote: byCase,
			Engine:  engine("C018"),
			Summary: "An agent, judge, `llm` router or model-answered human node has neither a model nor a backend.",
			Why:     "What runs then depends on the credentials that the engine finds on the machine, if any.",
			Mend:    "Set `model:` and `backend:` on the node, or `default_backend:` on the workflow.",
			Bad: work(`
prompt duty:
  Summarise the report.

agent work:
  system: duty
`),
			Good: work(`
prompt duty:
  Summarise the report.

agent work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  system: duty
`),
		},
		{
			Code: "BOT503", Name: "tool-list-not-enforced",
			Severities: levels(finding.Error, finding.Warning), SeverityNote: byMark,
			Engine:  engine("C135, C270 W"),
			Summary: "`tools:` names a tool that the backend does not have, or stands on a backend that never receives the list.",
			Why:     "The node lacks a tool that its prompt counts on, or holds far more than its list says.",
			Mend:    "Correct the name, or run the node on `claw`, where the list is the bound.",
			Bad: work(`
agent work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  tools: [raed_file]
`),
			Good: work(`
agent work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  tools: [read_file]
`),
		},
		{
			Code: "BOT504", Name: "bad-mcp-server",
			Severities: levels(finding.Error),
			Engine:     engine("C025, C038, C060"),
			Summary:    "An `mcp_server` has properties that do not fit its transport, an unknown auth type, or an image without the browser it needs.",
			Why:        "The server cannot be started or reached, and the node lacks its tools.",
			Mend:       "`stdio` needs `command`; `http` and `sse` need `url` and no command; the only auth type is \"oauth2\".",
			Bad: work(`
mcp_server tickets:
  transport: stdio
  url: "https://tickets.example.org/mcp"

tool work:
  command: "make check"
`),
			Good: work(`
mcp_server tickets:
  transport: http
  url: "https://tickets.example.org/mcp"

tool work:
  command: "make check"
`),
		},
		{
			Code: "BOT505", Name: "backend-mismatch",
			Severities: levels(finding.Warning, finding.Error), SeverityNote: byMark,
			Engine:  engine("C030 W (June), C047 W, C087 W, C088 W, C089 W, C172 W, C174 W, C267"),
			Summary: "A node asks its backend or model for something that it does not do.",
			Why:     "The property is ignored: no memory, no second provider, no deeper reasoning, and mostly no word about it.",
			Mend:    "Choose a backend that has it, or remove the property.",
			Bad: work(`
agent work:
  backend: codex
  tools: [read_file]
  memory:
    enabled: true
    scope: "reports"
`),
			Good: work(`
agent work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  tools: [read_file]
  memory:
    enabled: true
    scope: "reports"
`),
		},
		{
			Code: "BOT506", Name: "permission-rule",
			Severities: levels(finding.Error, finding.Warning), SeverityNote: byMark,
			Engine:  engine("C111 W, C112 W, C136 W, C154"),
			Summary: "Permission rules stand where nothing enforces them, or cannot be read.",
			Why:     "Rules without a gate bound nothing: the node runs as if they were not there.",
			Mend:    "Set `permission: ask` or `deny` on the node or workflow, and write rules as `Tool(pattern)`.",
			Bad: work(`
agent work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  tools: [read_file]
  deny: ["Read(secrets/**)"]
`),
			Good: work(`
agent work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  tools: [read_file]
  permission: deny
  deny: ["Read(secrets/**)"]
`),
		},
		{
			Code: "BOT507", Name: "bad-capability",
			Severities: levels(finding.Error, finding.Warning), SeverityNote: byMark,
			Fixes:   FixSafe | FixOffered,
			Engine:  engine("C080 W, C081, C082 W"),
			Summary: "A capability is unknown, malformed, or out of reach from a sandbox.",
			Why:     "The node does not get what it asks for. An unknown capability also counts as acting.",
			Mend:    "Write a known one, such as `board.read` or `board.comment`.",
			Bad: work(`
agent work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  capabilities: [board.raed]
`),
			Good: work(`
agent work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  capabilities: [board.read]
`),
		},
		{
			Code: "BOT508", Name: "bad-memory",
			Severities: levels(finding.Error),
			Engine:     engine("C048, C171"),
			Summary:    "A `memory:` block is enabled without a `scope`, or has `visibility` and `project_root` at once.",
			Why:        "The engine would not know which memory is meant.",
			Mend:       "Name the scope, and say by `visibility` alone who shares it.",
			Bad: work(`
agent work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  memory:
    enabled: true
`),
			Good: work(`
agent work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  memory:
    enabled: true
    scope: "reports"
`),
		},
		{
			Code: "BOT509", Name: "sandbox-off",
			Severities: levels(finding.Warning),
			Engine:     engine("C128"),
			Summary:    "`sandbox: none` switches the sandbox off.",
			Why:        "Commands of the node run on the host, with the access of whoever started the run.",
			Mend:       "Use `sandbox: auto`, or silence this with the reason why the host is needed.",
			Bad: work(`
tool work:
  command: "make check"
  sandbox: none
`),
			Good: work(`
tool work:
  command: "make check"
  sandbox: auto
`),
		},
		{
			Code: "BOT510", Name: "bad-cursor",
			Severities: levels(finding.Error),
			Engine:     engine("C084, C085"),
			Summary:    "A cursor is declared wrongly, or set to a value that it does not have.",
			Why:        "The setting has no text to put into the prompt.",
			Mend:       "Declare either `values:` or `bands:` within 0 and 1 that do not overlap, and set one of them.",
			Bad: work(`
cursor tone:
  description: "How the answer is written"
  values:
    plain: "Write short sentences."
    formal: "Write full sentences."

agent work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  cursors:
    tone: casual
`),
			Good: work(`
cursor tone:
  description: "How the answer is written"
  values:
    plain: "Write short sentences."
    formal: "Write full sentences."

agent work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  cursors:
    tone: plain
`),
		},
	}
}
