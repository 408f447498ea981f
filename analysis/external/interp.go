package external

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// Budgets of 10.8. When one is hit the analysis starts again in coarse mode.
const (
	maxSteps = 200_000
	maxTime  = 2 * time.Second
	maxCalls = 64
	// What the coarse mode may do before everything is one value.
	minCoarseEffort = 100_000
	effortPerByte   = 8
	maxCoarseTime   = time.Second
	// maxRounds is a stop for loops that widening should have ended.
	maxRounds = 200
)

// interp is one execution of one entry, in exact or in coarse mode.
type interp struct {
	ctx    context.Context
	ws     Workspace
	coarse *coarse // nil in exact mode
	flood  *flood  // nil unless the coarse mode had too much to do as well
	places *places
	root   *chain

	st    state
	fr    *frame
	cx    *chain // the frame's chain, with the rounds of unrolled loops
	many  int    // depth of what runs once for many: loops, callbacks
	turns int    // product of the element counts of the unrolled loops
	calls int    // call depth
	rec   *recorder

	steps    int
	effort   int // steps, and what costs as much
	look     int // the effort at which ctx and the clock are looked at again
	budget   int
	deadline time.Time
	over     bool   // a budget is hit, or ctx is done
	why      string // the budget

	mods     map[string]*module
	order    []*module // as first reached
	loading  []*module
	loads    map[*syntax.LoadStmt]*module // nil for what cannot be loaded
	funcs    map[syntax.Node]*function
	fnList   []*function // as first met
	names    map[string]uint32
	builtins map[string]*Value
	uncall   bool // executing functions that nobody calls
	view     view
	noise    int // reports, constructions and writes out of a call

	straightCalls map[syntax.Node]bool // see straight

	facts      map[syntax.Expr]*Value // use known
	noted      [][]fact
	page       []fact // behind them
	flushes    int
	notedCount int
	watch      *watch // of the call that is being executed; see keptCalls
	run        uint64 // its number
	taken      int    // calls that were not executed
	inOrder    sync.Once
	spare      []*arguments
	literals   map[*syntax.Literal]*Value
	joins      map[syntax.Node]*Value // elements of what is joined at a call
	reports    *reports
	decl       *declared
	deps       map[string]bool
	missing    map[string]bool
}

// module is a file of the run.
type module struct {
	id      string
	file    *playbook.File
	res     *resolve.Module
	done    bool
	running bool
	load    *syntax.LoadStmt // the load that is setting it up
	loader  *module

	once    sync.Once
	indexed *fileIndex
	scopes  *scopes
}

// frame is a running function or the top level of a module.
type frame struct {
	fn    *function // nil for a top level
	mod   *module
	env   *environment
	chain *chain
	ret   *Value
	exit  state // joined over the returns
	fails state // joined over the fail calls of a top level
	loops []*loop
}

type loop struct{ brk, cont state }

// environment is what a function value has captured: the cells of its free
// variables, and the variables that hold its parameters' defaults.
type environment struct {
	free     []uint32
	defaults []uint32 // by parameter; noLoc where there is none
	chain    *chain
}

const noLoc = ^uint32(0)

// function is a def or lambda.
type function struct {
	node   syntax.Node
	id     int
	mod    *module
	res    *resolve.Function
	params []parameter
	index  map[string]int // parameters that may be given by name
	places []int          // those that may be given by position
	starAt int            // -1 without *args
	kwAt   int            // -1 without **kwargs
	active int
	called bool
	seen   bool   // see view
	made   *Value // every value of it that was made
	tried  *Value // of those, what was executed without a caller
	memos  []*memo
	turn   int // where to look in what is kept
	shares map[string]*share
	extern []syntax.Node
}

type parameter struct {
	id       *syntax.Ident // nil for a bare star
	deflt    syntax.Expr
	star     bool
	starStar bool
	kwOnly   bool
}

// runs counts executions.
var runs atomic.Uint64

