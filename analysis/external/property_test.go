package external_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

// programs says how many random programs are tried, and the first seed.
func programs(tb testing.TB) (first, n uint64) {
	tb.Helper()
	n = 400
	for _, v := range []struct {
		name string
		to   *uint64
	}{{"BOUNDARY_PROGRAMS", &n}, {"BOUNDARY_SEED", &first}} {
		if s := os.Getenv(v.name); s != "" {
			x, err := strconv.ParseUint(s, 10, 64)
			if err != nil {
				tb.Fatalf("%s: %v", v.name, err)
			}
			*v.to = x
		}
	}
	tb.Logf("seeds %d to %d", first, first+n-1)
	return first, n
}

// subject is a program with all that the properties want to know of it, so
// that it is generated, parsed and run once for all of them.
type subject struct {
	playbooktest.Program
	ws           *memory
	fine, coarse *external.Result
	plan         *playbook.Plan // of the run with the log, or
	err          error
	failure      *playbook.Error // err, where it is one
	tally        map[string]int
}

// properties are those of playbook.md 15.3. Each says what is wrong, or "".
var properties = []struct {
	name  string
	holds func(*subject) string
}{
	{"1 withholding, 2 regions", withheld},
	{"3 oracle", func(s *subject) string { return oracle(s, s.fine) }},
	{"3 oracle, coarse mode", func(s *subject) string {
		if s.coarse == nil {
			return ""
		}
		return oracle(s, s.coarse)
	}},
	{"3 oracle, one value for everything", func(s *subject) string {
		if s.second() {
			return "" // each program in one of the modes
		}
		if s.failure != nil && s.failure.Name == playbook.StarlarkError {
			return "" // operations that fail are not promised then
		}
		return oracle(s, external.AnalyzeFlood(context.Background(), s.ws, entry))
	}},
	{"4 precision", precise},
	{"5 fix", fixesMend},
	{"6 join law", joins},
	{"7 recovery", recovers},
}

func newSubject(seed uint64) *subject {
	ctx := context.Background()
	s := &subject{Program: playbooktest.Random(seed, false)}
	s.ws = workspace(s.Files)
	s.fine = external.Analyze(ctx, s.ws, entry)
	if s.second() {
		s.coarse = external.AnalyzeCoarse(ctx, s.ws, entry)
	}
	return s
}

// second picks every second program of either generator for what is tried
// less often: the run without the log, and the coarse mode.
func (s *subject) second() bool { return s.Seed/2%2 == 0 }

func TestRandomProgramsKeepTheSevenProperties(t *testing.T) {
	first, n := programs(t)
	var next atomic.Uint64
	var failed atomic.Int32
	var group sync.WaitGroup
	var mu sync.Mutex
	total := map[string]int{}
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			tally := map[string]int{}
			for failed.Load() < 5 {
				i := next.Add(1) - 1
				if i >= n {
					break
				}
				if complaint := try(first+i, tally); complaint != "" {
					failed.Add(1)
					t.Error(complaint)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			for k, v := range tally {
				total[k] += v
			}
		})
	}
	group.Wait()
	if none := uncovered(n, total); len(none) > 0 && !t.Failed() {
		t.Errorf("no program has done this: %q", none)
	}
	t.Log(summary(total))
}

// try holds one program against all properties.
func try(seed uint64, tally map[string]int) (complaint string) {
	at := "making it"
	defer func() {
		if p := recover(); p != nil {
			complaint = fmt.Sprintf("%s: panic: %v\n%s\n%s", at, p, debug.Stack(), playbooktest.Random(seed, false))
		}
	}()
	s := newSubject(seed)
	s.tally = tally
	s.count()
	for _, p := range properties {
		at = p.name
		if msg := p.holds(s); msg != "" {
			return fmt.Sprintf("%s: %s\n%s", p.name, msg, s)
		}
	}
	return ""
}

// withheld runs the program with the log, and every second one without it,
// which must end in the same way.
func withheld(s *subject) string {
	s.plan, s.err = playbook.Compile(context.Background(), entry, s.Launch, playbook.Options{Loader: s.Files, RecordConversions: true})
	if s.err != nil && !errors.As(s.err, &s.failure) {
		return fmt.Sprintf("the run ends with %v, which is no *Error", s.err)
	}
	s.countEnd()
	if complaint := playbooktest.CheckWithheld(s.plan, s.err, s.Secrets); complaint != "" {
		return complaint
	}
	if !s.second() {
		return ""
	}
	plan, err := playbook.Compile(context.Background(), entry, s.Launch, playbook.Options{Loader: s.Files})
	if !reflect.DeepEqual(withoutLog(plan, err), withoutLog(s.plan, s.err)) {
		return "the run without the log ends otherwise:\n" + cmp.Diff(withoutLog(plan, err), withoutLog(s.plan, s.err), cmp.Comparer(func(a, b syntax.Position) bool { return a.String() == b.String() }))
	}
	return ""
}

type ending struct {
	Plan  playbook.Plan
	Error playbook.Error
}

// withoutLog is the end of a run without what the log adds to it.
func withoutLog(plan *playbook.Plan, err error) (end ending) {
	if plan != nil {
		end.Plan = *plan
		end.Plan.Conversions = nil
	}
	var e *playbook.Error
	if errors.As(err, &e) {
		end.Error = *e
		end.Error.Conversions, end.Error.Related = nil, nil
	}
	return end
}

func outcome(err error) string {
	var e *playbook.Error
	switch {
	case err == nil:
		return "ok"
	case errors.As(err, &e):
		return string(e.Name)
	}
	return err.Error()
}

// precise is property 4: without external text there is nothing to say about
// it.
func precise(s *subject) string {
	p := playbooktest.Random(s.Seed, true)
	ws := s.ws.with(p.Files)
	for _, list := range external.Analyze(context.Background(), ws, entry).Findings {
		for _, f := range list {
			if aboutExternal(f.Code) {
				return fmt.Sprintf("%s: %s\n%s", f.Code, f.Message, p)
			}
		}
	}
	return ""
}

// aboutExternal are the codes that nothing plain is given.
func aboutExternal(code string) bool {
	return strings.HasPrefix(code, "PB00") && code != "PB006" || code == "PB010"
}

// joins is property 6, for a chain of the same seed.
func joins(s *subject) string {
	p := playbooktest.GenerateChain(s.Seed)
	plan, err := playbook.Compile(context.Background(), entry, p.Launch, playbook.Options{Loader: p.Files})
	if msg := playbooktest.CheckChain(plan, err); msg != "" {
		return fmt.Sprintf("%s\n%s", msg, p)
	}
	return ""
}

// recovers is property 7, for one cut of the program.
func recovers(s *subject) string {
	src := s.Files[entry]
	cut := rand.New(rand.NewPCG(s.Seed, 3)).IntN(len(src))
	for cut > 0 && src[cut]&0xc0 == 0x80 {
		cut--
	}
	ws := s.ws.with(playbooktest.Files{entry: src[:cut], "packs/lib.star": s.Files["packs/lib.star"]})
	return lost(s.ws, s.fine, ws, external.Analyze(context.Background(), ws, entry), cut)
}
