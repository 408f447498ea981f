package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/cmd/internal/report"
)

func TestFixSaysWhatItChangedAndWhatIsLeft(t *testing.T) {
	w := newWorld(t, "a.bot", recased, "b.bot", acting)
	out, errs := w.wants(t, exitFindings, "fix")
	if w.read(t, "a.bot") != mended || w.read(t, "b.bot") != acting {
		t.Error("the files are not as they should be")
	}
	if !strings.HasPrefix(out, "fixed a.bot\n  BND101 Write the heading as ") ||
		!strings.Contains(out, "Applied 1 fix in 1 file.\n") || !strings.Contains(out, "--> b.bot:9:11\n") || errs != "" {
		t.Errorf("got\n%s%s", out, errs)
	}
	if got, want := w.names(t), []string{"a.bot", "b.bot"}; !slices.Equal(got, want) {
		t.Errorf("the folder holds %v", got)
	}
}

func TestFixOfStandardInputPrintsTheDocumentWhateverHappens(t *testing.T) {
	tests := []struct {
		name, stdin, want string
		code              int
		files             []string
	}{
		{"it is mended", recased, mended, exitClean, nil},
		{"it needs nothing", mended, mended, exitClean, nil},
		{"findings are left", acting, acting, exitFindings, nil},
		{"it is no text", "\x00\x01", "\x00\x01", exitFailed, nil},
		{"the configuration is broken", recased, recased, exitFailed, []string{".boundary.toml", "[rules\n"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, tt.files...)
			w.stdin = tt.stdin
			before := w.names(t)
			out, _ := w.wants(t, tt.code, "fix", "--stdin-filename", "x/main.bot", "-")
			if out != tt.want {
				t.Errorf("it prints %q", out)
			}
			if !slices.Equal(w.names(t), before) {
				t.Errorf("it wrote a file: %v", w.names(t))
			}
		})
	}
}

func TestFixOfStandardInputNamesWhatItDoesNotWrite(t *testing.T) {
	_, prompt, _ := strings.Cut(recased, "\n\n")
	prompt, agent, _ := strings.Cut(prompt, "\nagent")
	w := newWorld(t, "lib/p.bot", "dsl: 2\n\n"+prompt)
	w.stdin = "dsl: 2\n\nimport \"lib/p.bot\"\n\nagent" + agent
	out, errs := w.wants(t, exitFailed, "fix", "--stdin-filename", "main.bot", "-")
	if out != w.stdin || !strings.Contains(errs, "lib/p.bot: ") || w.read(t, "lib/p.bot") != "dsl: 2\n\n"+prompt {
		t.Errorf("got %q, %q", out, errs)
	}
	out, _ = w.wants(t, exitFindings, "fix", "--diff", "--stdin-filename", "main.bot", "-")
	if !strings.HasPrefix(out, "--- lib/p.bot\n+++ lib/p.bot\n@@") {
		t.Errorf("the diff is %q", out)
	}
}

func TestWhatCannotBeWrittenIsLeftAndNamed(t *testing.T) {
	w := newWorld(t, "out/a.bot", recased, "in/b.bot", recased)
	if err := os.Symlink("../out/a.bot", filepath.Join(w.dir, "in", "a.bot")); err != nil {
		t.Fatal(err)
	}
	out, errs := w.wants(t, exitFailed, "fix", "--format", "json", "in")
	var doc report.Document
	if err := json.Unmarshal([]byte(out), &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Fixed) != 1 || doc.Fixed[0].Path != "in/b.bot" || len(doc.Diagnostics) != 1 || doc.Diagnostics[0].Path != "in/a.bot" {
		t.Errorf("fixed %v, left %v", doc.Fixed, doc.Diagnostics)
	}
	if len(doc.Errors) != 1 || doc.Errors[0].Path != "in/a.bot" || !strings.Contains(errs, "in/a.bot: ") {
		t.Errorf("errors %v, %q", doc.Errors, errs)
	}
	if w.read(t, "out/a.bot") != recased || w.read(t, "in/b.bot") != mended {
		t.Error("the files are not as they should be")
	}
}

func TestDiffNamesFilesAsPatchReadsThem(t *testing.T) {
	for _, tt := range []struct {
		name, path string
		exists     bool
		want       string
	}{
		{"a file", "a/b.bot", true, "--- a/b.bot\n+++ a/b.bot\n@@ -1 +1 @@\n-x\n+y\n"},
		{"a name with a blank", "a b.bot", true, "--- a b.bot\t\n+++ a b.bot\t\n@@ -1 +1 @@\n-x\n+y\n"},
		{"a hostile name", "a\n+++ b", true, "--- a\\n+++ b\t\n+++ a\\n+++ b\t\n@@ -1 +1 @@\n-x\n+y\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := unifiedDiff(tt.path, "x\n", "y\n", tt.exists); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	if got := unifiedDiff("a", "", "x\n", false); got != "--- /dev/null\n+++ a\n@@ -0,0 +1 @@\n+x\n" {
		t.Errorf("a new file: %q", got)
	}
	if got := unifiedDiff("a", "x", "x", true); got != "" {
		t.Errorf("no difference: %q", got)
	}
}
