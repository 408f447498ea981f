package lsp

import (
	"context"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
	"go.uber.org/zap"

	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

// server is one session with a client. It implements rpc.Handler.
type server struct {
	opts  Options
	log   *zap.Logger
	conn  *rpc.Conn
	pulse *pulse
	// ctx ends with the connection; stop ends both.
	ctx        context.Context
	stop       context.CancelCauseFunc
	background sync.WaitGroup

	// Set by initialize and never changed afterwards.
	client   client
	encoding text.Encoding
	session  *workspace.Session

	settings atomic.Pointer[settings]
	asking   sync.Mutex // for the settings

	// mu is held by whoever makes a new view. It is never held while
	// something is computed or sent.
	mu  sync.Mutex
	now atomic.Pointer[view]
	// ignored are open documents of other schemes or languages, by URI. Only
	// notifications use it.
	ignored map[uri.URI]bool

	refreshing refreshing
	worker     worker
	scanner    scanner
	sent       sent
	watch      watch
	good       good
	tokens     tokens
	previews   previews
}

func newServer(ctx context.Context, stop context.CancelCauseFunc, opts Options, p *pulse) *server {
	s := &server{
		opts: opts, log: opts.Logger, pulse: p, ctx: ctx, stop: stop,
		ignored: map[uri.URI]bool{},
	}
	s.settings.Store(defaultSettings())
	s.worker.init(s)
	s.scanner.init(s)
	s.sent.init(s)
	return s
}

// spawn runs f in the background; a panic in it is logged and ends f only.
func (s *server) spawn(name string, f func(ctx context.Context)) {
	s.background.Add(1)
	go func() {
		defer s.background.Done()
		s.contained(name, func() { f(s.ctx) })
	}()
}

// contained runs f and logs a panic with its stack.
func (s *server) contained(name string, f func()) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("panic in the background", zap.String("task", name),
				zap.Any("panic", p), zap.ByteString("stack", debug.Stack()))
		}
	}()
	f()
}

// trace counts the changes that have been read and passes events on.
func (s *server) trace(e rpc.Event) {
	if !e.Sent && e.Kind == rpc.KindNotification && e.Method == protocol.MethodTextDocumentDidChange {
		s.pulse.read.Add(1)
	}
	if s.opts.Trace != nil {
		s.opts.Trace(e)
	}
}

// notify sends a notification; a failure is the connection's end, which
// others notice as well.
func (s *server) notify(method string, params any) {
	if err := s.conn.Notify(s.ctx, method, params); err != nil {
		s.log.Debug("notification not sent", zap.String("method", method), zap.Error(err))
	}
}
