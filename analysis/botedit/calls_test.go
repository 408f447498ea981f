package botedit_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/botedit"
	"github.com/boundary-lsp/boundary-lsp/analysis/botindex"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
)

// A node is among the targets of another exactly where that is among its
// sources; what is prepared at its declaration is the node.
func TestCallsAgreeInBothDirections(t *testing.T) {
	files, err := filepath.Glob("../../testdata/authoring/*.txtar")
	if err != nil || len(files) != 186 {
		t.Fatalf("%d vectors, %v", len(files), err)
	}
	n := 0
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m := unpack(t, src)
		for _, p := range bots(t, m.dir) {
			n += agree(t, m.snap, p)
		}
	}
	if n < 200 {
		t.Errorf("only %d calls", n)
	}
}

func TestCallsOfRealBotsAgree(t *testing.T) {
	corpus := os.Getenv("BOUNDARY_CORPUS")
	if corpus == "" {
		t.Log("BOUNDARY_CORPUS is not set: no real bot was read")
		return
	}
	dir := workspace.Key(corpus)
	snap := workspace.NewSession(workspace.Options{Dir: dir, Folders: []string{dir}}).Snapshot()
	n := 0
	for _, p := range bots(t, dir) {
		n += agree(t, snap, p)
	}
	t.Log(n, "calls")
}

func agree(t *testing.T, snap *workspace.Snapshot, p string) int {
	t.Helper()
	x := botindex.Of(snap, p)
	if x == nil {
		return 0
	}
	names := []string{"done", "fail"}
	for _, n := range x.Unit.Nodes {
		names = append(names, n.Name)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	out, in := map[string]bool{}, map[string]bool{}
	for _, a := range names {
		for _, b := range botedit.OutgoingCalls(snap, p, a) {
			out[a+" -> "+b.Name] = true
			if len(b.From) == 0 {
				t.Errorf("%s: %s -> %s has no place", p, a, b.Name)
			}
		}
		for _, b := range botedit.IncomingCalls(snap, p, a) {
			in[b.Name+" -> "+a] = true
			if len(b.From) == 0 {
				t.Errorf("%s: %s <- %s has no place", p, a, b.Name)
			}
		}
		if s := x.Node(a); s != nil && s.Decls[0].Path == p {
			found := botedit.PrepareCalls(snap, p, s.Decls[0].Span.Start)
			if !slices.ContainsFunc(found, func(c botedit.Call) bool { return c.Name == a }) {
				t.Errorf("%s: %s is not prepared at its declaration", p, a)
			}
		}
	}
	for e := range out {
		if !in[e] {
			t.Errorf("%s: %s only in one direction", p, e)
		}
	}
	if len(in) != len(out) {
		t.Errorf("%s: %d in, %d out", p, len(in), len(out))
	}
	return len(out)
}

// many is a workspace of n small bots.
func many(t testing.TB, n int) func() *workspace.Snapshot {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		dir := filepath.Join(root, fmt.Sprintf("b%04d", i))
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		src := fmt.Sprintf(
			"prompt ask_%[1]d:\n  Work.\n\nschema report_%[1]d:\n  ok: bool\n\nagent writer_%[1]d:\n  backend: claw\n  output: report_%[1]d\n  system: ask_%[1]d\n\n"+
				"workflow flow_%[1]d:\n  entry: writer_%[1]d\n  writer_%[1]d -> done\n", i)
		if err := os.WriteFile(filepath.Join(dir, "main.bot"), []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	dir := workspace.Key(root)
	return func() *workspace.Snapshot {
		return workspace.NewSession(workspace.Options{Dir: dir, Folders: []string{dir}}).Snapshot()
	}
}

func TestASearchIsBounded(t *testing.T) {
	snap := many(t, 300)()
	for query, want := range map[string]int{"": botedit.MaxUnasked, "r": botedit.MaxFound, "writer_7": 57, "report_299": 1, "zz": 0, "\xff": 0} {
		found, err := botedit.Search(context.Background(), snap, query)
		if err != nil || len(found) != want {
			t.Errorf("%q: %d names, %v, want %d", query, len(found), err, want)
		}
		for _, f := range found {
			if snap.File(f.Path).Text.Slice(f.Span) != f.Name || f.Container == "" {
				t.Errorf("%+v", f)
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := botedit.Search(ctx, snap, "r"); err == nil {
		t.Error("a search goes on after its end")
	}
}

// BenchmarkSearch is a search in 1,000 files that have been read before, and
// the first one.
func BenchmarkSearch(b *testing.B) {
	b.Run("again", func(b *testing.B) {
		snap := many(b, 1000)()
		for b.Loop() {
			if found, err := botedit.Search(context.Background(), snap, "rep"); err != nil || len(found) != botedit.MaxFound {
				b.Fatal(len(found), err)
			}
		}
	})
	b.Run("first", func(b *testing.B) {
		fresh := many(b, 1000)
		for b.Loop() {
			snap := fresh()
			if found, err := botedit.Search(context.Background(), snap, "rep"); err != nil || len(found) != botedit.MaxFound {
				b.Fatal(len(found), err)
			}
		}
	})
}
