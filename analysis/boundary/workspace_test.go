package boundary

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

const twoNodes = "dsl: 2\n\n" + goodPrompt + "prompt plain:\n  Work.\n\nagent acts:\n  tools: [bash]\n  system: good\n\nagent owes:\n  tools: [bash]\n  system: plain\n\n" +
	"agent reads:\n  backend: \"claw\"\n\ntool build:\n  command: \"make\"\n\nsupervisor coach:\n  watches: [acts]\n  system: good\n\n" +
	"workflow w:\n  entry: acts\n  acts -> owes\n  owes -> reads\n  reads -> build\n  build -> done\n"

// entries gives, for the findings in the configuration, code, cause and text.
func entries(t *testing.T, toml string, today config.Date) []string {
	t.Helper()
	m := newMemory(map[string]string{"demo/main.bot": twoNodes, config.Name: toml})
	a := m.analyse(t, today)
	var list []string
	for _, f := range a.findings {
		if f.Path != home+"/"+config.Name {
			continue
		}
		s := f.Code
		if cause, ok := f.Data["cause"].(string); ok {
			s += " " + cause
		}
		if f.WorkspaceOnly {
			s += " workspace"
		}
		list = append(list, s+" "+a.cfg.Text.Slice(f.Span))
	}
	return list
}

