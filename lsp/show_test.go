package lsp_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/lsp/lsptest"
)

func TestLinksOfBotsGetTheirTargetWhenTheyAreResolved(t *testing.T) {
	s, d := triage(t, full(), nil)
	d.Replace(0, 0, "## boundary: ignore BOT301 — a reason\n")
	type link struct {
		Range  lsptest.Range   `json:"range"`
		Target string          `json:"target,omitempty"`
		Data   json.RawMessage `json:"data,omitempty"`
	}
	var list []link
	s.Must("textDocument/documentLink", object{"textDocument": d.ID()}, &list)
	got := map[string]string{}
	for _, l := range list {
		if l.Target != "" {
			t.Errorf("a target at once: %+v", l)
		}
		var r link
		s.Must("documentLink/resolve", l, &r)
		got[d.Slice(l.Range)] = strings.TrimPrefix(r.Target, s.uri("")+"/")
	}
	want := map[string]string{
		"BOT301":          "https://github.com/boundary-lsp/boundary-lsp/blob/main/docs/rules/BOT301.md",
		"lib/prompts.bot": libBot,
	}
	for name, target := range want {
		if !strings.HasSuffix(got[name], target) {
			t.Errorf("%s leads to %q, want %q", name, got[name], target)
		}
	}
	if len(got) != len(want) {
		t.Errorf("links %v", got)
	}
	if err := s.Request("documentLink/resolve", object{"range": list[0].Range, "data": "nonsense"}, nil); err == nil {
		t.Error("foreign data is taken")
	}
	cfg := s.open(".boundary.toml")
	s.Must("textDocument/documentLink", object{"textDocument": cfg.ID()}, &list)
	if len(list) != 0 {
		t.Errorf("a link to what is not there: %+v", list)
	}
}

type callItem struct {
	Name, Detail   string
	Kind           int
	URI            string          `json:"uri"`
	Range          lsptest.Range   `json:"range"`
	SelectionRange lsptest.Range   `json:"selectionRange"`
	Data           json.RawMessage `json:"data"`
}

func TestCallHierarchyGoesOverTheEdges(t *testing.T) {
	s, d := triage(t, full(), nil)
	var items []callItem
	s.Must("textDocument/prepareCallHierarchy", at(d, s.fixture.Range(d, "reference").Start), &items)
	if len(items) != 1 || items[0].Name != "report" || items[0].Detail != "agent" || items[0].Kind != 5 ||
		items[0].SelectionRange != s.fixture.Range(d, "report") || items[0].URI != s.uri(mainBot) {
		t.Fatalf("items %+v", items)
	}
	raw := func(i callItem) object {
		return object{"name": i.Name, "kind": i.Kind, "uri": i.URI, "range": i.Range, "selectionRange": i.SelectionRange, "data": i.Data}
	}
	var in []struct {
		From       callItem
		FromRanges []lsptest.Range `json:"fromRanges"`
	}
	s.Must("callHierarchy/incomingCalls", object{"item": raw(items[0])}, &in)
	if len(in) != 1 || in[0].From.Name != "plan" || len(in[0].FromRanges) != 1 || d.Slice(in[0].FromRanges[0]) != "plan" {
		t.Errorf("incoming %+v", in)
	}
	var out []struct {
		To         callItem
		FromRanges []lsptest.Range `json:"fromRanges"`
	}
	s.Must("callHierarchy/outgoingCalls", object{"item": raw(items[0])}, &out)
	if len(out) != 1 || out[0].To.Name != "done" || len(out[0].FromRanges) != 1 || d.Slice(out[0].FromRanges[0]) != "done" {
		t.Errorf("outgoing %+v", out)
	}
	var nothing json.RawMessage
	s.Must("textDocument/prepareCallHierarchy", at(d, d.Of("Sum the").Start), &nothing)
	if string(nothing) != "null" {
		t.Errorf("prepared on prose: %s", nothing)
	}
	if err := s.Request("callHierarchy/outgoingCalls", object{"item": object{"name": "x", "kind": 5, "uri": s.uri(mainBot), "range": span(0, 0, 0), "selectionRange": span(0, 0, 0)}}, nil); err == nil {
		t.Error("an item of another server is taken")
	}
}

