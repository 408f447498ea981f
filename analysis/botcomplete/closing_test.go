package botcomplete_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/botcomplete"
)

// An edge goes on behind the brace that closes its map over lines.
func TestClausesBehindAMapOverLines(t *testing.T) {
	bot := func(edge string) string {
		return "dsl: 2\n\nschema s:\n  ok: bool\n\ntool a:\n  command: \"x\"\n  output: s\n\ntool b:\n  command: \"x\"\n\nworkflow w:\n  entry: a\n" +
			edge + "\n  b -> a as again(3)\n  b -> done\n"
	}
	const open = "  a -> b with {\n    x: \"{{outputs.a.ok}}\"\n"
	for src, want := range map[string][]string{
		open + "  } ¦":                              {"when", "as"},
		open + "  } wh¦":                            {"when", "as"},
		open + "  } when ¦":                         {"ok", "not", `"…"`},
		open + "  } when not o¦":                    {"ok"},
		open + "  } when ok ¦":                      {"as"},
		open + "  } as ¦":                           {"again", "foreach"},
		open + "  } as aga¦in(3)":                   {"again", "foreach"},
		"  a -> b when ok with {\n  } ¦":            {"as"},
		"  a -> b with {\n    x: \"1\" }  as ¦":     {"again", "foreach"},
		open + "  } when \"¦\"":                     {"ok"},
		"  }\n  a -> b ¦":                           {"when", "as", "with"},
		"  a -> b\n  } ¦":                           nil,
		"  a -> b with { x: \"1\" }\n  } ¦":         nil,
		"  a -> b with {\n    x: \"1\"\n  } } as ¦": nil,
	} {
		before, after, _ := strings.Cut(bot(src), "¦")
		dir, snap := lay(t, map[string]string{"main.bot": before + after})
		var got []string
		for _, it := range botcomplete.Complete(snap, dir+"/main.bot", len(before), options(snap, dir+"/main.bot", false)).Items {
			got = append(got, it.Label)
		}
		if len(want) == 1 && want[0] == "ok" {
			got = slices.DeleteFunc(got, func(s string) bool { return s != "ok" })
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q offers %v, want %v", src, got, want)
		}
	}
}

// A router yields what was handed to it.
func TestTheInputOfAnEdgeFromARouter(t *testing.T) {
	before, after, _ := strings.Cut("dsl: 2\n\ntool a:\n  command: \"x\"\n\nrouter r:\n  mode: fan_out_all\n\ntool b:\n  command: \"x\"\n\n"+
		"workflow w:\n  entry: a\n  a -> r with { plan: \"1\", rules: \"2\" }\n  r -> b with { plan: \"{{input.¦}}\" }\n  b -> r as again(2) with { plan: \"3\" }\n  b -> done\n", "¦")
	dir, snap := lay(t, map[string]string{"main.bot": before + after})
	var got []string
	for _, it := range botcomplete.Complete(snap, dir+"/main.bot", len(before), options(snap, dir+"/main.bot", false)).Items {
		got = append(got, it.Label)
	}
	if want := []string{"plan", "rules"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
