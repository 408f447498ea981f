package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/zap"
)

func TestTheLogGoesToItsFileAndIsOneLineAnEntry(t *testing.T) {
	w := newWorld(t, "log.txt", "before\n")
	var errs strings.Builder
	a := &app{invocation: invocation{dir: w.dir, err: &errs}}
	log, done, err := a.logger(&serveOptions{logFile: "log.txt", level: "warn"})
	if err != nil {
		t.Fatal(err)
	}
	log.Info("not logged")
	log.Warn("logged", zap.String("name", "a\n\x1b[2J"))
	done()
	got := w.read(t, "log.txt")
	if !strings.HasPrefix(got, "before\n{") || strings.Count(got, "\n") != 2 || strings.Contains(got, "\x1b") || strings.Contains(got, "not logged") {
		t.Errorf("the log is %q", got)
	}
	if errs.Len() > 0 {
		t.Errorf("standard error has %q", errs.String())
	}
}

func TestTheLogGoesToStandardErrorWithoutAFile(t *testing.T) {
	var errs strings.Builder
	a := &app{invocation: invocation{err: &errs}}
	log, done, err := a.logger(&serveOptions{level: "info", trace: true})
	if err != nil {
		t.Fatal(err)
	}
	log.Debug("traced")
	done()
	if !strings.Contains(errs.String(), "traced") {
		t.Errorf("got %q", errs.String())
	}
}

func TestALogThatCannotBeWrittenIsAFailure(t *testing.T) {
	w := newWorld(t)
	_, errs := w.wants(t, exitFailed, "serve", "--log-file", "no/log.txt")
	if !strings.Contains(errs, "`no/log.txt`") {
		t.Errorf("got %q", errs)
	}
	if _, err := os.Stat(filepath.Join(w.dir, "no")); err == nil {
		t.Error("it made a folder")
	}
}

func message(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

func TestServeEndsWithTheCodeOfTheProtocol(t *testing.T) {
	start := message(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`) +
		message(`{"jsonrpc":"2.0","method":"initialized","params":{}}`)
	shutdown, exit := message(`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`), message(`{"jsonrpc":"2.0","method":"exit"}`)
	tests := []struct {
		name, stdin string
		code        int
		args        []string
	}{
		{"an orderly end", start + shutdown + exit, exitClean, nil},
		{"an orderly end of serve", start + shutdown + exit, exitClean, []string{"serve", "--stdio", "--trace"}},
		{"exit without shutdown", start + exit, exitFindings, []string{"--stdio"}},
		{"the input ends", start, exitFindings, []string{"serve"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, "main.bot", acting)
			w.stdin = tt.stdin
			out, errs := w.wants(t, tt.code, tt.args...)
			if !strings.HasPrefix(out, "Content-Length: ") {
				t.Errorf("the output is %q", out)
			}
			if traced := strings.Contains(errs, `"method":"initialize"`); traced != (len(tt.args) == 3) {
				t.Errorf("standard error has %q", errs)
			}
		})
	}
}

func TestServeJudgesByTheDateOfTheEnvironment(t *testing.T) {
	w := newWorld(t)
	w.env["SOURCE_DATE_EPOCH"] = "tomorrow"
	if _, errs := w.wants(t, exitFailed, "serve"); !strings.Contains(errs, "SOURCE_DATE_EPOCH") {
		t.Errorf("got %q", errs)
	}
}
