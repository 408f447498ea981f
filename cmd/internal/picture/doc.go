// Package picture draws what a terminal or an editor shows as SVG: the
// pictures of the README and of docs/editors.md. It knows the few ANSI sequences that this program
// writes, those of a full-screen editor in tmux, and the little Markdown that a
// hover holds, and lays everything out on
// a grid of character cells, so that a caret stands under its letter whatever
// font a reader has.
//
// The pictures themselves are made by the tests of cmd/internal/docs, those of
// editors by editors/picture/run.
package picture
