//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A call that waits for a pipe that nobody writes to ends at the first signal.
func TestASignalEndsACallThatWaits(t *testing.T) {
	program := filepath.Join(t.TempDir(), "boundary-lsp")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if out, err := exec.Command(program, "version").CombinedOutput(); err != nil {
		t.Errorf("a call that nobody interrupts: %v: %s", err, out)
	}
	dir := t.TempDir()
	book := filepath.Join(dir, "playbook.star")
	if err := os.WriteFile(book, []byte("issue = param(\"issue\")\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{
		"check of standard input":  {"check", "--stdin-filename", "x.playbook.star", "-"},
		"fix of standard input":    {"fix", "--stdin-filename", "x.playbook.star", "-"},
		"render with a named pipe": {"render", "--params", "pipe", book},
	} {
		for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
			t.Run(name+", "+sig.String(), func(t *testing.T) {
				t.Parallel()
				cmd := exec.Command(program, args...)
				cmd.Dir = t.TempDir()
				pipe := filepath.Join(cmd.Dir, "pipe")
				if err := syscall.Mkfifo(pipe, 0o666); err != nil {
					t.Fatal(err)
				}
				in, err := cmd.StdinPipe()
				if err != nil {
					t.Fatal(err)
				}
				defer in.Close()
				var errs strings.Builder
				cmd.Stderr = &errs
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				ended := make(chan error, 1)
				go func() { ended <- cmd.Wait() }()
				// More than a pipe holds is taken only by a program that reads,
				// and then waits for the rest: its handler stands.
				w := io.Writer(in)
				if args[0] == "render" {
					f, err := os.OpenFile(pipe, os.O_WRONLY, 0)
					if err != nil {
						t.Fatal(err)
					}
					defer f.Close()
					w = f
				}
				if _, err := w.Write(bytes.Repeat([]byte("\n"), 200<<10)); err != nil {
					t.Fatal(err)
				}
				if err := cmd.Process.Signal(sig); err != nil {
					t.Fatal(err)
				}
				select {
				case <-ended:
				case <-time.After(30 * time.Second):
					_ = cmd.Process.Kill()
					t.Fatal("it went on")
				}
				if code := cmd.ProcessState.ExitCode(); code != exitFailed {
					t.Errorf("exit code %d: %s", code, &errs)
				}
			})
		}
	}
}
