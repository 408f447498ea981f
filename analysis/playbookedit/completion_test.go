package playbookedit_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

const moduleText = `def section(title, text):
    """A section."""
    return title + text

def _hidden():
    pass

limit = 3
`

// complete completes at the | of a source, with a module beside it.
func complete(t *testing.T, src string) (m *memory, items []playbookedit.Item, at int) {
	t.Helper()
	at = strings.Index(src, "|")
	if at < 0 {
		t.Fatal("no |")
	}
	m = workspace(map[string]string{
		"playbook.star": src[:at] + src[at+1:], "packs/text.star": moduleText, "packs/deep/more.star": "", "other.playbook.star": "",
	})
	return m, playbookedit.Completion(m, "playbook.star", at), at
}

func labels(items []playbookedit.Item) []string {
	var out []string
	for _, it := range items {
		out = append(out, it.Label)
	}
	return out
}

func TestCompletion(t *testing.T) {
	const head = "issue = param(\"issue\")\nname = \"x\"\nfixer = agent(\"fixer\")\nshell = tool(\"shell\")\nfix = step(\"fix\", agent = fixer, prompt = issue)\n"
	for name, tc := range map[string]struct {
		src    string
		first  []string // the first items in this order
		has    []string
		hasNot []string
	}{
		"constructors come first in a statement":       {src: head + "|", first: []string{"agent", "concat", "gate"}, has: []string{"issue", "len", "def"}},
		"what is external has no methods":              {src: head + "x = issue.|", first: []string{"+ join"}, hasNot: []string{"upper"}},
		"also while a name is typed":                   {src: head + "x = issue.up|\ny = 1\n", first: []string{"+ join"}, hasNot: []string{"upper"}},
		"a string has methods":                         {src: head + "x = name.|\n", first: []string{"capitalize"}, has: []string{"upper", "join"}, hasNot: []string{"issue"}},
		"a literal has methods":                        {src: head + "x = \", \".|\n", has: []string{"join"}},
		"json has functions":                           {src: "x = json.|", first: []string{"decode", "encode", "encode_indent", "indent"}},
		"required arguments come first":                {src: head + "s = step(\"s\", |)\n", first: []string{"agent", "prompt", "after", "context"}, has: []string{"issue"}, hasNot: []string{"kind"}},
		"arguments that are given are left out":        {src: head + "s = step(\"s\", agent = fixer, |, prompt = \"x\")\n", hasNot: []string{"prompt"}, has: []string{"retries"}},
		"in a call that is not closed":                 {src: head + "s = step(\"s\", agent = fixer, |\n\nt = 1\n", first: []string{"prompt"}},
		"arguments of a function":                      {src: "def f(a, b = 1):\n    pass\nf(1, |)\n", first: []string{"b"}},
		"the kinds of a parameter":                     {src: "x = param(\"x\", kind = \"|\")\n", first: []string{"choice", "flag", "int", "text"}},
		"the kinds of a parameter without quotes":      {src: "x = param(\"x\", kind = |)\n", first: []string{`"choice"`, `"flag"`, `"int"`, `"text"`}},
		"the choices as a default":                     {src: "x = param(\"x\", kind = \"choice\", choices = [\"main\", \"next\"], default = \"|\")\n", first: []string{"main", "next"}},
		"the nodes in an after":                        {src: head + "g = gate(\"g\", question = \"?\", after = [\"|\"])\n", first: []string{"fix"}, hasNot: []string{"g"}},
		"the nodes in an after, by variable":           {src: head + "g = gate(\"g\", question = \"?\", after = [|])\n", first: []string{`"fix"`, "fix"}},
		"agents":                                       {src: head + "s = step(\"s\", agent = |)\n", first: []string{"fixer"}},
		"tools":                                        {src: head + "a = agent(\"a\", tools = [|])\n", first: []string{"shell"}},
		"nodes of a playbook":                          {src: head + "playbook(\"p\", steps = [fix, |])\n", first: []string{"fix"}},
		"truth values":                                 {src: head + "s = step(\"s\", when = |)\n", first: []string{"False", "True"}},
		"paths from the root":                          {src: "load(\"//packs/|\")\n", first: []string{"text.star", "deep/"}},
		"paths from the folder, without entries":       {src: "load(\"|\")\n", first: []string{"packs/", "//"}, hasNot: []string{"other.playbook.star", "playbook.star"}},
		"paths never leave the root":                   {src: "load(\"../|\")\n", hasNot: []string{"packs/"}},
		"the names of a module":                        {src: "load(\"//packs/text.star\", \"|\")\n", first: []string{"limit", "section"}, hasNot: []string{"_hidden"}},
		"the names of a module that are not there yet": {src: "load(\"//packs/text.star\", \"section\", \"|\")\n", first: []string{"limit"}, hasNot: []string{"section"}},
		"locals come before globals":                   {src: "g = 1\ndef f(a):\n    b = 2\n    return |\n", first: []string{"a", "b", "f", "g"}},
		"a line typed below a def is inside":           {src: "def f(a):\n    b = 2\n    |\nc = 1\n", has: []string{"a", "b"}},
		"not in a comprehension's scope":               {src: "x = [i for i in range(3)]\ny = |\n", has: []string{"x"}, hasNot: []string{"i"}},
		"nothing in a comment":                         {src: "# he|"},
		"nothing in ordinary strings":                  {src: "x = \"he|\""},
		"nothing for a new name":                       {src: "def |"},
	} {
		t.Run(name, func(t *testing.T) {
			_, items, _ := complete(t, tc.src)
			got := labels(items)
			if len(got) < len(tc.first) || !slices.Equal(got[:len(tc.first)], tc.first) {
				t.Errorf("first %q, want %q", got[:min(len(got), len(tc.first)+3)], tc.first)
			}
			for _, w := range tc.has {
				if !slices.Contains(got, w) {
					t.Errorf("no %q in %q", w, got)
				}
			}
			for _, w := range tc.hasNot {
				if slices.Contains(got, w) {
					t.Errorf("%q is offered", w)
				}
			}
			if tc.first == nil && tc.has == nil && tc.hasNot == nil && len(got) > 0 {
				t.Errorf("offered %q", got)
			}
		})
	}
}

