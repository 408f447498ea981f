package playbook_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

func TestConstructorsRefuseInTheOrderOfTheSpecification(t *testing.T) {
	const head = "p = param(\"p\")\nbot = agent(\"bot\")\nc = str(p)\nnode = gate(\"node\", question = \"\")\n"
	for _, tc := range []struct{ name, call, err, argument string }{
		{"an unknown argument", `tool("t", nope = 1)`, "BadArgument", "nope"},
		{"an unknown argument comes before a converted string", `tool(c, nope = 1)`, "BadArgument", "nope"},
		{"a surplus argument", `tool("t", "doc")`, "BadArgument", "args[1]"},
		{"an argument given twice", `tool("t", name = "u")`, "BadArgument", "name"},
		{"an argument given twice through a dict", `tool(name = "t", **{"name": "u"})`, "BadArgument", "name"},
		{"a converted argument name", `tool("t", **{c: 1})`, "ExternalConverted", "**"},
		{"a converted string comes before a missing argument", `step(c)`, "ExternalConverted", "name"},
		{"arguments are looked at in declared order", `step("s", context = {"a": c}, agent = bot, prompt = c)`, "ExternalConverted", "prompt"},
		{"a key comes before its value", `step("s", agent = bot, prompt = "", context = {"a": "", c: c})`, "ExternalConverted", "context.keys[1]"},
		{"a value in a dict in a dict", `step("s", agent = bot, prompt = "", context = {"a": {"b": c}})`, "ExternalConverted", `context["a"]["b"]`},
		{"a key in a dict in a dict", `step("s", agent = bot, prompt = "", context = {"a": {c: ""}})`, "ExternalConverted", `context["a"].keys[0]`},
		{"a converted string where no string may be", `step("s", agent = [c], prompt = "")`, "ExternalConverted", "agent[0]"},
		{"a plain piece of external text", `gate("g", question = c + p)`, "ExternalConverted", "question"},
		{"a broken plain piece of external text", `gate("g", question = c[:1] + p)`, "InvalidText", "question"},
		{"pieces that only together are converted", `gate("g", question = c[:1] + c[1:3] + p)`, "ExternalConverted", "question"},
		{"a broken string", `gate("g", question = "é"[:1])`, "InvalidText", "question"},
		{"a converted string before a broken one", `gate("g", question = ["é"[:1] + c])`, "ExternalConverted", "question[0]"},
		{"a pattern of a tool", `tool("t", allow = ["a", c])`, "ExternalConverted", "allow[1]"},
		{"concat looks at its parts before its separator", `concat("a", ["b", c], sep = c)`, "ExternalConverted", "parts[1][1]"},
		{"a separator", `concat("a", sep = c)`, "ExternalConverted", "sep"},
		{"a reference", `gate("g", question = "", after = [c])`, "ExternalConverted", "after[0]"},
		{"a missing argument", `step("s", agent = bot)`, "BadArgument", "prompt"},
		{"a missing argument comes before external text", `step(p, agent = bot)`, "BadArgument", "prompt"},
		{"external text as a name", `tool(p)`, "ExternalMisplaced", "name"},
		{"external text in a list of strings", `tool("t", allow = ["a", p])`, "ExternalMisplaced", "allow[1]"},
		{"external text as a separator", `concat("a", sep = p)`, "ExternalMisplaced", "sep"},
		{"external text as a number", `step("s", agent = bot, prompt = "", retries = p)`, "ExternalMisplaced", "retries"},
		{"external text among nodes", `playbook("b", steps = [node, p])`, "ExternalMisplaced", "steps[1]"},
		{"external text as an agent", `step("s", agent = p, prompt = "")`, "ExternalMisplaced", "agent"},
		{"external text as the default of a number", `param("q", kind = "int", default = p)`, "ExternalMisplaced", "default"},
		{"external text as a doc", `param("q", doc = p)`, "ExternalMisplaced", "doc"},
		{"a wrong type", `gate("g", question = 1)`, "BadArgument", "question"},
		{"None is a value", `gate("g", question = "", when = None)`, "BadArgument", "when"},
		{"external text too deep in a context", `step("s", agent = bot, prompt = "", context = {"a": [[p]]})`, "BadArgument", `context["a"][0]`},
		{"a context key that is no string", `step("s", agent = bot, prompt = "", context = {1: "a"})`, "BadArgument", "context.keys[0]"},
		{"a part that is no text", `concat("a", ["b", 1])`, "BadArgument", "parts[1][1]"},
		{"a part two lists deep", `concat([["b"]])`, "BadArgument", "parts[0][0]"},
		{"a tool that is none", `agent("a", tools = [bot])`, "BadArgument", "tools[0]"},
		{"a number out of range", `step("s", agent = bot, prompt = "", retries = 11)`, "BadArgument", "retries"},
		{"a negative number", `step("s", agent = bot, prompt = "", retries = -1)`, "BadArgument", "retries"},
		{"a huge number", `step("s", agent = bot, prompt = "", retries = 1 << 100)`, "BadArgument", "retries"},
		{"a name with a capital", `tool("Tool")`, "BadArgument", "name"},
		{"an empty name", `tool("")`, "BadArgument", "name"},
		{"a name of 65 characters", `tool("a" * 65)`, "BadArgument", "name"},
		{"an unknown kind", `param("q", kind = "secret")`, "BadArgument", "kind"},
		{"an unknown kind with an external default", `param("q", kind = "secret", default = p)`, "BadArgument", "kind"},
		{"a choice without choices", `param("q", kind = "choice")`, "BadArgument", "choices"},
		{"choices of a text", `param("q", choices = ["a"])`, "BadArgument", "choices"},
		{"a default that is no choice", `param("q", kind = "choice", choices = ["a"], default = "b")`, "BadArgument", "default"},
		{"a default of another kind", `param("q", kind = "flag", default = 1)`, "BadArgument", "default"},
		{"a second parameter of the name", `param("p", default = "")`, "DuplicateParam", "name"},
		{"a second node of the name", `parallel("node", steps = [])`, "DuplicateStep", "name"},
		{"a second playbook", "playbook(\"a\", steps = [])\nplaybook(\"b\", steps = [])", "DuplicatePlaybook", ""},
		{"a node at two places", `playbook("b", steps = [node, parallel("q", steps = [node])])`, "DuplicateStep", "steps[1]"},
		{"a result has no attributes", `bot.name`, "StarlarkError", ""},
		{"a result is no key", `{bot: 1}`, "StarlarkError", ""},
		{"a result is no JSON", `json.encode([bot])`, "StarlarkError", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := compile(t, head+tc.call+"\n", map[string]any{"p": "SUPPLIED"})
			if err == nil || string(err.Name) != tc.err || err.Argument != tc.argument {
				t.Fatalf("%s ends with %#v, want %s of %q", tc.call, err, tc.err, tc.argument)
			}
			if p := leak(everyForm(err), []string{"SUPPLIED"}); p != "" {
				t.Errorf("%v shows %q", err, p)
			}
			if strings.ContainsRune(err.Msg, playbook.Noncharacter) || strings.Contains(err.Msg, "\n") {
				t.Errorf("the message is not fit to be shown: %q", err.Msg)
			}
		})
	}
}

