package playbooktest

import "fmt"

// block writes an indented block of a few statements in a scope of its own.
func (g *generator) block(n int) {
	g.indent++
	g.push()
	wrote := g.b.Len()
	for range n {
		g.statement()
	}
	if g.b.Len() == wrote {
		g.line("pass")
	}
	g.pop()
	g.indent--
}

func (g *generator) statement() {
	g.budget--
	if g.indent > 3 {
		g.assign()
		return
	}
	switch g.rng.IntN(24) {
	case 0, 1, 2:
		g.assign()
	case 3:
		if v := g.visible(sText, func(v *variable) bool { return mutable(v) && v.depth == g.depth }); v != nil {
			g.line("%s += %s", v.name, g.text())
		}
	case 4:
		name := g.fresh("xs")
		g.line("%s = [%s, %s, %s]", name, g.text(), g.text(), g.text())
		g.declare(name, sList)
	case 5, 6:
		if v := g.visible(sList, mutable); v != nil {
			switch g.rng.IntN(5) {
			case 0:
				g.line("%s.append(%s)", v.name, g.text())
			case 1:
				g.line("%s[%s] = %s", v.name, g.pick("0", "1", "-1"), g.text())
			case 2:
				g.line("%s.insert(0, %s)", v.name, g.text())
			case 3:
				g.line("%s.extend([%s])", v.name, g.text())
			default:
				g.line("%s.append(%s.pop(%s))", v.name, v.name, g.pick("", "0"))
			}
		}
	case 7:
		name := g.fresh("d")
		g.line(`%s = {"a": %s, "b": %s}`, name, g.text(), g.text())
		g.declare(name, sDict)
	case 8, 9:
		g.changeDict()
	case 10, 11:
		g.loop()
	case 12:
		g.line("if %s:", g.cond())
		g.block(1 + g.rng.IntN(2))
		if g.chance(50) {
			g.line("else:")
			g.block(1)
		}
	case 13, 14:
		g.narrow()
	case 15, 16:
		g.function(g.fresh("f"))
	case 17:
		g.closure()
	case 18:
		g.objects()
	case 19:
		g.line("print(%s, %s)", g.text(), g.str())
	case 20:
		a, b := g.fresh("a"), g.fresh("b")
		g.line("%s, %s = %s, %s", a, b, g.text(), g.text())
		g.declare(a, sText)
		g.declare(b, sText)
	case 21:
		name := g.fresh("r")
		if v := g.visible(sFunc, func(v *variable) bool { return v.name == "lib_a" }); v != nil {
			g.line("%s = lib_pair(%s, %s, k = %s, *[%s])", name, g.text(), g.text(), g.text(), g.text())
		} else {
			g.line(g.pick("%s = struct(t = %s, u = %s)", "%s = struct(t = %s) + struct(u = %s)", "%[1]s = struct(u = %[3]s, t = \"\") + struct(t = %[2]s)",
				"%[1]s = struct(u = %[3]s); %[1]s += struct(t = %[2]s)"), name, g.text(), g.text())
		}
		g.declare(name, sRec)
	case 22:
		name := g.fresh("s")
		g.line("%s = %s", name, g.str())
		g.declare(name, sStr)
	case 23:
		name := g.fresh("g")
		x := g.fresh("x")
		body := g.with(x, sText, g.text)
		g.line("%s = lambda %s: %s", name, x, body)
		g.declare(name, sFunc).fixed = true
	}
}

func (g *generator) assign() {
	name := g.fresh("t")
	g.line("%s = %s", name, g.text())
	g.declare(name, sText)
}

func (g *generator) changeDict() {
	v := g.visible(sDict, mutable)
	if v == nil {
		return
	}
	switch g.rng.IntN(6) {
	case 0, 1:
		// The entry moves to the end.
		g.line(`%s["a"] = %s.pop("a") %s`, v.name, v.name, g.pick("", "+ "+g.text()))
	case 2:
		g.line(`%s.pop("b")`, v.name)
		g.line(`%s["b"] = %s`, v.name, g.text())
	case 3:
		g.line(`%s.setdefault("c", %s)`, v.name, g.text())
	case 4:
		g.line(`%s.update({"b": %s})`, v.name, g.text())
	case 5:
		g.line(`%s["a"] = %s`, v.name, g.text())
	}
}

