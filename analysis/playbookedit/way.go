package playbookedit

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/analysis/external"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
)

// Bounds of what a hover shows of ways. Of a longer one the beginning and the
// end stay.
const (
	shownWays  = 3
	shownSteps = 12
)

// ways says how the text in the value of a name came there, for each
// parameter; "" where there is nothing to say.
func (s *session) ways(x *index, name *syntax.Ident) string {
	var out []string
	more := 0
	for _, r := range s.Results(x.f.ID) {
		for _, w := range r.Ways(x.f.ID, x.spanOf(name).Start) {
			md := s.way(x.f.ID, w)
			switch {
			case slices.Contains(out, md):
			case len(out) == shownWays:
				more++
			default:
				out = append(out, md)
			}
		}
	}
	if more > 0 {
		out = append(out, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(out, "\n\n")
}

// way is one way as a list, seen from a file.
func (s *session) way(from string, w external.Way) string {
	var b strings.Builder
	switch {
	case w.Param != "":
		b.WriteString("the way of " + finding.Quote(w.Param) + ":\n")
	case len(w.Steps) > 0 && strings.HasPrefix(w.Steps[0].Text, "converted"):
		b.WriteString("the way of the placeholder:\n")
	default:
		b.WriteString("the way it came:\n")
	}
	for i, step := range w.Steps {
		if left := len(w.Steps) - shownSteps; left > 1 && i >= shownSteps/2 && i < shownSteps/2+left {
			if i == shownSteps/2 {
				fmt.Fprintf(&b, "\n- … %d more steps", left)
			}
			continue
		}
		b.WriteString("\n- ")
		if step.ID != from {
			b.WriteString(finding.Quote(step.ID) + ", ")
		}
		fmt.Fprintf(&b, "line %d: %s", s.line(Location{step.ID, step.Span}), step.Text)
	}
	return b.String()
}

// pieces is words with the number of plain pieces that joined text has, where
// all runs agree on it.
func (s *session) pieces(x *index, name *syntax.Ident, words string) string {
	const joined = "joined text"
	rest, ok := strings.CutPrefix(words, joined+",")
	if !ok {
		return words
	}
	count := -1
	for _, r := range s.Results(x.f.ID) {
		n, ok := r.Pieces(x.f.ID, x.spanOf(name).Start)
		if !ok || count >= 0 && n != count {
			return words
		}
		count = n
	}
	switch count {
	case -1, 0:
		return words
	case 1:
		return joined + ": 1 plain piece," + rest
	}
	return fmt.Sprintf("%s: %d plain pieces,%s", joined, count, rest)
}

// Inflow is a place that external text comes to.
type Inflow struct {
	Location
	// Target names it, with text from files in backticks.
	Target string
	Ways   []external.Way
}

// Flow lists how external text came to the name at an offset, or for a
// negative offset to the arguments of constructors in all that runs together
// with the file, and gives the same as text.
func Flow(src Source, id string, off int) (list []Inflow, markdown string) {
	s := newSession(src)
	x := s.index(id)
	if x == nil {
		return nil, ""
	}
	if off >= 0 {
		r, ok := x.at(off)
		if !ok {
			return nil, "There is no name here."
		}
		in := Inflow{Location: Location{id, r.span}, Target: finding.Quote(r.id.Name)}
		for _, res := range s.Results(id) {
			in.Ways = append(in.Ways, res.Ways(id, r.span.Start)...)
		}
		if len(in.Ways) > 0 {
			list = append(list, in)
		}
	} else {
		seen := map[Location]bool{}
		for _, res := range s.Results(id) {
			for _, u := range res.Uses() {
				at := Location{u.ID, u.Span}
				if !seen[at] {
					seen[at] = true
					list = append(list, Inflow{at, u.Ctor + "(" + finding.Quote(u.Arg) + ")", u.Ways})
				}
			}
		}
	}
	var b strings.Builder
	for _, in := range list {
		if b.Len() > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(in.Target)
		if in.ID != id {
			b.WriteString(" in " + finding.Quote(in.ID))
		}
		fmt.Fprintf(&b, ", line %d", s.line(in.Location))
		for _, w := range in.Ways {
			b.WriteString("\n\n" + s.way(id, w))
		}
	}
	if len(list) == 0 {
		b.WriteString("No external text comes here.")
	}
	return list, b.String()
}
