package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// heapRoom is how many bytes the server allocates, if its heap is small, before
// the garbage collector looks at it again.
const heapRoom = 32 << 20

// maxPercent bounds how many times a heap may grow, in per cent, as the Go
// runtime's GOGC does.
const maxPercent = 800

// roomForHeap makes the collector run less often while the heap is small: a
// keystroke allocates as much as a third of it, and one that a collection falls
// into takes half as long again. A large heap is collected as ever, when it
// has doubled. A GOGC in the environment stands.
func roomForHeap(env func(string) string) {
	if env("GOGC") != "" {
		return
	}
	adjustHeap(&sentinel{})
}

// sentinel is found dead by each collection.
type sentinel struct{ percent int }

func adjustHeap(s *sentinel) {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	percent := maxPercent
	if live[0].Value.Kind() == metrics.KindUint64 {
		percent = heapPercent(live[0].Value.Uint64())
	}
	// Setting it stops the world for a moment.
	if d := percent - s.percent; d < -s.percent/8 || d > s.percent/8 {
		debug.SetGCPercent(percent)
		s.percent = percent
	}
	runtime.SetFinalizer(s, adjustHeap)
}

// heapPercent is how much a heap of live bytes may grow, in per cent.
func heapPercent(live uint64) int {
	if live == 0 {
		return maxPercent
	}
	return int(min(max(100*heapRoom/live, 100), maxPercent))
}
