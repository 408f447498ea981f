package boundary

import "github.com/boundary-lsp/boundary-lsp/dsl/bot"

// Parses reports whether all files of the unit parse and all imports can be
// read (boundary-class.md 9.5). hidden, where set, tells errors that [rules]
// or a comment has lowered or hidden and which therefore do not count.
func (c *Class) Parses(hidden func(path string, e bot.Error) bool) bool {
	for _, f := range c.Unit.Files {
		for _, e := range f.File.Errors {
			if !e.Warning && (hidden == nil || !hidden(f.Path, e)) {
				return false
			}
		}
	}
	return !c.Unit.ImportBroken
}
