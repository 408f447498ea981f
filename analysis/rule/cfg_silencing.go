package rule

import "github.com/boundary-lsp/boundary-lsp/analysis/finding"

// silencingRules are about `boundary: ignore` comments and files that cannot
// be analysed (cli.md, Silencing).
func silencingRules() []Rule {
	// A bot whose node gets the info finding BND102 on its last property.
	recall := func(property string) Example {
		return work(`
prompt duty:
  Label the ticket by its area.

agent work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  system: duty
  tools: [read_file]
  ` + property + "\n")
	}
	return []Rule{
		{
			Code: "CFG301", Name: "silencing-without-reason",
			Severities: levels(finding.Warning),
			Config:     ConfigAny,
			Summary:    "A `boundary: ignore` comment gives no reason, so it silences nothing.",
			Why:        "Whoever reads the comment later has to know whether it still holds.",
			Mend:       "Add a dash, with a blank on both sides, and the reason.",
			Bad:        recall("auto_memory: on  ## boundary: ignore BND102"),
			Good:       recall("auto_memory: on  ## boundary: ignore BND102 — the memory folder is empty"),
		},
		{
			Code: "CFG302", Name: "silencing-unused",
			Severities: levels(finding.Warning),
			Fixes:      FixSafe, Config: ConfigAny,
			Summary: "A `boundary: ignore` comment silences nothing.",
			Why:     "The finding is gone or stands elsewhere; the comment would hide the next one unseen.",
			Mend:    "Remove the comment, or move it to the finding's line or the line above.",
			Bad:     recall("auto_memory: off  ## boundary: ignore BND102 — the memory folder is empty"),
			Good:    recall("auto_memory: off"),
		},
		{
			Code: "CFG303", Name: "silencing-unknown-rule",
			Severities: levels(finding.Warning),
			Fixes:      FixOffered, Config: ConfigAny,
			Summary: "A `boundary: ignore` comment names a rule that does not exist.",
			Why:     "That name silences nothing; other names in the same comment still count.",
			Mend:    "Write the code or name that the message suggests.",
			Bad:     recall("auto_memory: on  ## boundary: ignore member-by-hnad — the memory folder is empty"),
			Good:    recall("auto_memory: on  ## boundary: ignore member-by-hand — the memory folder is empty"),
		},
		{
			Code: "CFG304", Name: "silencing-refused",
			Severities: levels(finding.Error),
			Fixes:      FixOffered,
			Summary:    "A `boundary: ignore` comment names a rule that cannot be silenced.",
			Why:        "The finding stays. A comment that seems to hide it would mislead the next reader.",
			Mend:       "Remove the comment. `boundary-lsp explain` of the rule says what can be done instead.",
			Bad: work(`
prompt duty:
  Label the ticket by its area.

agent work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  system: duty  ## boundary: ignore BND101 — we trust our tickets
  tools: [bash]
`),
			Good: work(`
prompt duty:
  Label the ticket by its area.
` + boundary + `
agent work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  system: duty
  tools: [bash]
`),
		},
		{
			Code: "CFG401", Name: "file-too-large",
			Severities: levels(finding.Error),
			Summary:    "A document is over 8 MiB, a playbook over 1 MiB; it is not analysed.",
			Why:        "Nothing else is said about the file, so no finding in it means nothing.",
			Mend:       "Split the file, or exclude it if it is no source at all.",
			Bad:        note("No example: it would have to be over 8 MiB long."),
			Good:       note("Any file below the limit."),
		},
		{
			Code: "CFG402", Name: "document-not-text",
			Severities: levels(finding.Error),
			Summary:    "A playbook, Markdown or shell document is not valid UTF-8.",
			Why:        "Each reader of the file may see other text in the bad bytes. Here they count as U+FFFD, and the rest is analysed.",
			Mend:       "Save the file as UTF-8. Bots have BOT106 for this.",
			Bad:        files("docs/menu.md", "# Latin-1 bytes\n\nA caf\xe9.\n"),
			Good:       files("docs/menu.md", "# UTF-8\n\nA café.\n"),
		},
		{
			Code: "CFG403", Name: "analysis-failed",
			Severities: levels(finding.Error),
			Summary:    "An internal error stopped the analysis of this file; the exit code is 2.",
			Why:        "The file counts as unchecked. It is our mistake, not yours; all other files were checked.",
			Mend:       "Report it with the file, or the part of it that still fails.",
			Bad:        note("No example: one would be a bug to mend."),
			Good:       note("Every file."),
		},
	}
}
