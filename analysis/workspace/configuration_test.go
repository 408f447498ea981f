package workspace

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
)

const broken = "[rules\n"

func TestConfigInForceAndRoot(t *testing.T) {
	tests := []struct {
		name  string
		files []string // .git stands for a repository
		cwd   string
		opt   Options // paths below the folder of the files
		file  string
		// config is the file in force, root the workspace root, both below
		// the folder of the files.
		config, root string
	}{
		{"the nearest counts", []string{".boundary.toml", "in/.boundary.toml"}, ".", Options{}, "in/x/a.bot", "in/.boundary.toml", "in"},
		{"a configuration is judged by itself", []string{".boundary.toml"}, ".", Options{}, ".boundary.toml", ".boundary.toml", "."},
		{"the search ends at the repository", []string{".boundary.toml", "repo/.git"}, ".", Options{}, "repo/a.bot", "", "repo"},
		{"the repository's own counts", []string{"repo/.git", "repo/.boundary.toml"}, "repo/sub", Options{}, "repo/sub/a.bot", "repo/.boundary.toml", "repo"},
		{"without a repository the search ends at the working directory", []string{".boundary.toml"}, "loose", Options{}, "loose/a.bot", "", "."},
		{"the root is the working directory where nothing marks one", nil, "ws", Options{}, "ws/x/a.bot", "", "ws"},
		{"outside the working directory nothing ends the search", []string{"other/.boundary.toml"}, "ws", Options{}, "other/x/a.bot", "other/.boundary.toml", "other"},
		{"a folder that is named ends the search in place of the working directory", []string{".boundary.toml"}, "demo", Options{Named: []string{"."}}, "demo/a.bot", ".boundary.toml", "."},
		{"a folder that is named below changes nothing", []string{".boundary.toml"}, ".", Options{Named: []string{"demo"}}, "demo/a.bot", ".boundary.toml", "."},
		{"an editor's folder ends the search", []string{".boundary.toml"}, ".", Options{Folders: []string{"ws"}}, "ws/a.bot", "", "ws"},
		{"of editor's folders the innermost", []string{"ws/.boundary.toml"}, ".", Options{Folders: []string{"ws", "ws/in"}}, "ws/in/a.bot", "", "ws/in"},
		{"an editor's folder inside a repository", []string{".boundary.toml", ".git"}, ".", Options{Folders: []string{"ws"}}, "ws/a.bot", ".boundary.toml", "."},
		{"--config wins over the nearest", []string{"in/.boundary.toml", "ci/strict.toml"}, ".", Options{ConfigFile: "ci/strict.toml"}, "in/a.bot", "ci/strict.toml", "."},
		{"--config is read from the repository", []string{"repo/.git", "repo/ci/strict.toml"}, "repo/ci", Options{ConfigFile: "repo/ci/strict.toml"}, "repo/x/a.bot", "repo/ci/strict.toml", "repo"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{}
			for _, f := range tt.files {
				if filepath.Base(f) == ".git" {
					f += "/HEAD"
				}
				files[f] = "[rules]\nBND104 = \"error\"\n"
			}
			dir := temp(t, files)
			below := func(list []string) (out []string) {
				for _, p := range list {
					out = append(out, Abs(dir, p))
				}
				return out
			}
			opt := Options{Dir: Abs(dir, tt.cwd), Folders: below(tt.opt.Folders), Named: below(tt.opt.Named)}
			if tt.opt.ConfigFile != "" {
				opt.ConfigFile = Abs(dir, tt.opt.ConfigFile)
			}
			s := NewSession(opt).Snapshot()
			c, want := s.Config(Abs(dir, tt.file)), ""
			if tt.config != "" {
				want = Abs(dir, tt.config)
			}
			if c.Path != want || (len(c.Rules) > 0) != (want != "") {
				t.Errorf("configuration %q with %v, want %q", c.Path, c.Rules, want)
			}
			if got := s.Root(Abs(dir, tt.file)); got != Abs(dir, tt.root) {
				t.Errorf("root %s, want %s", got, Abs(dir, tt.root))
			}
			if opt.ConfigFile != "" && c.Dir != Abs(dir, tt.root) {
				t.Errorf("paths are read from %s", c.Dir)
			}
		})
	}
}

