package yamlnames_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/analysis/yamlnames"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

func TestNamesStandWhereTheyAreWritten(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"keys and values", "a: b\nc:\n  d: 'e'\n", "a key 0-1, b of a 3-4, c key 5-6, d of c key 10-11, e of c.d 14-15"},
		{"a list", "a: [b, c]\n", "a key 0-1, b of a 4-5, c of a 7-8"},
		{"a block has the place where it begins", "a: |\n  x\n", "a key 0-1, x of a 3-3"},
		{"numbers and words of YAML are no names", "a: 1\nb: true\n", "a key 0-1, b key 5-6"},
		{"an empty document", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			err := yamlnames.Each(text.New(c.src), c.src, 0, func(trail []string, isKey bool, value string, s text.Span) {
				line := strings.TrimSpace(value)
				if len(trail) > 0 {
					line += " of " + strings.Join(trail, ".")
				}
				if isKey {
					line += " key"
				}
				got = append(got, fmt.Sprintf("%s %d-%d", line, s.Start, s.End))
			})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, strings.Join(got, ", ")); diff != "" {
				t.Errorf("names (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWhatIsNoYAMLVisitsNothing(t *testing.T) {
	for name, src := range map[string]string{
		"no YAML":   "a: [b\nc: ]d: {",
		"too large": "a: " + strings.Repeat("b", yamlnames.MaxSize),
	} {
		t.Run(name, func(t *testing.T) {
			err := yamlnames.Each(text.New(src), src, 0, func([]string, bool, string, text.Span) {
				t.Error("something was visited")
			})
			if err == nil {
				t.Error("no error")
			}
		})
	}
}

func TestFrontMatterStandsBetweenDashes(t *testing.T) {
	src, start, ok := yamlnames.FrontMatter(text.New("---\nname: x\n---\nProse.\n"))
	if !ok || src != "name: x\n" || start != 4 {
		t.Errorf("front matter: %q at %d, %v", src, start, ok)
	}
	if _, _, ok := yamlnames.FrontMatter(text.New("# Prose\n")); ok {
		t.Error("front matter without dashes")
	}
}

func TestCommentsAreNoTextOfBlocks(t *testing.T) {
	src := text.New("# one\na: b # two\nc: |\n  # text\nd: \"# text\"\n")
	var got []string
	for _, s := range yamlnames.Comments(src) {
		got = append(got, src.Slice(s))
	}
	if diff := cmp.Diff([]string{"# one", "# two"}, got); diff != "" {
		t.Errorf("comments (-want +got):\n%s", diff)
	}
}
