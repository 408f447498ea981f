package external

import "slices"

// Bounds of what is known about one object. Beyond them positions and keys
// are joined.
const (
	maxItems   = 4096
	maxEntries = 512
	// manyEntries bounds a dict that stands for many, whose writes all join.
	manyEntries = 64
)

// object is what is known about a list, dict or set (10.4). It is immutable.
type object struct {
	kind   kinds
	many   bool // stands for many run-time objects
	frozen bool // reachable from a loaded module: a write fails

	known bool     // a list whose length is known: items are all of it
	items []*Value // of a known list

	entries []entry // of a dict, in insertion order as far as ordered says
	ordered bool

	restKey *Value // dict: keys that are not constant; nil for none
	rest    *Value // elements of a list or set, values under restKey

	sum *summary
}

type entry struct {
	key     constant
	val     *Value
	certain bool
}

// summary is what lies in an object, short of other objects.
type summary struct {
	kinds   kinds
	conv    *ids
	objs    *ids
	origins *ids
}

func (o *object) summary() *summary {
	if o.sum != nil {
		return o.sum
	}
	s := &summary{}
	add := func(v *Value) {
		if v != nil {
			s.kinds |= v.deepKinds
			s.conv = union(s.conv, v.deepConv)
			s.objs = union(s.objs, v.deepObjs)
			s.origins = union(s.origins, v.deepOrigins)
		}
	}
	for _, v := range o.items {
		add(v)
	}
	for _, e := range o.entries {
		add(e.val)
	}
	add(o.restKey)
	add(o.rest)
	o.sum = s
	return s
}

func knownList(items []*Value) *object {
	if len(items) > maxItems {
		return &object{kind: kList, rest: joinAll(items)}
	}
	return &object{kind: kList, known: true, items: items}
}

// restList is a list of any number of elem; bottom makes it empty.
func restList(elem *Value) *object {
	if elem == bottom {
		return knownList(nil)
	}
	return &object{kind: kList, rest: elem}
}

func setOf(elem *Value) *object { return &object{kind: kSet, rest: elem} }

func emptyDict() *object { return &object{kind: kDict, ordered: true} }

// clone is a copy to be changed before anybody sees it.
func (o *object) clone() *object {
	c := *o
	c.sum = nil
	return &c
}

// elements is the joined value of what iterating o gives.
func (o *object) elements() *Value {
	out := bottom
	if o.kind == kDict {
		for _, e := range o.entries {
			out = join(out, e.key.value())
		}
		if o.restKey != nil {
			out = join(out, o.restKey)
		}
		return out
	}
	out = joinAll(o.items)
	if o.rest != nil {
		out = join(out, o.rest)
	}
	return out
}

// values is the joined value of a dict's values.
func (o *object) values() *Value {
	out := joinAll(entryValues(o))
	if o.rest != nil {
		out = join(out, o.rest)
	}
	return out
}

// sequence lists what iterating o gives, where that and its order are known.
func (o *object) sequence() ([]*Value, bool) {
	switch o.kind {
	case kList:
		return o.items, o.known
	case kDict:
		if !o.ordered || o.restKey != nil {
			return nil, false
		}
		out := make([]*Value, len(o.entries))
		for i, e := range o.entries {
			if !e.certain {
				return nil, false
			}
			out[i] = e.key.value()
		}
		return out, true
	}
	return nil, o.rest == nil || o.rest == bottom
}

func (c constant) value() *Value { return mk(Value{kinds: c.kind, consts: []constant{c}}) }

func (o *object) find(k constant) int {
	return slices.IndexFunc(o.entries, func(e entry) bool { return e.key == k })
}

// lookup is what o[k] gives for a constant key, and whether it is surely there.
func (o *object) lookup(k constant) (v *Value, certain bool) {
	v = bottom
	if i := o.find(k); i >= 0 {
		v, certain = o.entries[i].val, o.entries[i].certain
	}
	if o.rest != nil {
		v = join(v, o.rest)
	}
	return v, certain
}

// put is o with o[k] = v for a constant key.
func (o *object) put(k constant, v *Value, certain bool) *object {
	c := o.clone()
	if i := o.find(k); i >= 0 {
		c.entries = slices.Clone(o.entries)
		e := &c.entries[i]
		if certain {
			e.val, e.certain = v, true
		} else {
			e.val = join(e.val, v)
		}
		return c
	}
	if len(o.entries) >= maxEntries || o.many && len(o.entries) >= manyEntries {
		return o.putRest(k.value(), v)
	}
	c.entries = append(append(make([]entry, 0, len(o.entries)+1), o.entries...), entry{k, v, certain})
	c.ordered = o.ordered && certain && o.restKey == nil
	return c
}

// putRest is o with v under a key that is not constant.
func (o *object) putRest(key, v *Value) *object {
	c := o.clone()
	c.ordered = false
	c.restKey = joinOptional(o.restKey, key, nil)
	c.rest = joinOptional(o.rest, v, nil)
	return c
}

