package lsp_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/lsp/lsptest"
)

func at(d *lsptest.Doc, p lsptest.Position) object {
	return object{"textDocument": d.ID(), "position": p}
}

type hover struct {
	Contents struct{ Kind, Value string }
	Range    lsptest.Range
}

func TestHoverTellsTheVerdictOnANode(t *testing.T) {
	s, d := triage(t, full(), nil)
	lib := s.open(libBot)
	for name, tc := range map[string]struct {
		doc      *lsptest.Doc
		mark     string
		contains []string
	}{
		"a member":                 {d, "report", []string{"**Acts: yes**", "tools: write_file", "— decided", "missing, no-phrase"}},
		"a member with its prompt": {d, "label", []string{"**Boundary paragraph** in `duty`", "present"}},
		"a node outside the class": {d, "plan", []string{"**Acts: no**"}},
		"a reference on an edge":   {d, "reference", []string{"**Acts: yes**"}},
		"the phrase":               {lib, "phrase", []string{"**Boundary paragraph**", "what is data: found"}},
	} {
		t.Run(name, func(t *testing.T) {
			want := s.fixture.Range(tc.doc, tc.mark)
			var h hover
			s.Must("textDocument/hover", at(tc.doc, want.Start), &h)
			for _, c := range tc.contains {
				if !strings.Contains(h.Contents.Value, c) {
					t.Errorf("no %q in\n%s", c, h.Contents.Value)
				}
			}
			if h.Range != want || h.Contents.Kind != "markdown" {
				t.Errorf("range %v, want %v; kind %s", h.Range, want, h.Contents.Kind)
			}
		})
	}
	var nothing json.RawMessage
	s.Must("textDocument/hover", at(d, d.Of("import").Start), &nothing)
	if string(nothing) != "null" {
		t.Errorf("hover on nothing: %s", nothing)
	}
}

func TestHoverIsPlainWhereTheClientTakesNoMarkdown(t *testing.T) {
	s, d := triage(t, full(with([]string{"plaintext"}, "textDocument", "hover", "contentFormat")), nil)
	var h hover
	s.Must("textDocument/hover", at(d, s.fixture.Range(d, "report").Start), &h)
	if h.Contents.Kind != "plaintext" || strings.ContainsAny(h.Contents.Value, "*`") {
		t.Errorf("%s: %s", h.Contents.Kind, h.Contents.Value)
	}
}

func TestLensesAndInlayHintsShowWhyANodeActs(t *testing.T) {
	s, d := triage(t, full(), nil)
	var lenses []struct {
		Range   lsptest.Range
		Command struct {
			Title, Command string
			Arguments      []json.RawMessage
		}
	}
	s.Must("textDocument/codeLens", object{"textDocument": d.ID()}, &lenses)
	var got []string
	for _, l := range lenses {
		got = append(got, d.Slice(l.Range)+": "+l.Command.Title)
	}
	want := []string{
		"summing_up: 2 references", "label: acts: tools: bash", "label: 2 references",
		"report: acts: tools: write_file", "report: insert the boundary paragraph", "report: 2 references",
		"plan: 2 references", "triage: show graph",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("lenses (-want +got):\n%s", diff)
	}
	var hints []struct {
		Position lsptest.Position
		Label    string
	}
	all := lsptest.Range{End: d.At(len(d.Text))}
	s.Must("textDocument/inlayHint", object{"textDocument": d.ID(), "range": all}, &hints)
	if len(hints) != 2 || hints[1].Position != s.fixture.Range(d, "inlay").Start || hints[1].Label != "tools: write_file" {
		t.Errorf("inlay hints %+v", hints)
	}
	s.Must("textDocument/inlayHint", object{"textDocument": d.ID(), "range": s.fixture.Range(d, "inlay")}, &hints)
	if len(hints) != 1 {
		t.Errorf("inlay hints of one line: %+v", hints)
	}

	s.Must("workspace/executeCommand", object{"command": lenses[3].Command.Command, "arguments": lenses[3].Command.Arguments}, nil)
	if m := s.WaitFor("window/showMessage", 1); !strings.Contains(string(m.Params), "Acts: yes") {
		t.Errorf("shown: %s", m.Params)
	}
}

