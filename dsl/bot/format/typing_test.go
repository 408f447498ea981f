package format_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot/format"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// In each case ▮ is the cursor, behind the character that was typed.
func TestTyping(t *testing.T) {
	for name, tc := range map[string]struct{ src, want string }{
		"behind a header":                          {"agent a:\n▮", "agent a:\n  "},
		"behind a header with a comment":           {"agent a:  ## why\n▮", "agent a:  ## why\n  "},
		"behind a header, with its block below":    {"agent a:\n▮\n    model: \"x\"\n", "agent a:\n    \n    model: \"x\"\n"},
		"behind a key with a block":                {"tool t:\n  sandbox:\n▮", "tool t:\n  sandbox:\n    "},
		"behind a property":                        {"agent a:\n   model: \"x\"\n▮", "agent a:\n   model: \"x\"\n   "},
		"behind half a property":                   {"agent a:\n  mod\n▮", "agent a:\n  mod\n  "},
		"behind a string that is not closed":       {"agent a:\n  model: \"x\n▮", "agent a:\n  model: \"x\n  "},
		"text that the break pushed down":          {"agent a:\n▮model: \"x\"", "agent a:\n  model: \"x\""},
		"too much indentation":                     {"agent a:\n  model: \"x\"\n        ▮", "agent a:\n  model: \"x\"\n  "},
		"behind a line of spaces":                  {"agent a:\n  model: \"x\"\n    \n    ▮", "agent a:\n  model: \"x\"\n\n    "},
		"behind an empty line":                     {"agent a:\n\n ▮", "agent a:\n\n "},
		"behind a block scalar's bar":              {"tool t:\n  command: |\n▮", "tool t:\n  command: |\n    "},
		"behind the bar, with text below":          {"tool t:\n  command: |\n▮\n      echo\n", "tool t:\n  command: |\n      \n      echo\n"},
		"in a block scalar":                        {"tool t:\n  command: |\n    a\n ▮", "tool t:\n  command: |\n    a\n "},
		"in a prompt":                              {"prompt p:\n  a\n ▮", "prompt p:\n  a\n "},
		"in a prompt, behind a line with a colon":  {"prompt p:\n  a:\n  ▮\n  b\n", "prompt p:\n  a:\n  \n  b\n"},
		"the first line of a prompt":               {"prompt p:\n▮You sort.", "prompt p:\n  You sort."},
		"a line in front of a prompt's text":       {"prompt p:\n▮\n    a\n", "prompt p:\n    \n    a\n"},
		"in a raw string":                          {"tool t:\n  command: `a\n▮b`\n", "tool t:\n  command: `a\nb`\n"},
		"in a raw string that is not closed":       {"tool t:\n  command: `a\n▮", "tool t:\n  command: `a\n"},
		"behind the end of a raw string":           {"tool t:\n  command: `a\nb`\n▮", "tool t:\n  command: `a\nb`\n  "},
		"behind an edge":                           {"workflow w:\n  a -> b\n▮", "workflow w:\n  a -> b\n  "},
		"behind the brace of a with":               {"workflow w:\n  a -> b with {\n▮", "workflow w:\n  a -> b with {\n    "},
		"between the braces of a with":             {"workflow w:\n  a -> b with {\n▮}\n", "workflow w:\n  a -> b with {\n  }\n"},
		"behind an entry of a with":                {"workflow w:\n  a -> b with {\n      x: \"y\",\n▮\n  }\n", "workflow w:\n  a -> b with {\n      x: \"y\",\n      \n  }\n"},
		"behind the entry in the line of its with": {"workflow w:\n  a -> b with { x: \"y\",\n▮\n  }\n", "workflow w:\n  a -> b with { x: \"y\",\n    \n  }\n"},
		"behind a comment in a with":               {"workflow w:\n  a -> b with {\n## c\n▮\n  }\n", "workflow w:\n  a -> b with {\n## c\n    \n  }\n"},
		"the brace behind an entry":                {"workflow w:\n  a -> b with {\n    x: \"y\"\n▮    }\n", "workflow w:\n  a -> b with {\n    x: \"y\"\n  }\n"},
		"behind the closing brace":                 {"workflow w:\n  a -> b with {\n  }\n▮", "workflow w:\n  a -> b with {\n  }\n  "},
		"behind a comment in a block":              {"agent a:\n  model: \"x\"\n## c\n▮\n  backend: \"y\"\n", "agent a:\n  model: \"x\"\n## c\n  \n  backend: \"y\"\n"},
		"behind a comment at the end of a block":   {"agent a:\n  model: \"x\"\n  ## c\n▮", "agent a:\n  model: \"x\"\n  ## c\n  "},
		"behind a comment below a header":          {"schema s:\n  ## c\n  ## d\n▮", "schema s:\n  ## c\n  ## d\n  "},
		"the same, in front of a declaration":      {"schema s:\n  ## c\n▮\nagent a:\n  model: \"x\"\n", "schema s:\n  ## c\n  \nagent a:\n  model: \"x\"\n"},
		"behind a comment below a key":             {"tool t:\n  sandbox:\n    ## c\n▮", "tool t:\n  sandbox:\n    ## c\n    "},
		"behind a comment in the column of a key":  {"tool t:\n  sandbox:\n  ## c\n▮", "tool t:\n  sandbox:\n  ## c\n  "},
		"behind a comment that goes on":            {"agent a:\n  model: \"x\"  ## c\n               ## d\n▮", "agent a:\n  model: \"x\"  ## c\n               ## d\n  "},
		"behind a comment at top level":            {"agent a:\n  model: \"x\"\n\n## c\n  ▮", "agent a:\n  model: \"x\"\n\n## c\n"},
		"behind an element":                        {"agent a:\n  tools:\n    - x\n▮", "agent a:\n  tools:\n    - x\n    "},
		"a brace that begins its line":             {"workflow w:\n  a -> b with {\n    x: \"y\"\n    }▮", "workflow w:\n  a -> b with {\n    x: \"y\"\n  }"},
		"a brace of a use":                         {"use g as p with {\n  x: \"y\"\n  }▮", "use g as p with {\n  x: \"y\"\n}"},
		"a brace that opens nowhere":               {"workflow w:\n    }▮", "workflow w:\n    }"},
		"a brace behind something":                 {"workflow w:\n  a -> b with {\n    x: \"y\" }▮", "workflow w:\n  a -> b with {\n    x: \"y\" }"},
		"a brace in a prompt":                      {"prompt p:\n  {\n   }▮", "prompt p:\n  {\n   }"},
		"a dash below a list property":             {"agent a:\n  tools:\n-▮", "agent a:\n  tools:\n    -"},
		"a dash in front of elements":              {"agent a:\n  tools:\n-▮\n   - x\n", "agent a:\n  tools:\n   -\n   - x\n"},
		"a dash below another property":            {"agent a:\n  budget:\n-▮", "agent a:\n  budget:\n-"},
		"a dash in a prompt":                       {"prompt p:\n  - a\n -▮", "prompt p:\n  - a\n -"},
		"a dash behind something":                  {"workflow w:\n a -▮", "workflow w:\n a -"},
		"a tab becomes spaces":                     {"agent a:\n\t▮", "agent a:\n  "},
		"CRLF":                                     {"agent a:\r\n▮\r\n", "agent a:\r\n  \r\n"},
		// A lone CR ends a line for editors, not for the language.
		"behind a lone CR": {"agent a:\nx: y\r▮", "agent a:\nx: y\r"},
		"nothing above":    {"\n▮", "\n"},
	} {
		t.Run(name, func(t *testing.T) {
			before, after, _ := strings.Cut(tc.src, "▮")
			src := before + after
			ch := "\n"
			if last := strings.TrimRight(before, " \t"); strings.HasSuffix(last, "}") || strings.HasSuffix(last, "-") {
				ch = last[len(last)-1:]
			}
			got, err := text.Apply(src, format.Typed(bot.Parse(text.New(src)), len(before), ch))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tc.want, got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
			typedHolds(t, src, len(before), ch)
		})
	}
}

// Whatever character is typed wherever, only the cursor's line moves.
func TestTypingTouchesNothingElse(t *testing.T) {
	for _, v := range vectors(t) {
		t.Run(v.name, func(t *testing.T) {
			for off := range len(v.in) + 1 {
				for _, ch := range format.Triggers() {
					typedHolds(t, v.in[:off]+ch+v.in[off:], off+len(ch), ch)
				}
			}
		})
	}
}
