package external

import (
	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// declared gathers what the run declares: parameters, agents and nodes, and
// what refers to them.
type declared struct {
	params []*param
	byCall map[syntax.Node]*param
	nodes  []*node
	made   map[syntax.Node]*node
	names  map[string]bool // of nodes
	open   bool            // some node's name is not known
	refs   []reference
	refAt  map[syntax.Node]bool
	book   bool
}

type param struct {
	place
	names   []string
	kind    string
	deflt   syntax.Expr
	doc     string
	needed  bool // required, as far as known
	literal bool
}

type node struct {
	place
	kind  kinds
	names []string
}

// reference is a node name in an after.
type reference struct {
	place
	name string
}

func newDeclared() *declared {
	return &declared{byCall: map[syntax.Node]*param{}, made: map[syntax.Node]*node{}, names: map[string]bool{}, refAt: map[syntax.Node]bool{}}
}

// makeParam is the value of a launch parameter (playbook.md 4).
func (it *interp) makeParam(c *construction) *Value {
	name, kind := c.arg("name"), c.arg("kind")
	p := it.declareParam(c)
	if !p.literal {
		if _, direct := c.node.(*syntax.CallExpr); direct {
			it.reports.add(it, codeComputedName, c.node, nil)
		}
	}
	it.once(c, codeDuplicateParam, "param:", c.node)
	names := []string{""}
	if name != nil {
		if list, all := name.constsOf(kStr); all {
			names = nil
			for _, n := range list {
				names = append(names, n.s)
			}
		}
	}
	var origins *ids
	for _, n := range names {
		origins = union(origins, idOf(it.reports.originOf(c.node, n)))
	}
	kinds := []constant{{kind: kStr, s: playbook.ParamText}}
	if kind != nil {
		var all bool
		kinds, all = kind.constsOf(kStr)
		if !all {
			kinds = nil
			for _, k := range []string{playbook.ParamText, playbook.ParamInt, playbook.ParamFlag, playbook.ParamChoice} {
				kinds = append(kinds, constant{kind: kStr, s: k})
			}
		}
	}
	choices := c.arg("choices")
	out := bottom
	for _, k := range kinds {
		out = join(out, it.supplied(c, k.s, origins, choices))
	}
	deflt := c.arg("default")
	required, given := c.arg("required"), deflt != nil && !deflt.isOnly(kNone)
	needs, sure := required.truth()
	if given && !(sure && needs) {
		out = join(out, deflt.plain().keep(^kNone))
	}
	if required != nil && !(sure && needs) && (!given || deflt.has(kNone)) {
		out = join(out, noneValue)
	}
	return orUnknown(out)
}

// truth is the one truth value that v can be; v may be nil.
func (v *Value) truth() (value, known bool) {
	if v == nil {
		return false, false
	}
	c, ok := v.single()
	return c.n != 0, ok && c.kind == kBool
}

// supplied is what a launch can make of a parameter of a kind.
func (it *interp) supplied(c *construction, kind string, origins *ids, choices *Value) *Value {
	switch kind {
	case playbook.ParamText:
		return mk(Value{kinds: kExt, origins: origins})
	case playbook.ParamInt:
		return openInt
	case playbook.ParamFlag:
		return openBool
	case playbook.ParamChoice:
		if choices == nil {
			it.lacks(c, "choices")
			return openStr
		}
		if choices.has(kUnknown) {
			return openStr
		}
		out := bottom
		if choices.has(kTuple) && choices.tuple != nil {
			out = join(out, choices.tuple.all(choices))
		}
		for _, o := range it.objects(choices, kList) {
			out = join(out, o.elements())
		}
		out = out.keepOnly(kStr).plain()
		if out.kinds == 0 {
			it.lacks(c, "choices")
			return openStr
		}
		it.checkChoice(c, out)
		return out
	}
	return bottom
}

// checkChoice reports a default that is none of the choices.
func (it *interp) checkChoice(c *construction, choices *Value) {
	deflt := c.arg("default")
	if deflt == nil || !deflt.isOnly(kStr) {
		return
	}
	list, all := deflt.constsOf(kStr)
	allowed, closed := choices.constsOf(kStr)
	if !all || !closed {
		return
	}
	for _, d := range list {
		for _, a := range allowed {
			if a == d {
				return
			}
		}
	}
	for i := range c.sig.Args {
		if c.sig.Args[i].Name == "default" {
			it.badArgument(c, c.at(c.args[i]), "the default must be one of the choices")
		}
	}
}

func (it *interp) declareParam(c *construction) *param {
	p, ok := it.decl.byCall[c.node]
	if !ok {
		p = &param{place: place{mod: it.fr.mod, node: c.node}, kind: playbook.ParamText, needed: true}
		it.decl.byCall[c.node] = p
		it.decl.params = append(it.decl.params, p)
		p.literal = literalString(c.expr("name")) != nil
		if l := literalString(c.expr("kind")); l != nil {
			p.kind = l.Value.(string)
		}
		if l := literalString(c.expr("doc")); l != nil {
			p.doc = l.Value.(string)
		}
		p.deflt = c.expr("default")
		if d := c.arg("default"); d != nil && !d.isOnly(kNone) {
			p.needed = false
		}
		if needs, sure := c.arg("required").truth(); sure {
			p.needed = needs
		}
	}
	p.names = addNames(p.names, c.arg("name"))
	return p
}

// addNames adds the known strings of v.
func addNames(names []string, v *Value) []string {
	if v == nil {
		return names
	}
	list, _ := v.constsOf(kStr)
	for _, c := range list {
		found := false
		for _, n := range names {
			found = found || n == c.s
		}
		if !found {
			names = append(names, c.s)
		}
	}
	return names
}

func literalString(e syntax.Expr) *syntax.Literal {
	if e == nil {
		return nil
	}
	l, ok := unparen(e).(*syntax.Literal)
	if !ok || l.Token != syntax.STRING {
		return nil
	}
	return l
}

// declare records an agent or node.
func (it *interp) declare(c *construction, k kinds) *node {
	n, ok := it.decl.made[c.node]
	if !ok {
		n = &node{place: place{mod: it.fr.mod, node: c.node}, kind: k}
		it.decl.made[c.node] = n
		it.decl.nodes = append(it.decl.nodes, n)
	}
	n.names = addNames(n.names, c.arg("name"))
	return n
}

func (it *interp) makeNode(c *construction, k kinds) *Value {
	it.declare(c, k)
	name := c.arg("name")
	list, all := []constant(nil), false
	if name != nil {
		list, all = name.constsOf(kStr)
		all = all && name.conv == nil && name.isOnly(kStr)
	}
	for _, n := range list {
		it.decl.names[n.s] = true
	}
	if !all {
		it.decl.open = true
	}
	at := c.node
	if e := c.expr("name"); e != nil {
		at = e
	}
	it.once(c, codeDuplicateStep, "node:", at)
	it.refer(c)
	return record(k)
}

// refer notes the names in an after; they are looked up when all is known.
func (it *interp) refer(c *construction) {
	after, e := c.arg("after"), c.expr("after")
	if after == nil || e == nil || it.st.dead {
		return
	}
	items := bottom
	if after.has(kTuple) && after.tuple != nil {
		items = join(items, after.tuple.all(after))
	}
	for _, o := range it.objects(after, kList) {
		items = join(items, o.elements())
	}
	names, _ := items.constsOf(kStr)
	literals := map[string]syntax.Node{}
	var display []syntax.Expr
	switch x := unparen(e).(type) {
	case *syntax.ListExpr:
		display = x.List
	case *syntax.TupleExpr:
		display = x.List
	}
	for _, x := range display {
		if l := literalString(x); l != nil {
			literals[l.Value.(string)] = l
		}
	}
	for _, n := range names {
		at, ok := literals[n.s]
		if !ok {
			at = e
		}
		if !it.decl.refAt[at] || !ok {
			it.decl.refAt[at] = true
			it.decl.refs = append(it.decl.refs, reference{place{mod: it.fr.mod, node: at}, n.s})
		}
	}
}

func (it *interp) makePlaybook(c *construction) *Value {
	it.decl.book = true
	it.once(c, codeSecondPlaybook, "playbook", c.node)
	return record(kPlaybook)
}

// once reports what may be declared only once: two different calls with the
// same literal name on one path (10.5). The state remembers the calls.
func (it *interp) once(c *construction, code, prefix string, at syntax.Node) {
	if it.uncall || it.st.dead || it.coarse != nil && !it.straight(c.node) {
		return
	}
	key := prefix
	if code != codeSecondPlaybook {
		l := literalString(c.expr("name"))
		if l == nil {
			return
		}
		key += l.Value.(string)
	}
	loc := it.places.loc(key, it.root, 0)
	self := it.reports.callID(c.node, it.fr.mod)
	var before *ids
	if it.flood != nil {
		before = it.flood.once[key]
		it.flood.once[key] = union(before, idOf(self))
	} else if s := it.load(loc); s != nil && s.val != nil {
		before = s.val.methods
	}
	if others := before.without(self); others != nil && (it.coarse == nil || others.smallest() < self) {
		r := it.reports.add(it, code, at, nil)
		r.say(key[len(prefix):])
		first := it.reports.calls[others.smallest()]
		r.relate(first.mod, first.node, "The first one is here.")
	}
	if it.flood == nil {
		it.save(loc, &slot{val: mk(Value{kinds: kOther, methods: union(before, idOf(self))})})
	}
}

// smallest is the least key of a set that is not empty.
func (t *tree[V]) smallest() uint32 {
	for !t.leaf() {
		t = t.left
	}
	return t.key
}

// callID numbers constructor calls in the order in which they are met.
func (r *reports) callID(n syntax.Node, m *module) uint32 {
	id, ok := r.callIDs[n]
	if !ok {
		id = uint32(len(r.calls))
		r.callIDs[n] = id
		r.calls = append(r.calls, place{mod: m, node: n})
	}
	return id
}

// straight reports whether a call is on every path through the entry: in
// coarse mode, which knows no paths, only such calls are compared.
func (it *interp) straight(n syntax.Node) bool {
	if it.straightCalls == nil {
		it.straightCalls = map[syntax.Node]bool{}
		for _, s := range it.loading[0].file.Tree.Stmts {
			switch s.(type) {
			case *syntax.ExprStmt, *syntax.AssignStmt:
				syntax.Walk(s, func(n syntax.Node) bool {
					switch n := n.(type) {
					case *syntax.CallExpr:
						it.straightCalls[n] = true
					case *syntax.LambdaExpr, *syntax.CondExpr, *syntax.Comprehension:
						return false
					case *syntax.BinaryExpr:
						return n.Op != syntax.AND && n.Op != syntax.OR
					}
					return true
				})
			}
		}
	}
	return it.straightCalls[n]
}

// unknownSteps reports names in an after that no node has (PB023).
func (it *interp) unknownSteps() {
	if it.decl.open {
		return
	}
	for _, ref := range it.decl.refs {
		if !it.decl.names[ref.name] {
			r := &report{code: codeUnknownStep, node: ref.node, mod: ref.mod, what: ref.name}
			it.reports.list = append(it.reports.list, r)
		}
	}
}

func quotedList(names []string) string {
	if len(names) == 0 {
		return "a parameter"
	}
	s := ""
	for i, n := range names {
		if i == 4 {
			return s + ", …"
		}
		if i > 0 {
			s += ", "
		}
		s += finding.Quote(n)
	}
	return s
}
