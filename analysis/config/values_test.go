package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/rule"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// whole is every section and key of cli.md, .boundary.toml.
const whole = `[rules]
BND104 = "off"
"unused-param" = "warning"
SCR104 = "error"

[docs]
include = ["./guide/**/*.md"]

[boundary]
roots = ["bots", "./bots/", "."]
members = "boundary-members.txt"
complement = "closed"

[boundary.keys]
"pkg/templates/default.bot" = "cli/default"

[boundary.floors]
workflows = 38
members = 100
paragraphs = 0x10
supervisors = 5
documented_policies = 2

[boundary.floors.roots]
"bots" = 30

[[boundary.deferred]]
node = "kit/report"
owner = "release crew"
reason = "rewritten with the v2 prompts"
until = 2027-01-31

[[boundary.left]]
node = "kit/plan"
reason = "its shell went to a tool node"

[[boundary.bounded]]
node = "kit/score"

[[boundary.by_hand]]
node = "kit/recall"
reason = "auto_memory grants write_file"

[playbook]
entry = ["flows/*.star"]
packs = []

[screen]
decode_depth = 3
directive_dictionaries = ["screen/directives.de.toml"]
foreign = ["vendor/**", "imports/**"]
include = ["notes/**/*.md"]
max_file_bytes = 65536

[[provider.extra]]
program = "housebot"
bypass = ["--no-questions"]
grants = ["--with-shell"]

[xmd]
include = ["docs/*.md"]
fragments = ["**/*.frag.md"]
policy = "host/p.toml"
fragment_allow = ["read", "write"]
component_dirs = ["parts/", "."]
gates = ["Ask"]
approval_props = ["ok"]
exits = ["Fail", "Stop"]
non_literal_allow = "warning"
`

// at is the span of the n-th (from 1) occurrence of what in whole.
func at(what string, n int) text.Span {
	start := -1
	for range n {
		start += 1 + strings.Index(whole[start+1:], what)
	}
	return text.Span{Start: start, End: start + len(what)}
}

func str(v, written string, n int) config.Value[string] {
	return config.Value[string]{V: v, Span: at(written, n), Set: true}
}

func num(v int, written string) config.Value[int] {
	return config.Value[int]{V: v, Span: at(written, 1), Set: true}
}

