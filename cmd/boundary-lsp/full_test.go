package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

// full is an output that takes nothing more.
type full struct{ io.Writer }

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// An answer that nobody gets is no success, whichever command it is of.
func TestAnAnswerThatCannotBeWrittenIsAFailure(t *testing.T) {
	w := newWorld(t, "main.bot", strings.Replace(acting, "agent acts:", "agent   acts:", 1))
	for _, args := range [][]string{
		{"check"}, {"check", "--format", "json"}, {"fix", "--diff", "--unsafe"}, {"fmt", "--check"}, {"fmt", "--diff"},
		{"graph", "main.bot"}, {"members"}, {"explain", "BND101"}, {"version"}, {"--version"},
		{"--help"}, {"check", "--help"}, {"help"}, {"help", "graph"}, {"completion", "bash"},
	} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			var errs bytes.Buffer
			code := run(context.Background(), invocation{
				args: args, dir: w.dir, env: func(string) string { return "" },
				in: strings.NewReader(""), out: full{}, err: &errs,
			})
			const want = "boundary-lsp: the answer cannot be written: no space left on device\n"
			if code != exitFailed || errs.String() != want {
				t.Errorf("exit code %d, errors %q; want %d, %q", code, errs.String(), exitFailed, want)
			}
		})
	}
}

func TestAConfigurationThatCannotBeReadIsNotCalledUnparsable(t *testing.T) {
	w := newWorld(t, "main.bot", acting, ".boundary.toml", strings.Repeat("# no end\n", 1<<20))
	for _, args := range [][]string{{"check"}, {"fix"}, {"graph", "main.bot"}} {
		_, errs := w.wants(t, exitFailed, args...)
		if !strings.Contains(errs, "cannot be used: ") || strings.Contains(errs, "does not parse") {
			t.Errorf("%q: %s", args, errs)
		}
	}
}
