package playbook_test

import (
	"errors"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

func TestResolveLoadStaysInsideTheRoot(t *testing.T) {
	for _, tc := range []struct{ from, module, want string }{
		{"p.star", "a.star", "a.star"},
		{"p.star", "./a.star", "a.star"},
		{"x/p.star", "a.star", "x/a.star"},
		{"x/y/p.star", "../a.star", "x/a.star"},
		{"x/p.star", "../a.star", "a.star"},
		{"x/p.star", "../x/./a.star", "x/a.star"},
		{"x/p.star", "//a/b.star", "a/b.star"},
		{"x/p.star", "//a/../b.star", "b.star"},
		{"p.star", "é ü.star", "é ü.star"},
		{"p.star", "../a.star", ""},
		{"x/p.star", "../../a.star", ""},
		{"x/p.star", "y/../../../a.star", ""},
		{"x/p.star", "//../a.star", ""},
		{"p.star", "/a.star", ""},
		{"p.star", "///a.star", ""},
		{"p.star", "//", ""},
		{"p.star", "", ""},
		{"p.star", "a", ""},
		{"p.star", "a.bzl", ""},
		{"p.star", `a\b.star`, ""},
		{"p.star", "C:a.star", ""},
		{"p.star", "@repo//a:b.star", ""},
		{"p.star", "a\x00.star", ""},
	} {
		id, name := playbook.ResolveLoad(tc.from, tc.module)
		if id != tc.want || (name == playbook.LoadOutside) != (tc.want == "") {
			t.Errorf("%s from %s is %q, %q, want %q", tc.module, tc.from, id, name, tc.want)
		}
	}
}

func TestRoles(t *testing.T) {
	for _, tc := range []struct {
		id, src string
		want    playbook.Role
	}{
		{"playbook.star", "", playbook.Entry},
		{"a/b/playbook.star", "", playbook.Entry},
		{"a/x.playbook.star", "", playbook.Entry},
		{"packs/a.star", "", playbook.Pack},
		{"packs/a/b.star", "", playbook.Pack},
		{"a/packs/b.star", "", playbook.NoRole},
		{"a.star", "", playbook.NoRole},
		{"myplaybook.star", "", playbook.NoRole},
		{"BUILD", "# boundary: playbook\n", playbook.Entry},
		{"a.star", "\ufeff# boundary: pack \r\nx", playbook.Pack},
		{"playbook.star", "# boundary: pack", playbook.Pack},
		{"a.star", "\n# boundary: pack\n", playbook.NoRole},
		{"a.star", "# boundary: packs\n", playbook.NoRole},
	} {
		if got := playbook.DefaultGlobs().Role(tc.id, []byte(tc.src)); got != tc.want {
			t.Errorf("%s with %q has the role %d, want %d", tc.id, tc.src, got, tc.want)
		}
	}
	for entry, want := range map[string]string{
		"playbook.star": "playbook.params.json", "a/x.playbook.star": "a/x.params.json",
		"a/other.star": "a/other.params.json", ".playbook.star": ".playbook.params.json",
	} {
		if got := playbook.SampleID(entry); got != want {
			t.Errorf("the sample of %s is %s, want %s", entry, got, want)
		}
	}
}

// linked is a loader with symbolic links.
type linked struct {
	playbooktest.Files
	links map[string]string
}

func (l linked) Real(id string) (string, error) {
	switch to := l.links[id]; to {
	case "":
		return l.Files.Real(id)
	case "outside":
		return "", playbook.ErrOutside
	case "broken":
		return "", errors.New("/secret/path: too many links")
	default:
		return to, nil
	}
}

func TestLoadsAreJudgedAtTheLoad(t *testing.T) {
	lib := "x = \"lib\"\n"
	for _, tc := range []struct {
		name  string
		load  string
		files playbooktest.Files
		links map[string]string
		err   playbook.ErrorName
		pos   string
	}{
		{"a module", "lib.star", playbooktest.Files{"lib.star": lib}, nil, "", ""},
		{"a module twice", "lib.star\", y = \"x\")\nload(\"//lib.star", playbooktest.Files{"lib.star": lib}, nil, "", ""},
		{"a link that leaves the workspace", "lib.star", playbooktest.Files{"lib.star": lib}, map[string]string{"lib.star": "outside"}, playbook.LoadOutside, "playbook.star:2:1"},
		{"a link that leads nowhere", "lib.star", playbooktest.Files{"lib.star": lib}, map[string]string{"lib.star": "broken"}, playbook.LoadNotFound, "playbook.star:2:1"},
		{"a link to an entry", "lib.star", playbooktest.Files{"b.playbook.star": lib}, map[string]string{"lib.star": "b.playbook.star"}, playbook.LoadEntry, "playbook.star:2:1"},
		{"a link to the entry itself", "lib.star", playbooktest.Files{"lib.star": lib}, map[string]string{"lib.star": "playbook.star"}, playbook.LoadEntry, "playbook.star:2:1"},
		{"the entry itself", "playbook.star", playbooktest.Files{}, nil, playbook.LoadEntry, "playbook.star:2:1"},
		{"an entry by its comment", "lib.star", playbooktest.Files{"lib.star": "# boundary: playbook\n" + lib}, nil, playbook.LoadEntry, "playbook.star:2:1"},
		{"a pack by its comment", "b.playbook.star", playbooktest.Files{"b.playbook.star": "# boundary: pack\n" + lib}, nil, "", ""},
		{"a module that is missing below", "a/lib.star", playbooktest.Files{"a/lib.star": "y = 1\nload(\"b.star\", \"z\")\n"}, nil, playbook.LoadNotFound, "a/lib.star:2:1"},
		{"a module that does not parse", "lib.star", playbooktest.Files{"lib.star": "x = = 1\n"}, nil, playbook.SyntaxErrorName, "lib.star:1:5"},
		{"a module that is no UTF-8", "lib.star", playbooktest.Files{"lib.star": "# é\nx = \"\xff\"\n"}, nil, playbook.InvalidText, "lib.star:2:6"},
		{"a module with a NUL", "lib.star", playbooktest.Files{"lib.star": "# é\nx = \"\"\x00\n"}, nil, playbook.SyntaxErrorName, "lib.star:2:7"},
		{"a module with a byte order mark", "lib.star", playbooktest.Files{"lib.star": "\ufeff" + lib}, nil, "", ""},
		{"a mistake behind a byte order mark", "lib.star", playbooktest.Files{"lib.star": "\ufeffx = y"}, nil, playbook.ResolveErrorName, "lib.star:1:6"},
		{"a module that fails", "lib.star", playbooktest.Files{"lib.star": "x = 1 // 0\n"}, nil, playbook.StarlarkError, "lib.star:1:7"},
		{"a playbook in a module", "lib.star", playbooktest.Files{"lib.star": lib + "playbook(\"x\", steps = [])\n"}, nil, playbook.OutsideEntry, "lib.star:2:9"},
		{"a noncharacter in a loaded name", "lib.star\", y = \"a\\ufdd0", playbooktest.Files{"lib.star": lib}, nil, playbook.NoncharacterLiteral, "playbook.star:2:22"},
		{"a noncharacter in a docstring", "lib.star", playbooktest.Files{"lib.star": "def f():\n    '''\ufdd0'''\n"}, nil, playbook.NoncharacterLiteral, "lib.star:2:5"},
		{"a noncharacter in a comment", "lib.star", playbooktest.Files{"lib.star": lib + "# \ufdd0\n"}, nil, "", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tc.files[playbooktest.EntryID] = "\nload(\"" + tc.load + "\", \"x\")\n" + tail
			_, err := compileFiles(t, tc.files, nil, playbook.Options{Loader: linked{tc.files, tc.links}})
			switch {
			case tc.err == "" && err != nil:
				t.Errorf("the run ends with %v", err)
			case tc.err != "" && (err == nil || err.Name != tc.err || err.Pos.String() != tc.pos):
				t.Errorf("the run ends with %v, want %s at %s", err, tc.err, tc.pos)
			}
		})
	}
}

