package rule

import "github.com/boundary-lsp/boundary-lsp/analysis/finding"

// triesBook has a parameter that is a number.
const triesBook = `
issue = param("issue", doc = "What the reporter wrote")
tries = param("tries", kind = "int", default = 1)

fixer = agent("fixer", system = "You repair bugs.")

fix = step("fix", agent = fixer, prompt = "Fix:\n" + issue, retries = tries)

playbook("triage", steps = [fix])
`

// launchRules are about a preview run and its sample values (playbook.md 4
// and 13). So is PB003, which stands with the other rules of external text.
func launchRules() []Rule {
	const branch = `
branch = param("branch", kind = "choice", choices = ["main", "next"])
`
	const sample = `
{
  "branch": "next"
}
`
	return []Rule{
		{
			Code: "PB050", Name: "launch-value",
			Severities: levels(finding.Error),
			Summary:    "A sample value is missing, has the wrong type, or belongs to no parameter.",
			Why:        "A launch with these values is refused, so there are no prompts to preview.",
			Mend:       "Correct the sample file: it is JSON, with one entry for each parameter. An editor can write one.",
			Bad: files("playbook.params.json", `
{
  "issue": "Login fails.",
  "tries": "three"
}
`, "playbook.star", triesBook).noting(previewed),
			Good: files("playbook.params.json", `
{
  "issue": "Login fails.",
  "tries": 3
}
`).with("playbook.star", triesBook),
		},
		{
			Code: "PB051", Name: "run-error",
			Severities: levels(finding.Error),
			Summary:    "A preview run stopped with an error that no other rule is about.",
			Why:        "A launch with the same values stops at the same place.",
			Mend:       "Read the message and the calls that led there, and correct the playbook.",
			Bad: files("playbook.star", trim(branch)+fixer+`
tasks = {"main": "Fix the build. Change as little as you can."}

fix = step("fix", agent = fixer, prompt = tasks[branch])
`+ending, "playbook.params.json", sample).noting(previewed),
			Good: files("playbook.star", trim(branch)+fixer+`
tasks = {
    "main": "Fix the build. Change as little as you can.",
    "next": "Fix the build.",
}

fix = step("fix", agent = fixer, prompt = tasks[branch])
`+ending).with("playbook.params.json", sample),
		},
	}
}