func newInterp(ctx context.Context, ws Workspace) *interp {
	it := &interp{
		ctx: ctx, ws: ws, places: newPlaces(), turns: 1,
		deadline: time.Now().Add(maxTime),
		mods:     map[string]*module{}, funcs: map[syntax.Node]*function{}, names: map[string]uint32{}, builtins: map[string]*Value{},
		joins: map[syntax.Node]*Value{}, literals: map[*syntax.Literal]*Value{}, reports: newReports(), decl: newDeclared(),
		deps: map[string]bool{}, missing: map[string]bool{}, loads: map[*syntax.LoadStmt]*module{},
		run: runs.Add(1),
	}
	it.root = it.places.chain(nil, nil, 0)
	it.cx = it.root
	return it
}

// tick counts a step and watches the budgets. Past one, everything is dead,
// which ends the walk.
func (it *interp) tick() {
	it.steps++
	if it.over {
		// An arm may begin in a state from before.
		it.st = deadState
		return
	}
	if it.coarse == nil && it.steps > it.budget {
		it.stop("too many steps")
	}
	it.spend(1)
}

// lookEvery is the effort between two looks at ctx and the clock.
const lookEvery = 1024

// spend counts effort that comes with a step: what a step looks at one by one.
func (it *interp) spend(n int) {
	if it.effort += n; it.effort < it.look {
		return
	}
	it.look = it.effort + lookEvery
	switch {
	case it.ctx.Err() != nil:
		it.stop("cancelled")
	case it.flood != nil:
	case it.coarse != nil && it.effort > it.budget:
		it.stop("too many steps")
	case time.Now().After(it.deadline):
		it.stop("too much time")
	}
}

func (it *interp) stop(why string) {
	if !it.over {
		it.over, it.why = true, why
	}
	it.st = deadState
}

// die ends the path at a call that never returns.
func (it *interp) die() {
	if it.fr.fn == nil {
		it.fr.fails = joinStates(it.fr.fails, it.st)
	}
	it.st = deadState
}

// module gives the module with an id, or nil where it cannot be read.
func (it *interp) module(id string) *module {
	if m, ok := it.mods[id]; ok {
		return m
	}
	it.deps[id] = true
	file, ok := it.ws.File(id)
	if !ok {
		it.missing[id] = true
		it.mods[id] = nil
		return nil
	}
	m := &module{id: id, file: file}
	m.res, _ = file.Tree.Module.(*resolve.Module)
	it.mods[id] = m
	if it.coarse != nil {
		it.budget += effortPerByte * len(file.Source)
	}
	it.order = append(it.order, m)
	return m
}

// runModule executes the top level of a module.
func (it *interp) runModule(m *module) {
	if m.done || m.running {
		return
	}
	m.running = true
	it.loading = append(it.loading, m)
	savedFrame, savedLocals, savedChain := it.fr, it.st.locals, it.cx
	it.fr = &frame{mod: m, chain: it.root, ret: bottom, exit: deadState, fails: deadState}
	it.cx = it.root
	it.st.locals = nil
	if it.coarse != nil {
		it.coarse.runTop(it, m)
	} else {
		it.block(m.file.Tree.Stmts)
	}
	if len(it.loading) > 1 {
		it.freeze(m)
	}
	end := joinStates(it.st, it.fr.fails)
	if it.over {
		end = deadState
	}
	it.fr, it.cx = savedFrame, savedChain
	it.st = end
	it.st.locals = savedLocals
	it.loading = it.loading[:len(it.loading)-1]
	m.running, m.done = false, true
}

// inSetup reports whether a loaded module is being initialised.
func (it *interp) inSetup() bool { return len(it.loading) > 1 }

// execute runs the entry and then what nobody called.
func (it *interp) execute(m *module) {
	it.runModule(m)
	if it.over {
		return
	}
	it.loading = []*module{m}
	it.fr = &frame{mod: m, chain: it.root, ret: bottom, exit: deadState, fails: deadState}
	if it.coarse != nil {
		it.coarse.settle(it)
	}
	it.uncall = true
	for again := true; again && !it.over; {
		again = false
		for i := 0; i < len(it.fnList); i++ {
			fn := it.fnList[i]
			if (fn.called && fn.tried == nil) || fn.made == nil || fn.made == fn.tried {
				continue
			}
			fn.tried = fn.made
			again = true
			it.callUncalled(fn)
		}
		if it.coarse != nil {
			it.coarse.settle(it)
		}
	}
}

