package picture

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFromANSI(t *testing.T) {
	bold, red := Style{Bold: true}, Style{Bold: true, Color: Red}
	tests := []struct {
		name, in string
		want     []Line
	}{
		{"text without colours is one run a line", "a\nb c\n", []Line{{{"a", Style{}}}, {{"b c", Style{}}}}},
		{"an empty line stays a line", "a\n\nb", []Line{{{"a", Style{}}}, nil, {{"b", Style{}}}}},
		{"a sequence sets several things at once", "\x1b[1;31mx\x1b[0my", []Line{{{"x", red}, {"y", Style{}}}}},
		{"an empty sequence ends a style", "\x1b[1mx\x1b[my", []Line{{{"x", bold}, {"y", Style{}}}}},
		{"a style goes on in the next line", "\x1b[1mx\ny\x1b[0m", []Line{{{"x", bold}}, {{"y", bold}}}},
		{"equal styles are one run", "\x1b[1mx\x1b[1my", []Line{{{"xy", bold}}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := FromANSI(tt.in)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
	for _, in := range []string{"\x1b[K", "\x1b]0;title\x07", "\x1b[38;5;1mx", "\x1b[1", "\x1b"} {
		if lines, err := FromANSI(in); err == nil {
			t.Errorf("%q is drawn as %v, want an error", in, lines)
		}
	}
}

func TestFromMarkdown(t *testing.T) {
	bold, code := Style{Bold: true}, Style{Code: true}
	tests := []struct {
		name, in string
		want     Line
	}{
		{"bold and code", "**Acts: yes** `a`", Line{{"Acts: yes", bold}, {" ", Style{}}, {"a", code}}},
		{"a list item has a bullet at its depth", "  - `a` — also", Line{{"  • ", Style{}}, {"a", code}, {" — also", Style{}}}},
		{"a code span of two marks holds one", "``a`b``", Line{{"a`b", code}}},
		{"a mark that is not closed is text", "a `b", Line{{"a `b", Style{}}}},
		{"a star alone is text", "a * b", Line{{"a * b", Style{}}}},
		{"a backslash takes the meaning", `\*\*a`, Line{{"**a", Style{}}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff([]Line{tt.want}, FromMarkdown(tt.in)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestWrap(t *testing.T) {
	tests := []struct {
		name, in string
		width    int
		want     string
	}{
		{"a line that fits stays", "- a b", 10, "• a b"},
		{"a line breaks behind a space", "aa bb cc", 5, "aa bb\ncc"},
		{"a list item goes on below its text", "- aa bb cc", 7, "• aa bb\n  cc"},
		{"a word that is too long has a line of its own", "a bbbbbbbb c", 4, "a\nbbbbbbbb\nc"},
		{"a word of two styles stays together", "aa b`c`d", 5, "aa\nbcd"},
		{"an empty line stays", "", 5, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, l := range Wrap(FromMarkdown(tt.in), tt.width, HangingIndent) {
				got = append(got, strings.TrimRight(l.text(), " "))
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, "\n")); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestPicturesAreWellFormedAndEscaped(t *testing.T) {
	hostile := []Line{{{"</text><script>&\"'", Style{Color: Red}}}}
	for name, svg := range map[string][]byte{
		"terminal": Terminal("a <title>", "cmd && cmd", hostile),
		"editor":   Editor("t", "<caption>", []string{"agent <a>:", "  x: \"&\""}, 7, Place{Line: 7, Start: 6, End: 9}, hostile),
	} {
		d := xml.NewDecoder(strings.NewReader(string(svg)))
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if e, ok := token.(xml.StartElement); ok && e.Name.Local == "script" {
				t.Errorf("%s: text became an element", name)
			}
		}
		if !strings.Contains(string(svg), "&lt;/text&gt;&lt;script&gt;&amp;") {
			t.Errorf("%s: the text is not in the picture:\n%s", name, svg)
		}
	}
}

func TestARunFillsItsCells(t *testing.T) {
	svg := string(Terminal("t", "c", []Line{{{"  ab  ", Style{}}, {"日本", Style{Bold: true}}}}))
	for _, want := range []string{
		`x="30" y="75" textLength="16"`,
		`x="62" y="75" textLength="32"`,
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("no run with %s in\n%s", want, svg)
		}
	}
}
