package lsp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/zap"
	"golang.org/x/tools/txtar"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
	"github.com/boundary-lsp/boundary-lsp/lsp"
	"github.com/boundary-lsp/boundary-lsp/lsp/lsptest"
)

// layOut writes the workspace of a vector of testdata/boundary (its README has
// the format) and lists the documents that an editor would open.
func layOut(t *testing.T, file, dir string) (docs []string, today config.Date) {
	t.Helper()
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var want struct{ EOL, Today string }
	for _, f := range a.Files {
		if f.Name == "want.json" {
			if err := json.Unmarshal(f.Data, &want); err != nil {
				t.Fatal(err)
			}
		}
	}
	today = config.Date{Y: 2026, M: 1, D: 1}
	if want.Today != "" {
		today, _ = config.ParseDate(want.Today)
	}
	for _, f := range a.Files {
		if f.Name == "want.json" || strings.HasPrefix(f.Name, "want/") {
			continue
		}
		s := strings.NewReplacer("␠", " ", "␉", "\t", "⍽", "\u00a0").Replace(string(f.Data))
		if want.EOL == "crlf" && strings.HasSuffix(f.Name, ".bot") {
			s = strings.ReplaceAll(s, "\n", "\r\n")
		}
		lsptest.WriteFile(t, filepath.Join(dir, filepath.FromSlash(f.Name)), s)
		if workspace.Kind(f.Name) != workspace.Other {
			docs = append(docs, f.Name)
		}
	}
	slices.Sort(docs)
	return docs, today
}

// checked is what `check` says of the documents of a folder, named or not.
func checked(t *testing.T, dir string, docs []string, today config.Date) map[string]string {
	t.Helper()
	snap := workspace.NewSession(workspace.Options{Dir: dir, Today: func() config.Date { return today }}).Snapshot()
	walked, err := snap.Walk(context.Background(), []string{workspace.Key(dir)}, workspace.WalkOptions{})
	if err != nil {
		t.Fatal(err)
	}
	req := analysis.Request{Files: walked.Files, Named: map[string]bool{}, Walked: []string{workspace.Key(dir)}}
	out := map[string]string{}
	for _, d := range docs {
		path := workspace.Key(filepath.Join(dir, d))
		req.Files = append(req.Files, path)
		req.Named[path] = true
		out[d] = ""
	}
	slices.Sort(req.Files)
	req.Files = slices.Compact(req.Files)
	r, err := analysis.Run(context.Background(), snap, req)
	if err != nil {
		t.Fatal(err)
	}
	severities := map[string]int{"error": 1, "warning": 2, "info": 3, "hint": 4}
	for _, f := range r.Findings {
		name, _ := filepath.Rel(dir, filepath.FromSlash(f.Path))
		if name = filepath.ToSlash(name); !slices.Contains(docs, name) {
			continue
		}
		var a, b text.Position
		if h := snap.File(f.Path); !f.Whole && h.Text != nil {
			a, b = h.Text.Position(f.Span.Start, text.UTF16), h.Text.Position(f.Span.End, text.UTF16)
		}
		out[name] += fmt.Sprintf("%d:%d-%d:%d %s %d %s\n", a.Line, a.Column, b.Line, b.Column, f.Code, severities[f.Severity.String()], f.Message)
	}
	return out
}

func published(p lsptest.Published) string {
	var b strings.Builder
	for _, d := range p.Diagnostics {
		fmt.Fprintf(&b, "%d:%d-%d:%d %s %d %s\n", d.Range.Start.Line, d.Range.Start.Character,
			d.Range.End.Line, d.Range.End.Character, d.Code, d.Severity, d.Message)
	}
	return b.String()
}

// What the editor shows of every vector is what `check` prints.
func TestTheEditorAndTheCommandLineAgree(t *testing.T) {
	files, err := filepath.Glob("../testdata/boundary/*.txtar")
	if err != nil || len(files) < 180 {
		t.Fatalf("%d vectors, %v", len(files), err)
	}
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	type vector struct {
		dir  string
		docs []string
	}
	byDay := map[config.Date][]vector{}
	for _, file := range files {
		v := vector{dir: filepath.Join(top, strings.TrimSuffix(filepath.Base(file), ".txtar"))}
		var today config.Date
		v.docs, today = layOut(t, file, v.dir)
		byDay[today] = append(byDay[today], v)
	}
	type group struct {
		today   config.Date
		vectors []vector
	}
	var groups []group
	for today, vectors := range byDay {
		for some := range slices.Chunk(vectors, 20) {
			groups = append(groups, group{today, some})
		}
	}
	compared := 0
	for _, g := range groups {
		today, vectors := g.today, g.vectors
		c := agreeing(t, top, today)
		var folders []object
		for _, v := range vectors {
			folders = append(folders, object{"uri": lsptest.URI(v.dir), "name": filepath.Base(v.dir)})
		}
		c.Initialize(full(), object{"workspaceFolders": folders})
		c.WaitFor("client/registerCapability", 1)
		open := map[string]*lsptest.Doc{}
		for _, v := range vectors {
			for _, name := range v.docs {
				src, err := os.ReadFile(filepath.Join(v.dir, name))
				if err != nil {
					t.Fatal(err)
				}
				rel, _ := filepath.Rel(top, filepath.Join(v.dir, name))
				open[rel] = c.Open(filepath.ToSlash(rel), string(src))
			}
		}
		for _, v := range vectors {
			t.Run(filepath.Base(v.dir), func(t *testing.T) {
				want := checked(t, v.dir, v.docs, today)
				for _, findings := range want {
					compared += strings.Count(findings, "\n")
				}
				for _, name := range v.docs {
					d := open[filepath.Join(filepath.Base(v.dir), name)]
					got := ""
					for {
						n := len(c.Seen("textDocument/publishDiagnostics"))
						list := c.Published(d.URI())
						if len(list) > 0 {
							if got = published(list[len(list)-1]); got == want[name] {
								break
							}
						}
						if !c.WaitMore(n) {
							t.Errorf("%s (-check +editor):\n%s", name, cmp.Diff(want[name], got))
							break
						}
					}
				}
			})
		}
		c.Shutdown()
	}
	if compared < 180 {
		t.Errorf("the vectors have %d findings", compared)
	}
}

// agreeing starts a server with a day of its own.
func agreeing(t *testing.T, root string, today config.Date) *lsptest.Client {
	t.Helper()
	inR, inW := pipe(t)
	outR, outW := pipe(t)
	done := make(chan error, 1)
	go func() {
		done <- lsp.Serve(context.Background(), inR, outW, lsp.Options{
			Logger: zap.NewNop(), Dir: root, Today: func() config.Date { return today },
		})
	}()
	t.Cleanup(func() {
		inW.Close()
		if err := <-done; err != nil {
			t.Errorf("the server ended with %v", err)
		}
		outR.Close()
	})
	c := lsptest.New(t, outR.(io.Reader), inW)
	c.Root = root
	return c
}
