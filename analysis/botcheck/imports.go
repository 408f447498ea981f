package botcheck

import (
	"path"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// UnitErrors gives the errors that show only when the files of a unit are read
// together: imports that cannot be read (BOT114) and names declared in two
// files (BOT201). src is the source that the unit was loaded from; where it can
// list folders, findings about imports have their fixes.
func UnitErrors(u *bot.Unit, src bot.Source) []finding.Finding {
	var list []finding.Finding
	for _, e := range u.Errors {
		var file *bot.File
		if x := u.File(e.Path); x != nil {
			file = x.File
		}
		f := syntaxError(e.Path, file, e.Error)
		for _, r := range e.Related {
			f.Related = append(f.Related, finding.Related{
				Place: place(r.Path, r.Span), Message: "the first declaration",
			})
		}
		list = append(list, f)
	}
	for _, f := range u.Files {
		MendImports(list, f.Path, f.File, src)
	}
	finding.Sort(list)
	return list
}

// Lister is a source that can also list folders.
type Lister interface {
	// List gives the names of the files in dir that end in ext, sorted.
	List(dir, ext string) []string
	// Folders gives the names of the folders in dir, sorted.
	Folders(dir string) []string
}

// maxFragments bounds how many fragments are listed for a fix.
const maxFragments = 2000

// MendImports adds to the findings about the imports of a file (E045, E046) the
// fix that names a file which is there (authoring.md, B29). Without a source
// that lists folders it does nothing.
func MendImports(list []finding.Finding, file string, f *bot.File, src bot.Source) {
	ls, ok := src.(Lister)
	if !ok {
		return
	}
	var paths []string
	read := false
	for i := range list {
		x := &list[i]
		if e := x.Data["engine"]; x.Path != file || e != "E045" && e != "E046" || len(x.Fixes) > 0 {
			continue
		}
		n := slices.IndexFunc(f.Imports, func(imp *bot.Import) bool { return imp.Value != nil && imp.Value.Span == x.Span })
		if n < 0 || !f.Imports[n].Value.Closed {
			continue
		}
		if !read {
			paths, read = fragments(ls, file), true
		}
		imp := f.Imports[n]
		at := place(file, imp.Value.Inner)
		if plain := plainPath(imp.Path); plain != imp.Path && slices.Contains(paths, plain) {
			x.Fixes = []finding.Fix{changeTo(imp.Path, plain, at, false)}
			continue
		}
		_, x.Fixes = didYouMean(imp.Path, paths, at, false)
	}
}

// plainPath is an import's path as it should be written: with slashes, without
// dots that mean nothing, with its ending.
func plainPath(p string) string {
	p = strings.ReplaceAll(p, `\\`, "/")
	for strings.HasPrefix(p, "./") {
		p = p[2:]
	}
	p = strings.ReplaceAll(p, "/./", "/")
	if !strings.HasSuffix(p, ".bot") {
		p += ".bot"
	}
	return p
}

// fragments are the files that the file at p may import, as it would write
// them: what lies in the lib folder of its unit and not above itself.
func fragments(src Lister, p string) []string {
	dir := path.Dir(p)
	top := path.Join(dir, "lib")
	if i := strings.LastIndex(dir+"/", "/lib/"); i >= 0 {
		top = dir
	}
	var list []string
	var walk func(folder string, depth int)
	walk = func(folder string, depth int) {
		for _, name := range src.List(folder, ".bot") {
			if f := path.Join(folder, name); f != p && len(list) < maxFragments {
				list = append(list, strings.TrimPrefix(f, dir+"/"))
			}
		}
		for _, name := range src.Folders(folder) {
			if depth < 8 && len(list) < maxFragments {
				walk(path.Join(folder, name), depth+1)
			}
		}
	}
	walk(top, 0)
	return list
}
