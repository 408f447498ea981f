package workspace

import (
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// loading is a playbook that loads modules.
func loading(modules ...string) string {
	var b strings.Builder
	for _, m := range modules {
		b.WriteString("load(\"" + m + "\", \"x\")\n")
	}
	return b.String()
}

func TestWalkLooksAtPlaybooksAndWhatTheyLoad(t *testing.T) {
	for _, tc := range []struct {
		name  string
		files map[string]string
		at    []string
		opt   WalkOptions
		want  string
	}{
		{
			name:  "entries and packs by name",
			files: map[string]string{"playbook.star": "", "a/x.playbook.star": "", "packs/a/b.star": "", "a/packs/c.star": "", "rules.star": "", "BUILD": "", "defs.bzl": ""},
			want:  "a/x.playbook.star packs/a/b.star playbook.star",
		},
		{
			name:  "what says so in its first line",
			files: map[string]string{"a.star": "# boundary: playbook\n", "b.star": "\ufeff# boundary: pack\r\n", "c.star": "\n# boundary: pack\n", "d.bzl": "# boundary: pack\n"},
			want:  "a.star b.star",
		},
		{
			name:  "modules that entries load, directly or not",
			files: map[string]string{"x/playbook.star": loading("../lib/a.star"), "lib/a.star": loading("b.star", "//gone.star"), "lib/b.star": "", "lib/c.star": ""},
			want:  "lib/a.star lib/b.star x/playbook.star",
		},
		{
			name:  "modules of an entry outside of the folder that is walked",
			files: map[string]string{".boundary.toml": "", "x/playbook.star": loading("../lib/a.star"), "lib/a.star": "", "lib/c.star": ""},
			at:    []string{"lib"},
			want:  "lib/a.star",
		},
		{
			name:  "globs of the configuration replace the defaults, whatever the extension",
			files: map[string]string{".boundary.toml": "[playbook]\nentry = [\"flows/*.py\"]\npacks = []\n", "flows/a.py": loading("a.star"), "flows/a.star": "", "playbook.star": "", "packs/p.star": ""},
			want:  ".boundary.toml flows/a.py flows/a.star",
		},
		{
			name:  "an entry that is hidden from walks reaches nothing",
			files: map[string]string{"vendor/playbook.star": loading("//a.star"), ".x/playbook.star": loading("//a.star"), "testdata/playbook.star": loading("//a.star"), "out/playbook.star": loading("//a.star"), ".gitignore": "out/\n", "a.star": ""},
			want:  "",
		},
		{
			name:  "a folder of fixtures that is named has its own entries",
			files: map[string]string{".git/x": "", "testdata/t/playbook.star": loading("a.star"), "testdata/t/a.star": "", "testdata/t/b.star": ""},
			at:    []string{"testdata/t"},
			want:  "testdata/t/a.star testdata/t/playbook.star",
		},
		{
			name:  "an entry of another workspace root reaches nothing here",
			files: map[string]string{".boundary.toml": "", "a.star": "", "sub/.boundary.toml": "", "sub/playbook.star": loading("../a.star", "a.star"), "sub/a.star": ""},
			want:  ".boundary.toml sub/.boundary.toml sub/a.star sub/playbook.star",
		},
		{
			name:  "include and exclude change no role",
			files: map[string]string{"playbook.star": loading("a.star"), "a.star": "", "b.star": "", "vendor/playbook.star": ""},
			opt:   WalkOptions{Include: []string{"**/*.star"}, Exclude: []string{"playbook.star"}},
			want:  "a.star vendor/playbook.star",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := temp(t, tc.files)
			at := tc.at
			if at == nil {
				at = []string{"."}
			}
			s := NewSession(Options{Dir: dir}).Snapshot()
			files, errs, _ := walk(t, s, dir, at, tc.opt)
			if got := strings.Join(files, " "); got != tc.want || len(errs) > 0 {
				t.Errorf("%q %v, want %q", got, errs, tc.want)
			}
		})
	}
}

