package lsp_test

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/lsp"
	"github.com/boundary-lsp/boundary-lsp/lsp/lsptest"
)

type object = lsptest.Object

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// server is a server in this process with its client.
type server struct {
	*lsptest.Client
	fixture *lsptest.Fixture
	logs    *observer.ObservedLogs
	done    chan struct{}
	err     error
}

// serve starts a server over the fixture of that name, "" for an empty folder.
func serve(t *testing.T, fixture string) *server {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &server{done: make(chan struct{})}
	if fixture != "" {
		s.fixture = lsptest.Load(t, filepath.Join("..", "testdata", "lsp", fixture+".txtar"))
		s.fixture.Write(t, root)
	}
	inR, inW := pipe(t)
	outR, outW := pipe(t)
	core, logs := observer.New(zap.InfoLevel)
	s.logs = logs
	s.Client = lsptest.New(t, outR, inW)
	s.Root = root
	go func() {
		defer close(s.done)
		s.err = lsp.Serve(context.Background(), inR, outW, lsp.Options{
			Version: "1.2.3", Logger: zap.New(core), Dir: root,
			Today: func() config.Date { return config.Date{Y: 2026, M: 1, D: 1} },
		})
	}()
	t.Cleanup(func() {
		inW.Close()
		s.wait(t)
		outR.Close()
		if t.Failed() {
			for _, e := range logs.All() {
				t.Log(e.Message, e.ContextMap())
			}
		}
	})
	return s
}

func (s *server) wait(t *testing.T) {
	t.Helper()
	select {
	case <-s.done:
	case <-time.After(lsptest.Patience):
		t.Error("the server does not end")
	}
}

func pipe(t *testing.T) (io.ReadCloser, io.WriteCloser) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	return r, w
}

// triage starts a server over the fixture triage and opens its bot. The client
// answers what it is asked with answer, which may be nil.
func triage(t *testing.T, capabilities object, answer func(string, json.RawMessage) (any, *lsptest.Error)) (*server, *lsptest.Doc) {
	t.Helper()
	s := serve(t, "triage")
	s.Answer = answer
	s.Initialize(capabilities, nil)
	return s, s.open(mainBot)
}

const (
	mainBot = "bots/triage/main.bot"
	libBot  = "bots/triage/lib/prompts.bot"
)

// open opens a file of the fixture.
func (s *server) open(name string) *lsptest.Doc { return s.Open(name, s.fixture.Files[name]) }

// uri is the URI of a file of the workspace.
func (s *server) uri(name string) string { return lsptest.URI(filepath.Join(s.Root, name)) }

// full are the capabilities of the client that has them all, changed.
func full(set ...func(object)) object {
	o := lsptest.FullClient()
	for _, f := range set {
		f(o)
	}
	return o
}

func with(value any, keys ...string) func(object) {
	return func(o object) { lsptest.Set(o, value, keys...) }
}

// pulls are the capabilities of a client that asks for diagnostics.
func pulls() object { return full(with(object{}, "textDocument", "diagnostic")) }
