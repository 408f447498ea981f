package workspace

import (
	"container/list"
	"sync"
)

// lru keeps the most recently touched things up to a budget of bytes and
// drops the others. It is safe for concurrent use.
type lru struct {
	budget int

	mu    sync.Mutex
	used  int
	order list.List // of *held, the latest first
	items map[any]*list.Element
}

type held struct {
	key    any
	weight int
	drop   func()
}

func newLRU(budget int) *lru { return &lru{budget: budget, items: map[any]*list.Element{}} }

// touch adds key or moves it to the front. drop is called when it is dropped
// for want of room, from any goroutine, and must not block on anything that
// is held while touch is called. What was touched last stays, however large.
func (l *lru) touch(key any, weight int, drop func()) {
	l.mu.Lock()
	if e, ok := l.items[key]; ok {
		h := e.Value.(*held)
		l.used += weight - h.weight
		h.weight, h.drop = weight, drop
		l.order.MoveToFront(e)
	} else {
		l.items[key] = l.order.PushFront(&held{key, weight, drop})
		l.used += weight
	}
	var out []*held
	for l.used > l.budget && l.order.Len() > 1 {
		h := l.order.Remove(l.order.Back()).(*held)
		delete(l.items, h.key)
		l.used -= h.weight
		out = append(out, h)
	}
	l.mu.Unlock()
	for _, h := range out {
		h.drop()
	}
}

// remove forgets key without calling its drop.
func (l *lru) remove(key any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e, ok := l.items[key]; ok {
		l.used -= l.order.Remove(e).(*held).weight
		delete(l.items, key)
	}
}
