package bot

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// TestRealBotsParseWithoutErrors reads the bots under the folder that the
// environment names. They are not part of this repository.
func TestRealBotsParseWithoutErrors(t *testing.T) {
	dir := os.Getenv("BOUNDARY_CORPUS")
	if dir == "" {
		t.Log("BOUNDARY_CORPUS is not set: real bots not read")
		return
	}
	n := 0
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".bot") {
			return err
		}
		n++
		src := readFile(t, path)
		f := Parse(text.New(src))
		check(t, f)
		if got := f.String(); got != src {
			t.Errorf("%s: printed differently", path)
		}
		for _, e := range f.Errors {
			at := f.Text.LineCol(e.Span.Start)
			t.Errorf("%s:%d:%d: %s %s: %s (%q)", path, at.Line, at.Column, e.Code, e.Kind, e.Message, e.Got)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n == 0 {
		t.Errorf("no bots under %s", dir)
	}
	t.Logf("%d bots read", n)
}
