package format

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// ErrShape says that a line of the file belongs to no place in the tree, so
// that nobody can say where it should stand.
var ErrShape = errors.New("a line of it belongs to no block")

// ErrChanged says that the laid out text would not read as before; it is an
// error of this package.
var ErrChanged = errors.New("laying it out would change more than its white space")

// unit is the number of spaces a level.
const unit = 2

// File gives the edits that bring a file into its canonical form, in order,
// none touching another; none for a file that has it. With an error there are
// no edits. The file must have no error of its shape (authoring.md 1.1).
func File(f *bot.File) ([]text.Edit, error) {
	w, err := layOut(f)
	if err != nil {
		return nil, err
	}
	return w.edits, nil
}

// Range gives those edits of File that belong to the top-level declarations
// which the span touches, with the comments attached to them (authoring.md
// 1.6). A blank line between two declarations belongs to the second.
func Range(f *bot.File, span text.Span) ([]text.Edit, error) {
	w, err := layOut(f)
	if err != nil {
		return nil, err
	}
	parts := w.parts()
	var out []text.Edit
	for i, start := range parts {
		end := len(w.src) + 1
		if i+1 < len(parts) {
			end = parts[i+1]
		}
		if start >= span.End && start > span.Start || end <= span.Start {
			continue
		}
		for _, e := range w.edits {
			if start <= e.Span.Start && e.Span.Start < end {
				out = append(out, e)
			}
		}
	}
	return out, nil
}

// layOut makes the edits of a file and checks that they change nothing else.
func layOut(f *bot.File) (*writer, error) {
	w := &writer{f: f, src: f.Text.String()}
	w.cut()
	if err := w.place(); err != nil {
		return nil, err
	}
	w.inside()
	w.settle()
	w.comments()
	w.indentation()
	w.blanks()
	w.finish()
	if len(w.edits) == 0 {
		return w, nil
	}
	after, err := f.Text.Apply(w.edits)
	if err != nil || !same(f, bot.Parse(after)) {
		return nil, ErrChanged
	}
	return w, nil
}

// writer is a file on its way.
type writer struct {
	f     *bot.File
	src   string
	items []item
	// blocks is the number of blocks that have been met; lines know theirs by
	// number.
	blocks int32
	places []placeAt
	edits  []text.Edit
}

// edit replaces the white space in the span by s, where it is not s already.
func (w *writer) edit(start, end int, s string) {
	if w.src[start:end] != s {
		w.edits = append(w.edits, text.Edit{Span: text.Span{Start: start, End: end}, New: s})
	}
}

// finish sorts the edits and joins those that touch.
func (w *writer) finish() {
	byPlace := func(a, b text.Edit) int {
		return cmp.Or(a.Span.Start-b.Span.Start, a.Span.End-b.Span.End)
	}
	if !slices.IsSortedFunc(w.edits, byPlace) {
		slices.SortStableFunc(w.edits, byPlace)
	}
	n := 0
	for _, e := range w.edits {
		if n > 0 && w.edits[n-1].Span.End == e.Span.Start {
			w.edits[n-1].Span.End = e.Span.End
			w.edits[n-1].New += e.New
			continue
		}
		w.edits[n] = e
		n++
	}
	w.edits = w.edits[:n]
}

// text is the source of a token.
func (w *writer) text(i int32) string {
	s := w.f.Tokens[i].Span
	return w.src[s.Start:s.End]
}

func spaces(n int) string {
	const pad = "                                                                "
	if n <= len(pad) {
		return pad[:max(n, 0)]
	}
	return strings.Repeat(" ", n)
}

func insertion(at int, s string) text.Edit {
	return text.Edit{Span: text.Span{Start: at, End: at}, New: s}
}

// parts are the offsets at which the parts of the file begin that hold one
// top-level declaration each, with what stands between it and the one before.
func (w *writer) parts() []int {
	parts := []int{0}
	first := true
	end := 0 // behind the last line of the declaration before
	for i := range w.items {
		it := &w.items[i]
		if it.opensTop() {
			if !first {
				parts = append(parts, end)
			}
			first = false
		}
		if it.kind != blank && !(it.kind == comment && it.level == 0 && !it.frozen && it.tail == 0 && !it.kept) {
			end = it.stop
		}
	}
	return parts
}
