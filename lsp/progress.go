package lsp

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/protocol"

	"github.com/boundary-lsp/boundary-lsp/lsp/rpc"
)

// progress is a work-done progress that the client shows. The nil progress
// shows nothing. Its methods are safe for concurrent use.
type progress struct {
	s     *server
	token protocol.String
	gone  atomic.Bool // cancelled by the user

	mu    sync.Mutex
	next  time.Time
	begun bool
	ended bool
}

// progressEvery is how often the client hears of a step.
const progressEvery = 100 * time.Millisecond

// scanToken is the token of the only progress that there is.
const scanToken = protocol.String("boundary/scan")

// newProgress begins a progress; nil where the client shows none. The client
// is asked in the background: what it shows must not hold up what is done.
func (s *server) newProgress(title string) *progress {
	if !s.client.progress {
		return nil
	}
	p := &progress{s: s, token: scanToken}
	s.spawn("progress", func(ctx context.Context) {
		if !s.ask(ctx, protocol.MethodWindowWorkDoneProgressCreate, &protocol.WorkDoneProgressCreateParams{Token: p.token}, nil) {
			return
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.ended {
			return
		}
		p.begun = true
		yes, zero := true, uint32(0)
		p.send(&protocol.WorkDoneProgressBegin{Kind: "begin", Title: title, Cancellable: &yes, Percentage: &zero})
	})
	return p
}

func (p *progress) send(value any) {
	raw, err := rpc.Marshal(value)
	if err != nil {
		return
	}
	p.s.notify(protocol.MethodProgress, &protocol.ProgressParams{Token: p.token, Value: raw})
}

// step reports how far it is.
func (p *progress) step(done, total int) {
	if p == nil || total == 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if !p.begun || p.ended || now.Before(p.next) {
		return
	}
	p.next = now.Add(progressEvery)
	message, percentage := fmt.Sprintf("%d / %d files", done, total), uint32(100*done/total)
	p.send(&protocol.WorkDoneProgressReport{Kind: "report", Message: &message, Percentage: &percentage})
}

func (p *progress) end() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.begun && !p.ended {
		p.send(&protocol.WorkDoneProgressEnd{Kind: "end"})
	}
	p.ended = true
}

func (p *progress) cancelled() bool { return p != nil && p.gone.Load() }

// cancelProgress ends the first scan by the user's wish. The next change of a
// file asks for another one.
func (s *server) cancelProgress(p protocol.WorkDoneProgressCancelParams) error {
	if p.Token == scanToken {
		s.scanner.giveUp()
	}
	return nil
}
