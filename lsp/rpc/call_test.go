package rpc

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/protocol"
)

func TestCallingTheClient(t *testing.T) {
	section := "boundary"
	params := &protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{{Section: &section}}}
	c := start(t, &testHandler{}, Options{}).initialize()

	tests := []struct {
		name, answer string
		want         string
		code         Code
	}{
		{"a result", `"result":[{"codeLens":false}]`, `{"codeLens":false}`, 0},
		{"null in a result", `"result":[null]`, "null", 0},
		{"null", `"result":null`, "", 0},
		{"no result at all", `"x":1`, "", 0},
		{"an error", `"error":{"code":-32601,"message":"no"}`, "", CodeMethodNotFound},
		{"an error and a result of null", `"result":null,"error":{"code":-32601,"message":"no"}`, "", CodeMethodNotFound},
		{"an error that says nothing", `"error":{}`, "", CodeInternalError},
		{"an error that is no object", `"error":7`, "", CodeInternalError},
		{"an error with a large code", `"error":{"code":1e12,"message":"no"}`, "", CodeInternalError},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c.t = t
			done := make(chan error, 1)
			var result []jsontext.Value
			go func() { done <- c.conn.Call(t.Context(), "workspace/configuration", params, &result) }()
			m := c.next()
			if m.Method != "workspace/configuration" || string(m.Params) != `{"items":[{"section":"boundary"}]}` {
				t.Fatalf("the client got %s %s", m.Method, m.Params)
			}
			c.send(`{"jsonrpc":"2.0","id":%s,%s}`, m.ID, tt.answer)
			err := await(t, done, "Call")
			var e *Error
			if errors.As(err, &e) != (tt.code != 0) || e != nil && e.Code != tt.code {
				t.Errorf("Call: %v, want code %d", err, tt.code)
			}
			if got := fmt.Sprintf("%s", result); tt.want != "" && got != "["+tt.want+"]" {
				t.Errorf("the result is %s, want %s", got, tt.want)
			}
		})
	}

	t.Run("a result that does not fit", func(t *testing.T) {
		c.t = t
		done := make(chan error, 1)
		go func() { done <- c.conn.Call(t.Context(), "m", nil, new(int)) }()
		c.send(`{"jsonrpc":"2.0","id":%s,"result":"x"}`, c.next().ID)
		if err := await(t, done, "Call"); err == nil {
			t.Error("no error")
		}
	})

	t.Run("a call that is given up cancels the client's work", func(t *testing.T) {
		c.t = t
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- c.conn.Call(ctx, "window/showMessageRequest", nil, nil) }()
		m := c.next()
		cancel()
		if err := await(t, done, "Call"); !errors.Is(err, context.Canceled) {
			t.Errorf("Call: %v", err)
		}
		if got := c.next(); got.Method != "$/cancelRequest" || string(got.Params) != fmt.Sprintf(`{"id":%s}`, m.ID) {
			t.Errorf("the client got %s %s", got.Method, got.Params)
		}
		c.send(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32800,"message":"late"}}`, m.ID)
		c.ping()
	})

	t.Run("parameters that cannot be encoded", func(t *testing.T) {
		if err := c.conn.Call(t.Context(), "m", make(chan int), nil); err == nil {
			t.Error("no error")
		}
		if err := c.conn.Notify(t.Context(), "m", make(chan int)); err == nil {
			t.Error("no error")
		}
	})

	t.Run("a context that has ended", func(t *testing.T) {
		c.t = t
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := c.conn.Call(ctx, "m", nil, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("Call: %v", err)
		}
		if err := c.conn.Notify(ctx, "m", nil); !errors.Is(err, context.Canceled) {
			t.Errorf("Notify: %v", err)
		}
		c.ping()
	})
}

// A handler that asks the client a question gets the answer in every place a
// handler can be, although the messages behind it wait.
func TestHandlersMayCallTheClient(t *testing.T) {
	var conn *Conn
	ask := func(ctx context.Context) (any, error) {
		var result string
		err := conn.Call(ctx, "test/question", nil, &result)
		return result, err
	}
	var noted any
	h := &testHandler{
		calls: map[string]callFunc{
			"initialize": func(context.Context, []byte) (runFunc, error) { return ask, nil },
			"prepare":    func(ctx context.Context, _ []byte) (runFunc, error) { v, err := ask(ctx); return answer(v), err },
			"run":        func(context.Context, []byte) (runFunc, error) { return ask, nil },
			"noted":      func(context.Context, []byte) (runFunc, error) { return answer(noted), nil },
		},
		notifications: map[string]notifyFunc{"note": func(ctx context.Context, _ []byte) (err error) { noted, err = ask(ctx); return err }},
	}
	var ready sync.WaitGroup
	ready.Add(1)
	for method, f := range h.calls {
		h.calls[method] = func(ctx context.Context, raw []byte) (runFunc, error) { ready.Wait(); return f(ctx, raw) }
	}
	c := start(t, h, Options{})
	conn = c.conn
	ready.Done()

	for _, method := range []string{"initialize", "prepare", "run"} {
		c.send(`{"jsonrpc":"2.0","id":1,"method":%q}`, method)
		c.send(`{"jsonrpc":"2.0","id":%s,"result":%q}`, c.next().ID, method)
		if m := c.expect("1"); string(m.Result) != `"`+method+`"` {
			t.Errorf("%s: %s %v", method, m.Result, m.Error)
		}
	}
	c.send(`{"jsonrpc":"2.0","method":"note"}`)
	q := c.next()
	// More than the queue holds lies before the answer.
	for range maxQueued + 10 {
		c.send(`{"jsonrpc":"2.0","method":"$/filler"}`)
	}
	c.send(`{"jsonrpc":"2.0","id":%s,"result":"yes"}`, q.ID)
	if m := c.call("noted", "{}"); string(m.Result) != `"yes"` {
		t.Errorf("the notification got %s", m.Result)
	}
}

func TestManyCallsAndNotificationsAtOnce(t *testing.T) {
	c := start(t, &testHandler{}, Options{}).initialize()
	var senders sync.WaitGroup
	const n = 200
	for i := range n {
		senders.Go(func() {
			var got int
			if err := c.conn.Call(t.Context(), "test/echo", i, &got); err != nil || got != i {
				t.Errorf("call %d: %d %v", i, got, err)
			}
		})
		senders.Go(func() {
			if err := c.conn.Notify(t.Context(), "test/note", i); err != nil {
				t.Error(err)
			}
		})
	}
	notes := 0
	for range 2 * n {
		m := c.next()
		if m.Method == "test/note" {
			notes++
			continue
		}
		c.send(`{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, m.Params)
	}
	senders.Wait()
	if notes != n {
		t.Errorf("%d notifications arrived", notes)
	}
}

