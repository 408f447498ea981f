package external

import "math/bits"

// tree is an immutable map from numbers to V, a big-endian Patricia trie
// (Okasaki and Gill, Fast Mergeable Integer Maps). Two trees that came from
// one share what neither changed, and merging them costs the difference. The
// nil tree is empty.
type tree[V comparable] struct {
	key         uint32 // a leaf's key, or the common prefix
	bit         uint32 // the branching bit; zero for a leaf
	left, right *tree[V]
	val         V
}

func (t *tree[V]) leaf() bool { return t.bit == 0 }

// holds reports whether k has t's prefix.
func (t *tree[V]) holds(k uint32) bool { return k&^(t.bit|(t.bit-1)) == t.key }

func (t *tree[V]) get(k uint32) (v V, ok bool) {
	for t != nil {
		if t.leaf() {
			if t.key == k {
				return t.val, true
			}
			return v, false
		}
		if k&t.bit == 0 {
			t = t.left
		} else {
			t = t.right
		}
	}
	return v, false
}

func branch[V comparable](a, b *tree[V]) *tree[V] {
	bit := uint32(1) << (31 - bits.LeadingZeros32(a.key^b.key))
	n := &tree[V]{key: a.key &^ (bit | (bit - 1)), bit: bit}
	if a.key&bit == 0 {
		n.left, n.right = a, b
	} else {
		n.left, n.right = b, a
	}
	return n
}

// with is t with k set to v; t itself where that changes nothing.
func (t *tree[V]) with(k uint32, v V) *tree[V] {
	if t == nil {
		return &tree[V]{key: k, val: v}
	}
	if t.leaf() {
		if t.key == k {
			if t.val == v {
				return t
			}
			return &tree[V]{key: k, val: v}
		}
		return branch(t, &tree[V]{key: k, val: v})
	}
	if !t.holds(k) {
		return branch(t, &tree[V]{key: k, val: v})
	}
	return t.child(k, func(c *tree[V]) *tree[V] { return c.with(k, v) })
}

// without is t without k.
func (t *tree[V]) without(k uint32) *tree[V] {
	switch {
	case t == nil:
		return nil
	case t.leaf():
		if t.key == k {
			return nil
		}
		return t
	case !t.holds(k):
		return t
	}
	return t.child(k, func(c *tree[V]) *tree[V] { return c.without(k) })
}

func (t *tree[V]) child(k uint32, f func(*tree[V]) *tree[V]) *tree[V] {
	l, r := t.left, t.right
	if k&t.bit == 0 {
		l = f(l)
	} else {
		r = f(r)
	}
	return t.of(l, r)
}

// of is t with other children, t itself where they are the same.
func (t *tree[V]) of(l, r *tree[V]) *tree[V] {
	switch {
	case l == t.left && r == t.right:
		return t
	case l == nil:
		return r
	case r == nil:
		return l
	}
	return &tree[V]{key: t.key, bit: t.bit, left: l, right: r}
}

// merge unites a and b; f decides where both have a key. The result is a
// itself where b adds nothing, so that a fixed point is seen by its pointer.
func merge[V comparable](a, b *tree[V], f func(k uint32, x, y V) V) *tree[V] {
	switch {
	case a == b || b == nil:
		return a
	case a == nil:
		return b
	case b.leaf():
		if old, ok := a.get(b.key); ok {
			return a.with(b.key, f(b.key, old, b.val))
		}
		return a.with(b.key, b.val)
	case a.leaf():
		if other, ok := b.get(a.key); ok {
			return b.with(a.key, f(a.key, a.val, other))
		}
		return b.with(a.key, a.val)
	case a.bit == b.bit && a.key == b.key:
		l, r := merge(a.left, b.left, f), merge(a.right, b.right, f)
		if l == b.left && r == b.right && (l != a.left || r != a.right) {
			return b
		}
		return a.of(l, r)
	case a.bit > b.bit && a.holds(b.key):
		return a.child(b.key, func(c *tree[V]) *tree[V] { return merge(c, b, f) })
	case b.bit > a.bit && b.holds(a.key):
		return b.child(a.key, func(c *tree[V]) *tree[V] { return merge(a, c, f) })
	}
	return branch(a, b)
}

// each calls f in the order of the keys until it returns false.
func (t *tree[V]) each(f func(k uint32, v V) bool) bool {
	if t == nil {
		return true
	}
	if t.leaf() {
		return f(t.key, t.val)
	}
	return t.left.each(f) && t.right.each(f)
}

// ids is an immutable set of numbers; nil is the empty one.
type ids = tree[struct{}]

func idOf(k uint32) *ids { return &ids{key: k} }

func both(uint32, struct{}, struct{}) struct{} { return struct{}{} }

// union is a itself where b adds nothing.
func union(a, b *ids) *ids { return merge(a, b, both) }

// size counts the keys, up to limit.
func (t *tree[V]) size(limit int) int {
	n := 0
	t.each(func(uint32, V) bool {
		n++
		return n < limit
	})
	return n
}

// members lists s in ascending order.
func members(s *ids) []uint32 {
	var out []uint32
	s.each(func(k uint32, _ struct{}) bool {
		out = append(out, k)
		return true
	})
	return out
}

// only is the single member of s.
func only(s *ids) (uint32, bool) {
	if s == nil || !s.leaf() {
		return 0, false
	}
	return s.key, true
}
