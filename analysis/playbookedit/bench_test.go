package playbookedit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// large is a playbook of about 1,000 statements at top level, with functions,
// objects and joined text.
func large() string {
	var b strings.Builder
	b.WriteString("issue = param(\"issue\")\na = agent(\"a\")\nbody0 = issue\n")
	for i := 1; i < 200; i++ {
		fmt.Fprintf(&b, "def f%d(text, note = \"n\"):\n    parts = [text, note]\n    return \"x\" + parts[0] + note\n\n", i)
		fmt.Fprintf(&b, "title%d = \"Step %d\"\n", i, i)
		fmt.Fprintf(&b, "body%d = \"part %d: \" + body%d\n", i, i, (i-1)/10)
		fmt.Fprintf(&b, "text%d = f%d(body%d)\n", i, i, i)
		fmt.Fprintf(&b, "s%d = step(\"s%d\", agent = a, prompt = text%d, context = {\"t\": title%d})\n", i, i, i, i)
	}
	b.WriteString("last = text199\nplaybook(\"p\", steps = [s1, s2])\n")
	return b.String()
}

// Every feature is asked again for one version of a large playbook, as an
// editor does after a keystroke.
func BenchmarkFeatures(b *testing.B) {
	src := large()
	const id = "playbook.star"
	end := strings.Index(src, "last = ") + len("last = te")
	for _, feature := range []struct {
		name string
		ask  func(*memory)
	}{
		{"completion", func(m *memory) { playbookedit.Completion(m, id, end) }},
		{"hover", func(m *memory) { playbookedit.Hover(m, id, end) }},
		{"signature", func(m *memory) { playbookedit.SignatureHelp(m, id, strings.Index(src, "f198(body")+5) }},
		{"definition", func(m *memory) { playbookedit.Definition(m, id, end) }},
		{"references", func(m *memory) { playbookedit.References(m, id, end, true) }},
		{"highlights", func(m *memory) { playbookedit.Highlights(m, id, end) }},
		{"tokens", func(m *memory) { playbookedit.Tokens(m, id, text.Span{End: len(src)}) }},
		{"tokens of a screen", func(m *memory) { playbookedit.Tokens(m, id, text.Span{Start: end - 2000, End: end}) }},
		{"inlays", func(m *memory) { playbookedit.Inlays(m, id, text.Span{End: len(src)}) }},
		{"symbols", func(m *memory) { playbookedit.Symbols(m, id) }},
	} {
		b.Run(feature.name, func(b *testing.B) {
			m := workspace(map[string]string{id: src})
			feature.ask(m)
			b.ReportAllocs()
			for b.Loop() {
				feature.ask(m)
			}
		})
	}
}
