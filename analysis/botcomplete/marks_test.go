package botcomplete_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/botcomplete"
	"github.com/boundary-lsp/boundary-lsp/analysis/rule"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// marks is a case of testdata/authoring: a workspace and what is expected at
// places in it (README.md there).
type marks struct {
	dir   string
	snap  *workspace.Snapshot
	files []string
	lines []string
	plain bool
}

// stand are the characters of the vectors that stand for others.
var stand = strings.NewReplacer("␠", " ", "␉", "\t", "⍽", "\u00a0", "␍", "\r")

func decode(s string) string {
	if i := strings.Index(s, "␄"); i >= 0 {
		s = s[:i]
	}
	return stand.Replace(s)
}

// lay writes files below a new folder and gives a snapshot of it.
func lay(t testing.TB, files map[string]string) (dir string, snap *workspace.Snapshot) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, src := range files {
		p := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	dir = workspace.Key(root)
	return dir, workspace.NewSession(workspace.Options{Dir: dir, Folders: []string{dir}}).Snapshot()
}

func unpack(t testing.TB, src []byte) *marks {
	t.Helper()
	m := &marks{}
	files := map[string]string{}
	for _, f := range txtar.Parse(src).Files {
		if f.Name == "marks" {
			m.lines = strings.Split(strings.TrimSpace(string(f.Data)), "\n")
			continue
		}
		files[f.Name] = decode(string(f.Data))
		m.files = append(m.files, f.Name)
	}
	m.dir, m.snap = lay(t, files)
	return m
}

// options are those of a client, with the analysis behind them.
func options(snap *workspace.Snapshot, path string, snippets bool) botcomplete.Options {
	return botcomplete.Options{Snippets: snippets, Codes: func(off int) (covered, others []botcomplete.Rule) {
		c, o := analysis.Silencing(snap, path, off, true)
		return rules(c), rules(o)
	}}
}

func rules(list []rule.Entry) []botcomplete.Rule {
	var out []botcomplete.Rule
	for _, e := range list {
		out = append(out, botcomplete.Rule{Code: e.Code, Name: e.Name})
	}
	return out
}

// complete gives the items as a client shows them that compares nothing but
// their order.
func (m *marks) complete(name string, off int) []botcomplete.Item {
	p := m.dir + "/" + name
	r := botcomplete.Complete(m.snap, p, off, options(m.snap, p, !m.plain))
	return r.Items
}

func (m *marks) text(name string) *text.Text { return m.snap.File(m.dir + "/" + name).Text }

func (m *marks) offset(t *testing.T, name, at string) int {
	t.Helper()
	// In the files of this package a place may be a line and the text that
	// the cursor stands behind.
	number, needle, _ := strings.Cut(at, ":")
	line, err := strconv.Atoi(number)
	if err != nil || needle == "" {
		t.Fatalf("%q is no place: %v", at, err)
	}
	if column, err := strconv.Atoi(needle); err == nil {
		return m.text(name).Offset(text.LineCol{Line: line, Column: column})
	}
	span := m.text(name).Line(line - 1)
	i := strings.Index(m.text(name).Slice(span), needle)
	if i < 0 {
		t.Fatalf("line %d of %s does not hold %q", line, name, needle)
	}
	return span.Start + i + len(needle)
}

var quotedWord = regexp.MustCompile(`\d+:'[^']*'|[a-z-]+[~^]?=?'[^']*'|[a-z-]+[~^]?=?"[^"]*"|'[^']*'|"[^"]*"|\S+`)

// split gives the words of a mark.
func split(line string) []string {
	list := quotedWord.FindAllString(line, -1)
	for i, w := range list {
		for _, q := range []string{`"`, `'`} {
			if a, b := strings.Index(w, q), strings.LastIndex(w, q); b == len(w)-1 && a < b {
				list[i] = w[:a] + w[a+1:b]
				break
			}
		}
	}
	return list
}

func labels(items []botcomplete.Item) []string {
	var list []string
	for _, it := range items {
		list = append(list, it.Label)
	}
	return list
}

func TestCompletionMarks(t *testing.T) {
	files, err := filepath.Glob("../../testdata/authoring/marker_*.txtar")
	if err != nil || len(files) != 57 {
		t.Fatalf("%d vectors, %v", len(files), err)
	}
	if total := runMarks(t, files); total != 139 {
		t.Errorf("%d marks", total)
	}
}

// Those of this package are for what the vectors do not reach.
func TestMoreCompletionMarks(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < 3 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	runMarks(t, files)
}

