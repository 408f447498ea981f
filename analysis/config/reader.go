package config

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/rule"
	"github.com/boundary-lsp/boundary-lsp/dsl/spell"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

const (
	// maxFindings bounds what one file can make us say: behind so many, more
	// help nobody, and the file may be hostile.
	maxFindings = 1000
	// maxPath bounds paths and globs in bytes, as file systems do.
	maxPath = 4096
	// draft is the one section that is known and refused.
	draft = "draft"
)

// reader fills a Config from a document.
type reader struct {
	c    *Config
	env  Env
	doc  *document
	real string // c.Dir without symbolic links, once asked for
}

func newReader(c *Config, env Env) *reader { return &reader{c: c, env: env} }

// field is a key that a table may have.
type field struct {
	name string
	read func(*entry)
}

// report adds a finding with the rule's default severity. The message obeys
// cli.md, Messages.
func (r *reader) report(code string, span text.Span, fixes []finding.Fix, format string, args ...any) {
	if len(r.c.Findings) >= maxFindings {
		return
	}
	r.c.Findings = append(r.c.Findings, finding.Finding{
		Code:     code,
		Severity: rule.Severity(code),
		Place:    finding.Place{Path: r.c.Path, Span: span},
		Message:  fmt.Sprintf(format, args...),
		Fixes:    fixes,
	})
}

// full reports that no further finding is taken, so that no work is done for
// one.
func (r *reader) full() bool { return len(r.c.Findings) >= maxFindings }

// bad reports CFG103. what names the setting, want says what it must be.
func (r *reader) bad(span text.Span, what, want, got string) {
	r.report("CFG103", span, nil, "The value of %s must be %s, but it is %s; it does not count, and the default applies.", what, want, got)
}

func (r *reader) wrongType(v value, what, want string) { r.bad(v.span, what, want, v.kind.String()) }

// fields reads the keys of a table in file order; where is its name for
// messages, empty for the whole file.
func (r *reader) fields(t *table, where string, known []field) {
next:
	for _, e := range t.entries {
		for _, f := range known {
			if f.name == e.name {
				f.read(e)
				continue next
			}
		}
		r.unknown(t, e, where, known)
	}
}

// unknown reports CFG102 with the nearest known key.
func (r *reader) unknown(t *table, e *entry, where string, known []field) {
	if r.full() {
		return
	}
	var names []string
	near := ""
	for _, f := range known {
		if f.name == draft {
			continue // is refused here, so nobody is led to it
		}
		names = append(names, f.name)
		// [security.screen] means [screen].
		if near == "" && e.val.kind == kindTable && e.val.tab.get(f.name) != nil {
			near = f.name
		}
	}
	var fixes []finding.Fix
	if near == "" {
		var distance int
		var unique bool
		near, distance, unique = spell.Nearest(e.name, names)
		if distance >= 0 && distance <= 2 && unique && t.get(near) == nil {
			fixes = r.rename(e, near)
		}
	}
	thing := "key"
	if e.val.kind == kindTable || e.val.kind == kindTables {
		thing = "section"
	}
	in := ""
	if where != "" {
		in = " in " + where
	}
	hint := ""
	if near != "" {
		hint = fmt.Sprintf("; the nearest known name is %s", finding.Quote(near))
	}
	r.report("CFG102", e.place(), fixes, "The %s %s is not known%s, so it configures nothing%s.", thing, finding.Quote(e.name), in, hint)
}

// rename is the fix that writes a key otherwise, wherever it is written. name
// is one of ours and needs no quotes.
func (r *reader) rename(e *entry, name string) []finding.Fix {
	return []finding.Fix{finding.NewFix("rename-the-key-to", "Rename the key to "+name, false, func() []finding.Edit {
		edits := make([]finding.Edit, len(e.keys))
		for i, k := range e.keys {
			edits[i] = finding.Edit{Path: r.c.Path, Span: k, New: name}
		}
		return edits
	})}
}

