package external

import (
	"slices"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// topStmt is a statement of a file's top level.
type topStmt struct {
	stmt syntax.Stmt
	span text.Span
}

// fileIndex is what fixes and names look up in a file, made when it is first
// asked for.
type fileIndex struct {
	top     []topStmt
	parents map[syntax.Node]syntax.Node
	uses    map[syntax.Node]int // of bindings, keyed by their first identifier
	bound   map[string]bool     // names of the top level
}

// index makes the index of a file.
func (m *module) index() *fileIndex {
	m.once.Do(func() {
		x := &fileIndex{parents: map[syntax.Node]syntax.Node{}, uses: map[syntax.Node]int{}, bound: map[string]bool{}}
		for _, s := range m.file.Tree.Stmts {
			x.top = append(x.top, topStmt{s, m.file.Span(s)})
		}
		var stack []syntax.Node
		syntax.Walk(m.file.Tree, func(n syntax.Node) bool {
			if n == nil {
				stack = stack[:len(stack)-1]
				return true
			}
			if len(stack) > 0 {
				x.parents[n] = stack[len(stack)-1]
			}
			stack = append(stack, n)
			if id, ok := n.(*syntax.Ident); ok {
				if b, ok := id.Binding.(*resolve.Binding); ok && b.First != nil {
					x.uses[b.First]++
				}
			}
			return true
		})
		if m.res != nil {
			for _, list := range [][]*resolve.Binding{m.res.Globals, m.res.Locals} {
				for _, b := range list {
					if b.First != nil {
						x.bound[b.First.Name] = true
					}
				}
			}
		}
		m.indexed = x
	})
	return m.indexed
}

func (m *module) topLevel() []topStmt { return m.index().top }

// parent is the node that a node is a part of.
func (m *module) parent(n syntax.Node) syntax.Node { return m.index().parents[n] }

// stillParses reports whether a file that parses whole does so after an edit,
// which node holds. Only what is around the edit is parsed again: a file may
// have thousands of fixes.
func (m *module) stillParses(edit text.Edit, node syntax.Node) bool {
	if len(m.file.Source)-edit.Span.Len()+len(edit.New) > playbook.MaxSourceBytes {
		return false
	}
	span, ok := m.statements(edit.Span)
	if !ok {
		span = text.Span{Start: 0, End: len(m.file.Source)}
	}
	if span.Len() > largeStatement {
		if parses, known := m.elementParses(edit, node); known {
			return parses
		}
	}
	return playbook.Parse(m.id, []byte(m.edited(span, edit))).Whole
}

// largeStatement is the size in bytes from which a statement is not parsed
// again as a whole.
const largeStatement = 4 << 10

// edited is the text at span after an edit within it.
func (m *module) edited(span text.Span, edit text.Edit) string {
	src := m.file.Source
	return src[span.Start:edit.Span.Start] + edit.New + src[edit.Span.End:span.End]
}

// statements is the lines of the top-level statements that an edit lies in: a
// text that parses alone and ends a line parses in their place.
func (m *module) statements(edit text.Span) (span text.Span, ok bool) {
	list, src := m.topLevel(), m.file.Source
	i, found := slices.BinarySearchFunc(list, edit.Start, func(s topStmt, off int) int { return s.span.Start - off })
	if !found {
		i--
	}
	if i < 0 || edit.End > list[i].span.End {
		return span, false
	}
	span = list[i].span
	for j := i; j >= 0 && list[j].span.End > span.Start; j-- {
		// Statements with a semicolon between them share a line.
		span.Start = strings.LastIndexAny(src[:list[j].span.Start], "\r\n") + 1
	}
	for j := i; j < len(list) && list[j].span.Start <= span.End; j++ {
		span.End = len(src)
		if n := strings.IndexAny(src[list[j].span.End:], "\r\n"); n >= 0 {
			span.End = list[j].span.End + n
		}
	}
	return span, true
}

// elementParses is stillParses for an edit in an element of a display or in an
// argument: it is one still if it is one before another in brackets. known is false where
// the edit lies in none.
func (m *module) elementParses(edit text.Edit, node syntax.Node) (parses, known bool) {
	for ; node != nil; node = m.parent(node) {
		e, ok := node.(syntax.Expr)
		if !ok {
			return false, false
		}
		span := m.file.Span(e)
		if !span.Covers(edit.Span) {
			continue
		}
		opening, closing := "", ""
		switch p := m.parent(e).(type) {
		case *syntax.ListExpr:
			opening, closing = "[", "\n, _]"
		case *syntax.DictExpr:
			opening, closing = "{", "\n, _: _}"
		case *syntax.CallExpr:
			if p.Fn == e {
				continue
			}
			opening, closing = "_(", "\n, **_)"
		default:
			continue
		}
		f := playbook.Parse(m.id, []byte(opening+m.edited(span, edit)+closing))
		return f.Whole && sameElement(f.Tree, e), true
	}
	return false, false
}

// sameElement reports whether a tree is one display or call with one element
// before the last, which is of the sort that e is.
func sameElement(tree *syntax.File, e syntax.Expr) bool {
	if len(tree.Stmts) != 1 {
		return false
	}
	s, ok := tree.Stmts[0].(*syntax.ExprStmt)
	if !ok {
		return false
	}
	var list []syntax.Expr
	switch x := s.X.(type) {
	case *syntax.ListExpr:
		list = x.List
	case *syntax.DictExpr:
		list = x.List
	case *syntax.CallExpr:
		list = x.Args
	}
	return len(list) == 2 && isKeyword(list[0]) == isKeyword(e) && isStarred(list[0]) == isStarred(e)
}
