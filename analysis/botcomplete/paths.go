package botcomplete

import (
	"path"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

func spanOf(start, end int) text.Span { return text.Span{Start: start, End: max(start, end)} }

// pathKind says what a path names.
type pathKind uint8

const (
	pathImport  pathKind = iota // a fragment below lib
	pathInclude                 // any file below the folder of the prompt's file
	pathSource                  // a bot of the workspace
)

type folderKey struct{ dir string }

// folder are the names in a folder.
type folder struct{ folders, files []string }

func (c *completer) folder(dir string) folder {
	return c.snap.Memo(folderKey{dir}, func(d *workspace.Deps) any {
		return folder{d.Folders(dir), d.List(dir, "")}
	}).(folder)
}

// paths is K23: what exists in the folder that is written, folders first. The
// string is the inside of the quotes, up to the cursor and behind it.
func (c *completer) paths(k pathKind, from string, in text.Span) {
	c.incomplete = true
	written := c.src[in.Start:c.off]
	c.span = in
	if i := strings.LastIndexByte(written, '/'); i >= 0 {
		c.span.Start = in.Start + i + 1
		written = written[:i]
	} else {
		written = ""
	}
	if i := strings.IndexByte(c.src[c.off:in.End], '/'); i >= 0 {
		c.span.End = c.off + i
	}
	if strings.ContainsAny(written, "\\\x00{$") || path.IsAbs(written) || strings.Contains(written, "://") || strings.HasPrefix(c.src[in.Start:c.off], "/") {
		return
	}
	base := path.Dir(from)
	dir := path.Join(base, written)
	root := base
	switch k {
	case pathImport:
		root = path.Join(c.unitRoot(), "lib")
	case pathSource:
		root = c.snap.Root(from)
	}
	if k != pathSource && hasParent(written) {
		return
	}
	inside := func(p string) bool { return c.within(root, p) }
	l := c.folder(dir)
	if !inside(dir) && (k != pathImport || !workspace.Within(dir, root)) {
		return
	}
	for _, name := range l.folders {
		p := path.Join(dir, name)
		if hidden(name) || !inside(p) && (k != pathImport || !workspace.Within(p, root)) {
			continue
		}
		x := candidate{Item: Item{Label: name, Kind: Folder, Retrigger: true}}
		if !strings.HasPrefix(c.src[c.span.End:c.line.End], "/") {
			x.body = pieces{lit(name + "/")}
		}
		c.add(23, 0, x)
	}
	for _, name := range l.files {
		p := path.Join(dir, name)
		if hidden(name) || p == c.path || !inside(p) || k != pathInclude && workspace.Kind(name) != workspace.Bot {
			continue
		}
		c.add(23, 1, candidate{Item: Item{Label: name, Kind: File, Doc: Doc{Path: p, File: true}}})
	}
}

func hidden(name string) bool {
	return strings.HasPrefix(name, ".") || strings.ContainsAny(name, "\"\\\n\r`{}")
}

func hasParent(p string) bool {
	return p == ".." || strings.HasPrefix(p, "../") || strings.Contains(p, "/..")
}

// within reports whether a path lies below the root, symbolic links followed.
func (c *completer) within(root, p string) bool {
	if !workspace.Within(root, p) {
		return false
	}
	real, err := c.snap.Real(p)
	if err != nil {
		return c.snap.Exists(p) // an unsaved document
	}
	realRoot, err := c.snap.Real(root)
	if err != nil {
		realRoot = root
	}
	return workspace.Within(realRoot, real)
}

// inRoot is the file that a relative path names; ok is false where it lies
// outside the workspace root.
func (c *completer) inRoot(from, rel string) (file string, ok bool) {
	if rel == "" || path.IsAbs(rel) || strings.ContainsAny(rel, "\\\x00") || strings.Contains(rel, "://") || strings.Contains(rel, "{{") {
		return "", false
	}
	file = path.Join(path.Dir(from), rel)
	return file, c.within(c.snap.Root(from), file)
}

// unitRoot is the folder of the main file.
func (c *completer) unitRoot() string {
	if len(c.u.list) > 0 {
		u := c.u.list[0]
		if u.Path != c.path {
			return u.Root
		}
	}
	dir := path.Dir(c.path)
	if i := strings.LastIndex(dir+"/", "/lib/"); i >= 0 {
		return dir[:i]
	}
	return dir
}

// skills are the documents of the bundle's skills folder.
func (c *completer) skills() []candidate {
	dir := path.Join(c.unitRoot(), "skills")
	if !c.within(c.unitRoot(), dir) {
		return nil
	}
	var list []candidate
	l := c.folder(dir)
	for _, name := range l.folders {
		list = append(list, candidate{Item: Item{Label: name, Kind: Folder}})
	}
	for _, name := range l.files {
		if stem, ok := strings.CutSuffix(name, ".md"); ok && c.within(dir, path.Join(dir, name)) {
			list = append(list, candidate{Item: Item{Label: stem, Kind: File, Description: "skills/" + name, Doc: Doc{Path: path.Join(dir, name), File: true}}})
		}
	}
	byName(list)
	return list
}

// fragments are the bots below a folder.
type fragmentsKey struct{ lib string }

// fragment is what a file below lib declares at top level.
type fragment struct {
	path  string
	decls []declared
}

type declared struct {
	kind bot.Kind
	name string
	at   int
}

// maxFragments bounds the files that are read for what they declare.
const maxFragments = 200

// fragments are what the files of the unit's lib folder declare.
func (c *completer) fragments(lib string) []fragment {
	return c.snap.Memo(fragmentsKey{lib}, func(d *workspace.Deps) any {
		var list []fragment
		var walk func(dir string, depth int)
		walk = func(dir string, depth int) {
			for _, name := range d.List(dir, ".bot") {
				p := path.Join(dir, name)
				real, err := d.Real(p)
				if len(list) >= maxFragments || err == nil && real != p && !workspace.Within(lib, real) {
					continue
				}
				f, err := d.Bot(p)
				if err != nil {
					continue
				}
				x := fragment{path: p}
				for _, decl := range f.Decls {
					if !decl.Name.Missing() {
						x.decls = append(x.decls, declared{decl.Kind, decl.Name.Text, decl.Name.Span.Start})
					}
				}
				list = append(list, x)
			}
			if depth < 8 {
				for _, name := range d.Folders(dir) {
					walk(path.Join(dir, name), depth+1)
				}
			}
		}
		walk(lib, 0)
		return list
	}).([]fragment)
}

// unimported offers, last, what fragments declare that no unit of the file
// reads yet, with the import that brings it. For nodes k is KindAgent.
func (c *completer) unimported(context int, k bot.Kind) {
	kinds := map[bot.Kind]Kind{bot.KindSchema: Schema, bot.KindPrompt: Prompt, bot.KindGroup: Module, bot.KindAgent: Node}
	base := path.Dir(c.path)
	var list []candidate
	for _, f := range c.fragments(path.Join(c.unitRoot(), "lib")) {
		rel, below := strings.CutPrefix(f.path, base+"/")
		if !below || f.path == c.path || c.reads(f.path) {
			continue
		}
		edit := c.importEdit(rel)
		for _, d := range f.decls {
			if d.kind != k && !(k == bot.KindAgent && d.kind.IsNode()) {
				continue
			}
			list = append(list, candidate{Item: Item{
				Label: d.name, Kind: kinds[k], Detail: "import", Description: rel, Also: []text.Edit{edit},
				Doc: Doc{Name: d.name, Path: f.path, At: d.at},
			}})
		}
	}
	if len(list) > 0 {
		c.sorted(context, importGroup, list)
	}
}

// reads reports whether a unit of the file has the other file.
func (c *completer) reads(file string) bool {
	for _, u := range c.u.list {
		if u.Has(file) {
			return true
		}
	}
	return false
}

// importEdit adds an import: behind the last one, else behind `dsl:`, else in
// front of the first significant line (authoring.md, B28).
func (c *completer) importEdit(rel string) text.Edit {
	line, eol := "import "+quoted(rel), c.t.EOL()
	behind := func(off int) text.Edit {
		end := c.t.Line(c.t.LineAt(off)).End
		return text.Edit{Span: spanOf(end, end), New: eol + line}
	}
	for i := len(c.f.Imports) - 1; i >= 0; i-- {
		if imp := c.f.Imports[i]; !imp.Late {
			return behind(imp.Span.Start)
		}
	}
	if c.f.Header != nil {
		e := behind(c.f.Header.Span.Start)
		e.New = eol + e.New
		return e
	}
	at := c.t.LineStart(c.t.LineAt(significant(c.f)))
	if strings.HasPrefix(c.src[at:], "\ufeff") {
		at += len("\ufeff")
	}
	return text.Edit{Span: spanOf(at, at), New: line + eol + eol}
}
