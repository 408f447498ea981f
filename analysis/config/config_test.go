package config_test

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

const file = "/ws/.boundary.toml"

// disk is a workspace: paths that exist, and what links lead to.
func disk(paths []string, links map[string]string) config.Env {
	exists := func(abs string) bool {
		if abs == "/ws" {
			return true
		}
		for _, p := range paths {
			if p == abs || strings.HasPrefix(p, abs+"/") {
				return true
			}
		}
		return false
	}
	return config.Env{
		Exists: exists,
		Resolve: func(abs string) (string, error) {
			for from, to := range links {
				if abs == from || strings.HasPrefix(abs, from+"/") {
					abs = to + strings.TrimPrefix(abs, from)
				}
			}
			if !exists(abs) {
				return "", errors.New("no such file")
			}
			return abs, nil
		},
	}
}

func parse(t *testing.T, src string) *config.Config {
	t.Helper()
	env := disk([]string{"/ws/bots/kit/main.bot", "/ws/host/p.toml", "/elsewhere/x/main.bot"},
		map[string]string{"/ws/link": "/elsewhere"})
	return config.Parse(file, text.New(src), env)
}

// seen writes findings as "line:col-line:col CODE severity".
func seen(c *config.Config) []string {
	var list []string
	for _, f := range c.Findings {
		a, b := c.Text.LineCol(f.Span.Start), c.Text.LineCol(f.Span.End)
		list = append(list, fmt.Sprintf("%d:%d-%d:%d %s %s", a.Line, a.Column, b.Line, b.Column, f.Code, f.Severity))
	}
	return list
}

func fixed(t *testing.T, c *config.Config, f finding.Fix) string {
	t.Helper()
	return applied(t, c, f.Edits())
}

