package playbookedit

import (
	"slices"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/analysis/outline"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Folds are the parts of a file that can be folded: defs and other suites,
// calls and displays over several lines, runs of loads, and comments over
// several lines. Each begins on a line of its own.
func Folds(src Source, id string) []outline.Fold {
	s := newSession(src)
	x := s.index(id)
	if x == nil {
		return nil
	}
	var out []outline.Fold
	add := func(span text.Span, kind outline.FoldKind) { out = append(out, outline.Fold{Span: span, Kind: kind}) }
	syntax.Walk(x.f.Tree, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.DefStmt, *syntax.IfStmt, *syntax.ForStmt, *syntax.CallExpr, *syntax.ListExpr, *syntax.DictExpr,
			*syntax.Comprehension, *syntax.ParenExpr, *syntax.TupleExpr, *syntax.LoadStmt:
			add(x.f.Span(n), outline.Region)
		case *syntax.Literal:
			add(x.f.Span(n), outline.Region)
		}
		return true
	})
	for _, run := range loadRuns(x) {
		add(run, outline.Imports)
	}
	for _, run := range commentRuns(x.f.Source) {
		add(run, outline.Comment)
	}
	line := func(off int) int { return int(x.f.Position(off).Line) }
	out = slices.DeleteFunc(out, func(f outline.Fold) bool { return line(f.Span.Start) == line(f.Span.End) })
	slices.SortStableFunc(out, func(a, b outline.Fold) int {
		if a.Span.Start != b.Span.Start {
			return a.Span.Start - b.Span.Start
		}
		return b.Span.End - a.Span.End
	})
	last := -1
	return slices.DeleteFunc(out, func(f outline.Fold) bool {
		first := line(f.Span.Start) == last
		last = line(f.Span.Start)
		return first
	})
}

// loadRuns are loads that follow one another.
func loadRuns(x *index) []text.Span {
	var out []text.Span
	open := false
	for _, stmt := range x.f.Tree.Stmts {
		_, isLoad := stmt.(*syntax.LoadStmt)
		span := x.f.Span(stmt)
		switch {
		case isLoad && open:
			out[len(out)-1].End = span.End
		case isLoad:
			out = append(out, span)
		}
		open = isLoad
	}
	return out
}

// commentRuns are comments on lines of their own that follow one another.
func commentRuns(src string) []text.Span {
	var out []text.Span
	end := -1 // of the last comment that may be continued
	for _, t := range lex(src, len(src)) {
		start := t.span.Start
		for start > 0 && (src[start-1] == ' ' || src[start-1] == '\t') {
			start--
		}
		own := start == 0 || src[start-1] == '\n' || src[start-1] == '\r'
		switch {
		case t.kind != tokenComment || !own:
			end = -1
			continue
		case end >= 0 && breaks(src[end:start]) == 1:
			out[len(out)-1].End = t.span.End
		default:
			out = append(out, t.span)
		}
		end = t.span.End
	}
	return out
}

// breaks counts line ends.
func breaks(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] == '\n' || s[i] == '\r' && (i+1 == len(s) || s[i+1] != '\n') {
			n++
		}
	}
	return n
}

// Selection are the spans to which a selection at an offset grows, the
// smallest first: the word or the string's text, then node by node, the file
// last. Each holds the one before.
func Selection(src Source, id string, off int) []text.Span {
	s := newSession(src)
	x := s.index(id)
	if x == nil {
		return nil
	}
	off = min(max(off, 0), len(x.f.Source))
	all := []text.Span{{Start: 0, End: len(x.f.Source)}}
	add := func(span text.Span) {
		if last := all[len(all)-1]; last != span && last.Covers(span) && span.Contains(off) {
			all = append(all, span)
		}
	}
	if chunk, ok := x.f.ChunkAt(off); ok {
		add(chunk.Span)
	}
	for _, n := range pathAt(x.f, off) {
		add(x.f.Span(n))
		if call, ok := n.(*syntax.CallExpr); ok {
			add(text.Span{Start: x.f.Offset(call.Lparen) + 1, End: x.f.Offset(call.Rparen)})
		}
	}
	for _, t := range lex(x.f.Source, lineEnd(x.f.Source, off)) {
		if !t.span.Contains(off) {
			continue
		}
		switch t.kind {
		case tokenString:
			add(t.span)
			if !t.open {
				add(t.inner)
			}
		case tokenName, tokenNumber, tokenComment:
			add(t.span)
		}
	}
	slices.Reverse(all)
	return all
}
