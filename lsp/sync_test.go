package lsp_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/lsp/lsptest"
)

// probe has a finding behind characters of every width: BOT findings of an
// unknown prompt on one line.
func probe(eol string) string {
	return strings.ReplaceAll(strings.Join([]string{
		"dsl: 2", "",
		"prompt p:", "  é 🦊 ǆ — x.", "",
		"agent a:", `  model: "é 🦊"`, "  backend: claw", "  user: p", "  system: nowhere  ## 🦊🦊 é", "",
		"workflow w:", "  entry: a", "  a -> done",
	}, "\n"), "\n", eol)
}

func TestPositionsAreRightInEveryEncodingAndWithEveryLineEnd(t *testing.T) {
	for _, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		for name, eol := range map[string]string{"LF": "\n", "CRLF": "\r\n"} {
			t.Run(encoding+" "+name, func(t *testing.T) {
				s := serve(t, "")
				s.Initialize(full(with([]string{encoding}, "general", "positionEncodings")), nil)
				if s.Encoding != encoding {
					t.Fatalf("agreed on %s", s.Encoding)
				}
				d := s.Open("main.bot", probe(eol))
				found := func() {
					t.Helper()
					p := d.Diagnostics()
					for _, x := range p.Diagnostics {
						if x.Code == "BOT204" && d.Slice(x.Range) == "nowhere" {
							return
						}
					}
					t.Errorf("no BOT204 on nowhere: %+v\n%q", p.Diagnostics, d.Text)
				}
				found()
				// Type behind and between wide characters, in lines above.
				d.Sub("🦊 ǆ", "🦊🦊 é ǆ")
				found()
				d.Sub("model: \"é 🦊\"", "model: \"🦊"+"é\"  ## ǆ🦊")
				found()
				d.Sub("  system: nowhere", "  ## 🦊"+eol+"  system: nowhere")
				found()
				d.Sub("🦊🦊 é ǆ", "ǆ")
				found()
			})
		}
	}
}

// Random edits lead to the same findings as opening the resulting text.
func TestEditsAddUpToTheTextThatTheClientHas(t *testing.T) {
	s := serve(t, "")
	s.Initialize(full(), nil)
	d := s.Open("main.bot", probe("\r\n"))
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"", "🦊", "é", "\r\n", "\n", "\r", "x", "agent b:\n  model: \"m\"\n", "## note", "nowhere"}
	boundaries := func() []int {
		var list []int
		for i := range d.Text {
			if i == 0 || d.Text[i] != '\n' || d.Text[i-1] != '\r' {
				list = append(list, i)
			}
		}
		return append(list, len(d.Text))
	}
	for i := range 300 {
		at := boundaries()
		a := random.IntN(len(at))
		b := min(a+random.IntN(6), len(at)-1)
		d.Replace(at[a], at[b], pieces[random.IntN(len(pieces))])
		if i%30 != 29 {
			continue
		}
		edited := d.Diagnostics()
		twin := s.Open(fmt.Sprintf("twin%d/main.bot", i), d.Text)
		if want := twin.Diagnostics(); !sameFindings(want, edited) {
			t.Fatalf("after %d edits\n%q\ngot  %s\nwant %s", i+1, d.Text, list(edited), list(want))
		}
		twin.Shut()
	}
}

func sameFindings(a, b lsptest.Published) bool { return list(a) == list(b) }

func list(p lsptest.Published) string {
	var b strings.Builder
	for _, d := range p.Diagnostics {
		fmt.Fprintf(&b, "%v %s %d %s\n", d.Range, d.Code, d.Severity, d.Message)
	}
	return b.String()
}

