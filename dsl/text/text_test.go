package text_test

import (
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

func TestLineColCountsCodePointsOfTheFileAsItIs(t *testing.T) {
	for name, tc := range map[string]struct {
		src  string
		off  int
		want text.LineCol
	}{
		"start":                        {"", 0, text.LineCol{Line: 1, Column: 1}},
		"past the end clamps":          {"ab", 9, text.LineCol{Line: 1, Column: 3}},
		"a byte order mark counts":     {"\ufeffab", 3, text.LineCol{Line: 1, Column: 2}},
		"an astral character is one":   {"é🦊ǆ—x", 11, text.LineCol{Line: 1, Column: 5}},
		"CRLF ends a line":             {"a\r\nb", 3, text.LineCol{Line: 2, Column: 1}},
		"a lone CR is content":         {"# a\rb\ndsl", 6, text.LineCol{Line: 2, Column: 1}},
		"an invalid byte is one":       {"a\xffb", 2, text.LineCol{Line: 1, Column: 3}},
		"behind a missing last return": {"a\nb", 3, text.LineCol{Line: 2, Column: 2}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := text.New(tc.src).LineCol(tc.off); got != tc.want {
				t.Errorf("LineCol(%d) = %v, want %v", tc.off, got, tc.want)
			}
		})
	}
}

func TestProtocolPositions(t *testing.T) {
	for name, tc := range map[string]struct {
		src  string
		off  int
		enc  text.Encoding
		want text.Position
	}{
		"utf-16 counts an astral character twice": {"🦊x", 4, text.UTF16, text.Position{Line: 0, Column: 2}},
		"utf-8 counts bytes":                      {"🦊x", 4, text.UTF8, text.Position{Line: 0, Column: 4}},
		"utf-32 counts characters":                {"🦊x", 4, text.UTF32, text.Position{Line: 0, Column: 1}},
		"a lone CR ends a line":                   {"a\rb", 2, text.UTF16, text.Position{Line: 1, Column: 0}},
		"inside CRLF is the line's end":           {"ab\r\nc", 3, text.UTF16, text.Position{Line: 0, Column: 2}},
		"CR CR LF":                                {"a\r\r\nb", 4, text.UTF16, text.Position{Line: 2, Column: 0}},
		"a CR at the very end":                    {"a\r", 2, text.UTF16, text.Position{Line: 1, Column: 0}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := text.New(tc.src).Position(tc.off, tc.enc); got != tc.want {
				t.Errorf("Position(%d) = %v, want %v", tc.off, got, tc.want)
			}
		})
	}
}

func TestOffsetAtClamps(t *testing.T) {
	tx := text.New("ab🦊\r\ncd")
	for name, tc := range map[string]struct {
		p    text.Position
		enc  text.Encoding
		want int
	}{
		"past the line's end":     {text.Position{Line: 0, Column: 99}, text.UTF16, 6},
		"past the document":       {text.Position{Line: 9, Column: 9}, text.UTF16, 10},
		"inside a character":      {text.Position{Line: 0, Column: 3}, text.UTF16, 2},
		"behind that character":   {text.Position{Line: 0, Column: 4}, text.UTF16, 6},
		"a negative line":         {text.Position{Line: -1, Column: 4}, text.UTF16, 0},
		"a negative column":       {text.Position{Line: 1, Column: -4}, text.UTF8, 8},
		"inside a character utf8": {text.Position{Line: 0, Column: 4}, text.UTF8, 2},
	} {
		t.Run(name, func(t *testing.T) {
			if got := tx.OffsetAt(tc.p, tc.enc); got != tc.want {
				t.Errorf("OffsetAt(%v) = %d, want %d", tc.p, got, tc.want)
			}
		})
	}
}

func TestApplyTakesEditsInAnyOrderAndRefusesOverlaps(t *testing.T) {
	got, err := text.Apply("abcdef", []text.Edit{
		{Span: text.Span{Start: 4, End: 5}, New: "E"},
		{Span: text.Span{Start: 0, End: 0}, New: "<"},
		{Span: text.Span{Start: 0, End: 1}, New: ""},
		{Span: text.Span{Start: 6, End: 6}, New: ">"},
	})
	if err != nil || got != "<bcdEf>" {
		t.Errorf("Apply = %q, %v", got, err)
	}
	for name, edits := range map[string][]text.Edit{
		"overlap":         {{Span: text.Span{Start: 0, End: 3}}, {Span: text.Span{Start: 2, End: 4}}},
		"reversed":        {{Span: text.Span{Start: 3, End: 2}}},
		"behind the text": {{Span: text.Span{Start: 3, End: 7}}},
	} {
		if s, err := text.Apply("abcdef", edits); err == nil {
			t.Errorf("%s: applied, gave %q", name, s)
		}
	}
}

func TestMapLeadsBackToTheSource(t *testing.T) {
	// Source: `ab\ncd` with the escape \n decoded, standing at 10.
	var m text.Map
	m.Verbatim(0, 10)
	m.Folded(2, text.Span{Start: 12, End: 14})
	m.Verbatim(3, 14)
	for _, tc := range []struct{ in, want text.Span }{
		{text.Span{Start: 0, End: 2}, text.Span{Start: 10, End: 12}},
		{text.Span{Start: 2, End: 3}, text.Span{Start: 12, End: 14}},
		{text.Span{Start: 1, End: 4}, text.Span{Start: 11, End: 15}},
		{text.Span{Start: 5, End: 5}, text.Span{Start: 16, End: 16}},
	} {
		if got := m.SourceSpan(tc.in); got != tc.want {
			t.Errorf("SourceSpan(%v) = %v, want %v", tc.in, got, tc.want)
		}
	}
}

// Conversions agree with each other whatever the text holds.
func FuzzPositions(f *testing.F) {
	for _, s := range []string{"", "a\r\nb\rc\n", "é🦊ǆ—\x00\xff\xc3", "\r\r\n\n\r", "\ufeffx\u2028y"} {
		for off := 0; off <= len(s); off += 2 {
			f.Add(s, off)
		}
	}
	f.Fuzz(func(t *testing.T, s string, off int) {
		tx := text.New(s)
		if off < 0 || off > len(s) {
			off = len(s)
		}
		for _, enc := range []text.Encoding{text.UTF8, text.UTF16, text.UTF32} {
			p := tx.Position(off, enc)
			back := tx.OffsetAt(p, enc)
			if back > off || tx.Position(back, enc) != p {
				t.Fatalf("offset %d is %v in encoding %d, which is offset %d", off, p, enc, back)
			}
			if strings.Contains(s[back:off], "\n") && off < len(s) && s[off-1] == '\n' {
				t.Fatalf("offset %d behind a line end converts to %v, in front of it", off, p)
			}
		}
		lc := tx.LineCol(off)
		if lc.Line < 1 || lc.Column < 1 || lc.Line > tx.Lines() {
			t.Fatalf("offset %d is %v of %d lines", off, lc, tx.Lines())
		}
		line := tx.LineAt(off)
		if !tx.LineFull(line).Contains(off) || tx.LineStart(line) > off {
			t.Fatalf("offset %d is on line %d, which is %v", off, line, tx.LineFull(line))
		}
	})
}

func BenchmarkNew(b *testing.B) {
	src := strings.Repeat("  some line of a bot, 40 characters long\n", 5000)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		text.New(src)
	}
}
