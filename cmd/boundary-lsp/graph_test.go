package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
)

// wellformed FILE
func wellformed(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: wellformed FILE")
	}
	if err := document(ts.ReadFile(args[0])); (err != nil) != neg {
		ts.Fatalf("%s: %v", args[0], err)
	}
}

// document reports what keeps a text from being an XML document with one root.
func document(src string) error {
	d := xml.NewDecoder(strings.NewReader(src))
	for depth, roots := 0, 0; ; {
		tok, err := d.Token()
		switch {
		case errors.Is(err, io.EOF) && roots == 1:
			return nil
		case err != nil:
			return err
		}
		switch x := tok.(type) {
		case xml.StartElement:
			if depth == 0 {
				roots++
			}
			depth++
		case xml.EndElement:
			depth--
		case xml.CharData:
			if depth == 0 && strings.TrimSpace(string(x)) != "" {
				return fmt.Errorf("text outside of the root: %q", x)
			}
		}
		if roots > 1 {
			return errors.New("there are two roots")
		}
	}
}

const graphed = "tool a:\n  command: \"true\"\n\nworkflow w:\n  entry: a\n  a -> done\n"

func TestGraphSaysWhyThereIsNone(t *testing.T) {
	w := newWorld(t, "part.bot", "tool a:\n  command: \"true\"\n", "notes.md", "# Notes\n", "broken/main.bot", graphed, "broken/.boundary.toml", "[")
	for name, says := range map[string]string{
		"part.bot": "no workflow", "notes.md": "no bot", "none.bot": "no such file", ".": "", "broken/main.bot": "does not parse",
	} {
		out, errs := w.wants(t, exitFailed, "graph", name)
		if out != "" || !strings.Contains(errs, name) || !strings.Contains(errs, says) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: %q %q", name, out, errs)
		}
		out, _ = w.wants(t, exitFailed, "graph", "--format", "json", name)
		var doc struct {
			SchemaVersion int
			Errors        []struct{ Path, Message string }
		}
		if err := json.Unmarshal([]byte(out), &doc); err != nil || doc.SchemaVersion != 1 || len(doc.Errors) != 1 ||
			doc.Errors[0].Path != name || !strings.Contains(doc.Errors[0].Message, says) {
			t.Errorf("%s: %v %q", name, err, out)
		}
	}
}

func TestGraphIsTheSameFromEveryFolder(t *testing.T) {
	w := newWorld(t, ".boundary.toml", "", "kit/main.bot", graphed, "other/x.md", "")
	for _, format := range []string{"json", "mermaid", "svg"} {
		want, _ := w.wants(t, exitClean, "graph", "--format", format, "kit/main.bot")
		elsewhere := &world{dir: w.dir + "/other", env: w.env}
		got, _ := elsewhere.wants(t, exitClean, "graph", "--format", format, "../kit/main.bot")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-from the root +from elsewhere):\n%s", format, diff)
		}
		if strings.Contains(got, w.dir) {
			t.Errorf("%s has an absolute path: %s", format, got)
		}
	}
}

func TestGraphIsNoJudgement(t *testing.T) {
	w := newWorld(t, "main.bot", graphed+"  a -> nobody when \x1b[31m\n")
	out, errs := w.wants(t, exitClean, "graph", "--format", "json", "main.bot")
	if errs != "" || !strings.Contains(out, `"complete": false`) {
		t.Errorf("%q %q", out, errs)
	}
}