func runMarks(t *testing.T, files []string) (total int) {
	t.Helper()
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m := unpack(t, src)
		for _, line := range m.lines {
			w := split(line)
			if line == "set snippets off" {
				m.plain = true
			}
			if len(w) < 4 || w[2] != "complete" && w[2] != "item" {
				continue
			}
			total++
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar")+"/"+line, func(t *testing.T) {
				off := m.offset(t, w[0], w[1])
				items := m.complete(w[0], off)
				if w[2] == "complete" {
					checkLabels(t, labels(items), w[3:])
				} else {
					m.checkItem(t, w[0], off, items, w[3], w[4:])
				}
			})
		}
	}
	return total
}

func checkLabels(t *testing.T, got, want []string) {
	t.Helper()
	switch want[0] {
	case "none":
		if len(got) > 0 {
			t.Errorf("offers %v", got)
		}
	case "=":
		if diff := cmp.Diff(want[1:], got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	case "before":
		at := -1
		for _, w := range want[1:] {
			i := slices.Index(got, w)
			if i <= at {
				t.Errorf("%s is at %d, behind %d, in %v", w, i, at, got)
			}
			at = i
		}
	case "+", "-":
		for _, w := range want[1:] {
			if slices.Contains(got, w) != (want[0] == "+") {
				t.Errorf("%s %s: %v", want[0], w, got)
			}
		}
	default:
		t.Fatalf("unknown expectation %v", want)
	}
}

var kindNames = map[botcomplete.Kind]string{
	botcomplete.Keyword: "Keyword", botcomplete.Property: "Property", botcomplete.EnumMember: "EnumMember",
	botcomplete.Node: "Class", botcomplete.Schema: "Struct", botcomplete.Prompt: "Function", botcomplete.Function: "Function",
	botcomplete.Variable: "Variable", botcomplete.Field: "Field", botcomplete.Module: "Module", botcomplete.File: "File",
	botcomplete.Folder: "Folder", botcomplete.Loop: "Event", botcomplete.Capability: "Constant", botcomplete.Backend: "Unit",
	botcomplete.Tool: "Method",
}

var (
	stopDefault = regexp.MustCompile(`\$\{\d+:((?:[^}\\]|\\.)*)\}|\$\d+`)
	escapes     = strings.NewReplacer(`\$`, "$", `\}`, "}", `\\`, `\`)
)

// plainText is what an item inserts, place holders by their defaults.
func plainText(it botcomplete.Item) string {
	if !it.Snippet {
		return it.New
	}
	return escapes.Replace(stopDefault.ReplaceAllString(it.New, "$1"))
}

// accept gives the text after an item is accepted.
func accept(t testing.TB, src *text.Text, it botcomplete.Item, replace bool) string {
	t.Helper()
	span := it.Insert
	if replace {
		span = it.Replace
	}
	after, err := src.Apply([]text.Edit{{Span: span, New: plainText(it)}})
	if err != nil {
		t.Fatal(err)
	}
	return after.String()
}

func (m *marks) checkItem(t *testing.T, name string, off int, items []botcomplete.Item, label string, want []string) {
	t.Helper()
	i := slices.IndexFunc(items, func(it botcomplete.Item) bool { return it.Label == label })
	if i < 0 {
		t.Fatalf("%s is not offered: %v", label, labels(items))
	}
	it := items[i]
	src := m.text(name)
	line := func(replace bool) string {
		lines := strings.Split(accept(t, src, it, replace), "\n")
		return strings.TrimSuffix(lines[src.LineAt(off)], "\r")
	}
	for _, w := range want {
		key, value, _ := strings.Cut(w, "=")
		switch {
		case strings.HasPrefix(w, "detail~"):
			if part := strings.TrimPrefix(w, "detail~"); !strings.Contains(it.Detail+"\n"+it.Description, part) {
				t.Errorf("the detail is %q, %q, want %q in it", it.Detail, it.Description, part)
			}
		case strings.HasPrefix(w, "after^"):
			if part := strings.TrimPrefix(w, "after^"); !strings.HasPrefix(line(true), part) {
				t.Errorf("the line begins %q, want %q", line(true), part)
			}
		case key == "kind":
			if kindNames[it.Kind] != value {
				t.Errorf("the kind is %s", kindNames[it.Kind])
			}
		case key == "after", key == "replace":
			if line(true) != value {
				t.Errorf("replaced, the line is %q, want %q", line(true), value)
			}
		case key == "insert":
			if line(false) != value {
				t.Errorf("inserted, the line is %q, want %q", line(false), value)
			}
		case key == "extra":
			if len(it.Also) != 1 || !strings.Contains(it.Also[0].New, value) {
				t.Errorf("the other edits are %v, want %q", it.Also, value)
			}
		case key == "no-snippet":
			if it.Snippet {
				t.Error("it is a snippet")
			}
		default:
			t.Fatalf("unknown expectation %q", w)
		}
	}
}
