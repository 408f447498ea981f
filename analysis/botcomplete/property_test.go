package botcomplete_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/boundary-lsp/boundary-lsp/analysis/botcomplete"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// At every place of every vector, and of text that is hostile or broken, the
// items are sound.
func TestItemsAreSoundEverywhere(t *testing.T) {
	files, err := filepath.Glob("../../testdata/authoring/*.txtar")
	if err != nil || len(files) != 186 {
		t.Fatalf("%d vectors, %v", len(files), err)
	}
	places, offered := 0, 0
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m := unpack(t, src)
		for _, name := range m.files {
			if h := m.snap.File(m.dir + "/" + name); workspace.Kind(name) == workspace.Bot && h.Err == nil {
				p, n := sound(t, m.snap, m.dir+"/"+name)
				places, offered = places+p, offered+n
			}
		}
	}
	for i, src := range hostile {
		dir, snap := lay(t, map[string]string{"main.bot": src})
		p, n := sound(t, snap, dir+"/main.bot")
		if p == 0 {
			t.Errorf("hostile text %d has no place", i)
		}
		places, offered = places+p, offered+n
	}
	t.Logf("%d places, %d items", places, offered)
	if places < 20_000 || offered < 100_000 {
		t.Errorf("only %d places, %d items", places, offered)
	}
}

var hostile = []string{
	"\ufeff",
	"\ufeffagent a:\r\n  \r\n",
	"\r\r\n\r",
	"agent a:\n\tmodel: \"x\"\n\t\n  \t\n",
	"prompt p:\n",
	"prompt p:\n  {{vars.\n{{\n  {{outputs.a.b.c.d.e.f.\n",
	"workflow w:\n  a -> b with {{{{ { with { x: {\n    k: \"\n   }\n  }\n",
	"workflow w:\n  a.b.c -> d.e. -> . -> -> when not not \"x\" as as foreach foreach x(y in \"{{\n",
	"use use as as with with { a: { b: \"{{params.\n",
	"tool t:\n  command: `\n {{vars.x\n ${A:-${B:-${C\n",
	"tool t:\n  command: |\n    {{vars.\n\n   \n  \n",
	"agent a:\n  tools: [[[[, , ]]] [ mcp.x.*.* - \"\n  tools:\n    -\n    - \n      - x\n    -y\n",
	"agent a:\n  memory:\n   scope\n     read:\n  model: \"{{!  vars . x | y }} ${{{\n",
	"import \"lib/../../../etc/\nimport \"/etc/passwd\"\nimport \"\\\\x\\\nimport\n",
	"## boundary: ignore\n## boundary: ignore BOT1, , BND — why\n##boundary:ignore",
	"agent a:\n  \x00\xff\xfe: \xff\n  \xff",
	"vars:\n  \u00e9: string [enum: \"a\", [matching: = \"${\n  x: bool = \npresets:\n  p:\n    x: \n    \u00e9: \"\n",
	"contract c:\n  inputs:\n    a: \n      from: n.\n      file:\n        schema: \n  criteria:\n    k:\n      kind: \n",
	"group g(a, b):\n  \n  tool t:\n    \n    command: \"{{params.}} {{outputs.t.}}\"\n  t -> \n  t.\n",
	"supervisor s:\n  watches: [\n  system: \"{{\n  model: \"${\n",
	"compute c:\n  expr:\n    a: \"vars.. 'x' + \\\"outputs. [1].x\n    b: \"if(\"\n",
	strings.Repeat("agent a:\n  cursors:\n    ", 3) + "x: \"",
	"workflow w:\n" + strings.Repeat(" ", 300) + "x",
	"emit e:\n  with { \n  event: \"\nsubbot s:\n  source: \"../../\n  with { a: \"{{input.\n",
}

// sound completes at every byte of a file.
func sound(t *testing.T, snap *workspace.Snapshot, path string) (places, offered int) {
	t.Helper()
	src := snap.File(path).Text
	for off := 0; off <= src.Len(); off++ {
		for _, snippets := range []bool{true, false} {
			r := botcomplete.Complete(snap, path, off, options(snap, path, snippets))
			places++
			offered += len(r.Items)
			if (len(r.Items) > 0) != (r.Context > 0) {
				t.Errorf("%s at %d: context %d with %d items", path, off, r.Context, len(r.Items))
			}
			last := ""
			for _, it := range r.Items {
				if it.Sort <= last {
					t.Errorf("%s at %d: %s sorts as %s behind %s", path, off, it.Label, it.Sort, last)
				}
				last = it.Sort
				if why := unsound(src, off, it, snippets); why != "" {
					t.Errorf("%s at %d: %s: %s", path, off, it.Label, why)
				}
			}
			if t.Failed() {
				return places, offered
			}
		}
	}
	return places, offered
}

// unsound says what is wrong with an item, if anything.
func unsound(src *text.Text, off int, it botcomplete.Item, snippets bool) string {
	line := src.Line(src.LineAt(off))
	cursor := min(off, line.End)
	switch {
	case it.Label == "" || it.Filter == "" || !utf8.ValidString(it.Label):
		return "it has no label"
	case !line.Covers(it.Replace) || !line.Covers(it.Insert):
		return fmt.Sprintf("%v and %v are not on the line %v", it.Insert, it.Replace, line)
	case it.Insert.Start != it.Replace.Start || it.Insert.End != cursor && off >= line.Start+len("\ufeff"):
		return fmt.Sprintf("%v does not end at the cursor", it.Insert)
	case it.Insert.End > it.Replace.End || it.Insert.End < it.Insert.Start:
		return fmt.Sprintf("%v is no start of %v", it.Insert, it.Replace)
	case it.Snippet && !snippets:
		return "it is a snippet"
	}
	for _, e := range it.Also {
		if e.Span.Start < it.Replace.End && it.Replace.Start < e.Span.End {
			return "its edits overlap"
		}
	}
	for _, span := range []text.Span{it.Insert, it.Replace} {
		s, err := text.Apply(src.String(), []text.Edit{{Span: span, New: plainText(it)}})
		if err != nil {
			return err.Error()
		}
		if !strings.HasPrefix(s, src.String()[:line.Start]) || !strings.HasSuffix(s, src.String()[line.End:]) {
			return "another line changes"
		}
	}
	return ""
}

// Whoever types a bot letter by letter, asking behind each, gets sound items.
func TestTypingABotLetterByLetter(t *testing.T) {
	for _, file := range []string{"marker_c_edges", "marker_c_template", "marker_c_other_refs", "marker_c_crlf_astral", "marker_h_acting"} {
		src, err := os.ReadFile("../../testdata/authoring/" + file + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		m := unpack(t, src)
		p := m.dir + "/main.bot"
		whole := m.text("main.bot").String()
		for off := range whole {
			part := text.New(whole[:off])
			snap := m.snap.With(map[string]*text.Text{p: part})
			r := botcomplete.Complete(snap, p, part.Len(), options(snap, p, true))
			for _, it := range r.Items {
				if why := unsound(part, part.Len(), it, true); why != "" {
					t.Fatalf("%s at %d: %s: %s", file, off, it.Label, why)
				}
			}
		}
	}
}
