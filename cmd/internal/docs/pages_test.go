package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// pages are the Markdown files that people wrote, by path from the root.
func pages(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if name = filepath.ToSlash(name); e.IsDir() {
			if name != "." && (strings.HasPrefix(e.Name(), ".") || slices.Contains(skippedDirs, e.Name())) {
				return fs.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(name, ".md") {
			b, err := os.ReadFile(path)
			out[name] = string(b)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 8 {
		t.Fatalf("only %d pages", len(out))
	}
	return out
}

// skippedDirs hold nothing of this repository's own text.
var skippedDirs = []string{"testdata", "node_modules"}

// A shown output is a comment with the command and the fence behind it.
var shownOutput = regexp.MustCompile("(?s)<!-- output: ([^\n]*) -->\n```([a-z]*)\n(.*?)```")

func TestShownOutputsAreThoseOfTheProgram(t *testing.T) {
	n := 0
	for name, page := range pages(t) {
		now := shownOutput.ReplaceAllStringFunc(page, func(block string) string {
			n++
			m := shownOutput.FindStringSubmatch(block)
			words := strings.Fields(m[1])
			if len(words) < 2 || words[1] == "fix" && !slices.Contains(words, "--diff") || slices.Contains(words, "--write") {
				t.Fatalf("%s: %q is nothing that a test may run", name, m[1])
			}
			out, _ := outputOf(t, m[1])
			return "<!-- output: " + m[1] + " -->\n```" + m[2] + "\n" + out + "```"
		})
		if now != page {
			onDisk(t, filepath.Join(root, filepath.FromSlash(name)), []byte(now))
		}
	}
	if n == 0 {
		t.Error("no page shows an output")
	}
}

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ +(.*)$`)
	fence   = regexp.MustCompile("(?ms)^ *```.*?^ *```")
	code    = regexp.MustCompile("`[^`\n]*`")
)

func TestLinksLeadSomewhere(t *testing.T) {
	all := pages(t)
	for name, page := range all {
		text := code.ReplaceAllStringFunc(fence.ReplaceAllString(page, ""), func(s string) string {
			return strings.NewReplacer("[", "", "]", "", "(", "", ")", "").Replace(s)
		})
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			target, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			file := name
			if target != "" {
				file = filepath.ToSlash(filepath.Join(filepath.Dir(name), filepath.FromSlash(target)))
			}
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(file))); err != nil {
				t.Errorf("%s: the link %s leads nowhere", name, m[1])
				continue
			}
			if anchor != "" && !slices.Contains(anchors(all[file]), anchor) {
				t.Errorf("%s: there is no heading for %s", name, m[1])
			}
		}
	}
}

// anchors are the names that a page's headings get.
func anchors(page string) []string {
	var list []string
	for _, m := range heading.FindAllStringSubmatch(fence.ReplaceAllString(page, ""), -1) {
		var b strings.Builder
		for _, r := range strings.ToLower(m[1]) {
			switch {
			case r == ' ' || r == '-':
				b.WriteByte('-')
			case r == '_' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 127:
				b.WriteRune(r)
			}
		}
		list = append(list, b.String())
	}
	return list
}

var (
	ownCall = regexp.MustCompile("(?:^|[^-a-z.])(?:go run \\./cmd/)?boundary-lsp ([a-z]+)([^`|;&\n]*)")
	flagOf  = regexp.MustCompile(`(?:^| )--?([a-z][a-z-]*)`)
)

// Every call of the program in a page has a command and flags that exist. In a
// sentence without code marks the word behind the name is just a word.
func TestCallsInPagesExist(t *testing.T) {
	help, _ := outputOf(t, "boundary-lsp --help")
	n := 0
	for name, page := range pages(t) {
		if strings.HasPrefix(name, "docs/rules/") || name == "docs/cli.md" {
			continue // generated from the commands and rules themselves
		}
		for text := range strings.Lines(page) {
			for _, m := range ownCall.FindAllStringSubmatch(text, -1) {
				if !strings.Contains(help, "\n  "+m[1]+" ") {
					if strings.Contains(text, "`boundary-lsp "+m[1]) {
						t.Errorf("%s: there is no command %q: %s", name, m[1], text)
					}
					continue
				}
				n++
				about, _ := outputOf(t, "boundary-lsp "+m[1]+" --help")
				for _, f := range flagOf.FindAllStringSubmatch(m[2], -1) {
					if !strings.Contains(about, "--"+f[1]) {
						t.Errorf("%s: %s has no flag %s", name, m[1], f[1])
					}
				}
			}
		}
	}
	if n < 10 {
		t.Errorf("only %d calls of the program in the pages", n)
	}
}
