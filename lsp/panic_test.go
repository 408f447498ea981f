package lsp_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/lsp"
	"github.com/boundary-lsp/boundary-lsp/lsp/lsptest"
)

func TestAPanicEndsNothingButWhatItHappensIn(t *testing.T) {
	var broken atomic.Bool
	inR, inW := pipe(t)
	outR, outW := pipe(t)
	core, logs := observer.New(zap.ErrorLevel)
	done := make(chan error, 1)
	go func() {
		done <- lsp.Serve(context.Background(), inR, outW, lsp.Options{
			Logger: zap.New(core), Dir: t.TempDir(),
			Today: func() config.Date {
				if broken.Load() {
					panic("no day today")
				}
				return config.Date{Y: 2026, M: 1, D: 1}
			},
		})
	}()
	t.Cleanup(func() {
		inW.Close()
		<-done
		outR.Close()
	})
	c := lsptest.New(t, outR, inW)
	c.Root = t.TempDir()
	// Without a scan, which has the workspace judged besides.
	c.Initialize(full(with(false, "workspace", "configuration")), object{"initializationOptions": object{"workspaceDiagnostics": false}})
	d := c.Open("main.bot", silenceable)
	if p := d.Diagnostics(); p.Codes() != "BND101" {
		t.Fatalf("codes %q", p.Codes())
	}
	broken.Store(true)
	d.Sub("Read the notes", "Read all notes")
	if p := d.Diagnostics(); p.Codes() != "CFG403" {
		t.Errorf("codes %q", p.Codes())
	}
	err, ok := c.Request("textDocument/hover", at(d, d.Of("agent a:").Start), nil).(*lsptest.Error)
	if ok && err.Code != -32603 {
		t.Errorf("hover: %v", err)
	}
	err, ok = c.Request("textDocument/codeLens", object{"textDocument": d.ID()}, nil).(*lsptest.Error)
	if !ok || err.Code != -32603 || strings.Contains(err.Message, "no day today") {
		t.Errorf("lenses: %v", err)
	}
	broken.Store(false)
	d.Sub("Read all notes", "Read your notes")
	if p := d.Diagnostics(); p.Codes() != "BND101" {
		t.Errorf("afterwards: %q", p.Codes())
	}
	stacks := 0
	for _, e := range logs.All() {
		if s, ok := e.ContextMap()["stack"].(string); ok && strings.Contains(s, "panic_test.go") {
			stacks++
		}
	}
	if stacks < 2 {
		t.Errorf("%d stacks in the log: %v", stacks, logs.All())
	}
}

func TestADocumentThatIsTooLargeIsRefusedWithADiagnostic(t *testing.T) {
	s := serve(t, "")
	s.Initialize(full(), nil)
	d := s.Open("main.bot", strings.Repeat("## nothing\n", 800_000))
	if p := d.Diagnostics(); p.Codes() != "CFG401" {
		t.Errorf("codes %q", p.Codes())
	}
	d.Change(object{"text": "dsl: 2\n"})
	if p := d.Diagnostics(); strings.Contains(p.Codes(), "CFG401") {
		t.Errorf("codes %q", p.Codes())
	}
}
