package rule

import "github.com/boundary-lsp/boundary-lsp/analysis/finding"

// styleSkill is a skill document with all that it needs.
const styleSkill = `
---
name: style
description: How reports are written here, with the words to use and to avoid.
---

Write short sentences.
`

// bundleBot is the bot of the examples about bundles.
const bundleBot = `
dsl: 2

vars:
  target: string = "check"

secrets:
  forge_token:
    as: file
    optional: true

tool work:
  command: "make {{vars.target}}"

workflow nightly:
  entry: work
  work -> done
`

// bundleRules are about what stands beside main.bot in a bundle.
func bundleRules() []Rule {
	manifest := func(text string) Example {
		return files("bots/nightly/manifest.yaml", "name: nightly\n"+trim(text)).with("bots/nightly/main.bot", bundleBot)
	}
	skill := func(text string) Example {
		return files("bots/nightly/skills/style.md", text).with("bots/nightly/main.bot", bundleBot)
	}
	// A bundle whose node keeps a memory of the bot.
	memory := func(workflow string) Example {
		return files(
			"bots/nightly/main.bot", `
dsl: 2

agent work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  memory:
    enabled: true
    scope: "reports"
    visibility: bot

workflow `+workflow+`:
  entry: work
  work -> done
`,
			"bots/nightly/manifest.yaml", "name: nightly\n",
		)
	}
	return []Rule{
		{
			Code: "BOT601", Name: "manifest-variable",
			Severities: levels(finding.Warning, finding.Error), SeverityNote: byMark,
			Engine:  engine("C200 W, C201 W, C202 W, C203 W, C204 W, C205, C206, C207, C208, C209"),
			Summary: "The manifest sets a variable, field or chat node that the workflow does not have.",
			Why:     "The value is dropped at launch without a word, and the run starts with the default.",
			Mend:    "Declare the variable in `main.bot`, or correct the manifest.",
			Bad:     manifest("dispatch_vars:\n  tarket: \"{{issue.title}}\"\n"),
			Good:    manifest("dispatch_vars:\n  target: \"{{issue.title}}\"\n"),
		},
		{
			Code: "BOT602", Name: "manifest-forge",
			Severities: levels(finding.Warning, finding.Error), SeverityNote: byMark + "; C212 by case",
			Engine:  engine("C210 W, C211 W, C212"),
			Summary: "The manifest's `forge:` section names a secret that the bot lacks or does not mount as a file, or is half declared.",
			Why:     "The forge's token never reaches the bot, so its replies fail at run time.",
			Mend:    "Declare the secret in `main.bot` with `as: file`, or name the one that is there.",
			Bad:     manifest("forge:\n  events: [pull_request]\n  secret: forge_tokn\n"),
			Good:    manifest("forge:\n  events: [pull_request]\n  secret: forge_token\n"),
		},
		{
			Code: "BOT603", Name: "manifest-capability",
			Severities: levels(finding.Warning),
			Engine:     engine("C220, C221"),
			Summary:    "The manifest lists a capability that no node is granted, or the frontmatter of `main.bot` overrides its list.",
			Why:        "The manifest tells operators what the bot may do. It should not say something else than the bot.",
			Mend:       "Grant the capability to the node that needs it, or take it out; keep one list.",
			Bad:        manifest("capabilities: [board.read]\n"),
			Good:       manifest("description: Runs the checks every night.\n"),
		},
		{
			Code: "BOT604", Name: "bundle-unread",
			Severities: levels(finding.Warning),
			Engine:     engine("C222, C223"),
			Summary:    "The bundle or its manifest could not be read.",
			Why:        "Prompts, skills and variables of the bundle are then unknown, and names that stand there look missing.",
			Mend:       "Correct the manifest; an unknown key is an error there.",
			Bad:        manifest("descripton: Runs the checks every night.\n"),
			Good:       manifest("description: Runs the checks every night.\n"),
		},
		{
			Code: "BOT605", Name: "bundle-name",
			Severities: levels(finding.Error),
			Engine:     engine("C230"),
			Summary:    "Folder, manifest and workflow have different names while a node keeps memory with `visibility: bot`.",
			Why:        "Launches from the command line and from the board use different names, and the bot's memory falls in two.",
			Mend:       "Give all three the same name.",
			Bad:        memory("nightly_check"),
			Good:       memory("nightly"),
		},
		{
			Code: "BOT606", Name: "skill-document",
			Severities: levels(finding.Warning),
			Engine:     engine("C231, C232, C233, C234"),
			Summary:    "A skill document has no name or description, a description that says too little, or a name that is taken.",
			Why:        "A node chooses a skill by its description; one without is never chosen.",
			Mend:       "Write `name:` and a `description:` that says when to use it.",
			Bad:        skill("---\nname: style\n---\n\nWrite short sentences.\n"),
			Good:       skill(styleSkill),
		},
		{
			Code: "BOT607", Name: "engine-floor",
			Severities: levels(finding.Error, finding.Warning), SeverityNote: byMark,
			Engine:  engine("C250, C251 W, C252 W, C253 W"),
			Summary: "The engine version that the manifest requires is malformed or missing.",
			Why:     "An engine that is too old reads the bot wrongly or not at all. Whether the version is high enough for what the bot uses is known to the engine alone (C251).",
			Mend:    "Write the lowest version that has everything the bot uses.",
			Bad:     manifest("requires:\n  iterion: \"latest\"\n"),
			Good:    manifest("requires:\n  iterion: \">= 3.141.0\"\n"),
		},
		{
			Code: "BOT608", Name: "contract-drift",
			Severities: levels(finding.Warning),
			Engine:     engine("C254, C255"),
			Summary:    "The manifest or a `subbot` disagrees with the contract of the bot.",
			Why:        "Callers pass and expect what the contract no longer says.",
			Mend:       "Bring both to the same ports.",
			Bad: files(
				"main.bot", `
dsl: 2

subbot work:
  source: "child.bot"
  with { tarket: "check" }
`+demo,
				"child.bot", contractBot,
			),
			Good: files(
				"main.bot", `
dsl: 2

subbot work:
  source: "child.bot"
  with { target: "check" }
`+demo,
				"child.bot", contractBot,
			),
		},
	}
}

// contractBot is a bot with a contract, for others to call.
const contractBot = `
dsl: 2

vars:
  target: string

contract run:
  version: 1
  inputs:
    target: string

tool work:
  command: "make {{vars.target}}"

workflow child:
  entry: work
  contract: run
  work -> done
`
