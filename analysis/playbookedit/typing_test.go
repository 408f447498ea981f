package playbookedit_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// everything asks for everything at an offset, and fails where an answer lies
// outside of its file or inside of a character.
func everything(t *testing.T, m *memory, id string, off int) {
	t.Helper()
	src := m.files[id]
	check := func(what, id string, s text.Span) {
		t.Helper()
		src := m.files[id]
		if s.Start < 0 || s.Start > s.End || s.End > len(src) {
			t.Fatalf("%s at %d: %v lies outside of %s", what, off, s, id)
		}
		for _, at := range []int{s.Start, s.End} {
			if utf8.ValidString(src) && at < len(src) && !utf8.RuneStart(src[at]) {
				t.Fatalf("%s at %d: %v lies inside of a character of %s", what, off, s, id)
			}
		}
	}
	if _, s, ok := playbookedit.Hover(m, id, off); ok {
		check("hover", id, s)
	}
	for _, it := range playbookedit.Completion(m, id, off) {
		check("completion", id, it.Span)
		if it.Span.Start > off || it.Span.End < off || strings.ContainsAny(src[it.Span.Start:it.Span.End], "\r\n") {
			t.Fatalf("completion at %d replaces %v", off, it.Span)
		}
		for _, e := range it.Also {
			check("completion", id, e.Span)
		}
	}
	playbookedit.SignatureHelp(m, id, off)
	from, to := playbookedit.Definition(m, id, off)
	check("definition", id, from)
	for _, l := range append(to, playbookedit.References(m, id, off, true)...) {
		check("place", l.ID, l.Span)
	}
	for _, h := range playbookedit.Highlights(m, id, off) {
		check("highlight", id, h.Span)
	}
	if s, _, err := playbookedit.PrepareRename(m, id, off); err == nil {
		check("rename", id, s)
	}
	if edits, err := playbookedit.Rename(m, id, off, "fresh"); err == nil {
		for _, e := range edits {
			check("rename", e.ID, e.Span)
		}
	}
	for _, s := range playbookedit.Selection(m, id, off) {
		check("selection", id, s)
	}
}

// document asks for what a document has as a whole.
func document(t *testing.T, m *memory, id string) {
	t.Helper()
	n := len(m.files[id])
	playbookedit.Symbols(m, id)
	playbookedit.Folds(m, id)
	playbookedit.Links(m, id)
	playbookedit.Lenses(m, id)
	playbookedit.Inlays(m, id, text.Span{End: n})
	if f, ok := m.File(id); ok {
		_, _ = playbookedit.Format(f)
	}
	end := 0
	for _, k := range playbookedit.Tokens(m, id, text.Span{End: n}) {
		if k.Span.Start < end || k.Span.End > n {
			t.Fatalf("the token %v lies behind %d", k.Span, end)
		}
		end = k.Span.End
	}
}

func TestEveryFeatureAnswersWhileAPlaybookIsTyped(t *testing.T) {
	whole := fixture(t, "triage")
	const id = "triage.playbook.star"
	src := whole.files[id]
	m := whole
	for end := range src {
		m = m.change(id, src[:end])
		everything(t, m, id, end)
		if end%7 == 0 {
			document(t, m, id)
		}
	}
}

