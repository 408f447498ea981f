package external

import (
	"go.starlark.net/syntax"
)

// manyTold is how often something is said of one large set.
const manyTold = 32

// maxRelated bounds the related places of a finding (playbook.md 11).
const maxRelated = 10

// reports gathers what one execution found. Everything is keyed by node, so
// that saying it again, in another context or round, adds to what is there.
type reports struct {
	index   map[reportKey]*report
	list    []*report
	convs   []*conversion
	conv    map[syntax.Node]*conversion
	uses    []*methodUse
	use     map[syntax.Node]*methodUse
	origins []origin
	origin  map[origin]uint32
	mods    map[syntax.Node]*module
	calls   []place // constructor calls that may run only once
	callIDs map[syntax.Node]uint32
	told    map[telling]*told
}

// telling is a set of sites or methods that was told something, see often.
type telling struct {
	set *ids
	of  byte
}

type told struct {
	last  syntax.Node
	times int
}

// often reports whether so much was said of a large set that nobody asks for
// more. Where everything is one value each place would say it of every site.
func (r *reports) often(it *interp, set *ids, of byte, node syntax.Node) bool {
	if it.flood == nil || set == nil || set.leaf() {
		return false
	}
	k := telling{set, of}
	t := r.told[k]
	if t == nil {
		t = &told{}
		r.told[k] = t
	}
	if t.last != node {
		t.last = node
		t.times++
	}
	return t.times > manyTold
}

type reportKey struct {
	code string
	node syntax.Node
	what string // keeps several reports at one node apart, for PB020
}

// report is one finding in the making.
type report struct {
	code    string
	node    syntax.Node
	mod     *module
	hard    bool // some context asks for the worse severity of the code
	what    string
	origins *ids
	related []place
	from    *module  // PB033: the module that lacks the name
	arg     string   // the constructor
	lacking []string // PB020: required arguments that are missing
	spared  bool     // said in a dead state: thrown away
}

// place is a node in a module, and what it has to do with a finding.
type place struct {
	mod  *module
	node syntax.Node
	text string
}

// origin is a parameter: its call, and its name where that is known.
type origin struct {
	node syntax.Node
	name string
}

// conversion is a site that turns external text into a string (PB001).
type conversion struct {
	id        uint32
	node      syntax.Node
	mod       *module
	fn        *function
	op        string
	params    *ids
	fails     bool // json.encode
	receivers []receiver
	holds     bool // an operand is a container that holds the text
	// nonText are the places where it is taken for more than text, true where
	// nothing but a join of strings does so.
	nonText   map[syntax.Node]bool
	nonTextIn map[syntax.Node]*module
}

// receiver is an argument of a constructor that gets a converted string.
type receiver struct {
	place
	ctor, arg string
}

// methodUse is an attribute of external text (PB002).
type methodUse struct {
	id     uint32
	node   syntax.Node
	mod    *module
	name   string
	params *ids
	called bool
	calls  []place
}

func newReports() *reports {
	return &reports{
		index: map[reportKey]*report{}, conv: map[syntax.Node]*conversion{}, use: map[syntax.Node]*methodUse{},
		origin: map[origin]uint32{}, mods: map[syntax.Node]*module{},
		callIDs: map[syntax.Node]uint32{}, told: map[telling]*told{},
	}
}

func (r *reports) module(n syntax.Node, m *module) { r.mods[n] = m }

// add makes or finds the report of code at node; origins are the parameters
// whose text it is about.
func (r *reports) add(it *interp, code string, node syntax.Node, origins *ids) *report {
	return r.addAs(it, code, node, "", origins)
}

func (r *reports) addAs(it *interp, code string, node syntax.Node, what string, origins *ids) *report {
	if it.st.dead || it.flood != nil && floodSilent[code] {
		return &report{spared: true}
	}
	it.noise++
	key := reportKey{code, node, what}
	x, ok := r.index[key]
	if !ok {
		x = &report{code: code, node: node, mod: it.fr.mod}
		r.index[key] = x
		r.list = append(r.list, x)
	}
	x.origins = union(x.origins, origins)
	return x
}

// say sets the words of the report that depend on the case; the first stand.
func (x *report) say(what string) {
	if x.what == "" {
		x.what = what
	}
}

