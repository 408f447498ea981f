package external

import (
	"fmt"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// block executes statements until one of them leaves it.
func (it *interp) block(list []syntax.Stmt) {
	for _, s := range list {
		if it.st.dead {
			return
		}
		it.stmt(s)
	}
}

func (it *interp) stmt(s syntax.Stmt) {
	it.tick()
	if it.st.dead {
		return
	}
	switch s := s.(type) {
	case *syntax.ExprStmt:
		it.eval(s.X)
	case *syntax.AssignStmt:
		it.assignStmt(s)
	case *syntax.DefStmt:
		if res, ok := s.Function.(*resolve.Function); ok {
			it.write(s.Name, it.closure(s, res))
		}
	case *syntax.IfStmt:
		it.eval(s.Cond)
		start := it.st
		it.assume(s.Cond, true)
		it.block(s.True)
		end := it.st
		it.st = start
		it.assume(s.Cond, false)
		it.block(s.False)
		if it.over {
			end = deadState
		}
		it.st = joinStates(end, it.st)
	case *syntax.ForStmt:
		it.forStmt(s)
	case *syntax.WhileStmt:
		// The dialect has no while; the resolver says so.
		it.eval(s.Cond)
		it.repeat(&loop{}, func() { it.block(s.Body) })
	case *syntax.BranchStmt:
		it.branch(s)
	case *syntax.ReturnStmt:
		v := noneValue
		if s.Result != nil {
			v = it.eval(s.Result)
		}
		if !it.st.dead {
			it.fr.ret = join(it.fr.ret, v)
			it.fr.exit = joinStates(it.fr.exit, it.st)
			it.st = deadState
		}
	case *syntax.LoadStmt:
		it.loadStmt(s)
	}
}

func (it *interp) branch(s *syntax.BranchStmt) {
	if s.Token == syntax.PASS || len(it.fr.loops) == 0 {
		return
	}
	lp := it.fr.loops[len(it.fr.loops)-1]
	if s.Token == syntax.BREAK {
		lp.brk = joinStates(lp.brk, it.st)
	} else {
		lp.cont = joinStates(lp.cont, it.st)
	}
	it.st = deadState
}

// closure makes the value of a def or lambda: its defaults are evaluated now,
// its free variables are those of the frame.
func (it *interp) closure(node syntax.Node, res *resolve.Function) *Value {
	it.unkept()
	fn := it.function(node, it.fr.mod, res)
	env := &environment{chain: it.cx}
	for _, b := range res.FreeVars {
		l, local, ok := it.variable(b)
		if local || !ok {
			l = noLoc
		}
		env.free = append(env.free, l)
	}
	for _, p := range fn.params {
		l := noLoc
		if p.deflt != nil {
			v := it.eval(p.deflt)
			l = it.places.loc(p.deflt, it.cx, defaultSlot)
			s := &slot{val: v, many: it.many > 0}
			if old := it.load(l); old != nil && old.val != nil {
				s = &slot{val: join(old.val, v), many: true}
			}
			it.save(l, s)
		}
		env.defaults = append(env.defaults, l)
	}
	if it.st.dead {
		return bottom
	}
	if it.flood != nil {
		return it.flood.any
	}
	id := it.places.loc(node, it.cx, closureSlot)
	v := mk(Value{kinds: kFunc, callees: []callee{{id: id | 1<<31, fn: fn, env: env}}})
	if fn.made == nil {
		fn.made = v
	} else {
		fn.made = join(fn.made, v)
	}
	return v
}

func (it *interp) loadStmt(s *syntax.LoadStmt) {
	m := it.loadModule(s)
	it.loads[s] = m
	for i, to := range s.To {
		v := unknown
		if m != nil {
			v = it.export(m, s.From[i])
		}
		it.write(to, v)
	}
}

// loadModule sets the module of a load up, or reports why it cannot be; nil
// then, and while names of it are not known.
func (it *interp) loadModule(s *syntax.LoadStmt) *module {
	name, ok := s.Module.Value.(string)
	if !ok {
		return nil
	}
	id, bad := playbook.ResolveLoad(it.fr.mod.id, name)
	if bad == "" {
		real, inside := it.ws.Real(id)
		if !inside {
			bad = playbook.LoadOutside
		}
		id = real
	}
	if bad != "" {
		it.reports.add(it, codeLoadOutside, s.Module, nil)
		return nil
	}
	if it.ws.Entry(id) {
		it.deps[id] = true
		it.reports.add(it, codeLoadEntry, s.Module, nil)
		return nil
	}
	m := it.module(id)
	switch {
	case m == nil:
		it.reports.add(it, codeLoadNotFound, s.Module, nil)
		return nil
	case m.refused() != "":
		// The rest of it is looked at all the same.
		it.reports.add(it, codeLoadNotFound, s.Module, nil).say(m.refused())
	}
	switch {
	case m.running:
		r := it.reports.add(it, codeLoadCycle, s.Module, nil)
		for _, other := range it.loading {
			if other.load != nil {
				r.relate(other.loader, other.load.Module, "The circle goes through this load.")
			}
		}
		return nil
	}
	if !m.done {
		m.load, m.loader = s, it.fr.mod
		it.runModule(m)
	}
	return m
}

// refused says why a run does not take a module for text, "" where it does.
func (m *module) refused() string {
	for _, e := range m.file.Errors {
		switch e.Name {
		case playbook.InvalidText:
			return "it is not valid UTF-8; save it as UTF-8"
		case playbook.LimitExceeded:
			return fmt.Sprintf("it has more than %d bytes; split it up", playbook.MaxSourceBytes)
		}
	}
	return ""
}

// export is the value of a module's global.
func (it *interp) export(m *module, name *syntax.Ident) *Value {
	if m.res != nil {
		for _, b := range m.res.Globals {
			if b.First.Name == name.Name {
				if s := it.load(it.places.loc(b, it.root, 0)); s != nil && s.val != nil {
					return s.val
				}
				if it.coarse != nil {
					return bottom
				}
				return unknown
			}
		}
	}
	if !m.file.Unknown(name.Name) && m.file.Whole {
		r := it.reports.add(it, codeLoadMissingName, name, nil)
		r.from = m
	}
	return unknown
}