func TestEveryFeatureAnswersEverywhereInHostileFiles(t *testing.T) {
	for name, src := range map[string]string{
		"empty":               "",
		"a mark alone":        "\ufeff",
		"a NUL":               "x = 1\x00\ny = x\n",
		"no UTF-8":            "x = \"\xff\xfe\"\ny\xff = x\n",
		"lone CR":             "x = 1\ry = x\rdef f(a):\r    return a\r",
		"wide names":          "é🦊 = 1\nüber = 2\ny = über + é\n",
		"bidi and control":    "x = \"\u202e\u2066`\\n\"\n# \u202e\nload(\"\u202e`.star\", \"x`\")\ngate(\"a`\\n\u202e\", question = \"?\", after = [\"\u202e\"])\n",
		"a load of nothing":   "load(\"\", \"\")\nload(\"//.star\", a = \"\")\nload(\"m.star\", r\"x\", '''y''')\nx\n",
		"only brackets":       "((((((((((\n[[[[{{{{\n)))\n",
		"open strings":        "x = \"\ny = '''\nz = 1\n",
		"dots and commas":     ".,.,.\nx..y\nf(,,=)\n",
		"keywords everywhere": "def for if\nlambda lambda:\nload load load\n",
		"no last line end":    "x = step(",
		"deep":                strings.Repeat("(", 500) + "x" + strings.Repeat(")", 500),
	} {
		t.Run(name, func(t *testing.T) {
			m := workspace(map[string]string{"playbook.star": src, "m.star": "x = 1\n", "playbook.params.json": "{\"a\": [\x00"})
			step := 1 + len(src)/200
			for off := 0; off <= len(src); off += step {
				if off < len(src) && !utf8.RuneStart(src[off]) {
					continue
				}
				everything(t, m, "playbook.star", off)
			}
			document(t, m, "playbook.star")
		})
	}
}

func TestEveryFeatureAnswersOnTheVectors(t *testing.T) {
	vectors, err := playbooktest.Vectors("../../testdata/playbook")
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range vectors {
		if i%4 != 0 {
			continue
		}
		m := workspace(v.Files)
		for id, src := range v.Files {
			for off := 0; off <= len(src); off += 5 {
				if off == len(src) || utf8.RuneStart(src[off]) {
					everything(t, m, id, off)
				}
			}
			document(t, m, id)
		}
	}
}

func TestALostPieceFallsBackToItsLastGoodVersion(t *testing.T) {
	const before = "issue = param(\"issue\")\n\ndef ask(text):\n    local = text\n    return local + issue\n\nbody = ask(issue)\n"
	const broken = "x = 1\nissue = param(\"issue\")\n\ndef ask(text)) (:\n    local = text\n    return local + issue ]\n\nbody = ask(issue)\n"
	m := workspace(map[string]string{"playbook.star": before}).change("playbook.star", broken)
	find := func(s string, n int) int {
		at := -1
		for range n {
			at += 1 + strings.Index(broken[at+1:], s)
		}
		return at
	}
	f, _ := m.File("playbook.star")
	if c, _ := f.ChunkAt(find("local", 1)); len(c.Stmts) > 0 {
		t.Fatal("the piece was not lost")
	}
	for name, tc := range map[string]struct{ from, to int }{
		"a local":                   {find("local", 2), find("local", 1)},
		"a parameter":               {find("text", 2), find("text", 1)},
		"a global":                  {find("issue", 3), find("issue", 1)},
		"what the lost piece makes": {find("ask", 2), find("ask", 1)},
	} {
		_, to := playbookedit.Definition(m, "playbook.star", tc.from)
		if len(to) != 1 || to[0].Span.Start != tc.to {
			t.Errorf("%s leads to %v, want %d", name, to, tc.to)
		}
	}
	if n := len(playbookedit.References(m, "playbook.star", find("local", 2), true)); n != 2 {
		t.Errorf("%d references of a local, want 2", n)
	}
	if _, _, err := playbookedit.PrepareRename(m, "playbook.star", find("local", 2)); err == nil {
		t.Error("a name in a lost piece can be renamed")
	}
	if md, _, ok := playbookedit.Hover(m, "playbook.star", find("issue", 3)); !ok || !strings.Contains(md, "launch parameter") {
		t.Errorf("hover %q", md)
	}
	items := labels(playbookedit.Completion(m, "playbook.star", find("local + ", 1)+len("local + ")))
	if !strings.Contains(strings.Join(items, " "), "local") {
		t.Errorf("no local in %q", items)
	}
}
