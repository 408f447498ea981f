package lsp_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/lsp/lsptest"
)

const (
	triageBook = "triage.playbook.star"
	textPack   = "packs/text.star"
	sampleFile = "triage.params.json"
)

// book starts a server over the playbook fixture and opens its entry.
func book(t *testing.T, capabilities object, answer func(string, json.RawMessage) (any, *lsptest.Error)) (*server, *lsptest.Doc) {
	t.Helper()
	s := serve(t, "playbook/triage")
	s.Answer = answer
	s.Initialize(capabilities, nil)
	return s, s.open(triageBook)
}

type location struct {
	URI   string
	Range lsptest.Range
}

type completionList struct {
	IsIncomplete bool
	Items        []completionItem
}

type completionItem struct {
	Label, Detail, SortText, FilterText string
	Kind                                int
	TextEdit                            lsptest.Edit
	AdditionalTextEdits                 []lsptest.Edit
	Data                                json.RawMessage
	Documentation                       json.RawMessage
}

func (l completionList) item(t *testing.T, label string) completionItem {
	t.Helper()
	i := slices.IndexFunc(l.Items, func(it completionItem) bool { return it.Label == label })
	if i < 0 {
		t.Fatalf("no %q among %d items", label, len(l.Items))
	}
	return l.Items[i]
}

func TestPlaybookHoverAndDefinition(t *testing.T) {
	s, d := book(t, full(), nil)
	pack := s.open(textPack)
	for mark, want := range map[string]string{"issue": "external text (`issue`)", "usesection": "A section of a prompt.", "path": "module `packs/text.star`"} {
		var h hover
		s.Must("textDocument/hover", at(d, s.fixture.Range(d, mark).Start), &h)
		if !strings.Contains(h.Contents.Value, want) {
			t.Errorf("%s: no %q in %q", mark, want, h.Contents.Value)
		}
	}
	var to []location
	s.Must("textDocument/definition", at(d, s.fixture.Range(d, "usesection").Start), &to)
	if diff := cmp.Diff([]location{{pack.URI(), s.fixture.Range(pack, "defsection")}}, to); diff != "" {
		t.Errorf("definition (-want +got):\n%s", diff)
	}
	s.Must("textDocument/references", object{
		"textDocument": pack.ID(), "position": s.fixture.Range(pack, "defsection").Start, "context": object{"includeDeclaration": false},
	}, &to)
	if diff := cmp.Diff([]location{{d.URI(), s.fixture.Range(d, "from")}, {d.URI(), s.fixture.Range(d, "usesection")}}, to); diff != "" {
		t.Errorf("references (-want +got):\n%s", diff)
	}
	var marks []struct {
		Range lsptest.Range
		Kind  int
	}
	s.Must("textDocument/documentHighlight", at(d, s.fixture.Range(d, "useissue").Start), &marks)
	if len(marks) != 2 || marks[0].Kind != 3 || marks[1].Kind != 2 || marks[1].Range != s.fixture.Range(d, "useissue") {
		t.Errorf("highlights %+v", marks)
	}
	var links []struct {
		Range  lsptest.Range
		Target string
	}
	s.Must("textDocument/documentLink", object{"textDocument": d.ID()}, &links)
	if len(links) != 1 || links[0].Range != s.fixture.Range(d, "path") || links[0].Target != pack.URI() {
		t.Errorf("links %+v", links)
	}
}

