package bothover_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/bothover"
	"github.com/boundary-lsp/boundary-lsp/analysis/botindex"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// everywhere hovers over every byte of a file; it gives the hovers that were
// not nothing.
func everywhere(t *testing.T, snap *workspace.Snapshot, file string) (list []string) {
	t.Helper()
	src := snap.File(file).Text
	if src == nil {
		t.Fatalf("%s cannot be read", file)
	}
	for off := range src.Len() + 1 {
		md, span, ok := analysis.Hover(snap, file, off, true)
		if !ok {
			continue
		}
		if md == "" || !span.Contains(off) || span.Start < 0 || span.End > src.Len() || span.Empty() {
			t.Errorf("%s at %d: span %v, %q", file, off, span, md)
		}
		if !sound(md) {
			t.Errorf("%s at %d: something hides in %q", file, off, md)
		}
		list = append(list, md)
	}
	return list
}

// sound reports whether nothing in a hover hides or leaves its code font: each
// line outside of a fence has an even number of backticks.
func sound(md string) bool {
	if !utf8.ValidString(md) {
		return false
	}
	fence := ""
	for line := range strings.SplitSeq(md, "\n") {
		for _, r := range line {
			if finding.Invisible(r) {
				return false
			}
		}
		switch ticks := strings.TrimRight(line, "abcdefghijklmnopqrstuvwxyz"); {
		case fence != "":
			if line == fence {
				fence = ""
			}
		case len(ticks) >= 3 && strings.Trim(ticks, "`") == "":
			fence = ticks
		case strings.Count(line, "`")%2 != 0:
			return false
		}
	}
	return fence == ""
}

func TestHoversOfTheVectorsHoldTheirPlace(t *testing.T) {
	n := 0
	for _, v := range vectors(t, "*.txtar") {
		for _, file := range v.files {
			switch workspace.Kind(file) {
			case workspace.Bot, workspace.Markdown, workspace.Config:
				n += len(everywhere(t, v.snap, file))
			}
		}
	}
	if n < 5000 {
		t.Errorf("only %d hovers", n)
	}
}

const every = `dsl: 2

vars:
  topic: string [enum: "a", "b"] = "a"
  rounds: int

presets:
  fast:
    topic: "b"

attachments:
  shot: image
    description: "d"

secrets:
  token: "s3cr3t-value"
  other:
    value: "${TOKEN:-s3cr3t-value}"
    as: file
    hosts: ["example.org"]

mcp_server files:
  transport: stdio
  command: "serve ${PORT:-80}"

cursor tone:
  values:
    calm: "be calm"

schema verdict:
  ok: bool
  note: string [enum: "x", "y"]

prompt p:
  About {{vars.topic}} and {{outputs.a.note}} in {{loop.again.iteration}}, {{attachments.shot.path}}.
  {{include "more.md"}}

supervisor s:
  watches: [a]
  model: "m"

contract c:
  inputs:
    in: string
      required: true

group g(label):
  agent inner:
    backend: claw
    output: verdict
    user: p
  tool t:
    command: "echo {{params.label}} {{!outputs.inner.note}} {{secrets.token}}"
  inner -> t

use g as one with { label: "x" }
use g as two with { label: "y" }

agent a:
  description: "reads"
  model: "${MODEL:-m}"
  backend: "codex"
  tools: [read_file, mcp.files.read, bash]
  capabilities: [board.read, board.close]
  input: verdict
  output: verdict
  publish: report
  system: p
  session: fresh
  cursors:
    tone: calm
  fallbacks:
    spare:
      backend: "kimi"
      on: [any]
  sandbox:
    mode: inline
    network:
      mode: denylist

router r:
  mode: condition

emit e:
  event: "ready"

wait w:
  event: "ready"
  timeout: "1m"

compute k:
  output: verdict
  expr:
    ok: "length(outputs.a.note) > 0 && run.tokens < 3"
    note: "if(ok, vars.topic, artifacts.report)"

workflow x:
  entry: a
  resources:
    disk: 1
  a -> one.inner when ok with { note: "{{outputs.a.note}}" }
  a -> r else
  one.t -> a as again("{{vars.rounds}}")
  r -> two.inner when "note == 'x'"
  r -> done else
  two.t -> e -> w -> k
  k -> a as foreach item(i in "{{outputs.a.note}}")
  k -> fail
`

func lay(t *testing.T, src string) (*workspace.Snapshot, string) {
	t.Helper()
	dir := workspace.Key(t.TempDir())
	file := dir + "/main.bot"
	snap := workspace.NewSession(workspace.Options{Dir: dir, Folders: []string{dir}}).Snapshot()
	return snap.With(map[string]*text.Text{file: text.New(src), dir + "/more.md": text.New("More.\n")}), file
}

// Hover answers in every state of a bot that is being typed or damaged.
func TestHoversOfBrokenTextHoldTheirPlace(t *testing.T) {
	damage := map[string]func(s string) string{
		"whole":               func(s string) string { return s },
		"without colons":      func(s string) string { return strings.ReplaceAll(s, ":", "") },
		"without quotes":      func(s string) string { return strings.ReplaceAll(s, `"`, "") },
		"without line ends":   func(s string) string { return strings.ReplaceAll(s, "\n", " ") },
		"with CRLF":           func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
		"with tabs":           func(s string) string { return strings.ReplaceAll(s, "  ", "\t") },
		"without braces":      func(s string) string { return strings.NewReplacer("{", "", "}", "").Replace(s) },
		"without indentation": func(s string) string { return strings.ReplaceAll(s, "\n  ", "\n") },
		"of other letters":    func(s string) string { return strings.NewReplacer("a", "é", "o", "🦊").Replace(s) },
		"with a mark":         func(s string) string { return "\ufeff" + s },
	}
	for name, f := range damage {
		t.Run(name, func(t *testing.T) {
			snap, file := lay(t, f(every))
			if n := len(everywhere(t, snap, file)); name == "whole" && n < 900 {
				t.Errorf("only %d hovers", n)
			}
		})
	}
	t.Run("cut", func(t *testing.T) {
		for cut := 0; cut < len(every); cut += 37 {
			snap, file := lay(t, every[:cut])
			for off := max(cut-40, 0); off <= cut; off++ {
				if _, span, ok := analysis.Hover(snap, file, off, true); ok && (!span.Contains(off) || span.End > cut) {
					t.Errorf("cut at %d, offset %d: %v", cut, off, span)
				}
			}
		}
	})
}

