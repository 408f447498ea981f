// Package lsp is the language server: it speaks the protocol and judges
// nothing. Verdicts, fixes and hovers come from package analysis, the same as
// on the command line; here they get positions, versions and an order.
//
// # One change and what follows
//
// Notifications are handled one by one in their order. Each that changes
// something makes a new view: an immutable pair of a workspace snapshot and the
// open documents with their versions. A request takes the view it was made in
// and is answered from it, however long that takes and whatever happens
// meanwhile.
//
// Two goroutines compute diagnostics in the background. The worker looks at
// documents that were edited first and publishes their findings with the
// version they were computed for; only then it looks at what depends on them.
// The scanner judges the workspace as a whole, once nobody has typed for a
// moment. What was computed for a document that has changed since is dropped.
//
// # Positions
//
// Inside everything is byte offsets. Only position.go converts, in the
// encoding that was agreed on at initialize.
package lsp
