package playbook

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// run is one execution of an entry with its modules. Two runs share nothing.
type run struct {
	opt    Options
	limits Limits
	entry  string
	// launch is a function for the reason that ExternalText.open is one.
	launch func(name string) (any, bool)

	log     conversionLog
	globals starlark.StringDict // the predeclared names
	modules map[string]starlark.StringDict
	printed []string
	// printedBytes counts what was printed.
	printedBytes int

	params   []Param
	declared map[string]bool // names of params
	nodes    []*node
	named    map[string]*node
	book     *book

	// raised is the last error that was raised inside a builtin. lib/json
	// flattens errors into text, so that it may be all that is left of it.
	raised *Error

	// mu guards threads and stop, which the end of the context touches.
	mu      sync.Mutex
	threads []*starlark.Thread // one per module being set up, the entry first
	stop    *Error             // why the run was told to stop
}

// Compile runs an entry playbook with its launch values (as DecodeLaunch gives
// them) and renders its prompts. Where the run refuses, the error is an
// *Error. Where ctx is cancelled the error is that of ctx; where its deadline
// passes it is LimitExceeded. A run that does not stop then, because a single
// operation takes for ever, is left to itself: it has what it reads from
// opt.Loader and touches nothing else.
func Compile(ctx context.Context, entry string, launch map[string]any, opt Options) (*Plan, error) {
	if opt.Globs.Entry == nil && opt.Globs.Packs == nil {
		opt.Globs = DefaultGlobs()
	}
	r := &run{
		opt:     opt,
		limits:  opt.Limits.withDefaults(),
		entry:   entry,
		launch:  func(name string) (any, bool) { v, ok := launch[name]; return v, ok },
		modules: map[string]starlark.StringDict{},

		declared: map[string]bool{},
		named:    map[string]*node{},
	}
	r.log.on = opt.RecordConversions
	// Without room the goroutine of a run that is left would never end.
	done := make(chan ending, 1)
	inTime, cancel := context.WithTimeout(ctx, r.limits.Wall)
	defer cancel()
	go func() {
		plan, err := r.compile(inTime, launch)
		done <- ending{plan, err}
	}()
	end, ok := await(inTime, done)
	switch {
	case errors.Is(ctx.Err(), context.Canceled) && (!ok || end.err != nil):
		return nil, fmt.Errorf("run of %s: %w", quoted(entry), ctx.Err())
	case !ok:
		return nil, r.tooLong()
	case end.err != nil:
		return nil, r.finish(end.err)
	}
	end.plan.Conversions = r.log.all()
	return end.plan, nil
}

// ending is how a run ended.
type ending struct {
	plan *Plan
	err  *Error
}

// patience is how long a run may take to stop once it is told to. The
// interpreter looks at that between two steps.
const patience = time.Second

// await gives the end of a run; ok is false where it does not come, though its
// context has ended.
func await(ctx context.Context, done <-chan ending) (end ending, ok bool) {
	select {
	case end = <-done:
		return end, true
	case <-ctx.Done():
	}
	select {
	case end = <-done:
		return end, true
	case <-time.After(patience):
		return ending{}, false
	}
}

func (r *run) tooLong() *Error { return limitError("the run took longer than %s", r.limits.Wall) }

func (r *run) compile(ctx context.Context, launch map[string]any) (plan *Plan, failure *Error) {
	defer func() {
		if recover() != nil {
			// The value of the panic may hold anything, so it is not shown.
			plan, failure = nil, &Error{Name: StarlarkError, Msg: "the interpreter failed; this is a mistake in it, not in the playbook"}
		}
	}()
	if err := r.checkLaunch(launch); err != nil {
		return nil, err
	}
	defer context.AfterFunc(ctx, func() { r.halt(r.tooLong()) })()

	src, err := r.read(r.entry)
	if err != nil {
		return nil, err
	}
	r.globals = r.predeclared()
	if _, err := r.execute(r.entry, src); err != nil {
		return nil, err
	}
	if err := r.checkEnd(launch); err != nil {
		return nil, err
	}
	return r.render(ctx)
}

// finish adds what the log knows.
func (r *run) finish(e *Error) *Error {
	e.Conversions = r.log.all()
	if e.Name == ExternalConverted {
		for _, c := range e.Conversions[max(len(e.Conversions)-relatedConversions, 0):] {
			e.Related = append(e.Related, Related{c.Pos, "converted here"})
		}
	}
	return e
}

func limitError(format string, args ...any) *Error {
	return &Error{Name: LimitExceeded, Msg: fmt.Sprintf(format, args...)}
}

// raise makes the error of a builtin, at the position where the program
// stands.
func (r *run) raise(name ErrorName, argument, msg string) *Error {
	e := &Error{Name: name, Msg: msg, Argument: argument}
	if r == nil {
		return e
	}
	e.Stack = r.stack()
	e.Pos, _ = innermost(e.Stack)
	r.raised = e
	return e
}

