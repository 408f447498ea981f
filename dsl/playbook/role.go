package playbook

import (
	"bytes"

	"github.com/bmatcuk/doublestar/v4"
)

// Role is what a file is to playbooks (playbook.md 2.1).
type Role uint8

// The roles. A library module outside the packs has NoRole by itself; it gets
// its part from the entry that loads it.
const (
	NoRole Role = iota
	Entry
	Pack
)

// Globs are the doublestar patterns over ids that give files their roles.
type Globs struct {
	Entry []string // [playbook] entry
	Packs []string // [playbook] packs
}

// DefaultGlobs are those of a workspace without configuration.
func DefaultGlobs() Globs {
	return Globs{
		Entry: []string{"**/playbook.star", "**/*.playbook.star"},
		Packs: []string{"packs/**/*.star"},
	}
}

// Role gives the role of the file with this id: the first line decides where
// it is a role comment, the name otherwise. A pattern that does not parse
// matches nothing.
func (g Globs) Role(id string, src []byte) Role {
	if r := commentRole(src); r != NoRole {
		return r
	}
	if matches(g.Entry, id) {
		return Entry
	}
	if matches(g.Packs, id) {
		return Pack
	}
	return NoRole
}

func matches(patterns []string, id string) bool {
	for _, p := range patterns {
		if ok, err := doublestar.Match(p, id); err == nil && ok {
			return true
		}
	}
	return false
}

func commentRole(src []byte) Role {
	line := bytes.TrimPrefix(src, []byte(byteOrderMark))
	if i := bytes.IndexAny(line, "\r\n"); i >= 0 {
		line = line[:i]
	}
	switch string(bytes.TrimRight(line, " \t")) {
	case "# boundary: playbook":
		return Entry
	case "# boundary: pack":
		return Pack
	}
	return NoRole
}

// SampleID is the id of the sample launch values beside an entry:
// playbook.params.json, or x.params.json for x.playbook.star; an entry of
// another name keeps its stem.
func SampleID(entry string) string {
	dir, base := splitID(entry)
	switch {
	case base == "playbook.star":
		base = "playbook"
	case len(base) > len(".playbook.star") && base[len(base)-len(".playbook.star"):] == ".playbook.star":
		base = base[:len(base)-len(".playbook.star")]
	case len(base) > len(".star") && base[len(base)-len(".star"):] == ".star":
		base = base[:len(base)-len(".star")]
	}
	return dir + base + ".params.json"
}
