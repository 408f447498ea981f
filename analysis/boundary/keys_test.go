package boundary

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

func configOf(src string) *config.Config {
	return config.Parse(home+"/"+config.Name, text.New(src), config.Env{})
}

const keyedConfig = `[boundary]
roots = ["bots", "bots/inner", "lab/testdata"]

[boundary.keys]
"pkg/templates/default.bot" = "cli/default"
"bots/old/main.bot" = "historic"
`

func TestKeyPrefix(t *testing.T) {
	cfg := configOf(keyedConfig)
	for _, tt := range []struct{ name, file, want string }{
		{"a bundle's main file", "bots/kit/main.bot", "kit/"},
		{"a bundle below a folder", "bots/group/kit/main.bot", "group/kit/"},
		{"another file of a bundle", "bots/kit/extend.bot", "kit/extend:"},
		{"a main.bot that lies in the root", "bots/main.bot", "main:"},
		{"the innermost root counts", "bots/inner/kit/main.bot", "kit/"},
		{"a file with a key of its own", "pkg/templates/default.bot", "cli/default:"},
		{"a bundle with a key of its own", "bots/old/main.bot", "historic:"},
		{"a bundle outside every root", "other/kit/main.bot", "other/kit/"},
		{"a file outside every root", "other/x.bot", "other/x:"},
		{"a file beside a root of a like name", "bots2/kit/main.bot", "bots2/kit/"},
		{"a main file in the workspace folder", "main.bot", "main:"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := KeyPrefix(cfg, home, home+"/"+tt.file); got != tt.want {
				t.Errorf("%s: %q, want %q", tt.file, got, tt.want)
			}
		})
	}
}

func TestFixture(t *testing.T) {
	cfg := configOf(keyedConfig)
	for _, tt := range []struct {
		name, file string
		want       bool
	}{
		{"below testdata in a root", "bots/kit/testdata/a.bot", true},
		{"deeper below testdata", "bots/testdata/a/b/main.bot", true},
		{"a root that is a testdata folder", "lab/testdata/kit/main.bot", false},
		{"testdata below such a root", "lab/testdata/kit/testdata/a.bot", true},
		{"a folder of a like name", "bots/testdata2/main.bot", false},
		{"a file of that name", "bots/kit/testdata", false},
		{"outside every root", "other/testdata/a.bot", true},
		{"Markdown outside every root", "docs/testdata/a.md", true},
		{"an ordinary page", "docs/a.md", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Fixture(cfg, home, home+"/"+tt.file); got != tt.want {
				t.Errorf("%s: %v, want %v", tt.file, got, tt.want)
			}
		})
	}
	if Fixture(config.Default("/a/testdata/ws", config.Env{}), "/a/testdata/ws", "/a/testdata/ws/x.bot") {
		t.Error("a testdata folder above the workspace makes no fixtures")
	}
}

func TestCandidatesLeadBackToTheKey(t *testing.T) {
	cfg := configOf(keyedConfig)
	for _, tt := range []struct {
		name, key string
		want      []string
	}{
		{"a bundle's node", "kit/acts", []string{"bots/kit/main.bot", "bots/inner/kit/main.bot", "lab/testdata/kit/main.bot", "kit/main.bot"}},
		{"a node of a group", "kit/left.fix", []string{"bots/kit/main.bot", "bots/inner/kit/main.bot", "lab/testdata/kit/main.bot", "kit/main.bot"}},
		{"a file's node", "other/x:n", []string{"bots/other/x.bot", "bots/inner/other/x.bot", "lab/testdata/other/x.bot", "other/x.bot"}},
		{"a key prefix", "cli/default:n", []string{"pkg/templates/default.bot", "bots/cli/default.bot", "bots/inner/cli/default.bot", "lab/testdata/cli/default.bot", "cli/default.bot"}},
		{"a prefix that hides the file's own", "old/n", []string{"bots/inner/old/main.bot", "lab/testdata/old/main.bot", "old/main.bot"}},
		{"no key at all", "acts", nil},
		{"a key without a node", "kit/", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var want []string
			for _, f := range tt.want {
				want = append(want, home+"/"+f)
			}
			if diff := cmp.Diff(want, Candidates(cfg, home, tt.key)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDuplicatePrefixes(t *testing.T) {
	cfg := configOf(`[boundary]
roots = ["a", "b"]

[boundary.keys]
"x.bot" = "same"
"y.bot" = "same"
"z.bot" = "a/one"
`)
	files := []string{home + "/y.bot", home + "/x.bot", home + "/b/kit/main.bot", home + "/a/kit/main.bot", home + "/a/a/one.bot", home + "/z.bot"}
	got := DuplicatePrefixes(cfg, home, files)
	var places []string
	for _, f := range got {
		s := f.Path
		if !f.Whole {
			s += " " + cfg.Text.Slice(f.Span)
		}
		places = append(places, s)
	}
	want := []string{home + "/b/kit/main.bot", home + "/" + config.Name + ` "same"`, home + "/" + config.Name + ` "a/one"`}
	if diff := cmp.Diff(want, places); diff != "" {
		t.Error(diff)
	}
}
