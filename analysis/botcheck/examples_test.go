package botcheck

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestExamplesHaveTheFindingsOfTheNewestEngine compares with the column
// "Newest" of the examples' README: code and line of every finding.
func TestExamplesHaveTheFindingsOfTheNewestEngine(t *testing.T) {
	want := map[string]string{
		"01-minimal-linear":   "",
		"02-triage-loop":      "C144 4, C145 83",
		"03-parallel-audit":   "",
		"04-human-gate":       "C128 83",
		"05-profile2-release": "",
		"06-groups-events":    "",
		"07-contract-action":  "",
		"08-bad-indentation":  "E003 5, E003 13, E003 17",
		"09-bad-references":   "C031 10, C033 10, C035 10, C004 13, C016 15, C002 17, C016 20, C003 22, C016 26, C004 27, C008 30, C001 32",
		"10-bad-edges":        "C016 15, C012 20, E030 20, C014 21, C013 22, C026 24, E002 25, E002 26",
		"11-bad-properties":   "E021 5, C109 6, C109 7, E002 7, E002 7, E014 9, E020 13, E011 15, C042 18, E020 19, E012 22, E020 24, E020 25, E002 26, E012 27",
		"12-bracket-traps":    "E002 7, E004 13, BOT117 21",
		"13-shipped-shapes":   "C144 12",
		"14-newest-shapes":    "",
		"15-bad-strings":      "E012 8, E004 14, BOT117 19, E003 19",
	}
	m := disk(t, examplesDir)
	n := 0
	for p := range m {
		name := strings.TrimSuffix(strings.TrimPrefix(p, "/w/"), ".bot")
		expected, ok := want[name]
		if !ok {
			continue
		}
		n++
		if diff := cmp.Diff(expected, strings.Join(show(m, findings(t, m, p)), ", ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if n != len(want) {
		t.Errorf("%d of %d examples are there", n, len(want))
	}
}

// TestAFragmentAloneIsNotAskedForAWorkflow reads the fragment as if it were
// the main file, and without a unit.
func TestAFragmentAloneIsNotAskedForAWorkflow(t *testing.T) {
	m := disk(t, examplesDir)
	const p = "/w/lib/release_parts.bot"
	f, err := m.Bot(p)
	if err != nil {
		t.Fatal(err)
	}
	if got := show(m, append(Alone(p, f), findings(t, m, p)...)); len(got) != 0 {
		t.Errorf("findings: %v", got)
	}
}
