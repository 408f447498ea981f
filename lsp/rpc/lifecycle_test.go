package rpc

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestTheGate(t *testing.T) {
	var seen []string
	note := func(name string) notifyFunc {
		return func(context.Context, []byte) error { seen = append(seen, name); return nil }
	}
	fail := true
	h := &testHandler{
		notifications: map[string]notifyFunc{"test/note": note("note"), "initialized": note("initialized"), "exit": note("exit"), "$/cancelRequest": note("cancel")},
		calls: map[string]callFunc{"initialize": func(context.Context, []byte) (runFunc, error) {
			return func(context.Context) (any, error) {
				if fail {
					fail = false
					return nil, errors.New("not yet")
				}
				return map[string]any{"capabilities": struct{}{}}, nil
			}, nil
		}},
	}
	c := start(t, h, Options{})
	step := func(name string, got received, want int) {
		t.Helper()
		if got.code() != want {
			t.Errorf("%s: got %v, want %d", name, got.Error, want)
		}
	}
	c.send(`{"jsonrpc":"2.0","method":"test/note"}`)
	step("a call before initialize", c.call("test/ping", "{}"), -32002)
	step("shutdown before initialize", c.call("shutdown", "null"), -32002)
	step("an initialize that fails", c.call("initialize", "{}"), -32603)
	step("a call after it", c.call("test/ping", "{}"), -32002)
	step("initialize", c.call("initialize", "{}"), 0)
	step("initialize again", c.call("initialize", "{}"), -32600)
	c.send(`{"jsonrpc":"2.0","method":"initialized","params":{}}`)
	c.send(`{"jsonrpc":"2.0","method":"test/note"}`)
	c.ping()
	step("shutdown", c.call("shutdown", "null"), 0)
	step("a call after shutdown", c.call("test/ping", "{}"), -32600)
	step("shutdown again", c.call("shutdown", "null"), -32600)
	c.send(`{"jsonrpc":"2.0","method":"test/note"}`)
	c.send(`{"jsonrpc":"2.0","method":"exit"}`)
	if err := c.end(); err != nil {
		t.Errorf("Serve: %v", err)
	}
	if got := strings.Join(seen, " "); got != "initialized note" {
		t.Errorf("the handler saw %q", got)
	}
}

func TestCallsSentRightBehindInitialize(t *testing.T) {
	c := start(t, &testHandler{}, Options{})
	c.raw(framed(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`) + framed(`{"jsonrpc":"2.0","id":2,"method":"test/ping"}`))
	c.expect("1")
	if m := c.expect("2"); m.Error != nil {
		t.Errorf("got %v", m.Error)
	}
}

func TestHowServeEnds(t *testing.T) {
	cause := errors.New("the parent is gone")
	const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`
	const shutdown = `{"jsonrpc":"2.0","id":2,"method":"shutdown"}`
	const exit = `{"jsonrpc":"2.0","method":"exit"}`
	tests := []struct {
		name string
		do   func(c *client)
		want error
	}{
		{"exit after shutdown", func(c *client) { c.raw(framed(initialize) + framed(shutdown) + framed(exit)) }, nil},
		{"exit alone", func(c *client) { c.raw(framed(initialize) + framed(exit)) }, ErrExit},
		{"exit before initialize", func(c *client) { c.send(exit) }, ErrExit},
		{"exit after a shutdown that was refused", func(c *client) { c.raw(framed(shutdown) + framed(exit)) }, ErrExit},
		{"the end of the input", func(c *client) { c.raw(framed(initialize)); c.in.Close() }, ErrClosed},
		{"the end before anything", func(c *client) { c.in.Close() }, ErrClosed},
		{"the end within a message", func(c *client) { c.raw("Content-Length: 5\r\n\r\n{"); c.in.Close() }, ErrClosed},
		{"the end after shutdown", func(c *client) { c.raw(framed(initialize) + framed(shutdown)); c.in.Close() }, nil},
		{"everything at once", func(c *client) {
			c.raw(framed(initialize) + framed(shutdown) + framed(exit))
			c.in.Close()
		}, nil},
		{"a cancelled context", func(c *client) { c.raw(framed(initialize)); c.cancel(cause) }, cause},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := start(t, &testHandler{}, Options{})
			tt.do(c)
			if err := c.end(); !errors.Is(err, tt.want) || (err == nil) != (tt.want == nil) {
				t.Errorf("Serve: %v, want %v", err, tt.want)
			}
			if err := c.conn.Notify(context.Background(), "late", nil); !errors.Is(err, ErrClosed) {
				t.Errorf("Notify after the end: %v", err)
			}
			if err := c.conn.Call(context.Background(), "late", nil, nil); !errors.Is(err, ErrClosed) {
				t.Errorf("Call after the end: %v", err)
			}
			if err := c.conn.Serve(context.Background(), &testHandler{}); err == nil {
				t.Error("Serve can be called again")
			}
		})
	}
}

