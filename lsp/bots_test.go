package lsp_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/lsp/lsptest"
)

// kit are the files of a bot with a fragment, a prompt file and a key.
var kit = map[string]string{
	"kit/main.bot": "dsl: 2\r\nimport \"lib/parts.bot\"\r\n\r\nprompt p:\r\n  🙂🙂 {{vars.topic}} é {{vars.topic}}\r\n\r\n" +
		"agent report:\r\n  backend: claw\r\n  system: p\r\n  user: ask\r\n\r\nworkflow w:\r\n  entry: report\r\n  report -> done\r\n",
	"kit/lib/parts.bot":  "dsl: 2\n\nvars:\n  topic: string = \"🙂\"\n",
	"kit/prompts/ask.md": "About {{vars.topic}}.\n",
	".boundary.toml":     "[[boundary.deferred]]\nnode = \"kit/report\"\nowner = \"release crew\"\nreason = \"rewritten\"\n",
}

// kitServer starts a server over the kit and opens its main file.
func kitServer(t *testing.T, capabilities object) (*server, *lsptest.Doc) {
	t.Helper()
	s := serve(t, "")
	for name, src := range kit {
		p := filepath.Join(s.Root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s.Initialize(capabilities, nil)
	return s, s.Open("kit/main.bot", kit["kit/main.bot"])
}

func span(line, from, to int) lsptest.Range {
	return lsptest.Range{Start: lsptest.Position{Line: line, Character: from}, End: lsptest.Position{Line: line, Character: to}}
}

func TestBotDefinitionsLeadIntoOtherFiles(t *testing.T) {
	s, d := kitServer(t, full(with(true, "textDocument", "definition", "linkSupport")))
	var links []struct {
		OriginSelectionRange, TargetRange, TargetSelectionRange lsptest.Range
		TargetURI                                               string
	}
	s.Must("textDocument/definition", at(d, lsptest.Position{Line: 4, Character: 16}), &links)
	if len(links) != 1 || links[0].OriginSelectionRange != span(4, 14, 19) || links[0].TargetURI != s.uri("kit/lib/parts.bot") ||
		links[0].TargetSelectionRange != span(3, 2, 7) || links[0].TargetRange != span(3, 2, 22) {
		t.Errorf("links %+v", links)
	}
	s.Must("textDocument/definition", at(d, lsptest.Position{Line: 9, Character: 9}), &links)
	if len(links) != 1 || links[0].TargetURI != s.uri("kit/prompts/ask.md") {
		t.Errorf("the prompt file: %+v", links)
	}
	s.Must("textDocument/definition", at(d, lsptest.Position{Line: 1, Character: 12}), &links)
	if len(links) != 1 || links[0].TargetURI != s.uri("kit/lib/parts.bot") || links[0].TargetSelectionRange != span(0, 0, 0) {
		t.Errorf("the import: %+v", links)
	}
}

func TestBotDefinitionsAsPlacesForOlderClients(t *testing.T) {
	s, d := kitServer(t, full())
	var to []location
	s.Must("textDocument/definition", at(d, lsptest.Position{Line: 12, Character: 9}), &to)
	if diff := cmp.Diff([]location{{d.URI(), span(6, 6, 12)}}, to); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestBotReferencesAndHighlights(t *testing.T) {
	s, d := kitServer(t, full())
	var to []location
	ask := at(d, lsptest.Position{Line: 4, Character: 19})
	ask["context"] = object{"includeDeclaration": true}
	s.Must("textDocument/references", ask, &to)
	want := []location{
		{s.uri("kit/lib/parts.bot"), span(3, 2, 7)},
		{d.URI(), span(4, 14, 19)}, {d.URI(), span(4, 31, 36)},
		{s.uri("kit/prompts/ask.md"), span(0, 13, 18)},
	}
	if diff := cmp.Diff(want, to); diff != "" {
		t.Errorf("references (-want +got):\n%s", diff)
	}
	var marks []struct {
		Range lsptest.Range
		Kind  int
	}
	s.Must("textDocument/documentHighlight", at(d, lsptest.Position{Line: 6, Character: 6}), &marks)
	if len(marks) != 3 || marks[0].Kind != 3 || marks[1].Kind != 2 || marks[2].Range != span(13, 2, 8) {
		t.Errorf("highlights %+v", marks)
	}
	// From the prompt file and from the configuration.
	md := s.Open("kit/prompts/ask.md", kit["kit/prompts/ask.md"])
	s.Must("textDocument/definition", at(md, lsptest.Position{Line: 0, Character: 14}), &to)
	if len(to) != 1 || to[0].URI != s.uri("kit/lib/parts.bot") {
		t.Errorf("from the prompt file: %+v", to)
	}
	toml := s.Open(".boundary.toml", kit[".boundary.toml"])
	s.Must("textDocument/definition", at(toml, lsptest.Position{Line: 1, Character: 14}), &to)
	if len(to) != 1 || to[0] != (location{d.URI(), span(6, 6, 12)}) {
		t.Errorf("from the configuration: %+v", to)
	}
}

// change is a document change of a rename.
type change struct {
	Kind, OldURI, NewURI string
	TextDocument         struct {
		URI     string
		Version *int
	}
	Edits []lsptest.Edit
}

func TestBotRenameEditsAllFilesWithTheirVersions(t *testing.T) {
	s, d := kitServer(t, full(with(true, "textDocument", "rename", "prepareSupport")))
	var prepared struct {
		Range       lsptest.Range
		Placeholder string
	}
	where := lsptest.Position{Line: 13, Character: 4}
	s.Must("textDocument/prepareRename", at(d, where), &prepared)
	if prepared.Range != span(13, 2, 8) || prepared.Placeholder != "report" {
		t.Errorf("prepared %+v", prepared)
	}
	var edit struct{ DocumentChanges []change }
	s.Must("textDocument/rename", object{"textDocument": d.ID(), "position": where, "newName": "summary"}, &edit)
	got := map[string]int{}
	for _, c := range edit.DocumentChanges {
		got[c.TextDocument.URI] = len(c.Edits)
		if (c.TextDocument.Version != nil) != (c.TextDocument.URI == d.URI()) {
			t.Errorf("%s has the version %v", c.TextDocument.URI, c.TextDocument.Version)
		}
	}
	if diff := cmp.Diff(map[string]int{d.URI(): 3, s.uri(".boundary.toml"): 1}, got); diff != "" {
		t.Errorf("edits (-want +got):\n%s", diff)
	}
	var raw any
	s.Must("textDocument/rename", object{"textDocument": d.ID(), "position": where, "newName": "report"}, &raw)
	if raw != nil {
		t.Errorf("the same name gives %v", raw)
	}
	err := s.Request("textDocument/rename", object{"textDocument": d.ID(), "position": where, "newName": "done"}, nil)
	if err == nil || !strings.Contains(err.Error(), "`done` and `fail` belong to the engine") {
		t.Errorf("done: %v", err)
	}
}

func TestBotRenameOfAPromptFile(t *testing.T) {
	s, d := kitServer(t, full())
	params := object{"textDocument": d.ID(), "position": lsptest.Position{Line: 9, Character: 9}, "newName": "question"}
	var edit struct{ DocumentChanges []change }
	s.Must("textDocument/rename", params, &edit)
	if n := len(edit.DocumentChanges); n != 2 {
		t.Fatalf("%d changes: %+v", n, edit)
	}
	last := edit.DocumentChanges[1]
	if last.Kind != "rename" || last.OldURI != s.uri("kit/prompts/ask.md") || last.NewURI != s.uri("kit/prompts/question.md") {
		t.Errorf("the last change is %+v", last)
	}

	s, d = kitServer(t, full(with([]string{"create"}, "workspace", "workspaceEdit", "resourceOperations")))
	params["textDocument"] = d.ID()
	err := s.Request("textDocument/rename", params, nil)
	if err == nil || !strings.Contains(err.Error(), "`ask` is the file prompts/ask.md; this editor cannot rename files") {
		t.Errorf("without renames of files: %v", err)
	}
}

func TestBotRenameInADocumentThatWasNeverSaved(t *testing.T) {
	s, _ := kitServer(t, full())
	d := s.OpenAs("untitled:Untitled-1", "bot", "agent a:\n  backend: \"claw\"\n\nworkflow w:\n  entry: a\n  a -> done\n")
	var edit struct{ DocumentChanges []change }
	s.Must("textDocument/rename", object{"textDocument": d.ID(), "position": lsptest.Position{Line: 0, Character: 6}, "newName": "b"}, &edit)
	if len(edit.DocumentChanges) != 1 || len(edit.DocumentChanges[0].Edits) != 3 || edit.DocumentChanges[0].TextDocument.URI != d.URI() {
		t.Errorf("edit %+v", edit)
	}
}