func TestConfigIsTheSameUntilSomethingChanges(t *testing.T) {
	dir := temp(t, map[string]string{".boundary.toml": "[boundary]\nmembers = \"m.txt\"\n", "a.bot": "", "b.bot": ""})
	toml := dir + "/" + ConfigName
	se := NewSession(Options{Dir: dir})
	s := se.Snapshot()
	c := s.Config(dir + "/a.bot")
	if s.Config(dir+"/b.bot") != c || !s.Looked(dir+"/m.txt") || s.Looked(dir+"/n.txt") {
		t.Error("one file, two configurations")
	}
	se.Open(dir+"/a.bot", doc("x"), 1, "bot")
	s = se.Open(toml, doc("[boundary]\nmembers = \"m.txt\"\n"), 1, "toml")
	if s.Config(dir+"/a.bot") != c {
		t.Error("opening the same text has made a new configuration")
	}
	s = se.Change(toml, doc("[boundary]\nmembers = \"n.txt\"\n"), 2)
	if s.Config(dir+"/a.bot") == c || !s.Looked(dir+"/n.txt") {
		t.Error("the edit was not seen")
	}
	write(t, dir, map[string]string{"bots/x.bot": ""})
	if got := s.Config(dir + "/a.bot").Boundary.RootNames; !same(got, []string{"."}) {
		t.Errorf("before the folder is known: %v", got)
	}
	s = se.Invalidate(dir + "/bots/x.bot")
	if got := s.Config(dir + "/a.bot").Boundary.RootNames; !same(got, []string{"bots"}) {
		t.Errorf("after the folder has appeared: %v", got)
	}
}

func TestABrokenConfigLeavesTheLastGoodOneToEditors(t *testing.T) {
	for _, keep := range []bool{true, false} {
		dir := temp(t, map[string]string{".boundary.toml": "[rules]\nBND104 = \"error\"\n"})
		a, toml := dir+"/a.bot", dir+"/"+ConfigName
		se := NewSession(Options{Dir: dir, KeepGood: keep})
		se.Snapshot().Config(a)
		c := se.Open(toml, doc(broken), 1, "toml").Config(a)
		if !c.Broken || len(c.Findings) != 1 || c.Findings[0].Code != "CFG101" || c.Text.String() != broken || c.Path != toml {
			t.Errorf("broken %v, findings %v", c.Broken, c.Findings)
		}
		if (len(c.Rules) > 0) != keep {
			t.Errorf("keep %v: rules %v", keep, c.Rules)
		}
		c = se.Change(toml, doc("[rules]\n"), 2).Config(a)
		if c.Broken || len(c.Rules) > 0 || len(c.Findings) > 0 {
			t.Errorf("after it was mended: %+v", c)
		}
	}
}

func TestAConfigThatCannotBeReadIsNotPassedOver(t *testing.T) {
	dir := temp(t, map[string]string{".boundary.toml": strings.Repeat("#", MaxFile+1), "in/.boundary.toml/x": ""})
	s := NewSession(Options{Dir: dir}).Snapshot()
	c := s.Config(dir + "/a.bot")
	if !c.Broken || c.Path != dir+"/.boundary.toml" || !errors.Is(s.File(c.Path).Err, ErrTooLarge) {
		t.Errorf("broken %v, path %q", c.Broken, c.Path)
	}
	if c = s.Config(dir + "/in/a.bot"); c.Broken || c.Path != "" {
		t.Errorf("a folder of that name: broken %v, path %q", c.Broken, c.Path)
	}
}

func TestFixture(t *testing.T) {
	dir := temp(t, map[string]string{
		".boundary.toml":      "[boundary]\nroots = [\"bots\", \"testdata/kits\", \"bots/testdata/deep\"]\n",
		"bots/a.bot":          "",
		"testdata/kits/a.bot": "",
	})
	s := NewSession(Options{Dir: dir}).Snapshot()
	for p, want := range map[string]bool{
		"bots/a.bot": false, "bots/testdata/a.bot": true, "testdata/a.bot": true, "testdata/kits/a.bot": false,
		"testdata/kits/testdata/a.bot": true, "bots/testdata/deep/a.bot": false, "other/a.bot": false,
		"other/testdata/x/a.bot": true, "bots/testdata": false,
	} {
		if got := s.Fixture(dir + "/" + p); got != want {
			t.Errorf("%s: %v", p, got)
		}
	}
}

func TestTodayIsADependency(t *testing.T) {
	day := config.Date{Y: 2027, M: 1, D: 31}
	se := NewSession(Options{Dir: "/ws", Today: func() config.Date { return day }})
	key := struct{ name string }{"today"}
	get := func() string {
		s := se.Open("/ws/a.bot", doc(""), 1, "")
		return s.Memo(key, func(d *Deps) any { return d.Today().String() }).(string)
	}
	first := get()
	day.D = 1
	day.M = 2
	if se.Open("/ws/a.bot", doc("x"), 2, ""); first != "2027-01-31" || get() != "2027-02-01" {
		t.Errorf("%s, then %s", first, get())
	}
}

func TestGetwdIsAKey(t *testing.T) {
	dir, err := Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() || Key(dir) != dir {
		t.Errorf("%s: %v", dir, err)
	}
}
