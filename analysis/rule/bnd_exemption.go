package rule

import "github.com/boundary-lsp/boundary-lsp/analysis/finding"

// Two nodes: one acts and has its paragraph, the other only reads.
const pairBot = `
dsl: 2

prompt duty:
  Label the ticket by its area.
` + boundary + `
prompt planning:
  Say in which order the tickets are worked on.

agent label:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  system: duty
  tools: [read_file, bash]

agent plan:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  system: planning
  tools: [read_file]

workflow triage:
  entry: plan
  plan -> label -> done
`

// exemptionRules guard the entries of .boundary.toml (boundary-class.md 9).
func exemptionRules() []Rule {
	leaveOut := func(section string) string {
		return "If you do not want this rule, leave " + section + " out of .boundary.toml."
	}
	return []Rule{
		{
			Code: "BND401", Name: "stale-deferral",
			Severities: levels(finding.Error),
			Fixes:      FixSafe,
			Summary:    "A deferral defers nothing: the paragraph is there, the node does not act or does not exist, or the date is past.",
			Why:        "A stale exemption is a hole that waits: when the node changes again, nobody is told that its paragraph is missing.",
			Mend:       "Remove the entry. If the date is past and the paragraph still missing, write it or agree on a new date.",
			Instead:    leaveOut("`[[boundary.deferred]]`"),
			Bad: files(".boundary.toml", `
# The node carries its paragraph by now.
[[boundary.deferred]]
node = "triage/label"
owner = "release crew"
reason = "rewritten with the v2 prompts"
`).with("bots/triage/main.bot", boundBot),
			Good: files(".boundary.toml", `
# Nothing is owed any more, so nothing is deferred.
[boundary]
roots = ["bots"]
`).with("bots/triage/main.bot", boundBot),
		},
		{
			Code: "BND402", Name: "invalid-deferral",
			Severities: levels(finding.Error),
			Summary:    "A deferral has no owner or no reason, is a pattern, repeats a node, or names a supervisor.",
			Why:        "An exemption that nobody owns is never paid back, and a pattern exempts nodes that nobody has looked at. Such an entry defers nothing.",
			Mend:       "Write one entry per node, with `owner` and `reason`. Supervisors cannot be deferred.",
			Instead:    leaveOut("`[[boundary.deferred]]`"),
			Bad: files(".boundary.toml", `
[[boundary.deferred]]
node = "triage/*"
owner = "release crew"
reason = "rewritten with the v2 prompts"
`).with("bots/triage/main.bot", bareBot),
			Good: files(".boundary.toml", deferral).with("bots/triage/main.bot", bareBot),
		},
		{
			Code: "BND403", Name: "unnamed-departure",
			Severities: levels(finding.Error),
			Summary:    "A node is outside the acting class and no entry of .boundary.toml says that this is meant.",
			Why:        "A node leaves the class when a list or a backend changes, and that may be a mistake. Naming it shows that somebody looked.",
			Mend:       "Add a `[[boundary.left]]` entry with a reason, or a `[[boundary.bounded]]` entry where `complement` is \"closed\"; or give the node back what it lost.",
			Instead:    leaveOut("`[boundary] members` and `complement`"),
			Bad: files(
				".boundary.toml", `
[boundary]
complement = "closed"
`,
				"bots/triage/main.bot", pairBot,
			),
			Good: files(
				".boundary.toml", `
[boundary]
complement = "closed"

[[boundary.bounded]]
node = "triage/plan"
`,
				"bots/triage/main.bot", pairBot,
			),
		},
		{
			Code: "BND404", Name: "stale-departure",
			Severities: levels(finding.Error),
			Fixes:      FixSafe,
			Summary:    "A `left`, `bounded` or `by_hand` entry names a node that does not exist, or one that acts and is said not to.",
			Why:        "The entry vouches for something that is no longer so, and would hide the next real departure.",
			Mend:       "Remove the entry, or correct the node's key.",
			Instead:    leaveOut("the entry"),
			Bad: files(".boundary.toml", `
# The node still has its shell.
[[boundary.left]]
node = "triage/label"
reason = "its shell went to a tool node"
`).with("bots/triage/main.bot", boundBot),
			Good: files(".boundary.toml", `
[[boundary.left]]
node = "triage/plan"
reason = "its shell went to a tool node"
`).with("bots/triage/main.bot", pairBot),
		},
		{
			Code: "BND405", Name: "members-artifact-stale",
			Severities: levels(finding.Error),
			Fixes:      FixSafe,
			Summary:    "The members artifact is missing or differs from the acting class of the workspace.",
			Why:        "The artifact is how a review sees that a node has joined or left the class. A stale one shows yesterday's class.",
			Mend:       "Run `boundary-lsp members --write` and review the diff.",
			Instead:    leaveOut("`[boundary] members`"),
			Bad: files("boundary-members.txt", "triage/label\tfull_access\n").with(
				".boundary.toml", "[boundary]\nmembers = \"boundary-members.txt\"\n",
				"bots/triage/main.bot", boundBot,
			),
			Good: files("boundary-members.txt", "triage/label\ttools: bash\n").with(
				".boundary.toml", "[boundary]\nmembers = \"boundary-members.txt\"\n",
				"bots/triage/main.bot", boundBot,
			),
		},
		{
			Code: "BND406", Name: "floor-not-met",
			Severities: levels(finding.Error),
			Summary:    "A run over the whole workspace found fewer workflows, members, paragraphs, supervisors or policies than `[boundary.floors]` asks for.",
			Why:        "A check that looks at nothing is green. The floors tell an empty or misdirected run from a clean one.",
			Mend:       "Find out what is no longer looked at: a moved folder, an exclude, a file that does not parse. Lower the number only if the files are really gone.",
			Instead:    leaveOut("`[boundary.floors]`"),
			Bad: files(".boundary.toml", `
# There is one acting node.
[boundary.floors]
members = 2
`).with("bots/triage/main.bot", boundBot),
			Good: files(".boundary.toml", `
[boundary.floors]
members = 1
`).with("bots/triage/main.bot", boundBot),
		},
	}
}
