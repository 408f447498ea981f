package external

import (
	"cmp"
	"slices"
	"strings"
)

// kinds is a set of run-time types.
type kinds uint32

// The kinds of 10.3. kUnknown is the value that nothing is known about; it is
// neither external nor converted. Constructor results have a kind each,
// because arguments ask for one of them.
const (
	kNone kinds = 1 << iota
	kBool
	kInt
	kFloat
	kStr
	kBytes
	kExt
	kList
	kTuple
	kDict
	kSet
	kStruct
	kFunc
	kMethod
	kModule
	kOther
	kTool
	kAgent
	kStep
	kGate
	kParallel
	kPlaybook
	kUnknown
)

const (
	kText    = kStr | kExt
	kObjects = kList | kDict | kSet
	kScalars = kBool | kInt | kFloat | kStr | kBytes // what constants are of
	kNodes   = kStep | kGate | kParallel
	// kCarrier are the kinds that can carry a placeholder by themselves.
	kCarrier = kStr | kBytes | kInt | kOther
)

// maxConsts bounds the constants of a value (10.3), maxConstLen those that are
// computed rather than written.
const (
	maxConsts   = 8
	maxConstLen = 4096
	// maxDepth bounds tuples in tuples anywhere; loops and the coarse mode
	// cut to loopDepth (10.5, 10.8).
	maxDepth  = 8
	loopDepth = 4
)

// constant is a known string, int or bool.
type constant struct {
	kind kinds
	s    string
	n    int64
}

func compareConst(a, b constant) int {
	return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.n, b.n), strings.Compare(a.s, b.s))
}

// Value is a set of possibilities (10.3). It is immutable; bottom, with no
// kind at all, is the value of what is never reached.
type Value struct {
	kinds   kinds
	joined  bool
	depth   uint8
	open    kinds // scalar kinds with values other than consts
	consts  []constant
	origins *ids // parameters, for kExt
	conv    *ids // conversion sites
	objs    *ids // heap locations, for kList, kDict, kSet
	methods *ids // attribute expressions, for kMethod
	tuple   *shape
	fields  *shape // kStruct
	elem    *Value // elements of kOther: range, elems() and the like
	callees []callee

	// What lies in it and its tuples and fields, short of the heap.
	deepKinds   kinds
	deepConv    *ids
	deepObjs    *ids
	deepOrigins *ids
}

// shape holds what a tuple or struct is made of. A tuple has no names. That it
// is known says that it has these items and no others; a tuple that is not
// known has rest only. self says that an element may be the whole value again,
// which is how depth is cut.
type shape struct {
	names []string // sorted
	items []*Value
	known bool
	rest  *Value
	self  bool
}

// callee is one thing that may be called: a function with its captured
// variables, a builtin or constructor, or a method bound to a receiver.
type callee struct {
	id       uint32 // of function and environment, or of the name
	fn       *function
	env      *environment
	name     string // builtin, constructor or method
	recv     *Value // bound receiver: a string or an object, never nested
	recvKind kinds  // the kind whose method it is; zero for a builtin
}

var (
	bottom    = &Value{}
	unknown   = mk(Value{kinds: kUnknown})
	noneValue = mk(Value{kinds: kNone})
	openStr   = mk(Value{kinds: kStr, open: kStr})
	openInt   = mk(Value{kinds: kInt, open: kInt})
	openBool  = mk(Value{kinds: kBool, open: kBool})
	openBytes = mk(Value{kinds: kBytes, open: kBytes})
	openFloat = mk(Value{kinds: kFloat, open: kFloat})

	falseValue, trueValue = newBool(0), newBool(1)
	smallInts             = [...]*Value{
		newInt(0), newInt(1), newInt(2), newInt(3), newInt(4), newInt(5), newInt(6), newInt(7), newInt(8), newInt(9), newInt(10),
	}
)

// mk completes v: depth and the deep sets.
func mk(v Value) *Value {
	v.depth, v.deepKinds, v.deepConv, v.deepObjs, v.deepOrigins = 0, v.kinds, v.conv, v.objs, v.origins
	if v.tuple == nil && v.fields == nil && v.elem == nil {
		return &v
	}
	in := func(w *Value) {
		if w == nil {
			return
		}
		v.depth = max(v.depth, w.depth+1)
		v.deepKinds |= w.deepKinds
		v.deepConv = union(v.deepConv, w.deepConv)
		v.deepObjs = union(v.deepObjs, w.deepObjs)
		v.deepOrigins = union(v.deepOrigins, w.deepOrigins)
	}
	if v.tuple != nil || v.fields != nil {
		for _, s := range []*shape{v.tuple, v.fields} {
			if s != nil {
				for _, w := range s.items {
					in(w)
				}
				in(s.rest)
			}
		}
	}
	in(v.elem)
	if v.depth > maxDepth {
		return flattened(&v, loopDepth)
	}
	return &v
}

