package format_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot/format"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// bots are the texts that the properties are held on, by name: the vectors,
// the examples of the language, and real ones where there are some.
func bots(t testing.TB) map[string]string {
	t.Helper()
	all := real(t)
	if all == nil {
		all = map[string]string{}
	}
	for _, v := range vectors(t) {
		all[v.name] = v.in
	}
	for _, pattern := range []string{"*.bot", "*/*.bot"} {
		paths, err := filepath.Glob("../../../testdata/bot/examples/" + pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			all[path] = string(b)
		}
	}
	return all
}

// shaped reports whether nothing in the text keeps it from being laid out.
func shaped(src string) bool {
	for _, e := range bot.Parse(text.New(src)).Errors {
		switch e.Code {
		case "E001", "E002", "E003", "E004", "E006", "":
			return false
		}
		if e.Kind == "early-closer" {
			return false
		}
	}
	return true
}

// hold checks what is promised of every text.
func hold(t *testing.T, src string) {
	t.Helper()
	f := bot.Parse(text.New(src))
	edits, err := format.File(f)
	if err != nil {
		if !errors.Is(err, format.ErrShape) {
			t.Errorf("%v\n%q", err, src)
		}
		return
	}
	end := -1
	for _, e := range edits {
		old := f.Text.Slice(e.Span)
		if e.Span.Start <= end || strings.Trim(old+e.New, " \t\r\n") != "" || old == e.New {
			t.Fatalf("edit %v %q of %q behind %d", e.Span, e.New, old, end)
		}
		end = e.Span.End
	}
	out, err := text.Apply(src, edits)
	if err != nil {
		t.Fatal(err)
	}
	after := bot.Parse(text.New(out))
	if d := cmp.Diff(tree(f), tree(after)); d != "" {
		t.Errorf("the tree changes (-before +after):\n%s\n%q", d, src)
	}
	again, err := format.File(after)
	if err != nil || len(again) > 0 {
		t.Errorf("formatted again: %v %v\n%q\n%q", err, again, src, out)
	}
}

// bare is the text without white space outside of texts: what may not change.
func bare(f *bot.File) string {
	var b strings.Builder
	for _, tok := range f.Tokens {
		switch tok.Kind {
		case bot.TokSpace, bot.TokNewline:
		case bot.TokComment:
			b.WriteString(strings.TrimRight(f.Text.Slice(tok.Span), " \t") + "\n")
		case bot.TokText:
			for l := range strings.Lines(f.Text.Slice(tok.Span)) {
				b.WriteString(strings.TrimLeft(strings.TrimRight(l, "\r\n"), " ") + "\n")
			}
		default:
			b.WriteString(f.Text.Slice(tok.Span) + " ")
		}
	}
	return b.String()
}

// tree is what a file means, without its places.
func tree(f *bot.File) string {
	var b strings.Builder
	b.WriteString(bare(f))
	value := func(v *bot.Value) string {
		if v == nil {
			return "-"
		}
		s, _ := f.Decode(v)
		return fmt.Sprintf("%d %q %d", v.Kind, strings.Join(strings.Fields(s), " "), len(v.Items))
	}
	var props func(string, []*bot.Prop)
	props = func(in string, list []*bot.Prop) {
		for _, p := range list {
			fmt.Fprintf(&b, "%s%s %s = %s %v\n", in, p.Name.Text, value(p.Value), value(p.Default), p.Unknown)
			if p.Value != nil && p.Value.Kind == bot.String {
				s, _ := f.Decode(p.Value)
				fmt.Fprintf(&b, "%q\n", s)
			}
			props(in+"  ", p.Block)
		}
	}
	var decls func(string, []*bot.Decl)
	decls = func(in string, list []*bot.Decl) {
		for _, d := range list {
			fmt.Fprintf(&b, "%s%s %s %s %s\n", in, d.Kind.Keyword(), d.Name.Text, d.Group.Text, d.Prefix.Text)
			s, _ := f.BodyText(d.Body)
			fmt.Fprintf(&b, "%q\n", s)
			props(in+"  ", d.Props)
			decls(in+"  ", d.Decls)
			for _, e := range d.Edges {
				for _, r := range e.Refs {
					fmt.Fprintf(&b, "%s  > %s\n", in, r.Text)
				}
				if e.With != nil {
					props(in+"    ", e.With.Entries)
				}
			}
		}
	}
	decls("", f.Decls)
	for _, e := range f.Errors {
		fmt.Fprintf(&b, "%s %s\n", e.Code, e.Kind)
	}
	return b.String()
}

func TestFormattingChangesNothingButWhiteSpaceAndOnlyOnce(t *testing.T) {
	for name, src := range bots(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			if !shaped(src) {
				return
			}
			for _, s := range []string{
				src, "\ufeff" + src, strings.ReplaceAll(src, "\n", "\r\n"), strings.TrimRight(src, "\n"), src + "\n\n  \n",
			} {
				hold(t, s)
			}
			// Every other line with CRLF.
			lines := strings.SplitAfter(src, "\n")
			for i := 0; i < len(lines); i += 2 {
				lines[i] = strings.ReplaceAll(lines[i], "\n", "\r\n")
			}
			hold(t, strings.Join(lines, ""))
		})
	}
}

