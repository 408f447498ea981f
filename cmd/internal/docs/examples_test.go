package docs

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

var example = regexp.MustCompile("(?ms)^```(toml|bot|starlark)\n(.*?)^```")

// examples are the fences of a page in a language.
func examples(page, language string) []string {
	var list []string
	for _, m := range example.FindAllStringSubmatch(page, -1) {
		if m[1] == language {
			list = append(list, m[2])
		}
	}
	return list
}

func TestExamplesInPagesHaveNothingWrong(t *testing.T) {
	n := 0
	for name, page := range pages(t) {
		if strings.HasPrefix(name, "docs/rules/") {
			continue // they show what is wrong
		}
		for _, src := range examples(page, "toml") {
			n++
			for _, f := range config.Parse("/w/"+config.Name, text.New(src), config.Env{}).Findings {
				t.Errorf("%s: %s %s in\n%s", name, f.Code, f.Message, src)
			}
		}
		for _, src := range examples(page, "bot") {
			n++
			if out, code := checked(t, "main.bot", src); code != 0 {
				t.Errorf("%s: %s", name, out)
			}
		}
		for _, src := range examples(page, "starlark") {
			n++
			if out, code := checked(t, "playbook.star", src); code != 0 || !strings.Contains(out, "1 file") {
				t.Errorf("%s: %s", name, out)
			}
		}
	}
	if n < 4 {
		t.Errorf("only %d examples", n)
	}
}

// checked is what check says of a file.
func checked(t *testing.T, name, src string) (string, int) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	return outputOf(t, "boundary-lsp check", dir)
}

// The reference has two fences: first the defaults, then a file in which every
// key is set.
func configurationPage(t *testing.T) (defaults, everything *config.Config) {
	t.Helper()
	list := examples(pages(t)["docs/configuration.md"], "toml")
	if len(list) < 2 {
		t.Fatalf("%d examples in docs/configuration.md, want the defaults and a full file", len(list))
	}
	parse := func(src string) *config.Config {
		return config.Parse("/w/"+config.Name, text.New(src), config.Env{})
	}
	return parse(list[0]), parse(list[1])
}

// sections are the parts of a configuration that a file can set.
func sections(c *config.Config) map[string]any {
	return map[string]any{
		"rules": c.Rules, "docs": c.Docs, "boundary": c.Boundary, "playbook": c.Playbook,
		"screen": c.Screen, "provider": c.Provider, "xmd": c.Xmd,
	}
}

func TestTheDefaultsInTheReferenceAreTheDefaults(t *testing.T) {
	got, _ := configurationPage(t)
	want := config.Default("/w", config.Env{})
	places := cmpopts.IgnoreTypes(text.Span{})
	if diff := cmp.Diff(sections(want), sections(got), places, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("docs/configuration.md names other defaults (-code +page)\n%s", diff)
	}
}

// keyLine is a section or a key at the start of a line.
var keyLine = regexp.MustCompile(`(?m)^(?:\[+[a-z.]+\]+|[a-z_]+ =)`)

func TestTheReferenceSetsEveryKey(t *testing.T) {
	list := examples(pages(t)["docs/configuration.md"], "toml")
	_, c := configurationPage(t)
	for _, key := range keyLine.FindAllString(list[0], -1) {
		if !slices.Contains(keyLine.FindAllString(list[1], -1), key) {
			t.Errorf("docs/configuration.md has a default of %s and does not set it in the full file", key)
		}
	}
	for name, section := range sections(c) {
		for _, missing := range unset(name, reflect.ValueOf(section)) {
			if missing == "boundary.Bounded.Reason" {
				continue // an entry of this list is a node alone
			}
			t.Errorf("docs/configuration.md does not set %s", missing)
		}
	}
}

// unwritten are fields that no key fills.
var unwritten = []string{"PolicyMissing", "Header", "Table"}

// unset names the fields of a value that nothing was written into.
func unset(name string, v reflect.Value) []string {
	var list []string
	switch v.Kind() {
	case reflect.Struct:
		if set := v.FieldByName("Set"); set.IsValid() {
			if !set.Bool() {
				return []string{name}
			}
			return nil
		}
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if !f.IsExported() || slices.Contains(unwritten, f.Name) || strings.HasSuffix(f.Name, "Span") {
				continue
			}
			list = append(list, unset(name+"."+f.Name, v.Field(i))...)
		}
	case reflect.Slice:
		if v.Len() == 0 {
			return []string{name}
		}
		list = unset(name, v.Index(0))
	default:
		if v.IsZero() || v.Kind() == reflect.Map && v.Len() == 0 {
			return []string{name}
		}
	}
	return list
}
