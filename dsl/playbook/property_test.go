package playbook_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
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

// leak finds 4 neighbouring characters of a secret.
func leak(s string, secrets []string) string {
	for _, secret := range secrets {
		r := []rune(secret)
		for i := 0; i+4 <= len(r); i++ {
			if part := string(r[i : i+4]); strings.Contains(s, part) {
				return part
			}
		}
	}
	return ""
}

// outsideRegions cuts the regions out as a reader would: from each open marker
// to the next close marker.
func outsideRegions(s string) (string, error) {
	var b strings.Builder
	for {
		i := strings.Index(s, playbook.ExternalOpen)
		j := strings.Index(s, playbook.ExternalClose)
		if i < 0 {
			if j >= 0 {
				return "", errors.New("a close marker without its open one")
			}
			b.WriteString(s)
			return b.String(), nil
		}
		if j < i {
			return "", errors.New("a close marker before its open one")
		}
		b.WriteString(s[:i])
		inner := s[i+len(playbook.ExternalOpen) : j]
		if strings.Contains(inner, playbook.ExternalOpen) {
			return "", errors.New("an open marker inside a region")
		}
		s = s[j+len(playbook.ExternalClose):]
	}
}

// everyForm is what anybody might print of a value.
func everyForm(v any) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v\n%+v\n%#v\n%s\n%q\n%d\n%x\n", v, v, v, v, v, v, v)
	data, err := json.Marshal(v)
	fmt.Fprintf(&b, "%s %v\n", data, err)
	slog.New(slog.NewTextHandler(&b, nil)).Info("value", "v", v)
	slog.New(slog.NewJSONHandler(&b, nil)).Info("value", "v", v)
	return b.String()
}

// checkWithheld says where a run shows a piece of a supplied value outside a
// region.
func checkWithheld(plan *playbook.Plan, err error, secrets []string) string {
	if err != nil {
		for e := err; e != nil; e = errors.Unwrap(e) {
			if p := leak(everyForm(e), secrets); p != "" {
				return fmt.Sprintf("the error shows %q", p)
			}
		}
		var e *playbook.Error
		if errors.As(err, &e) {
			if p := leak(everyForm(*e)+everyForm(e.Stack)+e.Stack.String(), secrets); p != "" {
				return fmt.Sprintf("the error shows %q", p)
			}
		}
		return ""
	}
	for _, p := range plan.Prompts {
		rest, err := outsideRegions(p.Text)
		if err != nil {
			return fmt.Sprintf("the text of %s has %v", p.Step, err)
		}
		// Removing the regions leaves no character of a value.
		if i := strings.IndexAny(rest, strings.Join(secrets, "")); i >= 0 {
			return fmt.Sprintf("the text of %s shows %q outside its regions", p.Step, rest[i:])
		}
		last := 0
		for _, r := range p.Regions {
			s := p.Text[r.Start:r.End]
			if r.Start < last || !strings.HasPrefix(s, playbook.ExternalOpen) || !strings.HasSuffix(s, playbook.ExternalClose) || len(r.Params) == 0 {
				return fmt.Sprintf("the region %v of %s is %q", r, p.Step, s)
			}
			last = r.End
		}
		if n := strings.Count(p.Text, playbook.ExternalOpen); n != len(p.Regions) {
			return fmt.Sprintf("the text of %s has %d regions, and %d are told", p.Step, n, len(p.Regions))
		}
	}
	bare := *plan
	bare.Prompts = nil
	for _, p := range plan.Prompts {
		p.Text = ""
		bare.Prompts = append(bare.Prompts, p)
	}
	if p := leak(everyForm(bare)+everyForm(&bare), secrets); p != "" {
		return fmt.Sprintf("the plan shows %q outside of its texts", p)
	}
	return ""
}

func TestRandomProgramsWithholdWhatWasSupplied(t *testing.T) {
	first, n := programs(t)
	ends := map[string]int{}
	for seed := first; seed < first+n; seed++ {
		p := playbooktest.Generate(seed)
		for _, log := range []bool{false, true} {
			opt := playbook.Options{Loader: p.Files, RecordConversions: log}
			plan, err := playbook.Compile(context.Background(), playbooktest.EntryID, p.Launch, opt)
			if complaint := checkWithheld(plan, err, p.Secrets); complaint != "" {
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

func TestGeneratedProgramsAreThoseOfTheirSeedAndParse(t *testing.T) {
	first, _ := programs(t)
	for seed := first; seed < first+100; seed++ {
		p := playbooktest.Generate(seed)
		if diff := cmp.Diff(p, playbooktest.Generate(seed)); diff != "" {
			t.Fatalf("seed %d gives two programs:\n%s", seed, diff)
		}
		for _, q := range []playbooktest.Program{p, playbooktest.GeneratePlain(seed)} {
			for id, src := range q.Files {
				if f := playbook.Parse(id, []byte(src)); !f.Whole || len(f.Resolve) > 0 {
					t.Fatalf("%s: %v %v\n%s", id, f.Errors, f.Resolve, q)
				}
			}
		}
		plain := playbooktest.GeneratePlain(seed)
		if s := plain.Files[playbooktest.EntryID]; strings.Contains(s, `param("p`) {
			t.Fatalf("the plain program has a text parameter:\n%s", s)
		}
	}
}

// joinPieces is a chain of plain and supplied pieces.
type joinPieces []string

func (ps joinPieces) bracket(rng *rand.Rand) string {
	if len(ps) == 1 {
		return ps[0]
	}
	i := 1 + rng.IntN(len(ps)-1)
	return "(" + ps[:i].bracket(rng) + " + " + ps[i:].bracket(rng) + ")"
}

func TestAnyBracketingOfAChainRendersEqually(t *testing.T) {
	first, n := programs(t)
	for seed := first; seed < first+n; seed++ {
		rng := rand.New(rand.NewPCG(seed, 1))
		launch := map[string]any{"a": "A<<<", "b": "", "c": ">>>C"}
		choices := []string{"a", "b", "c", `""`, `"p"`, `"<<<"`, `"\n"`}
		var ps joinPieces
		for range 1 + rng.IntN(9) {
			ps = append(ps, choices[rng.IntN(len(choices))])
		}
		head := "a = param(\"a\")\nb = param(\"b\")\nc = param(\"c\")\nbot = agent(\"bot\")\n"
		tail := "\nplaybook(\"p\", steps = [step(\"s\", agent = bot, prompt = x)])\n"
		var want *playbook.Plan
		for i, expr := range []string{
			strings.Join(ps, " + "),
			ps.bracket(rng),
			ps.bracket(rng),
			"concat(" + strings.Join(ps, ", ") + ")",
			"concat([" + strings.Join(ps, ", ") + "])",
			"concat((" + strings.Join(ps, ", ") + ",), concat())",
		} {
			plan, err := compile(t, head+"x = "+expr+tail, launch)
			if err != nil {
				t.Fatalf("seed %d: %s: %v", seed, expr, err)
			}
			if i == 0 {
				want = plan
				continue
			}
			// Columns differ, texts and regions do not.
			for j := range plan.Prompts {
				plan.Prompts[j].Pos = want.Prompts[j].Pos
			}
			if diff := cmp.Diff(want, plan, samePositions); diff != "" {
				t.Fatalf("seed %d: %s and %s differ:\n%s", seed, strings.Join(ps, " + "), expr, diff)
			}
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

// checkFuzzed is checkWithheld for programs that may themselves hold single
// characters of a value.
func checkFuzzed(plan *playbook.Plan, err error, secrets []string) string {
	if err != nil {
		return checkWithheld(plan, err, secrets)
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
