package botcheck

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// row is a small bot with its findings; an empty want is a good bot.
type row struct{ name, bot, want string }

// run checks the rows; each bot is the main file of a unit of its own, in
// profile 2 unless it says otherwise.
func run(t *testing.T, rows []row) {
	t.Helper()
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			src := r.bot
			if !strings.HasPrefix(src, "dsl:") && !strings.HasPrefix(src, "##") {
				src = "dsl: 2\n" + src
			}
			m := memory{"/w/a.bot": src}
			if diff := cmp.Diff(r.want, strings.Join(show(m, findings(t, m, "/w/a.bot")), ", ")); diff != "" {
				t.Errorf("findings (-want +got):\n%s\nof:\n%s", diff, src)
			}
		})
	}
}

// tail is a blank line and a workflow of the tool t.
const tail = `
workflow w:
  entry: t
  t -> done
`

// pair are, behind a blank line, two tools and a schema; the workflow's edges
// follow.
const pair = `
schema s:
  ok: bool
  n: int
  word: string [enum: "a", "b"]
tool a:
  command: "true"
  output: s
tool b:
  command: "true"
workflow w:
  entry: a
`

func TestNames(t *testing.T) {
	run(t, []row{
		{"a bot without a workflow", "tool t:\n  command: \"x\"\n", "C006 "},
		{"a second workflow in one file", "tool t:\n  command: \"x\"\n" + tail + "workflow v:\n  entry: t\n  t -> done\n", "C007 8"},
		{"a workflow without an entry", "tool t:\n  command: \"x\"\nworkflow w:\n  t -> done\n", "C008 4"},
		{"an entry that is no node", "tool t:\n  command: \"x\"\nworkflow w:\n  entry: q\n  t -> done\n", "C016 2, C008 5"},
		{"an entry that is the terminal", "workflow w:\n  entry: done\n", ""},
		{"an edge to a node that is not there", pair + "  a -> b -> ghost\n", "C001 14"},
		{"an edge from a node that is not there", pair + "  a -> b\n  ghost -> done\n", "C001 15"},
		{"the middle of a chain is reported once", pair + "  a -> ghost -> b\n", "C001 14"},
		{"a schema that is not there", "tool t:\n  command: \"x\"\n  output: nope\n" + tail, "C002 4"},
		{"prompts that are not there", "agent t:\n  backend: claw\n  system: p\n  user: q\n" + tail, "C003 4, C003 5"},
		{"an inline prompt needs no name", "agent t:\n  backend: claw\n  system: \"Sort.\"\n" + tail, ""},
		{"a prompt of a supervisor", "agent t:\n  backend: claw\nsupervisor v:\n  watches: [t]\n  system: p\n" + tail, "C193 6"},
		{"a supervisor that watches no agent", "tool t:\n  command: \"x\"\nsupervisor v:\n  watches: [t, u]\n" + tail, "C190 5, C190 5"},
		{"one name for two nodes", "tool t:\n  command: \"x\"\nagent t:\n  backend: claw\n" + tail, "C041 4"},
		{"one name for two prompts", "prompt p:\n  A.\nprompt p:\n  B.\ntool t:\n  command: \"x\"\n" + tail, "C041 4"},
		{"a node, a prompt and a schema may share a name", "prompt t:\n  A.\nschema t:\n  ok: bool\ntool t:\n  command: \"x\"\n" + tail, ""},
		{"a tool with the name of a terminal", "tool done:\n  command: \"x\"\ntool t:\n  command: \"x\"\n" + tail, "C042 2"},
		{"a secret with the name of a var", "vars:\n  k: string\nsecrets:\n  k: \"x\"\ntool t:\n  command: \"x\"\n" + tail, "C091 5"},
		{"an attachment with the name of a var", "vars:\n  k: string\nattachments:\n  k: file\ntool t:\n  command: \"x\"\n" + tail, "C051 5"},
		{"a resource that is not there", "tool t:\n  command: \"x\"\n  needs: slot\n" + tail, "C195 4"},
		{"a group that is not there", "use g as p\ntool t:\n  command: \"x\"\n" + tail, "C116 2"},
		{"parameters that do not fit the group",
			"group g(a):\n  tool x:\n    command: \"{{params.a}}\"\nuse g as p with { b: \"1\" }\nworkflow w:\n  entry: p.x\n  p.x -> done\n", "C117 5, C117 5"},
		{"an empty group", "group g:\n\nuse g as p\ntool t:\n  command: \"x\"\n" + tail, "C141 4"},
		{"a capability that is misspelt", "agent t:\n  backend: claw\n  capabilities: [board.raed, Board]\n" + tail, "C080 4, C081 4"},
	})
}

