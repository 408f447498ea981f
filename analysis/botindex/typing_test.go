package botindex_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/boundary-lsp/boundary-lsp/analysis/botindex"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Whatever is half typed, the index is sound: each vector is cut off at every
// line and within the longer ones, and each word is taken out once.
func TestIndexesOfHalfTypedTextAreSound(t *testing.T) {
	files, err := filepath.Glob("../../testdata/authoring/marker_n_*.txtar")
	if err != nil || len(files) != 13 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	total := 0
	for _, file := range append(files, "../botedit/testdata/kinds.txtar", "../botedit/testdata/units.txtar") {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		a := txtar.Parse(src)
		dir := layOut(t, a.Files)
		snap := workspace.NewSession(workspace.Options{Dir: dir}).Snapshot()
		for _, p := range bots(t, dir) {
			old := snap.File(p).Text
			check := func(s string) {
				now := snap.With(map[string]*text.Text{p: text.New(s)})
				for _, x := range botindex.For(now, p) {
					total += sound(t, now, x)
				}
			}
			s := old.String()
			for i := 0; i < len(s); i += 7 {
				check(s[:i])
				check(s[:i] + s[min(i+3, len(s)):])
			}
		}
	}
	if total < 10000 {
		t.Errorf("only %d occurrences", total)
	}
}

func TestANameThatBeginsWithNULIsOne(t *testing.T) {
	main := "/nul/main.bot"
	src := "agent a:\n  model: \"m\"\n\nworkflow w:\n  entry: \"\x00.a\"\n  a -> \x00.a\n  a -> done when \"outputs.\x00.a\"\n\nprompt p:\n  {{outputs.\x00.a}}\n"
	snap := workspace.NewSession(workspace.Options{Dir: "/nul"}).Snapshot().With(map[string]*text.Text{main: text.New(src)})
	x := botindex.Of(snap, main)
	if n := x.Node("a"); n == nil || len(n.Refs) == 0 {
		t.Errorf("the node is %+v", n)
	}
}
