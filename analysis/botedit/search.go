package botedit

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/boundary-lsp/boundary-lsp/analysis/outline"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// The bounds of an answer (authoring.md 6, S2).
const (
	MaxFound   = 256
	MaxUnasked = 128 // of an empty query
)

// Found is a declaration in the workspace.
type Found struct {
	Name string
	Kind outline.Kind
	// Container is the bundle that the file belongs to, else the file.
	Container string
	Path      string
	Span      text.Span // the name
}

// Search gives the declarations in bots of the workspace folders and the open
// documents whose names match, best first, at most MaxFound; of an empty query
// the first MaxUnasked by path. Fields and loops are not among them. It ends
// early where ctx does.
func Search(ctx context.Context, snap *workspace.Snapshot, query string) ([]Found, error) {
	walked, err := snap.Walk(ctx, snap.Folders(), workspace.WalkOptions{})
	if err != nil {
		return nil, err
	}
	files := append(walked.Files, snap.Opened()...)
	slices.Sort(files)
	r := NewRanking(query)
	for _, file := range slices.Compact(files) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if workspace.Kind(file) != workspace.Bot {
			continue
		}
		for _, y := range namesIn(snap, file) {
			r.Add(y)
		}
	}
	return r.Best(), nil
}

type namesKey struct{ file string }

// namesIn are the names of a file that a search finds.
func namesIn(snap *workspace.Snapshot, file string) []Found {
	list, _ := snap.Memo(namesKey{file}, func(d *workspace.Deps) any {
		f, err := d.Bot(file)
		if err != nil {
			return []Found(nil)
		}
		var list []Found
		in := container(d, file)
		var walk func(symbols []outline.Symbol, top bool)
		walk = func(symbols []outline.Symbol, top bool) {
			for _, y := range symbols {
				if y.Kind == outline.Field || y.Kind == outline.Event && !top || strings.HasPrefix(y.Name, "(") {
					continue
				}
				list = append(list, Found{y.Name, y.Kind, in, file, y.Selection})
				walk(y.Children, y.Kind == outline.Namespace)
			}
		}
		walk(outline.Bot(f, nil), true)
		d.Weigh(64 + 96*len(list))
		d.Derived()
		return list
	}).([]Found)
	return list
}

// container is the name of the bundle around a file, else of the file.
func container(d *workspace.Deps, file string) string {
	root := d.Root(file)
	for dir := path.Dir(file); workspace.Within(root, dir) && dir != "/"; dir = path.Dir(dir) {
		if d.Exists(path.Join(dir, "main.bot")) {
			return path.Base(dir)
		}
	}
	return path.Base(file)
}

// Ranking orders names by how well they match a query.
type Ranking struct {
	query string // folded
	list  []ranked
}

type ranked struct {
	Found
	rank, length int
}

// NewRanking begins an empty ranking for a query.
func NewRanking(query string) *Ranking { return &Ranking{query: strings.ToLower(query)} }

// Add takes a name that matches.
func (r *Ranking) Add(f Found) {
	if rank, ok := match(r.query, f.Name); ok {
		r.list = append(r.list, ranked{f, rank, utf8.RuneCountInString(f.Name)})
	}
}

// Best are the names in order: exact, prefix, start of a word, subsequence;
// then the shorter; then by path and place.
func (r *Ranking) Best() []Found {
	limit := MaxFound
	slices.SortStableFunc(r.list, func(a, b ranked) int {
		if r.query != "" {
			if c := cmp.Or(a.rank-b.rank, a.length-b.length); c != 0 {
				return c
			}
		}
		return cmp.Or(strings.Compare(a.Path, b.Path), a.Span.Start-b.Span.Start)
	})
	if r.query == "" {
		limit = MaxUnasked
	}
	out := make([]Found, min(limit, len(r.list)))
	for i := range out {
		out[i] = r.list[i].Found
	}
	return out
}

// The ranks of a match.
const (
	exactly = iota
	asPrefix
	atWord
	scattered
)

// longName is the length in bytes from which on the words of a name are not
// looked at.
const longName = 256

// match compares without regard to case; query is folded already.
func match(query, name string) (rank int, ok bool) {
	folded := strings.ToLower(name)
	switch {
	case !subsequence(query, folded):
		return 0, false
	case folded == query:
		return exactly, true
	case strings.HasPrefix(folded, query):
		return asPrefix, true
	}
	if len(name) > longName {
		return scattered, true
	}
	before := '_'
	for i, c := range name {
		if i > 0 && (before == '_' && c != '_' || unicode.IsLower(before) && unicode.IsUpper(c)) &&
			strings.HasPrefix(strings.ToLower(name[i:]), query) {
			return atWord, true
		}
		before = c
	}
	return scattered, true
}

func subsequence(query, name string) bool {
	for _, r := range query {
		i := strings.IndexRune(name, r)
		if i < 0 {
			return false
		}
		_, n := utf8.DecodeRuneInString(name[i:])
		name = name[i+n:]
	}
	return true
}
