package rpc

import (
	"context"
	"errors"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
)

// Code is the number of an error on the wire.
type Code = jsonrpc2.Code

// Error is an error as the wire has it: a code and a message for the reader.
type Error = jsonrpc2.Error

// The error codes this server uses (LSP 3.17, Response Message).
const (
	CodeParseError           = jsonrpc2.ParseError
	CodeInvalidRequest       = jsonrpc2.InvalidRequest
	CodeMethodNotFound       = jsonrpc2.MethodNotFound
	CodeInvalidParams        = jsonrpc2.InvalidParams
	CodeInternalError        = jsonrpc2.InternalError
	CodeServerNotInitialized = jsonrpc2.ServerNotInitialized
	CodeRequestCancelled     = Code(protocol.LSPErrorCodesRequestCancelled)
	CodeContentModified      = Code(protocol.LSPErrorCodesContentModified)
	CodeServerCancelled      = Code(protocol.LSPErrorCodesServerCancelled)
	CodeRequestFailed        = Code(protocol.LSPErrorCodesRequestFailed)
)

// How a connection ends when it does not end well. Both are matched with
// errors.Is.
var (
	// ErrExit is the result of Serve when the client sent "exit" without
	// "shutdown" before it; the process ends with status 1 (lsp.md, Life cycle).
	ErrExit = errors.New("the client sent exit without shutdown")
	// ErrClosed is the result of Serve when the input ended without "shutdown",
	// and of Call and Notify when the connection has ended.
	ErrClosed = errors.New("the connection is closed")
)

// MethodNotFound is the answer to a call of a method the server does not have.
func MethodNotFound(method string) error {
	return jsonrpc2.Errorf(CodeMethodNotFound, "method %s is not supported", finding.Quote(method))
}

// InvalidParams is the answer to a call whose parameters do not fit its method.
func InvalidParams(method string, err error) error {
	return jsonrpc2.Errorf(CodeInvalidParams, "parameters of %s: %s", finding.Quote(method), finding.Escape(err.Error()))
}

// InvalidRequest is the answer to a call that may not be made, or not now.
func InvalidRequest(message string) error {
	return jsonrpc2.NewError(CodeInvalidRequest, message)
}

// ContentModified is the answer to a call whose document has moved on since.
func ContentModified() error {
	return jsonrpc2.NewError(CodeContentModified, "the document has changed since the request was made")
}

// RequestFailed is the answer to a well-formed call that cannot be fulfilled
// for a reason the user can act on: most clients show its message.
func RequestFailed(message string) error {
	return jsonrpc2.NewError(CodeRequestFailed, message)
}

func notInitialized(method string) error {
	return jsonrpc2.Errorf(CodeServerNotInitialized, "%s came before initialize", finding.Quote(method))
}

func cancelled() *Error {
	return jsonrpc2.NewError(CodeRequestCancelled, "the request was cancelled")
}

// wireError turns what a handler returned into what is sent. An error without
// a code of its own is an InternalError; a context error of a cancelled request
// is RequestCancelled.
func wireError(ctx context.Context, err error) *Error {
	var e *Error
	if errors.As(err, &e) && e != nil && e.Code != 0 {
		if e.Error() == err.Error() {
			return e
		}
		return &Error{Code: e.Code, Message: err.Error(), Data: e.Data}
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return cancelled()
	}
	return jsonrpc2.NewError(CodeInternalError, err.Error())
}
