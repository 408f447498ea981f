package rpc

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

func TestMarshal(t *testing.T) {
	tests := []struct {
		name string
		in   any
		want string
	}{
		{"nil", nil, "null"},
		{"a nil pointer", (*protocol.Hover)(nil), "null"},
		{"a nil slice of structs", []protocol.Location(nil), "[]"},
		{"a nil slice of unions", []protocol.CommandOrCodeAction(nil), "[]"},
		{"a nil slice in a union", protocol.DefinitionResult(protocol.LocationSlice(nil)), "[]"},
		{"a nil slice of strings", []string(nil), "[]"},
		{"a nil map", map[string]int(nil), "{}"},
		{"diagnostics", protocol.PublishDiagnosticsParams{URI: "file:///a"}, `{"uri":"file:///a","diagnostics":[]}`},
		{"a pull report", &protocol.RelatedFullDocumentDiagnosticReport{}, `{"kind":"","items":[]}`},
		{"a workspace report", &protocol.WorkspaceDiagnosticReport{}, `{"items":[]}`},
		{"a completion list", &protocol.CompletionList{}, `{"isIncomplete":false,"items":[]}`},
		{"semantic tokens", &protocol.SemanticTokens{}, `{"data":[]}`},
		{"token edits", &protocol.SemanticTokensDelta{}, `{"edits":[]}`},
		{"a legend", &protocol.SemanticTokensLegend{}, `{"tokenTypes":[],"tokenModifiers":[]}`},
		{"signatures", &protocol.SignatureHelp{}, `{"signatures":[]}`},
		{"registrations", &protocol.RegistrationParams{}, `{"registrations":[]}`},
		{"configuration items", &protocol.ConfigurationParams{}, `{"items":[]}`},
		{"a list that is left out", &protocol.CodeAction{}, `{"title":""}`},
		{"a list of ours", struct {
			A []int `json:"a"`
			B []int `json:"b,omitzero"`
		}{}, `{"a":[]}`},
		{"no HTML escapes", "<a&b>", `"<a&b>"`},
		{"invalid UTF-8", "a\xffb", `"a�b"`},
		{"raw of jsontext", jsontext.Value(`{"a":1}`), `{"a":1}`},
		{"raw of encoding/json", json.RawMessage(`{"a":1}`), `{"a":1}`},
		{"raw of jsonrpc2", jsonrpc2.RawMessage(`{"a":1}`), `{"a":1}`},
		{"no raw of jsonrpc2", jsonrpc2.RawMessage(nil), `null`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Marshal(tt.in)
			if err != nil || string(got) != tt.want {
				t.Errorf("got %s %v, want %s", got, err, tt.want)
			}
		})
	}
}

func TestParams(t *testing.T) {
	type hover = protocol.HoverParams
	want := hover{}
	want.TextDocument.URI = "file:///a"
	want.Position = protocol.Position{Line: 1, Character: 2}
	for _, raw := range []string{
		`{"textDocument":{"uri":"file:///a"},"position":{"line":1,"character":2}}`,
		` {"position":{"character":2,"line":1,"x":[]},"textDocument":{"uri":"file:///a"},"new":{}} `,
	} {
		got, err := Params[hover]("textDocument/hover", []byte(raw))
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v %s", raw, err, diff)
		}
	}
	for _, raw := range []string{"", "null", "[]", "5", `"x"`, `{"position":5}`, `{"textDocument":{"uri":7}}`,
		`{"position":{"line":-1,"character":0}}`, `{"textDocument":{"uri":"http:////x"}}`, `{`} {
		got, err := Params[hover]("textDocument/hover", []byte(raw))
		var e *Error
		if !errors.As(err, &e) || e.Code != CodeInvalidParams || !strings.Contains(e.Message, "textDocument/hover") {
			t.Errorf("%s: %v, want InvalidParams with the method", raw, err)
		}
		if diff := cmp.Diff(hover{}, got); diff != "" {
			t.Errorf("%s: an error and a value: %s", raw, diff)
		}
	}
	for _, raw := range []string{"", "null", "{}"} {
		if _, err := Params[struct{}]("shutdown", []byte(raw)); err != nil {
			t.Errorf("no parameters as %q: %v", raw, err)
		}
		if _, err := Params[protocol.InitializedParams]("initialized", []byte(raw)); err != nil {
			t.Errorf("initialized with %q: %v", raw, err)
		}
	}
}

func TestErrorsKeepTheirText(t *testing.T) {
	for _, tt := range []struct {
		err  error
		code Code
		want string
	}{
		{MethodNotFound("a`b\n"), CodeMethodNotFound, "method `a'b\\n` is not supported"},
		{InvalidParams("m", errors.New("x\u202ey")), CodeInvalidParams, "parameters of `m`: x\\u{202e}y"},
		{InvalidRequest("no"), CodeInvalidRequest, "no"},
		{RequestFailed("the file is read-only"), CodeRequestFailed, "the file is read-only"},
		{ContentModified(), CodeContentModified, "the document has changed since the request was made"},
	} {
		e := wireError(t.Context(), tt.err)
		if e.Code != tt.code || e.Message != tt.want {
			t.Errorf("got %d %s, want %d %s", e.Code, e.Message, tt.code, tt.want)
		}
	}
}

func FuzzMessages(f *testing.F) {
	for _, s := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"m","params":{}}`, `{"jsonrpc":"2.0","id":"x","error":{"code":1,"message":"m"}}`,
		`[]`, `{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1,,}}`, `{"id":1e400}`, "",
		`{"textDocument":{"uri":"file:///a","version":3000000000},"contentChanges":[{"range":null,"text":""}]}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		m, err := decodeMessage(body)
		if err == nil && m.typ != typeResponse && m.typ == typeCall != m.id.IsValid() {
			t.Errorf("%q is %+v", body, m)
		}
		if change, err := DidChange(body); err != nil && len(change.Edits) > 0 {
			t.Errorf("%q is an error and a change", body)
		}
		_, _ = DidOpen(body)
		_, _ = Params[protocol.CodeActionParams]("m", body)
		_, _ = Params[protocol.InitializeParams]("m", body)
	})
}
