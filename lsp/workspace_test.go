package lsp_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/lsp/lsptest"
)

// registered waits for the registration of a method and gives its options.
func (s *server) registered(t *testing.T, method string, n int) string {
	t.Helper()
	found := 0
	for i := 1; ; i++ {
		m := s.WaitFor("client/registerCapability", i)
		var p struct {
			Registrations []struct {
				Method          string
				RegisterOptions json.RawMessage
			}
		}
		if err := json.Unmarshal(m.Params, &p); err != nil {
			t.Fatal(err)
		}
		if p.Registrations[0].Method == method {
			if found++; found == n {
				return string(p.Registrations[0].RegisterOptions)
			}
		}
	}
}

func TestFilesAreWatchedThroughTheClient(t *testing.T) {
	s := serve(t, "triage")
	s.Initialize(full(), nil)
	options := s.registered(t, "workspace/didChangeWatchedFiles", 1)
	for _, g := range []string{"**/*.bot", "**/*.md", "**/.boundary.toml", "**/.gitignore", "**/members.txt"} {
		if !strings.Contains(options, `"`+g+`"`) {
			t.Errorf("%s is not watched: %s", g, options)
		}
	}
	s.Codes(s.uri("members.txt"), "BND405")
	// The artifact gets another name.
	lsptest.WriteFile(t, filepath.Join(s.Root, ".boundary.toml"), "[boundary]\nmembers = \"class.txt\"\n")
	s.Notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": s.uri(".boundary.toml"), "type": 2}}})
	if options := s.registered(t, "workspace/didChangeWatchedFiles", 2); !strings.Contains(options, "**/class.txt") {
		t.Errorf("watched: %s", options)
	}
	s.Codes(s.uri("class.txt"), "BND405")
	s.Codes(s.uri("members.txt"), "")
}

func TestChangesOnDiskAreSeenWhenTheClientTells(t *testing.T) {
	s, d := triage(t, full(), nil)
	s.Codes(d.URI(), "BND101")
	lib := filepath.Join(s.Root, libBot)
	other := filepath.Join(s.Root, "bots/triage/lib/other.bot")
	tell := func(changes ...object) { s.Notify("workspace/didChangeWatchedFiles", object{"changes": changes}) }

	lsptest.WriteFile(t, lib, strings.Replace(s.fixture.Files[libBot], "UNTRUSTED", "TRUSTED", 1))
	tell(object{"uri": s.uri(libBot), "type": 2})
	s.Codes(d.URI(), "BND101 BND101")

	lsptest.WriteFile(t, lib, s.fixture.Files[libBot])
	tell(object{"uri": s.uri(libBot), "type": 2})
	s.Codes(d.URI(), "BND101")

	if err := os.Rename(lib, other); err != nil {
		t.Fatal(err)
	}
	tell(object{"uri": s.uri(libBot), "type": 3}, object{"uri": s.uri("bots/triage/lib/other.bot"), "type": 1})
	missing := s.waitCodes(d, func(codes string) bool { return strings.Contains(codes, "BOT1") || strings.Contains(codes, "BOT2") })
	d.Sub("lib/prompts.bot", "lib/other.bot")
	if p := d.Diagnostics(); p.Codes() != "BND101" {
		t.Errorf("after the rename: %s, before the edit %s", p.Codes(), missing)
	}
}

// waitCodes waits until the last diagnostics of a document are as wanted.
func (s *server) waitCodes(d *lsptest.Doc, ok func(codes string) bool) string {
	last := ""
	for n := 1; ; n++ {
		s.WaitFor("textDocument/publishDiagnostics", n)
		if list := s.Published(d.URI()); len(list) > 0 {
			if last = list[len(list)-1].Codes(); ok(last) {
				return last
			}
		}
	}
}

func TestFilesAreLookedAtAgainWhereNothingIsWatched(t *testing.T) {
	for name, act := range map[string]func(s *server, d *lsptest.Doc){
		"on saving":  func(_ *server, d *lsptest.Doc) { d.Save() },
		"on opening": func(s *server, _ *lsptest.Doc) { s.open("bots/triage/guide.md").Shut(); s.open(libBot).Shut() },
	} {
		t.Run(name, func(t *testing.T) {
			s, d := triage(t, full(with(false, "workspace", "didChangeWatchedFiles", "dynamicRegistration")), nil)
			s.Codes(d.URI(), "BND101")
			lsptest.WriteFile(t, filepath.Join(s.Root, libBot), "dsl: 2\n\n"+strings.Replace(s.fixture.Files[libBot], "UNTRUSTED", "TRUSTED", 1))
			act(s, d)
			s.Codes(d.URI(), "BND101 BND101")
		})
	}
}

