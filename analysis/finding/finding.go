package finding

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Severity orders findings; a higher value is worse.
type Severity uint8

// The levels of cli.md, JSON. Off is no level of a finding: [rules] uses it.
const (
	Off Severity = iota
	Hint
	Info
	Warning
	Error
)

var severityNames = [...]string{"off", "hint", "info", "warning", "error"}

// String gives the word that output and .boundary.toml use.
func (s Severity) String() string { return severityNames[s] }

// ParseSeverity reads one of off, hint, info, warning, error.
func ParseSeverity(word string) (Severity, bool) {
	i := slices.Index(severityNames[:], word)
	return Severity(max(i, 0)), i >= 0
}

// Place is a span of bytes in a file. Path is absolute and slash-separated;
// it is empty where a finding is about the call itself. Whole says that the
// finding is about the file and has no range.
type Place struct {
	Path  string
	Span  text.Span
	Whole bool
}

// Related is a second place that explains a finding.
type Related struct {
	Place
	Message string
}

// Edit replaces Span of the file Path by New. An Edit of a file that does not
// exist has an empty span and creates it.
type Edit struct {
	Path string
	Span text.Span
	New  string
}

// Fix is one way to mend a finding: its edits are applied together or not at
// all and refer to the texts that were analysed.
type Fix struct {
	// ID is a stable kebab-case word, the same for the same kind of fix.
	ID    string
	Title string
	// Safe fixes run in fix, source.fixAll.boundary and on save.
	Safe bool
	// Preferred marks the one that an editor offers first.
	Preferred bool
	// Manual fixes (they exempt, silence or start something) are never
	// applied but by a click.
	Manual bool

	lazy *lazyEdits
	// applies says of a detached fix that there are edits.
	applies bool
}

// lazyEdits are edits that are computed when they are first asked for.
type lazyEdits struct {
	once  sync.Once
	make  func() []Edit
	edits []Edit
}

// NewFix gives a fix whose edits are computed when they are first asked for.
// make must be a pure function of the analysed snapshot; a nil or empty
// result means that the fix does not apply after all.
func NewFix(id, title string, safe bool, make func() []Edit) Fix {
	return Fix{ID: id, Title: title, Safe: safe, lazy: &lazyEdits{make: make}}
}

// Edits returns the fix's edits, sorted by path and place. It is safe for
// concurrent use; the result must not be changed.
func (f Fix) Edits() []Edit {
	l := f.lazy
	if l == nil {
		return nil
	}
	l.once.Do(func() {
		l.edits = slices.Clone(l.make())
		l.make = nil // what it was computed from may be large
		slices.SortStableFunc(l.edits, func(a, b Edit) int {
			return cmp.Or(strings.Compare(a.Path, b.Path), a.Span.Start-b.Span.Start, a.Span.End-b.Span.End)
		})
	})
	return l.edits
}

// Applies reports whether the fix has edits, without computing them anew where
// that is known.
func (f Fix) Applies() bool { return f.applies || len(f.Edits()) > 0 }

// Detach gives the same fix without what its edits are computed from, which
// may be large: again computes them anew when they are asked for.
func (f Fix) Detach(again func() []Edit) Fix {
	f.lazy = &lazyEdits{make: again}
	return f
}

// Keep gives the same fix with its edits computed and nothing but them kept.
// Where they take more bytes than room has left, only whether there are any is
// kept, and again computes them anew.
func (f Fix) Keep(room *atomic.Int64, again func() []Edit) Fix {
	edits := f.Edits()
	if len(edits) == 0 {
		f.lazy = nil
		return f
	}
	size := 0
	for _, e := range edits {
		size += 64 + len(e.New)
	}
	f.applies = true
	if room.Add(-int64(size)) < 0 {
		room.Add(int64(size))
		return f.Detach(again)
	}
	kept := make([]Edit, len(edits))
	for i, e := range edits {
		kept[i] = Edit{e.Path, e.Span, strings.Clone(e.New)}
	}
	return f.Detach(func() []Edit { return kept })
}

// Finding is one thing that is wrong at one place. It is a value; the slices
// and the map in it are shared and must not be changed.
type Finding struct {
	Code     string
	Severity Severity
	Place
	// Message is one line that obeys cli.md, Messages: text that comes from
	// a file went through Quote.
	Message string
	Related []Related
	// Data is the family's data of cli.md; keys are marshalled sorted.
	Data  map[string]any
	Fixes []Fix
	// WorkspaceOnly says that the finding needs the whole workspace: it is shown
	// in workspace runs only (cli.md, workspace run).
	WorkspaceOnly bool
}

// Sort orders findings by path, place, code and message (cli.md, check).
func Sort(list []Finding) {
	slices.SortStableFunc(list, Compare)
}

// Compare is the order of Sort. Within one file byte offsets order like lines
// and columns do.
func Compare(a, b Finding) int {
	whole := func(f Finding) int {
		if f.Whole {
			return -1
		}
		return f.Span.Start
	}
	return cmp.Or(
		strings.Compare(a.Path, b.Path),
		whole(a)-whole(b),
		strings.Compare(a.Code, b.Code),
		a.Span.End-b.Span.End,
		strings.Compare(a.Message, b.Message),
	)
}
