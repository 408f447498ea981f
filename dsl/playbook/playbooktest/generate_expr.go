package playbooktest

import "fmt"

// text is an expression that gives a string or external text.
func (g *generator) text() string {
	g.inside++
	defer func() { g.inside-- }()
	if g.inside > g.deepest {
		return g.simpleText()
	}
	switch g.rng.IntN(26) {
	case 0, 1, 2, 3:
		return g.text() + " + " + g.text()
	case 4:
		return fmt.Sprintf("(%s if %s else %s)", g.text(), g.cond(), g.text())
	case 5:
		return fmt.Sprintf("(%s or %s)", g.text(), g.text())
	case 6:
		if v := g.visible(sList, nil); v != nil {
			return v.name + g.pick("[0]", "[1]", "[-1]")
		}
	case 7:
		if v := g.visible(sDict, nil); v != nil {
			return v.name + g.pick(`["a"]`, `["b"]`, `.get("a")`, `.values()[0]`)
		}
	case 8:
		if v := g.visible(sDict, nil); v != nil {
			return fmt.Sprintf(`%s.get(%q, %s)`, v.name, g.pick("a", "zz"), g.text())
		}
	case 9:
		if v := g.visible(sObjs, nil); v != nil {
			return v.name + g.pick(`[0]["a"]`, `[-1]["b"]`, `[-1].get("a", "none")`)
		}
	case 10, 11, 12:
		if v := g.visible(sFunc, nil); v != nil {
			return fmt.Sprintf("%s(%s)", v.name, g.text())
		}
	case 13:
		if v := g.visible(sRec, nil); v != nil {
			return g.pick(v.name+".t", v.name+".u", `getattr(`+v.name+`, "t")`)
		}
	case 14:
		return fmt.Sprintf("concat(%s, [%s, %s], sep = %s)", g.text(), g.text(), g.text(), g.literal())
	case 15:
		x := g.fresh("x")
		return fmt.Sprintf("(lambda %s: %s)(%s)", x, g.with(x, sText, g.text), g.text())
	case 16:
		if v := g.visible(sList, nil); v != nil {
			x := g.fresh("c")
			return fmt.Sprintf("[%s for %s in %s][%s]", g.with(x, sText, g.text), x, v.name, g.pick("0", "-1"))
		}
	case 17:
		if v := g.visible(sMaybe, nil); v != nil {
			return fmt.Sprintf("(%s if %s == None else %s)", g.text(), v.name, v.name)
		}
	case 18, 19:
		return g.str()
	case 20:
		if g.fails && g.chance(30) {
			return g.failing()
		}
	}
	return g.simpleText()
}

func (g *generator) simpleText() string {
	if v := g.visible(sText, nil); v != nil && g.chance(75) {
		return v.name
	}
	return g.literal()
}

// with evaluates an expression in which a further variable is known. It is of
// a function of its own, so that nothing in it assigns to what is outside.
func (g *generator) with(name string, s sort, expr func() string) string {
	g.push()
	g.depth++
	g.declare(name, s).fixed = true
	out := expr()
	g.depth--
	g.pop()
	return out
}

