package workspace

import (
	"path"
	"path/filepath"
	"strings"
)

// Key is the form in which paths name files everywhere: absolute, cleaned,
// with forward slashes. Paths that are relative stay so.
func Key(p string) string { return path.Clean(filepath.ToSlash(p)) }

// Abs is the Key of a path that may be relative to dir, which is absolute.
func Abs(dir, p string) string {
	if filepath.IsAbs(p) || strings.HasPrefix(p, "/") {
		return Key(p)
	}
	return Key(dir + "/" + filepath.ToSlash(p))
}

// Within reports whether p is dir or lies below it. Both are Keys; links are
// not resolved.
func Within(dir, p string) bool {
	rest, ok := strings.CutPrefix(p, dir)
	return ok && (rest == "" || rest[0] == '/' || strings.HasSuffix(dir, "/"))
}

// relative is p seen from dir; ok is false where p does not lie below it.
func relative(dir, p string) (rel string, ok bool) {
	if !Within(dir, p) {
		return "", false
	}
	rel = strings.TrimPrefix(p[len(dir):], "/")
	return rel, rel != ""
}

// upward calls f with dir and each folder above it, until f returns false.
func upward(dir string, f func(dir string) bool) {
	for f(dir) {
		up := path.Dir(dir)
		if up == dir {
			return
		}
		dir = up
	}
}

// hasElement reports whether one of the path's elements is name.
func hasElement(rel, name string) bool {
	for e := range strings.SplitSeq(rel, "/") {
		if e == name {
			return true
		}
	}
	return false
}

// FileKind says what a file is by its name. Which kinds are looked at in a
// walk: cli.md, What is looked at.
type FileKind uint8

// The kinds of files. Whether a file is the members artifact is a matter of
// configuration, not of its name: Snapshot.Looked knows.
const (
	Other FileKind = iota
	Bot
	Markdown
	Config
	// Playbook is Starlark. Whether such a file is a playbook, a module of
	// one or belongs to another tool, its name alone does not say:
	// Deps.IsPlaybook knows.
	Playbook
	// Manifest is the manifest of a bundle, where one lies beside it.
	Manifest
)

// ConfigName is the name of the configuration file.
const ConfigName = ".boundary.toml"

// Kind gives the kind of the file at p.
func Kind(p string) FileKind {
	switch {
	case strings.HasSuffix(p, ".bot"):
		return Bot
	case strings.HasSuffix(p, ".md"), strings.HasSuffix(p, ".markdown"):
		return Markdown
	case path.Base(p) == ConfigName:
		return Config
	case strings.HasSuffix(p, ".star"):
		return Playbook
	case path.Base(p) == "manifest.yaml", path.Base(p) == "manifest.yml":
		return Manifest
	}
	return Other
}
