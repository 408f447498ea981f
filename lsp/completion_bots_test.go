package lsp_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/lsp/lsptest"
)

// botItem is a completion of a bot, as the client gets it.
type botItem struct {
	Label, SortText, FilterText, Detail    string
	Kind, InsertTextFormat, InsertTextMode int
	LabelDetails                           struct{ Detail, Description string }
	CommitCharacters                       []string
	Tags                                   []int
	TextEdit                               struct {
		NewText                string
		Range, Insert, Replace lsptest.Range
	}
	AdditionalTextEdits []lsptest.Edit
	Command             struct{ Command string }
	Data                json.RawMessage
	Documentation       struct{ Kind, Value string }
}

type botItems struct {
	IsIncomplete bool
	Items        []botItem
}

func (l botItems) labels() []string {
	var list []string
	for _, it := range l.Items {
		list = append(list, it.Label)
	}
	return list
}

func (l botItems) item(t *testing.T, label string) botItem {
	t.Helper()
	i := slices.IndexFunc(l.Items, func(it botItem) bool { return it.Label == label })
	if i < 0 {
		t.Fatalf("%s is not offered: %v", label, l.labels())
	}
	return l.Items[i]
}

// rich is a client that can do everything with completions.
func rich() object {
	return full(
		with(true, "textDocument", "completion", "completionItem", "snippetSupport"),
		with(true, "textDocument", "completion", "completionItem", "insertReplaceSupport"),
		with(true, "textDocument", "completion", "completionItem", "labelDetailsSupport"),
		with(true, "textDocument", "completion", "completionItem", "commitCharactersSupport"),
		with([]int{1}, "textDocument", "completion", "completionItem", "tagSupport", "valueSet"),
		with([]int{1, 2}, "textDocument", "completion", "completionItem", "insertTextModeSupport", "valueSet"),
	)
}

const completed = "schema verdict:\n  ok: bool\n\nagent a:\n  model: \"m/🙂\"\n  output: ver\n  mem\n  \n\nprompt p:\n  🙂 {{}} {{outputs.}}\n"

// completing starts a server over a bot and gives what it answers at a place.
func completing(t *testing.T, capabilities, options object) (ask func(line, character int, char string) botItems, s *server) {
	t.Helper()
	s = serve(t, "")
	s.Initialize(capabilities, options)
	d := s.Open("main.bot", completed)
	lsptest.WriteFile(t, s.Root+"/lib/more.bot", "schema more:\n  ok: bool\n")
	return func(line, character int, char string) botItems {
		params := at(d, lsptest.Position{Line: line, Character: character})
		params["context"] = object{"triggerKind": 1}
		if char != "" {
			params["context"] = object{"triggerKind": 2, "triggerCharacter": char}
		}
		var list botItems
		s.Must("textDocument/completion", params, &list)
		return list
	}, s
}

