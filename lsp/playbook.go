package lsp

import (
	"context"
	"path"
	"slices"
	"strings"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/boundary-lsp/boundary-lsp/analysis"
	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/playbookedit"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// books are the playbooks of one workspace root in one view, as the features
// of playbookedit see them. They are for one request;
// what takes long to make of a file is kept in the snapshot's memo.
type books struct {
	v    *view
	ctx  context.Context
	root string
	// id and text are the document that the request is about.
	id   string
	path string
	text *text.Text

	modules func() []string
	mu      sync.Mutex
	files   map[string]*playbook.File
	results map[string][]*external.Result
}

var _ playbookedit.Source = (*books)(nil)

// books gives the playbooks around a document; ok is false for a document that
// is none (playbook.md 2.1).
func (v *view) books(ctx context.Context, u uri.URI) (b *books, ok bool) {
	file, ok := v.path(u)
	if !ok {
		return nil, false
	}
	return v.booksAt(ctx, file)
}

func (v *view) booksAt(ctx context.Context, file string) (b *books, ok bool) {
	t := v.text(file)
	if t == nil || !v.snap.IsPlaybook(file) {
		return nil, false
	}
	b = v.booksOf(ctx, v.snap.PlaybookRoot(file))
	b.path, b.text, b.id = file, t, b.idOf(file)
	return b, true
}

func (v *view) booksOf(ctx context.Context, root string) *books {
	b := &books{v: v, ctx: ctx, root: root, files: map[string]*playbook.File{}, results: map[string][]*external.Result{}}
	b.modules = sync.OnceValue(b.list)
	return b
}

// at gives the document and the offset of a position in it.
func (v *view) at(ctx context.Context, p protocol.TextDocumentPositionParams) (b *books, off int, ok bool) {
	b, ok = v.books(ctx, p.TextDocument.URI)
	if !ok {
		return nil, 0, false
	}
	return b, v.offset(b.text, p.Position), true
}

func (b *books) idOf(file string) string {
	return strings.TrimPrefix(strings.TrimPrefix(file, b.root), "/")
}

// File gives a parsed file.
func (b *books) File(id string) (*playbook.File, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f, known := b.files[id]
	if !known {
		f = b.parsed(id)
		b.files[id] = f
	}
	return f, f != nil
}

type rootedKey struct{ root, path string }

// ofFileKey keeps what a feature makes of a file.
type ofFileKey struct {
	rootedKey
	key any
}

// madePerByte is about the memory in bytes that what features make of a file
// takes for each of its bytes.
const madePerByte = 60

func (b *books) parsed(id string) *playbook.File {
	file := b.Path(id)
	if k := workspace.Kind(file); k != workspace.Playbook && k != workspace.Other {
		return nil
	}
	f, _ := b.v.snap.Memo(rootedKey{b.root, file}, b.parse(file)).(*playbook.File)
	if f != nil && f.Whole && b.v.open(file) {
		b.v.good.keep(file, b.v.seq, f)
	}
	return f
}

func (b *books) parse(file string) func(*workspace.Deps) any {
	return func(d *workspace.Deps) any {
		f, _ := d.PlaybookAt(b.root, file)
		d.Derived()
		return f
	}
}

// OfFile keeps what compute makes of a file for other requests and versions.
func (b *books) OfFile(id string, key any, compute func(*playbook.File) any) any {
	if _, ok := b.File(id); !ok {
		return nil
	}
	k := rootedKey{b.root, b.Path(id)}
	return b.v.snap.Memo(ofFileKey{k, key}, func(d *workspace.Deps) any {
		d.Derived()
		f, _ := d.Memo(k, b.parse(k.path)).(*playbook.File)
		if f == nil {
			return nil
		}
		d.Weigh(madePerByte * len(f.Source))
		return compute(f)
	})
}

// OfResults keeps what compute makes of Results likewise.
func (b *books) OfResults(id string, key any, compute func([]*external.Result) any) any {
	return analysis.OfPlaybooks(b.v.snap, b.Path(id), key, madePerByte, compute)
}

// OfGood keeps what compute makes of Good, as long as that is kept.
func (b *books) OfGood(id string, key any, compute func(*playbook.File) any) any {
	return b.v.good.of(b.Path(id), key, compute)
}

// Real follows symbolic links.
func (b *books) Real(id string) (string, bool) {
	real, inside := b.v.snap.PlaybookReal(b.root, b.Path(id))
	return b.idOf(real), inside
}

// Entry reports whether a file is an entry playbook.
func (b *books) Entry(id string) bool {
	return b.v.snap.PlaybookRole(b.Path(id)) == playbook.Entry
}

// Path is the absolute path of an id.
func (b *books) Path(id string) string { return path.Join(b.root, id) }

// Modules lists what a walk of the root meets, and what the document at hand
// belongs to wherever it lies.
func (b *books) Modules() []string { return b.modules() }

func (b *books) list() []string {
	var ids []string
	// A walk that ends early gives less; its request has been cancelled then.
	walked, _ := b.v.snap.Walk(b.ctx, []string{b.root}, workspace.WalkOptions{})
	for _, f := range walked.Files {
		k := workspace.Kind(f)
		if (k == workspace.Playbook || k == workspace.Other) && b.v.snap.IsPlaybook(f) && b.v.snap.PlaybookRoot(f) == b.root {
			ids = append(ids, b.idOf(f))
		}
	}
	around := b.v.snap.Opened()
	if b.path != "" {
		around = append(around, b.v.snap.PlaybookEntries(b.path)...)
	}
	for _, f := range around {
		if !workspace.Within(b.root, f) || !b.v.snap.IsPlaybook(f) || b.v.snap.PlaybookRoot(f) != b.root {
			continue
		}
		ids = append(ids, b.idOf(f))
		for _, m := range b.v.snap.PlaybookLoads(f) {
			ids = append(ids, b.idOf(m))
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// Text gives the text of any file.
func (b *books) Text(id string) (string, bool) {
	t := b.v.text(b.Path(id))
	if t == nil {
		return "", false
	}
	return t.String(), true
}

type folderKey struct{ dir string }

type folder struct{ folders, files []string }

// List gives the names of the folders and Starlark files in a folder.
func (b *books) List(dir string) (folders, files []string) {
	at := b.Path(dir)
	if _, inside := b.v.snap.PlaybookReal(b.root, at); !inside && at != b.root {
		return nil, nil
	}
	l := b.v.snap.Memo(folderKey{at}, func(d *workspace.Deps) any {
		return folder{d.Folders(at), d.List(at, ".star")}
	}).(folder)
	hidden := func(name string) bool { return strings.HasPrefix(name, ".") }
	return slices.DeleteFunc(slices.Clone(l.folders), hidden), slices.DeleteFunc(slices.Clone(l.files), hidden)
}

// Results are the analyses of the entries that reach a file.
func (b *books) Results(id string) []*external.Result {
	b.mu.Lock()
	defer b.mu.Unlock()
	list, known := b.results[id]
	if !known {
		list = slices.DeleteFunc(slices.Clone(analysis.Playbooks(b.v.snap, b.Path(id))), func(r *external.Result) bool { return r == nil })
		b.results[id] = list
	}
	return list
}

// Good is the last version of a file that parsed whole.
func (b *books) Good(id string) *playbook.File { return b.v.good.get(b.Path(id)) }

// location is a place as the client gets it; ok is false where the file is
// gone.
func (b *books) location(l playbookedit.Location) (protocol.Location, bool) {
	file := b.Path(l.ID)
	t := b.v.text(file)
	if t == nil {
		return protocol.Location{}, false
	}
	return protocol.Location{URI: b.v.uri(file), Range: b.v.rang(t, l.Span)}, true
}

func (b *books) locations(list []playbookedit.Location) []protocol.Location {
	out := make([]protocol.Location, 0, len(list))
	for _, l := range list {
		if p, ok := b.location(l); ok {
			out = append(out, p)
		}
	}
	return out
}

// edits are edits by id as those of files.
func (b *books) edits(list []playbookedit.Edit) []finding.Edit {
	out := make([]finding.Edit, 0, len(list))
	for _, e := range list {
		out = append(out, finding.Edit{Path: b.Path(e.ID), Span: e.Span, New: e.New})
	}
	return out
}

// good keeps the last version that parsed whole of each open playbook
// (playbook.md 14.4). It is safe for concurrent use.
type good struct {
	mu    sync.Mutex
	files map[string]goodFile
}

type goodFile struct {
	seq  uint64 // the view that had it
	file *playbook.File
	made *sync.Map // what has been made of it
}

func (g *good) keep(file string, seq uint64, f *playbook.File) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.files == nil {
		g.files = map[string]goodFile{}
	}
	switch old := g.files[file]; {
	case old.file == f:
		old.seq = max(old.seq, seq)
		g.files[file] = old
	case old.file == nil || old.seq <= seq:
		g.files[file] = goodFile{seq, f, &sync.Map{}}
	}
}

// of gives what compute makes of the file, once; nil without one.
func (g *good) of(file string, key any, compute func(*playbook.File) any) any {
	g.mu.Lock()
	f := g.files[file]
	g.mu.Unlock()
	if f.file == nil {
		return nil
	}
	v, ok := f.made.Load(key)
	if !ok {
		v, _ = f.made.LoadOrStore(key, compute(f.file))
	}
	return v
}

func (g *good) get(file string) *playbook.File {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.files[file].file
}

func (g *good) forget(file string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.files, file)
}

// remember keeps an open playbook, where it parses, as the last good one.
func (v *view) remember(file string) {
	if v.open(file) && workspace.Kind(file) == workspace.Playbook {
		if b, ok := v.booksAt(context.Background(), file); ok {
			b.File(b.id)
		}
	}
}