func TestResultsShowTheirNamesAndCompareByIdentity(t *testing.T) {
	plan, err := compile(t, `
t = tool("shell")
a = agent("bot", tools = (t,))
s = step("s1", agent = a, prompt = "")
g = gate("g-1", question = "")
q = parallel("q", steps = (s,))
b = playbook("b", steps = [q, g])
print(t, a, s, g, q, b)
print(*[type(x) for x in [t, a, s, g, q, b]])
print(a == a, a == agent("bot"), bool(a), dir(a), hasattr(a, "name"))
print(type(concat()), type(concat("a")), concat("a", ("b", "c"), sep = "-"))
`, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"<tool shell> <agent bot> <step s1> <gate g-1> <parallel q> <playbook b>",
		"tool agent step gate parallel playbook",
		"True False True [] False",
		"string string a-b-c",
	}
	if diff := cmp.Diff(want, plan.Printed); diff != "" {
		t.Errorf("printed (-want +got):\n%s", diff)
	}
}

func TestLaunchValuesAreTakenByKind(t *testing.T) {
	for _, tc := range []struct {
		name, param, launch string
		want                string // what print shows, or "! " and the error's name
	}{
		{"text", `param("p")`, `{"p": "v"}`, "¤external text¤"},
		{"a default is the author's", `param("p", default = "d")`, `{}`, "d"},
		{"an empty default", `param("p", default = "")`, `{}`, ""},
		{"not required", `param("p", required = False)`, `{}`, "None"},
		{"required in spite of a default", `param("p", default = "d", required = True)`, `{}`, "! ParamMissing"},
		{"a default of None is none", `param("p", default = None)`, `{}`, "! ParamMissing"},
		{"int", `param("p", kind = "int")`, `{"p": -9223372036854775808}`, "-9223372036854775808"},
		{"an int that is too large", `param("p", kind = "int")`, `{"p": 9223372036854775808}`, "! ParamKind"},
		{"a fraction", `param("p", kind = "int")`, `{"p": 1.0}`, "! ParamKind"},
		{"an exponent", `param("p", kind = "int")`, `{"p": 1e3}`, "! ParamKind"},
		{"a number in a string", `param("p", kind = "int")`, `{"p": "3"}`, "! ParamKind"},
		{"flag", `param("p", kind = "flag")`, `{"p": true}`, "True"},
		{"a flag as a number", `param("p", kind = "flag")`, `{"p": 1}`, "! ParamKind"},
		{"choice", `param("p", kind = "choice", choices = ["a", "b"])`, `{"p": "b"}`, "b"},
		{"none of the choices", `param("p", kind = "choice", choices = ["a", "b"])`, `{"p": "SUPPLIED"}`, "! ParamKind"},
		{"a choice of another type", `param("p", kind = "choice", choices = ["a", "b"])`, `{"p": 1}`, "! ParamKind"},
		{"null is supplied", `param("p", required = False)`, `{"p": null}`, "! ParamKind"},
		{"an array", `param("p")`, `{"p": ["SUPPLIED"]}`, "! ParamKind"},
		{"an object", `param("p")`, `{"p": {"SUPPLIED": "SUPPLIED"}}`, "! ParamKind"},
		{"an undeclared value", `param("p", default = "d")`, `{"q": "SUPPLIED", "r": 1}`, "! ParamUnknown"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			launch, err := playbook.DecodeLaunch([]byte(tc.launch))
			if err != nil {
				t.Fatal(err)
			}
			plan, failure := compile(t, "x = \"\"\nprint("+tc.param+")\n"+tail, launch)
			if name, fails := strings.CutPrefix(tc.want, "! "); fails {
				if failure == nil || string(failure.Name) != name {
					t.Fatalf("ends with %v, want %s", failure, name)
				}
				if leak(everyForm(failure), []string{"SUPPLIED"}) != "" {
					t.Errorf("%v shows the value", failure)
				}
				return
			}
			if failure != nil {
				t.Fatal(failure)
			}
			if got, want := plan.Printed[0], strings.ReplaceAll(tc.want, "¤", "\ufdd0"); got != want {
				t.Errorf("gives %q, want %q", got, want)
			}
		})
	}
}

