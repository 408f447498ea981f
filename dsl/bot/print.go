package bot

import (
	"iter"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Print writes the file's tokens one after another, which gives back its
// source byte for byte.
func Print(f *File) string {
	var b strings.Builder
	b.Grow(f.Text.Len())
	for _, t := range f.Tokens {
		b.WriteString(f.Text.Slice(t.Span))
	}
	return b.String()
}

// String is the source, as Print gives it.
func (f *File) String() string { return Print(f) }

// Comments are the comments in order, each from its # to the end of its line.
func (f *File) Comments() iter.Seq[text.Span] {
	return func(yield func(text.Span) bool) {
		for _, t := range f.Tokens {
			if t.Kind == TokComment && !yield(t.Span) {
				return
			}
		}
	}
}
