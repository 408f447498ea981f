package playbook_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

// large is a playbook of about 1,000 lines.
func large() string {
	var b strings.Builder
	b.WriteString("issue = param(\"issue\")\nbot = agent(\"bot\")\nsteps = []\n")
	for i := range 200 {
		fmt.Fprintf(&b, "def f%d(x):\n    if x:\n        return \"é %d: \" + x\n    return x\nsteps.append(step(\"s%d\", agent = bot, prompt = f%d(issue)))\n", i, i, i, i)
	}
	b.WriteString("playbook(\"large\", steps = steps)\n")
	return b.String()
}

func BenchmarkParse(b *testing.B) {
	src := large()
	for name, s := range map[string]string{
		"whole":  src,
		"broken": strings.Replace(src, "    return x\n", "    return x.\n", 1),
		"many":   strings.ReplaceAll(src, "    return x\n", "    return (x\n"),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			b.ReportAllocs()
			for b.Loop() {
				playbook.Parse("p.star", []byte(s))
			}
		})
	}
}

// BenchmarkEdited is BenchmarkParse/whole for an edit in the middle.
func BenchmarkEdited(b *testing.B) {
	src := large()
	f := playbook.Parse("p.star", []byte(src))
	at := strings.Index(src, "def f100(")
	after := []byte(src[:at] + "note = 1\n" + src[at:])
	b.SetBytes(int64(len(after)))
	b.ReportAllocs()
	for b.Loop() {
		f.Edited(after)
	}
}

func BenchmarkCompile(b *testing.B) {
	files := playbooktest.Files{playbooktest.EntryID: large()}
	launch := map[string]any{"issue": strings.Repeat("text ", 100)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := playbook.Compile(context.Background(), playbooktest.EntryID, launch, playbook.Options{Loader: files}); err != nil {
			b.Fatal(err)
		}
	}
}
