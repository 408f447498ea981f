package finding_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

func TestQuoteShowsWhatWouldHide(t *testing.T) {
	for name, tc := range map[string]struct{ in, want string }{
		"plain":                   {"duty", "`duty`"},
		"a backtick":              {"a`b", "`a'b`"},
		"a line break":            {"a\nb\r\tc", "`a\\nb\\r\\tc`"},
		"an escape sequence":      {"x\x1b[31m", "`x\\u{1b}[31m`"},
		"a bidirectional control": {"a\u202eb", "`a\\u{202e}b`"},
		"a zero width space":      {"a\u200bb", "`a\\u{200b}b`"},
		"a no-break space":        {"a\u00a0b", "`a\\u{a0}b`"},
		"a tag character":         {"a\U000e0041", "`a\\u{e0041}`"},
		"an invalid byte":         {"a\xff", "`a\ufffd`"},
		"sixty characters":        {strings.Repeat("q", 60), "`" + strings.Repeat("q", 60) + "`"},
		"sixty-one":               {strings.Repeat("ä", 61), "`" + strings.Repeat("ä", 60) + "…`"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := finding.Quote(tc.in); got != tc.want {
				t.Errorf("Quote(%q) = %q, want %q", tc.in, got, tc.want)
			}
		})
	}
}

func FuzzQuote(f *testing.F) {
	f.Add("a`\n\x1b\u202e\U000e0041\xff")
	f.Fuzz(func(t *testing.T, s string) {
		q := finding.Quote(s)
		if strings.Count(q, "`") != 2 || !utf8.ValidString(q) {
			t.Fatalf("%q becomes %q", s, q)
		}
		for _, r := range q {
			if r != ' ' && finding.Invisible(r) {
				t.Fatalf("%q becomes %q, which hides %U", s, q, r)
			}
		}
	})
}

func TestSortIsByPathPlaceCode(t *testing.T) {
	at := func(path string, start int, code string) finding.Finding {
		return finding.Finding{Code: code, Place: finding.Place{Path: path, Span: text.Span{Start: start, End: start + 1}}}
	}
	whole := finding.Finding{Code: "BND405", Place: finding.Place{Path: "/a", Whole: true}}
	list := []finding.Finding{at("/b", 0, "X"), at("/a", 7, "B"), at("/a", 7, "A"), whole, at("/a", 0, "Z")}
	finding.Sort(list)
	var got []string
	for _, f := range list {
		got = append(got, f.Path+f.Code)
	}
	if s := strings.Join(got, " "); s != "/aBND405 /aZ /aA /aB /bX" {
		t.Errorf("sorted: %s", s)
	}
}

func TestFixComputesItsEditsOnce(t *testing.T) {
	n := 0
	f := finding.NewFix("x", "X", true, func() []finding.Edit {
		n++
		return []finding.Edit{{Path: "/b"}, {Path: "/a", Span: text.Span{Start: 4, End: 4}}, {Path: "/a"}}
	})
	copied := f
	if n != 0 {
		t.Error("computed before anyone asked")
	}
	first, second := f.Edits(), copied.Edits()
	if n != 1 || len(first) != 3 || len(second) != 3 {
		t.Errorf("computed %d times, %d and %d edits", n, len(first), len(second))
	}
	if first[0].Path != "/a" || first[0].Span.Start != 0 || first[2].Path != "/b" {
		t.Errorf("edits are not sorted: %v", first)
	}
}

func TestAKeptFixNeedsNothingButItsEdits(t *testing.T) {
	want := []finding.Edit{{Path: "/a", New: "twelve bytes"}}
	for _, tc := range []struct {
		name  string
		room  int64
		again int
	}{
		{"while there is room", 1000, 0},
		{"without room they are computed anew", 10, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var room atomic.Int64
			room.Store(tc.room)
			again := 0
			fix := finding.NewFix("id", "Title", true, func() []finding.Edit { return want })
			fix.Preferred = true
			kept := fix.Keep(&room, func() []finding.Edit { again++; return want })
			if !kept.Applies() || again > 0 {
				t.Errorf("applies %t after %d computations", kept.Applies(), again)
			}
			if diff := cmp.Diff(want, kept.Edits()); diff != "" || again != tc.again {
				t.Errorf("%d computations, want %d\n%s", again, tc.again, diff)
			}
			if kept.ID != "id" || kept.Title != "Title" || !kept.Safe || !kept.Preferred {
				t.Errorf("%+v", kept)
			}
			if room.Load() < 0 || tc.again == 1 && room.Load() != tc.room {
				t.Errorf("room for %d bytes is left", room.Load())
			}
		})
	}
}

func TestAFixWithoutEditsDoesNotApply(t *testing.T) {
	var room atomic.Int64
	none := finding.NewFix("id", "Title", true, func() []finding.Edit { return nil })
	for name, fix := range map[string]finding.Fix{
		"made": none, "kept": none.Keep(&room, nil), "zero": {},
		"detached": none.Detach(func() []finding.Edit { return nil }),
	} {
		if fix.Applies() || len(fix.Edits()) > 0 {
			t.Errorf("%s: it applies", name)
		}
	}
}
