// Package bot reads the Iterion bot language: a lexer whose tokens cover every
// byte, a tolerant parser, the tree, templates and environment references, the
// decoded texts of strings and prompt bodies with maps back to their source,
// and units (a main file with its imports, prompt files and includes). It
// knows the language (bot-language.md) and no rule about it.
//
// Parse never fails: it returns a tree and a list of errors, always. What does
// not parse is skipped up to the next place that is safe (bot-language.md 15),
// so that one broken line never costs another declaration.
//
// A File and everything below it is immutable once parsed and safe for
// concurrent use.
package bot