func (x *report) relate(m *module, n syntax.Node, text string) {
	if m == nil || n == nil || len(x.related) >= maxRelated {
		return
	}
	for _, p := range x.related {
		if p.node == n {
			return
		}
	}
	x.related = append(x.related, place{m, n, text})
}

// originOf numbers a parameter.
func (r *reports) originOf(node syntax.Node, name string) uint32 {
	o := origin{node, name}
	id, ok := r.origin[o]
	if !ok {
		id = uint32(len(r.origins))
		r.origin[o] = id
		r.origins = append(r.origins, o)
	}
	return id
}

// convert notes a conversion and gives its site.
func (r *reports) convert(it *interp, node syntax.Node, op string, params *ids, holds bool) *ids {
	it.noise++
	c, ok := r.conv[node]
	if !ok {
		c = &conversion{id: uint32(len(r.convs)), node: node, mod: it.fr.mod, fn: it.fr.fn, op: op, nonText: map[syntax.Node]bool{}, nonTextIn: map[syntax.Node]*module{}}
		r.conv[node] = c
		r.convs = append(r.convs, c)
	}
	c.params = union(c.params, params)
	c.holds = c.holds || holds
	return idOf(c.id)
}

// fails notes a conversion that the run refuses on the spot.
func (r *reports) fails(it *interp, node syntax.Node, op string, params *ids) {
	r.convert(it, node, op, params, true)
	r.conv[node].fails = true
}

func (r *reports) nonText(it *interp, sites *ids, node syntax.Node) {
	r.usedAt(it, sites, node, false)
}

func (r *reports) usedAt(it *interp, sites *ids, node syntax.Node, joined bool) {
	m, of := it.fr.mod, byte('n')
	if joined {
		of = 'j'
	}
	if r.often(it, sites, of, node) {
		return
	}
	sites.each(func(id uint32, _ struct{}) bool {
		c := r.convs[id]
		if was, ok := c.nonText[node]; ok || len(c.nonText) < 4 {
			c.nonText[node] = joined && (was || !ok)
			c.nonTextIn[node] = m
		}
		return true
	})
}

// receive notes that an argument of a constructor gets what sites left.
func (r *reports) receive(it *interp, sites *ids, at syntax.Node, ctor, arg string) {
	if it.st.dead || r.often(it, sites, 'r', at) {
		return
	}
	sites.each(func(id uint32, _ struct{}) bool {
		c := r.convs[id]
		for _, old := range c.receivers {
			if old.node == at && old.arg == arg {
				return true
			}
		}
		c.receivers = append(c.receivers, receiver{place{it.fr.mod, at, ""}, ctor, arg})
		return true
	})
}

// paramsOf unites the parameters of sites.
func (r *reports) paramsOf(sites *ids) *ids {
	var out *ids
	sites.each(func(id uint32, _ struct{}) bool {
		out = union(out, r.convs[id].params)
		return true
	})
	return out
}

// externalMethod is the value of an attribute of external text.
func (it *interp) externalMethod(x *Value, name string, node syntax.Expr) *Value {
	if it.st.dead {
		return bottom
	}
	it.noise++
	r := it.reports
	u, ok := r.use[node]
	if !ok {
		u = &methodUse{id: uint32(len(r.uses)), node: node, mod: it.fr.mod, name: name}
		r.use[node] = u
		r.uses = append(r.uses, u)
	}
	u.params = union(u.params, x.origins)
	return mk(Value{kinds: kMethod, methods: idOf(u.id)})
}

// methodsCalled notes that methods of external text are called at node.
func (r *reports) methodsCalled(it *interp, methods *ids, node syntax.Node) {
	if r.often(it, methods, 'm', node) {
		return
	}
	methods.each(func(id uint32, _ struct{}) bool {
		u := r.uses[id]
		u.called = true
		if call, ok := node.(*syntax.CallExpr); ok && unparen(call.Fn) == u.node {
			return true
		}
		for _, p := range u.calls {
			if p.node == node {
				return true
			}
		}
		if len(u.calls) < maxRelated {
			u.calls = append(u.calls, place{it.fr.mod, node, "The method is called here."})
		}
		return true
	})
}

// lack adds a missing argument to the words of a PB020.
func (x *report) lack(name string) {
	for _, n := range x.lacking {
		if n == name {
			return
		}
	}
	x.lacking = append(x.lacking, name)
}
