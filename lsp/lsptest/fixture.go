package lsptest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// Fixture is a workspace from a txtar file. In its files `«name=text»` marks
// the text as a place of that name; the marks are not part of the file.
type Fixture struct {
	Files map[string]string
	// Marks are the byte ranges of the marks, by file and name.
	Marks map[string]map[string][2]int
}

// Load reads a fixture.
func Load(t testing.TB, file string) *Fixture {
	t.Helper()
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	f := &Fixture{Files: map[string]string{}, Marks: map[string]map[string][2]int{}}
	for _, file := range a.Files {
		f.Files[file.Name], f.Marks[file.Name] = unmark(t, string(file.Data))
	}
	return f
}

func unmark(t testing.TB, s string) (string, map[string][2]int) {
	t.Helper()
	marks := map[string][2]int{}
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "«")
		b.WriteString(before)
		if !ok {
			return b.String(), marks
		}
		name, rest, ok := strings.Cut(rest, "=")
		inner, after, closed := strings.Cut(rest, "»")
		if !ok || !closed {
			t.Fatalf("a mark without its end: %.40s", rest)
		}
		marks[name] = [2]int{b.Len(), b.Len() + len(inner)}
		b.WriteString(inner)
		s = after
	}
}

// Write lays the files out in a folder.
func (f *Fixture) Write(t testing.TB, dir string) {
	t.Helper()
	for name, text := range f.Files {
		WriteFile(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
}

// WriteFile writes one file and the folders that it needs.
func WriteFile(t testing.TB, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Range is the place of a mark in an open document of the fixture, whose text
// must still be that of the file.
func (f *Fixture) Range(d *Doc, name string) Range {
	d.c.t.Helper()
	m, ok := f.Marks[d.Path][name]
	if !ok {
		d.c.t.Fatalf("%s has no mark %q", d.Path, name)
	}
	return Range{d.At(m[0]), d.At(m[1])}
}
