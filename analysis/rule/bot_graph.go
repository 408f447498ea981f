package rule

import "github.com/boundary-lsp/boundary-lsp/analysis/finding"

// byMark explains severities that follow the engine.
const byMark = "as the engine has it: its codes marked as warnings are warnings, the others errors"

// byCase explains severities that no mark decides.
const byCase = "as the engine decides in each case"

// judgeWork is a node with a verdict, for examples about edges.
const judgeWork = `
schema verdict:
  ok: bool
  area: string

judge work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  output: verdict

workflow demo:
  entry: work
`

// twoSteps are two nodes, for examples about edges.
const twoSteps = `
schema verdict:
  ok: bool

tool work:
  command: "make build"

tool check:
  command: "make check"
  output: verdict

workflow demo:
  entry: work
`

// graphRules are about workflows and their edges.
func graphRules() []Rule {
	return []Rule{
		{
			Code: "BOT301", Name: "no-workflow",
			Severities: levels(finding.Error),
			Engine:     engine("C006"),
			Summary:    "A bot has no `workflow`.",
			Why:        "There is nothing to run. Fragments below `lib/` need none.",
			Mend:       "Add a workflow, or move the file below `lib/` if it is meant to be imported.",
			Bad: bot(`
tool work:
  command: "make check"
`),
			Good: work(`
tool work:
  command: "make check"
`),
		},
		{
			Code: "BOT302", Name: "unreachable-node",
			Severities: levels(finding.Error),
			Engine:     engine("C016"),
			Summary:    "No path leads from the entry to a node.",
			Why:        "The node never runs, which is rarely what its author thinks.",
			Mend:       "Add the edge that is missing, or remove the node.",
			Bad:        bot(twoSteps + "  work -> done\n  check -> done\n"),
			Good:       bot(twoSteps + "  work -> check -> done\n"),
		},
		{
			Code: "BOT303", Name: "undeclared-cycle",
			Severities: levels(finding.Error),
			Engine:     engine("C019"),
			Summary:    "Edges form a cycle and none of them declares a loop.",
			Why:        "A cycle without a cap can run, and cost, without end.",
			Mend:       "Name the loop and its cap on the edge that goes back: `as retry(3)`.",
			Bad:        bot(twoSteps + "  work -> check\n  check -> done when ok\n  check -> work when not ok\n"),
			Good:       bot(twoSteps + "  work -> check\n  check -> done when ok\n  check -> work when not ok as retry(3)\n  check -> fail\n"),
		},
		{
			Code: "BOT304", Name: "conflicting-edges",
			Severities: levels(finding.Error, finding.Warning), SeverityNote: byMark,
			Engine:  engine("C010, C011, C028, C123, C124, C249 W"),
			Summary: "Edges from one node contradict each other: two without a guard, the same guard twice, several `else`.",
			Why:     "Only one of them can be taken. To run several nodes at once, a router is needed.",
			Mend:    "Guard the edges, or send them through a `fan_out_all` router.",
			Bad:     bot(twoSteps + "  work -> check\n  work -> done\n  check -> done\n"),
			Good:    bot(twoSteps + "  work -> check -> done\n"),
		},
		{
			Code: "BOT305", Name: "no-default-edge",
			Severities: levels(finding.Error),
			Engine:     engine("C012, C015"),
			Summary:    "The guards of a node's edges do not cover every case and there is no default.",
			Why:        "A run that meets none of the guards is stuck. Guards written as expressions never count as complete.",
			Mend:       "Add an edge with `else`, or the opposite guard.",
			Bad:        bot(judgeWork + "  work -> done when ok\n"),
			Good:       bot(judgeWork + "  work -> done when ok\n  work -> fail else\n"),
		},
		{
			Code: "BOT306", Name: "guard-not-bool",
			Severities: levels(finding.Error),
			Engine:     engine("C013"),
			Summary:    "`when` names a field that is no bool.",
			Why:        "A guard is yes or no; the engine does not guess what a text means.",
			Mend:       "Guard by a bool field, or compare in an expression.",
			Bad:        bot(judgeWork + "  work -> done when area\n  work -> fail else\n"),
			Good:       bot(judgeWork + "  work -> done when \"outputs.work.area == 'docs'\"\n  work -> fail else\n"),
		},
		{
			Code: "BOT307", Name: "bad-loop",
			Severities: levels(finding.Error, finding.Warning), SeverityNote: byMark,
			Engine:  engine("C005, C026, C097, C098 W, C118, C145 W, C269"),
			Summary: "A loop has no usable cap, differing caps, no way out, or is a foreach and a loop at once.",
			Why:     "It would never run, run without bound, or have no edge to take once its cap is reached.",
			Mend:    "Give the loop one cap of at least 1, and its node an edge that leaves it.",
			Bad:     bot(twoSteps + "  work -> check\n  check -> done when ok\n  check -> work when not ok as retry(0)\n"),
			Good:    bot(twoSteps + "  work -> check\n  check -> done when ok\n  check -> work when not ok as retry(3)\n  check -> fail\n"),
		},
		{
			Code: "BOT308", Name: "history-outside-loop",
			Severities: levels(finding.Error),
			Engine:     engine("C017"),
			Summary:    "A template reads the `.history` of a node that is in no loop.",
			Why:        "A node that runs once has no history.",
			Mend:       "Read `outputs.NODE` instead, or put the node into a loop.",
			Bad: bot(`
prompt question:
  Sum up the build: {{outputs.work.history}}

tool work:
  command: "make build"

agent report:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  user: question

workflow demo:
  entry: work
  work -> report -> done
`),
			Good: bot(`
prompt question:
  Sum up the build: {{outputs.work}}

tool work:
  command: "make build"

agent report:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  user: question

workflow demo:
  entry: work
  work -> report -> done
`),
		},
		{
			Code: "BOT309", Name: "router-shape",
			Severities: levels(finding.Error),
			Engine:     engine("C020, C021, C022, C023, C114, C115"),
			Summary:    "A router has too few edges, guards, or properties of another mode.",
			Why:        "A router that chooses needs something to choose from, and an `llm` router chooses by itself, not by guards.",
			Mend:       "Give it at least two targets, and only the properties of its mode.",
			Bad: bot(`
tool work:
  command: "make check"

router pick:
  mode: round_robin

workflow demo:
  entry: pick
  pick -> work
  work -> done
`),
			Good: bot(`
tool work:
  command: "make check"

tool other:
  command: "make test"

router pick:
  mode: round_robin

workflow demo:
  entry: pick
  pick -> work
  pick -> other
  work -> done
  other -> done
`),
		},
		{
			Code: "BOT310", Name: "session-conflict",
			Severities: levels(finding.Error, finding.Warning), SeverityNote: byMark,
			Engine:  engine("C009, C243, C244, C245, C246 W, C268"),
			Summary: "A node continues a session where there is none to continue, or more than one.",
			Why:     "Where branches meet, nobody can say whose conversation goes on; in a fan-out a kept session would be shared.",
			Mend:    "Use `session: fresh` there, or name the slot with `session: persist` outside the branches.",
			Bad: bot(`
agent left:
  model: "anthropic/claude-opus-4-8"
  backend: claw

agent right:
  model: "anthropic/claude-opus-4-8"
  backend: claw

agent work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  await: wait_all
  session: inherit

router both:
  mode: fan_out_all

workflow demo:
  entry: both
  both -> left
  both -> right
  left -> work
  right -> work
  work -> done
`),
			Good: bot(`
agent left:
  model: "anthropic/claude-opus-4-8"
  backend: claw

agent right:
  model: "anthropic/claude-opus-4-8"
  backend: claw

agent work:
  model: "anthropic/claude-opus-4-8"
  backend: claw
  await: wait_all
  session: fresh

router both:
  mode: fan_out_all

workflow demo:
  entry: both
  both -> left
  both -> right
  left -> work
  right -> work
  work -> done
`),
		},
		{
			Code: "BOT311", Name: "bad-group",
			Severities: levels(finding.Error, finding.Warning), SeverityNote: byMark,
			Engine:  engine("C117, C141 W"),
			Summary: "A `use` binds other parameters than its group has, or the group is empty.",
			Why:     "A parameter without a value stays in the text as it is written.",
			Mend:    "Bind every parameter of the group, and no other.",
			Bad: bot(`
group checks(target):
  tool run:
    command: "make {{params.target}}"

use checks as lint

workflow demo:
  entry: lint.run
  lint.run -> done
`),
			Good: bot(`
group checks(target):
  tool run:
    command: "make {{params.target}}"

use checks as lint with { target: "lint" }

workflow demo:
  entry: lint.run
  lint.run -> done
`),
		},
		{
			Code: "BOT312", Name: "dangling-event",
			Severities: levels(finding.Warning),
			Engine:     engine("C198"),
			Summary:    "An event is emitted and nobody waits for it, or waited for and nobody emits it.",
			Why:        "A wait for it ends by its timeout only.",
			Mend:       "Write the same event name on both sides.",
			Bad: bot(`
emit work:
  event: "report.ready"

wait ready:
  event: "report_ready"
  timeout: "30m"

workflow demo:
  entry: work
  work -> ready -> done
`),
			Good: bot(`
emit work:
  event: "report.ready"

wait ready:
  event: "report.ready"
  timeout: "30m"

workflow demo:
  entry: work
  work -> ready -> done
`),
		},
	}
}
