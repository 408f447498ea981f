package boundary

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/boundary-lsp/boundary-lsp/analysis/config"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// home is the workspace folder of the tests.
const home = "/ws"

// memory is a workspace of files by path below home.
type memory struct {
	files map[string]string
	bots  map[string]*bot.File
	texts map[string]*text.Text
}

func newMemory(files map[string]string) *memory {
	return &memory{files, map[string]*bot.File{}, map[string]*text.Text{}}
}

func (m *memory) Text(abs string) (*text.Text, error) {
	if t := m.texts[abs]; t != nil {
		return t, nil
	}
	s, ok := m.files[strings.TrimPrefix(abs, home+"/")]
	if !ok {
		return nil, fs.ErrNotExist
	}
	t := text.New(s)
	m.texts[abs] = t
	return t, nil
}

func (m *memory) Bot(abs string) (*bot.File, error) {
	if f := m.bots[abs]; f != nil {
		return f, nil
	}
	t, err := m.Text(abs)
	if err != nil {
		return nil, err
	}
	f := bot.Parse(t)
	m.bots[abs] = f
	return f, nil
}

func (m *memory) Markdown(dir string) []string {
	var list []string
	for _, name := range m.names() {
		if abs := path.Join(home, name); path.Dir(abs) == dir && strings.HasSuffix(name, ".md") {
			list = append(list, path.Base(name))
		}
	}
	return list
}

func (m *memory) names() []string {
	list := make([]string, 0, len(m.files))
	for name := range m.files {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

func (m *memory) exists(abs string) bool {
	for name := range m.files {
		if file := path.Join(home, name); file == abs || strings.HasPrefix(file, abs+"/") {
			return true
		}
	}
	return false
}

// answer is what an analysis of the whole workspace says.
type answer struct {
	cfg      *config.Config
	classes  []*Class
	pages    []*Page
	findings []finding.Finding
	complete bool
	counts   Counts
}

// analyse does what a workspace run does.
func (m *memory) analyse(t testing.TB, today config.Date) answer {
	t.Helper()
	env := config.Env{Exists: m.exists}
	a := answer{cfg: config.Default(home, env), complete: true}
	parsed := map[string]bool{}
	if s, ok := m.files[config.Name]; ok {
		a.cfg = config.Parse(path.Join(home, config.Name), text.New(s), env)
	}
	for _, name := range m.names() {
		abs := path.Join(home, name)
		switch {
		case Fixture(a.cfg, home, abs):
		case strings.HasSuffix(name, ".bot"):
			u, err := bot.Load(m, abs)
			if err != nil {
				t.Fatal(err)
			}
			if u.Workflow == nil {
				a.findings = append(a.findings, Bodies(u, m)...)
				continue
			}
			c := Classify(u, Env{Config: a.cfg, Prefix: KeyPrefix(a.cfg, home, abs), HasKeys: true, Source: m, Today: today})
			a.classes = append(a.classes, c)
			parsed[abs] = c.Parses(nil)
			a.complete = a.complete && parsed[abs]
			a.findings = append(a.findings, c.Findings()...)
		case strings.HasSuffix(name, ".md") && m.page(a.cfg, name):
			page, _ := m.Text(abs)
			a.pages = append(a.pages, ReadPage(abs, page))
		}
	}
	policies := 0
	for _, p := range a.pages {
		policies += p.Inspected
		a.findings = append(a.findings, p.Findings()...)
	}
	a.findings = append(a.findings, ConfigFindings(a.cfg, NewIndex(summaries(a.classes), func(s *Summary) bool { return parsed[s.Path] }).Lookup, today)...)
	var artifact *text.Text
	if a.cfg.Boundary.Members.Set {
		artifact, _ = m.Text(a.cfg.Boundary.Members.V)
	}
	a.findings = append(a.findings, WorkspaceFindings(a.cfg, summaries(a.classes), artifact, policies, !a.complete)...)
	a.findings = unique(a.findings)
	finding.Sort(a.findings)
	a.counts = Count(summaries(a.classes), policies)
	return a
}

func summaries(classes []*Class) []*Summary {
	list := make([]*Summary, len(classes))
	for i, c := range classes {
		list[i] = c.Summary()
	}
	return list
}

// page reports whether Markdown is looked at for policies.
func (m *memory) page(cfg *config.Config, name string) bool {
	for _, glob := range cfg.Docs.Include {
		if ok, _ := doublestar.Match(glob, name); ok {
			return true
		}
	}
	for dir := path.Dir(name); ; dir = path.Dir(dir) {
		if _, ok := m.files[path.Join(dir, "main.bot")]; ok {
			return true
		}
		if dir == "." {
			return false
		}
	}
}

// apply gives the workspace after edits; equal ones count once.
func (m *memory) apply(t testing.TB, edits []finding.Edit) map[string]string {
	t.Helper()
	byPath := map[string][]text.Edit{}
	var seen []finding.Edit
	for _, e := range edits {
		if slices.Contains(seen, e) {
			continue
		}
		seen = append(seen, e)
		byPath[e.Path] = append(byPath[e.Path], text.Edit{Span: e.Span, New: e.New})
	}
	out := map[string]string{}
	for name, s := range m.files {
		out[name] = s
	}
	for abs, list := range byPath {
		name := strings.TrimPrefix(abs, home+"/")
		s, err := text.Apply(m.files[name], list)
		if err != nil {
			t.Fatalf("edits of %s: %v", name, err)
		}
		out[name] = s
	}
	return out
}

// classOf classifies one file that imports nothing.
func classOf(t testing.TB, src string) *Class {
	t.Helper()
	m := newMemory(map[string]string{"demo/main.bot": src})
	a := m.analyse(t, config.Date{Y: 2026, M: 11, D: 30})
	if len(a.classes) != 1 {
		t.Fatalf("%d units with a workflow, want 1", len(a.classes))
	}
	return a.classes[0]
}

// positions orders findings for a message.
func positions(list []finding.Finding, m *memory) []string {
	var out []string
	for _, f := range list {
		s := strings.TrimPrefix(f.Path, home+"/")
		if t, err := m.Text(f.Path); err == nil && !f.Whole {
			a, b := t.LineCol(f.Span.Start), t.LineCol(f.Span.End)
			s += " " + place(a) + "-" + place(b)
		}
		out = append(out, f.Code+" "+f.Severity.String()+" "+s+": "+f.Message)
	}
	slices.SortFunc(out, cmp.Compare[string])
	return out
}

func textSpan(start, end int) text.Span { return text.Span{Start: start, End: end} }
