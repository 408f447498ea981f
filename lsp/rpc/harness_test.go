package rpc

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience is when a test that waits for something gives up.
const patience = 20 * time.Second

type (
	runFunc    = func(ctx context.Context) (any, error)
	callFunc   = func(ctx context.Context, params []byte) (runFunc, error)
	notifyFunc = func(ctx context.Context, params []byte) error
)

// testHandler answers by tables. It knows initialize, shutdown and test/ping.
type testHandler struct {
	calls         map[string]callFunc
	notifications map[string]notifyFunc
}

func (h *testHandler) Notify(ctx context.Context, method string, params []byte) error {
	if f := h.notifications[method]; f != nil {
		return f(ctx, params)
	}
	return nil
}

func (h *testHandler) Call(ctx context.Context, method string, params []byte) (runFunc, error) {
	if f := h.calls[method]; f != nil {
		return f(ctx, params)
	}
	switch method {
	case "initialize", "shutdown":
		return nil, nil
	case "test/ping":
		return answer("pong"), nil
	}
	return nil, MethodNotFound(method)
}

func answer(v any) runFunc { return func(context.Context) (any, error) { return v, nil } }

// received is a message from the server, decoded without any code of ours.
type received struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

func (r received) code() int {
	if r.Error == nil {
		return 0
	}
	return r.Error.Code
}

// client is the other end of a connection that is being served.
type client struct {
	t      *testing.T
	conn   *Conn
	in     io.WriteCloser
	msgs   chan received
	cancel context.CancelCauseFunc
	logs   *observer.ObservedLogs

	served sync.WaitGroup
	result error
}

func start(t *testing.T, h Handler, opts Options) *client {
	t.Helper()
	inR, inW, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	outR, outW, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	return startOver(t, h, opts, inR, inW, outR, outW)
}

func startOver(t *testing.T, h Handler, opts Options, inR io.Reader, inW io.WriteCloser, outR io.ReadCloser, outW io.Writer) *client {
	t.Helper()
	core, logs := observer.New(zap.DebugLevel)
	opts.Logger = zap.New(core)
	ctx, cancel := context.WithCancelCause(context.Background())
	c := &client{
		t: t, conn: New(inR, outW, opts), in: inW, msgs: make(chan received, 1<<15),
		cancel: cancel, logs: logs,
	}
	c.served.Add(2)
	go func() {
		defer c.served.Done()
		c.result = c.conn.Serve(ctx, h)
	}()
	go func() {
		defer c.served.Done()
		c.receive(outR)
	}()
	t.Cleanup(func() {
		inW.Close()
		cancel(nil)
		c.served.Wait()
		outR.Close()
	})
	return c
}

func (c *client) receive(out io.Reader) {
	defer close(c.msgs)
	r := bufio.NewReader(out)
	for {
		header, err := textproto.NewReader(r).ReadMIMEHeader()
		if err != nil {
			return
		}
		n, err := strconv.Atoi(header.Get("Content-Length"))
		if err != nil {
			c.t.Errorf("a header of the server: %v", err)
			return
		}
		body := make([]byte, n)
		if _, err := io.ReadFull(r, body); err != nil {
			return
		}
		var m received
		if err := json.Unmarshal(body, &m); err != nil {
			c.t.Errorf("the server wrote %q: %v", body, err)
			return
		}
		c.msgs <- m
	}
}

// raw writes bytes as they are.
func (c *client) raw(s string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, s); err != nil {
		c.t.Fatal(err)
	}
}

// send writes a body with its header.
func (c *client) send(format string, args ...any) {
	c.t.Helper()
	c.raw(framed(fmt.Sprintf(format, args...)))
}

func framed(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

// next returns the next message of the server.
func (c *client) next() received {
	c.t.Helper()
	select {
	case m, ok := <-c.msgs:
		if !ok {
			c.t.Fatal("the connection ended")
		}
		return m
	case <-time.After(patience):
		c.t.Fatalf("no message from the server; its log: %v", c.logs.All())
	}
	panic("unreachable")
}

// expect returns the next message, which must answer the id.
func (c *client) expect(id string) received {
	c.t.Helper()
	m := c.next()
	if string(m.ID) != id || m.Method != "" {
		c.t.Fatalf("got %s %s%s, want the answer to %s", m.ID, m.Method, m.Result, id)
	}
	return m
}

// call makes a call with id 900 and returns its answer.
func (c *client) call(method, params string) received {
	c.t.Helper()
	c.send(`{"jsonrpc":"2.0","id":900,"method":%q,"params":%s}`, method, params)
	return c.expect("900")
}

func (c *client) initialize() *client {
	c.t.Helper()
	if m := c.call("initialize", "{}"); m.Error != nil {
		c.t.Fatalf("initialize: %v", m.Error)
	}
	return c
}

// ping fails unless the connection works and nothing else has been sent.
func (c *client) ping() {
	c.t.Helper()
	if m := c.call("test/ping", "null"); string(m.Result) != `"pong"` {
		c.t.Fatalf("ping: %s %v", m.Result, m.Error)
	}
}

// end waits for Serve and returns its result.
func (c *client) end() error {
	c.t.Helper()
	c.wait()
	return c.result
}

func (c *client) wait() {
	c.t.Helper()
	done := make(chan struct{})
	go func() { c.served.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(patience):
		c.t.Fatal("Serve does not end")
	}
}

// await receives from a channel or gives up.
func await[T any](t *testing.T, ch <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-ch:
		return v
	case <-time.After(patience):
		t.Fatalf("waited in vain for %s", what)
	}
	panic("unreachable")
}