// What is kept between requests follows the texts.
func TestPlaybookHoverAfterItsModuleHasChanged(t *testing.T) {
	s, d := book(t, full(), nil)
	pack := s.open(textPack)
	ask := func() string {
		t.Helper()
		var h hover
		s.Must("textDocument/hover", at(d, d.Of("body =").Start), &h)
		return h.Contents.Value
	}
	before := ask()
	if !strings.Contains(before, "external: `issue`") || !strings.Contains(before, "- line 18: passed to `ask` as `text`") {
		t.Errorf("before: %s", before)
	}
	pack.Replace(0, 0, "def other(x):\n    return \"<\" + x\n\n")
	d.Sub("text.star\"", "text.star\", \"other\"")
	d.Sub("body = ask(", "body = other(")
	d.Sub("(text = issue)", "(issue)")
	after := ask()
	if !strings.Contains(after, "`packs/text.star`, line 2: joined with `+`") || strings.Contains(after, "`ask`") {
		t.Errorf("after: %s", after)
	}
	pack.Sub("\"<\" + x", "str(x)")
	if last := ask(); !strings.Contains(last, "converted string") {
		t.Errorf("converted: %s", last)
	}
}

func TestPlaybookCompletionWithItsDescription(t *testing.T) {
	offsets := with(true, "textDocument", "signatureHelp", "signatureInformation", "parameterInformation", "labelOffsetSupport")
	s, d := book(t, full(offsets), nil)
	d.Replace(len(d.Text), len(d.Text), "z = issue.")
	var list completionList
	s.Must("textDocument/completion", at(d, d.At(len(d.Text))), &list)
	join := list.item(t, "+ join")
	if len(list.Items) != 1 || !list.IsIncomplete || len(join.AdditionalTextEdits) != 1 {
		t.Fatalf("completion behind external text: %+v", list)
	}
	s.Apply(&lsptest.WorkspaceEdit{Changes: map[string][]lsptest.Edit{d.URI(): {join.TextEdit, join.AdditionalTextEdits[0]}}})
	if !strings.HasSuffix(d.Text, "z = issue + ") {
		t.Errorf("joined: %q", d.Text[len(d.Text)-20:])
	}
	s.Must("textDocument/completion", at(d, d.At(len(d.Text))), &list)
	item := list.item(t, "section")
	var resolved completionItem
	s.Must("completionItem/resolve", object{"label": item.Label, "data": item.Data}, &resolved)
	if !strings.Contains(string(resolved.Documentation), "A section of a prompt.") {
		t.Errorf("resolved: %s", resolved.Documentation)
	}
	if err := s.Request("completionItem/resolve", object{"label": "x", "data": 3}, nil); err == nil {
		t.Error("data that is not ours is no error")
	}
	d.Replace(len(d.Text), len(d.Text), "\nw = step(")
	var help struct {
		Signatures []struct {
			Label      string
			Parameters []struct{ Label [2]int }
		}
		ActiveParameter int
	}
	s.Must("textDocument/signatureHelp", at(d, d.At(len(d.Text))), &help)
	if len(help.Signatures) != 1 || !strings.HasPrefix(help.Signatures[0].Label, "step(name") || help.ActiveParameter != 0 {
		t.Fatalf("signature %+v", help)
	}
	if p := help.Signatures[0].Parameters[1].Label; help.Signatures[0].Label[p[0]:p[1]] != "agent" {
		t.Errorf("the second parameter is at %v", p)
	}
}

func TestPathsOfLoadsBeginAtTheRootToo(t *testing.T) {
	s, d := book(t, full(), nil)
	for typed, want := range map[string]string{
		"load(\"": "// packs/", "load(\"//": "packs/", "load(\"./": "packs/", "load(\"packs/": "text.star", "load(\"//packs/t": "text.star",
	} {
		d.Replace(len(d.Text), len(d.Text), "\n"+typed)
		var list completionList
		s.Must("textDocument/completion", at(d, d.At(len(d.Text))), &list)
		var labels []string
		for _, it := range list.Items {
			labels = append(labels, it.Label)
		}
		slices.Sort(labels)
		if got := strings.Join(labels, " "); got != want {
			t.Errorf("%s: offers %q, want %q", typed, got, want)
		}
		d.Replace(len(d.Text)-len(typed)-1, len(d.Text), "")
	}
}