// callUncalled executes a function that nobody calls, with every parameter
// its default or unknown (10.2).
func (it *interp) callUncalled(fn *function) {
	if it.coarse != nil {
		it.coarse.callUncalled(it, fn)
		return
	}
	saved := it.st
	if it.st.dead {
		it.st = state{}
	}
	before := it.st
	it.view.begin(it, fn)
	for _, c := range fn.made.callees {
		it.st = before
		it.call(&callee{id: c.id, fn: c.fn, env: c.env}, it.unknownArgs(fn), fn.node)
	}
	it.view.end(it)
	it.st = saved
}

// function gives the record of a def or lambda.
func (it *interp) function(node syntax.Node, m *module, res *resolve.Function) *function {
	if fn, ok := it.funcs[node]; ok {
		return fn
	}
	fn := &function{node: node, id: len(it.fnList), mod: m, res: res, shares: map[string]*share{}}
	bare := false
	for _, p := range res.Params {
		switch p := p.(type) {
		case *syntax.Ident:
			fn.params = append(fn.params, parameter{id: p, kwOnly: bare})
		case *syntax.BinaryExpr:
			id, _ := p.X.(*syntax.Ident)
			fn.params = append(fn.params, parameter{id: id, deflt: p.Y, kwOnly: bare})
		case *syntax.UnaryExpr:
			id, _ := p.X.(*syntax.Ident)
			if p.Op == syntax.STAR {
				bare = true
			}
			if id != nil {
				fn.params = append(fn.params, parameter{id: id, star: p.Op == syntax.STAR, starStar: p.Op == syntax.STARSTAR})
			}
		}
	}
	fn.index, fn.starAt, fn.kwAt = map[string]int{}, -1, -1
	for i, p := range fn.params {
		switch {
		case p.star:
			fn.starAt = i
		case p.starStar:
			fn.kwAt = i
		default:
			fn.index[p.id.Name] = i
			if !p.kwOnly {
				fn.places = append(fn.places, i)
			}
		}
	}
	it.funcs[node] = fn
	it.fnList = append(it.fnList, fn)
	return fn
}

// nameID numbers the names of builtins and methods. It is the same number in
// every execution, but for names that there should not be.
func (it *interp) nameID(name string) uint32 {
	if n, ok := nameIDs[name]; ok {
		return n
	}
	n, ok := it.names[name]
	if !ok {
		n = firstNumbered + uint32(len(it.names))
		it.names[name] = n
	}
	return n
}

// firstNumbered is the first number of a name that an execution numbers.
const firstNumbered = 1 << 16

// nameIDs are the numbers of all names of builtins and methods.
var nameIDs = func() map[string]uint32 {
	names := everywhere()
	for _, m := range methodsOf {
		for name := range m.names {
			names = append(names, methodKey(m.kind, name))
		}
	}
	slices.Sort(names)
	ids := make(map[string]uint32, len(names))
	for _, n := range names {
		if _, ok := ids[n]; !ok {
			ids[n] = uint32(len(ids))
		}
	}
	return ids
}()

func (it *interp) builtin(name string) *Value {
	v, ok := it.builtins[name]
	if !ok {
		v = mk(Value{kinds: kFunc, callees: []callee{{id: it.nameID(name), name: name}}})
		it.builtins[name] = v
	}
	return v
}

func (it *interp) method(recv *Value, k kinds, name string) *Value {
	id := it.nameID(methodKey(k, name))
	return mk(Value{kinds: kFunc, callees: []callee{{id: id, name: name, recv: recv, recvKind: k}}})
}

func methodKey(k kinds, name string) string { return typeName(k) + "." + name }
