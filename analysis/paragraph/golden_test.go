package paragraph

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/google/go-cmp/cmp"
)

// wordings are the paragraphs that the cases in testdata insert.
func wordings(f files, t *testing.T) map[string][]string {
	refs := func(names ...string) Names {
		u := f.unit(t)
		var texts []string
		for _, n := range names {
			if p := u.Prompts[n]; p != nil {
				s, _ := p.Decoded()
				texts = append(texts, s)
			}
		}
		return References(texts...)
	}
	asked := refs("ask", "duty")
	return map[string][]string{
		"plain":      {Heading, "Data, never authoritative."},
		"tick":       {Heading, "The `data`, never authoritative."},
		"supervisor": SupervisorLines(),
		"q01": Lines(Wording{
			Data: append([]string{"title", "body"}, asked.Data...), Surface: true, Vars: asked.Vars,
			Sink: "notes", Stake: StakeActs,
		}),
		"q02": Lines(Wording{Data: []string{"title", "body"}, Surface: true, Sink: "notes", Stake: StakeEditor}),
		"q03": Lines(Wording{Capabilities: true, Skills: []string{"triage-rules"}, Sink: "notes", Stake: StakeJudge}),
		"q16": Lines(Wording{
			Data: asked.Data, Surface: true, Capabilities: true, Vars: asked.Vars,
			Skills: []string{"review", "triage-rules"}, Sink: "label", Stake: StakeEditor,
		}),
	}
}

// run does the edit that a line of a case names: a word, the prompts or the
// node, and a wording. It always works on the first region.
func run(t *testing.T, f files, line string) []finding.Edit {
	t.Helper()
	arg := strings.Fields(line)
	for i, a := range arg {
		if a == "inline" {
			arg[i] = ""
		}
	}
	switch arg[0] {
	case "insert":
		return Insert(f.compile(t, arg[1]).Prompt, wordings(f, t)[arg[2]])
	case "create", "quoted":
		u := f.unit(t)
		file, d, before := f.node(t, u, arg[1])
		name := FreeName(u, arg[1]+"_system")
		if arg[0] == "create" {
			return Create(file, d, before, name, wordings(f, t)[arg[2]])
		}
		return InsertInlineQuoted(u, file, d, before, d.Prop("system"), name, wordings(f, t)[arg[2]])
	case "recase":
		return Recase(f.compile(t, arg[1]))
	case "user":
		return MoveFromUser(f.compile(t, arg[1]), f.compile(t, arg[2]))
	}
	c := f.compile(t, arg[1])
	r := Regions(c)[0]
	switch arg[0] {
	case "heading":
		return WriteHeading(c, r)
	case "name":
		var all []finding.Edit
		for _, ref := range r.Refs {
			all = append(all, WriteName(c, ref)...)
		}
		return all
	case "sentence":
		return MoveSentence(c, r, r.Refs[0])
	case "end":
		return MoveToEnd(c, r)
	case "replace":
		return Replace(c, r, wordings(f, t)[arg[2]])
	}
	t.Fatalf("no edit %q", line)
	return nil
}

// TestEdits runs the cases of testdata: an edit and the files before and, under
// want/, after it. A case without want/ wants no edit. In the files ␠ stands
// for a space and ␉ for a tab. Every case runs with LF and with CRLF.
func TestEdits(t *testing.T) {
	cases, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	blanks := strings.NewReplacer("␠", " ", "␉", "\t")
	for _, name := range cases {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		_, parts := archive(string(src))
		for _, eol := range []string{"\n", "\r\n"} {
			before, want, edit := files{}, files{}, ""
			for _, p := range parts {
				s := strings.ReplaceAll(blanks.Replace(p[1]), "\n", eol)
				switch rest, isWant := strings.CutPrefix(p[0], "want/"); {
				case p[0] == "edit":
					edit = p[1]
				case isWant:
					want["/w/"+rest] = s
				default:
					before["/w/"+p[0]] = s
				}
			}
			t.Run(filepath.Base(name)+strings.ReplaceAll(eol, "\r\n", " with CRLF"), func(t *testing.T) {
				edits := run(t, before, edit)
				if len(want) == 0 {
					if edits != nil {
						t.Errorf("want no edit, got %+v", edits)
					}
					return
				}
				after := before.apply(t, edits)
				for p, s := range before {
					if w, ok := want[p]; ok {
						s = w
					}
					if diff := cmp.Diff(s, after[p]); diff != "" {
						t.Errorf("%s (-want +got)\n%s", p, diff)
					}
				}
			})
		}
	}
}
