package external

import (
	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// load reads a location; nil where nothing was written there.
func (it *interp) load(l uint32) *slot {
	if it.flood != nil {
		return it.flood.load(l)
	}
	if it.coarse != nil {
		return it.coarse.load(l)
	}
	s, _ := it.st.store.get(l)
	if r := it.rec; r != nil && !it.places.owner[l].within(r.chain) {
		r.note(l, s)
	}
	return s
}

// save writes a location.
func (it *interp) save(l uint32, s *slot) {
	if it.st.dead {
		return
	}
	if it.flood != nil {
		it.flood.save(s)
		return
	}
	if it.coarse != nil {
		it.coarse.save(it, l, s)
		return
	}
	it.st.store = it.st.store.with(l, s)
	for r := it.rec; r != nil && !it.places.owner[l].within(r.chain); r = r.outer {
		r.dirty = true
		if r.outer == nil {
			it.noise++
		}
	}
}

// object reads an object; nil where the path that made it is dead.
func (it *interp) object(l uint32) *object {
	if s := it.load(l); s != nil {
		return s.obj
	}
	return nil
}

// objects lists the objects that v may be, of the kinds k.
func (it *interp) objects(v *Value, k kinds) []*object {
	var out []*object
	if v.has(k) {
		v.objs.each(func(l uint32, _ struct{}) bool {
			if o := it.object(l); o != nil && o.kind&k != 0 {
				it.spend(1 + (len(o.items)+len(o.entries))/8)
				out = append(out, o)
			}
			return true
		})
	}
	return out
}

// alloc makes an object at a node. A place that is allocated again, or inside
// something that runs once for many, stands for many (10.4).
func (it *interp) alloc(node syntax.Node, n int, o *object) *Value {
	if it.st.dead {
		return bottom
	}
	it.spend((len(o.items) + len(o.entries)) / 8)
	if it.flood != nil {
		return it.flood.alloc(o)
	}
	l := it.places.loc(node, it.cx, n)
	old := it.load(l)
	if it.many > 0 || it.cx.many || it.coarse != nil || old != nil {
		o = o.clone()
		o.many = true
		if old != nil {
			o = joinObjects(old.obj, o, false)
		}
	}
	it.save(l, &slot{obj: o})
	return mk(Value{kinds: o.kind, objs: idOf(l)})
}

// change applies f to the objects of kind k that v may be: it replaces where
// that is one object for sure, else joins.
func (it *interp) change(v *Value, k kinds, f func(*object) *object) {
	if it.st.dead {
		return
	}
	if it.flood != nil {
		it.flood.change(v, k, f)
		return
	}
	one, single := only(v.objs)
	v.objs.each(func(l uint32, _ struct{}) bool {
		it.spend(1)
		s := it.load(l)
		if s == nil || s.obj == nil || s.obj.kind&k == 0 || s.obj.frozen {
			return true
		}
		o := f(s.obj)
		if o == s.obj {
			return true
		}
		if !single || l != one || s.obj.many || it.coarse != nil {
			o = joinObjects(s.obj, o, false)
			if o == s.obj {
				return true
			}
		}
		it.save(l, &slot{obj: o})
		return true
	})
}

// variable says where a binding lives: a local's index, or a location.
func (it *interp) variable(b *resolve.Binding) (l uint32, local, ok bool) {
	switch b.Scope {
	case resolve.Local:
		return uint32(b.Index), true, true
	case resolve.Cell:
		return it.places.loc(b, it.fr.chain, 0), false, true
	case resolve.Free:
		if it.fr.env != nil && b.Index < len(it.fr.env.free) {
			return it.fr.env.free[b.Index], false, true
		}
	case resolve.Global:
		return it.places.loc(b, it.root, 0), false, true
	}
	return 0, false, false
}

// read is the value of a name.
func (it *interp) read(id *syntax.Ident) *Value {
	b, _ := id.Binding.(*resolve.Binding)
	if b == nil {
		return unknown
	}
	switch b.Scope {
	case resolve.Universal:
		return it.universal(id.Name)
	case resolve.Predeclared:
		if it.fr.mod.file.Unknown(id.Name) {
			return unknown
		}
		return it.predeclared(id.Name)
	}
	v := it.get(b)
	if v == nil {
		if it.coarse != nil && b.Scope != resolve.Undefined {
			return bottom
		}
		return unknown
	}
	if it.fr.mod.file.Unknown(id.Name) && b.Scope != resolve.Local {
		return join(v, unknown)
	}
	return v
}

// get is the value of a variable; nil where it has none yet.
func (it *interp) get(b *resolve.Binding) *Value {
	if it.flood != nil {
		return it.flood.all
	}
	l, local, ok := it.variable(b)
	if !ok {
		return nil
	}
	if local {
		v, _ := it.st.locals.get(l)
		return v
	}
	if s := it.load(l); s != nil {
		return s.val
	}
	return nil
}

// write gives a variable a value.
func (it *interp) write(id *syntax.Ident, v *Value) {
	b, _ := id.Binding.(*resolve.Binding)
	if b == nil || it.st.dead {
		return
	}
	it.fact(id, v)
	it.set(b, v)
}

func (it *interp) set(b *resolve.Binding, v *Value) {
	if it.flood != nil {
		it.flood.raise(v)
		return
	}
	l, local, ok := it.variable(b)
	if !ok {
		return
	}
	if it.coarse != nil {
		v = it.coarse.settled(it, v)
	}
	if local {
		it.st.locals = it.st.locals.with(l, v)
		return
	}
	it.setLoc(l, v)
}

func (it *interp) setLoc(l uint32, v *Value) {
	if it.coarse != nil {
		it.save(l, &slot{val: v})
		return
	}
	if s, ok := it.st.store.get(l); ok && s.many {
		if s.val != nil {
			v = join(s.val, v)
		}
		it.save(l, &slot{val: v, many: true})
		return
	}
	it.save(l, &slot{val: v})
}

// universal is the value of one of Starlark's own names.
func (it *interp) universal(name string) *Value {
	switch name {
	case "None":
		return noneValue
	case "True":
		return boolConst(true)
	case "False":
		return boolConst(false)
	}
	return it.builtin(name)
}

// predeclared is the value of a name that the dialect adds.
func (it *interp) predeclared(name string) *Value {
	switch name {
	case "json":
		return record(kModule)
	case playbook.OpenName:
		return strConst(playbook.ExternalOpen)
	case playbook.CloseName:
		return strConst(playbook.ExternalClose)
	}
	return it.builtin(name)
}

// fact remembers what an expression was found to be, over all contexts. What
// is remembered is put in order when somebody asks, which is seldom.
func (it *interp) fact(e syntax.Expr, v *Value) {
	if v.kinds == 0 {
		return
	}
	if len(it.page) == cap(it.page) {
		it.turnPage()
		it.page = make([]fact, 0, factsPerPage)
	}
	it.page = append(it.page, fact{e, v})
	it.notedCount++
}

// turnPage closes the page that facts are written to; what is left of it is the
// next one.
func (it *interp) turnPage() {
	if n := len(it.page); n > 0 {
		it.noted = append(it.noted, it.page[:n:n])
		it.page = it.page[n:]
	}
	if it.notedCount >= maxNoted {
		it.sortFacts()
	}
}

// noteAll is fact for a page of facts, which is not changed.
func (it *interp) noteAll(list []fact) {
	if len(list) > 0 {
		it.turnPage()
		it.noted = append(it.noted, list)
		it.notedCount += len(list)
	}
}

// notedSince are the facts since there were n of them, none of which is in order
// yet.
func (it *interp) notedSince(n int) []fact {
	out := make([]fact, it.notedCount-n)
	at := len(out) - len(it.page)
	if at < 0 {
		copy(out, it.page[-at:])
		return out
	}
	copy(out[at:], it.page)
	for i := len(it.noted) - 1; at > 0; i-- {
		page := it.noted[i]
		page = page[max(0, len(page)-at):]
		at -= len(page)
		copy(out[at:], page)
	}
	return out
}

// fact is what an expression was found to be once.
type fact struct {
	expr syntax.Expr
	val  *Value
}

// maxNoted bounds the facts that are not in order.
const (
	maxNoted     = 1 << 16
	factsPerPage = 512
)

func (it *interp) sortFacts() {
	if it.facts == nil {
		it.facts = make(map[syntax.Expr]*Value, it.notedCount/2)
	}
	for _, page := range append(it.noted, it.page) {
		for _, f := range page {
			old, ok := it.facts[f.expr]
			switch {
			case !ok:
				it.facts[f.expr] = f.val
			case old != f.val:
				it.facts[f.expr] = join(old, f.val)
			}
		}
	}
	it.noted, it.page, it.notedCount = nil, nil, 0
	it.flushes++
}

// known are all facts by expression; only what has run to its end may be asked.
func (it *interp) known() map[syntax.Expr]*Value {
	it.inOrder.Do(func() {
		it.sortFacts()
	})
	return it.facts
}

// depths is what lies anywhere in a value, its objects included: external
// text, the parameters it came from, and conversions' placeholders.
type depths struct {
	ext     bool
	origins *ids
	conv    *ids
}

func (it *interp) deep(v *Value) depths {
	d := depths{v.deepKinds&kExt != 0, v.deepOrigins, v.deepConv}
	if v.deepObjs == nil {
		return d
	}
	seen := map[uint32]bool{}
	work := members(v.deepObjs)
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		if it.coarse != nil {
			l = it.coarse.find(l)
		}
		if seen[l] {
			continue
		}
		if it.spend(1); it.over {
			return d
		}
		seen[l] = true
		if o := it.object(l); o != nil {
			s := o.summary()
			d.ext = d.ext || s.kinds&kExt != 0
			d.origins = union(d.origins, s.origins)
			d.conv = union(d.conv, s.conv)
			work = append(work, members(s.objs)...)
		}
	}
	return d
}

