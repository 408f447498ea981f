package lsp

import (
	"context"
	"sync/atomic"
	"time"

	"go.lsp.dev/protocol"
	"go.uber.org/zap"
)

// refreshing says that the client is being asked already.
type refreshing struct{ running, again atomic.Bool }

// answerTime is how long the client may take for an answer that the server can
// do without.
const answerTime = 3 * time.Second

// refresh asks the client to ask again for what it shows: something has
// changed by another way than the document's own text.
func (s *server) refresh() {
	var methods []string
	if s.client.pull && s.client.refreshDiagnostics {
		methods = append(methods, protocol.MethodWorkspaceDiagnosticRefresh)
	}
	if s.client.refreshLenses {
		methods = append(methods, protocol.MethodWorkspaceCodeLensRefresh)
	}
	if s.client.refreshInlays {
		methods = append(methods, protocol.MethodWorkspaceInlayHintRefresh)
	}
	if s.client.refreshTokens {
		methods = append(methods, protocol.MethodWorkspaceSemanticTokensRefresh)
	}
	if len(methods) == 0 {
		return
	}
	s.refreshing.again.Store(true)
	if !s.refreshing.running.CompareAndSwap(false, true) {
		return
	}
	s.spawn("refresh", func(ctx context.Context) {
		for s.refreshing.again.Swap(false) {
			for _, method := range methods {
				s.ask(ctx, method, nil, nil)
			}
		}
		s.refreshing.running.Store(false)
		if s.refreshing.again.Load() {
			s.refresh()
		}
	})
}

// ask makes a request of the client that can do without an answer, and
// reports whether there was one.
func (s *server) ask(ctx context.Context, method string, params, result any) bool {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	if err := s.conn.Call(ctx, method, params, result); err != nil {
		s.log.Debug("request to the client failed", zap.String("method", method), zap.Error(err))
		return false
	}
	return true
}
