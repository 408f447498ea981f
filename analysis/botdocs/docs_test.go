package botdocs_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/analysis/botdocs"
	"github.com/boundary-lsp/boundary-lsp/analysis/boundary"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

var update = flag.Bool("update", false, "write docs/bot-properties.md")

const page = "../../docs/bot-properties.md"

func TestThePageOfPropertiesIsFresh(t *testing.T) {
	want := botdocs.Page()
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("run make generate (-want +got):\n%s", diff)
	}
}

// each calls f for every property of the registry with the block that Docs
// knows it by.
func each(t *testing.T, f func(block string, p *bot.PropInfo)) {
	t.Helper()
	n := 0
	var walk func(block string, b *bot.BlockInfo, depth int)
	walk = func(block string, b *bot.BlockInfo, depth int) {
		if b == nil || depth > 6 {
			return
		}
		for i := range b.Props {
			n++
			f(block, &b.Props[i])
			walk(b.Props[i].Name, b.Props[i].Block, depth+1)
		}
		if b.Entry != nil {
			if len(b.Entry.Words) > 0 {
				f(block, &bot.PropInfo{Name: block, Form: b.Entry.Form, Words: b.Entry.Words})
			}
			walk(block, b.Entry.Block, depth+1)
		}
	}
	for k := bot.KindVars; k <= bot.KindWorkflow; k++ {
		walk(k.Keyword(), bot.Block(k), 0)
	}
	if n < 200 {
		t.Fatalf("%d properties", n)
	}
}

func TestEveryPropertyAndEveryWordIsDescribed(t *testing.T) {
	each(t, func(block string, p *bot.PropInfo) {
		if p.Name != block {
			md := botdocs.Docs(botdocs.Property, block+"."+p.Name)
			_, text, _ := strings.Cut(md, "\n\n")
			if text == "" || strings.HasPrefix(text, "\n") {
				t.Errorf("%s.%s is not described: %q", block, p.Name, md)
			}
			if p.Newer != strings.Contains(md, "newer than June 2026") {
				t.Errorf("%s.%s: %q", block, p.Name, md)
			}
			for _, w := range p.Words {
				if !strings.Contains(md, "`"+w+"`") {
					t.Errorf("%s.%s does not name %s", block, p.Name, w)
				}
			}
		}
		for _, w := range p.Words {
			if botdocs.WordDocs(p, w) == "" {
				t.Errorf("the word %s of %s.%s is not described", w, block, p.Name)
			}
		}
		if botdocs.Form(p) == "value" {
			t.Errorf("the form of %s.%s has no name", block, p.Name)
		}
	})
}

func TestEveryOtherWordIsDescribed(t *testing.T) {
	need := func(topic botdocs.Topic, name, part string) {
		t.Helper()
		if md := botdocs.Docs(topic, name); md == "" || !strings.Contains(md, part) {
			t.Errorf("%s: %q, want %q in it", name, md, part)
		}
	}
	for k := bot.KindVars; k <= bot.KindWorkflow; k++ {
		need(botdocs.Declaration, k.Keyword(), "")
	}
	for _, n := range bot.Namespaces {
		need(botdocs.Namespace, n, "")
	}
	for _, f := range bot.ExprFunctions() {
		need(botdocs.Function, f.Name, f.Name+"(")
	}
	for _, b := range []string{"claw", "claude_code", "codex", "pi", "kimi", "grok", "opencode"} {
		need(botdocs.Backend, b, "tools:")
	}
	for _, c := range []string{
		"board.read", "board.create", "board.move", "board.assign", "board.label", "board.close",
		"board.comment", "watch.subscribe", "watch.unsubscribe", "runs.read",
	} {
		need(botdocs.Capability, c, "")
	}
	for _, n := range boundary.ReadOnlyTools() {
		need(botdocs.Tool, n, "**reads**")
	}
	need(botdocs.Tool, "bash", "**acts**")
	need(botdocs.Tool, "mcp.x.y", "MCP server")
	need(botdocs.Capability, "board.read", "**reads**")
	need(botdocs.Capability, "board.close", "**acts**")
	need(botdocs.Word, "agent.session.fresh", "new conversation")
	need(botdocs.Word, "network.mode.denylist", "all but")
	need(botdocs.Member, "run.id", "string")
	need(botdocs.Member, "outputs._model", "model")
	need(botdocs.Environment, "PROJECT_DIR", "engine")
}

func TestWordsThatAreNotKnownSayNothing(t *testing.T) {
	for topic := botdocs.Declaration; topic <= botdocs.Environment; topic++ {
		if topic == botdocs.Capability || topic == botdocs.Tool {
			continue
		}
		for _, name := range []string{"", "nothing", "agent.nothing", "agent.session.nothing", "a.b.c.d"} {
			if md := botdocs.Docs(topic, name); md != "" {
				t.Errorf("%d %q: %q", topic, name, md)
			}
		}
	}
}

func TestNamesOfToolsCannotLeaveTheirQuotes(t *testing.T) {
	md := botdocs.Docs(botdocs.Tool, "a`b\n# c\u202e")
	if strings.Contains(md, "a`b") || strings.Contains(md, "\n# c") || strings.ContainsRune(md, 0x202e) {
		t.Errorf("%q", md)
	}
}