func applied(t *testing.T, c *config.Config, list []finding.Edit) string {
	t.Helper()
	var edits []text.Edit
	for _, e := range list {
		if e.Path != c.Path {
			t.Fatalf("an edit of %q", e.Path)
		}
		edits = append(edits, text.Edit{Span: e.Span, New: e.New})
	}
	out, err := text.Apply(c.Text.String(), edits)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestFindings(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      []string
		message   string // in one of the messages
	}{
		{"an empty file is right", "", nil, ""},
		{"a doubled sign is no TOML", "[rules]\nBND104 = = \"off\"\n", []string{"2:10-2:11 CFG101 error"}, "no TOML"},
		{"a header that is not closed is no TOML", "[rules\n", []string{"1:7-1:7 CFG101 error"}, "]"},
		{"a byte that is no UTF-8 is no TOML", "[rules]\n# \xff\nBND104 = \"off\"\n", []string{"2:3-2:4 CFG101 error"}, "UTF-8"},
		{"a NUL is no TOML", "[docs]\n\x00", []string{"2:1-2:2 CFG101 error"}, ""},
		{"a letter outside ASCII is marked whole", "é = 1", []string{"1:1-1:2 CFG101 error"}, ""},
		{"a lone CR is no TOML", "a = 1\rb = 2", []string{"1:6-1:6 CFG101 error"}, ""},
		{"an end inside a value is no TOML", "a = [1,", []string{"1:7-1:8 CFG101 error"}, ""},
		{"a key twice is no TOML", "[docs]\ninclude = []\ninclude = []\n", []string{"3:1-3:8 CFG101 error"}, "`include` is defined twice"},
		{"a table twice is no TOML", "[docs]\n[docs]\n", []string{"2:2-2:6 CFG101 error"}, ""},
		{"a table over a dotted key is no TOML", "docs.include = []\n[docs]\n", []string{"2:2-2:6 CFG101 error"}, ""},
		{"a key in an inline table twice is no TOML", "docs = {include = [], include = []}", []string{"1:23-1:30 CFG101 error"}, ""},
		{"an inline table is closed", "docs = {}\n[docs.x]\n", []string{"2:2-2:6 CFG101 error"}, ""},
		{"a table among a list of tables is no TOML", "[[boundary.left]]\n[boundary.left]\n", []string{"2:11-2:15 CFG101 error"}, ""},
		{"a day that does not exist is no TOML", "[[boundary.deferred]]\nuntil = 2027-02-29\n", []string{"2:9-2:19 CFG101 error"}, "date"},
		{"a time that does not exist is no TOML", "a = 2027-02-01T25:00:00Z", []string{"1:5-1:25 CFG101 error"}, ""},

		{
			"an unknown key and an unknown section",
			"[boundary]\nmembres = \"boundary-members.txt\"\n\n[scren]\ndecode_depth = 3\n\n[rules]\nBND104 = \"off\"\n",
			[]string{"2:1-2:8 CFG102 error", "4:2-4:7 CFG102 error"}, "`screen`",
		},
		{"a section in another one", "[security.screen]\ndecode_depth = 3\n", []string{"1:2-1:10 CFG102 error"}, "`screen`"},
		{"a key of a table in a list", "[[boundary.left]]\nnode = \"a/b\"\nreasn = \"x\"\nreason = \"x\"", []string{"3:1-3:6 CFG102 error"}, "`reason`"},
		{"a bounded node has no reason", "[[boundary.bounded]]\nnode = \"a/b\"\nreason = \"x\"", []string{"3:1-3:7 CFG102 error"}, "[[boundary.bounded]]"},
		{"nobody is led to the section that is refused", "[drafts]\n", []string{"1:2-1:8 CFG102 error"}, "section `drafts`"},
		{"a quoted key is shown in the message as it is meant", "\"a\\u200bb\" = 1", []string{"1:1-1:11 CFG102 error"}, "`a\\u{200b}b`"},

		{
			"wrong types, words, ranges and a missing key",
			"[boundary]\nroots = \"bots\"\ncomplement = \"open\"\n\n[rules]\nBND104 = \"loud\"\n\n[screen]\ndecode_depth = 99\n\n[[provider.extra]]\nbypass = [\"--no-questions\"]\n",
			[]string{"2:9-2:15 CFG103 error", "3:14-3:20 CFG103 error", "6:10-6:16 CFG103 error", "9:16-9:18 CFG103 error", "11:1-11:19 CFG103 error"}, "`loud`",
		},
		{"the ends of the ranges are in", "[screen]\ndecode_depth = 0\nmax_file_bytes = 33_554_432", nil, ""},
		{"what lies beyond the ranges", "screen = {decode_depth = -1, max_file_bytes = 65535}", []string{"1:26-1:28 CFG103 error", "1:47-1:52 CFG103 error"}, "65536"},
		{"a number that no machine holds", "[screen]\ndecode_depth = 99999999999999999999", []string{"2:16-2:36 CFG103 error"}, ""},
		{"a section that is a value", "rules = 5", []string{"1:9-1:10 CFG103 error"}, "section"},
		{"a section that is a list", "[[rules]]\nBND104 = \"off\"", []string{"1:1-1:10 CFG103 error"}, "single brackets"},
		{"a list of tables that is one table", "[boundary.deferred]\nnode = \"a/b\"", []string{"1:1-1:20 CFG103 error"}, "[[boundary.deferred]]"},
		{"elements of the wrong type", "[docs]\ninclude = [1, \"a\", [\"b\"], {}]", []string{"2:12-2:13 CFG103 error", "2:20-2:25 CFG103 error", "2:27-2:29 CFG103 error"}, "a list"},
		{"a node is required", "[[boundary.deferred]]\nowner = \"x\"\n[[boundary.bounded]]\n", []string{"1:1-1:22 CFG103 error", "3:1-3:21 CFG103 error"}, "`node`"},
		{"owner and reason of a deferral are judged elsewhere", "[[boundary.deferred]]\nnode = \"a/b\"\nowner = \" \"", nil, ""},
		{"an owner is a string", "[[boundary.deferred]]\nnode = \"a/b\"\nowner = 5\nreason = \"x\"", []string{"3:9-3:10 CFG103 error"}, "`owner`"},
		{"a word is a string", "[rules]\nBND104 = true\n[boundary]\ncomplement = 1\nleft = 2", []string{"2:10-2:14 CFG103 error", "4:14-4:15 CFG103 error", "5:8-5:9 CFG103 error"}, "a boolean"},
		{"a departure and a member by hand need a reason", "[[boundary.left]]\nnode = \"a/b\"\n[[boundary.by_hand]]\nnode = \"a/b\"\nreason = \"\"", []string{"1:1-1:18 CFG103 error", "5:10-5:12 CFG103 error"}, "blank"},
		{"a date in quotes is none", "[[boundary.deferred]]\nnode = \"a/b\"\nuntil = \"2027-01-31\"", []string{"3:9-3:21 CFG103 error"}, "without quotes"},
		{"a date with a time is none", "[[boundary.deferred]]\nnode = \"a/b\"\nuntil = 2027-01-31T10:00:00Z", []string{"3:9-3:29 CFG103 error"}, "a time"},
		{"a file name that is not quoted", "[boundary.keys]\na.bot = \"x\"", []string{"2:1-2:2 CFG103 error"}, "quotes"},
		{"a floor is no negative number", "[boundary.floors]\nmembers = -1\nroots = {bots = 1.5}", []string{"2:11-2:13 CFG103 error", "3:17-3:20 CFG103 error"}, "decimal"},
		{"a program is a name in lower case", "[[provider.extra]]\nprogram = \"bin/House\"", []string{"2:11-2:22 CFG103 error"}, "lower case"},
		{"words of the fragments' classes", "[xmd]\nfragment_allow = [\"read\", \"exec\"]\nnon_literal_allow = \"info\"", []string{"2:27-2:33 CFG103 error", "3:21-3:27 CFG103 error"}, "`read` or `write`"},
		{"a path without an end", "[docs]\ninclude = [\"" + strings.Repeat("a", 5000) + "\"]", []string{"2:12-2:5014 CFG103 error"}, "longer"},

		{"a glob that does not parse", "[docs]\ninclude = [\"README.md\", \"docs/[ab\"]\n", []string{"2:25-2:35 CFG104 error"}, "bracket"},
		{"every list of globs is looked at", "[playbook]\nentry=[\"{\"]\npacks=[\"[\"]\n[screen]\nforeign=[\"}\"]\ninclude=['\\']\n[xmd]\ninclude=[\"{\"]\nfragments=[\"{\"]", []string{
			"2:8-2:11 CFG104 error", "3:8-3:11 CFG104 error", "5:10-5:13 CFG104 error", "6:10-6:13 CFG104 error", "8:10-8:13 CFG104 error", "9:12-9:15 CFG104 error",
		}, ""},

		{
			"paths that leave the workspace",
			"[boundary]\nroots = [\"/etc\", \"../elsewhere\", \"link\", \"bots\"]\nmembers = \"../out.txt\"\n",
			[]string{"2:10-2:16 CFG105 error", "2:18-2:32 CFG105 error", "2:34-2:40 CFG105 error", "3:11-3:23 CFG105 error"}, "symbolic link",
		},
		{"a file that is not there yet, below a link", "[boundary]\nmembers = \"link/new/out.txt\"", []string{"2:11-2:29 CFG105 error"}, "symbolic link"},
		{"paths of another system", "[boundary]\nroots = ['C:\\bots', '..\\x', '\\\\host\\x']", []string{"2:10-2:19 CFG105 error", "2:21-2:27 CFG105 error", "2:29-2:39 CFG105 error"}, "absolute"},
		{"a path that climbs out in the middle", "[boundary.keys]\n\"a/../../x.bot\" = \"x\"\n\"./a/../b.bot\" = \"y\"", []string{"2:1-2:16 CFG105 error"}, ""},
		{"globs cannot leave either", "[docs]\ninclude = [\"../**\", \"/etc/**\"]", []string{"2:12-2:19 CFG105 error", "2:21-2:30 CFG105 error"}, "glob"},
		{"floors, policy and component folders", "[boundary.floors.roots]\n\"/etc\" = 1\n[xmd]\npolicy = \"/etc/p.toml\"\ncomponent_dirs = [\"..\"]", []string{"2:1-2:7 CFG105 error", "4:10-4:23 CFG105 error", "5:19-5:23 CFG105 error"}, ""},

		{
			"fixed rules and rules that can only be raised",
			"[rules]\nBND101 = \"off\"\n\"supervisor-without-boundary\" = \"warning\"\nSCR103 = \"off\"\nSCR104 = \"error\"\n",
			[]string{"2:1-2:7 CFG106 error", "3:1-3:30 CFG106 error", "4:1-4:7 CFG106 error"}, "raised",
		},
		{"a fixed rule is not touched by any word", "[rules]\nBND101 = \"error\"\nPB001 = 5\nExternalConverted = \"loud\"", []string{"2:1-2:7 CFG106 error", "3:1-3:6 CFG106 error", "4:1-4:18 CFG106 error"}, "fixed"},
		{"the worst form counts for a rule with several", "[rules]\nSCR102 = \"info\"\nSCR101 = \"warning\"\nPB029 = \"hint\"", []string{"2:1-2:7 CFG106 error", "3:1-3:7 CFG106 error", "4:1-4:6 CFG106 error"}, "`error`"},

		{"a section that belongs to the user", "[draft]\nprovider = \"claude\"\n\n[rules]\nBND104 = \"off\"\n", []string{"1:1-1:8 CFG107 warning"}, "user's"},
		{"the same as a dotted key", "draft.provider = \"claude\"", []string{"1:1-1:6 CFG107 warning"}, ""},

		{"unknown rules", "[rules]\nBND999 = \"off\"\n\"boundary-heading-from\" = \"off\"\n", []string{"2:1-2:7 CFG108 warning", "3:1-3:24 CFG108 warning"}, "`boundary-heading-form`"},
		{"a code of the engine is no rule", "[rules]\nC001 = \"off\"", []string{"2:1-2:5 CFG108 warning"}, "`BOT202`"},

		{"a policy that does not exist", "[xmd]\npolicy = \"host/nosuch.toml\"\n", []string{"2:10-2:28 CFG109 error"}, "`host/nosuch.toml`"},
		{"a policy that exists", "[xmd]\npolicy = \"host/p.toml\"\n", nil, ""},
		{"dictionaries have findings of their own", "[screen]\ndirective_dictionaries = [\"/x\", \"../y\"]", nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, eol := range []string{"\n", "\r\n"} {
				got := parse(t, strings.ReplaceAll(c.src, "\n", eol))
				if diff := cmp.Diff(c.want, seen(got)); diff != "" {
					t.Errorf("findings with %q (-want +got):\n%s", eol, diff)
				}
				found := c.message == ""
				for _, f := range got.Findings {
					found = found || strings.Contains(f.Message, c.message)
					if strings.ContainsAny(f.Message, "\r\n") || f.Path != file {
						t.Errorf("finding in %q: %q", f.Path, f.Message)
					}
				}
				if !found {
					t.Errorf("no message holds %q: %v", c.message, got.Findings)
				}
			}
		})
	}
}