// table is the table of a section.
func (r *reader) table(e *entry) (*table, bool) {
	switch e.val.kind {
	case kindTable:
		return e.val.tab, true
	case kindTables:
		r.report("CFG103", e.val.span, nil, "The section %s is one table, with single brackets around its name; as a list it does not count.", finding.Quote(e.name))
	default:
		r.report("CFG103", e.val.span, nil, "The name %s belongs to a section with keys, not to %s; it does not count.", finding.Quote(e.name), e.val.kind)
	}
	return nil, false
}

// tables are the elements of a list of tables, however written. name is one of
// ours.
func (r *reader) tables(e *entry, name string) []*table {
	switch e.val.kind {
	case kindTables:
		return e.val.tabs
	case kindArray:
		var list []*table
		for _, v := range e.val.list {
			if v.kind == kindTable {
				list = append(list, v.tab)
				continue
			}
			r.wrongType(v, "an element of `"+name+"`", "a table")
		}
		return list
	case kindTable:
		r.report("CFG103", e.val.span, nil, "The section `%s` is a list of tables: write `[[%s]]` for each; a single table does not count.", name, name)
	default:
		r.wrongType(e.val, "`"+name+"`", "a list of tables")
	}
	return nil
}

// str is a string that is not blank.
func (r *reader) str(v value, what string) (Value[string], bool) {
	if v.kind != kindString {
		r.wrongType(v, what, "a string")
		return Value[string]{Span: v.span}, false
	}
	if strings.TrimSpace(v.text) == "" {
		r.bad(v.span, what, "a text", "blank")
		return Value[string]{Span: v.span}, false
	}
	return Value[string]{v.text, v.span, true}, true
}

// word is one of a few words.
func (r *reader) word(v value, what string, words ...string) (string, bool) {
	want := "`" + strings.Join(words, "` or `") + "`"
	if v.kind != kindString {
		r.wrongType(v, what, want)
		return "", false
	}
	for _, w := range words {
		if v.text == w {
			return w, true
		}
	}
	r.bad(v.span, what, want, finding.Quote(v.text))
	return "", false
}

// number is a whole number in a range.
func (r *reader) number(v value, what string, low, high int) (Value[int], bool) {
	want := fmt.Sprintf("a whole number from %d to %d", low, high)
	if v.kind != kindInteger {
		r.wrongType(v, what, want)
		return Value[int]{Span: v.span}, false
	}
	n, err := strconv.ParseInt(strings.ReplaceAll(v.text, "_", ""), 0, 64)
	if err != nil || n < int64(low) || n > int64(high) {
		r.bad(v.span, what, want, finding.Quote(v.text))
		return Value[int]{Span: v.span}, false
	}
	return Value[int]{int(n), v.span, true}, true
}

// list is a list whose elements read takes; those that it refuses (and
// reports) are left out. ok is false, and the default holds, where the value
// is no list or nothing of what it lists is left.
func list[T any](r *reader, e *entry, what, of string, read func(value) (T, bool)) (all []T, ok bool) {
	if e.val.kind != kindArray {
		r.wrongType(e.val, what, "a list of "+of)
		return nil, false
	}
	for _, v := range e.val.list {
		if item, ok := read(v); ok {
			all = append(all, item)
		}
	}
	return all, len(all) > 0 || len(e.val.list) == 0
}

// texts reads a list of strings into to.
func (r *reader) texts(to *[]string, what string) func(*entry) {
	return r.strings(to, what, "strings", func(v value) (string, bool) {
		s, ok := r.str(v, "an element of "+what)
		return s.V, ok
	})
}

func (r *reader) strings(to *[]string, what, of string, read func(value) (string, bool)) func(*entry) {
	return func(e *entry) {
		if all, ok := list(r, e, what, of, read); ok {
			*to = all
		}
	}
}

