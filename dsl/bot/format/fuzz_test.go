package format_test

import (
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot/format"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

func FuzzFile(f *testing.F) {
	for _, v := range vectors(f) {
		f.Add(v.in)
		f.Add(v.want)
	}
	for _, s := range []string{
		"", "\n \n", "## a\n", "prompt p:\n## a\n  b\n ## c\n", "tool t:\n  command: |\n\n\n", "agent a:\n  x:\n   y: |\n     z\n\n  ## c\n",
		"vars:\n  a: string = \"b\\\n   c\"  ## d\n", "agent a:\n  x: 1 . 2 == 3\n", "workflow w:\n  a -> b with {} with {\n  }\n",
		"schema s:\n  a: int ## b\r", "schema s: ## b\r \n  a: int\n", "agent a:\n  x: b\r \n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if !shaped(src) {
			return
		}
		hold(t, src)
		if canonical, err := formatted(t, src); err == nil && !strings.Contains(src, "\r") {
			// Spaces within a value that cannot be read may make it another one.
			if r := ruffled(canonical); shaped(r) {
				hold(t, r)
			}
		}
	})
}

func FuzzTyped(f *testing.F) {
	for _, v := range vectors(f) {
		for off := 0; off < len(v.in); off += 1 + len(v.in)/8 {
			f.Add(v.in, off)
		}
	}
	f.Fuzz(func(t *testing.T, src string, off int) {
		if off < 0 || off > len(src) {
			return
		}
		for _, ch := range format.Triggers() {
			typed := src[:off] + ch + src[off:]
			typedHolds(t, typed, off+len(ch), ch)
		}
	})
}

// typedHolds checks that nothing is edited but the indentation of the cursor's
// line and the spaces of the line above it.
func typedHolds(t *testing.T, src string, off int, ch string) {
	t.Helper()
	f := bot.Parse(text.New(src))
	line := f.Text.Line(f.Text.LineAt(off))
	for _, e := range format.Typed(f, off, ch) {
		old := f.Text.Slice(e.Span)
		switch {
		case strings.Trim(old+e.New, " \t") != "" || old == e.New:
			t.Fatalf("edit %v %q of %q\n%q", e.Span, e.New, old, src)
		case e.Span.Start == line.Start && e.Span.End <= line.End:
		case line.Start > 0 && e.Span == f.Text.Line(f.Text.LineAt(off)-1) && e.New == "":
		default:
			t.Fatalf("edit %v %q elsewhere than line %v\n%q", e.Span, e.New, line, src)
		}
	}
}