func TestAFullQueueHoldsTheReader(t *testing.T) {
	q := newQueue(100)
	for range 3 {
		q.push(item{size: 40})
	}
	pushed := make(chan struct{})
	go func() { q.push(item{size: 1}); close(pushed) }()
	select {
	case <-pushed:
		t.Error("push does not wait at the limit")
	case <-time.After(10 * time.Millisecond):
	}
	q.pop()
	await(t, pushed, "push")
	go func() { q.push(item{size: 99}); q.push(item{}) }()
	q.relax(1)
	for range 5 {
		if _, ok := q.pop(); !ok {
			t.Fatal("an item is lost")
		}
	}
	q.push(item{size: 1})
	q.close()
	q.push(item{size: 1})
	if _, ok := q.pop(); !ok {
		t.Error("close drops what is there")
	}
	if _, ok := q.pop(); ok {
		t.Error("an item got in after close")
	}
}

func TestTracing(t *testing.T) {
	for _, bodies := range []bool{false, true} {
		t.Run(fmt.Sprintf("bodies %t", bodies), func(t *testing.T) {
			var mu sync.Mutex
			var got []string
			c := start(t, &testHandler{}, Options{settle: patience, TraceBodies: bodies, Trace: func(e Event) {
				mu.Lock()
				defer mu.Unlock()
				if (e.Body != nil) != bodies || bodies && len(e.Body) != e.Size || e.Size == 0 {
					t.Errorf("the body of %+v", e)
				}
				if (e.Kind == KindResponse) != (e.Took > 0) && e.Method != "" {
					t.Errorf("the time of %+v", e)
				}
				got = append(got, fmt.Sprintf("%t %s %s %s %d", e.Sent, e.Kind, e.Method, e.ID, e.Code))
			}}).initialize()
			c.call("no/such", "{}")
			c.send(`{"jsonrpc":"2.0","id":"s","method":"test/ping"}`)
			c.expect(`"s"`)
			c.send(`{`)
			c.expect("null")
			done := make(chan error, 1)
			go func() { done <- c.conn.Call(t.Context(), "test/q", nil, nil) }()
			c.send(`{"jsonrpc":"2.0","id":%s,"result":1}`, c.next().ID)
			await(t, done, "Call")
			if err := c.conn.Notify(t.Context(), "test/n", nil); err != nil {
				t.Fatal(err)
			}
			c.in.Close()
			c.wait()
			want := []string{
				"false call initialize 900 0", "true response initialize 900 0",
				"false call no/such 900 0", "true response no/such 900 -32601",
				`false call test/ping "s" 0`, `true response test/ping "s" 0`,
				"false malformed  null 0", "true response  null -32700",
				"true call test/q 1 0", "false response test/q 1 0",
				"true notification test/n  0",
			}
			mu.Lock()
			defer mu.Unlock()
			seen := map[string]bool{}
			for _, e := range got {
				seen[e] = true
			}
			for _, e := range want {
				if !seen[e] {
					t.Errorf("missing %q in %q", e, got)
				}
			}
			if len(got) != len(want) {
				t.Errorf("%d events, want %d: %q", len(got), len(want), got)
			}
		})
	}
}