func TestExemptions(t *testing.T) {
	deferral := func(node, more string) string {
		return "[[boundary.deferred]]\nnode = \"" + node + "\"\n" + more + "\n"
	}
	const owned = "owner = \"a\"\nreason = \"b\"\n"
	entry := func(list, node string) string {
		return "[[boundary." + list + "]]\nnode = \"" + node + "\"\nreason = \"b\"\n\n"
	}
	for _, tt := range []struct {
		name, toml string
		want       []string
	}{
		{"a valid deferral", deferral("demo/owes", owned), nil},
		{"no owner and no reason is one finding", deferral("demo/owes", ""), []string{"BND402 no-owner [[boundary.deferred]]"}},
		{"a blank owner", deferral("demo/owes", "owner = \" \"\nreason = \"b\""), []string{"BND402 no-owner [[boundary.deferred]]"}},
		{"no reason", deferral("demo/owes", "owner = \"a\""), []string{"BND402 no-reason [[boundary.deferred]]"}},
		{"a pattern that names nothing", deferral("demo/[ab]", owned), []string{"BND402 pattern \"demo/[ab]\""}},
		{"a second entry behind an invalid one", deferral("demo/owes", "") + deferral("demo/owes", owned), []string{"BND402 no-owner [[boundary.deferred]]", "BND402 duplicate \"demo/owes\""}},
		{"a supervisor", deferral("demo/coach", owned), []string{"BND402 supervisor \"demo/coach\""}},
		{"a node of another kind", deferral("demo/build", owned), []string{"BND401 not-a-member \"demo/build\""}},
		{"no such node", deferral("demo/gone", owned+"until = 2020-01-01\n"), []string{"BND401 no-such-node workspace \"demo/gone\""}},
		{"the paragraph before the date", deferral("demo/acts", owned+"until = 2020-01-01\n"), []string{"BND401 has-paragraph \"demo/acts\""}},
		{"expired", deferral("demo/owes", owned+"until = 2026-11-29\n"), []string{"BND401 expired \"demo/owes\""}},
		{"the last day", deferral("demo/owes", owned+"until = 2026-11-30\n"), nil},
		{"left and still a member", entry("left", "demo/acts"), []string{"BND404 member \"demo/acts\""}},
		{"left and gone", entry("left", "demo/gone"), []string{"BND404 no-such-node workspace \"demo/gone\""}},
		{"left and outside", entry("left", "demo/reads"), nil},
		{"bounded and a member", entry("bounded", "demo/acts"), []string{"BND404 member \"demo/acts\""}},
		{"by hand and gone", entry("by_hand", "demo/gone"), []string{"BND404 no-such-node workspace \"demo/gone\""}},
		{"by hand for a tool", entry("by_hand", "demo/build"), []string{"BND404 no-such-node \"demo/build\""}},
		{"by hand and left", entry("by_hand", "demo/reads") + entry("left", "demo/reads"), []string{"BND404 member \"demo/reads\""}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, entries(t, tt.toml, someDay)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestEntriesForNodesOfAUnitThatDoesNotParseAreNotJudged(t *testing.T) {
	m := newMemory(map[string]string{
		"demo/main.bot": "agent acts:\n  backend: \"pi\n\nworkflow w:\n  entry: acts\n",
		config.Name:     "[[boundary.deferred]]\nnode = \"demo/acts\"\nowner = \"a\"\nreason = \"b\"\n\n[[boundary.left]]\nnode = \"demo/lost\"\nreason = \"b\"\n",
	})
	for _, f := range m.analyse(t, someDay).findings {
		if strings.HasPrefix(f.Code, "BND4") {
			t.Errorf("%s: %s", f.Code, f.Message)
		}
	}
}

func TestArtifact(t *testing.T) {
	const toml = "[boundary]\nmembers = \"m.txt\"\n"
	const fresh = "demo/acts\ttools: bash\ndemo/owes\ttools: bash\n"
	for _, tt := range []struct {
		name, artifact, config string
		want                   []string
	}{
		{"fresh", fresh, "", nil},
		{"another order", "demo/owes\ttools: bash\ndemo/acts\ttools: bash\n", "", []string{"BND405"}},
		{"CRLF", strings.ReplaceAll(fresh, "\n", "\r\n"), "", []string{"BND405"}},
		{"no final line end", strings.TrimSuffix(fresh, "\n"), "", []string{"BND405"}},
		{"empty", "", "", []string{"BND405"}},
		{"a departure at its first key", fresh + "demo/reads\tx\ndemo/reads\ty\n", "", []string{"BND405", "BND403 demo/reads"}},
		{"a departure of a node of another kind", fresh + "demo/build\tx\n", "", []string{"BND405", "BND403 demo/build"}},
		{"a node that exists no more", fresh + "demo/gone\tx\n", "", []string{"BND405"}},
		{"a departure that is named", fresh + "demo/reads\tx\n", "[[boundary.left]]\nnode = \"demo/reads\"\nreason = \"b\"\n", []string{"BND405"}},
		{"a line without a tab", fresh + "demo/reads\n", "", []string{"BND405", "BND403 demo/reads"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{"demo/main.bot": twoNodes, config.Name: toml + tt.config, "m.txt": tt.artifact}
			m := newMemory(files)
			var got []string
			for _, f := range m.analyse(t, someDay).findings {
				if f.Path != home+"/m.txt" {
					continue
				}
				s := f.Code
				if !f.Whole {
					s += " " + tt.artifact[f.Span.Start:f.Span.End]
				}
				got = append(got, s)
				for _, x := range f.Fixes {
					if after := m.apply(t, x.Edits())["m.txt"]; after != fresh {
						t.Errorf("%s gives %q", x.Title, after)
					}
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAnEmptyClassHasAnEmptyArtifact(t *testing.T) {
	if got := ArtifactText(Members(nil)); got != "" {
		t.Errorf("%q", got)
	}
	m := newMemory(map[string]string{config.Name: "[boundary]\nmembers = \"m.txt\"\n", "m.txt": ""})
	if got := m.analyse(t, someDay).findings; len(got) > 0 {
		t.Errorf("%v", positions(got, m))
	}
}

func TestFloors(t *testing.T) {
	m := newMemory(map[string]string{
		"bots/kit/main.bot":          twoNodes,
		"bots/kit/more.bot":          "import \"lib/x.bot\"\n\nworkflow w:\n  entry: a\n  a -> done\n",
		"bots/kit/other.bot":         "import \"lib/x.bot\"\n\nworkflow w:\n  entry: a\n  a -> done\n",
		"bots/kit/lib/x.bot":         "dsl: 2\n\n" + goodPrompt + "agent a:\n  backend: \"claw\"\n\nsupervisor s:\n  watches: [a]\n  system: good\n",
		"bots/kit/testdata/main.bot": twoNodes,
		"docs/p.md":                  "```iter\nsupervisor s:\n  system: good\n\n" + goodPrompt + "```\n",
		config.Name: "[boundary.floors]\nworkflows = 9\nmembers = 9\nparagraphs = 9\nsupervisors = 9\ndocumented_policies = 9\n\n" +
			"[boundary.floors.roots]\n\"bots\" = 9\n",
	})
	got := map[string]int{}
	for _, f := range m.analyse(t, someDay).findings {
		if f.Code == "BND406" {
			got[f.Data["floor"].(string)] = f.Data["have"].(int)
		}
	}
	want := map[string]int{"workflows": 3, "members": 2, "paragraphs": 2, "supervisors": 2, "documented_policies": 1, "roots.bots": 3}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWithoutKeysNothingOfTheConfigurationIsAboutTheUnit(t *testing.T) {
	m := newMemory(map[string]string{"testdata/demo/main.bot": twoNodes})
	cfg := configOf("[[boundary.deferred]]\nnode = \"owes\"\nowner = \"a\"\nreason = \"b\"\n")
	u, err := bot.Load(m, home+"/testdata/demo/main.bot")
	if err != nil {
		t.Fatal(err)
	}
	c := Classify(u, Env{Config: cfg, Source: m, Today: someDay})
	list := c.Findings()
	if len(list) != 1 || list[0].Code != "BND101" || list[0].Data["node"] != "owes" {
		t.Errorf("%v", positions(list, m))
	}
	if lines := Members([]*Summary{c.Summary()}); len(lines) > 0 {
		t.Errorf("lines without keys: %v", lines)
	}
}
