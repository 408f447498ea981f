// Package lsptest is a scripted client of a language server, for tests: it
// talks to a server in the same process or to a built program over a pipe. It
// shares no code with the server: framing, positions and documents are its own,
// so that the two cannot be wrong in the same way.
package lsptest
