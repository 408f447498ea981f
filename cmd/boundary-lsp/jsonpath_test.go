package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// jsonpath [-lines] FILE PATH [VALUE], jsonpath [-lines] -out NAME FILE PATH
func jsonpathCommand(ts *testscript.TestScript, neg bool, args []string) {
	lines, out := false, ""
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		switch {
		case args[0] == "-lines":
			lines, args = true, args[1:]
		case args[0] == "-out" && len(args) > 1:
			out, args = args[1], args[2:]
		default:
			ts.Fatalf("unknown flag %s", args[0])
		}
	}
	if len(args) < 2 || len(args) > 3 || out != "" && (neg || len(args) > 2) {
		ts.Fatalf("usage: jsonpath [-lines] [-out NAME] FILE PATH [VALUE]")
	}
	doc, err := parseJSON(ts.ReadFile(args[0]), lines)
	ts.Check(err)
	values, err := jsonpath(doc, args[1])
	ts.Check(err)
	got := jsonTexts(values)
	if out != "" {
		if len(values) == 0 {
			ts.Fatalf("%s selects nothing", args[1])
		}
		ts.Check(os.WriteFile(ts.MkAbs(out), []byte(got+"\n"), 0o666))
		return
	}
	holds, want := len(values) > 0, "something"
	if len(args) == 3 {
		want = args[2]
		if pattern, ok := strings.CutPrefix(want, "~"); ok {
			re, err := regexp.Compile("(?m)" + pattern)
			ts.Check(err)
			holds = holds && re.MatchString(got)
		} else {
			holds = holds && got == want
		}
	}
	if holds == neg {
		ts.Fatalf("%s selects %d values: %s\nwant %s (negated: %v)", args[1], len(values), got, want, neg)
	}
}

// parseJSON reads one value and nothing more or, with lines, the list of the
// values that stand one on a line.
func parseJSON(src string, lines bool) (any, error) {
	if !lines {
		dec := json.NewDecoder(strings.NewReader(src))
		dec.UseNumber()
		var v any
		if err := dec.Decode(&v); err != nil {
			return nil, err
		}
		if _, err := dec.Token(); !errors.Is(err, io.EOF) {
			return nil, errors.New("there is more behind the JSON value")
		}
		return v, nil
	}
	list := []any{}
	for line := range strings.Lines(src) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		v, err := parseJSON(line, false)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

// step is one step of a path: it gives the values that follow from one.
type step func(v any) []any

func jsonpath(doc any, path string) ([]any, error) {
	steps, err := parsePath(path)
	if err != nil {
		return nil, err
	}
	values := []any{doc}
	for _, s := range steps {
		var next []any
		for _, v := range values {
			next = append(next, s(v)...)
		}
		values = next
	}
	return values, nil
}

func parsePath(path string) ([]step, error) {
	if path == "." {
		return nil, nil
	}
	var steps []step
	rest := path
	for first := true; rest != ""; first = false {
		if rest[0] == '[' {
			filter, behind, ok := strings.Cut(rest[1:], "]")
			key, text, eq := strings.Cut(filter, "=")
			if !ok || !eq {
				return nil, fmt.Errorf("%s: a filter is [KEY=TEXT]", path)
			}
			steps, rest = append(steps, filtered(key, text)), behind
			continue
		}
		if !first {
			behind, ok := strings.CutPrefix(rest, ".")
			if !ok {
				return nil, fmt.Errorf("%s: steps are joined by dots", path)
			}
			rest = behind
		}
		end := strings.IndexAny(rest, ".[")
		if end < 0 {
			end = len(rest)
		}
		name := rest[:end]
		rest = rest[end:]
		switch name {
		case "":
			return nil, fmt.Errorf("%s: an empty step", path)
		case "*":
			steps = append(steps, elements)
		case "@len":
			steps = append(steps, length)
		default:
			steps = append(steps, member(name))
		}
	}
	return steps, nil
}

func member(name string) step {
	digits := !strings.ContainsFunc(name, func(r rune) bool { return r < '0' || r > '9' })
	return func(v any) []any {
		switch v := v.(type) {
		case map[string]any:
			if e, ok := v[name]; ok {
				return []any{e}
			}
		case []any:
			if i, err := strconv.Atoi(name); digits && err == nil && i < len(v) {
				return []any{v[i]}
			}
		}
		return nil
	}
}

func elements(v any) []any {
	switch v := v.(type) {
	case []any:
		return v
	case map[string]any:
		var list []any
		for _, k := range slices.Sorted(maps.Keys(v)) {
			list = append(list, v[k])
		}
		return list
	}
	return nil
}

func length(v any) []any {
	switch v := v.(type) {
	case []any:
		return []any{json.Number(strconv.Itoa(len(v)))}
	case map[string]any:
		return []any{json.Number(strconv.Itoa(len(v)))}
	}
	return nil
}

func filtered(key, text string) step {
	return func(v any) []any {
		list, ok := v.([]any)
		if !ok {
			return nil
		}
		kept := []any{}
		for _, e := range list {
			if o, ok := e.(map[string]any); ok {
				if have, ok := o[key]; ok && jsonText(have) == text {
					kept = append(kept, e)
				}
			}
		}
		return []any{kept}
	}
}

func jsonTexts(values []any) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = jsonText(v)
	}
	return strings.Join(texts, ",")
}