func TestGraph(t *testing.T) {
	run(t, []row{
		{"two edges without a condition", pair + "  a -> b\n  a -> done\n  b -> done\n", "C010 15"},
		{"a loop's edge is no second default", pair + "  a -> b\n  b -> a as l(2)\n  b -> done\n", ""},
		{"one condition twice", pair + "  a -> b when ok\n  a -> done when ok\n  a -> fail\n  b -> done\n", "C011 15"},
		{"conditions that leave a case open", pair + "  a -> b when ok\n  b -> done\n", "C012 14"},
		{"a condition at the wrong arrow of a chain", pair + "  a -> b when ok -> done\n  a -> done\n", "E032 14"},
		{"expressions are never exhaustive", pair + "  a -> b when \"ok\"\n  a -> done when \"!ok\"\n  b -> done\n", "C012 14"},
		{"a condition and its opposite cover every case", pair + "  a -> b when ok\n  a -> done when not ok\n  b -> done\n", ""},
		{"a condition on a field that is no bool", pair + "  a -> b when n\n  a -> done\n  b -> done\n", "C013 14"},
		{"a condition on a field that is not there", pair + "  a -> b when nope\n  a -> done\n  b -> done\n", "C014 14"},
		{"an expression on a field that its source lacks", pair + "  a -> b when \"outputs.a.nope\"\n  a -> done\n  b -> done\n", "C014 14"},
		{"an else without a condition beside it", pair + "  a -> b else\n  b -> done\n", "C015 14"},
		{"two elses", pair + "  a -> b when ok\n  a -> done else\n  a -> fail else\n  b -> done\n", "C123 16"},
		{"an else beside a default", pair + "  a -> b when ok\n  a -> done else\n  a -> fail\n  b -> done\n", "C124 15"},
		{"a node that nothing leads to", pair + "  a -> done\n", "C016 10"},
		{"a typed failure may be out of reach", "tool t:\n  command: \"x\"\nfail no:\n  code: NO\n" + tail, ""},
		{"a cycle without a loop", pair + "  a -> b\n  b -> a\n", "C019 15"},
		{"a cycle with a loop", pair + "  a -> b\n  b -> a as l(2)\n  b -> done\n", ""},
		{"a loop with two caps", pair + "  a -> b\n  b -> a as l(2)\n  b -> b as l(3)\n  b -> done\n", "C005 16"},
		{"a loop with one cap in two spellings", pair + "  a -> b\n  b -> a as l(2)\n  b -> b as l(\"2\")\n  b -> done\n", ""},
		{"a cap of nothing", pair + "  a -> b\n  b -> a as l(0)\n  b -> done\n", "C026 15"},
		{"an endless loop without fuel", pair + "  a -> b\n  b -> a as l(unbounded)\n  b -> done\n", "C097 15"},
		{"an endless loop with fuel", pair + "  a -> b\n  b -> a as l(unbounded 9)\n  b -> done\n", ""},
		{"a session that goes on where branches meet",
			"agent t:\n  backend: claw\n  session: inherit\n  await: wait_all\n" + tail, "C009 4"},
	})
}

func TestRouters(t *testing.T) {
	two := "tool x:\n  command: \"x\"\ntool y:\n  command: \"y\"\n"
	flow := "workflow w:\n  entry: r\n  r -> x\n  r -> y\n  x -> done\n  y -> done\n"
	one := "tool x:\n  command: \"x\"\nworkflow w:\n  entry: r\n  r -> x\n  x -> done\n"
	run(t, []row{
		{"a fan-out has many edges", "router r:\n  mode: fan_out_all\n" + two + flow, ""},
		{"a condition router is a node like others", "router r:\n  mode: condition\n" + two + flow, "C010 11"},
		{"round robin with one edge", "router r:\n  mode: round_robin\n" + one, "C020 2"},
		{"a model with one edge to pick from", "router r:\n  mode: llm\n  model: \"m\"\n" + one, "C021 2"},
		{"a condition at a model's router", "router r:\n  mode: llm\n  model: \"m\"\n" + two + strings.Replace(flow, "r -> y", "r -> y when ok", 1), "C022 12"},
		{"a model's property elsewhere", "router r:\n  mode: fan_out_all\n  model: \"m\"\n" + two + flow, "C023 4"},
		{"a model's router without a model", "router r:\n  mode: llm\n" + two + flow, "C018 2"},
		{"an item router without items", "router r:\n  mode: fan_out_each\n" + one, "C113 2"},
		{"an item router's property elsewhere", "router r:\n  over: \"{{input.x}}\"\n" + two + flow, "C114 3"},
		{"an item router with two edges", "router r:\n  mode: fan_out_each\n  over: \"{{input.x}}\"\n" + two + flow, "C115 2"},
	})
}

