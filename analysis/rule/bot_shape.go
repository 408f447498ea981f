package rule

import "github.com/boundary-lsp/boundary-lsp/analysis/finding"

// shapeRules are about text and shape: what the parser says, and the two
// places where the engine reads a file otherwise than it looks.
func shapeRules() []Rule {
	return []Rule{
		{
			Code: "BOT101", Name: "unexpected-token",
			Severities: levels(finding.Error), Fixes: FixOffered,
			Engine:  engine("E001"),
			Summary: "A word or sign stands where the language has no place for it.",
			Why:     "The engine refuses the file, and may misread what follows.",
			Mend:    "Look for a misspelt keyword, a stray bracket, or a line that belongs to another block.",
			Bad: work(`
tol work:
  command: "make check"
`),
			Good: work(`
tool work:
  command: "make check"
`),
		},
		{
			Code: "BOT102", Name: "missing-token",
			Severities: levels(finding.Error), Fixes: FixOffered,
			Engine:  engine("E002"),
			Summary: "Something is missing: a colon, a name, quotes, a closing bracket, an arrow.",
			Why:     "The engine refuses the file. Values with a dash, a slash or a unit need quotes, and a list in brackets stays on one line.",
			Mend:    "Add what the message names.",
			Bad: work(`
tool work
  command: "make check"
`),
			Good: work(`
tool work:
  command: "make check"
`),
		},
		{
			Code: "BOT103", Name: "bad-indentation",
			Severities: levels(finding.Error), Fixes: FixSafe | FixOffered, FixNote: "tabs to spaces",
			Engine:  engine("E003"),
			Summary: "A line is indented with a tab, or to a level that no block has.",
			Why:     "The engine drops a line that begins with a tab, and its properties with it.",
			Mend:    "Indent with spaces, and all lines of one block alike.",
			Bad:     work("## The next line but one begins with a tab.\ntool work:\n\tcommand: \"make check\"\n"),
			Good: work(`
tool work:
  command: "make check"
`),
		},
		{
			Code: "BOT104", Name: "unterminated-text",
			Severities: levels(finding.Error), Fixes: FixOffered,
			Engine:  engine("E004"),
			Summary: "A string or a raw string is not closed.",
			Why:     "A string ends at its line; a raw string without its closing backtick swallows the rest of the file.",
			Mend:    "Close it. A raw string cannot hold a backtick: one inside it ends it early.",
			Bad: work(`
tool work:
  command: "make check
`),
			Good: work(`
tool work:
  command: "make check"
`),
		},
		{
			Code: "BOT105", Name: "unknown-escape",
			Severities: levels(finding.Error), Fixes: FixOffered,
			Engine:  engine("E005"),
			Summary: "A string in a `dsl: 2` file has a backslash before a character that makes no escape.",
			Why:     "Profile 2 knows `\\\"`, `\\\\`, `\\n`, `\\t`, `\\r` and `\\0`, and refuses the rest.",
			Mend:    "Write the backslash twice, or use a raw string in backticks.",
			Bad: work(`
tool work:
  command: "grep '\d' report.txt"
`),
			Good: work(`
tool work:
  command: "grep '\\d' report.txt"
`),
		},
		{
			Code: "BOT106", Name: "invalid-utf8",
			Severities: levels(finding.Error),
			Engine:     engine("E006"),
			Summary:    "The file has bytes that are not UTF-8.",
			Why:        "The engine refuses the file; an older one replaces the bytes without a word.",
			Mend:       "Save the file as UTF-8.",
			Bad:        work("## Latin-1 bytes\ntool work:\n  command: \"echo caf\xe9\"\n"),
			Good:       work("## UTF-8\ntool work:\n  command: \"echo café\"\n"),
		},
		{
			Code: "BOT107", Name: "unknown-property",
			Severities: levels(finding.Error), Fixes: FixSafe | FixOffered, FixNote: "`rtk` to `compress`",
			Engine: engine("E012"), Tags: []Tag{TagDeprecated},
			Summary: "A declaration has a property that its kind does not have.",
			Why:     "The engine refuses the file. `rtk`, the old name of `compress`, is no longer read either.",
			Mend:    "Write the name that the message suggests, or move the property to the declaration that has it.",
			Bad: work(`
agent work:
  modle: "anthropic/claude-opus-4-8"
  backend: claw
`),
			Good: work(`
agent work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
`),
		},
		{
			Code: "BOT108", Name: "missing-property",
			Severities: levels(finding.Error), Fixes: FixOffered,
			Engine:  engine("C008 (no `entry:`), C039, C113, C119, C196, C197, C241, E013"),
			Summary: "A declaration lacks a property that it must have, such as the `entry:` of a workflow.",
			Why:     "The engine cannot run it: it would not know where to begin, what to compute or how long to wait.",
			Mend:    "Add the property that the message names.",
			Bad: bot(`
tool work:
  command: "make check"

workflow demo:
  work -> done
`),
			Good: bot(`
tool work:
  command: "make check"

workflow demo:
  entry: work
  work -> done
`),
		},
		{
			Code: "BOT109", Name: "duplicate-block",
			Severities: levels(finding.Error), Fixes: FixOffered,
			Engine:  engine("E014"),
			Summary: "A file has a second `vars:`, `presets:`, `attachments:` or `secrets:` block.",
			Why:     "The engine keeps the first block and ignores the second as a whole.",
			Mend:    "Merge the two.",
			Bad: work(`
vars:
  target: string = "check"

vars:
  folder: string = "."

tool work:
  command: "make -C {{vars.folder}} {{vars.target}}"
`),
			Good: work(`
vars:
  target: string = "check"
  folder: string = "."

tool work:
  command: "make -C {{vars.folder}} {{vars.target}}"
`),
		},
		{
			Code: "BOT110", Name: "bad-value",
			Severities: levels(finding.Error), Fixes: FixOffered,
			Engine:  engine("E020, C027, C043, C044, C046, C102, C103, C110, C122, C131, C132 W, C133, C134, C139, C142, C170, C194"),
			Summary: "A property has a value that is none of its words, or is out of range.",
			Why:     "The engine refuses it. A bool is `true` or `false` only, and enum members stand in quotes.",
			Mend:    "Write one of the values that the message lists.",
			Bad: work(`
agent work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  readonly: yes
`),
			Good: work(`
agent work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  readonly: true
`),
		},
		{
			Code: "BOT111", Name: "unknown-type",
			Severities: levels(finding.Error), Fixes: FixOffered,
			Engine:  engine("E021"),
			Summary: "A variable, schema field or attachment has a type that does not exist.",
			Why:     "The engine refuses the file.",
			Mend:    "Use `string`, `bool`, `int`, `float`, `json` or `string[]`; for attachments `file` or `image`.",
			Bad: work(`
vars:
  retries: integer = 3

tool work:
  command: "make check RETRIES={{vars.retries}}"
`),
			Good: work(`
vars:
  retries: int = 3

tool work:
  command: "make check RETRIES={{vars.retries}}"
`),
		},
		{
			Code: "BOT112", Name: "edge-clause-conflict",
			Severities: levels(finding.Error), Fixes: FixOffered,
			Engine:  engine("E030, E031, E032"),
			Summary: "An edge has a clause twice, both `when` and `else`, or a clause before a further arrow.",
			Why:     "The engine refuses the edge, and the nodes behind it may no longer be reachable.",
			Mend:    "Keep one clause of each kind, and write clauses behind the last arrow.",
			Bad: bot(`
schema verdict:
  ok: bool

judge work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  output: verdict

workflow demo:
  entry: work
  work -> done when ok
  work -> fail when not ok else
`),
			Good: bot(`
schema verdict:
  ok: bool

judge work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  output: verdict

workflow demo:
  entry: work
  work -> done when ok
  work -> fail else
`),
		},
		{
			Code: "BOT113", Name: "bad-profile-header",
			Severities: levels(finding.Error), Fixes: FixOffered,
			Engine:  engine("E040, E041, E042, E043"),
			Summary: "The `dsl:` line is malformed, names an unknown profile, stands too late, or forbids something that the file has.",
			Why:     "The profile decides how strings and prompts are read. Without a good header the file is read in profile 1.",
			Mend:    "Write `dsl: 2` once, before everything but comments, and remove what profile 2 no longer has.",
			Bad:     files("main.bot", "dsl: 9\n\ntool work:\n  command: \"make check\"\n"+demo),
			Good:    files("main.bot", "dsl: 2\n\ntool work:\n  command: \"make check\"\n"+demo),
		},
		{
			Code: "BOT114", Name: "bad-import",
			Severities: levels(finding.Error), Fixes: FixOffered,
			Engine:  engine("E044, E045, E046, E047, C030 (newest)"),
			Summary: "An import stands too late, has a path that is not allowed, cannot be read, or leads in a circle.",
			Why:     "Without the fragment its prompts, schemas and nodes are missing, and nothing can be said about what uses them.",
			Mend:    "Import files below `lib/`, with forward slashes and without `..`, before the first declaration.",
			Bad: files(
				"main.bot", "dsl: 2\n\nimport \"../shared/tools.bot\"\n"+demo,
			),
			Good: files(
				"main.bot", "dsl: 2\n\nimport \"lib/tools.bot\"\n"+demo,
				"lib/tools.bot", "dsl: 2\n\ntool work:\n  command: \"make check\"\n",
			),
		},
		{
			Code: "BOT115", Name: "reserved-name",
			Severities: levels(finding.Error),
			Engine:     engine("E011, C042"),
			Summary:    "A declaration is named `done` or `fail`.",
			Why:        "These are the two ends of every workflow; an edge to such a node would end the run.",
			Mend:       "Choose another name.",
			Bad: bot(`
tool done:
  command: "make report"

workflow demo:
  entry: done
`),
			Good: bot(`
tool report:
  command: "make report"

workflow demo:
  entry: report
  report -> done
`),
		},
		{
			Code: "BOT116", Name: "profile-difference",
			Severities: levels(finding.Warning), Fixes: FixOffered,
			Engine:  engine("C144"),
			Summary: "The file has no `dsl:` line, and profile 2 would read it differently.",
			Why:     "Profile 1 keeps backslashes in strings and drops blank lines from prompts, which is rarely what the author sees.",
			Mend:    "Say which reading is meant: `dsl: 1` keeps today's, `dsl: 2` takes the new one.",
			Bad:     files("main.bot", "tool work:\n  command: \"grep -c \\\"done\\\" report.txt\"\n"+demo),
			Good:    files("main.bot", "dsl: 2\n\ntool work:\n  command: \"grep -c \\\"done\\\" report.txt\"\n"+demo),
		},
		{
			Code: "BOT117", Name: "engine-reads-differently",
			Severities: levels(finding.Warning), Fixes: FixOffered,
			Summary: "The engine reads this place otherwise than its layout suggests.",
			Why: "A closing brace on a deeper line ends the workflow, a `|` text can swallow the property below it, " +
				"and a shallow line ends a prompt. The engine does not say so where it happens.",
			Mend: "Put the brace at the column of the line that opened it; indent the text deeper than its key, and the line into its prompt.",
			Bad: bot(`
schema note:
  text: string

tool work:
  command: "make check"
  output: note

tool report:
  command: "echo {{input.text}}"
  input: note

workflow demo:
  entry: work
  work -> report with {
    text: "{{outputs.work.text}}"
    }
  report -> done
`),
			Good: bot(`
schema note:
  text: string

tool work:
  command: "make check"
  output: note

tool report:
  command: "echo {{input.text}}"
  input: note

workflow demo:
  entry: work
  work -> report with {
    text: "{{outputs.work.text}}"
  }
  report -> done
`),
		},
	}
}
