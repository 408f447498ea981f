package playbookedit_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

// at finds the | of a file and takes it out.
func at(t *testing.T, archive string) (m *memory, id string, off int) {
	t.Helper()
	m = parse(t, archive)
	for name, src := range m.files {
		if i := strings.IndexByte(src, '|'); i >= 0 {
			m.files[name] = src[:i] + src[i+1:]
			return m, name, i
		}
	}
	t.Fatal("no |")
	return nil, "", 0
}

func TestRename(t *testing.T) {
	for name, tc := range map[string]struct {
		archive, to string
		want        map[string]string // the files that change
	}{
		"a variable": {
			"-- playbook.star --\nx| = 1\ny = x + 1\n", "z",
			map[string]string{"playbook.star": "z = 1\ny = z + 1\n"},
		},
		"a parameter with its keywords": {
			"-- playbook.star --\nload(\"m.star\", g = \"f\")\na = g(1, b = 2)\n-- m.star --\ndef f(a, b|):\n    return a + b\nc = f(b = 1, a = 2)\n", "w",
			map[string]string{
				"playbook.star": "load(\"m.star\", g = \"f\")\na = g(1, w = 2)\n",
				"m.star":        "def f(a, w):\n    return a + w\nc = f(w = 1, a = 2)\n",
			},
		},
		"a keyword": {
			"-- playbook.star --\ndef f(a):\n    return a\nc = f(a| = 1)\n", "w",
			map[string]string{"playbook.star": "def f(w):\n    return w\nc = f(w = 1)\n"},
		},
		"a name of a module, with all loaders": {
			"-- playbook.star --\nload(\"m.star\", \"f\")\nx = f()\n-- a.playbook.star --\nload(\"//m.star\", g = \"f\")\nx = g()\n-- m.star --\ndef f|():\n    pass\n", "h",
			map[string]string{
				"playbook.star":   "load(\"m.star\", \"h\")\nx = h()\n",
				"a.playbook.star": "load(\"//m.star\", g = \"h\")\nx = g()\n",
				"m.star":          "def h():\n    pass\n",
			},
		},
		"the string of a load is the module's name": {
			"-- playbook.star --\nload(\"m.star\", \"f|\")\nx = f()\n-- m.star --\ndef f():\n    pass\n", "h",
			map[string]string{"playbook.star": "load(\"m.star\", \"h\")\nx = h()\n", "m.star": "def h():\n    pass\n"},
		},
		"a loaded name in its file alone": {
			"-- playbook.star --\nload(\"m.star\", \"f\")\nx = f|()\n-- m.star --\ndef f():\n    pass\n", "h",
			map[string]string{"playbook.star": "load(\"m.star\", h = \"f\")\nx = h()\n"},
		},
		"a loaded name back to what it is in the module": {
			"-- playbook.star --\nload(\"m.star\", h = \"f\")\nx = h|()\n-- m.star --\ndef f():\n    pass\n", "f",
			map[string]string{"playbook.star": "load(\"m.star\", \"f\")\nx = f()\n"},
		},
		"a node": {
			"-- playbook.star --\nx = gate(\"a|\", question = \"?\")\ny = gate(\"b\", question = \"a\", after = [\"a\", x])\n", "c-1",
			map[string]string{"playbook.star": "x = gate(\"c-1\", question = \"?\")\ny = gate(\"b\", question = \"a\", after = [\"c-1\", x])\n"},
		},
		"a launch parameter with its sample, not its variable": {
			"-- playbook.star --\nissue = param(\"issue|\")\n-- playbook.params.json --\n{\"other\": {\"issue\": 1}, \"issue\": \"issue\"}\n", "report",
			map[string]string{
				"playbook.star":        "issue = param(\"report\")\n",
				"playbook.params.json": "{\"other\": {\"issue\": 1}, \"report\": \"issue\"}\n",
			},
		},
		"a node that a shared module waits for": {
			"-- a.playbook.star --\nload(\"m.star\", \"f\")\ngate(\"g|\", question = \"?\")\nf()\n-- b.playbook.star --\nload(\"m.star\", \"f\")\ngate(\"g\", question = \"?\")\nf()\n-- m.star --\ndef f():\n    gate(\"h\", question = \"?\", after = [\"g\"])\n", "k",
			map[string]string{
				"a.playbook.star": "load(\"m.star\", \"f\")\ngate(\"k\", question = \"?\")\nf()\n",
				"b.playbook.star": "load(\"m.star\", \"f\")\ngate(\"k\", question = \"?\")\nf()\n",
				"m.star":          "def f():\n    gate(\"h\", question = \"?\", after = [\"k\"])\n",
			},
		},
		"in a wide file": {
			"-- playbook.star --\nd = \"é🦊\"; über| = 1; y = über\n", "z",
			map[string]string{"playbook.star": "d = \"é🦊\"; z = 1; y = z\n"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			m, id, off := at(t, tc.archive)
			edits, err := playbookedit.Rename(m, id, off, tc.to)
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]string{}
			for name, src := range m.files {
				want[name] = src
			}
			for name, src := range tc.want {
				want[name] = src
			}
			if diff := cmp.Diff(want, m.apply(t, edits)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestRenameRefusesWithAReason(t *testing.T) {
	for name, tc := range map[string]struct{ archive, to, reason string }{
		"a constructor":                     {"-- playbook.star --\nx = st|ep\n", "y", "built in"},
		"a name of Starlark":                {"-- playbook.star --\nx = le|n\n", "y", "built in"},
		"an attribute":                      {"-- playbook.star --\nx = \"\".upp|er()\n", "y", "attribute"},
		"an argument of a constructor":      {"-- playbook.star --\nx = param(\"x\", ki|nd = \"int\")\n", "y", "belongs to the function"},
		"no name":                           {"-- playbook.star --\nx =| 1\n", "y", "no name here"},
		"an undefined name":                 {"-- playbook.star --\nx = nothi|ng\n", "y", "not defined"},
		"a keyword as a name":               {"-- playbook.star --\nx| = 1\n", "for", "reserved"},
		"a word that is kept back":          {"-- playbook.star --\nx| = 1\n", "class", "reserved"},
		"no identifier":                     {"-- playbook.star --\nx| = 1\n", "a b", "no identifier"},
		"an empty name":                     {"-- playbook.star --\nx| = 1\n", "", "no identifier"},
		"a hostile name":                    {"-- playbook.star --\nx| = 1\n", "x\n\u202e`", "no identifier"},
		"a name that is bound":              {"-- playbook.star --\nx| = 1\ny = 2\n", "y", "taken"},
		"a name that would capture":         {"-- playbook.star --\ndef f(x|):\n    return x + y\ny = 1\n", "y", "taken"},
		"a name that would be captured":     {"-- playbook.star --\nx| = 1\ndef f(y):\n    return x + y\n", "y", "taken"},
		"a builtin that is used":            {"-- playbook.star --\nx| = 1\ny = len([x])\n", "len", "taken"},
		"a syntax error":                    {"-- playbook.star --\nx| = 1\ny = (\n", "z", "syntax error"},
		"a syntax error in a loader":        {"-- m.star --\nx| = 1\n-- playbook.star --\nload(\"m.star\", \"x\")\ny = )\n", "z", "syntax error"},
		"a load that is lost":               {"-- m.star --\nx| = 1\n-- playbook.star --\nload(\"m.star\", \"x\"\ny = 1\n", "z", "syntax error"},
		"a loader in which it is taken":     {"-- m.star --\nx| = 1\n-- playbook.star --\nload(\"m.star\", \"x\")\nz = 1\ny = x\n", "z", ""},
		"a name that cannot be loaded":      {"-- m.star --\nx| = 1\n-- playbook.star --\nload(\"m.star\", \"x\")\ny = x\n", "_z", "bound already"},
		"arguments as a dict":               {"-- playbook.star --\ndef f(x|):\n    return x\ny = f(**{\"x\": 1})\n", "z", "as a dict"},
		"a function that goes elsewhere":    {"-- playbook.star --\ndef f(x|):\n    return x\nt = [f]\ny = t[0](x = 1)\n", "z", "used as a value"},
		"a node's name that is none":        {"-- playbook.star --\nx = gate(\"a|\", question = \"?\")\n", "A B", "no name"},
		"a node's name that is taken":       {"-- playbook.star --\nx = gate(\"a|\", question = \"?\")\ny = gate(\"b\", question = \"?\")\n", "b", "taken"},
		"a node that is named elsewhere":    {"-- playbook.star --\nn = [\"a\"]\nx = gate(\"a|\", question = \"?\")\ny = gate(\"b\", question = \"?\", after = n)\n", "c", "may name the node"},
		"a parameter's name that is taken":  {"-- playbook.star --\nx = param(\"a|\")\ny = param(\"b\")\n", "b", "taken"},
		"a key of the sample that is taken": {"-- playbook.star --\nx = param(\"a|\")\n-- playbook.params.json --\n{\"b\": 1}\n", "b", "taken"},
		"a sample that is broken":           {"-- playbook.star --\nx = param(\"a|\")\n-- playbook.params.json --\n{\"a\"\n", "b", "no JSON object"},
		"a name with escapes":               {"-- playbook.star --\nx = param(\"\\x61|\")\n", "b", "escapes"},
	} {
		t.Run(name, func(t *testing.T) {
			m, id, off := at(t, tc.archive)
			edits, err := playbookedit.Rename(m, id, off, tc.to)
			var refusal *playbookedit.Refusal
			if !errors.As(err, &refusal) {
				t.Fatalf("edits %v, error %v", edits, err)
			}
			if !strings.Contains(refusal.Reason, tc.reason) || strings.ContainsAny(refusal.Reason, "\n\u202e") {
				t.Errorf("reason %q, want %q", refusal.Reason, tc.reason)
			}
		})
	}
}

func TestPrepareRenameGivesTheNameAlone(t *testing.T) {
	m := fixture(t, "triage")
	for mark, want := range map[string]string{"issue": "issue", "from": "section", "nfix": "fix", "pissue": "issue", "kwtext": "text"} {
		l := m.mark(t, mark)
		span, name, err := playbookedit.PrepareRename(m, l.ID, l.Span.Start)
		if err != nil || span != l.Span || name != want {
			t.Errorf("%s: %v %q %v", mark, span, name, err)
		}
	}
}

// TestRenamingThereAndBackChangesNothing renames every variable of every vector
// to a fresh name and back. In between, the analysis finds the same.
func TestRenamingThereAndBackChangesNothing(t *testing.T) {
	vectors, err := playbooktest.Vectors("../../testdata/playbook")
	if err != nil {
		t.Fatal(err)
	}
	renamed := 0
	for _, v := range vectors {
		m := workspace(v.Files)
		for id, f := range v.Files {
			file, ok := m.File(id)
			if !ok || !file.Whole || strings.Contains(f, "_hole") {
				continue
			}
			syntax.Walk(file.Tree, func(n syntax.Node) bool {
				name, ok := n.(*syntax.Ident)
				if !ok || f[file.Offset(name.NamePos):][:len(name.Name)] != name.Name {
					return true
				}
				if thereAndBack(t, v.Name, m, id, file.Offset(name.NamePos), name.Name) {
					renamed++
				}
				return true
			})
		}
	}
	if renamed < 800 {
		t.Errorf("%d identifiers were renamed, want at least 800", renamed)
	}
}

func thereAndBack(t *testing.T, vector string, m *memory, id string, off int, name string) bool {
	t.Helper()
	const fresh = "fresh_name"
	edits, err := playbookedit.Rename(m, id, off, fresh)
	var refusal *playbookedit.Refusal
	if errors.As(err, &refusal) {
		return false
	}
	if err != nil || len(edits) == 0 {
		t.Errorf("%s: %s in %s: %v %v", vector, name, id, edits, err)
		return false
	}
	next := workspace(m.apply(t, edits))
	before, after := codes(m), codes(next)
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("%s: renaming %s in %s changes what is found (-before +after):\n%s", vector, name, id, diff)
	}
	// Where the new name stands: moved by what was edited in front of it.
	at := off
	for _, e := range edits {
		if e.ID == id && e.Span.End <= off && e.Span.Start < off {
			at += len(e.New) - e.Span.Len()
		}
	}
	if !strings.HasPrefix(next.files[id][at:], fresh) {
		at = strings.Index(next.files[id], fresh)
	}
	back, err := playbookedit.Rename(next, id, at, name)
	if err != nil {
		t.Errorf("%s: %s in %s back: %v\n%s", vector, name, id, err, next.files[id])
		return false
	}
	if diff := cmp.Diff(m.files, next.apply(t, back)); diff != "" {
		t.Errorf("%s: %s in %s (-want +got):\n%s", vector, name, id, diff)
	}
	return true
}

// codes are the codes that the analysis of all entries finds, in order.
func codes(m *memory) map[string][]string {
	out := map[string][]string{}
	for _, entry := range m.Modules() {
		if !m.Entry(entry) {
			continue
		}
		r := external.Analyze(context.Background(), m, entry)
		for id, list := range r.Findings {
			for _, f := range list {
				out[entry+" "+id] = append(out[entry+" "+id], f.Code)
			}
		}
	}
	return out
}
