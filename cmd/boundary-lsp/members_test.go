package main

import (
	"strings"
	"testing"
)

const members = "demo/acts\ttools: bash\nkit/acts\ttools: bash\n"

func TestMembersNarrowWhatIsPrintedNeverWhatIsWritten(t *testing.T) {
	w := newWorld(t, "demo/main.bot", acting, "kit/main.bot", mended, "notes.txt", "x")
	kit := "kit/acts\ttools: bash\n"
	for _, tt := range []struct {
		args []string
		want string
	}{
		{nil, members}, {[]string{"."}, members}, {[]string{"kit"}, kit}, {[]string{"kit/main.bot"}, kit},
		{[]string{"kit", "kit/main.bot"}, kit}, {[]string{"notes.txt"}, ""},
	} {
		if out, errs := w.wants(t, exitClean, append([]string{"members"}, tt.args...)...); out != tt.want || errs != "" {
			t.Errorf("%q: %q, %q", tt.args, out, errs)
		}
	}
	if out, _ := w.wants(t, exitClean, "members", "--write=list.txt", "kit"); out != "" || w.read(t, "list.txt") != members {
		t.Errorf("printed %q, written %q", out, w.read(t, "list.txt"))
	}
}

func TestMembersOfAFolderInTheWorkspaceAreThoseOfTheWholeWithoutAPath(t *testing.T) {
	w := newWorld(t, ".boundary.toml", "[boundary]\nmembers = \"list.txt\"\n", "demo/main.bot", acting, "kit/main.bot", mended)
	top := w.dir
	w.dir += "/kit"
	if out, _ := w.wants(t, exitFindings, "members", "--check"); !strings.HasPrefix(out, "--- /dev/null\n+++ "+top+"/list.txt\n@@ ") {
		t.Errorf("the diff of a missing file is %q", out)
	}
	w.wants(t, exitClean, "members", "--write")
	w.wants(t, exitClean, "members", "--check")
	w.dir = top
	if got := w.read(t, "list.txt"); got != members {
		t.Errorf("written %q", got)
	}
	w.write(t, "list.txt", members+"zed/acts\ttools: bash\n")
	if out, _ := w.wants(t, exitFindings, "members", "--check"); !strings.Contains(out, "\n-zed/acts\ttools: bash\n") {
		t.Errorf("the diff of a stale file is %q", out)
	}
}

func TestMembersSayNothingOfHalfAClass(t *testing.T) {
	w := newWorld(t, "demo/main.bot", acting, "kit/main.bot", strings.Replace(acting, "claw\"", "claw", 1), "list.txt", "old\n")
	for _, args := range [][]string{{"members"}, {"members", "--write=list.txt"}, {"members", "--check=list.txt"}, {"members", "kit"}} {
		out, errs := w.wants(t, exitFailed, args...)
		if out != "" || !strings.Contains(errs, "kit/main.bot: ") {
			t.Errorf("%q: %q, %q", args, out, errs)
		}
	}
	if got := w.read(t, "list.txt"); got != "old\n" {
		t.Errorf("written %q", got)
	}
	w.wants(t, exitClean, "members", "demo")
	_, errs := w.wants(t, exitFailed, "members", "--write=no/such/list.txt", "demo")
	if errs == "" {
		t.Error("no word about it")
	}
}
