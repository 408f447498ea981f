// Package format lays bot files out: the canonical form of authoring.md 1. It
// turns a parsed file into edits of white space and knows no rule.
//
// Whether a file may be laid out at all is for the caller to say: the form is
// that of the tree, so what the parser had to guess must be mended first
// (authoring.md 1.1, F2). Everything else is held here: no edit touches a
// prompt body, a string, the text of a block scalar or of a comment, and the
// result is read again and compared before it is given out.
//
// All functions are pure and safe for concurrent use, and take time linear in
// the length of the file.
package format
