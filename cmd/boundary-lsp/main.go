package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
)

// grace is how long a call may take to end by itself once it is interrupted.
const grace = time.Second

func main() {
	dir, err := workspace.Getwd()
	if err != nil {
		fmt.Fprintf(os.Stderr, "boundary-lsp: the working directory is not known: %v\n", err)
		os.Exit(exitFailed)
	}
	ctx, stop := interruptible(context.Background())
	code := run(ctx, invocation{
		args: os.Args[1:], dir: dir, env: os.Getenv,
		in: os.Stdin, out: os.Stdout, err: os.Stderr,
	})
	stop()
	os.Exit(code)
}

// interruptible gives a context that a signal cancels. A call that does not
// end by itself then, because it waits for a pipe, say, is ended; so is one
// that gets a second signal. Files are written whole or not at all, so nothing
// is lost.
func interruptible(parent context.Context) (ctx context.Context, stop func()) {
	ctx, restore := signal.NotifyContext(parent, os.Interrupt, syscall.SIGTERM)
	done := make(chan struct{})
	go func() {
		select {
		case <-done:
			return
		case <-ctx.Done():
		}
		restore() // from now on a signal does what it does without us
		select {
		case <-done:
		case <-time.After(grace):
			fmt.Fprintln(os.Stderr, "boundary-lsp: interrupted")
			os.Exit(exitFailed)
		}
	}()
	return ctx, func() { close(done); restore() }
}
