package playbooktest

import "fmt"

const maxInside = 4

// text is an expression that gives a string or external text.
func (g *generator) text() string {
	g.inside++
	defer func() { g.inside-- }()
	if g.inside > maxInside {
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
	if g.inside > maxInside || !g.converts && g.inside > 1 {
		if v := g.visible(sStr, nil); v != nil && g.chance(50) && g.converts {
			return v.name
		}
		return g.literal()
	}
	switch g.rng.IntN(22) {
	case 0, 1:
		return g.pick("str", "repr") + "(" + g.text() + ")"
	case 2, 3:
		return fmt.Sprintf(`"%s %s" %% (%s)`, g.pick("%s", "a %s"), g.pick("b", "%%"), g.text()+",")
	case 4:
		return fmt.Sprintf(`"%s and %s" %% (%s, %s)`, g.pick("%s", "%r"), "%s", g.text(), g.text())
	case 5:
		return fmt.Sprintf(`"<%%(k)s>" %% {"k": %s, "unused": %s}`, g.text(), g.text())
	case 6, 7:
		return fmt.Sprintf(`"%s".format(%s, who = %s)`, g.pick("{}", "{0} {who}", "{who!r}", "none", "{{}} {}"), g.text(), g.text())
	case 8:
		if v := g.visible(sList, nil); v != nil {
			return g.pick("str("+v.name+")", `"%s" % `+v.name, `", ".join([str(x) for x in `+v.name+`])`, "repr(("+v.name+",))")
		}
	case 9:
		if v := g.visible(sDict, nil); v != nil {
			return g.pick("str("+v.name+")", `"%s" % `+v.name, `"keys: %s" % `+v.name+`.keys()`, `"x" % `+v.name)
		}
	case 10:
		return "(" + g.str() + ")" + g.pick(".upper()", `.replace("TEXT", "x")`, ".strip()", "[3:-3]", "[1:]", `.split(" ")[0]`, "[:2]", ".title()")
	case 11:
		return `json.encode([` + g.str() + `, 1])`
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
		return fmt.Sprintf(`(sorted([%s, %s], key = str)[0] and "sorted")`, g.text(), g.text())
	case 17:
		return "str(bytes(" + g.str() + "))"
	case 18:
		return `"".join(list((` + g.str() + ").codepoints())" + g.pick("", "[1:]", "[:-1]") + ")"
	}
	if v := g.visible(sStr, nil); v != nil {
		return v.name
	}
	return g.literal()
}

func (g *generator) cond() string {
	g.inside++
	defer func() { g.inside-- }()
	if g.inside <= maxInside {
		switch g.rng.IntN(14) {
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
	return "(" + g.pick(
		t+".upper()", t+"[0]", t+"[1:]", t+" * 2", t+" + 1", "len("+t+") and \"\"", "list("+t+")[0]",
		`json.encode([`+t+`])`, `json.encode(struct(a = `+t+`))`, `getattr(`+t+`, "strip", None)()`,
		`{`+t+`: 1} and "x"`, `"%d" % `+t, `sorted([`+t+`, "a"])[0]`, t+` < "a" and ""`,
		`", ".join([`+t+`, "b"])`, `fail("bad", `+t+`)`, `hash(`+t+`) and ""`, `set([`+t+`]) and ""`,
		`{"a": 1}.get(`+t+`) or ""`, `json.decode(`+t+`)`, `int(`+t+`) and ""`, `-`+t, t+`.a.b`,
		`dict([(`+t+`, 1)]) and ""`, `("a" in `+t+`) and ""`, `json.indent(`+t+`)`, `max("a", `+t+`)`,
		`concat(`+t+`, 1)`, `ord(`+t+`) and ""`, `bytes(`+t+`) and ""`, `range(`+t+`) and ""`,
	) + ")"
}
