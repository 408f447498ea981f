package config_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	toml "github.com/pelletier/go-toml/v2"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

func TestRemoveTable(t *testing.T) {
	const entry = "[[boundary.left]]\nnode = \"a/b\"\nreason = \"r\"\n"
	other := func(n int) string { return fmt.Sprintf("[[boundary.left]]\nnode = \"a/c%d\"\nreason = \"r\"\n", n) }
	for _, c := range []struct{ name, src, want string }{
		{"the last table goes with the blank line in front", "[boundary.floors]\nmembers = 1\n\n" + entry, "[boundary.floors]\nmembers = 1\n"},
		{"without a line end", "[boundary.floors]\nmembers = 1\n\n" + strings.TrimSuffix(entry, "\n"), "[boundary.floors]\nmembers = 1\n"},
		{"a table in the middle", other(1) + "\n" + entry + "\n" + other(2), other(1) + "\n" + other(2)},
		{"the first table goes with the blank line behind", entry + "\n" + other(1), other(1)},
		{"the only table", entry, ""},
		{"no blank line around", other(1) + entry + other(2), other(1) + other(2)},
		{"of two blank lines one stays", other(1) + "\n\n" + entry, other(1) + "\n"},
		{"a comment in front stays", "# all of them\n" + entry, "# all of them\n"},
		{"comments within go, comments behind stay", "[[boundary.left]] # x\nnode = \"a/b\"\n# y\nreason = \"r\" # z\n# behind\n" + other(1), "# behind\n" + other(1)},
		{"a value over lines", other(1) + "\n[[boundary.left]]\nreason = \"\"\"\nr\n\n[x]\n\"\"\"\nnode = \"a/b\"\n\n" + other(2), other(1) + "\n" + other(2)},
		{"tables below it go with it", other(1) + "\n" + entry + "[boundary.left.x]\ny = 1\n\n[[boundary.left.z]]\n", other(1)},
		{"nothing where they are not behind it", entry + "[docs]\n[boundary.left.x]\ny = 1\n", entry + "[docs]\n[boundary.left.x]\ny = 1\n"},
		{"the first of a list", "boundary.left = [{node = \"a/b\", reason = \"r\"}, {node = \"c\", reason = \"r\"}]", "boundary.left = [{node = \"c\", reason = \"r\"}]"},
		{"the last of a list", "boundary.left = [{node = \"c\", reason = \"r\"}, {node = \"a/b\", reason = \"r\"}]", "boundary.left = [{node = \"c\", reason = \"r\"}]"},
		{"the only one of a list", "boundary.left = [{node = \"a/b\", reason = \"r\"}]", "boundary.left = []"},
		{"of a list over lines", "boundary.left = [\n  {node = \"a/b\", reason = \"r\"} # x,\n  # y\n  , {node = \"c\", reason = \"r\"}, # z\n]", "boundary.left = [\n  {node = \"c\", reason = \"r\"}, # z\n]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, eol := range []string{"\n", "\r\n"} {
				for _, mark := range []string{"", "\ufeff"} {
					form := func(s string) string { return mark + strings.ReplaceAll(s, "\n", eol) }
					got := parse(t, form(c.src))
					var edits []finding.Edit
					for _, e := range got.Boundary.Left {
						if e.Node.V == "a/b" {
							if edit := got.RemoveTable(e.Table); edit.Path != "" {
								edits = append(edits, edit)
							}
						}
					}
					if diff := cmp.Diff(form(c.want), applied(t, got, edits)); diff != "" {
						t.Errorf("(-want +got):\n%s", diff)
					}
				}
			}
		})
	}
}

func TestNothingIsRemovedThatIsNoTable(t *testing.T) {
	c := parse(t, whole)
	for _, s := range []text.Span{{}, {Start: 5, End: 9}, {Start: -1, End: 1 << 40}} {
		if e := c.RemoveTable(s); e.Path != "" {
			t.Errorf("%v: %v", s, e)
		}
	}
	if e := config.Default("/ws", config.Env{}).RemoveTable(text.Span{}); e.Path != "" {
		t.Error(e)
	}
}

