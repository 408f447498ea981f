package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/rule"
	"github.com/boundary-lsp/boundary-lsp/cmd/internal/report"
)

// Whatever the names and values of a workspace hold, no line for people holds
// a character that a terminal obeys or that a reader cannot see (cli.md,
// Messages). Every rule is asked with its own example of what is wrong.
func TestNothingHostileReachesAReader(t *testing.T) {
	quoted := regexp.MustCompile(`"([^"\n]*)"`)
	comment := regexp.MustCompile(`(?m)^(.*#.*)$`)
	word := regexp.MustCompile(`(?m)^((?:agent|prompt|schema|workflow) \w+|  (?:system|entry|tools): \[?\w+)`)
	poisons := map[string]*regexp.Regexp{
		"\x1b[31m\u202e\u200b`\u2028\U000e0041\x9b\x7f": quoted,
		"\xff\xfe\u0301": quoted, "\r\x1b]0;": comment, "\u2066\x07": word, strings.Repeat("q", 90): quoted,
	}
	hit := 0
	for _, r := range rule.All() {
		t.Run(r.Code, func(t *testing.T) {
			var files []string
			for poison, where := range poisons {
				dir := fmt.Sprintf("%d\x1b[2J\u202e/", len(files))
				for _, f := range r.Bad.Files {
					files = append(files, dir+f.Name, where.ReplaceAllStringFunc(f.Text, func(s string) string {
						if body, quote := strings.CutSuffix(s, `"`); quote {
							return body + poison + `"`
						}
						return s + poison
					}))
				}
			}
			w := newWorld(t, files...)
			for _, s := range w.messages(t) {
				if bad := strings.IndexFunc(s, unreadable); bad >= 0 {
					t.Errorf("JSON: %q", s)
				}
				if strings.Contains(s, strings.Repeat("q", finding.MaxQuoted+1)) {
					t.Errorf("a value is not cut: %q", s)
				}
			}
			for _, args := range [][]string{
				{"check", "--severity", "hint"}, {"check", "--severity", "hint", "--format", "compact"},
				{"members"}, {"fix", "--unsafe"},
			} {
				_, out, errs := w.run(args...)
				hit += strings.Count(out, r.Code)
				// The artifact has a tab between its columns.
				out = strings.NewReplacer("\n", " ", "\t", " ").Replace(out)
				for _, s := range []string{out, strings.ReplaceAll(errs, "\n", " ")} {
					if bad := strings.IndexFunc(s, unreadable); bad >= 0 {
						t.Errorf("%q: %q", args, around(s, bad))
					}
				}
			}
		})
	}
	if hit < len(rule.All()) {
		t.Errorf("only %d lines name the rule that they are about", hit)
	}
}

// messages are the texts for people in the JSON of check.
func (w *world) messages(t *testing.T) []string {
	t.Helper()
	_, out, _ := w.run("check", "--severity", "hint", "--format", "json")
	var doc report.Document
	if err := json.Unmarshal([]byte(out), &doc); err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, d := range doc.Diagnostics {
		list = append(list, d.Message)
		for _, r := range d.Related {
			list = append(list, r.Message)
		}
		for _, f := range d.Fixes {
			list = append(list, f.Title)
		}
	}
	for _, p := range doc.Errors {
		list = append(list, p.Message)
	}
	return list
}

func unreadable(r rune) bool { return unicode.IsControl(r) || finding.Invisible(r) }

func around(s string, at int) string { return s[max(0, at-60):min(len(s), at+60)] }
