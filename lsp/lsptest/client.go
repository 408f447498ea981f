package lsptest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Patience is when a client that waits for something gives up.
const Patience = 20 * time.Second

// Message is a message of the server, decoded as far as every message goes.
type Message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *Error          `json:"error"`
}

// Error is the error of a response.
type Error struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
}

func (e *Error) Error() string { return fmt.Sprintf("%d %s", e.Code, e.Message) }

// Client is one end of a connection. Its methods are for one goroutine, the
// test's.
type Client struct {
	t   testing.TB
	out io.WriteCloser
	// Encoding is what positions count in: "utf-8", "utf-16" or "utf-32".
	// Initialize sets it.
	Encoding string
	// Root is the workspace folder, Docs the open documents by path.
	Root string
	Docs map[string]*Doc
	// Answer gives the results of the server's requests; nil results and
	// unknown methods are answered with null. It runs in a goroutine of the
	// client's.
	Answer func(method string, params json.RawMessage) (result any, err *Error)

	nextID int
	writeM sync.Mutex
	batch  *strings.Builder // what is held back for one write

	mu       sync.Mutex
	changed  chan struct{} // closed and replaced with each message
	messages []Message     // notifications and requests of the server, in order
	answers  map[string]Message
	closed   bool
}

// New makes a client that reads messages from in and writes to out. It reads
// until in ends.
func New(t testing.TB, in io.Reader, out io.WriteCloser) *Client {
	c := &Client{
		t: t, out: out, Encoding: "utf-16", Docs: map[string]*Doc{},
		changed: make(chan struct{}), answers: map[string]Message{},
	}
	go c.receive(in)
	return c
}

func (c *Client) receive(in io.Reader) {
	r := bufio.NewReader(in)
	for {
		m, err := readMessage(r)
		c.mu.Lock()
		switch {
		case err != nil:
			c.closed = true
		case m.Method != "":
			c.messages = append(c.messages, m)
		default:
			c.answers[string(m.ID)] = m
		}
		close(c.changed)
		c.changed = make(chan struct{})
		c.mu.Unlock()
		if err != nil {
			return
		}
		if m.Method != "" && m.ID != nil {
			c.reply(m)
		}
	}
}

func readMessage(r *bufio.Reader) (m Message, err error) {
	header, err := textproto.NewReader(r).ReadMIMEHeader()
	if err != nil {
		return m, err
	}
	n, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil {
		return m, err
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(r, body); err != nil {
		return m, err
	}
	return m, json.Unmarshal(body, &m)
}

func (c *Client) reply(m Message) {
	response := map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": nil}
	if c.Answer != nil {
		result, err := c.Answer(m.Method, m.Params)
		response["result"] = result
		if err != nil {
			delete(response, "result")
			response["error"] = err
		}
	}
	// A server that has gone needs no answer.
	_ = c.write(response)
}

func (c *Client) write(v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return c.Raw(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body))
}

// Raw writes bytes as they are.
func (c *Client) Raw(s string) error {
	c.writeM.Lock()
	defer c.writeM.Unlock()
	if c.batch != nil {
		c.batch.WriteString(s)
		return nil
	}
	_, err := io.WriteString(c.out, s)
	return err
}

// Batch sends everything that f sends in a single write.
func (c *Client) Batch(f func()) {
	c.t.Helper()
	var b strings.Builder
	c.writeM.Lock()
	c.batch = &b
	c.writeM.Unlock()
	f()
	c.writeM.Lock()
	c.batch = nil
	c.writeM.Unlock()
	if err := c.Raw(b.String()); err != nil {
		c.t.Fatal(err)
	}
}

// Close ends the input of the server.
func (c *Client) Close() { c.out.Close() }

// Notify sends a notification.
func (c *Client) Notify(method string, params any) {
	c.t.Helper()
	if err := c.write(map[string]any{"jsonrpc": "2.0", "method": method, "params": params}); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

// Send makes a request and gives its id, without waiting for the answer.
func (c *Client) Send(method string, params any) int {
	c.t.Helper()
	c.nextID++
	m := map[string]any{"jsonrpc": "2.0", "id": c.nextID, "method": method}
	if params != nil {
		m["params"] = params
	}
	if err := c.write(m); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
	return c.nextID
}

// Await gives the answer to a request that was sent.
func (c *Client) Await(id int) Message {
	c.t.Helper()
	var m Message
	c.Until(fmt.Sprintf("the answer to request %d", id), func() bool {
		var ok bool
		m, ok = c.answers[strconv.Itoa(id)]
		return ok
	})
	return m
}

// Request makes a request, waits for its result and decodes it into result, a
// pointer or nil. The error is the server's.
func (c *Client) Request(method string, params, result any) error {
	c.t.Helper()
	m := c.Await(c.Send(method, params))
	if m.Error != nil {
		return m.Error
	}
	if result != nil {
		if err := json.Unmarshal(m.Result, result); err != nil {
			c.t.Fatalf("%s: %v in %s", method, err, m.Result)
		}
	}
	return nil
}

// Must is Request that fails the test on an error.
func (c *Client) Must(method string, params, result any) {
	c.t.Helper()
	if err := c.Request(method, params, result); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

// Until waits until cond holds; it is asked after each message, under the
// client's lock, and fails the test when the server goes or patience ends.
func (c *Client) Until(what string, cond func() bool) {
	c.t.Helper()
	timeout := time.After(Patience)
	for {
		c.mu.Lock()
		ok, closed, changed := cond(), c.closed, c.changed
		c.mu.Unlock()
		if ok {
			return
		}
		if closed {
			c.t.Fatalf("the server went before %s", what)
		}
		select {
		case <-changed:
		case <-timeout:
			c.t.Fatalf("waited in vain for %s", what)
		}
	}
}

// Seen are the server's notifications and requests of a method so far.
func (c *Client) Seen(method string) []Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.seen(method)
}

func (c *Client) seen(method string) []Message {
	var list []Message
	for _, m := range c.messages {
		if m.Method == method {
			list = append(list, m)
		}
	}
	return list
}

// WaitFor waits for the server's n-th message of a method and gives it.
func (c *Client) WaitFor(method string, n int) Message {
	c.t.Helper()
	var m Message
	c.Until(fmt.Sprintf("message %d of %s", n, method), func() bool {
		list := c.seen(method)
		if len(list) < n {
			return false
		}
		m = list[n-1]
		return true
	})
	return m
}

// Forget drops the messages that have been seen.
func (c *Client) Forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.messages = nil
}
