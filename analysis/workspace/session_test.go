package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

func TestFileSaysWhyThereIsNoText(t *testing.T) {
	dir := temp(t, map[string]string{
		"a.bot": "a", "exact.bot": strings.Repeat("x", MaxFile), "over.bot": strings.Repeat("x", MaxFile+1),
		"blob.bot": "\x00\x01PNG", "late.bot": strings.Repeat("x", 8000) + "\x00", "latin.bot": "caf\xe9",
		".boundary.toml": "\x00", "gone.bot": "-> nowhere", "loop.bot": "-> loop.bot", "link.bot": "-> a.bot",
		"folder.bot/x": "", "filelink": "-> a.bot",
	})
	s := NewSession(Options{Dir: dir}).Snapshot()
	for name, want := range map[string]error{
		"a.bot": nil, "exact.bot": nil, "over.bot": ErrTooLarge, "blob.bot": ErrNotText, "late.bot": nil,
		"latin.bot": nil, ".boundary.toml": nil, "gone.bot": fs.ErrNotExist, "nosuch.bot": fs.ErrNotExist,
		"no/such.bot": fs.ErrNotExist, "link.bot": nil, "folder.bot": ErrFolder,
	} {
		h := s.File(path.Join(dir, name))
		if !errors.Is(h.Err, want) || (h.Text == nil) != (want != nil) {
			t.Errorf("%s: %v, want %v", name, h.Err, want)
		}
		if h.Err != nil && strings.Contains(h.Err.Error(), dir) {
			t.Errorf("%s: the error names the path: %v", name, h.Err)
		}
	}
	if h := s.File(dir + "/loop.bot"); h.Err == nil {
		t.Error("a link to itself was read")
	}
	if h := s.File(dir + "/link.bot"); h.Real != dir+"/a.bot" {
		t.Errorf("link.bot lies at %s", h.Real)
	}
	if h := s.File(dir + "/a.bot"); h.Real != h.Path || h.Size != 1 {
		t.Errorf("a.bot lies at %s, %d bytes", h.Real, h.Size)
	}
}

func TestAnOpenDocumentIsJudgedLikeAFile(t *testing.T) {
	se := NewSession(Options{Dir: "/ws"})
	se.Open("/ws/big.bot", doc(strings.Repeat("x", MaxFile+1)), 1, "bot")
	s := se.Open("/ws/nul.bot", doc("\x00"), 1, "bot")
	if err := s.File("/ws/big.bot").Err; err != ErrTooLarge {
		t.Error(err)
	}
	if err := s.File("/ws/nul.bot").Err; err != ErrNotText {
		t.Error(err)
	}
}

func TestLinksOutOfAnEditorsFoldersAreNotFollowed(t *testing.T) {
	dir := temp(t, map[string]string{
		"ws/in.bot": "-> sub/x", "ws/sub/x": "in", "ws/out.bot": "-> ../secret", "secret": "out",
		"ws/lib": "-> ../elsewhere", "elsewhere/f.bot": "out", "two/x": "two", "ws/two.bot": "-> ../two/x",
	})
	se := NewSession(Options{Dir: dir, Folders: []string{dir + "/ws", dir + "/two"}})
	s := se.Snapshot()
	for name, want := range map[string]error{"in.bot": nil, "out.bot": ErrOutside, "lib/f.bot": ErrOutside, "two.bot": nil} {
		if h := s.File(dir + "/ws/" + name); h.Err != want {
			t.Errorf("%s: %v, want %v", name, h.Err, want)
		}
	}
	s = se.SetFolders([]string{dir + "/ws"})
	if err := s.File(dir + "/ws/two.bot").Err; err != ErrOutside {
		t.Errorf("after the folder has gone: %v", err)
	}
	s = se.SetFolders([]string{dir})
	if got := body(s.File(dir + "/ws/out.bot")); got != "out" {
		t.Errorf("after the folder has grown: %s", got)
	}
}

