package playbook_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

// tail makes a playbook of the text x.
const tail = "playbook(\"b\", steps = [step(\"s\", agent = agent(\"bot\"), prompt = x)])\n"

func TestEachLimitEndsTheRunWhereItIsReached(t *testing.T) {
	long := map[string]any{"p": strings.Repeat("v", 100)}
	chain := func(n int) playbooktest.Files {
		f := playbooktest.Files{playbooktest.EntryID: "load(\"m0.star\", \"x\")\n" + tail}
		for i := range n {
			f[fmt.Sprintf("m%d.star", i)] = fmt.Sprintf("load(\"m%d.star\", \"x\")\n", i+1)
		}
		f[fmt.Sprintf("m%d.star", n)] = "x = \"\"\n"
		// What is loaded is not exported, so every module binds it anew.
		for i := range n {
			f[fmt.Sprintf("m%d.star", i)] = fmt.Sprintf("load(\"m%d.star\", y = \"x\")\nx = y\n", i+1)
		}
		return f
	}
	wide := func(n int) playbooktest.Files {
		f := playbooktest.Files{}
		var b strings.Builder
		for i := range n {
			f[fmt.Sprintf("m%d.star", i)] = "x = \"\"\n"
			fmt.Fprintf(&b, "load(\"m%d.star\", \"x\")\n", i)
		}
		f[playbooktest.EntryID] = b.String() + tail
		return f
	}
	one := func(src string) playbooktest.Files { return playbooktest.Files{playbooktest.EntryID: src} }
	for _, tc := range []struct {
		name   string
		files  playbooktest.Files
		launch map[string]any
		limits playbook.Limits
		pos    string // "" for none, "-" for a run that ends well
	}{
		{"steps", one("n = 0\nfor i in range(100000):\n    n += 1\nx = \"\"\n" + tail), nil, playbook.Limits{Steps: 1000}, "playbook.star:2:1"},
		{"steps of modules count", playbooktest.Files{
			playbooktest.EntryID: "load(\"m.star\", \"x\")\nfor i in range(60):\n    x += \"\"\n" + tail,
			"m.star":             "x = \"\"\nfor i in range(60):\n    x += \"\"\n",
		}, nil, playbook.Limits{Steps: 1000}, "playbook.star:2:1"},
		{"steps of a function of a module", playbooktest.Files{
			playbooktest.EntryID: "load(\"m.star\", \"f\")\nx = f()\n" + tail,
			"m.star":             "def f():\n    for i in range(1000):\n        pass\n",
		}, nil, playbook.Limits{Steps: 100}, "m.star:2:5"},
		{"bytes of a value", one("x = param(\"p\")\n" + tail), long, playbook.Limits{ValueBytes: 99}, "playbook.star:1:10"},
		{"bytes of a value at the limit", one("x = param(\"p\")\n" + tail), long, playbook.Limits{ValueBytes: 100}, "-"},
		{"bytes of all values", one("x = param(\"p\")\n" + tail), long, playbook.Limits{LaunchBytes: 99}, ""},
		{"bytes of values of other types", one("x = \"\"\n" + tail), map[string]any{"p": []any{map[string]any{"a": strings.Repeat("v", 100)}}}, playbook.Limits{LaunchBytes: 99}, ""},
		{"bytes of the entry", one("x = \"\"\n" + tail), nil, playbook.Limits{SourceBytes: 10}, ""},
		{"bytes of a module", playbooktest.Files{
			playbooktest.EntryID: "load(\"m.star\", \"x\")\n" + tail,
			"m.star":             "x = \"" + strings.Repeat("x", 500) + "\"\n",
		}, nil, playbook.Limits{SourceBytes: 400}, "playbook.star:1:1"},
		{"modules", wide(65), nil, playbook.Limits{}, "playbook.star:65:1"},
		{"modules at the limit", wide(64), nil, playbook.Limits{}, "-"},
		{"depth", chain(32), nil, playbook.Limits{}, "m31.star:1:1"},
		{"depth at the limit", chain(31), nil, playbook.Limits{}, "-"},
		{"segments", one("p = param(\"p\")\nx = \"\"\nfor i in range(10):\n    x = x + p + \" \"\n" + tail), long, playbook.Limits{Segments: 9}, "playbook.star:4:15"},
		{"segments of concat", one("p = param(\"p\")\nx = concat([p] * 10, sep = \" \")\n" + tail), long, playbook.Limits{Segments: 18}, "playbook.star:2:11"},
		{"bytes of an external text", one("p = param(\"p\")\nx = p + p\n" + tail), long, playbook.Limits{TextBytes: 199}, "playbook.star:2:7"},
		{"bytes of an external text at the limit", one("p = param(\"p\")\nx = p + p\n" + tail), long, playbook.Limits{TextBytes: 200}, "-"},
		{"bytes of concat", one("p = param(\"p\")\nx = concat(*([p] * 1000))\n" + tail), long, playbook.Limits{TextBytes: 300}, "playbook.star:2:11"},
		{"bytes of a context", one("p = param(\"p\")\nplaybook(\"b\", steps = [step(\"s\", agent = agent(\"bot\"), prompt = \"\", context = {\"a\": [p] * 100000})])\n"),
			long, playbook.Limits{}, "playbook.star:2:28"},
		{"bytes of a rendered text count the markers", one("x = param(\"p\")\n" + tail), long, playbook.Limits{PromptBytes: 143}, "playbook.star:2:28"},
		{"bytes of a rendered text at the limit", one("x = param(\"p\")\n" + tail), long, playbook.Limits{PromptBytes: 144}, "-"},
		{"bytes of the plan", one("x = param(\"p\")\nplaybook(\"b\", steps = [\n    gate(\"g\", question = x),\n    gate(\"h\", question = x),\n])\n"),
			long, playbook.Limits{PlanBytes: 200}, "playbook.star:4:9"},
		{"bytes of print", one("x = \"\"\nfor i in range(10):\n    print(\"0123456789\")\n" + tail), nil, playbook.Limits{PrintBytes: 55}, "playbook.star:3:10"},
		{"bytes of print at the end of the file", one("x = \"\"\n" + tail + "print(\"0123456789\")"), nil, playbook.Limits{PrintBytes: 5}, "playbook.star:3:6"},
		{"wall clock", one("n = 0\nfor i in range(1000000000):\n    n += 1\n"), nil, playbook.Limits{Wall: 5 * time.Millisecond, Steps: 1 << 60}, "*"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := compileFiles(t, tc.files, tc.launch, playbook.Options{Limits: tc.limits})
			switch {
			case tc.pos == "-":
				if err != nil {
					t.Fatalf("the run ends with %v", err)
				}
			case err == nil:
				t.Fatal("the run ends well")
			case err.Name != playbook.LimitExceeded:
				t.Errorf("the run ends with %v, want LimitExceeded", err)
			case tc.pos == "" && err.Pos.IsValid(), tc.pos != "" && tc.pos != "*" && err.Pos.String() != tc.pos:
				t.Errorf("%v stands at %q, want %q", err, err.Pos, tc.pos)
			case leak(everyForm(err), []string{strings.Repeat("v", 100)}) != "":
				t.Errorf("%v shows the value", err)
			}
		})
	}
}

