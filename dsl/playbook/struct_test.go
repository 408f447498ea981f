package playbook_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

// The text of a struct that holds itself ends: without an end it would
// overflow the stack, and no process survives that. Everything else is as the
// library has it.
func TestStructs(t *testing.T) {
	for name, tc := range map[string]struct{ src, want string }{
		"a list that holds it":     {"l = []\nl.append(struct(a = l))\nprint(l)", "[struct(a = [struct(...)])]"},
		"a dict that holds it":     {"d = {}\nd[\"k\"] = struct(a = d)\nprint(\"%s\" % d)", `{"k": struct(a = {"k": struct(...)})}`},
		"a sum that holds it":      {"l = []\nl.append(struct(a = l) + struct(b = 1))\nprint(str(l[0]))", "struct(a = [struct(...)], b = 1)"},
		"it is whole again":        {"l = []\nl.append(struct(a = l))\nprint(l, l)", "[struct(a = [struct(...)])] [struct(a = [struct(...)])]"},
		"twice, not in itself":     {"s = struct(a = 1)\nprint([s, s])", "[struct(a = 1), struct(a = 1)]"},
		"a struct in a struct":     {"print(struct(b = struct(c = \"x\"), a = 1))", `struct(a = 1, b = struct(c = "x"))`},
		"equality":                 {"print(struct(a = 1) == struct(a = 1), struct(a = 1) != struct(a = 2), struct(a = 1) == 1, struct() == struct(a = 1))", "True True False False"},
		"a sum":                    {"print(struct(a = 1, b = 2) + struct(b = 3))", "struct(a = 1, b = 3)"},
		"fields":                   {"s = struct(a = 1)\nprint(s.a, getattr(s, \"b\", 2), hasattr(s, \"b\"), dir(s), type(s), bool(struct()))", `1 2 False ["a"] struct True`},
		"a key":                    {"d = {struct(a = 1): \"x\"}\nprint(d[struct(a = 1)])", "x"},
		"JSON":                     {"print(json.encode(struct(a = [1], b = struct())))", `{"a":[1],"b":{}}`},
		"external text":            {"print(struct(a = param(\"v\")))", "struct(a = \ufdd0external text\ufdd0)"},
		"no sum with other values": {"s = [x for x in [1] if type(struct(a = 1)) == \"struct\"]\nprint(s)", "[1]"},
	} {
		t.Run(name, func(t *testing.T) {
			files := playbooktest.Files{"playbook.star": tc.src + "\nplaybook(\"p\", steps = [])\n"}
			launch := map[string]any{}
			if name == "external text" {
				launch["v"] = "secret"
			}
			plan, err := playbook.Compile(context.Background(), "playbook.star", launch, playbook.Options{Loader: files})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]string{tc.want}, plan.Printed); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	for src, want := range map[string]string{
		"x = struct(a = 1) + 1":                             "unknown binary op: struct + int",
		"x = struct(a = 1) - struct(a = 1)":                 "unknown binary op: struct - struct",
		"x = struct(1)":                                     "struct: unexpected positional arguments",
		"x = struct(a = 1) < struct(a = 1)":                 "struct < struct not implemented",
		"x = {struct(a = []): 1}":                           "unhashable type: list",
		"x = struct(a = 1).b":                               "struct has no .b attribute",
		"x = struct(a = param(\"v\", default = \"d\")).a.b": "string has no .b field or method",
	} {
		files := playbooktest.Files{"playbook.star": src + "\nplaybook(\"p\", steps = [])\n"}
		_, err := playbook.Compile(context.Background(), "playbook.star", nil, playbook.Options{Loader: files})
		var got string
		if e, ok := err.(*playbook.Error); ok {
			got = e.Msg
		}
		if got != want {
			t.Errorf("%s: %q, want %q", src, got, want)
		}
	}
}
