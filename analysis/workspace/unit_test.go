package workspace

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

func unitTree(t testing.TB) (*Session, string) {
	dir := temp(t, map[string]string{
		".boundary.toml":          "[boundary]\nmembers = \"class.txt\"\n",
		"kit/main.bot":            mainBot("lib/a.bot", "lib/gone.bot"),
		"kit/second.bot":          mainBot("lib/sub/b.bot"),
		"kit/lib/a.bot":           "dsl: 2\n\nimport \"sub/b.bot\"\n\nprompt duty:\n  See {{include \"note.md\"}}.\n",
		"kit/lib/note.md":         "note",
		"kit/lib/sub/b.bot":       fragment,
		"kit/lib/free.bot":        fragment,
		"kit/lib/flow.bot":        mainBot(),
		"kit/prompts/p.md":        "Read {{include \"inc/deep.md\"}}.",
		"kit/prompts/inc/deep.md": "deep",
		"kit/README.md":           "",
		"lone/main.bot":           mainBot(),
		"lone/lib":                "-> ../kit/lib",
		"lone/linked.bot":         mainBot("lib/a.bot"),
		"class.txt":               "",
	})
	return NewSession(Options{Dir: dir}), dir
}

func TestUnitsOf(t *testing.T) {
	se, dir := unitTree(t)
	s := se.Snapshot()
	for p, want := range map[string]string{
		"kit/main.bot":            "kit/main.bot",
		"kit/lib/a.bot":           "kit/main.bot",
		"kit/lib/sub/b.bot":       "kit/main.bot kit/second.bot",
		"kit/lib/gone.bot":        "kit/main.bot",
		"kit/lib/free.bot":        "",
		"kit/lib/flow.bot":        "kit/lib/flow.bot",
		"kit/lib/note.md":         "kit/main.bot",
		"kit/prompts/p.md":        "kit/main.bot",
		"kit/prompts/inc/deep.md": "kit/main.bot",
		"kit/README.md":           "",
		"lone/main.bot":           "lone/main.bot",
		"nosuch/main.bot":         "nosuch/main.bot",
	} {
		var got []string
		for _, m := range s.UnitsOf(dir + "/" + p) {
			got = append(got, strings.TrimPrefix(m, dir+"/"))
		}
		if diff := cmp.Diff(strings.Fields(want), append([]string{}, got...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", p, diff)
		}
	}
}

func TestAnImportThroughALinkIsAnErrorOfTheUnit(t *testing.T) {
	se, dir := unitTree(t)
	s := se.Snapshot()
	u, err := s.Unit(dir + "/lone/linked.bot")
	if err != nil {
		t.Fatal(err)
	}
	if len(u.Files) != 1 || len(u.Errors) != 1 || u.Errors[0].Code != "E046" {
		t.Errorf("%d files, errors %v", len(u.Files), u.Errors)
	}
	if _, err := s.Bot(dir + "/lone/lib/a.bot"); err != nil {
		t.Errorf("by itself it can be read: %v", err)
	}
	// A link on the way to the main file is no matter of its imports.
	if err := os.Symlink("kit", filepath.Join(dir, "same")); err != nil {
		t.Fatal(err)
	}
	if u, err = s.Unit(dir + "/same/second.bot"); err != nil || len(u.Errors) != 0 || len(u.Files) != 2 {
		t.Errorf("through a link: %v %v", u, err)
	}
}

func TestUnitsAreTheSameUntilTheirFilesChange(t *testing.T) {
	se, dir := unitTree(t)
	mains := []string{"kit/main.bot", "kit/second.bot", "lone/main.bot"}
	units := func(s *Snapshot) map[string]*bot.Unit {
		m := map[string]*bot.Unit{}
		for _, p := range mains {
			u, err := s.Unit(dir + "/" + p)
			if err != nil {
				t.Fatal(err)
			}
			m[p] = u
		}
		return m
	}
	steps := []struct {
		name string
		do   func() *Snapshot
		// changed are the units that must be new; all others stay.
		changed string
	}{
		{"nothing", se.Snapshot, ""},
		{"a main file is opened as it is on disk", func() *Snapshot {
			return se.Open(dir+"/kit/main.bot", doc(mainBot("lib/a.bot", "lib/gone.bot")), 1, "bot")
		}, ""},
		{"it is edited", func() *Snapshot {
			return se.Change(dir+"/kit/main.bot", doc(mainBot("lib/a.bot", "lib/gone.bot")+"\n"), 2)
		}, "kit/main.bot"},
		{"a fragment of two is edited", func() *Snapshot {
			return se.Open(dir+"/kit/lib/sub/b.bot", doc(fragment+"\n"), 1, "bot")
		}, "kit/main.bot kit/second.bot"},
		{"a fragment of none is edited", func() *Snapshot {
			return se.Open(dir+"/kit/lib/free.bot", doc(fragment+"\n"), 1, "bot")
		}, ""},
		{"the fragment that was missing appears", func() *Snapshot {
			write(t, dir, map[string]string{"kit/lib/gone.bot": "dsl: 2\n"})
			return se.Invalidate(dir + "/kit/lib/gone.bot")
		}, "kit/main.bot"},
		{"a prompt file appears unsaved", func() *Snapshot {
			return se.Open(dir+"/kit/prompts/new.md", doc("x"), 1, "markdown")
		}, "kit/main.bot"},
		{"and is closed", func() *Snapshot { return se.Close(dir + "/kit/prompts/new.md") }, "kit/main.bot"},
		{"a file is written as it was", func() *Snapshot {
			write(t, dir, map[string]string{"kit/second.bot": mainBot("lib/sub/b.bot")})
			return se.Invalidate(dir)
		}, ""},
		{"the fragment is closed again", func() *Snapshot { return se.Close(dir + "/kit/lib/sub/b.bot") }, "kit/second.bot kit/main.bot"},
	}
	before := units(se.Snapshot())
	for _, step := range steps {
		after := units(step.do())
		for _, p := range mains {
			want := strings.Contains(" "+step.changed+" ", " "+p+" ")
			if got := after[p] != before[p]; got != want {
				t.Errorf("%s: the unit of %s is new: %v", step.name, p, got)
			}
		}
		before = after
	}
}

func TestAUnitWithoutItsMainFileIsAnError(t *testing.T) {
	s := NewSession(Options{Dir: "/nosuch"}).Snapshot()
	if u, err := s.Unit("/nosuch/main.bot"); u != nil || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v, %v", u, err)
	}
}

