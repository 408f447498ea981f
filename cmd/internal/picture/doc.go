// Package picture draws what a terminal or an editor shows as SVG: the
// pictures of the README. It knows the few ANSI sequences that this program
// writes and the little Markdown that a hover holds, and lays everything out on
// a grid of character cells, so that a caret stands under its letter whatever
// font a reader has.
//
// The pictures themselves are made by the tests of cmd/internal/docs.
package picture
