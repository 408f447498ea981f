package format_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot/format"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// large is a bot of about the size of the largest real ones, in canonical form.
func large(b *testing.B) string {
	var out strings.Builder
	vs := vectors(b)
	all := map[string]string{}
	for _, v := range vs {
		if f := bot.Parse(text.New(v.want)); !v.leftAlone && len(f.Errors) == 0 && f.Header == nil && !strings.Contains(v.want, "\r") {
			all[v.name] = strings.TrimPrefix(v.want, "\ufeff")
		}
	}
	for out.Len() < 250_000 {
		for _, name := range slices.Sorted(maps.Keys(all)) {
			out.WriteString(all[name] + "\n")
		}
	}
	s, err := formatted(b, out.String())
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// What formatting costs beside a parse: of a file in canonical form, and of one
// in which every line moves, which is parsed again to be compared.
func BenchmarkFile(b *testing.B) {
	canonical := large(b)
	moved := reindent(canonical, 4)
	run := func(name, src string, f func(*bot.File)) {
		b.Run(name, func(b *testing.B) {
			file := bot.Parse(text.New(src))
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				f(file)
			}
		})
	}
	lay := func(f *bot.File) {
		if _, err := format.File(f); err != nil {
			b.Fatal(err)
		}
	}
	run("parse", canonical, func(f *bot.File) { bot.Parse(f.Text) })
	run("canonical", canonical, lay)
	run("moved", moved, lay)
}
