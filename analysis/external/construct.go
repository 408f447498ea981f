package external

import (
	"fmt"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// signatures is the table of constructors by name.
var signatures = func() map[string]*playbook.Signature {
	m := map[string]*playbook.Signature{}
	all := playbook.Signatures()
	for i := range all {
		m[all[i].Name] = &all[i]
	}
	return m
}()

// construction is one call of a constructor while it is checked (10.7).
type construction struct {
	sig   *playbook.Signature
	node  syntax.Node
	args  []*argument // by signature, nil where not given
	loose []bool      // by signature: given through stars, or perhaps not
	parts []argument  // of concat
}

// construct checks a call of a constructor and gives its result.
func (it *interp) construct(sig *playbook.Signature, a *arguments, node syntax.Node) *Value {
	if sig.Name != "concat" {
		it.noise++
		for r := it.rec; r != nil; r = r.outer {
			r.dirty = true
		}
	}
	if (sig.Name == "param" || sig.Name == "playbook") && it.inSetup() {
		r := it.reports.add(it, codeOutsideEntry, node, nil)
		r.say(sig.Name)
		m := it.loading[len(it.loading)-1]
		if m.load != nil {
			r.relate(m.loader, m.load.Module, "The module is loaded here.")
		}
		if it.coarse == nil {
			return unknown
		}
	}
	c := &construction{sig: sig, node: node, args: make([]*argument, len(sig.Args)), loose: make([]bool, len(sig.Args))}
	it.bindConstructor(c, a)
	for i := range c.parts {
		it.checkArg(c, sig.Variadic, &c.parts[i])
	}
	for i := range sig.Args {
		if c.args[i] != nil {
			it.checkArg(c, &sig.Args[i], c.args[i])
		}
	}
	it.presence(c)
	if it.st.dead {
		return bottom
	}
	switch sig.Name {
	case "param":
		return it.makeParam(c)
	case "concat":
		return it.makeConcat(c)
	case "tool":
		return record(kTool)
	case "agent":
		it.declare(c, kAgent)
		return record(kAgent)
	case "step":
		return it.makeNode(c, kStep)
	case "gate":
		return it.makeNode(c, kGate)
	case "parallel":
		return it.makeNode(c, kParallel)
	}
	return it.makePlaybook(c)
}

// at is where a report about an argument stands.
func (c *construction) at(a *argument) syntax.Node {
	if a.expr != nil {
		return a.expr
	}
	return c.node
}

func (it *interp) bindConstructor(c *construction, a *arguments) {
	sig := c.sig
	if a.keys != nil {
		it.reports.nonText(it, a.keys.val.conv, c.node)
		it.reports.receive(it, a.keys.val.conv, c.at(a.keys), sig.Name, "**")
	}
	if sig.Variadic != nil {
		c.parts = append(c.parts, a.pos...)
		if a.star != nil {
			c.parts = append(c.parts, *a.star)
		}
	} else {
		for i := range a.pos {
			if i > 0 {
				it.badArgument(c, c.at(&a.pos[i]), fmt.Sprintf("%s takes one positional argument", finding.Quote(sig.Name)))
				continue
			}
			c.args[0] = &a.pos[0]
		}
		if len(a.pos) == 0 && a.star != nil {
			c.args[0], c.loose[0] = a.star, true
		}
	}
	for i := range a.named {
		n := &a.named[i]
		at := syntax.Node(n.expr)
		if n.key != nil {
			at = n.key
		} else if at == nil {
			at = c.node
		}
		j := -1
		for k := range sig.Args {
			if sig.Args[k].Name == n.name {
				j = k
			}
		}
		switch {
		case j < 0:
			if !n.maybe {
				it.badArgument(c, at, fmt.Sprintf("%s has no argument %s", finding.Quote(sig.Name), finding.Quote(n.name)))
			}
		case c.args[j] != nil && !c.loose[j] && !n.maybe:
			it.badArgument(c, at, fmt.Sprintf("%s is given twice", finding.Quote(n.name)))
		case c.args[j] != nil:
			c.args[j] = &argument{val: join(c.args[j].val, n.val), expr: n.expr}
		default:
			c.args[j], c.loose[j] = n, n.maybe
		}
	}
	if a.kw != nil {
		for j := range sig.Args {
			if c.args[j] == nil {
				c.args[j], c.loose[j] = a.kw, true
			}
		}
	}
}

// presence reports required arguments that are not given.
func (it *interp) presence(c *construction) {
	for i := range c.sig.Args {
		if c.sig.Args[i].Required && c.args[i] == nil {
			it.lacks(c, c.sig.Args[i].Name)
		}
	}
}

func (it *interp) lacks(c *construction, name string) {
	node := c.node
	if call, ok := node.(*syntax.CallExpr); ok {
		node = call.Fn
	}
	r := it.reports.addAs(it, codeBadArgument, node, "missing", nil)
	r.arg = c.sig.Name
	r.lack(name)
}

func (it *interp) badArgument(c *construction, node syntax.Node, text string) {
	r := it.reports.addAs(it, codeBadArgument, node, text, nil)
	r.say(text)
	r.arg = c.sig.Name
}

// checkArg looks at one argument: converted strings first, then external text
// where none is taken, then the kind.
func (it *interp) checkArg(c *construction, spec *playbook.Arg, a *argument) {
	if it.st.dead || a.val.kinds == 0 {
		return
	}
	at := c.at(a)
	d := it.deep(a.val)
	conv := d.conv
	if conv != nil {
		it.reports.receive(it, conv, at, c.sig.Name, spec.Name)
		switch spec.Kind {
		case playbook.KindText, playbook.KindParts:
		case playbook.KindContext:
			for _, o := range it.objects(a.val, kDict) {
				it.contextKeys(o, c.node, 0)
			}
		default:
			it.reports.nonText(it, conv, c.node)
		}
	}
	kind, known := spec.Kind, true
	if kind == playbook.KindDefault {
		kind, known = c.defaultKind()
		if a.val.isOnly(kNone) || !known {
			return
		}
	}
	if d.ext && !kind.TakesExternal() {
		r := it.reports.add(it, codeMisplaced, at, d.origins)
		r.say(spec.Name)
		r.arg = c.sig.Name
	}
	if c.loose[c.index(spec)] {
		return
	}
	if !it.fits(kind, a.val, spec.Kind == playbook.KindDefault) {
		it.badArgument(c, at, fmt.Sprintf("%s must be %s", finding.Quote(spec.Name), kind.Wants()))
		return
	}
	if text := breaks(spec, a.val); text != "" {
		it.badArgument(c, at, text)
	}
}

// index is the place of an argument in the signature; that of a part is the
// first.
func (c *construction) index(spec *playbook.Arg) int {
	for i := range c.sig.Args {
		if &c.sig.Args[i] == spec {
			return i
		}
	}
	return 0
}

// contextKeys notes the placeholders in keys: those must be plain.
func (it *interp) contextKeys(o *object, node syntax.Node, depth int) {
	if o.restKey != nil {
		it.nonText(o.restKey, node)
	}
	if depth > 0 {
		return
	}
	for _, v := range append(entryValues(o), o.rest) {
		if v != nil {
			for _, inner := range it.objects(v, kDict) {
				it.contextKeys(inner, node, depth+1)
			}
		}
	}
}

// arg is the value of an argument, nil where it is not given.
func (c *construction) arg(name string) *Value {
	for i := range c.sig.Args {
		if c.sig.Args[i].Name == name && c.args[i] != nil {
			return c.args[i].val
		}
	}
	return nil
}

// expr is the expression of an argument.
func (c *construction) expr(name string) syntax.Expr {
	for i := range c.sig.Args {
		if c.sig.Args[i].Name == name && c.args[i] != nil {
			return c.args[i].expr
		}
	}
	return nil
}

// defaultKind is what the default of this param call must be, if its kind is
// known.
func (c *construction) defaultKind() (playbook.ArgKind, bool) {
	v := c.arg("kind")
	if v == nil {
		return playbook.KindText, true
	}
	s, ok := v.str()
	if !ok {
		return playbook.KindText, false
	}
	switch s {
	case playbook.ParamText:
		return playbook.KindText, true
	case playbook.ParamInt:
		return playbook.KindInt, true
	case playbook.ParamFlag:
		return playbook.KindBool, true
	case playbook.ParamChoice:
		return playbook.KindStr, true
	}
	return playbook.KindText, false
}

// fits reports whether some possibility of v is of the kind. External text
// fits everything here: where it is not taken there is a PB009.
func (it *interp) fits(kind playbook.ArgKind, v *Value, none bool) bool {
	if v.has(kUnknown|kExt) || none && v.has(kNone) {
		return true
	}
	switch kind {
	case playbook.KindStr, playbook.KindName:
		return v.has(kStr)
	case playbook.KindBool:
		return v.has(kBool)
	case playbook.KindInt:
		return v.has(kInt)
	case playbook.KindStrs:
		return it.fitsAll(v, kStr)
	case playbook.KindText:
		return v.has(kText)
	case playbook.KindParts:
		return v.has(kText) || it.fitsAll(v, kText)
	case playbook.KindTools:
		return it.fitsAll(v, kTool)
	case playbook.KindNodes:
		return it.fitsAll(v, kNodes)
	case playbook.KindRefs:
		return it.fitsAll(v, kNodes|kStr)
	case playbook.KindAgent:
		return v.has(kAgent)
	case playbook.KindContext:
		return it.fitsContext(v, 0)
	}
	return true
}

// fitsAll reports whether v may be a list or tuple whose known items may all
// be of the kinds.
func (it *interp) fitsAll(v *Value, k kinds) bool {
	fit := func(items []*Value) bool {
		for _, w := range items {
			if w.kinds != 0 && w.kinds&(k|kUnknown|kExt) == 0 {
				return false
			}
		}
		return true
	}
	if v.has(kTuple) && (v.tuple == nil || fit(v.tuple.items)) {
		return true
	}
	if !v.has(kList) {
		return false
	}
	objs := it.objects(v, kList)
	for _, o := range objs {
		if fit(o.items) {
			return true
		}
	}
	return len(objs) == 0
}

func (it *interp) fitsContext(v *Value, depth int) bool {
	if !v.has(kDict) {
		return false
	}
	objs := it.objects(v, kDict)
	for _, o := range objs {
		ok := true
		for _, e := range o.entries {
			w := e.val
			fine := e.key.kind == kStr && (w.kinds == 0 || w.has(kText|kUnknown) || depth == 0 &&
				(it.fitsAll(w, kText) || it.fitsContext(w, 1)))
			ok = ok && (fine || !e.certain)
		}
		if ok {
			return true
		}
	}
	return len(objs) == 0
}

// breaks says how every constant of v breaks the argument's own rule; "" where
// one may be right.
func breaks(spec *playbook.Arg, v *Value) string {
	switch spec.Kind {
	case playbook.KindName, playbook.KindStr:
		list, all := v.constsOf(kStr)
		if !all || !v.isOnly(kStr) || spec.Kind == playbook.KindStr && spec.Enum == nil {
			return ""
		}
		for _, c := range list {
			if spec.Kind == playbook.KindName && playbook.IsName(c.s) {
				return ""
			}
			for _, e := range spec.Enum {
				if e == c.s {
					return ""
				}
			}
		}
		if spec.Kind == playbook.KindName {
			return fmt.Sprintf("%s is no name: a lower-case letter, then up to 63 of a-z, 0-9, _ and -", finding.Quote(list[0].s))
		}
		return fmt.Sprintf("%s must be one of %s", finding.Quote(spec.Name), quoteAll(spec.Enum))
	case playbook.KindInt:
		list, all := v.constsOf(kInt)
		if !all || !v.isOnly(kInt) || spec.Max <= spec.Min {
			return ""
		}
		for _, c := range list {
			if c.n >= int64(spec.Min) && c.n <= int64(spec.Max) {
				return ""
			}
		}
		return fmt.Sprintf("%s must be from %d to %d", finding.Quote(spec.Name), spec.Min, spec.Max)
	}
	return ""
}

// makeConcat joins as + does. A converted part counts as the text itself, so
// that what happens to the joined text later is judged as after the fix.
func (it *interp) makeConcat(c *construction) *Value {
	out := Value{}
	must, may := false, false
	add := func(v *Value, certain bool) {
		conv := strConv(v)
		out.kinds |= v.kinds & kUnknown
		if v.has(kExt) || conv != nil {
			may = true
			out.origins = union(union(out.origins, v.origins), it.reports.paramsOf(conv))
			must = must || certain && v.isOnly(kExt)
		}
	}
	pieces := 0
	for _, p := range c.parts {
		v := p.val
		pieces++
		add(v, true)
		if v.has(kTuple | kList) {
			pieces++
			es := it.iterable(v.keepOnly(kTuple|kList), c.at(&p))
			if es.known {
				for _, w := range es.seq {
					add(w, v.isOnly(kTuple|kList))
				}
			} else {
				add(es.elem, false)
			}
		}
	}
	if !must {
		out.kinds |= kStr
		out.open = kStr
	}
	if may {
		out.kinds |= kExt
		out.joined = pieces > 1 || len(c.parts) == 1 && c.parts[0].val.joined
	}
	return mk(out)
}

func quoteAll(list []string) string {
	s := ""
	for i, w := range list {
		if i > 0 {
			s += ", "
		}
		s += finding.Quote(w)
	}
	return s
}
