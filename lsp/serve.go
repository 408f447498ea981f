package lsp

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"go.uber.org/zap"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

// Options are the settings of a server. The zero value is usable.
type Options struct {
	// Version is what the server calls itself in serverInfo.
	Version string
	// Logger takes what cannot be answered; nil logs nothing. It must not
	// write to the output of Serve.
	Logger *zap.Logger
	// Trace is called for every message, from several goroutines at once, and
	// must return quickly.
	Trace func(rpc.Event)
	// TraceBodies fills the bodies of the traced messages, the contents of
	// documents among them.
	TraceBodies bool
	// Dir is the working directory, absolute; empty for that of the process.
	Dir string
	// Today is the day by which deferrals are judged; nil is today in UTC.
	Today func() config.Date
}

// ErrParent is the result of Serve when the process that started the server
// is gone (LSP 3.17, InitializeParams.processId).
var ErrParent = errors.New("the process that started the server is gone")

// goodbye is how long Serve waits at its end for what still computes.
const goodbye = 15 * time.Millisecond

// Serve is the language server over in and out, until the connection ends; it
// closes both if they can be closed. The result is that of rpc.Conn.Serve (nil
// after shutdown, rpc.ErrExit after a bare exit, rpc.ErrClosed when the input
// ended), or ErrParent.
func Serve(ctx context.Context, in io.Reader, out io.Writer, opts Options) error {
	if opts.Logger == nil {
		opts.Logger = zap.NewNop()
	}
	if opts.Dir == "" {
		dir, err := workspace.Getwd()
		if err != nil {
			return err
		}
		opts.Dir = dir
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)

	pulse := newPulse(in)
	s := newServer(ctx, cancel, opts, pulse)
	s.conn = rpc.New(pulse, out, rpc.Options{
		Logger: opts.Logger, Trace: s.trace, TraceBodies: opts.TraceBodies,
	})
	err := s.conn.Serve(ctx, s)
	cancel(err)
	waitBriefly(&s.background, goodbye)
	return err
}

// waitBriefly waits for goroutines that may be in the middle of a computation
// which cannot be interrupted; they end with it.
func waitBriefly(g *sync.WaitGroup, d time.Duration) {
	done := make(chan struct{})
	go func() {
		g.Wait()
		close(done)
	}()
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	}
}