func TestSelectionRangesOfBotsPagesAndTheConfiguration(t *testing.T) {
	s, d := triage(t, full(), nil)
	type chain struct {
		Range  lsptest.Range `json:"range"`
		Parent *chain        `json:"parent"`
	}
	for name, tc := range map[string]struct {
		doc  *lsptest.Doc
		at   string
		want []string
	}{
		"a bot":             {d, "🦊", []string{"Sum the ticket up — é 🦊.", "prompt summing_up:\n  Sum the ticket up — é 🦊."}},
		"a page":            {s.open("bots/triage/guide.md"), "about the bot", []string{"about", "This page is about the bot."}},
		"the configuration": {s.open(".boundary.toml"), "members =", []string{"members", `members = "members.txt"`}},
	} {
		t.Run(name, func(t *testing.T) {
			var list []chain
			s.Must("textDocument/selectionRange", object{"textDocument": tc.doc.ID(), "positions": []any{tc.doc.Of(tc.at).Start}}, &list)
			if len(list) != 1 {
				t.Fatalf("%d chains", len(list))
			}
			var got []string
			for c := &list[0]; c != nil; c = c.Parent {
				got = append(got, tc.doc.Slice(c.Range))
			}
			if len(got) < 3 || !strings.HasPrefix(tc.doc.Text, got[len(got)-1]) {
				t.Errorf("chain %q", got)
			}
			for _, w := range tc.want {
				if !strings.Contains("\x00"+strings.Join(got, "\x00")+"\x00", "\x00"+w+"\x00") {
					t.Errorf("no %q in %q", w, got)
				}
			}
		})
	}
}

func TestWorkspaceSymbolsAreThoseOfAllBots(t *testing.T) {
	s, _ := triage(t, full(), nil)
	var list []symbol
	s.Must("workspace/symbol", object{"query": "l"}, &list)
	var got []string
	for _, y := range list {
		got = append(got, fmt.Sprintf("%s %d %s", y.Name, y.Kind, y.ContainerName))
	}
	want := []string{"label 5 triage", "plan 5 triage"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	s.Must("workspace/symbol", object{"query": ""}, &list)
	if len(list) != 6 {
		t.Errorf("all: %+v", list)
	}
}

func TestLensesRunWhatTheClientKnows(t *testing.T) {
	s := serve(t, "triage")
	s.Initialize(full(), object{"initializationOptions": object{"boundary": object{
		"commands": []string{"editor.action.showReferences", "boundary.showGraph"},
	}}})
	d := s.open(mainBot)
	var lenses []struct {
		Command struct {
			Title, Command string
			Arguments      []json.RawMessage
		}
	}
	s.Must("textDocument/codeLens", object{"textDocument": d.ID()}, &lenses)
	got := map[string]int{}
	for _, l := range lenses {
		got[l.Command.Command]++
		if l.Command.Command == "editor.action.showReferences" && l.Command.Title == "2 references" {
			var places []struct{ URI string }
			if len(l.Command.Arguments) != 3 || json.Unmarshal(l.Command.Arguments[2], &places) != nil || len(places) != 2 {
				t.Errorf("arguments %s", l.Command.Arguments)
			}
		}
	}
	if got["editor.action.showReferences"] != 4 || got["boundary.showGraph"] != 1 || got[""] != 0 {
		t.Errorf("commands %v", got)
	}
}

func TestHoverOnWordsAndOnKeysOfTheConfiguration(t *testing.T) {
	s, d := triage(t, full(), nil)
	cfg := s.open(".boundary.toml")
	for name, tc := range map[string]struct {
		doc        *lsptest.Doc
		on, sliced string
		parts      []string
	}{
		"a property": {d, "entry: label", "entry", []string{"`entry: name`", "runs first"}},
		"a tool":     {d, "bash]", "bash", []string{"**acts**"}},
		"a prompt":   {d, "duty", "duty", []string{"prompt, in `lib/prompts.bot`", "present"}},
		"an import":  {d, "lib/prompts", "lib/prompts.bot", []string{"1 prompt"}},
		"an arrow":   {d, "-> plan", "->", []string{"`label → plan`"}},
		"a key":      {cfg, "members =", "members", []string{"`boundary.members`", "acting class"}},
	} {
		t.Run(name, func(t *testing.T) {
			var h hover
			s.Must("textDocument/hover", at(tc.doc, tc.doc.Of(tc.on).Start), &h)
			if tc.doc.Slice(h.Range) != tc.sliced {
				t.Errorf("about %q", tc.doc.Slice(h.Range))
			}
			for _, p := range tc.parts {
				if !strings.Contains(h.Contents.Value, p) {
					t.Errorf("no %q in\n%s", p, h.Contents.Value)
				}
			}
		})
	}
}
