package lsp_test

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
	"github.com/boundary-lsp/boundary-lsp/lsp/lsptest"
)

// options are the format options that a client sends and nobody reads.
var options = object{"tabSize": 8, "insertSpaces": false}

// edited asks for edits of a document and applies them; answered is false for
// null.
func edited(s *server, d *lsptest.Doc, method string, params object) (out string, answered bool) {
	params["textDocument"], params["options"] = d.ID(), options
	var edits []lsptest.Edit
	var raw json.RawMessage
	s.Must(method, params, &raw)
	if string(raw) == "null" {
		return d.Text, false
	}
	s.Must(method, params, &edits)
	list := make([]text.Edit, len(edits))
	for i, e := range edits {
		list[i] = text.Edit{Span: text.Span{Start: d.Offset(e.Range.Start), End: d.Offset(e.Range.End)}, New: e.NewText}
	}
	out, err := text.Apply(d.Text, list)
	if err != nil {
		return err.Error(), true
	}
	return out, true
}

var (
	typingMark = regexp.MustCompile(`^(\S+) (\d+):(\d+) ontype (".*?") = (".*")$`)
	rangeMark  = regexp.MustCompile(`^(\S+) (\d+):(\d+)-(\d+):(\d+) range = (\S+)$`)
)

// The marks of testdata/authoring about typing and ranges.
func TestFormattingMarks(t *testing.T) {
	paths, err := filepath.Glob("../testdata/authoring/marker_t_*.txtar")
	if err != nil || len(paths) != 4 {
		t.Fatalf("%d vectors, %v", len(paths), err)
	}
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files := map[string]string{}
		for _, f := range a.Files {
			files[f.Name] = string(f.Data)
		}
		s := serve(t, "")
		s.Initialize(full(), nil)
		docs := map[string]*lsptest.Doc{}
		for line := range strings.Lines(files["marks"]) {
			line = strings.TrimSpace(line)
			t.Run(filepath.Base(path)+" "+line, func(t *testing.T) {
				name, _, _ := strings.Cut(line, " ")
				if docs[name] == nil {
					docs[name] = s.Open(name, files[name])
				}
				mark(t, s, docs[name], files, line)
			})
		}
	}
}

func mark(t *testing.T, s *server, d *lsptest.Doc, files map[string]string, line string) {
	t.Helper()
	if m := typingMark.FindStringSubmatch(line); m != nil {
		at := position(t, m[2], m[3])
		ch, _ := strconv.Unquote(m[4])
		want, _ := strconv.Unquote(m[5])
		got, _ := edited(s, d, "textDocument/onTypeFormatting", object{"position": at, "ch": ch})
		if got := strings.Split(got, "\n")[at.Line]; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		return
	}
	m := rangeMark.FindStringSubmatch(line)
	if m == nil {
		t.Fatalf("no mark: %s", line)
	}
	r := lsptest.Range{Start: position(t, m[2], m[3]), End: position(t, m[4], m[5])}
	want := files[m[6]]
	if want == "" {
		want = files["want/"+m[6]]
	}
	got, ok := edited(s, d, "textDocument/rangeFormatting", object{"range": r})
	if diff := cmp.Diff(want, got); diff != "" || !ok {
		t.Errorf("answered %v (-want +got):\n%s", ok, diff)
	}
}

func position(t *testing.T, line, col string) (p lsptest.Position) {
	t.Helper()
	n, err := strconv.Atoi(line)
	if err != nil {
		t.Fatal(err)
	}
	c, err := strconv.Atoi(col)
	if err != nil {
		t.Fatal(err)
	}
	p.Line, p.Character = n-1, c-1
	return p
}

func TestFormattingOfBotsIsThatOfFmt(t *testing.T) {
	s := serve(t, "")
	c := s.Initialize(full(), nil).Capabilities
	typing := c.DocumentOnTypeFormattingProvider
	if triggers := append(typing.MoreTriggerCharacter, typing.FirstTriggerCharacter); !c.DocumentRangeFormattingProvider || len(triggers) != 3 {
		t.Errorf("ranges %v, triggers %q", c.DocumentRangeFormattingProvider, triggers)
	}
	d := s.Open("a.bot", "schema s:\r\n    ok:   bool\r\n## é🦊\r\nagent a:\r\n    model:\"m/x\"   ## 🦊  \r\n")
	got, _ := edited(s, d, "textDocument/formatting", object{})
	want := "schema s:\r\n  ok: bool\r\n\r\n## é🦊\r\nagent a:\r\n  model: \"m/x\"   ## 🦊\r\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	broken := s.Open("b.bot", "agent a:\n    model: \"m/x\n")
	for method, params := range map[string]object{
		"textDocument/formatting":      {},
		"textDocument/rangeFormatting": {"range": lsptest.Range{}},
	} {
		if _, answered := edited(s, broken, method, params); answered {
			t.Errorf("%s answers for a document that does not parse", method)
		}
	}
}
