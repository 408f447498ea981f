package config

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/rule"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Completion is one thing that may be written in a .boundary.toml.
type Completion struct {
	Label, Detail string
	// Key says that it is a key or a section, not a value.
	Key bool
	// New replaces Span, which lies on the cursor's line and holds the cursor.
	New  string
	Span text.Span
}

// keyInfo is a key of a section with what it takes: text as its value begins,
// and the words of a closed set.
type keyInfo struct {
	name, value string
	words       []string
}

// sections are the sections that the file may have with their keys, in the
// order of cli.md. Those with list are written [[…]].
var sections = []struct {
	name string
	list bool
	keys []keyInfo
}{
	{name: "rules"},
	{name: "docs", keys: []keyInfo{{name: "include", value: "[]"}}},
	{name: "boundary", keys: []keyInfo{
		{name: "roots", value: "[]"}, {name: "members", value: `""`}, {name: "complement", words: []string{"artifact", "closed"}},
	}},
	{name: "boundary.keys"},
	{name: "boundary.floors", keys: []keyInfo{
		{name: "workflows"}, {name: "members"}, {name: "paragraphs"}, {name: "supervisors"}, {name: "documented_policies"},
	}},
	{name: "boundary.floors.roots"},
	{name: "boundary.deferred", list: true, keys: []keyInfo{
		{name: "node", value: `""`}, {name: "owner", value: `""`}, {name: "reason", value: `""`}, {name: "until"},
	}},
	{name: "boundary.left", list: true, keys: []keyInfo{{name: "node", value: `""`}, {name: "reason", value: `""`}}},
	{name: "boundary.bounded", list: true, keys: []keyInfo{{name: "node", value: `""`}}},
	{name: "boundary.by_hand", list: true, keys: []keyInfo{{name: "node", value: `""`}, {name: "reason", value: `""`}}},
	{name: "playbook", keys: []keyInfo{{name: "entry", value: "[]"}, {name: "packs", value: "[]"}}},
	{name: "screen", keys: []keyInfo{
		{name: "decode_depth"}, {name: "directive_dictionaries", value: "[]"}, {name: "foreign", value: "[]"},
		{name: "include", value: "[]"}, {name: "max_file_bytes"},
	}},
	{name: "provider.extra", list: true, keys: []keyInfo{
		{name: "program", value: `""`}, {name: "bypass", value: "[]"}, {name: "grants", value: "[]"},
	}},
	{name: "xmd", keys: []keyInfo{
		{name: "include", value: "[]"}, {name: "fragments", value: "[]"}, {name: "policy", value: `""`},
		{name: "fragment_allow", value: "[]", words: []string{"read", "write"}}, {name: "component_dirs", value: "[]"},
		{name: "gates", value: "[]"}, {name: "approval_props", value: "[]"}, {name: "exits", value: "[]"},
		{name: "non_literal_allow", words: []string{"error", "warning"}},
	}},
}

// severities are the words of [rules].
var severities = []string{"off", "hint", "info", "warning", "error"}

// Complete lists what may be written at a byte offset of a .boundary.toml, in
// order: sections behind a bracket, the keys that a section does not have yet,
// the words of a closed set. It reads lines, so that it answers while the file
// is no TOML; nothing is offered in comments and other strings.
func Complete(t *text.Text, off int) []Completion {
	off = min(max(off, 0), t.Len())
	at := t.LineAt(off)
	line := t.Line(at)
	off = min(off, line.End)
	before := t.Slice(text.Span{Start: line.Start, End: off})
	trimmed := strings.TrimLeft(strings.TrimPrefix(before, "\ufeff"), " \t")
	if commented(before) {
		return nil
	}
	word := text.Span{Start: off, End: off}
	src := t.String()
	for word.Start > line.Start && isKeyByte(src[word.Start-1]) {
		word.Start--
	}
	for word.End < line.End && isKeyByte(src[word.End]) {
		word.End++
	}
	if strings.HasPrefix(trimmed, "[") {
		return headers(t, line, off, strings.HasPrefix(trimmed, "[["))
	}
	section, have := around(t, at)
	key, value, isValue := strings.Cut(trimmed, "=")
	if !isValue {
		if strings.ContainsAny(key, "\"' \t]") {
			return nil
		}
		return keys(section, have, word, strings.Contains(src[word.End:line.End], "="))
	}
	return values(section, strings.Trim(strings.TrimSpace(key), `"'`), value, word)
}