// tables are all entries of the lists of nodes.
func tables(c *config.Config) []text.Span {
	var list []text.Span
	for _, d := range c.Boundary.Deferred {
		list = append(list, d.Table)
	}
	for _, l := range [][]config.Entry{c.Boundary.Left, c.Boundary.Bounded, c.Boundary.ByHand} {
		for _, e := range l {
			list = append(list, e.Table)
		}
	}
	return list
}

func TestHostileFilesAreReadInBounds(t *testing.T) {
	const n = 20_000
	for name, src := range map[string]string{
		"unknown keys":      lots(n, func(i int) string { return fmt.Sprintf("key_%d = 1\n", i) }),
		"unknown rules":     "[rules]\n" + lots(n, func(i int) string { return fmt.Sprintf("BND%d = \"off\"\n", i) }),
		"fixed rules":       "[rules]\nBND101 = \"off\"\n\"missing-boundary-paragraph\" = \"off\"\n",
		"deferrals":         lots(n, func(i int) string { return fmt.Sprintf("[[boundary.deferred]]\nnode = \"a/%d\"\n", i) }),
		"roots":             "[boundary]\nroots = [" + lots(n, func(i int) string { return fmt.Sprintf("\"r%d\",", i) }) + "]",
		"a path of folders": "[boundary]\nmembers = \"" + strings.Repeat("a/", n) + "\"",
		"nested lists":      "a = " + strings.Repeat("[", n) + strings.Repeat("]", n),
		"nested tables":     "a = " + strings.Repeat("{a=", 5000) + "1" + strings.Repeat("}", 5000),
		"a long header":     "[a" + strings.Repeat(".a", n) + "]\n" + lots(1000, func(i int) string { return fmt.Sprintf("k%d = 1\n", i) }),
		"many headers":      lots(n, func(i int) string { return fmt.Sprintf("[draft.t%d]\nx = 1\n[t%d]\n", i, i) }),
		"a long dotted key": "draft.a" + strings.Repeat(".a", n) + " = 1",
		"a string":          "a = \"" + strings.Repeat("\\u0041", n),
		"a long key":        strings.Repeat("k", n) + " = 1",
		"escapes in a key":  "\"" + strings.Repeat("\\u202e", 200) + "\" = 1",
	} {
		t.Run(name, func(t *testing.T) {
			check(t, src, 3)
		})
	}
}

func lots(n int, f func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(f(i))
	}
	return b.String()
}

