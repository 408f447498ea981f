package format_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot/format"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// vector is a case of testdata/authoring about formatting.
type vector struct {
	name      string
	in, want  string
	leftAlone bool
}

// replaced stands in vectors for what cannot be seen.
var replaced = strings.NewReplacer("␠", " ", "␉", "\t", "⍽", "\u00a0", "␍", "\r")

func vectors(t testing.TB) []vector {
	t.Helper()
	paths, err := filepath.Glob("../../../testdata/authoring/fmt_*.txtar")
	if err != nil || len(paths) < 48 {
		t.Fatalf("%d vectors, %v", len(paths), err)
	}
	var list []vector
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		v := vector{name: strings.TrimSuffix(filepath.Base(path), ".txtar")}
		bom := ""
		files := map[string]string{}
		for _, f := range a.Files {
			s, _, _ := strings.Cut(string(f.Data), "␄")
			files[f.Name] = replaced.Replace(s)
		}
		var want struct{ LeftAlone, BOM bool }
		if err := json.Unmarshal([]byte(files["want.json"]), &want); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if want.BOM {
			bom = "\ufeff"
		}
		v.in, v.want, v.leftAlone = bom+files["in.bot"], bom+files["want.bot"], want.LeftAlone
		list = append(list, v)
	}
	return list
}

// real are the texts of the bots under BOUNDARY_CORPUS, by path; none without
// that variable.
func real(t testing.TB) map[string]string {
	t.Helper()
	dir := os.Getenv("BOUNDARY_CORPUS")
	if dir == "" {
		t.Log("BOUNDARY_CORPUS is not set: real bots not read")
		return nil
	}
	texts := map[string]string{}
	err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() || !strings.HasSuffix(path, ".bot") {
			return err
		}
		b, err := os.ReadFile(path)
		texts[path] = string(b)
		return err
	})
	if err != nil || len(texts) == 0 {
		t.Fatalf("%d bots under %s, %v", len(texts), dir, err)
	}
	return texts
}

// formatted lays a text out.
func formatted(t testing.TB, src string) (string, error) {
	t.Helper()
	edits, err := format.File(bot.Parse(text.New(src)))
	if err != nil {
		return src, err
	}
	out, err := text.Apply(src, edits)
	if err != nil {
		t.Fatal(err)
	}
	return out, nil
}
