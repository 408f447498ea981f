package analysis

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
)

// One fix among many that makes a file worse is found by halves: what is
// looked at in vain grows with the logarithm of their number.
func TestAFixThatMakesAFileWorseIsFoundByHalves(t *testing.T) {
	const lines = 256
	dir := t.TempDir()
	file := filepath.Join(dir, "main.bot")
	src := "dsl: 2\n\nagent a:\n  model: \"m\"\n\nworkflow w:\n  entry: a\n" + strings.Repeat("  a -> a with {\n", lines)
	if err := os.WriteFile(file, []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	snap := workspace.NewSession(workspace.Options{Dir: dir, Context: t.Context()}).Snapshot()
	req := Request{Files: []string{workspace.Key(file)}, Edits: true}
	result, err := Run(t.Context(), snap, req)
	if err != nil {
		t.Fatal(err)
	}
	f := &fixer{base: snap, snap: snap, req: req, unsafe: true, banned: map[string]bool{}}
	var batch []choice
	for _, c := range f.collect(t.Context(), result) {
		if c.Code == "BOT102" {
			batch = append(batch, c)
		}
	}
	applied, undone, texts := f.apply(t.Context(), batch)
	if len(batch) != lines || len(applied) != lines-1 || len(undone) != 1 {
		t.Fatalf("of %d fixes %d were applied and %d undone", len(batch), len(applied), len(undone))
	}
	if most := 10 * len(texts[workspace.Key(file)].String()); f.tried == 0 || f.tried > most {
		t.Errorf("%d bytes were looked at in vain, want up to %d", f.tried, most)
	}
	f.tried = maxTried
	applied, undone, _ = f.apply(t.Context(), batch)
	if len(applied) != 0 || len(undone) != lines {
		t.Errorf("with nothing left to try, %d fixes were applied and %d undone", len(applied), len(undone))
	}
}
