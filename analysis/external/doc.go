// Package external says where a playbook turns external text into a string,
// asks it for methods, compares it or puts it where only the author's words
// may stand, before the playbook is ever run (playbook.md 10 to 12).
//
// Analyze is an abstract interpreter. It walks the resolved files in execution
// order, entry first, executes the body of a function once per call with the
// abstract arguments at hand, and keeps for every variable and every object a
// set of possibilities. When that becomes too much work it starts again in a
// coarse mode that always ends and is never silent (10.8); where that would take
// many rounds, too, all values are one (flood.go).
//
// The parts, in reading order:
//
//   - analyze.go: the entry points, and how the findings of entries unite.
//   - value.go, join.go, heap.go, state.go, tree.go: what is known about values and
//     objects, and how two paths meet. All of it is immutable and compared by
//     pointer first, so that arms share what they did not touch (10.9).
//   - interp.go, memory.go, stmt.go, loop.go, expr.go, assign.go, narrow.go: control flow.
//   - call.go, bind.go, memo.go, coarse.go, flood.go: calls and what bounds them.
//   - kept.go, keptmatch.go: calls of earlier analyses, which an edit elsewhere
//     lets be.
//   - operator.go, builtin.go, method.go, format.go, compare.go: transfer
//     functions (10.6).
//   - construct.go, nodes.go: the constructors (10.7).
//   - codes.go, report.go, finish.go, message.go: findings.
//   - syntactic.go, names.go: rules that need no interpreter.
//   - fix.go, chain.go, comment.go, recheck.go, near.go: quick fixes (12).
//   - view.go: what an entry saw of a module, so that a change in the rest of it
//     lets the entry be.
//   - info.go: what the editor shows; way.go, tracer.go, back.go, reach.go,
//     pieces.go: how a value came there, found out afterwards and only for who
//     asks.
//
// Nothing here writes or looks anywhere but through Workspace.
package external
