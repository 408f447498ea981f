package external

import (
	"context"
	"strings"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// view notes what an execution saw of the modules that it loaded. Most of a
// module that many entries load is not called by one of them; what such a
// function holds changes nothing for the entry, as long as executing it
// without a caller (10.2) has no effect: what it reads is frozen.
type view struct {
	// apart says that what runs is such a function.
	apart  bool
	noise  int
	loud   bool // one of them had an effect
	shared bool // calls shared a context, so that one may change another
}

// begin is told that a function is executed without a caller.
func (v *view) begin(it *interp, fn *function) {
	v.apart = fn.mod != it.loading[0] && fn.topLevel()
	v.noise = it.noise
}

func (v *view) end(it *interp) {
	v.loud = v.loud || v.apart && it.noise > v.noise
	v.apart = false
}

// topLevel reports whether fn is a def at the top level of its module, which
// has captured nothing.
func (fn *function) topLevel() bool {
	d, ok := fn.node.(*syntax.DefStmt)
	if !ok || len(fn.made.callees) != 1 {
		return false
	}
	_, ok = fn.mod.parent(d).(*syntax.File)
	return ok
}

// Outline is a module as entries see it that call only some of its functions.
// It is safe for concurrent use.
type Outline struct {
	// Findings are those in the module that need no caller, sorted.
	Findings []finding.Finding

	whole bool // it parses, and nothing is wrong with it as a whole
	steps int  // to execute all its functions
	parts []part
}

// part is a statement of a module's top level.
type part struct {
	name string // of a function
	head string // of a function: its text up to the body
	text string
	// quiet says that executing the function without a caller has no effect.
	quiet bool
}

// OutlineOf makes the outline of a module. Where ctx ends it early the result
// is nil.
func OutlineOf(ctx context.Context, ws Workspace, id string) *Outline {
	it := newInterp(ctx, ws)
	it.budget = maxSteps
	m := it.module(id)
	if m == nil {
		return &Outline{}
	}
	o := &Outline{whole: m.file.Whole && m.res != nil}
	loud := map[syntax.Node]bool{}
	if o.whole {
		nobody := &module{file: playbook.Parse("", nil)}
		it.loading = []*module{nobody}
		it.fr = &frame{mod: nobody, chain: it.root, ret: bottom, exit: deadState, fails: deadState}
		it.runModule(m)
		o.whole = !it.st.dead && !it.over
		it.uncall = true
		for i := 0; i < len(it.fnList) && !it.over; i++ {
			fn := it.fnList[i]
			if fn.mod != m || fn.made == nil {
				continue
			}
			before := it.noise
			it.callUncalled(fn)
			if it.noise > before {
				loud[m.statementOf(fn.node)] = true
			}
		}
		o.whole = o.whole && !it.over && !it.view.shared
		o.steps = it.steps
	}
	if ctx.Err() != nil {
		return nil
	}
	src := m.file.Source
	for _, s := range m.topLevel() {
		p := part{text: src[s.span.Start:s.span.End]}
		if d, ok := s.stmt.(*syntax.DefStmt); ok && len(d.Body) > 0 {
			p.name = d.Name.Name
			p.head = src[s.span.Start:m.file.Span(d.Body[0]).Start]
			p.quiet = !loud[d] && !strings.Contains(p.text, "playbook")
		}
		o.parts = append(o.parts, p)
	}
	r := &Result{Entry: id, ws: ws, run: it, problems: it.syntactic(m, false)}
	it.settle()
	o.Findings = findings([]*Result{r})[id]
	return o
}

// statementOf is the top-level statement that a node is a part of.
func (m *module) statementOf(n syntax.Node) syntax.Node {
	for {
		p := m.parent(n)
		if _, top := p.(*syntax.File); top || p == nil {
			return n
		}
		n = p
	}
}

// Sight is what an entry saw of the modules that it loads: where they change
// in nothing else, the findings in the entry stay what they were.
type Sight struct {
	steps   int
	modules map[string]seen
}

type seen struct {
	parts  []part
	called map[string]bool
}

// Sight gives what was seen, with the outlines of all modules by id; nil where
// that cannot be told from what was not.
func (r *Result) Sight(outlines map[string]*Outline) *Sight {
	it := r.run
	if it.coarse != nil || it.view.loud || it.view.shared || len(it.missing) > 0 || r.InModules() {
		return nil
	}
	for _, p := range r.problems {
		if p.code == codeLoadMissingName {
			return nil
		}
		for _, rel := range p.rel {
			if rel.id != r.Entry {
				return nil
			}
		}
	}
	s := &Sight{steps: it.steps, modules: map[string]seen{}}
	for _, m := range it.order {
		if m.id == r.Entry {
			continue
		}
		o := outlines[m.id]
		if o == nil || !o.whole {
			return nil
		}
		s.modules[m.id] = seen{o.parts, map[string]bool{}}
	}
	if len(s.modules) != len(outlines) {
		return nil
	}
	for _, fn := range it.fnList {
		if fn.seen && fn.mod.id != r.Entry {
			if d, ok := fn.mod.statementOf(fn.node).(*syntax.DefStmt); ok {
				s.modules[fn.mod.id].called[d.Name.Name] = true
			}
		}
	}
	return s
}

// Same reports whether the entry would see the same in modules with these
// outlines, and gives what it would have seen then.
func (s *Sight) Same(outlines map[string]*Outline) (*Sight, bool) {
	if len(outlines) != len(s.modules) {
		return nil, false
	}
	now := &Sight{steps: s.steps, modules: make(map[string]seen, len(outlines))}
	steps := s.steps
	for id, o := range outlines {
		old, ok := s.modules[id]
		if !ok || o == nil || !old.same(o) {
			return nil, false
		}
		now.modules[id] = seen{o.parts, old.called}
		steps += o.steps
	}
	return now, steps < maxSteps
}

func (s seen) same(o *Outline) bool {
	if !o.whole || len(o.parts) != len(s.parts) {
		return false
	}
	if len(o.parts) > 0 && &o.parts[0] == &s.parts[0] {
		return true
	}
	for i, p := range o.parts {
		q := s.parts[i]
		if p.name != q.name || p.head != q.head {
			return false
		}
		if p.text != q.text && (p.name == "" || !p.quiet || !q.quiet || s.called[p.name]) {
			return false
		}
	}
	return true
}
