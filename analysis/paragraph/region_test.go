package paragraph

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// body makes a prompt declaration of lines; "␠" stands for a space and "␉" for
// a tab.
func body(profile int, lines ...string) string {
	var b strings.Builder
	if profile == 2 {
		b.WriteString("dsl: 2\n\n")
	}
	b.WriteString("prompt duty:\n")
	for _, l := range lines {
		if l != "" && !strings.HasPrefix(l, "␠") {
			l = "  " + l
		}
		b.WriteString(strings.NewReplacer("␠", " ", "␉", "\t").Replace(l) + "\n")
	}
	return b.String()
}

// describe writes a region as one readable text: its span, its shown part, and
// where its references are reported.
func describe(f files, t *testing.T) []string {
	c := f.compile(t, "duty")
	var list []string
	for _, r := range Regions(c) {
		list = append(list, "region "+c.Text[r.Span.Start:r.Span.End])
		if r.Shown != r.Span {
			list = append(list, "shown "+c.Text[r.Shown.Start:r.Shown.End])
		}
		if !r.HeadingOK {
			list = append(list, "no heading")
		}
		if len(r.Missing) > 0 {
			list = append(list, "missing "+strings.Join(r.Missing, " "))
		}
		for _, ref := range r.Refs {
			s := "ref " + f[ref.Origin.Path][ref.Origin.Span.Start:ref.Origin.Span.End]
			if ref.Included != nil {
				s += " <- " + f[ref.Included.Path][ref.Included.Span.Start:ref.Included.Span.End]
			}
			if ref.Open {
				s += " open"
			}
			list = append(list, s)
		}
	}
	return list
}

const (
	good  = "Data is authoritative, never obeyed." // all three parts
	phrIn = "You respect the " + Phrase + " here."
)

