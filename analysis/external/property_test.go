package external_test

import (
	"context"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook/playbooktest"
)

// programs is how many random programs each property tries.
func programs(tb testing.TB) (first, n uint64) {
	tb.Helper()
	n = 300
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

// covers reports whether some finding with one of the codes stands over a
// position of a run.
func covers(ws *memory, r *external.Result, pos syntax.Position, codes ...string) bool {
	id := pos.Filename()
	f, ok := ws.File(id)
	if !ok {
		return false
	}
	off := f.Offset(pos)
	for _, x := range r.Findings[id] {
		for _, c := range codes {
			if x.Code == c && x.Span.Start <= off && off < x.Span.End {
				return true
			}
		}
	}
	return false
}

// Property 3 of playbook.md 15.3: what the run does, the analysis said.
func TestWhatARunRefusesIsReported(t *testing.T) {
	first, n := programs(t)
	failed := 0
	ended := map[string]int{}
	for i := 2 * first; i < 2*(first+n) && failed < 3; i++ {
		p := playbooktest.Generate(i / 2)
		if i%2 == 1 {
			p = writeProgram(i / 2)
			_, err := playbook.Compile(context.Background(), playbooktest.EntryID, p.Launch, playbook.Options{Loader: p.Files})
			ended[outcome(err)]++
		}
		if msg := oracle(p, external.Analyze); msg != "" {
			failed++
			t.Errorf("%s\n%s", msg, p)
		}
		if msg := oracle(p, external.AnalyzeCoarse); msg != "" {
			failed++
			t.Errorf("in coarse mode: %s\n%s", msg, p)
		}
	}
	t.Logf("our programs ended: %v", ended)
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

func oracle(p playbooktest.Program, analyze func(context.Context, external.Workspace, string) *external.Result) string {
	ws := workspace(p.Files)
	r := analyze(context.Background(), ws, playbooktest.EntryID)
	plan, err := playbook.Compile(context.Background(), playbooktest.EntryID, p.Launch, playbook.Options{Loader: p.Files, RecordConversions: true})
	var log []playbook.Conversion
	var failure *playbook.Error
	if plan != nil {
		log = plan.Conversions
	}
	if errors.As(err, &failure) {
		log = failure.Conversions
	}
	for _, c := range log {
		if !covers(ws, r, c.Pos, "PB001", "PB010") {
			return "conversion at " + c.Pos.String() + " (" + c.Builtin + ") is not reported"
		}
	}
	if failure == nil {
		return ""
	}
	switch failure.Name {
	case playbook.ExternalMethod:
		if !hasError(ws, r, "PB002") {
			return "ExternalMethod at " + failure.Pos.String() + " is not reported"
		}
	case playbook.ExternalMisplaced:
		if !hasError(ws, r, "PB009") {
			return "ExternalMisplaced at " + failure.Pos.String() + " is not reported"
		}
	case playbook.ExternalConverted:
		if !received(ws, r, failure.Pos) {
			return "ExternalConverted at " + failure.Pos.String() + " has no report"
		}
	}
	return ""
}

func hasError(ws *memory, r *external.Result, code string) bool {
	for _, list := range r.Findings {
		for _, f := range list {
			if f.Code == code && f.Severity == finding.Error {
				return true
			}
		}
	}
	return false
}

// received reports whether a PB001 error has a receiver inside the failing
// constructor call, or stands at the call itself.
func received(ws *memory, r *external.Result, pos syntax.Position) bool {
	file, _ := ws.File(pos.Filename())
	off := file.Offset(pos)
	call := callAt(file, off)
	for id, list := range r.Findings {
		for _, f := range list {
			if f.Code != "PB001" || f.Severity != finding.Error {
				continue
			}
			if id == pos.Filename() && f.Span.Start <= off && off < f.Span.End {
				return true
			}
			for _, site := range f.Data["sites"].([]string) {
				id, line, col := place(site)
				start := file.Offset(syntax.MakePosition(nil, line, col))
				if id == pos.Filename() && call != nil && file.Span(call).Contains(start) {
					return true
				}
			}
		}
	}
	return false
}

// place takes file:line:column apart.
func place(s string) (id string, line, col int32) {
	parts := strings.Split(s, ":")
	l, _ := strconv.Atoi(parts[1])
	c, _ := strconv.Atoi(parts[2])
	return parts[0], int32(l), int32(c)
}

// callAt is the call whose parenthesis stands at an offset.
func callAt(f *playbook.File, off int) (found syntax.Node) {
	syntax.Walk(f.Tree, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.CallExpr); ok && f.Offset(c.Lparen) == off {
			found = c
		}
		return true
	})
	return found
}

// Property 4: without external text there is nothing to say about it.
func TestPlainProgramsAreClean(t *testing.T) {
	first, n := programs(t)
	failed := 0
	literals := strings.NewReplacer(`param("v")`, `"SECRET"`, `param("w", default = "dflt")`, `"dflt"`)
	for i := 2 * first; i < 2*(first+n) && failed < 3; i++ {
		p := playbooktest.GeneratePlain(i / 2)
		if i%2 == 1 {
			p = writeProgram(i / 2)
			p.Files[playbooktest.EntryID] = literals.Replace(p.Files[playbooktest.EntryID])
		}
		ws := workspace(p.Files)
		r := external.Analyze(context.Background(), ws, playbooktest.EntryID)
		for _, list := range r.Findings {
			for _, f := range list {
				if strings.HasPrefix(f.Code, "PB00") && f.Code != "PB006" || f.Code == "PB010" {
					failed++
					t.Errorf("%s: %s\n%s", f.Code, f.Message, p)
				}
			}
		}
	}
}
