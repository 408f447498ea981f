package workspace

import "sync"

// lru keeps the most recently touched things up to a budget of bytes and
// drops the others. It is safe for concurrent use.
type lru struct {
	budget int
	// stay is how many of the latest things stay, however large.
	stay int

	mu    sync.Mutex
	used  int
	items map[droppable]*held
	// ring is the ring of all that is held: next is the latest, prev the one
	// that is dropped next.
	ring held
}

// droppable is what an lru keeps. dropped is called when it is dropped for
// want of room, from any goroutine, and must not block on anything that is
// held while touch is called.
type droppable interface{ dropped() }

type held struct {
	key        droppable
	weight     int
	prev, next *held
}

func newLRU(budget int) *lru {
	l := &lru{budget: budget, stay: 1, items: map[droppable]*held{}}
	l.ring.prev, l.ring.next = &l.ring, &l.ring
	return l
}

func (h *held) unlink() { h.prev.next, h.next.prev = h.next, h.prev }

func (l *lru) first(h *held) {
	h.prev, h.next = &l.ring, l.ring.next
	h.prev.next, h.next.prev = h, h
}

// touch adds key or makes it the latest.
func (l *lru) touch(key droppable, weight int) {
	l.mu.Lock()
	h := l.items[key]
	switch {
	case h == nil:
		h = &held{key: key}
		l.items[key] = h
		l.first(h)
	case h != l.ring.next:
		h.unlink()
		l.first(h)
	}
	l.used += weight - h.weight
	h.weight = weight
	var out []droppable
	for l.used > l.budget && len(l.items) > l.stay {
		last := l.ring.prev
		last.unlink()
		delete(l.items, last.key)
		l.used -= last.weight
		out = append(out, last.key)
	}
	l.mu.Unlock()
	for _, k := range out {
		k.dropped()
	}
}

// remove forgets key without dropping it.
func (l *lru) remove(key droppable) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if h := l.items[key]; h != nil {
		h.unlink()
		l.used -= h.weight
		delete(l.items, key)
	}
}
