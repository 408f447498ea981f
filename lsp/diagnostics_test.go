package lsp_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/lsp/lsptest"
)

func TestOpeningPublishesWithTheVersion(t *testing.T) {
	s, d := triage(t, full(), nil)
	p := d.Diagnostics()
	if p.Codes() != "BND101" {
		t.Fatalf("codes %q", p.Codes())
	}
	got := p.Diagnostics[0]
	if got.Range != s.fixture.Range(d, "missing") {
		t.Errorf("range %v of %q", got.Range, d.Slice(got.Range))
	}
	if got.Severity != 1 || got.Source != "boundary" || got.CodeDescription == nil ||
		!strings.HasSuffix(got.CodeDescription.Href, "/docs/rules/BND101.md") || !strings.HasPrefix(got.CodeDescription.Href, "https://") {
		t.Errorf("severity %d, source %q, %v", got.Severity, got.Source, got.CodeDescription)
	}
	var data struct {
		Code  string
		Fixes []struct{ ID, Title string }
		Data  struct{ Node string }
	}
	if err := json.Unmarshal(got.Data, &data); err != nil || data.Code != "BND101" || len(data.Fixes) == 0 ||
		data.Fixes[0].ID != "insert-the-boundary-paragraph" || !strings.HasSuffix(data.Data.Node, "report") {
		t.Errorf("data %s, %v", got.Data, err)
	}
}

func TestEachVersionIsPublishedOnceAndDependentsFollow(t *testing.T) {
	s, d := triage(t, full(), nil)
	lib := s.open(libBot)
	lib.Diagnostics()
	d.Diagnostics()
	lib.Sub("UNTRUSTED INPUT BOUNDARY", "UNTRUSTED INPUT")
	lib.Diagnostics()
	if p := s.Codes(d.URI(), "BND101 BND101"); p.Version == nil || *p.Version != 1 {
		t.Errorf("version %v", p.Version)
	}
	lib.Sub("UNTRUSTED INPUT", "UNTRUSTED INPUT BOUNDARY")
	s.Codes(d.URI(), "BND101")
}

func TestALibraryThatIsNotOpenIsReadFromDiskAndReadAgainWhenItCloses(t *testing.T) {
	s, d := triage(t, full(), nil)
	s.Codes(d.URI(), "BND101")
	lib := s.open(libBot)
	lib.Sub("UNTRUSTED INPUT BOUNDARY", "UNTRUSTED INPUT")
	s.Codes(d.URI(), "BND101 BND101")
	lib.Shut() // without saving
	s.Codes(d.URI(), "BND101")
}

func TestRelatedInformationAndTagsOnlyWhereTheClientTakesThem(t *testing.T) {
	const doc = "agent a:\n  model: \"m\"\n\nagent a:\n  model: \"m\"\n\nworkflow w:\n  entry: a\n  a -> done\n"
	for name, tc := range map[string]struct {
		capabilities object
		related      bool
	}{
		"a client that takes them": {full(), true},
		"a client that takes none": {lsptest.PlainClient(), false},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, "")
			s.Initialize(tc.capabilities, nil)
			d := s.Open("main.bot", doc)
			p := d.Diagnostics()
			if len(p.Diagnostics) == 0 {
				t.Fatal("nothing found")
			}
			related := false
			for _, x := range p.Diagnostics {
				related = related || len(x.RelatedInformation) > 0
			}
			if related != tc.related {
				t.Errorf("related information: %v", related)
			}
		})
	}
}

func TestADocumentOfAnotherKindGetsNothing(t *testing.T) {
	s := serve(t, "triage")
	s.Initialize(full(), nil)
	other := s.OpenAs("notes.txt", "plaintext", "agent x:\n")
	git := s.OpenAs("git:/x/main.bot?ref", "bot", "agent x:\n")
	other.Sub("x", "y")
	git.Sub("x", "y")
	d := s.open(mainBot)
	d.Diagnostics()
	for _, doc := range []*lsptest.Doc{other, git} {
		if p := s.Published(doc.URI()); len(p) > 0 {
			t.Errorf("%s: published %v", doc.Path, p)
		}
		doc.Shut()
	}
}

func TestAnUntitledBotIsAnalysedAlone(t *testing.T) {
	s := serve(t, "triage")
	s.Initialize(full(), nil)
	d := s.OpenAs("untitled:Untitled-1", "bot", s.fixture.Files[mainBot])
	p := d.Diagnostics()
	// The library is not there, and its absence is said once.
	if !strings.Contains(p.Codes(), "BND101") || !strings.Contains(p.Codes(), "BOT") {
		t.Errorf("codes %q", p.Codes())
	}
	d.Shut()
	s.Codes(d.URI(), "")
}

func TestAnEmptyListIsAList(t *testing.T) {
	s := serve(t, "triage")
	s.Initialize(full(), nil)
	lib := s.open(libBot)
	lib.Diagnostics()
	for _, m := range s.Seen("textDocument/publishDiagnostics") {
		if strings.Contains(string(m.Params), "null") {
			t.Errorf("null in %s", m.Params)
		}
	}
}

func TestTheScanReportsFilesThatAreNotOpen(t *testing.T) {
	s := serve(t, "triage")
	s.Initialize(full(), nil)
	p := s.Codes(s.uri(mainBot), "BND101")
	if p.Version != nil {
		t.Errorf("version %d of a file that is not open", *p.Version)
	}
	s.Codes(s.uri("members.txt"), "BND405")
}

func TestFilesThatVanishLoseTheirDiagnostics(t *testing.T) {
	s := serve(t, "triage")
	s.Initialize(full(), nil)
	s.Codes(s.uri(mainBot), "BND101")
	if err := os.Remove(filepath.Join(s.Root, mainBot)); err != nil {
		t.Fatal(err)
	}
	s.Notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": s.uri(mainBot), "type": 3}}})
	s.Codes(s.uri(mainBot), "")
}

func TestASilencedRuleOfTheConfigurationIsGoneAtOnce(t *testing.T) {
	s, d := triage(t, full(), nil)
	d.Diagnostics()
	s.Codes(s.uri("members.txt"), "BND405")
	cfg := s.open(".boundary.toml")
	cfg.Replace(0, len(cfg.Text), "[[boundary.deferred]]\nnode = \"triage/report\"\nowner = \"crew\"\nreason = \"later\"\n")
	s.Codes(d.URI(), "BND105")
	s.Codes(s.uri("members.txt"), "")
	cfg.Replace(0, 0, "[[[ no toml\n")
	cfg.Diagnostics()
	// The last good one stays in force.
	d.Sub("é 🦊", "è 🦊")
	if p := d.Diagnostics(); p.Codes() != "BND105" {
		t.Errorf("codes %q", p.Codes())
	}
}
