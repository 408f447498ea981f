package external_test

import (
	"context"
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

// said gives the findings of severity info and up of an entry, as "line code
// severity".
func said(t testing.TB, files map[string]string) []string {
	t.Helper()
	ws := workspace(files)
	var out []string
	r := external.Analyze(context.Background(), ws, playbooktest.EntryID)
	for id, list := range r.Findings {
		file, _ := ws.File(id)
		for _, f := range list {
			if f.Severity < finding.Info {
				continue
			}
			name := ""
			if id != playbooktest.EntryID {
				name = id + ":"
			}
			out = append(out, fmt.Sprintf("%s%d %s %s", name, file.Position(f.Span.Start).Line, f.Code, f.Severity))
		}
	}
	sort.Strings(out)
	return out
}

// What one statement over v and w, text parameters, and n, a parameter with a
// default, is told. The statement is on line 5.
func TestOperationsAreJudgedAsTheTableOfTheRunSays(t *testing.T) {
	for name, tc := range map[string]struct{ src, want string }{
		"str":                                  {`x = str(v)`, "PB001 warning"},
		"a container through %s":               {`x = "%s" % [v]`, "PB001 warning"},
		"a mapping entry that is used":         {`x = "%(k)s" % {"k": v}`, "PB001 warning"},
		"a mapping entry that is not used":     {`x = "%(k)s" % {"k": "a", "l": v}`, ""},
		"max with a key":                       {`x = max("a", v, key = str)`, "PB001 warning"},
		"%x":                                   {`x = "%x" % v`, "PB007 error"},
		"a format without verbs":               {`x = "no verbs" % v`, "PB007 error"},
		"a format of %% only":                  {`x = "%%" % v`, "PB007 error"},
		"two operands for one verb":            {`x = "%s" % ("a", v)`, "PB007 error"},
		"join of a tuple":                      {`x = "".join((v,))`, "PB007 error"},
		"json of a list":                       {`x = json.encode([v])`, "PB001 error"},
		"json.decode":                          {`x = json.decode(v)`, "PB007 error"},
		"json.indent":                          {`x = json.indent(v)`, "PB007 error"},
		"joining":                              {`x = "a" + v + w + "b"`, ""},
		"a number":                             {`x = v + 1`, "PB007 error"},
		"joining None":                         {`x = v + None`, "PB007 error"},
		"a list on the left":                   {`x = ["a"] + v`, "PB007 error"},
		"in-place joining of a list":           {"x = []; x += v", "PB007 error"},
		"the format itself":                    {`x = v % 1`, "PB007 error"},
		"a sign":                               {`x = -v`, "PB007 error"},
		"repeating a list":                     {`x = [v] * 2`, ""},
		"two lists":                            {`x = [v] + [v]`, ""},
		"slicing":                              {`x = v[1:]`, "PB007 error"},
		"any":                                  {`x = any(v)`, "PB007 error"},
		"any of a list":                        {`x = any([v])`, ""},
		"int":                                  {`x = int(v)`, "PB007 error"},
		"hash":                                 {`x = hash(v)`, "PB007 error"},
		"set of it":                            {`x = set(v)`, "PB007 error"},
		"set of a list":                        {`x = set([v])`, "PB008 error"},
		"sorting one":                          {`x = sorted([v])`, ""},
		"sorting pairs with different keys":    {`x = sorted([("b", v), ("a", w)])`, ""},
		"sorting pairs with one key":           {`x = sorted([("a", v), ("a", w)])`, "PB007 error"},
		"sorting a list of unknown length":     {"x = sorted([v for c in range(3)])", "PB007 warning"},
		"the least of two":                     {`x = min(v, "a")`, "PB007 error"},
		"less":                                 {`x = v < "a"`, "PB007 error"},
		"tuples that begin with one text":      {`x = (v, 1) < (v, 2)`, ""},
		"equal lists":                          {`x = [v] == ["a"]`, "PB004 warning"},
		"lists of other lengths":               {`x = [v] == ["a", "b"]`, ""},
		"a list against a tuple":               {`x = [v] == ("a",)`, ""},
		"None":                                 {`x = v == None`, ""},
		"in a tuple":                           {`x = "a" in (v, "b")`, "PB004 warning"},
		"in a set":                             {`x = v in set()`, "PB008 error"},
		"as a key to get":                      {`x = {"a": 1}.get(v)`, "PB008 error"},
		"in a string":                          {`x = v in "abc"`, "PB007 error"},
		"truth":                                {`x = not v or v and "a" or ("b" if v else "c")`, ""},
		"all of a list":                        {`x = all([v])`, ""},
		"type":                                 {`x = type(v)`, ""},
		"dir":                                  {`x = dir(v)`, ""},
		"getattr without a call":               {`x = getattr(v, "upper", None)`, "PB002 warning"},
		"the attribute of a method":            {`x = v.a.b`, "PB002 warning"},
		"a method called in a list":            {`x = [v.strip][0]()`, "PB002 error"},
		"a method as key":                      {`x = sorted(["a", "b"], key = v.find)`, "PB002 error"},
		"shadowing":                            {`x = (lambda str: str(v))(lambda y: y)`, ""},
		"passing through":                      {`x = dict(a = v); y = [z for z in zip([v], [w])]; u = list([v])`, ""},
		"a defaulted parameter compared":       {`x = n == "none"`, "PB004 info"},
		"narrowed by type":                     {`x = n.upper() if type(n) == "string" else n`, ""},
		"narrowed the other way":               {`x = n if type(n) != "string" else "%s" % n`, ""},
		"narrowed in and":                      {`x = type(n) == "string" and n.upper()`, ""},
		"narrowed after or":                    {`x = type(n) == "external_text" or n.upper()`, ""},
		"a string method with it":              {`x = "abc".replace("a", v)`, "PB007 error"},
		"hasattr":                              {`x = hasattr(v, "a")`, "PB005 warning"},
		"the noncharacter through %c":          {`x = "%c" % 0xFDD0`, "PB006 error"},
		"printing a container":                 {`print([v])`, "PB010 info"},
		"recursion":                            {"def f(x):\n    return f(x)\nx = f(v)", ""},
		"a call with too few arguments":        {"def f(x, y):\n    return str(x)\nf(v)", ""},
		"code after fail":                      {"def f(x):\n    fail(\"no\")\n    return str(x)\nx = 1 if n else f(v)", ""},
		"an uncalled function over a captured": {"def f():\n    return str(v)", "PB001 warning"},
		"a list in a function's default": {"def f(x = []):\n    x.append(v)\n    return x\nf()\ny = str(f())",
			"PB001 warning"},
		"a value of another branch":       {"x = v if n else \"a\"\ny = \"b\" + x\nz = y", ""},
		"a dict entry that is taken out":  {"d = {\"a\": v, \"b\": \"x\"}\nd.pop(\"a\")\ny = \"%s\" % d[\"b\"]", ""},
		"a struct field":                  {"s = struct(a = v, b = \"x\")\ny = str(s.b)", ""},
		"a loop that is unrolled":         {"for k, x in [(\"a\", v), (\"b\", \"x\")]:\n    y = str(k)", ""},
		"a loop that stops in front":      {"for x in [\"a\", v]:\n    if n:\n        continue\n    y = str(\"c\")\n    break", ""},
		"keyword arguments by key":        {"def f(a, b):\n    return str(a)\nx = f(**{\"a\": \"x\", \"b\": v})", ""},
		"positional arguments by place":   {"def f(a, *rest):\n    return str(a)\nx = f(*[\"x\", v])", ""},
		"a converted string that is only": {"x = str(v).upper()", "PB001 warning"},
	} {
		t.Run(name, func(t *testing.T) {
			src := "v = param(\"v\")\nw = param(\"w\")\nn = param(\"n\", default = \"none\")\nbot = agent(\"b\")\n" + tc.src + "\n" +
				"playbook(\"p\", steps = [step(\"s\", agent = bot, prompt = v)])\n"
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
