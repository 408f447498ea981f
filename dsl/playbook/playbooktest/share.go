package playbooktest

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// writer makes programs that share, change and capture objects more than
// generator's do: defaults that are lists, functions in lists, dicts under
// computed keys, containers through json, aliases of everything.
type writer struct {
	rng    *rand.Rand
	b      strings.Builder
	indent int
	n      int
	depth  int // of blocks
	inFunc int
	texts  []string // a string or external text
	strs   []string // a string, perhaps converted
	lists  []string // of texts, perhaps empty
	dicts  []string // string to text
	funcs  []string // one text to a text
	tables []string // lists of functions
}

const sharingPrelude = `flag = param("flag", kind = "flag")
num = param("num", kind = "int")
def at(xs, i):
    return xs[i % len(xs)] if xs else "e"
def text_of(x):
    return x if type(x) in ["string", "external_text"] else "t"
`

// GenerateSharing gives another program of a seed, in one file: objects that
// many names share, that functions keep and change, and that are looked up by
// computed keys. With plain there is a string literal in place of every
// parameter of kind text, and the rest is the same.
func GenerateSharing(seed uint64, plain bool) Program {
	w := &writer{rng: rand.New(rand.NewPCG(seed, 7))}
	p := Program{Seed: seed, Launch: map[string]any{}, Files: Files{}}
	for range 2 {
		p.Secrets = append(p.Secrets, secretOf(w.rng))
	}
	if plain {
		w.line(`v = "plain"`)
		w.line(`w = "dflt"`)
	} else {
		w.line(`v = param("v")`)
		w.line(`w = param("w", default = "dflt")`)
		p.Launch["v"] = p.Secrets[0]
	}
	p.Launch["flag"], p.Launch["num"] = w.rng.IntN(2) == 0, w.rng.IntN(4)
	if w.rng.IntN(2) == 0 && !plain {
		p.Launch["w"] = p.Secrets[1]
	}
	w.b.WriteString(sharingPrelude)
	w.texts = []string{"v", "w"}
	w.strs = []string{`"s"`}
	w.line("xs0 = [v, \"a\"]")
	w.line("d0 = {\"a\": \"x\", \"b\": w}")
	w.lists, w.dicts = []string{"xs0"}, []string{"d0"}
	for range size(w.rng, 3, 8, 17) {
		w.stmt()
	}
	w.line("bot = agent(\"b\")")
	w.line("one = step(\"s\", agent = bot, prompt = text_of(%s))", w.text(2))
	if w.rng.IntN(2) == 0 {
		w.line("two = step(\"t\", agent = bot, prompt = text_of(%s), context = {\"k\": [text_of(%s)]})", w.text(2), w.text(1))
	} else {
		w.line("two = gate(\"t\", question = text_of(%s))", w.text(2))
	}
	w.line("playbook(\"p\", steps = [one, two])")
	p.Files[EntryID] = w.b.String()
	return p
}

func (w *writer) line(format string, args ...any) {
	w.b.WriteString(strings.Repeat("    ", w.indent))
	fmt.Fprintf(&w.b, format, args...)
	w.b.WriteByte('\n')
}

func (w *writer) name(prefix string) string {
	w.n++
	return fmt.Sprintf("%s%d", prefix, w.n)
}

func (w *writer) one(list ...string) string { return list[w.rng.IntN(len(list))] }