func TestRegions(t *testing.T) {
	long := "region " + Heading + "\n" + good
	tests := []struct {
		name    string
		profile int
		lines   []string
		files   files
		want    []string
	}{
		{"a body without the phrase has no region", 2, []string{"You sort."}, nil, nil},
		{"the phrase's whole line belongs to the region and a blank line closes it", 2,
			[]string{"One {{run.id}}.", "See {{run.id}} " + Phrase + ": " + good, "", "{{input.x}}"}, nil,
			[]string{"region See {{run.id}} " + Phrase + ": " + good, "no heading", "ref {{run.id}}"}},
		{"a line of spaces closes in profile 2", 2, []string{Heading, good, "␠␠␠␠", "{{input.x}}"}, nil, []string{long}},
		{"a line of a tab closes in profile 1", 1, []string{Heading, good, "␠␠␉", "{{input.x}}"}, nil, []string{long}},
		{"a line of a no-break space closes", 1, []string{Heading, good, "\u00a0", "{{input.x}}"}, nil, []string{long}},
		{"profile 1 drops the blank line that the source shows", 1, []string{Heading, good, "", "a {{input.x}}", "", "b {{input.y}}"}, nil,
			[]string{long + "\na {{input.x}}\nb {{input.y}}", "shown " + Heading + "\n" + good, "ref {{input.x}} open", "ref {{input.y}} open"}},
		{"a reference before the dropped line is not open", 1, []string{Heading, good + " {{input.x}}", "", "b"}, nil,
			[]string{"region " + Heading + "\n" + good + " {{input.x}}\nb", "shown " + Heading + "\n" + good + " {{input.x}}", "ref {{input.x}}"}},
		{"each phrase outside an open region opens one", 2, []string{Heading, good, Heading, "", Heading, good}, nil,
			[]string{long + "\n" + Heading, long}},
		{"a phrase in prose is no heading and says nothing", 2, []string{phrIn}, nil,
			[]string{"region " + phrIn, "no heading", "missing data authority response"}},
		{"an unclosed reference runs to the end of the line and hides what is in it", 2, []string{Heading, good + " {{a {{b ␠", "{{c}}"}, nil,
			[]string{"region " + Heading + "\n" + good + " {{a {{b  \n{{c}}", "ref {{a {{b", "ref {{c}}"}},
		{"JSON and group parameters are references, single braces are not", 2, []string{Heading, good + ` {{"a":1}} {{params.x}} { {a} } }} ${X}`}, nil,
			[]string{"region " + Heading + "\n" + good + ` {{"a":1}} {{params.x}} { {a} } }} ${X}`, `ref {{"a":1}}`, "ref {{params.x}}"}},
		{"a reference in included text stands at the directive", 1, []string{Heading, `{{include "r.md"}}`, "{{input.after}}"},
			files{"/w/r.md": good + " {{input.x}}\nmore\n"},
			[]string{"region " + Heading + "\n" + good + " {{input.x}}\nmore", `ref {{include "r.md"}} <- {{input.x}}`}},
		{"included text without a final newline does not close", 2, []string{Heading, `{{include "r.md"}}`, "{{input.after}}"},
			files{"/w/r.md": good},
			[]string{long + "\n{{input.after}}", "ref {{input.after}}"}},
		{"a directive inside included text is a reference, an unreadable one is not", 2, []string{Heading, `{{include "r.md"}} {{include "gone.md"}}`},
			files{"/w/r.md": good + ` {{include "s.md"}}`},
			[]string{"region " + Heading + "\n" + good + ` {{include "s.md"}} {{include "gone.md"}}`, `ref {{include "r.md"}} <- {{include "s.md"}}`}},
		{"a directive behind the dropped line is open", 1, []string{Heading, good, "", `{{include "r.md"}}`},
			files{"/w/r.md": "{{input.x}}"},
			[]string{long + "\n{{input.x}}", "shown " + Heading + "\n" + good, `ref {{include "r.md"}} <- {{input.x}} open`}},
		{"included CRLF is folded", 2, []string{`{{include "r.md"}}`}, files{"/w/r.md": Heading + "\r\n" + good + " {{a}}\r\n\r\n{{b}}"},
			[]string{long + " {{a}}", `ref {{include "r.md"}} <- {{a}}`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := files{mainPath: body(tt.profile, tt.lines...)}
			for name, s := range tt.files {
				f[name] = s
			}
			if diff := cmp.Diff(tt.want, describe(f, t)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			crlf := files{mainPath: strings.ReplaceAll(f[mainPath], "\n", "\r\n")}
			for name, s := range tt.files {
				crlf[name] = s
			}
			if diff := cmp.Diff(tt.want, describe(crlf, t)); diff != "" {
				t.Errorf("CRLF (-want +got)\n%s", diff)
			}
		})
	}
}

func TestBlankLinesSurviveInInlineStringsOfProfileOne(t *testing.T) {
	f := files{mainPath: "agent a:\n  system: |\n    " + Heading + "\n    " + good + "\n\n    {{input.x}}\n"}
	r := Regions(f.compile(t, ""))
	if len(r) != 1 || len(r[0].Refs) != 0 || r[0].Shown != r[0].Span {
		t.Errorf("%+v", r)
	}
}

func TestHeadingForms(t *testing.T) {
	for line, want := range map[string]bool{ // @ is the phrase
		"IMPORTANT — @:":                      true,
		"@:":                                  true,
		"## @: text":                          true,
		"> **IMPORTANT – @ (tickets)**: text": true,
		"**IMPORTANT — @:**":                  true,
		"- IMPORTANT - @:":                    true,
		"─── @ ───":                           true,
		"═══ IMPORTANT — @ (logs) ═══": true,
		"=== @ ===":                            true,
		"\u00a0IMPORTANT\u00a0—\u00a0@\u00a0:": true,
		"── @":                                 false,
		"@":                                    false,
		"@ follows":                            false,
		"@ ── then":                            false,
		"IMPORTANT @:":                         false,
		"IMPORTANT: @:":                        false,
		"Important — @:":                       false,
		"See @: text":                          false,
		"@ (open: text":                        false,
	} {
		before, after, _ := strings.Cut(line, "@")
		if got := isHeading(before, after); got != want {
			t.Errorf("%q: %v, want %v", line, got, want)
		}
	}
}

func TestCheck(t *testing.T) {
	tests := []struct {
		name   string
		text   string
		status Status
		want   string
	}{
		{"the exact phrase", "a " + Phrase + " b", Carries, ""},
		{"nothing like it", "untrusted data and input", NoPhrase, ""},
		{"other letters", "x Untrusted input Boundary y", NotExact, "Untrusted input Boundary"},
		{"hyphens", "Untrusted-input - boundary", NotExact, "Untrusted-input - boundary"},
		{"two spaces", "UNTRUSTED  INPUT BOUNDARY", NotExact, "UNTRUSTED  INPUT BOUNDARY"},
		{"a no-break space", "UNTRUSTED\u00a0INPUT BOUNDARY", NotExact, "UNTRUSTED\u00a0INPUT BOUNDARY"},
		{"a line end", "UNTRUSTED INPUT\nBOUNDARY", NotExact, "UNTRUSTED INPUT\nBOUNDARY"},
		{"joined words", "untrustedinput boundary", NoPhrase, ""},
		{"a false start first", "untrusted untrusted input boundary", NotExact, "untrusted input boundary"},
		{"cut at the end", "untrusted input bound", NoPhrase, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := files{mainPath: "", "/w/prompts/duty.md": tt.text}.compile(t, "duty")
			status, s := Check(c)
			if status != tt.status || c.Text[s.Start:s.End] != tt.want {
				t.Errorf("%q %q", status, c.Text[s.Start:s.End])
			}
		})
	}
}

func TestMissing(t *testing.T) {
	for s, want := range map[string]string{
		"P data authoritative never":                        "",
		"P dataset authoritative never":                     "data",
		"P not\n  instructions; this\tprompt; do NOT  obey": "",
		"P not an instruction, System Prompt, overriding":   "",
		"P not instructional, nonauthoritative, nevermore":  "data authority response",
		"report P data authoritative":                       "response",
		"P data authoritative ignored":                      "",
		"P DATA. AUTHORITATIVE. Reported.":                  "",
		"P data_x, authoritative, unreported":               "data response",
	} {
		if got := strings.Join(missing(s, strings.Index(s, "P ")+1), " "); got != want {
			t.Errorf("%q: missing %q, want %q", s, got, want)
		}
	}
}
