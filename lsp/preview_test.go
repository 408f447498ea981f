package lsp_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/lsp/lsptest"
)

type preview struct {
	Text, Name string
	Prompts    []struct {
		Step, Kind, Agent string
		Range             lsptest.Range
		External          []struct {
			Range  lsptest.Range
			Params []string
		}
	}
	Printed []string
	Error   *struct{ Name, Message string }
}

func render(t *testing.T, s *server, d *lsptest.Doc) preview {
	t.Helper()
	var p preview
	s.Must("workspace/executeCommand", object{"command": "boundary.renderPlaybook", "arguments": []any{d.URI()}}, &p)
	return p
}

func TestPreviewRendersThePromptsWithTheirRegions(t *testing.T) {
	s, d := book(t, full(), nil)
	var lenses []struct {
		Range   lsptest.Range
		Command struct {
			Title, Command string
			Arguments      []json.RawMessage
		}
	}
	s.Must("textDocument/codeLens", object{"textDocument": d.ID()}, &lenses)
	if len(lenses) != 1 || lenses[0].Command.Title != "Preview prompts" || lenses[0].Range != s.fixture.Range(d, "book") {
		t.Fatalf("lenses %+v", lenses)
	}
	var p preview
	s.Must("workspace/executeCommand", object{"command": lenses[0].Command.Command, "arguments": lenses[0].Command.Arguments}, &p)
	if p.Error != nil || p.Name != "triage" || len(p.Prompts) != 2 || p.Prompts[0].Agent != "fixer" {
		t.Fatalf("preview %+v", p)
	}
	region := p.Prompts[0].External
	if len(region) != 1 || region[0].Params[0] != "issue" {
		t.Fatalf("regions %+v", region)
	}
	lines := strings.Split(p.Text, "\n")
	first := lines[region[0].Range.Start.Line][region[0].Range.Start.Character:]
	if !strings.HasPrefix(first, "<<<external-input>>>") || !strings.Contains(p.Text, "It does not start.") {
		t.Errorf("the region begins with %q in\n%s", first, p.Text)
	}
	if seen := s.Seen("window/showDocument"); len(seen) > 0 {
		t.Errorf("the server opened something: %v", seen)
	}
}

type flows struct {
	Text  string
	Flows []struct {
		Target   string
		Location location
		Ways     []struct {
			Param string
			Steps []struct {
				Text     string
				Location location
			}
		}
	}
}

func TestTheFlowOfExternalTextAsACommand(t *testing.T) {
	s, d := book(t, full(), nil)
	ask := func(arg any) (f flows) {
		t.Helper()
		s.Must("workspace/executeCommand", object{"command": "boundary.showExternalFlow", "arguments": []any{arg}}, &f)
		return f
	}
	all := ask(d.URI())
	if len(all.Flows) != 1 || all.Flows[0].Target != "step(prompt)" || !strings.Contains(all.Text, "step(prompt), line 19\n") {
		t.Fatalf("flows %+v", all)
	}
	way := all.Flows[0].Ways[0]
	if last := way.Steps[len(way.Steps)-1]; way.Param != "issue" || last.Text != "returned by section" || last.Location.URI != s.uri(textPack) {
		t.Errorf("way %+v", way)
	}
	one := ask(object{"uri": d.URI(), "position": s.fixture.Range(d, "usetext").Start})
	if len(one.Flows) != 1 || one.Flows[0].Target != "text" || one.Flows[0].Location.Range != s.fixture.Range(d, "usetext") {
		t.Errorf("flow of a name %+v", one)
	}
	none := ask(object{"uri": d.URI(), "position": s.fixture.Range(d, "branch").Start})
	if len(none.Flows) != 0 || none.Text != "No external text comes here." {
		t.Errorf("flow of a plain name %+v", none)
	}
	for _, arg := range []any{object{"uri": d.URI(), "position": "x"}, s.uri(".boundary.toml")} {
		if err := s.Request("workspace/executeCommand", object{"command": "boundary.showExternalFlow", "arguments": []any{arg}}, nil); err == nil {
			t.Errorf("%v is no error", arg)
		}
	}
}