// str is an expression that gives a string, often a conversion.
func (g *generator) str() string {
	g.inside++
	defer func() { g.inside-- }()
	if g.inside > g.deepest || !g.converts && g.inside > 1 {
		if v := g.visible(sStr, nil); v != nil && g.chance(50) && g.converts {
			return v.name
		}
		return g.literal()
	}
	switch g.rng.IntN(25) {
	case 0, 1:
		return g.pick("str", "repr") + "(" + g.text() + ")"
	case 2, 3:
		return fmt.Sprintf(`"%s %s" %% (%s)`, g.pick("%s", "a %s"), g.pick("b", "%%"), g.text()+",")
	case 4:
		return fmt.Sprintf(`"%s and %s" %% (%s, %s)`, g.pick("%s", "%r"), "%s", g.text(), g.text())
	case 5:
		return fmt.Sprintf(`"<%%(k)s>" %% {"k": %s, "unused": %s}`, g.text(), g.text())
	case 6, 7:
		return fmt.Sprintf(`"%s".format(%s, who = %s)`, g.pick("{}", "{0} {who}", "{who!r}", "none", "{{}} {}", "{0!r}", "{!s}", "{!r}", "{who}"), g.text(), g.text())
	case 8:
		if v := g.visible(sList, nil); v != nil {
			return g.pick("str("+v.name+")", `"%s" % `+v.name, `", ".join([str(x) for x in `+v.name+`])`, "repr(("+v.name+",))")
		}
	case 9:
		if v := g.visible(sDict, nil); v != nil {
			return g.pick("str("+v.name+")", `"%s" % `+v.name, `"keys: %s" % `+v.name+`.keys()`, `"x" % `+v.name)
		}
	case 10:
		return "((" + g.str() + ")" + g.pick(stringMethods...) + ")"
	case 11:
		return g.pick("json.encode", "json.encode_indent", "str", "repr") + `([` + g.str() + `, 1])`
	case 12:
		return fmt.Sprintf(`%s(%s)`, g.pick("{\"s\": str}[\"s\"]", "(lambda x: str(x))", `getattr("{}", "format")`, `"<{}>".format`), g.text())
	case 13:
		return "type(" + g.text() + ")"
	case 14:
		return g.str() + " + " + g.str()
	case 15:
		if v := g.visible(sRec, nil); v != nil {
			return "str(" + v.name + ")"
		}
	case 16:
		return fmt.Sprintf(g.pick(`(sorted([%s, %s], key = str)[0] and "sorted")`, `(max(%s, %s, key = str) and "most")`, `(min([%s, %s], key = repr) and "least")`,
			`("%%s" %% max(%s, %s, key = lambda x: str(x)))`, `(sorted([%s, %s], key = lambda x: len(str(x)), reverse = True) and "")`), g.text(), g.text())
	case 17:
		return g.pick("str(bytes("+g.str()+"))", "(bytes("+g.str()+").elems() and \"\")")
	case 18:
		return `"".join(list((` + g.str() + ").codepoints())" + g.pick("", "[1:]", "[:-1]") + ")"
	case 19:
		return fmt.Sprintf(`str([%s, (%s,), {"k": %s}, struct(a = %s)])`, g.text(), g.text(), g.text(), g.text())
	case 20:
		return fmt.Sprintf(g.pick(`"%%s" %% [%s]`, `"%%s and %%r" %% (struct(a = %s), 1)`, `"%%s" %% {"k": %s}`, `"%%s" %% ((%s, 1),)`), g.text())
	case 21:
		// The noncharacter by hand: the author's own doing, which is refused.
		if g.fails && g.chance(20) {
			return g.pick(`chr(0xFDD0)`, `"%c" % 0xFDD0`)
		}
		return fmt.Sprintf(`"".join([chr(ord(x)) for x in (%s).codepoints()])`, g.str())
	}
	if v := g.visible(sStr, nil); v != nil {
		return v.name
	}
	return g.literal()
}

// stringMethods are what may be done to a converted string (playbook.md 9.3).
var stringMethods = []string{
	".upper()", ".lower()", ".title()", ".capitalize()", ".strip()", `.replace("TEXT", "x")`, `.split(" ")[0]`, ".split()[-1]", `.partition(" ")[0]`,
	`.rpartition("t")[2]`, ".splitlines()[0]", " * 2", `.removeprefix("x")`, `.removesuffix("t")`, "[3:-3]", "[1:]", "[:2]", "[0:1]", "[-1]",
	".elems() and \"\"", `.lstrip("x")`, ".rstrip()",
}

func (g *generator) cond() string {
	g.inside++
	defer func() { g.inside-- }()
	if g.inside <= g.deepest {
		switch g.rng.IntN(17) {
		case 0:
			return g.text() + g.pick(" == ", " != ") + g.literal()
		case 1:
			return "type(" + g.text() + `) == "string"`
		case 2:
			return "bool(" + g.text() + ")"
		case 3:
			return "not (" + g.cond() + ")"
		case 4:
			return "(" + g.cond() + g.pick(" and ", " or ") + g.cond() + ")"
		case 5:
			if v := g.visible(sList, nil); v != nil {
				return g.text() + g.pick(" in ", " not in ") + v.name
			}
		case 6:
			return "hasattr(" + g.text() + `, "upper")`
		case 7:
			if v := g.visible(sList, nil); v != nil {
				return "len(" + v.name + ") > 2"
			}
		case 8:
			return g.text() + ` in {"a": 1}`
		case 9:
			if v := g.visible(sMaybe, nil); v != nil {
				return v.name + " == None"
			}
		case 10:
			return "len(" + g.str() + ") > 5"
		case 11:
			return "(" + g.str() + ")" + g.pick(`.find("x") > 0`, `.count("e") > 1`, `.startswith("x")`, `.endswith("t")`, ".isalpha()", `.index("") == 0`, `.rfind("a") < 3`)
		case 12:
			return g.pick("hash("+g.str()+") > 0", g.str()+" == "+g.str(), `"x" in `+"("+g.str()+")", "any(["+g.text()+", False])", "all(["+g.text()+"])",
				g.text()+" == "+g.text(), "["+g.text()+`] == ["x"]`, "dir("+g.text()+`) == []`, "bool(dict(a = "+g.text()+`))`, "("+g.text()+`, 1) == ("a", 1)`)
		case 13:
			return g.pick(`getattr(`+g.text()+`, "n", None) != None`, "len(reversed(["+g.text()+"])) == 1", "len(list(zip(["+g.text()+"], [1]))) == 1",
				"len(["+g.text()+"] * 2) == 2", "len(["+g.text()+"] + ["+g.text()+"]) == 2", "len(tuple(["+g.text()+"])) == 1", "min(["+g.text()+`]) == "a"`)
		}
	}
	if v := g.visible(sFlag, nil); v != nil {
		return v.name
	}
	return g.pick("True", "False")
}

