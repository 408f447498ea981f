package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/cmd/internal/report"
)

func (w *world) document(t *testing.T, code int, args ...string) report.Document {
	t.Helper()
	out, _ := w.wants(t, code, append([]string{"check", "--format", "json"}, args...)...)
	var doc report.Document
	if err := json.Unmarshal([]byte(out), &doc); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	return doc
}

func TestAFileOfSeveralNamesIsCheckedOnce(t *testing.T) {
	w := newWorld(t, "real/main.bot", acting)
	if err := os.Symlink("real/main.bot", filepath.Join(w.dir, "link.bot")); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"."}, {"link.bot", "."}, {"link.bot", "real/main.bot"}, {"real/../link.bot", "link.bot"}} {
		doc := w.document(t, exitFindings, args...)
		if doc.Files != 1 || len(doc.Diagnostics) != 1 {
			t.Errorf("%q: %d files, %d diagnostics", args, doc.Files, len(doc.Diagnostics))
		}
	}
}

func TestAFixtureIsExaminedWhenItIsNamed(t *testing.T) {
	w := newWorld(t, "testdata/demo/main.bot", acting, "main.bot", mended)
	for path, code := range map[string]int{".": exitClean, "testdata/demo/main.bot": exitFindings, "testdata/demo": exitFindings, "testdata": exitFindings} {
		w.wants(t, code, "check", path)
	}
}

func TestTheDocumentOfStandardInputWinsInAWalk(t *testing.T) {
	w := newWorld(t, "main.bot", acting, "other.bot", mended)
	w.stdin = mended
	if doc := w.document(t, exitClean, "--stdin-filename", "main.bot", "-", "."); doc.Files != 2 {
		t.Errorf("%d files", doc.Files)
	}
	if doc := w.document(t, exitClean, "--stdin-filename", "new/main.bot", "-"); doc.Files != 1 {
		t.Errorf("%d files", doc.Files)
	}
	w.wants(t, exitFindings, "check")
}

func TestWhatCannotBeReadIsNamedAndTheRestIsChecked(t *testing.T) {
	w := newWorld(t, "main.bot", acting)
	doc := w.document(t, exitFailed, "gone.bot", "main.bot", "main.bot/x.bot")
	if len(doc.Errors) != 2 || doc.Errors[0].Path != "gone.bot" || doc.Errors[1].Path != "main.bot/x.bot" || len(doc.Diagnostics) != 1 {
		t.Errorf("errors %v, %d diagnostics", doc.Errors, len(doc.Diagnostics))
	}
	_, errs := w.wants(t, exitFailed, "check", "--format", "compact", "gone.bot")
	if errs != "boundary-lsp: gone.bot: there is no such file\n" {
		t.Errorf("got %q", errs)
	}
}

func TestOutputGoesToAFile(t *testing.T) {
	w := newWorld(t, "main.bot", acting)
	want, _ := w.wants(t, exitFindings, "check")
	out, _ := w.wants(t, exitFindings, "check", "--output", "report.txt")
	if got := w.read(t, "report.txt"); got != want || out != "" {
		t.Errorf("written %q, printed %q, want %q", got, out, want)
	}
	for _, name := range []string{"no/report.txt", "."} {
		out, errs := w.wants(t, exitFailed, "check", "-o", name)
		if out != "" || !strings.Contains(errs, "`"+name+"`") {
			t.Errorf("%s: %q, %q", name, out, errs)
		}
	}
}

func TestNothingToCheckIsNoFault(t *testing.T) {
	w := newWorld(t, "a.txt", "x", "b/c.md", "# Notes\n")
	for args, want := range map[string]string{
		".": "nothing to check under . (2 files seen)\n", "b": "nothing to check under b (1 file seen)\n",
	} {
		if out, _ := w.wants(t, exitClean, "check", args); out != want {
			t.Errorf("got %q", out)
		}
		w.wants(t, exitClean, "fix", args)
	}
	if out, _ := w.wants(t, exitClean, "check", "--format", "compact"); out != "" {
		t.Errorf("compact prints %q", out)
	}
}

func TestFailOnLooksAtWhatIsNotShown(t *testing.T) {
	w := newWorld(t, "main.bot", strings.Replace(mended, "IMPORTANT — UNTRUSTED INPUT BOUNDARY:", "UNTRUSTED INPUT BOUNDARY", 1))
	w.wants(t, exitClean, "check")
	w.wants(t, exitFindings, "check", "--severity", "error", "--fail-on", "info")
	w.wants(t, exitClean, "check", "--severity", "hint", "--fail-on", "never")
	if doc := w.document(t, exitClean, "--severity", "error"); doc.Hidden.Severity != 1 || doc.Summary.Info != 0 {
		t.Errorf("hidden %v, summary %v", doc.Hidden, doc.Summary)
	}
}
