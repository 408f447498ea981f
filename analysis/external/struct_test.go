package external_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

// What is told of one line behind structs that are put together, in exact
// mode; the coarse mode may say more.
func TestSumsOfStructsPassOnWhatTheirFieldsHold(t *testing.T) {
	for name, tc := range map[string]struct{ src, want string }{
		"a field of the left":             {`x = "%s" % (struct(a = v) + struct(b = 1)).a`, "PB001"},
		"a field of the right":            {`x = "%s" % (struct(b = 1) + struct(a = v)).a`, "PB001"},
		"the whole":                       {`x = str(struct(a = v) + struct(b = 1))`, "PB001"},
		"made by a function":              {"def mk(x):\n    return struct(q = x) + struct(r = 1)\ny = str(mk(v))", "PB001"},
		"added in place":                  {"a = struct(c = 1)\na += struct(b = v)\nx = \"%s\" % a.b", "PB001"},
		"a method of a field":             {"s = struct(a = v) + struct(b = 1)\ns.a.upper()", "PB002"},
		"a field in the system prompt":    {"s = struct(a = v) + struct(b = 1)\nagent(\"c\", system = s.a)", "PB009"},
		"a field compared":                {"s = struct(a = \"x\") + struct(b = v)\ny = s.b == \"x\"", "PB004"},
		"a field covered by the right":    {"s = struct(a = v) + struct(a = \"x\")\ny = str(s.a)", ""},
		"a plain field beside":            {"s = struct(a = v) + struct(b = \"x\")\ny = str(s.b)", ""},
		"perhaps covered":                 {"o = struct(a = \"x\") if n else struct(b = 1)\ns = struct(a = v) + o\ny = str(s.a)", "PB001"},
		"covered by keywords not known":   {"d = {k: v for k in [\"a\"] if n}\ns = struct(a = \"x\") + struct(**d)\ny = str(s.a)", "PB001"},
		"of two structs one":              {"d = {k: v for k in [\"a\"] if n}\ns = struct(a = \"x\") if n else struct(**d)\ny = str(s.a)", "PB001"},
		"in a loop":                       {"s = struct()\nfor k in range(3):\n    s += struct(a = v)\ny = str(s)", "PB001"},
		"deep":                            {"s = struct(b = [struct(c = v) + struct(d = 1)]) + struct()\ny = str(s.b[0].c)", "PB001"},
		"a dict updated in place, or not": {"d = {} if n else 1\ne = d\nd |= {\"a\": v}\ny = str(e)", "PB001"},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{playbooktest.EntryID: "v = param(\"v\")\nn = param(\"n\", kind = \"flag\", default = True)\n" + tc.src +
				"\nplaybook(\"p\", steps = [step(\"s\", agent = agent(\"b\"), prompt = v)])\n"}
			var got []string
			for _, s := range said(t, files) {
				got = append(got, strings.Fields(s)[1])
			}
			if strings.Join(got, " ") != tc.want {
				t.Errorf("found %q, want %q", got, tc.want)
			}
			found := external.AnalyzeCoarse(context.Background(), workspace(files), playbooktest.EntryID).Findings[playbooktest.EntryID]
			if tc.want != "" && !slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Code == tc.want }) {
				t.Errorf("the coarse mode does not find %s", tc.want)
			}
		})
	}
}