func TestFixes(t *testing.T) {
	for _, c := range []struct {
		name, src, id string
		safe          bool
		want          string
	}{
		{"a key is renamed", "[boundary]\nmembres = \"m.txt\" # x\n", "rename-the-key-to", false, "[boundary]\nmembers = \"m.txt\" # x\n"},
		{"a section is renamed wherever it is named", "[[boundry.left]]\n[[boundry . \"left\"]]\n", "rename-the-key-to", false, "[[boundary.left]]\n[[boundary . \"left\"]]\n"},
		{"a quoted key is renamed with its quotes", "[xmd]\n'policies' = 1\n[docs]\n\"inclde\" = []", "rename-the-key-to", false, "[xmd]\n'policies' = 1\n[docs]\ninclude = []"},
		{"a rule is renamed", "[rules]\n\"boundary-heading-from\" = \"off\"\n", "rename-the-key-to", false, "[rules]\nboundary-heading-form = \"off\"\n"},
		{"a setting is removed with its line", "[rules]\n# why\nBND101 = \"off\" # here\nBND104 = \"off\"\n", "remove-this-setting", false, "[rules]\n# why\nBND104 = \"off\"\n"},
		{"a setting is removed from the last line", "[rules]\nBND101 = \"off\"", "remove-this-setting", false, "[rules]\n"},
		{"the first of an inline table", "rules = {BND101 = \"off\", BND104 = \"off\"}", "remove-this-setting", false, "rules = {BND104 = \"off\"}"},
		{"the last of an inline table", "rules = {BND104 = \"off\", BND101 = \"off\"}", "remove-this-setting", false, "rules = {BND104 = \"off\"}"},
		{"the only one of an inline table", "rules = { BND101 = \"off\" }", "remove-this-setting", false, "rules = {  }"},
		{"a dotted setting", "rules.BND101 = \"off\"\nrules.BND104 = \"off\"\n", "remove-this-setting", false, "rules.BND104 = \"off\"\n"},
		{"the section at the beginning goes with the line behind it", "[draft]\nprovider = \"claude\"\n\n[rules]\nBND104 = \"off\"\n", "remove-the-section", true, "[rules]\nBND104 = \"off\"\n"},
		{"the mark at the beginning stays", "\ufeff[draft]\r\nprovider = \"claude\"\r\n\r\n[rules]\r\n", "remove-the-section", true, "\ufeff[rules]\r\n"},
		{"all pieces of the section go", "draft.a = 1\ndocs = {}\n\n[draft.b]\nx = [\n 1,\n]\n[draft.c]\n[rules]\n\n[[draft.d]]\ny = 1\n[draft.d.e]\n", "remove-the-section", true, "docs = {}\n[rules]\n"},
		{"the section as one value", "draft = {provider = \"claude\"}\n", "remove-the-section", true, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := parse(t, c.src)
			i := slices.IndexFunc(got.Findings, func(f finding.Finding) bool { return len(f.Fixes) > 0 })
			if i < 0 {
				t.Fatalf("no fix: %v", got.Findings)
			}
			fix := got.Findings[i].Fixes[0]
			if fix.ID != c.id || fix.Safe != c.safe || fix.Preferred != c.safe || fix.Manual {
				t.Errorf("fix %q, safe %v", fix.ID, fix.Safe)
			}
			if diff := cmp.Diff(c.want, fixed(t, got, fix)); diff != "" {
				t.Errorf("after the fix (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNoRenameIsOfferedWhereItWouldGuess(t *testing.T) {
	for name, src := range map[string]string{
		"the name is taken":     "[boundary]\nmembers = \"m\"\nmembres = \"n\"",
		"the name is far":       "[boundary]\nartifact = \"n\"",
		"two names are as near": "[rules]\nBND109 = \"off\"",
		"the name is huge":      strings.Repeat("x", 1<<20) + " = 1",
		"it is another section": "[security.screen]",
	} {
		c := parse(t, src)
		if len(c.Findings) != 1 || len(c.Findings[0].Fixes) != 0 {
			t.Errorf("%s: %v", name, c.Findings)
		}
	}
}

func TestPathsAreThoseOfTheFlagsFolder(t *testing.T) {
	c := config.Parse("/ws/ci/strict.toml", text.New("[boundary]\nroots = [\"bots\"]\nmembers = \"m.txt\""), config.Env{Dir: "/ws"})
	if !slices.Equal(c.Boundary.Roots, []string{"/ws/bots"}) || c.Boundary.Members.V != path.Join("/ws", "m.txt") {
		t.Errorf("roots %v, members %v", c.Boundary.Roots, c.Boundary.Members)
	}
}
