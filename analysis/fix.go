package analysis

import (
	"context"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// maxRounds bounds how often Fix analyses anew (cli.md, How fixes combine).
const maxRounds = 10

// Fix applies the fixes of a run's findings, the safe ones or, with unsafe,
// all, in rounds until nothing is left to apply. It writes nothing: the new
// texts are in the result (cli.md, How fixes combine).
func Fix(ctx context.Context, snap *workspace.Snapshot, req Request, unsafe bool) (*FixResult, error) {
	req.Edits = true
	f := &fixer{base: snap, snap: snap, req: req, unsafe: unsafe, banned: map[string]bool{}}
	result, err := Run(ctx, snap, req)
	if err != nil {
		return nil, err
	}
	out := &FixResult{Result: result, Texts: map[string]string{}}
	if broken := brokenConfigs(snap, req); len(broken) > 0 {
		out.Refused = fmt.Sprintf("nothing is fixed while %s does not parse", finding.Escape(broken[0]))
		return out, nil
	}
	seen := map[uint64]bool{f.state(): true}
	for range maxRounds {
		batch := f.collect(out.Result)
		if len(batch) == 0 {
			break
		}
		applied, undone, next, err := f.apply(batch)
		if err != nil {
			return nil, err
		}
		out.Undone = append(out.Undone, undone...)
		if len(applied) == 0 {
			if len(undone) == 0 {
				break
			}
			continue
		}
		if f.take(applied, next); seen[f.state()] {
			out.Undone = append(out.Undone, Undone{Fixed{applied[0].Path, applied[0].Code, applied[0].fix.Title},
				"the fixes go in a circle: this round brought back a text seen before"})
			break
		}
		seen[f.state()] = true
		for _, c := range applied {
			out.Fixed = append(out.Fixed, Fixed{c.Path, c.Code, c.fix.Title})
		}
		if out.Result, err = Run(ctx, f.snap, f.req); err != nil {
			return nil, err
		}
	}
	for path, t := range f.texts {
		if t.String() != f.before(path) {
			out.Texts[path] = t.String()
		}
	}
	return out, nil
}

type fixer struct {
	base, snap *workspace.Snapshot
	req        Request
	unsafe     bool
	texts      map[string]*text.Text // what has changed so far
	banned     map[string]bool       // fixes that were undone
}

// choice is a finding with the fix that is applied for it.
type choice struct {
	finding.Finding
	fix finding.Fix
}

// key names a fix across rounds, in which offsets move.
func (c choice) key() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\x00%s\x00%s", c.Code, c.Path, c.fix.Title)
	for _, e := range c.fix.Edits() {
		b.WriteByte(0)
		b.WriteString(e.New)
	}
	return b.String()
}

func (f *fixer) before(path string) string {
	if h := f.base.File(path); h.Text != nil {
		return h.Text.String()
	}
	return ""
}

// collect takes at most one fix a finding, in the findings' order; one whose
// edits overlap or touch edits already taken waits for the next round.
func (f *fixer) collect(r *Result) []choice {
	taken := map[string][]finding.Edit{}
	var batch []choice
	for _, fd := range r.Findings {
		fix, ok := f.choose(fd)
		if !ok {
			continue
		}
		c := choice{fd, fix}
		if f.banned[c.key()] || !fits(taken, fix.Edits()) {
			continue
		}
		for _, e := range fix.Edits() {
			if !slices.Contains(taken[e.Path], e) {
				taken[e.Path] = append(taken[e.Path], e)
			}
		}
		batch = append(batch, c)
	}
	return batch
}

// choose gives the preferred fix among those that may be applied, else the
// first of them.
func (f *fixer) choose(fd finding.Finding) (finding.Fix, bool) {
	var best finding.Fix
	found := false
	for _, fix := range fd.Fixes {
		if fix.Manual || !fix.Safe && !f.unsafe || found && !fix.Preferred || len(fix.Edits()) == 0 {
			continue
		}
		best, found = fix, true
		if fix.Preferred {
			break
		}
	}
	return best, found
}

// fits reports whether edits can be taken beside those already taken: each is
// equal to one of them or keeps at least a byte of distance.
func fits(taken map[string][]finding.Edit, edits []finding.Edit) bool {
	for _, e := range edits {
		for _, have := range taken[e.Path] {
			if e != have && e.Span.Start <= have.Span.End && have.Span.Start <= e.Span.End {
				return false
			}
		}
	}
	return true
}

// apply applies a batch. Where it makes a unit worse, the fixes that do so are
// undone and the others stand.
func (f *fixer) apply(batch []choice) (applied []choice, undone []Undone, texts map[string]*text.Text, err error) {
	texts, err = edited(f.snap, batch)
	if err == nil {
		if worse := f.worse(texts); len(worse) == 0 {
			return batch, nil, texts, nil
		}
	}
	// Try them one by one, each on top of those that stand.
	for _, c := range batch {
		next, err := edited(f.snap, append(slices.Clone(applied), c))
		reason := ""
		if err != nil {
			reason = err.Error()
		} else if worse := f.worse(next); len(worse) > 0 {
			reason = worse[0]
		}
		if reason != "" {
			f.banned[c.key()] = true
			undone = append(undone, Undone{Fixed{c.Path, c.Code, c.fix.Title}, reason})
			continue
		}
		applied, texts = append(applied, c), next
	}
	if len(applied) == 0 {
		texts = nil
	}
	return applied, undone, texts, nil
}

// edited gives the new texts of the files that a batch changes.
func edited(snap *workspace.Snapshot, batch []choice) (map[string]*text.Text, error) {
	edits := map[string][]text.Edit{}
	for _, c := range batch {
		for _, e := range c.fix.Edits() {
			te := text.Edit{Span: e.Span, New: e.New}
			if !slices.Contains(edits[e.Path], te) {
				edits[e.Path] = append(edits[e.Path], te)
			}
		}
	}
	texts := map[string]*text.Text{}
	for path, list := range edits {
		src := ""
		if h := snap.File(path); h.Text != nil {
			src = h.Text.String()
		}
		s, err := text.Apply(src, list)
		if err != nil {
			return nil, err
		}
		texts[path] = text.New(s)
	}
	return texts, nil
}

// worse says for which files the new texts leave more errors of the language
// than there were.
func (f *fixer) worse(texts map[string]*text.Text) []string {
	next := f.snap.With(texts)
	var list []string
	for _, path := range slices.Sorted(maps.Keys(texts)) {
		before, after := languageErrors(f.snap, path), languageErrors(next, path)
		if after > before {
			list = append(list, fmt.Sprintf("it would leave %d more errors of the language", after-before))
		}
	}
	return list
}

func (f *fixer) take(applied []choice, texts map[string]*text.Text) {
	if f.texts == nil {
		f.texts = map[string]*text.Text{}
	}
	maps.Copy(f.texts, texts)
	f.snap = f.snap.With(texts)
}

var stateSeed = maphash.MakeSeed()

// state is a hash of all texts that differ from what was there at first.
func (f *fixer) state() uint64 {
	var h maphash.Hash
	h.SetSeed(stateSeed)
	for _, path := range slices.Sorted(maps.Keys(f.texts)) {
		if s := f.texts[path].String(); s != f.before(path) {
			_, _ = h.WriteString(path)
			_ = h.WriteByte(0)
			_, _ = h.WriteString(s)
			_ = h.WriteByte(0)
		}
	}
	return h.Sum64()
}
