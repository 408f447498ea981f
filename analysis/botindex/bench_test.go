package botindex_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/botindex"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// synthetic is a bot of n agents in a chain, each with its prompt and schema.
func synthetic(n int) string {
	var b strings.Builder
	b.WriteString("dsl: 2\n\nvars:\n  topic: string = \"x\"\n\n")
	for i := range n {
		fmt.Fprintf(&b, "prompt p%[1]d:\n  Work on {{input.body}} about {{vars.topic}}.\n  See {{outputs.a%[2]d.ok}}.\n\n"+
			"schema s%[1]d:\n  ok: bool\n  body: string\n\nagent a%[1]d:\n  backend: claw\n  input: s%[1]d\n  output: s%[1]d\n  system: p%[1]d\n\n", i, max(i-1, 0))
	}
	b.WriteString("workflow w:\n  entry: a0\n")
	for i := range n - 1 {
		fmt.Fprintf(&b, "  a%[1]d -> a%[2]d when \"ok && body != ''\" with { body: \"{{input.body}}\" }\n", i, i+1)
	}
	fmt.Fprintf(&b, "  a%d -> done\n", n-1)
	return b.String()
}

// BenchmarkIndex is the time that an index takes after a keystroke, the parse
// included; the largest bot below BOUNDARY_CORPUS is measured too.
func BenchmarkIndex(b *testing.B) {
	docs := map[string]string{"5000 lines": synthetic(310)}
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
	for name, src := range docs {
		b.Run(name, func(b *testing.B) {
			dir := workspace.Key(b.TempDir())
			snap := workspace.NewSession(workspace.Options{Dir: dir}).Snapshot()
			b.SetBytes(int64(len(src)))
			for i := 0; b.Loop(); i++ {
				s := snap.With(map[string]*text.Text{dir + "/main.bot": text.New(fmt.Sprintf("%s## %d\n", src, i))})
				if x := botindex.Of(s, dir+"/main.bot"); x == nil || len(x.Paths) == 0 {
					b.Fatal("no index")
				}
			}
		})
	}
}
