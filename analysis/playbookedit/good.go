package playbookedit

import (
	"strings"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// stale is an identifier that the present tree has lost, with what it was in
// the last version that parsed (playbook.md 14.4).
type stale struct {
	name string
	span text.Span // in the present text
	// now is the present variable of that name at top level; first is nil
	// where there is none.
	now variable
	// old and ref are the last good version; nil without one. stmt is its
	// statement, chunk the present piece that has taken its place.
	old         *index
	ref         *ref
	stmt, chunk text.Span
	// words has the names of the chunk by their 1-based line.
	words map[placeOfWord][]text.Span
}

type placeOfWord struct {
	line int32
	word string
}

// stale finds the identifier at an offset that no node of the tree stands for.
func (s *session) stale(x *index, off int) (*stale, bool) {
	if x.f.Whole {
		return nil, false
	}
	if _, ok := x.at(off); ok {
		return nil, false
	}
	span, ok := nameAt(x.f.Source, off)
	if !ok {
		return nil, false
	}
	st := &stale{name: x.f.Source[span.Start:span.End], span: span}
	if isKeyword(st.name) {
		return nil, false
	}
	st.now = variable{x, x.top(st.name)}
	chunk, ok := x.f.ChunkAt(off)
	old := s.good(x.f.ID)
	if !ok || old == nil {
		return st, true
	}
	st.chunk = code(x.f.Source, chunk.Span)
	st.old = old
	if stmt := counterpart(old.f, x.f, st.chunk); stmt != nil {
		st.stmt = old.f.Span(stmt)
		st.ref = st.nearest(x.f)
	}
	return st, true
}

// code is a piece without the comments and blanks in front.
func code(src string, s text.Span) text.Span {
	for _, t := range lex(src[s.Start:s.End], s.Len()) {
		if t.kind != tokenComment {
			s.Start += t.span.Start
			break
		}
	}
	return s
}

// counterpart is the statement of the good version that a piece of the present
// one has grown from: one that begins with the same words, the nearest.
func counterpart(good, f *playbook.File, chunk text.Span) syntax.Stmt {
	line := int(f.Position(chunk.Start).Line)
	want := head(f.Source[chunk.Start:chunk.End])
	var best syntax.Stmt
	distance := 0
	for _, stmt := range good.Tree.Stmts {
		s := good.Span(stmt)
		if head(good.Source[s.Start:s.End]) != want {
			continue
		}
		d := int(good.Position(s.Start).Line) - line
		if d < 0 {
			d = -d
		}
		if best == nil || d < distance {
			best, distance = stmt, d
		}
	}
	return best
}

// head is what tells statements apart: the first two tokens.
func head(src string) string {
	toks := lex(src, min(len(src), 200))
	var parts []string
	for _, t := range toks[:min(2, len(toks))] {
		parts = append(parts, src[t.span.Start:t.span.End])
	}
	return strings.Join(parts, " ")
}

// nearest is the identifier of the good statement that stands where the cursor
// stands, moved by the difference of the lines.
func (st *stale) nearest(f *playbook.File) *ref {
	good := st.old.f
	at := f.Position(st.span.Start)
	shift := good.Position(st.stmt.Start).Line - f.Position(st.chunk.Start).Line
	var best *ref
	distance := 0
	for i := range st.old.refs {
		r := &st.old.refs[i]
		if r.id.Name != st.name || !st.stmt.Covers(r.span) {
			continue
		}
		p := good.Position(r.span.Start)
		d := abs(int(p.Line-shift-at.Line))*1000 + abs(int(p.Col-at.Col))
		if best == nil || d < distance {
			best, distance = r, d
		}
	}
	return best
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// local reports whether the variable belongs to the lost statement alone.
func (st *stale) local() bool {
	return st.ref != nil && st.ref.first != nil && st.old.global(st.name) != st.ref.first && st.old.loads[st.ref.first] == nil
}

// moved is the place in the present text of an identifier of the lost
// statement; ok is false where the text is another one there.
func (st *stale) moved(f *playbook.File, span text.Span) (text.Span, bool) {
	good := st.old.f
	p := good.Position(span.Start)
	p.Line -= good.Position(st.stmt.Start).Line - f.Position(st.chunk.Start).Line
	want := good.Source[span.Start:span.End]
	if st.words == nil {
		st.words = map[placeOfWord][]text.Span{}
		for _, t := range lex(f.Source[st.chunk.Start:st.chunk.End], st.chunk.Len()) {
			if t.kind == tokenName {
				s := t.span.Shift(st.chunk.Start)
				w := placeOfWord{f.Position(s.Start).Line, f.Source[s.Start:s.End]}
				st.words[w] = append(st.words[w], s)
			}
		}
	}
	best, distance := text.Span{}, -1
	for _, s := range st.words[placeOfWord{p.Line, want}] {
		q := f.Position(s.Start)
		if d := abs(int(q.Col - p.Col)); distance < 0 || d < distance {
			best, distance = s, d
		}
	}
	return best, distance >= 0
}

// places are the present places of the variable inside of the lost piece.
func (st *stale) places(f *playbook.File) []text.Span {
	if st.ref == nil || st.ref.first == nil {
		return []text.Span{st.span}
	}
	var out []text.Span
	for _, r := range st.old.uses(st.ref.first) {
		if !st.stmt.Covers(r.span) {
			continue
		}
		if s, ok := st.moved(f, r.span); ok {
			out = append(out, s)
		}
	}
	return append(out, st.span)
}

// binding is where a name that the tree does not bind is given its value, seen
// from the tokens alone: at the first column, before = or behind def.
func binding(src, name string) (text.Span, bool) {
	toks := lex(src, len(src))
	for i, t := range toks {
		switch {
		case t.kind != tokenName || src[t.span.Start:t.span.End] != name:
		case i > 0 && toks[i-1].first && src[toks[i-1].span.Start:toks[i-1].span.End] == "def":
			return t.span, true
		case t.first && i+1 < len(toks) && src[toks[i+1].span.Start:toks[i+1].span.End] == "=":
			return t.span, true
		}
	}
	return text.Span{}, false
}
