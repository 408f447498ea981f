// Package outline gives the shape of a document, its symbols and what can be
// folded, from its tree and by byte offsets (authoring.md 6). It knows neither
// the protocol nor any rule.
package outline
