package external

import (
	"cmp"
	"slices"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Bounds of a way: how many parameters one value is followed back to, and how
// much is looked at for each.
const (
	maxWays   = 4
	maxLooked = 10_000
)

// Step is one thing that happened to a value on its way.
type Step struct {
	// Text says what, as the rest of a sentence about the value; text from
	// files in it is quoted.
	Text string
	ID   string // of the file
	Span text.Span
}

// Way is how text came from a parameter to a place (playbook.md 13.1).
type Way struct {
	// Param is the name of the parameter; "" where it is computed, and for
	// the placeholder of a conversion.
	Param string
	// Steps begin with the param call, or with the conversion. They are the
	// fewest that lead to the place; of several ways with as few steps it is
	// always the same one.
	Steps []Step
}

// Ways gives the way from each parameter whose text the innermost expression
// at a byte offset of a file may hold, at most maxWays, by the names of the
// parameters; without any, the ways of the placeholders in it. It looks for
// them among what the analysis found anyway, so that only who asks pays.
func (r *Result) Ways(id string, offset int) []Way {
	m := r.run.mods[id]
	if m == nil {
		return nil
	}
	e := r.innermost(m, offset)
	if e == nil {
		return nil
	}
	return r.tracer().ways(m, e)
}

// Use is an argument of a constructor that gets external text.
type Use struct {
	Ctor, Arg string
	ID        string
	Span      text.Span // of the argument's value
	Ways      []Way
}

// Uses lists where external text goes: the arguments of constructors that hold
// some, by file in the order of reading and by place.
func (r *Result) Uses() []Use {
	var out []Use
	var t *tracer
	for _, m := range r.run.order {
		syntax.Walk(m.file.Tree, func(n syntax.Node) bool {
			call, ok := n.(*syntax.CallExpr)
			if !ok {
				return true
			}
			name := constructorOf(r.run.known()[call.Fn])
			if name == "" || name == "param" || name == "concat" {
				return true
			}
			for i, a := range call.Args {
				arg := ""
				if key, val := keywordOf(a); key != nil {
					arg, a = key.Name, val
				} else if i == 0 {
					arg = signatures[name].Args[0].Name
				}
				if t == nil {
					t = r.tracer()
				}
				if ways := t.ways(m, a); len(ways) > 0 {
					out = append(out, Use{name, arg, m.id, m.file.Span(a), ways})
				}
			}
			return true
		})
	}
	return out
}

// constructorOf is the constructor that a value is and nothing else; "" where
// it is none.
func constructorOf(v *Value) string {
	if v == nil || len(v.callees) != 1 || v.callees[0].fn != nil || v.callees[0].recvKind != 0 {
		return ""
	}
	name := v.callees[0].name
	if _, ok := signatures[name]; !ok {
		return ""
	}
	return name
}

// label is what a search follows: a parameter's text or the placeholder of a
// conversion.
type label struct {
	conversion bool
	id         uint32
}

// ways finds the way of everything that e may hold.
func (t *tracer) ways(m *module, e syntax.Expr) []Way {
	v := t.it.known()[e]
	if v == nil {
		return nil
	}
	origins, conv := t.inside(v)
	type target struct {
		label
		name string
	}
	var list []target
	origins.each(func(id uint32, _ struct{}) bool {
		list = append(list, target{label{id: id}, t.it.reports.origins[id].name})
		return true
	})
	if len(list) == 0 {
		conv.each(func(id uint32, _ struct{}) bool {
			list = append(list, target{label{conversion: true, id: id}, ""})
			return true
		})
	}
	slices.SortFunc(list, func(a, b target) int { return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.id, b.id)) })
	var out []Way
	for _, x := range list {
		if len(out) == maxWays {
			break
		}
		if steps := t.search(m, e, x.label); len(steps) > 0 {
			out = append(out, Way{x.name, steps})
		}
	}
	return out
}

// joining says whether a way may, must or must not join text on the part that
// is still to be found.
type joining uint8

const (
	mayJoin joining = iota
	mustJoin
	neverJoins
)