// failing is an operation that fails on external text.
func (g *generator) failing() string {
	t := "(" + g.text() + ")"
	if v := g.visible(sText, nil); v != nil && g.chance(60) {
		t = v.name
	}
	n, literal := g.fresh("x"), g.literal()
	if v := g.visible(sList, nil); v != nil && g.chance(15) {
		return g.pick(`("-".join(`+v.name+`))`, `sorted(`+v.name+`)[0]`, `max(`+v.name+`)`, `(`+v.name+` < `+v.name+` and "")`, `json.encode(`+v.name+`)`)
	}
	return "(" + g.pick(
		t+".upper()", t+"[0]", t+"[1:]", t+" * 2", t+" + 1", "len("+t+") and \"\"", "list("+t+")[0]",
		`json.encode([`+t+`])`, `json.encode(struct(a = `+t+`))`, `getattr(`+t+`, "strip", None)()`,
		`{`+t+`: 1} and "x"`, `"%d" % `+t, `sorted([`+t+`, "a"])[0]`, `sorted([`+t+` for `+n+` in range(2)])[0]`, t+` < "a" and ""`,
		`", ".join([`+t+`, "b"])`, `"-".join((`+t+`, `+literal+`))`, `fail("bad", `+t+`)`, `hash(`+t+`) and ""`, `set([`+t+`]) and ""`,
		`{"a": 1}.get(`+t+`) or ""`, `json.decode(`+t+`)`, `int(`+t+`) and ""`, `-`+t, t+`.a.b`,
		`dict([(`+t+`, 1)]) and ""`, `("a" in `+t+`) and ""`, `json.indent(`+t+`)`, `max("a", `+t+`)`,
		`concat(`+t+`, 1)`, `ord(`+t+`) and ""`, `bytes(`+t+`) and ""`, `range(`+t+`) and ""`,
		// The rest of playbook.md 9.1, 9.2 and 9.4.
		`"%x" % `+t, `"%c" % `+t, `"%f" % `+t, `"no verbs" % `+t, `"%%" % `+t, `"%s" % ("a", `+t+`)`, `"".join((`+t+`,))`,
		`json.encode(`+t+`)`, `json.encode_indent({"a": `+t+`})`, `json.encode([`+t+`.upper])`,
		t+` + None`, t+` + ["x"]`, t+` + b"x"`, `["x"] + `+t, `"ab" * `+t, t+` % "x"`, t+` - "x"`, t+` / 2`, t+` // 2`, t+` | `+t, t+` & 1`, `~`+t, `+`+t,
		`[`+n+` for `+n+` in `+t+`] and ""`, `tuple(`+t+`) and ""`, `set(`+t+`) and ""`, `any(`+t+`) and ""`, `all(`+t+`) and ""`, `sorted(`+t+`) and ""`,
		`float(`+t+`) and ""`, `chr(`+t+`)`, `abs(`+t+`) and ""`, `enumerate(`+t+`) and ""`, `zip(`+t+`) and ""`, `reversed(`+t+`) and ""`,
		`(`+t+` <= `+t+`) and ""`, `({"a": 1}[`+t+`]) and ""`, `(`+t+` in set()) and ""`, `{"a": 1}.pop(`+t+`) and ""`, `{}.setdefault(`+t+`, 1) and ""`,
		`(`+t+` in "x") and ""`, literal+`.replace("a", `+t+`)`, literal+`.startswith(`+t+`) and ""`, literal+`.split(`+t+`)[0]`, `"abc"[`+t+`]`, `[1, 2][`+t+`] and ""`,
		`"abc"[`+t+`:]`, `[1].index(`+t+`) and ""`, `[].extend(`+t+`) or ""`, `{}.update(`+t+`) or ""`, `(lambda *a: "")(*`+t+`)`, `(lambda **k: "")(**`+t+`)`,
		`sorted(["a", "b"], key = `+t+`.find)[0]`, `[`+t+`.strip][0]()`, `getattr("x", `+t+`)`, `concat("a", sep = `+t+`)`, `tool("t", doc = `+t+`) and ""`,
		`tool("t", allow = ["a", `+t+`]) and ""`, `agent(`+t+`) and ""`, `print(sep = `+t+`) or ""`, `(lambda f: f(f))(lambda f: f(f))`,
	) + ")"
}
