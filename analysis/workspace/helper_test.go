package workspace

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// write makes the files below dir: the value is the text, that of a link
// begins with "-> ".
func write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, src := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if target, ok := strings.CutPrefix(src, "-> "); ok {
			err = os.Symlink(target, p)
		} else {
			err = os.WriteFile(p, []byte(src), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// temp is a folder with the files, with the links of its own path resolved.
func temp(t testing.TB, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, files)
	return Key(dir)
}

// walk gives the files of a walk from dir/at, relative to dir, and the paths
// of its errors.
func walk(t testing.TB, s *Snapshot, dir string, at []string, opt WalkOptions) (files, errs []string, seen int) {
	t.Helper()
	var dirs []string
	for _, a := range at {
		dirs = append(dirs, Abs(dir, a))
	}
	w, err := s.Walk(context.Background(), dirs, opt)
	if err != nil {
		t.Fatal(err)
	}
	rel := func(p string) string { return strings.TrimPrefix(p, dir+"/") }
	for _, f := range w.Files {
		files = append(files, rel(f))
	}
	for _, e := range w.Errors {
		errs = append(errs, rel(e.Path))
	}
	return files, errs, w.Seen
}

func doc(src string) *text.Text { return text.New(src) }

func body(h *Handle) string {
	if h.Text == nil {
		return "error: " + h.Err.Error()
	}
	return h.Text.String()
}

func same(a, b []string) bool { return slices.Equal(a, b) }

// main is a bot with a workflow that imports the paths.
func mainBot(imports ...string) string {
	src := "dsl: 2\n\n"
	for _, i := range imports {
		src += "import \"" + i + "\"\n"
	}
	return src + "\nworkflow w:\n  entry: done\n"
}

const fragment = "dsl: 2\n\nprompt duty:\n  You sort.\n"
