package botedit_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

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
func lay(t *testing.T, files map[string]string) (dir string, snap *workspace.Snapshot) {
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

func unpack(t *testing.T, src []byte) *marks {
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

func (m *marks) path(name string) string { return m.dir + "/" + name }

func (m *marks) text(name string) *text.Text { return m.snap.File(m.path(name)).Text }

// place is a span as marks write it.
func (m *marks) place(p string, s text.Span) string {
	return fmt.Sprintf("%s:%s", strings.TrimPrefix(p, m.dir+"/"), m.span(p, s))
}

func (m *marks) span(p string, s text.Span) string {
	t := m.snap.File(p).Text
	a, b := t.LineCol(s.Start), t.LineCol(s.End)
	return fmt.Sprintf("%d:%d-%d:%d", a.Line, a.Column, b.Line, b.Column)
}

func (m *marks) offset(t *testing.T, name, at string) int {
	t.Helper()
	var p text.LineCol
	if _, err := fmt.Sscanf(at, "%d:%d", &p.Line, &p.Column); err != nil {
		t.Fatalf("%q is no place: %v", at, err)
	}
	return m.text(name).Offset(p)
}

var quoted = regexp.MustCompile(`"[^"]*"|\S+`)

// split gives the words of a mark.
func split(line string) []string {
	list := quoted.FindAllString(line, -1)
	for i := range list {
		list[i] = strings.Trim(list[i], `"`)
	}
	return list
}

func sorted(list []string) []string {
	list = slices.Clone(list)
	slices.Sort(list)
	return list
}