func TestDependents(t *testing.T) {
	se, dir := unitTree(t)
	s := se.Snapshot()
	for _, p := range []string{"kit/main.bot", "kit/second.bot", "lone/main.bot", "kit/README.md"} {
		s.File(dir + "/" + p)
	}
	for p, want := range map[string]string{
		"kit/lib/sub/b.bot":       ".boundary.toml class.txt kit/lib/a.bot kit/lib/note.md kit/main.bot kit/prompts/inc/deep.md kit/prompts/p.md kit/second.bot",
		"kit/lib/gone.bot":        ".boundary.toml class.txt kit/lib/a.bot kit/lib/note.md kit/lib/sub/b.bot kit/main.bot kit/prompts/inc/deep.md kit/prompts/p.md",
		"kit/prompts/inc/deep.md": "kit/lib/a.bot kit/lib/note.md kit/lib/sub/b.bot kit/main.bot kit/prompts/p.md",
		"lone/main.bot":           ".boundary.toml class.txt",
		"kit/README.md":           "",
	} {
		if diff := cmp.Diff(strings.Fields(want), dependents(s, dir, p)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", p, diff)
		}
	}
	for p, want := range map[string]string{
		".boundary.toml": "class.txt kit/main.bot kit/second.bot lone/main.bot kit/README.md",
		"class.txt":      ".boundary.toml kit/main.bot lone/main.bot",
	} {
		got := dependents(s, dir, p)
		for _, f := range strings.Fields(want) {
			if !strings.Contains(" "+strings.Join(got, " ")+" ", " "+f+" ") {
				t.Errorf("%s lacks %s: %v", p, f, got)
			}
		}
	}
}

func dependents(s *Snapshot, dir, p string) []string {
	list := []string{}
	for _, f := range s.Dependents(dir + "/" + p) {
		list = append(list, strings.TrimPrefix(f, dir+"/"))
	}
	return list
}
