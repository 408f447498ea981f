package docs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/cmd/internal/picture"
)

const (
	exampleDir  = "testdata/readme"
	exampleFile = exampleDir + "/triage/main.bot"
	// columns is the width of the pictures' terminals and hovers.
	columns      = 96
	hoverColumns = 76
)

func TestPicturesOnDisk(t *testing.T) {
	onDisk(t, root+"/docs/pictures/check.svg", checkPicture(t))
	onDisk(t, root+"/docs/pictures/hover.svg", hoverPicture(t))
	onDisk(t, root+"/docs/pictures/graph.svg", graphPicture(t))
}

// checkPicture is the README's first command, without the part that needs no
// picture: how Go starts it.
func checkPicture(t *testing.T) []byte {
	line := "boundary-lsp check " + exampleDir
	out, code := outputOf(t, line, "--color", "always")
	if code != 1 || !strings.Contains(out, "BND101") {
		t.Fatalf("%s: exit code %d, want 1 for BND101\n%s", line, code, out)
	}
	lines, err := picture.FromANSI(out)
	if err != nil {
		t.Fatal(err)
	}
	none := func(picture.Line) int { return 0 }
	return picture.Terminal("boundary-lsp check finds the node that acts without a boundary paragraph", line,
		picture.Wrap(lines, columns, none))
}

// graphPicture is what the README's command draws.
func graphPicture(t *testing.T) []byte {
	out, _ := outputOf(t, "boundary-lsp graph --format svg testdata/graph/repair/main.bot")
	if !strings.Contains(out, "no paragraph") {
		t.Fatalf("the picture shows no node that lacks its paragraph: %s", out)
	}
	return []byte(out)
}

// hoverPicture is the hover on the name of the example's node.
func hoverPicture(t *testing.T) []byte {
	abs, err := filepath.Abs(filepath.Join(root, filepath.FromSlash(exampleFile)))
	if err != nil {
		t.Fatal(err)
	}
	src, err := os.ReadFile(abs)
	if err != nil {
		t.Fatal(err)
	}
	const before = "agent "
	at := strings.Index(string(src), before+"sorter:")
	if at < 0 {
		t.Fatalf("%s has no agent sorter", exampleFile)
	}
	dir := filepath.ToSlash(filepath.Dir(abs))
	snap := workspace.NewSession(workspace.Options{Dir: dir, Named: []string{dir}}).Snapshot()
	md, span, ok := analysis.Hover(snap, filepath.ToSlash(abs), at+len(before), true)
	if !ok || !strings.Contains(md, "Acts: yes") {
		t.Fatalf("no hover on the name of the agent, or it does not act: %s", md)
	}
	source := strings.Split(strings.TrimSuffix(string(src), "\n"), "\n")
	line := strings.Count(string(src)[:span.Start], "\n")
	first := max(0, line-2)
	start := span.Start - strings.LastIndex(string(src)[:span.Start], "\n") - 1
	hover := picture.Wrap(picture.FromMarkdown(md), hoverColumns, picture.HangingIndent)
	return picture.Editor("The hover on a node says whether it acts and why", exampleFile, slices.Clone(source[first:]), first,
		picture.Place{Line: line, Start: start, End: start + span.Len()}, hover)
}
