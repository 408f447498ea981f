package workspace

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write what git says into testdata/gitignore; needs git")

type ignoreCorpus struct {
	Comment string       `json:"comment"`
	Files   []string     `json:"files"`
	Cases   []ignoreCase `json:"cases"`
}

type ignoreCase struct {
	Name    string            `json:"name"`
	Ignore  map[string]string `json:"ignore"`
	Files   []string          `json:"files,omitempty"`
	Ignored []string          `json:"ignored"`
}

const corpusFile = "../../testdata/gitignore/cases.json"

// TestGitignoreMatchesLikeGit compares with the answers of git check-ignore.
func TestGitignoreMatchesLikeGit(t *testing.T) {
	data, err := os.ReadFile(corpusFile)
	if err != nil {
		t.Fatal(err)
	}
	var corpus ignoreCorpus
	if err := json.Unmarshal(data, &corpus); err != nil {
		t.Fatal(err)
	}
	if *update {
		for i := range corpus.Cases {
			c := &corpus.Cases[i]
			c.Ignored = askGit(t, *c, corpus.Files)
		}
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		e.SetIndent("", " ")
		if err := e.Encode(corpus); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(corpusFile, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range corpus.Cases {
		t.Run(c.Name, func(t *testing.T) {
			got := []string{}
			for _, p := range tree(c, corpus.Files) {
				if ignoredBelow("/ws", c.Ignore, p) {
					got = append(got, strings.TrimSuffix(p, "/"))
				}
			}
			want := append([]string{}, c.Ignored...)
			slices.Sort(got)
			slices.Sort(want)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("ignore files %q (-git +ours):\n%s", c.Ignore, diff)
			}
		})
	}
}

// tree lists the files of a case and, with a slash behind, their folders.
func tree(c ignoreCase, common []string) []string {
	files := c.Files
	if files == nil {
		files = common
	}
	set := map[string]bool{}
	for _, f := range files {
		set[f] = true
		upward(path.Dir(f), func(dir string) bool {
			if dir != "." {
				set[dir+"/"] = true
			}
			return dir != "."
		})
	}
	var list []string
	for p := range set {
		list = append(list, p)
	}
	slices.Sort(list)
	return list
}

// ignoredBelow goes down to p as a walk does.
func ignoredBelow(root string, ignore map[string]string, p string) bool {
	var f *ignoreFile
	dir := root
	parts := strings.Split(strings.TrimSuffix(p, "/"), "/")
	for i, part := range parts {
		rel, _ := relative(root, path.Join(dir, ".gitignore"))
		if src, ok := ignore[rel]; ok {
			f = &ignoreFile{dir: dir, patterns: parseIgnore(src), outer: f}
		}
		dir = path.Join(dir, part)
		if f.ignored(dir, i < len(parts)-1 || strings.HasSuffix(p, "/")) {
			return true
		}
	}
	return false
}

func askGit(t *testing.T, c ignoreCase, common []string) []string {
	dir := t.TempDir()
	write := func(name, src string) {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	git := func(in string, args ...string) string {
		cmd := exec.Command("git", append([]string{"-c", "core.excludesFile=/dev/null", "-C", dir}, args...)...)
		cmd.Stdin = strings.NewReader(in)
		out, err := cmd.Output()
		if err != nil && cmd.ProcessState.ExitCode() != 1 {
			t.Fatalf("git %v: %v", args, err)
		}
		return string(out)
	}
	git("", "init", "-q")
	if err := os.RemoveAll(filepath.Join(dir, ".git", "info")); err != nil {
		t.Fatal(err)
	}
	all := tree(c, common)
	for _, p := range all {
		if !strings.HasSuffix(p, "/") {
			write(p, "x")
		}
	}
	for p, src := range c.Ignore {
		write(p, src)
	}
	var in strings.Builder
	for _, p := range all {
		in.WriteString(strings.TrimSuffix(p, "/") + "\x00")
	}
	list := []string{}
	for p := range strings.SplitSeq(git(in.String(), "check-ignore", "--no-index", "-z", "--stdin"), "\x00") {
		if p != "" {
			list = append(list, p)
		}
	}
	return list
}

func TestGitignorePatternsOfStrangersTakeBoundedTime(t *testing.T) {
	name := strings.Repeat("a/", 400) + "b"
	for _, pattern := range []string{
		strings.Repeat("**/a/", 100) + "c",
		strings.Repeat("a*", 200) + "c",
		strings.Repeat("**/*a*/", 100) + "c",
	} {
		m := matcher{pattern: pattern, name: name}
		if m.match(0, 0) == matched {
			t.Errorf("%.20q matches", pattern)
		}
		if limit := 4 * len(pattern) * len(name); m.steps > limit {
			t.Errorf("%.20q took %d steps, want at most %d", pattern, m.steps, limit)
		}
	}
}
