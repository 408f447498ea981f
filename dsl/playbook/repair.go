package playbook

import (
	"slices"
	"strings"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// repair makes one broken chunk readable by the steps of playbook.md 14.2. It
// works on a copy of the chunk; what it inserts has no line end, and what it
// takes out leaves its lines behind, so that only columns behind an insertion
// move, and those File.Offset moves back.
type repair struct {
	id        string
	cur       string // the chunk as it stands now
	line, col int    // where it begins
	cursor    int    // offset of the cursor in the chunk, or -1
	err       syntax.Error

	holes []text.Span // what was inserted, in cur
	lost  []string    // what was taken out
	stmts []syntax.Stmt

	tries int
}

// A chunk is parsed at most maxTries times over, fewer if it is large.
const (
	maxTries     = 48
	maxTryBytes  = 1 << 20
	leastTries   = 2
	maxPatchSize = 16 // of the stack of open brackets that a repair closes
)

func (r *repair) run() bool {
	r.tries = min(max(maxTryBytes/(len(r.cur)+1), leastTries), maxTries)
	for r.tries > 0 {
		edits := r.insertions()
		done, next := r.try(edits)
		if !done && next < 0 {
			edits = r.removals()
			done, next = r.try(edits)
		}
		switch {
		case done:
			return true
		case next < 0:
			return false
		}
		r.apply(edits[next])
		if _, err := r.parse(r.cur); err != nil {
			r.err = *err
		}
	}
	return false
}

// try parses the chunk with each edit alone. The first that mends it is
// applied. Otherwise it gives the index of the first one that moves the error
// farther down, or -1.
func (r *repair) try(edits []text.Edit) (done bool, next int) {
	next = -1
	for i, e := range edits {
		if r.tries--; r.tries < 0 {
			return false, -1
		}
		s := r.cur[:e.Span.Start] + e.New + r.cur[e.Span.End:]
		tree, err := r.parse(s)
		if err == nil {
			r.apply(e)
			r.stmts = tree.Stmts
			return true, i
		}
		if next < 0 && (err.Pos.Line > r.err.Pos.Line ||
			err.Pos.Line == r.err.Pos.Line && int(err.Pos.Col) > int(r.err.Pos.Col)+len(e.New)) {
			next = i
		}
	}
	return false, next
}

func (r *repair) parse(s string) (*syntax.File, *syntax.Error) {
	return parseStrict(r.id, s, int32(r.line), int32(r.col))
}

func (r *repair) apply(e text.Edit) {
	if !e.Span.Empty() {
		r.lost = append(r.lost, r.cur[e.Span.Start:e.Span.End])
	}
	shift := len(e.New) - e.Span.Len()
	kept := r.holes[:0]
	for _, h := range r.holes {
		switch {
		case h.Start >= e.Span.End:
			kept = append(kept, h.Shift(shift))
		case h.End <= e.Span.Start:
			kept = append(kept, h)
		}
	}
	if e.Span.Empty() {
		kept = append(kept, text.Span{Start: e.Span.Start, End: e.Span.Start + len(e.New)})
	}
	slices.SortFunc(kept, func(a, b text.Span) int { return a.Start - b.Start })
	r.holes = kept
	r.cur = r.cur[:e.Span.Start] + e.New + r.cur[e.Span.End:]
}

// places are the lines at which a mistake is looked for, as 0-based lines of
// the chunk: that of the error, the one before it (where the parser reports
// only what follows), and the cursor's.
func (r *repair) places(x *lineIndex) []int {
	line := int(r.err.Pos.Line) - r.line
	lines := []int{line, line - 1}
	if r.cursor >= 0 {
		lines = append(lines, x.lineAt(r.cursor))
	}
	out := lines[:0]
	for _, l := range lines {
		if l >= 0 && l < len(x.starts) && !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}

func insert(off int, s string) text.Edit {
	return text.Edit{Span: text.Span{Start: off, End: off}, New: s}
}

// insertions are the candidates of steps 1 to 4: a name behind a dot, a value
// behind an equals sign, closing brackets, a closing quote.
func (r *repair) insertions() []text.Edit {
	x := newLineIndex(r.cur)
	toks := scan(r.cur)
	lines := r.places(x)
	near := func(off int) bool { return slices.Contains(lines, x.lineAt(off)) }
	var edits, quotes []text.Edit
	for i, t := range toks {
		if !near(t.span.Start) && !(t.open && near(t.span.End)) {
			continue
		}
		alone := i+1 == len(toks) || x.lineAt(toks[i+1].span.Start) != x.lineAt(t.span.Start)
		switch {
		case t.is(r.cur, ".") && (alone || toks[i+1].kind != tokWord):
			edits = append(edits, insert(t.span.End, HoleName))
		case t.kind == tokString && t.open:
			quotes = append(quotes, insert(t.span.End, closingQuote(r.cur[t.span.Start:t.span.End])))
		}
	}
	for i, t := range toks {
		if !near(t.span.Start) || i == 0 || !t.is(r.cur, "=") || toks[i-1].kind != tokWord && toks[i-1].kind != tokClose {
			continue
		}
		if i+1 == len(toks) || toks[i+1].kind == tokClose || toks[i+1].is(r.cur, ",") ||
			x.lineAt(toks[i+1].span.Start) != x.lineAt(t.span.Start) {
			edits = append(edits, insert(t.span.End, " "+HoleName))
		}
	}
	edits = append(edits, r.closers(x, toks, lines)...)
	return append(edits, quotes...)
}

func closingQuote(s string) string {
	s = strings.TrimLeft(s, "rb")
	if len(s) >= 3 && s[1] == s[0] && s[2] == s[0] {
		return s[:3]
	}
	// A backslash at the end would take the quote along.
	if n := len(s) - len(strings.TrimRight(s, `\`)); n%2 == 1 {
		return `\` + s[:1]
	}
	return s[:1]
}

// closers close what is open at the end of the chunk and at the end of each
// line in question, with and without a missing operand.
func (r *repair) closers(x *lineIndex, toks []token, lines []int) []text.Edit {
	ends := []int{len(r.cur)}
	for _, l := range lines {
		ends = append(ends, x.line(l).End)
	}
	var edits []text.Edit
	for _, end := range ends {
		var open []byte
		last := -1
		for _, t := range toks {
			if t.span.End > end {
				break
			}
			last = t.span.End
			switch t.kind {
			case tokOpen:
				open = append(open, r.cur[t.span.Start])
			case tokClose:
				if n := len(open); n > 0 && closerOf(open[n-1]) == r.cur[t.span.Start] {
					open = open[:n-1]
				}
			}
		}
		if last < 0 || len(open) > maxPatchSize {
			continue
		}
		var b strings.Builder
		for _, c := range slices.Backward(open) {
			b.WriteByte(closerOf(c))
		}
		if b.Len() > 0 {
			edits = append(edits, insert(last, b.String()))
		}
		edits = append(edits, insert(last, " "+HoleName+b.String()))
	}
	return edits
}

func closerOf(open byte) byte {
	switch open {
	case '(':
		return ')'
	case '[':
		return ']'
	}
	return '}'
}

// removals are the candidates of step 5: the line at fault, that line with
// what is indented below it, then the suites and statements around it, each
// replaced by pass. The first line of the chunk stays: without it the chunk is
// dropped.
func (r *repair) removals() []text.Edit {
	x := newLineIndex(r.cur)
	var edits []text.Edit
	add := func(from, to int) {
		if from == 0 || to < from {
			return
		}
		s := text.Span{Start: x.starts[from], End: x.line(to).End}
		indent := r.cur[s.Start : s.Start+indentOf(r.cur[s.Start:])]
		e := text.Edit{Span: s, New: indent + "pass" + lineEnds(r.cur[s.Start:s.End])}
		if !slices.Contains(edits, e) {
			edits = append(edits, e)
		}
	}
	for _, at := range r.places(x) {
		for at > 0 && blank(r.cur, x, at) {
			at--
		}
		for at > 0 {
			indent := indentOf(r.cur[x.starts[at]:])
			add(at, at)
			add(at, r.below(x, at, indent))
			up := at - 1
			for up > 0 && (blank(r.cur, x, up) || indentOf(r.cur[x.starts[up]:]) >= indent) {
				up--
			}
			add(up+1, r.below(x, up, indentOf(r.cur[x.starts[up]:])))
			at = up
		}
	}
	return edits
}

// below is the last line of those that are indented deeper than indent and
// follow the line at, blank ones between them included.
func (r *repair) below(x *lineIndex, at, indent int) int {
	last := at
	for l := at + 1; l < len(x.starts); l++ {
		if blank(r.cur, x, l) {
			continue
		}
		s := r.cur[x.starts[l]:]
		if n := indentOf(s); n < indent || n == indent && !strings.ContainsAny(s[n:n+1], ")]}") {
			break
		}
		last = l
	}
	return last
}

func indentOf(s string) int { return len(s) - len(strings.TrimLeft(s, " \t")) }

func blank(src string, x *lineIndex, line int) bool {
	s := x.line(line)
	t := strings.TrimLeft(src[s.Start:s.End], " \t")
	return t == "" || t[0] == '#'
}

// lineEnds keeps only the line ends of s.
func lineEnds(s string) string {
	return strings.Map(func(c rune) rune {
		if c == '\n' || c == '\r' {
			return c
		}
		return -1
	}, s)
}