func TestReferences(t *testing.T) {
	// use is a bot whose second tool holds the text.
	use := func(s string) string {
		return "vars:\n  v: string\nattachments:\n  f: file\nsecrets:\n  k: \"x\"\n  d:\n    as: file\n" +
			strings.Replace(pair, "tool b:\n  command: \"true\"", "tool b:\n  input: s\n  command: `"+s+"`", 1) + "  a -> b\n  b -> done\n"
	}
	const line = "20"
	run(t, []row{
		{"references that are right", use("{{vars.v}} {{!outputs.a.ok}} {{input.n}} {{attachments.f.path}} {{secrets.k}} {{secrets.d.path}} {{run.id}} {{outputs.a._x}}"), ""},
		{"a template without a namespace", use("{{date}}"), "C004 " + line},
		{"a template of another language", use("{{.State}}"), "C004 " + line},
		{"an open template", use("{{vars.v"), "C004 " + line},
		{"a template in a template", use("{{vars.{{vars.v}}}}"), "C004 " + line},
		{"only the first bad template of a text counts", use("{{x}} {{y}} {{vars.nope}}"), "C004 " + line},
		{"a template over two lines", use("{{vars.v\n}}"), ""},
		{"a var that is not there", use("{{vars.nope}}"), "C033 " + line},
		{"a node that is not there", use("{{outputs.nope.x}}"), "C029 " + line},
		{"a field that is not there", use("{{outputs.a.nope}}"), "C031 " + line},
		{"a field of a node without a schema", use("{{outputs.b.x}}"), "C036 " + line},
		{"an input field that is not there", use("{{input.nope}}"), "C034 " + line},
		{"an artifact that nobody makes", use("{{artifacts.nope}}"), "C035 " + line},
		{"an attachment that is not there", use("{{attachments.nope}}"), "C053 " + line},
		{"a property that attachments lack", use("{{attachments.f.nope}}"), "C054 " + line},
		{"a secret that is not there", use("{{secrets.nope}}"), "C093 " + line},
		{"a path of a secret that is no file", use("{{secrets.k.path}}"), "C095 " + line},
		{"a loop that is not there", use("{{loop.nope.iteration}}"), "C147 " + line},
		{"a parameter outside a group", use("{{params.x}}"), "C004 " + line},
		{"an edge hands over what its source yields", pair + "  a -> b with { x: \"{{input.ok}}\" }\n  b -> done\n", ""},
		{"an edge hands over what its source does not yield", pair + "  a -> b with { x: \"{{input.nope}}\" }\n  b -> done\n", "C034 14"},
		{"a field of a source without a schema", pair + "  a -> b\n  b -> done with { x: \"{{input.y}} {{outputs.b.z}}\" }\n", "C032 15, C032 15"},
		{"a history without a loop", pair + "  a -> b with { x: \"{{outputs.a.history}}\" }\n  b -> done\n", "C017 14"},
		{"a history in a loop", pair + "  a -> b with { x: \"{{outputs.a.history}}\" }\n  b -> a as l(2)\n  b -> done\n", ""},
		{"the loop of an edge", pair + "  a -> b with { x: \"{{loop.l.iteration}} {{loop.l.nope}}\" }\n  b -> a as l(2)\n  b -> done\n", "C147 14"},
		{"an unused prompt is read for templates only",
			"prompt p:\n  {{vars.nope}}\nprompt q:\n  {{x}}\ntool t:\n  command: \"x\"\n" + tail, "C004 5"},
		{"a prompt is read for the node that uses it",
			"prompt p:\n  {{vars.nope}} {{outputs.t.x}}\nagent t:\n  backend: claw\n  user: p\n" + tail, "C033 3, C036 3"},
		{"an include that leads nowhere", "agent t:\n  backend: claw\n  user: \"{{include \\\"x.md\\\"}}\"\n" + tail, "C055 4"},
		{"members of a group know each other",
			"schema s:\n  ok: bool\ngroup g(a):\n  tool x:\n    command: \"{{params.a}}\"\n    output: s\n  tool y:\n    command: \"{{outputs.x.ok}} {{outputs.x.no}} {{params.b}}\"\n  x -> y\n" +
				"use g as p with { a: \"1\" }\nuse g as q with { a: \"2\" }\nworkflow w:\n  entry: p.x\n  p.y -> q.x\n  q.y -> done\n", "C004 9, C031 9"},
	})
}