func TestAChoiceIsTheAuthorsOwnString(t *testing.T) {
	// The converted placeholder in choices is refused before anything is
	// compared with it.
	_, err := compile(t, `param("p", kind = "choice", choices = [str(param("q"))])`, map[string]any{"q": "v", "p": playbook.Placeholder})
	if err == nil || err.Name != playbook.ExternalConverted || err.Argument != "choices[0]" {
		t.Errorf("ends with %v", err)
	}
}

func TestLaunchTextThatIsNotUnicodeIsRefused(t *testing.T) {
	_, err := compile(t, "x = param(\"p\")\n"+tail, map[string]any{"p": "a\xffb"})
	if err == nil || err.Name != playbook.ParamKind {
		t.Errorf("a Go string ends with %v", err)
	}
}

func TestDecodeLaunch(t *testing.T) {
	for _, tc := range []struct{ name, src, fails string }{
		{"an empty object", `{}`, ""},
		{"blanks around", " \n{\"a\": 1}\n ", ""},
		{"a surrogate pair", `{"a": "\ud83d\ude00"}`, ""},
		{"an escaped backslash before u", `{"a": "\\ud83d"}`, ""},
		{"nothing", ``, "not valid JSON"},
		{"an array", `["SUPPLIED"]`, "not a JSON object"},
		{"a string", `"SUPPLIED"`, "not a JSON object"},
		{"two objects", `{}{"a": "SUPPLIED"}`, "followed by something else"},
		{"rubbish behind", `{} SUPPLIED`, "followed by something else"},
		{"a name twice", `{"a": "SUPPLIED", "\u0061": "SUPPLIED"}`, "give `a` twice"},
		{"an open string", `{"a": "SUPPLIED`, "not valid JSON"},
		{"a bare word", `{"a": SUPPLIED}`, "not valid JSON"},
		{"a lone high surrogate", `{"a": "SUPPLIED\ud83d"}`, "not valid Unicode at byte 15"},
		{"a lone low surrogate", `{"a": "\ude00SUPPLIED"}`, "not valid Unicode at byte 7"},
		{"two high surrogates", `{"a": "\ud83d\ud83d"}`, "not valid Unicode at byte 7"},
		{"an invalid byte", "{\"a\": \"SUPPLIED\xff\"}", "not valid Unicode at byte 15"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			v, err := playbook.DecodeLaunch([]byte(tc.src))
			switch {
			case tc.fails == "" && (err != nil || v == nil):
				t.Errorf("gives %v, %v", v, err)
			case tc.fails != "" && (err == nil || !strings.Contains(err.Error(), tc.fails)):
				t.Errorf("gives %v, want %q", err, tc.fails)
			case err != nil && strings.Contains(everyForm(err), "SUPP"):
				t.Errorf("%v shows the value", err)
			}
		})
	}
	v, err := playbook.DecodeLaunch([]byte(`{"a": 12345678901234567890, "b": 1.50}`))
	want := map[string]any{"a": json.Number("12345678901234567890"), "b": json.Number("1.50")}
	if diff := cmp.Diff(want, v); err != nil || diff != "" {
		t.Errorf("%v, numbers (-want +got):\n%s", err, diff)
	}
}

