package rpc

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
)

// phase is where the connection is in its life cycle.
type phase uint8

const (
	phaseNew phase = iota
	phaseRunning
	phaseShutdown
)

// request is a call of the client that has not been answered.
type request struct {
	id       jsonrpc2.ID
	method   string
	received time.Time
	ctx      context.Context
	cancel   context.CancelFunc
}

// read is the reader: it runs until the input ends, at "exit", or on an error
// the connection cannot survive.
func (c *Conn) read(ctx context.Context) error {
	begun := false // "initialize" has been read
	for {
		body, err := c.in.next()
		if large := (*tooLarge)(nil); errors.As(err, &large) {
			c.log.Error("message refused", zap.Error(err))
			c.queue.push(item{err: jsonrpc2.NewError(CodeInvalidRequest, large.Error())})
			continue
		}
		if err != nil {
			return err
		}
		m, bad := decodeMessage(body)
		if bad != nil {
			c.trace(Event{Kind: KindMalformed, ID: idString(m.id)}, body)
			c.log.Warn("malformed message", zap.String("reason", bad.Message), zap.Int("bytes", len(body)))
			c.queue.push(item{message: m, err: bad})
			continue
		}
		if m.typ == typeResponse {
			c.deliver(m, body)
			continue
		}
		if m.typ == typeCall {
			c.trace(Event{Kind: KindCall, Method: m.method, ID: idString(m.id)}, body)
		} else {
			c.trace(Event{Kind: KindNotification, Method: m.method}, body)
		}
		switch m.method {
		case protocol.MethodExit:
			return errExitRead
		case protocol.MethodCancelRequest:
			c.cancelRequest(m.params)
			continue
		case protocol.MethodInitialize:
			begun = true
		case protocol.MethodShutdown:
			// One that comes before initialize is refused and is none.
			c.shutdown.Store(begun || c.shutdown.Load())
		}
		it := item{message: m, size: len(body)}
		if m.typ == typeCall {
			if it.call = c.register(ctx, m); it.call == nil {
				it.err = jsonrpc2.NewError(CodeInvalidRequest, "a request with this id is still being answered")
			}
		}
		c.queue.push(it)
	}
}

// register makes a call known to cancelRequest and to reply; nil if its id is
// in use.
func (c *Conn) register(ctx context.Context, m message) *request {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.incoming[m.id] != nil {
		return nil
	}
	r := &request{id: m.id, method: m.method, received: time.Now()}
	r.ctx, r.cancel = context.WithCancel(ctx)
	c.incoming[m.id] = r
	return r
}

