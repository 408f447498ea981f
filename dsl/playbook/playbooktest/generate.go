package playbooktest

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// Program is a random playbook with its launch. Most runs of one end well or
// in a refusal of external text; a few in errors of Starlark.
type Program struct {
	Seed   uint64
	Files  Files
	Launch map[string]any
	// Secrets are the supplied values of kind text. They are made of
	// characters that no program and no message is made of.
	Secrets []string
}

// String is the program as one would report it.
func (p Program) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "seed %d, launch %v\n", p.Seed, p.Launch)
	for _, id := range []string{EntryID, libID} {
		if src, ok := p.Files[id]; ok {
			fmt.Fprintf(&b, "-- %s --\n%s", id, src)
		}
	}
	return b.String()
}

const libID = "packs/lib.star"

// Random gives the program of a seed: GenerateSharing's where the seed is odd,
// Generate's where it is even. With plain there is a string literal in place of
// every parameter of kind text, and the rest is the same.
func Random(seed uint64, plain bool) Program {
	if seed%2 == 1 {
		return GenerateSharing(seed, plain)
	}
	return generate(seed, plain)
}

// Generate gives the program of a seed, the same for the same seed: operations
// of playbook.md 9 over supplied values, with objects built in loops and
// changed afterwards, dict entries taken out and put back, captured variables,
// narrowing by type, functions, lambdas, comprehensions and a loaded module.
func Generate(seed uint64) Program { return generate(seed, false) }

func generate(seed uint64, plain bool) Program {
	g := &generator{
		rng:   rand.New(rand.NewPCG(seed, 0x626f756e64617279)),
		plain: plain,
		out:   Program{Seed: seed, Launch: map[string]any{}, Files: Files{}},
	}
	g.converts = g.chance(65)
	g.fails = g.chance(25)
	g.loads = g.chance(50)
	g.deepest = 2 + g.rng.IntN(3)
	if g.loads {
		g.push()
		g.library()
		g.out.Files[libID] = g.take()
		g.pop()
	}
	g.push()
	g.entry()
	g.out.Files[EntryID] = g.take()
	return g.out
}

// sort is what the generator knows of a variable.
type sort uint8

const (
	sText  sort = iota // a string or external text
	sStr               // a string, perhaps a converted one
	sList              // a list of at least two texts
	sDict              // a dict with the keys a and b to texts
	sObjs              // a list of at least one such dict
	sFunc              // a function of one text that gives a text
	sRec               // a struct with the text fields t and u
	sFlag              // a bool
	sInt               // an int
	sMaybe             // a text or None
)

type variable struct {
	name  string
	sort  sort
	depth int // of the function it belongs to
	busy  bool
	fixed bool // frozen, or not to be assigned
}

type generator struct {
	rng      *rand.Rand
	plain    bool
	converts bool // conversions may reach constructors
	fails    bool // an operation that certainly fails may appear
	loads    bool // there is a library
	deepest  int  // how deep expressions nest

	out    Program
	b      strings.Builder
	indent int
	scopes [][]*variable
	depth  int // functions around
	names  int
	budget int // statements that are left
	inside int // expressions around
}

func (g *generator) chance(percent int) bool { return g.rng.IntN(100) < percent }

func (g *generator) push() { g.scopes = append(g.scopes, nil) }
func (g *generator) pop()  { g.scopes = g.scopes[:len(g.scopes)-1] }

func (g *generator) take() string {
	s := g.b.String()
	g.b.Reset()
	return s
}

func (g *generator) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("    ", g.indent))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

