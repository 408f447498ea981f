package boundary

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/rule"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// The format is described in testdata/boundary/README.md.
type (
	wantPlace struct{ Line, Column int }
	wantRange struct{ Start, End wantPlace }
	wantDiag  struct {
		Code, Name, Severity, Path string
		Range                      *wantRange
		Message                    []string
		Data                       map[string]any
		Related                    []struct {
			Path  string
			Range *wantRange
		}
	}
	vector struct {
		Schema      int
		Rows        []string
		Members     map[string][]string
		Diagnostics []wantDiag
		Supervisors *struct{ Declared, Inspected int }
		Policies    *int `json:"inspectedPolicies"`
		EOL         string
		Today       string
		Fix         *struct {
			Code, Title string
			All, Safe   bool
		}
		Hover []struct {
			Path         string
			Line, Column int
			Contains     []string
		}
		Syntax, Engine string
	}
)

const vectorFolder = "../../testdata/boundary"

func TestVectors(t *testing.T) {
	files, err := filepath.Glob(vectorFolder + "/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 180 {
		t.Fatalf("%d vectors, want 180", len(files))
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			runVector(t, file)
		})
	}
}

func runVector(t *testing.T, file string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var want vector
	files, after := map[string]string{}, map[string]string{}
	stand := strings.NewReplacer("␠", " ", "␉", "\t", "⍽", "\u00a0")
	for _, f := range txtar.Parse(data).Files {
		switch rest, isWant := strings.CutPrefix(f.Name, "want/"); {
		case f.Name == "want.json":
			dec := json.NewDecoder(strings.NewReader(string(f.Data)))
			dec.DisallowUnknownFields()
			if err := dec.Decode(&want); err != nil {
				t.Fatal(err)
			}
		case isWant:
			after[rest] = stand.Replace(string(f.Data))
		default:
			files[f.Name] = stand.Replace(string(f.Data))
		}
	}
	if want.EOL == "crlf" {
		for _, m := range []map[string]string{files, after} {
			for name, s := range m {
				if strings.HasSuffix(name, ".bot") {
					m[name] = strings.ReplaceAll(s, "\n", "\r\n")
				}
			}
		}
	}
	today := config.Date{Y: 2026, M: 11, D: 30}
	if want.Today != "" {
		if today, err = config.ParseDate(want.Today); err != nil {
			t.Fatal(err)
		}
	}
	m := newMemory(files)
	a := m.analyse(t, today)

	checkMembers(t, want, a)
	checkDiagnostics(t, want.Diagnostics, a.findings, m)
	if want.Supervisors != nil && (a.counts.Supervisors != want.Supervisors.Declared || a.counts.Inspected != want.Supervisors.Inspected) {
		t.Errorf("supervisors: %d declared, %d inspected, want %+v", a.counts.Supervisors, a.counts.Inspected, *want.Supervisors)
	}
	if want.Policies != nil && a.counts.Policies != *want.Policies {
		t.Errorf("policies inspected: %d, want %d", a.counts.Policies, *want.Policies)
	}
	for _, h := range want.Hover {
		checkHover(t, a, m, h.Path, text.LineCol{Line: h.Line, Column: h.Column}, h.Contains)
	}
	if want.Fix == nil {
		return
	}
	var edits []finding.Edit
	found := false
	for _, f := range a.findings {
		if f.Code != want.Fix.Code || found && !want.Fix.All {
			continue
		}
		i := slices.IndexFunc(f.Fixes, func(x finding.Fix) bool { return x.Title == want.Fix.Title })
		if i < 0 {
			t.Fatalf("no fix %q among %v", want.Fix.Title, titles(f.Fixes))
		}
		if f.Fixes[i].Safe != want.Fix.Safe {
			t.Errorf("fix is safe: %v, want %v", f.Fixes[i].Safe, want.Fix.Safe)
		}
		edits = append(edits, f.Fixes[i].Edits()...)
		found = true
	}
	if !found {
		t.Fatalf("no finding %s to fix", want.Fix.Code)
	}
	got := m.apply(t, edits)
	for name, s := range files {
		w, ok := after[name]
		if !ok {
			w = s
		}
		if diff := cmp.Diff(w, got[name]); diff != "" {
			t.Errorf("%s after the fix (-want +got):\n%s", name, diff)
		}
	}
	// What the fix was for is gone.
	left := newMemory(got).analyse(t, today)
	for _, f := range left.findings {
		if f.Code == want.Fix.Code {
			t.Errorf("still there after the fix: %s", f.Message)
		}
	}
}

