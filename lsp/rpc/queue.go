package rpc

import "sync"

// maxQueued is how many messages may wait for the dispatcher before the reader
// waits too.
const maxQueued = 1 << 13

// item is what the reader hands to the dispatcher: a call, a notification, or
// the answer to a message that could not be accepted.
type item struct {
	message
	size int
	call *request // of a call
	err  *Error   // refuse the message; its id may be the null id
}

// queue holds messages between the reader and the dispatcher, in order.
type queue struct {
	mu      sync.Mutex
	change  sync.Cond
	items   []item
	bytes   int64
	limit   int64 // bytes
	relaxed int   // while positive, push does not wait
	closed  bool
}

func newQueue(limit int64) *queue {
	q := &queue{limit: limit}
	q.change.L = &q.mu
	return q
}

// push adds an item. It waits while the queue is full, except while a call to
// the client is open: its response is behind what waits, and the handler that
// would empty the queue may be waiting for it.
func (q *queue) push(it item) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.closed && q.relaxed == 0 && (len(q.items) >= maxQueued || q.bytes > q.limit) {
		q.change.Wait()
	}
	if q.closed {
		return
	}
	q.items = append(q.items, it)
	q.bytes += int64(it.size)
	q.change.Broadcast()
}

// pop takes the next item and waits for one. It returns false when the queue
// is closed and empty.
func (q *queue) pop() (item, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 {
		if q.closed {
			return item{}, false
		}
		q.change.Wait()
	}
	it := q.items[0]
	q.items[0] = item{} // the array outlives the slice's head
	q.items = q.items[1:]
	q.bytes -= int64(it.size)
	q.change.Broadcast()
	return it, true
}

// relax adds n to the number of open calls to the client.
func (q *queue) relax(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.relaxed += n
	q.change.Broadcast()
}

// close lets pop take what is there and no more.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.change.Broadcast()
}

// abort drops what is there and closes the queue.
func (q *queue) abort() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items, q.bytes, q.closed = nil, 0, true
	q.change.Broadcast()
}
