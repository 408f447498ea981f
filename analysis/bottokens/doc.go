// Package bottokens gives the semantic tokens of bots and of the prompt files
// that belong to them (authoring.md 7).
//
// What a name is comes from analysis/botindex; a name that nothing resolves has
// no token. Everything else is read from the tree and its tokens in one pass:
// several layers are laid over each other, names on top, then keywords and the
// like, boundary paragraphs, strings and comments below, and where one is
// covered in part its rest stays.
//
// Tokens are sorted, do not overlap, hold at least one byte that is no blank,
// and lie each in one line, a lone CR being a line end. Spans are byte offsets.
package bottokens
