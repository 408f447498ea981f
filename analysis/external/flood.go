package external

import "go.starlark.net/syntax"

// flood is what the coarse mode falls back to where it has too much to do
// itself: one value for all variables, parameters, results and contents of
// objects. It grows only, a round costs what the files are long, and few
// rounds are needed, since nothing that is found depends on a way through the
// program. What is promised of conversions, methods and misplaced text holds
// (10.8); nothing else is said about operations, which all may fail.
type flood struct {
	all     *Value
	objects [3]*object // by location: one list, one dict and one set
	only    slot       // what every location holds
	any     *Value     // every def and lambda
	once    map[string]*ids
}

// anyFunction is the name of the callee that stands for every def and lambda.
const anyFunction = " any"

var floodKinds = [...]kinds{kList, kDict, kSet}

func newFlood() *flood {
	f := &flood{once: map[string]*ids{}}
	f.any = mk(Value{kinds: kFunc, callees: []callee{{id: 1 << 31, name: anyFunction}}})
	f.become(join(unknown, noneValue))
	return f
}

func (f *flood) become(v *Value) {
	f.all = v
	for i, k := range floodKinds {
		f.objects[i] = &object{kind: k, many: true, rest: v}
	}
	f.objects[1].restKey = v
	f.only = slot{val: v}
}

// raise adds a value to the one that everything is.
func (f *flood) raise(v *Value) {
	if v == nil || v == f.all {
		return
	}
	if n := join(f.all, flattened(v.withoutConsts(), 0)); n != f.all {
		f.become(n)
	}
}

func (f *flood) raiseObject(o *object) {
	if o == nil {
		return
	}
	for _, v := range o.items {
		f.raise(v)
	}
	for _, e := range o.entries {
		f.raise(e.key.value())
		f.raise(e.val)
	}
	f.raise(o.restKey)
	f.raise(o.rest)
}

// alloc is an object with the contents of o.
func (f *flood) alloc(o *object) *Value {
	f.raiseObject(o)
	for i, k := range floodKinds {
		if k == o.kind {
			return mk(Value{kinds: k, objs: idOf(uint32(i))})
		}
	}
	return unknown
}

func (f *flood) load(l uint32) *slot {
	if int(l) < len(f.objects) {
		return &slot{val: f.all, obj: f.objects[l]}
	}
	return &f.only
}

func (f *flood) save(s *slot) {
	f.raise(s.val)
	f.raiseObject(s.obj)
}

// change applies c to the objects of the kinds k that v may be.
func (f *flood) change(v *Value, k kinds, c func(*object) *object) {
	for i, of := range floodKinds {
		if v.has(of & k) {
			f.raiseObject(c(f.objects[i]))
		}
	}
}

// call is a call of any def or lambda.
func (f *flood) call(a *arguments) *Value {
	for _, v := range a.everything() {
		f.raise(v)
	}
	if a.keys != nil {
		f.raise(a.keys.val)
	}
	return f.all
}

// collect adds what the call of a function makes of surplus arguments: a tuple
// for *args, a dict for **kwargs.
func (f *flood) collect(fn *function) {
	if fn.starAt >= 0 {
		f.raise(tupleRest(f.all))
	}
	if fn.kwAt >= 0 {
		f.raise(f.alloc(emptyDict().putRest(openStr, f.all)))
	}
}

// runFlood executes all top levels and bodies until nothing changes.
func (it *interp) runFlood(entry *module) {
	it.runModule(entry)
	it.uncall = true
	for {
		all, n, mods := it.flood.all, len(it.fnList), len(it.order)
		for i := 0; i < len(it.order) && !it.over; i++ {
			it.loading = []*module{entry}
			if m := it.order[i]; m != entry {
				it.loading = append(it.loading, m)
			}
			it.floodBody(&frame{mod: it.order[i], chain: it.root, ret: bottom, exit: deadState, fails: deadState}, it.order[i].file.Tree.Stmts)
		}
		it.loading = []*module{entry}
		for i := 0; i < len(it.fnList) && !it.over; i++ {
			fn := it.fnList[i]
			fn.called, fn.seen = true, true
			it.flood.collect(fn)
			fr := &frame{fn: fn, mod: fn.mod, chain: it.root, ret: bottom, exit: deadState}
			it.floodBody(fr, fn.res.Body)
			it.flood.raise(fr.ret)
		}
		if it.over || it.flood.all == all && len(it.fnList) == n && len(it.order) == mods {
			break
		}
	}
	it.fr = &frame{mod: entry, chain: it.root, ret: bottom, exit: deadState, fails: deadState}
}

func (it *interp) floodBody(fr *frame, body []syntax.Stmt) {
	it.fr, it.cx, it.st = fr, it.root, state{}
	it.block(body)
}

// floodSilent are the codes that tell of operations that fail: where any value
// may be anything they would stand everywhere.
var floodSilent = map[string]bool{
	codeCompared: true, codeHasattr: true, codeOperator: true, codeUnhashable: true,
}
