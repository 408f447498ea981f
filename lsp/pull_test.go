package lsp_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/lsp/lsptest"
)

type pulled struct {
	Kind     string
	ResultID string `json:"resultId"`
	Items    []lsptest.Diagnostic
	URI      string
	Version  *int
}

func (s *server) pull(d *lsptest.Doc, previous string) pulled {
	params := object{"textDocument": d.ID()}
	if previous != "" {
		params["previousResultId"] = previous
	}
	var p pulled
	s.Must("textDocument/diagnostic", params, &p)
	return p
}

func TestDiagnosticsAreGivenOnAskingAndNotPushed(t *testing.T) {
	s, d := triage(t, pulls(), nil)
	first := s.pull(d, "")
	if first.Kind != "full" || len(first.Items) != 1 || first.Items[0].Code != "BND101" || first.ResultID == "" {
		t.Fatalf("first %+v", first)
	}
	if again := s.pull(d, first.ResultID); again.Kind != "unchanged" || again.ResultID != first.ResultID {
		t.Errorf("again %+v", again)
	}
	if other := s.pull(d, "other"); other.Kind != "full" {
		t.Errorf("with another id %+v", other)
	}
	d.Sub("dsl: 2\n", "dsl: 2\n\n")
	if moved := s.pull(d, first.ResultID); moved.Kind != "full" || moved.Items[0].Range.Start.Line != first.Items[0].Range.Start.Line+1 {
		t.Errorf("moved %+v", moved)
	}
	d.Sub("dsl: 2\n\n", "dsl: 2\n")
	if back := s.pull(d, first.ResultID); back.Kind != "unchanged" {
		t.Errorf("back %+v", back)
	}
	if list := s.Seen("textDocument/publishDiagnostics"); len(list) > 0 {
		t.Errorf("pushed: %s", list[0].Params)
	}
	notes := s.OpenAs("notes.txt", "plaintext", "x")
	if p := s.pull(notes, ""); p.Kind != "full" || len(p.Items) != 0 {
		t.Errorf("another kind of document: %+v", p)
	}
}

func TestTheClientIsAskedToPullAgainWhenSomethingElseChanges(t *testing.T) {
	s, d := triage(t, pulls(), nil)
	lib := s.open(libBot)
	first := s.pull(d, "")
	s.pull(lib, "")
	s.Forget()
	lib.Sub("UNTRUSTED INPUT BOUNDARY", "UNTRUSTED INPUT")
	s.WaitFor("workspace/diagnostic/refresh", 1)
	if p := s.pull(d, first.ResultID); p.Kind != "full" || len(p.Items) != 2 {
		t.Errorf("after the refresh %+v", p)
	}
}

func TestTheWorkspaceIsGivenOnAsking(t *testing.T) {
	s, d := triage(t, pulls(), nil)
	type report struct{ Items []pulled }
	ask := func(ids ...object) map[string]pulled {
		if ids == nil {
			ids = []object{}
		}
		var r report
		s.Must("workspace/diagnostic", object{"previousResultIds": ids}, &r)
		m := map[string]pulled{}
		for _, p := range r.Items {
			m[p.URI] = p
		}
		return m
	}
	all := ask()
	got := map[string]string{}
	var ids []object
	for u, p := range all {
		got[u] = p.Kind
		if len(p.Items) > 0 {
			got[u] += " " + p.Items[0].Code
		}
		ids = append(ids, object{"uri": u, "value": p.ResultID})
	}
	want := map[string]string{
		s.uri(mainBot): "full BND101", s.uri(libBot): "full", s.uri("bots/triage/guide.md"): "full",
		s.uri(".boundary.toml"): "full", s.uri("members.txt"): "full BND405",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("reports (-want +got):\n%s", diff)
	}
	if v := all[d.URI()].Version; v == nil || *v != d.Version {
		t.Errorf("version %v of the open document", v)
	}
	if v := all[s.uri(libBot)].Version; v != nil {
		t.Errorf("version %d of a file that is not open", *v)
	}
	for u, p := range ask(ids...) {
		if p.Kind != "unchanged" {
			t.Errorf("%s again: %+v", u, p)
		}
	}
	d.Sub("  tools: [write_file]\n", "  tools: [read_file]\n")
	changed := ask(append(ids, object{"uri": s.uri("gone.bot"), "value": "x"})...)
	if p := changed[d.URI()]; p.Kind != "full" || len(p.Items) != 0 {
		t.Errorf("after the edit: %+v", p)
	}
	if p, ok := changed[s.uri("gone.bot")]; !ok || p.Kind != "full" || len(p.Items) != 0 {
		t.Errorf("a file that is gone: %+v", p)
	}
}
