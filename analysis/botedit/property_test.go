package botedit_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/botedit"
	"github.com/boundary-lsp/boundary-lsp/analysis/botindex"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Every declared name of every vector can be renamed to a fresh one and back,
// or the rename is refused: the findings stay but for the name, and the bytes
// come back.
func TestRenamesOfTheVectorsComeBack(t *testing.T) {
	files, err := filepath.Glob("../../testdata/authoring/*.txtar")
	if err != nil || len(files) != 186 {
		t.Fatalf("%d vectors, %v", len(files), err)
	}
	r := &renames{refused: map[string]int{}}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m := unpack(t, src)
		r.all(t, m.snap, bots(t, m.dir))
	}
	t.Log(r)
	if r.done < 500 || r.refused["fix"] == 0 {
		t.Errorf("only %s", r)
	}
}

func TestRenamesOfRealBotsComeBack(t *testing.T) {
	corpus := os.Getenv("BOUNDARY_CORPUS")
	if corpus == "" {
		t.Log("BOUNDARY_CORPUS is not set: no real bot was read")
		return
	}
	dir := workspace.Key(corpus)
	snap := workspace.NewSession(workspace.Options{Dir: dir, Folders: []string{dir}}).Snapshot()
	r := &renames{refused: map[string]int{}}
	r.all(t, snap, bots(t, dir))
	t.Log(r)
}

func bots(t *testing.T, dir string) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && strings.HasSuffix(p, ".bot") {
			list = append(list, workspace.Key(p))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// renames counts what was renamed.
type renames struct {
	names, done, places, findings int
	refused                       map[string]int
}

func (r *renames) String() string {
	s := fmt.Sprintf("%d names: %d renamed and back, %d places, %d findings compared", r.names, r.done, r.places, r.findings)
	for why, n := range r.refused {
		s += fmt.Sprintf("; %d refused (%s …)", n, why)
	}
	return s
}

func (r *renames) all(t *testing.T, snap *workspace.Snapshot, files []string) {
	t.Helper()
	for _, p := range files {
		x := botindex.Of(snap, p)
		if x == nil {
			continue
		}
		for k := botindex.Node; k < botindex.Terminal; k++ {
			for _, s := range x.Symbols(k) {
				if len(s.Decls) > 0 && s.Decls[0].Path == p {
					r.one(t, snap, p, s)
				}
			}
		}
	}
}

// one renames a name and renames it back.
func (r *renames) one(t *testing.T, snap *workspace.Snapshot, p string, s *botindex.Symbol) {
	t.Helper()
	r.names++
	fresh := "zq_" + strings.Map(func(c rune) rune {
		if c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' {
			return c
		}
		return 'x'
	}, s.Name)
	at := s.Decls[0]
	c, err := botedit.Rename(snap, p, at.Span.Start, fresh, able)
	if err != nil {
		why, _, _ := strings.Cut(err.Error(), " ")
		if strings.HasPrefix(why, "`") {
			why = err.Error()
		}
		r.refused[why]++
		return
	}
	if len(c.Files) > 0 {
		t.Errorf("%s: %s is declared and renames files", p, s.Name)
		return
	}
	what := fmt.Sprintf("%s: %s %s", p, s.Kind, s.Name)
	after, moves := apply(t, snap, c.Edits)
	back, err := botedit.Rename(after, p, moves[p].to(at.Span.Start), s.Name, able)
	if err != nil {
		if botWord(s.Name) {
			t.Errorf("%s: not renamed back: %v", what, err)
		}
		return
	}
	end, _ := apply(t, after, back.Edits)
	for q, m := range moves {
		if end.File(q).Text.String() != snap.File(q).Text.String() {
			t.Errorf("%s: the bytes of %s do not come back", what, q)
		}
		r.places += len(m.edits)
		if workspace.Kind(q) != workspace.Bot {
			continue
		}
		want := r.found(snap, q, m.to, fresh, s.Name)
		got := r.found(after, q, func(off int) int { return off }, fresh, s.Name)
		r.findings += len(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: findings in %s (-before +after):\n%s", what, q, diff)
		}
	}
	r.done++
}

func botWord(s string) bool { return !strings.ContainsAny(s, ".-/: ") }

var nearest = regexp.MustCompile(`(, did you mean .*)?( \([CE][0-9]+\))?$`)

// found are the findings in a file with their places moved and the new name
// read as the old one.
func (r *renames) found(snap *workspace.Snapshot, p string, move func(int) int, fresh, old string) []string {
	var list []string
	for _, f := range analysis.File(snap, p, true).Findings {
		// What is nearest to a misspelt name may change.
		m := nearest.ReplaceAllString(strings.ReplaceAll(f.Message, fresh, old), "")
		list = append(list, fmt.Sprintf("%s %d-%d %s", f.Code, move(f.Span.Start), move(f.Span.End), m))
	}
	slices.Sort(list)
	return list
}

// moved converts offsets to those behind edits.
type moved struct{ edits []text.Edit }

func (m moved) to(off int) int {
	shift := 0
	for _, e := range m.edits {
		if e.Span.End <= off {
			shift += len(e.New) - e.Span.Len()
		}
	}
	return off + shift
}

func apply(t *testing.T, snap *workspace.Snapshot, edits []finding.Edit) (*workspace.Snapshot, map[string]moved) {
	t.Helper()
	moves := map[string]moved{}
	for _, e := range edits {
		m := moves[e.Path]
		m.edits = append(m.edits, text.Edit{Span: e.Span, New: e.New})
		moves[e.Path] = m
	}
	texts := map[string]*text.Text{}
	for p, m := range moves {
		next, err := snap.File(p).Text.Apply(m.edits)
		if err != nil {
			t.Fatal(err)
		}
		texts[p] = next
	}
	return snap.With(texts), moves
}
