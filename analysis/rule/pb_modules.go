package rule

import "github.com/boundary-lsp/boundary-lsp/analysis/finding"

// A module with two functions, and an entry that uses the first.
const textPack = `
def section(title, body):
    return concat([title, body], sep = ":\n")

def quote(body):
    return concat(['"', body, '"'])
`

const sectionStep = `
fix = step("fix", agent = fixer, prompt = section("Fix", issue))
`

// loading is an example of an entry whose first statement is load.
func loading(load string) Example {
	return files("playbook.star", load+"\n"+issue+fixer+sectionStep+ending)
}

// moduleRules are about `load` (playbook.md 2.3) and about files that do not
// parse or name what does not exist.
func moduleRules() []Rule {
	loaded := func(load string) Example { return loading(load).with("packs/text.star", textPack) }
	good := loaded(`load("//packs/text.star", "section")`)
	// visible lets the reader see what the module defines.
	visible := func(e Example) Example {
		e.Files[1].Hidden = false
		return e
	}
	return []Rule{
		{
			Code: "PB030", Name: "load-not-found",
			Severities: levels(finding.Error),
			Summary:    "A `load` names a module that does not exist or cannot be read.",
			Why:        "The run stops before its first step, and what the module would bring cannot be checked.",
			Mend:       "Correct the path: it is read from the folder of the file, or from the workspace root behind `//`. A module is UTF-8 and has at most 1 MiB.",
			Bad:        visible(loaded(`load("text.star", "section")`)),
			Good:       good,
		},
		{
			Code: "PB031", Name: "load-outside",
			Severities: levels(finding.Error),
			Summary:    "A `load` leaves the workspace, or its path has a form that is not allowed.",
			Why:        "A playbook is made of the files that were reviewed with it; nothing from elsewhere is read.",
			Mend:       "Copy the module into the workspace. A path is relative or begins with `//`, and ends in `.star`.",
			Bad:        loaded(`load("../shared/text.star", "section")`),
			Good:       good,
		},
		{
			Code: "PB032", Name: "load-cycle",
			Severities: levels(finding.Error),
			Summary:    "Modules load each other in a circle.",
			Why:        "None of them can be set up before the other, so the run stops at the `load` that closes the circle.",
			Mend:       "Move what both need into a third module.",
			Bad: files("packs/quote.star", `
load("text.star", "SEP")

def quote(body):
    return concat(['"', body, '"'], sep = SEP)
`, "packs/text.star", `
load("quote.star", "quote")

SEP = "\n"

def section(title, body):
    return concat([title, quote(body)], sep = SEP)
`).with("playbook.star", `
load("//packs/text.star", "section")
`+issue+fixer+sectionStep+ending),
			Good: files("packs/quote.star", `
load("sep.star", "SEP")

def quote(body):
    return concat(['"', body, '"'], sep = SEP)
`, "packs/text.star", `
load("quote.star", "quote")
load("sep.star", "SEP")

def section(title, body):
    return concat([title, quote(body)], sep = SEP)
`, "packs/sep.star", `
SEP = "\n"
`).with("playbook.star", `
load("//packs/text.star", "section")
`+issue+fixer+sectionStep+ending),
		},
		{
			Code: "PB033", Name: "load-missing-name",
			Severities: levels(finding.Error),
			Fixes:      FixSafe | FixOffered, FixNote: "where one name alone is a single slip away",
			Summary: "A `load` asks for a name that the module does not define.",
			Why:     "The run stops at the `load`.",
			Mend:    "Write the name that the message suggests, or define it at the top level of the module.",
			Bad:     visible(loaded(`load("//packs/text.star", section = "sectoin")`)),
			Good:    good,
		},
		{
			Code: "PB034", Name: "load-entry",
			Severities: levels(finding.Error),
			Summary:    "A `load` names an entry playbook.",
			Why:        "An entry declares parameters and a plan of its own, so the run stops at the `load`.",
			Mend:       "Move what both need into a module and load it in both.",
			Bad: files("playbook.star", `
load("//check.playbook.star", "fixer")
`+issue+fixIssue+ending, "check.playbook.star", trim(fixer)+`
check = step("check", agent = fixer, prompt = "Run the tests.")

playbook("check", steps = [check])
`),
			Good: files("playbook.star", `
load("//packs/agents.star", "fixer")
`+issue+fixIssue+ending, "check.playbook.star", `
load("//packs/agents.star", "fixer")

check = step("check", agent = fixer, prompt = "Run the tests.")

playbook("check", steps = [check])
`, "packs/agents.star", trim(fixer)),
		},
		{
			Code: "PB035", Name: "unused-load",
			Severities: levels(finding.Hint),
			Comment:    CommentYes, Config: ConfigAny,
			Tags:    []Tag{TagUnnecessary},
			Summary: "A name is loaded and never used.",
			Why:     "It ties the file to a module for nothing, and suggests a use that is not there.",
			Mend:    "Remove the name from the `load`, or the whole statement.",
			Bad:     loaded(`load("//packs/text.star", "quote", "section")`),
			Good:    good,
		},
		{
			Code: "PB040", Name: "syntax-error",
			Severities: levels(finding.Error),
			Summary:    "The file does not parse as Starlark.",
			Why:        "It cannot be run. The statements that do parse are checked all the same.",
			Mend:       "Correct the place that the message names; the cause may stand on the line before.",
			Bad: triage(issue, `
fix = step("fix", agent = fixer, prompt = "Fix:\n" + )
`),
			Good: triage(issue, fixIssue),
		},
		{
			Code: "PB041", Name: "resolve-error",
			Severities: levels(finding.Error),
			Fixes:      FixSafe | FixOffered, FixNote: "where one name alone is a single slip away",
			Summary: "A name is not defined, or a statement is not allowed where it stands.",
			Why:     "The file is refused before the run begins.",
			Mend:    "Write the name that the message suggests, or define it above.",
			Bad: triage(issue, `
fix = step("fix", agent = fixeer, prompt = "Fix:\n" + issue)
`),
			Good: triage(issue, fixIssue),
		},
	}
}
