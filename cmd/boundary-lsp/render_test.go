package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

// rendering is a playbook whose prompt is an expression over issue.
func rendering(prompt string) string {
	return "issue = param(\"issue\")\nbot = agent(\"fixer\")\nplaybook(\"p\", steps = [step(\"s\", agent = bot, prompt = " + prompt + ")])\n"
}

// The vectors run on the command line as they say, from files on disk.
func TestVectorsRender(t *testing.T) {
	list, err := playbooktest.Vectors("../../testdata/playbook")
	if err != nil || len(list) != 142 {
		t.Fatalf("%d vectors, %v", len(list), err)
	}
	for _, v := range list {
		t.Run(v.Name, func(t *testing.T) {
			values, err := json.Marshal(v.Launch)
			if err != nil {
				t.Fatal(err)
			}
			files := []string{"params.json", string(values)}
			for id, src := range v.Files {
				files = append(files, id, src)
			}
			w := newWorld(t, files...)
			want := map[string]int{"ok": exitClean, "error": exitFindings}[v.Want.Dynamic.Outcome]
			out, _ := w.wants(t, want, "render", "--params", "params.json", "--format", "json", playbooktest.EntryID)
			var got playbooktest.Outcome
			if err := json.Unmarshal([]byte(out), &got); err != nil {
				t.Fatal(err)
			}
			expected := v.Want.Dynamic
			expected.Message, got.Message = "", ""
			if expected.Pos == nil {
				got.Pos = nil
			}
			if expected.File == "" {
				got.File = ""
			}
			if expected.Argument == "" {
				got.Argument = ""
			}
			if len(expected.Printed) == 0 {
				expected.Printed, got.Printed = nil, append([]string(nil), got.Printed...)
			}
			if len(got.Prompts) == 0 {
				got.Prompts = nil
			}
			if diff := cmp.Diff(expected, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestRenderShowsWhatIsExternal(t *testing.T) {
	w := newWorld(t, "playbook.star", rendering(`"Fix:\n" + issue + "\nthen stop"`))
	const open, end = playbook.ExternalOpen, playbook.ExternalClose
	out, _ := w.wants(t, 0, "render", "--param", "issue=one\ngate two", "playbook.star")
	if want := "step s, agent fixer\n  Fix:\n  " + open + "one\n  gate two" + end + "\n  then stop\n"; out != want {
		t.Errorf("%q, want %q", out, want)
	}
	out, _ = w.wants(t, 0, "render", "--color", "always", "--param", "issue=one\ntwo", "playbook.star")
	if want := headInk + "step s, agent fixer" + noInk + "\n  Fix:\n  " + externalInk + open + "one" + noInk + "\n  " + externalInk + "two" + end + noInk + "\n  then stop\n"; out != want {
		t.Errorf("%q, want %q", out, want)
	}
}

func TestAPlanOnATerminalHarmsNothing(t *testing.T) {
	plan := &playbook.Plan{Prompts: []playbook.Prompt{{
		Step: "s", Kind: "step", Text: "a\r" + "<\x1b[2J\u202e\t>\r\nb\r", Regions: []playbook.Region{{Start: 2, End: 12}},
	}}}
	var b bytes.Buffer
	if err := writePlan(&b, plan, true, false); err != nil {
		t.Fatal(err)
	}
	if want := "step s\n  a\\r<\\u{1b}[2J\\u{202e}\t>\r\n  b\\r\n"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}

func TestRenderStaysInTheWorkspace(t *testing.T) {
	w := newWorld(t,
		"ws/.boundary.toml", "[playbook]\nentry = [\"*.flow\"]\n",
		"ws/a.flow", "load(\"lib/link.star\", \"head\")\n"+rendering("head(issue)"),
		"ws/b.flow", "load(\"//out.star\", \"head\")\n"+rendering("head(issue)"),
		"ws/c.flow", "load(\"../head.star\", \"head\")\n"+rendering("head(issue)"),
		"ws/lib/head.star", "def head(t):\n    return \"in: \" + t\n",
		"head.star", "def head(t):\n    return \"out: \" + t\n",
	)
	for link, target := range map[string]string{"ws/lib/link.star": "head.star", "ws/out.star": "../head.star"} {
		if err := os.Symlink(target, filepath.Join(w.dir, filepath.FromSlash(link))); err != nil {
			t.Fatal(err)
		}
	}
	out, _ := w.wants(t, 0, "render", "--param", "issue=x", "ws/a.flow")
	if !strings.Contains(out, "in: ") {
		t.Error(out)
	}
	for _, file := range []string{"ws/b.flow", "ws/c.flow"} {
		_, errs := w.wants(t, 1, "render", "--param", "issue=x", file)
		if !strings.Contains(errs, file+":1:1: LoadOutside") {
			t.Error(errs)
		}
	}
}

func TestARefusedRunIsExplainedWithoutTheValue(t *testing.T) {
	const secret = "s3kr3t-\u202evalue"
	for name, tc := range map[string]struct {
		prompt, want string
		args         []string
	}{
		"a conversion":           {`"Data: %s" % issue`, "playbook.star:3:28: ExternalConverted", nil},
		"a method":               {`issue.upper()`, "ExternalMethod", nil},
		"fail with the value":    {`fail(issue)`, "StarlarkError", nil},
		"a key":                  {`{issue: 1}`, "StarlarkError", nil},
		"a marker in the value":  {`issue`, "ExternalCarriesMarker", []string{"--param", "issue=" + secret + playbook.ExternalClose}},
		"an unknown parameter":   {`issue`, "ParamUnknown", []string{"--param", "issue=" + secret, "--param", "other=" + secret}},
		"bytes that are no text": {`issue`, "ParamKind", []string{"--param", "issue=" + secret + "\xff"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, "playbook.star", rendering(tc.prompt))
			args := tc.args
			if args == nil {
				args = []string{"--param", "issue=" + secret}
			}
			for _, format := range []string{"text", "json"} {
				out, errs := w.wants(t, 1, append([]string{"render", "--format", format, "playbook.star"}, args...)...)
				if strings.Contains(out+errs, "s3kr3t") {
					t.Errorf("the value shows: %s%s", out, errs)
				}
				if format == "text" && (!strings.Contains(errs, tc.want) || out != "") {
					t.Errorf("%q, %q, want %q", out, errs, tc.want)
				}
			}
		})
	}
}

func TestRenderThatCannotStart(t *testing.T) {
	w := newWorld(t,
		"playbook.star", rendering("issue"), "lib.star", "", "twice.json", `{"issue": "s3kr3t", "issue": "b"}`, "list.json", `["s3kr3t"]`,
		"sub/.boundary.toml", "[playbook\n", "sub/playbook.star", rendering("issue"),
	)
	for name, args := range map[string][]string{
		"without a playbook":       {},
		"with two of them":         {"playbook.star", "lib.star"},
		"no such file":             {"none.star"},
		"a folder":                 {"sub"},
		"a file without that role": {"lib.star"},
		"a broken configuration":   {"sub/playbook.star"},
		"a flag without a name":    {"--param", "=s3kr3t", "playbook.star"},
		"a flag without a value":   {"--param", "s3kr3t", "playbook.star"},
		"a name twice":             {"--param", "issue=s3kr3t", "--param", "issue=s3kr3t", "playbook.star"},
		"a file that is not there": {"--param-file", "issue=none", "playbook.star"},
		"a folder as a value":      {"--param-file", "issue=.", "playbook.star"},
		"a key twice":              {"--params", "twice.json", "playbook.star"},
		"values that are a list":   {"--params", "list.json", "playbook.star"},
	} {
		t.Run(name, func(t *testing.T) {
			out, errs := w.wants(t, 2, append([]string{"render"}, args...)...)
			if out != "" || strings.Contains(errs, "s3kr3t") || strings.Count(errs, "\n") != 1 {
				t.Errorf("%q %q", out, errs)
			}
		})
	}
}

func TestPrintedTextGoesToTheErrorOutput(t *testing.T) {
	w := newWorld(t, "playbook.star", "print(\"a\\x1b[2J\")\n"+rendering("issue"))
	out, errs := w.wants(t, 0, "render", "--param", "issue=x", "playbook.star")
	if strings.Contains(out, "[2J") || errs != "print: a\\u{1b}[2J\n" {
		t.Errorf("%q %q", out, errs)
	}
}

func TestLaunchValuesMayBeginWithAByteOrderMark(t *testing.T) {
	w := newWorld(t, "playbook.star", rendering("issue"), "params.json", "\ufeff"+`{"issue": "it crashes"}`)
	out, _ := w.wants(t, 0, "render", "--params", "params.json", "playbook.star")
	if !strings.Contains(out, "it crashes") {
		t.Error(out)
	}
}

func TestTheNameOfAnUnknownParameterIsEscaped(t *testing.T) {
	w := newWorld(t, "playbook.star", rendering("issue"), "params.json", `{"issue": "", "\u001b[31mevil": ""}`)
	out, _ := w.wants(t, 1, "render", "--format", "json", "--params", "params.json", "playbook.star")
	if !strings.Contains(out, `"argument": "\\u{1b}[31mevil"`) {
		t.Error(out)
	}
}
