package lsp_test

import (
	"encoding/json"
	"errors"
	"os/exec"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/lsp"
	"github.com/boundary-lsp/boundary-lsp/lsp/lsptest"
	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

// ALE counts in bytes, offers nothing, and can send options.
func TestAClientThatOffersNoEncodingMayNameItsOwn(t *testing.T) {
	utf8 := object{"boundary": object{"positionEncoding": "utf-8"}}
	for name, tc := range map[string]struct {
		offered []string
		options any
		want    string
	}{
		"nothing offered, utf-8 named": {nil, utf8, "utf-8"},
		"what is offered counts more":  {[]string{"utf-16"}, utf8, "utf-16"},
		"a name that nobody speaks":    {nil, object{"boundary": object{"positionEncoding": "utf-7"}}, "utf-16"},
		"a name of another type":       {nil, object{"boundary": object{"positionEncoding": 8}}, "utf-16"},
		"a section of another type":    {nil, object{"boundary": true}, "utf-16"},
		"options without the section":  {nil, object{"positionEncoding": "utf-8"}, "utf-16"},
		"options that are a list":      {nil, []string{"utf-8"}, "utf-16"},
		"no options":                   {nil, nil, "utf-16"},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, "")
			r := s.Initialize(full(with(tc.offered, "general", "positionEncodings")), object{"initializationOptions": tc.options})
			if r.Capabilities.PositionEncoding != tc.want {
				t.Errorf("encoding %q, want %q", r.Capabilities.PositionEncoding, tc.want)
			}
		})
	}
}

func TestThePositionEncodingIsNegotiated(t *testing.T) {
	for name, tc := range map[string]struct {
		offered []string
		want    string
	}{
		"nothing offered":                {nil, "utf-16"},
		"utf-16 only":                    {[]string{"utf-16"}, "utf-16"},
		"utf-8 last":                     {[]string{"utf-16", "utf-32", "utf-8"}, "utf-8"},
		"utf-32 before utf-16":           {[]string{"utf-32", "utf-16"}, "utf-32"},
		"utf-32 behind utf-16":           {[]string{"utf-16", "utf-32"}, "utf-16"},
		"utf-32 alone":                   {[]string{"utf-32"}, "utf-32"},
		"an encoding that nobody speaks": {[]string{"utf-7"}, "utf-16"},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, "")
			r := s.Initialize(full(with(tc.offered, "general", "positionEncodings")), nil)
			if r.Capabilities.PositionEncoding != tc.want {
				t.Errorf("encoding %q, want %q", r.Capabilities.PositionEncoding, tc.want)
			}
			if r.ServerInfo.Name != "boundary-lsp" || r.ServerInfo.Version != "1.2.3" || r.Capabilities.TextDocumentSync.Change != 2 {
				t.Errorf("result %+v", r)
			}
		})
	}
}

func TestInitializeTakesWhatClientsSend(t *testing.T) {
	for name, extra := range map[string]object{
		"no options":            {},
		"null options":          {"initializationOptions": nil},
		"options of other form": {"initializationOptions": []int{1}},
		"a null section":        {"initializationOptions": object{"boundary": nil}},
		"no folders":            {"rootUri": nil, "workspaceFolders": nil, "rootPath": nil},
		"empty folders":         {"workspaceFolders": []object{}},
		"a folder of another scheme": {
			"workspaceFolders": []object{{"uri": "vscode-vfs://github/x", "name": "x"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, "triage")
			s.Initialize(full(), extra)
			d := s.open(mainBot)
			if p := d.Diagnostics(); p.Codes() != "BND101" {
				t.Errorf("codes %q", p.Codes())
			}
		})
	}
}

func TestShutdownThenExitEndsWell(t *testing.T) {
	s, d := triage(t, full(), nil)
	d.Diagnostics()
	s.Must("shutdown", nil, nil)
	err, ok := s.Request("textDocument/hover", at(d, lsptest.Position{}), nil).(*lsptest.Error)
	if !ok || err.Code != -32600 {
		t.Errorf("a request after shutdown: %v", err)
	}
	s.Notify("exit", nil)
	s.wait(t)
	if s.err != nil {
		t.Errorf("result %v", s.err)
	}
}