func TestBotCompletionForAClientThatCanAll(t *testing.T) {
	ask, s := completing(t, rich(), object{
		"initializationOptions": object{"boundary": object{"commands": []string{"editor.action.triggerSuggest"}}},
	})
	list := ask(5, 12, "")
	it := list.item(t, "verdict")
	if it.TextEdit.Insert != span(5, 10, 12) || it.TextEdit.Replace != span(5, 10, 13) || it.TextEdit.NewText != "verdict" || it.Kind != 22 || it.SortText != "00000" {
		t.Errorf("verdict is %+v", it)
	}
	more := list.item(t, "more")
	if more.LabelDetails.Detail != " import" || more.LabelDetails.Description != "lib/more.bot" || more.SortText != "90000" ||
		len(more.AdditionalTextEdits) != 1 || more.AdditionalTextEdits[0] != (lsptest.Edit{Range: span(0, 0, 0), NewText: "import \"lib/more.bot\"\n\n"}) {
		t.Errorf("more is %+v", more)
	}
	memory := ask(6, 5, "").item(t, "memory")
	if memory.TextEdit.NewText != "memory:\n  $0" || memory.InsertTextFormat != 2 || memory.InsertTextMode != 2 || memory.CommitCharacters != nil {
		t.Errorf("memory is %+v", memory)
	}
	vars := ask(10, 7, "{").item(t, "vars")
	if vars.TextEdit.Insert != span(10, 7, 7) || vars.TextEdit.NewText != "vars." || vars.Command.Command != "editor.action.triggerSuggest" {
		t.Errorf("vars is %+v", vars)
	}
	if output := ask(5, 4, "").item(t, "output"); output.TextEdit.NewText != "output" || output.CommitCharacters != nil {
		t.Errorf("output is %+v", output)
	}
	first := ask(10, 7, "").item(t, "outputs")
	if first.CommitCharacters != nil {
		t.Errorf("outputs is %+v", first)
	}
	if node := ask(10, 20, ".").item(t, "a"); !slices.Equal(node.CommitCharacters, []string{"."}) || node.TextEdit.NewText != "a" {
		t.Errorf("the node is %+v", node)
	}
	var resolved botItem
	s.Must("completionItem/resolve", object{"label": it.Label, "data": it.Data}, &resolved)
	if resolved.Label != "verdict" || !strings.Contains(resolved.Documentation.Value, "ok: bool") {
		t.Errorf("resolved %+v", resolved)
	}
	s.Must("completionItem/resolve", object{"label": memory.Label, "data": memory.Data}, &resolved)
	if !strings.Contains(resolved.Documentation.Value, "`memory` property: block") {
		t.Errorf("resolved %+v", resolved)
	}
}

func TestBotCompletionForAPlainClient(t *testing.T) {
	ask, _ := completing(t, full(), nil)
	it := ask(5, 12, "").item(t, "more")
	if it.TextEdit.Range != span(5, 10, 13) || it.Detail != "import" || it.LabelDetails.Detail != "" {
		t.Errorf("more is %+v", it)
	}
	memory := ask(6, 5, "").item(t, "memory")
	if memory.TextEdit.NewText != "memory:\n    " || memory.InsertTextFormat > 1 || memory.InsertTextMode != 0 || memory.CommitCharacters != nil {
		t.Errorf("memory is %+v", memory)
	}
	if vars := ask(10, 7, "").item(t, "vars"); vars.Command.Command != "" {
		t.Errorf("vars is %+v", vars)
	}
}

func TestBotCompletionIsSilentBehindOtherCharacters(t *testing.T) {
	ask, _ := completing(t, rich(), nil)
	for _, c := range []struct {
		line, character int
		char            string
		want            bool
	}{
		{5, 10, " ", true}, {7, 2, " ", false}, {7, 2, "", true}, {9, 0, " ", false}, {5, 10, "(", false}, {5, 10, "=", false}, {10, 5, " ", false},
	} {
		if got := ask(c.line, c.character, c.char); (len(got.Items) > 0) != c.want {
			t.Errorf("%q at %d:%d offers %v", c.char, c.line, c.character, got.labels())
		}
	}
}

func TestBotCompletionOfPathsIsAskedForAgain(t *testing.T) {
	ask, s := completing(t, rich(), nil)
	if ask(5, 12, "").IsIncomplete {
		t.Error("schemas are incomplete")
	}
	d := s.Open("other.bot", "import \"lib/\"\n")
	var list botItems
	s.Must("textDocument/completion", at(d, lsptest.Position{Line: 0, Character: 12}), &list)
	if !list.IsIncomplete || !slices.Equal(list.labels(), []string{"more.bot"}) {
		t.Errorf("paths %+v", list)
	}
}

func TestConfigurationCompletion(t *testing.T) {
	s := serve(t, "")
	s.Initialize(rich(), nil)
	d := s.Open(".boundary.toml", "[rules]\nBND102 = \"\"\n")
	var list botItems
	s.Must("textDocument/completion", at(d, lsptest.Position{Line: 1, Character: 10}), &list)
	if it := list.item(t, "off"); it.TextEdit.Range != span(1, 10, 10) || it.TextEdit.NewText != "off" || it.Kind != 20 {
		t.Errorf("off is %+v", it)
	}
}
