// Package paragraph knows the boundary paragraph of a prompt: where its
// regions are and which references stand in them, what its heading looks like
// and what its text says, the wording that is offered, and every edit on it
// (boundary-class.md 6, 7 and 11). It knows prompts, not nodes: who owes the
// paragraph is decided elsewhere.
//
// Places in a compiled prompt are byte spans of bot.Compiled.Text; Place leads
// them back to files. Edits are byte spans of the files as they are. A
// function that gives edits gives nil where the edit does not apply; its edits
// never overlap, keep the file's line ends and the body's indentation, and add
// no white space at a line's end.
//
// All functions are pure and safe for concurrent use. All of them are linear
// in the size of the prompt.
package paragraph