// globs reads a list of globs into to.
func (r *reader) globs(to *[]string, what string) func(*entry) {
	return r.strings(to, what, "globs", func(v value) (string, bool) {
		s, ok := r.str(v, "an element of "+what)
		if !ok || r.tooLong(s.V, s.Span) {
			return "", false
		}
		if !doublestar.ValidatePattern(s.V) {
			r.report("CFG104", s.Span, nil, "The glob %s does not parse, so it can match no file: a bracket or brace is not closed, or a backslash is the last character.", finding.Quote(s.V))
			return "", false
		}
		if r.outside(s.V, s.Span, "glob") {
			return "", false
		}
		return strings.TrimPrefix(s.V, "./"), true
	})
}

func (r *reader) tooLong(s string, span text.Span) bool {
	if len(s) <= maxPath {
		return false
	}
	r.report("CFG103", span, nil, "The path %s is longer than the %d bytes that a path can have; it does not count.", finding.Quote(s), maxPath)
	return true
}

// path checks a path (CFG105) and gives it cleaned, relative to Dir; abs is the
// absolute one. A path that is accepted becomes one of Config.Paths.
func (r *reader) path(s string, span text.Span) (rel, abs string, ok bool) {
	if r.tooLong(s, span) || r.outside(s, span, "path") {
		return "", "", false
	}
	rel = path.Clean(s)
	if r.linkedOutside(rel) {
		r.report("CFG105", span, nil, "The path %s leads out of the workspace through a symbolic link; what a repository names has to lie in it, so it does not count.", finding.Quote(s))
		return "", "", false
	}
	abs = path.Join(r.c.Dir, rel)
	r.c.Paths = append(r.c.Paths, Value[string]{abs, span, true})
	return rel, abs, true
}

// outside reports a path or glob (thing) that is absolute or climbs out. It
// takes a backslash for a separator as Windows does: a file that is fine on one
// machine only is not.
func (r *reader) outside(s string, span text.Span, thing string) bool {
	slashed := strings.ReplaceAll(s, `\`, "/")
	switch clean := path.Clean(slashed); {
	case strings.HasPrefix(slashed, "/") || len(s) > 1 && s[1] == ':' && letter(s[0]):
		r.report("CFG105", span, nil, "The %s %s is absolute; write it from the folder of this file, with slashes. It does not count.", thing, finding.Quote(s))
		return true
	case clean == ".." || strings.HasPrefix(clean, "../"):
		r.report("CFG105", span, nil, "The %s %s leads out of the workspace; what a repository names has to lie in it, so it does not count.", thing, finding.Quote(s))
		return true
	}
	return false
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// linkedOutside reports whether a cleaned relative path, or as much of it as
// exists, is elsewhere once symbolic links are followed.
func (r *reader) linkedOutside(rel string) bool {
	if r.env.Resolve == nil || rel == "." {
		return false
	}
	if r.real == "" {
		r.real = r.c.Dir
		if real, err := r.env.Resolve(r.c.Dir); err == nil {
			r.real = slash(real)
		}
	}
	leaves := func(abs string) (leaves, exists bool) {
		real, err := r.env.Resolve(abs)
		return err == nil && !within(r.real, slash(real)), err == nil
	}
	if out, exists := leaves(path.Join(r.c.Dir, rel)); exists {
		return out
	}
	// From the top, so that a long path that does not exist costs one call.
	for i := 0; i < len(rel); i++ {
		if rel[i] != '/' {
			continue
		}
		out, exists := leaves(path.Join(r.c.Dir, rel[:i]))
		if out || !exists {
			return out
		}
	}
	return false
}

func slash(p string) string { return path.Clean(strings.ReplaceAll(p, `\`, "/")) }

// within reports whether p is dir or below it; both are clean.
func within(dir, p string) bool {
	return p == dir || strings.HasPrefix(p, strings.TrimSuffix(dir, "/")+"/")
}
