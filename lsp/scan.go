package lsp

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
)

// lull is how long nobody must have typed before the workspace is judged as a
// whole.
const lull = 200 * time.Millisecond

// scanner judges the workspace folders as a whole, in the background.
type scanner struct {
	s    *server
	wake chan struct{}
	// last is nil before the first scan.
	last atomic.Pointer[scan]

	mu     sync.Mutex
	due    bool // something has changed since the last scan began
	walk   bool // files may have appeared or vanished
	files  []string
	cancel context.CancelFunc
	typed  time.Time
	bar    *progress
	begun  bool // the first scan has been begun, and
	over   bool // done or given up
}

func (c *scanner) init(s *server) { c.s, c.wake, c.walk = s, make(chan struct{}, 1), true }

// wanted reports whether the workspace is judged at all.
func (c *scanner) wanted() bool {
	return c.s.settings.Load().WorkspaceDiagnostics && len(c.s.now.Load().snap.Folders()) > 0
}

// ask wants a scan; walk says that the files have to be listed again.
func (c *scanner) ask(walk bool) {
	if !c.wanted() {
		return
	}
	c.mu.Lock()
	c.due, c.walk = true, c.walk || walk
	if walk && c.cancel != nil {
		c.cancel()
	}
	c.mu.Unlock()
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// interrupt lets a running scan make room for an edit.
func (c *scanner) interrupt() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.typed = time.Now()
	if c.cancel != nil {
		c.cancel()
	}
}

// abandon forgets the scan, when it is not wanted any more.
func (c *scanner) abandon() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.due = false
	if c.cancel != nil {
		c.cancel()
	}
	c.last.Store(nil)
}

func (c *scanner) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.wake:
		}
		for c.pause(ctx) {
			c.s.contained("scan", func() { c.scan(ctx) })
		}
	}
}

// pause waits until a scan is due and nobody types; false where none is due.
func (c *scanner) pause(ctx context.Context) bool {
	for ctx.Err() == nil {
		c.mu.Lock()
		due, wait := c.due, lull-time.Since(c.typed)
		if due && wait <= 0 {
			c.due = false
			c.mu.Unlock()
			return true
		}
		c.mu.Unlock()
		if !due {
			return false
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return false
		case <-timer.C:
		}
	}
	return false
}

func (c *scanner) scan(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c.mu.Lock()
	c.cancel = cancel
	first := !c.over
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		c.cancel = nil
		c.mu.Unlock()
	}()
	v := c.s.now.Load()
	var step func(done, total int)
	if first {
		step = c.begin().step
	}
	sc, err := v.judgeAll(ctx, step)
	switch {
	case err == nil:
	case first && c.bar.cancelled():
		c.finish()
		return
	case ctx.Err() == nil:
		c.s.log.Error("the workspace was not scanned", zap.Error(err))
		c.finish()
		return
	default: // interrupted
		c.mu.Lock()
		c.due = c.wanted()
		c.mu.Unlock()
		return
	}
	c.keep(sc)
	if first {
		c.finish()
	}
	c.s.updateWatchers()
	c.s.worker.others(c.affected(v, sc))
}

// keep makes sc the last scan, unless there is a newer one.
func (c *scanner) keep(sc *scan) {
	for {
		old := c.last.Load()
		if old != nil && old.seq > sc.seq || c.last.CompareAndSwap(old, sc) {
			return
		}
	}
}

// begin shows the progress of the first scan, which may need several
// attempts.
func (c *scanner) begin() *progress {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.begun {
		c.begun = true
		c.bar = c.s.newProgress("Looking at the workspace")
	}
	return c.bar
}

func (c *scanner) finish() {
	c.mu.Lock()
	c.over = true
	c.mu.Unlock()
	c.bar.end()
}

// list gives the files of the workspace folders; they are walked only where
// files may have appeared or vanished since.
func (c *scanner) list(ctx context.Context, v *view) ([]string, error) {
	c.mu.Lock()
	walk, files := c.walk, c.files
	c.walk = false
	c.mu.Unlock()
	if !walk {
		return files, nil
	}
	walked, err := v.snap.Walk(ctx, v.snap.Folders(), workspace.WalkOptions{})
	if err == nil {
		err = ctx.Err()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil {
		c.walk = true
		return nil, err
	}
	for _, e := range walked.Errors {
		c.s.log.Info("not looked at", zap.Error(e))
	}
	c.files = walked.Files
	return walked.Files, nil
}

// affected lists the files about which something may have to be said after a
// scan: those that it met, and those that something was said of before.
func (c *scanner) affected(v *view, sc *scan) []string {
	list := make([]string, 0, len(sc.files))
	for f := range sc.files {
		list = append(list, f)
	}
	for f := range sc.only {
		list = append(list, f)
	}
	for path := range v.docs {
		list = append(list, path)
	}
	list = append(list, c.s.sent.reported()...)
	slices.Sort(list)
	return slices.Compact(list)
}

// giveUp ends the first scan.
func (c *scanner) giveUp() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bar != nil {
		c.bar.gone.Store(true)
	}
	if c.cancel != nil {
		c.cancel()
	}
}
