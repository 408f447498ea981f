package external_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

// checkWays holds every name of a result to what Ways promises. It gives how
// many parameters names held text of, and for how many of them there is no way.
func checkWays(t *testing.T, ws *memory, r *external.Result, id string) (seen, lost int) {
	t.Helper()
	f, _ := ws.File(id)
	for _, name := range r.Names(id) {
		if name.External == external.NotExternal {
			continue
		}
		ways := r.Ways(id, name.Name.Start)
		var params []string
		for _, w := range ways {
			params = append(params, w.Param)
			if len(w.Steps) == 0 || !strings.HasPrefix(w.Steps[0].Text, "supplied at launch") {
				t.Errorf("%s: the way of %s does not begin with a parameter: %v", f.Source[name.Name.Start:name.Name.End], w.Param, w.Steps)
			}
			for _, s := range w.Steps {
				g, ok := ws.File(s.ID)
				if !ok || s.Text == "" || s.Span.Start < 0 || s.Span.End > len(g.Source) || s.Span.Empty() {
					t.Errorf("a step is nowhere: %+v", s)
				}
			}
		}
		for _, want := range name.Params {
			seen++
			if slices.Contains(params, want) {
				continue
			}
			// What the coarse mode unites need not have met anywhere.
			if lost++; len(r.Incomplete) == 0 {
				t.Errorf("%s at %d: ways of %v, want of %v", f.Source[name.Name.Start:name.Name.End], name.Name.Start, params, name.Params)
			}
		}
		if again := r.Ways(id, name.Name.Start); !cmp.Equal(ways, again) {
			t.Errorf("asked twice: %s", cmp.Diff(ways, again))
		}
	}
	return seen, lost
}

func TestAllExternalTextHasAWayFromItsParameter(t *testing.T) {
	first, n := programs(t)
	seen, lost := 0, 0
	for seed := first; seed < first+n/5; seed++ {
		p := playbooktest.GenerateSharing(seed, false)
		ws := workspace(p.Files)
		analyze := external.Analyze
		if seed%4 == 3 {
			analyze = external.AnalyzeCoarse
		}
		r := analyze(context.Background(), ws, playbooktest.EntryID)
		for _, id := range r.Deps {
			n, without := checkWays(t, ws, r, id)
			seen, lost = seen+n, lost+without
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, p)
		}
	}
	if seen < int(n) || lost*20 > seen {
		t.Errorf("names hold the text of %d parameters, %d have no way", seen, lost)
	}
}