func TestEveryKeyIsRead(t *testing.T) {
	c := parse(t, whole)
	if len(c.Findings) > 0 {
		t.Fatal(c.Findings)
	}
	table := func(src string) (header, table text.Span) {
		h, _, _ := strings.Cut(src, "\n")
		return at(h, 1), at(src, 1)
	}
	entry := func(node, reason string, src string) config.Entry {
		e := config.Entry{Node: str(node, `"`+node+`"`, 1)}
		if reason != "" {
			e.Reason = str(reason, `"`+reason+`"`, 1)
		}
		e.Header, e.Table = table(src)
		return e
	}
	deferral := config.Deferral{
		Node:   str("kit/report", `"kit/report"`, 1),
		Owner:  str("release crew", `"release crew"`, 1),
		Reason: str("rewritten with the v2 prompts", `"rewritten with the v2 prompts"`, 1),
		Until:  config.Value[config.Date]{V: config.Date{Y: 2027, M: 1, D: 31}, Span: at("2027-01-31", 1), Set: true},
	}
	deferral.Header, deferral.Table = table(whole[at("[[boundary.deferred]]", 1).Start:at("2027-01-31", 1).End])
	want := config.Boundary{
		Roots:     []string{"/ws/bots", "/ws"},
		RootNames: []string{"bots", "."},
		RootsSpan: at(`["bots", "./bots/", "."]`, 1),
		Members:   str("/ws/boundary-members.txt", `"boundary-members.txt"`, 1),
		Closed:    true,
		Keys: []config.KeyEntry{{
			File: "/ws/pkg/templates/default.bot", Prefix: "cli/default",
			Span: at(`"cli/default"`, 1), KeySpan: at(`"pkg/templates/default.bot"`, 1),
		}},
		Floors: config.Floors{
			Workflows: num(38, "38"), Members: num(100, "100"), Paragraphs: num(16, "0x10"),
			Supervisors:        config.Value[int]{V: 5, Span: at("supervisors = 5", 1), Set: true},
			DocumentedPolicies: config.Value[int]{V: 2, Span: at("policies = 2", 1), Set: true},
			Roots:              []config.RootFloor{{Name: "bots", Dir: "/ws/bots", Want: num(30, "30")}},
		},
		Deferred: []config.Deferral{deferral},
		Left:     []config.Entry{entry("kit/plan", "its shell went to a tool node", "[[boundary.left]]\nnode = \"kit/plan\"\nreason = \"its shell went to a tool node\"")},
		Bounded:  []config.Entry{entry("kit/score", "", "[[boundary.bounded]]\nnode = \"kit/score\"")},
		ByHand:   []config.Entry{entry("kit/recall", "auto_memory grants write_file", "[[boundary.by_hand]]\nnode = \"kit/recall\"\nreason = \"auto_memory grants write_file\"")},
	}
	for _, v := range []*config.Value[int]{&want.Floors.Supervisors, &want.Floors.DocumentedPolicies} {
		v.Span.Start = v.Span.End - 1
	}
	if diff := cmp.Diff(want, c.Boundary); diff != "" {
		t.Errorf("[boundary] (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]finding.Severity{"BND104": finding.Off, "PB027": finding.Warning, "SCR104": finding.Error}, c.Rules); diff != "" {
		t.Errorf("[rules] (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(config.Screen{
		DecodeDepth:  3,
		Dictionaries: []config.Value[string]{str("screen/directives.de.toml", `"screen/directives.de.toml"`, 1)},
		Foreign:      []string{"vendor/**", "imports/**"}, Include: []string{"notes/**/*.md"}, MaxFileBytes: 65536,
	}, c.Screen); diff != "" {
		t.Errorf("[screen] (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]config.Program{{
		Name: str("housebot", `"housebot"`, 1), Bypass: []string{"--no-questions"}, Grants: []string{"--with-shell"},
	}}, c.Provider.Extra); diff != "" {
		t.Errorf("[[provider.extra]] (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(config.Xmd{
		Include: []string{"docs/*.md"}, Fragments: []string{"**/*.frag.md"},
		Policy:        str("/ws/host/p.toml", `"host/p.toml"`, 1),
		FragmentAllow: []string{"read", "write"}, ComponentDirs: []string{"parts", "."},
		Gates: []string{"Ask"}, ApprovalProps: []string{"ok"}, Exits: []string{"Fail", "Stop"},
		NonLiteralAllow: finding.Warning,
	}, c.Xmd); diff != "" {
		t.Errorf("[xmd] (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]any{[]string{"guide/**/*.md"}, []string{"flows/*.star"}, []string(nil)},
		[]any{c.Docs.Include, c.Playbook.Entry, c.Playbook.Packs}); diff != "" {
		t.Errorf("globs (-want +got):\n%s", diff)
	}
	var paths []string
	for _, p := range c.Paths {
		paths = append(paths, p.V)
	}
	if diff := cmp.Diff([]string{"/ws/bots", "/ws/bots", "/ws", "/ws/boundary-members.txt", "/ws/pkg/templates/default.bot", "/ws/bots", "/ws/host/p.toml", "/ws/parts", "/ws"}, paths); diff != "" {
		t.Errorf("paths (-want +got):\n%s", diff)
	}
}

func TestTheSameValuesInOtherShapesOfToml(t *testing.T) {
	plain := "[boundary]\nroots = [\"bots\"]\n[boundary.floors]\nmembers = 2\n[boundary.keys]\n\"a.bot\" = \"x\"\n[[boundary.left]]\nnode = \"a/b\"\nreason = \"r\"\n"
	for name, src := range map[string]string{
		"dotted keys":            "boundary.roots = ['bots']\nboundary.floors.members = 2\nboundary.keys.\"a.bot\" = 'x'\nboundary.left = [{node = 'a/b', reason = 'r'}]",
		"inline tables":          "boundary = {roots = ['bots'], floors = {members = 2}, keys = {'a.bot' = 'x'}, left = [{node = 'a/b', reason = 'r'}]}",
		"lists over lines":       "[boundary]\nroots = [ # one\n  \"bots\", # two\n\n]\nfloors.members = 2\nkeys.'a.bot' = '''x'''\nleft = [\n  # three, ]\n  {node = \"a/b\", reason = \"r\"},\n]",
		"quoted keys and blanks": "[ \"boundary\" ]\n\"roots\" = [\"\\u0062ots\"]\n[boundary . 'floors']\nmembers=2\n[boundary.keys]\n\"a\\u002ebot\"=\"x\"\n[[ boundary.\"left\" ]]\nnode = \"\"\"\na/b\"\"\"\nreason = \"r\" # r",
		"a mark and CRLF":        "\ufeff" + strings.ReplaceAll(plain, "\n", "\r\n"),
	} {
		t.Run(name, func(t *testing.T) {
			a, b := parse(t, plain), parse(t, src)
			noSpans := cmp.FilterPath(func(p cmp.Path) bool {
				return p.Last().Type() == nil || p.Last().Type().Name() == "Span"
			}, cmp.Ignore())
			if diff := cmp.Diff(a.Boundary, b.Boundary, noSpans); diff != "" || len(b.Findings) > 0 {
				t.Errorf("%s%v", diff, b.Findings)
			}
			for _, v := range []config.Value[string]{b.Boundary.Left[0].Node, b.Boundary.Left[0].Reason} {
				if got := b.Text.Slice(v.Span); !strings.Contains(got, v.V) || strings.Trim(got, "\"'")[0] == ' ' || got == v.V {
					t.Errorf("the value %q stands at %q", v.V, got)
				}
			}
			left := b.Boundary.Left[0]
			if h := b.Text.Slice(left.Header); h[:1] != "[" && h[:1] != "{" || !left.Table.Covers(left.Header) {
				t.Errorf("header %q, table %q", h, b.Text.Slice(left.Table))
			}
			if got := b.Text.Slice(b.Boundary.RootsSpan); got[:1] != "[" || got[len(got)-1:] != "]" {
				t.Errorf("roots stand at %q", got)
			}
		})
	}
}

func TestPositionsOfADeferral(t *testing.T) {
	c := parse(t, "[[boundary.deferred]]\nnode = \"demo/acts\"\nreason = \"soon\"\n")
	d := c.Boundary.Deferred[0]
	for name, want := range map[text.Span]string{
		d.Header:    "[[boundary.deferred]]",
		d.Node.Span: "\"demo/acts\"",
		d.Table:     "[[boundary.deferred]]\nnode = \"demo/acts\"\nreason = \"soon\"",
	} {
		if got := c.Text.Slice(name); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if d.Owner.Set || !d.Reason.Set {
		t.Errorf("owner %v, reason %v", d.Owner, d.Reason)
	}
	if a := c.Text.LineCol(d.Header.End); a.Column != 22 {
		t.Errorf("the header ends at column %d", a.Column)
	}
}

func TestDefaults(t *testing.T) {
	plain := config.Default("/ws", config.Env{})
	if diff := cmp.Diff([]string{"/ws"}, plain.Boundary.Roots); diff != "" {
		t.Error(diff)
	}
	bots := config.Default("/ws", disk([]string{"/ws/bots/kit/main.bot"}, nil))
	if diff := cmp.Diff([]string{"/ws/bots"}, bots.Boundary.Roots); diff != "" {
		t.Error(diff)
	}
	linked := config.Default("/ws", disk([]string{"/ws/bots", "/x"}, map[string]string{"/ws/bots": "/x"}))
	if diff := cmp.Diff([]string{"/ws"}, linked.Boundary.Roots); diff != "" {
		t.Error(diff)
	}
	if plain.Screen.DecodeDepth != 5 || plain.Screen.MaxFileBytes != 8388608 || plain.Xmd.NonLiteralAllow != finding.Error {
		t.Errorf("screen %+v, xmd %+v", plain.Screen, plain.Xmd)
	}
}

func TestWhatIsWrongLeavesTheDefault(t *testing.T) {
	want := config.Default("/ws", config.Env{})
	for _, src := range []string{
		"[rules",
		"[boundary]\nroots = [\"/etc\"]\nmembers = 5\ncomplement = \"x\"\nkeys = {\"../a\" = \"b\"}\nfloors = {members = -1, roots = {bots = \"x\"}}\ndeferred = [{}]",
		"[docs]\ninclude = [\"{\"]\n[playbook]\nentry = 1\npacks = [\"\"]\n[provider]\nextra = [{}, 1]",
		"[screen]\ndecode_depth = 17\nmax_file_bytes = 1\nforeign = \"x\"\n[rules]\nBND104 = \"x\"\nBND101 = \"off\"\nSCR103 = \"hint\"",
		"[xmd]\npolicy = \"/x\"\nfragment_allow = [\"x\"]\ncomponent_dirs = [\"..\"]\ngates = [1]\nnon_literal_allow = \"off\"",
	} {
		c := config.Parse(file, text.New(src), config.Env{})
		if len(c.Findings) == 0 || c.Broken != (src == "[rules") {
			t.Errorf("%q: broken %v, %v", src, c.Broken, c.Findings)
		}
		if diff := cmp.Diff([]any{want.Rules, want.Docs, want.Boundary, want.Playbook, want.Screen, want.Provider, want.Xmd},
			[]any{c.Rules, c.Docs, c.Boundary, c.Playbook, c.Screen, c.Provider, c.Xmd}); diff != "" {
			t.Errorf("%q (-want +got):\n%s", src, diff)
		}
	}
}

func TestSeverity(t *testing.T) {
	c := parse(t, "[rules]\n\"boundary-heading-form\" = \"error\"\nBND103 = \"hint\"\nBND102 = \"off\"\nBND101 = \"off\"\nExternalCompared = \"off\"\nSCR102 = \"warning\"\n")
	for code, want := range map[string]finding.Severity{
		"BND104": finding.Error, "BND103": finding.Hint, "BND102": finding.Off,
		"BND101": finding.Info, "PB004": finding.Off, "SCR102": finding.Warning, "BOT101": finding.Info,
	} {
		if got := c.Severity(code, finding.Info); got != want {
			t.Errorf("%s is %s, want %s", code, got, want)
		}
	}
	if got := (*config.Config)(nil).Severity("BND104", finding.Info); got != finding.Info {
		t.Errorf("without a configuration it is %s", got)
	}
}

func TestEveryRuleThatCanBeRaisedHasASeverityToRaise(t *testing.T) {
	n := 0
	for _, k := range rule.Known() {
		if k.Config != rule.ConfigRaise {
			continue
		}
		n++
		c := parse(t, "[rules]\n"+k.Code+" = \"off\"\n")
		if len(c.Findings) != 1 || c.Findings[0].Code != "CFG106" {
			t.Errorf("%s can be switched off: %v", k.Code, c.Findings)
		}
		if c = parse(t, "[rules]\n"+k.Name+" = \"error\"\n"); len(c.Findings) != 0 {
			t.Errorf("%s cannot be raised: %v", k.Name, c.Findings)
		}
	}
	if n == 0 {
		t.Error("no rule can be raised only")
	}
}

func TestRootsAndKeysOfFiles(t *testing.T) {
	c := parse(t, "[boundary]\nroots = [\".\", \"bots\", \"bots/testdata\"]\nkeys = {\"bots/old.bot\" = \"old\"}")
	if d := cmp.Diff([]string{"/ws", "/ws/bots", "/ws/bots/testdata"}, c.Boundary.Roots); d != "" {
		t.Error(d)
	}
	if k, ok := c.Boundary.Key("/ws/bots/old.bot"); !ok || k.Prefix != "old" {
		t.Errorf("key %v", k)
	}
	if k, ok := c.Boundary.Key("/ws/bots/new.bot"); ok {
		t.Errorf("key %v", k)
	}
}

func TestDates(t *testing.T) {
	a, err := config.ParseDate("2026-03-01")
	if err != nil || a.String() != "2026-03-01" {
		t.Fatal(a, err)
	}
	b := config.DateOf(time.Date(2026, 3, 2, 23, 0, 0, 0, time.UTC))
	if a.Compare(b) >= 0 || b.Compare(a) <= 0 || a.Compare(a) != 0 {
		t.Errorf("%v and %v are in the wrong order", a, b)
	}
	for _, s := range []string{"", "2026-3-1", "2026-02-30", "2026-13-01", "2026-03-01T00:00:00Z", " 2026-03-01", "20260301"} {
		if d, err := config.ParseDate(s); err == nil {
			t.Errorf("%q is %v", s, d)
		}
	}
}

func TestLinksOfARealDisk(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ws := filepath.Join(dir, "ws")
	for _, d := range []string{"ws/bots/kit", "elsewhere"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"ws/out": "../elsewhere", "ws/in": "bots/kit", "alias": "ws"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	env := config.Env{
		Exists:  func(abs string) bool { _, err := os.Stat(abs); return err == nil },
		Resolve: filepath.EvalSymlinks,
	}
	src := text.New("[boundary]\nroots = [\"in\", \"out\", \"bots\", \"none/x\"]\nmembers = \"out/new/m.txt\"")
	for _, root := range []string{ws, filepath.Join(dir, "alias")} {
		c := config.Parse(filepath.Join(root, config.Name), src, env)
		if diff := cmp.Diff([]string{"in", "bots", "none/x"}, c.Boundary.RootNames); diff != "" {
			t.Errorf("roots (-want +got):\n%s", diff)
		}
		if len(c.Findings) != 2 || c.Boundary.Members.Set {
			t.Errorf("%v", c.Findings)
		}
	}
}
