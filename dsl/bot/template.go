package bot

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Template is one `{{…}}` of a decoded text (bot-language.md 12.1).
type Template struct {
	// Span is in the text that was scanned: from `{{` through the next `}}`;
	// of an unclosed one, to the end of the line without trailing blanks.
	Span text.Span
	// Path is what is between the braces, trimmed, without the raw mark.
	Path string
	// PathSpan is where Path stands.
	PathSpan text.Span
	Raw      bool // {{!path}}
	// Include is the path of an {{include "path"}} directive.
	Include   string
	IsInclude bool
	// Fault says why the engine refuses it: "unclosed", "nested",
	// "too-short" (fewer than two parts) or "namespace"; empty for a good
	// one.
	Fault string
}

// Namespaces are the first parts that a template reference may have.
var Namespaces = []string{"vars", "input", "outputs", "artifacts", "attachments", "secrets", "loop", "each", "run", "params"}

// Parts splits the path at its dots.
func (t Template) Parts() []string { return strings.Split(t.Path, ".") }

// Templates finds every template in s, well formed or not, in order.
func Templates(s string) []Template {
	var list []Template
	line := -1 // the end of the line that start is on
	for at := 0; ; {
		i := strings.Index(s[at:], "{{")
		if i < 0 {
			return list
		}
		start := at + i
		if line < start {
			line = len(s)
			if n := strings.IndexByte(s[start:], '\n'); n >= 0 {
				line = start + n
			}
		}
		t := Template{Span: text.Span{Start: start, End: line}}
		end := strings.Index(s[start+2:line], "}}")
		if end < 0 {
			// A reference may be written over two lines; the engine finds its
			// end there, an author sees an unclosed one.
			t.Fault = "unclosed"
			t.Span.End = start + len(strings.TrimRight(s[start:line], " \t\r\u00a0"))
			at = max(t.Span.End, start+2)
			list = append(list, t)
			continue
		}
		inner := s[start+2 : start+2+end]
		t.Span.End = start + 2 + end + 2
		at = t.Span.End
		t.read(inner, start+2)
		list = append(list, t)
	}
}

func (t *Template) read(inner string, at int) {
	if strings.Contains(inner, "{{") {
		t.Fault = "nested"
	}
	trim := func(s string) string {
		n := len(s)
		s = strings.TrimLeft(s, " \t\r\n")
		at += n - len(s)
		return strings.TrimRight(s, " \t\r\n")
	}
	p := trim(inner)
	if rest, ok := strings.CutPrefix(p, "!"); ok {
		t.Raw = true
		at++
		p = trim(rest)
	}
	t.Path = p
	t.PathSpan = text.Span{Start: at, End: at + len(p)}
	if rest, ok := strings.CutPrefix(p, "include"); ok && !t.Raw {
		rest = strings.TrimLeft(rest, " \t")
		if len(rest) >= 2 && rest[0] == '"' && strings.IndexByte(rest[1:], '"') == len(rest)-2 {
			t.IsInclude, t.Include = true, rest[1:len(rest)-1]
			return
		}
	}
	if t.Fault != "" {
		return
	}
	first, rest, ok := strings.Cut(p, ".")
	switch {
	case !ok || rest == "":
		t.Fault = "too-short"
	case !contains(Namespaces, first):
		t.Fault = "namespace"
	}
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// EnvRef is `${NAME}`, `${NAME:-default}` or `$NAME` in a value
// (bot-language.md 12.2).
type EnvRef struct {
	Span       text.Span
	Name       string
	Default    string
	HasDefault bool
}

// EnvRefs finds the references of a value; those inside a default are not
// listed, they belong to it.
func EnvRefs(s string) []EnvRef {
	var list []EnvRef
	for i := 0; i < len(s); {
		if s[i] != '$' {
			i++
			continue
		}
		r, end, ok := envRef(s, i)
		if !ok {
			i++
			continue
		}
		list = append(list, r)
		i = end
	}
	return list
}

func envRef(s string, start int) (EnvRef, int, bool) {
	i := start + 1
	braced := i < len(s) && s[i] == '{'
	if braced {
		i++
	}
	n := i
	for n < len(s) && (s[n] == '_' || s[n] >= 'A' && s[n] <= 'Z' || s[n] >= 'a' && s[n] <= 'z' || n > i && s[n] >= '0' && s[n] <= '9') {
		n++
	}
	if n == i {
		return EnvRef{}, 0, false
	}
	r := EnvRef{Name: s[i:n]}
	if !braced {
		r.Span = text.Span{Start: start, End: n}
		return r, n, true
	}
	if n < len(s) && s[n] == '}' {
		r.Span = text.Span{Start: start, End: n + 1}
		return r, n + 1, true
	}
	if !strings.HasPrefix(s[n:], ":-") {
		return EnvRef{}, 0, false
	}
	depth := 1
	for j := n + 2; j < len(s); j++ {
		switch {
		case strings.HasPrefix(s[j:], "${"):
			depth++
			j++
		case s[j] == '}':
			depth--
			if depth == 0 {
				r.Default, r.HasDefault = s[n+2:j], true
				r.Span = text.Span{Start: start, End: j + 1}
				return r, j + 1, true
			}
		}
	}
	return EnvRef{}, 0, false
}

// ExpandDefaults replaces every environment reference of a value by its
// written default, recursively. decided is false where a reference has no
// default or a blank one: then the host decides (boundary-class.md 2.2).
// vars names the variables in order of appearance.
func ExpandDefaults(s string) (expanded string, vars []string, decided bool) {
	return expandDefaults(s, 0)
}

func expandDefaults(s string, depth int) (string, []string, bool) {
	refs := EnvRefs(s)
	if len(refs) == 0 {
		return s, nil, true
	}
	var b strings.Builder
	var vars []string
	last, decided := 0, true
	for _, r := range refs {
		b.WriteString(s[last:r.Span.Start])
		last = r.Span.End
		vars = append(vars, r.Name)
		if !r.HasDefault || depth > 32 {
			decided = false
			continue
		}
		inner, more, ok := expandDefaults(r.Default, depth+1)
		vars = append(vars, more...)
		if !ok || strings.TrimSpace(inner) == "" {
			decided = false
			continue
		}
		b.WriteString(inner)
	}
	b.WriteString(s[last:])
	return b.String(), vars, decided
}
