package bot

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// largestReal is the largest bot under the folder that the environment names,
// empty without one.
func largestReal(b *testing.B) string {
	dir := os.Getenv("BOUNDARY_CORPUS")
	if dir == "" {
		return ""
	}
	path, size := "", int64(0)
	err := filepath.Walk(dir, func(p string, info os.FileInfo, err error) error {
		if err == nil && strings.HasSuffix(p, ".bot") && info.Size() > size {
			path, size = p, info.Size()
		}
		return err
	})
	if err != nil || path == "" {
		b.Fatalf("no bots under %s: %v", dir, err)
	}
	return path
}

// synthetic is a large bot made of the examples that parse clean, without the
// blocks that a file has once.
func synthetic(b *testing.B) string {
	all := botTexts(b)
	names := slices.Sorted(maps.Keys(all))
	var once strings.Builder
	for _, name := range names {
		f := Parse(text.New(all[name]))
		if len(f.Errors) > 0 || f.Header != nil {
			continue
		}
		for _, d := range f.Decls {
			switch d.Kind {
			case KindVars, KindPresets, KindAttachments, KindSecrets:
			default:
				once.WriteString(f.Text.Slice(d.Span) + "\n\n")
			}
		}
	}
	src := strings.Repeat(once.String(), 250_000/once.Len()+1)
	if f := Parse(text.New(src)); len(f.Errors) > 0 {
		b.Fatalf("the synthetic bot has errors: %+v", f.Errors[0])
	}
	return src
}

func BenchmarkParse(b *testing.B) {
	run := func(name, src string) {
		b.Run(name, func(b *testing.B) {
			t := text.New(src)
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				Parse(t)
			}
			b.ReportMetric(float64(t.Lines()), "lines")
		})
	}
	run("synthetic", synthetic(b))
	if path := largestReal(b); path != "" {
		run("real", readFile(b, path))
	} else {
		b.Log("BOUNDARY_CORPUS is not set: real bots not read")
	}
}