// freeze makes everything that the globals of a module reach immutable.
func (it *interp) freeze(m *module) {
	if m.res == nil || it.coarse != nil || it.st.dead {
		return
	}
	f := freezer{it: it, envs: map[*environment]bool{}, objs: map[uint32]bool{}}
	for _, b := range m.res.Globals {
		if s, ok := it.st.store.get(it.places.loc(b, it.root, 0)); ok && s.val != nil {
			f.value(s.val)
		}
	}
	for len(f.work) > 0 {
		l := f.work[len(f.work)-1]
		f.work = f.work[:len(f.work)-1]
		s, _ := it.st.store.get(l)
		if s == nil {
			continue
		}
		if s.val != nil {
			f.value(s.val)
		}
		if o := s.obj; o != nil {
			for _, v := range append(append([]*Value{o.rest, o.restKey}, o.items...), entryValues(o)...) {
				if v != nil {
					f.value(v)
				}
			}
			c := o.clone()
			c.frozen = true
			it.save(l, &slot{obj: c})
		}
	}
}

func entryValues(o *object) []*Value {
	out := make([]*Value, len(o.entries))
	for i, e := range o.entries {
		out[i] = e.val
	}
	return out
}

// freezer walks from values to locations.
type freezer struct {
	it   *interp
	envs map[*environment]bool
	objs map[uint32]bool
	work []uint32
}

func (f *freezer) loc(l uint32) {
	if l != noLoc && !f.objs[l] {
		f.objs[l] = true
		f.work = append(f.work, l)
	}
}

func (f *freezer) value(v *Value) {
	for _, l := range members(v.deepObjs) {
		f.loc(l)
	}
	f.callees(v, 0)
}

func (f *freezer) callees(v *Value, depth int) {
	for _, c := range v.callees {
		if c.recv != nil {
			for _, l := range members(c.recv.objs) {
				f.loc(l)
			}
		}
		if c.env != nil && !f.envs[c.env] {
			f.envs[c.env] = true
			for _, l := range append(append([]uint32(nil), c.env.free...), c.env.defaults...) {
				f.loc(l)
			}
		}
	}
	if depth > maxDepth {
		return
	}
	for _, s := range []*shape{v.tuple, v.fields} {
		if s == nil {
			continue
		}
		for i, w := range s.items {
			if i == 0 || w != s.items[i-1] {
				f.callees(w, depth+1)
			}
		}
		if s.rest != nil {
			f.callees(s.rest, depth+1)
		}
	}
}
