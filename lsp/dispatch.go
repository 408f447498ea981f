package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

// answer is the second half of a request: it computes the result.
type answer func(ctx context.Context) (any, error)

type (
	call         func(s *server, raw []byte) (answer, error)
	notification func(s *server, raw []byte) error
)

// on makes a request of a function of the view in which it was made. The
// result must not be a nil interface other than any.
func on[P any](method string, f func(v *view, ctx context.Context, p P) (any, error)) call {
	return func(s *server, raw []byte) (answer, error) {
		p, err := rpc.Params[P](method, raw)
		if err != nil {
			return nil, err
		}
		v := s.now.Load()
		return func(ctx context.Context) (any, error) { return f(v, ctx, p) }, nil
	}
}

// noted makes a notification of a function.
func noted[P any](method string, f func(s *server, p P) error) notification {
	return func(s *server, raw []byte) error {
		p, err := rpc.Params[P](method, raw)
		if err != nil {
			return err
		}
		return f(s, p)
	}
}

// request finds the handler of a request; nil where there is none.
func request(method string) call {
	switch method {
	case protocol.MethodInitialize:
		return initialize
	case protocol.MethodShutdown:
		return shutdown
	case protocol.MethodTextDocumentDiagnostic:
		return on(method, (*view).pullDocument)
	case protocol.MethodWorkspaceDiagnostic:
		return on(method, (*view).pullWorkspace)
	case protocol.MethodTextDocumentHover:
		return on(method, (*view).hover)
	case protocol.MethodTextDocumentCodeAction:
		return on(method, (*view).codeActions)
	case protocol.MethodCodeActionResolve:
		return on(method, (*view).resolveCodeAction)
	case protocol.MethodTextDocumentCodeLens:
		return on(method, (*view).codeLenses)
	case protocol.MethodTextDocumentInlayHint:
		return on(method, (*view).inlayHints)
	case protocol.MethodTextDocumentDocumentSymbol:
		return on(method, (*view).documentSymbols)
	case protocol.MethodTextDocumentFoldingRange:
		return on(method, (*view).foldingRanges)
	case protocol.MethodTextDocumentCompletion:
		return on(method, (*view).completion)
	case protocol.MethodCompletionItemResolve:
		return on(method, (*view).resolveCompletion)
	case protocol.MethodTextDocumentSignatureHelp:
		return on(method, (*view).signatureHelp)
	case protocol.MethodTextDocumentDefinition:
		return on(method, (*view).definition)
	case protocol.MethodTextDocumentReferences:
		return on(method, (*view).references)
	case protocol.MethodTextDocumentDocumentHighlight:
		return on(method, (*view).documentHighlights)
	case protocol.MethodTextDocumentPrepareRename:
		return on(method, (*view).prepareRename)
	case protocol.MethodTextDocumentRename:
		return on(method, (*view).rename)
	case protocol.MethodTextDocumentSelectionRange:
		return on(method, (*view).selectionRanges)
	case protocol.MethodTextDocumentDocumentLink:
		return on(method, (*view).documentLinks)
	case protocol.MethodDocumentLinkResolve:
		return on(method, (*view).resolveDocumentLink)
	case protocol.MethodTextDocumentPrepareCallHierarchy:
		return on(method, (*view).prepareCalls)
	case protocol.MethodCallHierarchyIncomingCalls:
		return on(method, (*view).incomingCalls)
	case protocol.MethodCallHierarchyOutgoingCalls:
		return on(method, (*view).outgoingCalls)
	case protocol.MethodTextDocumentFormatting:
		return on(method, (*view).formatting)
	case protocol.MethodTextDocumentRangeFormatting:
		return on(method, (*view).rangeFormatting)
	case protocol.MethodTextDocumentOnTypeFormatting:
		return on(method, (*view).typeFormatting)
	case protocol.MethodTextDocumentSemanticTokensFull:
		return on(method, (*view).semanticTokens)
	case protocol.MethodTextDocumentSemanticTokensFullDelta:
		return on(method, (*view).semanticTokensDelta)
	case protocol.MethodTextDocumentSemanticTokensRange:
		return on(method, (*view).semanticTokensRange)
	case protocol.MethodWorkspaceSymbol:
		return on(method, (*view).workspaceSymbols)
	case methodGraph:
		return on(method, (*view).graph)
	case protocol.MethodWorkspaceExecuteCommand:
		return on(method, (*view).executeCommand)
	case methodAbout:
		return on(method, (*view).about)
	}
	return nil
}

// noticed finds the handler of a notification; nil where there is none.
func noticed(method string) notification {
	switch method {
	case protocol.MethodInitialized:
		return initialized
	case protocol.MethodTextDocumentDidOpen:
		return didOpen
	case protocol.MethodTextDocumentDidChange:
		return didChange
	case protocol.MethodTextDocumentDidSave:
		return noted(method, (*server).didSave)
	case protocol.MethodTextDocumentDidClose:
		return noted(method, (*server).didClose)
	case protocol.MethodWorkspaceDidChangeWatchedFiles:
		return noted(method, (*server).didChangeWatchedFiles)
	case protocol.MethodWorkspaceDidChangeWorkspaceFolders:
		return noted(method, (*server).didChangeWorkspaceFolders)
	case protocol.MethodWorkspaceDidChangeConfiguration:
		return noted(method, (*server).didChangeConfiguration)
	case protocol.MethodWindowWorkDoneProgressCancel:
		return noted(method, (*server).cancelProgress)
	}
	return nil
}

// Call implements rpc.Handler.
func (s *server) Call(_ context.Context, method string, params []byte) (func(context.Context) (any, error), error) {
	f := request(method)
	if f == nil {
		return nil, rpc.MethodNotFound(method)
	}
	run, err := f(s, params)
	return run, err
}

// Notify implements rpc.Handler. What it does not know may be ignored
// (LSP 3.17, $ Notifications and Requests).
func (s *server) Notify(_ context.Context, method string, params []byte) error {
	if method == protocol.MethodTextDocumentDidChange {
		defer s.pulse.applied.Add(1)
	}
	if f := noticed(method); f != nil {
		return f(s, params)
	}
	return nil
}
