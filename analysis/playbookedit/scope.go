package playbookedit

import (
	"slices"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// visible is a name that may be used at a place.
type visible struct {
	name  string
	first *syntax.Ident
	local bool // of a function or a comprehension
}

// scope lists the names that the file binds and that may be used at an offset,
// the nearest first, each once. What is bound at top level behind the offset
// counts only inside of functions, which may run later.
func (x *index) scope(off int) []visible {
	var out []visible
	seen := map[string]bool{}
	add := func(list []*resolve.Binding, local, before bool, comps map[*syntax.Ident]text.Span) {
		for _, b := range list {
			if b.First == nil || seen[b.First.Name] {
				continue
			}
			if s, ok := comps[b.First]; ok && (off < s.Start || off > s.End) {
				continue
			}
			if before && x.f.Offset(b.First.NamePos) >= off {
				continue
			}
			seen[b.First.Name] = true
			out = append(out, visible{b.First.Name, b.First, local})
		}
	}
	comps := x.comps()
	fns := x.functionsAt(off)
	for _, fn := range slices.Backward(fns) {
		add(fn.Locals, true, false, comps)
	}
	if m, ok := x.f.Tree.Module.(*resolve.Module); ok && m != nil {
		// What loads and comprehensions bind is local to the file.
		add(m.Locals, false, len(fns) == 0, comps)
		add(m.Globals, false, len(fns) == 0, comps)
	}
	return out
}

// comprehensions has the place of the comprehension for each variable that is
// visible only in one.
func (x *index) comprehensions() map[*syntax.Ident]text.Span {
	out := map[*syntax.Ident]text.Span{}
	syntax.Walk(x.f.Tree, func(n syntax.Node) bool {
		c, ok := n.(*syntax.Comprehension)
		if !ok {
			return true
		}
		span := x.f.Span(c)
		for _, clause := range c.Clauses {
			if f, ok := clause.(*syntax.ForClause); ok {
				syntax.Walk(f.Vars, func(n syntax.Node) bool {
					if id, ok := n.(*syntax.Ident); ok {
						if first, _ := firstOf(id); first != nil {
							out[first] = span
						}
					}
					return true
				})
			}
		}
		return true
	})
	return out
}

// functionsAt are the functions around an offset, outermost first. A line that
// is indented deeper than a def that ends before it counts as inside, since
// the def's next statement may be typed there.
func (x *index) functionsAt(off int) []*resolve.Function {
	var out []*resolve.Function
	column := indent(x.f.Source, off)
	syntax.Walk(x.f.Tree, func(n syntax.Node) bool {
		var fn any
		switch n := n.(type) {
		case nil, *syntax.File:
			return true
		case *syntax.DefStmt:
			s := x.f.Span(n)
			s.End = x.suite(s, indent(x.f.Source, s.Start))
			if off > s.Start && off <= s.End && (column > indent(x.f.Source, s.Start) || off <= x.f.Span(n).End) {
				fn = n.Function
			}
		case *syntax.LambdaExpr:
			if s := x.f.Span(n); s.Start <= off && off <= s.End {
				fn = n.Function
			}
		case *syntax.IfStmt, *syntax.ForStmt:
			// A def in it may go on behind it.
		default:
			if s := x.f.Span(n); off < s.Start || off > s.End {
				return false
			}
		}
		if f, ok := fn.(*resolve.Function); ok && f != nil {
			out = append(out, f)
		}
		return true
	})
	return out
}

// suite is the end of the lines behind a def that are blank, comments, or
// indented deeper than it.
func (x *index) suite(s text.Span, column int) int {
	end := s.End
	for end < len(x.f.Source) {
		next := lineEnd(x.f.Source, end)
		for next < len(x.f.Source) && (x.f.Source[next] == '\r' || x.f.Source[next] == '\n') {
			next++
			break
		}
		line := x.f.Source[next:lineEnd(x.f.Source, next)]
		n := blanks(line)
		if n < len(line) && n <= column && line[n] != '#' || next == end {
			return end
		}
		end = next + len(line)
		if next+len(line) >= len(x.f.Source) {
			return len(x.f.Source)
		}
	}
	return end
}

// indent is the width of the blanks that begin the line of an offset, up to it.
func indent(src string, off int) int {
	start := off
	for start > 0 && src[start-1] != '\n' && src[start-1] != '\r' {
		start--
	}
	return blanks(src[start:off])
}

func blanks(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] != ' ' && s[i] != '\t' {
			return i
		}
	}
	return len(s)
}
