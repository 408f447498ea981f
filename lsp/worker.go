package lsp

import (
	"context"
	"slices"
	"sync"

	"go.uber.org/zap"

	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
)

// worker computes diagnostics in the background: of documents that were edited
// first, in the order in which they were edited, then of what depends on them.
// What waits is a set, so however many changes come while one is computed,
// the last one alone is computed next.
type worker struct {
	s    *server
	wake chan struct{}

	mu    sync.Mutex
	first []string        // edited documents
	look  []string        // documents whose files are to be looked at again
	then  []string        // what depends on them
	queue map[string]bool // what is in then
	stale bool            // something that clients ask for has changed
	// judged is the document that is being judged, and burst that a change
	// came for one that had not been answered.
	judged string
	burst  bool
}

func (w *worker) init(s *server) {
	w.s, w.wake, w.queue = s, make(chan struct{}, 1), map[string]bool{}
}

func (w *worker) add(f func()) {
	w.mu.Lock()
	f()
	w.mu.Unlock()
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// edited asks for the diagnostics of a document, and then of what depends on
// it.
func (w *worker) edited(path string) {
	w.s.scanner.interrupt()
	w.add(func() {
		if w.judged == path {
			w.burst = true
		}
		if slices.Contains(w.first, path) {
			w.burst = true
			return
		}
		w.first = append(w.first, path)
	})
}

// closed is edited for a document that is open no more.
func (w *worker) closed(d *document) { w.edited(d.path) }

// recheck lets the files that a document depends on be looked at on disk.
func (w *worker) recheck(path string) {
	w.add(func() {
		if !slices.Contains(w.look, path) {
			w.look = append(w.look, path)
		}
	})
}

// others asks for the diagnostics of files that may have changed by something
// else than their own text.
func (w *worker) others(paths []string) {
	w.add(func() {
		for _, p := range paths {
			if !w.queue[p] {
				w.queue[p] = true
				w.then = append(w.then, p)
			}
		}
	})
}

// openOnes asks for the diagnostics of all open documents but one.
func (w *worker) openOnes(but string) {
	v := w.s.now.Load()
	list := make([]string, 0, len(v.docs))
	for path := range v.docs {
		if path != but {
			list = append(list, path)
		}
	}
	slices.Sort(list)
	w.others(list)
}

func (w *worker) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.wake:
		}
		for more := true; more && ctx.Err() == nil; {
			w.s.contained("diagnostics", func() { more = w.step(ctx) })
		}
	}
}

// step does what is most urgent; false where there is nothing to do.
func (w *worker) step(ctx context.Context) bool {
	w.mu.Lock()
	var path string
	switch {
	case len(w.first) > 0:
		path, w.first = w.first[0], w.first[1:]
		w.judged = path
		burst := w.burst
		w.mu.Unlock()
		w.judge(ctx, path, burst)
	case len(w.look) > 0:
		paths := w.look
		w.look = nil
		w.mu.Unlock()
		w.lookAt(paths)
	case len(w.then) > 0:
		path, w.then = w.then[0], w.then[1:]
		delete(w.queue, path)
		w.mu.Unlock()
		w.judgeOther(ctx, path)
	case w.stale:
		w.stale = false
		w.mu.Unlock()
		w.s.refresh()
	default:
		w.mu.Unlock()
		return false
	}
	return true
}

// judge answers an edited document and queues what depends on it. In a burst
// of changes it waits for the last one.
func (w *worker) judge(ctx context.Context, path string, burst bool) {
	v := w.s.now.Load()
	if burst {
		w.s.pulse.settle(calmer, func() bool { return ctx.Err() != nil })
		v = w.s.now.Load()
	}
	stale := func() bool { return ctx.Err() != nil || !v.current(path) }
	switch {
	case !v.open(path):
		w.judgeOther(ctx, path)
	case v.spoken(path) && !v.client.pull:
		r, err := v.report(path)
		if err != nil {
			w.s.log.Error("diagnostics cannot be encoded", zap.Error(err))
			break
		}
		w.s.pulse.settle(calm, stale)
		w.s.sent.send(ctx, v, r, true)
	}
	w.mu.Lock()
	w.judged = ""
	again := slices.Contains(w.first, path)
	w.burst = w.burst && len(w.first) > 0
	w.mu.Unlock()
	if again || stale() {
		return
	}
	w.openOnes(path)
	dependents := v.snap.Dependents(path)
	w.others(slices.DeleteFunc(dependents, func(p string) bool { return !v.covered(p) }))
	w.s.scanner.ask(false)
}

// judgeOther brings what the client knows of a file up to date.
func (w *worker) judgeOther(ctx context.Context, path string) {
	v := w.s.now.Load()
	changed := false
	switch {
	case v.open(path):
		changed = (v.spoken(path) || v.shows(path)) && v.publish(ctx, path, false)
	case !v.covered(path) && !v.previewing(path):
		changed = w.s.sent.clear(path)
	default:
		if _, same := v.unchanged(path); !same {
			changed = v.publish(ctx, path, false)
		}
	}
	if changed {
		w.add(func() { w.stale = true })
	}
}

// covered reports whether diagnostics of a file are shown though it is not
// open: those that the last scan met.
func (v *view) covered(path string) bool {
	scan := v.scanner.last.Load()
	return scan != nil && (scan.files[path] || len(scan.only[path]) > 0) && v.settings.Load().WorkspaceDiagnostics
}

// lookAt looks at the files that documents depend on.
func (w *worker) lookAt(paths []string) {
	before := w.s.session.Snapshot()
	if w.s.session.Recheck(paths...) == before {
		return
	}
	w.s.change(func(map[string]*document) *workspace.Snapshot { return nil })
	w.openOnes("")
	w.s.scanner.ask(true)
}
