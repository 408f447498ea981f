package rpc

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

// The behaviours that editors need of a connection (editors.md 4); those about
// contents are in sync_test.go, codec_test.go and uri_test.go.

func TestCancellation(t *testing.T) {
	for _, id := range []string{"7", `"seven"`, "1099511627776", "-3"} {
		t.Run("a call with id "+id, func(t *testing.T) {
			running := make(chan struct{})
			c := start(t, &testHandler{calls: map[string]callFunc{
				"test/slow": func(context.Context, []byte) (runFunc, error) {
					return func(ctx context.Context) (any, error) {
						close(running)
						<-ctx.Done()
						return nil, fmt.Errorf("looking: %w", ctx.Err())
					}, nil
				},
			}}, Options{}).initialize()
			c.send(`{"jsonrpc":"2.0","id":%s,"method":"test/slow"}`, id)
			await(t, running, "the call")
			c.send(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":%s}}`, id)
			if m := c.expect(id); m.code() != -32800 {
				t.Errorf("got %v, want RequestCancelled", m)
			}
			c.ping()
		})
	}

	t.Run("a call that has not been looked at", func(t *testing.T) {
		release := make(chan struct{})
		c := start(t, &testHandler{
			notifications: map[string]notifyFunc{"test/block": func(context.Context, []byte) error { <-release; return nil }},
			calls: map[string]callFunc{"test/never": func(context.Context, []byte) (runFunc, error) {
				t.Error("a cancelled call was prepared")
				return nil, nil
			}},
		}, Options{}).initialize()
		c.send(`{"jsonrpc":"2.0","method":"test/block"}`)
		c.send(`{"jsonrpc":"2.0","id":1,"method":"test/never"}`)
		c.send(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}`)
		// A refusal is queued behind the call once the cancellation has been read.
		c.send(`{"jsonrpc":"2.0"}`)
		for c.logs.FilterMessage("malformed message").Len() == 0 {
			runtime.Gosched()
		}
		close(release)
		if m := c.expect("1"); m.code() != -32800 {
			t.Errorf("got %v, want RequestCancelled", m)
		}
		c.expect("null")
		c.ping()
	})

	for name, params := range map[string]string{
		"an id nobody uses": `{"id":12345}`, "no id": `{}`, "a null id": `{"id":null}`,
		"an object as id": `{"id":{}}`, "no object": `5`, "null": `null`,
	} {
		t.Run("with "+name+" is ignored", func(t *testing.T) {
			c := start(t, &testHandler{}, Options{}).initialize()
			c.send(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":%s}`, params)
			c.ping()
		})
	}

	t.Run("a result in spite of a cancellation is sent", func(t *testing.T) {
		running := make(chan struct{})
		c := start(t, &testHandler{calls: map[string]callFunc{
			"test/slow": func(context.Context, []byte) (runFunc, error) {
				return func(ctx context.Context) (any, error) { close(running); <-ctx.Done(); return "done", nil }, nil
			},
		}}, Options{}).initialize()
		c.send(`{"jsonrpc":"2.0","id":1,"method":"test/slow"}`)
		await(t, running, "the call")
		c.send(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}`)
		if m := c.expect("1"); string(m.Result) != `"done"` {
			t.Errorf("got %s %v", m.Result, m.Error)
		}
	})
}

func TestAFastCallIsNotHeldUpByASlowOne(t *testing.T) {
	release := make(chan struct{})
	c := start(t, &testHandler{calls: map[string]callFunc{
		"test/slow": func(context.Context, []byte) (runFunc, error) {
			return func(context.Context) (any, error) { <-release; return 1, nil }, nil
		},
	}}, Options{}).initialize()
	c.send(`{"jsonrpc":"2.0","id":1,"method":"test/slow"}`)
	c.ping()
	close(release)
	c.expect("1")
}

func TestFailuresInHandlers(t *testing.T) {
	fail := func(f func() error) callFunc {
		return func(context.Context, []byte) (runFunc, error) {
			return func(context.Context) (any, error) { return nil, f() }, nil
		}
	}
	var nilError *Error
	c := start(t, &testHandler{
		calls: map[string]callFunc{
			"prepare panics":  func(context.Context, []byte) (runFunc, error) { panic("secret text") },
			"prepare errs":    func(context.Context, []byte) (runFunc, error) { return nil, errors.New("a plain error") },
			"run panics":      fail(func() error { panic(fmt.Errorf("secret text")) }),
			"run panics nil":  fail(func() error { return (*failingWriter)(nil).fail() }),
			"run errs":        fail(func() error { return errors.New("a plain error") }),
			"run errs coded":  fail(func() error { return ContentModified() }),
			"run errs within": fail(func() error { return fmt.Errorf("hover: %w", InvalidRequest("no")) }),
			"run errs nil":    fail(func() error { return nilError }),
			"run exits": func(context.Context, []byte) (runFunc, error) {
				return func(context.Context) (any, error) { exitGoroutine(); return nil, nil }, nil
			},
			"bad result":     func(context.Context, []byte) (runFunc, error) { return answer(make(chan int)), nil },
			"panicky result": func(context.Context, []byte) (runFunc, error) { return answer(panicky{}), nil },
		},
		notifications: map[string]notifyFunc{
			"panics": func(context.Context, []byte) error { panic("secret text") },
			"errs":   func(context.Context, []byte) error { return errors.New("a plain error") },
		},
	}, Options{}).initialize()

	for method, want := range map[string]int{
		"prepare panics": -32603, "prepare errs": -32603, "run panics": -32603, "run panics nil": -32603,
		"run errs": -32603, "run errs coded": -32801, "run errs within": -32600, "run errs nil": -32603,
		"run exits": -32603, "bad result": -32603, "panicky result": -32603, "no such method": -32601,
	} {
		t.Run(method, func(t *testing.T) {
			c.t = t
			m := c.call(method, "{}")
			if m.code() != want {
				t.Errorf("got %d, want %d", m.code(), want)
			}
			if strings.Contains(m.Error.Message, "secret") {
				t.Errorf("the message tells what the panic said: %s", m.Error.Message)
			}
			c.ping()
		})
	}
	for _, method := range []string{"panics", "errs"} {
		t.Run("a notification that "+method, func(t *testing.T) {
			c.t = t
			c.send(`{"jsonrpc":"2.0","method":%q}`, method)
			c.ping()
		})
	}
	panics := c.logs.FilterMessage("panic in a handler").All()
	if len(panics) != 4 {
		t.Errorf("%d panics logged, want 4", len(panics))
	}
	for _, entry := range panics {
		if stack := entry.ContextMap()["stack"]; !strings.Contains(fmt.Sprint(stack), "TestFailuresInHandlers") {
			t.Errorf("the stack does not show where the panic was: %s", stack)
		}
	}
}

// fail panics for a nil receiver.
func (w *failingWriter) fail() error { w.after++; return nil }

type panicky struct{}

func (panicky) MarshalJSON() ([]byte, error) { panic("secret text") }

func TestMethodsWithAndWithoutParams(t *testing.T) {
	c := start(t, &testHandler{}, Options{}).initialize()
	for _, params := range []string{"", `,"params":null`, `,"params":{}`, `,"params":[]`, `,"params":5`} {
		c.send(`{"jsonrpc":"2.0","id":1,"method":"no/such"%s}`, params)
		if m := c.expect("1"); m.code() != -32601 {
			t.Errorf("a missing method with %q: %v", params, m.Error)
		}
	}
	for _, params := range []string{"", `,"params":null`, `,"params":{}`} {
		t.Run("shutdown with "+params, func(t *testing.T) {
			c := start(t, &testHandler{calls: map[string]callFunc{
				"shutdown": func(_ context.Context, raw []byte) (runFunc, error) {
					if string(raw) != "" && string(raw) != "{}" {
						t.Errorf("params are %q", raw)
					}
					return nil, nil
				},
			}}, Options{}).initialize()
			c.send(`{"jsonrpc":"2.0","id":1,"method":"shutdown"%s}`, params)
			if m := c.expect("1"); m.Error != nil || string(m.Result) != "null" {
				t.Errorf("got %s %v, want null", m.Result, m.Error)
			}
			c.send(`{"jsonrpc":"2.0","method":"exit"%s}`, params)
			if err := c.end(); err != nil {
				t.Errorf("Serve: %v", err)
			}
		})
	}
}

func TestOddMessages(t *testing.T) {
	valid := `{"jsonrpc":"2.0","id":900,"method":"test/ping"}`
	tests := []struct {
		name, input string
		id          string // of the answer; empty where there is none
		code        int
	}{
		{"malformed JSON", framed(`{"jsonrpc":"2.0",`), "null", -32700},
		{"malformed JSON in the params of a call", framed(`{"jsonrpc":"2.0","id":5,"method":"m","params":{"a":1,,}}`), "5", -32700},
		{"malformed JSON in the params of a notification", framed(`{"jsonrpc":"2.0","method":"m","params":{"a" 1}}`), "null", -32700},
		{"text after the object", framed(valid + "x"), "null", -32700},
		{"bytes that are no text", framed("\xff\xfe\x00"), "null", -32700},
		{"nesting beyond reason", framed(strings.Repeat("[", 100_000)), "null", -32700},
		{"an empty body", "Content-Length: 0\r\n\r\n", "null", -32700},
		{"a blank body", framed("  \r\n"), "null", -32700},
		{"a batch", framed("[" + valid + "]"), "null", -32600},
		{"an empty batch", framed("[]"), "null", -32600},
		{"a scalar", framed("5"), "null", -32600},
		{"no method", framed(`{"jsonrpc":"2.0","id":5}`), "5", -32600},
		{"an empty object", framed(`{}`), "null", -32600},
		{"no version", framed(`{"id":5,"method":"m"}`), "5", -32600},
		{"version 1.0", framed(`{"jsonrpc":"1.0","id":"x","method":"m"}`), `"x"`, -32600},
		{"a method that is a number", framed(`{"jsonrpc":"2.0","id":5,"method":7}`), "5", -32600},
		{"a method and a result", framed(`{"jsonrpc":"2.0","id":5,"method":"m","result":1}`), "5", -32600},
		{"an id that is an object", framed(`{"jsonrpc":"2.0","id":{},"method":"m"}`), "null", -32600},
		{"an id with a fraction", framed(`{"jsonrpc":"2.0","id":1.5,"method":"m"}`), "null", -32600},
		{"an id beyond 64 bits", framed(`{"jsonrpc":"2.0","id":1e30,"method":"m"}`), "null", -32600},
		{"an id of 2^40", framed(`{"jsonrpc":"2.0","id":1099511627776,"method":"test/ping"}`), "1099511627776", 0},
		{"an id of 2^63-1", framed(`{"jsonrpc":"2.0","id":9223372036854775807,"method":"test/ping"}`), "9223372036854775807", 0},
		{"an id of 0", framed(`{"jsonrpc":"2.0","id":0,"method":"test/ping"}`), "0", 0},
		{"an empty string as id", framed(`{"jsonrpc":"2.0","id":"","method":"test/ping"}`), `""`, 0},
		{"a string with escapes as id", framed(`{"jsonrpc":"2.0","id":"a\"\u00e9","method":"test/ping"}`), `"a\"é"`, 0},
		{"an id written as 3.0", framed(`{"jsonrpc":"2.0","id":3.0,"method":"test/ping"}`), "3", 0},
		{"a name twice", framed(`{"jsonrpc":"2.0","id":1,"id":2,"method":"test/ping"}`), "2", 0},
		{"half of a surrogate pair", framed(`{"jsonrpc":"2.0","id":1,"method":"test/ping","params":{"text":"\ud800"}}`), "1", 0},
		{"unknown members", framed(`{"jsonrpc":"2.0","id":1,"method":"test/ping","extra":{"a":[1]}}`), "1", 0},
		{"a lower-case header", strings.ToLower("Content-Length") + ": 43\r\n\r\n" + `{"jsonrpc":"2.0","id":1,"method":"no/such"}`, "1", -32601},
		{"an upper-case header", "CONTENT-LENGTH:43\r\n\r\n" + `{"jsonrpc":"2.0","id":1,"method":"no/such"}`, "1", -32601},
		{"further headers", "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nX-Y: z\r\nContent-Length: 43\r\nA: b:c\r\n\r\n" + `{"jsonrpc":"2.0","id":1,"method":"no/such"}`, "1", -32601},
		{"line feeds alone", "Content-Length: 43\n\n" + `{"jsonrpc":"2.0","id":1,"method":"no/such"}`, "1", -32601},
		{"a response nobody waits for", framed(`{"jsonrpc":"2.0","id":77,"result":{}}`), "", 0},
		{"an error without an id", framed(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"eh"}}`), "", 0},
		{"an error that is no object", framed(`{"jsonrpc":"2.0","id":77,"error":"eh"}`), "", 0},
		{"a notification with a null id", framed(`{"jsonrpc":"2.0","id":null,"method":"m"}`), "", 0},
		{"a notification nobody knows", framed(`{"jsonrpc":"2.0","method":"$/whatever","params":[1]}`), "", 0},
	}
	c := start(t, &testHandler{}, Options{}).initialize()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c.t = t
			c.raw(tt.input)
			if tt.id != "" {
				if m := c.expect(tt.id); m.code() != tt.code {
					t.Errorf("got %v, want %d", m.Error, tt.code)
				}
			}
			c.ping()
		})
	}
}

