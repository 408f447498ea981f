package external_test

import (
	"context"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
)

// A loop that builds ever deeper values is followed to its end: cut to the same
// depth they are the same value, whatever it is made of.
func TestLoopsThatBuildDeepValuesSettle(t *testing.T) {
	for name, body := range map[string]string{
		"structs":              "x = None\nfor i in range(3):\n    x = struct(next = x, v = v)\n",
		"tuples":               "x = ()\nfor i in range(3):\n    x = (x, v)\n",
		"functions in structs": "x = str\nfor i in range(3):\n    x = struct(a = x)\n",
		"a local":              "def f(xs):\n    acc = None\n    for x in xs:\n        acc = struct(head = x, tail = acc)\n    return acc\nx = f([a for a in [v, \"b\"] if a])\n",
		"an entry":             "d = {\"k\": ()}\nfor i in range(3):\n    d[\"k\"] = (d[\"k\"], v)\n",
		"an unknown key":       "d = {\"k\": ()}\nfor i in range(3):\n    d[str(i)] = (d, d.get(\"k\"), d.values())\n    d[\"k\"] = struct(d = d[\"k\"])\n",
		"an item":              "l = [None]\nfor i in range(3):\n    l[0] = struct(n = l[0], v = v)\n",
		"items":                "l = []\nfor i in range(3):\n    l.append((l[-1] if l else v, i))\n",
		"a captured variable":  "def f():\n    x = [()]\n    def g():\n        x[0] = (x[0], v)\n    for i in range(3):\n        g()\n    return x\nx = f()\n",
	} {
		t.Run(name, func(t *testing.T) {
			ws := workspace(map[string]string{entry: "v = param(\"v\")\n" + body + "playbook(\"p\", steps = [])\n"})
			if r := external.Analyze(context.Background(), ws, entry); len(r.Incomplete) > 0 {
				t.Errorf("the analysis is incomplete: %q", r.Incomplete)
			}
		})
	}
}
