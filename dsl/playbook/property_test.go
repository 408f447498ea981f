package playbook_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

// programs gives the seeds of this run: BOUNDARY_PROGRAMS says how many,
// BOUNDARY_SEED where they begin.
func programs(t *testing.T) (first, n uint64) {
	t.Helper()
	read := func(name string, byDefault uint64) uint64 {
		s := os.Getenv(name)
		if s == "" {
			return byDefault
		}
		v, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatalf("%s is no number: %v", name, err)
		}
		return v
	}
	n = read("BOUNDARY_PROGRAMS", 400)
	first = read("BOUNDARY_SEED", rand.Uint64()>>32)
	t.Logf("seeds %d to %d", first, first+n-1)
	return first, n
}

func leak(s string, secrets []string) string { return playbooktest.Leak(s, secrets) }

func everyForm(v any) string { return playbooktest.EveryForm(v) }

func TestRandomProgramsWithholdWhatWasSupplied(t *testing.T) {
	first, n := programs(t)
	ends := map[string]int{}
	for seed := first; seed < first+n; seed++ {
		p := playbooktest.Random(seed, false)
		for _, log := range []bool{false, true} {
			opt := playbook.Options{Loader: p.Files, RecordConversions: log}
			plan, err := playbook.Compile(context.Background(), playbooktest.EntryID, p.Launch, opt)
			if complaint := playbooktest.CheckWithheld(plan, err, p.Secrets); complaint != "" {
				t.Fatalf("%s\n%s", complaint, p)
			}
			again, errAgain := playbook.Compile(context.Background(), playbooktest.EntryID, p.Launch, opt)
			if diff := cmp.Diff(plan, again, samePositions) + cmp.Diff(err, errAgain, samePositions); diff != "" {
				t.Fatalf("a second run ends otherwise:\n%s\n%s", diff, p)
			}
			end := "ok"
			var e *playbook.Error
			if errors.As(err, &e) {
				end = string(e.Name)
			}
			if end == "SyntaxError" || end == "ResolveError" {
				t.Fatalf("the generated program is broken: %v\n%s", err, p)
			}
			ends[end]++
		}
	}
	t.Logf("the runs end in %v", ends)
}

func TestRunsAtTheSameTimeShareNothing(t *testing.T) {
	first, _ := programs(t)
	type end struct {
		Plan *playbook.Plan
		Err  error
	}
	run := func(seed uint64) end {
		p := playbooktest.Generate(seed)
		plan, err := playbook.Compile(context.Background(), playbooktest.EntryID, p.Launch, playbook.Options{Loader: p.Files, RecordConversions: true})
		return end{plan, err}
	}
	const n = 20
	ends := make([][n]end, 4)
	var group sync.WaitGroup
	for i := range ends {
		group.Go(func() {
			for j := range n {
				ends[i][j] = run(first + uint64(j))
			}
		})
	}
	group.Wait()
	for i := range ends {
		if diff := cmp.Diff(ends[0], ends[i], samePositions); diff != "" {
			t.Errorf("goroutine %d:\n%s", i, diff)
		}
	}
}

func TestAnyBracketingOfAChainRendersEqually(t *testing.T) {
	first, n := programs(t)
	for seed := first; seed < first+n; seed++ {
		p := playbooktest.GenerateChain(seed)
		plan, err := playbook.Compile(context.Background(), playbooktest.EntryID, p.Launch, playbook.Options{Loader: p.Files})
		if complaint := playbooktest.CheckChain(plan, err); complaint != "" {
			t.Fatalf("%s\n%s", complaint, p)
		}
	}
}

func TestNoSuffixOfAMarkerBeginsAMarker(t *testing.T) {
	markers := []string{playbook.ExternalOpen, playbook.ExternalClose}
	for _, a := range markers {
		for _, b := range markers {
			for i := 1; i < len(a); i++ {
				if strings.HasPrefix(b, a[i:]) {
					t.Errorf("the suffix %q of %q begins %q", a[i:], a, b)
				}
			}
			if a != b && strings.Contains(a, b) {
				t.Errorf("%q holds %q", a, b)
			}
		}
	}
}

func FuzzCompile(f *testing.F) {
	for _, v := range vectors(f) {
		f.Add(v.Files[playbooktest.EntryID], uint64(0))
	}
	for seed := range uint64(40) {
		f.Add(playbooktest.Generate(seed).Files[playbooktest.EntryID], seed)
	}
	f.Fuzz(func(t *testing.T, src string, seed uint64) {
		// Repetition builds more than the memory of a machine in one step.
		if strings.ContainsAny(src, "*") || strings.Contains(src, "<<") || strings.Contains(src, "range") {
			return
		}
		p := playbooktest.Generate(seed)
		files := playbooktest.Files{playbooktest.EntryID: src, "lib.star": "def brief(x):\n    return str(x)\n", "packs/lib.star": p.Files["packs/lib.star"]}
		launch := map[string]any{}
		for _, name := range []string{"issue", "a", "b", "note", "p0", "p1", "p2"} {
			if strings.Contains(src, strconv.Quote(name)) && len(p.Secrets) > 0 {
				launch[name] = p.Secrets[0]
			}
		}
		opt := playbook.Options{Loader: files, RecordConversions: true, Limits: playbook.Limits{Steps: 20_000}}
		plan, err := playbook.Compile(context.Background(), playbooktest.EntryID, launch, opt)
		if leak(src, p.Secrets) != "" || strings.Contains(src, "<<<") {
			return
		}
		if complaint := checkFuzzed(plan, err, p.Secrets); complaint != "" {
			t.Fatalf("%s\n%s", complaint, src)
		}
	})
}

// checkFuzzed is CheckWithheld for programs that may themselves hold single
// characters of a value.
func checkFuzzed(plan *playbook.Plan, err error, secrets []string) string {
	if err != nil {
		return playbooktest.CheckWithheld(plan, err, secrets)
	}
	for _, p := range plan.Prompts {
		rest := p.Text
		for i := len(p.Regions) - 1; i >= 0; i-- {
			rest = rest[:p.Regions[i].Start] + rest[p.Regions[i].End:]
		}
		if part := leak(rest, secrets); part != "" {
			return fmt.Sprintf("the text of %s shows %q", p.Step, part)
		}
	}
	return ""
}