func TestIDsInUse(t *testing.T) {
	release := make(chan struct{})
	c := start(t, &testHandler{calls: map[string]callFunc{
		"test/slow": func(context.Context, []byte) (runFunc, error) {
			return func(context.Context) (any, error) { <-release; return "slow", nil }, nil
		},
	}}, Options{}).initialize()
	c.send(`{"jsonrpc":"2.0","id":1,"method":"test/slow"}`)
	c.send(`{"jsonrpc":"2.0","id":"1","method":"test/ping"}`)
	if m := c.expect(`"1"`); m.Error != nil {
		t.Errorf("a string and a number are different ids: %v", m.Error)
	}
	c.send(`{"jsonrpc":"2.0","id":1,"method":"test/ping"}`)
	if m := c.expect("1"); m.code() != -32600 {
		t.Errorf("a second call with an id in use: %s %v", m.Result, m.Error)
	}
	close(release)
	if m := c.expect("1"); string(m.Result) != `"slow"` {
		t.Errorf("the first call: %s %v", m.Result, m.Error)
	}
	c.send(`{"jsonrpc":"2.0","id":1,"method":"test/ping"}`)
	if m := c.expect("1"); m.Error != nil {
		t.Errorf("the id is free again: %v", m.Error)
	}
}

func TestEmptyListsOnTheWire(t *testing.T) {
	c := start(t, &testHandler{calls: map[string]callFunc{
		"test/list": func(context.Context, []byte) (runFunc, error) { return answer([]protocol.Location(nil)), nil },
		"test/null": func(context.Context, []byte) (runFunc, error) { return answer((*protocol.Hover)(nil)), nil },
	}}, Options{}).initialize()
	if m := c.call("test/list", "{}"); string(m.Result) != "[]" {
		t.Errorf("an empty list is %s", m.Result)
	}
	if m := c.call("test/null", "{}"); string(m.Result) != "null" {
		t.Errorf("no hover is %s", m.Result)
	}
	if err := c.conn.Notify(t.Context(), "textDocument/publishDiagnostics", &protocol.PublishDiagnosticsParams{URI: "file:///a"}); err != nil {
		t.Fatal(err)
	}
	if m := c.next(); string(m.Params) != `{"uri":"file:///a","diagnostics":[]}` {
		t.Errorf("no diagnostics are %s", m.Params)
	}
}