func TestWhatWasAskedBeforeTheEndIsAnswered(t *testing.T) {
	c := start(t, &testHandler{}, Options{settle: patience})
	c.raw(framed(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`) +
		framed(`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`) + framed(`{"jsonrpc":"2.0","method":"exit"}`))
	c.in.Close()
	c.expect("1")
	c.expect("2")
}

// Each of these keeps the server busy; Serve ends all the same, and handlers
// that look at their context do too.
func TestTheEndDoesNotWaitForHandlers(t *testing.T) {
	busy := func(ctx context.Context, running chan<- struct{}) error {
		close(running)
		<-ctx.Done()
		return ctx.Err()
	}
	for name, finish := range map[string]func(*client){
		"end of the input":  func(c *client) { c.in.Close() },
		"exit":              func(c *client) { c.send(`{"jsonrpc":"2.0","method":"exit"}`) },
		"cancelled context": func(c *client) { c.cancel(nil) },
	} {
		t.Run(name+" while a call runs", func(t *testing.T) {
			running := make(chan struct{})
			c := start(t, &testHandler{calls: map[string]callFunc{"test/busy": func(context.Context, []byte) (runFunc, error) {
				return func(ctx context.Context) (any, error) { return nil, busy(ctx, running) }, nil
			}}}, Options{}).initialize()
			c.send(`{"jsonrpc":"2.0","id":1,"method":"test/busy"}`)
			await(t, running, "the call")
			finish(c)
			c.wait()
		})
		t.Run(name+" while a notification runs", func(t *testing.T) {
			running := make(chan struct{})
			c := start(t, &testHandler{notifications: map[string]notifyFunc{"test/busy": func(ctx context.Context, _ []byte) error {
				return busy(ctx, running)
			}}}, Options{}).initialize()
			c.send(`{"jsonrpc":"2.0","method":"test/busy"}`)
			await(t, running, "the notification")
			finish(c)
			c.wait()
		})
		t.Run(name+" while a call is open", func(t *testing.T) {
			result := make(chan error, 1)
			h := &testHandler{}
			c := start(t, h, Options{}).initialize()
			go func() { result <- c.conn.Call(context.Background(), "workspace/configuration", nil, nil) }()
			c.next()
			finish(c)
			if err := await(t, result, "the call"); !errors.Is(err, ErrClosed) {
				t.Errorf("Call: %v", err)
			}
			c.wait()
		})
	}
	t.Run("a handler that never looks at its context", func(t *testing.T) {
		running, release := make(chan struct{}), make(chan struct{})
		c := start(t, &testHandler{calls: map[string]callFunc{"test/deaf": func(context.Context, []byte) (runFunc, error) {
			return func(context.Context) (any, error) { close(running); <-release; return nil, nil }, nil
		}}}, Options{}).initialize()
		c.send(`{"jsonrpc":"2.0","id":1,"method":"test/deaf"}`)
		await(t, running, "the call")
		c.in.Close()
		c.wait()
		close(release)
		if m, ok := <-c.msgs; ok {
			t.Errorf("%v was written after the end", m)
		}
	})
}

func TestAClientThatDoesNotRead(t *testing.T) {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	conn := New(inR, outW, Options{})
	served := make(chan error, 1)
	go func() { served <- conn.Serve(t.Context(), &testHandler{}) }()
	// io.Pipe has no buffer: the answer is stuck in Write.
	if _, err := io.WriteString(inW, framed(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`)); err != nil {
		t.Fatal(err)
	}
	for len(conn.out.turn) == 0 {
		runtime.Gosched()
	}
	ctx, cancel := context.WithCancel(t.Context())
	notified := make(chan error, 1)
	go func() { notified <- conn.Notify(ctx, "a", nil) }()
	cancel()
	if err := await(t, notified, "Notify"); !errors.Is(err, context.Canceled) {
		t.Errorf("Notify: %v", err)
	}
	inW.Close()
	if err := await(t, served, "Serve"); !errors.Is(err, ErrClosed) {
		t.Errorf("Serve: %v", err)
	}
	outR.Close()
}