// jsonText is a string itself, of everything else compact JSON with sorted
// keys.
func jsonText(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	var b strings.Builder
	writeJSON(&b, v)
	return b.String()
}

func writeJSON(b *strings.Builder, v any) {
	switch v := v.(type) {
	case nil:
		b.WriteString("null")
	case bool:
		b.WriteString(strconv.FormatBool(v))
	case json.Number:
		b.WriteString(v.String())
	case string:
		writeJSONString(b, v)
	case []any:
		b.WriteByte('[')
		for i, e := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			writeJSON(b, e)
		}
		b.WriteByte(']')
	case map[string]any:
		b.WriteByte('{')
		for i, k := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				b.WriteByte(',')
			}
			writeJSONString(b, k)
			b.WriteByte(':')
			writeJSON(b, v[k])
		}
		b.WriteByte('}')
	}
}

// writeJSONString has the escapes that JSON demands and no others.
func writeJSONString(b *strings.Builder, s string) {
	short := map[rune]string{'"': `\"`, '\\': `\\`, '\n': `\n`, '\r': `\r`, '\t': `\t`, '\b': `\b`, '\f': `\f`}
	b.WriteByte('"')
	for _, r := range s {
		switch esc, ok := short[r]; {
		case ok:
			b.WriteString(esc)
		case r < 0x20:
			fmt.Fprintf(b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
}

func TestJSONPath(t *testing.T) {
	const doc = `{"n": 1.50, "list": [{"code": "A", "v": {"b": 2, "a": "x<é\n"}}, {"code": "B"}, {"code": "A"}, 7],
		"empty": [], "null": null, "10": "ten"}`
	tests := []struct {
		name, path, want string
		count            int
	}{
		{"the document", "list.1", `{"code":"B"}`, 1},
		{"numbers stay as written", "n", "1.50", 1},
		{"a string is itself", "list.0.code", "A", 1},
		{"an element that is not there", "list.9", "", 0},
		{"digits of an object are a key", "10", "ten", 1},
		{"every element", "list.*.code", "A,B,A", 3},
		{"values in the order of the keys", "list.0.v.*", "x<é\n,2", 2},
		{"a filter keeps one list", "list[code=A]", `[{"code":"A","v":{"a":"x<é\n","b":2}},{"code":"A"}]`, 1},
		{"a filter that keeps nothing is a list", "list[code=C].@len", "0", 1},
		{"filters in a row", "list[code=A][v=none]", "[]", 1},
		{"elements of a filter", "list[code=A].*.code", "A,A", 2},
		{"the length of an object", "list.0.v.@len", "2", 1},
		{"no length of a number", "n.@len", "", 0},
		{"null is a value", "null", "null", 1},
		{"nothing of an empty list", "empty.*", "", 0},
	}
	v, err := parseJSON(doc, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := jsonpath(v, tt.path)
			if err != nil {
				t.Fatal(err)
			}
			if len(got) != tt.count || jsonTexts(got) != tt.want {
				t.Errorf("%s selects %d values %q, want %d, %q", tt.path, len(got), jsonTexts(got), tt.count, tt.want)
			}
		})
	}
	for _, bad := range []string{"1 2", "", "{"} {
		if _, err := parseJSON(bad, false); err == nil {
			t.Errorf("%q passes for one JSON value", bad)
		}
	}
	lines, err := parseJSON("{\"a\":1}\n\n{\"a\":2}\n", true)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := jsonpath(lines, "*.a"); err != nil || jsonTexts(got) != "1,2" {
		t.Errorf("lines select %v, %v", got, err)
	}
}