// stack has the frames of all threads, outermost first. It is called from the
// interpreter, which alone changes threads.
func (r *run) stack() starlark.CallStack {
	var all starlark.CallStack
	for _, t := range r.threads {
		all = append(all, t.CallStack()...)
	}
	return all
}

// halt tells the run to stop; the first reason counts. It may be called from
// any goroutine.
func (r *run) halt(why *Error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stop == nil {
		r.stop = why
	}
	for _, t := range r.threads {
		t.Cancel("stopped")
	}
}

func (r *run) stopped() *Error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stop
}

// read gives the source of a file; the error has no position.
func (r *run) read(id string) (string, *Error) {
	src, err := r.opt.Loader.Read(id)
	if err != nil {
		return "", &Error{Name: LoadNotFound, Msg: "there is no readable file " + quoted(id)}
	}
	if len(src) > r.limits.SourceBytes {
		return "", limitError("%s has more than %d bytes", quoted(id), r.limits.SourceBytes)
	}
	return string(src), nil
}

// execute runs a file in a thread of its own and freezes what it defines.
func (r *run) execute(id, src string) (starlark.StringDict, *Error) {
	prog, failure := r.program(id, src)
	if failure != nil {
		return nil, failure
	}
	t := &starlark.Thread{Name: id, Load: r.load, Print: r.print}
	t.SetMaxExecutionSteps(r.limits.Steps)
	t.OnMaxSteps = func(*starlark.Thread) {
		r.halt(limitError("the run takes more than %d steps", r.limits.Steps))
	}
	leave := r.enter(t)
	globals, err := prog.Init(t, r.globals)
	failure = r.failure(err)
	leave()
	if failure != nil {
		return nil, failure
	}
	globals.Freeze()
	return globals, nil
}

// enter makes t the running thread. The steps of all threads are counted as
// one.
func (r *run) enter(t *starlark.Thread) (leave func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n := len(r.threads); n > 0 {
		t.Steps = r.threads[n-1].Steps
	}
	if r.stop != nil {
		t.Cancel("stopped")
	}
	r.threads = append(r.threads, t)
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.threads = r.threads[:len(r.threads)-1]
		if n := len(r.threads); n > 0 {
			r.threads[n-1].Steps = t.Steps
		}
	}
}

// failure gives an error of the interpreter its name and place. It is called
// while the threads are still there.
func (r *run) failure(err error) *Error {
	var own *Error
	if errors.As(err, &own) {
		return own
	}
	var eval *starlark.EvalError
	var stack starlark.CallStack
	if errors.As(err, &eval) {
		if n := len(r.threads); n > 0 {
			for _, t := range r.threads[:n-1] {
				stack = append(stack, t.CallStack()...)
			}
		}
		stack = append(stack, eval.CallStack...)
	}
	if stop := r.stopped(); stop != nil {
		e := *stop
		if !e.Pos.IsValid() {
			e.Pos, _ = innermost(stack)
			e.Stack = stack
		}
		return &e
	}
	if err == nil {
		return nil
	}
	if r.raised != nil && strings.Contains(err.Error(), r.raised.Error()) {
		return r.raised
	}
	e := &Error{Name: StarlarkError, Msg: err.Error(), Stack: stack}
	e.Pos, _ = innermost(stack)
	return e
}

// print keeps what the program prints.
func (r *run) print(_ *starlark.Thread, msg string) {
	if r.printedBytes+len(msg) > r.limits.PrintBytes {
		e := limitError("the run prints more than %d bytes", r.limits.PrintBytes)
		e.Stack = r.stack()
		e.Pos, _ = innermost(e.Stack)
		r.halt(e)
		return
	}
	r.printedBytes += len(msg)
	r.printed = append(r.printed, msg)
}

// program checks and compiles a source.
func (r *run) program(id, src string) (*starlark.Program, *Error) {
	tree, failure := strictTree(id, src)
	if failure != nil {
		return nil, failure
	}
	prog, err := starlark.FileProgram(tree, r.globals.Has)
	if err != nil {
		return nil, resolveFailure(id, err)
	}
	return prog, nil
}

// checkEnd is what can only be known when the program has run.
func (r *run) checkEnd(launch map[string]any) *Error {
	if r.book == nil {
		return &Error{Name: NoPlaybook, Msg: "the entry " + quoted(r.entry) + " must call playbook(…) once"}
	}
	if err := r.checkAfter(); err != nil {
		return err
	}
	var unknown []string
	for name := range launch {
		if !r.declared[name] {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) > 0 {
		slices.Sort(unknown)
		return &Error{Name: ParamUnknown, Argument: unknown[0], Msg: "no parameter is named " + quoted(unknown[0])}
	}
	return nil
}

// place gives an error the position where the program stands: the keyword of
// the load that is running.
func (r *run) place(e *Error) *Error {
	if !e.Pos.IsValid() {
		e.Stack = r.stack()
		e.Pos, _ = innermost(e.Stack)
	}
	return e
}

func positionIn(id string, line, col int) syntax.Position {
	return syntax.MakePosition(&id, int32(line), int32(col))
}
