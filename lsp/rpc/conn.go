package rpc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.uber.org/zap"
)

// Handler is the server behind a connection. A panic in any of its functions
// is logged with its stack, answers the call with InternalError, and leaves the
// connection up.
type Handler interface {
	// Notify handles a notification. It is called for one message at a time, in
	// the order of the messages; the next one waits until it returns. An error
	// is logged, for a notification has no answer.
	//
	// params is raw JSON, nil when absent or null. The handler may keep it. ctx
	// ends with the connection.
	Notify(ctx context.Context, method string, params []byte) error

	// Call prepares the answer to a call. Like Notify it runs in the order of
	// the messages and should do no more than decode the parameters and take the
	// snapshot the answer is about. The function it returns computes the answer;
	// it runs concurrently with everything else. Without a function the answer
	// is null.
	//
	// ctx, the same for both halves, ends when the client cancels the call, when
	// the call has been answered, and with the connection. A function that
	// returns ctx's error after a cancellation answers RequestCancelled; an
	// error without a code answers InternalError.
	Call(ctx context.Context, method string, params []byte) (func(ctx context.Context) (any, error), error)
}

// Options are the settings of a connection. The zero value is usable.
type Options struct {
	// Logger takes what cannot be answered; nil logs nothing. It must not write
	// to the connection's output.
	Logger *zap.Logger
	// MaxMessage is the size in bytes above which a message is answered with an
	// error and skipped; 0 is DefaultMaxMessage.
	MaxMessage int64
	// Trace is called for every message, from several goroutines at once, and
	// must return quickly.
	Trace func(Event)
	// TraceBodies fills Event.Body, the contents of the user's documents
	// included.
	TraceBodies bool

	settle time.Duration // in place of settleTime
}

// Conn is one connection to a client. Its methods may be called by several
// goroutines at once.
type Conn struct {
	opts  Options
	log   *zap.Logger
	in    *frameReader
	out   *frameWriter
	ends  []io.Closer
	queue *queue

	served   atomic.Bool
	shutdown atomic.Bool // "shutdown" has been read
	phase    phase       // of the dispatcher only

	mu       sync.Mutex
	incoming map[jsonrpc2.ID]*request
	outgoing map[jsonrpc2.ID]*outgoing
	lastID   int64
	ended    bool // calls to the client can no longer be answered
	active   int  // the dispatcher and the calls that run
	closing  bool // idle is closed as soon as active is 0
	idle     chan struct{}
}

// settleTime is how long Serve waits, at the end of the input for the calls that
// run, and after the cancellation for handlers to notice.
const settleTime = 15 * time.Millisecond

// drainTime is how long Serve waits, at the end of the input, for the dispatcher
// to take what was sent before it. It is not much work, but a busy machine may
// be slow to get to it, and a client that pipes its whole session in still has
// its answer to "initialize".
const drainTime = time.Second

// errStopped is returned for a write that its sender gave up.
var errStopped = errors.New("stopped before the message was written")

// errExitRead ends the reader at "exit".
var errExitRead = errors.New("exit")

// New makes a connection over in and out. Nothing is read until Serve; Notify
// and Call may be used before.
func New(in io.Reader, out io.Writer, opts Options) *Conn {
	if opts.Logger == nil {
		opts.Logger = zap.NewNop()
	}
	if opts.MaxMessage <= 0 {
		opts.MaxMessage = DefaultMaxMessage
	}
	if opts.settle <= 0 {
		opts.settle = settleTime
	}
	c := &Conn{
		opts:     opts,
		log:      opts.Logger,
		in:       newFrameReader(in, opts.MaxMessage, opts.Logger),
		out:      newFrameWriter(out),
		queue:    newQueue(4 * opts.MaxMessage),
		incoming: map[jsonrpc2.ID]*request{},
		outgoing: map[jsonrpc2.ID]*outgoing{},
		idle:     make(chan struct{}),
	}
	for _, end := range []any{in, out} {
		if closer, ok := end.(io.Closer); ok {
			c.ends = append(c.ends, closer)
		}
	}
	return c
}

// Serve handles messages until the connection ends, and closes the input and
// the output if they can be closed. It is called once. It returns
//
//   - nil after "shutdown", by whatever the connection ended then;
//   - ErrExit after "exit" without "shutdown";
//   - ErrClosed, wrapped when there is more to say, when the input ended;
//   - the cause of ctx when ctx ended;
//   - the error of a read or a write that failed.
//
// What is still running is cancelled and waited for briefly, not for as long as
// it likes. After Serve nothing is written any more. Where neither closing the
// input nor its end interrupts a Read, as with the standard input of a process,
// one goroutine stays in it.
func (c *Conn) Serve(ctx context.Context, h Handler) error {
	if !c.served.CompareAndSwap(false, true) {
		return errors.New("the connection has been served already")
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(ErrClosed)

	read := make(chan error, 1)
	go func() { read <- c.read(ctx) }()
	c.begin()
	drained := make(chan struct{})
	go func() {
		defer c.finish()
		defer close(drained)
		c.dispatch(ctx, h)
	}()

	var end error
	reading := true
	select {
	case err := <-read:
		reading = false
		end = c.endOfInput(err)
		c.failOutgoing()
		c.queue.close()
		wait(drained, drainTime)
		c.settle()
	case <-ctx.Done():
		end = context.Cause(ctx)
	case err := <-c.out.broken:
		end = fmt.Errorf("write message: %w", err)
	}

	cancel(ErrClosed)
	c.failOutgoing()
	c.queue.abort()
	c.settle()
	close(c.out.closed)
	for _, closer := range c.ends {
		if err := closer.Close(); err != nil {
			c.log.Debug("closing the connection", zap.Error(err))
		}
	}
	if reading {
		wait(read, c.opts.settle)
	}
	if c.shutdown.Load() {
		return nil
	}
	return end
}

// endOfInput turns what ended the reader into the result of Serve.
func (c *Conn) endOfInput(err error) error {
	switch {
	case err == errExitRead:
		return ErrExit
	case err == io.EOF:
		return ErrClosed
	case err == io.ErrUnexpectedEOF:
		return fmt.Errorf("%w in the middle of a message", ErrClosed)
	}
	return fmt.Errorf("read message: %w", err)
}

// begin counts something Serve waits for at its end.
func (c *Conn) begin() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.active++
}

func (c *Conn) finish() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.active--
	if c.closing && c.active == 0 {
		close(c.idle)
		c.closing = false
	}
}

// settle waits until the dispatcher and all calls are done, or not.
func (c *Conn) settle() {
	c.mu.Lock()
	if c.active == 0 {
		c.mu.Unlock()
		return
	}
	c.closing = true
	c.mu.Unlock()
	wait(c.idle, c.opts.settle)
}

func wait[T any](done <-chan T, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	}
}
