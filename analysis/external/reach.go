package external

import "go.starlark.net/syntax"

// scopeOf is the def or lambda around a node; nil at top level.
func scopeOf(m *module, n syntax.Node) syntax.Node {
	for p := m.parent(n); p != nil; p = m.parent(p) {
		switch p.(type) {
		case *syntax.DefStmt, *syntax.LambdaExpr:
			return p
		}
	}
	return nil
}

// reaching lists the places that may have given a variable the value that it
// has at node: within one function what comes before, without what a later
// assignment on the same path has replaced, and what a loop carries over. All
// of them where the function is another one, since it may run at any time.
func (t *moves) reaching(m *module, node syntax.Node, first *syntax.Ident) []*source {
	all := t.sources[first]
	if len(all) < 2 {
		return all
	}
	scope, use := scopeOf(m, node), m.file.Span(node).Start
	var last *source
	for _, s := range all {
		if s.mod != m || ownScope(s) != scope {
			return all
		}
		if s.kind == fromClause {
			return all
		}
		if s.end() <= use && t.governs(s, node) && (last == nil || s.end() >= last.end()) {
			last = s
		}
	}
	var out []*source
	for _, s := range all {
		switch {
		case s == last:
			out = append(out, s)
		case s.end() <= use:
			if last == nil || s.end() > last.end() {
				out = append(out, s)
			}
		case carried(m, s, node, last):
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		return all
	}
	return out
}

// ownScope is the function that a source's variable belongs to.
func ownScope(s *source) syntax.Node {
	if s.kind == fromCall {
		return s.fn.node
	}
	return scopeOf(s.mod, s.stmt)
}

// end is the offset from which the value is there.
func (s *source) end() int {
	switch n := s.stmt.(type) {
	case *syntax.ForStmt:
		return s.mod.file.Span(n.X).End
	case *syntax.DefStmt, *syntax.LambdaExpr:
		return s.mod.file.Span(n).Start
	}
	return s.mod.file.Span(s.stmt).End
}

// governs reports whether who comes to node has been at the source before, in
// this round of every loop around both.
func (t *moves) governs(s *source, node syntax.Node) bool {
	switch s.stmt.(type) {
	case *syntax.DefStmt, *syntax.LambdaExpr, *syntax.ForStmt:
		return inside(s.mod, node, s.stmt)
	}
	block := s.mod.parent(s.stmt)
	at := node
	for p := s.mod.parent(at); p != nil; at, p = p, s.mod.parent(p) {
		if p != block {
			continue
		}
		if branch, ok := p.(*syntax.IfStmt); ok {
			return inList(branch.True, s.stmt) == inList(branch.True, at)
		}
		return true
	}
	return false
}

func inList(list []syntax.Stmt, n syntax.Node) bool {
	for _, s := range list {
		if s == n {
			return true
		}
	}
	return false
}

// inside reports whether a node lies in another one.
func inside(m *module, n, outer syntax.Node) bool {
	for p := m.parent(n); p != nil; p = m.parent(p) {
		if p == outer {
			return true
		}
	}
	return false
}

// carried reports whether a later source may reach node in the next round of a
// loop around both, past what governs node.
func carried(m *module, s *source, node syntax.Node, last *source) bool {
	for p := m.parent(s.stmt); p != nil; p = m.parent(p) {
		if _, ok := p.(*syntax.ForStmt); !ok || !inside(m, node, p) {
			continue
		}
		if last == nil || last.stmt != p && !inside(m, last.stmt, p) {
			return true
		}
	}
	return false
}
