package bottokens_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/botindex"
	"github.com/boundary-lsp/boundary-lsp/analysis/bottokens"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// BenchmarkTokens is what tokens take after a keystroke: with the parse and the
// index, and alone. Of the bots below BOUNDARY_CORPUS the largest is taken.
func BenchmarkTokens(b *testing.B) {
	var s strings.Builder
	s.WriteString("dsl: 2\n\nvars:\n  topic: string = \"x\"\n\n")
	for i := range 310 {
		fmt.Fprintf(&s, "prompt p%[1]d:\n  Work on {{input.body}} about {{vars.topic}}.\n  See {{outputs.a%[1]d.ok}}.\n\n"+
			"schema s%[1]d:\n  ok: bool\n  body: string\n\nagent a%[1]d:\n  backend: claw\n  input: s%[1]d\n  output: s%[1]d\n  system: p%[1]d\n\n", i)
	}
	docs := map[string]string{"4000 lines": s.String()}
	if corpus := os.Getenv("BOUNDARY_CORPUS"); corpus != "" {
		best := ""
		err := filepath.WalkDir(corpus, func(p string, d os.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && strings.HasSuffix(p, ".bot") {
				if src, err := os.ReadFile(p); err == nil && len(src) > len(best) {
					best = string(src)
				}
			}
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
		docs["largest real bot"] = best
	}
	p := "/bench/main.bot"
	for name, src := range docs {
		for _, indexed := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s, indexed %v", name, indexed), func(b *testing.B) {
				snap := workspace.NewSession(workspace.Options{Dir: "/bench"}).Snapshot()
				b.SetBytes(int64(len(src)))
				for i := 0; b.Loop(); i++ {
					b.StopTimer()
					s := snap.With(map[string]*text.Text{p: text.New(fmt.Sprintf("%s## %d\n", src, i))})
					if indexed {
						botindex.Of(s, p)
					}
					b.StartTimer()
					if len(bottokens.Of(s, p)) == 0 {
						b.Fatal("no tokens")
					}
				}
			})
		}
	}
}
