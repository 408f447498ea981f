package outline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/analysis/outline"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

const sample = `dsl: 2

import "lib/a.bot"
import "lib/b.bot"

vars:
  goal: string = "x"
  deep: json

schema in:
  ticket: string
  level: int [enum: 1, 2]

## One.
## Two.
prompt p:
  Text.

  More text.

compute sums:
  expr:
    total: "1 + 1"

agent a:
  model: "m"
  system: p
  tools:
    - bash
    - read_file

agent:
  model: "m"

group g(x):
  judge j:
    model: "m"

use g as h with { x: "y" }

fail stop:
  status: "x"

workflow w:
  entry: a
  a -> h.j with {
    k: "v"
  }
  h.j -> a as again(3)
  a -> done
`

// show writes symbols as an indented list.
func show(b *strings.Builder, t *text.Text, list []outline.Symbol, indent string) {
	for _, s := range list {
		fmt.Fprintf(b, "%s%s | %s | %d | %q\n", indent, s.Name, s.Detail, s.Kind, t.Slice(s.Selection))
		show(b, t, s.Children, indent+"  ")
	}
}

func TestSymbolsOfABot(t *testing.T) {
	f := bot.Parse(text.New(sample))
	var b strings.Builder
	acts := strings.Index(sample, "agent a:") + len("agent ")
	show(&b, f.Text, outline.Bot(f, func(name int) bool { return name == acts }), "")
	want := `vars | 2 | 5 | "vars"
  goal | string | 6 | "goal"
  deep | json | 6 | "deep"
in | schema | 3 | "in"
  ticket | string | 4 | "ticket"
  level | int | 4 | "level"
p | prompt | 2 | "p"
sums | compute | 0 | "sums"
  total |  | 4 | "total"
a | agent · acts | 0 | "a"
(agent) | agent | 0 | "agent"
g | group(x) | 5 | "g"
  j | judge | 0 | "j"
h | use g | 5 | "h"
stop | fail | 1 | "stop"
w | entry: a | 11 | "w"
  again | 3 | 1 | "again"
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func folds(t *text.Text, list []outline.Fold) []string {
	out := []string{}
	for _, f := range list {
		first, last := t.LineAt(f.Span.Start), t.LineAt(f.Span.End)
		out = append(out, fmt.Sprintf("%s … %s %d", strings.TrimSpace(t.Slice(t.Line(first))), strings.TrimSpace(t.Slice(t.Line(last))), f.Kind))
	}
	return out
}

func TestFoldsOfABot(t *testing.T) {
	f := bot.Parse(text.New(sample))
	want := []string{
		`import "lib/a.bot" … import "lib/b.bot" 2`,
		`vars: … deep: json 0`,
		`schema in: … level: int [enum: 1, 2] 0`,
		`## One. … ## Two. 1`,
		`prompt p: … More text. 0`,
		`compute sums: … total: "1 + 1" 0`,
		`expr: … total: "1 + 1" 0`,
		`agent a: … - read_file 0`,
		`tools: … - read_file 0`,
		`agent: … model: "m" 0`,
		`group g(x): … model: "m" 0`,
		`judge j: … model: "m" 0`,
		`fail stop: … status: "x" 0`,
		`workflow w: … a -> done 0`,
		`a -> h.j with { … k: "v" 0`,
	}
	if diff := cmp.Diff(want, folds(f.Text, outline.BotFolds(f))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestOutlinesOfPagesAndConfigurations(t *testing.T) {
	page := text.New("# A\n\ntext\n\n## B\n\n```x\ncode\n```\n\n# C\n\nlast")
	var b strings.Builder
	show(&b, page, outline.Markdown(page), "")
	if diff := cmp.Diff("A |  | 2 | \"A\"\n  B |  | 2 | \"B\"\nC |  | 2 | \"C\"\n", b.String()); diff != "" {
		t.Errorf("page (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"# A … ``` 0", "## B … ``` 0", "```x … code 0", "# C … last 0"}, folds(page, outline.MarkdownFolds(page))); diff != "" {
		t.Errorf("folds of the page (-want +got):\n%s", diff)
	}
	cfg := text.New("[rules]\nBND104 = \"off\"\n\n[[boundary.deferred]]\nnode = \"a\"\n\n# end\n")
	b.Reset()
	show(&b, cfg, outline.TOML(cfg), "")
	if diff := cmp.Diff("rules |  | 5 | \"[rules]\"\nboundary.deferred |  | 5 | \"[[boundary.deferred]]\"\n", b.String()); diff != "" {
		t.Errorf("configuration (-want +got):\n%s", diff)
	}
	if got := folds(cfg, outline.TOMLFolds(cfg)); len(got) != 2 {
		t.Errorf("folds of the configuration: %v", got)
	}
}

// check fails where a symbol does not lie in the text and in its parent, or
// does not hold its selection: clients refuse such lists.
func check(t *testing.T, src *text.Text, list []outline.Symbol, within text.Span) {
	t.Helper()
	for _, s := range list {
		if !within.Covers(s.Span) || !s.Span.Covers(s.Selection) || s.Name == "" {
			t.Fatalf("symbol %q at %v selects %v within %v", s.Name, s.Span, s.Selection, within)
		}
		check(t, src, s.Children, s.Span)
	}
}

// Whatever a document holds, its outline lies within it.
func FuzzOutline(f *testing.F) {
	f.Add(sample)
	for i := 0; i < len(sample); i += 7 {
		f.Add(sample[:i])
		f.Add(sample[i:])
	}
	f.Add("# a\n## b\n###### c\n# d\r\n```\n")
	f.Add("[a]\nb = 1\n[[c.d]]\n[\"e f\"]\n[x")
	f.Add("```\n")
	f.Fuzz(func(t *testing.T, s string) {
		src := text.New(s)
		all := text.Span{End: src.Len()}
		file := bot.Parse(src)
		for _, list := range [][]outline.Symbol{outline.Bot(file, nil), outline.Markdown(src), outline.TOML(src)} {
			check(t, src, list, all)
		}
		for _, list := range [][]outline.Fold{outline.BotFolds(file), outline.MarkdownFolds(src), outline.TOMLFolds(src)} {
			for _, x := range list {
				if !all.Covers(x.Span) || src.LineAt(x.Span.Start) >= src.LineAt(x.Span.End) {
					t.Fatalf("fold %v of %d bytes", x.Span, src.Len())
				}
			}
		}
	})
}