// A server of tools is often handed a credential in the clear.
func TestTheCredentialsOfAServerAreNotShown(t *testing.T) {
	snap, file := lay(t, "dsl: 2\n\nmcp_server files:\n  transport: http\n  url: \"https://example.org\"\n"+
		"  auth:\n    type: oauth2\n    client_id: \"s3cr3t\"\n    scopes: [\"s3cr3t\"]\n  args: [\"open\"]\n")
	shown := false
	for _, md := range everywhere(t, snap, file) {
		if strings.Contains(md, "s3cr3t") {
			t.Errorf("a credential is shown:\n%s", md)
		}
		shown = shown || strings.Contains(md, "auth: …")
	}
	if !shown {
		t.Error("no hover shows the server")
	}
}

func TestSecretsAndTheEnvironmentAreNeverShown(t *testing.T) {
	t.Setenv("MODEL", "from-this-machine")
	t.Setenv("TOKEN", "from-this-machine")
	snap, file := lay(t, every)
	for _, md := range everywhere(t, snap, file) {
		if strings.Contains(md, "s3cr3t") || strings.Contains(md, "from-this-machine") {
			t.Errorf("a value is shown:\n%s", md)
		}
	}
}

// What a file holds cannot leave its code font, close a fence or hide.
func TestHostileTextStaysInItsPlace(t *testing.T) {
	const bad = "x` **bold** \u202e\u200b[l](http://e) ```"
	hostile := strings.NewReplacer(
		`"a"`, `"`+bad+`"`, `"b"`, `"`+bad+`"`, `"d"`, `"`+bad+`"`, `"be calm"`, `"`+bad+`"`, `"reads"`, `"`+bad+`"`,
		`:-m}`, `:-`+bad+`}`, `"ready"`, `"`+bad+`"`, `"x"`, `"`+bad+`"`, `About`, "```\n  ````` "+bad, `"more.md"`, "\"`\u202e.md\"",
		`"kimi"`, `"`+bad+`"`, `bash]`, `"`+bad+`"]`, `board.close]`, `"`+bad+`"]`, `'x'`, `'`+bad+`'`, `serve`, bad, `echo`, bad,
	).Replace(every)
	snap, file := lay(t, hostile)
	if n := len(everywhere(t, snap, file)); n < 700 {
		t.Errorf("only %d hovers", n)
	}
}

// What completion shows of a name is sound too, for every symbol.
func TestEveryNameCanBeDescribed(t *testing.T) {
	snap, file := lay(t, every)
	x := botindex.Of(snap, file)
	n := 0
	for k := botindex.Node; k < botindex.Terminal; k++ {
		for _, s := range x.Symbols(k) {
			md := bothover.Symbol(snap, x, s, analysis.Verdict(snap, true))
			if k != botindex.Workflow && md == "" || !sound(md) {
				t.Errorf("%s %s: %q", s.Kind, s.Name, md)
			}
			n++
		}
	}
	if n < 35 {
		t.Errorf("only %d names", n)
	}
}

func TestHoversOfRealBotsHoldTheirPlace(t *testing.T) {
	corpus := os.Getenv("BOUNDARY_CORPUS")
	if corpus == "" {
		t.Log("BOUNDARY_CORPUS is not set: no real bot was read")
		return
	}
	dir := workspace.Key(corpus)
	snap := workspace.NewSession(workspace.Options{Dir: dir, Folders: []string{dir}}).Snapshot()
	asked, told := 0, 0
	err := filepath.WalkDir(corpus, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !strings.HasSuffix(p, ".bot") {
			return err
		}
		file := workspace.Key(p)
		src := snap.File(file).Text
		for off := 0; src != nil && off <= src.Len(); off += 61 {
			asked++
			md, span, ok := analysis.Hover(snap, file, off, true)
			if !ok {
				continue
			}
			told++
			if !span.Contains(off) || !sound(md) {
				t.Errorf("%s at %d: %v %q", file, off, span, md)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(asked, "places,", told, "hovers")
}

// BenchmarkHover is a hover over a name of the largest bot that there is.
func BenchmarkHover(b *testing.B) {
	src := every
	for i := range 400 {
		src = strings.Replace(src, "router r:", fmt.Sprintf("agent n%[1]d:\n  backend: claw\n  output: verdict\n  system: p\n\nrouter r:", i), 1)
		src += fmt.Sprintf("  a -> n%[1]d when ok\n  n%[1]d -> a as again(3)\n", i)
	}
	dir := "/w"
	snap := workspace.NewSession(workspace.Options{Dir: dir, Folders: []string{dir}}).Snapshot().
		With(map[string]*text.Text{dir + "/main.bot": text.New(src)})
	for name, word := range map[string]string{"node": "agent a", "field": "  note", "loop": "again", "arrow": "one.t ->", "reference": "outputs.a.note"} {
		off := strings.Index(src, word) + len(word) - 1
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, _, ok := analysis.Hover(snap, dir+"/main.bot", off, true); !ok {
					b.Fatal("no hover")
				}
			}
		})
	}
}