// text is an expression of a string or external text.
func (w *writer) text(depth int) string {
	if depth <= 0 || w.rng.IntN(4) == 0 {
		return w.one(append([]string{`"lit"`}, w.texts...)...)
	}
	t := func() string { return w.text(depth - 1) }
	switch w.rng.IntN(17) {
	case 0, 1:
		return t() + " + " + t()
	case 2:
		return fmt.Sprintf("at(%s, %d)", w.list(depth-1), w.rng.IntN(3))
	case 3:
		return fmt.Sprintf("%s.get(%s, %s)", w.one(w.dicts...), w.key(), t())
	case 4:
		if len(w.funcs) > 0 {
			return fmt.Sprintf("text_of(%s(%s))", w.one(w.funcs...), t())
		}
		return t()
	case 5:
		if len(w.tables) > 0 {
			return fmt.Sprintf("text_of([f(%s) for f in %s + [lambda q: q]][%d])", t(), w.one(w.tables...), -w.rng.IntN(2))
		}
		return t()
	case 6:
		return fmt.Sprintf("(%s if %s else %s)", t(), w.cond(), t())
	case 7:
		return fmt.Sprintf(w.one("struct(a = %s, b = %s).%s", "(struct(a = %s) + struct(b = %s)).%s"), t(), t(), w.one("a", "b"))
	case 8:
		return fmt.Sprintf("(%s, %s)[%d]", t(), t(), w.rng.IntN(2))
	case 9:
		return fmt.Sprintf("(%s or %s)", t(), t())
	case 10:
		return fmt.Sprintf("(lambda q, r = %s: %s)(%s)", t(), w.one("q", "r", "q + r"), t())
	case 11:
		return fmt.Sprintf("[z for y, z in zip([1, 2], [%s, %s])][%d]", t(), t(), w.rng.IntN(2))
	case 12:
		return fmt.Sprintf("dict([(\"a\", %s), (%s, %s)])[\"a\"]", t(), w.one(`"a"`, `"b"`), t())
	case 13:
		return fmt.Sprintf("(lambda *a, **k: at(list(a) + k.values(), %d))(%s, *%s, **{\"z\": %s})", w.rng.IntN(4), t(), w.list(0), t())
	case 14:
		return fmt.Sprintf("[x for i, x in enumerate(%s + [%s])][-1]", w.list(depth-1), t())
	}
	return w.str(depth - 1)
}

// str is an expression of a string, often a converted one.
func (w *writer) str(depth int) string {
	if depth <= 0 {
		return w.one(w.strs...)
	}
	s := func() string { return w.str(depth - 1) }
	t := func() string { return w.text(depth - 1) }
	switch w.rng.IntN(24) {
	case 0, 1:
		return "str(" + t() + ")"
	case 2:
		return fmt.Sprintf("\"<%%s>\" %% (%s,)", t())
	case 3:
		return fmt.Sprintf("\"{}-{k}\".format(%s, k = %s)", t(), t())
	case 4:
		return fmt.Sprintf("{\"f\": str, \"g\": repr}[\"%s\"](%s)", w.one("f", "g"), t())
	case 5:
		return fmt.Sprintf("getattr(\"a{}\", \"for\" + \"mat\")(%s)", t())
	case 6:
		return fmt.Sprintf("\",\".join([str(x) for x in %s])", w.list(depth-1))
	case 7:
		return "(" + s() + ").upper()"
	case 8:
		return "(" + s() + ").split(\" \")[0]"
	case 9:
		return fmt.Sprintf("at(list((%s).codepoints()), %d)", s(), w.rng.IntN(3))
	case 10:
		return fmt.Sprintf("chr(at([ord(x) for x in (%s).codepoints()] or [65], 0))", s())
	case 11:
		return fmt.Sprintf("text_of(json.decode(json.encode({\"a\": [%s]}))[\"a\"][0])", s())
	case 12:
		return fmt.Sprintf("str(bytes(%s))", s())
	case 13:
		return fmt.Sprintf("list(set([%s]))[0]", s())
	case 14:
		return fmt.Sprintf("list({%s: 1})[0]", s())
	case 15:
		return fmt.Sprintf("(%s).replace(\"a\", %s)", s(), s())
	case 16:
		return fmt.Sprintf("(%s).partition(\"e\")[%d]", s(), w.rng.IntN(3))
	case 17:
		return fmt.Sprintf("str(%s)", w.one(w.dicts...))
	case 18:
		return fmt.Sprintf("\"%%(k)s\" %% {\"k\": %s, \"l\": %s}", t(), t())
	case 19:
		return fmt.Sprintf("(%s)[%d:]", s(), w.rng.IntN(2)*3)
	case 20:
		return fmt.Sprintf("\"%%s\" %% (%s)", w.list(depth-1)+",")
	case 21:
		return fmt.Sprintf("sorted([%s, %s], key = len)[0]", s(), s())
	case 22:
		return "(" + s() + ") * 2"
	}
	return w.one(w.strs...)
}

