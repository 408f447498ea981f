package botcomplete_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/botcomplete"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// No path that is offered leads out of the root, by a link or by its spelling.
func TestPathsStayInside(t *testing.T) {
	outside := t.TempDir()
	for _, name := range []string{"secret.bot", "secret.md"} {
		if err := os.WriteFile(filepath.Join(outside, name), []byte("schema stolen:\n  ok: bool\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	dir, _ := lay(t, map[string]string{
		"bot/main.bot": "", "bot/lib/own.bot": "schema own:\n  ok: bool\n", "bot/.hidden/x.bot": "", "bot/skills/a.md": "",
	})
	for link, to := range map[string]string{
		"bot/lib/away.bot": filepath.Join(outside, "secret.bot"), "bot/lib/out": outside, "bot/out": outside,
		"bot/skills/away.md": filepath.Join(outside, "secret.md"), "up.bot": filepath.Join(outside, "secret.bot"),
	} {
		if err := os.Symlink(to, filepath.Join(filepath.FromSlash(dir), filepath.FromSlash(link))); err != nil {
			t.Fatal(err)
		}
	}
	snap := workspace.NewSession(workspace.Options{Dir: dir, Folders: []string{dir}}).Snapshot()
	p := dir + "/bot/main.bot"
	for _, c := range []struct {
		src  string // the cursor is at ¦
		want []string
	}{
		{"import \"¦\"", []string{"lib"}},
		{"import \"lib/¦\"", []string{"own.bot"}},
		{"import \"lib/out/¦\"", nil},
		{"import \"../¦\"", nil},
		{"import \"/¦\"", nil},
		{"subbot s:\n  source: \"¦\"", []string{"lib", "skills"}},
		{"subbot s:\n  source: \"../¦\"", []string{"bot"}},
		{"subbot s:\n  source: \"../../¦\"", nil},
		{"subbot s:\n  source: \"out/¦\"", nil},
		{"subbot s:\n  source: \"/¦\"", nil},
		{"prompt p:\n  {{include \"¦", []string{"lib", "skills"}},
		{"prompt p:\n  {{include \"out/¦", nil},
		{"prompt p:\n  {{include \"lib/../../¦", nil},
		{"agent a:\n  skills: [¦]", []string{"a"}},
		{"agent a:\n  output: ¦", []string{"own"}},
	} {
		src, tail, _ := strings.Cut(c.src, "¦")
		s := snap.With(map[string]*text.Text{p: text.New(src + tail)})
		var got []string
		for _, it := range botcomplete.Complete(s, p, len(src), botcomplete.Options{}).Items {
			got = append(got, it.Label)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q offers %v, want %v", c.src, got, c.want)
		}
	}
}
