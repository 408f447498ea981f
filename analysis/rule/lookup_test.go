package rule

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func codes(rules []Rule) []string {
	var list []string
	for _, r := range rules {
		list = append(list, r.Code)
	}
	return list
}

func TestLookup(t *testing.T) {
	for _, c := range []struct{ name, word, want string }{
		{"a code", "BND101", "BND101"},
		{"a kebab-case name", "missing-boundary-paragraph", "BND101"},
		{"the same name in CamelCase", "MissingBoundaryParagraph", "BND101"},
		{"a name with digits", "InvalidUtf8", "BOT106"},
		{"a code in other letters is none", "bnd101", ""},
		{"a name in other letters is none", "Missing-Boundary-Paragraph", ""},
		{"an engine code is no rule", "C001", ""},
		{"a CamelCase name of a playbook rule", "ExternalConverted", "PB001"},
		{"a rule that is not analysed", "XM001", ""},
		{"a dictionary rule is not analysed yet", "CFG201", ""},
		{"nothing", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, ok := Lookup(c.word)
			if r.Code != c.want || ok != (c.want != "") {
				t.Errorf("Lookup(%q) is %q, %v; want %q", c.word, r.Code, ok, c.want)
			}
		})
	}
}

func TestLookupKnown(t *testing.T) {
	for _, c := range []struct {
		name, word string
		want       Entry
	}{
		{"a rule that is analysed", "BND104", Entry{"BND104", "boundary-heading-form", CommentYes, ConfigAny, true}},
		{"one that is not, by code", "XM001", Entry{"XM001", "unclosed-component", CommentYes, ConfigAny, false}},
		{"a rule of which only warnings can be silenced", "PB001", Entry{"PB001", "external-converted", CommentWarnings, ConfigNo, true}},
		{"in CamelCase", "ExternalCompared", Entry{"PB004", "external-compared", CommentYes, ConfigAny, true}},
		{"the screen can be raised only", "SCR103", Entry{"SCR103", "model-directive", CommentYes, ConfigRaise, false}},
		{"a dictionary rule", "dictionary-path", Entry{"CFG201", "dictionary-path", CommentNo, ConfigNo, false}},
		{"an unknown word", "BND999", Entry{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, ok := LookupKnown(c.word)
			if diff := cmp.Diff(c.want, got); diff != "" || ok != (c.want.Code != "") {
				t.Errorf("LookupKnown(%q), %v (-want +got):\n%s", c.word, ok, diff)
			}
		})
	}
}

func TestExplainable(t *testing.T) {
	for _, c := range []struct {
		name, word string
		want       []string
	}{
		{"a code", "BOT303", []string{"BOT303"}},
		{"an engine code of one rule", "C019", []string{"BOT303"}},
		{"an engine code of two kinds", "C004", []string{"BOT401", "BOT501"}},
		{"an engine code whose meaning changed", "C030", []string{"BOT114", "BOT505"}},
		{"a parser's code", "E012", []string{"BOT107"}},
		{"an engine code that nobody knows", "C999", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, codes(Explainable(c.word))); diff != "" {
				t.Errorf("Explainable(%q) (-want +got):\n%s", c.word, diff)
			}
		})
	}
}

func TestNearestRule(t *testing.T) {
	for _, c := range []struct{ name, word, built, known string }{
		{"a slip in a name", "boundary-heading-from", "boundary-heading-form", "boundary-heading-form"},
		{"a swap in a name", "member-by-hnad", "member-by-hand", "member-by-hand"},
		{"a code in other letters", "bnd104", "BND104", "BND104"},
		{"a rule that is not analysed", "malformed-tga", "", "malformed-tag"},
		{"a rule of playbooks", "external-comparde", "external-compared", "external-compared"},
		{"a name in CamelCase", "ExternalComparde", "", "external-compared"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.built != "" {
				if got, ok := NearestBuilt(c.word); got != c.built || !ok {
					t.Errorf("NearestBuilt(%q) is %q, want %q", c.word, got, c.built)
				}
			}
			if got, _, unique := NearestKnown(c.word); got != c.known || !unique {
				t.Errorf("NearestKnown(%q) is %q, %v; want %q", c.word, got, unique, c.known)
			}
		})
	}
}

func TestWhatIsHandedOutIsTheCallers(t *testing.T) {
	All()[0].Code = "changed"
	Known()[0].Code = "changed"
	LookupEngine("C004")[0].Code = "changed"
	if All()[0].Code != "BND101" || Known()[0].Code != "BND101" || LookupEngine("C004")[0].Code != "BOT401" {
		t.Error("a change of a returned slice changed the registry")
	}
}
