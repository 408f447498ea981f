package bottokens_test

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/boundary-lsp/boundary-lsp/analysis/bottokens"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// stand are the characters of the vectors that stand for others.
var stand = strings.NewReplacer("␠", " ", "␉", "\t", "⍽", "\u00a0", "␍", "\r")

// vector is a case of testdata/authoring (README.md there): a workspace that
// lies nowhere, and what is expected in it.
type vector struct {
	snap  *workspace.Snapshot
	files []string // absolute
	marks []string
}

const dir = "/vector"

func read(t *testing.T, file string) *vector {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	v := &vector{}
	texts := map[string]*text.Text{}
	for _, f := range txtar.Parse(src).Files {
		if f.Name == "marks" {
			v.marks = strings.Split(strings.TrimSpace(string(f.Data)), "\n")
			continue
		}
		s, _, _ := strings.Cut(string(f.Data), "␄")
		texts[path.Join(dir, f.Name)] = text.New(stand.Replace(s))
		v.files = append(v.files, path.Join(dir, f.Name))
	}
	v.snap = workspace.NewSession(workspace.Options{Dir: dir, Folders: []string{dir}}).Snapshot().With(texts)
	return v
}

func vectors(t *testing.T, pattern string, least int) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) < least {
		t.Fatalf("%d vectors, %v", len(files), err)
	}
	return files
}

var words = regexp.MustCompile(`\S+`)

// span reads LINE:COL-LINE:COL.
func span(t *testing.T, x *text.Text, s string) text.Span {
	t.Helper()
	var a, b text.LineCol
	if n, err := fmt.Sscanf(s, "%d:%d-%d:%d", &a.Line, &a.Column, &b.Line, &b.Column); n != 4 {
		t.Fatalf("%q is no range: %v", s, err)
	}
	return text.Span{Start: x.Offset(a), End: x.Offset(b)}
}

// spell writes a token as marks do.
func spell(t bottokens.Token) string {
	s := bottokens.Types()[t.Type]
	for i, m := range bottokens.Modifiers() {
		if t.Mods&(1<<i) != 0 {
			s += " " + m
		}
	}
	return s
}
