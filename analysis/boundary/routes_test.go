package boundary

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadBackend(t *testing.T) {
	for _, tt := range []struct {
		name, raw string
		want      ReadingKind
		route     string
	}{
		{"an absent value falls through", "", FallsThrough, ""},
		{"blanks fall through", " \t ", FallsThrough, ""},
		{"auto falls through", "auto", FallsThrough, ""},
		{"auto falls through behind blanks", " auto ", FallsThrough, ""},
		{"Auto is a name", "Auto", Routed, "Auto"},
		{"a name is the route of that name", "claw", Routed, "claw"},
		{"a name is trimmed", " claw ", Routed, "claw"},
		{"names compare exactly", "Claw", Routed, "Claw"},
		{"an authored default is read", "${X:-claw}", Routed, "claw"},
		{"an authored default may be auto", "${X:-auto}", FallsThrough, ""},
		{"an authored default is trimmed", "${X:- claw }", Routed, "claw"},
		{"a default may be part of the name", "cl${X:-aw}", Routed, "claw"},
		{"defaults nest", "${A:-${B:-claw}}", Routed, "claw"},
		{"two references with defaults", "${A:-cl}${B:-aw}", Routed, "claw"},
		{"a reference without default is undecided", "${X}", Undecided, ""},
		{"a bare reference is undecided", "$X", Undecided, ""},
		{"an empty default is none", "${X:-}", Undecided, ""},
		{"a blank default is none", "${X:-  }", Undecided, ""},
		{"the innermost default counts", "${A:-${B}}", Undecided, ""},
		{"an empty innermost default is none", "${A:-${B:-}}", Undecided, ""},
		{"a reference behind a word is undecided", "claude_${A}", Undecided, ""},
		{"one of two references has no default", "${A:-cl}${B}", Undecided, ""},
		{"a template is undecided", "{{vars.x}}", Undecided, ""},
		{"a template in a default is undecided", "${X:-{{vars.y}}}", Undecided, ""},
		{"a template beside a default is undecided", "${X:-claw}{{vars.y}}", Undecided, ""},
		{"what a default forms is read again", "${X:-$}{Y}", Undecided, ""},
		{"a lone dollar is text", "$", Routed, "$"},
		{"an unclosed reference is text", "${X", Routed, "${X"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := ReadBackend(tt.raw)
			if got.Kind != tt.want || got.Route != tt.route {
				t.Errorf("ReadBackend(%q) = %d %q, want %d %q", tt.raw, got.Kind, got.Route, tt.want, tt.route)
			}
		})
	}
}

func TestReadPrimary(t *testing.T) {
	for _, tt := range []struct {
		name, backend, fallback string
		route, property         string
		kind                    ReadingKind
	}{
		{"the node's own route wins", "pi", "claw", "pi", "backend", Routed},
		{"an undecided node earns nothing by the default", "${X}", "claw", "", "backend", Undecided},
		{"an absent backend takes the default", "", "codex", "codex", "default_backend", Routed},
		{"auto takes the default", "auto", "${X:-claw}", "claw", "default_backend", Routed},
		{"an undecided default is undecided", "", "${X}", "", "default_backend", Undecided},
		{"nobody names a route", "auto", "auto", "claude_code", "", Routed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := readPrimary(tt.backend, tt.fallback)
			if p.Route != tt.route || p.Property != tt.property || p.Kind != tt.kind {
				t.Errorf("got %+v", p)
			}
		})
	}
}

func TestReadFallback(t *testing.T) {
	for _, tt := range []struct {
		name, backend, action string
		kind                  FallbackKind
		route                 string
	}{
		{"skip runs no model, whatever the cell says", "kimi", "skip", FallbackSkip, ""},
		{"no cell stays on the node's route", "", "", FallbackOwn, ""},
		{"a blank cell stays on the node's route", "  ", "", FallbackOwn, ""},
		{"auto is a name", "auto", "", FallbackRoute, "auto"},
		{"auto as authored default is a name", "${X:-auto}", "", FallbackRoute, "auto"},
		{"a name is trimmed", " claw ", "", FallbackRoute, "claw"},
		{"a reference is undecided", "${X}", "", FallbackUndecided, ""},
		{"an empty default is undecided", "${X:-}", "", FallbackUndecided, ""},
		{"a template is undecided", "{{vars.x}}", "", FallbackUndecided, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := readFallback("f", tt.backend, tt.action)
			if f.Kind != tt.kind || f.Route != tt.route {
				t.Errorf("got %+v", f)
			}
		})
	}
}