// A module is the file that a link leads to: it runs once, loads from where it
// lies, and is named so.
func TestALinkedModuleIsItsFile(t *testing.T) {
	links := map[string]string{"lib.star": "packs/lib.star"}
	files := playbooktest.Files{
		playbooktest.EntryID: "load(\"lib.star\", \"x\")\nload(\"packs/lib.star\", y = \"x\")\n" + tail,
		"packs/lib.star":     "load(\"beside.star\", \"z\")\nprint(z)\nx = z\n",
		"packs/beside.star":  "z = \"beside\"\n",
	}
	plan, err := compileFiles(t, files, nil, playbook.Options{Loader: linked{files, links}})
	if err != nil {
		t.Fatal(err)
	}
	if len(plan.Printed) != 1 {
		t.Errorf("printed %q, want once", plan.Printed)
	}
	files["packs/lib.star"] += "load(\"//lib.star\", w = \"x\")\n"
	_, err = compileFiles(t, files, nil, playbook.Options{Loader: linked{files, links}})
	if err == nil || err.Name != playbook.LoadCycle || err.Pos.Filename() != "packs/lib.star" {
		t.Errorf("a circle through a link ends with %v", err)
	}
}

func TestParamsMayRunInAFunctionOfAModuleThatTheEntryCalls(t *testing.T) {
	files := playbooktest.Files{
		playbooktest.EntryID: "load(\"lib.star\", \"f\")\nx = f()\n" + tail,
		"lib.star":           "def f():\n    return \"<\" + param(\"p\")\n",
	}
	plan, err := compileFiles(t, files, map[string]any{"p": "v"}, playbook.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := plan.Prompts[0].Text, "<<<<external-input>>>v<<<end-external-input>>>"; got != want {
		t.Errorf("renders %q, want %q", got, want)
	}
}
