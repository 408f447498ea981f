package playbook_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// shape writes a statement list without positions.
func shape(f *playbook.File) string {
	var b strings.Builder
	for _, s := range f.Tree.Stmts {
		fmt.Fprintf(&b, "%s\n", f.Source[f.Span(s).Start:f.Span(s).End])
	}
	return b.String()
}

func messages(f *playbook.File) []string {
	var out []string
	for _, e := range f.Errors {
		out = append(out, fmt.Sprintf("%d:%d %q %s", e.Pos.Line, e.Pos.Col, f.Source[e.Span.Start:e.Span.End], e.Msg))
	}
	return out
}

func undefined(f *playbook.File) []string {
	var out []string
	for _, e := range f.Resolve {
		out = append(out, e.Msg)
	}
	return out
}

func TestRecoveryKeepsTheRestOfTheFile(t *testing.T) {
	for _, tc := range []struct {
		name, src string
		want      string   // statements that are left
		errors    []string // as messages
		undefined []string
	}{
		{"a whole file has no chunks", "x = 1\ny = x\n", "x = 1\ny = x\n", nil, nil},
		{"a name missing behind a dot", "x = 1\ny = x.\nz = y\n", "x = 1\ny = x.\nz = y\n",
			[]string{`3:1 "" not an identifier`}, nil},
		{"a name missing behind a dot in a call", "x = str(x.)\nz = x\n", "x = str(x.)\nz = x\n",
			[]string{`1:12 ")" not an identifier`}, []string{"undefined: x"}},
		{"a value missing behind an equals sign", "x = \ny = 2\n", "x =\ny = 2\n",
			[]string{`1:5 "=" got newline, want primary expression`}, nil},
		{"a keyword argument without value", "a = agent(\"x\", model = )\nb = a\n", "a = agent(\"x\", model = )\nb = a\n",
			[]string{`1:24 ")" got ')', want primary expression`}, nil},
		{"an open bracket costs nothing", "a = agent(\"x\",\nb = a\n", "a = agent(\"x\",\nb = a\n",
			[]string{`2:1 "" got end of file, want primary expression`}, nil},
		{"two open brackets and an open string", "playbook(\"t\", steps = [step(\"fi\nb = 1\n", "playbook(\"t\", steps = [step(\"fi\nb = 1\n",
			[]string{`1:29 "\"fi" unexpected newline in string`}, nil},
		{"an open string", "a = \"x\nb = 1\n", "a = \"x\nb = 1\n",
			[]string{`1:5 "\"x" unexpected newline in string`}, nil},
		{"a broken line in a function", "def f(x):\n    y = ) x\n    return x\nz = f(1)\n", "def f(x):\n    y = ) x\n    return x\nz = f(1)\n",
			[]string{`2:9 ")" unexpected ')'`}, nil},
		{"a dropped statement keeps its names", "def f(:\n    return 1\ng = f(1)\n", "g = f(1)\n",
			[]string{`1:8 ":" got ':', want ')'`}, nil},
		{"a dropped load keeps its names", "load(\"a.star\", \"b\" c = \"d\")\nx = b + c\n", "x = b + c\n",
			[]string{`1:21 "c" got identifier, want ','`}, nil},
		{"a dropped assignment keeps its names", "a, b = = 1\nx = a + b + nope\n", "x = a + b + nope\n",
			[]string{`1:8 "=" got '=', want primary expression`}, []string{"undefined: nope"}},
		{"else belongs to the chunk before", "x = = 1\nif x:\n    y = 1\nelse:\n    y = 2\nz = y\n", "if x:\n    y = 1\nelse:\n    y = 2\nz = y\n",
			[]string{`1:5 "=" got '=', want primary expression`}, nil},
		{"a NUL is no end of the file", "x = 1\x00\ny = 2\n", "y = 2\n",
			[]string{"1:6 \"\\x00\" unexpected NUL character", "1:6 \"\\x00\" unexpected input character '\\x01'"}, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := playbook.Parse("p.star", []byte(tc.src))
			if diff := cmp.Diff(tc.want, shape(f)); diff != "" {
				t.Errorf("statements (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tc.errors, messages(f)); diff != "" {
				t.Errorf("errors (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tc.undefined, undefined(f)); diff != "" {
				t.Errorf("resolver (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDroppedStatementsLoseTheNamesTheyBindAndNoOthers(t *testing.T) {
	for src, lost := range map[string]string{
		"print((a if b = ":                "",
		"x = [print((a if b =":            "x",
		"if a:\n    print((c if b =":      "",
		"step(\"s\", prompt = str(c if =": "",
		"a[b] = = 1":                      "",
		"a, (b, [c, d]) = = 1":            "a b c d",
		"a += = 1":                        "a",
		"for a, (b, c) in = d:\n    pass": "a b c",
		"str repr = = 1":                  "",
	} {
		f := playbook.Parse("p.star", []byte(src))
		if f.Whole {
			t.Errorf("%q parses", src)
		}
		var got []string
		for _, name := range []string{"a", "b", "c", "d", "if", "print", "prompt", "repr", "step", "str", "x"} {
			if f.Unknown(name) {
				got = append(got, name)
			}
		}
		if diff := cmp.Diff(lost, strings.Join(got, " ")); diff != "" {
			t.Errorf("%q (-want +got):\n%s", src, diff)
		}
	}
}

func TestHolesAreUnknownAndMoveNoPosition(t *testing.T) {
	src := "v = 1\nw = str(v., v) + str(v)\n"
	f := playbook.Parse("p.star", []byte(src))
	var names []string
	syntax.Walk(f.Tree, func(n syntax.Node) bool {
		if id, ok := n.(*syntax.Ident); ok {
			s := f.Span(id)
			names = append(names, fmt.Sprintf("%s=%q@%d", id.Name, src[s.Start:s.End], s.Start))
			if id.Name == playbook.HoleName && !f.Unknown(id.Name) {
				t.Error("the hole is known")
			}
		}
		return true
	})
	want := []string{`v="v"@0`, `w="w"@6`, `str="str"@10`, `v="v"@14`, `_hole=""@16`, `v="v"@18`, `str="str"@23`, `v="v"@27`}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	if n := len(f.Resolve); n != 0 {
		t.Errorf("%d resolver errors: %v", n, f.Resolve)
	}
}

func TestSpansAreThoseOfTheSource(t *testing.T) {
	for name, src := range map[string]string{
		"an index":                    "d[0]",
		"an index inherited":          "not d[0]",
		"a slice":                     "d[1:2]",
		"a slice in a conditional":    "1 if d else d[:]",
		"an index in a binary":        "\"%s\" % d[\"k\"]",
		"a load":                      "load(\"a\", \"b\")",
		"a tuple in parentheses":      "(1, 2)",
		"an empty tuple":              "()",
		"a tuple without":             "1, d[0]",
		"a call":                      "f(1, *a, **b)",
		"a method":                    "d[0].f(x[1])",
		"a comprehension":             "[x for x in d[0]]",
		"a lambda":                    "lambda x: x[0]",
		"wide characters":             "f(\"é😀\", \"ü\")[0]",
		"a long line of them":         "f(\"" + strings.Repeat("😀é", 300) + "\", \"ü\")[0]",
		"a string over lines":         "f(\"\"\"a\n😀b\"\"\")",
		"a string over lines with CR": "f(\"\"\"a\r\n😀\rb\"\"\")[0]",
		"an assignment":               "x = d[0]",
		"an augmented assignment":     "x += d[0]",
		"a loop":                      "for x in y:\n    d[0]",
		"a condition":                 "if x:\n    y\nelse:\n    d[0]",
		"a definition":                "def f(x, *, y = 1, **z):\n    return d[0]",
	} {
		for _, before := range []string{"", "\ufeff", "# é\r\n", "x = \"😀\"; pass\n", "y = 1\r"} {
			t.Run(fmt.Sprintf("%s behind %q", name, before), func(t *testing.T) {
				f := playbook.Parse("p.star", []byte(before+src+"\n"))
				if !f.Whole {
					t.Fatalf("does not parse: %v", f.Errors)
				}
				last := f.Tree.Stmts[len(f.Tree.Stmts)-1]
				s := f.Span(last)
				if got := f.Source[s.Start:s.End]; got != src {
					t.Errorf("span holds %q, want %q", got, src)
				}
			})
		}
	}
}

func TestNamesOfALoadGiveTheirStrings(t *testing.T) {
	src := `load("a.star", "b", c = 'd', e = r"f", g = "\x68")`
	f := playbook.Parse("p.star", []byte(src))
	load := f.Tree.Stmts[0].(*syntax.LoadStmt)
	var got []string
	for i := range load.From {
		from, to := f.Span(load.From[i]), f.Span(load.To[i])
		got = append(got, src[from.Start:from.End], src[to.Start:to.End])
	}
	want := []string{`"b"`, `"b"`, `'d'`, `c`, `r"f"`, `e`, `"\x68"`, `g`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

func TestPositionsAndOffsetsAgree(t *testing.T) {
	src := "\ufeffa = \"é😀\"\r\nb\r\r\n" + strings.Repeat("é", 200) + "x\n\xffy"
	f := playbook.Parse("p.star", []byte(src))
	line, col := 1, 1
	for off := 0; off < len(src); {
		p := f.Position(off)
		if int(p.Line) != line || int(p.Col) != col {
			t.Fatalf("offset %d is %v, want %d:%d", off, p, line, col)
		}
		if got := f.Offset(p); got != off {
			t.Fatalf("%v is offset %d, want %d", p, got, off)
		}
		if strings.HasPrefix(src[off:], "\r\n") {
			off += 2
			line, col = line+1, 1
			continue
		}
		r, n := utf8.DecodeRuneInString(src[off:])
		off += n
		if r == '\n' || r == '\r' {
			line, col = line+1, 1
		} else {
			col++
		}
	}
}

func TestEveryPlaceOfTheVectorsIsTheSpanOfANode(t *testing.T) {
	for _, v := range vectors(t) {
		files := map[string]*playbook.File{}
		for id, src := range v.Files {
			files[id] = playbook.Parse(id, []byte(src))
		}
		check := func(file string, r [4]int, what string) {
			f := files[file]
			want := text.Span{
				Start: f.Offset(syntax.MakePosition(&file, int32(r[0]), int32(r[1]))),
				End:   f.Offset(syntax.MakePosition(&file, int32(r[2]), int32(r[3]))),
			}
			for _, e := range f.Errors {
				if e.Span == want {
					return
				}
			}
			found := false
			syntax.Walk(f.Tree, func(n syntax.Node) bool {
				found = found || n != nil && f.Span(n) == want
				return true
			})
			if !found {
				t.Errorf("%s: no node has the span of %s, %q", v.Name, what, f.Source[want.Start:want.End])
			}
		}
		for _, d := range v.Want.Static {
			check(d.File, d.Range, d.Code)
			for _, r := range d.Related {
				check(r.File, r.Range, "related of "+d.Code)
			}
		}
	}
}

// checkFile is what holds for every file, however broken.
func checkFile(tb testing.TB, f *playbook.File) {
	tb.Helper()
	in := func(s text.Span) bool { return s.Start >= 0 && s.Start <= s.End && s.End <= len(f.Source) }
	for _, e := range f.Errors {
		if !in(e.Span) {
			tb.Fatalf("%q: the span %v of %q lies outside", f.Source, e.Span, e.Msg)
		}
	}
	if len(f.Errors) > playbook.MaxSyntaxErrors || f.Whole != (len(f.Errors) == 0) {
		tb.Fatalf("%q: whole is %v with %d errors", f.Source, f.Whole, len(f.Errors))
	}
	last := 0
	for i, c := range f.Chunks {
		if i > 0 && c.Span.Start != last || !in(c.Span) {
			tb.Fatalf("%q: chunk %d at %v does not follow %d", f.Source, i, c.Span, last)
		}
		last = c.Span.End
		for _, s := range c.Stmts {
			if span := f.Span(s); span.Start < c.Span.Start || span.End > c.Span.End {
				tb.Fatalf("%q: the statement at %v leaves its chunk at %v", f.Source, span, c.Span)
			}
		}
	}
	if f.Chunks != nil && last != len(f.Source) {
		tb.Fatalf("%q: the chunks end at %d", f.Source, last)
	}
	syntax.Walk(f.Tree, func(n syntax.Node) bool {
		if n == nil {
			return true
		}
		if s := f.Span(n); !in(s) {
			tb.Fatalf("%q: the span %v of a %T lies outside", f.Source, s, n)
		}
		if id, ok := n.(*syntax.Ident); ok {
			if b, ok := id.Binding.(*resolve.Binding); ok && b.Scope == resolve.Undefined && f.Unknown(id.Name) {
				tb.Fatalf("%q: %s is kept and yet undefined", f.Source, id.Name)
			}
		}
		return true
	})
	if f.Tree.Module == nil && len(f.Resolve) == 0 {
		tb.Fatalf("%q: the tree is not resolved", f.Source)
	}
}

func TestEveryPrefixOfEveryVectorParsesAndKeepsWhatStandsBeforeTheCut(t *testing.T) {
	for _, v := range vectors(t) {
		src := v.Files[playbooktest.EntryID]
		whole := playbook.Parse(playbooktest.EntryID, []byte(src))
		for cut := range src {
			f := playbook.ParseAt(playbooktest.EntryID, []byte(src[:cut]), cut)
			checkFile(t, f)
			// A statement whose chunk ends before the cut reads as it did.
			var want, got []string
			for i, s := range whole.Tree.Stmts {
				// The start of the next statement ends the chunk for sure.
				if i+1 < len(whole.Tree.Stmts) && whole.Span(whole.Tree.Stmts[i+1]).Start < cut {
					span := whole.Span(s)
					want = append(want, src[span.Start:span.End])
				}
			}
			for _, s := range f.Tree.Stmts {
				span := f.Span(s)
				got = append(got, src[span.Start:span.End])
			}
			if len(got) < len(want) || !slices.Equal(want, got[:len(want)]) {
				t.Fatalf("%s cut at %d: statements (-want +got):\n%s", v.Name, cut, cmp.Diff(want, got))
			}
		}
	}
}

func TestDeepTreesAreRefusedAndNotWalked(t *testing.T) {
	for name, src := range map[string]string{
		"a chain of calls":   "x = f" + strings.Repeat("()", 60_000) + "\n",
		"a chain of fields":  "x = f" + strings.Repeat(".a", 60_000) + "\n",
		"a chain of sums":    "x = 1" + strings.Repeat("+1", 60_000) + "\n",
		"a chain of elif":    "if x:\n pass\n" + strings.Repeat("elif x:\n pass\n", 15_000),
		"many brackets":      "x = " + strings.Repeat("[", 60_000) + "\n",
		"many signs":         "x = " + strings.Repeat("-", 60_000) + "1\n",
		"many open brackets": strings.Repeat("f(\n", 40_000),
	} {
		t.Run(name, func(t *testing.T) {
			f := playbook.Parse("p.star", []byte(src+"y = 1\n"))
			checkFile(t, f)
			if len(f.Errors) == 0 {
				t.Error("no error")
			}
			_, err := compile(t, src+"y = 1\n", nil)
			if err == nil || err.Name != playbook.SyntaxErrorName {
				t.Errorf("the run ends with %v, want a SyntaxError", err)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, v := range vectors(f) {
		for _, src := range v.Files {
			f.Add(src, len(src)/2)
		}
	}
	f.Add("x.\ny = \"\"\"a\nz = f(\n\\\n  )\n", 3)
	f.Add("\ufeff\r\rif x:\n\tpass\n else\x00\xff", 0)
	f.Fuzz(func(t *testing.T, src string, cursor int) {
		checkFile(t, playbook.Parse("p.star", []byte(src)))
		checkFile(t, playbook.ParseAt("p.star", []byte(src), cursor))
	})
}
