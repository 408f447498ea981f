package analysis_test

import (
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// A finding is hidden once the comment that the fix writes has its reason.
func TestTheSilencingFixSilences(t *testing.T) {
	for name, tc := range map[string]struct {
		file, src, code, line string
	}{
		"on a declaration":         {"main.bot", "prompt p:\n  x\n\n  y\n\n  {{input.a}}\n", "BOT116", "## boundary: ignore BOT116 — "},
		"behind a byte order mark": {"main.bot", "\ufeffprompt p:\n  x\n\n  y\n", "BOT116", "\ufeff## boundary: ignore BOT116 — "},
		"in a playbook":            {"playbook.star", "print(param(\"a\"))\n", "PB010", "# boundary: ignore PB010 — "},
		"behind a string":          {"playbook.star", "\ufeffx = '''  # '''; print(param('a'))\r\n", "PB010", "\ufeff# boundary: ignore PB010 — "},
		"with CRLF":                {"main.bot", "prompt p:\r\n  x\r\n\r\n  y\r\n", "BOT116", "## boundary: ignore BOT116 — "},
	} {
		t.Run(name, func(t *testing.T) {
			dir := workspace.Key(t.TempDir())
			file := path.Join(dir, tc.file)
			session := workspace.NewSession(workspace.Options{Dir: dir, Folders: []string{dir}})
			snap := session.Open(file, text.New(tc.src), 1, "")
			find := func(snap *workspace.Snapshot) (finding.Finding, bool) {
				list := analysis.File(snap, file, true).Findings
				i := slices.IndexFunc(list, func(f finding.Finding) bool { return f.Code == tc.code })
				if i < 0 {
					return finding.Finding{}, false
				}
				return list[i], true
			}
			f, ok := find(snap)
			if !ok {
				t.Fatalf("no %s in %v", tc.code, analysis.File(snap, file, true).Findings)
			}
			fix, ok := analysis.SilenceFix(snap, f)
			if !ok || !fix.Manual || fix.Safe {
				t.Fatalf("fix %+v, %v", fix, ok)
			}
			e := fix.Edits()[0]
			after, err := text.Apply(tc.src, []text.Edit{{Span: e.Span, New: strings.Replace(e.New, "— ", "— it is meant so ", 1)}})
			if err != nil {
				t.Fatal(err)
			}
			if want := strings.TrimRight(tc.line, " "); !strings.HasPrefix(after, want) {
				t.Errorf("written:\n%q", after)
			}
			if strings.Contains(tc.src, "\r\n") && strings.Contains(strings.ReplaceAll(after, "\r\n", ""), "\n") {
				t.Errorf("another line end in %q", after)
			}
			if f, ok := find(session.Change(file, text.New(after), 2)); ok {
				t.Errorf("still there: %s\n%s", f.Message, after)
			}
		})
	}
}

func TestWhereACommentWouldBeTextThereIsNoSilencingFix(t *testing.T) {
	dir := workspace.Key(t.TempDir())
	file := path.Join(dir, "playbook.star")
	for name, src := range map[string]string{
		"a string that began further up": "x = \"\"\"a\n\"\"\"; print(param(\"a\"))\n",
		"a continued line":               "x = 1 + \\\n  len([print(param(\"a\"))])\n",
	} {
		snap := workspace.NewSession(workspace.Options{Dir: dir, Folders: []string{dir}}).Open(file, text.New(src), 1, "")
		list := analysis.File(snap, file, true).Findings
		i := slices.IndexFunc(list, func(f finding.Finding) bool { return f.Code == "PB010" })
		if i < 0 {
			t.Fatalf("%s: no PB010 in %v", name, list)
		}
		if fix, ok := analysis.SilenceFix(snap, list[i]); ok {
			t.Errorf("%s: %q", name, fix.Title)
		}
	}
}

func TestWhatNoCommentMaySilenceHasNoSilencingFix(t *testing.T) {
	dir := workspace.Key(t.TempDir())
	file := path.Join(dir, "main.bot")
	snap := workspace.NewSession(workspace.Options{Dir: dir, Folders: []string{dir}}).Open(file, text.New("agent a:\n"), 1, "")
	for _, f := range []finding.Finding{
		{Code: "BND101", Severity: finding.Error, Place: finding.Place{Path: file}},
		{Code: "BOT116", Severity: finding.Warning, Place: finding.Place{Path: file, Whole: true}},
		{Code: "BOT116", Severity: finding.Warning, Place: finding.Place{Path: path.Join(dir, "none.bot")}},
		{Code: "XYZ999", Severity: finding.Warning, Place: finding.Place{Path: file}},
	} {
		if fix, ok := analysis.SilenceFix(snap, f); ok {
			t.Errorf("%s: %q", f.Code, fix.Title)
		}
	}
}
