package rpc

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.lsp.dev/protocol"
)

func TestDidChange(t *testing.T) {
	at := func(a, b, c, d uint32) *protocol.Range {
		return &protocol.Range{Start: protocol.Position{Line: a, Character: b}, End: protocol.Position{Line: c, Character: d}}
	}
	const zero = `{"start":{"line":0,"character":0},"end":{"line":0,"character":0}}`
	tests := []struct {
		name, changes string
		want          []Edit
	}{
		{"a change without a range is the whole text", `{"text":"q"}`, []Edit{{Text: "q"}}},
		{"so is one with a null range", `{"range":null,"text":"q"}`, []Edit{{Text: "q"}}},
		{"and one with a length and no range", `{"rangeLength":3,"text":"q"}`, []Edit{{Text: "q"}}},
		{"0:0 to 0:0 is an insertion", `{"range":` + zero + `,"text":"q"}`, []Edit{{Range: at(0, 0, 0, 0), Text: "q"}}},
		{"a length does not matter", `{"range":` + zero + `,"rangeLength":-1,"text":"q"}`, []Edit{{Range: at(0, 0, 0, 0), Text: "q"}}},
		{"unknown members do not matter", `{"range":{"start":{"line":1,"character":2,"x":0},"end":{"line":3,"character":4}},"text":"q","x":1}`, []Edit{{Range: at(1, 2, 3, 4), Text: "q"}}},
		{"a column beyond 32 bits is the last", `{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":9007199254740993}},"text":""}`, []Edit{{Range: at(0, 0, 0, math.MaxUint32)}}},
		{"a line beyond all bits is the last", `{"range":{"start":{"line":0,"character":0},"end":{"line":1e400,"character":1.7976931348623157e308}},"text":""}`, []Edit{{Range: at(0, 0, math.MaxUint32, math.MaxUint32)}}},
		{"1.0 is 1", `{"range":{"start":{"line":1.0,"character":0},"end":{"line":1e0,"character":2}},"text":""}`, []Edit{{Range: at(1, 0, 1, 2)}}},
		{"a reversed range is for the caller to see", `{"range":{"start":{"line":2,"character":0},"end":{"line":1,"character":0}},"text":""}`, []Edit{{Range: at(2, 0, 1, 0)}}},
		{"several changes keep their order", `{"text":"a"},{"range":` + zero + `,"text":"b"},{"text":"c"}`, []Edit{{Text: "a"}, {Range: at(0, 0, 0, 0), Text: "b"}, {Text: "c"}}},
		{"no change", ``, []Edit{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := DidChange(fmt.Appendf(nil, `{"textDocument":{"uri":"file:///a","version":4},"contentChanges":[%s]}`, tt.changes))
			if diff := cmp.Diff(Change{URI: "file:///a", Version: 4, Edits: tt.want}, got); diff != "" || err != nil {
				t.Errorf("%v %s", err, diff)
			}
		})
	}
	for name, changes := range map[string]string{
		"no text":               `{"range":` + zero + `}`,
		"a null text":           `{"text":null}`,
		"a text that is none":   `{"text":5}`,
		"a negative line":       `{"range":{"start":{"line":-1,"character":0},"end":{"line":0,"character":0}},"text":""}`,
		"half a line":           `{"range":{"start":{"line":0.5,"character":0},"end":{"line":0,"character":0}},"text":""}`,
		"no end":                `{"range":{"start":{"line":0,"character":0}},"text":""}`,
		"no character":          `{"range":{"start":{"line":0},"end":{"line":0,"character":0}},"text":""}`,
		"a range that is none":  `{"range":"x","text":""}`,
		"an empty range object": `{"range":{},"text":""}`,
		"null":                  `null`,
		"a bad one behind good": `{"text":"a"},{"range":{},"text":""}`,
	} {
		t.Run(name+" is an error for all changes", func(t *testing.T) {
			got, err := DidChange(fmt.Appendf(nil, `{"textDocument":{"uri":"file:///a","version":4},"contentChanges":[%s]}`, changes))
			wantInvalid(t, err, "textDocument/didChange")
			if diff := cmp.Diff(Change{}, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func wantInvalid(t *testing.T, err error, method string) {
	t.Helper()
	want := "parameters of `" + method + "`: "
	var e *Error
	if !errors.As(err, &e) || e.Code != CodeInvalidParams || len(e.Message) <= len(want) || e.Message[:len(want)] != want {
		t.Errorf("got %v, want InvalidParams of %s", err, method)
	}
}

func TestDocumentVersions(t *testing.T) {
	for in, want := range map[string]int64{
		"1": 1, "0": 0, "-7": -7, "2147483648": 1 << 31, "1099511627776": 1 << 40, "9223372036854775807": math.MaxInt64,
		"3.0": 3, "null": 0,
	} {
		open, err := DidOpen(fmt.Appendf(nil, `{"textDocument":{"uri":"file:///a","languageId":"bot","version":%s,"text":"t"}}`, in))
		if diff := cmp.Diff(Open{URI: "file:///a", LanguageID: "bot", Version: want, Text: "t"}, open); diff != "" || err != nil {
			t.Errorf("open %s: %v %s", in, err, diff)
		}
		change, err := DidChange(fmt.Appendf(nil, `{"textDocument":{"uri":"file:///a","version":%s},"contentChanges":[{"text":"t"}]}`, in))
		if change.Version != want || len(change.Edits) != 1 || err != nil {
			t.Errorf("change %s: %+v %v", in, change, err)
		}
		v, ok := PublishVersion(want).Get()
		if ok != (want >= math.MinInt32 && want <= math.MaxInt32) || ok && int64(v) != want {
			t.Errorf("%d is published as %d %t", want, v, ok)
		}
	}
	for _, in := range []string{`"1"`, "1.5", "{}", "1e30"} {
		_, err := DidOpen(fmt.Appendf(nil, `{"textDocument":{"uri":"file:///a","version":%s,"text":"t"}}`, in))
		wantInvalid(t, err, "textDocument/didOpen")
		_, err = DidChange(fmt.Appendf(nil, `{"textDocument":{"uri":"file:///a","version":%s},"contentChanges":[]}`, in))
		wantInvalid(t, err, "textDocument/didChange")
	}
}

func TestDidOpenWithoutAText(t *testing.T) {
	for _, raw := range []string{"", "null", "{}", "[]", `{"textDocument":null}`, `{"textDocument":{"uri":"file:///a","text":null}}`, `{"textDocument":{"uri":5,"text":""}}`} {
		_, err := DidOpen([]byte(raw))
		wantInvalid(t, err, "textDocument/didOpen")
	}
}

func TestADocumentHasOneNameInAllMessages(t *testing.T) {
	for _, u := range []string{
		"file:///C:/x", "file:///c%3A/x", "file:///a b", "file:///é", "untitled:Untitled-1", "file:////x/y",
		"git:/a/b.bot?%7B%22path%22%7D", "vscode-notebook-cell:/a/b.ipynb#W0s%3D", "file://wsl%24/Ubuntu/x", "file:///a%FF",
	} {
		raw := fmt.Appendf(nil, `{"textDocument":{"uri":%q,"text":""},"position":{"line":0,"character":0}}`, u)
		open, err := DidOpen(raw)
		if err != nil {
			t.Errorf("%s: %v", u, err)
		}
		if hover, err := Params[protocol.HoverParams]("m", raw); err == nil && hover.TextDocument.URI != open.URI {
			t.Errorf("%s is opened as %s and hovered as %s", u, open.URI, hover.TextDocument.URI)
		}
	}
}
