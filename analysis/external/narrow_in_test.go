package external_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

// v is external, n a parameter with a default; the statement is on line 3.
func TestTypeInADisplayNarrows(t *testing.T) {
	for name, tc := range map[string]struct{ src, want string }{
		"in a tuple":             {`x = n.upper() if type(n) in ("string", "int") else n`, ""},
		"in a list":              {`x = n.upper() if type(n) in ["string"] else n`, ""},
		"not in":                 {`x = n if type(n) not in ("string",) else n.upper()`, ""},
		"the other arm":          {`x = n if type(n) in ("string",) else n.upper()`, "PB002 error"},
		"several types":          {"def f(x):\n    if type(x) in (\"list\", \"tuple\"):\n        return concat(*[f2(y) for y in x])\n    return x\ndef f2(x): return x\ny = f(v) + f([v, \"a\"]) + f((v,))", ""},
		"external text as well":  {`x = n.upper() if type(n) in ("string", "external_text") else n`, "PB002 error"},
		"none of them is it":     {`x = str(v) if type(v) in ("string", "int") else v`, ""},
		"nothing":                {`x = n.upper() if type(n) in () else n`, "PB002 error"},
		"a name in it":           {"s = \"string\"\nx = n.upper() if type(n) in (s,) else n", "PB002 error"},
		"not in, with functions": {"f = str\nx = f(v) if type(f) not in (\"function\",) else \"\"", "PB001 warning"},
		"in, for functions":      {"f = str\nx = f(v) if type(f) in (\"builtin_function_or_method\",) else \"\"", "PB001 warning"},
	} {
		t.Run(name, func(t *testing.T) {
			src := "v = param(\"v\")\nn = param(\"n\", default = \"none\")\n" + tc.src + "\nplaybook(\"p\", steps = [step(\"s\", agent = agent(\"b\"), prompt = v)])\n"
			var got []string
			for _, s := range said(t, map[string]string{playbooktest.EntryID: src}) {
				_, s, _ = strings.Cut(s, " ")
				got = append(got, s)
			}
			if diff := cmp.Diff(tc.want, strings.Join(got, ", ")); diff != "" {
				t.Errorf("%s\n(-want +got):\n%s", tc.src, diff)
			}
		})
	}
}
