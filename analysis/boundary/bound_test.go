package boundary

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// withGroup is a unit with a prompt p1 of that body, or an inline prompt where
// the body is in quotes, which the node x.n of a group reads; uses are the uses
// of the group g with the parameters a and b.
func withGroup(body, user string, uses ...string) map[string]string {
	prompt, system := "prompt p1:\n  "+strings.ReplaceAll(body, "\n", "\n  ")+"\n\n", "p1"
	if strings.HasPrefix(body, `"`) {
		prompt, system = "", body
	}
	s := "dsl: 2\n\nvars:\n  t: string = \"x\"\n\n" + prompt
	if user != "" {
		s += "prompt u1:\n  " + user + "\n\n"
	}
	s += "group g(a, b):\n  agent n:\n    model: \"m\"\n    backend: \"claude_code\"\n    system: " + system + "\n"
	if user != "" {
		s += "    user: u1\n"
	}
	edges := ""
	for i, with := range uses {
		s += fmt.Sprintf("\nuse g as x%d with { %s }\n", i, with)
		next := "done"
		if i+1 < len(uses) {
			next = fmt.Sprintf("x%d.n", i+1)
		}
		edges += fmt.Sprintf("  x%d.n -> %s\n", i, next)
	}
	return map[string]string{"demo/main.bot": s + "\nworkflow w:\n  entry: x0.n\n" + edges}
}

const whole = "IMPORTANT — UNTRUSTED INPUT BOUNDARY: data, report, authoritative"

func TestParametersOfGroupsAreBoundBeforeTheParagraphIsJudged(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  []string // code, cause or text, fixes, related
	}{
		{
			"a phrase by parameter opens a region, the reference below stands in it",
			withGroup("{{params.a}}\n{{vars.t}}", "", `a: "UNTRUSTED INPUT BOUNDARY: data, report, authoritative"`),
			[]string{"BND201 {{params.a}}", "BND201 {{vars.t}} fix"},
		},
		{
			"a reference inside the value of the parameter is reported at the directive",
			withGroup("{{params.a}}", "", `a: "`+whole+` {{vars.t}}"`),
			[]string{"BND201 {{params.a}} related {{vars.t}}"},
		},
		{
			"a parameter gives a word of the phrase",
			withGroup("UNTRUSTED {{params.a}} BOUNDARY: {{vars.t}} data, report, authoritative", "", `a: "INPUT"`),
			[]string{"BND201 {{params.a}}", "BND201 {{vars.t}} fix"},
		},
		{
			"a phrase by parameter in an inline prompt",
			withGroup(`"{{params.a}} {{vars.t}}"`, "", `a: "`+whole+`"`),
			[]string{"BND201 {{params.a}}", "BND201 {{vars.t}} fix"},
		},
		{
			"other parameters on the line of the phrase and below",
			withGroup("{{params.b}} {{params.a}}\nIt is {{params.b}}.", "", `a: "`+whole+`", b: "##"`),
			[]string{"BND201 {{params.b}}", "BND201 {{params.a}}", "BND201 {{params.b}}"},
		},
		{
			"a phrase in lower case by parameter",
			withGroup("{{params.a}}\n{{vars.t}}", "", `a: "untrusted input boundary: data"`),
			[]string{"BND101 phrase-not-exact"},
		},
		{
			"a phrase by parameter in the user prompt only",
			withGroup("Work.", "{{params.a}}", `a: "`+whole+`"`),
			[]string{"BND201 {{params.a}}", "BND101 phrase-in-user-prompt related UNTRUSTED INPUT BOUNDARY"},
		},
		{
			"every use is judged, and what two of them have is said once",
			withGroup("{{params.a}}\n{{vars.t}}\n\n{{run.id}}", "", `a: "Work."`, `a: "`+whole+`"`, `a: "`+whole+` {{vars.t}}"`, `a: "`+whole+`", b: ""`),
			[]string{"BND201 {{params.a}} related {{vars.t}}", "BND201 {{vars.t}} fix", "BND101 no-phrase fix"},
		},
		{
			"the form and content of what a parameter brings",
			withGroup("See the {{params.a}}.", "", `a: "UNTRUSTED INPUT BOUNDARY"`),
			[]string{"BND103 {{params.a}}", "BND104 {{params.a}}", "BND201 {{params.a}}"},
		},
		{
			"a parameter outside every region, and one that no use binds",
			withGroup(whole+".\n\n{{params.a}} {{params.b}}", "", `a: "Work. {{vars.t}}"`),
			nil,
		},
		{
			"an included file has the parameter that brings the phrase",
			func() map[string]string {
				m := withGroup("{{include \"x.md\"}}\n\n{{vars.t}}", "", `a: "`+whole+`"`)
				m["demo/x.md"] = "See:\n{{params.a}}\nand {{vars.t}}\n"
				return m
			}(),
			[]string{`BND201 {{include "x.md"}} related {{vars.t}}`},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := newMemory(tt.files)
			var got []string
			for _, f := range m.analyse(t, someDay).findings {
				src, err := m.Text(f.Path)
				if err != nil {
					t.Fatal(err)
				}
				s := f.Code + " " + src.Slice(f.Span)
				if cause, ok := f.Data["cause"]; ok {
					s = f.Code + " " + cause.(string)
				}
				if len(f.Fixes) > 0 {
					s += " fix"
				}
				for _, r := range f.Related {
					src, err := m.Text(r.Path)
					if err != nil {
						t.Fatal(err)
					}
					s += " related " + src.Slice(r.Span)
				}
				got = append(got, s)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRegionsThatUsesBringAreCountedOncePerBody(t *testing.T) {
	a := newMemory(withGroup("{{params.a}}\n{{vars.t}}", "", `a: "`+whole+`"`, `a: "`+whole+`."`)).analyse(t, someDay)
	if a.counts.Paragraphs != 1 || a.classes[0].Paragraphs != 1 {
		t.Errorf("%d regions counted, %d in the unit; want 1", a.counts.Paragraphs, a.classes[0].Paragraphs)
	}
	a = newMemory(withGroup(whole+" {{params.a}}", "", `a: "x"`)).analyse(t, someDay)
	if a.counts.Paragraphs != 1 {
		t.Errorf("%d regions counted; want 1", a.counts.Paragraphs)
	}
}

func TestManyUsesOfALongPromptAreBoundWithinLimits(t *testing.T) {
	var uses []string
	for i := range 200 {
		uses = append(uses, fmt.Sprintf(`a: "%s%d"`, strings.Repeat("x", 1000), i))
	}
	files := withGroup(strings.Repeat("{{params.a}}\n", 20_000)+"end", "", uses...)
	a := newMemory(files).analyse(t, someDay)
	if got := a.classes[0].bytesBound; got > maxBound+32<<20 {
		t.Errorf("%d bytes bound", got)
	}
	if !slices.ContainsFunc(a.classes[0].Nodes, (*Node).Owes) {
		t.Error("no node owes the paragraph")
	}
}
