package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	dir, err := workspace.Getwd()
	if err != nil {
		fmt.Fprintf(os.Stderr, "boundary-lsp: the working directory is not known: %v\n", err)
		os.Exit(exitFailed)
	}
	code := run(ctx, invocation{
		args: os.Args[1:], dir: dir, env: os.Getenv,
		in: os.Stdin, out: os.Stdout, err: os.Stderr,
	})
	stop()
	os.Exit(code)
}