func TestEachWorkspaceFolderHasItsOwnConfiguration(t *testing.T) {
	s := serve(t, "")
	one, two := filepath.Join(s.Root, "one"), filepath.Join(s.Root, "two")
	f := lsptest.Load(t, filepath.Join("..", "testdata", "lsp", "triage.txtar"))
	f.Write(t, one)
	f.Write(t, two)
	lsptest.WriteFile(t, filepath.Join(two, ".boundary.toml"),
		"[[boundary.deferred]]\nnode = \"triage/report\"\nowner = \"crew\"\nreason = \"later\"\n")
	s.Initialize(full(), object{"workspaceFolders": []object{{"uri": lsptest.URI(one), "name": "one"}}})
	s.Codes(s.uri("one/"+mainBot), "BND101")
	if p := s.Published(s.uri("two/" + mainBot)); len(p) > 0 {
		t.Errorf("a folder that is none of the workspace: %v", p)
	}
	change := func(added, removed []string) {
		list := func(dirs []string) []object {
			out := []object{}
			for _, dir := range dirs {
				out = append(out, object{"uri": lsptest.URI(dir), "name": filepath.Base(dir)})
			}
			return out
		}
		s.Notify("workspace/didChangeWorkspaceFolders", object{"event": object{"added": list(added), "removed": list(removed)}})
	}
	change([]string{two}, nil)
	s.Codes(s.uri("two/"+mainBot), "BND105")
	change(nil, []string{one})
	s.Codes(s.uri("one/"+mainBot), "")
}

func TestWorkspaceDiagnosticsFollowTheSetting(t *testing.T) {
	var on atomic.Bool
	s := serve(t, "triage")
	s.Answer = func(method string, _ json.RawMessage) (any, *lsptest.Error) {
		if method == "workspace/configuration" {
			return []any{object{"workspaceDiagnostics": on.Load()}}, nil
		}
		return nil, nil
	}
	s.Initialize(full(), nil)
	d := s.open(mainBot)
	d.Diagnostics()
	s.WaitFor("workspace/configuration", 1)
	on.Store(true)
	s.Notify("workspace/didChangeConfiguration", object{"settings": nil})
	s.Codes(s.uri("members.txt"), "BND405")
	on.Store(false)
	s.Notify("workspace/didChangeConfiguration", object{"settings": nil})
	s.Codes(s.uri("members.txt"), "")
	if p := s.Published(d.URI()); p[len(p)-1].Codes() != "BND101" {
		t.Errorf("the open document has %q", p[len(p)-1].Codes())
	}
	if options := s.registered(t, "workspace/didChangeConfiguration", 1); !strings.Contains(options, "boundary") {
		t.Errorf("registered with %s", options)
	}
}

func TestAScanThatTheUserCancelsIsOver(t *testing.T) {
	s := serve(t, "triage")
	s.Initialize(full(), nil)
	s.Notify("window/workDoneProgress/cancel", object{"token": "boundary/scan"})
	s.Notify("window/workDoneProgress/cancel", object{"token": 7})
	d := s.open(mainBot)
	if p := d.Diagnostics(); p.Codes() != "BND101" {
		t.Errorf("codes %q", p.Codes())
	}
	// The next change on disk asks for another scan.
	s.Notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": s.uri(libBot), "type": 2}}})
	s.Codes(s.uri("members.txt"), "BND405")
}

func TestAFolderThatIsRemovedTakesItsFindingsAlong(t *testing.T) {
	s := serve(t, "triage")
	s.Initialize(full(), nil)
	if options := s.registered(t, "workspace/didChangeWatchedFiles", 1); !strings.Contains(options, `"kind":4`) {
		t.Errorf("removed folders are not watched: %s", options)
	}
	s.Codes(s.uri(mainBot), "BND101")
	if err := os.RemoveAll(filepath.Join(s.Root, "bots")); err != nil {
		t.Fatal(err)
	}
	// What was in it is not named.
	s.Notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": s.uri("bots"), "type": 3}}})
	s.Codes(s.uri(mainBot), "")
}

func TestIgnoredFilesAreNotShown(t *testing.T) {
	s := serve(t, "triage")
	lsptest.WriteFile(t, filepath.Join(s.Root, ".gitignore"), "bots/\n")
	s.Initialize(full(), nil)
	// Nothing acts, so the artifact is missing all the same.
	s.Codes(s.uri("members.txt"), "BND405")
	if err := os.Remove(filepath.Join(s.Root, ".gitignore")); err != nil {
		t.Fatal(err)
	}
	s.Notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": s.uri(".gitignore"), "type": 3}}})
	s.Codes(s.uri(mainBot), "BND101")
	if !slices.ContainsFunc(s.Published(s.uri(mainBot)), func(p lsptest.Published) bool { return p.Version == nil }) {
		t.Error("a version for a file that is not open")
	}
}
