package lsptest_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boundary-lsp/boundary-lsp/lsp/lsptest"
)

// BenchmarkCompletion is the time from a keystroke to the answer of the
// completion asked for behind it, over a real pipe: in an edge, a property, a
// template, and a tool list. It reports the 50th and the 95th percentile. The
// largest bot below BOUNDARY_CORPUS is measured too.
func BenchmarkCompletion(b *testing.B) {
	docs := map[string]string{"5000 lines": synthetic(5000)}
	if corpus := os.Getenv("BOUNDARY_CORPUS"); corpus != "" {
		docs["largest real bot"] = largest(b, corpus)
	}
	lines := map[string]string{
		"target":   "\nworkflow extra:\n  first -> ",
		"property": "\nagent extra:\n  ",
		"template": "\nprompt extra:\n  About {{outputs.",
		"tools":    "\nagent extra:\n  tools: [read_file, ",
	}
	for name, src := range docs {
		for what, typed := range lines {
			b.Run(name+"/"+what, func(b *testing.B) {
				p := lsptest.Start(b, program)
				p.Root = b.TempDir()
				p.Initialize(lsptest.FullClient(), nil)
				d := p.Open("main.bot", src)
				d.Diagnostics()
				d.Replace(len(d.Text), len(d.Text), typed)
				at := d.At(len(d.Text))
				took := make([]time.Duration, 0, b.N)
				items, size := 0, 0
				b.ResetTimer()
				for i := range b.N {
					// A new text each time: what was seen before is remembered.
					note := object{"range": lsptest.Range{Start: at, End: at}, "text": "a"}
					if i%2 == 1 {
						note = object{"range": lsptest.Range{Start: at, End: lsptest.Position{Line: at.Line, Character: at.Character + 1}}, "text": ""}
					}
					head := object{"range": lsptest.Range{}, "text": "#"}
					start := time.Now()
					d.Change(note, head)
					var raw json.RawMessage
					p.Must("textDocument/completion", object{"textDocument": d.ID(), "position": at}, &raw)
					took = append(took, time.Since(start))
					size = len(raw)
					items = strings.Count(string(raw), `"label"`)
				}
				b.StopTimer()
				if items == 0 {
					b.Fatal("nothing is offered")
				}
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
				b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
				b.ReportMetric(float64(items), "items")
				b.ReportMetric(float64(size), "bytes")
			})
		}
	}
}
