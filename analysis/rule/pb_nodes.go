package rule

import "github.com/boundary-lsp/boundary-lsp/analysis/finding"

// playbookRules are about the constructors, their names and arguments, and
// what a playbook is made of (playbook.md 3 and 4).
func playbookRules() []Rule {
	return []Rule{
		{
			Code: "PB020", Name: "bad-argument",
			Severities: levels(finding.Error), Fixes: FixOffered,
			Summary: "A constructor lacks an argument that it needs, or has one that it does not take.",
			Why:     "The run stops at the call.",
			Mend:    "Write the argument as the message says. All but the name are given by keyword.",
			Bad: triage(issue, `
fix = step("fix", prompt = "Fix:\n" + issue)
`),
			Good: triage(issue, fixIssue),
		},
		{
			Code: "PB021", Name: "duplicate-param",
			Severities: levels(finding.Error),
			Summary:    "Two `param` calls declare the same launch parameter.",
			Why:        "The run stops at the second call: a launch could not tell which one a value is for.",
			Mend:       "Rename one of them, or use the value of the first.",
			Bad: triage(`
issue = param("issue", doc = "What the reporter wrote")
log = param("issue", doc = "The log of the failed run")
`, `
fix = step("fix", agent = fixer, prompt = "Fix:\n" + issue + "\n\nLog:\n" + log)
`),
			Good: triage(`
issue = param("issue", doc = "What the reporter wrote")
log = param("log", doc = "The log of the failed run")
`, `
fix = step("fix", agent = fixer, prompt = "Fix:\n" + issue + "\n\nLog:\n" + log)
`),
		},
		{
			Code: "PB022", Name: "duplicate-step",
			Severities: levels(finding.Error),
			Summary:    "Two steps, gates or parallels have the same name.",
			Why:        "The run stops at the second one: `after` could mean either.",
			Mend:       "Give each its own name.",
			Bad: files("playbook.star", trim(issue)+fixer+fixIssue+`
check = step("fix", agent = fixer, prompt = "Run the tests.", after = [fix])

playbook("triage", steps = [fix, check])
`),
			Good: files("playbook.star", trim(issue)+fixer+fixIssue+`
check = step("check", agent = fixer, prompt = "Run the tests.", after = [fix])

playbook("triage", steps = [fix, check])
`),
		},
		{
			Code: "PB023", Name: "unknown-step",
			Severities: levels(finding.Error),
			Fixes:      FixSafe | FixOffered, FixNote: "where one name alone is a single slip away",
			Summary: "The `after` of a node names one that the run does not have.",
			Why:     "The run is refused: it would wait for something that never finishes.",
			Mend:    "Write the name that the message suggests, or put the node itself into `after`.",
			Bad: files("playbook.star", trim(issue)+fixer+fixIssue+`
ship = gate("ship", question = "Merge the repair?", after = ["fixx"])

playbook("triage", steps = [fix, ship])
`),
			Good: files("playbook.star", trim(issue)+fixer+fixIssue+`
ship = gate("ship", question = "Merge the repair?", after = ["fix"])

playbook("triage", steps = [fix, ship])
`),
		},
		{
			Code: "PB024", Name: "outside-entry",
			Severities: levels(finding.Error),
			Summary:    "A module calls `param` or `playbook` while it is loaded.",
			Why:        "A module is set up once and may not depend on the launch; the run stops at the call.",
			Mend:       "Call it in the entry, or in a function of the module that the entry calls.",
			Bad: files("packs/issue.star", `
issue = param("issue", doc = "What the reporter wrote")
`, "playbook.star", `
load("//packs/issue.star", "issue")
`+fixer+fixIssue+ending),
			Good: files("packs/issue.star", `
def reported():
    return param("issue", doc = "What the reporter wrote")
`, "playbook.star", `
load("//packs/issue.star", "reported")

issue = reported()
`+fixer+fixIssue+ending),
		},
		{
			Code: "PB025", Name: "no-playbook",
			Severities: levels(finding.Error),
			Summary:    "An entry file never calls `playbook(…)`.",
			Why:        "The run has no plan: steps that no playbook lists are not part of it.",
			Mend:       "End the file with `playbook(NAME, steps = […])`. If the file is a module, give it a name that is no entry's.",
			Bad:        files("playbook.star", trim(issue)+fixer+fixIssue),
			Good:       triage(issue, fixIssue),
		},
		{
			Code: "PB026", Name: "duplicate-playbook",
			Severities: levels(finding.Error),
			Summary:    "An entry calls `playbook(…)` a second time.",
			Why:        "A run has one plan, so it stops at the second call.",
			Mend:       "List all steps in one call, or move the second playbook to an entry of its own.",
			Bad: files("playbook.star", trim(issue)+fixer+fixIssue+`
check = step("check", agent = fixer, prompt = "Run the tests.")

playbook("triage", steps = [fix])
playbook("tests", steps = [check])
`),
			Good: files("playbook.star", trim(issue)+fixer+fixIssue+`
check = step("check", agent = fixer, prompt = "Run the tests.", after = [fix])

playbook("triage", steps = [fix, check])
`),
		},
		{
			Code: "PB027", Name: "unused-param",
			Severities: levels(finding.Hint),
			Comment:    CommentYes, Config: ConfigAny,
			Tags:    []Tag{TagUnnecessary},
			Summary: "The value of a parameter is not used.",
			Why:     "Whoever launches the run is asked for a value that nothing reads.",
			Mend:    "Use the value, or remove the `param` call.",
			Bad: triage(`
issue = param("issue", doc = "What the reporter wrote")
log = param("log", doc = "The log of the failed run")
`, fixIssue),
			Good: triage(issue, fixIssue),
		},
		{
			Code: "PB028", Name: "param-name-not-literal",
			Severities: levels(finding.Warning),
			Comment:    CommentYes, Config: ConfigAny,
			Summary: "The name of a parameter is computed.",
			Why:     "Tools list the parameters of a playbook without running it. This one is missing there and in the sample values.",
			Mend:    "Write the name as a string literal, with one `param` call for each parameter.",
			Bad: triage(`
parts = [param(name) for name in ["issue", "log"]]
`, `
fix = step("fix", agent = fixer, prompt = concat(parts, sep = "\n"))
`),
			Good: triage(`
parts = [param("issue"), param("log")]
`, `
fix = step("fix", agent = fixer, prompt = concat(parts, sep = "\n"))
`),
		},
		{
			Code: "PB029", Name: "analysis-incomplete",
			Severities: levels(finding.Info),
			Config:     ConfigRaise,
			Summary:    "The playbook is too much work to follow call by call, so its analysis is coarse.",
			Why:        "Nothing is passed over, but values that a run keeps apart are taken together: some findings may be about what never happens.",
			Mend:       "Simplify what the message names, such as functions that call each other many times over, or split the playbook.",
			Bad:        note("No example: it would take 200,000 steps of analysis, or calls nested 64 deep."),
			Good:       note("Any playbook of common size."),
		},
	}
}
