package graph_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/graph"
	"github.com/boundary-lsp/boundary-lsp/analysis/graph/layout"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
)

// sound checks what holds for the graph of any text.
func sound(t *testing.T, g *graph.Graph) {
	t.Helper()
	nodes, edges := map[string]bool{}, map[string]bool{}
	for _, n := range g.Nodes {
		if nodes[n.ID] {
			t.Errorf("the node %q is there twice", n.ID)
		}
		nodes[n.ID] = true
		if n.Acting != (len(n.Reasons) > 0) || n.Acting && n.Paragraph == nil {
			t.Errorf("node %+v", n)
		}
	}
	for _, e := range g.Edges {
		edges[e.ID] = true
		if !nodes[e.From] || !nodes[e.To] {
			t.Errorf("the edge %s from %q to %q has no such nodes", e.ID, e.From, e.To)
		}
	}
	for _, l := range g.Loops {
		for _, e := range l.Edges {
			if !edges[e] {
				t.Errorf("the loop %q names the edge %s, which is not there", l.Name, e)
			}
		}
	}
	for _, x := range g.Groups {
		for _, n := range x.Nodes {
			if !nodes[n] {
				t.Errorf("the group %q names the node %q, which is not there", x.Prefix, n)
			}
		}
	}
	raw, err := g.JSON()
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(raw) {
		t.Fatalf("no JSON: %s", raw)
	}
	if !strings.HasPrefix(g.Mermaid(), "flowchart TD\n") {
		t.Error("no flowchart")
	}
	svg, err := g.SVG()
	if errors.Is(err, layout.ErrTooLarge) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in %s", err, svg)
		}
		if x, ok := tok.(xml.StartElement); ok {
			for _, a := range x.Attr {
				if a.Name.Local == "data-node" {
					shown++
				}
			}
		}
	}
	if shown != len(g.Nodes) {
		t.Errorf("the picture has %d nodes of %d", shown, len(g.Nodes))
	}
	found, err := graph.Collisions(g)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range found {
		t.Error(c)
	}
}

// Whatever part of a bot is missing, what is left has a graph or says why not.
func TestHalfTypedBotsHaveSoundGraphs(t *testing.T) {
	for _, v := range vectors(t) {
		t.Run(v.name, func(t *testing.T) {
			for name, src := range v.files {
				if !strings.HasSuffix(name, ".bot") {
					continue
				}
				step := max(1, len(src)/25)
				for at := 0; at <= len(src); at += step {
					for _, changed := range []string{src[:at], src[at:], src[:at] + src[min(len(src), at+7):], src[:at] + "\n  a -> a as x(" + src[at:]} {
						mutated(t, v.files, name, changed)
					}
				}
			}
		})
	}
}

func mutated(t *testing.T, files map[string]string, name, src string) {
	t.Helper()
	all := map[string]string{}
	for k, v := range files {
		all[k] = v
	}
	all[name] = src
	g, err := analysis.Graph(snapshot(all), root+"/"+name, fromRoot)
	if err != nil {
		if !errors.Is(err, graph.ErrNoWorkflow) && !errors.Is(err, workspace.ErrNotText) {
			t.Errorf("%v", err)
		}
		return
	}
	sound(t, g)
	if t.Failed() {
		t.Fatalf("in\n%s", src)
	}
}

func FuzzGraph(f *testing.F) {
	f.Add("\x00")
	for _, v := range vectors(f) {
		for name, src := range v.files {
			if strings.HasSuffix(name, ".bot") {
				f.Add(src)
			}
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 20000 {
			return
		}
		mutated(t, map[string]string{}, "main.bot", src)
	})
}

func TestRealBotsHaveSoundGraphs(t *testing.T) {
	for _, file := range corpus(t) {
		t.Run(file, func(t *testing.T) {
			g, err := realGraph(file)
			if errors.Is(err, graph.ErrNoWorkflow) {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			sound(t, g)
		})
	}
}

func realGraph(file string) (*graph.Graph, error) {
	dir, main := workspace.Key(filepath.Dir(file)), workspace.Key(file)
	snap := workspace.NewSession(workspace.Options{Dir: dir, Folders: []string{dir}}).Snapshot()
	return analysis.Graph(snap, main, filepath.Base)
}

// BenchmarkSVG draws the largest real bot, or one of the vectors.
func BenchmarkSVG(b *testing.B) {
	v := read(b, "../../testdata/authoring/graph_kinds.txtar")
	most := graphOf(b, v.files, "main.bot")
	for _, file := range corpus(b) {
		if g, err := realGraph(file); err == nil && len(g.Edges) > len(most.Edges) {
			most = g
		}
	}
	b.ReportMetric(float64(len(most.Nodes)), "nodes")
	for b.Loop() {
		if _, err := most.SVG(); err != nil {
			b.Fatal(err)
		}
	}
}
