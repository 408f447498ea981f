package lsptest_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/boundary-lsp/boundary-lsp/lsp/lsptest"
)

type object = lsptest.Object

// program is the server that is tested, built once.
var program string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "boundary-lsp")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		program = filepath.Join(dir, "boundary-lsp")
		build := exec.Command("go", "build", "-o", program, "../../cmd/boundary-lsp")
		if out, err := build.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%v\n%s", err, out)
			return 1
		}
		code := m.Run()
		if err := goleak.Find(); err != nil && code == 0 {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return code
	}())
}

const (
	mainBot = "bots/triage/main.bot"
	libBot  = "bots/triage/lib/prompts.bot"
)

// triage starts the program over the fixture triage.
func triage(t testing.TB, capabilities object) (*lsptest.Process, *lsptest.Fixture) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	f := lsptest.Load(t, filepath.Join("..", "..", "testdata", "lsp", "triage.txtar"))
	f.Write(t, root)
	p := lsptest.Start(t, program, "--stdio")
	p.Root = root
	p.Initialize(capabilities, nil)
	return p, f
}

func TestANodeIsTypedAndMended(t *testing.T) {
	const typed = "agent late:\n  model: \"m\"\n  backend: claw\n  system: duties\n  tools: [bash]\n\n"
	p, f := triage(t, lsptest.FullClient())
	d := p.Open(mainBot, strings.Replace(f.Files[mainBot], "  system: summing_up\n  tools: [write_file]", "  system: summing_up\n  tools: [read_file]", 1))
	d.Sub("prompt summing_up:", "prompt duties:\n  Read the notes — é 🦊.\n\nprompt summing_up:")
	if got := d.Diagnostics().Codes(); got != "" {
		t.Fatalf("at first: %s", got)
	}
	at := strings.Index(d.Text, "agent plan:")
	for i := range len(typed) {
		d.Replace(at+i, at+i, typed[i:i+1])
	}
	got := d.Diagnostics()
	if !strings.Contains(got.Codes(), "BND101") || *got.Version != d.Version {
		t.Fatalf("typed: %s of version %d", got.Codes(), *got.Version)
	}
	var missing lsptest.Diagnostic
	for _, x := range got.Diagnostics {
		if x.Code == "BND101" {
			missing = x
		}
	}
	if d.Slice(missing.Range) != "duties" {
		t.Errorf("BND101 on %q", d.Slice(missing.Range))
	}
	var hover struct{ Contents struct{ Value string } }
	p.Must("textDocument/hover", object{"textDocument": d.ID(), "position": d.Of("late").Start}, &hover)
	if !strings.Contains(hover.Contents.Value, "tools: bash") {
		t.Errorf("hover %q", hover.Contents.Value)
	}
	var actions []struct {
		Title string
		Data  any
		Edit  *lsptest.WorkspaceEdit
	}
	p.Must("textDocument/codeAction", object{
		"textDocument": d.ID(), "range": missing.Range, "context": object{"diagnostics": []any{}},
	}, &actions)
	if len(actions) == 0 || actions[0].Title != "Insert the boundary paragraph into prompt duties" {
		t.Fatalf("actions %+v", actions)
	}
	p.Must("codeAction/resolve", object{"title": actions[0].Title, "data": actions[0].Data}, &actions[0])
	p.Apply(actions[0].Edit)
	if got := d.Diagnostics().Codes(); strings.Contains(got, "BND101") {
		t.Errorf("after the fix: %s\n%s", got, d.Text)
	}
	p.Shutdown()
	if code := p.Exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestAnEditOfTheLibraryShowsInTheBot(t *testing.T) {
	p, f := triage(t, lsptest.FullClient())
	d := p.Open(mainBot, f.Files[mainBot])
	lib := p.Open(libBot, f.Files[libBot])
	p.Codes(d.URI(), "BND101")
	lib.Sub("UNTRUSTED INPUT BOUNDARY", "Untrusted Input Boundary")
	p.Codes(d.URI(), "BND101 BND101")
	lib.Sub("Untrusted Input Boundary", "UNTRUSTED INPUT BOUNDARY")
	p.Codes(d.URI(), "BND101")
	// Renamed on disk, and gone.
	p.Docs[libBot].Shut()
	if err := os.Rename(filepath.Join(p.Root, libBot), filepath.Join(p.Root, "bots/triage/lib/moved.bot")); err != nil {
		t.Fatal(err)
	}
	p.Notify("workspace/didChangeWatchedFiles", object{"changes": []object{
		{"uri": lib.URI(), "type": 3}, {"uri": lsptest.URI(filepath.Join(p.Root, "bots/triage/lib/moved.bot")), "type": 1},
	}})
	for n := 0; ; n = len(p.Seen("textDocument/publishDiagnostics")) {
		list := p.Published(d.URI())
		if strings.Contains(list[len(list)-1].Codes(), "BOT") {
			break
		}
		if !p.WaitMore(n) {
			t.Fatalf("the import is gone: %s", list[len(list)-1].Codes())
		}
	}
	p.Shutdown()
	if code := p.Exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestExitCodes(t *testing.T) {
	for name, tc := range map[string]struct {
		end  func(p *lsptest.Process)
		code int
	}{
		"shutdown and exit":       {func(p *lsptest.Process) { p.Shutdown() }, 0},
		"shutdown and the end":    {func(p *lsptest.Process) { p.Must("shutdown", nil, nil); p.Close() }, 0},
		"a bare exit":             {func(p *lsptest.Process) { p.Notify("exit", nil) }, 1},
		"the end of the input":    {func(p *lsptest.Process) { p.Close() }, 1},
		"the end within a header": {func(p *lsptest.Process) { _ = p.Raw("Content-Le"); p.Close() }, 1},
	} {
		t.Run(name, func(t *testing.T) {
			p, f := triage(t, lsptest.FullClient())
			d := p.Open(mainBot, f.Files[mainBot])
			d.Sub("Sum", "Add") // it is analysed meanwhile
			tc.end(p)
			if code := p.Exit(); code != tc.code {
				t.Errorf("exit code %d, want %d", code, tc.code)
			}
		})
	}
}

func TestExitBeforeInitialize(t *testing.T) {
	p := lsptest.Start(t, program)
	p.Notify("exit", nil)
	if code := p.Exit(); code != 1 {
		t.Errorf("exit code %d", code)
	}
}

func TestNothingButTheProtocolIsWritten(t *testing.T) {
	p := lsptest.Start(t, program, "--trace", "--log-level", "debug")
	p.Root = t.TempDir()
	p.Initialize(lsptest.FullClient(), nil)
	_ = p.Raw("nonsense\r\n\r\nContent-Length: 3\r\n\r\n{x}")
	d := p.Open("main.bot", "agent a:\n")
	d.Diagnostics() // which a client that met anything else would not read
	p.Shutdown()
	if code := p.Exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if log := p.Stderr(); !strings.Contains(log, "textDocument/didOpen") {
		t.Errorf("the trace is not in the log:\n%s", log)
	}
}

func TestABurstOverAPipeIsAnsweredOnce(t *testing.T) {
	p, f := triage(t, lsptest.FullClient())
	d := p.Open(mainBot, f.Files[mainBot])
	d.Diagnostics()
	p.Forget()
	end := d.Of("Sum the ticket up").End
	p.Batch(func() {
		for range 100 {
			d.Change(object{"range": lsptest.Range{Start: end, End: end}, "text": "p"})
		}
	})
	d.Diagnostics()
	p.Must("textDocument/hover", object{"textDocument": d.ID(), "position": lsptest.Position{}}, nil)
	if list := p.Published(d.URI()); len(list) != 1 {
		t.Errorf("published %d times", len(list))
	}
}
