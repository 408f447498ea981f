package rule

import "github.com/boundary-lsp/boundary-lsp/analysis/finding"

// configRules are about .boundary.toml (cli.md, .boundary.toml).
func configRules() []Rule {
	const applies = "What the line should have done is not done; the rest of the file still applies."
	toml := func(text string) Example { return files(".boundary.toml", text) }
	return []Rule{
		{
			Code: "CFG101", Name: "config-syntax",
			Severities: levels(finding.Error),
			Summary:    "`.boundary.toml` is no TOML or no UTF-8.",
			Why:        "Nothing of it can be read: `check` goes on with the defaults, fixes nothing and exits 2; an editor keeps the last good one.",
			Mend:       "Correct the place that the message names.",
			Bad:        toml("[rules\nBND104 = \"off\"\n"),
			Good:       toml("[rules]\nBND104 = \"off\"\n"),
		},
		{
			Code: "CFG102", Name: "config-unknown-key",
			Severities: levels(finding.Error),
			Fixes:      FixOffered,
			Summary:    "`.boundary.toml` has a key or section that does not exist.",
			Why:        "A misspelt key configures nothing, without anybody noticing. " + applies,
			Mend:       "Write the name that the message suggests, or remove the line.",
			Bad:        toml("[docs]\nincludes = [\"guide/**/*.md\"]\n"),
			Good:       toml("[docs]\ninclude = [\"guide/**/*.md\"]\n"),
		},
		{
			Code: "CFG103", Name: "config-bad-value",
			Severities: levels(finding.Error),
			Summary:    "A value in `.boundary.toml` has the wrong type, is none of the words, is out of range, or is missing.",
			Why:        applies,
			Mend:       "Give the value that the message describes.",
			Bad:        toml("[rules]\nBND104 = \"loud\"\n"),
			Good:       toml("[rules]\nBND104 = \"warning\"\n"),
		},
		{
			Code: "CFG104", Name: "config-bad-glob",
			Severities: levels(finding.Error),
			Summary:    "A glob in `.boundary.toml` does not parse.",
			Why:        "It can match no file. " + applies,
			Mend:       "Close the bracket or brace. `**` stands for any number of folders.",
			Bad:        toml("[docs]\ninclude = [\"docs/[a-z/*.md\"]\n"),
			Good:       toml("[docs]\ninclude = [\"docs/[a-z]*/*.md\"]\n"),
		},
		{
			Code: "CFG105", Name: "config-outside-workspace",
			Severities: levels(finding.Error),
			Summary:    "A path in `.boundary.toml` is absolute or leads out of the workspace.",
			Why:        "A repository must not make this program read or write files elsewhere on the machine. " + applies,
			Mend:       "Write a path below the folder of the file, with `/` and without `..`; symbolic links that lead outside do not count either.",
			Bad:        toml("[boundary]\nroots = [\"../bots\"]\n"),
			Good:       toml("[boundary]\nroots = [\".\"]\n"),
		},
		{
			Code: "CFG106", Name: "rule-not-configurable",
			Severities: levels(finding.Error),
			Fixes:      FixOffered,
			Summary:    "`[rules]` sets a rule that is fixed, or lowers one that can only be raised.",
			Why: "The rules that keep untrusted text out of authority, and the content screen, would be off where somebody found them inconvenient. " +
				"The rule keeps its severity.",
			Mend: "Remove the line. `boundary-lsp explain` of the rule says what can be done instead.",
			Bad:  toml("[rules]\nBND101 = \"off\"\nSCR103 = \"hint\"\n"),
			Good: toml("[rules]\nBND104 = \"off\"\nSCR104 = \"error\"\n"),
		},
		{
			Code: "CFG107", Name: "user-only-setting",
			Severities: levels(finding.Warning),
			Fixes:      FixSafe,
			Summary:    "`.boundary.toml` has a `[draft]` section, which only a person may set.",
			Why:        "A repository must not decide which programs are started on the machine of whoever opens it. The section is ignored.",
			Mend:       "Move the settings to the editor (`boundary.draft.*`), to flags, or to boundary-lsp/config.toml in your configuration folder.",
			Bad:        toml("[draft]\nprovider = \"claude\"\n"),
			Good:       toml("# Draft settings are personal and stand elsewhere.\n[rules]\n"),
		},
		{
			Code: "CFG108", Name: "unknown-rule",
			Severities: levels(finding.Warning),
			Fixes:      FixOffered,
			Summary:    "`[rules]` names a rule that does not exist.",
			Why:        "The line changes nothing, so the rule that was meant still has its default severity.",
			Mend:       "Write the code or name that the message suggests, or remove the line.",
			Bad:        toml("[rules]\n\"boundary-heading-from\" = \"off\"\n"),
			Good:       toml("[rules]\n\"boundary-heading-form\" = \"off\"\n"),
		},
		{
			Code: "CFG109", Name: "config-missing-file",
			Severities: levels(finding.Error),
			Summary:    "`.boundary.toml` names a policy file that does not exist.",
			Why:        "Fragments would be judged without the policy that they were meant to obey.",
			Mend:       "Correct the path, or leave the key out: then the nearest boundary.host.toml or .json is used.",
			Bad:        toml("[xmd]\npolicy = \"policies/host.toml\"\n"),
			Good:       toml("[xmd]\nfragments = [\"**/*.fragment.md\"]\n"),
		},
		{
			Code: "CFG110", Name: "duplicate-key-prefix",
			Severities: levels(finding.Error),
			Summary:    "Two workflow files have the same key prefix.",
			Why:        "Nodes are known by their keys. With one prefix for two files, a deferral for one node would exempt another.",
			Mend:       "Give one of the files a prefix of its own under `[boundary.keys]`.",
			Bad: files(".boundary.toml", `
[boundary.keys]
"a.bot" = "cli/default"
"b.bot" = "cli/default"
`).with("a.bot", boundBot, "b.bot", boundBot),
			Good: files(".boundary.toml", `
[boundary.keys]
"a.bot" = "cli/default"
"b.bot" = "cli/nightly"
`).with("a.bot", boundBot, "b.bot", boundBot),
		},
	}
}
