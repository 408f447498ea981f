package botcheck

import (
	"path"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
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
	if ls, ok := src.(Lister); ok {
		mendImports(list, ls, func(path string) *bot.File {
			if x := u.File(path); x != nil {
				return x.File
			}
			return nil
		})
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
	if ls, ok := src.(Lister); ok {
		mendImports(list, ls, func(path string) *bot.File {
			if path == file {
				return f
			}
			return nil
		})
	}
}

// mendImports is MendImports for all files that fileOf knows.
func mendImports(list []finding.Finding, src Lister, fileOf func(path string) *bot.File) {
	type importer struct {
		at    map[text.Span]*bot.Import
		paths []string
	}
	files := map[string]importer{}
	near := guesses{maxGuesses}
	for i := range list {
		x := &list[i]
		if e := x.Data["engine"]; e != "E045" && e != "E046" || len(x.Fixes) > 0 {
			continue
		}
		from, known := files[x.Path]
		if !known {
			if f := fileOf(x.Path); f != nil {
				from.at = map[text.Span]*bot.Import{}
				for _, imp := range slices.Backward(f.Imports) {
					if imp.Value != nil && imp.Value.Closed {
						from.at[imp.Value.Span] = imp
					}
				}
				from.paths = fragments(src, x.Path)
			}
			files[x.Path] = from
		}
		imp := from.at[x.Span]
		if imp == nil {
			continue
		}
		at := place(x.Path, imp.Value.Inner)
		if plain := plainPath(imp.Path); plain != imp.Path && slices.Contains(from.paths, plain) {
			x.Fixes = []finding.Fix{changeTo(imp.Path, plain, at, false)}
			continue
		}
		_, x.Fixes = near.didYouMean(imp.Path, from.paths, at, false)
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