func TestChangesInOneNotificationApplyInOrder(t *testing.T) {
	pos := func(l, c int) lsptest.Position { return lsptest.Position{Line: l, Character: c} }
	edit := func(a, b lsptest.Position, text string) object {
		return object{"range": lsptest.Range{Start: a, End: b}, "text": text}
	}
	for name, tc := range map[string]struct {
		before  string
		changes []object
		after   string
	}{
		"a full replacement": {"a", []object{{"text": "xyz"}}, "xyz"},
		"a null range is a full replacement": {
			"a", []object{{"range": nil, "text": "xyz"}}, "xyz"},
		"an insertion at the start": {"b\n", []object{edit(pos(0, 0), pos(0, 0), "a")}, "ab\n"},
		"from the end to the start": {
			"a\nb\nc\n", []object{edit(pos(2, 0), pos(2, 1), "3"), edit(pos(1, 0), pos(1, 1), "2"), edit(pos(0, 0), pos(0, 1), "1")}, "1\n2\n3\n"},
		"from the start to the end": {
			"a\nb\n", []object{edit(pos(0, 0), pos(0, 1), "1\n1"), edit(pos(2, 0), pos(2, 1), "2")}, "1\n1\n2\n"},
		"a replacement between edits": {
			"a", []object{edit(pos(0, 1), pos(0, 1), "b"), {"text": "xy"}, edit(pos(0, 1), pos(0, 1), "-")}, "x-y"},
		"past the end of a line": {"ab\ncd", []object{edit(pos(0, 99), pos(0, 99), "!")}, "ab!\ncd"},
		"past the end of the document, twice": {
			"ab", []object{edit(pos(9, 9), pos(9, 9), "c"), edit(pos(8, 0), pos(8, 0), "d")}, "abcd"},
		"a line feed behind a carriage return": {
			"a\rb\n", []object{edit(pos(1, 0), pos(1, 0), "\n"), edit(pos(1, 0), pos(1, 1), "c")}, "a\r\nc\n"},
		"inside an astral character": {"🦊x", []object{edit(pos(0, 1), pos(0, 2), "")}, "x"},
		"no change at all":           {"a", []object{}, "a"},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, "")
			s.Initialize(full(), nil)
			// A page shows its text by its symbols' names.
			d := s.Open("doc.md", tc.before)
			d.Change(tc.changes...)
			d.Text = tc.after
			d.Diagnostics()
			// Prove the text by one more edit at its very end and by folding
			// what it should be: the server's end is ours.
			end := d.At(len(tc.after))
			d.Change(object{"range": lsptest.Range{Start: end, End: end}, "text": "\n\n# " + "é\n"})
			var tree []symbol
			s.Must("textDocument/documentSymbol", object{"textDocument": d.ID()}, &tree)
			d.Text = tc.after + "\n\n# é\n"
			if len(tree) != 1 || tree[0].Name != "é" || d.Slice(tree[0].SelectionRange) != "é" {
				t.Fatalf("symbols %+v", tree)
			}
		})
	}
}

func TestAReversedOrForeignChangeIsNotApplied(t *testing.T) {
	s, d := triage(t, full(), nil)
	d.Diagnostics()
	r := s.fixture.Range(d, "missing")
	d.Change(object{"range": lsptest.Range{Start: r.End, End: r.Start}, "text": "x"},
		object{"range": lsptest.Range{}, "text": "y"})
	s.WaitFor("window/logMessage", 1)
	s.Notify("textDocument/didChange", object{
		"textDocument":   object{"uri": s.uri("other.bot"), "version": 2},
		"contentChanges": []object{{"text": "x"}},
	})
	s.WaitFor("window/logMessage", 2)
	s.Notify("textDocument/didChange", object{"textDocument": d.ID(), "contentChanges": "nonsense"})
	s.WaitFor("window/logMessage", 3)
	d.Sub("Sum the", "Add the")
	if p := d.Diagnostics(); p.Codes() != "BND101" || p.Diagnostics[0].Range != s.fixture.Range(d, "missing") {
		t.Errorf("after what could not be applied: %+v", p)
	}
}

func TestABurstIsAnsweredOnceForItsLastVersion(t *testing.T) {
	for name, size := range map[string]int{"a small document": 0, "a large document": 2000} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, "triage")
			s.Initialize(full(), nil)
			text := s.fixture.Files[mainBot] + strings.Repeat("## A line that says nothing.\n", size)
			d := s.Open(mainBot, text)
			d.Diagnostics()
			s.Forget()
			end := d.Of("Sum the ticket up").End
			s.Batch(func() {
				for range 100 {
					d.Change(object{"range": lsptest.Range{Start: end, End: end}, "text": "p"})
				}
			})
			d.Diagnostics()
			// Whatever else there was to come has come with this answer.
			s.Must("textDocument/hover", at(d, lsptest.Position{}), nil)
			list := s.Published(d.URI())
			if len(list) != 1 || *list[0].Version != d.Version {
				var versions []int
				for _, p := range list {
					versions = append(versions, *p.Version)
				}
				t.Errorf("published versions %v of %d", versions, d.Version)
			}
		})
	}
}

func TestTypingANodeInventsNothing(t *testing.T) {
	const typed = "agent late:\n  model: \"m\"\n  backend: claw\n  system: summing_up\n  tools: [bash]\n\n"
	_, d := triage(t, full(), nil)
	d.Diagnostics()
	at := strings.Index(d.Text, "agent plan:")
	for i := range len(typed) {
		d.Replace(at+i, at+i, typed[i:i+1])
		p := d.Diagnostics()
		for _, x := range p.Diagnostics {
			if strings.Contains(x.Message, "missing list") || strings.Contains(x.Message, "(claw without a tools") {
				t.Errorf("while %q is being typed: %s", typed[:i+1], x.Message)
			}
		}
	}
	// Found twice now: both nodes have the prompt that lacks the paragraph.
	n := 0
	for _, x := range d.Diagnostics().Diagnostics {
		if x.Code == "BND101" {
			n++
		}
	}
	if n != 2 {
		t.Errorf("%d nodes without a paragraph", n)
	}
}
