package botcheck

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestBundles checks what stands beside the main file; the findings are those
// outside it.
func TestBundles(t *testing.T) {
	const main = `dsl: 1
vars:
  goal: string
  n: int
secrets:
  forge_token:
    as: file
  plain: "x"
schema s:
  text: string
  ok: bool
agent t:
  backend: claw
  output: s
  capabilities: [board.read]
human h:
  output: s
workflow nightly:
  entry: t
  t -> h
  h -> done
`
	const skill = "---\nname: style\ndescription: How reports are written in this house.\n---\nProse.\n"
	for _, c := range []struct {
		name, manifest string
		files          memory
		want           string
	}{
		{"a manifest that fits", "name: nightly\ndispatch_vars:\n  goal: \"{{issue.title}}\"\ncapabilities: [board.read]\nforge:\n  events: [pull_request]\n", nil, ""},
		{"no manifest", "", nil, ""},
		{"variables that are not there",
			"name: nightly\ndispatch_vars:\n  gaol: \"x\"\ninvocations:\n  - kind: schedule\n    args_var: goals\n    context_vars:\n      x: \"y\"\n    schedule:\n      default_vars:\n        z: \"y\"\nforge:\n  webhook:\n    launch_vars:\n      q: \"y\"\n", nil,
			"manifest.yaml:3 C200, manifest.yaml:6 C204, manifest.yaml:8 C201, manifest.yaml:11 C202, manifest.yaml:15 C203"},
		{"a chat of nodes that do not fit",
			"chat:\n  seed_var: n\n  launcher_vars:\n    - name: nope\n  nodes:\n    q:\n      kind: banner\n    t:\n      kind: human\n    h:\n      kind: human\n      text_field: ok\n      summary_field: zz\n", nil,
			"manifest.yaml:2 C208, manifest.yaml:4 C209, manifest.yaml:6 C205, manifest.yaml:9 C206, manifest.yaml:12 C207, manifest.yaml:13 C207"},
		{"a gate that only the manifest opens to the host",
			"chat:\n  nodes:\n    h:\n      kind: human\n      host_event_field: text\n", nil, "manifest.yaml:5 C207, manifest.yaml:5 C212"},
		{"a token that is not declared", "forge:\n  events: [pull_request]\n  secret: tokn\n", nil, "manifest.yaml:3 C210"},
		{"a token that is no file", "forge:\n  events: [pull_request]\n  secret: plain\n", nil, "manifest.yaml:3 C211"},
		{"a capability that nobody is granted", "name: nightly\ncapabilities: [board.read, board.move]\n", nil, "manifest.yaml:2 C220"},
		{"a key that is none", "name: nightly\ndispatch_vars: {}\ndescripton: \"x\"\n", nil, "manifest.yaml:3 C222"},
		{"a manifest of something else", "apiVersion: v1\nkind: Pod\n", nil, "manifest.yaml:1 C223, manifest.yaml:2 C223"},
		{"a manifest that is no YAML", "a: [b\nc: ]d: {\n", nil, "manifest.yaml:1 C223"},
		{"a version that cannot be compared", "requires:\n  iterion: \"latest\"\n", nil, "manifest.yaml:2 C250"},
		{"a version", "requires:\n  iterion: \">= 3.141.0\"\n", nil, ""},
		{"a skill that can be chosen", "", memory{"/w/nightly/skills/style.md": skill}, ""},
		{"skills without what they are chosen by", "", memory{
			"/w/nightly/skills/a.md": "Prose.\n",
			"/w/nightly/skills/b.md": "---\nname: b\ndescription: Short.\n---\n",
			"/w/nightly/skills/c.md": "---\nname: b\ndescription: >\n  Says at length what it does\n  and when it applies.\n---\n",
		}, "skills/a.md:1 C231, skills/a.md:1 C232, skills/b.md:3 C233, skills/c.md:2 C234"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := memory{"/w/nightly/main.bot": main}
			if c.manifest != "" {
				m["/w/nightly/manifest.yaml"] = c.manifest
			}
			for p, s := range c.files {
				m[p] = s
			}
			if diff := cmp.Diff(c.want, outside(m, findings(t, m, "/w/nightly/main.bot"))); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestBundlesOfNewerBots(t *testing.T) {
	const contract = "dsl: 2\nvars:\n  goal: string\nschema s:\n  url: string\ncontract k:\n  inputs:\n    goal: string\n  outputs:\n    url: string\n      from: t.url\n" +
		"tool t:\n  command: \"x\"\n  output: s\ntool u:\n  command: \"x\"\nworkflow w:\n  contract: k\n  entry: t\n  t -> u -> done\n"
	const remembers = "agent t:\n  backend: claw\n  memory:\n    enabled: true\n    scope: \"x\"\n    visibility: bot\nworkflow v:\n  entry: t\n  t -> done\n"
	for _, c := range []struct{ name, main, manifest, want string }{
		{"a newer syntax without a version", contract, "name: w\n", "manifest.yaml:1 C252"},
		{"a launch form that the contract does not know", contract,
			"launch:\n  primary: [goal, gaol]\nproduces:\n  - node: u\n  - node: t\nrequires:\n  iterion: \">= 3.150.0\"\n", "manifest.yaml:2 C254, manifest.yaml:4 C254"},
		{"three names and one memory", remembers, "name: w\n", "manifest.yaml:1 C230"},
		{"lists of capabilities that differ", "## ---\n## name: w\n## capabilities: [board.move]\n## ---\nagent t:\n  backend: claw\n  capabilities: [board.read]\nworkflow w:\n  entry: t\n  t -> done\n",
			"capabilities: [board.read]\n", "manifest.yaml:1 C221"},
		{"a gate that only the node opens to the host", "human h:\n  interaction: human_or_host\nworkflow w:\n  entry: h\n  h -> done\n",
			"chat:\n  nodes:\n    h:\n      kind: human\n", "manifest.yaml:3 C212"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := memory{"/w/w/main.bot": c.main, "/w/w/manifest.yaml": c.manifest}
			if diff := cmp.Diff(c.want, outside(m, findings(t, m, "/w/w/main.bot"))); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

// TestBotsThatRunOthers holds what is handed over to the other's contract.
func TestBotsThatRunOthers(t *testing.T) {
	const child = "dsl: 2\nvars:\n  goal: string\n  n: int = 3\ncontract k:\n  inputs:\n    goal: string\n    n: int\ntool t:\n  command: \"x\"\nworkflow c:\n  contract: k\n  entry: t\n  t -> done\n"
	for _, c := range []struct{ name, props, want string }{
		{"all that is required", "  source: \"c.bot\"\n  with { goal: \"x\" }\n", ""},
		{"not all that is required", "  source: \"c.bot\"\n  with { n: \"1\" }\n", "C255 4"},
		{"nothing of it", "  source: \"c.bot\"\n", "C255 3"},
		{"a bot that is not there", "  source: \"d.bot\"\n", ""},
		{"a bot somewhere else", "  source: \"/srv/c.bot\"\n", "C253 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := memory{"/w/a.bot": "dsl: 2\nsubbot t:\n" + c.props + tail, "/w/c.bot": child}
			if diff := cmp.Diff(c.want, join(show(m, findings(t, m, "/w/a.bot")))); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}
