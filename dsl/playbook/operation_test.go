package playbook_test

import (
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// TestOperationsOnExternalTextDoWhatTheSpecificationMeasured goes through
// playbook.md 9.1 to 9.4. v and w are supplied, ¤ stands for U+FDD0, and what
// is expected is the repr of the value or, behind "! ", the error.
func TestOperationsOnExternalTextDoWhatTheSpecificationMeasured(t *testing.T) {
	const supplied = "Q9ZX"
	const ph = `"\ufdd0external text\ufdd0"`
	const in = `¤external text¤`
	for _, tc := range []struct{ expr, want string }{
		// 9.1
		{`str(v)`, ph}, {`repr(v)`, ph}, {`"%s" % v`, ph}, {`"%r" % v`, ph}, {`"%s" % (v,)`, ph},
		{`"%(k)s" % {"k": v}`, ph}, {`str([v])`, `"[\ufdd0external text\ufdd0]"`},
		{`"%s" % [v]`, `"[\ufdd0external text\ufdd0]"`}, {`str((v,))`, `"(\ufdd0external text\ufdd0,)"`},
		{`str({"k": v})`, `"{\"k\": \ufdd0external text\ufdd0}"`}, {`str(struct(a = v))`, `"struct(a = \ufdd0external text\ufdd0)"`},
		{`"{}".format(v)`, ph}, {`"{0}".format(v)`, ph}, {`"{k}".format(k = v)`, ph}, {`"{!s}".format(v)`, ph}, {`"{!r}".format(v)`, ph},
		{`print(v)`, `None`}, {`fail(v)`, `! fail: ` + in},
		{`sorted([v], key = str) == [v]`, `True`}, {`max("a", v, key = str)`, in},
		{`{"s": str}["s"](v)`, ph}, {`("x{}".format)(v)`, `"x\ufdd0external text\ufdd0"`}, {`getattr("x{}", "format")(v)`, `"x\ufdd0external text\ufdd0"`},
		{`"%d" % v`, `! %d format requires integer: cannot convert external_text to int`},
		{`"%x" % v`, `! `}, {`"%c" % v`, `! `}, {`"%f" % v`, `! `},
		{`"no verbs" % v`, `! too many arguments for format string`}, {`"%%" % v`, `! too many arguments for format string`},
		{`"text" % {"k": v}`, `"text"`}, {`"text".format(v)`, `"text"`},
		{`"".join([v])`, `! join: in list, want string, got external_text`},
		{`", ".join(["a", v])`, `! join: in list, want string, got external_text`},
		// 9.2
		{`json.encode(v)`, `! ExternalConverted`}, {`json.encode([v])`, `! ExternalConverted`}, {`json.encode({"a": {"b": (v,)}})`, `! ExternalConverted`},
		{`json.encode(struct(a = v))`, `! ExternalConverted`}, {`json.encode_indent([v])`, `! ExternalConverted`},
		{`json.encode(v.upper)`, `! json.encode: cannot encode external_text_method as JSON`},
		{`json.decode(v)`, `! json.decode: for parameter x: got external_text, want string`}, {`json.indent(v)`, `! json.indent: for parameter 1: got external_text, want string`},
		{`json.decode(v, 1)`, `! json.decode: for parameter x: got external_text, want string`},
		{`json.encode(str(v))`, `"\"\ufdd0external text\ufdd0\""`},
		// 9.3
		{`str(v).upper()`, `"\ufdd0EXTERNAL TEXT\ufdd0"`}, {`str(v).title()`, `"\ufdd0External Text\ufdd0"`}, {`str(v).strip()`, ph},
		{`repr(str(v))`, `"\"\\ufdd0external text\\ufdd0\""`}, {`str(v)[3:-3]`, `"external text"`}, {`len(str(v))`, `19`},
		{`str(v) == str(w)`, `True`}, {`{str(v): 1, str(w): 2}`, `! duplicate key: ` + ph}, {`str(bytes(str(v)))`, ph},
		// 9.4
		{`"a" + v`, in}, {`v + "a"`, in}, {`v + w`, in}, {`"a" + "b" + v + "c" + "d"`, in},
		{`v + 1`, `! unknown binary op: external_text + int`}, {`v + None`, `! unknown binary op: external_text + NoneType`},
		{`v + ["x"]`, `! unknown binary op: external_text + list`}, {`v + b"x"`, `! unknown binary op: external_text + bytes`}, {`b"x" + v`, `! unknown binary op: bytes + external_text`},
		{`v * 2`, `! unknown binary op: external_text * int`}, {`"ab" * v`, `! unknown binary op: string * external_text`},
		{`v % "x"`, `! unknown binary op: external_text % string`}, {`v - "x"`, `! `}, {`v / 2`, `! `}, {`v | v`, `! `}, {`-v`, `! unknown unary op: - external_text`},
		{`[v] * 2 == [v, v]`, `True`}, {`[v] + [v] == [v, v]`, `True`}, {`dict(a = v)["a"] == v`, `True`}, {`list(zip([v], [w]))[0] == (v, w)`, `True`},
		{`struct(a = v).a == v`, `True`}, {`(lambda *a, **k: a[0] == k["k"])(v, k = v)`, `True`}, {`[x for x in [v]] == [v]`, `True`},
		{`reversed([v])[0] == v`, `True`}, {`enumerate([v])[0][1] == v`, `True`},
		{`v[0]`, `! unhandled index operation external_text[int]`}, {`v[1:]`, `! invalid slice operand external_text`},
		{`len(v)`, `! len: value of type external_text has no len`}, {`[c for c in v]`, `! external_text value is not iterable`},
		{`list(v)`, `! `}, {`tuple(v)`, `! `}, {`set(v)`, `! `}, {`any(v)`, `! `}, {`all(v)`, `! `}, {`sorted(v)`, `! `}, {`int(v)`, `! `}, {`float(v)`, `! `},
		{`bytes(v)`, `! `}, {`ord(v)`, `! `}, {`chr(v)`, `! `}, {`abs(v)`, `! `}, {`range(v)`, `! `}, {`hash(v)`, `! `}, {`enumerate(v)`, `! `}, {`zip(v)`, `! `},
		{`sorted([v]) == [v]`, `True`}, {`min([v]) == v`, `True`},
		{`sorted([v, "a"])`, `! `}, {`min(v, "a")`, `! `}, {`v < "x"`, `! external_text < string not implemented`}, {`v <= v`, `! external_text <= external_text not implemented`},
		{`(v, 1) < (v, 2)`, `True`},
		{`v == v`, `True`}, {`v == "Q9ZX"`, `False`}, {`"Q9ZX" == v`, `False`}, {`v == w`, `False`}, {`v != "Q9ZX"`, `True`}, {`[v] == ["Q9ZX"]`, `False`},
		{`v in ["Q9ZX"]`, `False`}, {`v in [v]`, `True`}, {`v not in ["Q9ZX"]`, `True`}, {`v in {"Q9ZX": 1}`, `False`},
		{`{"Q9ZX": 1}.get(v)`, `! get: unhashable type: external_text`}, {`{"Q9ZX": 1}[v]`, `! unhashable type: external_text`},
		{`v in set()`, `! `}, {`{v: 1}`, `! unhashable type: external_text`}, {`set([v])`, `! `}, {`{"a": 1}.pop(v)`, `! `}, {`dict([(v, 1)])`, `! `},
		{`v in "x"`, `! `}, {`"x" in v`, `! `},
		{`bool(v)`, `True`}, {`not v`, `False`}, {`(v or "d") == v`, `True`}, {`v and 1`, `1`}, {`1 if v else 2`, `1`}, {`all([v])`, `True`}, {`bool(e)`, `False`}, {`e or "d"`, `"d"`}, {`bool(e + "a")`, `True`},
		{`type(v)`, `"external_text"`}, {`type("a" + v)`, `"external_text"`}, {`dir(v)`, `[]`}, {`hasattr(v, "anything")`, `True`},
		{`getattr(v, "n", 1)`, `<method n of external text>`}, {`v.upper`, `<method upper of external text>`}, {`bool(v.upper)`, `True`}, {`type(v.upper)`, `"external_text_method"`},
		{`v.upper()`, `! external text has no method upper()`}, {`getattr(v, "x\ny` + "`" + `")()`, `! external text has no method x\ny'()`},
		{`getattr(v, str(v))()`, `! external text has no method \u{fdd0}external text\u{fdd0}()`},
		{`v.a.b`, `! external_text_method has no .b field`}, {`{v.upper: 1}`, `! unhashable type: external_text_method`}, {`dir(v.upper)`, `[]`},
	} {
		t.Run(tc.expr, func(t *testing.T) {
			src := "v = param(\"v\")\nw = param(\"w\")\ne = param(\"e\")\nprint(repr(" + tc.expr + "))\nx = \"\"\n" + tail
			plan, err := compile(t, src, map[string]any{"v": supplied, "w": supplied, "e": ""})
			want := strings.ReplaceAll(tc.want, "¤", "\ufdd0")
			if msg, fails := strings.CutPrefix(want, "! "); fails {
				switch {
				case err == nil:
					t.Errorf("gives %q, want an error", plan.Printed)
				case msg == "ExternalConverted":
					if err.Name != playbook.ExternalConverted || err.Pos.Line != 4 {
						t.Errorf("fails with %v", err)
					}
				case !strings.HasPrefix(err.Msg, msg):
					t.Errorf("fails with %q, want %q", err.Msg, msg)
				}
				if err != nil && leak(everyForm(err), []string{supplied}) != "" && !strings.Contains(tc.expr, supplied) {
					t.Errorf("%v shows the value", err)
				}
				return
			}
			if err != nil {
				t.Fatalf("fails with %v, want %s", err, want)
			}
			got := plan.Printed[len(plan.Printed)-1]
			if got != want {
				t.Errorf("gives %s, want %s", got, want)
			}
		})
	}
}
