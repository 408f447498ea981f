package lsp

import (
	"io"
	"runtime"
	"sync/atomic"
	"time"
)

// pulse tells whether more input is on its way. A client that sends a burst of
// changes wants the findings of the last one; while a change has been read and
// not been applied, or the input still delivers, what has been computed is
// about to be stale.
type pulse struct {
	in io.Reader
	// idle is when the reader began to wait for input, 0 while it does not;
	// both in nanoseconds since start.
	idle  atomic.Int64
	start time.Time
	// read and applied count changes of documents.
	read, applied atomic.Int64
}

const (
	// calm is how long the input must have been silent before findings are
	// shown; for all but the smallest documents it is over before they are
	// computed.
	calm = 300 * time.Microsecond
	// calmer is the same while changes come faster than they are answered.
	calmer = 3 * time.Millisecond
	// patience bounds the wait for silence: findings are shown also while a
	// client never stops talking.
	patience = 100 * time.Millisecond
)

func newPulse(in io.Reader) *pulse { return &pulse{in: in, start: time.Now()} }

// Read reads from the input.
func (p *pulse) Read(b []byte) (int, error) {
	p.idle.Store(max(1, int64(time.Since(p.start))))
	n, err := p.in.Read(b)
	p.idle.Store(0)
	return n, err
}

// Close closes the input, if it can be closed.
func (p *pulse) Close() error {
	if c, ok := p.in.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// quiet reports whether everything that was sent has been applied, as far as
// can be known, and the input has been silent for a while.
func (p *pulse) quiet(while time.Duration) bool {
	since := p.idle.Load()
	return p.read.Load() <= p.applied.Load() && since > 0 && int64(time.Since(p.start))-since >= int64(while)
}

// settle waits until the input has been silent for a while, or enough says so,
// or its patience ends. A short while is waited for by yielding: timers are
// not fine enough.
func (p *pulse) settle(while time.Duration, enough func() bool) {
	for end := time.Now().Add(patience); !p.quiet(while) && !enough() && time.Now().Before(end); {
		if while > calm {
			time.Sleep(while / 4)
		} else {
			runtime.Gosched()
		}
	}
}
