package rpc

import (
	"fmt"
	"time"

	"go.lsp.dev/jsonrpc2"
)

// Kind says what an Event is about.
type Kind string

// The kinds of messages.
const (
	KindCall         Kind = "call"
	KindNotification Kind = "notification"
	KindResponse     Kind = "response"
	KindMalformed    Kind = "malformed"
)

// Event describes one message: one that was read, or one that is about to be
// written.
type Event struct {
	Sent   bool          // by the server; else received by it
	Kind   Kind          // what the message is
	Method string        // of a response: that of the call it answers
	ID     string        // as the wire has it, a string in quotes; empty for a notification
	Size   int           // bytes of the body
	Took   time.Duration // of a response: since its call was received or sent
	Code   Code          // of a response: its error's code, 0 for a result
	Body   []byte        // only with Options.TraceBodies; the receiver may keep it
}

func (c *Conn) trace(e Event, body []byte) {
	if c.opts.Trace == nil {
		return
	}
	e.Size = len(body)
	if c.opts.TraceBodies {
		e.Body = append([]byte(nil), body...)
	}
	c.opts.Trace(e)
}

func idString(id jsonrpc2.ID) string {
	if s, ok := id.StringValue(); ok {
		return fmt.Sprintf("%q", s)
	}
	return fmt.Sprint(id)
}
