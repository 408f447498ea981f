package graph_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/graph"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// stand are the characters of the vectors that stand for others.
var stand = strings.NewReplacer("␠", " ", "␉", "\t", "⍽", "\u00a0", "␍", "\r")

// vector is a case of testdata/authoring.
type vector struct {
	name  string
	files map[string]string // of the workspace
	want  map[string]string
}

func vectors(t testing.TB) []vector {
	t.Helper()
	names, err := filepath.Glob("../../testdata/authoring/graph_*.txtar")
	if err != nil || len(names) != 15 {
		t.Fatalf("%d vectors of graphs, want 15; %v", len(names), err)
	}
	var list []vector
	for _, name := range names {
		list = append(list, read(t, name))
	}
	return list
}

func read(t testing.TB, name string) vector {
	t.Helper()
	a, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	v := vector{strings.TrimSuffix(filepath.Base(name), ".txtar"), map[string]string{}, map[string]string{}}
	for _, f := range a.Files {
		src := string(f.Data)
		if i := strings.Index(src, "␄"); i >= 0 {
			src = src[:i]
		}
		into := v.files
		if strings.HasPrefix(f.Name, "want") {
			into = v.want
		}
		into[f.Name] = stand.Replace(src)
	}
	return v
}

// root is a folder that no disk has.
const root = "/boundary-graph-test"

// snapshot is a workspace that holds the files and nothing else.
func snapshot(files map[string]string) *workspace.Snapshot {
	texts := map[string]*text.Text{}
	for name, src := range files {
		texts[root+"/"+name] = text.New(src)
	}
	return workspace.NewSession(workspace.Options{Dir: root, Folders: []string{root}}).Snapshot().With(texts)
}

func fromRoot(file string) string { return strings.TrimPrefix(file, root+"/") }

func graphOf(t testing.TB, files map[string]string, main string) *graph.Graph {
	t.Helper()
	g, err := analysis.Graph(snapshot(files), root+"/"+main, fromRoot)
	if err != nil {
		t.Fatalf("%s: %v", main, err)
	}
	return g
}

// alone is the graph of one file.
func alone(t testing.TB, src string) *graph.Graph {
	t.Helper()
	return graphOf(t, map[string]string{"main.bot": src}, "main.bot")
}

// corpus are the paths of the real bots, none without BOUNDARY_CORPUS.
func corpus(t testing.TB) []string {
	t.Helper()
	dir := os.Getenv("BOUNDARY_CORPUS")
	if dir == "" {
		t.Log("BOUNDARY_CORPUS names no folder of real bots, so none is read")
		return nil
	}
	var list []string
	err := filepath.WalkDir(dir, func(p string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() && strings.HasSuffix(p, ".bot") {
			list = append(list, p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