func TestPlaybookRename(t *testing.T) {
	s, d := book(t, full(), nil)
	sample := s.open(sampleFile)
	var prepared struct {
		Range       lsptest.Range
		Placeholder string
	}
	place := s.fixture.Range(d, "pissue")
	s.Must("textDocument/prepareRename", at(d, place.Start), &prepared)
	if prepared.Range != place || prepared.Placeholder != "issue" {
		t.Errorf("prepared %+v", prepared)
	}
	var edit lsptest.WorkspaceEdit
	s.Must("textDocument/rename", object{"textDocument": d.ID(), "position": place.Start, "newName": "report"}, &edit)
	s.Apply(&edit)
	if !strings.Contains(d.Text, `param("report"`) || !strings.Contains(sample.Text, `{"report": "It`) {
		t.Errorf("renamed: %s\n%s", d.Text, sample.Text)
	}
	err := s.Request("textDocument/prepareRename", at(d, d.Of("EXTERNAL_OPEN").Start), nil)
	if err == nil || !strings.Contains(err.Error(), "built in") {
		t.Errorf("a predeclared name: %v", err)
	}
	err = s.Request("textDocument/rename", object{"textDocument": d.ID(), "position": d.Of("branch =").Start, "newName": "body"}, nil)
	if err == nil || !strings.Contains(err.Error(), "taken") {
		t.Errorf("a name that is taken: %v", err)
	}
}

func TestPlaybookSymbolsFoldsAndSelections(t *testing.T) {
	s, d := book(t, full(), nil)
	var tree []symbol
	s.Must("textDocument/documentSymbol", object{"textDocument": d.ID()}, &tree)
	if len(tree) != 1 || tree[0].Name != "triage" || tree[0].Kind != 2 || len(tree[0].Children) != 7 {
		t.Errorf("symbols %+v", tree)
	}
	var found []struct {
		Name     string
		Kind     int
		Location location
	}
	s.Must("workspace/symbol", object{"query": "sect"}, &found)
	if len(found) != 1 || found[0].Name != "section" || found[0].Kind != 12 || found[0].Location.URI != s.uri(textPack) {
		t.Errorf("workspace symbols %+v", found)
	}
	var folds []fold
	s.Must("textDocument/foldingRange", object{"textDocument": d.ID()}, &folds)
	if len(folds) != 3 || folds[0].Kind != "comment" {
		t.Errorf("folds %+v", folds)
	}
	var chains []struct {
		Range  lsptest.Range
		Parent *struct{ Range lsptest.Range }
	}
	s.Must("textDocument/selectionRange", object{"textDocument": d.ID(), "positions": []any{s.fixture.Range(d, "usetext").Start, lsptest.Position{}}}, &chains)
	if len(chains) != 2 || chains[0].Range != s.fixture.Range(d, "usetext") || chains[0].Parent == nil {
		t.Errorf("selections %+v", chains)
	}
}

type semanticTokens struct {
	ResultID string
	Data     []int
	Edits    []struct {
		Start, DeleteCount int
		Data               []int
	}
}

func TestSemanticTokensAsADeltaAreThoseInFull(t *testing.T) {
	s, d := book(t, full(), nil)
	var have semanticTokens
	s.Must("textDocument/semanticTokens/full", object{"textDocument": d.ID()}, &have)
	data := have.Data
	if len(data) == 0 || len(data)%5 != 0 {
		t.Fatalf("%d numbers", len(data))
	}
	for _, change := range []func(){
		func() { d.Sub("Ask: ", "é🦊: ") },
		func() { d.Sub("note = \"none\"", "note = issue") },
		func() { d.Replace(0, 0, "x = 1\n") },
		func() {},
		func() { d.Replace(0, len(d.Text), "") },
		func() { d.Replace(0, 0, "y = 2\n") },
	} {
		change()
		var delta, whole semanticTokens
		s.Must("textDocument/semanticTokens/full/delta", object{"textDocument": d.ID(), "previousResultId": have.ResultID}, &delta)
		if delta.Data != nil {
			t.Fatal("the server has forgotten what it gave")
		}
		for _, e := range slices.Backward(delta.Edits) {
			data = append([]int{}, slices.Concat(data[:e.Start], e.Data, data[e.Start+e.DeleteCount:])...)
		}
		have = delta
		s.Must("textDocument/semanticTokens/full", object{"textDocument": d.ID()}, &whole)
		if diff := cmp.Diff(whole.Data, data); diff != "" {
			t.Fatalf("(-full +delta):\n%s", diff)
		}
		have.ResultID = whole.ResultID
	}
	var again semanticTokens
	s.Must("textDocument/semanticTokens/full/delta", object{"textDocument": d.ID(), "previousResultId": "nonsense"}, &again)
	if len(again.Edits) != 0 || len(again.Data) != 5 {
		t.Errorf("a delta to nothing: %+v", again)
	}
	s.Must("textDocument/semanticTokens/range", object{"textDocument": d.ID(), "range": lsptest.Range{}}, &again)
}