func TestAfterIsCheckedAtTheEnd(t *testing.T) {
	const head = "bot = agent(\"bot\")\n"
	for _, tc := range []struct{ name, src, err, pos string }{
		{"a node by name that comes later", "a = gate(\"a\", question = \"\", after = [\"b\"])\nb = gate(\"b\", question = \"\")\nplaybook(\"p\", steps = [a, b])", "", ""},
		{"a node that is left out", "a = gate(\"a\", question = \"\", when = False)\nb = gate(\"b\", question = \"\", after = [a])\nplaybook(\"p\", steps = [a, b])", "", ""},
		{"an unknown node", "a = gate(\"a\", question = \"\", after = [\"b\"])\nplaybook(\"p\", steps = [a])", "UnknownStep", "playbook.star:2:9"},
		{"a node after itself", "a = gate(\"a\", question = \"\", after = [\"a\"])\nplaybook(\"p\", steps = [a])", "StepCycle", "playbook.star:2:9"},
		{"a circle of two", "a = gate(\"a\", question = \"\", after = [\"b\"])\nb = gate(\"b\", question = \"\", after = [a])\nplaybook(\"p\", steps = [a, b])", "StepCycle", "playbook.star:3:9"},
		{"a node after the parallel it is in", "a = gate(\"a\", question = \"\", after = [\"q\"])\nq = parallel(\"q\", steps = [a])\nplaybook(\"p\", steps = [q])", "StepCycle", "playbook.star:2:9"},
		{"a parallel after a node in it", "a = gate(\"a\", question = \"\")\nq = parallel(\"q\", steps = [a], after = [a])\nplaybook(\"p\", steps = [q])", "StepCycle", "playbook.star:3:13"},
		{"nodes of one parallel after each other", "a = gate(\"a\", question = \"\")\nb = gate(\"b\", question = \"\", after = [a])\nq = parallel(\"q\", steps = [a, b])\nplaybook(\"p\", steps = [q])", "", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := compile(t, head+tc.src+"\n", nil)
			switch {
			case tc.err == "" && err != nil:
				t.Errorf("ends with %v", err)
			case tc.err != "" && (err == nil || string(err.Name) != tc.err || err.Pos.String() != tc.pos || err.Argument != "after[0]"):
				t.Errorf("ends with %v, want %s at %s", err, tc.err, tc.pos)
			}
		})
	}
}