func isKeyByte(c byte) bool {
	return c == '_' || c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// commented reports whether the text ends in a comment.
func commented(s string) bool {
	var quote byte
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quote == 0 && c == '#':
			return true
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote == '"' && c == '\\':
			i++
		case c == quote:
			quote = 0
		}
	}
	return false
}

// around is the section of a line, and the keys that stand in it on other
// lines.
func around(t *text.Text, at int) (section string, have map[string]bool) {
	have = map[string]bool{}
	first := at - 1
	for ; first >= 0; first-- {
		if name, ok := header(t.Slice(t.Line(first))); ok {
			section = name
			break
		}
	}
	for i := first + 1; i < t.Lines(); i++ {
		s := t.Slice(t.Line(i))
		if _, ok := header(s); ok && i != at {
			break
		}
		if key, _, ok := strings.Cut(s, "="); ok && i != at {
			have[strings.Trim(strings.TrimSpace(key), `"'`)] = true
		}
	}
	return section, have
}

// header is the name of a section's header line.
func header(s string) (name string, ok bool) {
	s = strings.TrimSpace(strings.TrimPrefix(s, "\ufeff"))
	if !strings.HasPrefix(s, "[") {
		return "", false
	}
	name, _, ok = strings.Cut(strings.TrimLeft(s, "["), "]")
	return strings.ReplaceAll(strings.TrimSpace(name), " ", ""), ok && !strings.ContainsAny(name, "\"',")
}

// headers are the sections behind a bracket.
func headers(t *text.Text, line text.Span, off int, double bool) []Completion {
	s := t.Slice(line)
	start := line.Start + strings.LastIndexByte(t.Slice(text.Span{Start: line.Start, End: off}), '[') + 1
	if strings.Contains(t.Slice(text.Span{Start: start, End: off}), "]") {
		return nil
	}
	end, closed := line.End, strings.Contains(s, "]")
	if closed {
		end = max(off, line.Start+strings.IndexByte(s, ']'))
	} else if i := strings.IndexByte(s, '#'); i >= 0 {
		end = max(off, line.Start+i)
	}
	var list []Completion
	for _, x := range sections {
		if x.list != double {
			continue
		}
		c := Completion{Label: x.name, Detail: "section", Key: true, New: x.name, Span: text.Span{Start: start, End: end}}
		if !closed {
			c.New += strings.Repeat("]", 1+b2i(double))
		}
		list = append(list, c)
	}
	return list
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// keys are the keys that a section may have and has not.
func keys(section string, have map[string]bool, word text.Span, assigned bool) []Completion {
	var list []Completion
	add := func(name, detail, value string) {
		if have[name] {
			return
		}
		c := Completion{Label: name, Detail: detail, Key: true, New: name, Span: word}
		if !assigned {
			c.New += " = " + value
		}
		list = append(list, c)
	}
	if section == "rules" {
		for _, e := range rule.Known() {
			if e.Config != rule.ConfigNo {
				add(e.Code, e.Name, "")
			}
		}
		return list
	}
	for _, x := range sections {
		if x.name == section {
			for _, k := range x.keys {
				add(k.name, strings.Join(k.words, " | "), k.value)
			}
		}
	}
	return list
}

// values are the words of a closed set, in quotes where none are open.
func values(section, key, value string, word text.Span) []Completion {
	var words []string
	var list bool
	if section == "rules" {
		if e, ok := rule.LookupKnown(key); ok && e.Config != rule.ConfigNo {
			for _, s := range severities {
				level, ok := finding.ParseSeverity(s)
				if ok && (e.Config != rule.ConfigRaise || level >= worst(e.Code)) {
					words = append(words, s)
				}
			}
		}
	}
	for _, x := range sections {
		for _, k := range x.keys {
			if x.name == section && k.name == key {
				words, list = k.words, k.value == "[]"
			}
		}
	}
	open := strings.Count(value, `"`)%2 == 1
	value = strings.TrimSpace(value)
	inList := strings.HasPrefix(value, "[") && !strings.HasSuffix(value, "]")
	if !open && (list != inList || !list && strings.Contains(value, `"`)) || list && open && !strings.HasPrefix(value, "[") {
		return nil
	}
	var out []Completion
	for _, w := range words {
		c := Completion{Label: w, New: w, Span: word}
		if !open {
			c.New = `"` + w + `"`
		}
		out = append(out, c)
	}
	return out
}