// point is a place on a way, as a search sees it from behind: the value of an
// expression, or what an augmented assignment leaves.
type point struct {
	node  syntax.Node
	stack *callStack // calls that the way has gone into, from behind
	sel   *selector  // which part of the value is meant; nil for any
	join  joining
}

// visit is a point that a search has come to.
type visit struct {
	point
	mod  *module
	next int // index of the visit that it leads to; -1 for the target
	// step is what happened on the way to next, then what happened after it.
	step, then Step
}

// search finds the fewest steps to e, nil where there are none.
func (t *tracer) search(m *module, e syntax.Expr, l label) []Step {
	t.label = l
	clear(t.holding)
	start := visit{point: point{node: e}, mod: m, next: -1}
	if v := t.it.known()[e]; !l.conversion && v.has(kExt) {
		start.join = neverJoins
		if v.joined {
			start.join = mustJoin
		}
	}
	join := start.join
	var converted *ids
	for _, t.loose = range []bool{false, true} {
		for _, start.join = range []joining{join, mayJoin} {
			if steps := t.searchFrom(start); steps != nil {
				return steps
			}
			if start.join == mayJoin {
				break
			}
		}
		// concat counts a converted part as the text itself.
		if !l.conversion && converted == nil {
			converted = t.conversionsOf(l.id)
		}
		if converted != nil {
			t.within(converted)
			steps := t.searchFrom(start)
			if t.within(nil); steps != nil {
				return steps
			}
		}
	}
	return nil
}

// within lets holds take the placeholders of conversions for the text that was
// converted.
func (t *tracer) within(conversions *ids) {
	t.converted = conversions
	clear(t.holding)
}

// conversionsOf are the conversions of a parameter's text.
func (t *tracer) conversionsOf(origin uint32) *ids {
	var out *ids
	for _, c := range t.it.reports.convs {
		if _, ok := c.params.get(origin); ok {
			out = out.with(c.id, struct{}{})
		}
	}
	return out
}

// searchFrom goes back in the order of the number of steps.
func (t *tracer) searchFrom(start visit) []Step {
	visits := []visit{start}
	now, later := []int{0}, []int(nil)
	seen := map[point]bool{}
	for len(now) > 0 {
		for i := 0; i < len(now); i++ {
			at := now[i]
			v := visits[at]
			if seen[v.point] {
				continue
			}
			seen[v.point] = true
			if first, ok := t.begins(v); ok {
				return path(visits, at, first)
			}
			if len(visits) > maxLooked {
				return nil
			}
			for _, w := range t.back(v) {
				w.next = at
				visits = append(visits, w)
				if w.step.Text == "" {
					now = append(now, len(visits)-1)
				} else {
					later = append(later, len(visits)-1)
				}
			}
		}
		now, later = later, now[:0]
	}
	return nil
}

// path collects the steps from a visit to the target.
func path(visits []visit, at int, first Step) []Step {
	out := []Step{first}
	for ; at >= 0; at = visits[at].next {
		for _, s := range []Step{visits[at].step, visits[at].then} {
			// What is joined twice in one expression is said once.
			if last := out[len(out)-1]; s.Text != "" && (s.Text != last.Text || s.ID != last.ID || !s.Span.Covers(last.Span)) {
				out = append(out, s)
			}
		}
	}
	return out
}

// begins reports whether a way begins at a point, with its first step.
func (t *tracer) begins(v visit) (Step, bool) {
	if t.label.conversion {
		c := t.it.reports.convs[t.label.id]
		if v.node != c.node {
			return Step{}, false
		}
		return step(v.mod, v.node, "converted by "+finding.Quote(c.op)+", which leaves the placeholder only"), true
	}
	o := t.it.reports.origins[t.label.id]
	if v.node != o.node || v.join == mustJoin {
		return Step{}, false
	}
	words := "supplied at launch"
	if o.name != "" {
		words += " as parameter " + finding.Quote(o.name)
	}
	return step(v.mod, v.node, words), true
}

func step(m *module, n syntax.Node, words string) Step {
	return Step{words, m.id, m.file.Span(n)}
}
