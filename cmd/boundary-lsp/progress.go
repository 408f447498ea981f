package main

import (
	"fmt"
	"io"
	"sync"
	"time"
)

const (
	// progressAfter is how long a run may take before it shows progress.
	progressAfter = 500 * time.Millisecond
	progressEvery = 100 * time.Millisecond
)

// progress is a line on the error output of a long run. Its methods are safe
// for concurrent use; the nil progress shows nothing.
type progress struct {
	mu    sync.Mutex
	w     io.Writer
	next  time.Time
	shown bool
}

// progress gives the line where the error output is a terminal.
func (a *app) progress(quiet bool) *progress {
	if _, tty := terminal(a.err); !tty || quiet {
		return nil
	}
	return &progress{w: a.err, next: time.Now().Add(progressAfter)}
}

// step is called after each document.
func (p *progress) step(done, total int) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if now.Before(p.next) {
		return
	}
	p.next, p.shown = now.Add(progressEvery), true
	fmt.Fprintf(p.w, "\r%d / %d files", done, total)
}

// done takes the line away.
func (p *progress) done() {
	if p != nil && p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
