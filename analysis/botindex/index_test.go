package botindex_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/boundary-lsp/boundary-lsp/analysis/botindex"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
)

// layOut writes the files of a case below a new folder and gives it as a Key.
func layOut(t *testing.T, files []txtar.File) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return workspace.Key(dir)
}

// bots lists the bot files below a folder.
func bots(t *testing.T, dir string) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && strings.HasSuffix(p, ".bot") {
			list = append(list, workspace.Key(p))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// sound checks what holds of every index, and counts its occurrences.
func sound(t *testing.T, snap *workspace.Snapshot, x *botindex.Index) (count int) {
	t.Helper()
	for _, p := range x.Paths {
		end := -1
		src := snap.File(p).Text
		for _, o := range x.In(p) {
			count++
			if o.Path != p || o.Span.Start < end || o.Span.Empty() || o.Span.End > src.Len() {
				t.Errorf("%s: the occurrence %q at %v overlaps another or lies elsewhere", p, o.Name, o.Span)
			}
			end = o.Span.End
			if got := src.Slice(o.Span); got != o.Name && o.Kind != botindex.Path && o.Kind != botindex.Event {
				t.Errorf("%s: %v holds %q and not %q", p, src.LineCol(o.Span.Start), got, o.Name)
			}
			for _, off := range []int{o.Span.Start, o.Span.End - 1} {
				if x.At(p, off) != o {
					t.Errorf("%s: At(%d) does not find %q", p, off, o.Name)
				}
			}
			for _, s := range o.Symbols {
				list := s.Refs
				if o.Role == botindex.Declares {
					list = s.Decls
				}
				found := false
				for _, r := range list {
					found = found || r == o
				}
				if !found {
					t.Errorf("%s: %v: %s %q does not know its place", p, src.LineCol(o.Span.Start), s.Kind, s.Name)
				}
			}
		}
	}
	return count
}

func TestOccurrencesOfTheVectorsStandWhereTheySay(t *testing.T) {
	total := 0
	for _, glob := range []string{"../../testdata/authoring/*.txtar", "../../testdata/boundary/*.txtar"} {
		files, err := filepath.Glob(glob)
		if err != nil || len(files) < 100 {
			t.Fatalf("%d files in %s, %v", len(files), glob, err)
		}
		for _, file := range files {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			dir := layOut(t, a.Files)
			snap := workspace.NewSession(workspace.Options{Dir: dir}).Snapshot()
			for _, p := range bots(t, dir) {
				for _, x := range botindex.For(snap, p) {
					total += sound(t, snap, x)
				}
			}
		}
	}
	if total < 4000 {
		t.Errorf("only %d occurrences", total)
	}
}

func TestOccurrencesOfRealBotsStandWhereTheySay(t *testing.T) {
	corpus := os.Getenv("BOUNDARY_CORPUS")
	if corpus == "" {
		t.Log("BOUNDARY_CORPUS is not set: no real bot was read")
		return
	}
	dir := workspace.Key(corpus)
	snap := workspace.NewSession(workspace.Options{Dir: dir}).Snapshot()
	files, total, open := 0, 0, 0
	for _, p := range bots(t, dir) {
		files++
		for _, x := range botindex.For(snap, p) {
			total += sound(t, snap, x)
			open += len(x.Unread)
		}
	}
	t.Logf("%d files, %d occurrences, %d texts unread", files, total, open)
}