func TestModulesAreFoundWhereLinksLead(t *testing.T) {
	dir := temp(t, map[string]string{
		"ws/.boundary.toml": "", "ws/playbook.star": loading("link.star", "out.star", "folder/b.star", "//none.star"),
		"ws/link.star": "-> lib/a.star", "ws/lib/a.star": "", "ws/folder": "-> lib", "ws/lib/b.star": "",
		"ws/out.star": "-> ../outside.star", "outside.star": "",
	})
	s := NewSession(Options{Dir: path.Join(dir, "ws")}).Snapshot()
	var got []string
	for _, p := range s.PlaybookLoads(path.Join(dir, "ws/playbook.star")) {
		got = append(got, strings.TrimPrefix(p, dir+"/"))
	}
	if diff := cmp.Diff([]string{"ws/lib/a.star", "ws/lib/b.star", "ws/none.star"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, p := range []string{"ws/lib/a.star", "ws/link.star"} {
		if !s.IsPlaybook(path.Join(dir, p)) {
			t.Errorf("%s is no playbook", p)
		}
	}
	if _, inside := s.PlaybookReal(path.Join(dir, "ws"), path.Join(dir, "ws/out.star")); inside {
		t.Error("a link that leads out is inside")
	}
}

// What is said of a file changes with the entries that load it, on disk and in
// documents that are not saved.
func TestEntriesComeAndGo(t *testing.T) {
	dir := temp(t, map[string]string{"lib/a.star": "", ".gitignore": "old/\n"})
	session := NewSession(Options{Dir: dir, Folders: []string{dir}, KeepGood: true})
	module, entry := path.Join(dir, "lib/a.star"), path.Join(dir, "new/deep/playbook.star")
	check := func(s *Snapshot, what string, want bool) {
		t.Helper()
		if s.IsPlaybook(module) != want {
			t.Errorf("%s: a playbook is %t", what, !want)
		}
	}
	check(session.Snapshot(), "at first", false)
	check(session.Open(entry, doc(loading("//lib/a.star")), 1, ""), "with an unsaved entry", true)
	if got := session.Snapshot().Dependents(entry); !same(got, []string{module}) {
		t.Errorf("dependents of the entry: %v", got)
	}
	if got := session.Snapshot().Dependents(module); !same(got, []string{entry}) {
		t.Errorf("dependents of the module: %v", got)
	}
	check(session.Change(entry, doc(loading("//lib/b.star")), 2), "once it loads another", false)
	check(session.Change(entry, doc(loading("//lib/a.star")), 3), "once it loads it again", true)
	check(session.Close(entry), "once it is closed", false)

	old := path.Join(dir, "old/playbook.star")
	write(t, dir, map[string]string{"old/playbook.star": loading("//lib/a.star")})
	check(session.Invalidate(old), "with an entry in an ignored folder", false)
	if err := os.Remove(filepath.FromSlash(path.Join(dir, ".gitignore"))); err != nil {
		t.Fatal(err)
	}
	check(session.Invalidate(path.Join(dir, ".gitignore")), "which is ignored no more", true)
	if err := os.RemoveAll(filepath.FromSlash(path.Dir(old))); err != nil {
		t.Fatal(err)
	}
	s := session.Invalidate(path.Dir(old))
	check(s, "once the folder is gone", false)
	if got := s.Dependents(old); !same(got, []string{module}) {
		t.Errorf("dependents of what is gone: %v", got)
	}
	write(t, dir, map[string]string{".boundary.toml": "[playbook]\npacks = [\"lib/*\"]\n"})
	check(session.Invalidate(path.Join(dir, ConfigName)), "with a configuration that says so", true)
}

func TestWhatNoRootHoldsHasItsFolderAlone(t *testing.T) {
	dir := temp(t, map[string]string{"cwd/x": "", "out/playbook.star": loading("a.star"), "out/a.star": "", "out/b.star": "", "out/sub/playbook.star": loading("//b.star", "../b.star")})
	s := NewSession(Options{Dir: path.Join(dir, "cwd")}).Snapshot()
	for name, want := range map[string]bool{"out/playbook.star": true, "out/a.star": true, "out/b.star": false} {
		if got := s.IsPlaybook(path.Join(dir, name)); got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
	if got := s.PlaybookRole(path.Join(dir, "out/playbook.star")); got != playbook.Entry {
		t.Errorf("role %v", got)
	}
}
