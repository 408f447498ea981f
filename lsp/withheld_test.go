package lsp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
	"github.com/boundary-lsp/boundary-lsp/lsp"
	"github.com/boundary-lsp/boundary-lsp/lsp/lsptest"
	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

// lockedText gathers what several goroutines write.
type lockedText struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *lockedText) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// Neither the log at its lowest level nor the trace of the messages, neither a
// diagnostic nor an answer but the rendered regions, shows a sample value.
func TestNothingThatTheServerSaysOfARunShowsAValue(t *testing.T) {
	inR, inW := pipe(t)
	outR, outW := pipe(t)
	var log lockedText
	core := zapcore.NewCore(zapcore.NewJSONEncoder(zap.NewDevelopmentEncoderConfig()), zapcore.AddSync(&log), zap.DebugLevel)
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = lsp.Serve(context.Background(), inR, outW, lsp.Options{
			Logger: zap.New(core), Dir: root, Trace: func(e rpc.Event) { fmt.Fprintf(&log, "%+v\n", e) },
		})
	}()
	t.Cleanup(func() {
		inW.Close()
		<-done
		outR.Close()
	})
	c := lsptest.New(t, outR, inW)
	c.Root = root
	c.Initialize(full(), nil)

	regions, refused := 0, 0
	for seed := range uint64(40) {
		p := playbooktest.Random(seed, false)
		values, err := json.MarshalIndent(p.Launch, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		dir := fmt.Sprintf("p%d/", seed)
		if src, ok := p.Files["packs/lib.star"]; ok {
			lsptest.WriteFile(t, filepath.Join(root, "packs", "lib.star"), src)
			c.Notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": lsptest.URI(filepath.Join(root, "packs/lib.star")), "type": 1}}})
		}
		sample := c.Open(dir+"playbook.params.json", string(values))
		entry := c.Open(dir+"playbook.star", p.Files[playbooktest.EntryID])
		var got preview
		c.Must("workspace/executeCommand", object{"command": "boundary.renderPlaybook", "arguments": []any{entry.URI()}}, &got)
		rest, err := playbooktest.OutsideRegions(got.Text)
		if err != nil && !strings.Contains(p.String(), "<<<") {
			t.Errorf("%v\n%s", err, p)
		}
		if got.Error != nil {
			refused++
			rest += got.Error.Message
		}
		for _, r := range got.Prompts {
			regions += len(r.External)
		}
		rest += strings.Join(got.Printed, "\n")
		for _, answer := range said(c, entry) {
			rest += answer
		}
		entry.Diagnostics()
		if part := playbooktest.Leak(rest, p.Secrets); part != "" {
			t.Errorf("an answer shows %q:\n%s\n%s", part, rest, p)
		}
		// What does not parse is refused, and not repeated.
		secret := p.Secrets[0]
		_ = c.Request("workspace/executeCommand", object{"command": "boundary.renderPlaybook", "arguments": []any{secret}}, nil)
		_ = c.Request("textDocument/hover", object{"textDocument": secret, "position": secret}, nil)
		sample.Replace(0, 1, `{"`+secret[:8]+`": "`+secret+`", `+secret)
		c.Must("workspace/executeCommand", object{"command": "boundary.renderPlaybook", "arguments": []any{entry.URI()}}, &got)
		if got.Error == nil || playbooktest.Leak(got.Error.Message, p.Secrets) != "" {
			t.Errorf("broken sample values give %+v", got.Error)
		}
		// Diagnostics, progress and whatever else came unasked.
		for _, method := range []string{"textDocument/publishDiagnostics", "window/logMessage", "window/showMessage", "$/progress", "$/logTrace"} {
			for _, m := range c.Seen(method) {
				if part := playbooktest.Leak(string(m.Params), p.Secrets); part != "" {
					t.Errorf("%s shows %q:\n%s\n%s", method, part, m.Params, p)
				}
			}
		}
		c.Forget()
		if part := playbooktest.Leak(log.String(), p.Secrets); part != "" {
			t.Fatalf("the log shows %q:\n%s", part, log.String())
		}
	}
	if regions == 0 || refused == 0 {
		t.Errorf("%d regions, %d runs refused", regions, refused)
	}
	if s := log.String(); !strings.Contains(s, "workspace/executeCommand") {
		t.Errorf("the log has no message in it:\n%s", s)
	}
}

// said asks for what an editor shows of a playbook and gives the answers.
func said(c *lsptest.Client, d *lsptest.Doc) []string {
	var all []string
	ask := func(method string, params object) {
		var answer json.RawMessage
		if err := c.Request(method, params, &answer); err != nil {
			all = append(all, err.Error())
		}
		all = append(all, string(answer))
	}
	id := d.ID()
	for _, line := range []int{0, 2, 5, 9} {
		ask("textDocument/hover", object{"textDocument": id, "position": object{"line": line, "character": 1}})
	}
	for _, method := range []string{"textDocument/codeLens", "textDocument/documentSymbol", "textDocument/foldingRange", "textDocument/semanticTokens/full"} {
		ask(method, object{"textDocument": id})
	}
	ask("textDocument/codeAction", object{"textDocument": id, "range": object{"start": object{"line": 0, "character": 0}, "end": object{"line": 99, "character": 0}}, "context": object{"diagnostics": []object{}}})
	ask("textDocument/inlayHint", object{"textDocument": id, "range": object{"start": object{"line": 0, "character": 0}, "end": object{"line": 99, "character": 0}}})
	return all
}