func TestThePlanHasWhatTheNodesSay(t *testing.T) {
	plan, err := compile(t, `
p = param("p", doc = "what to do")
bot = agent("bot", system = "s", model = "m", doc = "d", tools = [tool("shell", allow = ["go *"], readonly = True)])
other = agent("other")
context = {"log": [p, "x"]}
a = step("a", agent = bot, prompt = p + "\n", context = context, retries = 2)
context["log"].append("later")
context["more"] = "later"
b = step("b", agent = other, prompt = "never", when = False)
g = gate("g", question = "ok?", after = [a, "b"])
playbook("plan", steps = [parallel("q", steps = [a, b]), g], doc = "D", version = "7")
`, map[string]any{"p": "v"})
	if err != nil {
		t.Fatal(err)
	}
	o, c := playbook.ExternalOpen, playbook.ExternalClose
	text := o + "v" + c + "\n\n\nlog:\n- " + o + "v" + c + "\n- x"
	want := &playbook.Plan{
		Name: "plan", Doc: "D", Version: "7",
		Agents: []playbook.Agent{{Name: "bot", Doc: "d", System: "s", Model: "m",
			Tools: []playbook.Tool{{Name: "shell", Allow: []string{"go *"}, ReadOnly: true}}}},
		Params: []playbook.Param{{Name: "p", Kind: "text", Doc: "what to do", Required: true, Supplied: true, Pos: plan.Params[0].Pos}},
		Prompts: []playbook.Prompt{
			{Step: "a", Kind: "step", Agent: "bot", Retries: 2, Text: text, Pos: plan.Prompts[0].Pos, Regions: []playbook.Region{
				{Start: 0, End: len(o + "v" + c), Params: []string{"p"}},
				{Start: len(o + "v" + c + "\n\n\nlog:\n- "), End: len(text) - len("\n- x"), Params: []string{"p"}},
			}},
			{Step: "g", Kind: "gate", After: []string{"a", "b"}, Text: "ok?", Pos: plan.Prompts[1].Pos},
		},
	}
	if diff := cmp.Diff(want, plan, samePositions); diff != "" {
		t.Errorf("plan (-want +got):\n%s", diff)
	}
}

func TestARefusalShowsTheConversionsThatLedToIt(t *testing.T) {
	src := "p = param(\"p\")\na = str(p)\nb = \"%s\" % p\nxs = sorted([p], key = str)\nx = a + b\n" + tail
	_, err := compileFiles(t, playbooktest.Files{playbooktest.EntryID: src}, map[string]any{"p": "v"}, playbook.Options{RecordConversions: true})
	if err == nil || err.Name != playbook.ExternalConverted {
		t.Fatalf("ends with %v", err)
	}
	var got []string
	for _, c := range err.Conversions {
		got = append(got, fmt.Sprintf("%s %s", c.Pos, c.Builtin))
	}
	want := []string{"playbook.star:2:8 str", "playbook.star:3:10 ", "playbook.star:4:12 str"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
	if len(err.Related) != 3 || err.Related[0].Text != "converted here" {
		t.Errorf("related: %v", err.Related)
	}
}

func TestTheLogIsBoundedAndKeepsTheLast(t *testing.T) {
	src := "p = param(\"p\")\nfor i in range(1500):\n    y = str(p)\nx = repr(p)\n" + tail
	_, err := compileFiles(t, playbooktest.Files{playbooktest.EntryID: src}, map[string]any{"p": "v"}, playbook.Options{RecordConversions: true})
	if err == nil || len(err.Conversions) != 1000 || err.Conversions[999].Builtin != "repr" || len(err.Related) != 8 {
		t.Fatalf("ends with %v", err)
	}
}

func TestTheTableOfConstructorsIsWhole(t *testing.T) {
	word := regexp.MustCompile(`^[a-z]+$`)
	for _, s := range playbook.Signatures() {
		if !playbook.IsPredeclared(s.Name) || s.Doc == "" {
			t.Errorf("%s is not predeclared or has no doc", s.Name)
		}
		for _, a := range s.Args {
			if !word.MatchString(a.Name) || a.Doc == "" || a.Required == (a.Default != "") || a.Kind.String() == "" || a.Kind.Wants() == "" {
				t.Errorf("the argument %s of %s is not whole: %+v", a.Name, s.Name, a)
			}
		}
	}
	want := []string{"EXTERNAL_CLOSE", "EXTERNAL_OPEN", "agent", "concat", "gate", "json", "parallel", "param", "playbook", "step", "struct", "tool"}
	if diff := cmp.Diff(want, playbook.Predeclared()); diff != "" {
		t.Errorf("predeclared (-want +got):\n%s", diff)
	}
	if playbook.IsPredeclared("str") || !playbook.IsUniversal("str") || playbook.IsUniversal("step") {
		t.Error("the universe is not Starlark's own")
	}
}
