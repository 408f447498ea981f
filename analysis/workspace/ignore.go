package workspace

import (
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// maxIgnoreFile is the size up to which a .gitignore is read; a larger one is
// none.
const maxIgnoreFile = 1 << 20

// ignoreFile is one .gitignore: its folder and its patterns in order.
type ignoreFile struct {
	dir      string
	patterns []ignorePattern
	// outer is the .gitignore that counts where this one says nothing.
	outer *ignoreFile
}

type ignorePattern struct {
	text string
	// literal is the number of bytes before the first special character.
	literal  int
	negated  bool
	onlyDirs bool
	// base says that the pattern holds no slash and is matched with the last
	// element alone, wherever it lies below the folder.
	base bool
}

// parseIgnore reads the patterns of a .gitignore, line by line, as git does.
func parseIgnore(src string) []ignorePattern {
	var list []ignorePattern
	for line := range strings.SplitSeq(strings.TrimPrefix(src, "\ufeff"), "\n") {
		line = strings.TrimSuffix(line, "\r")
		// A NUL ends a line in git, which reads C strings.
		line, _, _ = strings.Cut(line, "\x00")
		if line == "" || line[0] == '#' {
			continue
		}
		p := ignorePattern{text: trimBlanks(line)}
		if rest, ok := strings.CutPrefix(p.text, "!"); ok {
			p.text, p.negated = rest, true
		}
		if rest, ok := strings.CutSuffix(p.text, "/"); ok {
			p.text, p.onlyDirs = rest, true
		}
		p.base = !strings.Contains(p.text, "/")
		p.literal = strings.IndexAny(p.text, `*?[\`)
		if p.literal < 0 {
			p.literal = len(p.text)
		}
		list = append(list, p)
	}
	return list
}

// trimBlanks removes blanks at the end but for those behind a backslash.
func trimBlanks(s string) string {
	end := -1
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ':
			if end < 0 {
				end = i
			}
		case '\\':
			i++
			if i == len(s) {
				return s
			}
			end = -1
		default:
			end = -1
		}
	}
	if end >= 0 {
		return s[:end]
	}
	return s
}

// matches judges a path relative to the folder of the .gitignore.
func (p *ignorePattern) matches(rel string, isDir bool) bool {
	if p.onlyDirs && !isDir {
		return false
	}
	if p.base {
		name := path.Base(rel)
		if p.literal == len(p.text) {
			return name == p.text
		}
		return wildmatch(p.text, name)
	}
	text, literal := p.text, p.literal
	if text[0] == '/' {
		text = text[1:]
		literal--
	}
	// The literal beginning is compared first and not seen by wildmatch, for
	// which `**` stands at the start then: that is git's way, too.
	if literal > 0 {
		if !strings.HasPrefix(rel, text[:literal]) {
			return false
		}
		text, rel = text[literal:], rel[literal:]
	}
	return wildmatch(text, rel)
}

// ignored judges the file or folder at p, which lies below the folder of f.
// The folders above p are not looked at: who walks does not enter an ignored
// folder.
func (f *ignoreFile) ignored(p string, isDir bool) bool {
	for ; f != nil; f = f.outer {
		rel, ok := relative(f.dir, p)
		if !ok {
			continue
		}
		for i := len(f.patterns) - 1; i >= 0; i-- {
			if f.patterns[i].matches(rel, isDir) {
				return !f.patterns[i].negated
			}
		}
	}
	return false
}

// enter reads the .gitignore of dir, if there is one, on top of outer. Like
// git it does not follow a symbolic link of that name.
func enterIgnore(outer *ignoreFile, dir string) *ignoreFile {
	name := filepath.FromSlash(path.Join(dir, ".gitignore"))
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxIgnoreFile {
		return outer
	}
	f, err := os.Open(name)
	if err != nil {
		return outer
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, maxIgnoreFile))
	if err != nil {
		return outer
	}
	patterns := parseIgnore(string(src))
	if patterns == nil {
		return outer
	}
	return &ignoreFile{dir: dir, patterns: patterns, outer: outer}
}
