package rpc

import (
	"context"
	"time"
)

// parentInterval is how often a parent is looked for.
const parentInterval = 3 * time.Second

// WatchParent waits until the process pid is gone and calls gone then; the
// caller ends the connection with it. It returns when it has done so or when ctx
// ends. A pid of 0 or less, where the client sent no processId, returns at once.
// A process that does not exist when it is called is gone (LSP 3.17,
// InitializeParams.processId).
func WatchParent(ctx context.Context, pid int, gone func()) {
	watchParent(ctx, pid, parentInterval, gone)
}

func watchParent(ctx context.Context, pid int, every time.Duration, gone func()) {
	if pid <= 0 {
		return
	}
	parent := openProcess(pid)
	defer parent.close()
	tick := time.NewTicker(every)
	defer tick.Stop()
	for parent.alive() {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
	if ctx.Err() == nil {
		gone()
	}
}
