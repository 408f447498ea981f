package paragraph

import (
	"errors"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// files is a small workspace: absolute path to text.
type files map[string]string

func (f files) Bot(name string) (*bot.File, error) {
	t, err := f.Text(name)
	if err != nil {
		return nil, err
	}
	return bot.Parse(t), nil
}

func (f files) Text(name string) (*text.Text, error) {
	s, ok := f[name]
	if !ok {
		return nil, errors.New("no such file")
	}
	return text.New(s), nil
}

func (f files) Markdown(dir string) []string {
	var list []string
	for name := range f {
		if path.Dir(name) == dir && path.Ext(name) == ".md" {
			list = append(list, path.Base(name))
		}
	}
	slices.Sort(list)
	return list
}

const mainPath = "/w/main.bot"

func (f files) unit(t *testing.T) *bot.Unit {
	t.Helper()
	u, err := bot.Load(f, mainPath)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// compile gives the prompt of that name, or the first inline one for "".
func (f files) compile(t *testing.T, name string) *bot.Compiled {
	t.Helper()
	for _, p := range f.unit(t).AllPrompts {
		if p.Name == name {
			return bot.Compile(f, p)
		}
	}
	t.Fatalf("no prompt %q in\n%s", name, f[mainPath])
	return nil
}

// apply gives the files after the edits.
func (f files) apply(t *testing.T, edits []finding.Edit) files {
	t.Helper()
	byPath := map[string][]text.Edit{}
	for _, e := range edits {
		for _, l := range strings.Split(e.New, "\n") {
			l = strings.TrimSuffix(l, "\r")
			trimmed := strings.TrimRight(l, " \t")
			if trimmed != l && !strings.HasSuffix(e.New, l) && !strings.Contains(f[e.Path], strings.TrimSpace(l)+"  ") {
				t.Errorf("an inserted line ends in white space: %q", l)
			}
		}
		byPath[e.Path] = append(byPath[e.Path], text.Edit{Span: e.Span, New: e.New})
	}
	after := files{}
	for name, s := range f {
		after[name] = s
	}
	for name, list := range byPath {
		s, err := text.Apply(f[name], list)
		if err != nil {
			t.Fatalf("%s: %v: %+v", name, err, list)
		}
		after[name] = s
	}
	return after
}

// node gives the declaration of that name, its file, and what a prompt goes
// before.
func (f files) node(t *testing.T, u *bot.Unit, name string) (file *bot.UnitFile, d, before *bot.Decl) {
	t.Helper()
	for _, n := range u.Nodes {
		if n.Decl.Name.Text == name {
			if n.Group != nil {
				return n.UnitFile, n.Decl, n.Group
			}
			return n.UnitFile, n.Decl, n.Decl
		}
	}
	t.Fatalf("no node %q", name)
	return nil, nil, nil
}

// archive splits a txtar text.
func archive(s string) (comment string, parts [][2]string) {
	s = "\n" + s
	for {
		i := strings.Index(s, "\n-- ")
		if i < 0 {
			break
		}
		head, rest, _ := strings.Cut(s[i+len("\n-- "):], " --\n")
		if comment == "" && parts == nil {
			comment = strings.TrimSpace(s[:i])
		}
		next := strings.Index("\n"+rest, "\n-- ")
		if next < 0 {
			next = len(rest)
		}
		parts = append(parts, [2]string{head, rest[:next]})
		s = "\n" + rest[next:]
	}
	return comment, parts
}

// words are the words of a text, sorted: what an edit that only moves text
// keeps.
func words(s string) []string {
	w := strings.Fields(s)
	slices.Sort(w)
	return w
}