// cancelRequest cancels the context of a call. One that has been answered, or
// was never made, is none of our business.
func (c *Conn) cancelRequest(params []byte) {
	var p struct {
		ID jsontext.Value `json:"id"`
	}
	err := json.Unmarshal(params, &p, lenient)
	id, ok := decodeID(p.ID)
	if err != nil || !ok || !id.IsValid() {
		c.log.Warn("a cancellation without a usable id")
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if r := c.incoming[id]; r != nil {
		r.cancel()
	}
}

// dispatch is the dispatcher: it hands messages to h in their order.
func (c *Conn) dispatch(ctx context.Context, h Handler) {
	for {
		it, ok := c.queue.pop()
		switch {
		case !ok:
			return
		case it.err != nil:
			c.respond(it.id, it.method, time.Time{}, nil, it.err)
		case it.call != nil:
			c.call(h, it.call, it.params)
		case c.phase != phaseRunning:
			c.log.Debug("dropped a notification outside of the session", zap.String("method", it.method))
		default:
			if err := c.notify(ctx, h, it.message); err != nil {
				c.log.Error("notification failed", zap.String("method", it.method), zap.Error(err))
			}
		}
	}
}

func (c *Conn) notify(ctx context.Context, h Handler, m message) (err error) {
	defer c.guard(m.method, &err)
	return h.Notify(ctx, m.method, m.params)
}

// call runs the first half of a call and starts the second.
func (c *Conn) call(h Handler, r *request, params []byte) {
	switch {
	case c.phase == phaseShutdown:
		c.reply(r, nil, InvalidRequest("the server has been shut down; only exit may follow"))
		return
	case c.phase == phaseNew && r.method != protocol.MethodInitialize:
		c.reply(r, nil, notInitialized(r.method))
		return
	case c.phase == phaseRunning && r.method == protocol.MethodInitialize:
		c.reply(r, nil, InvalidRequest("the server has been initialized already"))
		return
	case r.method == protocol.MethodInitialize:
		c.initialize(h, r, params)
		return
	case r.method == protocol.MethodShutdown:
		c.phase = phaseShutdown
	case r.ctx.Err() != nil:
		c.reply(r, nil, cancelled())
		return
	}
	run, err := c.prepare(h, r, params)
	if run == nil || err != nil {
		c.reply(r, nil, err)
		return
	}
	c.begin()
	go func() {
		defer c.finish()
		// A handler that ends its goroutine still owes an answer.
		defer func() {
			c.reply(r, nil, fmt.Errorf("%s was not answered", finding.Quote(r.method)))
		}()
		result, err := c.compute(r, run)
		c.reply(r, result, err)
	}()
}

// initialize runs both halves at once, so that what follows meets a server that
// knows its client.
func (c *Conn) initialize(h Handler, r *request, params []byte) {
	var result any
	run, err := c.prepare(h, r, params)
	if run != nil && err == nil {
		result, err = c.compute(r, run)
	}
	if err == nil {
		c.phase = phaseRunning
	}
	c.reply(r, result, err)
}

func (c *Conn) prepare(h Handler, r *request, params []byte) (run func(context.Context) (any, error), err error) {
	defer c.guard(r.method, &err)
	return h.Call(r.ctx, r.method, params)
}

func (c *Conn) compute(r *request, run func(context.Context) (any, error)) (result any, err error) {
	defer c.guard(r.method, &err)
	return run(r.ctx)
}

// guard turns a panic into an error for the client and a log entry with the
// stack. It is deferred.
func (c *Conn) guard(method string, err *error) {
	p := recover()
	if p == nil {
		return
	}
	c.log.Error("panic in a handler", zap.String("method", method),
		zap.Any("panic", p), zap.ByteString("stack", debug.Stack()))
	*err = jsonrpc2.Errorf(CodeInternalError, "internal error in %s; the server's log has the details", finding.Quote(method))
}

// reply answers a call, the first time it is called for it.
func (c *Conn) reply(r *request, result any, err error) {
	c.mu.Lock()
	first := c.incoming[r.id] == r
	if first {
		delete(c.incoming, r.id)
	}
	c.mu.Unlock()
	if !first {
		return
	}
	var wire *Error
	if err != nil {
		wire = wireError(r.ctx, err)
	}
	r.cancel()
	c.respond(r.id, r.method, r.received, result, wire)
}

// respond writes a response.
func (c *Conn) respond(id jsonrpc2.ID, method string, received time.Time, result any, wire *Error) {
	var raw []byte
	if wire == nil {
		var err error
		if raw, err = Marshal(result); err != nil {
			c.log.Error("result cannot be encoded", zap.String("method", method), zap.Error(err))
			wire = jsonrpc2.Errorf(CodeInternalError, "internal error in %s; the server's log has the details", finding.Quote(method))
		}
	}
	e := Event{Sent: true, Kind: KindResponse, Method: method, ID: idString(id)}
	var body []byte
	if wire != nil { // a nil *Error would not be a nil error
		e.Code = wire.Code
		body = jsonrpc2.AppendResponse(nil, id, nil, wire)
	} else {
		body = jsonrpc2.AppendResponse(nil, id, raw, nil)
	}
	if !received.IsZero() {
		e.Took = time.Since(received)
	}
	c.trace(e, body)
	if _, err := c.out.write(nil, body); err != nil {
		c.log.Debug("response not written", zap.String("method", method), zap.Error(err))
	}
}
