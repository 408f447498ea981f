package lsp_test

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestGraphOfADocumentAsItIsOpen(t *testing.T) {
	s, d := kitServer(t, full())
	var g struct {
		SchemaVersion int
		Path, Entry   string
		Nodes         []struct{ ID, Path string }
		Edges         []struct{ From, To string }
	}
	ask := object{"textDocument": d.ID()}
	s.Must("boundary/graph", ask, &g)
	if g.SchemaVersion != 1 || g.Path != "kit/main.bot" || g.Entry != "report" || len(g.Nodes) != 2 || g.Nodes[0].Path != "kit/main.bot" {
		t.Errorf("graph %+v", g)
	}
	d.Sub("report -> done", "report -> fail")
	for _, format := range []string{"mermaid", "svg"} {
		ask["format"] = format
		var text string
		s.Must("boundary/graph", ask, &text)
		if !strings.Contains(text, "fail") || strings.Contains(text, "done") {
			t.Errorf("%s: %s", format, text)
		}
	}
	// A fragment has the graph of the bot that imports it.
	part := object{"textDocument": object{"uri": s.uri("kit/lib/parts.bot")}, "format": "json"}
	s.Must("boundary/graph", part, &g)
	if g.Path != "kit/main.bot" || g.Edges[0].To != "fail" {
		t.Errorf("graph %+v", g)
	}
}

func TestGraphRefusesWhatHasNone(t *testing.T) {
	s, d := kitServer(t, full())
	for says, params := range map[string]object{
		"no bot":      {"textDocument": object{"uri": s.uri("kit/prompts/ask.md")}},
		"no form":     {"textDocument": d.ID(), "format": "png"},
		"cannot be":   {"textDocument": object{"uri": s.uri("kit/none.bot")}},
		"no workflow": {"textDocument": d.ID()},
	} {
		if says == "no workflow" {
			d.Replace(0, len(d.Text), "dsl: 2\n")
		}
		var raw json.RawMessage
		if err := s.Request("boundary/graph", params, &raw); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v %s", says, err, raw)
		}
		if says == "no workflow" {
			d.Replace(0, len(d.Text), kit["kit/main.bot"])
		}
	}
}