func (g *generator) loop() {
	g.push()
	defer g.pop()
	x := g.fresh("x")
	switch g.rng.IntN(5) {
	case 0, 1:
		if v := g.visible(sList, nil); v != nil {
			was := v.busy
			v.busy = true
			defer func() { v.busy = was }()
			g.line("for %s in %s:", x, v.name)
			break
		}
		fallthrough
	case 2:
		if v := g.visible(sDict, nil); v != nil {
			was := v.busy
			v.busy = true
			defer func() { v.busy = was }()
			g.line("for k, %s in %s.items():", x, v.name)
			break
		}
		fallthrough
	case 3:
		g.line("for i, %s in enumerate([%s, %s]):", x, g.text(), g.text())
	case 4:
		g.line(`for %s, y in zip([%s, %s], ["l", "m"]):`, x, g.text(), g.text())
	}
	g.declare(x, sText)
	g.block(1 + g.rng.IntN(3))
}

// narrow tests the type of a text and treats the two cases apart.
func (g *generator) narrow() {
	v := g.visible(sText, nil)
	if v == nil {
		return
	}
	name := g.fresh("t")
	test := g.pick(`type(%s) == "string"`, `type(%s) != "external_text"`, `not type(%s) == "external_text"`)
	g.line("if "+test+":", v.name)
	g.line("    %s = %s", name, g.pick(v.name+".upper()", `"%s" % `+v.name, v.name+" + \"!\"", "len("+v.name+") * \"x\""))
	g.line("else:")
	g.line("    %s = %s", name, g.pick(v.name, v.name+" + \"?\"", `"e: " + `+v.name))
	g.declare(name, sText)
}

// function defines a function of one text.
func (g *generator) function(name string) {
	x := g.fresh("x")
	extra := ""
	y := g.fresh("y")
	if g.chance(30) {
		extra = fmt.Sprintf(", %s = %s", y, g.text())
	}
	g.line("def %s(%s%s):", name, x, extra)
	g.depth++
	g.push()
	g.declare(x, sText)
	if extra != "" {
		g.declare(y, sText)
	}
	g.indent++
	for range g.rng.IntN(3) {
		g.statement()
	}
	g.line("return %s", g.text())
	g.indent--
	g.pop()
	g.depth--
	g.declare(name, sFunc).fixed = true
}

// closure defines a function that remembers what it was given: the cell is
// shared by every call of what it returns.
func (g *generator) closure() {
	make, x, inner, box, name := g.fresh("make"), g.fresh("x"), g.fresh("f"), g.fresh("box"), g.fresh("h")
	a := g.fresh("a")
	g.line("def %s(%s):", make, x)
	g.line("    %s = [%s, %s]", box, x, g.literal())
	if g.chance(40) {
		g.line("    %s = %s + %s", x, x, g.literal())
	}
	g.line("    def %s(%s):", inner, a)
	g.line("        %s.append(%s)", box, a)
	g.line("        return %s", g.pick(box+"[-2]", x+" + "+a, box+"[0]", x, "str("+box+"[-1])"))
	g.line("    return %s", inner)
	g.line("%s = %s(%s)", name, make, g.text())
	g.declare(name, sFunc).fixed = true
}

// objects builds dicts in a loop and changes one of them afterwards.
func (g *generator) objects() {
	objs, x := g.fresh("objs"), g.fresh("x")
	g.line("%s = []", objs)
	g.line("for %s in [%s, %s, %s]:", x, g.text(), g.text(), g.text())
	body := g.with(x, sText, g.text)
	g.line(`    %s.append({"a": %s, "b": %s})`, objs, x, body)
	g.line(`%s[%s]["a"] = %s`, objs, g.pick("0", "1", "-1"), g.text())
	if g.chance(40) {
		g.line(`%s[0]["b"] = %s[1].pop("b")`, objs, objs)
		g.line(`%s[1]["b"] = %s`, objs, g.text())
	}
	g.declare(objs, sObjs)
}
