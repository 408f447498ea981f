package report

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

func TestJSONHasEveryKeyOfTheContract(t *testing.T) {
	src := files("main.bot", "\ufeffa é 🦊 duty\r\nb\rc x\n", "lib/a.bot", "lib\n")
	edit := finding.NewFix("write-the-name", "Write the name", true, func() []finding.Edit {
		return []finding.Edit{
			{Path: "/ws/new.txt", New: "made\n"},
			{Path: "/ws/main.bot", Span: src.at(t, "main.bot", "duty").Span, New: "<&>\u2028"},
		}
	})
	edit.Preferred = true
	empty := finding.NewFix("none", "Does not apply", true, func() []finding.Edit { return nil })
	run := runOf(src, finding.Hint,
		finding.Finding{
			Code: "BND101", Severity: finding.Error, Place: src.at(t, "main.bot", "duty"), Message: "A <node> acts.",
			Data:    map[string]any{"reasons": []string{"tools: bash"}, "node": "a"},
			Related: []finding.Related{{Place: src.at(t, "lib/a.bot", "lib"), Message: "here"}, {Place: finding.Place{Path: "/ws/lib/a.bot", Whole: true}, Message: "all of it"}},
			Fixes:   []finding.Fix{empty, edit},
		},
		finding.Finding{Code: "BND104", Severity: finding.Info, Place: src.at(t, "main.bot", "c »x«"), Message: "Behind a lone CR."},
		finding.Finding{Code: "BND405", Severity: finding.Error, Place: finding.Place{Path: "/elsewhere/m.txt", Whole: true}, Message: "Stale."},
	)
	run.Tool.Version = "1.0.0"
	run.Result.Problems = []analysis.Problem{{Path: "/ws/gone.bot", Message: "there is no such file"}}
	run.Result.Counts = analysis.Counts{Members: 1, Paragraphs: 2, Workflows: 3, InspectedPolicies: 4, SupervisorsDeclared: 5, SupervisorsInspected: 6}
	golden(t, "all.json", shown(t, asJSON{}, run))
}

func TestJSONListsAreNeverNull(t *testing.T) {
	run := runOf(files(), finding.Hint)
	var got map[string]any
	if err := json.Unmarshal([]byte(shown(t, asJSON{}, run)), &got); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"diagnostics", "inventory", "errors"} {
		if list, ok := got[key].([]any); !ok || len(list) > 0 {
			t.Errorf("%s is %v", key, got[key])
		}
	}
	if _, ok := got["fixed"]; ok {
		t.Error("check has a list of fixes")
	}
	run.Fixed = []analysis.Fixed{}
	if out := shown(t, asJSON{}, run); !strings.Contains(out, `"fixed": []`) {
		t.Errorf("fix has none:\n%s", out)
	}
}

func TestCompactIsOneLineAFinding(t *testing.T) {
	src := files("a\nb.bot", "x\n\n  y\n")
	run := runOf(src, finding.Hint,
		finding.Finding{Code: "BND101", Severity: finding.Error, Place: src.at(t, "a\nb.bot", "y"), Message: "Bad."},
		finding.Finding{Code: "BND405", Severity: finding.Error, Place: finding.Place{Path: "/ws/m.txt", Whole: true}, Message: "Stale."},
		finding.Finding{Code: "XM320", Severity: finding.Hint, Place: finding.Place{Whole: true}, Message: "Of the call."},
	)
	want := "hint XM320 Of the call.\na\\nb.bot:3:3: error BND101 Bad.\nm.txt:1:1: error BND405 Stale.\n"
	if got := shown(t, compact{}, run); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestPlacesAgreeWithTheText(t *testing.T) {
	const src = "\ufeffé🦊\r\nb\rc \xff x\n\nlast"
	m := files("a", src)
	p := newPlaces(m)
	offs := []int{0, 3, 9, 5, 11, 12, 14, len(src), 0, 16, 13, len(src) - 1}
	for _, off := range offs {
		want := text.New(src).LineCol(off)
		if got := p.at("/ws/a", off); got != (Position{want.Line, want.Column, off}) {
			t.Errorf("offset %d is %v, want %v", off, got, want)
		}
	}
	if got := p.at("/ws/none", 0); got != (Position{1, 1, 0}) {
		t.Errorf("a file that does not exist: %v", got)
	}
}

func TestFingerprints(t *testing.T) {
	of := func(src memory, pieces ...string) []string {
		var list []finding.Finding
		for _, p := range pieces {
			list = append(list, finding.Finding{Code: "BND103", Severity: finding.Error, Place: src.at(t, "d/a.bot", p), Message: p})
		}
		var out []string
		for _, e := range runOf(src, finding.Hint, list...).Shown {
			out = append(out, e.Fingerprint)
		}
		return out
	}
	base := of(files("d/a.bot", "one two\n1 one  two\n"), "one two", "one  two")
	moved := of(files("d/a.bot", "\n\n# note\none\ttwo\n1 one  two\n"), "one\ttwo", "one  two")
	if diff := cmp.Diff(base, moved); diff != "" {
		t.Errorf("moved lines change them: %s", diff)
	}
	if base[0] == base[1] {
		t.Errorf("equal findings have one: %v", base)
	}
	if other := of(files("d/a.bot", "one three\n"), "one three"); other[0] == base[0] {
		t.Error("another text has the same")
	}
	for _, f := range base {
		if len(f) != 16 || strings.Trim(f, "0123456789abcdef") != "" {
			t.Errorf("%q is not 16 hexadecimal digits", f)
		}
	}
}

func TestSilencingOneOfEqualFindingsLeavesTheOthers(t *testing.T) {
	src := files("a.bot", "x\nx\nx\n")
	f := func(i int) finding.Finding {
		return finding.Finding{Code: "BND103", Severity: finding.Error, Place: finding.Place{Path: "/ws/a.bot", Span: text.Span{Start: i, End: i + 1}}}
	}
	all := New(&analysis.Result{Findings: []finding.Finding{f(0), f(2), f(4)}}, src, "/ws", finding.Hint)
	some := New(&analysis.Result{Findings: []finding.Finding{f(0), f(4)}, Silenced: []finding.Finding{f(2)}}, src, "/ws", finding.Hint)
	if some.Shown[1].Fingerprint != all.Shown[2].Fingerprint || some.Silenced[0].Fingerprint != all.Shown[1].Fingerprint {
		t.Errorf("all %v, some %v", all.Shown, some.Shown)
	}
	if some.Hidden != (Hidden{Silenced: 1}) {
		t.Errorf("hidden: %v", some.Hidden)
	}
}

func TestPathsAreRelativeToTheWorkingDirectory(t *testing.T) {
	for _, tt := range []struct{ dir, path, want string }{
		{"/ws", "/ws/a/b.bot", "a/b.bot"},
		{"/ws", "/ws", "."},
		{"/ws", "/ws2/a.bot", "/ws2/a.bot"},
		{"/ws/sub", "/ws/a.bot", "/ws/a.bot"},
		{"/", "/a.bot", "a.bot"},
		{"/ws", "", ""},
	} {
		if got := DisplayPath(tt.dir, tt.path); got != tt.want {
			t.Errorf("from %s, %s is %s, want %s", tt.dir, tt.path, got, tt.want)
		}
	}
}

func TestUnknownFormatsNameTheKnownOnes(t *testing.T) {
	_, err := NewFormat("yaml", Names(), Screen{})
	if err == nil || !strings.Contains(err.Error(), "`yaml`") || !strings.Contains(err.Error(), "text, compact, json") {
		t.Errorf("got %v", err)
	}
}