// accept applies an item.
func accept(t *testing.T, m *memory, items []playbookedit.Item, label string) string {
	t.Helper()
	i := slices.IndexFunc(items, func(it playbookedit.Item) bool { return it.Label == label })
	if i < 0 {
		t.Fatalf("no %q in %q", label, labels(items))
	}
	it := items[i]
	got, err := text.Apply(m.files["playbook.star"], append([]text.Edit{{Span: it.Span, New: it.New}}, it.Also...))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestAcceptedCompletionsReadAsTheyShould(t *testing.T) {
	for name, tc := range map[string]struct{ src, label, want string }{
		"join":                  {"v = param(\"v\")\nx = v.|\n", "+ join", "v = param(\"v\")\nx = v + \n"},
		"join over a word":      {"v = param(\"v\")\nx = v.up|\n", "+ join", "v = param(\"v\")\nx = v + \n"},
		"an argument":           {"x = param(\"x\", ki|)\n", "kind", "x = param(\"x\", kind = )\n"},
		"an argument before =":  {"x = param(\"x\", ki| = \"int\")\n", "kind", "x = param(\"x\", kind = \"int\")\n"},
		"within a word":         {"alpha = 1\nx = al|pha\n", "alpha", "alpha = 1\nx = alpha\n"},
		"a path":                {"load(\"//packs/t|\")\n", "text.star", "load(\"//packs/text.star\")\n"},
		"a path without an end": {"load(\"//packs/|\n", "text.star", "load(\"//packs/text.star\n"},
		"a kind":                {"x = param(\"x\", kind = \"|te\")\n", "int", "x = param(\"x\", kind = \"int\")\n"},
	} {
		t.Run(name, func(t *testing.T) {
			m, items, _ := complete(t, tc.src)
			if diff := cmp.Diff(tc.want, accept(t, m, items, tc.label)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestCompletionsAreDescribed(t *testing.T) {
	m, items, _ := complete(t, "load(\"//packs/text.star\", \"section\")\nx = |\n")
	for label, want := range map[string]string{"step": "A prompt for an agent.", "section": "A section."} {
		i := slices.IndexFunc(items, func(it playbookedit.Item) bool { return it.Label == label })
		if i < 0 || !strings.Contains(playbookedit.Document(m, "playbook.star", items[i].Doc), want) {
			t.Errorf("%s is not described with %q", label, want)
		}
	}
	for _, doc := range []string{"", "method:upper", "method:nothing", "argument:step.agent", "argument:x", "name:nothing", "nonsense"} {
		md := playbookedit.Document(m, "playbook.star", doc)
		if known := doc == "method:upper" || doc == "argument:step.agent"; known != (md != "") {
			t.Errorf("%q: %q", doc, md)
		}
	}
}

func TestSignatureHelp(t *testing.T) {
	const head = "load(\"//packs/text.star\", \"section\")\nname = \"x\"\nv = param(\"v\")\ndef f(a, *rest, b = 1):\n    \"\"\"Does it.\"\"\"\ng = lambda p, q: p\n"
	for name, tc := range map[string]struct{ src, label, active string }{
		"the name of a constructor":        {"x = step(|", "step(", "name"},
		"a keyword":                        {"x = step(\"a\", prompt = |", "step(", "prompt"},
		"what is missing behind the name":  {"x = step(\"a\", |", "step(", "agent"},
		"what is missing behind a keyword": {"x = step(\"a\", agent = v, |)", "step(", "prompt"},
		"a keyword being typed":            {"x = step(\"a\", when|", "step(", "when"},
		"within a list of an argument":     {"x = step(\"a\", after = [v, |", "step(", "after"},
		"pieces":                           {"x = concat(v, v, |", "concat(*parts", "parts"},
		"a function":                       {"x = f(|", "f(a, *rest, b = 1)", "a"},
		"rest":                             {"x = f(1, 2, |", "f(a, *rest, b = 1)", "rest"},
		"a function by keyword":            {"x = f(1, b = |", "f(a, *rest, b = 1)", "b"},
		"a lambda":                         {"x = g(1, |", "g(p, q)", "q"},
		"a loaded function":                {"x = section(\"a\", |)", "section(title, text)", "text"},
		"a method of a string":             {"x = name.replace(\"a\", |)", "replace(old, new", "new"},
		"no method of external text":       {"x = v.replace(\"a\", |)", "", ""},
		"not in a comment":                 {"x = f(1, # |", "", ""},
		"not behind the call":              {"x = f(1)|", "", ""},
		"not for a def":                    {"def h(|", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			src := head + tc.src
			at := strings.Index(src, "|")
			m := workspace(map[string]string{"playbook.star": src[:at] + src[at+1:] + "\n", "packs/text.star": moduleText})
			sig, ok := playbookedit.SignatureHelp(m, "playbook.star", at)
			if ok != (tc.label != "") {
				t.Fatalf("ok %t: %+v", ok, sig)
			}
			if !ok {
				return
			}
			if !strings.HasPrefix(sig.Label, tc.label) {
				t.Errorf("label %q, want %q", sig.Label, tc.label)
			}
			active := ""
			if sig.Active >= 0 {
				active = sig.Params[sig.Active].Name
			}
			if active != tc.active {
				t.Errorf("active %q, want %q", active, tc.active)
			}
			for _, p := range sig.Params {
				if !strings.Contains(sig.Label[p.Span.Start:p.Span.End], p.Name) {
					t.Errorf("%s is not at %v of %q", p.Name, p.Span, sig.Label)
				}
			}
		})
	}
}
