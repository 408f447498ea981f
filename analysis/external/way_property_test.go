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

// What += adds to a value that it makes anew has a way.
func TestAWayGoesThroughAnAssignmentThatAdds(t *testing.T) {
	for name, src := range map[string]string{
		"struct": "r = struct(u = \"a\")\nr += struct(t = issue)\nx = r.t\n",
		"tuple":  "r = (\"a\",)\nr += (\"b\", issue)\nx = r[2]\n",
		"list":   "r = [\"a\"]\nr += [\"b\", issue]\nx = r[2]\n",
	} {
		t.Run(name, func(t *testing.T) {
			ws := workspace(playbooktest.Files{entry: head + src + tail})
			r := external.Analyze(context.Background(), ws, entry)
			if seen, lost := checkWays(t, ws, r, entry); seen == 0 || lost > 0 {
				t.Errorf("names hold the text of %d parameters, %d have no way", seen, lost)
			}
		})
	}
}

// The text of a converted part of a concat is joined to the others by the fix,
// so that the way goes through the conversion.
func TestAWayGoesThroughAConversionThatConcatUndoes(t *testing.T) {
	for name, src := range map[string]string{
		"str":     "y = str(issue)\nx = concat(\"a\", y)\n",
		"percent": "def f(z):\n    return \"%s b\" % z\nx = concat(log, f(issue))\n",
		"method":  "y = \"{}\".format(issue).strip()\nx = concat([y, log], sep = \", \")\n",
	} {
		t.Run(name, func(t *testing.T) {
			src = head + "log = param(\"log\")\n" + src
			ws := workspace(playbooktest.Files{entry: src + tail})
			r := external.Analyze(context.Background(), ws, entry)
			checkWays(t, ws, r, entry)
			found := false
			for _, w := range r.Ways(entry, strings.LastIndex(src, "\nx = ")+1) {
				found = found || w.Param == "issue"
			}
			if !found {
				t.Error("no way of issue")
			}
		})
	}
}

func TestAllExternalTextHasAWayFromItsParameter(t *testing.T) {
	first, n := programs(t)
	seen, lost := 0, 0
	for seed := first; seed < first+n/5; seed++ {
		p := playbooktest.Random(seed, false)
		ws := workspace(p.Files)
		analyze := external.Analyze
		if seed%8 >= 6 {
			analyze = external.AnalyzeCoarse
		}
		r := analyze(context.Background(), ws, playbooktest.EntryID)
		for _, id := range r.Deps {
			if _, ok := ws.File(id); !ok {
				continue
			}
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
