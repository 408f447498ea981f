package workspace

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWalk(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		// cwd is the working directory, at what is walked; both below the
		// folder of the files, which is the default of both.
		cwd  string
		at   []string
		opt  WalkOptions
		want string
		errs string
	}{
		{
			name:  "bots and configurations are looked at, other files are not",
			files: map[string]string{"a.bot": "", "x/.boundary.toml": "", "x/b.bot": "", "x/n.md": "", "x/c.star": "", "d.botx": ""},
			want:  "a.bot x/.boundary.toml x/b.bot",
		},
		{
			name:  "Markdown of a bundle and what it holds is looked at",
			files: map[string]string{"kit/main.bot": "", "kit/README.md": "", "kit/skills/deep/s.md": "", "other/n.md": ""},
			want:  "kit/README.md kit/main.bot kit/skills/deep/s.md",
		},
		{
			name:  "a walk from inside a bundle knows it",
			files: map[string]string{"kit/main.bot": "", "kit/prompts/p.md": ""},
			at:    []string{"kit/prompts"},
			want:  "kit/prompts/p.md",
		},
		{
			name:  "pages are those of docs, the README and skills of the root",
			files: map[string]string{"docs/a/b.md": "", "README.md": "", "SKILL-x.md": "", "sub/README.md": "", "n.md": ""},
			want:  "README.md SKILL-x.md docs/a/b.md",
		},
		{
			name:  "docs include replaces the default pages",
			files: map[string]string{".boundary.toml": "[docs]\ninclude = [\"n/*.md\"]\n", "README.md": "", "n/a.md": "", "n/o/b.md": ""},
			want:  ".boundary.toml n/a.md",
		},
		{
			name:  "the members artifact is looked at",
			files: map[string]string{".boundary.toml": "[boundary]\nmembers = \"out/class.txt\"\n", "out/class.txt": "", "out/other.txt": ""},
			want:  ".boundary.toml out/class.txt",
		},
		{
			name:  "hidden files, hidden folders, vendor and node_modules are skipped",
			files: map[string]string{"a.bot": "", ".b.bot": "", ".h/c.bot": "", "vendor/d.bot": "", "x/node_modules/e.bot": "", ".git/f.bot": ""},
			want:  "a.bot",
		},
		{
			name:  "a folder that is named is walked whatever its name",
			files: map[string]string{".h/c.bot": "", "vendor/d.bot": "", "vendor/vendor/e.bot": "", ".gitignore": "build/\n", "build/f.bot": ""},
			at:    []string{".h", "vendor", "build"},
			want:  ".h/c.bot build/f.bot vendor/d.bot",
		},
		{
			name:  "ignore files count without a repository, nested and negated",
			files: map[string]string{".gitignore": "out/*\n!out/kept.bot\n", "out/made.bot": "", "out/kept.bot": "", "sub/.gitignore": "/tmp.bot\n", "sub/tmp.bot": "", "sub/x/tmp.bot": ""},
			want:  "out/kept.bot sub/x/tmp.bot",
		},
		{
			name:  "ignore files can be left aside",
			files: map[string]string{".gitignore": "*.bot\n", "a.bot": ""},
			opt:   WalkOptions{NoIgnore: true},
			want:  "a.bot",
		},
		{
			name:  "ignore files above the walked folder count up to the repository",
			files: map[string]string{".gitignore": "*.bot\n", "repo/.git/HEAD": "", "repo/.gitignore": "tmp.bot\n", "repo/sub/tmp.bot": "", "repo/sub/a.bot": ""},
			cwd:   "repo/sub", at: []string{"repo/sub"},
			want: "repo/sub/a.bot",
		},
		{
			name:  "ignore files above the walked folder count up to the workspace root",
			files: map[string]string{".gitignore": "*.bot\n", "ws/.boundary.toml": "", "ws/.gitignore": "tmp.bot\n", "ws/sub/tmp.bot": "", "ws/sub/a.bot": ""},
			cwd:   "ws/sub", at: []string{"ws/sub"},
			want: "ws/sub/a.bot",
		},
		{
			name:  "a repository inside another has its own ignore files only",
			files: map[string]string{".git/HEAD": "", ".gitignore": "a.bot\n", "inner/.git": "gitdir: x\n", "inner/.gitignore": "b.bot\n", "inner/a.bot": "", "inner/b.bot": ""},
			want:  "inner/a.bot",
		},
		{
			name:  "an ignore file that is a link is not followed",
			files: map[string]string{"patterns": "*.bot\n", ".gitignore": "-> patterns", "a.bot": ""},
			want:  "a.bot",
		},
		{
			name:  "fixtures are hidden",
			files: map[string]string{"a.bot": "", "testdata/b.bot": "", "x/testdata/y/c.bot": "", "testdata/.boundary.toml": "", "x/testdata/main.bot": "", "x/testdata/p.md": ""},
			want:  "a.bot",
		},
		{
			name:  "a root below testdata is walked, what is beside it is not",
			files: map[string]string{".boundary.toml": "[boundary]\nroots = [\"testdata/kits\"]\n", "testdata/kits/a.bot": "", "testdata/kits/x/b.bot": "", "testdata/kits/testdata/c.bot": "", "testdata/d.bot": "", "testdata/other/e.bot": ""},
			want:  ".boundary.toml testdata/kits/a.bot testdata/kits/x/b.bot",
		},
		{
			name:  "a named folder below testdata is walked",
			files: map[string]string{"testdata/b/c.bot": "", "testdata/d.bot": ""},
			at:    []string{"testdata/b"},
			want:  "testdata/b/c.bot",
		},
		{
			name:  "include narrows to a folder",
			files: map[string]string{"a.bot": "", "bots/b.bot": "", "bots/x/c.bot": "", "bots/n.txt": ""},
			opt:   WalkOptions{Include: []string{"bots/**"}},
			want:  "bots/b.bot bots/x/c.bot",
		},
		{
			name:  "include reaches what is skipped and ignored",
			files: map[string]string{".gitignore": "out/\n", "a.bot": "", "vendor/b.bot": "", "out/c.bot": "", ".h/.d.bot": "", "e.bot": ""},
			opt:   WalkOptions{Include: []string{"vendor/**", "out/*.bot", "a.bot", ".h/*"}},
			want:  ".h/.d.bot a.bot out/c.bot vendor/b.bot",
		},
		{
			name:  "include reaches fixtures only where it names testdata",
			files: map[string]string{"a.bot": "", "testdata/b.bot": ""},
			opt:   WalkOptions{Include: []string{"**/*.bot"}},
			want:  "a.bot",
		},
		{
			name:  "include that names testdata reaches fixtures",
			files: map[string]string{"a.bot": "", "testdata/b.bot": "", "x/testdata/c.bot": ""},
			opt:   WalkOptions{Include: []string{"./testdata/**", "{a,x/q}.bot"}},
			want:  "a.bot testdata/b.bot",
		},
		{
			name:  "exclude wins over include",
			files: map[string]string{"a.bot": "", "bots/b.bot": "", "bots/deep/c.bot": "", "vendor/d.bot": ""},
			opt:   WalkOptions{Include: []string{"**/*.bot"}, Exclude: []string{"**/deep/*", "vendor/**"}},
			want:  "a.bot bots/b.bot",
		},
		{
			name:  "exclude of everything leaves nothing",
			files: map[string]string{"a.bot": "", "b/c.bot": ""},
			opt:   WalkOptions{Exclude: []string{"**"}},
			want:  "",
		},
		{
			name:  "globs are read from the workspace root, not from the walked folder",
			files: map[string]string{"ws/.boundary.toml": "", "ws/bots/a.bot": "", "ws/bots/deep/b.bot": ""},
			cwd:   "ws/bots", at: []string{"ws/bots"},
			opt:  WalkOptions{Include: []string{"bots/deep/**"}},
			want: "ws/bots/deep/b.bot",
		},
		{
			name:  "links to folders are not walked",
			files: map[string]string{"a.bot": "", "again": "-> .", "up/down": "-> ..", "up/b.bot": ""},
			want:  "a.bot up/b.bot",
		},
		{
			name:  "a link to a file of another place is followed",
			files: map[string]string{"ws/a.bot": "-> ../outside.bot", "outside.bot": ""},
			cwd:   "ws", at: []string{"ws"},
			want: "ws/a.bot",
		},
		{
			name:  "a file that is reached by name and by link is one",
			files: map[string]string{"a.bot": "-> real/main.bot", "b.bot": "-> a.bot", "real/main.bot": ""},
			want:  "real/main.bot",
		},
		{
			name:  "of two links to one file the first counts",
			files: map[string]string{"ws/a.bot": "-> ../x/main.bot", "ws/b.bot": "-> ../x/main.bot", "x/main.bot": ""},
			cwd:   "ws", at: []string{"ws"},
			want: "ws/a.bot",
		},
		{
			name:  "a link that leads nowhere is an error where it would be looked at",
			files: map[string]string{"a.bot": "", "gone.bot": "-> nowhere", "loop.bot": "-> loop.bot", ".#a.bot": "-> x@y.1", "gone.txt": "-> nowhere"},
			want:  "a.bot", errs: "gone.bot loop.bot",
		},
		{
			name:  "a folder that is not there is an error, the others are walked",
			files: map[string]string{"x/a.bot": ""},
			at:    []string{"nosuch", "x"},
			want:  "x/a.bot", errs: "nosuch",
		},
		{
			name:  "a file that is reached twice is one",
			files: map[string]string{"x/a.bot": "", "link": "-> x"},
			at:    []string{".", "x", "x/../x/", "link"},
			want:  "x/a.bot",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := temp(t, tt.files)
			if tt.at == nil {
				tt.at = []string{"."}
			}
			s := NewSession(Options{Dir: Abs(dir, tt.cwd)}).Snapshot()
			files, errs, _ := walk(t, s, dir, tt.at, tt.opt)
			if diff := cmp.Diff(strings.Fields(tt.want), append([]string{}, files...)); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(strings.Fields(tt.errs), append([]string{}, errs...)); diff != "" {
				t.Errorf("errors (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWalkCountsTheFilesThatItSees(t *testing.T) {
	dir := temp(t, map[string]string{"main.go": "", "notes/plan.md": "", "tools/BUILD": "", ".hidden": "", ".gitignore": "out\n", "out/x": "", "link": "-> main.go"})
	s := NewSession(Options{Dir: dir}).Snapshot()
	files, _, seen := walk(t, s, dir, []string{"."}, WalkOptions{})
	if files != nil || seen != 3 {
		t.Errorf("got %v, %d seen, want nothing and 3", files, seen)
	}
}

func TestWalkRefusesAGlobThatDoesNotParse(t *testing.T) {
	s := NewSession(Options{Dir: temp(t, nil)}).Snapshot()
	for _, opt := range []WalkOptions{{Include: []string{"a/[b"}}, {Exclude: []string{"ok", "{x"}}} {
		if _, err := s.Walk(context.Background(), []string{s.Dir()}, opt); err == nil {
			t.Errorf("%v: no error", opt)
		}
	}
}

func TestWalkEndsWithItsContext(t *testing.T) {
	dir := temp(t, map[string]string{"a.bot": ""})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := NewSession(Options{Dir: dir}).Snapshot().Walk(ctx, []string{dir}, WalkOptions{}); err != context.Canceled {
		t.Errorf("got %v", err)
	}
}

func TestAnEditorsWalkDoesNotFollowLinksOutOfItsFolders(t *testing.T) {
	dir := temp(t, map[string]string{"ws/in.bot": "-> sub/x", "ws/sub/x": "in", "ws/out.bot": "-> ../secret", "secret": "out"})
	s := NewSession(Options{Dir: dir, Folders: []string{dir + "/ws"}}).Snapshot()
	files, errs, _ := walk(t, s, dir, []string{"ws"}, WalkOptions{})
	if !same(files, []string{"ws/in.bot"}) || errs != nil {
		t.Errorf("got %v, errors %v", files, errs)
	}
}

func TestMayMatchBelowNeverLeavesOutAFolderWithMatches(t *testing.T) {
	for _, tt := range []struct {
		glob, dir string
		want      bool
	}{
		{"bots/**", "bots", true},
		{"bots/**", "bots/a/b", true},
		{"bots/**", "kits", false},
		{"main.bot", "bots", false},
		{"*.bot", "bots", false},
		{"*/*.bot", "bots", true},
		{"*/*.bot", "bots/x", false},
		{"**/*.bot", "a/b", true},
		{"a/**/z/*.bot", "a", true},
		{"a/**/z/*.bot", "a/b/c", true},
		{"a/**/z/*.bot", "b", false},
		{"{a/b,c}/*.bot", "a", true},
		{"x/{a/b,c}/*.bot", "x", true},
		{"x/{a/b,c}/*.bot", "y", false},
	} {
		if got := mayMatchBelow(tt.glob, tt.dir); got != tt.want {
			t.Errorf("%s below %s: %v", tt.glob, tt.dir, got)
		}
	}
}

func BenchmarkWalk(b *testing.B) {
	files := map[string]string{".gitignore": "*.tmp\n/out/\n", "out/a.bot": ""}
	for i := range 100 {
		d := "bots/" + string(rune('a'+i%26)) + "/" + strings.Repeat("x", 1+i/26)
		for j := range 10 {
			files[d+"/"+string(rune('a'+j))+".bot"] = ""
		}
	}
	dir := temp(b, files)
	s := NewSession(Options{Dir: dir}).Snapshot()
	for b.Loop() {
		w, err := s.Walk(context.Background(), []string{dir}, WalkOptions{})
		if err != nil || len(w.Files) != 1000 {
			b.Fatal(len(w.Files), err)
		}
	}
}

func TestWalkReportsAFolderWithoutPermission(t *testing.T) {
	dir := temp(t, map[string]string{"a.bot": "", "locked/b.bot": ""})
	if err := os.Chmod(filepath.Join(dir, "locked"), 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(filepath.Join(dir, "locked"), 0o755) })
	s := NewSession(Options{Dir: dir}).Snapshot()
	files, errs, _ := walk(t, s, dir, []string{"."}, WalkOptions{})
	// The superuser is not bound by permissions.
	if os.Getuid() == 0 {
		if !same(files, []string{"a.bot", "locked/b.bot"}) {
			t.Errorf("got %v", files)
		}
		return
	}
	if !same(files, []string{"a.bot"}) || !same(errs, []string{"locked"}) {
		t.Errorf("got %v, errors %v", files, errs)
	}
}