// check holds a file to what is true of any: spans lie inside of it, messages
// are one short line, and every fix and removal leaves TOML. Of each kind it
// tries at most limit.
func check(t *testing.T, src string, limit int) {
	t.Helper()
	c := parse(t, src)
	inside := func(s text.Span) {
		if s.Start < 0 || s.End < s.Start || s.End > len(src) {
			t.Fatalf("span %v of %d bytes", s, len(src))
		}
	}
	if len(c.Findings) > 1000 {
		t.Errorf("%d findings", len(c.Findings))
	}
	tried := 0
	for _, f := range c.Findings {
		inside(f.Span)
		if len(f.Message) > 1500 || strings.ContainsAny(f.Message, "\r\n\x00\x1b\u200b\u202e") {
			t.Errorf("message %q", f.Message)
		}
		for _, fix := range f.Fixes {
			if tried++; tried > limit {
				break
			}
			out := fixed(t, c, fix)
			if again := parse(t, out); again.Broken {
				t.Errorf("%s of %q leaves %q: %v", fix.ID, src, out, again.Findings)
			} else if fix.Safe && len(again.Findings) > 0 && again.Findings[0].Code == f.Code && len(c.Findings) == 1 {
				t.Errorf("%s of %q leaves the finding in %q", fix.ID, src, out)
			}
		}
	}
	for _, p := range c.Paths {
		inside(p.Span)
	}
	for i, s := range tables(c) {
		inside(s)
		if i >= limit {
			break
		}
		e := c.RemoveTable(s)
		if e.Path == "" {
			continue
		}
		out := applied(t, c, []finding.Edit{e})
		again := parse(t, out)
		if again.Broken {
			t.Errorf("without the table %v of %q there is %q: %v", s, src, out, again.Findings)
		}
		if a, b := len(tables(again)), len(tables(c)); a != b-1 {
			t.Errorf("without the table %v of %q there are %d of %d entries: %q", s, src, a, b, out)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		whole, "", "\ufeff", "[rules\n", "[draft]\nprovider = \"claude\"\n\n[rules]\nBND101 = \"off\"",
		"boundary = {left = [{node = 'a', reason = 'b'}, {node = 'c'}], membres = 1}",
		"draft.a = 1\n[[draft.b]]\n[draft.b.c]\n[x]\n[[draft.b]]",
		"[[boundary.deferred]]\r\nnode = \"\"\"\r\na\"\"\"\r\nuntil = 2027-01-31 # x\r\n[boundary.deferred.x]\r\n",
		"rules = {BND101 = 'off', # x\n 'BND101 ' = 1,\n}",
		"[boundary]\nroots = ['../x', 'link', \"\\u0000\"]\nfloors = {members = +1_0}\nkeys = {a.b = 1}",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		check(t, src, 50)
		agree(t, src)
	})
}

// agree holds our reading of what is TOML to the library's decoder. Numbers
// that no machine holds are TOML to us: they are out of range at their place.
func agree(t *testing.T, src string) {
	t.Helper()
	var into map[string]any
	err := toml.Unmarshal([]byte(strings.TrimPrefix(src, "\ufeff")), &into)
	if err != nil && (strings.Contains(err.Error(), "64-bit") || strings.Contains(err.Error(), "float")) {
		return
	}
	if c := parse(t, src); c.Broken != (err != nil) {
		t.Errorf("%q: we say %v, the library %v", src, c.Findings, err)
	}
}

func TestWhatIsTomlIsWhatTheLibraryTakes(t *testing.T) {
	for _, src := range []string{
		whole, "", "[a]\n[a]", "[a.b]\n[a]", "[a]\n[a.b]\n[a]", "a.b = 1\na.c = 2", "a.b = 1\na = 2", "a = 1\na.b = 2",
		"[a]\nb.c = 1\n[a.b]", "[a]\nb.c = 1\n[a.b.d]", "[a.b.c]\n[a]\nb.d = 1", "[[a]]\n[[a]]\n[a.b]\n[[a]]\n[a.b]",
		"[a.b]\n[[a]]", "[[a.b]]\n[a]", "[[a.b]]\n[a.b.c]\n[a.b.c]", "a = []\n[[a]]", "a = [{b = 1}]\n[a.c]", "a = {b.c = 1, b.d = 2}",
		"a = {b.c = 1, b = 2}", "a = {b = 1, b.c = 2}", "a = {b = {}}\na.b.c = 1", "a = [{b = 1, b = 2}]", "a = 07:32:00\nb = 07:32", "a = 1979-05-27 07:32:00",
		"a = 1979-05-27T07:32:00-07:00", "a = 1979-05-27T07:32Z", "a = 1979-05-27t07:32:00.5z", "a = 1979-05-32T07:32:00Z", "a = 1979-05-27T07:32:60Z", "a = 24:00:00",
		"a = 1979-05-27T", "a = 1979-05-27T07:32:00+25:00", "\"\" = 1", "a = {\n b = 1, # x\n}", "a = 0000-01-01", "= 1", "a", "a =", "a.\"b\".'c' = 1",
	} {
		agree(t, src)
	}
}