func (w *writer) list(depth int) string {
	if depth <= 0 || w.rng.IntN(3) == 0 {
		return w.one(w.lists...)
	}
	l := func() string { return w.list(depth - 1) }
	switch w.rng.IntN(9) {
	case 0:
		return fmt.Sprintf("[%s, %s]", w.text(depth-1), w.text(depth-1))
	case 1:
		return fmt.Sprintf("(%s + %s)", l(), l())
	case 2:
		return fmt.Sprintf("%s[%d:]", l(), w.rng.IntN(2))
	case 3:
		return fmt.Sprintf("list(reversed(%s))", l())
	case 4:
		return fmt.Sprintf("[x for x in %s if %s]", l(), w.one("x", "type(x) == \"string\"", "type(x) != \"string\"", "flag"))
	case 5:
		return w.one(w.dicts...) + ".values()"
	case 6:
		return fmt.Sprintf("[x + %s for x in %s]", w.text(depth-1), l())
	case 7:
		return fmt.Sprintf("sorted(%s, key = str)", l())
	}
	return fmt.Sprintf("[%s]", w.text(depth-1))
}

func (w *writer) key() string {
	return w.one(`"a"`, `"b"`, `"c"`, `("k%d" % num)`, `"k1"`)
}

func (w *writer) cond() string {
	return w.one("flag", "num > 1", w.one(w.texts...), "len("+w.one(w.lists...)+") > 2", "type("+w.one(w.texts...)+") == \"string\"")
}

// block writes statements one level deeper; what they declare may be unset
// afterwards and is forgotten.
func (w *writer) block(n int, extra ...string) {
	texts, strs, lists, dicts, funcs, tables := w.texts, w.strs, w.lists, w.dicts, w.funcs, w.tables
	w.texts = append(append([]string(nil), w.texts...), extra...)
	w.indent++
	w.depth++
	w.line("pass")
	for range n {
		w.stmt()
	}
	w.depth--
	w.indent--
	w.texts, w.strs, w.lists, w.dicts, w.funcs, w.tables = texts, strs, lists, dicts, funcs, tables
}