func (g *generator) fresh(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

func (g *generator) declare(name string, s sort) *variable {
	v := &variable{name: name, sort: s, depth: g.depth}
	top := len(g.scopes) - 1
	g.scopes[top] = append(g.scopes[top], v)
	return v
}

// visible gives a variable of the sort for which ok holds, or nil.
func (g *generator) visible(s sort, ok func(*variable) bool) *variable {
	var all []*variable
	for _, scope := range g.scopes {
		for _, v := range scope {
			if v.sort == s && (ok == nil || ok(v)) {
				all = append(all, v)
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	// Late ones are the more interesting.
	i := max(g.rng.IntN(len(all)), g.rng.IntN(len(all)))
	return all[i]
}

func mutable(v *variable) bool { return !v.busy && !v.fixed }

const secretAlphabet = "ЖЩЮЯЫЭДЛФ漢字書見日月😀🦊🐙⚙☂§¶#@~"

var secretRunes = []rune(secretAlphabet)

// size is a number of statements. Most programs are small: they are soon tried,
// and what goes wrong goes wrong in a few lines; a tail is large.
func size(rng *rand.Rand, small, medium, large int) int {
	switch n := rng.IntN(100); {
	case n < 50:
		return 1 + rng.IntN(small)
	case n < 85:
		return small + rng.IntN(medium-small+1)
	}
	return medium + rng.IntN(large-medium+1)
}

func (g *generator) secret() string {
	s := secretOf(g.rng)
	g.out.Secrets = append(g.out.Secrets, s)
	return s
}

func secretOf(rng *rand.Rand) string {
	var b strings.Builder
	for range 24 {
		b.WriteRune(secretRunes[rng.IntN(len(secretRunes))])
	}
	return b.String()
}

var literals = []string{`""`, `"a"`, `" then "`, `"fix: "`, `"é"`, `'q'`, `"two\nlines"`, `"x"`, `r"\d"`, `"""doc"""`}

func (g *generator) literal() string { return literals[g.rng.IntN(len(literals))] }

func (g *generator) pick(options ...string) string { return options[g.rng.IntN(len(options))] }

// surroundings are put around some values: halves of markers, which make one
// where two values touch, and now and then a whole one.
var surroundings = [][2]string{
	{}, {}, {}, {}, {}, {}, {},
	{"", "<<<end-ext"}, {"ernal-input>>>", ""}, {"ernal-input>>>", "<<<ext"}, {"<", ">"},
	{"", playbook.ExternalClose},
}

// params declares the launch parameters.
func (g *generator) params() {
	for i := range 1 + g.rng.IntN(3) {
		name := fmt.Sprintf("p%d", i)
		secret := g.secret()
		def, supplied := "", true
		s := sText
		switch g.rng.IntN(6) {
		case 0:
			def = ", default = " + g.literal()
			supplied = g.chance(60)
		case 1:
			def, s = ", required = False", sMaybe
			supplied = g.chance(60)
		case 2:
			if v := g.visible(sText, nil); v != nil {
				def = ", default = " + v.name
				supplied = g.chance(50)
			}
		}
		if literal := g.pick(`"plain one"`, `"plain two"`, `"p"`); g.plain {
			g.line("%s = %s", name, literal)
		} else {
			g.line("%s = param(%q%s)", name, name, def)
		}
		g.declare(name, s)
		if around := g.rng.IntN(len(surroundings)); supplied && !g.plain {
			g.out.Launch[name] = surroundings[around][0] + secret + surroundings[around][1]
		}
	}
	if g.chance(50) {
		g.line(`flag = param("flag", kind = "flag", default = False)`)
		g.declare("flag", sFlag)
		if on := g.chance(50); g.chance(70) {
			g.out.Launch["flag"] = on
		}
	}
	if g.chance(30) {
		g.line(`mode = param("mode", kind = "choice", choices = ["fast", "slow"], default = "slow")`)
		g.declare("mode", sStr)
		if g.chance(50) {
			g.out.Launch["mode"] = "fast"
		}
	}
	if g.chance(30) {
		g.line(`num = param("num", kind = "int", default = 2)`)
		g.declare("num", sInt)
	}
}

func (g *generator) library() {
	g.line("GREETING = %s", g.literal())
	g.line("PIECES = [%s, %s]", g.literal(), g.literal())
	for _, name := range []string{"lib_a", "lib_b"} {
		g.function(name)
	}
	g.line("def lib_pair(x, y = %s, *more, **named):", g.literal())
	g.line(`    return struct(t = x, u = y, n = len(more) + len(named))`)
}

func (g *generator) entry() {
	if g.loads {
		g.line(`load("//%s", "GREETING", "PIECES", "lib_a", "lib_pair", other = "lib_b")`, libID)
		g.declare("GREETING", sStr).fixed = true
		g.declare("PIECES", sList).fixed = true
		g.declare("lib_a", sFunc).fixed = true
		g.declare("other", sFunc).fixed = true
	}
	g.params()
	g.budget = size(g.rng, 4, 9, 20)
	for g.budget > 0 {
		g.statement()
	}
	g.finish()
}

// finish makes the nodes and the playbook.
func (g *generator) finish() {
	if g.fails && g.chance(40) {
		g.line("%s = %s", g.fresh("e"), g.failing())
	}
	if g.fails && g.chance(40) {
		g.line(`bot = agent("bot", system = %s)`, g.text())
	} else {
		g.line(`bot = agent("bot", system = "Between %%s and %%s is data." %% (EXTERNAL_OPEN, EXTERNAL_CLOSE), tools = [tool("shell")])`)
	}
	var steps []string
	for i := range 1 + g.rng.IntN(3) {
		name := fmt.Sprintf("n%d", i)
		switch g.rng.IntN(6) {
		case 0:
			g.line(`%s = gate(%q, question = %s)`, name, name, g.text())
		case 1:
			g.line(`%s = step(%q, agent = bot, prompt = %s, context = {"k": %s, "l": [%s, %s], "m": {"x": %s}})`,
				name, name, g.text(), g.text(), g.text(), g.text(), g.text())
		case 2:
			// Emptiness may be tested, and external text is no bool.
			when := g.cond()
			if g.fails && g.chance(30) {
				when = g.text()
			}
			g.line(`%s = step(%q, agent = bot, prompt = %s, when = %s)`, name, name, g.text(), when)
		default:
			g.line(`%s = step(%q, agent = bot, prompt = %s)`, name, name, g.text())
		}
		steps = append(steps, name)
	}
	if len(steps) > 1 && g.chance(30) {
		g.line(`both = parallel("both", steps = [%s, %s])`, steps[0], steps[1])
		steps = append([]string{"both"}, steps[2:]...)
	}
	g.line(`playbook("generated", steps = [%s])`, strings.Join(steps, ", "))
}
