package picture

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFromScreen(t *testing.T) {
	red := Style{Fore: rgb(255, 0, 16), Back: rgb(1, 2, 3)}
	tests := []struct {
		name, in string
		want     []Line
	}{
		{"colours of 24 bits, before and behind", "\x1b[38;2;255;0;16;48;2;1;2;3mx\x1b[39m\x1b[49my", []Line{{{"x", red}, {"y", Style{}}}}},
		{"a style goes on in the next row", "\x1b[1;3mx\ny\x1b[0m", []Line{{{"x", Style{Bold: true, Italic: true}}}, {{"y", Style{Bold: true, Italic: true}}}}},
		{"a curly line is a line", "\x1b[4:3;58;2;1;1;1mx\x1b[24my", []Line{{{"x", Style{Underline: true}}, {"y", Style{}}}}},
		{"blank rows at the end are left out", "x\n   \n\n", []Line{{{"x", Style{}}}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := fromScreen(tt.in)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
	for _, in := range []string{"\x1b[K", "\x1b[38;5;1mx", "\x1b[38;2;1;2mx", "\x1b[38;2;1;2;300mx", "\x1b[31mx", "\x1b"} {
		if _, err := Screen("t", "c", in); err == nil {
			t.Errorf("%q is drawn, want an error", in)
		}
	}
}

func TestAScreenHasItsColours(t *testing.T) {
	svg, err := Screen("a title", "nvim", "  \x1b[3;4;38;2;1;2;3;48;2;4;5;6mab ")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<rect x="30" y="42" width="24" height="19" rx="0" fill="#040506"/>`,
		`fill="#010203" font-style="italic" text-decoration="underline">ab</text>`,
	} {
		if !strings.Contains(string(svg), want) {
			t.Errorf("no %s in\n%s", want, svg)
		}
	}
}