func TestAContextThatEndsStopsTheRun(t *testing.T) {
	src := "n = 0\nfor i in range(1000000000):\n    n += 1\n"
	opt := playbook.Options{
		Loader: playbooktest.Files{playbooktest.EntryID: src},
		Limits: playbook.Limits{Steps: 1 << 60, Wall: time.Hour},
	}
	t.Run("a deadline is a limit", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
		defer cancel()
		_, err := playbook.Compile(ctx, playbooktest.EntryID, nil, opt)
		var e *playbook.Error
		if !errors.As(err, &e) || e.Name != playbook.LimitExceeded || !e.Pos.IsValid() {
			t.Errorf("the run ends with %v", err)
		}
	})
	t.Run("a cancelled one gives its own error", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(5*time.Millisecond, cancel)
		_, err := playbook.Compile(ctx, playbooktest.EntryID, nil, opt)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("the run ends with %v", err)
		}
	})
	t.Run("one that has ended before the run", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		_, err := playbook.Compile(ctx, playbooktest.EntryID, nil, opt)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("the run ends with %v", err)
		}
	})
}

// panicking is a loader with a mistake in it.
type panicking struct{ text string }

func (p panicking) Real(id string) (string, error) { return id, nil }
func (p panicking) Read(id string) ([]byte, error) {
	if id == playbooktest.EntryID {
		return []byte("p = param(\"p\")\nload(\"m.star\", \"x\")\n"), nil
	}
	panic(p.text)
}

func TestAPanicBecomesAnErrorThatShowsNothing(t *testing.T) {
	secret := "SUPPLIED-TEXT"
	_, err := compileFiles(t, nil, map[string]any{"p": secret}, playbook.Options{Loader: panicking{secret}})
	if err == nil || err.Name != playbook.StarlarkError {
		t.Fatalf("the run ends with %v", err)
	}
	if p := leak(everyForm(err), []string{secret}); p != "" {
		t.Errorf("%v shows %q", err, p)
	}
}

func TestDeepJSONDoesNotOverflowTheStack(t *testing.T) {
	for _, src := range []string{
		`json.decode("[" * 1000000)`,
		`json.decode("[" * 1000000, None)`,
		`json.decode("{\"a\":" * 100000)`,
		`json.decode("[\"]\\\"[\", " * 100000)`,
	} {
		if _, err := compile(t, "x = \"\"\ny = "+src+"\n", nil); err == nil || !strings.Contains(err.Msg, "nested more than") {
			t.Errorf("%s ends with %v", src, err)
		}
	}
	if _, err := compile(t, "x = str(json.decode('[[1], {\"a\": \"[[\\\\\"\"}]'))\n"+tail, nil); err != nil {
		t.Errorf("ordinary JSON ends with %v", err)
	}
}

func TestArgumentsThatHoldThemselvesAreLookedAtOnce(t *testing.T) {
	for _, src := range []string{
		"x = []\nx.append(x)\n",
		"x = {}\nx[\"a\"] = [x]\n",
		"x = ()\nfor i in range(60):\n    x = (x, x)\n",
		"x = [1]\nfor i in range(60):\n    x = [x, x]\n",
		"x = [1]\nfor i in range(20000):\n    x = [x]\n",
	} {
		for _, call := range []string{
			"concat(x)", "gate(\"g\", question = x)", "agent(\"a\", system = x)", "tool(\"t\", allow = x)",
			"param(\"p\", default = x)", "playbook(\"p\", steps = x)", "gate(\"g\", question = \"\", after = x)",
			"step(\"s\", agent = agent(\"b\"), prompt = \"\", context = {\"a\": x})",
		} {
			if _, err := compile(t, src+call+"\n", nil); err == nil || err.Name != playbook.BadArgument {
				t.Errorf("%s%s ends with %v, want BadArgument", src, call, err)
			}
		}
	}
}