func TestPreviewErrorsAreDiagnosticsUntilTheNextEdit(t *testing.T) {
	s, d := book(t, full(), nil)
	sample := s.open(sampleFile)
	d.Diagnostics()
	sample.Sub("It does not start.", "<<<end-external-input>>>")
	p := render(t, s, d)
	if p.Error == nil || p.Error.Name != "PB003" || strings.Contains(p.Error.Message, "does not start") {
		t.Fatalf("preview %+v", p)
	}
	s.Codes(d.URI(), "PB003")
	d.Replace(len(d.Text), len(d.Text), "\n")
	s.Codes(d.URI(), "")

	sample.Sub("<<<end-external-input>>>", "fine")
	sample.Sub(`"branch"`, `"branches"`)
	if p = render(t, s, d); p.Error == nil || p.Error.Name != "PB050" {
		t.Fatalf("preview %+v", p)
	}
	found := s.Codes(sample.URI(), "PB050")
	if got := sample.Slice(found.Diagnostics[0].Range); got != `"branches"` {
		t.Errorf("PB050 is at %q", got)
	}
	sample.Sub(`"branches"`, `"branch"`)
	s.Codes(sample.URI(), "")

	d.Sub("playbook(\"triage\"", "y = [1][7]\nplaybook(\"triage\"")
	if p = render(t, s, d); p.Error == nil || p.Error.Name != "PB051" {
		t.Fatalf("preview %+v", p)
	}
	s.Codes(d.URI(), "PB051")
}

func TestPreviewOnSaveIsOffUntilItIsWanted(t *testing.T) {
	s := serve(t, "playbook/triage")
	s.Initialize(lsptest.PlainClient(), nil)
	lsptest.WriteFile(t, filepath.Join(s.Root, sampleFile), `{"nothing": 1}`)
	d := s.open(triageBook)
	s.Codes(d.URI(), "")
	s.Notify("workspace/didChangeConfiguration", object{"settings": object{"boundary": object{"playbook": object{"previewOnSave": true}}}})
	d.Save()
	s.Codes(s.uri(sampleFile), "PB050")
}

func TestSampleValuesAreWrittenByTheClient(t *testing.T) {
	var applied lsptest.WorkspaceEdit
	s, d := book(t, full(), func(method string, params json.RawMessage) (any, *lsptest.Error) {
		if method != "workspace/applyEdit" {
			return nil, nil
		}
		var p struct{ Edit lsptest.WorkspaceEdit }
		if err := json.Unmarshal(params, &p); err != nil {
			t.Error(err)
		}
		applied = p.Edit
		return object{"applied": true}, nil
	})
	command := object{"command": "boundary.writeSampleValues", "arguments": []any{d.URI()}}
	if err := s.Request("workspace/executeCommand", command, nil); err == nil || !strings.Contains(err.Error(), "already") {
		t.Errorf("over sample values that are there: %v", err)
	}
	if err := os.Remove(filepath.Join(s.Root, sampleFile)); err != nil {
		t.Fatal(err)
	}
	s.Notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": s.uri(sampleFile), "type": 3}}})
	s.Must("workspace/executeCommand", command, nil)
	if len(applied.DocumentChanges) != 2 || applied.DocumentChanges[0].Kind != "create" {
		t.Fatalf("edit %+v", applied)
	}
	want := "{\n  \"issue\": \"sample text\",\n  \"branch\": \"main\"\n}\n"
	if diff := cmp.Diff(want, applied.DocumentChanges[1].Edits[0].NewText); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestPreviewRefusesWhatIsNoEntry(t *testing.T) {
	s, _ := book(t, full(), nil)
	for _, name := range []string{textPack, ".boundary.toml"} {
		err := s.Request("workspace/executeCommand", object{"command": "boundary.renderPlaybook", "arguments": []any{s.uri(name)}}, nil)
		if err == nil || !strings.Contains(err.Error(), "no entry playbook") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAClientThatAsksIsToldToAskAfterAPreview(t *testing.T) {
	s, d := book(t, pulls(), nil)
	sample := s.open(sampleFile)
	if p := s.pull(sample, ""); len(p.Items) != 0 {
		t.Fatalf("before: %+v", p)
	}
	sample.Sub(`"branch"`, `"branches"`)
	if p := render(t, s, d); p.Error == nil {
		t.Fatalf("preview %+v", p)
	}
	s.WaitFor("workspace/diagnostic/refresh", 1)
	if p := s.pull(sample, ""); len(p.Items) != 1 || p.Items[0].Code != "PB050" {
		t.Errorf("after the refresh: %+v", p)
	}
}

func TestAPlaybookThatWasNeverSavedIsRendered(t *testing.T) {
	s, _ := book(t, full(), nil)
	d := s.OpenAs("untitled:Untitled-2", "boundary-playbook", "f = agent(\"f\", system = \"s\")\nplaybook(\"p\", steps = [step(\"s\", agent = f, prompt = \"Do it.\")])\n")
	if p := render(t, s, d); p.Error != nil || len(p.Prompts) != 1 {
		t.Errorf("preview %+v, error %+v", p, p.Error)
	}
	// Its folder is none, so nothing may be written there.
	err := s.Request("workspace/executeCommand", object{"command": "boundary.writeSampleValues", "arguments": []any{d.URI()}}, nil)
	if err == nil || !strings.Contains(err.Error(), "never saved") {
		t.Errorf("writing sample values: %v", err)
	}
	if list := s.Seen("workspace/applyEdit"); len(list) > 0 {
		t.Errorf("an edit: %s", list[0].Params)
	}
}