func strConst(s string) *Value {
	return mk(Value{kinds: kStr, consts: []constant{{kind: kStr, s: s}}})
}

func intConst(n int64) *Value {
	if 0 <= n && n < int64(len(smallInts)) {
		return smallInts[n]
	}
	return newInt(n)
}

func newInt(n int64) *Value {
	return mk(Value{kinds: kInt, consts: []constant{{kind: kInt, n: n}}})
}

func boolConst(b bool) *Value {
	if b {
		return trueValue
	}
	return falseValue
}

func newBool(n int64) *Value {
	return mk(Value{kinds: kBool, consts: []constant{{kind: kBool, n: n}}})
}

// convertedStr is a string that may carry the placeholders of sites.
func convertedStr(sites *ids) *Value {
	if sites == nil {
		return openStr
	}
	return mk(Value{kinds: kStr, open: kStr, conv: sites})
}

func tupleOf(items ...*Value) *Value {
	return mk(Value{kinds: kTuple, tuple: &shape{items: items, known: true}})
}

func tupleRest(elem *Value) *Value {
	return mk(Value{kinds: kTuple, tuple: &shape{rest: elem}})
}

func record(k kinds) *Value { return mk(Value{kinds: k}) }

// has reports whether v may be of one of the kinds.
func (v *Value) has(k kinds) bool { return v.kinds&k != 0 }

// isOnly reports whether v can be nothing but of the kinds; bottom is not.
func (v *Value) isOnly(k kinds) bool { return v.kinds != 0 && v.kinds&^k == 0 }

// constsOf lists the known values of kind k and whether they are all.
func (v *Value) constsOf(k kinds) (list []constant, all bool) {
	for _, c := range v.consts {
		if c.kind&k != 0 {
			list = append(list, c)
		}
	}
	return list, v.has(k) && v.open&k == 0
}

// single is the one constant that v can be.
func (v *Value) single() (constant, bool) {
	if len(v.consts) == 1 && v.kinds == v.consts[0].kind && v.open == 0 {
		return v.consts[0], true
	}
	return constant{}, false
}

// str is the one string that v can be.
func (v *Value) str() (string, bool) {
	c, ok := v.single()
	return c.s, ok && c.kind == kStr
}

// width is about what a look at v costs.
func (v *Value) width() int {
	n := len(v.callees)
	if v.tuple != nil {
		n += len(v.tuple.items)
	}
	if v.fields != nil {
		n += len(v.fields.items)
	}
	return n
}

// keep is v with the kinds outside k taken away. Unknown stays (10.5).
func (v *Value) keep(k kinds) *Value {
	k |= kUnknown
	if v.kinds&^k == 0 {
		return v
	}
	w := *v
	w.kinds &= k
	w.open &= k
	w.consts = slices.DeleteFunc(slices.Clone(v.consts), func(c constant) bool { return c.kind&k == 0 })
	if !w.has(kExt) {
		w.origins, w.joined = nil, false
	}
	if !w.has(kCarrier | kExt) {
		w.conv = nil
	}
	if !w.has(kObjects) {
		w.objs = nil
	}
	if !w.has(kMethod) {
		w.methods = nil
	}
	if !w.has(kTuple) {
		w.tuple = nil
	}
	if !w.has(kStruct) {
		w.fields = nil
	}
	if !w.has(kOther) {
		w.elem = nil
	}
	if !w.has(kFunc) {
		w.callees = nil
	}
	return mk(w)
}

// plain is v without its placeholders: what reporting goes on with (10.7).
func (v *Value) plain() *Value {
	if v.conv == nil {
		return v
	}
	w := *v
	w.conv = nil
	return mk(w)
}

// withoutConsts is v with its constants forgotten.
func (v *Value) withoutConsts() *Value {
	if len(v.consts) == 0 {
		return v
	}
	w := *v
	w.consts = nil
	w.open |= v.kinds & kScalars
	return mk(w)
}

// all is the joined value of the elements, bottom where there are none; v is
// the value that has the shape.
func (s *shape) all(v *Value) *Value {
	out := bottom
	if s == nil {
		return out
	}
	out = joinAll(s.items)
	if s.rest != nil {
		out = join(out, s.rest)
	}
	if s.self {
		out = join(out, v)
	}
	return out
}

