// Package rpc is the connection of the language server: framing, the order of
// messages, cancellation, the life cycle, the codec and document URIs. No file
// that implements a feature needs to know of any of them.
//
// The types of the protocol come from go.lsp.dev/protocol and the identifiers,
// errors and envelopes from go.lsp.dev/jsonrpc2. The connection itself is ours,
// because a jsonrpc2.Conn ends on malformed JSON, on a bad header and on a
// handler that panics, and recycles the request that is its handler's context.
//
// # Order
//
// Three kinds of goroutine serve a connection.
//
//   - The reader splits the input into messages. It answers nothing and runs no
//     handler, so a slow handler never keeps a cancellation, the response to a
//     call of ours, "exit" or the end of the input from being noticed.
//   - The dispatcher takes requests in the order in which they came.
//     A notification has done its work when the next message is looked at; of a
//     call only the first half, Handler.Call, runs here, which takes the snapshot
//     the answer is computed from.
//   - Each call's second half runs in a goroutine of its own, so a fast request
//     is not held up by a slow one.
//
// # Contexts
//
// The context of a notification is that of the server, which ends with Serve;
// the context of a call is derived from it and ends as well when the client
// cancels the call or when the call has been answered. Both are ordinary
// contexts: nothing is pooled, and it is safe to derive from them and to keep
// them.
//
// # Life cycle (lsp.md)
//
// Serve keeps the gate: before "initialize" a call is answered with
// ServerNotInitialized and a notification is dropped; after "shutdown" a call
// is answered with InvalidRequest. "initialize" is answered before the next
// message is looked at, and one that fails leaves the gate closed. The handler
// sees "initialize", "initialized" and "shutdown" like any other method, and
// never sees "exit" and "$/cancelRequest".
package rpc
