package rule

import "github.com/boundary-lsp/boundary-lsp/analysis/finding"

// typeRules are about types, templates and expressions.
func typeRules() []Rule {
	return []Rule{
		{
			Code: "BOT401", Name: "malformed-template",
			Severities: levels(finding.Error),
			Engine:     engine("C004 (template), C148"),
			Summary:    "A `{{…}}` is no reference: it has no known namespace, is not closed, or stands where only `vars.` may.",
			Why:        "Templates have no filters, conditions, defaults or escapes. A literal `{{` cannot be written, not even in a shell command.",
			Mend:       "Write `{{namespace.name}}`. Build the braces differently where a program wants them as they are.",
			Bad: work(`
tool work:
  command: "docker inspect --format '{{.State}}' web"
`),
			Good: work(`
tool work:
  command: "docker inspect web | jq -r '.[0].State'"
`),
		},
		{
			Code: "BOT402", Name: "malformed-expression",
			Severities: levels(finding.Error),
			Engine:     engine("C040, C138"),
			Summary:    "An expression does not parse, or calls a function that does not exist or takes other arguments.",
			Why:        "The engine refuses the edge or the node.",
			Mend:       "Compare with `==`, join with `&&` and `||`, and give functions the arguments they take.",
			Bad:        bot(judgeWork + "  work -> done when \"outputs.work.area = 'docs'\"\n  work -> fail else\n"),
			Good:       bot(judgeWork + "  work -> done when \"outputs.work.area == 'docs'\"\n  work -> fail else\n"),
		},
		{
			Code: "BOT403", Name: "type-mismatch",
			Severities: levels(finding.Error, finding.Warning), SeverityNote: byMark,
			Fixes:   FixOffered,
			Engine:  engine("C071, C107 W, C108 W, C109, C120 W, C121, C146 W"),
			Summary: "A value has another type than the variable, field or operator wants.",
			Why:     "A default is refused, a comparison is always false, a division loses its fraction.",
			Mend:    "Write a value of the declared type, or change the type.",
			Bad: work(`
vars:
  retries: int = "3"

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
			Code: "BOT404", Name: "bad-enum",
			Severities: levels(finding.Error, finding.Warning), SeverityNote: byMark,
			Engine:  engine("C125, C126, C127 W, C161 (a default outside its `matching:`)"),
			Summary: "A variable's `enum:` or `matching:` does not fit its type or its default.",
			Why:     "A launch that sets nothing would start with a value that the variable itself forbids.",
			Mend:    "Choose a default among the values, list each value once, and constrain strings only.",
			Bad: work(`
vars:
  target: string [enum: "check", "test"] = "all"

tool work:
  command: "make {{vars.target}}"
`),
			Good: work(`
vars:
  target: string [enum: "check", "test"] = "check"

tool work:
  command: "make {{vars.target}}"
`),
		},
		{
			Code: "BOT405", Name: "quoted-template",
			Severities: levels(finding.Error, finding.Warning), SeverityNote: byCase,
			Fixes:   FixOffered,
			Engine:  engine("C137, C143 W"),
			Summary: "Quotes stand around a template in a shell command.",
			Why:     "The engine quotes the value itself. A second pair ends that quoting, and the value can then run as a command.",
			Mend:    "Remove the quotes; a value with blanks stays one word.",
			Bad: work(`
vars:
  folder: string = "."

tool work:
  command: "make -C '{{vars.folder}}' check"
`),
			Good: work(`
vars:
  folder: string = "."

tool work:
  command: "make -C {{vars.folder}} check"
`),
		},
		{
			Code: "BOT406", Name: "include-unresolved",
			Severities: levels(finding.Error),
			Engine:     engine("C055"),
			Summary:    "An `{{include \"…\"}}` names a file that cannot be included.",
			Why:        "The prompt would lack that text. A file must lie beside the prompt's file or below, and have at most 256 KiB.",
			Mend:       "Correct the path, or move the file.",
			Bad: work(`
prompt duty:
  Summarise the report.
  {{include "../style.md"}}

agent work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  system: duty
`),
			Good: work(`
prompt duty:
  Summarise the report.
  {{include "style.md"}}

agent work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  system: duty
`).with("style.md", "Write short sentences.\n"),
		},
	}
}
