package analysis_test

import (
	"fmt"
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// effort is how many cuts and edits each file gets: a few in every run, 200
// and 1,000 where BOUNDARY_TYPING is set, which .ci/run does.
func effort() (cuts, edits int) {
	if n, err := strconv.Atoi(os.Getenv("BOUNDARY_TYPING")); err == nil && n > 0 {
		return n / 5, n
	}
	return 6, 30
}

// typed are the bots that are typed on: every main file of a vector, and the
// real bots below BOUNDARY_CORPUS.
func typed(t *testing.T) map[string]string {
	t.Helper()
	bots := map[string]string{}
	files, err := filepath.Glob("../testdata/boundary/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no vectors", err)
	}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Files {
			if strings.HasSuffix(f.Name, ".bot") && !strings.HasPrefix(f.Name, "want/") {
				bots[filepath.Base(file)+"/"+f.Name] = string(f.Data)
			}
		}
	}
	corpus := os.Getenv("BOUNDARY_CORPUS")
	if corpus == "" {
		t.Log("BOUNDARY_CORPUS is not set: REAL BOTS ARE NOT TYPED ON")
		return bots
	}
	err = filepath.WalkDir(corpus, func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && strings.HasSuffix(p, ".bot") {
			data, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			bots[p] = string(data)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return bots
}

func describe(list []finding.Finding) []string {
	out := make([]string, 0, len(list))
	for _, f := range list {
		out = append(out, fmt.Sprintf("%s %v %s %v", f.Code, f.Span, f.Message, f.Data))
	}
	return out
}

func seeded(name string) *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write([]byte(name))
	return rand.New(rand.NewPCG(h.Sum64(), 7))
}

// What is typed is drawn from what breaks parsers: delimiters, whole lines,
// odd characters.
var typedTexts = []string{
	"", "\n", " ", "\t", "\"", "`", "[", "]", "{", "}", "{{", "}}", ":", "->", "|", "#", "\r\n", "\xff", "é", "\u202e",
	"tools: [bash]\n", "  system: ", "agent x:\n", "workflow w:\n", "dsl: 2\n", "with { a: \"b\"\n", "UNTRUSTED INPUT BOUNDARY", "{{include \"x.md\"}}",
}

// However a file is cut or edited, analysing the edited session gives what an
// analysis from scratch gives, and nothing panics or hangs.
func TestTypingEqualsAnalysisFromScratch(t *testing.T) {
	cuts, edits := effort()
	for name, src := range typed(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rnd := seeded(name)
			dir := t.TempDir()
			p := workspace.Key(filepath.Join(dir, "demo", "main.bot"))
			session := workspace.NewSession(workspace.Options{Dir: dir, Folders: []string{dir}})
			now := src
			snap := session.Open(p, text.New(now), 1, "bot")
			check := func(what string) {
				r := analysis.File(snap, p, true)
				if r.Panic != "" {
					t.Fatalf("%s: %s\n%s", what, r.Panic, now)
				}
				fresh := workspace.NewSession(workspace.Options{Dir: dir, Folders: []string{dir}}).Open(p, text.New(now), 1, "bot")
				if diff := cmp.Diff(describe(analysis.File(fresh, p, true).Findings), describe(r.Findings)); diff != "" {
					t.Fatalf("%s: from scratch (-) and in the session (+) differ:\n%s\n%s", what, diff, now)
				}
				for _, f := range r.Findings {
					if f.Span.Start < 0 || f.Span.End < f.Span.Start || f.Span.End > len(now) {
						t.Fatalf("%s: %s has the span %v in %d bytes", what, f.Code, f.Span, len(now))
					}
				}
			}
			version := int32(1)
			set := func(s, what string) {
				now = s
				version++
				snap = session.Change(p, text.New(now), version)
				check(what)
			}
			for range cuts {
				at := rnd.IntN(len(src) + 1)
				set(src[:at], fmt.Sprintf("cut at %d", at))
			}
			now = src
			for i := range edits {
				if i%50 == 0 || len(now) > 2*len(src)+200 {
					now = src
				}
				start := rnd.IntN(len(now) + 1)
				end := min(len(now), start+rnd.IntN(4)*rnd.IntN(12))
				e := text.Edit{Span: text.Span{Start: start, End: end}, New: typedTexts[rnd.IntN(len(typedTexts))]}
				next, err := text.New(now).Apply([]text.Edit{e})
				if err != nil {
					t.Fatal(err)
				}
				if whole := now[:start] + e.New + now[end:]; next.String() != whole {
					t.Fatalf("the edit %v gives %q, not %q", e, next.String(), whole)
				}
				set(next.String(), fmt.Sprintf("edit %d at %d", i, start))
			}
		})
	}
}

// Breaking one declaration leaves what is said about the others as it was.
func TestBreakingOneDeclarationKeepsTheOthersFindings(t *testing.T) {
	_, edits := effort()
	for name, src := range typed(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rnd := seeded(name)
			dir := t.TempDir()
			p := workspace.Key(filepath.Join(dir, "demo", "main.bot"))
			session := workspace.NewSession(workspace.Options{Dir: dir})
			snap := session.Open(p, text.New(src), 1, "bot")
			f, err := snap.Bot(p)
			if err != nil {
				t.Fatal(err)
			}
			before := verdicts(analysis.File(snap, p, true).Findings)
			var victims []*bot.Decl
			for _, d := range f.Decls {
				// What others are judged by is no victim: the workflow's
				// defaults, a group, and declarations without a body line.
				if d.Kind != bot.KindWorkflow && d.Kind != bot.KindGroup && d.Kind != bot.KindUse && d.Header.End < d.Span.End-2 {
					victims = append(victims, d)
				}
			}
			if len(victims) == 0 {
				return
			}
			for i := range edits {
				d := victims[rnd.IntN(len(victims))]
				at := d.Header.End + 2 + rnd.IntN(d.Span.End-d.Header.End-1)
				for at < len(src) && src[at-1] == '\n' {
					at++ // at the start of a line the text would be a declaration
				}
				if at > d.Span.End {
					continue
				}
				garbage := []string{"\"", "[", "]", "{", "(", ":", "->", "=", ",", "@", "x", "{{"}[rnd.IntN(12)]
				now := src[:at] + garbage + src[at:]
				snap := session.Change(p, text.New(now), int32(i+2))
				after := verdicts(analysis.File(snap, p, true).Findings)
				for node, said := range before {
					if said.prompt == d.Name.Text || strings.HasSuffix(node, "/"+d.Name.Text) || strings.HasSuffix(node, ":"+d.Name.Text) {
						continue
					}
					got, ok := after[node]
					if d.Kind == bot.KindPrompt {
						got.cause = said.cause // the paragraph may stand in a user prompt
					}
					if !ok || got != said {
						t.Fatalf("%q at %d breaks %s; of %s was said %v, and now %v", garbage, at, d.Name.Text, node, said, got)
					}
				}
			}
		})
	}
}

type verdict struct{ reasons, cause, prompt string }

// verdicts are the missing paragraphs by node.
func verdicts(list []finding.Finding) map[string]verdict {
	m := map[string]verdict{}
	for _, f := range list {
		if f.Code == "BND101" {
			m[fmt.Sprint(f.Data["node"])] = verdict{fmt.Sprint(f.Data["reasons"]), fmt.Sprint(f.Data["cause"]), fmt.Sprint(f.Data["prompt"])}
		}
	}
	return m
}
