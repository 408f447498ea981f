package bot

import (
	"testing"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
	"github.com/google/go-cmp/cmp"
)

func TestStringsDecode(t *testing.T) {
	cases := []struct{ name, src, want string }{
		{"profile 1 keeps backslashes", "tool t:\n  command: \"a\\\"b\\n\\d\"\n", `a\"b\n\d`},
		{"profile 2 decodes escapes", "dsl: 2\ntool t:\n  command: \"a\\\"b\\n\\t\\r\\0\\\\c\"\n", "a\"b\n\t\r\x00\\c"},
		{"profile 2 keeps unknown escapes", "dsl: 2\ntool t:\n  command: \"a\\d\"\n", `a\d`},
		{"the directive decodes escapes", "## strict-escape: on\ntool t:\n  command: \"a\\\"b\"\n", `a"b`},
		{"the directive behind a line of code does not", "schema s:\n  a: int\n## strict-escape: on\ntool t:\n  command: \"a\\\"b\"\n", `a\"b`},
		{"the header behind comments counts", "## dsl: 1\n\n# x\ndsl: 2 ## two\ntool t:\n  command: \"a\\tb\"\n", "a\tb"},
		{"raw strings keep everything", "dsl: 2\ntool t:\n  command: `a\\n\"\r\n  # b`\n", "a\\n\"\n  # b"},
		{"a lone CR is content", "tool t:\n  command: \"a\rb\"\n", "a\rb"},
		{"a backslash at the end of a line", "tool t:\n  command: \"a \\\nb\"\n", "a \\\nb"},
		{"a scalar loses its width", "tool t:\n  command: |\n    a\n      b\n\n    c # d\n  output: o\n", "a\n  b\n\nc # d\n"},
		{"a scalar drops blank lines in front and keeps those behind", "tool t:\n  command: | # x\n\n   \n    a\n\n      \n  output: o\n", "a\n\n\n"},
		{"a scalar at the end of the file", "tool t:\n  command: |\n    a", "a"},
		{"a scalar before spaces at the end of the file", "tool t:\n  command: |\n    a\n  ", "a\n\n"},
		{"a scalar with CRLF", "tool t:\r\n  command: |\r\n    a\r\n\r\n    b\r\n", "a\n\nb\n"},
		{"a scalar keeps tabs", "tool t:\n  command: |\n    \ta\n    b\t\n", "\ta\nb\t\n"},
		{"an empty scalar", "tool t:\n  command: |\n", ""},
		{"an unclosed string", "tool t:\n  command: \"a b  \n", "a b"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			f := Parse(text.New(c.src))
			check(t, f)
			p := f.Decls[len(f.Decls)-1].Prop("command")
			if p == nil || p.Value == nil {
				t.Fatalf("no value in %s", dump(f))
			}
			got, m := f.Decode(p.Value)
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			// Every byte that stands in the source as it is leads back to itself.
			for i := range len(got) {
				s := m.SourceSpan(text.Span{Start: i, End: i + 1})
				if s.Len() == 1 && f.Text.Slice(s) != got[i:i+1] {
					t.Errorf("byte %d, %q, leads to %q", i, got[i], f.Text.Slice(s))
				}
			}
		})
	}
}

func TestPromptBodies(t *testing.T) {
	cases := []struct{ name, src, one, two string }{
		{"blank lines", "prompt p:\n\n  a\n\n  b\n    \n  c\n\n", "a\nb\nc", "a\n\nb\n\nc"},
		{"a line of other white space is text", "prompt p:\n  a\n  \t\n  b\n", "a\n\t\nb", "a\n\t\nb"},
		{"deeper lines keep the rest", "prompt p:\n  a\n    b \n", "a\n  b ", "a\n  b "},
		{"comments in the body are text", "prompt p: ## c\n  # a\n  ## b\n", "# a\n## b", "# a\n## b"},
		{"a comment in front of the body is none", "prompt p:\n## c\n  a\n", "a", "a"},
		{"nothing in it is code", "prompt p:\n  a \"b `c [\n  d: {\n", "a \"b `c [\nd: {", "a \"b `c [\nd: {"},
		{"CRLF", "prompt p:\r\n  a\r\n\r\n  b\r\n", "a\nb", "a\n\nb"},
		{"no line end", "prompt p:\n  a\n  b", "a\nb", "a\nb"},
		{"a tab behind the indentation", "prompt p:\n  \ta\n  b\n", "\ta\nb", "\ta\nb"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for i, head := range []string{"", "dsl: 2\n"} {
				f := Parse(text.New(head + c.src + "\nschema s:\n  a: int\n"))
				if c.name == "no line end" {
					f = Parse(text.New(head + c.src))
				}
				check(t, f)
				if len(f.Errors) > 0 {
					t.Errorf("errors: %v", codes(f))
				}
				got, _ := f.BodyText(f.Decls[0].Body)
				if d := cmp.Diff([]string{c.one, c.two}[i], got); d != "" {
					t.Errorf("profile %d: %s", f.Profile, d)
				}
			}
		})
	}
}

func TestMapsLeadBackThroughEscapesAndDroppedLines(t *testing.T) {
	src := "dsl: 2\nprompt p:\n  one\n\n  two\n\nagent a:\n  system: \"x\\ny\"\n"
	f := Parse(text.New(src))
	body, m := f.BodyText(f.Decls[0].Body)
	for i, want := range map[int]string{0: "o", 5: "t"} {
		if s := m.SourceSpan(text.Span{Start: i, End: i + 1}); f.Text.Slice(s) != want {
			t.Errorf("byte %d of %q leads to %q", i, body, f.Text.Slice(s))
		}
	}
	value, m := f.Decode(f.Decls[1].Prop("system").Value)
	if s := m.SourceSpan(text.Span{Start: 1, End: 2}); f.Text.Slice(s) != `\n` {
		t.Errorf("the line feed of %q leads to %q", value, f.Text.Slice(s))
	}
	if s := m.SourceSpan(text.Span{Start: 2, End: 3}); f.Text.Slice(s) != "y" {
		t.Errorf("the y of %q leads to %q", value, f.Text.Slice(s))
	}
}