func TestAnEndWithoutShutdownIsAnError(t *testing.T) {
	for name, tc := range map[string]struct {
		end  func(*server)
		want error
	}{
		"a bare exit":      {func(s *server) { s.Notify("exit", nil) }, rpc.ErrExit},
		"the end of input": {func(s *server) { s.Close() }, rpc.ErrClosed},
	} {
		t.Run(name, func(t *testing.T) {
			s, d := triage(t, full(), nil)
			d.Sub("Sum", "Add") // in mid analysis
			tc.end(s)
			s.wait(t)
			if !errors.Is(s.err, tc.want) {
				t.Errorf("result %v, want %v", s.err, tc.want)
			}
		})
	}
}

func TestTheServerEndsWithItsParent(t *testing.T) {
	gone := exec.Command("true")
	if err := gone.Run(); err != nil {
		t.Fatal(err)
	}
	s := serve(t, "")
	s.Send("initialize", object{"processId": gone.Process.Pid, "rootUri": nil, "capabilities": object{}})
	s.wait(t)
	if !errors.Is(s.err, lsp.ErrParent) {
		t.Errorf("result %v", s.err)
	}
}

func TestWrongMessagesGetTheProtocolsErrors(t *testing.T) {
	s := serve(t, "triage")
	before, ok := s.Request("textDocument/hover", object{}, nil).(*lsptest.Error)
	if !ok || before.Code != -32002 {
		t.Errorf("before initialize: %v", before)
	}
	s.Initialize(full(), nil)
	d := s.open(mainBot)
	for name, tc := range map[string]struct {
		method string
		params any
		code   int
	}{
		"an unknown method":           {"textDocument/nonsense", object{}, -32601},
		"no parameters":               {"textDocument/hover", nil, -32602},
		"parameters of another form":  {"textDocument/hover", []int{1}, -32602},
		"a position that is none":     {"textDocument/hover", object{"textDocument": d.ID(), "position": object{"line": "x"}}, -32602},
		"initialize once more":        {"initialize", object{"capabilities": object{}}, -32600},
		"resolve with nonsense in it": {"codeAction/resolve", object{"title": "x", "data": "y"}, -32602},
	} {
		err, ok := s.Request(tc.method, tc.params, nil).(*lsptest.Error)
		if !ok || err.Code != tc.code {
			t.Errorf("%s: %v, want %d", name, err, tc.code)
		}
	}
	if err := s.Raw("Content-Length: 9\r\n\r\n{nonsense"); err != nil {
		t.Fatal(err)
	}
	var nothing json.RawMessage
	for name, params := range map[string]object{
		"a document that is not there": {"textDocument": object{"uri": "file:///nowhere/x.bot"}, "position": object{"line": 1, "character": 1}},
		"a position behind the end":    {"textDocument": d.ID(), "position": object{"line": 4000000000, "character": 4000000000}},
		"another scheme":               {"textDocument": object{"uri": "vscode-notebook-cell:/x#1"}, "position": object{"line": 0, "character": 0}},
	} {
		s.Must("textDocument/hover", params, &nothing)
		if string(nothing) != "null" {
			t.Errorf("%s: %s", name, nothing)
		}
	}
}

func TestARequestIsCancelled(t *testing.T) {
	s, d := triage(t, full(), nil)
	d.Diagnostics()
	id := s.Send("workspace/diagnostic", object{"previousResultIds": []any{}})
	s.Notify("$/cancelRequest", object{"id": id})
	// It may have been faster; what counts is that there is one answer and
	// the connection lives.
	if m := s.Await(id); m.Error != nil && m.Error.Code != -32800 {
		t.Errorf("answer %v", m.Error)
	}
	s.Must("textDocument/hover", at(d, lsptest.Position{}), nil)
}

func TestTheFirstScanShowsProgress(t *testing.T) {
	s := serve(t, "triage")
	s.Initialize(full(), nil)
	s.WaitFor("window/workDoneProgress/create", 1)
	s.Codes(s.uri(mainBot), "BND101")
	// A scan as short as this one may end before the client has agreed to
	// show anything; what begins has to end.
	s.Must("shutdown", nil, nil)
	var kinds []string
	for _, m := range s.Seen("$/progress") {
		var p struct{ Value struct{ Kind string } }
		if err := json.Unmarshal(m.Params, &p); err != nil {
			t.Fatal(err)
		}
		kinds = append(kinds, p.Value.Kind)
	}
	if got := strings.Join(kinds, " "); got != "" && (!strings.HasPrefix(got, "begin") || !strings.HasSuffix(got, "end")) {
		t.Errorf("progress %q", got)
	}
}
