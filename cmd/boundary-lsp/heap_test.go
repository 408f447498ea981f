package main

import "testing"

func TestHeapPercent(t *testing.T) {
	for live, want := range map[uint64]int{
		0: maxPercent, 1: maxPercent, 1 << 20: maxPercent, heapRoom / 8: 800, heapRoom / 4: 400, heapRoom / 2: 200, heapRoom: 100, 10 * heapRoom: 100,
	} {
		if got := heapPercent(live); got != want {
			t.Errorf("a heap of %d bytes may grow by %d per cent, want %d", live, got, want)
		}
	}
}