func TestSettingsSwitchLensesAndHintsOff(t *testing.T) {
	for name, tc := range map[string]object{
		"in initializationOptions":            {"boundary": object{"codeLens": false, "inlayHints": false}},
		"in initializationOptions, unwrapped": {"codeLens": false, "inlayHints": false, "nonsense": 3},
		"in initializationOptions, with dots": {"boundary.codeLens": false, "boundary.inlayHints": false},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, "triage")
			s.Initialize(lsptest.PlainClient(), object{"initializationOptions": tc})
			d := s.open(mainBot)
			var list []any
			s.Must("textDocument/codeLens", object{"textDocument": d.ID()}, &list)
			if len(list) != 0 {
				t.Errorf("lenses: %v", list)
			}
			s.Must("textDocument/inlayHint", object{"textDocument": d.ID(), "range": lsptest.Range{End: d.At(len(d.Text))}}, &list)
			if len(list) != 0 {
				t.Errorf("hints: %v", list)
			}
			s.Notify("workspace/didChangeConfiguration", object{"settings": object{"boundary": object{"codeLens": true}}})
			s.Must("textDocument/codeLens", object{"textDocument": d.ID()}, &list)
			if len(list) == 0 {
				t.Error("no lenses after the setting has changed")
			}
		})
	}
}

type symbol struct {
	Name, Detail   string
	Kind           int
	Range          lsptest.Range
	SelectionRange lsptest.Range
	Children       []symbol
	ContainerName  string
}

func TestDocumentSymbols(t *testing.T) {
	s, d := triage(t, full(), nil)
	var tree []symbol
	s.Must("textDocument/documentSymbol", object{"textDocument": d.ID()}, &tree)
	var got []string
	for _, y := range tree {
		got = append(got, y.Name+" "+y.Detail)
		if d.Slice(y.SelectionRange) != y.Name {
			t.Errorf("%s selects %q", y.Name, d.Slice(y.SelectionRange))
		}
	}
	want := []string{"summing_up prompt", "label agent · acts", "report agent · acts", "plan agent", "triage entry: label"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("symbols (-want +got):\n%s", diff)
	}
	page := s.open("bots/triage/guide.md")
	s.Must("textDocument/documentSymbol", object{"textDocument": page.ID()}, &tree)
	if len(tree) != 1 || tree[0].Name != "Guide" || len(tree[0].Children) != 2 || tree[0].Children[1].Name != "For writers" {
		t.Errorf("symbols of the page: %+v", tree)
	}
	cfg := s.open(".boundary.toml")
	s.Must("textDocument/documentSymbol", object{"textDocument": cfg.ID()}, &tree)
	if len(tree) != 1 || tree[0].Name != "boundary" {
		t.Errorf("symbols of the configuration: %+v", tree)
	}
}

func TestDocumentSymbolsAreFlatForOlderClients(t *testing.T) {
	s, d := triage(t, lsptest.PlainClient(), nil)
	var raw json.RawMessage
	s.Must("textDocument/documentSymbol", object{"textDocument": d.ID()}, &raw)
	if strings.Contains(string(raw), "selectionRange") || !strings.Contains(string(raw), `"location"`) {
		t.Errorf("symbols %s", raw)
	}
}

type fold struct {
	StartLine, EndLine int
	EndCharacter       *int
	Kind               string
}

func TestFoldingRanges(t *testing.T) {
	s, d := triage(t, full(), nil)
	var folds []fold
	s.Must("textDocument/foldingRange", object{"textDocument": d.ID()}, &folds)
	lines := strings.Split(d.Text, "\n")
	var got []string
	for _, f := range folds {
		got = append(got, strings.TrimSpace(lines[f.StartLine])+" | "+strings.TrimSpace(lines[f.EndLine])+" "+f.Kind)
		if f.EndCharacter != nil {
			t.Error("a client that folds lines only got a column")
		}
	}
	want := []string{
		"prompt summing_up: | Sum the ticket up — é 🦊. ",
		"## Two lines | ## about the node. comment",
		"agent label: | tools: [read_file, bash] ",
		"agent report: | tools: [write_file] ",
		"agent plan: | tools: [read_file] ",
		"workflow triage: | report -> done ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("folds (-want +got):\n%s", diff)
	}
}

func TestTheOutermostFoldsAreKept(t *testing.T) {
	s := serve(t, "triage")
	s.Initialize(full(with(2, "textDocument", "foldingRange", "rangeLimit"), with(false, "textDocument", "foldingRange", "lineFoldingOnly")), nil)
	page := s.open("bots/triage/guide.md")
	var folds []fold
	s.Must("textDocument/foldingRange", object{"textDocument": page.ID()}, &folds)
	if len(folds) != 2 || folds[0].StartLine != 0 || folds[1].StartLine != page.Of("For readers").Start.Line || folds[0].EndCharacter == nil {
		t.Errorf("folds %+v", folds)
	}
}
