package botcheck

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// memory is a source of files by absolute path.
type memory map[string]string

func (m memory) Bot(p string) (*bot.File, error) {
	t, err := m.Text(p)
	if err != nil {
		return nil, err
	}
	return bot.Parse(t), nil
}

func (m memory) Text(p string) (*text.Text, error) {
	s, ok := m[p]
	if !ok {
		return nil, errors.New("no such file")
	}
	return text.New(s), nil
}

func (m memory) Markdown(dir string) []string {
	var names []string
	for p := range m {
		if path.Dir(p) == dir && strings.HasSuffix(p, ".md") {
			names = append(names, path.Base(p))
		}
	}
	slices.Sort(names)
	return names
}

// findings gives all findings of the unit of main.
func findings(t testing.TB, m memory, main string) []finding.Finding {
	t.Helper()
	u, err := bot.Load(m, main)
	if err != nil {
		t.Fatal(err)
	}
	var list []finding.Finding
	for _, f := range u.Files {
		list = append(list, Syntax(f.Path, f.File)...)
	}
	list = append(list, UnitErrors(u, m)...)
	return append(list, Check(u, m)...)
}

// show lists findings as `ENGINE line`, with the rule in place of a missing
// engine code, sorted by line.
func show(m memory, list []finding.Finding) []string {
	out := []string{}
	for _, f := range list {
		code, _ := f.Data["engine"].(string)
		if code == "" {
			code = f.Code
		}
		line := 0
		if !f.Whole {
			line = text.New(m[f.Place.Path]).LineCol(f.Span.Start).Line
		}
		out = append(out, fmt.Sprintf("%03d %s", line, code))
	}
	slices.Sort(out)
	for i, s := range out {
		line, code, _ := strings.Cut(s, " ")
		out[i] = code + " " + strings.TrimLeft(line, "0")
	}
	return out
}

const examplesDir = "../../testdata/bot/examples"

// disk reads a folder of the repository's test data into memory, as /w.
func disk(t testing.TB, dir string) memory {
	t.Helper()
	m := memory{}
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		m["/w/"+filepath.ToSlash(rel)] = string(b)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func join(list []string) string { return strings.Join(list, ", ") }

// outside lists findings outside the main file, as `FILE:LINE ENGINE` in the
// order of files and lines.
func outside(m memory, list []finding.Finding) string {
	var out []string
	for _, f := range list {
		if path.Ext(f.Place.Path) == ".bot" {
			continue
		}
		dir := strings.SplitN(strings.TrimPrefix(f.Place.Path, "/w/"), "/", 2)
		at := text.New(m[f.Place.Path]).LineCol(f.Span.Start)
		out = append(out, fmt.Sprintf("%s:%03d %s", dir[1], at.Line, f.Data["engine"]))
	}
	slices.Sort(out)
	for i, s := range out {
		file, rest, _ := strings.Cut(s, ":")
		out[i] = file + ":" + strings.TrimLeft(rest, "0")
	}
	return strings.Join(out, ", ")
}
