package rule

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

func explained(t *testing.T, word string) string {
	t.Helper()
	rules := Explainable(word)
	if len(rules) == 0 {
		t.Fatalf("%q explains nothing", word)
	}
	var b strings.Builder
	if err := Explain(&b, rules...); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestExplainIsTheSameForCodeAndName(t *testing.T) {
	for _, r := range All() {
		want := explained(t, r.Code)
		for _, word := range []string{r.Name, camel(r.Name)} {
			if explained(t, word) != want {
				t.Errorf("%s and %s are explained differently", r.Code, word)
			}
		}
	}
}

func TestExplainSaysWhatIsNeeded(t *testing.T) {
	for _, c := range []struct {
		name, word string
		want       []string
	}{
		{
			"a rule that cannot be silenced names the way out", "BND101",
			[]string{"BND101 missing-boundary-paragraph", "UNTRUSTED INPUT BOUNDARY", "cannot be silenced", "[[boundary.deferred]]", "owner ="},
		},
		{
			"a rule of bots shows its comment", "BND104",
			[]string{"## boundary: ignore BND104 — reason", `BND104 = "off"`},
		},
		{
			"a rule of pages shows the comment of Markdown", "BND302",
			[]string{"<!-- boundary: ignore BND302 — reason -->"},
		},
		{
			"a rule about comments has no comment", "CFG301",
			[]string{`CFG301 = "off"`, "a comment does not do it"},
		},
		{
			"a manifest has no comments, so [rules] is shown alone", "BOT601",
			[]string{"Set its severity for the whole workspace", "C205"},
		},
		{
			"an engine code shows all its rules", "C004",
			[]string{"BOT401 malformed-template", "BOT501 bad-recipe"},
		},
		{
			"severities by case say which", "BND103",
			[]string{"Severity: warning / info (info where"},
		},
		{
			"a rule of playbooks shows the comment of Starlark", "ExternalCompared",
			[]string{"PB004 external-compared", "# boundary: ignore PB004 — reason", `PB004 = "off"`},
		},
		{
			"a rule whose errors cannot be silenced says so", "PB001",
			[]string{"Severity: error / warning (warning where", "Its errors cannot be silenced. For a warning, put a comment", "# boundary: ignore PB001"},
		},
		{
			"a rule of a preview run says that check does not find it", "PB003",
			[]string{"Only a preview run", "playbook.params.json:", "It cannot be silenced"},
		},
		{
			"a rule that can be raised only says so", "PB029",
			[]string{"can raise its severity, never lower it"},
		},
		{
			"a rule without fixes says so", "BOT208",
			[]string{"There is no automatic fix"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Join(strings.Fields(explained(t, c.word)), " ")
			for _, want := range c.want {
				if !strings.Contains(text, want) {
					t.Errorf("%s: %q is missing in\n%s", c.word, want, text)
				}
			}
		})
	}
}

func TestExplainFitsATerminal(t *testing.T) {
	for _, r := range All() {
		text := explained(t, r.Code)
		if !utf8.ValidString(text) {
			t.Errorf("%s: the text is no UTF-8", r.Code)
		}
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			if n := utf8.RuneCountInString(line); n > 100 || n > textWidth && !strings.HasPrefix(line, "    ") {
				t.Errorf("%s: a line of %d characters: %s", r.Code, n, line)
			}
			if strings.TrimRight(line, " ") != line {
				t.Errorf("%s: a line ends in blanks: %q", r.Code, line)
			}
		}
	}
}

func TestExplainReportsAWriterThatFails(t *testing.T) {
	broken := errors.New("broken pipe")
	r, _ := Get("BND101")
	if err := Explain(failing{broken}, r); !errors.Is(err, broken) {
		t.Errorf("Explain gave %v", err)
	}
	if err := Markdown(failing{broken}); !errors.Is(err, broken) {
		t.Errorf("Markdown gave %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
