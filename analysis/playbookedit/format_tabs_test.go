package playbookedit_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// The library that lays out counts spaces; Starlark takes tabs, too.
func TestTabsThatIndentBecomeSpaces(t *testing.T) {
	for name, tc := range map[string]struct{ src, want string }{
		"a body":            {"def f(a):\n\treturn a\n", "def f(a):\n    return a\n"},
		"bodies in bodies":  {"def f(a):\n\tif a:\n\t\treturn 1\n\treturn a\n", "def f(a):\n    if a:\n        return 1\n    return a\n"},
		"spaces and a tab":  {"def f(a):\n        if a:\n  \t\treturn 1\n\treturn a\n", "def f(a):\n    if a:\n        return 1\n    return a\n"},
		"CRLF":              {"def f(a):\r\n\treturn a\r\n", "def f(a):\r\n    return a\r\n"},
		"a mark":            {"\ufeffdef f(a):\n\treturn a\n", "\ufeffdef f(a):\n    return a\n"},
		"a comment":         {"def f(a):\n\t# why\n\treturn a\n", "def f(a):\n    # why\n    return a\n"},
		"a string's own":    {"def f(a):\n\treturn \"\"\"x\n\ty\"\"\"\n", "def f(a):\n    return \"\"\"x\n\ty\"\"\"\n"},
		"a docstring":       {"def f(a):\n\t\"\"\"x\n\n\ty\n\t\"\"\"\n\treturn a\n", "def f(a):\n    \"\"\"x\n\n\ty\n\t\"\"\"\n    return a\n"},
		"a list over lines": {"x = [\n\t1,\n]\n", "x = [\n    1,\n]\n"},
	} {
		t.Run(name, func(t *testing.T) {
			edits, err := playbookedit.Format(playbook.Parse("playbook.star", []byte(tc.src)))
			if err != nil {
				t.Fatal(err)
			}
			got, err := text.Apply(tc.src, edits)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What parses and is not read by the library is no error of ours.
func TestWhatTheLibraryDoesNotReadIsSaidSo(t *testing.T) {
	for _, src := range []string{"x=b\"a\"\n", "x=1\ry=2\r"} {
		f := playbook.Parse("playbook.star", []byte(src))
		if !f.Whole {
			t.Fatalf("%q does not parse", src)
		}
		if edits, err := playbookedit.Format(f); !errors.Is(err, playbookedit.ErrUnread) || len(edits) > 0 {
			t.Errorf("%q: %v, %v", src, edits, err)
		}
	}
}