func TestSnapshotsDoNotChange(t *testing.T) {
	dir := temp(t, map[string]string{"a.bot": "disk", "b.bot": "disk"})
	a, b := dir+"/a.bot", dir+"/b.bot"
	se := NewSession(Options{Dir: dir})
	first := se.Snapshot()
	if got := body(first.File(a)); got != "disk" {
		t.Fatal(got)
	}
	opened := se.Open(a, doc("one"), 1, "bot")
	changed := se.Change(a, doc("two"), 2)
	write(t, dir, map[string]string{"a.bot": "saved", "b.bot": "saved"})
	closed := se.Close(a)
	for _, c := range []struct {
		name string
		s    *Snapshot
		want string
	}{{"first", first, "disk"}, {"opened", opened, "one"}, {"changed", changed, "two"}, {"closed", closed, "saved"}} {
		if got := body(c.s.File(a)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	if h := changed.File(a); !h.Open || h.Version != 2 || h.LanguageID != "bot" {
		t.Errorf("open %v, version %d, language %s", h.Open, h.Version, h.LanguageID)
	}
	if got := opened.Opened(); !same(got, []string{a}) {
		t.Errorf("opened: %v", got)
	}
	if got := body(closed.File(b)); got != "saved" {
		t.Errorf("b, first read after it was written: %s", got)
	}
}

func TestWithLeavesTheSessionAlone(t *testing.T) {
	dir := temp(t, map[string]string{"a.bot": "disk"})
	a, b := dir+"/a.bot", dir+"/b.bot"
	se := NewSession(Options{Dir: dir})
	base := se.Open(b, doc("open"), 3, "bot")
	n := base.With(map[string]*text.Text{a: doc("A"), b: doc("B")})
	if body(n.File(a)) != "A" || body(n.File(b)) != "B" || n.File(a).Open || n.File(b).Version != 3 {
		t.Error("With does not hold its texts")
	}
	if s := se.Snapshot(); s != base || body(s.File(a)) != "disk" || body(s.File(b)) != "open" {
		t.Error("With has changed the session")
	}
	if got := n.Opened(); !same(got, []string{b}) {
		t.Errorf("opened: %v", got)
	}
}

func TestInvalidate(t *testing.T) {
	files := map[string]string{"kit/main.bot": "old", "kit/prompts/a.md": "old", "real/x": "old", "link.bot": "-> real/x"}
	tests := []struct {
		name   string
		change map[string]string
		remove string
		paths  []string
		check  func(s *Snapshot, dir string) string
		want   string
	}{
		{"a file that changed is read again", map[string]string{"kit/main.bot": "new"}, "", []string{"kit/main.bot"},
			func(s *Snapshot, dir string) string { return body(s.File(dir + "/kit/main.bot")) }, "new"},
		{"another one is not", map[string]string{"kit/main.bot": "new"}, "", []string{"real/x"},
			func(s *Snapshot, dir string) string { return body(s.File(dir + "/kit/main.bot")) }, "old"},
		{"a new file is in the listing", map[string]string{"kit/prompts/b.md": ""}, "", []string{"kit/prompts/b.md"},
			func(s *Snapshot, dir string) string { return strings.Join(s.Markdown(dir+"/kit/prompts"), " ") }, "a.md b.md"},
		{"a file of a new folder is in the listing", map[string]string{"new/prompts/b.md": ""}, "", []string{"new/prompts/b.md"},
			func(s *Snapshot, dir string) string { return strings.Join(s.Markdown(dir+"/new/prompts"), " ") }, "b.md"},
		{"a folder that is gone takes its files along", nil, "kit", []string{"kit"},
			func(s *Snapshot, dir string) string {
				return fmt.Sprint(s.File(dir+"/kit/main.bot").Err != nil, s.Markdown(dir+"/kit/prompts"), s.Exists(dir+"/kit/main.bot"))
			}, "true [] false"},
		{"a link changes with the file it leads to", map[string]string{"real/x": "new"}, "", []string{"real/x"},
			func(s *Snapshot, dir string) string { return body(s.File(dir + "/link.bot")) }, "new"},
		{"a link changes with a folder on its way", map[string]string{"real/x": "new"}, "", []string{"real"},
			func(s *Snapshot, dir string) string { return body(s.File(dir + "/link.bot")) }, "new"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := temp(t, files)
			se := NewSession(Options{Dir: dir})
			before := tt.check(se.Snapshot(), dir)
			for _, p := range []string{"kit/main.bot", "kit/prompts/a.md", "link.bot"} {
				se.Snapshot().File(dir + "/" + p)
			}
			write(t, dir, tt.change)
			if tt.remove != "" {
				if err := os.RemoveAll(filepath.Join(dir, tt.remove)); err != nil {
					t.Fatal(err)
				}
			}
			if got := tt.check(se.Snapshot(), dir); got != before {
				t.Errorf("before: %s, then %s", before, got)
			}
			var paths []string
			for _, p := range tt.paths {
				paths = append(paths, dir+"/"+p)
			}
			if got := tt.check(se.Invalidate(paths...), dir); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestRecheckSeesWhatChangedBesidesAnOpenDocument(t *testing.T) {
	dir := temp(t, map[string]string{
		"main.bot": mainBot("lib/f.bot"), "lib/f.bot": fragment, "prompts/p.md": "text", "other.bot": "old",
	})
	main := dir + "/main.bot"
	se := NewSession(Options{Dir: dir})
	s := se.Open(main, doc(mainBot("lib/f.bot")), 1, "bot")
	unit := func(s *Snapshot) *bot.Unit {
		u, err := s.Unit(main)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	u := unit(s)
	s.File(dir + "/other.bot")
	s.Config(main)
	// Past the time in which equal times mean nothing.
	old := time.Now().Add(-time.Hour)
	for _, f := range []string{"lib/f.bot", "other.bot", "prompts/p.md"} {
		if err := os.Chtimes(filepath.Join(dir, f), old, old); err != nil {
			t.Fatal(err)
		}
	}
	s = se.Recheck()
	if unit(s) != u {
		t.Error("a new time alone has made a new unit")
	}
	s.File(dir + "/other.bot")
	if n := se.Recheck(main); n != s {
		t.Error("nothing has changed, and there is a new snapshot")
	}
	write(t, dir, map[string]string{"lib/f.bot": fragment + "\n", "other.bot": "new"})
	s = se.Recheck(main)
	if unit(s) == u {
		t.Error("the import was not looked at")
	}
	if body(s.File(dir+"/other.bot")) != "old" {
		t.Error("a file that has nothing to do with it was looked at")
	}
	u = unit(s)
	write(t, dir, map[string]string{"prompts/q.md": "more"})
	if s = se.Recheck(main); unit(s) == u {
		t.Error("the folder of prompts was not looked at")
	}
	if s = se.Recheck(); body(s.File(dir+"/other.bot")) != "new" {
		t.Error("a recheck of everything has left something out")
	}
	write(t, dir, map[string]string{".boundary.toml": "[rules]\nBND104 = \"error\"\n"})
	before := s.Config(main)
	if s = se.Recheck(main); s.Config(main) == before {
		t.Error("the new configuration was not found")
	}
}

// TestASessionEqualsAFreshOne makes random edits and compares what the session
// sees with what a new one with the same documents sees.
func TestASessionEqualsAFreshOne(t *testing.T) {
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 1))
		dir := temp(t, nil)
		names := []string{"main.bot", "lib/a.bot", "lib/b.bot", "prompts/p.md", "prompts/q.md", ".boundary.toml", "sub/main.bot", "link.bot"}
		write(t, dir, map[string]string{"link.bot": "-> lib/a.bot"})
		pick := func() string { return dir + "/" + names[r.IntN(len(names))] }
		open := map[string]*text.Text{}
		se := NewSession(Options{Dir: dir})
		content := func() string {
			return []string{mainBot("lib/a.bot"), mainBot("lib/b.bot", "lib/a.bot"), fragment, "import \"b.bot\"\n", fmt.Sprint("text ", r.IntN(3))}[r.IntN(5)]
		}
		for step := range 60 {
			p := pick()
			switch r.IntN(5) {
			case 0, 1:
				open[p] = doc(content())
				se.Open(p, open[p], int32(step), "bot")
			case 2:
				delete(open, p)
				se.Close(p)
			case 3:
				for _, d := range []string{path.Dir(p), dir + "/lib"} {
					if err := os.MkdirAll(d, 0o755); err != nil {
						t.Fatal(err)
					}
				}
				// Through a link, if it is one.
				if err := os.WriteFile(p, []byte(content()), 0o644); err != nil {
					t.Fatal(err)
				}
				real, err := filepath.EvalSymlinks(p)
				if err != nil {
					t.Fatal(err)
				}
				se.Invalidate(real)
			case 4:
				if path.Base(p) != "link.bot" {
					os.Remove(p)
					se.Invalidate(p)
				}
			}
			fresh := NewSession(Options{Dir: dir})
			for p, tx := range open {
				fresh.Open(p, tx, 0, "bot")
			}
			if a, b := view(se.Snapshot(), dir, names), view(fresh.Snapshot(), dir, names); a != b {
				t.Fatalf("seed %d, step %d:\n%s\nfresh:\n%s", seed, step, a, b)
			}
		}
	}
}

// view is all that can be seen of the files.
func view(s *Snapshot, dir string, names []string) string {
	var b strings.Builder
	for _, n := range names {
		p := dir + "/" + n
		fmt.Fprintf(&b, "%s: %q units %v root %s config %q\n", n, body(s.File(p)), s.UnitsOf(p), s.Root(p), s.Config(p).Path)
		if strings.HasSuffix(n, "main.bot") {
			u, err := s.Unit(p)
			fmt.Fprintf(&b, "  err %v reads %v", err, s.Reads(p))
			if err == nil {
				for _, f := range u.Files {
					fmt.Fprintf(&b, " %s %q", f.Path, f.File.Text)
				}
				fmt.Fprintf(&b, " prompts %d errors %v", len(u.AllPrompts), u.Errors)
			}
			b.WriteByte('\n')
		}
	}
	fmt.Fprintln(&b, s.Markdown(dir+"/prompts"))
	return b.String()
}

// TestConcurrentUse is for the race detector; it also demands that a
// snapshot always gives the same answer.
func TestConcurrentUse(t *testing.T) {
	dir := temp(t, map[string]string{
		"main.bot": mainBot("lib/a.bot"), "lib/a.bot": fragment, "prompts/p.md": "text", "sub/main.bot": mainBot(),
	})
	main := dir + "/main.bot"
	se := NewSession(Options{Dir: dir})
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := range 200 {
				switch w {
				case 0:
					se.Open(main, doc(mainBot("lib/a.bot")+strings.Repeat("\n", i%7)), int32(i), "bot")
				case 1:
					se.Invalidate(dir+"/lib/a.bot", dir+"/prompts")
				case 2:
					se.Recheck(main)
					se.Close(dir + "/sub/main.bot")
				}
				s := se.Snapshot()
				u1, err1 := s.Unit(main)
				u2, err2 := s.Unit(main)
				if err1 != nil || err2 != nil || u1.Files[0].File.Text.String() != u2.Files[0].File.Text.String() {
					t.Errorf("two answers: %v %v", err1, err2)
				}
				if got := s.UnitsOf(dir + "/lib/a.bot"); !slices.Equal(got, []string{main}) {
					t.Errorf("units of the fragment: %v", got)
				}
				s.Dependents(dir + "/prompts/p.md")
				s.Config(main)
			}
		})
	}
	wg.Wait()
}
