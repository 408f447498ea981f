package external

import (
	"math/bits"
	"slices"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/spell"
)

// speller finds the names nearest to misspelt ones. A file may misspell
// thousands: names whose letters differ too much are passed over unmeasured,
// and a word is looked up once.
type speller struct {
	names   []string
	letters []uint64
	known   map[string]*nearest
}

// nearest are the names nearest to a word among the first seen.
type nearest struct {
	names    []string
	distance int
	seen     int
}

func newSpeller(names []string) *speller {
	s := &speller{names: names, letters: make([]uint64, len(names)), known: map[string]*nearest{}}
	for i, n := range names {
		s.letters[i] = lettersOf(n)
	}
	return s
}

// closest is spell.Closest among the first n names.
func (s *speller) closest(word string, n int) (names []string, distance int) {
	w := s.known[word]
	if w == nil || w.seen > n {
		w = &nearest{distance: -1}
		s.known[word] = w
	}
	if w.seen < n {
		mine := lettersOf(word)
		list := slices.Clone(w.names)
		for i := w.seen; i < n; i++ {
			if mayBeNear(mine, s.letters[i]) {
				list = append(list, s.names[i])
			}
		}
		if len(list) > len(w.names) {
			w.names, w.distance = spell.Closest(word, list)
		}
		w.seen = n
	}
	return w.names, w.distance
}

// closer is the nearer of two answers for one word, both where they are
// equally near.
func closer(a []string, da int, b []string, db int) ([]string, int) {
	switch {
	case len(a) == 0 || len(b) > 0 && db < da:
		return b, db
	case len(b) == 0 || da < db:
		return a, da
	}
	both := slices.Concat(a, b)
	slices.Sort(both)
	return slices.Compact(both), da
}

// manyLetters stands for a name that is not compared by its letters.
const manyLetters = ^uint64(0)

// lettersOf is which letters and digits an ASCII name has, whatever their case.
func lettersOf(name string) uint64 {
	set := uint64(0)
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case c >= 0x80:
			return manyLetters
		case c >= '0' && c <= '9':
			set |= 1 << (c - '0')
		default:
			set |= 1 << (10 + c&0x1f)
		}
	}
	return set
}

// mayBeNear is false for names that are more than two edits apart: an edit
// takes a letter away and brings another one.
func mayBeNear(a, b uint64) bool {
	return a == manyLetters || b == manyLetters || bits.OnesCount64(a^b) <= 4
}

// scopes are the names of a file by where they may be used.
type scopes struct {
	globals *speller // in the order of their first binding
	offsets []int    // of these
	always  *speller
}

func newScopes(m *module, always []string) *scopes {
	type bound struct {
		name string
		off  int
	}
	var list []bound
	if m.res != nil {
		for _, of := range [][]*resolve.Binding{m.res.Globals, m.res.Locals} {
			for _, b := range of {
				if b.First != nil {
					list = append(list, bound{b.First.Name, m.file.Offset(b.First.NamePos)})
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b bound) int { return a.off - b.off })
	s := &scopes{always: newSpeller(always)}
	names := make([]string, len(list))
	for i, b := range list {
		names[i] = b.name
		s.offsets = append(s.offsets, b.off)
	}
	s.globals = newSpeller(names)
	return s
}

// closest is spell.Closest among the names that may be used at an offset.
func (s *scopes) closest(m *module, word string, off int) (names []string, distance int) {
	n := len(s.offsets)
	var local []string
	functions := m.functionsAt(off)
	for _, fn := range functions {
		for _, b := range fn.Locals {
			if b.First != nil {
				local = append(local, b.First.Name)
			}
		}
	}
	if len(functions) == 0 {
		n, _ = slices.BinarySearch(s.offsets, off)
	}
	names, distance = s.always.closest(word, len(s.always.names))
	more, d := s.globals.closest(word, n)
	names, distance = closer(names, distance, more, d)
	more, d = spell.Closest(word, local)
	return closer(names, distance, more, d)
}

// functionsAt are the functions around an offset, outermost first.
func (m *module) functionsAt(off int) []*resolve.Function {
	var out []*resolve.Function
	list := m.topLevel()
	i, found := slices.BinarySearchFunc(list, off, func(s topStmt, off int) int { return s.span.Start - off })
	if !found {
		i--
	}
	if i < 0 || off >= list[i].span.End {
		return nil
	}
	syntax.Walk(list[i].stmt, func(n syntax.Node) bool {
		var fn *resolve.Function
		switch n := n.(type) {
		case nil:
			return true
		case *syntax.DefStmt:
			fn, _ = n.Function.(*resolve.Function)
		case *syntax.LambdaExpr:
			fn, _ = n.Function.(*resolve.Function)
		default:
			return true
		}
		if s := m.file.Span(n); fn == nil || off < s.Start || off >= s.End {
			return false
		}
		out = append(out, fn)
		return true
	})
	return out
}