func (w *writer) stmt() {
	switch w.rng.IntN(26) {
	case 0, 1:
		x := w.name("t")
		w.line("%s = %s", x, w.text(3))
		w.texts = append(w.texts, x)
	case 2:
		x := w.name("s")
		w.line("%s = %s", x, w.str(3))
		w.strs, w.texts = append(w.strs, x), append(w.texts, x)
	case 3:
		x := w.name("xs")
		w.line("%s = %s", x, w.list(2))
		w.lists = append(w.lists, x)
	case 4:
		x := w.name("d")
		w.line("%s = %s", x, w.one("{\"a\": "+w.text(1)+", "+w.key()+": "+w.text(1)+"}", "dict("+w.one(w.dicts...)+")", w.one(w.dicts...), w.one(w.dicts...)+" | {"+w.key()+": "+w.text(1)+"}"))
		w.dicts = append(w.dicts, x)
	case 5, 6:
		l := w.one(w.lists...)
		w.line("%s", w.one(l+".append("+w.text(2)+")", l+".insert(0, "+w.text(1)+")", l+".extend(["+w.text(1)+"])",
			"if "+l+": "+l+"[0] = "+w.text(1), "if "+l+": "+l+".pop()", "if "+l+": "+l+"[num % len("+l+")] = "+w.text(1)))
	case 7, 8:
		d := w.one(w.dicts...)
		w.line("%s", w.one(d+"["+w.key()+"] = "+w.text(2), d+".update({"+w.key()+": "+w.text(1)+"})", d+".setdefault("+w.key()+", "+w.text(1)+")",
			d+".pop("+w.key()+", None)", "if "+d+": "+d+".popitem()", d+".update([("+w.key()+", "+w.text(1)+")])"))
	case 9, 10:
		if w.depth < 3 {
			w.line("if %s:", w.cond())
			w.block(1 + w.rng.IntN(3))
			if w.rng.IntN(2) == 0 {
				w.line("else:")
				w.block(1 + w.rng.IntN(2))
			}
		}
	case 11, 12:
		if w.depth < 2 {
			x := w.name("it")
			w.line("for %s in %s:", x, w.one(w.list(1)+"[:3]", "["+w.text(1)+", "+w.text(1)+"]", "[c for c in \"ab\".elems()]"))
			w.block(1+w.rng.IntN(3), x)
			if w.rng.IntN(3) == 0 {
				w.line("    if %s: %s", w.cond(), w.one("break", "continue"))
				w.block(1, x)
			}
		}
	case 13, 14:
		w.function()
	case 15:
		x := w.name("fs")
		w.line("%s = []", x)
		w.line("for c%d in range(2):", w.n)
		w.line("    def h%d(q, keep = %s):", w.n, w.one(w.text(1), "["+w.text(1)+"]"))
		w.line("        return %s", w.one("str(q)", "q", "text_of(keep)", "str(keep)", w.text(1)))
		w.line("    %s.append(h%d)", x, w.n)
		w.tables = append(w.tables, x)
	case 16:
		if w.inFunc == 0 && len(w.texts) > 2 {
			t := w.texts[2+w.rng.IntN(len(w.texts)-2)]
			if strings.HasPrefix(t, "t") {
				w.line("%s += %s", t, w.text(1))
			}
		}
	case 17:
		x := w.name("o")
		w.line("%s = []", x)
		w.line("for i%d in range(%d):", w.n, 1+w.rng.IntN(3))
		w.line("    %s.append({\"a\": %s, \"b\": [%s]})", x, w.text(1), w.text(1))
		w.line("%s[-1][\"a\"] = %s", x, w.text(1))
		w.line("%s[0][\"b\"].append(%s)", x, w.text(1))
		d := w.name("d")
		w.line("%s = {\"a\": %s[%s][\"a\"]}", d, x, w.one("0", "-1"))
		l := w.name("xs")
		w.line("%s = %s[%s][\"b\"]", l, x, w.one("0", "-1"))
		w.dicts, w.lists = append(w.dicts, d), append(w.lists, l)
	case 18:
		a, b := w.name("t"), w.name("t")
		w.line("%s, %s = %s, %s", a, b, w.text(2), w.text(2))
		if w.rng.IntN(2) == 0 {
			w.line("%s, %s = %s, %s", a, b, b, a)
		}
		w.texts = append(w.texts, a, b)
	case 19:
		w.line("print(%s)", w.text(2))
	case 20:
		x := w.name("t")
		w.line("%s = [%s for k, y in sorted(%s.items(), key = lambda p: p[0])]", x+"l", w.one("y", "str(y)", "k + y"), w.one(w.dicts...))
		w.line("%s = at(%sl, num)", x, x)
		w.texts, w.lists = append(w.texts, x), append(w.lists, x+"l")
	default:
		x := w.name("t")
		w.line("%s = %s", x, w.one(w.str(3), w.text(2)))
		w.texts = append(w.texts, x)
	}
}

// function writes a def over one text: plain, with a list that it keeps, or
// one that makes closures.
func (w *writer) function() {
	if w.depth > 1 {
		return
	}
	f := w.name("f")
	switch w.rng.IntN(4) {
	case 0:
		w.line("def %s(x, acc = []):", f)
		w.line("    acc.append(x)")
		w.line("    return %s", w.one("at(acc, 0)", "str(acc)", "at(acc, num)"))
	case 1:
		w.line("def mk%s(x):", f)
		w.line("    box = [x]")
		w.line("    cell = {\"a\": x}")
		w.line("    def inner(y):")
		w.line("        box.append(y)")
		w.line("        %s", w.one("cell[\"a\"] = y", "cell.pop(\"a\", None)", "pass", "cell.setdefault(\"b\", y)"))
		w.line("        return %s", w.one("at(box, num)", "text_of(cell.get(\"a\", x))", "str(box)", "x + y", "at(cell.values(), 1)"))
		w.line("    return inner")
		w.line("%s = mk%s(%s)", f, f, w.text(1))
	default:
		w.line("def %s(x):", f)
		w.inFunc++
		w.block(1+w.rng.IntN(3), "x")
		w.inFunc--
		w.line("    return %s", w.one("x", "str(x)", "x + "+w.text(1), w.str(1)))
	}
	w.funcs = append(w.funcs, f)
}