func titles(fixes []finding.Fix) []string {
	var list []string
	for _, f := range fixes {
		list = append(list, f.Title)
	}
	return list
}

func checkMembers(t *testing.T, want vector, a answer) {
	t.Helper()
	if want.Members == nil {
		if a.complete {
			t.Error("every unit parses, want one that does not")
		}
		return
	}
	if !a.complete {
		for _, c := range a.classes {
			for _, f := range c.Unit.Files {
				t.Logf("%s: %+v", f.Path, f.File.Errors)
			}
		}
		t.Error("a unit does not parse")
	}
	got := map[string][]string{}
	for _, c := range a.classes {
		for _, n := range c.Nodes {
			if n.Member() {
				got[n.Key] = n.Reasons
			}
		}
	}
	if diff := cmp.Diff(want.Members, got); diff != "" {
		t.Errorf("members (-want +got):\n%s", diff)
	}
}

func place(p text.LineCol) string { return fmt.Sprintf("%d:%d", p.Line, p.Column) }

// matches says in which way a finding is not the wanted one, empty where it
// is.
func (w wantDiag) matches(f finding.Finding, m *memory) string {
	if r, ok := rule.Get(f.Code); !ok || r.Name != w.Name {
		return "name " + r.Name
	}
	switch {
	case f.Severity.String() != w.Severity:
		return "severity " + f.Severity.String()
	case !sameRange(f.Place, w.Path, w.Range, m):
		return "range"
	}
	for _, s := range w.Message {
		if !strings.Contains(f.Message, s) {
			return "message " + f.Message
		}
	}
	for k, v := range w.Data {
		if diff := cmp.Diff(plain(v), plain(f.Data[k])); diff != "" {
			return "data " + k + "\n" + diff
		}
	}
	for _, r := range w.Related {
		if !slices.ContainsFunc(f.Related, func(have finding.Related) bool { return sameRange(have.Place, r.Path, r.Range, m) }) {
			return fmt.Sprintf("related %+v", f.Related)
		}
	}
	return ""
}

// plain is a value as JSON has it.
func plain(v any) any {
	data, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	var out any
	if err := json.Unmarshal(data, &out); err != nil {
		return err.Error()
	}
	return out
}

func sameRange(p finding.Place, file string, r *wantRange, m *memory) bool {
	if p.Path != path.Join(home, file) {
		return false
	}
	if r == nil {
		return true
	}
	t, err := m.Text(p.Path)
	if err != nil || p.Whole {
		return false
	}
	return t.LineCol(p.Span.Start) == text.LineCol(r.Start) && t.LineCol(p.Span.End) == text.LineCol(r.End)
}

func checkDiagnostics(t *testing.T, want []wantDiag, got []finding.Finding, m *memory) {
	t.Helper()
	left := slices.Clone(got)
	for _, w := range want {
		i := slices.IndexFunc(left, func(f finding.Finding) bool { return f.Code == w.Code && w.matches(f, m) == "" })
		if i < 0 {
			t.Errorf("wanted and not found: %s %s %s %+v %+v %v", w.Code, w.Severity, w.Path, w.Range, w.Data, w.Message)
			for _, f := range left {
				if f.Code == w.Code {
					t.Logf("  not %q: %s", f.Message, w.matches(f, m))
				}
			}
			continue
		}
		left = slices.Delete(left, i, i+1)
	}
	if len(left) > 0 {
		t.Errorf("found and not wanted:\n%s", strings.Join(positions(left, m), "\n"))
	}
}

func checkHover(t *testing.T, a answer, m *memory, file string, at text.LineCol, contains []string) {
	t.Helper()
	abs := path.Join(home, file)
	src, err := m.Text(abs)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range a.classes {
		if !c.Unit.Has(abs) {
			continue
		}
		md, span, ok := c.Hover(abs, src.Offset(at))
		if !ok || span.Empty() {
			t.Fatal("no hover")
		}
		for _, s := range contains {
			if !strings.Contains(md, s) {
				t.Errorf("the hover lacks %q:\n%s", s, md)
			}
		}
		return
	}
	t.Fatal("no unit holds the file")
}