func TestAFileWithAnotherStepFormatsBackToTheCanonicalOne(t *testing.T) {
	for name, src := range bots(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			if !shaped(src) {
				return
			}
			canonical, err := formatted(t, src)
			if err != nil {
				t.Fatal(err)
			}
			for _, step := range []int{1, 3, 4, 7} {
				moved := reindent(canonical, step)
				got, err := formatted(t, moved)
				if d := cmp.Diff(canonical, got); d != "" || err != nil {
					t.Errorf("from step %d: %v (-want +got):\n%s", step, err, d)
				}
				hold(t, moved)
			}
		})
	}
}

func TestSpacesBetweenTokensFormatBack(t *testing.T) {
	n := 0
	for name, src := range bots(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			if !shaped(src) {
				return
			}
			hold(t, ruffled(src))
			n++
		})
	}
	if n < 50 {
		t.Errorf("only %d texts", n)
	}
}

func TestLineEndsStay(t *testing.T) {
	src := "schema s:\r\n    ok: bool   \n\r\n\n    n: int\r\nagent a:\n    model: \"x\"\r\n"
	want := "schema s:\r\n  ok: bool\n\r\n  n: int\r\n\r\nagent a:\n  model: \"x\"\r\n"
	got, err := formatted(t, src)
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
}

// A line of too few spaces and a tab ends the text of a scalar, and no deeper
// than the text may it stand.
func TestATabBehindAScalarStaysOutsideOfIt(t *testing.T) {
	for src, want := range map[string]string{
		"tool t:\n    command: |\n      a\n\n    \t\n": "tool t:\n  command: |\n    a\n\n  \t\n",
		"tool t:\n    command: |\n   \t\n":             "tool t:\n  command: |\n \t\n",
	} {
		hold(t, src)
		if got, err := formatted(t, src); got != want || err != nil {
			t.Errorf("%v: %q", err, got)
		}
	}
}

// A strict-escape comment counts in the first 31 lines only.
func TestWhatWouldReadOtherwiseIsRefused(t *testing.T) {
	src := strings.Repeat("\n", 40) + "## strict-escape: on\nvars:\n  a: string = \"a\\nb\"\n"
	if out, err := formatted(t, src); !errors.Is(err, format.ErrChanged) || out != src {
		t.Errorf("%v: %q", err, out)
	}
}

func TestALineOfNoBlockLeavesTheFileAlone(t *testing.T) {
	src := "agent a:\n    [b]\n    model:  \"x\"\n"
	if _, err := formatted(t, src); !errors.Is(err, format.ErrShape) {
		t.Errorf("%v", err)
	}
}

// The edits of a range are those of the file that lie in its declarations.
func TestRangesHoldTheEditsOfTheFile(t *testing.T) {
	for _, v := range vectors(t) {
		if v.leftAlone {
			continue
		}
		t.Run(v.name, func(t *testing.T) {
			f := bot.Parse(text.New(v.in))
			all, err := format.File(f)
			if err != nil {
				t.Fatal(err)
			}
			whole, err := format.Range(f, text.Span{End: len(v.in)})
			if d := cmp.Diff(all, whole); d != "" || err != nil {
				t.Errorf("the whole range: %v %s", err, d)
			}
			seen := map[text.Edit]bool{}
			for off := range len(v.in) + 1 {
				part, err := format.Range(f, text.Span{Start: off, End: off})
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range part {
					seen[e] = true
				}
			}
			if len(seen) != len(all) {
				t.Errorf("ranges of every place give %d edits of %d", len(seen), len(all))
			}
		})
	}
}

func TestRealBotsHardlyChange(t *testing.T) {
	lines, changed, files := 0, 0, 0
	for path, src := range real(t) {
		edits, err := format.File(bot.Parse(text.New(src)))
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
		tx := text.New(src)
		lines += tx.Lines() - 1
		touched := map[int]bool{}
		for _, e := range edits {
			for n := tx.LineAt(e.Span.Start); n <= tx.LineAt(max(e.Span.End-1, e.Span.Start)); n++ {
				touched[n] = true
			}
		}
		changed += len(touched)
		if len(touched) > 0 {
			files++
		}
	}
	if changed*1000 > lines {
		t.Errorf("%d lines of %d change", changed, lines)
	}
	t.Logf("%d lines of %d change, in %d files", changed, lines, files)
}

func TestALineThatCannotBeReadKeepsItsSpacesAndTheCommentsBelowIt(t *testing.T) {
	const src = "agent a:\n   readonly :  maybe ,0   ## why\n                          ## and how  \n   model :   \"m\"\n"
	const want = "agent a:\n  readonly :  maybe ,0   ## why\n                         ## and how\n  model: \"m\"\n"
	got, err := formatted(t, src)
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
}