// The tables of boundary-class.md 5.2 and 5.3, cell by cell.
func TestSurfaceTables(t *testing.T) {
	lists := [][]string{T0: nil, T1: {}, T2: {"grep"}, T3: {"grep", "tree"}, T4: {"tree", "bash"}}
	primaries := []struct {
		name              string
		backend, fallback string
		arms              [5]int
	}{
		{"B1 claw", "claw", "", [5]int{0, 0, 0, 0, 2}},
		{"B2 claude_code", "claude_code", "", [5]int{4, 7, 7, 7, 2}},
		{"B3 codex", "codex", "", [5]int{4, 5, 0, 6, 2}},
		{"B4 pi", "pi", "", [5]int{4, 8, 8, 8, 2}},
		{"B4 kimi", "kimi", "", [5]int{4, 8, 8, 8, 2}},
		{"B4 grok", "grok", "", [5]int{4, 8, 8, 8, 2}},
		{"B4 opencode", "opencode", "", [5]int{4, 8, 8, 8, 2}},
		{"B5 unknown", "gemini", "", [5]int{4, 8, 8, 8, 2}},
		{"B6 nobody names a route", "", "auto", [5]int{4, 7, 7, 7, 2}},
		{"B7 default claw", "auto", "claw", [5]int{0, 0, 0, 0, 2}},
		{"B7 default codex", "", "codex", [5]int{4, 5, 0, 6, 2}},
		{"B8 undecided", "${X}", "claw", [5]int{3, 3, 3, 3, 2}},
		{"B8 undecided default", "", "{{vars.x}}", [5]int{3, 3, 3, 3, 2}},
	}
	for _, p := range primaries {
		t.Run(p.name, func(t *testing.T) {
			for state := T0; state <= T4; state++ {
				names := lists[state]
				if got := toolState(names, state != T0); got != state {
					t.Fatalf("state of %v is %d, want %d", names, got, state)
				}
				primary := readPrimary(p.backend, p.fallback)
				got := 0
				if a := surface(false, state, names, primary, nil); len(a) > 0 {
					got = a[0].Arm
				}
				if got != p.arms[state] {
					t.Errorf("T%d: arm %d, want %d", state, got, p.arms[state])
				}
				if a := surface(true, state, names, primary, nil); a[0].Arm != 1 || a[0].Reason != "full_access" {
					t.Errorf("T%d with full_access: %v", state, a)
				}
			}
		})
	}
	fallbacks := []struct {
		name, backend, action string
		want                  [4]string
	}{
		{"R1 claw", "claw", "", [4]string{}},
		{"R1 none", "", "", [4]string{}},
		{"R2 kimi", "kimi", "", [4]string{"fallback f onto kimi runs the full native toolset", "fallback f onto kimi does not bound the tools: list", "fallback f onto kimi does not bound the tools: list", "fallback f onto kimi does not bound the tools: list"}},
		{"R2 auto", "auto", "", [4]string{"fallback f onto auto runs the full native toolset", "fallback f onto auto does not bound the tools: list", "fallback f onto auto does not bound the tools: list", "fallback f onto auto does not bound the tools: list"}},
		{"R3 codex", "codex", "", [4]string{"fallback f onto codex runs the full native toolset", "fallback f onto codex reads tools: [] like a missing list", "", "fallback f onto codex buys workspace-write: tree"}},
		{"R4 undecided", "${X}", "", [4]string{"fallback f: ${X} names no route, nothing bounds the node", "fallback f: ${X} names no route, nothing bounds the node", "fallback f: ${X} names no route, nothing bounds the node", "fallback f: ${X} names no route, nothing bounds the node"}},
		{"R5 skip", "kimi", "skip", [4]string{}},
	}
	for _, f := range fallbacks {
		t.Run(f.name, func(t *testing.T) {
			for state := T0; state <= T3; state++ {
				a := surface(false, state, lists[state], readPrimary("claw", ""), []Fallback{readFallback("f", f.backend, f.action)})
				got := ""
				if len(a) > 0 {
					got = a[0].Reason
				}
				if got != f.want[state] {
					t.Errorf("T%d: %q, want %q", state, got, f.want[state])
				}
			}
		})
	}
}

func TestAnswersBehindTheDecidingOne(t *testing.T) {
	open := []Fallback{readFallback("f", "kimi", "")}
	for _, tt := range []struct {
		name  string
		full  bool
		state ToolState
		names []string
		p     Primary
		want  []int
	}{
		{"everything at once", true, T4, []string{"bash", "tree"}, readPrimary("codex", ""), []int{1, 2, 6, 9}},
		{"a writer on an undecided route", false, T4, []string{"bash"}, readPrimary("${X}", ""), []int{2, 3, 9}},
		{"a primary reason and an open fallback", false, T1, nil, readPrimary("pi", ""), []int{8, 9}},
		{"a bounded primary", false, T2, []string{"grep"}, readPrimary("codex", ""), []int{9}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var arms []int
			for _, a := range surface(tt.full, tt.state, tt.names, tt.p, open) {
				arms = append(arms, a.Arm)
			}
			if diff := cmp.Diff(tt.want, arms); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestVocabulary(t *testing.T) {
	for _, name := range ReadOnlyTools() {
		if !reading(name) {
			t.Errorf("%s counts as acting", name)
		}
	}
	for _, name := range []string{"bash", "Read", "Grep", "read_file ", "", "web_search", "mcp.x.*", "${TOOL}", "todo_write", "read_image"} {
		if reading(name) {
			t.Errorf("%q counts as reading", name)
		}
	}
	for _, name := range []string{"board", "board.read ", "Board.read", "watch.subscribe", "forge.merge", "runs"} {
		if readingCapability(name) {
			t.Errorf("%q counts as reading", name)
		}
	}
}
