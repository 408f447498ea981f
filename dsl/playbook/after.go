package playbook

import (
	"strconv"
)

// checkAfter refuses names of nodes that do not exist, and nodes that wait for
// each other in a circle, at the node that closes it, walking depth first in
// the order in which they were made (playbook.md 3.3).
func (r *run) checkAfter() *Error {
	for _, n := range r.nodes {
		for i, name := range n.after {
			if r.named[name] == nil {
				e := n.fail(UnknownStep, "no node is named "+quoted(name))
				e.Argument = afterPath(i)
				return e
			}
		}
	}
	// A node has a start and an end. Its start waits for the ends of what it
	// comes after, and for the start of the parallel around it; its end waits
	// for its start, and for the ends of the nodes in it.
	around := map[*node]*node{}
	var place func(n *node)
	place = func(n *node) {
		for _, m := range n.steps {
			around[m] = n
			place(m)
		}
	}
	for _, n := range r.book.steps {
		place(n)
	}
	w := waiting{named: r.named, around: around, state: map[event]int{}}
	for _, n := range r.nodes {
		if err := w.visit(event{n, true}); err != nil {
			return err
		}
	}
	return nil
}

func afterPath(i int) string { return "after[" + strconv.Itoa(i) + "]" }

type event struct {
	n   *node
	end bool
}

type waiting struct {
	named  map[string]*node
	around map[*node]*node
	state  map[event]int // 1 while it is being walked, 2 when it is done
	// held is the latest after that was followed, for circles that close at
	// an edge that no after holds.
	held []*Error
}

func (w *waiting) visit(e event) *Error {
	switch w.state[e] {
	case 1:
		return w.held[len(w.held)-1]
	case 2:
		return nil
	}
	w.state[e] = 1
	var err *Error
	if e.end {
		err = w.visit(event{e.n, false})
		for _, m := range e.n.steps {
			if err == nil {
				err = w.visit(event{m, true})
			}
		}
	} else {
		if p := w.around[e.n]; p != nil {
			err = w.visit(event{p, false})
		}
		for i, name := range e.n.after {
			if err != nil {
				break
			}
			circle := e.n.fail(StepCycle, "the node "+quoted(e.n.name)+" waits for itself through "+quoted(name))
			circle.Argument = afterPath(i)
			w.held = append(w.held, circle)
			err = w.visit(event{w.named[name], true})
			w.held = w.held[:len(w.held)-1]
		}
	}
	w.state[e] = 2
	return err
}
