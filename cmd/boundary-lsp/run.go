package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
)

// Exit codes (cli.md, check). The worse one wins.
const (
	exitClean    = 0 // nothing at or above --fail-on
	exitFindings = 1 // findings, a diff, or something stale
	exitFailed   = 2 // the command could not do its job
)

// invocation is one call of the program: everything that it knows of the
// world but the file system.
type invocation struct {
	args []string
	// dir is the working directory, absolute with forward slashes.
	dir      string
	env      func(name string) string
	in       io.Reader
	out, err io.Writer
}

// app is the state of one invocation.
type app struct {
	invocation
	// code is what the command decided; errors of the command make it
	// exitFailed.
	code int
	// command is the path of the command that runs, for hints.
	command string
}

// usageError is a call that cannot be understood: a word, a flag, a value of
// one.
type usageError struct{ error }

func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// run carries out one call and gives its exit code. An error is one line on
// the error output; a call that is not understood leaves the output empty.
func run(ctx context.Context, inv invocation) (code int) {
	a := &app{invocation: inv, command: "boundary-lsp"}
	defer func() {
		if p := recover(); p != nil {
			a.complain("", fmt.Sprintf("internal error, please report it: %v", p))
			code = exitFailed
		}
	}()
	root := a.root()
	root.SetArgs(inv.args)
	root.SetIn(inv.in)
	help := &written{to: inv.out}
	root.SetOut(help)
	root.SetErr(inv.err)
	err := root.ExecuteContext(ctx)
	if err == nil || errors.Is(err, help.err) {
		err = a.printed(help.err)
	}
	if err != nil {
		a.code = exitFailed
		var usage usageError
		switch {
		case ctx.Err() != nil:
			a.complain("", "interrupted")
		case errors.As(err, &usage):
			a.complain("", err.Error()+" (see `"+a.command+" --help`)")
		default:
			a.complain("", err.Error())
		}
	}
	return a.code
}

// written remembers the first error of a writer whose writer does not look:
// help and version are printed so.
type written struct {
	to  io.Writer
	err error
}

func (w *written) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	if w.err == nil {
		w.err = err
	}
	return n, err
}

// complain writes one line to the error output. The path is shown as cli.md
// has it in front of a message; it may be empty.
func (a *app) complain(path, message string) {
	line := "boundary-lsp: "
	if path != "" {
		line += finding.Escape(path) + ": "
	}
	fmt.Fprintln(a.err, line+finding.Escape(message))
}

// worsen raises the exit code.
func (a *app) worsen(code int) { a.code = max(a.code, code) }

// terminal gives the file behind a writer where it is a terminal.
func terminal(w io.Writer) (*os.File, bool) {
	f, ok := w.(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// colour decides whether a writer gets colours: --color wins over NO_COLOR,
// which wins over the terminal.
func (a *app) colour(choice string, w io.Writer) bool {
	switch choice {
	case "always":
		return true
	case "never":
		return false
	}
	_, tty := terminal(w)
	return tty && a.env("NO_COLOR") == "" && a.env("TERM") != "dumb"
}