func TestAClientThatIsGone(t *testing.T) {
	inR, inW := io.Pipe()
	defer inW.Close()
	outR, outW := io.Pipe()
	outR.Close()
	conn := New(inR, outW, Options{})
	served := make(chan error, 1)
	go func() { served <- conn.Serve(t.Context(), &testHandler{}) }()
	if _, err := io.WriteString(inW, framed(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`)); err != nil {
		t.Fatal(err)
	}
	if err := await(t, served, "Serve"); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("Serve: %v", err)
	}
}

func TestNoGoroutineIsLeftBehind(t *testing.T) {
	before := goleak.IgnoreCurrent()
	c := start(t, &testHandler{calls: map[string]callFunc{"test/busy": func(context.Context, []byte) (runFunc, error) {
		return func(ctx context.Context) (any, error) { <-ctx.Done(); return nil, ctx.Err() }, nil
	}}}, Options{}).initialize()
	for i := range 100 {
		c.send(`{"jsonrpc":"2.0","id":%d,"method":"test/busy"}`, i)
	}
	c.ping()
	c.in.Close()
	c.wait()
	goleak.VerifyNone(t, before)
}

func TestTooLargeAMessage(t *testing.T) {
	c := start(t, &testHandler{}, Options{MaxMessage: 1 << 16}).initialize()
	c.send(`{"jsonrpc":"2.0","id":1,"method":"test/ping","params":{"text":%q}}`, strings.Repeat("x", 1<<17))
	m := c.expect("null")
	if m.code() != -32600 || !strings.Contains(m.Error.Message, "limit is 65536 bytes") {
		t.Errorf("got %v", m.Error)
	}
	c.ping()
	c.send(`{"jsonrpc":"2.0","id":1,"method":"test/ping","params":{"text":%q}}`, strings.Repeat("x", 1<<15))
	if m := c.expect("1"); m.Error != nil {
		t.Errorf("a message within the limit: %v", m.Error)
	}
}

func TestWatchParent(t *testing.T) {
	gone := make(chan struct{})
	t.Run("a process that ends", func(t *testing.T) {
		child := exec.Command(os.Args[0], "-test.run=^$")
		hold, err := child.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		watched := make(chan struct{})
		go func() {
			defer close(watched)
			watchParent(t.Context(), child.Process.Pid, time.Millisecond, func() { close(gone) })
		}()
		hold.Close()
		if err := child.Wait(); err != nil {
			t.Fatal(err)
		}
		await(t, gone, "the end of the process")
		await(t, watched, "WatchParent")
	})
	t.Run("a process that lives until the context ends", func(t *testing.T) {
		for _, pid := range []int{os.Getpid(), os.Getppid()} {
			ctx, cancel := context.WithCancel(t.Context())
			watched := make(chan struct{})
			go func() {
				defer close(watched)
				watchParent(ctx, pid, time.Millisecond, func() { t.Errorf("%d is alive", pid) })
			}()
			time.Sleep(5 * time.Millisecond)
			cancel()
			await(t, watched, "WatchParent")
		}
	})
	t.Run("no process", func(t *testing.T) {
		for _, pid := range []int{0, -1} {
			WatchParent(t.Context(), pid, func() { t.Error("there was none") })
		}
	})
}

// A busy machine may be slow to get to the first message of a session that was
// piped in whole.
func TestASlowInitializeIsAnsweredThoughTheInputHasEnded(t *testing.T) {
	h := &testHandler{calls: map[string]callFunc{"initialize": func(context.Context, []byte) (runFunc, error) {
		time.Sleep(10 * settleTime)
		return answer(map[string]any{"capabilities": struct{}{}}), nil
	}}}
	c := start(t, h, Options{})
	c.raw(framed(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`) + framed(`{"jsonrpc":"2.0","method":"exit"}`))
	if got := c.expect("1"); got.code() != 0 {
		t.Errorf("%v", got.Error)
	}
}
