package rpc

import (
	"context"
	"fmt"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.uber.org/zap"
)

// outgoing is a call to the client that has not been answered.
type outgoing struct {
	method   string
	sent     time.Time
	response chan message // holds one; closed without one when the connection ends
}

// Notify sends a notification. Nil params are left out. It waits for messages
// that are being written, unless ctx ends first.
func (c *Conn) Notify(ctx context.Context, method string, params any) error {
	raw, err := encodeParams(method, params)
	if err != nil {
		return err
	}
	body := jsonrpc2.AppendNotification(nil, method, raw)
	return c.send(ctx, Event{Kind: KindNotification, Method: method}, body)
}

// Call makes a request of the client and waits for its answer, which it decodes
// into result, a pointer or nil. A null answer leaves result as it is. When ctx
// ends first, the client is told to cancel, and the error is that of ctx. An
// error answer of the client is an *Error; when the connection ends, the error
// is ErrClosed.
//
// Call may be used from Handler.Notify and Handler.Call, but no other message
// of the client is looked at meanwhile.
func (c *Conn) Call(ctx context.Context, method string, params, result any) error {
	raw, err := encodeParams(method, params)
	if err != nil {
		return err
	}
	out := &outgoing{method: method, sent: time.Now(), response: make(chan message, 1)}
	id, ok := c.open(out)
	if !ok {
		return fmt.Errorf("call %s: %w", method, ErrClosed)
	}
	defer c.queue.relax(-1)

	body := jsonrpc2.AppendCall(nil, id, method, raw)
	if err := c.send(ctx, Event{Kind: KindCall, Method: method, ID: idString(id)}, body); err != nil {
		c.take(id)
		return err
	}

	select {
	case m, ok := <-out.response:
		switch {
		case !ok:
			return fmt.Errorf("call %s: %w", method, ErrClosed)
		case m.err != nil:
			return m.err
		case result == nil || isNull(m.result):
			return nil
		}
		if err := Unmarshal(m.result, result); err != nil {
			return fmt.Errorf("call %s: the client's answer does not fit: %w", method, err)
		}
		return nil
	case <-ctx.Done():
		if c.take(id) != nil {
			c.cancelOutgoing(id)
		}
		return ctx.Err()
	}
}

// open registers a call and gives it its id; not ok when the connection has
// ended.
func (c *Conn) open(out *outgoing) (id jsonrpc2.ID, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended {
		return id, false
	}
	c.lastID++
	id = jsonrpc2.NewNumberID(c.lastID)
	c.outgoing[id] = out
	c.queue.relax(1)
	return id, true
}

// take removes a call; nil if it is not open.
func (c *Conn) take(id jsonrpc2.ID) *outgoing {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := c.outgoing[id]
	delete(c.outgoing, id)
	return out
}

// cancelOutgoing tells the client that an answer is no longer waited for. The
// caller has given up, so the wait for other writers is not his.
func (c *Conn) cancelOutgoing(id jsonrpc2.ID) {
	n, _ := id.Number()
	params := fmt.Appendf(nil, `{"id":%d}`, n)
	body := jsonrpc2.AppendNotification(nil, protocol.MethodCancelRequest, params)
	go func() {
		err := c.send(context.Background(), Event{Kind: KindNotification, Method: protocol.MethodCancelRequest}, body)
		if err != nil {
			c.log.Debug("cancellation not written", zap.Error(err))
		}
	}()
}

// deliver hands a response to the call that waits for it.
func (c *Conn) deliver(m message, body []byte) {
	out := c.take(m.id)
	e := Event{Kind: KindResponse, ID: idString(m.id)}
	if m.err != nil {
		e.Code = m.err.Code
	}
	if out != nil {
		e.Method, e.Took = out.method, time.Since(out.sent)
	}
	c.trace(e, body)
	switch {
	case out != nil:
		out.response <- m
	case !m.id.IsValid() && m.err != nil:
		c.log.Warn("the client could not read a message", zap.String("error", m.err.Message))
	case m.result == nil && m.err == nil:
		c.queue.push(item{message: m, err: jsonrpc2.NewError(CodeInvalidRequest, "the message has no method")})
	default:
		c.log.Debug("a response nobody waits for", zap.String("id", e.ID))
	}
}

// failOutgoing ends all calls to the client, those still to come included.
func (c *Conn) failOutgoing() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	for id, out := range c.outgoing {
		delete(c.outgoing, id)
		close(out.response)
	}
}

// send traces and writes a message of ours.
func (c *Conn) send(ctx context.Context, e Event, body []byte) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	e.Sent = true
	c.trace(e, body)
	_, err := c.out.write(ctx.Done(), body)
	if err == errStopped {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("send %s: %w", e.Method, err)
	}
	return nil
}

func encodeParams(method string, params any) ([]byte, error) {
	raw, err := Marshal(params)
	if err != nil {
		return nil, fmt.Errorf("encode the parameters of %s: %w", method, err)
	}
	if isNull(raw) {
		return nil, nil
	}
	return raw, nil
}