// at is the element at i of a tuple; ok is false where there is none.
func (s *shape) at(v *Value, i int) (*Value, bool) {
	if s == nil {
		return bottom, false
	}
	if s.known {
		if i < 0 {
			i += len(s.items)
		}
		if i < 0 || i >= len(s.items) {
			return bottom, false
		}
		return s.items[i], true
	}
	w := s.all(v)
	return w, w != bottom
}

// field is the field of a struct.
func (s *shape) field(v *Value, name string) (*Value, bool) {
	if s == nil {
		return bottom, false
	}
	if i, ok := slices.BinarySearch(s.names, name); ok {
		if s.self {
			return join(s.items[i], v), true
		}
		return s.items[i], true
	}
	if s.rest == nil && !s.self {
		return bottom, false
	}
	w := bottom
	if s.rest != nil {
		w = s.rest
	}
	if s.self {
		w = join(w, v)
	}
	return w, true
}

// unfolded is s without self: v, the value that has it, may be an element.
func (s *shape) unfolded(v *Value) *shape {
	if !s.self {
		return s
	}
	c := *s
	c.self, c.rest = false, joinOptional(s.rest, v, nil)
	return &c
}

// structOf is a struct with fields, of which the last of a name counts. known
// says that all of them are there.
func structOf(names []string, items []*Value, rest *Value, known bool) *Value {
	type pair struct {
		name string
		v    *Value
	}
	pairs := make([]pair, len(names))
	for i := range names {
		pairs[i] = pair{names[i], items[i]}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return strings.Compare(a.name, b.name) })
	s := &shape{rest: rest, known: known && rest == nil}
	for i, p := range pairs {
		if i > 0 && p.name == pairs[i-1].name {
			s.items[len(s.items)-1] = p.v
			continue
		}
		s.names = append(s.names, p.name)
		s.items = append(s.items, p.v)
	}
	return mk(Value{kinds: kStruct, fields: s})
}

// flattened is v with shapes below depth folded into one value that is its
// own element: less exact, never less wide.
func flattened(v *Value, depth int) *Value {
	if int(v.depth) <= depth {
		return v
	}
	return flattenedIn(v, depth, map[flatKey]*Value{})
}

type flatKey struct {
	v     *Value
	depth int
}

// flattenedIn is flattened with a memo: parts are shared.
func flattenedIn(v *Value, depth int, memo map[flatKey]*Value) *Value {
	if int(v.depth) <= depth {
		return v
	}
	if depth == 0 {
		f := folder{seen: map[*Value]bool{}}
		f.add(v)
		return f.value()
	}
	w := *v
	cut := func(x *Value) *Value {
		if x == nil {
			return nil
		}
		k := flatKey{x, depth - 1}
		y, ok := memo[k]
		if !ok {
			y = flattenedIn(x, depth-1, memo)
			memo[k] = y
		}
		return y
	}
	cutShape := func(s *shape) *shape {
		if s == nil {
			return nil
		}
		c := &shape{names: s.names, known: s.known, rest: cut(s.rest), self: s.self}
		for _, x := range s.items {
			c.items = append(c.items, cut(x))
		}
		return c
	}
	w.tuple, w.fields, w.elem = cutShape(v.tuple), cutShape(v.fields), cut(v.elem)
	return mk(w)
}

// folder gathers a nested value into a flat one.
type folder struct {
	seen map[*Value]bool
	out  Value
}

func (f *folder) add(v *Value) {
	if v == nil || f.seen[v] {
		return
	}
	f.seen[v] = true
	o := &f.out
	o.kinds |= v.kinds
	o.joined = o.joined || v.joined
	o.open |= v.kinds & kScalars
	o.origins = union(o.origins, v.origins)
	o.conv = union(o.conv, v.conv)
	o.objs = union(o.objs, v.objs)
	o.methods = union(o.methods, v.methods)
	o.callees, _, _ = joinCallees(o.callees, v.callees)
	for _, s := range []*shape{v.tuple, v.fields} {
		if s != nil {
			for _, w := range s.items {
				f.add(w)
			}
			f.add(s.rest)
		}
	}
	f.add(v.elem)
}

func (f *folder) value() *Value {
	o := f.out
	if o.kinds&kTuple != 0 {
		o.tuple = &shape{self: true}
	}
	if o.kinds&kStruct != 0 {
		o.fields = &shape{self: true}
	}
	if o.kinds&kOther != 0 {
		// What an other iterable yields is a scalar.
		o.elem = mk(Value{kinds: o.kinds & kScalars, open: o.open, conv: o.conv})
	}
	return mk(o)
}
