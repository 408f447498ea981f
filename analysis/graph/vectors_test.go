package graph_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/graph"
)

func TestVectors(t *testing.T) {
	for _, v := range vectors(t) {
		t.Run(v.name, func(t *testing.T) {
			var want any
			if err := json.Unmarshal([]byte(v.want["want/graph.json"]), &want); err != nil {
				t.Fatal(err)
			}
			g := graphOf(t, v.files, want.(map[string]any)["path"].(string))
			raw, err := g.JSON()
			if err != nil {
				t.Fatal(err)
			}
			var got any
			if err := json.Unmarshal(raw, &got); err != nil {
				t.Fatal(err)
			}
			for _, diff := range atLeast("", want, got) {
				t.Error(diff)
			}
			if diff := cmp.Diff(v.want["want/graph.mmd"], g.Mermaid()); diff != "" {
				t.Errorf("mermaid (-want +got):\n%s", diff)
			}
		})
	}
}

// atLeast says where got lacks something of want: lists are complete and in
// order, objects may have more.
func atLeast(at string, want, got any) (diffs []string) {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return []string{fmt.Sprintf("%s: got %v, want an object", at, got)}
		}
		for k, x := range w {
			y, there := g[k]
			if !there {
				diffs = append(diffs, fmt.Sprintf("%s.%s is missing", at, k))
				continue
			}
			diffs = append(diffs, atLeast(at+"."+k, x, y)...)
		}
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return []string{fmt.Sprintf("%s: got %v, want %v", at, got, w)}
		}
		for i := range w {
			diffs = append(diffs, atLeast(fmt.Sprintf("%s.%d", at, i), w[i], g[i])...)
		}
	default:
		if diff := cmp.Diff(want, got); diff != "" {
			diffs = []string{at + ": " + diff}
		}
	}
	return diffs
}

func TestEndsAndUnknownNodesHaveNoPlace(t *testing.T) {
	g := alone(t, "tool a:\n  command: \"true\"\n\nworkflow w:\n  entry: a\n  a -> ghost\n  a -> done\n")
	raw, err := g.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var doc struct{ Nodes []map[string]any }
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	for i, want := range []bool{true, false, false} {
		for _, key := range []string{"path", "range", "description"} {
			if _, ok := doc.Nodes[i][key]; ok != want {
				t.Errorf("%v has %s: %t, want %t", doc.Nodes[i]["id"], key, ok, want)
			}
		}
		if _, ok := doc.Nodes[i]["detail"]; ok {
			t.Errorf("%v has a detail", doc.Nodes[i]["id"])
		}
	}
}

func TestAnUndecidedRouteIsNull(t *testing.T) {
	g := alone(t, "agent a:\n  backend: \"${ROUTE}\"\n  user: \"Work.\"\n\nworkflow w:\n  entry: a\n  a -> done\n")
	if d := g.Nodes[0].Detail; d == nil || !d.Undecided {
		t.Fatalf("detail %+v", d)
	}
	raw, err := g.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var doc struct{ Nodes []map[string]any }
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	if d, ok := doc.Nodes[0]["detail"]; !ok || d != nil {
		t.Errorf("detail %v, %t", d, ok)
	}
}

func TestWhatDoesNotParseIsLeftOutAndSaid(t *testing.T) {
	for name, src := range map[string]string{
		"half an edge":      "tool a:\n  command: \"true\"\n\nworkflow w:\n  entry: a\n  a ->\n  a -> done\n",
		"an unclosed value": "tool a:\n  command: \"true\n\nworkflow w:\n  entry: a\n  a -> done\n",
		"a missing import":  "import \"lib/none.bot\"\n\ntool a:\n  command: \"true\"\n\nworkflow w:\n  entry: a\n  a -> done\n",
	} {
		g := alone(t, src)
		if g.Complete || len(g.Edges) != 1 || len(g.Nodes) != 2 {
			t.Errorf("%s: complete %t, %d nodes, %d edges", name, g.Complete, len(g.Nodes), len(g.Edges))
		}
	}
}

func TestPlacesAreThoseOfTheFileThatDeclares(t *testing.T) {
	g := graphOf(t, map[string]string{
		"kit/main.bot":    "dsl: 2\nimport \"lib/g.bot\"\n\nuse pair as p\n\nworkflow w:\n  entry: p.one\n  p.one -> p.two -> done when \"1 == 1\"\n",
		"kit/lib/g.bot":   "dsl: 2\n\ngroup pair:\n  tool one:\n    command: \"é\"\n  tool two:\n    command: \"true\"\n  one -> two\n",
		"kit/lib/not.bot": "",
	}, "kit/main.bot")
	if n := g.Nodes[1]; n.ID != "p.two" || n.Path != "kit/lib/g.bot" || n.Range.Start != (graph.Position{Line: 6, Column: 8, Offset: 57}) {
		t.Errorf("%+v %+v", n, n.Range)
	}
	if e := g.Edges[0]; e.From != "p.one" || e.Path != "kit/lib/g.bot" {
		t.Errorf("%+v", e)
	}
	first, last := g.Edges[1], g.Edges[2]
	if first.When != nil || last.When == nil || first.Range.End.Column != 17 || last.Range.Start.Column != 12 {
		t.Errorf("the chain: %+v %+v", first, last)
	}
}

func TestAFileWithoutAWorkflowHasNoGraph(t *testing.T) {
	_, err := analysis.Graph(snapshot(map[string]string{"main.bot": "tool a:\n  command: \"true\"\n"}), root+"/main.bot", fromRoot)
	if !errors.Is(err, graph.ErrNoWorkflow) {
		t.Errorf("error %v", err)
	}
	if _, err := analysis.Graph(snapshot(nil), root+"/none.bot", fromRoot); err == nil {
		t.Error("a file that is not there has a graph")
	}
}
