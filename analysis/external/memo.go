package external

import (
	"fmt"
	"strings"

	"go.starlark.net/syntax"
)

// maxMemos is how many different results a function may have before its calls
// share contexts (10.2); maxShares bounds those.
const (
	maxMemos  = 16
	maxShares = 8
	maxReads  = 512
)

// recorder notes what a running call reads and writes outside its frame.
type recorder struct {
	chain *chain
	reads map[uint32]*slot
	dirty bool
	outer *recorder
}

// handUp passes the reads on to the caller's recorder.
func (r *recorder) handUp(it *interp) {
	if r.outer == nil {
		return
	}
	for l, s := range r.reads {
		if it.places.owner[l].within(r.outer.chain) {
			continue
		}
		r.outer.note(l, s)
	}
}

// note remembers what was read first.
func (r *recorder) note(l uint32, s *slot) {
	if _, seen := r.reads[l]; seen {
		return
	}
	if r.reads == nil {
		r.reads = map[uint32]*slot{}
	}
	r.reads[l] = s
}

// memo is a finished call that may be used again (10.2).
type memo struct {
	env    *environment
	params []*Value
	reads  map[uint32]*slot
	ret    *Value
	dead   bool
}

// memo gives the memo of a call, or nil where it wrote outside its frame,
// constructed something or gave out what it made.
func (r *recorder) memo(it *interp, c *callee, params []*Value, ret *Value, dead bool) *memo {
	if r.dirty || len(r.reads) > maxReads || it.escapes(ret, r.chain, 0) {
		return nil
	}
	return &memo{env: c.env, params: params, reads: r.reads, ret: ret, dead: dead}
}

// escapes reports whether v holds an object or a function made within cx.
func (it *interp) escapes(v *Value, cx *chain, depth int) bool {
	if depth > maxDepth {
		return true
	}
	if !v.deepObjs.each(func(l uint32, _ struct{}) bool { return !it.places.owner[l].within(cx) }) {
		return true
	}
	for _, c := range v.callees {
		if c.env != nil && c.env.chain.within(cx) {
			return true
		}
		if c.recv != nil && it.escapes(c.recv, cx, depth+1) {
			return true
		}
	}
	for _, s := range []*shape{v.tuple, v.fields} {
		if s == nil {
			continue
		}
		for i, w := range s.items {
			if (i == 0 || w != s.items[i-1]) && w.deepKinds&kFunc != 0 && it.escapes(w, cx, depth+1) {
				return true
			}
		}
		if s.rest != nil && it.escapes(s.rest, cx, depth+1) {
			return true
		}
	}
	return false
}

// recall finds a memo that holds for these arguments in this state.
func (fn *function) recall(it *interp, c *callee, params []*Value) *memo {
	for _, m := range fn.memos {
		if m.holds(it, c, params) {
			return m
		}
	}
	return nil
}

func (m *memo) holds(it *interp, c *callee, params []*Value) bool {
	if !sameEnvironment(m.env, c.env) {
		return false
	}
	for i, v := range params {
		if !equal(v, m.params[i]) {
			return false
		}
	}
	for l, s := range m.reads {
		now, _ := it.st.store.get(l)
		if now == s {
			continue
		}
		if now == nil || s == nil || joinSlots(now, s, false) != now || joinSlots(s, now, false) != s {
			return false
		}
	}
	return true
}

func sameEnvironment(a, b *environment) bool {
	if a == b {
		return true
	}
	if a.chain != b.chain || len(a.free) != len(b.free) {
		return false
	}
	for i := range a.free {
		if a.free[i] != b.free[i] {
			return false
		}
	}
	return true
}

func (it *interp) replay(m *memo) *Value {
	if r := it.rec; r != nil {
		(&recorder{reads: m.reads, outer: r}).handUp(it)
	}
	if m.dead {
		it.die()
		return bottom
	}
	return m.ret
}

// share is the one context of many calls of a function: their arguments are
// joined, and its objects stand for many. Calls with plain arguments do not
// share with calls that bring external text.
type share struct {
	chain  *chain
	params []*Value
	last   *memo
}

func (it *interp) callShared(c *callee, params []*Value, node syntax.Node) *Value {
	fn := c.fn
	key := shareKey(c, params)
	s := fn.shares[key]
	if s == nil && len(fn.shares) >= maxShares {
		key = ""
		s = fn.shares[key]
	}
	if s == nil {
		s = &share{chain: it.places.chain(it.root, fn.node, len(fn.shares)+1)}
		s.chain.many = true
		fn.shares[key] = s
	}
	if s.params == nil {
		s.params = params
	} else {
		both := make([]*Value, len(params))
		for i := range params {
			both[i] = join(s.params[i], params[i])
		}
		s.params = both
	}
	if s.last != nil && s.last.holds(it, c, s.params) {
		return it.replay(s.last)
	}
	ret, m := it.enter(c, s.params, s.chain)
	s.last = m
	return ret
}

func shareKey(c *callee, params []*Value) string {
	var b strings.Builder
	for _, v := range params {
		fmt.Fprintf(&b, "%x/%x/%t ", v.kinds, v.deepKinds, v.deepConv != nil)
	}
	return b.String()
}
