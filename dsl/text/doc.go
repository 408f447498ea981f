// Package text holds immutable source texts: spans of bytes, lines, the
// position encodings of editors, edits, and maps from decoded text back to
// its source. It knows no language.
//
// There are three ways to name a place, and only this package converts:
//
//   - a byte offset, 0-based; everything inside the program uses it;
//   - LineCol, 1-based, columns in code points, a line ending with LF or CRLF:
//     what the command line prints and its JSON holds (cli.md, JSON);
//   - Position, 0-based, columns in the units of an Encoding, a lone CR ending
//     a line too: what the language server protocol speaks (LSP 3.17, Text
//     Documents).
package text
