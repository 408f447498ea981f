package botedit_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/botedit"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
)

const acting = `dsl: 2

prompt duty:
  Work.

group hands:
  agent fix:
    backend: claw
    tools: [bash]
    system: duty

use hands as left
use hands as right

agent plan:
  backend: claw
  tools: [write_file]
  system: duty

workflow w:
  entry: plan
  plan -> left.fix -> right.fix -> done
`

// codes are the findings of a run over the whole workspace.
func codes(t *testing.T, snap *workspace.Snapshot, dir string) []string {
	t.Helper()
	walked, err := snap.Walk(context.Background(), []string{dir}, workspace.WalkOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := analysis.Run(context.Background(), snap, analysis.Request{Files: walked.Files, Walked: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, f := range r.Findings {
		list = append(list, f.Code+" "+filepath.Base(f.Path))
	}
	slices.Sort(list)
	return list
}

func TestRenameKeepsTheMembersArtifactFresh(t *testing.T) {
	config := "[boundary]\nmembers = \"members.txt\"\n"
	members := "kit/left.fix\ttools: bash\nkit/plan\ttools: write_file\nkit/right.fix\ttools: bash\n"
	dir, snap := lay(t, map[string]string{".boundary.toml": config, "members.txt": members, "kit/main.bot": acting})
	main := dir + "/kit/main.bot"
	before := codes(t, snap, dir)
	if slices.Contains(before, "BND405 members.txt") {
		t.Fatalf("the artifact is stale to begin with: %v", before)
	}
	for name, tc := range map[string]struct{ at, to, want string }{
		"a node":         {"agent plan", "draw", "kit/draw\ttools: write_file\nkit/left.fix\ttools: bash\nkit/right.fix\ttools: bash\n"},
		"in order":       {"agent plan", "note", "kit/left.fix\ttools: bash\nkit/note\ttools: write_file\nkit/right.fix\ttools: bash\n"},
		"a prefix":       {"as left", "zest", "kit/plan\ttools: write_file\nkit/right.fix\ttools: bash\nkit/zest.fix\ttools: bash\n"},
		"a group's node": {"agent fix", "mend", "kit/left.mend\ttools: bash\nkit/plan\ttools: write_file\nkit/right.mend\ttools: bash\n"},
	} {
		t.Run(name, func(t *testing.T) {
			off := strings.Index(acting, tc.at) + strings.Index(tc.at, " ") + 1
			c, err := botedit.Rename(snap, main, off, tc.to, able)
			if err != nil {
				t.Fatal(err)
			}
			after, _ := apply(t, snap, c.Edits)
			if diff := cmp.Diff(tc.want, after.File(dir+"/members.txt").Text.String()); diff != "" {
				t.Errorf("the artifact (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(before, codes(t, after, dir)); diff != "" {
				t.Errorf("findings (-before +after):\n%s", diff)
			}
		})
	}
}

func TestRenameOfAPromptFileComesBack(t *testing.T) {
	src := "prompt p:\n  Work.\n\nagent a:\n  backend: \"claw\"\n  system: p\n  user: ask\n\nworkflow w:\n  entry: a\n  a -> done\n"
	dir, snap := lay(t, map[string]string{"main.bot": src, "prompts/ask.md": "Ask.\n"})
	rename := func(snap *workspace.Snapshot, to string) *workspace.Snapshot {
		t.Helper()
		at := strings.Index(src, "user: ") + len("user: ")
		c, err := botedit.Rename(snap, dir+"/main.bot", at, to, able)
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Files) != 1 || len(c.Edits) != 1 {
			t.Fatalf("%+v", c)
		}
		next, _ := apply(t, snap, c.Edits)
		if err := os.WriteFile(dir+"/main.bot", []byte(next.File(dir+"/main.bot").Text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(c.Files[0].From, c.Files[0].To); err != nil {
			t.Fatal(err)
		}
		return workspace.NewSession(workspace.Options{Dir: dir, Folders: []string{dir}}).Snapshot()
	}
	before := codes(t, snap, dir)
	snap = rename(snap, "question")
	if diff := cmp.Diff(before, codes(t, snap, dir)); diff != "" {
		t.Errorf("findings (-before +after):\n%s", diff)
	}
	snap = rename(snap, "ask")
	if got := snap.File(dir + "/main.bot").Text.String(); got != src || !snap.Exists(dir+"/prompts/ask.md") {
		t.Errorf("it does not come back: %q", got)
	}
	off := strings.Index(src, "user: ") + len("user: ")
	if _, _, err := botedit.PrepareRename(snap, dir+"/main.bot", off, botedit.Options{}); err == nil || !strings.Contains(err.Error(), "this editor cannot rename files") {
		t.Errorf("without renames of files: %v", err)
	}
}

func TestRenameStaysInTheWorkspace(t *testing.T) {
	dir, _ := lay(t, map[string]string{
		"kit/main.bot":      "import \"lib/parts.bot\"\n\nworkflow w:\n  entry: done\n",
		"kit/lib/parts.bot": "vars:\n  a: string = \"\"\n",
	})
	snap := workspace.NewSession(workspace.Options{Dir: dir, Folders: []string{dir + "/other"}}).Snapshot()
	_, _, err := botedit.PrepareRename(snap, dir+"/kit/lib/parts.bot", len("vars:\n  "), able)
	if err == nil || !strings.Contains(err.Error(), "is not in the workspace") {
		t.Errorf("outside of the folders: %v", err)
	}
}

func TestWhatIsNamedInBrokenTextIsFound(t *testing.T) {
	src := "vars:\n  a: string = \"\"\n\nagent x:\n  model: \"{{vars.a}}\n  sys\n\nworkflow w:\n  entry: x\n  x -> \n"
	dir, snap := lay(t, map[string]string{"main.bot": src})
	if got := botedit.References(snap, dir+"/main.bot", len("vars:\n  "), true); len(got) != 2 {
		t.Errorf("references %v", got)
	}
	if _, to := botedit.Definition(snap, dir+"/main.bot", strings.Index(src, "entry: x")+len("entry: ")); len(to) != 1 {
		t.Errorf("definition %v", to)
	}
}

// A contract's input is the var of its name.
func TestAVarIsRenamedWithTheInputOfItsName(t *testing.T) {
	src := "dsl: 2\n\nvars:\n  goal: string\n\ncontract c:\n  inputs:\n    goal: string\n  criteria:\n    some:\n      kind: min_length\n      port: input.goal\n      params: {min: 1}\n\n" +
		"tool t:\n  command: \"{{vars.goal}}\"\n\nworkflow w:\n  entry: t\n  contract: c\n  t -> done\n"
	dir, snap := lay(t, map[string]string{"main.bot": src})
	before := codes(t, snap, dir)
	want := strings.ReplaceAll(src, "goal", "aim")
	for off := range len(src) {
		if !strings.HasPrefix(src[off:], "goal") {
			continue
		}
		c, err := botedit.Rename(snap, dir+"/main.bot", off, "aim", able)
		if err != nil {
			t.Fatal(err)
		}
		after, _ := apply(t, snap, c.Edits)
		if diff := cmp.Diff(want, after.File(dir+"/main.bot").Text.String()); diff != "" {
			t.Errorf("from %d (-want +got):\n%s", off, diff)
		}
		if diff := cmp.Diff(before, codes(t, after, dir)); diff != "" {
			t.Errorf("findings (-before +after):\n%s", diff)
		}
	}
}

// A word that leads references is no field where it stands alone, and fields
// that begin with _ are the engine's.
func TestAFieldDoesNotTakeANameOfTheEngine(t *testing.T) {
	src := "dsl: 2\n\nschema s:\n  level: string\n\ntool t:\n  command: \"x\"\n  output: s\n\nworkflow w:\n  entry: t\n  t -> done when \"level == 'x'\"\n  t -> fail\n"
	dir, snap := lay(t, map[string]string{"main.bot": src})
	for to, want := range map[string]string{"loop": "would change what", "input": "would change what", "true": "would change what", "_level": "belongs to the engine"} {
		if _, err := botedit.Rename(snap, dir+"/main.bot", strings.Index(src, "level"), to, able); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", to, err)
		}
	}
	if _, err := botedit.Rename(snap, dir+"/main.bot", strings.Index(src, "level"), "each", able); err != nil {
		t.Errorf("a name that is free: %v", err)
	}
}