// drop is o without the entry of k.
func (o *object) drop(k constant) *object {
	i := o.find(k)
	if i < 0 {
		return o
	}
	c := o.clone()
	c.entries = slices.Delete(slices.Clone(o.entries), i, i+1)
	c.ordered = false
	return c
}

// doubted is o with every entry only possible.
func (o *object) doubted() *object {
	c := o.clone()
	c.ordered = false
	c.entries = slices.Clone(o.entries)
	for i := range c.entries {
		c.entries[i].certain = false
	}
	return c
}

// spread is a list without its positions.
func (o *object) spread() *object {
	if !o.known {
		return o
	}
	c := &object{kind: o.kind, many: o.many, frozen: o.frozen, rest: o.elements()}
	return c
}

func joinObjects(a, b *object, widen bool) *object {
	switch {
	case a == b || b == nil:
		return a
	case a == nil:
		return b
	}
	c := &object{kind: a.kind, many: a.many || b.many, frozen: a.frozen && b.frozen}
	same := c.many == a.many && c.frozen == a.frozen
	switch {
	case a.kind == kDict:
		same = joinEntries(c, a, b) && same
	case a.known && b.known && len(a.items) == len(b.items):
		c.known = true
		c.items = make([]*Value, len(a.items))
		for i, v := range a.items {
			c.items[i] = join(v, b.items[i])
			same = same && c.items[i] == v
		}
	default:
		x, y := a.spread(), b.spread()
		c.rest = joinOptional(x.rest, y.rest, nil)
		same = same && !a.known && c.rest == a.rest
	}
	if same {
		return a
	}
	if widen && c.widen(a) {
		return a
	}
	return c
}

func joinEntries(c, a, b *object) (same bool) {
	c.restKey = joinOptional(a.restKey, b.restKey, nil)
	c.rest = joinOptional(a.rest, b.rest, nil)
	same = c.restKey == a.restKey && c.rest == a.rest
	c.entries = a.entries
	c.ordered = a.ordered && b.ordered && len(a.entries) == len(b.entries)
	// Of two versions of one dict the first keys are the same.
	n := 0
	for n < len(a.entries) && n < len(b.entries) && a.entries[n].key == b.entries[n].key {
		n++
	}
	own := false
	change := func() {
		if !own {
			c.entries = append(make([]entry, 0, max(len(a.entries), len(b.entries))), a.entries...)
			own, same = true, false
		}
	}
	both := func(i int, e entry) {
		x := c.entries[i]
		if v := join(x.val, e.val); v != x.val || x.certain && !e.certain {
			change()
			c.entries[i].val, c.entries[i].certain = v, x.certain && e.certain
		}
	}
	for i := range n {
		both(i, b.entries[i])
	}
	if n < len(a.entries) || n < len(b.entries) {
		c.ordered = false
		index := make(map[constant]int, len(a.entries)-n)
		for i, e := range a.entries[n:] {
			index[e.key] = n + i
		}
		for _, e := range b.entries[n:] {
			if i, ok := index[e.key]; ok {
				delete(index, e.key)
				both(i, e)
				continue
			}
			if len(c.entries) < maxEntries {
				change()
				c.entries = append(c.entries, entry{e.key, e.val, false})
				continue
			}
			c.restKey = joinOptional(c.restKey, e.key.value(), nil)
			c.rest = joinOptional(c.rest, e.val, nil)
			same = false
		}
		for _, i := range index {
			if c.entries[i].certain {
				change()
				c.entries[i].certain = false
			}
		}
	}
	for _, e := range c.entries {
		c.ordered = c.ordered && e.certain
	}
	if same = same && c.ordered == a.ordered; !same {
		change() // whoever widens c changes them in place
	}
	return same
}

// widen cuts what o holds, and reports whether that is all in old, which o is
// the join of old with: then nothing has changed.
func (o *object) widen(old *object) (settled bool) {
	settled = o.many == old.many && o.frozen == old.frozen && o.known == old.known && o.ordered == old.ordered &&
		len(o.items) == len(old.items) && len(o.entries) == len(old.entries)
	cut := func(v **Value, old *Value) {
		if *v != nil {
			*v = cutTo(old, *v)
		}
		settled = settled && *v == old
	}
	for i := range o.items {
		var was *Value
		if i < len(old.items) {
			was = old.items[i]
		}
		cut(&o.items[i], was)
	}
	for i := range o.entries {
		var was entry
		if i < len(old.entries) && old.entries[i].key == o.entries[i].key {
			was = old.entries[i]
		}
		cut(&o.entries[i].val, was.val)
		settled = settled && o.entries[i].certain == was.certain
	}
	cut(&o.rest, old.rest)
	cut(&o.restKey, old.restKey)
	o.sum = nil
	return settled
}
