package config_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// The full file of docs/configuration.md sets every key; each has words.
func TestEveryKeyOfTheReferenceIsDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	fences := regexp.MustCompile("(?ms)^```toml\n(.*?)^```").FindAllSubmatch(page, -1)
	if len(fences) < 2 {
		t.Fatalf("%d fences", len(fences))
	}
	src := text.New(string(fences[1][1]))
	n := 0
	for line := range src.Lines() {
		l := src.Slice(src.Line(line))
		if l == "" || strings.HasPrefix(l, "#") {
			continue
		}
		off := src.LineStart(line) + len(l) - len(strings.TrimLeft(l, `["`))
		key, span, ok := config.KeyAt(src, off)
		if !ok || config.Documented(key) == "" {
			t.Errorf("%q has no documentation (%s)", l, key)
			continue
		}
		n++
		if !span.Contains(off) {
			t.Errorf("%q: %v does not hold %d", l, span, off)
		}
	}
	if n < 45 {
		t.Errorf("only %d keys", n)
	}
}

func TestKeysAreFoundAtTheirPlaces(t *testing.T) {
	for name, tc := range map[string]struct{ src, want string }{
		"a key":                       {"[boundary]\nro|ots = []", "boundary.roots"},
		"a section":                   {"[bound|ary]", "boundary"},
		"the last part of a header":   {"[boundary.flo|ors]\nmembers = 1", "boundary.floors"},
		"a key of an element":         {"[[boundary.left]]\nnode = 'a'\n[[boundary.left]]\nrea|son = 'x'", "boundary.left.reason"},
		"a key of the author":         {"[rules]\nBND|104 = 'off'", "rules.*"},
		"a root":                      {"[boundary.floors.roots]\n\"bo|ts\" = 3", "boundary.floors.roots.*"},
		"a dotted key":                {"boundary.complement| = 'closed'", "boundary.complement"},
		"a key of an inline table":    {"docs = { incl|ude = [] }", "docs.include"},
		"a key of an inline list":     {"boundary.bounded = [{ no|de = 'a' }]", "boundary.bounded.node"},
		"a value":                     {"[boundary]\nroots = ['a|']", ""},
		"a key that is not known":     {"[boundary]\nnoth|ing = 1", ""},
		"a section that is not known": {"[no|thing]", ""},
		"a text that is no TOML":      {"[bound|ary", ""},
	} {
		t.Run(name, func(t *testing.T) {
			off := strings.IndexByte(tc.src, '|')
			key, span, ok := config.KeyAt(text.New(strings.Replace(tc.src, "|", "", 1)), off)
			if ok != (tc.want != "") || ok && key != tc.want {
				t.Errorf("%q, %v", key, ok)
			}
			if ok && !span.Contains(off) {
				t.Errorf("%v does not hold %d", span, off)
			}
		})
	}
}
