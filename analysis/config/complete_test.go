package config_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

func TestComplete(t *testing.T) {
	for _, c := range []struct {
		name, src  string // the cursor is at ¦
		with, sans []string
		after      string // the first item of with, accepted
	}{
		{"sections behind a bracket", "[bo¦", []string{"boundary", "boundary.floors"}, []string{"boundary.left", "draft"}, "[boundary]"},
		{"lists of tables behind two", "[[¦]]", []string{"boundary.deferred", "provider.extra"}, []string{"rules"}, "[[boundary.deferred]]"},
		{"nothing behind the bracket", "[rules]¦", nil, []string{"rules"}, ""},
		{"keys that are not there yet", "[[boundary.deferred]]\nnode = \"x\"\n¦\nreason = \"y\"\n", []string{"owner", "until"}, []string{"node", "reason"}, "owner = \"\""},
		{"keys of the section around", "[screen]\n[boundary]\nro¦ots = []\n", []string{"roots", "members"}, []string{"foreign"}, "roots = []"},
		{"rules that may be set", "[rules]\n¦", []string{"BOT101"}, []string{"off"}, "BOT101 = "},
		{"severities", "[rules]\nBND102 = ¦", []string{"off", "error"}, nil, `BND102 = "off"`},
		{"severities in quotes", "[rules]\nBND102 = \"o¦\"", []string{"off"}, nil, `BND102 = "off"`},
		{"words", "[boundary]\ncomplement = \"¦\"", []string{"closed", "artifact"}, nil, `complement = "closed"`},
		{"words of a list", "[xmd]\nfragment_allow = [¦]", []string{"read", "write"}, nil, `fragment_allow = ["read"]`},
		{"nothing in other strings", "[boundary]\nmembers = \"¦\"", nil, []string{"closed"}, ""},
		{"nothing in comments", "[boundary]\n# ¦", nil, []string{"roots"}, ""},
		{"nothing outside a section", "¦", nil, []string{"roots"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			src, tail, _ := strings.Cut(c.src, "¦")
			doc := text.New(src + tail)
			items := config.Complete(doc, len(src))
			find := func(label string) int {
				return slices.IndexFunc(items, func(x config.Completion) bool { return x.Label == label })
			}
			for _, w := range c.with {
				if find(w) < 0 {
					t.Errorf("%s is not offered: %v", w, items)
				}
			}
			for _, w := range c.sans {
				if find(w) >= 0 {
					t.Errorf("%s is offered", w)
				}
			}
			if len(c.with) == 0 && len(items) > 0 {
				t.Errorf("offers %v", items)
			}
			if i := -1; len(c.with) > 0 {
				if i = find(c.with[0]); i < 0 {
					return
				}
				got, err := doc.Apply([]text.Edit{{Span: items[i].Span, New: items[i].New}})
				if err != nil {
					t.Fatal(err)
				}
				if line := got.Slice(got.Line(doc.LineAt(len(src)))); line != c.after {
					t.Errorf("the line is %q, want %q", line, c.after)
				}
			}
		})
	}
}

// Every key that is offered is one that the reader knows, at every place of a
// file with all sections.
func TestCompletedKeysAreKnown(t *testing.T) {
	keys := 0
	for _, head := range append(sectionHeads(t, "["), sectionHeads(t, "[[")...) {
		if head == "[rules]" {
			continue
		}
		doc := text.New(head + "\n")
		for _, c := range config.Complete(doc, doc.Len()) {
			keys++
			src := text.New(head + "\n" + c.Label + " = 1\n")
			for _, f := range config.Parse("/w/.boundary.toml", src, config.Env{}).Findings {
				if f.Code == "CFG102" || f.Code == "CFG101" {
					t.Errorf("%s %s: %s", head, c.Label, f.Message)
				}
			}
			for off := range src.Len() + 1 {
				for _, x := range config.Complete(src, off) {
					if !src.Line(src.LineAt(off)).Covers(x.Span) || !x.Span.Contains(off) {
						t.Errorf("%s at %d: %v", head, off, x)
					}
				}
			}
		}
	}
	if keys < 30 {
		t.Errorf("only %d keys", keys)
	}
}

func sectionHeads(t *testing.T, open string) []string {
	t.Helper()
	var list []string
	for _, c := range config.Complete(text.New(open), len(open)) {
		list = append(list, open+c.New)
	}
	if len(list) == 0 {
		t.Fatal("no sections")
	}
	return list
}
