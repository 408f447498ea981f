package botcomplete_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/botcomplete"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// BenchmarkComplete is the time that an answer takes after a keystroke, with
// the parse and the unit and, "again", without; of the largest bot below
// BOUNDARY_CORPUS, else of one that is made up.
func BenchmarkComplete(b *testing.B) {
	src := made(310)
	if corpus := os.Getenv("BOUNDARY_CORPUS"); corpus != "" {
		src = ""
		err := filepath.WalkDir(corpus, func(p string, d os.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && strings.HasSuffix(p, ".bot") {
				if s, err := os.ReadFile(p); err == nil && len(s) > len(src) {
					src = string(s)
				}
			}
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	dir, base := lay(b, nil)
	p := dir + "/main.bot"
	for what, typed := range map[string]string{
		"target": "\nworkflow extra:\n  first -> ", "template": "\nprompt extra:\n  About {{outputs.", "top": "\nag",
	} {
		at := func(i int) (*workspace.Snapshot, int) {
			s := text.New(fmt.Sprintf("## %d\n%s%s", i, src, typed))
			return base.With(map[string]*text.Text{p: s}), s.Len()
		}
		b.Run(what, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				snap, off := at(i)
				if len(botcomplete.Complete(snap, p, off, botcomplete.Options{Snippets: true}).Items) == 0 {
					b.Fatal("nothing is offered")
				}
			}
		})
		b.Run(what+" again", func(b *testing.B) {
			snap, off := at(-1)
			for b.Loop() {
				botcomplete.Complete(snap, p, off, botcomplete.Options{Snippets: true})
			}
		})
	}
}

// made is a bot of n agents in a chain, each with its prompt and schema.
func made(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "prompt p%[1]d:\n  Work on {{input.body}}.\n\nschema s%[1]d:\n  ok: bool\n  body: string\n\n"+
			"agent a%[1]d:\n  backend: claw\n  input: s%[1]d\n  output: s%[1]d\n  system: p%[1]d\n\n", i)
	}
	b.WriteString("workflow w:\n  entry: a0\n")
	for i := range n - 1 {
		fmt.Fprintf(&b, "  a%d -> a%d\n", i, i+1)
	}
	return b.String()
}
