package botcheck

import (
	"fmt"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
	"github.com/google/go-cmp/cmp"
)

// places lists findings as `FILE:LINE ENGINE`.
func places(m memory, list []finding.Finding) string {
	var out []string
	for _, f := range list {
		at := text.New(m[f.Place.Path]).LineCol(f.Span.Start)
		out = append(out, fmt.Sprintf("%s:%d %s", strings.TrimPrefix(f.Place.Path, "/w/"), at.Line, f.Data["engine"]))
	}
	return strings.Join(out, ", ")
}

func TestFindingsStandInTheFileThatTheyAreAbout(t *testing.T) {
	main := "dsl: 2\nimport \"lib/p.bot\"\nagent t:\n  backend: claw\n  system: p\n  user: q\n" + tail
	cases := []struct {
		name, want string
		files      memory
	}{
		{"a prompt of a fragment and one of a bundle", "lib/p.bot:3 C033, prompts/q.md:2 C004", memory{
			"/w/main.bot":     main,
			"/w/lib/p.bot":    "dsl: 2\nprompt p:\n  {{vars.nope}}\n",
			"/w/prompts/q.md": "one\n{{x}}\n",
		}},
		{"an included file", "lib/inc.md:2 C033", memory{
			"/w/main.bot":     main,
			"/w/lib/p.bot":    "dsl: 2\nprompt p:\n  {{include \"inc.md\"}}\n",
			"/w/lib/inc.md":   "one\ntwo {{vars.nope}}\n",
			"/w/prompts/q.md": "one\n",
		}},
		{"a name of two files", "lib/p.bot:4 E010", memory{
			"/w/main.bot":     main,
			"/w/lib/p.bot":    "dsl: 2\nprompt p:\n  x\nagent t:\n  backend: claw\n",
			"/w/prompts/q.md": "one\n",
		}},
		{"an import that is not there silences names", "main.bot:2 E046", memory{"/w/main.bot": main}},
		{"a headerless fragment", "lib/p.bot:1 C144", memory{
			"/w/main.bot":     main,
			"/w/lib/p.bot":    "prompt p:\n  a\n\n  b\n",
			"/w/prompts/q.md": "one\n",
		}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, places(c.files, findings(t, c.files, "/w/main.bot"))); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

// TestWhatIsHalfTypedGetsNoSecondFinding types into a right bot; only the
// error of syntax may be reported.
func TestWhatIsHalfTypedGetsNoSecondFinding(t *testing.T) {
	const whole = "dsl: 2\nvars:\n  v: string\nsecrets:\n  k: \"x\"\nprompt p:\n  {{vars.v}} {{secrets.k}}\nschema s:\n  ok: bool\nagent a:\n  backend: claw\n" +
		"  system: p\n  output: s\n  publish: art\nrouter r:\n  mode: llm\n  model: \"m\"\ntool b:\n  command: \"{{outputs.a.ok}} {{artifacts.art}}\"\n" +
		"workflow w:\n  entry: a\n  a -> r when ok\n  a -> a else\n  r -> b\n  r -> done\n  b -> a as l(3)\n  b -> done\n"
	if got := show(memory{"/w/a.bot": whole}, findings(t, memory{"/w/a.bot": whole}, "/w/a.bot")); len(got) != 0 {
		t.Fatalf("the bot itself: %v", got)
	}
	n := 0
	for _, line := range strings.Split(strings.TrimSuffix(whole, "\n"), "\n")[1:] {
		body := strings.TrimLeft(line, " ")
		for cut := len(line) - len(body) + 1; cut < len(line); cut++ {
			m := memory{"/w/a.bot": strings.Replace(whole, line+"\n", line[:cut]+"\n", 1)}
			list := findings(t, m, "/w/a.bot")
			syntax := false
			for _, f := range list {
				syntax = syntax || strings.HasPrefix(fmt.Sprint(f.Data["engine"]), "E")
			}
			if !syntax {
				continue
			}
			n++
			for _, f := range list {
				if !strings.HasPrefix(fmt.Sprint(f.Data["engine"]), "E") && f.Data["engine"] != "" {
					t.Errorf("%q of %q: %s", line[:cut], line, f.Message)
				}
			}
		}
	}
	if n < 50 {
		t.Errorf("only %d half-typed bots", n)
	}
}

// TestFixesMendTheirFinding applies the first fix of the finding and looks
// whether it is gone.
func TestFixesMendTheirFinding(t *testing.T) {
	cases := []struct {
		name, bot, engine, title string
		safe                     bool
	}{
		{"a node in another case", pair + "  a -> B\n  b -> done\n", "C001", "Change B to b", true},
		{"a node that is too short to guess", pair + "  a -> bb\n  b -> done\n", "C001", "", false},
		{"a node in a template", pair + "  a -> b with { x: \"{{outputs.a.okk}}\" }\n  b -> done\n", "C031", "Change okk to ok", true},
		{"a schema", "schema verdict:\n  ok: bool\ntool t:\n  command: \"x\"\n  output: vredict\n" + tail, "C002", "Change vredict to verdict", true},
		{"a prompt two letters off", "prompt review:\n  x\nagent t:\n  backend: claw\n  user: reviewer\n" + tail, "C003", "Change reviewer to review", false},
		{"a var", "vars:\n  topic: string\ntool t:\n  command: \"{{vars.topics}}\"\n" + tail, "C033", "Change topics to topic", true},
		{"a field of a guard", strings.Replace(pair, "ok: bool", "okay: bool", 1) + "  a -> b when okai\n  a -> done\n  b -> done\n", "C014", "Change okai to okay", true},
		{"an enum", pair + "  a -> b when \"word == 'aa'\"\n  a -> done\n  b -> done\n", "C121", "", false},
		{"an entry", "tool t:\n  command: \"x\"\nworkflow w:\n\n  t -> done\n", "C008", "Add entry: t", false},
		{"a bound", "wait t:\n  event: \"e\"\n" + tail, "C197", `Add timeout: "30m"`, false},
		{"quotes around a number", "vars:\n  n: int = \"3\"\ntool t:\n  command: \"x\"\n" + tail, "C109", "Remove the quotes", false},
		{"a number without quotes", "vars:\n  n: string = 3\ntool t:\n  command: \"x\"\n" + tail, "C109", "Put quotes around 3", false},
		{"a profile", "## old\ntool t:\n  command: \"a\\\\b\"\n" + tail, "C144", "Add dsl: 1", false},
		{"a property", "tool t:\n  command: \"x\"\n  rtk: on\n" + tail, "E012", "Rename rtk to compress", true},
		{"a colon", "tool t\n  command: \"x\"\n" + tail, "E002", "Add the missing colon", false},
		{"a tab", "tool t:\n\tcommand: \"x\"\n" + tail, "E003", "Indent with spaces", true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			src := c.bot
			if !strings.HasPrefix(src, "##") {
				src = "dsl: 2\n" + src
			}
			m := memory{"/w/a.bot": src}
			fixes := fixesOf(findings(t, m, "/w/a.bot"), c.engine)
			if c.title == "" {
				if len(fixes) != 0 {
					t.Errorf("a fix is offered: %s", fixes[0].Title)
				}
				return
			}
			if len(fixes) == 0 {
				t.Fatal("no fix")
			}
			if fixes[0].Title != c.title || fixes[0].Safe != c.safe || !fixes[0].Preferred {
				t.Errorf("fix %q, safe %t, preferred %t; want %q, %t, true", fixes[0].Title, fixes[0].Safe, fixes[0].Preferred, c.title, c.safe)
			}
			var edits []text.Edit
			for _, e := range fixes[0].Edits() {
				edits = append(edits, text.Edit{Span: e.Span, New: e.New})
			}
			after, err := text.Apply(src, edits)
			if err != nil {
				t.Fatal(err)
			}
			if list := show(memory{"/w/a.bot": after}, findings(t, memory{"/w/a.bot": after}, "/w/a.bot")); strings.Contains(strings.Join(list, " "), c.engine) {
				t.Errorf("still %v in:\n%s", list, after)
			}
		})
	}
}

func fixesOf(list []finding.Finding, engine string) []finding.Fix {
	for _, f := range list {
		if f.Data["engine"] == engine {
			return f.Fixes
		}
	}
	return nil
}

// TestMessagesStandOnOneLineAndEscapeNames feeds hostile names and values.
func TestMessagesStandOnOneLineAndEscapeNames(t *testing.T) {
	hostile := "a\u202eb\u200bc`d"
	bots := []string{
		"vars:\n  n: string [enum: \"" + hostile + "\"] = \"x" + hostile + "\"\ntool t:\n  command: \"{{vars." + hostile + "}} {{outputs." + hostile + ".x}}\"\n" + tail,
		"tool t:\n  command: \"{{" + hostile + "}}\"\n" + tail,
		"tool t:\n  command: \"{{" + hostile + "\"\n" + tail,
		pair + "  a -> b when \"" + hostile + " == '" + hostile + "'\"\n  a -> done\n  b -> done\n",
		"agent t:\n  backend: claw\n  capabilities: [\"" + hostile + "\"]\n  timeout: \"" + hostile + "\"\n  reasoning_effort: \"" + hostile + "\"\n" + tail,
		"import \"lib/" + hostile + ".bot\"\n" + strings.Repeat("x", 300) + ":\n",
		"emit t:\n  event: \"" + hostile + "\"\n" + tail,
	}
	n := 0
	for _, src := range bots {
		m := memory{"/w/a.bot": "dsl: 2\n" + src}
		for _, f := range findings(t, m, "/w/a.bot") {
			n++
			texts := []string{f.Message}
			for _, fix := range f.Fixes {
				texts = append(texts, fix.Title)
			}
			for _, s := range texts {
				if strings.ContainsAny(s, "\n\r\u202e\u200b") {
					t.Errorf("%s shows what is invisible: %q", f.Code, s)
				}
			}
			if strings.Count(f.Message, "`")%2 != 0 {
				t.Errorf("%s has a stray backtick: %s", f.Code, f.Message)
			}
			if f.Severity == finding.Off {
				t.Errorf("%s has no severity", f.Code)
			}
		}
	}
	if n < 10 {
		t.Errorf("only %d findings", n)
	}
}

// TestSeveritiesFollowTheEngine runs all example bots.
func TestSeveritiesFollowTheEngine(t *testing.T) {
	m := disk(t, examplesDir)
	want := map[string]finding.Severity{"C144": finding.Warning, "C128": finding.Warning, "C001": finding.Error, "C016": finding.Error, "E002": finding.Error}
	seen := map[string]bool{}
	for p := range m {
		if !strings.HasSuffix(p, ".bot") || strings.Contains(p, "/lib/") {
			continue
		}
		for _, f := range findings(t, m, p) {
			engine := fmt.Sprint(f.Data["engine"])
			if s, ok := want[engine]; ok {
				seen[engine] = true
				if f.Severity != s {
					t.Errorf("%s has severity %v", engine, f.Severity)
				}
			}
			if engine == "" && f.Severity > finding.Warning {
				t.Errorf("%s is an error without an engine code", f.Code)
			}
			if engine != "" && !strings.HasSuffix(f.Message, " ("+engine+")") {
				t.Errorf("the message does not end with its code: %s", f.Message)
			}
		}
	}
	if len(seen) != len(want) {
		t.Errorf("seen: %v", seen)
	}
}

// TestALargeBotIsChecked has a chain of nodes that each read the one before.
func TestALargeBotIsChecked(t *testing.T) {
	const n = 3000
	var b strings.Builder
	b.WriteString("dsl: 2\n")
	for i := range n {
		fmt.Fprintf(&b, "tool t%d:\n  command: \"{{outputs.t%d.x}}\"\n", i, max(i-1, 0))
	}
	b.WriteString("workflow w:\n  entry: t0\n")
	for i := range n - 1 {
		fmt.Fprintf(&b, "  t%d -> t%d\n", i, i+1)
	}
	m := memory{"/w/a.bot": b.String()}
	u, err := bot.Load(m, "/w/a.bot")
	if err != nil {
		t.Fatal(err)
	}
	list := Check(u, m)
	unreached := 0
	for _, f := range list {
		if f.Data["engine"] == "C016" {
			unreached++
		}
	}
	if unreached != 0 || len(list) == 0 {
		t.Errorf("%d findings, %d unreachable", len(list), unreached)
	}
}
