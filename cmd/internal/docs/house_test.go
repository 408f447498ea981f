package docs

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/boundary-lsp/boundary-lsp/"

// floors of the house, from the top: a package may import its own floor and
// those behind it.
var floors = []string{"cmd", "lsp", "analysis", "dsl"}

// maxLines is how long a file of Go may be.
const maxLines = 600

type goFile struct {
	name string // from the root, with slashes
	src  []byte
	tree *ast.File
}

// goFiles are the files of Go that people wrote.
func goFiles(t *testing.T) []goFile {
	t.Helper()
	var list []goFile
	err := filepath.WalkDir(root, func(file string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() {
			if name := e.Name(); name != ".." && (strings.HasPrefix(name, ".") || slices.Contains(skippedDirs, name)) {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(file, ".go") {
			return nil
		}
		src, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, src, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, file)
		if err == nil && !ast.IsGenerated(tree) {
			list = append(list, goFile{filepath.ToSlash(name), src, tree})
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 100 {
		t.Fatalf("only %d files of Go", len(list))
	}
	return list
}

// floor is the index in floors of a package path from the root.
func floor(p string) int {
	top, _, _ := strings.Cut(p, "/")
	return slices.Index(floors, top)
}

func TestImportsGoDownTheHouse(t *testing.T) {
	seen := 0
	for _, f := range goFiles(t) {
		from := floor(f.name)
		if from < 0 {
			t.Errorf("%s stands on no floor; there are %s", f.name, strings.Join(floors, ", "))
			continue
		}
		for _, im := range f.tree.Imports {
			to, ok := strings.CutPrefix(strings.Trim(im.Path.Value, `"`), module)
			if !ok {
				continue
			}
			seen++
			if floor(to) < from {
				t.Errorf("%s imports %s, which is above it; imports go cmd, lsp, analysis, dsl", f.name, to)
			}
		}
	}
	if seen == 0 {
		t.Error("no import of this module was looked at")
	}
}

func TestFilesAreShortEnoughForAReader(t *testing.T) {
	for _, f := range goFiles(t) {
		if n := bytes.Count(f.src, []byte("\n")); n > maxLines {
			t.Errorf("%s has %d lines, over %d: cut it where its subject changes", f.name, n, maxLines)
		}
	}
}

func TestEveryPackageSaysWhatItIs(t *testing.T) {
	documented := map[string]bool{}
	for _, f := range goFiles(t) {
		if !strings.HasSuffix(f.name, "_test.go") {
			dir := path.Dir(f.name)
			documented[dir] = documented[dir] || f.tree.Doc != nil
		}
	}
	for dir, ok := range documented {
		if !ok {
			t.Errorf("%s has no package comment; write doc.go", dir)
		}
	}
}

func TestTheHouseNamesEveryPackage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs", "house.md"))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, f := range goFiles(t) {
		dir := path.Dir(f.name)
		if seen[dir] || strings.HasSuffix(f.name, "_test.go") {
			continue
		}
		seen[dir] = true
		// Parts of a package stand with it.
		if up := path.Dir(dir); dir != "dsl/bot/format" && (up == "cmd/internal" || path.Dir(up) == "analysis" || path.Dir(up) == "dsl") {
			dir = up
		}
		if !bytes.Contains(page, []byte("\n"+dir+" ")) {
			t.Errorf("docs/house.md does not name %s", dir)
		}
	}
}

func TestNothingIsLeftOpen(t *testing.T) {
	marks := []string{"TO" + "DO", "FIX" + "ME", "t.Sk" + "ip("}
	for _, f := range goFiles(t) {
		for i, line := range strings.Split(string(f.src), "\n") {
			for _, m := range marks {
				if strings.Contains(line, m) {
					t.Errorf("%s:%d has %s: do it now, or say in a sentence why it is as it is", f.name, i+1, m)
				}
			}
		}
	}
}
