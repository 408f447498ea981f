package lsptest

import (
	"bytes"
	"errors"
	"io"
	"os/exec"
	"sync"
	"testing"
	"time"
)

// Process is a server that runs as a program of its own.
type Process struct {
	*Client
	cmd    *exec.Cmd
	exited chan struct{}
	err    error
	stderr *buffer
}

// Start runs a program and connects a client to its standard input and
// output. It is killed at the end of the test where it has not ended by then.
func Start(t testing.TB, program string, args ...string) *Process {
	t.Helper()
	cmd := exec.Command(program, args...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p := &Process{cmd: cmd, exited: make(chan struct{}), stderr: &buffer{}}
	cmd.Stderr = p.stderr
	cmd.Dir = t.TempDir()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	read := make(chan struct{})
	p.Client = New(t, &tail{out, read}, in)
	go func() {
		<-read // all output, before Wait closes it
		p.err = cmd.Wait()
		close(p.exited)
	}()
	t.Cleanup(func() {
		in.Close()
		select {
		case <-p.exited:
		case <-time.After(Patience):
			_ = cmd.Process.Kill()
			<-p.exited
			t.Error("the server did not end by itself")
		}
		if t.Failed() {
			t.Logf("standard error of the server:\n%s", p.stderr.String())
		}
	})
	return p
}

// Exit waits for the program's end and gives its exit code.
func (p *Process) Exit() int {
	p.t.Helper()
	select {
	case <-p.exited:
	case <-time.After(Patience):
		p.t.Fatal("the server does not end")
	}
	var exit *exec.ExitError
	if errors.As(p.err, &exit) {
		return exit.ExitCode()
	}
	if p.err != nil {
		p.t.Fatal(p.err)
	}
	return 0
}

// Pid is the number of the process.
func (p *Process) Pid() int { return p.cmd.Process.Pid }

// Stderr is what the program wrote to standard error so far.
func (p *Process) Stderr() string { return p.stderr.String() }

// tail closes a channel at the end of a reader.
type tail struct {
	io.Reader
	end chan struct{}
}

func (r *tail) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	if err != nil {
		select {
		case <-r.end:
		default:
			close(r.end)
		}
	}
	return n, err
}

// buffer is a bytes.Buffer for several goroutines.
type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}
