package rule

import "github.com/boundary-lsp/boundary-lsp/analysis/finding"

// nameRules are about declarations and the names that refer to them.
func nameRules() []Rule {
	const nearest = "Write the name that the message suggests, or declare what is missing."
	return []Rule{
		{
			Code: "BOT201", Name: "duplicate-name",
			Severities: levels(finding.Error), Fixes: FixOffered,
			Engine:  engine("E010, C007, C024, C041, C050, C051, C072, C086, C090, C091, C192"),
			Summary: "Two declarations of one kind have the same name.",
			Why:     "The engine refuses the file: it could not tell which one a reference means.",
			Mend:    "Rename one of them, or remove the one that is left over.",
			Bad: work(`
tool work:
  command: "make check"

tool work:
  command: "make test"
`),
			Good: bot(`
tool work:
  command: "make check"

tool verify:
  command: "make test"

workflow demo:
  entry: work
  work -> verify -> done
`),
		},
		{
			Code: "BOT202", Name: "unknown-node",
			Severities: levels(finding.Error, finding.Warning), SeverityNote: byMark,
			Fixes:   FixSafe | FixOffered,
			Engine:  engine("C001, C008 (`entry:`), C029, C101 W, C190 W, C242 W"),
			Summary: "An edge, `entry:`, template or `watches:` names a node that does not exist.",
			Why:     "The engine refuses the workflow; a supervisor that watches nothing is silently idle.",
			Mend:    nearest,
			Bad: bot(`
tool work:
  command: "make check"

workflow demo:
  entry: wrok
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
			Code: "BOT203", Name: "unknown-schema",
			Severities: levels(finding.Error), Fixes: FixSafe | FixOffered,
			Engine:  engine("C002"),
			Summary: "`input:` or `output:` names a schema that does not exist.",
			Why:     "The engine refuses the file, and no field of the node can be checked.",
			Mend:    nearest,
			Bad: work(`
schema verdict:
  ok: bool

judge work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  output: verdit
`),
			Good: work(`
schema verdict:
  ok: bool

judge work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  output: verdict
`),
		},
		{
			Code: "BOT204", Name: "unknown-prompt",
			Severities: levels(finding.Error, finding.Warning), SeverityNote: byMark,
			Fixes:   FixSafe | FixOffered,
			Engine:  engine("C003, C193 W"),
			Summary: "A prompt property names a prompt that is neither declared nor a file in `prompts/`.",
			Why:     "The node would run without the text that it was meant to have, its boundary paragraph included.",
			Mend:    nearest,
			Bad: work(`
prompt duty:
  Summarise the report.

agent work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  system: dutty
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
			Code: "BOT205", Name: "unknown-variable",
			Severities: levels(finding.Error), Fixes: FixSafe | FixOffered,
			Engine:  engine("C033, C070"),
			Summary: "A template, expression or preset names a variable that no `vars:` block declares.",
			Why:     "A launch cannot set it, so the engine refuses the file.",
			Mend:    nearest,
			Bad: work(`
vars:
  target: string = "check"

tool work:
  command: "make {{vars.tarket}}"
`),
			Good: work(`
vars:
  target: string = "check"

tool work:
  command: "make {{vars.target}}"
`),
		},
		{
			Code: "BOT206", Name: "unknown-field",
			Severities: levels(finding.Error), Fixes: FixSafe | FixOffered,
			Engine:  engine("C014, C031, C034, C054, C095"),
			Summary: "A guard or reference names a field that the schema does not have.",
			Why:     "The value would never be there: the guard could not fire, the template would have nothing to insert.",
			Mend:    "Write the name that the message suggests, or add the field to the schema.",
			Bad: bot(`
schema verdict:
  ok: bool

judge work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  output: verdict

workflow demo:
  entry: work
  work -> done when okay
  work -> fail else
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
			Code: "BOT207", Name: "unknown-name",
			Severities: levels(finding.Error, finding.Warning), SeverityNote: byMark,
			Fixes:   FixSafe | FixOffered,
			Engine:  engine("C035, C053, C083 W, C093, C116, C147 W, C195"),
			Summary: "A reference names an artifact, attachment, cursor, secret, group, loop or resource that does not exist.",
			Why:     "The engine refuses it or, for cursors and loops, runs on without the value.",
			Mend:    nearest,
			Bad: work(`
secrets:
  forge_token:

tool work:
  command: "publish --token {{secrets.forge_tokn}}"
`),
			Good: work(`
secrets:
  forge_token:

tool work:
  command: "publish --token {{secrets.forge_token}}"
`),
		},
		{
			Code: "BOT208", Name: "node-not-upstream",
			Severities: levels(finding.Error),
			Engine:     engine("C036"),
			Summary:    "A template reads the output of a node that has not run by then.",
			Why:        "There is no path from that node to this one, so the value is never there.",
			Mend:       "Read from a node that comes before, or add the edge that is missing.",
			Bad: bot(`
schema note:
  text: string

tool work:
  command: "echo {{outputs.report.text}}"

tool report:
  command: "make report"
  output: note

workflow demo:
  entry: work
  work -> report -> done
`),
			Good: bot(`
schema note:
  text: string

tool work:
  command: "echo {{outputs.report.text}}"

tool report:
  command: "make report"
  output: note

workflow demo:
  entry: report
  report -> work -> done
`),
		},
		{
			Code: "BOT209", Name: "no-output-schema",
			Severities: levels(finding.Warning),
			Engine:     engine("C032, C140"),
			Summary:    "A reference reads a field of a node that has no `output:` schema, or an empty one.",
			Why:        "Nobody can check the name of the field, and nothing makes the node answer with it.",
			Mend:       "Give the node an `output:` schema with that field.",
			Bad: bot(`
tool report:
  command: "make report"

tool work:
  command: "echo {{outputs.report.text}}"

workflow demo:
  entry: report
  report -> work -> done
`),
			Good: bot(`
schema note:
  text: string

tool report:
  command: "make report"
  output: note

tool work:
  command: "echo {{outputs.report.text}}"

workflow demo:
  entry: report
  report -> work -> done
`),
		},
		{
			Code: "BOT210", Name: "unchecked-word",
			Severities: levels(finding.Hint),
			Summary:    "An expression begins a name with a bare or unknown word, which the engine does not verify.",
			Why:        "A typo there compiles; the guard then reads nothing and is false for ever.",
			Mend:       "Use a plain field after `when`, or a full name such as `outputs.work.status`.",
			Bad: bot(`
schema verdict:
  status: string

judge work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  output: verdict

workflow demo:
  entry: work
  work -> done when "statsu == 'good'"
  work -> fail else
`),
			Good: bot(`
schema verdict:
  status: string

judge work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  output: verdict

workflow demo:
  entry: work
  work -> done when "outputs.work.status == 'good'"
  work -> fail else
`),
		},
	}
}
