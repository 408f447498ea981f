package boundary

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTheVerdictsOfASummaryAreThoseOfTheClass(t *testing.T) {
	c := newMemory(map[string]string{"demo/main.bot": twoNodes}).analyse(t, someDay).classes[0]
	s := c.Summary()
	var want, got []string
	for _, n := range c.Nodes {
		want = append(want, n.Key+" "+strings.Join(n.Reasons, ";")+" "+n.Cause)
	}
	for _, v := range s.Nodes {
		cause := "no-phrase"
		switch {
		case v.Carries:
			cause = ""
		case v.Name == "reads":
			cause = "no-system-prompt"
		}
		got = append(got, s.Key(v.Name)+" "+strings.Join(v.Reasons, ";")+" "+cause)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestUnitsOfEqualPrefixShareTheirKeys(t *testing.T) {
	member := []string{"full_access"}
	unit := func(path string, parses bool, nodes ...Verdict) *Summary {
		return &Summary{Path: path, Files: []string{path}, Prefix: "demo/", HasKeys: true, Workflow: true, ImportBroken: !parses, Nodes: nodes}
	}
	units := []*Summary{
		unit("/a/demo/main.bot", true, Verdict{Name: "one", Reasons: member}, Verdict{Name: "two"}),
		unit("/b/demo/main.bot", false, Verdict{Name: "one"}, Verdict{Name: "two", Reasons: member}, Verdict{Name: "three", Reasons: member}),
		{Path: "/c/x.bot", Files: []string{"/c/x.bot"}, Nodes: []Verdict{{Name: "one", Reasons: member}, {Name: "one", Reasons: member}}},
	}
	if n := Count(units, 0); n.Members != 4 || n.Workflows != 2 {
		t.Errorf("%+v, want 4 members of 2 workflows", n)
	}
	ix := NewIndex(units, func(u *Summary) bool { return !u.ImportBroken })
	for _, tt := range []struct {
		key                    string
		member, unread, exists bool
	}{
		{"demo/one", true, false, true}, // the first counts
		{"demo/three", true, false, true},
		{"demo/gone", false, true, true}, // may stand where nothing can be read
		{"other/one", false, false, false},
		{"one", false, false, false},
		{"", false, false, false},
	} {
		v, _, exists := ix.Lookup(tt.key)
		if exists != tt.exists || v != nil && (v.Member() != tt.member || v.Unread != tt.unread) || v == nil && tt.exists {
			t.Errorf("%q: %+v, exists %t", tt.key, v, exists)
		}
	}
}

func TestWhatUnitsShareCountsOnce(t *testing.T) {
	lib := tally{path: "/a/lib/x.bot", n: 2}
	own := func(path string) tally { return tally{path: path, n: 1} }
	unit := func(path string) *Summary {
		return &Summary{Path: path, Files: []string{path, lib.path}, regions: []tally{own(path), lib}, supervisors: []tally{{path: lib.path, at: 7, n: 1}}}
	}
	n := Count([]*Summary{unit("/a/main.bot"), unit("/a/more.bot")}, 3)
	if want := (Counts{Paragraphs: 4, Supervisors: 1, Inspected: 1, Policies: 3}); n != want {
		t.Errorf("%+v, want %+v", n, want)
	}
}
