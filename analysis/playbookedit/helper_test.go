package playbookedit_test

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// memory is a workspace of texts by id, without symbolic links.
type memory struct {
	files   map[string]string
	marks   map[string]map[string]text.Span
	good    map[string]*playbook.File
	parsed  map[string]*playbook.File
	results map[string]*external.Result
	made    map[made]any
}

var _ playbookedit.Source = (*memory)(nil)

func workspace(files map[string]string) *memory {
	return &memory{files: files, parsed: map[string]*playbook.File{}, results: map[string]*external.Result{}, good: map[string]*playbook.File{}, made: map[made]any{}}
}

// fixture reads a fixture, in which «name=text» marks a place.
func fixture(t testing.TB, name string) *memory {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "lsp", "playbook", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, string(data))
}

func parse(t testing.TB, archive string) *memory {
	t.Helper()
	files, marks := map[string]string{}, map[string]map[string]text.Span{}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		files[f.Name], marks[f.Name] = unmark(t, string(f.Data))
	}
	m := workspace(files)
	m.marks = marks
	return m
}

func unmark(t testing.TB, s string) (string, map[string]text.Span) {
	t.Helper()
	marks := map[string]text.Span{}
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
		marks[name] = text.Span{Start: b.Len(), End: b.Len() + len(inner)}
		b.WriteString(inner)
		s = after
	}
}

// mark is the place of a mark, in whichever file it is.
func (m *memory) mark(t testing.TB, name string) playbookedit.Location {
	t.Helper()
	for id, marks := range m.marks {
		if s, ok := marks[name]; ok {
			return playbookedit.Location{ID: id, Span: s}
		}
	}
	t.Fatalf("there is no mark %q", name)
	return playbookedit.Location{}
}

// change is the workspace with another text of a file; the present one, where
// it parses, becomes the last good one.
func (m *memory) change(id, src string) *memory {
	next := workspace(map[string]string{})
	for name, s := range m.files {
		next.files[name] = s
	}
	next.files[id] = src
	for name, f := range m.good {
		next.good[name] = f
	}
	if f, ok := m.File(id); ok && f.Whole {
		next.good[id] = f
	}
	return next
}

func (m *memory) File(id string) (*playbook.File, bool) {
	if f, ok := m.parsed[id]; ok {
		return f, true
	}
	src, ok := m.files[id]
	if !ok || !strings.HasSuffix(id, ".star") {
		return nil, false
	}
	f := playbook.Parse(id, []byte(src))
	m.parsed[id] = f
	return f, true
}

func (m *memory) Real(id string) (string, bool) { return path.Clean(id), true }

func (m *memory) Entry(id string) bool {
	return playbook.DefaultGlobs().Role(id, []byte(m.files[id])) == playbook.Entry
}

func (m *memory) Path(id string) string { return "/ws/" + id }

func (m *memory) Modules() []string {
	var out []string
	for id := range m.files {
		if strings.HasSuffix(id, ".star") {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}

func (m *memory) Text(id string) (string, bool) {
	s, ok := m.files[id]
	return s, ok
}

func (m *memory) List(dir string) (folders, files []string) {
	for id := range m.files {
		rest := id
		if dir != "" {
			var ok bool
			if rest, ok = strings.CutPrefix(id, dir+"/"); !ok {
				continue
			}
		}
		if head, _, deeper := strings.Cut(rest, "/"); deeper {
			folders = append(folders, head)
		} else if strings.HasSuffix(rest, ".star") {
			files = append(files, rest)
		}
	}
	slices.Sort(folders)
	slices.Sort(files)
	return slices.Compact(folders), files
}

func (m *memory) Results(id string) []*external.Result {
	if m.Entry(id) {
		return []*external.Result{m.result(id)}
	}
	var out []*external.Result
	for _, entry := range m.Modules() {
		if m.Entry(entry) {
			if r := m.result(entry); slices.Contains(r.Deps, id) {
				out = append(out, r)
			}
		}
	}
	if out == nil {
		out = append(out, external.AnalyzeAlone(context.Background(), m, id))
	}
	return out
}

func (m *memory) result(entry string) *external.Result {
	r := m.results[entry]
	if r == nil {
		r = external.Analyze(context.Background(), m, entry)
		m.results[entry] = r
	}
	return r
}

func (m *memory) Good(id string) *playbook.File { return m.good[id] }

// made is a key of what OfFile and the like keep.
type made struct{ file, results, key any }

func (m *memory) once(k made, compute func() any) any {
	v, ok := m.made[k]
	if !ok {
		v = compute()
		m.made[k] = v
	}
	return v
}

func (m *memory) OfFile(id string, key any, compute func(*playbook.File) any) any {
	f, ok := m.File(id)
	if !ok {
		return nil
	}
	return m.once(made{file: f, key: key}, func() any { return compute(f) })
}

func (m *memory) OfGood(id string, key any, compute func(*playbook.File) any) any {
	f := m.Good(id)
	if f == nil {
		return nil
	}
	return m.once(made{file: f, key: key}, func() any { return compute(f) })
}

func (m *memory) OfResults(id string, key any, compute func([]*external.Result) any) any {
	return m.once(made{results: id, key: key}, func() any { return compute(m.Results(id)) })
}

// shown is a place as its file, line and text.
func (m *memory) shown(l playbookedit.Location) string {
	src := m.files[l.ID]
	line := strings.Count(src[:l.Span.Start], "\n") + 1
	return l.ID + ":" + string(rune('0'+line/10)) + string(rune('0'+line%10)) + " " + src[l.Span.Start:l.Span.End]
}

// apply gives the texts after edits.
func (m *memory) apply(t testing.TB, edits []playbookedit.Edit) map[string]string {
	t.Helper()
	by := map[string][]text.Edit{}
	for _, e := range edits {
		by[e.ID] = append(by[e.ID], text.Edit{Span: e.Span, New: e.New})
	}
	out := map[string]string{}
	for id, src := range m.files {
		s, err := text.Apply(src, by[id])
		if err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		out[id] = s
	}
	return out
}
