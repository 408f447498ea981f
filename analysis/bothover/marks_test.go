package bothover_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// stand are the characters of the vectors that stand for others.
var stand = strings.NewReplacer("␠", " ", "␉", "\t", "⍽", "\u00a0", "␍", "\r")

// vector is a case of testdata/authoring: a workspace and expectations.
type vector struct {
	dir   string
	snap  *workspace.Snapshot
	files []string
	marks []string
}

func unpack(t *testing.T, src []byte) *vector {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	v := &vector{dir: workspace.Key(root)}
	for _, f := range txtar.Parse(src).Files {
		if f.Name == "marks" {
			v.marks = strings.Split(strings.TrimSpace(string(f.Data)), "\n")
			continue
		}
		data, _, _ := strings.Cut(string(f.Data), "␄")
		p := filepath.Join(root, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(stand.Replace(data)), 0o644); err != nil {
			t.Fatal(err)
		}
		v.files = append(v.files, v.dir+"/"+f.Name)
	}
	v.snap = workspace.NewSession(workspace.Options{Dir: v.dir, Folders: []string{v.dir}}).Snapshot()
	return v
}

func vectors(t *testing.T, pattern string) map[string]*vector {
	t.Helper()
	names, err := filepath.Glob("../../testdata/authoring/" + pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("%d vectors, %v", len(names), err)
	}
	list := map[string]*vector{}
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		list[strings.TrimSuffix(filepath.Base(name), ".txtar")] = unpack(t, src)
	}
	return list
}

var mark = regexp.MustCompile(`^(\S+) (\d+):(\d+) hover (.*)$`)

// The marks of hover hold; what is hovered over contains the place.
func TestHoverMarks(t *testing.T) {
	n := 0
	for name, v := range vectors(t, "marker_*.txtar") {
		for _, line := range v.marks {
			m := mark.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			n++
			t.Run(name+"/"+line, func(t *testing.T) {
				file := v.dir + "/" + m[1]
				var at text.LineCol
				if _, err := fmt.Sscan(m[2], &at.Line); err != nil {
					t.Fatal(err)
				}
				if _, err := fmt.Sscan(m[3], &at.Column); err != nil {
					t.Fatal(err)
				}
				off := v.snap.File(file).Text.Offset(at)
				md, span, ok := analysis.Hover(v.snap, file, off, true)
				if m[4] == "none" {
					if ok {
						t.Errorf("got %q", md)
					}
					return
				}
				if !ok || !span.Contains(off) {
					t.Fatalf("ok %v, span %v, offset %d", ok, span, off)
				}
				for _, part := range regexp.MustCompile(`"[^"]*"`).FindAllString(m[4], -1) {
					part = strings.Trim(part, `"`)
					if strings.Contains(md, part) != strings.HasPrefix(m[4], "+") {
						t.Errorf("%s %q in\n%s", m[4][:1], part, md)
					}
				}
			})
		}
	}
	if n != 28 {
		t.Errorf("%d marks", n)
	}
}