func TestPlaybookFormatting(t *testing.T) {
	s, d := book(t, full(), nil)
	var edits []lsptest.Edit
	format := func() {
		edits = nil
		s.Must("textDocument/formatting", object{"textDocument": d.ID(), "options": object{"tabSize": 8, "insertSpaces": false}}, &edits)
	}
	format()
	s.Apply(&lsptest.WorkspaceEdit{Changes: map[string][]lsptest.Edit{d.URI(): edits}})
	if !strings.Contains(d.Text, "\nissue = param(") || !strings.Contains(d.Text, "# What the reporter wrote,\n") {
		t.Errorf("formatted:\n%s", d.Text)
	}
	if format(); len(edits) != 0 {
		t.Errorf("formatted twice: %+v", edits)
	}
	d.Replace(0, 0, "x=(\n")
	if format(); len(edits) != 0 {
		t.Errorf("a broken file is formatted: %+v", edits)
	}
}

func TestPlaybookInlaysAreOffUntilTheyAreWanted(t *testing.T) {
	s, d := book(t, lsptest.PlainClient(), nil)
	var hints []struct{ Label string }
	all := object{"textDocument": d.ID(), "range": lsptest.Range{End: d.At(len(d.Text))}}
	if s.Must("textDocument/inlayHint", all, &hints); len(hints) != 0 {
		t.Errorf("hints %v", hints)
	}
	s.Notify("workspace/didChangeConfiguration", object{"settings": object{"boundary": object{"playbook": object{"inlayHints": true}}}})
	s.Must("textDocument/inlayHint", all, &hints)
	if len(hints) != 2 || hints[0].Label != ": external" {
		t.Errorf("hints %v", hints)
	}
}

func TestBotsAnswerTheNewRequestsWithNothing(t *testing.T) {
	s, d := triage(t, full(), nil)
	where := at(d, s.fixture.Range(d, "report").Start)
	for method, want := range map[string]string{
		"textDocument/signatureHelp": "null",
	} {
		var got json.RawMessage
		if s.Must(method, where, &got); string(got) != want {
			t.Errorf("%s: %s, want %s", method, got, want)
		}
	}
	id := object{"textDocument": d.ID()}
	for method, params := range map[string]object{
		"textDocument/completion":                where,
		"textDocument/references":                {"textDocument": d.ID(), "position": lsptest.Position{}, "context": object{"includeDeclaration": true}},
		"textDocument/selectionRange":            {"textDocument": d.ID(), "positions": []lsptest.Position{{}}},
		"textDocument/documentLink":              id,
		"textDocument/formatting":                {"textDocument": d.ID(), "options": object{"tabSize": 4, "insertSpaces": true}},
		"textDocument/semanticTokens/full":       id,
		"textDocument/semanticTokens/range":      {"textDocument": d.ID(), "range": lsptest.Range{}},
		"textDocument/semanticTokens/full/delta": {"textDocument": d.ID(), "previousResultId": "1"},
		"workspace/symbol":                       {"query": ""},
	} {
		if err := s.Request(method, params, nil); err != nil {
			t.Errorf("%s: %v", method, err)
		}
	}
}
